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

/// What a search within a game heeds of the moves before, and whom it tells what it has proved.
#[derive(Clone, Copy, Default)]
pub struct InGame<'a> {
    /// Keys of positions that the game may not come back to without being drawn: a move to one of them
    /// wins nothing.
    pub avoided: &'a [u64],
    /// Called with the key of every position on the tree that is proved and does not end the game, and
    /// the plies within which the attacker wins from there. Those below come first.
    pub on_proved: Option<&'a dyn Fn(u64, u16)>,
}

impl std::fmt::Debug for InGame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tells = self.on_proved.is_some();
        f.debug_struct("InGame").field("avoided", &self.avoided).field("tells", &tells).finish()
    }
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
    solve_in_game(config, eval, root, attacker, limits, InGame::default()).0
}

/// The same within a game, with the plies in which the attacker wins if the win is proved.
pub fn solve_in_game<P: Provable, E: Evaluator<P>>(
    config: &BestFirstConfig,
    eval: &E,
    root: &P,
    attacker: Side,
    limits: &Limits<'_>,
    in_game: InGame<'_>,
) -> (Solution<P::Move>, u16) {
    let start = Instant::now();
    let clock = conjoin_core::thread_clock::ThreadClock::start();
    // Both levels together keep to the limit; what the allocator holds back is in it.
    let most = limits.memory / arena::Arena::<P::Move>::node_bytes();
    let mut tree = TreeSearch::new(eval, config.initial, attacker, limits, most.max(LEAST_NODES));
    (tree.symmetry, tree.in_game) = (config.symmetry, in_game);
    if let Some(outcome) = root.outcome() {
        let won = is_attackers(outcome, attacker);
        let verdict = if won { Verdict::Proved } else { Verdict::Disproved };
        let (proof, disproof) = if won { (0, INFINITE) } else { (INFINITE, 0) };
        let counters = tree.counters;
        return (Solution { verdict, best_move: None, proof, disproof, counters }, 0);
    }
    tree.counters.nodes = 1;
    let mut path = Path::new(root.key());
    let node = match config.second {
        None => tree.run(root, &mut path, Level::Direct),
        Some(growth) => {
            let mut second = TreeSearch::new(eval, config.initial, attacker, limits, 0);
            (second.symmetry, second.keeps_solved) = (config.symmetry, config.keeps_solved);
            second.in_game = in_game;
            tree.run(root, &mut path, Level::Second(&mut second, growth))
        }
    };
    tree.counters.stop_clock(start);
    tree.counters.stop_thread_clock(clock);
    let is_or = root.side_to_move() == attacker;
    let (proof, disproof) = node.bounds.numbers(is_or);
    let verdict = match (proof, disproof) {
        (0, _) => Verdict::Proved,
        // A disproof that rests on the greatest depth proves nothing.
        (_, 0) if node.rests_on > 0 => Verdict::Disproved,
        _ => Verdict::Unknown,
    };
    let best_move = if node.bounds.phi == 0 { tree.best_move() } else { None };
    (Solution { verdict, best_move, proof, disproof, counters: tree.counters }, node.plies)
}
