//! What a review takes and what it finds of positions.

use std::time::Duration;

use conjoin_core::{Score, Side};
use conjoin_games::loa::Move;

/// What a review may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewOptions {
    /// Time for the whole game.
    pub time: Duration,
}

/// Does a side win by force?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Worth {
    /// Yes, that is proved.
    Yes,
    /// No, that is proved too.
    No,
    /// Not known.
    #[default]
    Open,
}

/// What is proved of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Does Black win by force, does White?
    pub wins: [Worth; 2],
}

impl Known {
    pub(super) fn learn(&mut self, side: Side, wins: bool) {
        self.wins[side.index()] = if wins { Worth::Yes } else { Worth::No };
        if wins {
            self.wins[(!side).index()] = Worth::No;
        }
    }

    pub(super) fn of(self, side: Side) -> Worth {
        self.wins[side.index()]
    }
}

/// A position of the game.
#[derive(Clone, Debug, Default)]
pub struct PositionReview {
    /// What the search says, from Black's side.
    pub score_black: Option<Score>,
    /// Black's winning chance, 0 to 1: certain where something is proved.
    pub chance_black: Option<f64>,
    /// What is proved.
    pub known: Known,
    /// The best line that the search found.
    pub line: Vec<Move>,
    /// A move that the solver knows to keep the win.
    pub winning_move: Option<Move>,
}

/// Where the game was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The first position, by moves played, from which the win is proved to the end.
    pub ply: usize,
    /// Who wins.
    pub winner: Side,
    /// Is it proved too that the position before was not won?
    pub is_tight: bool,
}
