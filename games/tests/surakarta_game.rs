//! What the descriptor of Surakarta says: choices, endings, drawings and records.

use conjoin_core::{Form, Game, History, Mark, Marks, Position as _, Side, TextForm, Variant as _};
use conjoin_games::record::{self, Contents, Format, Record, ReplayOptions};
use conjoin_games::surakarta::{Position, Rules, Surakarta, Variant};

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

#[test]
fn settings_are_applied_in_the_order_of_the_choices() {
    let settings = [("limit", "40"), ("rules", "count"), ("size", "4")];
    let variant = Surakarta::variant_from(settings).expect("a variant");
    assert_eq!(
        variant.to_string(),
        "4 own-start=open limit=40 at-limit=count repetition=none stuck=pass"
    );
    let any = Surakarta::variant_from([("limit", "77")]).expect("any number of plies");
    assert_eq!(any.get("limit").as_deref(), Some("77"));
    for (key, value, expected) in [
        ("size", "5", "expected 4 or 6"),
        ("limit", "500", "1 to 200"),
        ("rules", "olympiad", "minizero"),
        ("start", "standard", "Surakarta has no choice"),
    ] {
        let error = Surakarta::variant_from([(key, value)]).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_position_alone_is_read_by_the_rules_that_are_given() {
    let text = "5w/6/2w3/6/3b2/1b4 b 17";
    let read = |variant| Contents::of::<Surakarta>(text, variant).expect("a position");
    let counted = Surakarta::variant_from([("limit", "40")]).expect("a variant");
    assert_eq!(read(counted), Contents::Position { position: text.into() });
    let usual = text.trim_end_matches(" 17").to_owned();
    assert_eq!(read(Variant::default()), Contents::Position { position: usual });
}

#[test]
fn the_status_says_who_moves_or_who_won() {
    let status = |position: Position| Surakarta::status(&History::new(position));
    assert_eq!(status(Position::start(6, Rules::STANDARD)), "Black to move, 16 moves");
    assert_eq!(status(position("6/6/6/6/ww4/bw4 b")), "Black to move, has to pass");
    assert_eq!(status(position("6/6/6/6/w5/6 b")), "White has won");
    let even = position("6/6/6/6/w5/b5 b").with_rules(Rules::COUNT);
    assert_eq!(status(even.with_quiet_plies(100).unwrap()), "The game is drawn");
}

#[test]
fn the_reason_of_an_end_is_told() {
    let won = Surakarta::ending(&History::new(position("6/6/6/6/w5/6 b"))).expect("over");
    assert_eq!((won.code, &*won.text), ("captured", "White has won: Black has no men left."));
    assert_eq!(Surakarta::ending(&History::new(Position::start(4, Rules::LUDII))), None);
}

#[test]
fn a_proof_names_every_rule_option() {
    assert_eq!(
        Surakarta::proof_header(&Position::start(6, Rules::MINIZERO)),
        "surakarta 6 own-start=open limit=50 at-limit=count repetition=none stuck=count"
    );
}

#[test]
fn a_board_reads_like_print() {
    let start = Position::start(4, Rules::STANDARD);
    let mv = start.parse_move("b2-b3").unwrap();
    let marks = Marks {
        last_route: Surakarta::route(&start, mv),
        caption: Some("b2-b3".into()),
        ..Marks::default()
    };
    assert_eq!(
        Surakarta::draw(&start.play(mv), &marks, Form::Text),
        " 4  .  .  o  o\n 3  . [x] o  o\n 2  x [.] .  .\n 1  x  x  .  .\n    a  b  c  d\nb2-b3\n"
    );
}

#[test]
fn a_picture_has_every_man_every_arc_and_the_way_of_a_capture() {
    let arcs = |svg: &str| svg.matches('A').count();
    let start = Position::start(6, Rules::STANDARD);
    let svg = Surakarta::draw(&start, &Marks::default(), Form::Svg);
    assert_eq!(svg.matches("<circle").count(), 24);
    assert_eq!(arcs(&svg), 8);
    let small = Surakarta::draw(&Position::start(4, Rules::STANDARD), &Marks::default(), Form::Svg);
    assert_eq!((small.matches("<circle").count(), arcs(&small)), (8, 4));

    // The man on e2 goes around the lower right corner and back through its own start.
    let before = position("4b1/6/4w1/6/4b1/6 b");
    let mv = before.parse_move("e2xe4").unwrap();
    let tint = Mark::Tint { place: (0.0, 0.0), side: Some(Side::First) };
    let marks =
        Marks { last_route: Surakarta::route(&before, mv), shapes: vec![tint], ..Marks::default() };
    let svg = Surakarta::draw(&before.play(mv), &marks, Form::Svg);
    assert_eq!(arcs(&svg), 9);
    assert!(svg.contains("fill-opacity=\"0.45\""), "the tint of a1");
    // A step next to a corner is no arc.
    let before = position("6/6/6/6/b5/5w b");
    let mv = before.parse_move("a2-b1").unwrap();
    let marks = Marks { last_route: Surakarta::route(&before, mv), ..Marks::default() };
    assert_eq!(arcs(&Surakarta::draw(&before.play(mv), &marks, Form::Svg)), 8);
}

#[test]
fn a_game_that_was_played_is_written_and_read_as_text() {
    let variant: Variant = "6 minizero".parse().unwrap();
    let mut game = History::new(Surakarta::start(variant));
    for text in ["c2-c3", "d5-d4", "b2-b3", "e5-e4"] {
        let mv = game.current().parse_move(text).unwrap();
        game.push(mv);
    }
    let text = Record::<Surakarta>::from_history(&game).to_text();
    assert!(text.contains("[Rules \"minizero\"]"), "{text}");
    assert!(text.contains("1. c2-c3 d5-d4 2. b2-b3 e5-e4"), "{text}");
    let read = record::read::<Surakarta>(text.as_bytes());
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    let replay = read.records[0].replay(&ReplayOptions::default()).expect("a legal game");
    assert_eq!(replay.history.current(), game.current());
    let later = "[FEN \"w5/6/6/6/ww4/bw4 b 98\"]\n[Rules \"count\"]\n1. pass a6-a5";
    let read = record::read::<Surakarta>(later.as_bytes());
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    let replay = read.records[0].replay(&ReplayOptions::default()).expect("a pass is read");
    assert_eq!(Surakarta::ending(&replay.history).expect("over").code, "limit");
    assert!(read.records[0].to_text().contains("bw4 b 98\"]"), "the plies are written again");
    let options = ReplayOptions { rules: Some(Variant::default()), ..ReplayOptions::default() };
    let replay = read.records[0].replay(&options).expect("the same moves by other rules");
    assert_eq!(Surakarta::ending(&replay.history), None);
    let as_sgf = record::convert::<Surakarta>(text.as_bytes(), Format::Sgf);
    assert!(as_sgf.unwrap_err().to_string().contains("SGF has no such game"));
}
