//! The rules of Lines of Action, one test a rule, each named after what it guards.

use conjoin_referee::loa::{
    Colour, EndReason, Game, Move, Outcome, Position, RefereeError, Repetition, Rules, groups,
    is_connected, legal_moves, outcome_of_position, play,
};

/// White, to move, is walled in at a1 and h8, and nobody is connected.
const WHITE_IS_STUCK: &str = "6bw/6bb/8/8/8/8/bb6/wb6 w";

/// Every line is as full as it is long, so nobody can move, and nobody is connected.
const BOTH_ARE_STUCK: &str = "bwbw/bwbw/bwbw/bwbw b";

fn position(text: &str) -> Position {
    text.parse().expect("the test's position is well written")
}

fn mv(text: &str) -> Move {
    text.parse().expect("the test's move is well written")
}

/// The legal moves of the man on a square, in alphabetical order.
fn moves_from(text: &str, square: &str) -> Vec<String> {
    let mut moves: Vec<String> = legal_moves(&position(text), Rules::olympiad())
        .iter()
        .map(Move::to_string)
        .filter(|mv| mv.starts_with(square))
        .collect();
    moves.sort();
    moves
}

/// A game from a position, after some moves.
fn game(rules: Rules, text: &str, moves: &str) -> Game {
    let mut game = Game::new(rules, position(text));
    for text in moves.split_whitespace() {
        game.play(mv(text)).expect("the test's moves are legal");
    }
    game
}

// Rules 1 and 2: the start.

#[test]
fn black_starts_on_the_ranks_and_white_on_the_files() {
    let expected = [
        "1b1/w1w/1b1 b",
        "1bb1/w2w/w2w/1bb1 b",
        "1bbb1/w3w/w3w/w3w/1bbb1 b",
        "1bbbb1/w4w/w4w/w4w/w4w/1bbbb1 b",
        "1bbbbb1/w5w/w5w/w5w/w5w/w5w/1bbbbb1 b",
        "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b",
    ];
    for (size, expected) in (3..=8).zip(expected) {
        let start = Position::start(size).unwrap();
        assert_eq!(start.to_string(), expected);
        assert_eq!(start.board.men(Colour::Black).len(), 2 * (size - 2));
        assert_eq!(start.board.men(Colour::White).len(), 2 * (size - 2));
    }
}

#[test]
fn boards_are_three_to_eight_squares_wide() {
    for size in [0, 2, 9] {
        assert_eq!(Position::start(size), Err(RefereeError::BoardSize { size }));
    }
}

#[test]
fn scrambled_eggs_alternate_round_the_edge() {
    let eggs = Position::scrambled_eggs();
    assert_eq!(eggs.to_string(), "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 b");

    let mut edge: Vec<String> = Vec::new();
    edge.extend("bcdefg".chars().map(|file| format!("{file}1")));
    edge.extend("234567".chars().map(|rank| format!("h{rank}")));
    edge.extend("gfedcb".chars().map(|file| format!("{file}8")));
    edge.extend("765432".chars().map(|rank| format!("a{rank}")));
    let men: Vec<_> = edge.iter().map(|name| eggs.board.man_on(name.parse().unwrap())).collect();
    for (i, man) in men.iter().enumerate() {
        let expected = if i % 2 == 0 { Colour::Black } else { Colour::White };
        assert_eq!(*man, Some(expected), "{}", edge[i]);
    }
    assert_eq!(eggs.board.men(Colour::Black).len() + eggs.board.men(Colour::White).len(), 24);
}

// Rules 3 to 5: the moves.

#[test]
fn a_man_moves_as_far_as_its_line_has_men() {
    // On the fourth rank: the man itself, one behind it and one ahead of it, of both colours.
    let text = "8/8/8/8/w1b4w/8/8/8 b";
    assert_eq!(
        moves_from(text, "c4"),
        ["c4-b3", "c4-b5", "c4-c3", "c4-c5", "c4-d3", "c4-d5", "c4-f4"]
    );
}

