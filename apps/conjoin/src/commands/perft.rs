//! `conjoin perft`: counts legal move sequences.

use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use conjoin_core::{Game, PerftControl, TextForm as _, Variant as _, perft_divide, perft_parallel};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::cli::Common;
use crate::failure::Failure;
use crate::{interrupt, output};

/// Options of `conjoin perft`.
#[derive(Debug, Args)]
pub struct Options {
    /// Length of the sequences
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Position to count from [default: the start]
    #[arg(long, value_name = "POS")]
    position: Option<String>,
    /// Show the count of each first move
    #[arg(long)]
    divide: bool,
}

/// Runs the command.
pub fn run<G: Game>(options: &Options, common: &Common) -> Result<(), Failure> {
    let position = common.position::<G>(options.position.as_deref())?;
    let variant = G::variant(&position);
    let clock = output::Clock::start();
    let control = PerftControl::default();
    let count = std::thread::scope(|scope| {
        let counting =
            scope.spawn(|| perft_parallel(&position, options.depth, common.threads(), &control));
        watch(&control, || counting.is_finished());
        counting.join().expect("counting does not panic")
    });
    let Some(count) = count else { return Err(Failure::Interrupted) };
    let seconds = clock.seconds();

    let divide: Vec<(String, u64)> = if options.divide {
        perft_divide(&position, options.depth)
            .into_iter()
            .map(|(mv, count)| (position.format_move(mv), count))
            .collect()
    } else {
        Vec::new()
    };
    if common.json {
        let mut body = json!({
            "position": position.to_string(), "depth": options.depth, "count": count,
        });
        if options.divide {
            body["divide"] =
                divide.iter().map(|(mv, count)| json!({"move": mv, "count": count})).collect();
        }
        let object = output::object::<G>("perft", common, Some(variant), &clock, body);
        return output::print(&object.to_string());
    }
    let mut text = String::new();
    for (mv, count) in &divide {
        text += &format!("{mv:6} {count}\n");
    }
    text += &format!(
        "perft {} = {count}  ({seconds:.3} s, {:.0} million a second, rules {})",
        options.depth,
        count as f64 / seconds.max(1e-9) / 1e6,
        variant.rules()
    );
    output::print(&text)
}

/// Shows progress, and passes Ctrl-C on, until the count is done.
fn watch(control: &PerftControl, is_done: impl Fn() -> bool) {
    const TICK: Duration = Duration::from_millis(2);
    let style = ProgressStyle::with_template("{bar:40} {percent}% {eta} left")
        .expect("a template that is known to parse");
    let bar = ProgressBar::new(0).with_style(style);
    while !is_done() {
        if interrupt::requested() {
            control.stop.store(true, Ordering::Relaxed);
        }
        bar.set_length(control.total.load(Ordering::Relaxed) as u64);
        bar.set_position(control.done.load(Ordering::Relaxed) as u64);
        std::thread::sleep(TICK);
    }
    bar.finish_and_clear();
}
