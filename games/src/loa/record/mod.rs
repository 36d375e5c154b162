//! Game records of Lines of Action: SGF (FF\[4\] GM\[9\] and its old dialects) and PGN-like text.
//!
//! A [`Record`] is a tree of moves, comments and header properties, kept as they were written. It
//! is read from SGF by [`read`] (which takes either format) or built move by move; it is replayed
//! by the rules with [`Record::replay`], and written as SGF ([`Record::to_sgf`]) or text
//! ([`Record::to_text`]). [`check`] and [`convert`] do this for whole files.
//!
//! Sources: <https://red-bean.com/sgf/loa.html> for the properties of Lines of Action in SGF;
//! the 21 real files of e-mail tournaments that the project is checked with for their dialects;
//! `winands-thesis` appendix A, as text, for the other format. What "legal" means here:
//!
//! - every move of the main line is legal from the record's start, by the player it is written
//!   for, and none follows the end of the game by the rules in force (those given, or those the
//!   record names, or `olympiad`);
//! - the sign between the squares is not held against a move: most servers write captures with
//!   `-`;
//! - a pass that was not written down is added where a player has no other move;
//! - a result that the record states must not contradict the moves.
//!
//! ```
//! use conjoin_games::loa::record;
//!
//! let file = b"(;GM[9]PB[Ann]PW[Bob];B[D1-B3];W[h4-f2]C[early];B[resign])";
//! let records = record::read(file).records;
//! let replay = records[0].replay(&Default::default())?;
//! assert_eq!(replay.moves().len(), 2);
//! assert_eq!(replay.outcome.map(|outcome| outcome.as_str()), Some("0-1"));
//! assert!(records[0].to_text().contains("1. d1-b3 h4-f2 {early}"));
//! # Ok::<(), record::RecordProblem>(())
//! ```

mod action;
mod build;
mod check;
mod error;
mod model;
mod replay;
mod sgf_write;
mod start;
mod tags;
mod text_read;
mod text_write;

pub use action::Action;
pub use check::{
    CheckReport, Checker, Converted, Format, Problem, ReadRecords, check, convert, read,
};
pub use error::{Ending, RecordError, RecordProblem};
pub use model::{Entry, Record};
pub use replay::{Replay, ReplayOptions};
pub use start::Start;
pub use text_read::parse_text;

#[cfg(test)]
mod tests;
