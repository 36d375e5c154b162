//! `conjoin ugi`: the engine protocol. `docs/ugi.md` describes it.
//!
//! Commands come in on standard input, one a line. A search runs in a thread of its own, so that
//! `stop` and `isready` are answered at once whatever goes on.

mod command;
mod search;
mod session;
mod settings;

use std::collections::VecDeque;

use clap::Args;

use crate::cli::Common;
use crate::failure::Failure;
use crate::input::{Lines, Next};
use crate::interrupt;
use session::Session;
use settings::Settings;

/// Options of `conjoin ugi`.
#[derive(Debug, Args)]
pub struct Options {
    /// Profile that plays: a name or a TOML file
    #[arg(long, default_value = "champion")]
    profile: String,
}

/// Runs the command.
pub fn run(options: &Options, common: &Common) -> Result<(), Failure> {
    let settings = Settings::new(common, &options.profile)?;
    let mut session = Session::new(settings);
    let lines = Lines::read();
    // Lines that came in while another had to wait.
    let mut pending = VecDeque::new();
    loop {
        let next = pending.pop_front().map_or_else(|| lines.next(), Next::Line);
        let line = match next {
            Next::Line(line) => line,
            Next::End => {
                session.end_of_input();
                return Ok(());
            }
            Next::Interrupted => {
                session.quit();
                return Err(Failure::Interrupted);
            }
        };
        while session.has_to_wait(&line) {
            pending.extend(lines.poll());
            if interrupt::requested() || is_stopped_by(&pending) {
                session.stop_search();
            }
        }
        if !session.obey(&line) {
            return Ok(());
        }
    }
}

/// Is a search that is going on ended by one of these lines?
fn is_stopped_by(pending: &VecDeque<String>) -> bool {
    let words = pending.iter().filter_map(|line| line.split_ascii_whitespace().next());
    let mut ends = words.filter(|word| matches!(*word, "stop" | "quit" | "go"));
    ends.next().is_some_and(|word| word != "go")
}
