//! One alpha-beta search for all games and evaluators, every technique a switch.
//!
//! [`Searcher`] runs a position through iterative deepening with one of the drivers of
//! [`Driver`]; [`SearchConfig`] says which techniques take part, at run time, so that one binary
//! measures them all. A technique is a file with a `Params` struct that says where it comes from,
//! and it has counters in [`Counters`].
//!
//! What may be relied on:
//!
//! * Without forward pruning and quiescence every configuration returns the value of plain
//!   negamax ([`mod@reference`]); the tests hold it to that on hashed leaf values.
//! * One thread and a limit in nodes or depth give the same nodes and the same answer every time:
//!   nothing depends on the clock, on addresses or on hash order.
//! * A win is `WIN - plies`. A score that rests on a repetition of the path is never stored.
//!
//! ```
//! use conjoin_eval::loa::basic::Basic;
//! use conjoin_games::loa::{Position, Rules};
//! use conjoin_search::{Limits, SearchConfig, Searcher};
//!
//! let mut searcher = Searcher::new(SearchConfig::default(), Basic::default(), 16 << 20, 1)?;
//! let game = conjoin_core::History::new(Position::start(8, Rules::OLYMPIAD));
//! let answer = searcher.search(&game, &Limits::depth(4), |_| {});
//! assert_eq!(answer.depth, 4);
//! assert!(answer.best_move.is_some());
//! # Ok::<(), conjoin_core::table::TableError>(())
//! ```

mod config;
mod counters;
mod depth;
mod drivers;
mod gpc;
mod integrated;
mod iterative;
mod limits;
mod multi_cut;
mod node;
mod node_cutting;
mod null_move;
mod ordering;
mod parallel;
mod prediction;
mod probcut;
mod proved_table;
mod quiescence;
mod realization;
pub mod reference;
mod remember;
mod searcher;
mod table;
mod transposition_cutoffs;
mod value;
mod worker;

pub use config::{
    Aspiration, Driver, HistoryKind, Increment, InternalDeepening, OrderingKind, OrderingParams,
    PrunedBounds, QuiescenceParams, SearchConfig, TableParams, TableScheme,
};
pub use counters::Counters;
pub use gpc::{Against, GpcParams};
pub use integrated::IntegratedParams;
pub use limits::{Limits, PanicTime};
pub use multi_cut::MultiCutParams;
pub use node_cutting::NodeCuttingParams;
pub use null_move::NullMoveParams;
pub use prediction::{DepthPair, LinearModel, Predictions, RankLimits};
pub use probcut::ProbCutParams;
pub use proved_table::ProvedTable;
pub use quiescence::{quiet_line, quiet_value};
pub use realization::{EarlyMoves, MovePlies, RealizationParams};
pub use searcher::{Line, Progress, ScoreBound, SearchResult, Searcher};
pub use transposition_cutoffs::CutoffParams;
