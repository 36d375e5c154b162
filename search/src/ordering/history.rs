//! History, butterfly and relative history scores of moves.
//!
//! Source: `winands-thesis` 7. Scores are halved between searches.
//! Differs: the score by which moves are ordered is kept beside the counts, so that ordering
//! reads one number a move; counts are scaled down before they overflow.

use conjoin_core::Side;

use crate::{HistoryKind, Increment, OrderingParams};

/// Ordering scores stay below this.
const LIMIT: i32 = (1 << 24) - 1;
/// Counts above this are halved.
const FULL: u32 = 1 << 30;
/// Fixed point of a relative score: 1 is this.
const UNIT: f32 = 65_536.0;

/// One side's numbers.
#[derive(Clone, Debug)]
struct Counts {
    best: Vec<u32>,
    tried: Vec<u32>,
    score: Vec<i32>,
}

/// The tables of both sides.
#[derive(Clone, Debug)]
pub(crate) struct HistoryTable {
    kind: HistoryKind,
    best_increment: Increment,
    tried_increment: Increment,
    sides: [Counts; 2],
}

impl HistoryTable {
    pub fn new(params: &OrderingParams, moves: usize) -> Self {
        let counts =
            || Counts { best: vec![0; moves], tried: vec![0; moves], score: vec![0; moves] };
        Self {
            kind: params.history,
            best_increment: params.history_increment,
            tried_increment: params.butterfly_increment,
            sides: [counts(), counts()],
        }
    }

    /// The scores of a side's moves, by move number.
    #[inline(always)]
    pub fn scores(&self, side: Side) -> &[i32] {
        &self.sides[side.index()].score
    }

    pub fn clear(&mut self) {
        for side in &mut self.sides {
            side.best.fill(0);
            side.tried.fill(0);
            side.score.fill(0);
        }
    }

    pub fn halve(&mut self) {
        let kind = self.kind;
        for side in &mut self.sides {
            side.halve(kind);
        }
    }

    /// A move was searched.
    #[inline]
    pub fn count_tried(&mut self, side: Side, mv: usize, depth: i32) {
        if matches!(self.kind, HistoryKind::Butterfly | HistoryKind::Relative) {
            let counts = &mut self.sides[side.index()];
            counts.tried[mv] += self.tried_increment.at(depth);
            counts.update(mv, self.kind);
        }
    }

    /// A move was best or cut the node.
    #[inline]
    pub fn count_best(&mut self, side: Side, mv: usize, depth: i32) {
        if matches!(self.kind, HistoryKind::History | HistoryKind::Relative) {
            let counts = &mut self.sides[side.index()];
            counts.best[mv] += self.best_increment.at(depth);
            counts.update(mv, self.kind);
        }
    }
}

impl Counts {
    #[inline]
    fn update(&mut self, mv: usize, kind: HistoryKind) {
        let (best, tried) = (self.best[mv], self.tried[mv]);
        if best.max(tried) > FULL {
            self.halve(kind);
            return;
        }
        self.score[mv] = score(kind, best, tried);
    }

    fn halve(&mut self, kind: HistoryKind) {
        for ((best, tried), slot) in self.best.iter_mut().zip(&mut self.tried).zip(&mut self.score)
        {
            *best /= 2;
            *tried /= 2;
            *slot = score(kind, *best, *tried);
        }
    }
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

    #[test]
    fn relative_scores_favour_what_is_mostly_good() {
        let mut relative = table(HistoryKind::Relative);
        for _ in 0..10 {
            relative.count_tried(Side::First, 1, 4);
        }
        relative.count_best(Side::First, 1, 4);
        relative.count_best(Side::First, 1, 4);
        relative.count_tried(Side::First, 2, 4);
        relative.count_best(Side::First, 2, 4);
        let scores = relative.scores(Side::First);
        assert!(scores[2] > scores[1], "once of once beats twice of ten: {scores:?}");
        let mut plain = table(HistoryKind::History);
        plain.count_best(Side::First, 1, 4);
        plain.count_best(Side::First, 1, 4);
        plain.count_best(Side::First, 2, 4);
        let scores = plain.scores(Side::First);
        assert!(scores[1] > scores[2], "history counts successes: {scores:?}");
        assert_eq!(plain.scores(Side::Second), [0; 8]);
    }

    #[test]
    fn counts_never_overflow() {
        for kind in [HistoryKind::History, HistoryKind::Relative, HistoryKind::Butterfly] {
            let mut table = table(kind);
            for _ in 0..10_000 {
                table.count_tried(Side::Second, 3, 40);
                table.count_best(Side::Second, 3, 40);
            }
            assert!(table.scores(Side::Second)[3] > 0);
            assert!(table.scores(Side::Second)[3] <= LIMIT);
        }
    }
}
