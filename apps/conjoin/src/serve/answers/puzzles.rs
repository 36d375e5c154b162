//! Positions to solve.

use conjoin_core::{Game, Position as _, Variant as _};
use conjoin_lab::suite;
use serde::Serialize;

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
    pub suite: String,
    /// The position.
    pub position: String,
    /// Size of the board.
    pub size: u8,
    /// Plies to the win.
    pub plies: u32,
    /// Moves of the winner.
    pub moves: u32,
    /// Side to move, which wins.
    pub turn: String,
}

impl Puzzles {
    /// The positions of a game's suites with a known win.
    pub fn new<G: Game>() -> Self {
        let mut puzzles = Vec::new();
        for suite in suite::names::<G>() {
            for entry in suite::built_in::<G>(&suite).unwrap_or_default() {
                let is_win = entry.columns.get("result").is_some_and(|result| result == "win");
                let plies = entry.columns.get("plies").and_then(|plies| plies.parse().ok());
                let Some(plies) = plies.filter(|_: &u32| is_win) else { continue };
                puzzles.push(Puzzle {
                    id: entry.id(),
                    suite: suite.clone(),
                    position: entry.position.to_string(),
                    size: G::variant(&entry.position).size(),
                    plies,
                    moves: plies.div_ceil(2),
                    turn: G::side_key(entry.position.side_to_move()),
                });
            }
        }
        puzzles.sort_by_key(|puzzle| puzzle.plies);
        Self { puzzles }
    }
}
