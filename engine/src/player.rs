//! What every player of a game offers, be it ours or an outside program.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use conjoin_core::limited_file::ReadError;
use conjoin_core::{History, Position, Score};
use conjoin_search::{Counters, ScoreBound};

/// The clocks of both players, for a game with a time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left for the first and the second player.
    pub left: [Duration; 2],
    /// Added to a player's time after each of its moves.
    pub increment: [Duration; 2],
}

/// How long a player may think about a move. Nothing set means until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Last iteration.
    pub depth: Option<u32>,
    /// Nodes in all.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Time for the whole game.
    pub clock: Option<Clock>,
    /// Lines wanted, the best first; 0 counts as 1.
    pub multi_pv: usize,
    /// Is any proved win enough, without looking for a shorter one? Outside programs are not told.
    pub any_win: bool,
    /// May a player with an opening book answer from it? In a game it may; an analysis asks for a search.
    pub may_use_book: bool,
}

/// One line of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventLine<M> {
    /// Score from the side of the player to move.
    pub score: Score,
    /// The moves, never empty.
    pub moves: Vec<M>,
}

/// What a player has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event<M> {
    /// The iteration that was finished; the one under way if the score is only a bound; 0 for what stands in
    /// an opening book.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// How the score of the first line stands to the value of the position.
    pub bound: ScoreBound,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// Thousandths of the table in use.
    pub table_per_mille: u32,
    /// Was the win of its line found by a proof search? Then the depth is 0, for there was no iteration, and the
    /// nodes are that search's.
    pub is_proved: bool,
    /// The best lines, the best first.
    pub lines: Vec<EventLine<M>>,
}

/// A player's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// The move; none when the game is over.
    pub best_move: Option<M>,
    /// Value of the position from the side of the player to move; unknown for some outside
    /// programs.
    pub score: Option<Score>,
    /// Last iteration that was finished.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// What was done; all zero for outside programs but for the nodes they tell.
    pub counters: Counters,
    /// Time used.
    pub time: Duration,
    /// The best lines, the best first.
    pub lines: Vec<EventLine<M>>,
    /// Does the move stand in an opening book? Then nothing was searched.
    pub from_book: bool,
}

impl<M> Thought<M> {
    /// The answer where the game is over: no move, and its result as a score.
    pub fn of_finished_game(score: Score) -> Self {
        Self {
            best_move: None,
            score: Some(score),
            depth: 0,
            selective_depth: 0,
            counters: Counters::default(),
            time: Duration::ZERO,
            lines: Vec::new(),
            from_book: false,
        }
    }
}

/// Why a player cannot play.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A profile that does not exist.
    #[error("profile {name:?} is not known: expected one of {known}, or the path of a TOML file")]
    UnknownProfile {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A profile file that cannot be read.
    #[error("profile: {0}")]
    ReadProfile(#[source] ReadError),
    /// A profile with an error in it.
    #[error("profile {name}: {reason}")]
    BadProfile {
        /// Its name or path.
        name: String,
        /// What is wrong and where.
        reason: String,
    },
    /// Weights that do not exist.
    #[error("weights {name:?} are not known: expected one of {known}, or the path of a TOML file")]
    UnknownWeights {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A file of weights that cannot be read.
    #[error("weights: {0}")]
    ReadWeights(#[source] ReadError),
    /// A file of weights with an error in it.
    #[error("weights {name}: {reason}")]
    BadWeights {
        /// Its name or path.
        name: String,
        /// What is wrong and where.
        reason: String,
    },
    /// A table of transition probabilities that does not exist.
    #[error(
        "transitions {name:?} are not known: expected one of {known}, or the path of a TOML file"
    )]
    UnknownTransitions {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// Models of ProbCut that do not exist.
    #[error("models {name:?} are not known: expected one of {known}, or the path of a TOML file")]
    UnknownModels {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// An opening book that does not exist.
    #[error("book {name:?} is not known: expected one of {known}, or the path of a TSV file")]
    UnknownBook {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A file of transition probabilities that cannot be read.
    #[error("transitions: {0}")]
    ReadTransitions(#[source] ReadError),
    /// A file of transition probabilities with an error in it.
    #[error("transitions {name}: {reason}")]
    BadTransitions {
        /// Its name or path.
        name: String,
        /// What is wrong and where.
        reason: String,
    },
    /// A file of models of ProbCut that cannot be read.
    #[error("models: {0}")]
    ReadModels(#[source] ReadError),
    /// Models of ProbCut with an error in them.
    #[error("models {name}: {reason}")]
    BadModels {
        /// Their name or path.
        name: String,
        /// What is wrong and where.
        reason: String,
    },
    /// The file of a book that cannot be read.
    #[error("book: {0}")]
    ReadBook(#[source] ReadError),
    /// A book with an error in it.
    #[error("book {name}: {reason}")]
    BadBook {
        /// Its name or path.
        name: String,
        /// What is wrong and where.
        reason: String,
    },
    /// No memory for the table.
    #[error(transparent)]
    Table(#[from] conjoin_core::table::TableError),
    /// A table larger than the memory that is free.
    #[error("a table of {wanted} MiB does not fit into the {free} MiB of memory that are free")]
    Memory {
        /// What was asked for.
        wanted: u64,
        /// What there is.
        free: u64,
    },
    /// An outside program failed: it did not start, went silent, died or made no sense.
    #[error("engine {name}: {reason}")]
    Outside {
        /// Its name.
        name: String,
        /// What happened.
        reason: String,
    },
    /// An outside program answered with a move that the rules forbid.
    #[error("engine {name} plays {text:?}: {reason}")]
    IllegalMove {
        /// Its name.
        name: String,
        /// The move as it wrote it.
        text: String,
        /// The rule it breaks.
        reason: String,
    },
}

/// Anything that chooses moves.
pub trait Player<P: Position>: Send {
    /// The name of the profile.
    fn name(&self) -> &str;

    /// Forgets the game before.
    fn new_game(&mut self) -> Result<(), EngineError>;

    /// What was said to and by an outside program lately; empty for our own players.
    fn transcript(&self) -> Vec<String> {
        Vec::new()
    }

    /// Thinks about the current position of a game until the request is met or `stop` is set.
    fn think(
        &mut self,
        game: &History<P>,
        request: &Request,
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(&Event<P::Move>),
    ) -> Result<Thought<P::Move>, EngineError>;
}
