//! Lines of Action, after the nine rules of `winands-thesis` 2.2.
//!
//! | rule | where |
//! |---|---|
//! | 1 the men's first squares, 2 Black begins | [`Position::start`] |
//! | 3 how far a man moves, 4 over its own men, 5 never over the enemy | [`legal_moves`] |
//! | 6 connected in one unit | [`groups`], [`is_connected`], [`outcome_of_position`] |
//! | 7 both connected | [`Simultaneous`] |
//! | 8 no move | [`Stuck`] |
//! | 9 repetition | [`Repetition`], [`Game`] |
//!
//! The rules 7, 8 and 9 differ from place to place, so they are choices in [`Rules`].
//!
//! A [`Position`] knows nothing of the past. [`legal_moves`], [`play`] and
//! [`outcome_of_position`] speak of one position; a [`Game`] has the history, and with it
//! repetition and the end of the game. [`verify_proof`] checks proof files.

mod board;
mod connection;
mod error;
mod game;
mod moves;
mod perft;
mod proof;
mod rules;
mod text;

pub use crate::proof::verify_proof;
pub use board::{Board, Colour, Position, Square};
pub use connection::{Outcome, groups, is_connected, outcome_of_position};
pub use error::{RefereeError, TextError};
pub use game::{EndReason, Game};
pub use moves::{Move, legal_moves, play};
pub use perft::perft;
pub(crate) use proof::ProofRules;
pub use rules::{Repetition, Rules, Simultaneous, Stuck};
