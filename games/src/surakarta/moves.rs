//! A move of Surakarta.

use std::fmt;

use super::Point;
use super::geometry::POINTS;

/// From where to where, and whether it captures; or a pass. Two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// The move of a player who has no other.
    pub const PASS: Self = Self(u16::MAX);
    const CAPTURE: u16 = 1 << 12;

    /// A move from one point to another.
    #[inline(always)]
    pub const fn new(from: Point, to: Point, is_capture: bool) -> Self {
        Self(from.0 as u16 | (to.0 as u16) << 6 | (is_capture as u16) << 12)
    }

    /// Is this a pass? The points of a pass mean nothing.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.0 == u16::MAX
    }

    /// Where the man stands.
    #[inline(always)]
    pub const fn from(self) -> Point {
        Point((self.0 & 63) as u8)
    }

    /// Where the man goes.
    #[inline(always)]
    pub const fn to(self) -> Point {
        Point((self.0 >> 6 & 63) as u8)
    }

    /// Does it take an enemy man?
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 & Self::CAPTURE != 0 && !self.is_pass()
    }

    /// The move as records write it: `a2-a3`, `c1xd4` for a capture, or `pass`.
    pub(super) fn text(self) -> String {
        if self.is_pass() {
            return "pass".into();
        }
        format!("{}{}{}", self.from(), if self.is_capture() { 'x' } else { '-' }, self.to())
    }

    /// The move as a small number, for tables and files: below 8,192, or 65,535 for a pass.
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The move with this number, legal or not; nothing for a number that no points have.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let mv = Self(bits);
        let has_points = mv.from().index() < POINTS && mv.to().index() < POINTS;
        if mv.is_pass() || bits < 2 * Self::CAPTURE && has_points { Some(mv) } else { None }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
