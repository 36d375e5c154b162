//! The choices of all games as options of the command line.

use clap::{Arg, ArgMatches, Command};
use conjoin_core::{Part, Variant as _};
use conjoin_engine::{GameName, GameVisitor};
use conjoin_eval::Playable;

/// An option: its word, and what to say about it.
struct Shown {
    key: &'static str,
    help: String,
}

/// The choices of a game as options.
struct Choices;

impl GameVisitor for Choices {
    type Output = Vec<Shown>;

    fn visit<G: Playable>(self) -> Vec<Shown> {
        let usual = G::Variant::default();
        let shown = |choice: &conjoin_core::Choice| {
            let default = match choice.part {
                Part::Rules if choice.key != "rules" => "as --rules".to_owned(),
                part => {
                    let value = usual.get(choice.key).unwrap_or_default();
                    let or = if part == Part::Board { ", or that of the position" } else { "" };
                    format!("{value}{or}")
                }
            };
            Shown { key: choice.key, help: format!("{} [default: {default}]", choice.help) }
        };
        G::choices().iter().map(shown).collect()
    }
}

/// What was said of the variant: words of choices and their values, in the order of the games.
#[derive(Clone, Debug, Default)]
pub struct Settings(Vec<(&'static str, String)>);

impl Settings {
    /// The settings.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (*key, value.as_str()))
    }

    /// The value of a choice, where it was given.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }
}

/// The options of all games; where several have the same word, each says its part.
fn options() -> Vec<Shown> {
    let mut options: Vec<Shown> = Vec::new();
    for game in GameName::ALL {
        for new in game.visit(Choices) {
            match options.iter_mut().find(|old| old.key == new.key) {
                None => options.push(new),
                Some(old) => old.help += &format!("; {}: {}", game.title(), new.help),
            }
        }
    }
    options
}

impl clap::Args for Settings {
    fn augment_args(command: Command) -> Command {
        options().into_iter().fold(command, |command, option| {
            command.arg(
                Arg::new(option.key)
                    .long(option.key)
                    .value_name("VALUE")
                    .global(true)
                    .help(option.help),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |option: Shown| {
            let value = matches.get_one::<String>(option.key)?;
            Some((option.key, value.clone()))
        };
        Ok(Self(options().into_iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
