//! `conjoin`: the one binary. Commands are in `commands`, one file each; what they compute is in
//! the libraries.

mod cli;
mod commands;
mod failure;
mod input;
mod interrupt;
mod output;
mod reviewed;
mod serve;
mod units;
mod version;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use cli::{Cli, Command};

fn main() -> ExitCode {
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
    let result = match &command {
        Command::Serve(options) => serve::run(options, &cli.common),
        Command::Perft(options) => commands::perft::run(options, &cli.common),
        Command::Show(options) => commands::show::run(options, &cli.common),
        Command::Sgf(options) => commands::sgf::run(options, &cli.common),
        Command::Analyse(options) => commands::analyse::run(options, &cli.common),
        Command::Review(options) => commands::review::run(options, &cli.common),
        Command::Solve(options) => commands::solve::run(options, &cli.common),
        Command::Verify(options) => commands::verify::run(options, &cli.common),
        Command::Suite(options) => commands::suite::run(options, &cli.common),
        Command::Play(options) => commands::play::run(options, &cli.common),
        Command::Match(options) => commands::match_::run(options, &cli.common),
        Command::Ugi(options) => commands::ugi::run(options, &cli.common),
        Command::Bench(options) => commands::bench::run(options, &cli.common),
        Command::Learn(options) => commands::learn::run(options, &cli.common),
        Command::Lab(options) => commands::lab::run(options, &cli.common),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
