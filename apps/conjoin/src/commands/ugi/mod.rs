//! `conjoin ugi`: the engine protocol. `docs/ugi.md` describes it.
//!
//! Commands come in on standard input, one a line. A search runs in a thread of its own, and
//! commands that have to wait for its end are kept aside, so that `stop`, `isready` and `quit` are
//! obeyed at once whatever goes on.

mod command;
mod search;
mod session;
mod settings;

use std::time::Duration;

use clap::Args;

use crate::cli::Common;
use crate::failure::Failure;
use crate::input::{Lines, Next};
use session::Session;
use settings::Settings;

/// Options of `conjoin ugi`.
#[derive(Debug, Args)]
pub struct Options {
    /// Profile that plays: a name or a TOML file
    #[arg(long, default_value = "champion")]
    profile: String,
}

/// Between two looks whether a search has ended for which commands wait.
const LOOK: Duration = Duration::from_millis(2);

/// Runs the command.
pub fn run(options: &Options, common: &Common) -> Result<(), Failure> {
    let settings = Settings::new(common, &options.profile)?;
    let mut session = Session::new(settings);
    let lines = Lines::read();
    loop {
        let next = if session.keeps_lines() { lines.next_within(LOOK) } else { Some(lines.next()) };
        let goes_on = match next {
            None => session.carry_on(),
            Some(Next::Line(line)) => session.receive(line),
            Some(Next::End) => {
                session.quit();
                return Ok(());
            }
            Some(Next::Interrupted) => {
                session.quit();
                return Err(Failure::Interrupted);
            }
        };
        if !goes_on {
            return Ok(());
        }
    }
}
