//! The conformance battery for Lines of Action, on every board size and rule set.

use conjoin_games::loa::{Position, Rules};

conjoin_core::conformance_tests!(standard: [
        Position::start(3, Rules::OLYMPIAD),
        Position::start(4, Rules::OLYMPIAD),
        Position::start(5, Rules::OLYMPIAD),
        Position::start(6, Rules::OLYMPIAD),
        Position::start(7, Rules::OLYMPIAD),
        Position::start(8, Rules::OLYMPIAD),
    ]; replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

conjoin_core::conformance_tests!(other_rules: [
        Position::start(8, Rules::BOARDSPACE),
        Position::start(4, Rules::BOARDSPACE),
        Position::start(8, Rules::OPENSPIEL),
        Position::start(4, Rules::OPENSPIEL),
        Position::start(8, Rules::LUDII),
        Position::start(3, Rules::LUDII),
    ]; replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

conjoin_core::conformance_tests!(set_ups: [
        Position::scrambled_eggs(Rules::OLYMPIAD),
        "8/1b6/8/3b4/8/8/w7/6w1 b".parse().unwrap(),
        "bbbbbbbb/8/wwwwwwww/8/8/bbbbbbbb/8/wwwwwwww w".parse::<Position>().unwrap(),
        "bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/8/wbwbwbwb/bwbwbwbw/1wbwbwbw b".parse().unwrap(),
        // Black cannot move: every man is walled in.
        "1w2/b1b1/www1/3w b".parse::<Position>().unwrap(),
        "1w2/b1b1/www1/3w b".parse::<Position>().unwrap().with_rules(Rules::OPENSPIEL),
    ]; replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

#[test]
fn what_the_descriptor_says_fits_together() {
    conjoin_core::conformance::check_game::<conjoin_games::loa::Loa>(7);
}
