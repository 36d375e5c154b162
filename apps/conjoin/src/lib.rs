//! The program `conjoin` as a library, so that tests can go through its commands, its engine
//! protocol and its app with any game; it is no interface for others. Commands are in `commands`,
//! one file each; what they compute is in the crates below.
//!
//! [`run`] is the whole program, [`Run`] a command for one game, [`commands::ugi::run_session`] and
//! [`serve::answers_to`] are conversations without a process.

mod cli;
#[doc(hidden)]
pub mod commands;
mod failure;
mod input;
mod interrupt;
mod output;
#[doc(hidden)]
pub mod serve;
mod units;
mod variant_args;
mod version;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

pub use cli::{Cli, Command, Common};
use conjoin_engine::GameVisitor;
use conjoin_eval::Playable;
pub use failure::Failure;

/// Does what the command line says.
pub fn run() -> ExitCode {
    let missing = version::missing_features();
    if !missing.is_empty() {
        eprintln!(
            "conjoin: this build needs processor features that are not here: {}. \
             Build a portable one as docs/performance.md says.",
            missing.join(" ")
        );
        return ExitCode::from(2);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            return match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                    drop(error.print());
                    ExitCode::SUCCESS
                }
                ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => failure::unfinished(),
                _ => failure::usage_error(&error),
            };
        }
    };
    interrupt::listen();
    // A bare `conjoin` starts the app.
    let command = cli.command.unwrap_or_else(|| Command::Serve(serve::Options::default()));
    let result =
        cli.common.game.unwrap_or_default().visit(Run { command: &command, common: &cli.common });
    // A player that does not listen is left behind with its thread; its program is not.
    conjoin_engine::outside::end_all();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// A command to be carried out for a game.
#[derive(Debug)]
pub struct Run<'a> {
    /// What to do.
    pub command: &'a Command,
    /// With which options.
    pub common: &'a Common,
}

impl GameVisitor for Run<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self { command, common } = self;
        common.variant::<G>()?;
        match command {
            Command::Serve(options) => {
                common.expect_no_game("serve", "the app has all games")?;
                serve::run(options, common)
            }
            Command::Perft(options) => commands::perft::run::<G>(options, common),
            Command::Show(options) => commands::show::run::<G>(options, common),
            Command::Sgf(options) => commands::sgf::run::<G>(options, common),
            Command::Analyse(options) => commands::analyse::run::<G>(options, common),
            Command::Review(options) => commands::review::run::<G>(options, common),
            Command::Solve(options) => commands::solve::run::<G>(options, common),
            Command::Verify(options) => {
                common.expect_no_game("verify", "a proof names its own game and rules")?;
                commands::verify::run::<G>(options, common)
            }
            Command::Suite(options) => commands::suite::run::<G>(options, common),
            Command::Play(options) => commands::play::run::<G>(options, common),
            Command::Match(options) => commands::match_::run::<G>(options, common),
            Command::Ugi(options) => commands::ugi::run::<G>(options, common),
            Command::Bench(options) => {
                common.expect_no_game("bench", "it runs over all games")?;
                commands::bench::run::<G>(options, common)
            }
            Command::Learn(options) => commands::learn::run::<G>(options, common),
            Command::Lab(options) => commands::lab::run::<G>(options, common),
        }
    }
}
