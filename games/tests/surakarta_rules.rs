//! The rules of Surakarta, one test each.

use std::collections::BTreeSet;

use conjoin_core::conformance::random_games;
use conjoin_core::{Game, History, NullMove, Outcome, Position as _, Side, TextForm};
use conjoin_games::surakarta::{
    Move, Point, Position, Rules, SetupError, Surakarta, board_mask, parse_position, points,
};

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

fn after(start: Position, mv: &str) -> Position {
    start.play(start.parse_move(mv).unwrap())
}

/// The captures of the player to move.
fn captures(position: &Position) -> BTreeSet<String> {
    let legal = position.legal_moves().into_iter().filter(|mv| mv.is_capture());
    legal.map(|mv| position.format_move(mv)).collect()
}

fn set(texts: &[&str]) -> BTreeSet<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// The way of a move, with blanks between the points.
fn route(position: &Position, mv: &str) -> String {
    let mv = position.parse_move(mv).unwrap();
    Surakarta::route(position, mv).cells.join(" ")
}

#[test]
fn each_side_begins_on_its_two_outer_rows() {
    let start = Position::start(6, Rules::STANDARD);
    assert_eq!(start.to_string(), "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b");
    assert_eq!(Surakarta::men(&start), [12, 12]);
    let small = Position::start(4, Rules::STANDARD);
    assert_eq!(small.to_string(), "2ww/2ww/bb2/bb2 b");
    assert_eq!(small.count_moves(), 9);
}

#[test]
fn men_step_to_empty_points_in_eight_directions() {
    let centre = position("6/6/2b3/6/6/w5 b");
    let steps: BTreeSet<String> =
        centre.legal_moves().iter().map(|&mv| centre.format_move(mv)).collect();
    let around = ["b3", "c3", "d3", "b4", "d4", "b5", "c5", "d5"];
    let expected: Vec<String> = around.iter().map(|to| format!("c4-{to}")).collect();
    assert_eq!(steps, expected.into_iter().collect());
    let corner = position("5w/6/6/6/6/b5 b");
    assert_eq!(corner.count_moves(), 3);
}

#[test]
fn a_step_never_captures() {
    // Own men stand on the other three sides, so that no circuit leads from c3 to d3.
    let beside = position("6/6/2b3/1bbw2/2b3/6 b");
    assert!(!captures(&beside).contains("c3xd3"));
    let corner = position("6/6/6/6/6/bw4 b");
    assert!(!captures(&corner).contains("a1xb1"));
}

#[test]
fn a_capture_passes_at_least_one_arc() {
    // b3 sees e3 along the rank, but with no arc between them; its other ways are shut.
    let facing = position("6/1b4/6/bb2w1/1b4/6 b");
    assert!(!captures(&facing).contains("b3xe3"));
    // With the way to the left open, four arcs lead there.
    let around = position("6/1b4/6/1b2w1/1b4/6 b");
    assert!(captures(&around).contains("b3xe3"));
    assert_eq!(route(&position("6/6/6/6/w5/1b4 b"), "b1xa2"), "b1 a2");
}

#[test]
fn each_arc_joins_the_ends_that_the_rules_name() {
    for (one, other) in [
        ("f2", "e1"),
        ("e6", "f5"),
        ("a5", "b6"),
        ("b1", "a2"),
        ("f3", "d1"),
        ("d6", "f4"),
        ("a4", "c6"),
        ("c1", "a3"),
    ] {
        let bit = |name: &str| {
            let bytes = name.as_bytes();
            Point::new(bytes[0] - b'a', bytes[1] - b'1').unwrap().bit()
        };
        let board = Position::setup(6, Rules::STANDARD, bit(one), bit(other), Side::First).unwrap();
        assert_eq!(route(&board, &format!("{one}x{other}")), format!("{one} {other}"));
        let board =
            Position::setup(6, Rules::STANDARD, bit(one), bit(other), Side::Second).unwrap();
        assert_eq!(route(&board, &format!("{other}x{one}")), format!("{other} {one}"));
    }
}

