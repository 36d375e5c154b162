//! PN-alphabeta: late in a game, proof-number search looks for a win during a part of what a move is allowed,
//! and alpha-beta has the rest and what was proved.
//!
//! Source: `winands-thesis` 4.4.1, with the numbers of 4.4.2: after 34 plies, a quarter of the time. PN is that of
//! 4.2.1, its leaves by mobility.
//! Differs: the proved positions have the plies of their wins ([`ProvedTable`]); those that end the game, which
//! alpha-beta sees anyway, are not stored. Where a move is allowed nodes, PN counts its own, and
//! [`ProofSearchParams::node_ratio`] changes one kind into the other. A position that has stood twice is
//! avoided by proofs, for its third time draws; when there is a new one, what was proved before is forgotten.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use conjoin_core::table::TableError;
use conjoin_core::{History, Provable, Score, Searchable};
use conjoin_eval::Evaluator;
use conjoin_prove::best_first::{BestFirstConfig, InGame, solve_in_game};
use conjoin_prove::{Initial, Limits, NoEvaluator, Verdict};
use conjoin_search::{ProvedTable, Searcher};
use serde::{Deserialize, Serialize};

use crate::Request;
use crate::prover::{expect_solvable, stood_twice};
use crate::time::Allotment;

/// Parameters of PN-alphabeta; the first three are those of `winands-thesis` 4.4.2.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProofSearchParams {
    /// Plies of the game after which it begins.
    pub from_ply: usize,
    /// The part of what a move is allowed that proof-number search may take: of its time (with a clock, of the time
    /// after which no iteration starts), and of its nodes.
    pub part: f64,
    /// Does alpha-beta ask what was proved?
    pub table: bool,
    /// Nodes of proof-number search that take as long as one of alpha-beta: what a limit in nodes is
    /// changed by. The mean of `mia-4` over twelve positions of `endgame-286`, a million nodes each (1.9 to 3.8).
    pub node_ratio: f64,
    /// Memory of the proof tree in MiB, beside that of the player; it is used as the tree grows.
    pub tree_mebibytes: usize,
    /// Memory of the table of proved positions in MiB, beside that of the player.
    pub table_mebibytes: usize,
}

impl Default for ProofSearchParams {
    fn default() -> Self {
        Self {
            from_ply: 34,
            part: 0.25,
            table: true,
            node_ratio: 2.7,
            tree_mebibytes: 128,
            table_mebibytes: 16,
        }
    }
}

/// The most MiB that a tree or a table may be given.
const MOST_MEBIBYTES: usize = 1 << 20;

impl ProofSearchParams {
    /// The same if the numbers make sense.
    pub(crate) fn checked(self) -> Result<Self, String> {
        if !(self.part > 0.0 && self.part < 1.0) {
            return Err(format!("part = {}: expected more than 0 and less than 1", self.part));
        }
        if !(self.node_ratio.is_finite() && (0.001..=1000.0).contains(&self.node_ratio)) {
            return Err(format!("node_ratio = {}: expected 0.001 to 1000", self.node_ratio));
        }
        for (key, mebibytes) in
            [("tree_mebibytes", self.tree_mebibytes), ("table_mebibytes", self.table_mebibytes)]
        {
            if !(1..=MOST_MEBIBYTES).contains(&mebibytes) {
                return Err(format!("{key} = {mebibytes}: expected 1 to {MOST_MEBIBYTES}"));
            }
        }
        Ok(self)
    }

    /// Bytes of tree and table together.
    pub(crate) fn bytes(&self) -> usize {
        let table = if self.table { self.table_mebibytes } else { 0 };
        (self.tree_mebibytes + table) << 20
    }

    /// The table of proved positions, if there is one.
    pub(crate) fn new_table(&self) -> Result<Option<ProvedTable>, TableError> {
        self.table.then(|| ProvedTable::new(self.table_mebibytes << 20)).transpose()
    }
}

/// The proof search of a player, from move to move.
#[derive(Debug)]
pub(crate) struct ProofSearch {
    params: ProofSearchParams,
    /// Keys of the positions that no proof in the table goes through.
    avoided: Vec<u64>,
}

/// What the proof search of a move came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt<M> {
    /// Its nodes, in its own way of counting.
    pub nodes: u64,
    /// The same in nodes of alpha-beta.
    pub cost: u64,
    /// Deepest ply.
    pub deepest: u32,
    /// A move that wins, and its score.
    pub win: Option<(M, Score)>,
}

impl ProofSearch {
    pub fn new(params: ProofSearchParams) -> Self {
        Self { params, avoided: Vec::new() }
    }

    /// Looks for a win of the player to move; nothing when it is not the time for it. What it proves, the
    /// searcher knows. `request` is what the player may use, `allotment` its time, which began at `start`.
    pub fn attempt<P: Searchable + Provable, E: Evaluator<P>>(
        &mut self,
        game: &History<P>,
        request: &Request,
        allotment: &Allotment,
        start: Instant,
        stop: &AtomicBool,
        searcher: &mut Searcher<P, E>,
    ) -> Option<Attempt<P::Move>> {
        self.heed_past(game, searcher);
        let Self { params, avoided } = self;
        let position = game.current();
        // One move is not all that is asked for, or the rules let nothing be proved.
        let is_fit = request.multi_pv <= 1 && expect_solvable(position).is_ok();
        if game.moves().len() < params.from_ply || !is_fit {
            return None;
        }
        let nodes = request.nodes.map(|nodes| {
            let nodes = nodes as f64 * params.part * params.node_ratio;
            nodes as u64
        });
        let time = allotment.soft.or(allotment.hard).map(|time| time.mul_f64(params.part));
        let deadline = time.and_then(|time| start.checked_add(time));
        // Of a search that only somebody else ends there is no part.
        if nodes.is_none() && deadline.is_none() || nodes == Some(0) {
            return None;
        }
        let config = BestFirstConfig {
            initial: Initial::Mobility,
            second: None,
            keeps_solved: false,
            symmetry: false,
        };
        let memory = params.tree_mebibytes << 20;
        let limits = Limits { nodes, deadline, memory, stop: Some(stop), progress: None };
        let side = position.side_to_move();
        let table = searcher.proved_table();
        let store = |key: u64, plies: u16| {
            if let Some(table) = table {
                table.store(key, side, plies);
            }
        };
        let in_game = InGame { avoided, on_proved: Some(&store) };
        let (found, plies) = solve_in_game(&config, &NoEvaluator, position, side, &limits, in_game);
        let is_won = found.verdict == Verdict::Proved;
        let score = Score::win_in(i32::from(plies).min(Score::MAX_PLIES));
        Some(Attempt {
            nodes: found.counters.nodes,
            cost: (found.counters.nodes as f64 / params.node_ratio).ceil() as u64,
            deepest: found.counters.deepest as u32,
            win: found.best_move.filter(|_| is_won).map(|mv| (mv, score)),
        })
    }

    /// Sees to it that no proof, old or new, goes through a position that would now be drawn.
    fn heed_past<P: Searchable + Provable, E: Evaluator<P>>(
        &mut self,
        game: &History<P>,
        searcher: &mut Searcher<P, E>,
    ) {
        let twice = stood_twice(game);
        let keys: Vec<u64> = twice.iter().map(conjoin_core::Position::key).collect();
        if keys.iter().any(|key| !self.avoided.contains(key)) {
            searcher.clear_proved();
            self.avoided = keys;
        }
    }

    /// Forgets the game before; the searcher forgets what it knows by itself.
    pub fn new_game(&mut self) {
        self.avoided.clear();
    }
}
