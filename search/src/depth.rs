//! Remaining depth, in fractions of a ply.
//!
//! Fixed point: hundredths of a ply, as the values of moves are printed in `erps` Table 1. Sums of them are
//! exact, so that a search does the same on every machine.

use std::ops::{Add, Sub};

/// Remaining depth in hundredths of a ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Depth(i32);

/// Parts of a ply.
const PARTS: i32 = 100;

impl Depth {
    /// Nothing left: a leaf, as everything below.
    pub const ZERO: Self = Self(0);
    /// One move.
    pub const PLY: Self = Self::plies(1);

    /// So many moves.
    pub const fn plies(plies: i32) -> Self {
        Self(plies * PARTS)
    }

    /// So many hundredths of a move.
    pub const fn hundredths(hundredths: i32) -> Self {
        Self(hundredths)
    }

    /// In hundredths of a ply, as it is stored.
    pub const fn in_hundredths(self) -> i32 {
        self.0
    }

    /// Whole plies, rounded down.
    #[inline(always)]
    pub const fn whole_plies(self) -> i32 {
        self.0.div_euclid(PARTS)
    }

    /// Half way between two depths, rounded down.
    pub const fn midway(self, other: Self) -> Self {
        Self((self.0 + other.0).div_euclid(2))
    }
}

impl Add for Depth {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_plies_add_up_exactly() {
        let ten_tenths = (0..10).fold(Depth::ZERO, |sum, _| sum + Depth::hundredths(10));
        assert_eq!(ten_tenths, Depth::PLY);
        assert_eq!(Depth::plies(3) - Depth::hundredths(78), Depth::hundredths(222));
        assert_eq!(Depth::hundredths(50).midway(Depth::hundredths(401)), Depth::hundredths(225));
    }

    #[test]
    fn whole_plies_are_rounded_down() {
        let whole = |hundredths| Depth::hundredths(hundredths).whole_plies();
        assert_eq!([199, 200, 99, 0, -1, -100].map(whole), [1, 2, 0, 0, -1, -1]);
    }
}
