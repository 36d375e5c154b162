//! `conjoin ugi`: the engine protocol. `docs/ugi.md` describes it.
//!
//! Commands come in on standard input, one a line. A search runs in a thread of its own, and
//! commands that have to wait for its end are kept aside, so that `stop`, `isready` and `quit` are
//! obeyed at once whatever goes on. A session is of one game; another game makes another session.

mod output;
mod search;
mod session;
mod settings;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use conjoin_engine::{EngineError, PlayerOptions};
use conjoin_eval::Playable;

use crate::cli::Common;
use crate::failure::Failure;
use crate::input::{Lines, Next};
use output::Output;
use session::{Conversation, Session};
use settings::{GeneralSettings, Settings, USUAL_PROFILE};

/// Options of `conjoin ugi`.
#[derive(Debug, Args)]
pub struct Options {
    /// Profile that plays: a name or a TOML file
    #[arg(long, default_value = USUAL_PROFILE)]
    profile: String,
}

/// Between two looks whether a search has ended for which commands wait.
const LOOK: Duration = Duration::from_millis(2);

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    let general = GeneralSettings::new(common.player_options());
    let settings = Settings::<G>::new(common.variant::<G>()?, &options.profile, general)?;
    let output = Output::new(Arc::new(Mutex::new(std::io::stdout())));
    let mut session: Box<dyn Conversation> = Box::new(Session::new(settings, output));
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
        if let Some(other) = session.successor() {
            session = other;
        }
    }
}

/// What a session of a game says to these lines, each of which comes when the search before it has
/// ended by itself, if it does.
pub fn run_session<G: Playable>(
    lines: &[&str],
    options: PlayerOptions,
) -> Result<String, EngineError> {
    let variant = G::Variant::default();
    let settings = Settings::<G>::new(variant, USUAL_PROFILE, GeneralSettings::new(options))?;
    let said = Arc::new(Mutex::new(Vec::new()));
    let mut session: Box<dyn Conversation> =
        Box::new(Session::new(settings, Output::new(Arc::clone(&said) as _)));
    for line in lines {
        if !session.receive((*line).to_owned()) {
            break;
        }
        session.await_finite_search();
        if let Some(other) = session.successor() {
            session = other;
        }
    }
    session.quit();
    let said = said.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(String::from_utf8_lossy(&said).into_owned())
}
