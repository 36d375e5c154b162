//! The commands, one file each.

pub mod analyse;
pub mod bench;
mod book_moves;
mod explain;
mod explain_moves;
pub mod lab;
pub mod learn;
mod learn_book;
mod learn_genetic;
mod learn_probcut;
pub mod match_;
pub mod perft;
pub mod play;
mod records;
pub mod review;
pub mod sgf;
pub mod show;
pub mod solve;
pub mod suite;
mod transitions;
pub mod ugi;
pub mod verify;

/// Cores of this machine.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
