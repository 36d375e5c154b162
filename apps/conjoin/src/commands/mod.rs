//! The commands, one file each.

pub mod analyse;
pub mod bench;
pub mod lab;
pub mod match_;
pub mod perft;
pub mod play;
pub mod sgf;
pub mod show;
pub mod solve;
pub mod suite;
pub mod ugi;
pub mod verify;
