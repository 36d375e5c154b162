//! `conjoin analyse --explain`: what each feature says about a position.

use conjoin_core::{Game, Position as _};
use conjoin_engine::Explanation;
use conjoin_eval::{EvaluatorSet as _, Playable};

use crate::cli::Common;

/// What the evaluator says about a position.
pub fn of<G: Playable>(
    evaluator: &G::Evaluators,
    position: &G::Position,
    common: &Common,
) -> Explanation {
    let seed = common.player_options().seed;
    Explanation::new::<G>(&evaluator.clone().with_seed(seed), position)
}

/// The features as a table, for people.
pub fn table<G: Game>(explanation: &Explanation, position: &G::Position) -> String {
    let mover = position.side_to_move();
    let mut text = format!(
        "{:32} {:>9} {:>9} {:>9} {:>9}\n",
        format!("evaluator {}", explanation.evaluator),
        G::SIDES[0],
        G::SIDES[1],
        "weight",
        "points"
    );
    for share in &explanation.features {
        let [first, second] = share.values;
        text += &format!(
            "{:32} {first:>9.2} {second:>9.2} {:>9.2} {:>+9.1}\n",
            share.name.replace('_', " "),
            share.weight,
            share.points
        );
    }
    let in_all = format!("in all, for {} to move", G::side_name(mover));
    text + &format!("{in_all:62} {:>+9}\n", explanation.value)
}