#[test]
fn men_beyond_the_destination_count() {
    let text = "8/8/8/8/8/8/8/b4w1w b";
    assert_eq!(moves_from(text, "a1"), ["a1-a2", "a1-b2", "a1-d1"]);
}

#[test]
fn men_do_not_jump_over_the_enemy() {
    let text = "8/8/8/8/8/8/8/bw6 b";
    assert_eq!(moves_from(text, "a1"), ["a1-a2", "a1-b2"]);
}

#[test]
fn men_jump_over_their_own() {
    let text = "w7/8/8/8/8/8/8/bb6 b";
    assert_eq!(moves_from(text, "a1"), ["a1-a3", "a1-b2", "a1-c1"]);
}

#[test]
fn a_man_captures_the_enemy_it_lands_on() {
    let before = position("8/8/w7/8/b7/8/8/7w b");
    let after = play(&before, mv("a4xa6"), Rules::olympiad()).unwrap();
    assert_eq!(after, position("8/8/b7/8/8/8/8/7w w"));
}

#[test]
fn a_man_does_not_land_on_its_own() {
    let text = "7w/8/8/8/8/8/8/b1b5 b";
    assert_eq!(moves_from(text, "a1"), ["a1-a2", "a1-c3"]);
}

#[test]
fn a_man_does_not_leave_the_board() {
    let text = "bbb/3/w1w b";
    assert_eq!(moves_from(text, "a3"), ["a3xa1", "a3xc1"]);
}

#[test]
fn only_the_player_to_move_moves() {
    let start = Position::start(8).unwrap();
    assert!(play(&start, mv("a2-c2"), Rules::olympiad()).is_err());
}

#[test]
fn a_capture_must_be_called_a_capture() {
    let before = position("8/8/w7/8/b7/8/8/7w b");
    assert_eq!(
        play(&before, mv("a4-a6"), Rules::olympiad()),
        Err(RefereeError::IllegalMove { mv: "a4-a6".into(), position: before.to_string() })
    );
    assert!(play(&before, mv("a4xa5"), Rules::olympiad()).is_err());
}

#[test]
fn a_square_beyond_a_small_board_is_no_destination() {
    let start = Position::start(4).unwrap();
    assert!(play(&start, mv("b1-b5"), Rules::olympiad()).is_err());
    assert!(play(&start, mv("e5-e6"), Rules::olympiad()).is_err());
}

#[test]
fn a_refused_move_leaves_the_game_as_it_was() {
    let mut game = Game::new(Rules::olympiad(), Position::start(8).unwrap());
    let before = game.clone();
    assert!(game.play(mv("b1-b4")).is_err());
    assert_eq!(game, before);
}

// Rules 6 and 7: connection.

#[test]
fn men_touch_orthogonally_and_diagonally() {
    let board = position("8/8/8/3b4/2b1b3/3b4/8/7w b").board;
    assert!(is_connected(&board, Colour::Black));
    let board = position("8/8/8/3b4/8/3b4/8/7w b").board;
    assert_eq!(groups(&board, Colour::Black).len(), 2);
}

#[test]
fn the_left_and_right_edge_do_not_touch() {
    let board = position("8/8/8/8/7b/b7/8/3w4 b").board;
    assert_eq!(groups(&board, Colour::Black).len(), 2);
}

#[test]
fn a_group_may_wind() {
    let board = position("bbbbbbbb/b6b/bbbbbb1b/b6b/b1bbbb1b/b1b4b/b1bbbbbb/b4w1w b").board;
    assert!(is_connected(&board, Colour::Black));
    let board = position("bbbbbb1b/b6b/bbbbbb1b/b6b/b1bbbb1b/b1b4b/b1bbbbbb/b4w1w b").board;
    assert_eq!(groups(&board, Colour::Black).len(), 2);
}

#[test]
fn the_player_who_connects_wins() {
    let apart = "8/8/8/8/1ww4w/8/8/1b1b4 b";
    assert_eq!(game(Rules::olympiad(), apart, "d1-d2").outcome(), None);
    let game = game(Rules::olympiad(), apart, "d1-d2 h4-h5 d2-c1");
    assert_eq!(game.outcome(), Some(Outcome::Wins(Colour::Black)));
    assert_eq!(game.reason(), Some(EndReason::Connection));
}

