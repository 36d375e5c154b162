//! Boards of files and ranks for people: as text, and as a picture in SVG. Men stand in squares, or on
//! points where lines cross.

mod board;
mod points;

pub use board::Grid;
pub use points::Circuits;
