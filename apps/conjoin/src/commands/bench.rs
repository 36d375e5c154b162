//! `conjoin bench`: the signature. The same code gives the same total on every machine, so a
//! change that alters what any game or algorithm does shows up as another number.

use clap::Args;
use conjoin_engine::{GameName, GameVisitor};
use conjoin_eval::Playable;
use conjoin_lab::bench::{self, Part, SEED};
use serde_json::{Value, json};

use crate::cli::Common;
use crate::failure::Failure;
use crate::{interrupt, output};

/// Options of `conjoin bench`.
#[derive(Debug, Args)]
pub struct Options {}

/// The parts of a game.
struct Parts;

impl GameVisitor for Parts {
    type Output = Vec<Part>;

    fn visit<G: Playable>(self) -> Vec<Part> {
        bench::parts::<G>()
    }
}

/// Runs the command.
pub fn run<G: Playable>(_options: &Options, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let mut signature = 0u64;
    let mut rows: Vec<Value> = Vec::new();
    for (name, work) in GameName::ALL.iter().flat_map(|game| game.visit(Parts)) {
        if interrupt::requested() {
            return Err(Failure::Interrupted);
        }
        let part = output::Clock::start();
        let nodes = work();
        let seconds = part.seconds();
        signature = signature.wrapping_add(nodes);
        if !common.json {
            let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
            output::print(&format!("{name:44} {nodes:>14} {speed:>9.1} M/s"))?;
        }
        rows.push(json!({"name": name, "nodes": nodes, "seconds": seconds}));
    }
    if common.json {
        let body = json!({
            "game": "all", "size": null, "rules": "of the parts", "threads": 1, "seed": SEED,
            "signature": signature, "parts": rows,
        });
        let object = output::object::<G>("bench", common, None, &clock, body);
        return output::print(&object.to_string());
    }
    output::print(&format!("signature {signature}  ({:.1} s)", clock.seconds()))
}
