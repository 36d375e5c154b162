//! Surakarta on the board of 6x6 with two circuits, and on a small one of 4x4 with one.
//!
//! Men stand on the points where lines cross. Black begins, on the two lower rows; White stands on
//! the two upper ones. A move is one of two things:
//!
//! - A step to an empty neighbouring point, in any of eight directions.
//! - A capture along a circuit. The man goes along a line of the board, leaves it over the arc at its
//!   end, goes on along the line that the arc leads to, and so on in the same direction over one to four
//!   arcs. All points on the way are empty; its own starting point, left behind, counts as empty. The
//!   first enemy on the way is taken. Crossings are passed straight, and corners lie on no circuit.
//!
//! The small arcs join a2-f2, e1-e6, f5-a5 and b6-b1 to a circuit, the large ones a3-f3, d1-d6, f4-a4 and
//! c6-c1. On 4x4 it is a2-d2, c1-c4, d3-a3 and b4-b1, with four men a side. Nobody has to capture. Moves
//! are told apart by their two points, whatever the route.
//!
//! A player whose enemy has no men left has won. The rules of [`Rules`] answer the rest: a player without
//! a move, positions that come back, and games in which nothing is captured any more. Where they have a
//! limit, the plies since the last capture belong to the position.
//!
//! Source: the rules as Ludii has them (`Surakarta.lud` 1.2.7, whose `Ja-Jeon-Geo-Gonu (A)` is the small
//! board, there mirrored), which reference counts compare.
//!
//! ```
//! use conjoin_core::{Position as _, TextForm, perft};
//! use conjoin_games::surakarta::{Position, Rules};
//!
//! let start = Position::start(6, Rules::STANDARD);
//! assert_eq!(start.to_string(), "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b");
//! assert_eq!(perft(&start, 3), 5_382);
//!
//! let next = start.play(start.parse_move("c2-c3")?);
//! assert_eq!(next.to_string(), "wwwwww/wwwwww/6/2b3/bb1bbb/bbbbbb w");
//! # Ok::<(), conjoin_games::surakarta::ParseError>(())
//! ```

mod category;
mod circuits;
mod forceful;
mod game;
mod geometry;
mod moves;
mod position;
mod replies;
mod routes;
mod rules;
mod sight;
mod symmetry;
mod text;
mod variant;

pub use category::REGIONS;
pub use game::Surakarta;
pub use geometry::{LARGE, Point, SMALL, board_mask, circuit_mask, points};
pub use moves::Move;
pub use position::{Position, SetupError, colour_name};
pub use rules::{AtLimit, LONGEST_LIMIT, OwnStart, Rules, Stuck, UnknownRule};
pub use sight::Sight;
pub use text::{ParseError, parse_points, parse_position};
pub use variant::Variant;

pub(crate) use conjoin_core::excerpt;
