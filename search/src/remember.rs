//! What of a node goes into the table, and as which bound.
//!
//! Source: `winands-thesis` 6.3 for what pruning leaves uncertain ([`PrunedBounds`]).
//! Differs: see `node.rs`; and moves that are left out because they were foretold to be no better make
//! an upper bound uncertain, of which the sources do not speak.

use conjoin_core::Searchable;
use conjoin_eval::Evaluator;

use crate::node::{Best, Expected, Node};
use crate::table::{Bound, Entry};
use crate::value::Value;
use crate::worker::{At, Worker};
use crate::{PrunedBounds, SearchConfig};

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
        let Some(bound) = bound_to_store(self.config, bound, best.is_foretold) else {
            return value;
        };
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

/// The bound as which a value is stored. Where moves were left out because they were foretold to be no better,
/// they may be better: the value bounds the node from below alone, if at all.
pub(crate) fn bound_to_store(
    config: &SearchConfig,
    bound: Bound,
    is_foretold: bool,
) -> Option<Bound> {
    match bound {
        Bound::Lower => Some(bound),
        _ if !is_foretold || config.pruned_bounds == PrunedBounds::All => Some(bound),
        Bound::Exact => Some(Bound::Lower),
        Bound::Upper => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use conjoin_core::{History, Position as _, Score};
    use conjoin_eval::loa::basic::Basic;
    use conjoin_games::loa;

    use super::*;
    use crate::depth::Depth;
    use crate::integrated::Foretelling;
    use crate::node::{NonPv, Window};
    use crate::ordering::OrderingMemory;
    use crate::table::TranspositionTable;
    use crate::worker::Shared;
    use crate::{Driver, GpcParams, Limits, LinearModel, Predictions, ProbCutParams, TableParams};

    /// What the table has of a node of depth 3 with this window, under a model that believes everything.
    fn stored(pruned_bounds: PrunedBounds, is_probcut: bool, beta: i32) -> Option<(Bound, bool)> {
        let (depths, deviations) = ([1, if is_probcut { 3 } else { 2 }], -1e3);
        let model = LinearModel { depths, slope: 1.0, offset: 0.0, sigma: 10.0 };
        let config = SearchConfig {
            pruned_bounds,
            table: Some(TableParams::default()),
            probcut: is_probcut.then(|| ProbCutParams { deviations, ..ProbCutParams::default() }),
            gpc: (!is_probcut).then(|| GpcParams { deviations, ..GpcParams::default() }),
            ..SearchConfig::bare(Driver::Pvs)
        };
        let data = Predictions { probcut: vec![model], gpc: vec![model], ..Predictions::default() };
        let foretelling = Foretelling::new(&config, &data);
        let (eval, limits) = (Basic::default(), Limits::default());
        let position = loa::Position::start(8, loa::Rules::OLYMPIAD);
        let mut memory = OrderingMemory::for_threads(&config.ordering, 1);
        let shared = Shared {
            stop: AtomicBool::new(false),
            panics: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            busy: None,
        };
        let table = TranspositionTable::new(1 << 16).expect("a table");
        let table = Some(&table);
        let game = History::new(position);
        let mut worker =
            Worker::new(&config, &eval, table, &limits, &shared, &mut memory[0], &game);
        worker.foretelling = foretelling.as_ref();
        let at = At { position, state: eval.state(&position), last: None };
        let window = Window { alpha: Score(beta - 1), beta: Score(beta) };
        worker.node::<NonPv>(&at, Node::root(window, Depth::plies(3), Expected::All));
        let counters = worker.counters;
        assert_eq!(counters.probcut_cuts > 0, is_probcut);
        assert_eq!(counters.gpc_skips > 0, !is_probcut && beta > 0);
        let entry = table?.probe(position.key()).filter(|entry| entry.depth == Depth::plies(3));
        entry.map(|entry| (entry.bound, entry.mv != 0))
    }

    #[test]
    fn what_rests_on_moves_that_were_left_out_is_no_upper_bound() {
        for pruned_bounds in [PrunedBounds::Searched, PrunedBounds::Certain] {
            assert_eq!(stored(pruned_bounds, false, 20_000), None);
        }
        assert_eq!(stored(PrunedBounds::All, false, 20_000), Some((Bound::Upper, false)));
        // The first move cuts: it needs no other.
        assert_eq!(stored(PrunedBounds::Searched, false, -20_000), Some((Bound::Lower, true)));
    }

    #[test]
    fn what_probcut_decides_is_stored_only_if_everything_is() {
        assert_eq!(stored(PrunedBounds::Searched, true, 500), None);
        // The move is that of the shallow search.
        assert_eq!(stored(PrunedBounds::All, true, 500), Some((Bound::Lower, true)));
    }

    #[test]
    fn a_value_between_the_bounds_becomes_a_lower_bound() {
        let config = SearchConfig::bare(Driver::Pvs);
        let all = SearchConfig { pruned_bounds: PrunedBounds::All, ..config.clone() };
        for (bound, is_foretold, stored) in [
            (Bound::Exact, false, Some(Bound::Exact)),
            (Bound::Exact, true, Some(Bound::Lower)),
            (Bound::Upper, false, Some(Bound::Upper)),
            (Bound::Upper, true, None),
            (Bound::Lower, true, Some(Bound::Lower)),
        ] {
            assert_eq!(bound_to_store(&config, bound, is_foretold), stored);
            assert_eq!(bound_to_store(&all, bound, is_foretold), Some(bound));
        }
    }
}
