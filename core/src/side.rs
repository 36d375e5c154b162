//! The two players.

use std::ops::Not;

/// One of the two players. `First` makes the first move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// The player who makes the first move of a game.
    First = 0,
    /// The other player.
    Second = 1,
}

impl Side {
    /// Both sides, `First` first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 for the first player, 1 for the second: for arrays with one entry a side.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}
