//! Lines of Action on boards from 3x3 to 8x8.
//!
//! ```
//! use conjoin_core::{Position as _, TextForm, perft};
//! use conjoin_games::loa::{Position, Rules};
//!
//! let start = Position::start(8, Rules::OLYMPIAD);
//! assert_eq!(start.legal_moves().len(), 36);
//! assert_eq!(perft(&start, 3), 44_952);
//!
//! let mv = start.parse_move("b8-b6")?;
//! let next = start.play(mv);
//! assert_eq!(next.to_string(), "2bbbbb1/w6w/wb5w/w6w/w6w/w6w/w6w/1bbbbbb1 w");
//! # Ok::<(), conjoin_games::loa::ParseError>(())
//! ```

mod category;
pub mod connection;
mod forceful;
mod game;
mod geometry;
mod line_codes;
mod lines;
mod move_pairs;
mod moves;
mod position;
mod record;
mod replies;
mod rules;
mod text;
mod threats;
mod variant;

pub use game::Loa;
pub use geometry::{Line, MAX_SIZE, MIN_SIZE, Square, board_mask, squares};
pub use line_codes::{LINE_CODES, LineCodes, mobility_difference};
pub use moves::Move;
pub use position::{Position, SetupError, colour_name};
pub use rules::{Rules, Simultaneous, Stuck, UnknownRule, parse_repetition};
pub use text::{ParseError, parse_position, parse_squares};
pub use variant::{StartSetup, Variant};

pub(crate) use conjoin_core::excerpt;
