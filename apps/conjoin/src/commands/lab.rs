//! `conjoin lab`: experiments by name.

use std::sync::Mutex;

use clap::{Args, Subcommand};
use conjoin_lab::{speed, suite, techniques};
use conjoin_search::SearchConfig;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::{interrupt, output};

/// Options of `conjoin lab`.
#[derive(Debug, Args)]
pub struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List the experiments
    List,
    /// Run an experiment
    Run {
        /// Its name
        id: String,
        /// Depth of the searches [default: that of the experiment]
        #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: Option<u32>,
    },
}

/// Name, source and title of every experiment.
const EXPERIMENTS: [(&str, &str, &str); 2] = [
    ("techniques", "conjoin", "Nodes to a depth with each technique of the search on and off"),
    ("speed", "conjoin", "Nodes a second and time to a depth over speed-50"),
];

/// Runs the command.
pub fn run(options: &Options, common: &Common) -> Result<(), Failure> {
    match &options.action {
        Action::List => list(common),
        Action::Run { id, depth } => match id.as_str() {
            "techniques" => run_techniques(depth.unwrap_or(8), common),
            "speed" => run_speed(depth.unwrap_or(12), common),
            _ => {
                let known: Vec<&str> = EXPERIMENTS.iter().map(|(id, ..)| *id).collect();
                let known = known.join(", ");
                Err(bad_input(&format!("experiment {id:?} is not known: expected {known}")))
            }
        },
    }
}

fn list(common: &Common) -> Result<(), Failure> {
    for (id, source, title) in EXPERIMENTS {
        output::print(&if common.json {
            json!({"id": id, "source": source, "title": title}).to_string()
        } else {
            format!("{id:12} {title}")
        })?;
    }
    Ok(())
}

fn bar(length: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta} left")
        .expect("a template that is known to parse");
    ProgressBar::new(length as u64).with_style(style)
}

fn run_techniques(depth: u32, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let suite = suite::built_in("middle-116").expect("a built-in suite");
    let bar = Mutex::new(bar(0));
    let rows = techniques::measure(&suite, depth, common.threads(), &|done, total| {
        if let Ok(bar) = bar.lock() {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        }
        !interrupt::requested()
    })
    .map_err(|error| bad_input(&error))?;
    if let Ok(bar) = bar.lock() {
        bar.finish_and_clear();
    }
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
            "size": 8, "rules": "olympiad",
            "id": "techniques", "suite": "middle-116", "depth": depth, "rows": rows,
        });
        return output::print(&output::object("lab", common, None, &clock, body).to_string());
    }
    let mut text = format!(
        "Nodes to depth {depth} over middle-116 ({} positions), rules olympiad, evaluator basic\n\
         {:28} {:>14} {:>8} {:>9} {:>11}",
        suite.len(),
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

fn run_speed(depth: u32, common: &Common) -> Result<(), Failure> {
    const TABLE_BYTES: usize = 256 << 20;
    let clock = output::Clock::start();
    let suite = suite::built_in("speed-50").expect("a built-in suite");
    let bar = bar(suite.len());
    let row = speed::measure(
        &suite,
        &SearchConfig::default(),
        depth,
        common.threads(),
        TABLE_BYTES,
        &mut |done| {
            bar.set_position(done as u64);
            !interrupt::requested()
        },
    )
    .map_err(|error| bad_input(&error))?;
    bar.finish_and_clear();
    if common.json {
        let body = json!({
            "size": 8, "rules": "olympiad", "id": "speed", "suite": "speed-50", "depth": depth, "positions": row.positions,
            "nodes": row.counters.nodes, "nodes_per_second": row.nodes_per_second(),
            "mean_seconds": row.mean_seconds(), "counters": row.counters,
        });
        output::print(&output::object("lab", common, None, &clock, body).to_string())?;
    } else {
        output::print(&format!(
            "speed-50: {} positions to depth {depth} with {} threads: {:.2} s, mean {:.3} s, \
             {} nodes, {:.2} million a second",
            row.positions,
            common.threads(),
            row.seconds,
            row.mean_seconds(),
            row.counters.nodes,
            row.nodes_per_second() / 1e6
        ))?;
    }
    if interrupt::requested() { Err(Failure::Interrupted) } else { Ok(()) }
}
