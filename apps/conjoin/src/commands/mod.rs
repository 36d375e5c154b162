//! The commands, one file each.

pub mod bench;
pub mod perft;
pub mod sgf;
pub mod show;