#[test]
fn the_small_board_has_one_circuit() {
    for (text, mv) in [
        ("4/4/3b/2w1 b", "d2xc1"),
        ("2b1/3w/4/4 b", "c4xd3"),
        ("1w2/b3/4/4 b", "a3xb4"),
        ("4/4/w3/1b2 b", "b1xa2"),
    ] {
        assert!(captures(&position(text)).contains(mv), "{mv}");
    }
    assert!(captures(&position("b2w/4/4/w2b b")).is_empty());
}

#[test]
fn corners_lie_on_no_circuit() {
    let corners = position("w4w/6/2b3/3b2/6/w4w b");
    assert!(captures(&corners).is_empty());
    assert!(captures(&position("w4w/6/2b3/3b2/6/w4w w")).is_empty());
    for mv in ["a1xf1", "a1xa6", "a1xf6"] {
        assert!(position("b4w/6/6/6/6/b4w b").parse_move(mv).is_err(), "{mv}");
    }
}

#[test]
fn a_way_is_blocked_by_any_man() {
    // From b3 down, over the arc, and along the second rank; own men shut its other ways.
    assert!(captures(&position("6/6/1b4/bbb3/3w2/6 b")).contains("b3xd2"));
    let own = position("6/6/1b4/bbb3/b2w2/6 b");
    assert!(!captures(&own).contains("b3xd2"), "its own man on a2 is in the way");
    let enemy = position("6/6/1b4/bbb3/w2w2/6 b");
    assert!(captures(&enemy).contains("b3xa2"), "the first enemy is taken");
    assert!(!captures(&enemy).contains("b3xd2"), "and no other behind it");
}

#[test]
fn crossings_are_passed_straight() {
    // From b4 down to b1 it passes the crossings b3 and b2 and does not turn at b3 to d3. Own men shut
    // its other ways.
    let crossing = position("6/1b4/bbb3/3w2/3w2/6 b");
    assert_eq!(route(&crossing, "b4xd2"), "b4 b3 b2 b1 a2 b2 c2 d2");
    assert!(!captures(&crossing).contains("b4xd3"));
}

#[test]
fn a_man_goes_over_four_arcs() {
    let around = position("6/6/6/4b1/4w1/6 b");
    let mv = around.parse_move("e3xe2").unwrap();
    assert_eq!(around.arcs_passed(mv), 3, "e2 is a crossing, met on the second rank before");
    assert_eq!(
        route(&around, "e3xe2"),
        "e3 e4 e5 e6 f5 e5 d5 c5 b5 a5 b6 b5 b4 b3 b2 b1 a2 b2 c2 d2 e2"
    );
    // Own men on d3 and f3 shut the large circuit.
    let full = position("6/6/4w1/3bbb/6/6 b");
    let mv = full.parse_move("e3xe4").unwrap();
    assert_eq!(full.arcs_passed(mv), 4);
    assert_eq!(
        route(&full, "e3xe4"),
        "e3 e2 e1 f2 e2 d2 c2 b2 a2 b1 b2 b3 b4 b5 b6 a5 b5 c5 d5 e5 f5 e6 e5 e4"
    );
}

#[test]
fn the_own_start_is_open_for_a_loop_that_comes_back() {
    // The man on e2 leaves over f2, comes back up the file through its own start and takes e4.
    let text = "6/6/4w1/6/b3b1/6 b";
    let open = position(text);
    assert!(captures(&open).contains("e2xe4"));
    assert_eq!(route(&open, "e2xe4"), "e2 f2 e1 e2 e3 e4");
    // With the other ways shut nothing is left.
    let shut = "4b1/6/4w1/6/b3b1/1b4 b";
    assert!(captures(&position(shut)).contains("e2xe4"));
    assert!(!captures(&parse_position(shut, rules("own-start=blocks")).unwrap()).contains("e2xe4"));
}

#[test]
fn another_man_on_the_crossing_blocks_the_loop() {
    // From f2 over the arc to e1, where the next point is e2: only the man on e2 itself may pass there.
    let taken = |text: &str| captures(&position(text)).iter().any(|mv| mv.ends_with("xe4"));
    assert!(taken("4b1/6/4w1/6/4b1/6 b"));
    assert!(!taken("4b1/6/4w1/6/4bb/6 b"));
}

