//! What the tests of all evaluators of the game start from.

use conjoin_core::{Position as _, Side};
use conjoin_games::surakarta::{Position, Rules};

/// Both boards, a limit and a position with few men.
pub(super) fn starts() -> Vec<Position> {
    vec![
        Position::start(6, Rules::STANDARD),
        Position::start(4, Rules::STANDARD),
        Position::start(6, Rules::MINIZERO),
        "1w3w/2b3/6/3w2/b4b/2w3 w".parse().expect("a position"),
    ]
}

/// The same position with the sides exchanged.
pub(super) fn exchanged_sides(position: &Position) -> Position {
    let men = [Side::Second, Side::First].map(|side| position.men(side));
    let side = !position.side_to_move();
    Position::setup(position.size(), position.rules(), men[0], men[1], side).expect("a position")
}
