//! Surakarta: each rule by positions that show it.

use conjoin_referee::surakarta::{
    AtLimit, Board, Colour, EndReason, Game, Move, Outcome, OwnStart, Position, RefereeError,
    Repetition, Rules, Stuck, legal_moves, outcome_of_position, play,
};

const BLACK_WINS: Option<Outcome> = Some(Outcome::Wins(Colour::Black));
const WHITE_WINS: Option<Outcome> = Some(Outcome::Wins(Colour::White));

fn limited(limit: u32) -> Rules {
    Rules { limit: Some(limit), ..Rules::standard() }
}

fn game(rules: Rules, start: &str, moves: &str) -> Game {
    let mut game = Game::new(rules, Position::read(start, rules).unwrap());
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"));
    }
    game
}

/// The moves of a position under the standard rules but for the own start, sorted, of which only
/// the captures or only the others are wanted.
fn moves(text: &str, own_start: OwnStart, captures: bool) -> Vec<String> {
    let rules = Rules { own_start, ..Rules::standard() };
    let position = Position::read(text, rules).unwrap();
    let mut moves: Vec<String> =
        legal_moves(&position, rules).iter().map(ToString::to_string).collect();
    moves.retain(|mv| mv.contains('x') == captures);
    moves.sort();
    moves
}

fn captures(text: &str) -> Vec<String> {
    moves(text, OwnStart::Open, true)
}

fn steps(text: &str) -> Vec<String> {
    moves(text, OwnStart::Open, false)
}

// The start.

#[test]
fn twelve_men_a_side_stand_on_the_outer_ranks_and_black_begins() {
    let start = |size| Position::start(size, Rules::standard()).unwrap().to_string();
    assert_eq!(start(6), "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b");
    assert_eq!(start(4), "2ww/2ww/bb2/bb2 b");
    assert_eq!(Position::start(5, Rules::standard()), Err(RefereeError::BoardSize { size: 5 }));
    assert_eq!(
        Board::empty(8).unwrap_err().to_string(),
        "a board of size 8 is not played: expected 4 or 6"
    );
}

// Steps.

#[test]
fn a_man_steps_in_eight_directions() {
    let expected = ["c3-b2", "c3-b3", "c3-b4", "c3-c2", "c3-c4", "c3-d2", "c3-d3", "c3-d4"];
    assert_eq!(steps("w5/6/6/2b3/6/6 b"), expected);
}

#[test]
fn a_man_steps_to_empty_points_of_the_board_only() {
    assert_eq!(steps("6/6/6/6/w5/bb4 b"), ["a1-b2", "b1-b2", "b1-c1", "b1-c2"]);
}

#[test]
fn a_man_does_not_take_its_neighbour_by_a_step() {
    assert_eq!(captures("6/6/6/6/1w4/b5 b"), [""; 0]);
}

// Captures.

#[test]
fn a_capture_needs_an_arc() {
    // a3 and f3 see each other along the rank. Over the arcs a3 meets c1 first.
    assert_eq!(captures("6/6/6/b4w/6/2w3 b"), ["a3xc1"]);
    assert_eq!(captures("6/6/6/b4w/6/6 b"), ["a3xf3"], "the other way, over four arcs");
}

#[test]
fn a_capture_goes_over_each_of_the_arcs() {
    for (from, to) in [
        // Small circuit.
        ("f2", "e1"),
        ("e6", "f5"),
        ("a5", "b6"),
        ("b1", "a2"),
        // Large circuit.
        ("f3", "d1"),
        ("d6", "f4"),
        ("a4", "c6"),
        ("c1", "a3"),
    ] {
        for (from, to) in [(from, to), (to, from)] {
            let mut board = Board::empty(6).unwrap();
            board.set(from.parse().unwrap(), Some(Colour::Black));
            board.set(to.parse().unwrap(), Some(Colour::White));
            let position = Position { board, to_move: Colour::Black, quiet: None };
            let mv: Move = format!("{from}x{to}").parse().unwrap();
            assert!(legal_moves(&position, Rules::standard()).contains(&mv), "{mv}");
        }
    }
}

