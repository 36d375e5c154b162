//! Positions as the pages show them.

use conjoin_core::{History, Outcome, Position as _, TextForm};
use serde::Serialize;

use super::{BySide, by_side};
use crate::serve::game::{colour, move_texts};
use crate::serve::loa::{self, Loa, Position};

/// A position, with all that is needed to show it and to make the next move at once.
#[derive(Debug, Serialize)]
pub struct Look {
    /// Name of the game.
    pub game: &'static str,
    /// The position as text.
    pub position: String,
    /// Size of the board.
    pub size: u8,
    /// The rules.
    pub rules: String,
    /// Side to move.
    pub turn: String,
    /// Legal moves; none when the game is over.
    pub moves: Vec<LookMove>,
    /// How the game ended.
    pub outcome: Option<Ending>,
    /// Groups of each side, as cells.
    pub groups: BySide<Vec<Vec<String>>>,
    /// How often the position has been there.
    pub occurrences: usize,
    /// The moves of the game.
    pub played: Vec<String>,
}

/// A legal move.
#[derive(Debug, Serialize)]
pub struct LookMove {
    /// The move as text.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its whole route, the man's own cell first; empty for a pass.
    pub cells: Vec<String>,
    /// Does it take a man?
    pub capture: bool,
    /// The position after it.
    pub after: String,
}

/// How a game ended.
#[derive(Debug, Serialize)]
pub struct Ending {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The side that won.
    pub winner: Option<String>,
    /// The reason in a word.
    pub reason: &'static str,
    /// The reason in a sentence.
    pub text: String,
}

/// A picture to save.
#[derive(Debug, Serialize)]
pub struct Picture {
    /// The picture.
    pub svg: String,
}

impl Look {
    /// The last position of a game.
    pub fn new(game: &History<Position>) -> Self {
        let position = game.current();
        let variant = Loa::variant(position);
        let outcome = Loa::ending(game).map(Ending::new);
        let moves = if outcome.is_some() { Vec::new() } else { position.legal_moves() };
        let moves = moves.into_iter().map(|mv| {
            let loa::Route { cells, is_capture } = Loa::route(position, mv);
            let after = position.play(mv).to_string();
            LookMove { mv: position.format_move(mv), cells, capture: is_capture, after }
        });
        Self {
            game: Loa::NAME,
            position: position.to_string(),
            size: variant.size(),
            rules: variant.rules(),
            turn: colour(position.side_to_move()),
            moves: moves.collect(),
            outcome,
            groups: by_side(Loa::groups(position)),
            occurrences: game.occurrences(),
            played: move_texts(game.start(), game.moves()),
        }
    }
}

impl Ending {
    fn new(ending: loa::Ending) -> Self {
        let loa::Ending { outcome, code, text } = ending;
        let winner = outcome.winner().map(colour);
        Self { result: Outcome::as_str(outcome), winner, reason: code, text }
    }
}

impl Picture {
    /// The last position of a game.
    pub fn new(game: &History<Position>, caption: Option<String>) -> Self {
        Self { svg: Loa::picture(game, caption) }
    }
}
