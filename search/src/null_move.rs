//! Null move: if standing still is already good enough, so is some move.
//!
//! Source: Donninger 1993; reductions after Heinz 1999 as in `winands-thesis` 2.6; the bound at
//! ALL nodes is 6.5.3.
//! Differs: not tried when the bound is a proved win or loss, nor twice in a row.

use conjoin_core::{Score, Searchable};
use conjoin_eval::Evaluator;
use serde::{Deserialize, Serialize};

use crate::depth::Depth;
use crate::node::{Expected, Node, NonPv, Window};
use crate::value::Value;
use crate::worker::{At, Worker};

/// Parameters of the null move; the defaults are those of `winands-thesis` 2.6 and 6.5.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NullMoveParams {
    /// Least remaining depth. From 2 on instead of 3 saves a quarter of the nodes
    /// (`docs/performance.md`).
    pub from_depth: i32,
    /// Depth taken off.
    pub reduction: i32,
    /// Depth taken off where much depth remains, and at ALL nodes if `deep_at_all`.
    pub deep_reduction: i32,
    /// Remaining depth above which `deep_reduction` holds.
    pub deep_above: i32,
    /// The same for a mover for whom standing still may be best
    /// ([`NullMove::has_few_men`](conjoin_core::NullMove::has_few_men)).
    pub deep_above_few_men: i32,
    /// Always `deep_reduction` at ALL nodes.
    pub deep_at_all: bool,
    /// In points: at ALL nodes the null move need only come this near to the bound (variable
    /// null-move bound; 200 was best without multi-cut at ALL nodes).
    pub margin_at_all: i32,
}

impl Default for NullMoveParams {
    fn default() -> Self {
        Self {
            from_depth: 3,
            reduction: 2,
            deep_reduction: 3,
            deep_above: 6,
            deep_above_few_men: 8,
            deep_at_all: true,
            margin_at_all: 0,
        }
    }
}

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// The value of the node if a null move decides it.
    pub(crate) fn try_null_move(&mut self, at: &At<P, E::State>, node: &Node) -> Option<Value> {
        let &Node { window: Window { beta, .. }, depth, expected, ply, .. } = node;
        let params = self.config.null_move.as_ref()?;
        if depth <= Depth::plies(params.from_depth - 1)
            || at.last.is_none() && ply > 0
            || is_proved(beta)
        {
            return None;
        }
        let is_all = expected == Expected::All;
        let deep_above =
            if at.position.has_few_men() { params.deep_above_few_men } else { params.deep_above };
        let reduction = if depth > Depth::plies(deep_above) || is_all && params.deep_at_all {
            params.deep_reduction
        } else {
            params.reduction
        };
        let bound = if is_all { beta - params.margin_at_all } else { beta };
        self.counters.null_moves += 1;
        let child = At { position: at.position.null_move(), state: at.state, last: None };
        self.push_null(&child.position);
        let window = Window { alpha: -bound, beta: -bound + 1 };
        let below = node.child(window, depth - Depth::plies(1 + reduction), expected.other());
        let value = -self.node::<NonPv>(&child, below);
        self.pop();
        if self.stopped || value.score < bound {
            return None;
        }
        self.counters.null_move_cuts += 1;
        Some(Value { score: beta, ..value })
    }
}

/// Is a bound a proved win or loss, about which a guess says nothing?
pub(crate) fn is_proved(bound: Score) -> bool {
    bound > Score::MAX_EVAL || bound < -Score::MAX_EVAL
}