#[test]
fn a_lone_man_is_connected() {
    for side in ["b", "w"] {
        let lone = position(&format!("w6w/8/8/8/8/8/8/b7 {side}"));
        for rules in [Rules::olympiad(), Rules::openspiel()] {
            assert_eq!(
                outcome_of_position(&lone, rules),
                Some(Outcome::Wins(Colour::Black)),
                "{lone}"
            );
        }
    }
}

#[test]
fn a_capture_can_connect_the_opponent() {
    let game = game(Rules::olympiad(), "8/6w1/8/6b1/1ww5/8/8/4b3 b", "g5xg7");
    assert_eq!(game.outcome(), Some(Outcome::Wins(Colour::White)));
    assert_eq!(game.reason(), Some(EndReason::Connection));
}

#[test]
fn capturing_all_but_one_man_connects_the_opponent() {
    let game = game(Rules::openspiel(), "8/6w1/8/6b1/2w5/8/8/4b3 b", "g5xg7");
    assert_eq!(game.outcome(), Some(Outcome::Wins(Colour::White)));
}

#[test]
fn simultaneous_connection_is_a_draw() {
    for rules in [Rules::olympiad(), Rules::ludii()] {
        let game = game(rules, "5b2/6w1/8/6b1/1ww5/8/8/8 b", "g5xg7");
        assert_eq!(game.outcome(), Some(Outcome::Draw));
        assert_eq!(game.reason(), Some(EndReason::SimultaneousConnection));
    }
}

#[test]
fn simultaneous_connection_is_won_by_the_mover() {
    for rules in [Rules::boardspace(), Rules::openspiel()] {
        let by_black = game(rules, "5b2/6w1/8/6b1/1ww5/8/8/8 b", "g5xg7");
        assert_eq!(by_black.outcome(), Some(Outcome::Wins(Colour::Black)));
        assert_eq!(by_black.reason(), Some(EndReason::SimultaneousConnection));

        let by_white = game(rules, "5w2/6b1/8/6w1/1bb5/8/8/8 w", "g5xg7");
        assert_eq!(by_white.outcome(), Some(Outcome::Wins(Colour::White)));
    }
}

#[test]
fn a_finished_game_has_no_moves() {
    let mut game = game(Rules::olympiad(), "8/6w1/8/6b1/1ww5/8/8/4b3 b", "g5xg7");
    assert!(game.legal_moves().is_empty());
    let last = game.position().to_string();
    assert_eq!(
        game.play(mv("b4-b5")),
        Err(RefereeError::GameOver { mv: "b4-b5".into(), position: last })
    );
}

// Rule 8: a stuck player.

#[test]
fn a_stuck_player_passes() {
    for rules in [Rules::olympiad(), Rules::boardspace(), Rules::ludii()] {
        let stuck = position(WHITE_IS_STUCK);
        assert_eq!(outcome_of_position(&stuck, rules), None);
        assert_eq!(legal_moves(&stuck, rules), [Move::Pass]);

        let game = game(rules, WHITE_IS_STUCK, "pass");
        assert_eq!(game.outcome(), None);
        assert_eq!(game.position().board, stuck.board);
        assert_eq!(game.position().to_move, Colour::Black);
    }
}

#[test]
fn a_stuck_player_loses() {
    let game = Game::new(Rules::openspiel(), position(WHITE_IS_STUCK));
    assert_eq!(game.outcome(), Some(Outcome::Wins(Colour::Black)));
    assert_eq!(game.reason(), Some(EndReason::Stuck));
    assert!(legal_moves(game.position(), game.rules()).is_empty());
    assert!(play(game.position(), Move::Pass, game.rules()).is_err());
}

#[test]
fn a_player_who_can_move_may_not_pass() {
    let start = Position::start(8).unwrap();
    assert!(!legal_moves(&start, Rules::olympiad()).contains(&Move::Pass));
    assert!(play(&start, Move::Pass, Rules::olympiad()).is_err());
}

