//! Move counts on which several programs agree.

use conjoin_referee::loa::{Game, Position, Rules, perft};

fn check(size: usize, rules: Rules, depth: u32, expected: u64) {
    let game = Game::new(rules, Position::start(size).unwrap());
    assert_eq!(perft(&game, depth), expected, "size {size}, depth {depth}, {rules:?}");
}

#[test]
fn small_boards_have_the_agreed_counts() {
    check(3, Rules::olympiad(), 5, 132);
    check(4, Rules::olympiad(), 3, 1_012);
    check(5, Rules::olympiad(), 4, 56_108);
    check(6, Rules::olympiad(), 4, 234_560);
}

#[test]
fn the_full_board_has_the_agreed_counts() {
    for rules in [Rules::olympiad(), Rules::boardspace(), Rules::openspiel(), Rules::ludii()] {
        for (depth, expected) in [(0, 1), (1, 36), (2, 1_244), (3, 44_952)] {
            check(8, rules, depth, expected);
        }
    }
    check(8, Rules::olympiad(), 4, 1_563_208);
}

#[test]
fn openspiel_has_its_own_count_at_four_plies() {
    check(8, Rules::openspiel(), 4, 1_563_208);
}

#[test]
fn a_finished_game_has_no_sequences() {
    let over: Position = "w6w/8/8/8/8/8/8/b7 b".parse().unwrap();
    let game = Game::new(Rules::olympiad(), over);
    assert_eq!(perft(&game, 0), 1);
    assert_eq!(perft(&game, 1), 0);
    assert_eq!(perft(&game, 3), 0);
}

#[test]
fn a_forced_pass_is_one_move() {
    let stuck: Position = "6bw/6bb/8/8/8/8/bb6/wb6 w".parse().unwrap();
    let after: Position = "6bw/6bb/8/8/8/8/bb6/wb6 b".parse().unwrap();
    let after = Game::new(Rules::olympiad(), after);
    let before = Game::new(Rules::olympiad(), stuck.clone());
    assert_eq!(perft(&before, 1), 1);
    assert_eq!(perft(&before, 3), perft(&after, 2));
    assert_eq!(perft(&Game::new(Rules::openspiel(), stuck), 1), 0);
}

/// The first ply counts where the repeated board of `OpenSpiel` matters, and the larger counts.
#[test]
#[ignore = "two minutes; the fast rules are held to these counts in .ci/run, and to the referee by xtask"]
fn deep_counts_agree() {
    check(4, Rules::olympiad(), 7, 2_764_772);
    check(7, Rules::olympiad(), 5, 19_914_620);
    check(8, Rules::olympiad(), 5, 55_963_132);
    check(8, Rules::openspiel(), 5, 55_934_908);
}
