//! The search as others see it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use conjoin_core::table::TableError;
use conjoin_core::{History, Score, Searchable};
use conjoin_eval::Evaluator;

use crate::integrated::Foretelling;
use crate::iterative::Deepened;
use crate::ordering::OrderingMemory;
use crate::parallel::BusyMoves;
use crate::prediction::Predictions;
use crate::proved_table::ProvedTable;
use crate::realization::{MovePlies, Realization};
use crate::table::TranspositionTable;
use crate::worker::{At, Shared, Worker};
use crate::{Counters, Limits, SearchConfig};

/// A move, its score and the line that it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The move.
    pub mv: M,
    /// Its score from the side of the player to move.
    pub score: Score,
    /// The line of play that gives it, beginning with the move.
    pub line: Vec<M>,
}

/// How a score stands to the value that is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoreBound {
    /// It is the value.
    #[default]
    Exact,
    /// The value is this or better: other moves have still to be looked at.
    AtLeast,
    /// The value is this or worse.
    AtMost,
}

/// What a search has found so far.
#[derive(Clone, Debug)]
pub struct Progress<M> {
    /// The iteration that was finished; the one under way if the score is only a bound.
    pub depth: u32,
    /// Deepest ply reached in it.
    pub selective_depth: u32,
    /// How the score of the first line stands to the value of the position.
    pub bound: ScoreBound,
    /// Nodes so far, over all threads.
    pub nodes: u64,
    /// Thousandths of the table in use.
    pub table_per_mille: u32,
    /// The best lines, the best first.
    pub lines: Vec<Line<M>>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The move to make; none when the game is over.
    pub best_move: Option<M>,
    /// The value of the position.
    pub score: Score,
    /// Last iteration that was finished.
    pub depth: u32,
    /// Deepest ply reached in it.
    pub selective_depth: u32,
    /// What was done for it.
    pub counters: Counters,
    /// The best lines, the best first.
    pub lines: Vec<Line<M>>,
}

/// Searches positions of a game, keeping what it learns from one search to the next.
#[derive(Debug)]
pub struct Searcher<P: Searchable, E: Evaluator<P>> {
    config: SearchConfig,
    eval: E,
    table: Option<TranspositionTable>,
    realization: Option<Realization>,
    foretelling: Option<Foretelling>,
    /// Positions that a proof search has proved to be won.
    proved: Option<ProvedTable>,
    /// One for each thread, at least one.
    memories: Vec<OrderingMemory<P>>,
}

impl<P: Searchable, E: Evaluator<P>> Searcher<P, E> {
    /// A searcher with a table of this size and so many threads.
    pub fn new(
        config: SearchConfig,
        eval: E,
        table_bytes: usize,
        threads: usize,
    ) -> Result<Self, TableError> {
        let table =
            config.table.as_ref().map(|_| TranspositionTable::new(table_bytes)).transpose()?;
        let memories = OrderingMemory::for_threads(&config.ordering, threads.max(1));
        let realization =
            config.realization.as_ref().map(|params| Realization::new(params, MovePlies::even()));
        let foretelling = Foretelling::new(&config, &Predictions::default());
        Ok(Self { config, eval, table, realization, foretelling, proved: None, memories })
    }

    /// The same with moves that cost what this says, if the configuration has them cost anything but a ply.
    #[must_use]
    pub fn with_move_plies(self, plies: MovePlies) -> Self {
        let realization = self.config.realization.as_ref();
        let realization = realization.map(|params| Realization::new(params, plies));
        Self { realization, ..self }
    }

    /// The same with what shallow searches of its evaluator foretell, for those techniques that its
    /// configuration has.
    #[must_use]
    pub fn with_predictions(self, predictions: &Predictions) -> Self {
        let foretelling = Foretelling::new(&self.config, predictions);
        Self { foretelling, ..self }
    }

    /// The same with a table of proved positions, which its searches ask and somebody else fills.
    #[must_use]
    pub fn with_proved_table(self, proved: ProvedTable) -> Self {
        Self { proved: Some(proved), ..self }
    }

    /// The table of proved positions, if it has one.
    pub fn proved_table(&self) -> Option<&ProvedTable> {
        self.proved.as_ref()
    }

