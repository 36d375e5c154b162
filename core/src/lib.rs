//! What a game must offer and what every search may rely on.
//!
//! The crate knows no rule of any one game. It holds
//!
//! * [`Position`] and its capabilities ([`Replies`], [`NullMove`], [`Symmetric`], [`TextForm`]
//!   and more):
//!   an algorithm asks for the capabilities it needs, and a game that lacks one is a compile
//!   error, never a panic;
//! * [`Game`]: the one descriptor of a game, with its [`Variant`]s, [`Ending`]s and drawings;
//! * [`Side`], [`Outcome`] and [`Score`], with wins that know how long they take;
//! * [`History`]: a game in progress and what the rules say about its repetitions, and [`KeyPath`],
//!   by which every search finds them;
//! * [`limited_file`]: files from outside, read with a limit;
//! * [`table`]: the table that threads share without locks;
//! * [`perft()`]: the count of move sequences, on one thread or several;
//! * [`playout`]: random games;
//! * [`conformance`]: the battery of tests that every game passes with one line.
//!
//! # Add a game in an afternoon
//!
//! The guide below is compiled and run as a test of this crate.
#![doc = ""]
#![doc = include_str!("../../docs/add-a-game.md")]

pub mod conformance;
mod game;
mod history;
mod key_path;
pub mod limited_file;
pub mod mix;
mod outcome;
pub mod perft;
pub mod playout;
mod position;
mod score;
mod side;
pub mod table;

pub use game::{
    Choice, Ending, Form, Game, Mark, Marks, MoveOf, Part, Place, Route, Variant, VariantError,
    format_game, format_line, format_moves,
};
pub use history::History;
pub use key_path::{KeyPath, Recurrences};
pub use outcome::{Outcome, Repetition};
pub use perft::{PerftControl, perft, perft_divide, perft_parallel};
pub use position::{
    Categorised, Indexed, Noisy, NullMove, Position, Provable, Ranked, Replies, Searchable,
    Symmetric, TextForm, ending_replies,
};
pub use score::Score;
pub use side::Side;
