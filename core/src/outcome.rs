//! How a game ends.

use crate::Side;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw => None,
        }
    }

    /// The result as printed after a game: `1-0` when the first player won.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// What a rule set says about positions that come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Repetition {
    /// The third occurrence of a position with the same player to move is a draw.
    ThirdOccurrence,
    /// A board that was there before, whoever was to move then, is a draw at once.
    AnyBoard,
    /// Positions may come back for ever.
    Unlimited,
}
