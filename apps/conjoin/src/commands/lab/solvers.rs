//! Our solver beside those of the papers.

use std::time::Duration;

use conjoin_core::Variant as _;
use conjoin_eval::Playable;
use conjoin_lab::solvers::{self, Contender};
use conjoin_prove::Algorithm;
use serde_json::json;

use super::measure::{bar, built_in};
use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::{interrupt, output};

/// What is compared where nothing else is asked for.
const USUAL: [&str; 4] = ["best", "best:2", "dfpn-eps", "ef-pn2"];

/// Reads a search with its threads, for example `best:2`.
fn contender(text: &str) -> Result<Contender, Failure> {
    let (name, threads) = text.split_once(':').unwrap_or((text, "1"));
    let algorithm: Algorithm = name.parse().map_err(|error| bad_input(&error))?;
    match threads.parse() {
        Ok(threads @ 1..=1024) => Ok(Contender { algorithm, threads }),
        _ => Err(bad_input(&format!("{text:?}: expected threads from 1 to 1024 after the colon"))),
    }
}

/// Runs the comparison, with so much time for each position.
pub fn run<G: Playable>(
    suite: Option<&str>,
    names: &[String],
    time: Duration,
    sample: Option<usize>,
    common: &Common,
) -> Result<(), Failure> {
    const TABLE_BYTES: usize = 2 << 30;
    let clock = output::Clock::start();
    let usual_names = USUAL.map(String::from);
    let names = if names.is_empty() { &usual_names } else { names };
    let usual = G::Variant::default();
    let contenders = names.iter().map(|name| contender(name)).collect::<Result<Vec<_>, _>>()?;
    let (suite_name, all) = built_in::<G>(suite)?;
    let wanted = sample.unwrap_or(all.len()).min(all.len());
    let suite: Vec<_> = (0..wanted).map(|i| all[i * all.len() / wanted].clone()).collect();
    let memory = common.memory.unwrap_or(TABLE_BYTES);
    let bar = bar(suite.len());
    let rows = solvers::measure::<G>(&suite, &contenders, memory, time, &mut |done| {
        bar.set_position(done as u64);
        !interrupt::requested()
    })
    .map_err(|error| bad_input(&error))?;
    bar.finish_and_clear();
    let positions = rows.first().map_or(0, |row| row.efforts.len());
    let ratios: Vec<_> = (0..rows.len()).map(|i| solvers::ratio(&rows, i)).collect();
    if common.json {
        let rows: Vec<_> = rows
            .iter()
            .zip(&ratios)
            .map(|(row, ratio)| {
                json!({
                    "algorithm": row.contender.algorithm.to_string(),
                    "threads": row.contender.threads, "solved": row.solved(),
                    "expanded": row.expanded(), "seconds": row.seconds(),
                    "solved_by_all": ratio.positions, "time_ratio": ratio.time,
                    "summed_time_ratio": ratio.summed_time, "expanded_ratio": ratio.expanded,
                })
            })
            .collect();
        let body = json!({
            "id": "solvers", "suite": suite_name,
            "positions": positions, "memory": memory, "rows": rows,
        });
        output::print(&output::object::<G>("lab", common, Some(usual), &clock, body).to_string())?;
    } else {
        let mut text = format!(
            "{suite_name}: {positions} positions, {} s each, {} MiB, rules {}; times and \
             expansions against the first row over the {} that all solved\n\
             {:14} {:>7} {:>14} {:>10} {:>14} {:>10} {:>10} {:>10}",
            time.as_secs_f64(),
            memory >> 20,
            usual.rules(),
            ratios.first().map_or(0, |ratio| ratio.positions),
            "",
            "solved",
            "expanded",
            "seconds",
            "expanded/s",
            "time, mean",
            "time, sum",
            "expanded"
        );
        for (row, ratio) in rows.iter().zip(&ratios) {
            let name = match row.contender.threads {
                1 => row.contender.algorithm.to_string(),
                threads => format!("{}:{threads}", row.contender.algorithm),
            };
            text += &format!(
                "\n{name:14} {:>7} {:>14} {:>10.2} {:>14.0} {:>10.2} {:>10.2} {:>10.2}",
                row.solved(),
                row.expanded(),
                row.seconds(),
                row.expanded() as f64 / row.seconds().max(1e-9),
                ratio.time,
                ratio.summed_time,
                ratio.expanded
            );
        }
        output::print(&text)?;
    }
    if interrupt::requested() { Err(Failure::Interrupted) } else { Ok(()) }
}
