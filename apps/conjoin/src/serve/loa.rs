//! Lines of Action as the app knows it: names, choices, starts, ends and routes, each in one place.

use conjoin_core::{History, Outcome, Side};
use conjoin_games::loa::connection::{group_of, is_connected};
use conjoin_games::loa::draw::{Drawing, svg_board};
use conjoin_games::loa::{
    MAX_SIZE, MIN_SIZE, Move, ParseError, Rules, colour_name, parse_position, squares,
};

pub use conjoin_games::loa::Position;

/// The game.
pub struct Loa;

/// Something to choose of a new game.
pub struct Choice {
    /// The word in messages.
    pub key: &'static str,
    /// The word for people.
    pub title: &'static str,
    /// A line about it.
    pub help: &'static str,
    /// What can be chosen.
    pub values: &'static [&'static str],
    /// What it changes: `board`, `rules` or `start`.
    pub part: &'static str,
}

const CHOICES: [Choice; 3] = [
    Choice {
        key: "size",
        title: "Board",
        help: "Side of the board, 3 to 8",
        values: &["3", "4", "5", "6", "7", "8"],
        part: "board",
    },
    Choice {
        key: "rules",
        title: "Rules",
        help: "Rule set: olympiad, boardspace, openspiel or ludii",
        values: &["olympiad", "boardspace", "openspiel", "ludii"],
        part: "rules",
    },
    Choice {
        key: "start",
        title: "Start",
        help: "Start position where no other is given: standard or scrambled-eggs",
        values: &["standard", "scrambled-eggs"],
        part: "start",
    },
];

/// A board, its rules and its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    size: u8,
    rules: Rules,
    is_scrambled: bool,
}

impl Default for Variant {
    fn default() -> Self {
        Self { size: MAX_SIZE, rules: Rules::OLYMPIAD, is_scrambled: false }
    }
}

impl Variant {
    /// The side of the board.
    pub fn size(self) -> u8 {
        self.size
    }

    /// The name of the rules.
    pub fn rules(self) -> String {
        self.rules.to_string()
    }

    /// The value of a choice.
    pub fn get(self, key: &str) -> Option<String> {
        match key {
            "size" => Some(self.size.to_string()),
            "rules" => Some(self.rules()),
            "start" => Some(CHOICES[2].values[usize::from(self.is_scrambled)].to_owned()),
            _ => None,
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "size" => {
                let size = value.parse().ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
                self.size = size.ok_or_else(|| format!("board size {value}: expected 3 to 8"))?;
            }
            "rules" => self.rules = value.parse().map_err(|error| format!("{error}"))?,
            "start" => {
                let found = CHOICES[2].values.iter().position(|known| *known == value);
                let expected = "expected standard or scrambled-eggs";
                self.is_scrambled = found.ok_or_else(|| format!("start: {expected}"))? == 1;
            }
            _ => return Err(format!("{} has no choice of that name", Loa::TITLE)),
        }
        Ok(())
    }
}

/// How a game ended.
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// The reason in a word.
    pub code: &'static str,
    /// The reason in a sentence.
    pub text: String,
}

/// The way of a man.
#[derive(Default)]
pub struct Route {
    /// The cells it touches, its own first; none for a pass.
    pub cells: Vec<String>,
    /// Does it take a man?
    pub is_capture: bool,
}

impl Loa {
    /// The word in messages.
    pub const NAME: &'static str = "loa";
    /// The name for people.
    pub const TITLE: &'static str = "Lines of Action";
    /// The names of the sides for people.
    pub const SIDES: [&'static str; 2] = ["Black", "White"];

    /// What can be chosen for a new game.
    pub fn choices() -> &'static [Choice] {
        &CHOICES
    }

    /// The variant that settings make of the usual one.
    pub fn variant_from<'a>(
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Variant, String> {
        let mut variant = Variant::default();
        for (key, value) in settings {
            variant.set(key, value)?;
        }
        if variant.is_scrambled && variant.size != MAX_SIZE {
            return Err(format!("start scrambled-eggs needs size {MAX_SIZE}"));
        }
        Ok(variant)
    }

    /// The first position.
    pub fn start(variant: Variant) -> Position {
        if variant.is_scrambled {
            return Position::scrambled_eggs(variant.rules);
        }
        Position::start(variant.size, variant.rules)
    }

    /// Reads a position.
    pub fn parse(text: &str, variant: Variant) -> Result<Position, ParseError> {
        parse_position(text, variant.rules)
    }

    /// The variant of a position.
    pub fn variant(position: &Position) -> Variant {
        Variant { size: position.size(), rules: position.rules(), is_scrambled: false }
    }

    /// How the game ended, if it is over.
    pub fn ending(game: &History<Position>) -> Option<Ending> {
        let outcome = game.outcome()?;
        let (code, text) = match outcome {
            Outcome::Win(winner) if is_connected(game.current().men(winner)) => {
                let winner = colour_name(winner);
                ("connection", format!("{winner} has won: all its men are connected."))
            }
            Outcome::Win(winner) => {
                let (winner, loser) = (colour_name(winner), colour_name(!winner));
                ("stuck", format!("{winner} has won: {loser} cannot move."))
            }
            Outcome::Draw if game.is_drawn_by_repetition() => {
                ("repetition", "Drawn: the position has come back too often.".into())
            }
            Outcome::Draw => ("both", "Drawn: both sides are connected.".into()),
        };
        Some(Ending { outcome, code, text })
    }

    /// The cells that a move passes.
    pub fn route(_: &Position, mv: Move) -> Route {
        if mv.is_pass() {
            return Route::default();
        }
        let cells = vec![mv.from().to_string(), mv.to().to_string()];
        Route { cells, is_capture: mv.is_capture() }
    }

    /// The connected groups of each side, by their squares.
    pub fn groups(position: &Position) -> [Vec<Vec<String>>; 2] {
        Side::BOTH.map(|side| {
            let men = position.men(side);
            let mut left = men;
            let mut found = Vec::new();
            while let Some(square) = squares(left).next() {
                let group = group_of(men, square);
                found.push(squares(group).map(|square| square.to_string()).collect());
                left &= !group;
            }
            found
        })
    }

    /// The last position as a picture.
    pub fn picture(game: &History<Position>, caption: Option<String>) -> String {
        let last_move = game.moves().last().copied();
        svg_board(game.current(), &Drawing { last_move, caption, ..Drawing::default() })
    }

    /// The name of a side in messages.
    pub fn side_key(side: Side) -> String {
        Self::SIDES[side.index()].to_lowercase()
    }

    /// The side of this name.
    pub fn side_named(name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| Self::SIDES[side.index()].eq_ignore_ascii_case(name))
    }
}
