//! The games that Conjoin plays: geometry, positions, moves, rules, notation and records.
//!
//! Nothing here searches or evaluates. The plain rules that these are checked against are in
//! `conjoin-referee`, which shares no code with this crate.

mod cells;
pub mod chinese_checkers;
pub mod grid;
pub mod loa;
mod marks;
pub mod record;
pub mod sgf;
pub mod surakarta;
