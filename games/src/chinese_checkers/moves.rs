//! A move of Chinese Checkers.

use std::fmt;

use super::Hole;
use super::geometry::HOLES;

/// From where to where, or a pass. Two bytes. Moves by different routes are the same move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// The move of a player who has no other.
    pub const PASS: Self = Self(u16::MAX);
    const HOLE_BITS: u32 = 7;
    const HOLE: u16 = (1 << Self::HOLE_BITS) - 1;

    /// A move from one hole to another.
    #[inline(always)]
    pub const fn new(from: Hole, to: Hole) -> Self {
        Self(from.0 as u16 | (to.0 as u16) << Self::HOLE_BITS)
    }

    /// Is this a pass? The holes of a pass mean nothing.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.0 == u16::MAX
    }

    /// Where the marble stands.
    #[inline(always)]
    pub const fn from(self) -> Hole {
        Hole((self.0 & Self::HOLE) as u8)
    }

    /// Where the marble goes.
    #[inline(always)]
    pub const fn to(self) -> Hole {
        Hole((self.0 >> Self::HOLE_BITS & Self::HOLE) as u8)
    }

    /// The move as a small number, for tables and files: below 16,384, or 65,535 for a pass.
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The move with this number, legal or not; nothing for a number that no holes have.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let mv = Self(bits);
        let has_holes = mv.from().index() < HOLES && mv.to().index() < HOLES;
        let is_small = bits < 1 << (2 * Self::HOLE_BITS);
        if mv.is_pass() || is_small && has_holes { Some(mv) } else { None }
    }
}

impl fmt::Debug for Move {
    /// By the numbers of the largest star.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            f.write_str("pass")
        } else {
            write!(f, "{:?}-{:?}", self.from(), self.to())
        }
    }
}