#[test]
fn the_small_board_has_one_circuit() {
    for (from, to) in [("d2", "c1"), ("c4", "d3"), ("a3", "b4"), ("b1", "a2")] {
        let mut board = Board::empty(4).unwrap();
        board.set(from.parse().unwrap(), Some(Colour::Black));
        board.set(to.parse().unwrap(), Some(Colour::White));
        let position = Position { board, to_move: Colour::White, quiet: None };
        let mv: Move = format!("{to}x{from}").parse().unwrap();
        assert!(legal_moves(&position, Rules::standard()).contains(&mv), "{mv}");
    }
    assert_eq!(captures("w2w/4/4/b2b b"), [""; 0], "the corners are on none");
}

#[test]
fn a_capture_takes_the_first_enemy_on_its_route_and_no_other() {
    // From a2 over b1 up the b-file b4 comes first, from f2 all the way round b6.
    assert_eq!(captures("1w4/6/1w4/6/b4b/6 b"), ["a2xb4", "f2xb6"]);
}

#[test]
fn an_own_man_stops_a_capture() {
    assert_eq!(captures("1w4/6/6/6/b5/6 b"), ["a2xb6"]);
    // The man on b2 stands in both ways of a2, and has one of its own to b6.
    assert_eq!(captures("1w4/6/6/6/bb4/6 b"), ["b2xb6"]);
}

#[test]
fn an_enemy_before_the_first_arc_stops_a_capture() {
    // From c1 to the left there is no arc; upwards c2 is in the way, downwards a3 is taken.
    assert_eq!(captures("6/6/6/w5/2w3/2b3 b"), ["c1xa3"]);
    assert_eq!(captures("6/6/6/6/2w3/2b3 b"), ["c1xc2"], "the long way round ends behind it");
    assert_eq!(captures("6/6/6/b5/2w3/2b3 b"), ["a3xc2"]);
}

#[test]
fn crossings_are_passed_straight() {
    // From f2 over the arc to e1 and straight up the e-file over e2, e3, e4 and e5.
    let shown = captures("4w1/6/6/6/5b/5b b");
    assert!(shown.contains(&"f2xe6".to_owned()), "{shown:?}");
    // Men beside the crossings are not met.
    assert_eq!(captures("6/6/6/3w2/6/6 w"), [""; 0]);
    assert!(!captures("4w1/3w2/3w2/5b/5b/6 b").contains(&"f2xd4".to_owned()));
}

#[test]
fn corners_and_the_edges_between_lie_on_no_circuit() {
    for corner in ["b5/6/6/6/6/2w3 b", "5b/6/6/6/6/2w3 b", "6/6/6/w5/6/5b b", "6/6/6/w5/6/b5 b"] {
        assert_eq!(captures(corner), [""; 0], "{corner}");
        assert_eq!(captures(&corner.replace(" b", " w")), [""; 0], "{corner}");
    }
    // Along the edge from c1 no arc is met.
    assert!(!captures("6/6/6/6/5w/2b3 b").contains(&"c1xf2".to_owned()));
}

#[test]
fn a_capture_may_go_over_four_arcs() {
    // Only the way to the left and once round is free; its last enemy stands beside the start.
    assert_eq!(captures("6/6/6/bw4/6/6 b"), ["a3xb3"]);
    assert_eq!(captures("4/4/bw2/4 b"), ["a2xb2"]);
}

#[test]
fn a_capture_that_several_routes_lead_to_is_one_move() {
    // From a4 to d3, by two ways round and by both lines through d3.
    assert_eq!(captures("6/6/b5/3w2/6/6 b"), ["a4xd3"]);
}

#[test]
fn a_captured_man_leaves_the_board_and_the_captor_stands_there() {
    let game = game(Rules::standard(), "w5/6/6/w5/6/2b3 b", "c1xa3");
    assert_eq!(game.position().to_string(), "w5/6/6/b5/6/6 w");
}

// The own starting point.

