//! What an opening book says of a position, for people and as JSON.

use conjoin_core::{Game, TextForm as _};
use conjoin_engine::book::BookPosition;
use conjoin_engine::notation::score_json;
use serde_json::{Value, json};

use crate::units::grouped;

/// A line for each move, the best first.
pub fn table<G: Game>(entry: &BookPosition<G>) -> String {
    let line = |book_move: &conjoin_engine::book::BookMove<_>| {
        let behind = match book_move.behind {
            0 => String::new(),
            1 => ", 1 position behind it".into(),
            behind => format!(", {} positions behind it", grouped(u64::from(behind))),
        };
        format!(
            "  {:<8} {:>6}  (searched {}{behind})",
            entry.position.format_move(book_move.mv),
            book_move.value.to_string(),
            book_move.searched
        )
    };
    entry.moves.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The same as JSON.
pub fn moves_json<G: Game>(entry: &BookPosition<G>) -> Value {
    let moves = entry.moves.iter().map(|book_move| {
        json!({
            "move": entry.position.format_move(book_move.mv),
            "score": score_json(book_move.value),
            "searched": score_json(book_move.searched),
            "behind": book_move.behind,
        })
    });
    moves.collect()
}
