//! The experiments of our own: what techniques are worth, and how fast searches are.

use std::time::Duration;

use conjoin_core::{Game, Variant as _};
use conjoin_engine::{PlayerOptions, Profile};
use conjoin_eval::{EvaluatorSet as _, Playable};
use conjoin_lab::suite::{self, SuiteEntry};
use conjoin_lab::usual::Usual;
use conjoin_lab::{speed, techniques};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::solvers;
use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::{interrupt, output};

/// Name, source and title of each.
pub const EXPERIMENTS: [(&str, &str, &str); 4] = [
    ("techniques", "conjoin", "Nodes to a depth with each technique of the search on and off"),
    ("speed", "conjoin", "Nodes a second and time to a depth"),
    ("evaluators", "billings-bjornsson", "Nodes a second of the evaluators of a game"),
    ("solvers", "conjoin", "Our solver against EF-PN2 and df-pn over hard positions"),
];

/// What the command line says about them.
#[derive(Clone, Copy, Debug)]
pub struct MeasureOptions<'a> {
    pub depth: Option<u32>,
    pub profiles: &'a [String],
    pub time: Option<Duration>,
    pub sample: Option<usize>,
}

/// Runs one of them; nothing when it is none of them.
pub fn run<G: Playable>(
    id: &str,
    options: MeasureOptions<'_>,
    common: &Common,
) -> Option<Result<(), Failure>> {
    let MeasureOptions { depth, profiles, time, sample } = options;
    let usual = Usual::of(G::NAME);
    match id {
        "solvers" => Some(solvers::run::<G>(
            usual.hard.as_deref(),
            profiles,
            time.unwrap_or(Duration::from_mins(1)),
            sample,
            common,
        )),
        "techniques" => {
            Some(run_techniques::<G>(usual.middle.as_deref(), depth.unwrap_or(8), common))
        }
        "speed" | "evaluators" => {
            let is_speed = id == "speed";
            let default = if is_speed { &usual.players } else { &usual.evaluators };
            let profiles = if profiles.is_empty() { default } else { profiles };
            let depth = depth.unwrap_or(if is_speed { 12 } else { 10 });
            Some(run_speed::<G>(id, usual.speed.as_deref(), depth, profiles, common))
        }
        _ => None,
    }
}

pub(super) fn bar(length: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta} left")
        .expect("a template that is known to parse");
    ProgressBar::new(length as u64).with_style(style)
}

/// A suite that comes with the program, by its name.
pub(super) type NamedSuite<'n, G> = (&'n str, Vec<SuiteEntry<<G as Game>::Position>>);

/// The suite of this name, if the game has one for the purpose.
pub(super) fn built_in<G: Game>(name: Option<&str>) -> Result<NamedSuite<'_, G>, Failure> {
    name.and_then(|name| Some((name, suite::built_in::<G>(name)?)))
        .ok_or_else(|| bad_input(&format!("{} has no suite for this yet", G::TITLE)))
}

fn run_techniques<G: Playable>(
    suite: Option<&str>,
    depth: u32,
    common: &Common,
) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let usual = G::Variant::default();
    let (name, suite) = built_in::<G>(suite)?;
    let bar = bar(0);
    let rows = techniques::measure::<G>(&suite, depth, common.threads(), &mut |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        !interrupt::requested()
    })
    .map_err(|error| bad_input(&error))?;
    bar.finish_and_clear();
    let Some(rows) = rows else { return Err(Failure::Interrupted) };
    let full = rows[0].counters.nodes as f64;
    if common.json {
        let rows: Vec<_> = rows
            .iter()
            .map(|row| {
                json!({
                    "name": row.name, "nodes": row.counters.nodes, "seconds": row.seconds,
                    "ratio": row.counters.nodes as f64 / full, "same_value": row.same_value,
                    "counters": row.counters,
                })
            })
            .collect();
        let body = json!({
            "id": "techniques", "suite": name, "depth": depth, "rows": rows,
        });
        return output::print(
            &output::object::<G>("lab", common, Some(usual), &clock, body).to_string(),
        );
    }
    let mut text = format!(
        "Nodes to depth {depth} over {name} ({} positions), rules {}, evaluator {}\n\
         {:28} {:>14} {:>8} {:>9} {:>11}",
        suite.len(),
        usual.rules(),
        G::Evaluators::default().kind(),
        "",
        "nodes",
        "ratio",
        "seconds",
        "same value"
    );
    for row in &rows {
        text += &format!(
            "\n{:28} {:>14} {:>8.2} {:>9.1} {:>11}",
            row.name,
            row.counters.nodes,
            row.counters.nodes as f64 / full,
            row.seconds,
            row.same_value
        );
    }
    output::print(&text)
}

fn run_speed<G: Playable>(
    id: &str,
    suite: Option<&str>,
    depth: u32,
    profiles: &[String],
    common: &Common,
) -> Result<(), Failure> {
    const TABLE_BYTES: usize = 256 << 20;
    let profiles =
        profiles.iter().map(|name| Profile::<G>::load(name)).collect::<Result<Vec<_>, _>>()?;
    let options = PlayerOptions { memory_bytes: TABLE_BYTES, ..common.player_options() };
    let clock = output::Clock::start();
    let usual = G::Variant::default();
    let (name, suite) = built_in::<G>(suite)?;
    let bar = bar(suite.len());
    let rows = speed::measure(&suite, &profiles, depth, &options, &mut |done| {
        bar.set_position(done as u64);
        !interrupt::requested()
    })?;
    bar.finish_and_clear();
    let base = rows.first().map_or(1.0, speed::SpeedRow::nodes_per_second).max(1e-9);
    if common.json {
        let rows: Vec<_> = rows
            .iter()
            .map(|row| {
                json!({
                    "profile": row.profile, "positions": row.positions,
                    "nodes": row.counters.nodes, "nodes_per_second": row.nodes_per_second(),
                    "ratio": row.nodes_per_second() / base,
                    "mean_seconds": row.mean_seconds(), "counters": row.counters,
                })
            })
            .collect();
        let body = json!({
            "id": id, "suite": name, "depth": depth,
            "rows": rows,
        });
        output::print(&output::object::<G>("lab", common, Some(usual), &clock, body).to_string())?;
    } else {
        let mut text = format!(
            "{name}: {} positions to depth {depth}, {} threads, rules {}\n\
             {:12} {:>14} {:>10} {:>10} {:>20} {:>7}",
            rows.first().map_or(0, |row| row.positions),
            options.threads,
            usual.rules(),
            "",
            "nodes",
            "seconds",
            "mean",
            "million nodes/second",
            "ratio"
        );
        for row in &rows {
            text += &format!(
                "\n{:12} {:>14} {:>10.2} {:>10.3} {:>20.2} {:>7.2}",
                row.profile,
                row.counters.nodes,
                row.seconds,
                row.mean_seconds(),
                row.nodes_per_second() / 1e6,
                row.nodes_per_second() / base
            );
        }
        output::print(&text)?;
    }
    if interrupt::requested() { Err(Failure::Interrupted) } else { Ok(()) }
}