#[test]
fn moves_are_told_apart_by_their_points_and_not_by_the_route() {
    // Two men alone on a circuit meet in both directions.
    let twice = position("6/6/6/6/b5/1w4 b");
    assert_eq!(captures(&twice), set(&["a2xb1"]));
    assert_eq!(route(&twice, "a2xb1"), "a2 b1", "the shortest is shown");
    // b3 lies on both circuits, and so does c2: over a small and over a large arc.
    let both = position("6/6/6/1b4/2w3/6 b");
    assert_eq!(captures(&both), set(&["b3xc2"]));
}

#[test]
fn of_the_ways_with_as_few_arcs_the_one_with_fewer_points_is_shown() {
    let both = position("6/6/6/1b4/2w3/6 b");
    assert_eq!(route(&both, "b3xc2"), "b3 a3 c1 c2", "not b3 b2 b1 a2 b2 c2");
}

#[test]
fn nobody_has_to_capture() {
    let board = position("6/6/6/6/w5/1b4 b");
    assert_eq!(board.count_moves(), 5);
    assert!(board.parse_move("b1-c2").is_ok());
}

#[test]
fn who_captures_all_men_wins() {
    let before = position("6/6/6/6/w5/1b4 b");
    assert_eq!(before.outcome(), None);
    let end = after(before, "b1xa2");
    assert_eq!(end.to_string(), "6/6/6/6/b5/6 w");
    assert_eq!(end.outcome(), Some(Outcome::Win(Side::First)));
    assert!(end.legal_moves().is_empty());
}

/// Black's only man is walled in by men that it cannot reach.
const STUCK: &str = "6/6/6/6/ww4/bw4 b";

#[test]
fn a_player_without_a_move_passes_or_loses_or_the_men_are_counted() {
    let stuck = position(STUCK);
    assert_eq!(stuck.legal_moves(), [Move::PASS]);
    assert_eq!(after(stuck, "pass").side_to_move(), Side::Second);
    assert!(Surakarta::must_pass(&stuck));
    for text in ["stuck=loss", "stuck=count"] {
        let over = stuck.with_rules(rules(text));
        assert_eq!(over.outcome(), Some(Outcome::Win(Side::Second)), "{text}");
        assert!(over.legal_moves().is_empty());
        let ending = Surakarta::ending(&History::new(over)).unwrap();
        assert_eq!(ending.code, "stuck");
        assert!(ending.text.contains("Black cannot move"), "{}", ending.text);
    }
    // Nine men walled in by seven, and by nine.
    let more = position("6/6/wwww2/bbbw2/bbbw2/bbbw2 b");
    let lost = more.with_rules(rules("stuck=loss"));
    assert_eq!(lost.outcome(), Some(Outcome::Win(Side::Second)));
    let counted = more.with_rules(Rules::MINIZERO);
    assert_eq!(counted.outcome(), Some(Outcome::Win(Side::First)));
    let ending = Surakarta::ending(&History::new(counted)).unwrap();
    assert_eq!(ending.text, "Black has won: Black cannot move, and 9 men to 7.");
    let even = position("4ww/6/wwww2/bbbw2/bbbw2/bbbw2 b").with_rules(Rules::MINIZERO);
    assert_eq!(even.outcome(), Some(Outcome::Draw));
}

#[test]
fn the_third_occurrence_draws() {
    let there_and_back = ["a2-a3", "a5-a4", "a3-a2", "a4-a5"];
    let mut game = History::new(Position::start(6, Rules::STANDARD));
    for (ply, text) in there_and_back.iter().cycle().take(8).enumerate() {
        assert_eq!(game.outcome(), None, "ply {ply}");
        let mv = game.current().parse_move(text).unwrap();
        game.push(mv);
    }
    assert_eq!(game.outcome(), Some(Outcome::Draw));
    assert_eq!(Surakarta::ending(&game).unwrap().code, "repetition");
    for text in ["ludii", "minizero", "count"] {
        let mut game = History::new(Position::start(6, rules(text)));
        for text in there_and_back.iter().cycle().take(12) {
            let mv = game.current().parse_move(text).unwrap();
            game.push(mv);
        }
        assert_eq!(game.outcome(), None, "{text}");
    }
}

