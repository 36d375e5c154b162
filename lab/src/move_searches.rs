//! What the players of a game told of the search behind each move, beside the moves in its record.

use std::time::Duration;

use conjoin_core::Score;
use conjoin_engine::Thought;
use serde::{Deserialize, Serialize};

/// What a player told of the search behind a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveSearch {
    /// Last iteration.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Time, as the referee measured it.
    pub time: Duration,
    /// Score from the side of the player who moved, where it told one.
    pub score: Option<Score>,
}

impl MoveSearch {
    /// What a thought tells, with the time that the referee measured.
    pub fn of<M>(thought: &Thought<M>, time: Duration) -> Self {
        let Thought { depth, counters, score, .. } = thought;
        Self { depth: *depth, nodes: counters.nodes, time, score: *score }
    }
}

/// The searches of all moves after the opening: fields of a record, each with a value a move. All are
/// empty in records from before they were kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveSearches {
    /// Last iterations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub move_depths: Vec<u32>,
    /// Nodes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub move_nodes: Vec<u64>,
    /// Milliseconds, as the referee measured them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub move_ms: Vec<u64>,
    /// Scores from the side of the player who moved; null where none was told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub move_scores: Vec<Option<i32>>,
}

impl MoveSearches {
    /// Those of a game.
    pub fn new(searches: &[MoveSearch]) -> Self {
        Self {
            move_depths: searches.iter().map(|search| search.depth).collect(),
            move_nodes: searches.iter().map(|search| search.nodes).collect(),
            move_ms: searches.iter().map(|search| search.time.as_millis() as u64).collect(),
            move_scores: searches.iter().map(|search| search.score.map(|score| score.0)).collect(),
        }
    }

    /// Can these be of so many moves? A run file may have been edited.
    pub fn fit(&self, moves: usize) -> bool {
        let Self { move_depths, move_nodes, move_ms, move_scores } = self;
        let counts = [move_depths.len(), move_nodes.len(), move_ms.len(), move_scores.len()];
        counts == [moves; 4] || counts == [0; 4]
    }
}
