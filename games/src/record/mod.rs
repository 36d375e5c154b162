//! Game records of any game: PGN-like text for all of them, SGF for those that it has a number for.
//!
//! A [`Record`] is a tree of moves, comments and header properties, kept as they were written. It
//! is read from a file by [`read`] (which takes either format) or built move by move; it is
//! replayed by the rules with [`Record::replay`], and written as text ([`Record::to_text`]) or SGF
//! ([`Record::to_sgf`]). [`check`] and [`convert`] do this for whole files, and an [`Outline`] is
//! a game with its variations as a flat list, for programs that edit one.
//!
//! What a game adds to this is [`Recorded`]; text records ask for nothing but its name. What
//! "legal" means here:
//!
//! - every move of the main line is legal from the record's start, by the player it is written
//!   for, and none follows the end of the game by the rules in force (those given, or those the
//!   record names, or the usual ones);
//! - a pass that was not written down is added where a player has no other move;
//! - a result that the record states must not contradict the moves.
//!
//! No function recurses: neither the depth nor the number of variations can overflow the stack.
//!
//! ```
//! use conjoin_games::loa::Loa;
//! use conjoin_games::record;
//!
//! let file = b"(;GM[9]PB[Ann]PW[Bob];B[D1-B3];W[h4-f2]C[early];B[resign])";
//! let records = record::read::<Loa>(file).records;
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
mod outline;
mod recorded;
mod replay;
mod sgf_write;
mod start;
mod tags;
mod text_read;
mod text_write;

pub use action::Action;
pub use check::{
    CheckReport, Checker, Converted, Format, Problem, ReadRecords, UnknownFormat, check, convert,
    read, write,
};
pub use error::{RecordError, RecordProblem, Termination};
pub use model::{Entry, Record};
pub use outline::{Contents, Fit, GameSummary, Outline, OutlineError, OutlineNode};
pub use recorded::Recorded;
pub use replay::{Replay, ReplayOptions};
pub use start::Start;
pub use text_read::parse_text;
