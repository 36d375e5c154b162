//! Positions to solve.

use conjoin_core::Position as _;
use conjoin_lab::suite;
use serde::Serialize;

use crate::serve::game::{colour, rules};

/// Positions to solve.
#[derive(Debug, Serialize)]
pub struct Puzzles {
    /// The shortest first.
    pub puzzles: Vec<Puzzle>,
}

/// A position with a known win.
#[derive(Debug, Serialize)]
pub struct Puzzle {
    /// Its name.
    pub id: String,
    /// The suite it comes from.
    pub suite: &'static str,
    /// The position.
    pub position: String,
    /// Plies to the win.
    pub plies: u32,
    /// Moves of the winner.
    pub moves: u32,
    /// Side to move, which wins.
    pub turn: String,
}

impl Puzzles {
    /// The positions of our suites with a known win.
    pub fn new() -> Result<Self, String> {
        let mut puzzles = Vec::new();
        for (suite, text) in suite::BUILT_IN {
            let entries = suite::parse_suite(text, rules(None)?).map_err(|e| e.to_string())?;
            for entry in entries {
                let is_win = entry.columns.get("result").is_some_and(|result| result == "win");
                let plies = entry.columns.get("plies").and_then(|plies| plies.parse().ok());
                let Some(plies) = plies.filter(|_: &u32| is_win) else { continue };
                puzzles.push(Puzzle {
                    id: entry.id(),
                    suite,
                    position: entry.position.to_string(),
                    plies,
                    moves: plies.div_ceil(2),
                    turn: colour(entry.position.side_to_move()),
                });
            }
        }
        puzzles.sort_by_key(|puzzle| puzzle.plies);
        Ok(Self { puzzles })
    }
}
