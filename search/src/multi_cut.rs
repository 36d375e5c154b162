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
    /// One value this far above the bound cuts alone.
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
        if depth < params.from_depth || is_proved(window.beta) {
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
            depth > if at.position.has_few_men() { above + FEW_MEN } else { above }
        });
        let reduced = depth - params.reduction - i32::from(is_deeper);
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
            self.follow(&mut child, mv, reduced - 1);
            if is_new && !waiting.is_full() && self.defers(&child.position, reduced) {
                self.counters.deferred_moves += 1;
                waiting.push(i);
                continue;
            }
            self.push(&at.position, mv, &child.position);
            self.start_busy(&child.position, reduced);
            let below = node.child(window.flipped(), reduced - 1, expected.other());
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
