//! Chinese Checkers for two players, on the star of 121 holes and on smaller ones of 13, 37 and 73.
//!
//! | rule | where |
//! |---|---|
//! | the stars, their triangles, who begins where | [`Star`], [`Position::start`] |
//! | a marble steps to a neighbouring empty hole | [`legal_moves`] |
//! | or makes jumps, each over exactly one marble in the middle of its way | [`legal_moves`] |
//! | jumps over neighbours only, or over marbles at any distance | [`Jumps`] |
//! | moves that end in neutral zones | [`Neutral`] |
//! | a player without a move passes | [`legal_moves`] |
//! | who fills the goal wins; a last turn for White, and a draw | [`outcome_of_position`] |
//! | many plies, a board that comes again | [`Rules`], [`Game`] |
//!
//! A [`Position`] knows nothing of the past but, where the rules have a limit, the number of plies played. A
//! [`Game`] has the history, and with it repetition and the end of the game.
//!
//! ```
//! use conjoin_referee::chinese_checkers::{Game, Position, Rules, read_move};
//!
//! let rules = Rules::acm_hk();
//! let mut game = Game::new(rules, Position::start(37, rules)?);
//! assert_eq!(game.legal_moves().len(), 6);
//! game.play(read_move(game.position(), "1-6", rules)?)?;
//! assert_eq!(game.position().to_string(), "b:2,3,6 w:35,36,37 w 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod error;
mod game;
mod moves;
mod perft;
mod proof;
mod rules;
mod star;
mod text;

pub use board::{Colour, Position};
pub use error::{RefereeError, TextError};
pub use game::{EndReason, Game, Outcome, outcome_of_position};
pub use moves::{Move, legal_moves, play, route};
pub use perft::perft;
pub(crate) use proof::ProofRules;
pub use rules::{Jumps, Neutral, Rules};
pub use star::{Star, Zone};
pub use text::{read_move, write_move};
