//! The referee: the rules of the games again, written as plainly as the rule book.
//!
//! Nothing here is fast and nothing is clever. The board is a table of squares, a man's move is
//! found by walking over it square by square, a group is found by visiting neighbours, and a game
//! keeps every position it went through. The crate shares no code
//! with `conjoin-games`: where the two disagree on a move, a result or a record, one of them is
//! wrong, and this one can be checked by reading it.
//!
//! [`loa`] holds Lines of Action, [`surakarta`] Surakarta, [`chinese_checkers`] Chinese Checkers, [`proof`]
//! the check of proof files of any game: [`verify_proof`].
//!
//! # Example
//!
//! ```
//! use conjoin_referee::loa::{Game, Move, Position, Rules};
//!
//! let mut game = Game::new(Rules::olympiad(), Position::start(8)?);
//! assert_eq!(game.legal_moves().len(), 36);
//!
//! let opening: Move = "d1-b3".parse()?;
//! game.play(opening)?;
//! assert_eq!(game.outcome(), None);
//! assert_eq!(
//!     game.position().to_string(),
//!     "1bbbbbb1/w6w/w6w/w6w/w6w/wb5w/w6w/1bb1bbb1 w"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod chinese_checkers;
pub mod loa;
pub mod proof;
pub mod surakarta;

pub use proof::{
    Claim, ProofError, Refused, Rules, Verified, verify_proof, verify_proof_from, verify_proof_of,
};
