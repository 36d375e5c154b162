//! A move of Lines of Action.

use std::fmt;

use super::Square;

/// From where to where, and whether it captures; or a pass. Two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// The move of a player who has no other.
    pub const PASS: Self = Self(u16::MAX);
    const CAPTURE: u16 = 1 << 12;

    /// A move from one square to another.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, is_capture: bool) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 6 | (is_capture as u16) << 12)
    }

    /// The move with these bits, which are known to be one.
    #[inline(always)]
    pub(super) const fn trusted(bits: u16) -> Self {
        Self(bits)
    }

    /// Is this a pass? The squares of a pass mean nothing.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.0 == u16::MAX
    }

    /// Where the man stands.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square((self.0 & 63) as u8)
    }

    /// Where the man goes.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 >> 6 & 63) as u8)
    }

    /// Does it take an enemy man?
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 & Self::CAPTURE != 0 && !self.is_pass()
    }

    /// The move as records write it: `d3-d5`, `d3xd5` for a capture, or `pass`.
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

    /// The move with this number; any number gives some move, legal or not.
    pub const fn from_bits(bits: u16) -> Self {
        if bits == u16::MAX { Self::PASS } else { Self(bits & 0x1fff) }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
