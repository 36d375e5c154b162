//! Node cutting: a short search says where in the order of moves its best move stands, and moves that stand
//! too far behind to be the best of a deep search are not searched.
//!
//! Source: `tong-thesis` 4.3: of the moves behind the smallest x with P(X <= x | Y = y) >= p none is searched,
//! where y is the rank of the short search's best move. The x of a position is kept for the next
//! time.
//! Differs: while all moves searched are proved losses the others are searched all the same. A rank
//! that was seldom met when the distribution was learned cuts nothing. What is kept may be lost to another
//! position.

use conjoin_core::mix::split_mix;
use conjoin_core::{Score, Searchable};
use conjoin_eval::Evaluator;
use serde::{Deserialize, Serialize};

use crate::depth::Depth;
use crate::integrated::Foretelling;
use crate::node::{Expected, Node, Pv, Window};
use crate::prediction::RankLimits;
use crate::worker::{At, Worker};

/// Parameters of node cutting; the defaults are those of `tong-thesis` 4.4.1 with its smallest p.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NodeCuttingParams {
    /// Distributions of ranks: the name of a built-in file or a path.
    pub model: String,
    /// Remaining depth at which it acts (d + 1).
    pub depth: i32,
    /// Depth of the short search (s).
    pub short: i32,
    /// The probability with which the best move is to be among those searched (p); 1 cuts nothing.
    pub probability: f64,
}

impl Default for NodeCuttingParams {
    fn default() -> Self {
        Self { model: String::new(), depth: 3, short: 1, probability: 0.95 }
    }
}

/// Positions whose last rank is kept.
const KEPT: usize = 1 << 14;
/// The last rank where all moves are searched.
const NO_LIMIT: u16 = RankLimits::NONE;

/// Node cutting as the search uses it.
#[derive(Clone, Debug)]
pub(crate) struct NodeCutting {
    pub depth: i32,
    short: Depth,
    limits: RankLimits,
}

impl NodeCutting {
    /// Nothing where the short search would be no shorter.
    pub fn new(depth: i32, short: i32, limits: RankLimits) -> Option<Self> {
        (short > 0 && short < depth).then(|| Self { depth, short: Depth::plies(short), limits })
    }
}

/// The last ranks of positions that were met; of two with the same place the newer stays.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptRanks {
    places: Vec<(u64, u16)>,
}

impl KeptRanks {
    fn find(&self, key: u64) -> Option<u16> {
        let &(known, last) = self.places.get(key as usize % KEPT)?;
        (known == key).then_some(last)
    }

    fn keep(&mut self, key: u64, last: u16) {
        self.places.resize(KEPT, (0, NO_LIMIT));
        self.places[key as usize % KEPT] = (key, last);
    }
}

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// The last rank of a node's moves that is to be searched, by the integrated strategy the last that is
    /// tested with care. It brings them into their order, all of them. Nothing where there is no limit.
    pub(crate) fn last_rank(&mut self, at: &At<P, E::State>, node: &Node) -> Option<usize> {
        let cutting = self.foretelling?.cutting()?;
        let (first, end) = (node.first, self.moves.len());
        // Where no limit leaves a move out, nobody asks.
        if node.depth.whole_plies() != cutting.depth || cutting.limits.least()? + 1 >= end - first {
            return None;
        }
        for i in first..end {
            self.pick(i, end);
        }
        let key = at.position.key() ^ split_mix(node.depth.in_hundredths() as u64);
        let last = if let Some(last) = self.kept_ranks.find(key) {
            self.counters.node_cutting_kept += 1;
            last
        } else {
            let rank = self.rank_of_short_search(at, node, cutting.short)?;
            let last = cutting.limits.last(rank).map_or(NO_LIMIT, |last| last as u16);
            self.kept_ranks.keep(key, last);
            last
        };
        (last < NO_LIMIT).then_some(usize::from(last))
    }

    /// The place of the best move of a short search in the order of the moves, which stays as it is.
    fn rank_of_short_search(
        &mut self,
        at: &At<P, E::State>,
        node: &Node,
        short: Depth,
    ) -> Option<usize> {
        self.counters.node_cutting_searches += 1;
        let Node { ply, first, .. } = *node;
        let end = self.moves.len();
        let asked = Node { window: Window::FULL, depth: short, expected: Expected::Pv, ..*node };
        let best = self.shallowly(|worker| worker.best_move::<Pv>(at, &asked));
        // Moves that wait for another thread stand behind the others.
        self.moves.truncate(end);
        self.scores.truncate(end);
        self.line_at(ply).clear();
        let best = best??;
        self.moves[first..end].iter().position(|&mv| mv == best)
    }

    /// Does node cutting end a node before a move of this rank?
    #[inline(always)]
    pub(crate) fn is_cut_by_rank(
        &self,
        rank: usize,
        last_rank: Option<usize>,
        best: Score,
    ) -> bool {
        last_rank.is_some_and(|last| rank > last && !best.is_loss())
            && self.foretelling.is_some_and(Foretelling::cuts_by_rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_search_is_shorter() {
        let limits = RankLimits::new(&[1]);
        assert!(NodeCutting::new(3, 3, limits.clone()).is_none());
        assert!(NodeCutting::new(3, 0, limits.clone()).is_none());
        assert!(NodeCutting::new(3, 1, limits).is_some());
    }

    #[test]
    fn the_newer_position_stays() {
        let mut kept = KeptRanks::default();
        assert_eq!(kept.find(7), None);
        kept.keep(7, 3);
        assert_eq!(kept.find(7), Some(3));
        kept.keep(7 + KEPT as u64, 4);
        assert_eq!((kept.find(7), kept.find(7 + KEPT as u64)), (None, Some(4)));
    }
}