#[test]
fn a_stuck_player_who_is_connected_wins() {
    let stuck = position("7b/8/8/8/8/8/bb6/wb6 w");
    assert!(legal_moves(&stuck, Rules::openspiel()).is_empty());
    assert_eq!(outcome_of_position(&stuck, Rules::openspiel()), Some(Outcome::Wins(Colour::White)));
}

// Rule 9: repetition.

#[test]
fn third_occurrence_draws() {
    let start = Position::start(8).unwrap().to_string();
    let round = "b1-b3 a7-c7 b3-b1 c7-a7 ";
    for rules in [Rules::olympiad(), Rules::boardspace()] {
        assert_eq!(game(rules, &start, round).outcome(), None);
        let almost = game(rules, &start, &(round.to_string() + "b1-b3 a7-c7 b3-b1"));
        assert_eq!(almost.outcome(), None);
        let third = game(rules, &start, &round.repeat(2));
        assert_eq!(third.outcome(), Some(Outcome::Draw));
        assert_eq!(third.reason(), Some(EndReason::Repetition));
    }
}

#[test]
fn occurrences_need_not_follow_each_other() {
    let start = Position::start(8).unwrap().to_string();
    let game = game(Rules::olympiad(), &start, "b1-b3 a7-c7 b3-b1 c7-a7 g8-g6 h2-f2 g6-g8 f2-h2");
    assert_eq!(game.outcome(), Some(Outcome::Draw));
}

#[test]
fn a_repeated_board_draws_at_once() {
    let start = Position::start(8).unwrap().to_string();
    assert_eq!(game(Rules::openspiel(), &start, "b1-b3 a7-c7 b3-b1").outcome(), None);
    let again = game(Rules::openspiel(), &start, "b1-b3 a7-c7 b3-b1 c7-a7");
    assert_eq!(again.outcome(), Some(Outcome::Draw));
    assert_eq!(again.reason(), Some(EndReason::Repetition));
}

#[test]
fn without_a_repetition_rule_a_game_goes_on() {
    let start = Position::start(8).unwrap().to_string();
    let game = game(Rules::ludii(), &start, &"b1-b3 a7-c7 b3-b1 c7-a7 ".repeat(5));
    assert_eq!(game.outcome(), None);
    assert_eq!(game.moves().len(), 20);
    assert_eq!(game.positions().len(), 21);
}

#[test]
fn a_board_with_the_other_player_to_move_is_another_position() {
    let third = "pass pass pass pass";
    assert_eq!(game(Rules::olympiad(), BOTH_ARE_STUCK, "pass pass pass").outcome(), None);
    assert_eq!(game(Rules::olympiad(), BOTH_ARE_STUCK, third).outcome(), Some(Outcome::Draw));
    assert_eq!(game(Rules::ludii(), BOTH_ARE_STUCK, third).outcome(), None);
}

#[test]
fn a_repeated_board_draws_whoever_is_to_move() {
    let rules = Rules { repetition: Repetition::AnyBoard, ..Rules::olympiad() };
    assert_eq!(game(rules, BOTH_ARE_STUCK, "pass").outcome(), Some(Outcome::Draw));
}

/// White is stuck in the first position, were it White's turn. Black loses a move, so that the
/// board comes again with White to move.
#[test]
fn a_repeated_board_draws_even_if_the_player_to_move_is_stuck() {
    let start = "1wbb1/wbb2/1b3/wb3/1b2b b";
    let moves = "b2-c3 a2-b2 c3-a3 b2-a2 a3-b2";
    let again = game(Rules::openspiel(), start, moves);
    assert_eq!(again.outcome(), Some(Outcome::Draw));
    assert_eq!(again.reason(), Some(EndReason::Repetition));

    let without = Rules { repetition: Repetition::None, ..Rules::openspiel() };
    assert_eq!(game(without, start, moves).reason(), Some(EndReason::Stuck));
    assert_eq!(game(Rules::olympiad(), start, moves).legal_moves(), [Move::Pass]);
}
