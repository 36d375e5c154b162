//! Chinese Checkers for two players, on the star of 121 holes and on three smaller ones.
//!
//! Each player has a triangle of ten marbles, the home, and the triangle opposite is the goal. Black begins,
//! from the upper home (holes 1-10) to the lower one (112-121). In a turn a player moves one marble:
//!
//! - A step to a neighbouring empty hole, in any of six directions.
//! - A chain of jumps. Each is along a line over exactly one marble of either colour, at any distance, to the
//!   hole as far behind it; all other holes of the line up to there are empty. The moving marble is lifted
//!   first, so that its own start counts as empty.
//!
//! A move may not end in a neutral zone, one of the four other triangles; a chain may pass there. A chain that
//! leads back to its start is no move. A marble may leave its goal, and return to its home. Moves are told
//! apart by their two holes, whatever the route.
//!
//! - A player without a move passes.
//! - The first to have all marbles in the goal wins. When the first player has, the second still has one
//!   move, and the game is drawn if that fills the other goal. Board and player tell which it is: with the
//!   first player's goal full and the second to move, the game goes on.
//! - Positions may come back. The source says nothing of games that do not end; that the third occurrence
//!   draws, and that 400 plies without an end do, is ours. The plies played belong to the position then. A
//!   limit draws even where the last turn is still to come.
//! - A set-up may have fewer marbles than the homes have holes: all that there are have to reach the goal.
//!
//! The smaller stars, with homes of 1, 3 and 6 marbles, have 13, 37 and 73 holes. The other rule sets are in
//! [`Rules`]. Under `anti-blocking` a goal may be full of marbles of both sides; who may still leave it on a
//! last turn unmakes it, for only the board counts.
//!
//! Source: appendix B of `tong-thesis`, which does not say where the first player sits: the upper home is our
//! choice, and that of `OpenSpiel`.
//!
//! ```
//! use conjoin_core::{Position as _, TextForm, perft};
//! use conjoin_games::chinese_checkers::{Position, Rules};
//!
//! let start = Position::start(121, Rules::ACM_HK);
//! assert_eq!(
//!     start.to_string(),
//!     "b:1,2,3,4,5,6,7,8,9,10 w:112,113,114,115,116,117,118,119,120,121 b"
//! );
//! assert_eq!(perft(&start, 3), 4_872);
//!
//! let small = Position::start(13, Rules::ACM_HK);
//! assert_eq!(small.play(small.parse_move("1-4")?).to_string(), "b:4 w:13 w 1");
//! # Ok::<(), conjoin_games::chinese_checkers::ParseError>(())
//! ```

mod category;
mod drawing;
mod game;
mod geometry;
mod jumps;
mod moves;
mod occupied;
mod ordering;
mod position;
mod replies;
mod routes;
mod rules;
mod symmetry;
mod text;
mod variant;

pub use category::REGIONS;
pub use game::ChineseCheckers;
pub use geometry::{Hole, LARGE, SIZES, board_mask, holes, homes, neutral_zones};
pub use moves::Move;
pub use position::{Position, SetupError, colour_name};
pub use rules::{AntiBlocking, Jumps, LONGEST_LIMIT, LastTurn, Neutral, Rules, UnknownRule};
pub use text::{ParseError, parse_position};
pub use variant::Variant;

pub(crate) use conjoin_core::excerpt;
