//! Each rule of Chinese Checkers by a position that shows it.
//!
//! Holes of the usual star for reading along; the middle is 61:
//!
//! ```text
//!  11  12  13  14  15  16  17  18  19  20  21  22  23
//!    24  25  26  27  28  29  30  31  32  33  34  35
//!      36  37  38  39  40  41  42  43  44  45  46
//!        47  48  49  50  51  52  53  54  55  56
//!          57  58  59  60  61  62  63  64  65
//!        66  67  68  69  70  71  72  73  74  75
//!      76  77  78  79  80  81  82  83  84  85  86
//!    87  88  89  90  91  92  93  94  95  96  97  98
//!  99 100 101 102 103 104 105 106 107 108 109 110 111
//! ```

use conjoin_core::{History, Outcome, Position as _, Repetition, Replies, Side, TextForm, perft};
use conjoin_games::chinese_checkers::{Move, Position, Rules, SIZES, parse_position};

fn rules(text: &str) -> Rules {
    text.parse().expect(text)
}

fn read(size: u8, text: &str, named: &str) -> Position {
    parse_position(text, size, rules(named)).expect(text)
}

fn position(text: &str) -> Position {
    read(121, text, "acm-hk")
}

/// The legal moves of the marble in a hole.
fn moves_from(position: &Position, hole: &str) -> Vec<String> {
    let start = format!("{hole}-");
    let names = position.legal_moves().into_iter().map(|mv| position.format_move(mv));
    names.filter(|name| name.starts_with(&start)).collect()
}

fn outcome(size: u8, text: &str, named: &str) -> Option<Outcome> {
    read(size, text, named).outcome()
}

const BLACK_WINS: Option<Outcome> = Some(Outcome::Win(Side::First));
const WHITE_WINS: Option<Outcome> = Some(Outcome::Win(Side::Second));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

#[test]
fn each_player_begins_in_a_home_and_black_moves_first() {
    for (size, text) in SIZES.into_iter().zip([
        "b:1 w:13 b",
        "b:1,2,3 w:35,36,37 b",
        "b:1,2,3,4,5,6 w:68,69,70,71,72,73 b",
        "b:1,2,3,4,5,6,7,8,9,10 w:112,113,114,115,116,117,118,119,120,121 b",
    ]) {
        assert_eq!(Position::start(size, Rules::ACM_HK).to_string(), text);
    }
}

#[test]
fn a_marble_steps_to_six_neighbours_if_they_are_empty() {
    let free = position("b:61 w:121 b");
    assert_eq!(moves_from(&free, "61"), ["61-51", "61-52", "61-60", "61-62", "61-70", "61-71"]);
    let beside = position("b:61,62 w:121 b");
    assert!(!moves_from(&beside, "61").contains(&"61-62".to_owned()));
}

#[test]
fn a_jump_goes_over_a_marble_of_either_colour() {
    for text in ["b:61,62 w:121 b", "b:61 w:62,121 b"] {
        assert!(moves_from(&position(text), "61").contains(&"61-63".to_owned()), "{text}");
    }
}

#[test]
fn a_long_jump_lands_as_far_behind_the_marble_as_it_began_before_it() {
    let far = position("b:57 w:60,121 b");
    assert!(moves_from(&far, "57").contains(&"57-63".to_owned()));
    let near = read(121, "b:57 w:60,121 b", "adjacent-hops");
    assert!(!moves_from(&near, "57").contains(&"57-63".to_owned()));
    // The landing would lie beyond the edge.
    let beyond = position("b:57 w:62,121 b");
    assert_eq!(moves_from(&beyond, "57").len(), 3, "steps alone");
}

#[test]
fn all_holes_of_a_jump_but_the_middle_one_are_empty() {
    for (text, why) in [
        ("b:57 w:60,58,121 b", "one before the middle: it is jumped over instead"),
        ("b:57 w:60,62,121 b", "one behind the middle"),
        ("b:57 w:60,63,121 b", "one where it would land"),
        ("b:57 w:59,60,121 b", "two in a row"),
    ] {
        assert!(!moves_from(&position(text), "57").contains(&"57-63".to_owned()), "{why}");
    }
}

#[test]
fn a_chain_of_jumps_is_one_move_with_its_whole_route() {
    let chain = position("b:57 w:58,60,62,121 b");
    let moves = moves_from(&chain, "57");
    for name in ["57-59", "57-59-61", "57-59-61-63"] {
        assert!(moves.contains(&name.to_owned()), "{name}: {moves:?}");
    }
}

#[test]
fn the_moving_marble_is_lifted_first() {
    // The last jump, from 63 over 60, passes the hole 61 that the marble left.
    let chain = position("b:61 w:43,52,54,60,121 b");
    assert!(moves_from(&chain, "61").contains(&"61-42-44-63-57".to_owned()));
    // Another marble there blocks it.
    let blocked = position("b:61,42 w:43,54,60,121 b");
    assert!(!moves_from(&blocked, "42").iter().any(|name| name.ends_with("-57")));
    // It does not jump over its own start either.
    let alone = position("b:61 w:62,121 b");
    assert_eq!(moves_from(&alone, "61").len(), 6);
}

#[test]
fn a_chain_back_to_its_start_is_no_move() {
    let around = position("b:61 w:41,51,52,121 b");
    assert!(!around.legal_moves().iter().any(|mv| mv.from() == mv.to()));
    assert!(around.parse_move("61-42-40-61").is_err());
}

