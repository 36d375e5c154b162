//! One searching thread: its path, its move lists, its counters.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use conjoin_core::{History, KeyPath, Outcome, Position, Repetition, Score, Searchable};
use conjoin_eval::Evaluator;

use crate::depth::Depth;
use crate::integrated::Foretelling;
use crate::node_cutting::KeptRanks;
use crate::ordering::OrderingMemory;
use crate::parallel::{BusyMoves, Watched};
use crate::proved_table::ProvedTable;
use crate::realization::Realization;
use crate::table::TranspositionTable;
use crate::value::Value;
use crate::{Counters, Limits, SearchConfig};

/// A position on the path: the board, what the evaluator carries along and the move that led
/// here, which is missing after a null move and at the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<P: Position, S> {
    pub position: P,
    pub state: S,
    pub last: Option<P::Move>,
}

/// What the threads of one search share.
#[derive(Debug)]
pub(crate) struct Shared {
    /// Ends all threads.
    pub stop: AtomicBool,
    /// The value has fallen: the deadlines are those of [`PanicTime`](crate::PanicTime).
    pub panics: AtomicBool,
    /// Nodes that threads have reported.
    pub nodes: AtomicU64,
    /// Moves that some thread is searching; only with several threads.
    pub busy: Option<BusyMoves>,
}

/// Nodes between two looks at the clock and two reports to the other threads.
const REPORT: u64 = 1024;

/// One thread of a search.
pub(crate) struct Worker<'a, P: Searchable, E: Evaluator<P>> {
    pub config: &'a SearchConfig,
    pub eval: &'a E,
    pub table: Option<&'a TranspositionTable>,
    /// What moves cost, where that is not a ply each.
    pub realization: Option<&'a Realization>,
    /// The techniques by which shallow searches foretell deep ones.
    pub foretelling: Option<&'a Foretelling>,
    /// Positions that a proof search has proved to be won.
    pub proved: Option<&'a ProvedTable>,
    pub limits: &'a Limits<'a>,
    pub shared: &'a Shared,
    pub memory: &'a mut OrderingMemory<P>,
    pub counters: Counters,
    /// A limit is reached: every value from now on is meaningless.
    pub stopped: bool,
    /// Open nodes that another thread may decide; only with several threads.
    pub watched: Vec<Watched>,
    /// Ply of the watched node below which the search is given up: `stopped` holds up to there.
    pub gave_up_at: Option<usize>,
    /// The moves of all open nodes, one after the other.
    pub moves: Vec<P::Move>,
    /// Their ordering scores.
    pub scores: Vec<i32>,
    /// Keys of children, while a node looks them up.
    pub keys: Vec<u64>,
    /// The best line found below each ply of the principal variation.
    pub lines: Vec<Vec<P::Move>>,
    /// Nodes of less depth try their favourites before they generate their moves.
    pub favourites_below: Depth,
    /// Some root moves are left out, so the value is not that of the root.
    pub root_is_partial: bool,
    /// This is within a shallow search whose nodes are counted by themselves.
    pub is_shallow: bool,
    /// What node cutting has found of positions.
    pub kept_ranks: KeptRanks,
    /// Deepest ply reached in this iteration.
    pub deepest: usize,
    /// The game and the path below the root: the keys by which positions come back.
    path: KeyPath,
    /// Index of the root in the path.
    root: usize,
    repetition: Repetition,
}

impl<'a, P: Searchable, E: Evaluator<P>> Worker<'a, P, E> {
    pub fn new(
        config: &'a SearchConfig,
        eval: &'a E,
        table: Option<&'a TranspositionTable>,
        limits: &'a Limits<'a>,
        shared: &'a Shared,
        memory: &'a mut OrderingMemory<P>,
        game: &History<P>,
    ) -> Self {
        let repetition =
            if config.repetition { game.current().repetition() } else { Repetition::Unlimited };
        let mut worker = Self {
            config,
            eval,
            table,
            realization: None,
            foretelling: None,
            proved: None,
            limits,
            shared,
            memory,
            counters: Counters::default(),
            stopped: false,
            watched: Vec::new(),
            gave_up_at: None,
            moves: Vec::with_capacity(4096),
            scores: Vec::with_capacity(4096),
            keys: Vec::with_capacity(256),
            lines: Vec::new(),
            favourites_below: Self::favourites_below(config),
            root_is_partial: false,
            is_shallow: false,
            kept_ranks: KeptRanks::default(),
            deepest: 0,
            path: KeyPath::new(),
            root: 0,
            repetition,
        };
        let positions = game.positions();
        worker.path.push(worker.path_key(&positions[0]), false);
        for (i, &mv) in game.moves().iter().enumerate() {
            worker.push(&positions[i], mv, &positions[i + 1]);
        }
        worker.root = worker.path.len() - 1;
        worker
    }

