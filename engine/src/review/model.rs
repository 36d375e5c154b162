//! What a review takes and what it finds of positions.

use std::time::Duration;

use conjoin_core::{Score, Side};

/// What a review may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewOptions {
    /// Time for the whole game.
    pub time: Duration,
}

/// Does a side win by force?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForcedWin {
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
    /// Does the first player win by force, does the second?
    pub wins: [ForcedWin; 2],
}

impl Known {
    pub(super) fn learn(&mut self, side: Side, wins: bool) {
        self.wins[side.index()] = if wins { ForcedWin::Yes } else { ForcedWin::No };
        if wins {
            self.wins[(!side).index()] = ForcedWin::No;
        }
    }

    pub(super) fn of(self, side: Side) -> ForcedWin {
        self.wins[side.index()]
    }
}

/// A position of the game.
#[derive(Clone, Debug)]
pub struct PositionReview<M> {
    /// What the search says, from the first player's side.
    pub score_first: Option<Score>,
    /// The first player's winning chance, 0 to 1: certain where something is proved.
    pub chance_first: Option<f64>,
    /// What is proved.
    pub known: Known,
    /// The best line that the search found.
    pub line: Vec<M>,
    /// A move that the solver knows to keep the win.
    pub winning_move: Option<M>,
}

impl<M> Default for PositionReview<M> {
    fn default() -> Self {
        Self {
            score_first: None,
            chance_first: None,
            known: Known::default(),
            line: Vec::new(),
            winning_move: None,
        }
    }
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