#[test]
fn a_limit_of_plies_without_a_capture_counts_the_men() {
    let board = "w5/6/6/6/w5/1b3b b";
    let last = parse_position(&format!("{board} 49"), Rules::MINIZERO).unwrap();
    assert_eq!(last.outcome(), None);
    let quiet = after(last, "f1-f2");
    assert_eq!(quiet.quiet_plies(), 50);
    assert_eq!(quiet.outcome(), Some(Outcome::Draw), "two men each");
    let ending = Surakarta::ending(&History::new(quiet)).unwrap();
    assert_eq!(ending.code, "limit");
    assert_eq!(ending.text, "Drawn: 50 plies without a capture, and both sides have 2 men.");
    let taken = after(last, "b1xa2");
    assert_eq!((taken.quiet_plies(), taken.outcome()), (0, None), "a capture begins anew");

    let more = parse_position("w5/6/6/6/6/1b3b b 99", Rules::COUNT).unwrap();
    let end = after(more, "f1-f2");
    assert_eq!(end.outcome(), Some(Outcome::Win(Side::First)));
    let ending = Surakarta::ending(&History::new(end)).unwrap();
    assert_eq!(ending.text, "Black has won: 100 plies without a capture, and 2 men to 1.");

    let drawn = parse_position("w5/6/6/6/6/1b3b b 99", rules("count at-limit=draw")).unwrap();
    assert_eq!(after(drawn, "f1-f2").outcome(), Some(Outcome::Draw));
}

#[test]
fn a_pass_is_a_ply_without_a_capture() {
    let stuck = parse_position(&format!("{STUCK} 98"), Rules::COUNT).unwrap();
    let passed = after(stuck, "pass");
    assert_eq!((passed.quiet_plies(), passed.outcome()), (99, None));
    assert_eq!(after(passed, "b2-c2").outcome(), Some(Outcome::Win(Side::Second)));
}

#[test]
fn plies_without_a_capture_count_only_under_a_limit() {
    let start = Position::start(6, Rules::STANDARD);
    let back = ["a2-a3", "a5-a4", "a3-a2", "a4-a5"].iter().fold(start, |p, mv| after(p, mv));
    assert_eq!(back, start);
    let start = start.with_rules(Rules::COUNT);
    let back = ["a2-a3", "a5-a4", "a3-a2", "a4-a5"].iter().fold(start, |p, mv| after(p, mv));
    assert_eq!(back.quiet_plies(), 4);
    assert_ne!(back.key(), start.key());
    assert_eq!(back.repetition_key(), start.repetition_key());
    assert_eq!(back.board_key(), start.board_key());
}

#[test]
fn a_move_is_had_if_it_is_generated() {
    for (size, rule_set) in [(6, "standard"), (4, "standard"), (6, "own-start=blocks")] {
        let all: Vec<Point> = points(board_mask(size)).collect();
        random_games(&Position::start(size, rules(rule_set)), 2, 12, |history| {
            let position = history.current();
            let mut moves = Vec::new();
            position.moves(&mut moves);
            for (&from, &to) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
                for is_capture in [false, true] {
                    let mv = Move::new(from, to, is_capture);
                    assert_eq!(
                        position.has_move(mv),
                        moves.contains(&mv),
                        "{mv:?} in {position:?}"
                    );
                }
            }
        });
    }
}

/// The lines of a circuit in the order in which it runs, as the rules write them.
fn circuit(lines: &str) -> Vec<Vec<Point>> {
    let line = |text: &str| {
        let bytes: Vec<i8> = text.bytes().map(|byte| byte as i8).collect();
        let (file, rank) = (bytes[0] - b'a' as i8, bytes[1] - b'1' as i8);
        let step = ((bytes[3] - bytes[0]).signum(), (bytes[4] - bytes[1]).signum());
        let length = (bytes[3] - bytes[0]).abs().max((bytes[4] - bytes[1]).abs());
        let at = |i| Point::new((file + i * step.0) as u8, (rank + i * step.1) as u8).unwrap();
        (0..=length).map(at).collect()
    };
    lines.split_whitespace().map(line).collect()
}

