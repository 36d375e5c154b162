//! History, butterfly and relative history scores of moves.
//!
//! Source: `winands-thesis` 7. Scores are halved between searches.
//! Differs: every thread has a table and writes what it learns away from the leaves into those of the
//! others too, without a lock: a count that is lost now and then does not matter, while tables that
//! know half each cost 5 % more nodes. The score by which moves are ordered is kept beside the counts,
//! so that ordering reads one number a move; counts are scaled down before they overflow.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering::Relaxed};

use conjoin_core::Side;

use crate::{HistoryKind, Increment, OrderingParams};

/// Ordering scores stay below this.
const LIMIT: i32 = (1 << 24) - 1;
/// Counts above this are halved.
const FULL: u32 = 1 << 30;
/// Fixed point of a relative score: 1 is this.
const UNIT: f32 = 65_536.0;

/// One side's numbers.
#[derive(Debug)]
struct Counts {
    best: Vec<AtomicU32>,
    tried: Vec<AtomicU32>,
    score: Vec<AtomicI32>,
}

/// The tables of both sides.
#[derive(Debug)]
pub(crate) struct HistoryTable {
    kind: HistoryKind,
    best_increment: Increment,
    tried_increment: Increment,
    sides: [Counts; 2],
}

impl HistoryTable {
    pub fn new(params: &OrderingParams, moves: usize) -> Self {
        let counts = || Counts {
            best: (0..moves).map(|_| AtomicU32::new(0)).collect(),
            tried: (0..moves).map(|_| AtomicU32::new(0)).collect(),
            score: (0..moves).map(|_| AtomicI32::new(0)).collect(),
        };
        Self {
            kind: params.history,
            best_increment: params.history_increment,
            tried_increment: params.butterfly_increment,
            sides: [counts(), counts()],
        }
    }

    /// The scores of a side's moves, by move number.
    #[inline(always)]
    pub fn scores(&self, side: Side) -> &[AtomicI32] {
        &self.sides[side.index()].score
    }

    pub fn clear(&self) {
        for side in &self.sides {
            for (best, tried) in side.best.iter().zip(&side.tried) {
                best.store(0, Relaxed);
                tried.store(0, Relaxed);
            }
            side.score.iter().for_each(|score| score.store(0, Relaxed));
        }
    }

    pub fn halve(&self) {
        for side in &self.sides {
            side.halve(self.kind);
        }
    }

    /// A move was searched.
    #[inline]
    pub fn count_tried(&self, side: Side, mv: usize, depth: i32) {
        if matches!(self.kind, HistoryKind::Butterfly | HistoryKind::Relative) {
            let counts = &self.sides[side.index()];
            add(&counts.tried[mv], self.tried_increment.at(depth));
            counts.update(mv, self.kind);
        }
    }

    /// A move was best or cut the node.
    #[inline]
    pub fn count_best(&self, side: Side, mv: usize, depth: i32) {
        if matches!(self.kind, HistoryKind::History | HistoryKind::Relative) {
            let counts = &self.sides[side.index()];
            add(&counts.best[mv], self.best_increment.at(depth));
            counts.update(mv, self.kind);
        }
    }
}

impl Counts {
    #[inline]
    fn update(&self, mv: usize, kind: HistoryKind) {
        let (best, tried) = (self.best[mv].load(Relaxed), self.tried[mv].load(Relaxed));
        if best.max(tried) > FULL {
            self.halve(kind);
            return;
        }
        self.score[mv].store(score(kind, best, tried), Relaxed);
    }

    fn halve(&self, kind: HistoryKind) {
        for ((best, tried), slot) in self.best.iter().zip(&self.tried).zip(&self.score) {
            let halves = [best, tried].map(|count| count.load(Relaxed) / 2);
            best.store(halves[0], Relaxed);
            tried.store(halves[1], Relaxed);
            slot.store(score(kind, halves[0], halves[1]), Relaxed);
        }
    }
}

/// Adds without a lock: faster than a whole exchange, and good enough.
#[inline(always)]
fn add(count: &AtomicU32, increment: u32) {
    count.store(count.load(Relaxed).wrapping_add(increment), Relaxed);
}

#[inline]
fn score(kind: HistoryKind, best: u32, tried: u32) -> i32 {
    match kind {
        HistoryKind::None => 0,
        // Counts run to 2^30, scores to 2^24.
        HistoryKind::History => log_like(best),
        HistoryKind::Butterfly => log_like(tried),
        HistoryKind::Relative => {
            let ratio = best as f32 / tried.max(1) as f32;
            ((ratio * UNIT) as i32).min(LIMIT)
        }
    }
}

/// Keeps the order of counts up to 2^24 and squeezes what is above.
#[inline]
fn log_like(count: u32) -> i32 {
    const LINEAR: u32 = 1 << 23;
    let count = if count < LINEAR { count } else { LINEAR + (count >> 8) };
    (count as i32).min(LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(kind: HistoryKind) -> HistoryTable {
        HistoryTable::new(&OrderingParams { history: kind, ..OrderingParams::default() }, 8)
    }

    fn scores(table: &HistoryTable, side: Side) -> Vec<i32> {
        table.scores(side).iter().map(|score| score.load(Relaxed)).collect()
    }

    #[test]
    fn relative_scores_favour_what_is_mostly_good() {
        let relative = table(HistoryKind::Relative);
        for _ in 0..10 {
            relative.count_tried(Side::First, 1, 4);
        }
        relative.count_best(Side::First, 1, 4);
        relative.count_best(Side::First, 1, 4);
        relative.count_tried(Side::First, 2, 4);
        relative.count_best(Side::First, 2, 4);
        let found = scores(&relative, Side::First);
        assert!(found[2] > found[1], "once of once beats twice of ten: {found:?}");
        let plain = table(HistoryKind::History);
        plain.count_best(Side::First, 1, 4);
        plain.count_best(Side::First, 1, 4);
        plain.count_best(Side::First, 2, 4);
        let found = scores(&plain, Side::First);
        assert!(found[1] > found[2], "history counts successes: {found:?}");
        assert_eq!(scores(&plain, Side::Second), [0; 8]);
    }

    #[test]
    fn counts_never_overflow() {
        for kind in [HistoryKind::History, HistoryKind::Relative, HistoryKind::Butterfly] {
            let table = table(kind);
            for _ in 0..10_000 {
                table.count_tried(Side::Second, 3, 40);
                table.count_best(Side::Second, 3, 40);
            }
            assert!((1..=LIMIT).contains(&scores(&table, Side::Second)[3]));
        }
    }
}
