//! What the tests of all evaluators of the game start from.

use conjoin_core::{Position as _, Side};
use conjoin_games::chinese_checkers::{Hole, Position, Rules, SIZES, holes, parse_position};

/// All stars, all rule sets, and positions from later in a game.
pub(super) fn starts() -> Vec<Position> {
    let mut starts: Vec<Position> =
        SIZES.into_iter().map(|size| Position::start(size, Rules::ACM_HK)).collect();
    for rules in [Rules::ADJACENT_HOPS, Rules::OPENSPIEL] {
        starts.push(Position::start(121, rules));
    }
    for text in [
        "b:41,52,61,63,70,73,84,86,95,104 w:19,28,37,39,50,60,62,71,82,94 w",
        "b:50,61,112,115 w:1,2,62,71,80,81,90,98,99,111 b",
    ] {
        starts.push(parse_position(text, 121, Rules::ACM_HK).expect("a position"));
    }
    starts
}

/// The same position with the sides exchanged, each with its home where the other had it.
pub(super) fn exchanged_sides(position: &Position) -> Position {
    let turned = |side: Side| {
        let opposite = |hole: Hole| Hole::new(120 - hole.index()).expect("on the star").bit();
        holes(position.marbles(side)).map(opposite).fold(0, |set, bit| set | bit)
    };
    let [black, white] = [Side::Second, Side::First].map(turned);
    let side = !position.side_to_move();
    Position::setup(position.size(), position.rules(), black, white, side).expect("a position")
}