/// All captures, by walking from every man in both directions.
fn walked(position: &Position, own_start_is_open: bool) -> BTreeSet<Move> {
    let circuits: &[&str] = match position.size() {
        6 => &["a2-f2 e1-e6 f5-a5 b6-b1", "a3-f3 d1-d6 f4-a4 c6-c1"],
        _ => &["a2-d2 c1-c4 d3-a3 b4-b1"],
    };
    let mover = position.side_to_move();
    let mut found = BTreeSet::new();
    for lines in circuits {
        let mut lines = circuit(lines);
        for _ in 0..2 {
            let stops: Vec<(usize, Point)> = (0..4)
                .flat_map(|line| lines[line].iter().map(move |&point| (line, point)))
                .collect();
            for start in (0..stops.len()).filter(|&i| position.man_on(stops[i].1) == Some(mover)) {
                let from = stops[start].1;
                let mut arcs = 0;
                for i in start..start + stops.len() {
                    let (here, next) = (stops[i % stops.len()], stops[(i + 1) % stops.len()]);
                    arcs += usize::from(here.0 != next.0);
                    match position.man_on(next.1) {
                        None => {}
                        Some(_) if next.1 == from && own_start_is_open => {}
                        Some(side) => {
                            if side != mover && arcs > 0 {
                                found.insert(Move::new(from, next.1, true));
                            }
                            break;
                        }
                    }
                }
            }
            // The other direction: each line and their order.
            lines.reverse();
            for line in &mut lines {
                line.reverse();
            }
        }
    }
    found
}

#[test]
fn captures_are_what_a_walk_along_the_circuits_finds() {
    for (size, rule_set) in
        [(6, "ludii"), (4, "ludii"), (6, "ludii own-start=blocks"), (4, "own-start=blocks")]
    {
        let is_open = !rule_set.contains("blocks");
        random_games(&Position::start(size, rules(rule_set)), 100, 5, |history| {
            let position = history.current();
            let walked = walked(position, is_open);
            let mut moves = Vec::new();
            position.moves(&mut moves);
            moves.retain(|mv| mv.is_capture());
            assert_eq!(moves.iter().copied().collect::<BTreeSet<_>>(), walked, "{position:?}");
            assert_eq!(position.count_captures(position.side_to_move()), walked.len() as u32);
            let targets = walked.iter().fold(0, |set, mv| set | mv.to().bit());
            assert_eq!(position.capturable(position.side_to_move()), targets, "{position:?}");
            let mut other = BTreeSet::new();
            position.null_move().each_capture(position.side_to_move(), |mv| {
                other.insert(mv);
            });
            assert_eq!(other, walked, "the same when the other side is to move");
            for &mv in &walked {
                let way = position.route(mv);
                assert_eq!((way[0], way[way.len() - 1]), (mv.from(), mv.to()));
                let is_arc = |pair: &[Point]| {
                    pair[0].file() != pair[1].file() && pair[0].rank() != pair[1].rank()
                };
                let arcs = way.windows(2).filter(|pair| is_arc(pair)).count() as u32;
                assert_eq!(arcs, position.arcs_passed(mv), "{mv:?} in {position:?}");
            }
        });
    }
}

#[test]
fn set_ups_are_checked() {
    let setup = |size, black, white| {
        Position::setup(size, Rules::STANDARD, black, white, Side::First).unwrap_err()
    };
    assert_eq!(setup(5, 1, 2), SetupError::Size { size: 5 });
    assert!(setup(4, 1 << 4, 1).to_string().contains("point number 4 is not on a 4x4 board"));
    assert!(setup(6, 3, 2).to_string().contains("point b1 holds a black and a white man"));
    assert_eq!(setup(6, 0, 0), SetupError::NoMen);
    let start = Position::start(6, Rules::STANDARD);
    assert!(start.with_quiet_plies(0).is_ok());
    let error = start.with_quiet_plies(1).unwrap_err().to_string();
    assert!(error.contains("these rules have no limit"), "{error}");
}

#[test]
fn moves_are_read_in_every_common_spelling() {
    let start = position("6/6/6/6/w5/1b4 b");
    let wanted = start.parse_move("b1xa2").unwrap();
    for text in ["b1-a2", "B1:A2", "b1a2", "B1xA2+", " b1 a2!? ", "b1Xa2!!", "b1 - a2"] {
        assert_eq!(start.parse_move(text), Ok(wanted), "{text}");
    }
    assert_eq!(start.protocol_move(wanted), "b1a2");
}
