//! Results as files, and reports made of them.
//!
//! `results/<id>/` keeps what an experiment came to: its manifest, the tidy tables of its pieces of
//! work (`solve.csv`, `search.csv`, `game.csv`, `opinion.csv`), its tables (`table.csv`, `table.md`)
//! and `result.json`, from which reports are made: they need no run file and repeat no work.

mod html;
mod markdown;
mod numbers;
pub mod plot;

pub use html::html;
pub use markdown::{markdown, reproduction, result_markdown};
pub use plot::svg;

use std::path::Path;

use crate::experiments::manifest::{self, ExperimentError};
use crate::experiments::plan::Plan;
use crate::experiments::record::{HEADINGS, UnitRecord};
use crate::experiments::result::ExperimentResult;

fn write(path: &Path, content: &str) -> Result<(), ExperimentError> {
    let failed = |source| ExperimentError::Io { path: path.display().to_string(), source };
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".part");
    std::fs::write(&temporary, content)
        .and_then(|()| std::fs::rename(&temporary, path))
        .map_err(failed)
}

/// Writes what an experiment came to into its folder below `results`.
pub fn keep(
    results: &Path,
    plan: &Plan,
    records: &[UnitRecord],
    result: &ExperimentResult,
) -> Result<(), ExperimentError> {
    let folder = results.join(&result.id);
    std::fs::create_dir_all(&folder)
        .map_err(|source| ExperimentError::Io { path: folder.display().to_string(), source })?;
    let manifest = match manifest::text(&result.id) {
        Some(text) => text.to_owned(),
        None => toml::to_string(&plan.manifest).unwrap_or_default(),
    };
    let head = format!(
        "# Run at scale {}, seed {}, plan {}, {} of {} pieces of work.\n",
        result.scale, result.seed, result.plan, result.done, result.planned
    );
    write(&folder.join("manifest.toml"), &(head + &manifest))?;
    for (name, text) in tidy(records) {
        write(&folder.join(format!("{name}.csv")), &text)?;
    }
    for (number, picture) in result.plots.iter().filter_map(svg).enumerate() {
        write(&folder.join(format!("plot-{}.svg", number + 1)), &picture)?;
    }
    write(&folder.join("table.csv"), &table_csv(result))?;
    write(&folder.join("table.md"), &result_markdown(result))?;
    let json = serde_json::to_string_pretty(result).expect("a result is plain data");
    write(&folder.join("result.json"), &(json + "\n"))
}

/// The results below a folder, in the order of the experiments.
pub fn load(results: &Path) -> Result<Vec<ExperimentResult>, ExperimentError> {
    let mut list = Vec::new();
    for id in manifest::names() {
        let path = results.join(id).join("result.json");
        let shown = path.display().to_string();
        match std::fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(source) => return Err(ExperimentError::Io { path: shown, source }),
            Ok(bytes) => list.push(serde_json::from_slice(&bytes).map_err(|error| {
                ExperimentError::Bad { name: shown, reason: error.to_string() }
            })?),
        }
    }
    Ok(list)
}

/// The pieces of work as tidy tables, by kind: one row an observation, one column a variable.
pub fn tidy(records: &[UnitRecord]) -> Vec<(&'static str, String)> {
    let mut tables = Vec::new();
    for (kind, (name, headings)) in HEADINGS.into_iter().enumerate() {
        let mut text = headings.join(",") + "\n";
        let mut is_used = false;
        for record in records.iter().filter(|record| record.finding.kind() == kind) {
            for row in record.finding.rows() {
                let cells: Vec<String> = row.iter().map(|cell| quoted(cell)).collect();
                text += &(cells.join(",") + "\n");
                is_used = true;
            }
        }
        if is_used {
            tables.push((name, text));
        }
    }
    tables
}

/// A cell of a CSV file: in quotation marks where it has to be.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// All tables of a result as one tidy table.
pub fn table_csv(result: &ExperimentResult) -> String {
    let mut text = "table,row,column,published,measured,low,high,ratio\n".to_owned();
    let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    for table in &result.tables {
        for (row, cells) in &table.rows {
            for (column, cell) in table.columns.iter().zip(cells) {
                let (low, high) = cell.interval.unzip();
                let mut fields = vec![quoted(&table.title), quoted(row), quoted(column)];
                let numbers = [cell.published, cell.measured, low, high, cell.ratio()];
                fields.extend(numbers.map(number));
                text += &(fields.join(",") + "\n");
            }
        }
    }
    text
}
