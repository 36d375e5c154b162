//! Multi-cut: a node is left early when several of its first moves already fail high in a
//! shallower search.
//!
//! Source: Bjornsson and Marsland 1999; at ALL nodes and with both improvements after
//! `winands-thesis` 6.4, the delta after 6.5.1.
//! Differs: not tried when the bound is a proved win or loss.

use arrayvec::ArrayVec;
use conjoin_core::Searchable;
use conjoin_eval::Evaluator;
use serde::{Deserialize, Serialize};

use crate::depth::Depth;
use crate::node::{Expected, Node, NonPv};
use crate::null_move::is_proved;
use crate::ordering::FRONT;
use crate::value::Value;
use crate::worker::{At, Worker};

/// Most moves of a node that wait for another thread.
const MAX_WAITING: usize = 16;

/// Parameters of multi-cut; the defaults are those of `winands-thesis` 6.5.1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MultiCutParams {
    /// Fail-highs that cut the node (C).
    pub cuts: usize,
    /// Moves tried (M).
    pub tries: usize,
    /// Depth taken off each trial (R).
    pub reduction: i32,
    /// Least remaining depth.
    pub from_depth: i32,
    /// In points: one value this far above the bound cuts alone.
    pub delta: Option<i32>,
    /// Remaining depth above which one more is taken off, as in the adaptive null move; two more for a
    /// mover for whom standing still may be best. `winands-thesis` 6.5.1 tried such a rule in vain.
    pub deeper_above: Option<i32>,
    /// Are moves that failed high in vain tried first afterwards?
    pub reorders: bool,
}

/// What few men add to [`MultiCutParams::deeper_above`], as in the adaptive null move.
const FEW_MEN: i32 = 2;

impl MultiCutParams {
    /// (3, 10, 2), for CUT nodes.
    pub fn at_cut_nodes() -> Self {
        Self {
            cuts: 3,
            tries: 10,
            reduction: 2,
            from_depth: 3,
            delta: None,
            deeper_above: None,
            reorders: true,
        }
    }

    /// (2, 10, 2) and the delta, for ALL nodes.
    pub fn at_all_nodes() -> Self {
        Self { cuts: 2, delta: Some(525), ..Self::at_cut_nodes() }
    }
}

