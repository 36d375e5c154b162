//! The command line: names, options and how a bad one is reported.

use clap::{Args, Parser, Subcommand, ValueEnum};
use conjoin_engine::PlayerOptions;
use conjoin_games::loa::{self, Position, Rules};

use crate::commands;
use crate::failure::{Failure, bad_input};
use crate::{serve, units, version};

/// Plays, analyses and solves Lines of Action, and measures how it does so.
#[derive(Debug, Parser)]
#[command(name = "conjoin", version = version::LINE, long_version = version::long(), max_term_width = 100)]
#[command(infer_long_args = false)]
pub struct Cli {
    /// What to do; the app when nothing is said.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options that every command understands.
    #[command(flatten)]
    pub common: Common,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Start the app in the browser and print its address (also without any command)
    Serve(serve::Options),
    /// Count the legal move sequences of a given length
    Perft(commands::perft::Options),
    /// Draw a position as text, and as a picture with --svg
    Show(commands::show::Options),
    /// Check and convert game records (SGF and PGN-like text)
    Sgf(commands::sgf::Options),
    /// Find the best moves of a position
    #[command(visible_alias = "analyze")]
    Analyse(commands::analyse::Options),
    /// Find the mistakes of a game, with proofs where they can be had
    Review(commands::review::Options),
    /// Find out who wins a position, with a proof
    Solve(commands::solve::Options),
    /// Check proof files
    Verify(commands::verify::Options),
    /// Make and check suites of positions
    Suite(commands::suite::Options),
    /// Play a game in the terminal
    Play(commands::play::Options),
    /// Two players against each other, with statistics
    Match(commands::match_::Options),
    /// Speak the engine protocol UGI (or UCI) on standard input and output
    Ugi(commands::ugi::Options),
    /// One deterministic run over all games and algorithms; its node total is the signature
    Bench(commands::bench::Options),
    /// Learn the weights of evaluators
    Learn(commands::learn::Options),
    /// Run experiments
    Lab(commands::lab::Options),
}

/// A game that Conjoin knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Game {
    /// Lines of Action.
    Loa,
}

/// A start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Start {
    /// Black above and below, White left and right.
    Standard,
    /// Colours alternate around the 8x8 board.
    ScrambledEggs,
}

/// Options that every command understands.
#[derive(Debug, Args)]
pub struct Common {
    /// The game
    #[arg(long, value_enum, default_value = "loa", global = true)]
    pub game: Game,
    /// Side of the board, 3 to 8 [default: 8, or that of the position]
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u8).range(3..=8))]
    pub size: Option<u8>,
    /// Rule set: olympiad, boardspace, openspiel or ludii
    #[arg(long, default_value = "olympiad", global = true)]
    pub rules: Rules,
    /// When one move connects both sides: draw or mover [default: as --rules]
    #[arg(long, value_name = "RESULT", global = true)]
    pub simultaneous: Option<loa::Simultaneous>,
    /// A player without a move: pass or loss [default: as --rules]
    #[arg(long, value_name = "RESULT", global = true)]
    pub stuck: Option<loa::Stuck>,
    /// Positions that come back: 3 (third occurrence draws), any or none [default: as --rules]
    #[arg(long, value_name = "RULE", global = true, value_parser = loa::parse_repetition)]
    pub repetition: Option<conjoin_core::Repetition>,
    /// Start position where no other is given
    #[arg(long, value_enum, default_value = "standard", global = true)]
    pub start: Start,
    /// Threads to use [default: 1; match and learn: one for each core]
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory for tables, for example 64MiB or 4GiB [default: 128MiB; match: 32MiB for
    /// each player]
    #[arg(long, value_name = "SIZE", global = true, value_parser = units::parse_size)]
    pub memory: Option<usize>,
    /// Seed of everything random
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        global = true,
        allow_negative_numbers = true
    )]
    pub seed: u64,
    /// Print one JSON object instead of text
    #[arg(long, global = true)]
    pub json: bool,
}

impl Common {
    /// The rules after all options.
    pub fn rules(&self) -> Rules {
        Rules {
            simultaneous: self.simultaneous.unwrap_or(self.rules.simultaneous),
            stuck: self.stuck.unwrap_or(self.rules.stuck),
            repetition: self.repetition.unwrap_or(self.rules.repetition),
        }
    }

    /// Threads to use.
    pub fn threads(&self) -> usize {
        usize::from(self.threads.unwrap_or(1))
    }

    /// Memory for tables, in bytes.
    pub fn memory(&self) -> usize {
        self.memory.unwrap_or(128 << 20)
    }

    /// What players are given to work with.
    pub fn player_options(&self) -> PlayerOptions {
        PlayerOptions { memory_bytes: self.memory(), threads: self.threads(), seed: self.seed }
    }

    /// The position given as text, or else the start that the options name.
    pub fn position(&self, text: Option<&str>) -> Result<Position, Failure> {
        let position = match (text, self.start) {
            (Some(text), _) => {
                loa::parse_position(text, self.rules()).map_err(|error| bad_input(&error))?
            }
            (None, Start::Standard) => Position::start(self.size.unwrap_or(8), self.rules()),
            (None, Start::ScrambledEggs) => Position::scrambled_eggs(self.rules()),
        };
        match self.size {
            Some(size) if size != position.size() => Err(bad_input(&format!(
                "--size {size} does not fit a position on a {n}x{n} board",
                n = position.size()
            ))),
            _ => Ok(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn no_two_options_clash() {
        Cli::command().debug_assert();
    }
}
