//! Scores, always from the side of the player to move.
//!
//! A forced win is `WIN - plies`, so a shorter win is the better one and a program that knows a
//! win cannot wander away from it. Every other score stays inside `-MAX_EVAL..=MAX_EVAL`.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A search value in points, from the side of the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(pub i32);

impl Score {
    /// Larger than every real score: the open end of a search window.
    pub const INFINITY: Self = Self(32_000);
    /// A win on the board now; a win in `n` plies is `WIN - n`.
    pub const WIN: Self = Self(30_000);
    /// The longest win that is still told from an evaluation, in plies.
    pub const MAX_PLIES: i32 = 2_000;
    /// The largest value an evaluator may return.
    pub const MAX_EVAL: Self = Self(Self::WIN.0 - Self::MAX_PLIES - 1);
    /// A drawn game.
    pub const DRAW: Self = Self(0);

    /// The player to move wins, and the game ends after `plies` more moves.
    pub const fn win_in(plies: i32) -> Self {
        Self(Self::WIN.0 - plies)
    }

    /// The player to move loses, and the game ends after `plies` more moves.
    pub const fn loss_in(plies: i32) -> Self {
        Self(plies - Self::WIN.0)
    }

    /// Is this a forced win for the player to move?
    pub const fn is_win(self) -> bool {
        self.0 > Self::MAX_EVAL.0 && self.0 <= Self::WIN.0
    }

    /// Is this a forced loss for the player to move?
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_EVAL.0 && self.0 >= -Self::WIN.0
    }

    /// Plies to the end of the game, for a forced win or loss.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.is_win() {
            Some(Self::WIN.0 - self.0)
        } else if self.is_loss() {
            Some(self.0 + Self::WIN.0)
        } else {
            None
        }
    }

    /// The same value counted from `plies` moves further up the tree: wins and losses get longer.
    /// This is how a value below a node becomes a value at the root, and the inverse of
    /// [`Score::seen_from_below`].
    #[must_use]
    pub const fn seen_from_above(self, plies: i32) -> Self {
        if self.is_win() {
            Self(self.0 - plies)
        } else if self.is_loss() {
            Self(self.0 + plies)
        } else {
            self
        }
    }

    /// The same value counted from `plies` moves further down the tree: wins and losses get
    /// shorter. A transposition table stores values as seen from its own position.
    #[must_use]
    pub const fn seen_from_below(self, plies: i32) -> Self {
        if self.is_win() {
            Self(self.0 + plies)
        } else if self.is_loss() {
            Self(self.0 - plies)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    #[inline(always)]
    fn add(self, points: i32) -> Self {
        Self(self.0 + points)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline(always)]
    fn sub(self, points: i32) -> Self {
        Self(self.0 - points)
    }
}

impl fmt::Display for Score {
    /// Points with a sign, or `win in 4 (7 plies)`: moves of the winning side, then plies.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) => {
                let (word, moves) =
                    if self.is_win() { ("win", (plies + 1) / 2) } else { ("loss", plies / 2) };
                write!(f, "{word} in {moves} ({plies} plies)")
            }
            None => write!(f, "{:+}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shorter_win_is_worth_more() {
        assert!(Score::win_in(3) > Score::win_in(5));
        assert!(Score::loss_in(3) < Score::loss_in(5));
        assert_eq!(-Score::win_in(7), Score::loss_in(7));
    }

    #[test]
    fn the_longest_win_beats_the_best_evaluation() {
        assert!(Score::win_in(Score::MAX_PLIES) > Score::MAX_EVAL);
        assert!(Score::win_in(Score::MAX_PLIES).is_win());
        assert!(!Score::MAX_EVAL.is_win());
        assert!(!Score::INFINITY.is_win(), "a window bound is not a proof");
    }

    #[test]
    fn distance_survives_a_trip_through_the_table() {
        for plies in [0, 1, 9, 400] {
            for score in [Score::win_in(plies), Score::loss_in(plies), Score(-123)] {
                assert_eq!(score.seen_from_above(13).seen_from_below(13), score);
            }
        }
        assert_eq!(Score::win_in(5).seen_from_above(2), Score::win_in(7));
    }

    #[test]
    fn people_read_moves_and_plies() {
        assert_eq!(Score::win_in(7).to_string(), "win in 4 (7 plies)");
        assert_eq!(Score::loss_in(4).to_string(), "loss in 2 (4 plies)");
        assert_eq!(Score(15).to_string(), "+15");
    }
}
