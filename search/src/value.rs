//! A score and what it rests on.

use std::ops::Neg;

use conjoin_core::Score;

/// A score, and the highest position of the path that it rests on through a repetition.
///
/// A repetition scores as a draw only because an earlier position of the path is the same. Such
/// a score means nothing where the path is another, so it must not be stored for any node below
/// that position. At the earlier position itself the loop is closed and the score is free again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub score: Score,
    /// Ply of the earlier position, -1 for one before the root, [`Value::FREE`] for none.
    pub anchor: i32,
}

impl Value {
    /// Rests on nothing.
    pub const FREE: i32 = i32::MAX;

    pub const fn free(score: Score) -> Self {
        Self { score, anchor: Self::FREE }
    }
}

impl Neg for Value {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self { score: -self.score, ..self }
    }
}
