//! The games that Conjoin has: the one place above `eval` that names them.

use std::fmt;
use std::str::FromStr;

use conjoin_core::Game;
use conjoin_eval::Playable;
use conjoin_games::chinese_checkers::ChineseCheckers;
use conjoin_games::loa::Loa;
use conjoin_games::surakarta::Surakarta;

/// Something to be done with a game, whichever it is.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Playable>(self) -> Self::Output;
}

macro_rules! games {
    ($($(#[$mark:meta])? $game:ident),* $(,)?) => {
        /// A game by its name.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum GameName {
            $(
                #[doc = concat!("`", stringify!($game), "`.")]
                $(#[$mark])?
                $game
            ),*
        }

        impl GameName {
            /// All games, the usual one first.
            pub const ALL: &'static [Self] = &[$(Self::$game),*];

            /// Does something with the game.
            pub fn visit<V: GameVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$game => visitor.visit::<$game>()),*
                }
            }

            /// The name in commands and files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$game => $game::NAME),*
                }
            }

            /// The name for people.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$game => $game::TITLE),*
                }
            }
        }
    };
}

games! {
    #[default]
    Loa,
    Surakarta,
    ChineseCheckers,
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {name:?} is not known: expected {known}")]
pub struct UnknownGame {
    name: String,
    known: String,
}

impl FromStr for GameName {
    type Err = UnknownGame;

    /// Reads a name in any case, with `-`, `_` or blanks between words.
    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        let name = text.trim().to_lowercase().replace(['_', ' '], "-");
        Self::ALL.iter().copied().find(|game| game.name() == name).ok_or_else(|| UnknownGame {
            name: text.chars().take(40).collect(),
            known: Self::ALL.iter().map(|game| game.name()).collect::<Vec<_>>().join(", "),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct CheckGame;

    impl GameVisitor for CheckGame {
        type Output = ();

        fn visit<G: Playable>(self) {
            conjoin_core::conformance::check_game::<G>(7);
        }
    }

    #[test]
    fn every_game_is_what_its_descriptor_says() {
        for game in GameName::ALL {
            game.visit(CheckGame);
        }
    }

    #[test]
    fn every_game_is_found_by_its_name() {
        for game in GameName::ALL {
            assert_eq!(game.name().to_uppercase().parse(), Ok(*game));
            assert!(!game.title().is_empty());
        }
        let error = "chess".parse::<GameName>().unwrap_err().to_string();
        assert!(error.contains("chess") && error.contains(GameName::default().name()), "{error}");
    }
}
