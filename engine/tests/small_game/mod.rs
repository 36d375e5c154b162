//! Breakthrough on small boards: a whole game that is not shipped.
//!
//! It goes through the house by the traits alone, and `docs/add-a-game.md` is written from it. A
//! shipped game has the same parts in its own folders of `games`, `eval` and `referee`.
//!
//! Rules: Breakthrough by Dan Troyka (2000). Black begins at the bottom and goes up, White comes
//! down. A man goes one step straight ahead to an empty cell, or one step diagonally ahead to a
//! cell that is empty or holds an enemy, who is captured. Who first brings a man to the far row, or
//! captures all enemies, wins; by the rules `misere` that player loses.
//!
//! A player always has a move: what stands diagonally ahead of the foremost man is empty or an
//! enemy. So there is no pass. Men never go back: no position comes back, and no game is drawn.

pub mod evaluator;
mod position;
pub mod referee;
mod text;

use std::fmt;
use std::str::FromStr;

use conjoin_core::{
    Choice, Ending, Form, Game, History, Marks, Part, Position as _, Route, Side, VariantError,
};
use conjoin_games::grid::Grid;
use conjoin_games::record::Recorded;

pub use position::{Move, Position};

/// The game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breakthrough;

/// What the goal of a player is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Who reaches the far row or captures all enemies wins.
    #[default]
    Standard,
    /// That player loses.
    Misere,
}

impl Rules {
    /// The name in commands and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Misere => "misere",
        }
    }
}

/// A board and its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The side of the board.
    pub size: u8,
    /// The rules.
    pub rules: Rules,
}

impl Default for Variant {
    fn default() -> Self {
        Self { size: 5, rules: Rules::Standard }
    }
}

const CHOICES: [Choice; 2] = [
    Choice {
        key: "size",
        title: "Board",
        help: "Side of the board, 4 to 6",
        values: &["4", "5", "6"],
        part: Part::Board,
    },
    Choice {
        key: "rules",
        title: "Rules",
        help: "Rule set: standard or misere",
        values: &["standard", "misere"],
        part: Part::Rules,
    },
];

impl conjoin_core::Variant for Variant {
    fn get(&self, key: &str) -> Option<String> {
        match key {
            "size" => Some(self.size.to_string()),
            "rules" => Some(self.rules.name().into()),
            _ => None,
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), VariantError> {
        match (key, value) {
            ("size", "4") => self.size = 4,
            ("size", "5") => self.size = 5,
            ("size", "6") => self.size = 6,
            ("rules", "standard") => self.rules = Rules::Standard,
            ("rules", "misere") => self.rules = Rules::Misere,
            _ => {
                let value: String = value.chars().take(40).collect();
                let reason = format!(
                    "{key} {value:?} is not known: expected size 4 to 6, standard or misere"
                );
                return Err(VariantError::new(reason));
            }
        }
        Ok(())
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.size, self.rules.name())
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    /// Reads what `Display` writes; what is missing is as usual.
    fn from_str(text: &str) -> Result<Self, VariantError> {
        use conjoin_core::Variant as _;
        let mut variant = Self::default();
        for word in text.split_whitespace() {
            let is_size = word.parse::<u8>().is_ok();
            variant.set(if is_size { "size" } else { "rules" }, word)?;
        }
        Ok(variant)
    }
}

impl Game for Breakthrough {
    type Position = Position;
    type Variant = Variant;

    const NAME: &'static str = "breakthrough";
    const TITLE: &'static str = "Breakthrough";
    const SIDES: [&'static str; 2] = ["Black", "White"];

    fn choices() -> &'static [Choice] {
        &CHOICES
    }

    fn start(variant: Variant) -> Position {
        Position::start(variant.size, variant.rules)
    }

    fn variant(position: &Position) -> Variant {
        Variant { size: position.size(), rules: position.rules() }
    }

    fn ending(game: &History<Position>) -> Option<Ending> {
        let now = game.current();
        let outcome = now.outcome()?;
        let winner = Self::side_name(outcome.winner().expect("no game is drawn"));
        let goal = Side::BOTH.into_iter().find(|side| now.is_at_goal(*side));
        let goal = goal.expect("the game is over");
        let (code, reason) = if now.has_reached(goal) {
            ("goal", format!("{} is on the far row", Self::side_name(goal)))
        } else {
            ("captured", format!("{} has no men left", Self::side_name(!goal)))
        };
        Some(Ending { outcome, code, text: format!("{winner} has won: {reason}.") })
    }

    fn draw(position: &Position, marks: &Marks, form: Form) -> String {
        let grid = Grid {
            size: position.size(),
            title: position.to_string(),
            man_on: |file, rank| position.man_on(8 * rank + file),
        };
        grid.draw(marks, form)
    }

    fn route(position: &Position, mv: Move) -> Route {
        let cells = [mv.from, mv.to].map(text::cell_name).to_vec();
        Route { cells, is_capture: position.is_capture(mv) }
    }

    fn men(position: &Position) -> [u32; 2] {
        Side::BOTH.map(|side| position.men(side).count_ones())
    }
}

/// Records are text: SGF has no number for this game.
impl Recorded for Breakthrough {}
