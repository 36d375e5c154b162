//! Surakarta, the game of circuits, on its board of 6x6 points and on a small one of 4x4.
//!
//! | rule | where |
//! |---|---|
//! | twelve men a side on the two outer ranks, four a side on 4x4; Black begins | [`Position::start`] |
//! | a man steps to an empty point next to it, in eight directions | [`legal_moves`] |
//! | a man captures along a circuit, in one direction, over one to four arcs | [`legal_moves`] |
//! | it passes empty points only and takes the first enemy that it meets | [`legal_moves`] |
//! | its own starting point counts as empty while it travels, or blocks it | [`OwnStart`] |
//! | who captures all men of the other side wins | [`outcome_of_position`] |
//! | many plies without a capture end the game | [`AtLimit`] |
//! | a player without a move | [`Stuck`] |
//! | a board that comes again | [`Repetition`], [`Game`] |
//!
//! The last five differ from place to place, so they are choices in [`Rules`].
//!
//! A [`Position`] knows nothing of the past but, where the rules have a limit, the number of plies
//! since the last capture. [`legal_moves`], [`play`] and [`outcome_of_position`] speak of one
//! position; a [`Game`] has the history, and with it repetition and the end of the game.
//!
//! ```
//! use conjoin_referee::surakarta::{Game, Position, Rules};
//!
//! let rules = Rules::standard();
//! let mut game = Game::new(rules, Position::start(6, rules)?);
//! assert_eq!(game.legal_moves().len(), 16);
//! game.play("c2-c3".parse()?)?;
//! assert_eq!(game.position().to_string(), "wwwwww/wwwwww/6/2b3/bb1bbb/bbbbbb w");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod circuits;
mod error;
mod game;
mod moves;
mod perft;
mod proof;
mod rules;
mod text;

pub use board::{Board, Colour, Point, Position};
pub use error::{RefereeError, TextError};
pub use game::{EndReason, Game, Outcome, outcome_of_position};
pub use moves::{Move, legal_moves, play};
pub use perft::perft;
pub(crate) use proof::ProofRules;
pub use rules::{AtLimit, OwnStart, Repetition, Rules, Stuck};
