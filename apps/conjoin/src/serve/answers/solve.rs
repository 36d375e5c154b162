//! What the solver found.

use conjoin_engine::review::RouteReport;
use serde::Serialize;

/// An answer of the solver; on the way the same.
#[derive(Debug, Default, Serialize)]
pub struct Solve {
    /// Side whose win was asked for.
    pub winner: String,
    /// `win`, `loss`, `not-win`, `not-loss` or `unknown`.
    pub result: &'static str,
    /// The winning move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Its way on the board.
    pub route: Option<RouteReport>,
    /// Proof number.
    pub proof: u32,
    /// Disproof number.
    pub disproof: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time it took.
    pub seconds: f64,
    /// How full the table is, of 1000.
    pub table: u32,
    /// Mebibytes of table.
    pub memory: usize,
    /// The position.
    pub position: String,
    /// The rules.
    pub rules: String,
    /// Was it stopped?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<bool>,
    /// Plies to the win at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// The main line of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// Lines of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<usize>,
    /// Can the proof be asked for?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explorable: Option<bool>,
    /// Does the proof meet a position that has been there twice?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<bool>,
    /// Why the proof could not be written down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unwritten: Option<String>,
}

/// The proof is found and being written down.
#[derive(Debug, Serialize)]
pub struct WritingEvent {
    /// Always true.
    pub writing: bool,
}
