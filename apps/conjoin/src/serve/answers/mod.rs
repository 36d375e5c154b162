//! What the program answers: a struct for every answer, one file a topic, and the making of those
//! that are known at once. `web/types.js` describes the same for the pages; a test compares them.

mod explain;
mod hello;
mod look;
mod proof;
mod puzzles;
mod records;
mod solve;
mod think;
#[cfg(test)]
mod types_tests;

pub use explain::*;
pub use hello::*;
pub use look::*;
pub use proof::*;
pub use puzzles::*;
pub use records::*;
pub use solve::*;
pub use think::*;

use serde::Serialize;

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