#[test]
fn the_own_start_is_passed_or_blocks() {
    // c3 is a crossing of the large circuit. From there down over c1 and a3 along the rank a man comes
    // to its own point before it comes to d3; to the left it is the same. c4 is in the way upwards.
    let text = "6/6/2b3/2bw2/6/6 b";
    assert_eq!(moves(text, OwnStart::Open, true), ["c3xd3", "c4xd3"]);
    assert_eq!(moves(text, OwnStart::Blocks, true), ["c4xd3"]);
    // A route that ends before its start is not touched by the rule.
    assert_eq!(moves("6/6/6/bw4/6/6 b", OwnStart::Blocks, true), ["a3xb3"]);
}

// The end.

#[test]
fn capturing_all_men_wins() {
    let game = game(Rules::standard(), "6/6/6/w5/6/2b3 b", "c1xa3");
    assert_eq!((game.outcome(), game.reason()), (BLACK_WINS, Some(EndReason::AllCaptured)));
    assert!(game.legal_moves().is_empty());
    for text in ["6/6/6/w5/6/6 b", "6/6/6/w5/6/6 w"] {
        let position = Position::read(text, Rules::standard()).unwrap();
        assert_eq!(outcome_of_position(&position, Rules::standard()), WHITE_WINS);
    }
}

#[test]
fn a_finished_game_takes_no_moves() {
    let mut game = game(Rules::standard(), "6/6/6/w5/6/2b3 b", "c1xa3");
    assert_eq!(
        game.play("pass".parse().unwrap()).unwrap_err().to_string(),
        "pass cannot be played: the game is over in 6/6/6/b5/6/6 w"
    );
}

#[test]
fn plies_without_a_capture_end_the_game_at_the_limit() {
    let text = "w5/6/6/6/6/b3b1 b";
    let almost = game(limited(3), text, "a1-a2 a6-a5");
    assert_eq!(almost.outcome(), None);
    let over = game(limited(3), text, "a1-a2 a6-a5 a2-a1");
    assert_eq!(over.position().to_string(), "6/w5/6/6/6/b3b1 w 3");
    assert_eq!((over.outcome(), over.reason()), (BLACK_WINS, Some(EndReason::Limit)));
    assert_eq!(game(Rules::standard(), text, "a1-a2 a6-a5 a2-a1").outcome(), None);
}

#[test]
fn at_the_limit_more_men_win_or_nobody_does() {
    let outcome = |text: &str, at_limit| {
        let rules = Rules { at_limit, ..limited(7) };
        outcome_of_position(&Position::read(text, rules).unwrap(), rules)
    };
    for (text, by_count) in [
        ("w5/6/6/6/6/b3b1 b 7", BLACK_WINS),
        ("w5/1w4/6/6/6/b5 b 7", WHITE_WINS),
        ("w5/6/6/6/6/b5 w 7", Some(Outcome::Draw)),
    ] {
        assert_eq!(outcome(text, AtLimit::Count), by_count, "{text}");
        assert_eq!(outcome(text, AtLimit::Draw), Some(Outcome::Draw), "{text}");
        assert_eq!(outcome(&text.replace('7', "6"), AtLimit::Count), None, "{text}");
    }
}

#[test]
fn a_capture_begins_the_count_again() {
    let game = game(limited(40), "w5/6/6/w5/6/2b3 b 39", "c1xa3");
    assert_eq!(game.position().to_string(), "w5/6/6/b5/6/6 w 0");
    assert_eq!(game.outcome(), None);
}

#[test]
fn the_last_capture_wins_where_the_limit_would_be_reached() {
    let game = game(limited(40), "6/6/6/w5/6/2b3 b 39", "c1xa3");
    assert_eq!(game.reason(), Some(EndReason::AllCaptured));
}

#[test]
fn a_pass_is_a_ply_without_a_capture() {
    let game = game(limited(40), "6/6/6/6/bb4/wb4 w 12", "pass");
    assert_eq!(game.position().to_string(), "6/6/6/6/bb4/wb4 b 13");
}

#[test]
fn a_stuck_player_passes_or_loses() {
    let text = "6/6/6/6/bb4/wb4 w";
    let passes = game(Rules::standard(), text, "");
    assert_eq!(passes.legal_moves(), [Move::Pass]);
    assert_eq!(passes.outcome(), None);
    let rules = Rules { stuck: Stuck::Loss, ..Rules::standard() };
    let loses = game(rules, text, "");
    assert_eq!((loses.outcome(), loses.reason()), (BLACK_WINS, Some(EndReason::Stuck)));
    assert!(legal_moves(loses.position(), rules).is_empty());
    assert!(play(loses.position(), Move::Pass, rules).is_err());
}