#[test]
fn a_neutral_zone_may_be_passed_and_not_ended_in() {
    // 27 lies in the hexagon; 25 and 13 in the upper left zone.
    let chain = position("b:27 w:26,121 b");
    assert_eq!(moves_from(&chain, "27").iter().filter(|name| name.contains("-25")).count(), 0);
    let open = read(121, "b:27 w:26,121 b", "neutral=end");
    assert!(moves_from(&open, "27").contains(&"27-25".to_owned()));
    let through = read(37, "b:27,36,37 w:13,17,25 b", "acm-hk");
    assert!(moves_from(&through, "27").contains(&"27-23-11-15-35".to_owned()));
}

#[test]
fn of_several_routes_the_shortest_is_shown_and_of_these_the_one_with_lower_holes() {
    let both = position("b:61 w:29,30,51,52,121 b");
    let mv = both.parse_move("61-17").unwrap();
    assert_eq!(both.format_move(mv), "61-40-17");
    assert_eq!(both.parse_move("61-42-17"), Ok(mv));
}

#[test]
fn a_player_without_a_move_passes() {
    let stuck = read(73, "b:1 w:2,3,4,6,30 b", "acm-hk");
    assert_eq!(stuck.legal_moves(), [Move::PASS]);
    assert!(!stuck.can_move());
    let next = stuck.play(Move::PASS);
    assert_eq!(next.to_string(), "b:1 w:2,3,4,6,30 w 1");
    assert_eq!(perft(&stuck, 2), u64::from(next.count_moves()));
}

#[test]
fn who_fills_the_goal_first_wins() {
    assert_eq!(outcome(37, "b:35,36,37 w:10,20,30 b", "acm-hk"), BLACK_WINS);
    assert_eq!(outcome(37, "b:35,36,20 w:1,2,3 b", "acm-hk"), WHITE_WINS);
    assert_eq!(outcome(37, "b:35,36,20 w:1,2,3 w", "acm-hk"), WHITE_WINS);
    assert_eq!(outcome(37, "b:34,36,37 w:2,3,35 b", "acm-hk"), None);
}

#[test]
fn the_second_player_has_a_last_turn_that_can_draw() {
    let last = read(37, "b:35,36,37 w:1,2,8 w", "acm-hk");
    assert!(last.is_last_turn());
    assert_eq!(last.outcome(), None);
    let drawn = last.play(last.parse_move("8-3").unwrap());
    assert_eq!(drawn.outcome(), DRAW);
    let lost = last.play(last.parse_move("8-14").unwrap());
    assert_eq!(lost.outcome(), BLACK_WINS);
    // The first player has none.
    assert_eq!(outcome(37, "b:32,36,37 w:1,2,3 b", "acm-hk"), WHITE_WINS);
    // Without it the game is over.
    assert_eq!(outcome(37, "b:35,36,37 w:1,2,8 w", "last-turn=none"), BLACK_WINS);
}

#[test]
fn the_limit_draws_a_game_without_an_end() {
    let last = read(37, "b:1,2,3 w:35,36,37 b 399", "acm-hk");
    assert_eq!(last.outcome(), None);
    let over = last.play(last.legal_moves()[0]);
    assert_eq!((over.plies(), over.outcome()), (400, DRAW));
    assert_eq!(
        outcome(37, "b:35,36,37 w:10,20,30 b 400", "acm-hk"),
        BLACK_WINS,
        "a goal goes first"
    );
    let endless = read(37, "b:1,2,3 w:35,36,37 b", "limit=none");
    assert!(!endless.has_counter());
    assert_eq!(endless.play(endless.legal_moves()[0]).plies(), 0);
}

#[test]
fn the_third_occurrence_draws_whatever_the_counter_says() {
    let mut game = History::new(Position::start(37, Rules::ACM_HK));
    for name in ["2-6", "36-32", "6-2", "32-36", "2-6", "36-32", "6-2"] {
        assert_eq!(game.outcome(), None);
        let mv = game.current().parse_move(name).expect(name);
        assert!(game.try_push(mv), "{name}");
    }
    let mv = game.current().parse_move("32-36").unwrap();
    assert!(game.try_push(mv));
    assert_eq!(game.outcome(), DRAW);
    assert_eq!(Rules::OPENSPIEL.repetition, Repetition::Unlimited);
}

#[test]
fn anti_blocking_lets_a_goal_be_full_of_both() {
    let blocked = "b:36,37,20 w:35,5,6 w";
    assert_eq!(outcome(37, blocked, "anti-blocking=off"), None);
    assert_eq!(outcome(37, blocked, "anti-blocking=on last-turn=none"), BLACK_WINS);
    assert!(read(37, blocked, "anti-blocking=on").is_last_turn());
    assert_eq!(outcome(37, "b:20,21,19 w:35,36,37 w", "anti-blocking=on"), None, "no own marble");
    assert_eq!(outcome(37, "b:36,20,19 w:35,5,6 w", "anti-blocking=on"), None, "not full");
}

#[test]
fn marbles_may_leave_the_goal_and_return_home() {
    let home = position("b:15,121 w:1,60 b");
    assert!(moves_from(&home, "15").contains(&"15-7".to_owned()));
    assert!(moves_from(&home, "121").contains(&"121-119".to_owned()));
}

#[test]
fn moves_by_different_routes_are_one() {
    let mut moves = position("b:61 w:41,51,52,121 b").legal_moves();
    let all = moves.len();
    moves.dedup();
    assert_eq!(moves.len(), all);
}

#[test]
fn replies_before_a_full_goal_tell_the_end() {
    let before = read(37, "b:30,36,37 w:5,10,20 b", "last-turn=none");
    let mut ends = Vec::new();
    assert!(before.ending_moves(|mv, outcome| ends.push((before.format_move(mv), outcome))));
    assert_eq!(ends, [("30-35".to_owned(), Outcome::Win(Side::First))]);
}
