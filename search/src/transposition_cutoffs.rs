//! Enhanced transposition cut-offs: before anything is searched, a look whether some move leads
//! to a position that the table already knows to be bad enough for the opponent.
//!
//! Source: Schaeffer and Plaat 1996; at nodes more than 2 plies from the leaves as in
//! `winands-thesis` 2.6.
//! Differs: a child that repeats a position of the path does not count.

use conjoin_core::Searchable;
use conjoin_eval::Evaluator;
use serde::{Deserialize, Serialize};

use crate::depth::Depth;
use crate::node::{Node, Window};
use crate::table::{Bound, Entry};
use crate::value::Value;
use crate::worker::{At, Worker};

/// Parameters of enhanced transposition cut-offs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CutoffParams {
    /// Least remaining depth.
    pub from_depth: i32,
}

impl Default for CutoffParams {
    fn default() -> Self {
        Self { from_depth: 3 }
    }
}

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// The value of the node if the table's knowledge of a child decides it.
    pub(crate) fn try_transposition_cutoffs(
        &mut self,
        at: &At<P, E::State>,
        node: &Node,
    ) -> Option<Value> {
        let &Node { window: Window { beta, .. }, depth, ply, first, .. } = node;
        let params = self.config.transposition_cutoffs.as_ref()?;
        let (table, table_params) = (self.table?, self.config.table.as_ref()?);
        if depth <= Depth::plies(params.from_depth - 1) {
            return None;
        }
        // What a move that cuts has to be searched to.
        let needed = depth - self.least_cost();
        let start = self.keys.len();
        for &mv in &self.moves[first..] {
            let key = at.position.play(mv).key();
            table.prefetch(key);
            self.keys.push(key);
        }
        let mut found = None;
        for (i, &key) in self.keys[start..].iter().enumerate() {
            let Some(entry) = table.probe(key) else { continue };
            let deep_enough = if table_params.equal_depth {
                entry.depth == needed
            } else {
                entry.depth >= needed
            };
            let score = -entry.score.seen_from_above(ply as i32 + 1);
            let mv = self.moves[first + i];
            if deep_enough
                && entry.bound != Bound::Lower
                && score >= beta
                && !self.is_on_path(&at.position.play(mv))
            {
                found = Some((mv, score));
                break;
            }
        }
        self.keys.truncate(start);
        let (mv, score) = found?;
        self.counters.transposition_cuts += 1;
        let entry = Entry {
            mv: P::pack_move(mv),
            score: score.seen_from_below(ply as i32),
            depth,
            bound: Bound::Lower,
        };
        table.store(at.position.key(), entry, 1, table_params);
        Some(Value::free(score))
    }
}