#[test]
fn men_are_counted_when_a_player_is_stuck() {
    let rules = Rules { stuck: Stuck::Count, ..Rules::standard() };
    for (text, outcome) in [
        ("6/6/6/6/bb4/wb4 w", BLACK_WINS),
        ("6/6/6/6/ww4/bw4 b", WHITE_WINS),
        ("wwww/wbww/bbbb/2bb w", Some(Outcome::Draw)),
        // The player who cannot move has more men.
        ("wwww/wbbw/bbbw/1bwb w", WHITE_WINS),
    ] {
        let game = game(rules, text, "");
        assert_eq!((game.outcome(), game.reason()), (outcome, Some(EndReason::Stuck)), "{text}");
        assert!(legal_moves(game.position(), rules).is_empty(), "{text}");
    }
    assert_eq!(game(rules, "6/6/6/6/bb4/wb4 b", "").outcome(), None, "the other player can move");
}

#[test]
fn a_player_who_can_capture_is_not_stuck() {
    // b1 is walled in, and takes a2 over the arc.
    let rules = Rules { stuck: Stuck::Loss, ..Rules::standard() };
    let game = game(rules, "6/6/6/6/bbb3/bwb3 w", "");
    let shown: Vec<String> = game.legal_moves().iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["b1xa2"]);
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_player_who_can_move_may_not_pass() {
    let start = Position::start(6, Rules::standard()).unwrap();
    assert!(play(&start, Move::Pass, Rules::standard()).is_err());
}

#[test]
fn the_limit_goes_before_a_stuck_player() {
    let rules = Rules { stuck: Stuck::Loss, at_limit: AtLimit::Draw, ..limited(9) };
    let text = "6/6/6/6/bb4/wb4 w 9";
    for stuck in [Stuck::Loss, Stuck::Count] {
        let game = game(Rules { stuck, ..rules }, text, "");
        assert_eq!((game.outcome(), game.reason()), (Some(Outcome::Draw), Some(EndReason::Limit)));
    }
}

#[test]
fn third_occurrence_draws() {
    let start = "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b";
    let round = "a2-a3 a5-a4 a3-a2 a4-a5 ";
    assert_eq!(game(Rules::standard(), start, round).outcome(), None);
    let almost = round.to_owned() + "a2-a3 a5-a4 a3-a2";
    assert_eq!(game(Rules::standard(), start, &almost).outcome(), None);
    let third = game(Rules::standard(), start, &round.repeat(2));
    assert_eq!(
        (third.outcome(), third.reason()),
        (Some(Outcome::Draw), Some(EndReason::Repetition))
    );
    let without = Rules { repetition: Repetition::None, ..Rules::standard() };
    assert_eq!(game(without, start, &round.repeat(4)).outcome(), None);
}

#[test]
fn a_board_with_the_other_player_to_move_is_another_position() {
    // Nobody can move, and nobody meets an enemy: the corners lie on no circuit.
    let start = "wbbw/bbbb/bbbb/wbbw w";
    assert_eq!(game(Rules::standard(), start, "pass pass pass").outcome(), None);
    let third = game(Rules::standard(), start, "pass pass pass pass");
    assert_eq!(third.reason(), Some(EndReason::Repetition));
}

#[test]
fn a_board_comes_again_whatever_the_counter_says() {
    let start = "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b";
    let third = game(limited(40), start, &"a2-a3 a5-a4 a3-a2 a4-a5 ".repeat(2));
    assert_eq!(third.position().quiet, Some(8));
    assert_eq!(third.reason(), Some(EndReason::Repetition));
}

#[test]
fn the_limit_goes_before_repetition() {
    let round = "a1-a2 a6-a5 a2-a1 a5-a6 ";
    let both = game(limited(8), "w5/6/6/6/6/b3b1 b", &round.repeat(2));
    assert_eq!((both.outcome(), both.reason()), (BLACK_WINS, Some(EndReason::Limit)));
}