    /// Counts a node; false when a limit ends the search before it.
    #[inline(always)]
    pub fn enter(&mut self) -> bool {
        if self.stopped {
            return false;
        }
        self.counters.nodes += 1;
        if self.counters.nodes.is_multiple_of(REPORT) {
            self.report();
        }
        if let Some(limit) = self.limits.nodes
            && self.counters.nodes > limit
        {
            self.counters.nodes -= 1;
            self.stopped = true;
        }
        !self.stopped
    }

    /// Tells the other threads and hears whether it is time to stop.
    #[cold]
    fn report(&mut self) {
        let nodes = self.shared.nodes.fetch_add(REPORT, Ordering::Relaxed) + REPORT;
        if self.shared.stop.load(Ordering::Relaxed)
            || self.limits.is_over(self.shared.panics.load(Ordering::Relaxed))
            || self.limits.nodes.is_some_and(|limit| nodes > limit)
        {
            self.stopped = true;
        } else if !self.watched.is_empty() {
            self.give_up_decided();
        }
    }

    /// Goes to the position after a move, which will be searched to `depth`. Its table entry is
    /// already on the way, unless it is a leaf, which never asks for it.
    #[inline(always)]
    pub fn follow(&self, at: &mut At<P, E::State>, mv: P::Move, depth: Depth) {
        let before = at.position;
        at.position = before.play(mv);
        if depth > Depth::ZERO
            && let Some(table) = self.table
        {
            table.prefetch(at.position.key());
        }
        if let Some(proved) = self.proved {
            proved.prefetch(at.position.key());
        }
        self.eval.advance(&mut at.state, &before, mv, &at.position);
        at.last = Some(mv);
    }

    /// What tells a position of the path from others: all of it, or the board alone where the rules
    /// say so.
    #[inline(always)]
    fn path_key(&self, position: &P) -> u64 {
        match self.repetition {
            Repetition::AnyBoard => position.board_key(),
            Repetition::ThirdOccurrence | Repetition::Unlimited => position.repetition_key(),
        }
    }

    /// Puts a position on the path.
    #[inline(always)]
    pub fn push(&mut self, before: &P, mv: P::Move, after: &P) {
        self.path.push(self.path_key(after), before.is_irreversible(mv));
    }

    /// Puts the position after a null move on the path: nothing before it can come back.
    pub fn push_null(&mut self, after: &P) {
        self.path.push(self.path_key(after), true);
    }

    #[inline(always)]
    pub fn pop(&mut self) {
        self.path.pop();
    }

    /// The value of the last position of the path if it is a repetition.
    #[inline]
    pub fn repetition_value(&mut self) -> Option<Value> {
        let mut in_game = 0;
        let found = match self.repetition {
            Repetition::Unlimited => None,
            // A position of the path is a draw when it comes back once: what was good the first
            // time is good the second. One of the game has to come back twice.
            Repetition::ThirdOccurrence => self.path.recurrences().find(|&i| {
                in_game += usize::from(i < self.root);
                i >= self.root || in_game == 2
            }),
            Repetition::AnyBoard => self.path.recurrences().next(),
        }?;
        self.counters.repetitions += 1;
        let anchor = if found >= self.root { (found - self.root) as i32 } else { -1 };
        Some(Value { score: Score::DRAW, anchor })
    }

    /// Is a position that could follow now already on the path or in the game?
    pub fn is_on_path(&self, position: &P) -> bool {
        self.repetition != Repetition::Unlimited
            && self.path.recurrences_of(self.path_key(position)).next().is_some()
    }

    /// The score of a finished game.
    pub fn outcome_score(position: &P, outcome: Outcome, ply: usize) -> Score {
        match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(side) if side == position.side_to_move() => Score::win_in(ply as i32),
            Outcome::Win(_) => Score::loss_in(ply as i32),
        }
    }
}
