//! The command line: names, options and how a bad one is reported.

use clap::{Args, Parser, Subcommand};
use conjoin_core::{Game, Part, Variant as _};
use conjoin_engine::{GameName, PlayerOptions};

use crate::commands;
use crate::failure::{Failure, bad_input};
use crate::variant_args::Settings;
use crate::{serve, units, version};

/// Plays, analyses and solves board games, and measures how it does so.
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
    Match(Box<commands::match_::Options>),
    /// Speak the engine protocol UGI (or UCI) on standard input and output
    Ugi(commands::ugi::Options),
    /// One deterministic run over all games and algorithms; its node total is the signature
    Bench(commands::bench::Options),
    /// Learn the weights of evaluators and the transition probabilities of moves
    Learn(commands::learn::Options),
    /// Run experiments
    Lab(commands::lab::Options),
}

/// Options that every command understands.
#[derive(Debug, Args)]
pub struct Common {
    /// The game, if it is named.
    #[arg(long, value_name = "NAME", global = true, help = games())]
    pub game: Option<GameName>,
    /// Board, rules and start.
    #[command(flatten)]
    pub settings: Settings,
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

/// The games there are.
fn games() -> String {
    let names: Vec<&str> = GameName::ALL.iter().map(|game| game.name()).collect();
    format!("The game: {} [default: {}]", names.join(", "), GameName::default())
}

impl Common {
    /// The variant that the options name.
    pub fn variant<G: Game>(&self) -> Result<G::Variant, Failure> {
        G::variant_from(self.settings.iter()).map_err(|error| bad_input(&error))
    }

    /// Refuses a game and its settings where a command does not ask for them.
    pub fn expect_no_game(&self, command: &str, reason: &str) -> Result<(), Failure> {
        let given = self.game.map(|_| "game").or(self.settings.iter().next().map(|(key, _)| key));
        match given {
            Some(key) => Err(bad_input(&format!("{command} takes no --{key}: {reason}"))),
            None => Ok(()),
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
    pub fn position<G: Game>(&self, text: Option<&str>) -> Result<G::Position, Failure> {
        let variant = self.variant::<G>()?;
        let Some(text) = text else { return Ok(G::start(variant)) };
        let position = G::parse(text, variant).map_err(|error| bad_input(&error))?;
        self.expect_board::<G>(&position)?;
        Ok(position)
    }

    /// Refuses a position whose board is another than the options ask for.
    pub fn expect_board<G: Game>(&self, position: &G::Position) -> Result<(), Failure> {
        let found = G::variant(position);
        let board = G::choices().iter().filter(|choice| choice.part == Part::Board);
        for choice in board {
            let has = found.get(choice.key).unwrap_or_default();
            if let Some(wanted) = self.settings.get(choice.key).filter(|wanted| *wanted != has) {
                let key = choice.key;
                return Err(bad_input(&format!(
                    "--{key} {wanted} does not fit a position with {key} {has}"
                )));
            }
        }
        Ok(())
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
