//! What an experiment came to: tables beside the published ones, plots, and the figures of claims.

use conjoin_eval::Playable;
use serde::{Deserialize, Serialize};

use super::data::{Data, Weights, interval};
use super::expression::Expression;
use super::manifest::{ColumnSpec, ExperimentError, PlotSpec, TableSpec};
use super::plan::Plan;
use super::published::{self, Row};
use super::record::{Finding, UnitRecord};
use crate::claims::{self, ClaimFigures};

/// Draws behind the interval of a cell.
const CELL_DRAWS: usize = 400;

/// An experiment's result, as `results/<id>/result.json` keeps it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExperimentResult {
    /// The experiment.
    pub id: String,
    /// What it is.
    pub title: String,
    /// Where it comes from.
    pub source: String,
    /// What was measured.
    pub measures: String,
    /// The scale.
    pub scale: String,
    /// A fingerprint of the plan.
    pub plan: String,
    /// The seed.
    pub seed: u64,
    /// Versions of the program that took part.
    pub versions: Vec<String>,
    /// Machines that took part.
    pub machines: Vec<String>,
    /// Pieces of work planned.
    pub planned: usize,
    /// Pieces of work done.
    pub done: usize,
    /// Seconds of work, of all cores together.
    pub seconds: f64,
    /// The tables.
    pub tables: Vec<Table>,
    /// The plots.
    pub plots: Vec<Plot>,
    /// The figures of the claims about it.
    pub claims: Vec<ClaimFigures>,
    /// How it stands to what its experiment is today.
    #[serde(skip)]
    pub standing: Standing,
}

/// How a kept result stands to what its experiment is today.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// It is of today's plan, and has the figures of today's checks.
    #[default]
    Current,
    /// It is of today's plan or a part of it; its figures were computed again from its tidy tables.
    Renewed,
    /// It was measured under another plan: of no claim is it a verdict.
    Stale,
}

/// A table: published, measured, ratio.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Its heading.
    pub title: String,
    /// Headings of the columns.
    pub columns: Vec<String>,
    /// Names of the rows, with a cell for each column.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// A cell of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The published figure.
    pub published: Option<f64>,
    /// The measured figure.
    pub measured: Option<f64>,
    /// The 95 % interval of the measured figure.
    pub interval: Option<(f64, f64)>,
}

impl Cell {
    /// Measured over published.
    pub fn ratio(&self) -> Option<f64> {
        let ratio = self.measured? / self.published?;
        ratio.is_finite().then_some(ratio)
    }
}

/// A plot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plot {
    /// Its heading.
    pub title: String,
    /// What stands on the x axis.
    pub x_label: String,
    /// What stands on the y axis.
    pub y_label: String,
    /// Is the x axis logarithmic?
    pub log_x: bool,
    /// The lines.
    pub series: Vec<Series>,
}

/// A line of a plot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Is it a published one?
    pub published: bool,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

impl ExperimentResult {
    /// The scale, and how much of it was done where it was cut short.
    pub fn extent(&self) -> String {
        if self.done < self.planned {
            format!("{}, {} %", self.scale, 100 * self.done / self.planned)
        } else {
            self.scale.clone()
        }
    }

    /// Makes tables, plots and figures from what is finished.
    pub fn new<G: Playable>(
        plan: &Plan<G>,
        records: &[UnitRecord],
    ) -> Result<Self, ExperimentError> {
        let manifest = &plan.manifest;
        let data = plan.data(records)?;
        let maker = Maker { weights: data.once(), data: &data, seed: plan.seed };
        let tables = manifest.tables.iter().map(|spec| maker.table(spec));
        let plots = manifest.plots.iter().map(|spec| maker.plot(spec));
        let claims = claims::all()?;
        let claims =
            claims.iter().filter(|claim| claim.experiment.as_deref() == Some(&manifest.id));
        let claims = claims.map(|claim| claim.figures(&data, plan.scale_name, plan.seed));
        Ok(Self {
            id: manifest.id.clone(),
            title: manifest.title.clone(),
            source: manifest.source.clone(),
            measures: manifest.measures.clone(),
            scale: plan.scale_name.as_str().into(),
            plan: plan.fingerprint(),
            seed: plan.seed,
            versions: different(records.iter().map(|record| &record.version)),
            machines: different(records.iter().map(|record| &record.machine)),
            planned: plan.units.len(),
            done: records.len(),
            seconds: records.iter().map(|record| seconds(&record.finding)).sum(),
            tables: tables.collect::<Result<_, _>>()?,
            plots: plots.collect::<Result<_, _>>()?,
            claims: claims.collect::<Result<_, _>>()?,
            standing: Standing::Current,
        })
    }
}

