//! Game records as the pages list and edit them.

use serde::{Deserialize, Serialize};

/// What a text holds: a position or games.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct ReadAnswer {
    /// The position.
    pub position: Option<String>,
    /// The games.
    pub games: Vec<GameSummary>,
    /// Records in the text.
    pub total: usize,
}

/// A game of a text in a line.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct GameSummary {
    /// Number of the record, from 1.
    pub number: usize,
    /// Name of the first player.
    pub black: Option<String>,
    /// Name of the second player.
    pub white: Option<String>,
    /// Where it was played.
    pub event: Option<String>,
    /// When it was played.
    pub date: Option<String>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: Option<String>,
    /// The reason of the result in a word.
    pub ending: Option<String>,
    /// Moves of the main line.
    pub moves: usize,
    /// Why it cannot be replayed.
    pub problem: Option<String>,
}

/// One game of a text, with its variations.
#[derive(Debug, Deserialize, Serialize)]
pub struct TreeAnswer {
    /// First position.
    pub start: String,
    /// The rules.
    pub rules: String,
    /// Names and values such as `Black` and `Ann`.
    pub tags: Vec<(String, String)>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: Option<String>,
    /// The reason of the result in a word.
    pub reason: Option<String>,
    /// The first is the start, and every other stands after its parent.
    pub nodes: Vec<TreeNode>,
    /// What had to be left out.
    pub problems: Vec<String>,
}

/// A node of a tree.
#[derive(Debug, Deserialize, Serialize)]
pub struct TreeNode {
    /// Number of the node before.
    pub parent: usize,
    /// The move; empty for the start.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is said about it.
    pub comment: String,
}

/// A text to save.
#[derive(Debug, Serialize)]
pub struct Written {
    /// The text.
    pub text: String,
}
