//! `conjoin analyse --explain`: what each feature says about a position.

use conjoin_core::{History, Position as _, Side};
use conjoin_engine::{EvaluatorConfig, Explanation, FeatureShare};
use conjoin_games::loa::{Position, colour_name};
use serde_json::{Value, json};

use crate::cli::Common;

/// What the evaluator says about the current position of a game.
pub fn of(evaluator: &EvaluatorConfig, game: &History<Position>, common: &Common) -> Explanation {
    let seed = common.player_options().seed;
    Explanation::new(&evaluator.clone().with_seed(seed), game.current())
}

/// What a feature is worth to the player to move.
fn points(share: &FeatureShare, position: &Position) -> f32 {
    let [black, white] = share.points();
    match position.side_to_move() {
        Side::First => black - white,
        Side::Second => white - black,
    }
}

/// The features as a table, for people.
pub fn table(explanation: &Explanation, position: &Position) -> String {
    let mover = colour_name(position.side_to_move());
    let mut text = format!(
        "{:32} {:>9} {:>9} {:>9} {:>9}\n",
        format!("evaluator {}", explanation.kind),
        "Black",
        "White",
        "weight",
        "points"
    );
    for share in &explanation.features {
        let [black, white] = share.values;
        text += &format!(
            "{:32} {black:>9.2} {white:>9.2} {:>9.2} {:>+9.1}\n",
            share.name.replace('_', " "),
            share.weight,
            points(share, position)
        );
    }
    text + &format!("{:62} {:>+9}\n", format!("in all, for {mover} to move"), explanation.value)
}

/// The same for programs; points are from the side of the player to move.
pub fn json(explanation: &Explanation, position: &Position) -> Value {
    let features: Vec<Value> = explanation
        .features
        .iter()
        .map(|share| {
            json!({
                "name": share.name, "black": share.values[0], "white": share.values[1],
                "weight": share.weight, "points": points(share, position),
            })
        })
        .collect();
    json!({"evaluator": explanation.kind, "value": explanation.value, "features": features})
}
