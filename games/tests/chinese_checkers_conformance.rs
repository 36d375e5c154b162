//! The conformance battery for Chinese Checkers, on all stars and under every rule set. Random games do not
//! end by themselves: limits keep most of them short.

use conjoin_games::chinese_checkers::{ChineseCheckers, Position, Rules, parse_position};

fn rules(text: &str) -> Rules {
    text.parse().expect(text)
}

conjoin_core::conformance_tests!(usual: [
        Position::start(121, rules("limit=60")),
    ]; replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

conjoin_core::conformance_tests!(small_stars: [
        Position::start(13, rules("limit=50")),
        Position::start(37, rules("limit=50")),
        Position::start(73, rules("limit=50")),
    ]; replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

conjoin_core::conformance_tests!(other_rules: [
        Position::start(13, Rules::ADJACENT_HOPS),
        Position::start(37, Rules::OPENSPIEL),
        Position::start(13, rules("limit=none")),
        Position::start(37, rules("limit=7 anti-blocking=on")),
        Position::start(13, rules("limit=1")),
        Position::start(73, rules("adjacent-hops limit=50 repetition=none")),
        Position::start(121, rules("anti-blocking=on limit=40 neutral=end")),
    ]; replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

/// Few marbles, marbles before their goals, in neutral zones, walled in, and on a last turn.
const SET_UPS: [(u8, &str); 11] = [
    (13, "b:10 w:4 b"),
    (13, "b:13 w:4 w"),
    (37, "b:33,36,37 w:2,3,5 b"),
    (37, "b:35,36,37 w:2,3,5 w"),
    (37, "b:35,36,37 w:1,2,7 w"),
    (37, "b:1 w:2,3,4 b"),
    // The goal can be filled with an enemy in it.
    (37, "b:36,30 w:35,37 b"),
    // Black in the tip of a neutral zone cannot move.
    (37, "b:4 w:5,10,17 b"),
    (73, "b:1,3,41 w:73,2,9,30 w"),
    (121, "b:11,12,25,61 w:23,36,47 b"),
    (121, "b:1,2,3,4,5,6,7,8,9,10 w:11,12,13,14,15,16,17,18,19,20 b"),
];

fn set_ups(text: &str) -> Vec<Position> {
    let read = |(size, board): (u8, &str)| parse_position(board, size, rules(text)).expect(board);
    SET_UPS.into_iter().map(read).collect()
}

conjoin_core::conformance_tests!(usual_set_ups: set_ups("limit=30");
    replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

conjoin_core::conformance_tests!(openspiel_set_ups: set_ups("openspiel limit=20");
    replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

conjoin_core::conformance_tests!(anti_blocking_set_ups: set_ups("anti-blocking=on limit=30 repetition=none");
    replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

#[test]
fn what_the_descriptor_says_fits_together() {
    conjoin_core::conformance::check_game::<ChineseCheckers>(7);
}
