//! The conformance battery for Surakarta, on both boards and under every rule set.

use conjoin_games::surakarta::{Position, Rules, Surakarta, parse_position};

fn rules(text: &str) -> Rules {
    text.parse().expect(text)
}

conjoin_core::conformance_tests!(standard: [
        Position::start(6, Rules::STANDARD),
        Position::start(4, Rules::STANDARD),
    ]; replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

conjoin_core::conformance_tests!(other_rules: [
        Position::start(6, Rules::LUDII),
        Position::start(4, Rules::LUDII),
        Position::start(6, Rules::MINIZERO),
        Position::start(4, Rules::MINIZERO),
        Position::start(6, Rules::COUNT),
        Position::start(4, Rules::COUNT),
        Position::start(6, rules("own-start=blocks")),
        Position::start(4, rules("own-start=blocks stuck=loss")),
        Position::start(6, rules("limit=7 at-limit=draw repetition=3")),
        Position::start(4, rules("limit=1")),
        Position::start(4, rules("limit=12 at-limit=draw stuck=loss")),
    ]; replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

/// Few men, many men, and men walled in.
const SET_UPS: [&str; 9] = [
    "6/6/2b3/3w2/6/6 b",
    "6/1b4/4w1/6/1w4/6 w",
    "4w1/6/6/6/4b1/6 b",
    "w5/6/2bb2/2b1w1/6/5b b",
    "bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwb1b b",
    "bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb w",
    // Black stands in corners behind its own walls.
    "bw2ww/w3ww/6/6/6/6 b",
    "bw2/ww2/4/2w1 b",
    "1b2/4/2w1/4 w",
];

fn set_ups(text: &str) -> Vec<Position> {
    let found = SET_UPS.map(|board| parse_position(board, rules(text)));
    found.into_iter().map(|position| position.expect("a set-up")).collect()
}

conjoin_core::conformance_tests!(standard_set_ups: set_ups("standard");
    replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

conjoin_core::conformance_tests!(stuck_loses: set_ups("stuck=loss");
    replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

conjoin_core::conformance_tests!(men_are_counted: set_ups("minizero limit=20");
    replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

conjoin_core::conformance_tests!(own_start_blocks: set_ups("own-start=blocks limit=30 at-limit=draw");
    replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

#[test]
fn what_the_descriptor_says_fits_together() {
    conjoin_core::conformance::check_game::<Surakarta>(7);
}
