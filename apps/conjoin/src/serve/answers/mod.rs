//! What the program answers: a struct for every answer, one file a topic, and the making of those
//! that are known at once. `web/types.js` describes the same for the pages; a test compares them.

mod explain;
mod hello;
mod look;
mod proof;
mod puzzles;
mod records;
mod score;
mod solve;
mod think;
#[cfg(test)]
mod types;

pub use explain::*;
pub use hello::*;
pub use look::*;
pub use proof::*;
pub use puzzles::*;
pub use records::*;
pub use score::*;
pub use solve::*;
pub use think::*;

use std::collections::BTreeMap;

use conjoin_core::Side;
use serde::Serialize;

use super::game::colour;

/// Something for each side, by its name.
pub type BySide<T> = BTreeMap<String, T>;

/// Something for each side, by its name.
pub fn by_side<T>(of_sides: [T; 2]) -> BySide<T> {
    Side::BOTH.map(colour).into_iter().zip(of_sides).collect()
}

/// Work waits for a free core.
#[derive(Debug, Serialize)]
pub struct QueuedEvent {
    /// Always true.
    pub queued: bool,
}

/// Work was ended.
#[derive(Debug, Serialize)]
pub struct Stopped {
    /// Was there any?
    pub stopped: bool,
}
