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
//! * [`thread_clock`]: processor time of a thread;
//! * [`table`]: the table that threads share without locks;
//! * [`perft()`]: the count of move sequences, on one thread or several;
//! * [`playout`]: random games;
//! * [`conformance`]: the battery of tests that every game passes with one line.
//!
//! # A game
//!
//! A heap of stones: each player takes one to three of them, and who takes the last stone wins. How
//! to add a game with all that programs know about it is in `docs/add-a-game.md`.
//!
//! ```
//! use conjoin_core::{Outcome, Position, Repetition, Replies, Side, perft};
//!
//! /// Stones left, and who moves.
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! struct Heap {
//!     stones: u8,
//!     mover: Side,
//! }
//!
//! impl Position for Heap {
//!     type Move = u8;
//!
//!     fn side_to_move(&self) -> Side {
//!         self.mover
//!     }
//!     // The key tells all positions apart. Larger games keep theirs up to date in `play`.
//!     fn key(&self) -> u64 {
//!         self.board_key() ^ self.mover.index() as u64
//!     }
//!     fn recomputed_key(&self) -> u64 {
//!         self.key()
//!     }
//!     fn board_key(&self) -> u64 {
//!         conjoin_core::mix::split_mix(u64::from(self.stones))
//!     }
//!     fn same_board(&self, other: &Self) -> bool {
//!         self.stones == other.stones
//!     }
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.stones == 0).then_some(Outcome::Win(!self.mover))
//!     }
//!     fn moves(&self, moves: &mut Vec<u8>) {
//!         moves.extend(1..=self.stones.min(3));
//!     }
//!     fn play(&self, take: u8) -> Self {
//!         Heap { stones: self.stones - take, mover: !self.mover }
//!     }
//!     fn is_irreversible(&self, _: u8) -> bool {
//!         true
//!     }
//!     fn repetition(&self) -> Repetition {
//!         Repetition::Unlimited
//!     }
//! }
//!
//! // A capability is a sub-trait. This one lets perft and the proof searches count two plies at once.
//! impl Replies for Heap {
//!     fn replies(&self, mut visit: impl FnMut(u8, Option<Outcome>, u32)) {
//!         for take in self.legal_moves() {
//!             let child = self.play(take);
//!             visit(take, child.outcome(), child.count_moves());
//!         }
//!     }
//! }
//!
//! // The battery that every game runs; in a test module one line, `conformance_tests!`.
//! let start = Heap { stones: 20, mover: Side::First };
//! conjoin_core::conformance::check_position(&start, 1);
//! conjoin_core::conformance::check_replies(&start, 1);
//! assert_eq!(perft(&start, 3), 27);
//! ```

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
pub mod thread_clock;

pub use game::{
    Choice, Ending, Form, Game, Mark, Marks, MoveOf, MovePairs, Part, Place, Route, Variant,
    VariantError, excerpt, format_game, format_line, format_moves,
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
