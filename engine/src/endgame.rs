//! More plies in the endgame: some programs look deeper there than before.
//!
//! Source: `tong-thesis` C, whose LEARNER III looks three plies ahead in the middle game and four in the endgame.
//! Differs: a game says where its endgame begins (`Playable::is_endgame`), for that text does not.

use serde::{Deserialize, Serialize};

/// What a player does otherwise in the endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EndgameParams {
    /// Plies that it looks farther than a limit by depth says; other limits stay.
    pub deeper: u32,
}

/// The most plies that can be added.
const MOST: u32 = 20;

impl Default for EndgameParams {
    fn default() -> Self {
        Self { deeper: 1 }
    }
}

impl EndgameParams {
    /// The parameters if they make sense.
    pub(crate) fn checked(self) -> Result<Self, String> {
        if self.deeper > MOST {
            return Err(format!("deeper = {}: expected 0 to {MOST}", self.deeper));
        }
        Ok(self)
    }
}

/// The endgame of a game, and what a player does there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Endgame<P> {
    pub params: EndgameParams,
    /// Has it begun?
    pub has_begun: fn(&P) -> bool,
}

impl<P> Endgame<P> {
    /// The limit by depth at a position, where there is one.
    pub fn depth(&self, limit: Option<u32>, position: &P) -> Option<u32> {
        let limit = limit?;
        let more = if (self.has_begun)(position) { self.params.deeper } else { 0 };
        Some(limit.saturating_add(more))
    }
}
