//! The rules of Lines of Action, one test each.

use std::collections::HashSet;

use conjoin_core::conformance::random_games;
use conjoin_core::{History, Outcome, Position as _, Side, Symmetric, TextForm};
use conjoin_games::loa::{Move, Position, Rules, SetupError, Square, board_mask, squares};

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

/// Four moves that lead back to the start position.
const THERE_AND_BACK: [&str; 4] = ["b1-h1", "a2-a8", "h1-b1", "a8-a2"];

fn after(start: Position, mv: &str) -> Position {
    start.play(start.parse_move(mv).unwrap())
}

#[test]
fn each_side_has_two_men_for_every_inner_square_of_an_edge() {
    for size in 3..=8 {
        let start = Position::start(size, Rules::OLYMPIAD);
        for side in Side::BOTH {
            assert_eq!(start.men(side).count_ones(), 2 * (u32::from(size) - 2), "{size}x{size}");
        }
        assert_eq!(start.outcome(), None);
    }
    assert_eq!(
        Position::start(8, Rules::OLYMPIAD).to_string(),
        "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"
    );
}

#[test]
fn scrambled_eggs_alternates_around_the_board() {
    let eggs = Position::scrambled_eggs(Rules::OLYMPIAD);
    assert_eq!(eggs.to_string(), "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 b");
    assert_eq!(eggs.legal_moves().len(), eggs.transformed(3).legal_moves().len());
}

#[test]
fn men_move_as_many_squares_as_men_stand_on_the_line() {
    let start = position("8/8/1w3b2/8/3b4/8/7w/8 b");
    let error = start.parse_move("d4-f4").unwrap_err().to_string();
    assert!(error.contains("1 man stands on that line"), "{error}");
    assert!(start.parse_move("d4-e4").is_ok(), "alone on the rank");
    assert!(start.parse_move("d4-b2").is_ok(), "with f6 on the diagonal");
    assert!(start.parse_move("d4xb6").is_ok(), "with b6 on the other");
    let error = start.parse_move("d4-e6").unwrap_err().to_string();
    assert!(error.contains("e6 is not on a straight line with d4"), "{error}");
}

#[test]
fn men_do_not_jump_over_the_enemy() {
    let start = position("7w/8/8/8/b1w5/8/8/4b3 b");
    assert!(start.parse_move("a4xc4").is_ok());
    let blocked = position("7w/8/8/8/bw6/8/8/4b3 b");
    let error = blocked.parse_move("a4-c4").unwrap_err().to_string();
    assert!(error.contains("the enemy on b4 is in the way"), "{error}");
}

#[test]
fn men_jump_over_their_own_and_never_take_them() {
    let start = position("8/8/w7/8/bb6/8/8/w6w b");
    // Connected men have won, so keep one away.
    assert_eq!(start.outcome(), Some(Outcome::Win(Side::First)));
    let start = position("7b/8/w7/8/bb6/8/8/w6w b");
    assert!(start.parse_move("a4-c4").is_ok());
    let start = position("7b/8/w7/8/b1b5/8/8/w6w b");
    let error = start.parse_move("a4-c4").unwrap_err().to_string();
    assert!(error.contains("own man stands on c4"), "{error}");
}

#[test]
fn a_move_is_had_if_it_is_generated() {
    for size in 3..=8 {
        let squares: Vec<Square> = squares(board_mask(size)).collect();
        random_games(&Position::start(size, Rules::OLYMPIAD), 1, 12, |history| {
            let position = history.current();
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let moves: HashSet<Move> = moves.into_iter().collect();
            for (&from, &to) in squares.iter().flat_map(|a| squares.iter().map(move |b| (a, b))) {
                for is_capture in [false, true] {
                    let mv = Move::new(from, to, is_capture);
                    assert_eq!(
                        position.has_move(mv),
                        moves.contains(&mv),
                        "{mv:?} in {position:?}"
                    );
                }
            }
            assert_eq!(position.has_move(Move::PASS), moves.contains(&Move::PASS));
        });
    }
}

#[test]
fn a_capture_can_connect_the_opponent() {
    let before = position("8/8/8/w7/8/b1ww4/2ww4/7b b");
    let end = after(before, "a3xa5");
    assert_eq!(end.outcome(), Some(Outcome::Win(Side::Second)), "the mover took the stray man");
}

#[test]
fn simultaneous_connection_is_a_draw_or_the_movers() {
    let before = position("8/8/8/wb6/8/b1ww4/2ww4/8 b");
    let end = after(before, "a3xa5");
    assert_eq!(end.outcome(), Some(Outcome::Draw));
    let end = after(before.with_rules(Rules::BOARDSPACE), "a3xa5");
    assert_eq!(end.outcome(), Some(Outcome::Win(Side::First)));
}

#[test]
fn a_lone_man_is_connected() {
    assert_eq!(position("7b/8/8/8/8/8/8/w6w w").outcome(), Some(Outcome::Win(Side::First)));
}

#[test]
fn a_stuck_player_passes_or_loses() {
    let stuck = position("bbw/w1w/wbb b");
    assert_eq!(stuck.legal_moves(), [Move::PASS]);
    assert_eq!(after(stuck, "pass").side_to_move(), Side::Second);
    let loss = stuck.with_rules(Rules::OPENSPIEL);
    assert_eq!(loss.outcome(), Some(Outcome::Win(Side::Second)));
    assert!(loss.legal_moves().is_empty());
}

#[test]
fn the_third_occurrence_draws() {
    let mut game = History::new(Position::start(8, Rules::OLYMPIAD));
    for (ply, text) in THERE_AND_BACK.iter().cycle().take(8).enumerate() {
        assert_eq!(game.outcome(), None, "ply {ply}");
        let mv = game.current().parse_move(text).unwrap();
        game.push(mv);
    }
    assert_eq!(game.occurrences(), 3);
    assert_eq!(game.outcome(), Some(Outcome::Draw));
    assert!(game.pop().is_some());
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_repeated_board_draws_at_once_under_openspiel_rules() {
    let mut game = History::new(Position::start(8, Rules::OPENSPIEL));
    for text in THERE_AND_BACK {
        assert_eq!(game.outcome(), None);
        let mv = game.current().parse_move(text).unwrap();
        game.push(mv);
    }
    assert_eq!(game.outcome(), Some(Outcome::Draw));
}

#[test]
fn set_ups_are_checked() {
    let setup = |size, black, white| {
        Position::setup(size, Rules::OLYMPIAD, black, white, Side::First).unwrap_err()
    };
    assert_eq!(setup(9, 1, 2), SetupError::Size { size: 9 });
    assert!(setup(3, 1 << 3, 1).to_string().contains("square d1 is not on a 3x3 board"));
    assert!(setup(8, 3, 2).to_string().contains("square b1 holds"));
    assert!(setup(8, 3, 0).to_string().contains("White has no men"));
}

#[test]
fn playstrategy_letters_are_read() {
    let theirs = "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w 0 1";
    assert_eq!(position(theirs), Position::start(8, Rules::OLYMPIAD));
    let theirs = "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 b - - whatever";
    assert_eq!(position(theirs).side_to_move(), Side::Second);
}

#[test]
fn moves_are_read_in_every_common_spelling() {
    let start = Position::start(8, Rules::OLYMPIAD);
    let wanted = start.parse_move("c1xa3").unwrap();
    for text in ["c1-a3", "C1:A3", "c1a3", "C1xA3+", " c1 a3!? ", "c1Xa3!!", "c1 - a3"] {
        assert_eq!(start.parse_move(text), Ok(wanted), "{text}");
    }
}
