//! Proof-number searches, exhaustive analysis and proofs that others can check.
//!
//! The question is always the same: can one side, the attacker, force a win? Draws are the
//! defender's. [`Algorithm`] names the searches that answer it:
//!
//! * [`best_first`]: proof-number search on a tree in memory, in one level or two;
//! * [`depth_first`]: df-pn, PDS and their kin on a table, and our own;
//! * [`alpha_beta`]: the yardstick;
//! * [`retrograde`]: everything that can be reached, the oracle for small boards.
//!
//! What may be relied on:
//!
//! * An answer other than unknown is that of exhaustive analysis. A value that rests on the path
//!   is never stored as a fact of the position; `depth_first` tells how.
//! * [`Limits`] hold: nodes, time, memory. Reaching one gives unknown, and the numbers of the root.
//! * [`proof`] turns a solved question into lines that `conjoin-referee` checks with its own rules.
//!
//! ```
//! use conjoin_core::Side;
//! use conjoin_games::loa::{Position, Rules};
//! use conjoin_prove::{Algorithm, Limits, NoEvaluator, Verdict};
//!
//! let start = Position::start(4, Rules::OLYMPIAD);
//! let limits = Limits::nodes(100_000);
//! let found = Algorithm::Best.solve(&NoEvaluator, &start, Side::First, &limits, 1)?;
//! assert_eq!(found.verdict, Verdict::Proved);
//! # Ok::<(), conjoin_core::table::TableError>(())
//! ```

mod algorithm;
pub mod alpha_beta;
pub mod best_first;
mod bounds;
pub mod depth_first;
mod game;
mod initial;
mod limits;
mod path;
pub mod proof;
pub mod retrograde;
mod solution;
mod table;

pub use algorithm::{Algorithm, SolverConfig, UnknownAlgorithm};
pub use bounds::{Bounds, INFINITE};
pub use conjoin_core::Provable;
pub use depth_first::{DepthFirst, DepthFirstConfig};
pub use game::{NoEvaluator, is_attackers};
pub use initial::{EvalParams, Initial, Squash};
pub use limits::{Limits, Progress};
pub use solution::{Counters, Solution, Verdict};
pub use table::Replacement;
