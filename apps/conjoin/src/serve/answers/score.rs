//! Scores.

use conjoin_engine::review::chance;
use serde::Serialize;
use serde_json::Value;

use crate::units::score_json;

/// A score of the side to move.
#[derive(Debug, Serialize)]
pub struct Score {
    /// Points, or plies to the end of the game.
    pub value: Value,
    /// The chance to win that it means.
    pub chance: f64,
}

impl From<conjoin_core::Score> for Score {
    fn from(score: conjoin_core::Score) -> Self {
        Self { value: score_json(score), chance: chance(score) }
    }
}
