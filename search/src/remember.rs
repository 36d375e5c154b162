//! What of a node goes into the table, and as which bound.
//!
//! Source: `winands-thesis` 6.3 for what pruning leaves uncertain ([`PrunedBounds`]).
//! Differs: see `node.rs`; and moves that are left out because they were foretold to be no better make
//! an upper bound uncertain, of which the sources do not speak.

use conjoin_core::Searchable;
use conjoin_eval::Evaluator;

use crate::PrunedBounds;
use crate::node::{Best, Expected, Node};
use crate::table::{Bound, Entry};
use crate::value::Value;
use crate::worker::{At, Worker};

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// Stores what a node has found, if it is worth storing, and gives it its value.
    pub(crate) fn remember(
        &mut self,
        at: &At<P, E::State>,
        node: &Node,
        best: &Best<P>,
        nodes_before: u64,
    ) -> Value {
        let &Node { window: given, depth, expected, ply, .. } = node;
        let Value { score, anchor } = best.value;
        let rests_on_path = anchor < ply as i32;
        // A loop that closes at this node or below says nothing about the path above.
        let value = Value { score, anchor: if rests_on_path { anchor } else { Value::FREE } };
        let Some((table, params)) = self.table.zip(self.config.table.as_ref()) else {
            return value;
        };
        if rests_on_path {
            self.counters.path_dependent += 1;
            return value;
        }
        let bound = if score >= given.beta {
            Bound::Lower
        } else if score > given.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let Some(bound) = self.stored_bound(bound, best.is_foretold) else { return value };
        // The value may come from pruning at an ALL node below and is uncertain.
        let is_uncertain = match expected {
            Expected::Cut => self.config.pvs_additions && score == given.alpha,
            Expected::All => {
                self.config.pruned_bounds == PrunedBounds::Certain && score == given.beta
            }
            Expected::Pv => false,
        };
        if is_uncertain {
            return value;
        }
        // A move is worth remembering only if it did better than the bound.
        let mv = if bound == Bound::Upper { None } else { best.mv };
        let entry = Entry {
            mv: mv.map_or(0, P::pack_move),
            score: score.seen_from_below(ply as i32),
            depth,
            bound,
        };
        table.store(at.position.key(), entry, self.counters.nodes - nodes_before, params);
        value
    }

    /// The bound as which a value is stored. Where moves were left out because they were foretold to be no better,
    /// they may be better: the value bounds the node from below alone, if at all.
    pub(crate) fn stored_bound(&self, bound: Bound, is_foretold: bool) -> Option<Bound> {
        match bound {
            Bound::Lower => Some(bound),
            _ if !is_foretold || self.config.pruned_bounds == PrunedBounds::All => Some(bound),
            Bound::Exact => Some(Bound::Lower),
            Bound::Upper => None,
        }
    }

    /// Gives a node that null move, ProbCut or multi-cut has cut its value, and stores it if such values
    /// are stored. The table keeps the move it knew.
    pub(crate) fn remember_cut(
        &mut self,
        at: &At<P, E::State>,
        node: &Node,
        (value, bound): (Value, Bound),
        known: Option<Entry>,
        nodes_before: u64,
    ) -> Value {
        let &Node { depth, ply, .. } = node;
        let Value { score, anchor } = value;
        if anchor < ply as i32 {
            return value;
        }
        if self.config.pruned_bounds == PrunedBounds::All
            && let Some((table, params)) = self.table.zip(self.config.table.as_ref())
        {
            let entry = Entry {
                mv: known.map_or(0, |entry| entry.mv),
                score: score.seen_from_below(ply as i32),
                depth,
                bound,
            };
            let nodes = self.counters.nodes - nodes_before;
            table.store(at.position.key(), entry, nodes, params);
        }
        Value::free(score)
    }
}