impl Default for MultiCutParams {
    fn default() -> Self {
        Self::at_cut_nodes()
    }
}

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// The value of the node if multi-cut decides it. If not, the moves that failed high are
    /// brought to the front.
    pub(crate) fn try_multi_cut(&mut self, at: &At<P, E::State>, node: &Node) -> Option<Value> {
        let &Node { window, depth, expected, first, .. } = node;
        let is_all = expected == Expected::All;
        let params = if is_all { &self.config.multi_cut_all } else { &self.config.multi_cut_cut };
        let params = params.as_ref()?;
        if depth <= Depth::plies(params.from_depth - 1) || is_proved(window.beta) {
            return None;
        }
        if is_all {
            self.counters.multi_cut_all_tries += 1;
        } else {
            self.counters.multi_cut_cut_tries += 1;
        }
        let end = self.moves.len();
        let beta = window.beta;
        let mut cuts = 0;
        let mut anchor = Value::FREE;
        let is_deeper = params.deeper_above.is_some_and(|above| {
            let few = if at.position.has_few_men() { FEW_MEN } else { 0 };
            depth > Depth::plies(above + few)
        });
        let reduced = depth - Depth::plies(params.reduction + i32::from(is_deeper));
        let tries = params.tries.min(end - first);
        // Moves that another thread is busy with are tried last.
        let mut waiting = ArrayVec::<usize, MAX_WAITING>::new();
        let mut next = 0;
        while next < tries + waiting.len() {
            let is_new = next < tries;
            let i = if is_new { first + next } else { waiting[next - tries] };
            next += 1;
            let mv = if is_new { self.pick(i, end) } else { self.moves[i] };
            let mut child = *at;
            self.follow(&mut child, mv, reduced - Depth::PLY);
            if is_new && !waiting.is_full() && self.defers(&child.position, reduced) {
                self.counters.deferred_moves += 1;
                waiting.push(i);
                continue;
            }
            self.push(&at.position, mv, &child.position);
            self.start_busy(&child.position, reduced);
            let below = node.child(window.flipped(), reduced - Depth::PLY, expected.other());
            let value = -self.node::<NonPv>(&child, below);
            self.end_busy(&child.position, reduced);
            self.pop();
            if self.stopped {
                return None;
            }
            if value.score < beta {
                continue;
            }
            if value.score.is_win() {
                self.count_multi_cut(is_all);
                return Some(value);
            }
            cuts += 1;
            anchor = anchor.min(value.anchor);
            let is_far = params.delta.is_some_and(|delta| value.score > beta + delta);
            if cuts >= params.cuts || is_far {
                self.count_multi_cut(is_all);
                return Some(Value { score: beta, anchor });
            }
            // Tried first in the full search, in the order in which they were found.
            if params.reorders {
                self.scores[i] = FRONT - i as i32;
            }
        }
        None
    }

    fn count_multi_cut(&mut self, is_all: bool) {
        if is_all {
            self.counters.multi_cut_all_cuts += 1;
        } else {
            self.counters.multi_cut_cut_cuts += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use conjoin_core::{History, Position as _};
    use conjoin_eval::loa::basic::Basic;
    use conjoin_games::loa;

    use super::*;
    use crate::node::Window;
    use crate::ordering::OrderingMemory;
    use crate::worker::Shared;
    use crate::{Driver, Limits, OrderingParams, SearchConfig};

    #[test]
    fn a_table_move_that_failed_low_comes_after_the_moves_that_cut() {
        let never = MultiCutParams { cuts: 100, ..MultiCutParams::at_cut_nodes() };
        let config = SearchConfig {
            multi_cut_cut: Some(never),
            ordering: OrderingParams::default(),
            ..SearchConfig::bare(Driver::Pvs)
        };
        let (eval, limits) = (Basic::default(), Limits::default());
        let position = loa::Position::start(8, loa::Rules::OLYMPIAD);
        let game = History::new(position);
        // With two plies taken off, the moves of a node of depth 3 lead to leaves.
        let value = |mv| {
            let next = position.play(mv);
            -eval.evaluate(&eval.state(&next), &next)
        };
        let mut sorted = position.legal_moves();
        sorted.sort_by_key(|&mv| value(mv));
        let table_move = sorted[0];
        let mut memory = OrderingMemory::for_threads(&config.ordering, 1);
        let shared = Shared {
            stop: AtomicBool::new(false),
            panics: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            busy: None,
        };
        let mut worker = Worker::new(&config, &eval, None, &limits, &shared, &mut memory[0], &game);
        let at = At { position, state: eval.state(&position), last: None };
        let beta = conjoin_core::Score(value(sorted[sorted.len() / 2]));
        let window = Window { alpha: beta - 1, beta };
        let node = Node { first: 0, ..Node::root(window, Depth::plies(3), Expected::Cut) };
        position.moves(&mut worker.moves);
        worker.score_moves(&at, &node, Some(table_move));
        assert!(worker.try_multi_cut(&at, &node).is_none());
        assert_eq!(worker.moves[0], table_move, "it was tried first");
        let end = worker.moves.len();
        let tried = worker.moves[..10].to_vec();
        let cut: Vec<_> = tried.into_iter().filter(|&mv| value(mv) >= beta.0).collect();
        assert!((2..10).contains(&cut.len()), "{} of ten cut", cut.len());
        let order: Vec<_> = (0..=cut.len()).map(|i| worker.pick(i, end)).collect();
        assert_eq!(order[..cut.len()], cut);
        assert_eq!(order[cut.len()], table_move);
    }
}
