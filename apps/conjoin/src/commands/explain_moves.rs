//! `conjoin analyse --explain-moves`: what category each legal move has, and what that is worth in plies.

use conjoin_core::{Categorised as _, Position as _, TextForm as _};
use conjoin_engine::{TransitionCount, TransitionParams, Transitions};
use conjoin_eval::Playable;
use serde_json::{Value, json};

use crate::failure::{Failure, bad_input};

/// What is said of a legal move.
pub struct MoveShare {
    text: String,
    category: String,
    count: TransitionCount,
    plies: f64,
}

/// The legal moves of a position by a table, those of the fewest plies first.
pub struct MoveTable {
    /// The name or path of the table.
    transitions: String,
    moves: Vec<MoveShare>,
}

/// The table that is asked: the one named, or the game's own.
pub fn table<G: Playable>(name: Option<&str>) -> Result<(String, Transitions), Failure> {
    let built_in = Transitions::names::<G>();
    let Some(name) = name.or(built_in.first().map(String::as_str)) else {
        return Err(bad_input(&format!(
            "--explain-moves: {} has no table of transitions; --transitions names the file of one",
            G::TITLE
        )));
    };
    let table = Transitions::load::<G>(name, None).map_err(|error| bad_input(&error))?;
    Ok((name.to_owned(), table))
}

impl MoveTable {
    /// What a table says of the legal moves of a position.
    pub fn new<G: Playable>(
        transitions: String,
        table: &Transitions,
        params: &TransitionParams,
        position: &G::Position,
    ) -> Self {
        let share = |mv| {
            let category = position.category(mv);
            let count = table.count::<G::Position>(category);
            MoveShare {
                text: position.format_move(mv),
                category: G::Position::category_name(category),
                count,
                plies: f64::from(count.plies(params)) / 100.0,
            }
        };
        let mut moves: Vec<MoveShare> = position.legal_moves().into_iter().map(share).collect();
        moves.sort_by(|a, b| a.plies.total_cmp(&b.plies).then_with(|| a.text.cmp(&b.text)));
        Self { transitions, moves }
    }

    /// As text, for people.
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "{:12} {:40} {:>9} {:>9} {:>8} {:>6}\n",
            "move",
            format!("category (transitions {})", self.transitions),
            "played",
            "of",
            "part",
            "plies"
        );
        for MoveShare { text: mv, category, count, plies } in &self.moves {
            let TransitionCount { played, available } = count;
            let part = match count.probability() {
                Some(probability) => format!("{:.1} %", 100.0 * probability),
                None => "-".into(),
            };
            text += &format!(
                "{mv:12} {category:40} {played:>9} {available:>9} {part:>8} {plies:>6.2}\n"
            );
        }
        text
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        let moves: Vec<Value> = self
            .moves
            .iter()
            .map(|MoveShare { text, category, count, plies }| {
                json!({
                    "move": text,
                    "category": category,
                    "played": count.played,
                    "available": count.available,
                    "probability": count.probability(),
                    "plies": plies,
                })
            })
            .collect();
        json!({ "transitions": self.transitions, "moves": moves })
    }
}
