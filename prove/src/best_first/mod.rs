//! Best-first proof searches on a tree in memory: PN and PN2 with all their initialisations.

pub(crate) mod arena;
mod growth;
pub(crate) mod search;

pub use growth::Growth;

use std::time::Instant;

use conjoin_core::Side;
use conjoin_eval::Evaluator;
use serde::{Deserialize, Serialize};

use crate::bounds::INFINITE;
use crate::initial::Initial;
use crate::limits::Limits;
use crate::path::Path;
use crate::solution::{Solution, Verdict};
use crate::{Provable, is_attackers};
use search::{Level, TreeSearch};

/// A best-first search by its parts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestFirstConfig {
    /// Numbers of a new leaf.
    pub initial: Initial,
    /// The second level, if there is one.
    pub second: Option<Growth>,
    /// Keep what lies below solved nodes of the second level, at the cost of its memory
    /// (`winands-thesis` Table 4.2)?
    #[serde(default)]
    pub keeps_solved: bool,
    /// Is only one of the moves generated that a symmetry of the position turns into each other
    /// (`efpn` 4.4, for 6x6)?
    #[serde(default)]
    pub symmetry: bool,
}

/// Nodes that there is always room for: a root, its children and theirs.
const LEAST_NODES: usize = 1_000;

/// Can `attacker` force a win from this position?
pub fn solve<P: Provable, E: Evaluator<P>>(
    config: &BestFirstConfig,
    eval: &E,
    root: &P,
    attacker: Side,
    limits: &Limits<'_>,
) -> Solution<P::Move> {
    let start = Instant::now();
    // Both levels together keep to the limit; what the allocator holds back is in it.
    let most = limits.memory / arena::Arena::<P::Move>::node_bytes();
    let mut tree = TreeSearch::new(eval, config.initial, attacker, limits, most.max(LEAST_NODES));
    tree.symmetry = config.symmetry;
    if let Some(outcome) = root.outcome() {
        let won = is_attackers(outcome, attacker);
        let verdict = if won { Verdict::Proved } else { Verdict::Disproved };
        let (proof, disproof) = if won { (0, INFINITE) } else { (INFINITE, 0) };
        return Solution { verdict, best_move: None, proof, disproof, counters: tree.counters };
    }
    tree.counters.nodes = 1;
    let mut path = Path::new(root.key());
    let node = match config.second {
        None => tree.run(root, &mut path, Level::Direct),
        Some(growth) => {
            let mut second = TreeSearch::new(eval, config.initial, attacker, limits, 0);
            (second.symmetry, second.keeps_solved) = (config.symmetry, config.keeps_solved);
            tree.run(root, &mut path, Level::Second(&mut second, growth))
        }
    };
    tree.counters.stop_clock(start);
    let is_or = root.side_to_move() == attacker;
    let (proof, disproof) = node.bounds.numbers(is_or);
    let verdict = match (proof, disproof) {
        (0, _) => Verdict::Proved,
        // A disproof that rests on the greatest depth proves nothing.
        (_, 0) if node.rests_on > 0 => Verdict::Disproved,
        _ => Verdict::Unknown,
    };
    let best_move = if node.bounds.phi == 0 { tree.best_move() } else { None };
    Solution { verdict, best_move, proof, disproof, counters: tree.counters }
}