    /// Forgets the proved positions and nothing else.
    pub fn clear_proved(&mut self) {
        if let Some(proved) = &mut self.proved {
            proved.clear();
        }
    }

    /// The configuration.
    pub fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &E {
        &self.eval
    }

    /// Memory of the table.
    pub fn table_bytes(&self) -> usize {
        self.table.as_ref().map_or(0, TranspositionTable::bytes)
    }

    /// Forgets everything: the next search is that of a new searcher.
    pub fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.clear_proved();
        self.memories.iter_mut().for_each(OrderingMemory::clear);
    }

    /// The moves of the current position in the order in which a search would try them by all that this
    /// searcher has learned.
    pub fn move_order(&mut self, game: &History<P>) -> Vec<P::Move> {
        let shared = Shared {
            stop: AtomicBool::new(false),
            panics: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            busy: None,
        };
        let (limits, table) = (Limits::default(), self.table.as_ref());
        let memory = self.memories.first_mut().expect("at least one thread");
        let mut worker =
            Worker::new(&self.config, &self.eval, table, &limits, &shared, memory, game);
        let position = *game.current();
        let root = At { position, state: self.eval.state(&position), last: None };
        worker.root_moves(&root).into_iter().map(|known| known.mv).collect()
    }

    /// Searches the current position of a game.
    pub fn search(
        &mut self,
        game: &History<P>,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&Progress<P::Move>),
    ) -> SearchResult<P::Move> {
        if let Some(table) = &mut self.table {
            table.next_search();
        }
        self.memories.iter_mut().for_each(OrderingMemory::next_search);
        let busy = (self.memories.len() > 1).then(BusyMoves::new);
        let shared = Shared {
            stop: AtomicBool::new(false),
            panics: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            busy,
        };
        let (config, eval, table) = (&self.config, &self.eval, self.table.as_ref());
        let realization = self.realization.as_ref();
        let foretelling = self.foretelling.as_ref();
        let proved = self.proved.as_ref();
        let (first, others) = self.memories.split_first_mut().expect("at least one thread");

        let mut counters = Counters::default();
        let found = std::thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .map(|memory| {
                    let shared = &shared;
                    scope.spawn(move || {
                        let mut worker =
                            Worker::new(config, eval, table, limits, shared, memory, game);
                        worker.realization = realization;
                        worker.foretelling = foretelling;
                        worker.proved = proved;
                        worker.deepen(game, |_, _, _| {});
                        worker.counters
                    })
                })
                .collect();
            let mut worker = Worker::new(config, eval, table, limits, &shared, first, game);
            worker.realization = realization;
            worker.foretelling = foretelling;
            worker.proved = proved;
            let threads = helpers.len() as u64 + 1;
            let found = worker.deepen(game, |worker, found, bound| {
                let nodes = match threads {
                    1 => worker.counters.nodes,
                    _ => shared.nodes.load(Ordering::Relaxed).max(worker.counters.nodes),
                };
                progress(&Progress {
                    depth: found.depth,
                    selective_depth: found.selective_depth,
                    bound,
                    nodes,
                    table_per_mille: table.map_or(0, TranspositionTable::per_mille),
                    lines: found.lines.clone(),
                });
            });
            shared.stop.store(true, Ordering::Relaxed);
            counters = worker.counters;
            for helper in helpers {
                counters.add(&helper.join().expect("a searching thread does not panic"));
            }
            found
        });
        answer(game, found, &counters)
    }
}

/// The result in the form that others see.
fn answer<P: Searchable>(
    game: &History<P>,
    found: Deepened<P>,
    counters: &Counters,
) -> SearchResult<P::Move> {
    let outcome = game.outcome();
    let best = if outcome.is_some() { None } else { found.lines.first() };
    let over = outcome.map(|outcome| match outcome.winner() {
        None => Score::DRAW,
        Some(side) if side == game.current().side_to_move() => Score::win_in(0),
        Some(_) => Score::loss_in(0),
    });
    SearchResult {
        best_move: best.map(|line| line.mv),
        score: over.or(best.map(|line| line.score)).unwrap_or_default(),
        depth: found.depth,
        selective_depth: found.selective_depth,
        counters: *counters,
        lines: if outcome.is_some() { Vec::new() } else { found.lines },
    }
}