fn different<'r>(texts: impl Iterator<Item = &'r String>) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for text in texts {
        if !list.contains(text) {
            list.push(text.clone());
        }
    }
    list
}

fn seconds(finding: &Finding) -> f64 {
    match finding {
        Finding::Solve { seconds, .. }
        | Finding::Opinion { seconds, .. }
        | Finding::Observation { seconds, .. } => *seconds,
        Finding::Search { seconds, .. } => seconds.last().copied().unwrap_or(0.0),
        Finding::Game { game, .. } => game.a_seconds + game.b_seconds,
    }
}

struct Maker<'a> {
    data: &'a Data,
    weights: Weights,
    seed: u64,
}

impl Maker<'_> {
    fn table(&self, spec: &TableSpec) -> Result<Table, ExperimentError> {
        let rows = match &spec.csv {
            Some(name) => published::table(name)?,
            None => spec.rows.iter().map(row_of).collect(),
        };
        let mut made = Vec::new();
        for row in &rows {
            let cells = spec.columns.iter().map(|column| self.cell(column, row));
            let cells = cells.collect::<Result<Vec<Cell>, _>>()?;
            if cells.iter().any(|cell| cell.measured.is_some() || cell.published.is_some()) {
                made.push((published::filled(&spec.label, row).unwrap_or_default(), cells));
            }
        }
        let columns = spec.columns.iter().map(|column| column.title.clone()).collect();
        Ok(Table { title: spec.title.clone(), columns, rows: made })
    }

    fn cell(&self, column: &ColumnSpec, row: &Row) -> Result<Cell, ExperimentError> {
        let published = column.published.as_ref().and_then(|text| published::filled(text, row));
        let published: Option<Expression> = published.map(|text| text.parse()).transpose()?;
        let measured = published::filled(&column.measured, row);
        let measured: Option<Expression> = measured.map(|text| text.parse()).transpose()?;
        let value = measured.as_ref().and_then(|formula| self.data.value(formula, &self.weights));
        let draws = match (&measured, value) {
            (Some(formula), Some(_)) => self.data.draws(formula, CELL_DRAWS, self.seed),
            _ => Vec::new(),
        };
        Ok(Cell {
            published: published.and_then(|formula| formula.value(&mut |_| None)),
            measured: value,
            interval: interval(&draws),
        })
    }

    fn plot(&self, spec: &PlotSpec) -> Result<Plot, ExperimentError> {
        let mut series = Vec::new();
        for line in &spec.series {
            if let Some(template) = &line.measured {
                let mut points = Vec::new();
                for &x in &spec.x {
                    let formula: Expression = template.replace("{x}", &x.to_string()).parse()?;
                    let y = self.data.value(&formula, &self.weights);
                    points.extend(y.map(|y| (x, y)));
                }
                series.push(Series { name: line.name.clone(), published: false, points });
            }
            if !line.published.is_empty() {
                let points = spec.x.iter().copied().zip(line.published.iter().copied()).collect();
                let name = format!("{}, published", line.name);
                series.push(Series { name, published: true, points });
            }
        }
        Ok(Plot {
            title: spec.title.clone(),
            x_label: spec.x_label.clone(),
            y_label: spec.y_label.clone(),
            log_x: spec.log_x,
            series,
        })
    }
}

/// A row of a manifest as text.
fn row_of(table: &toml::Table) -> Row {
    let text = |value: &toml::Value| match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    table.iter().map(|(name, value)| (name.clone(), text(value))).collect()
}
