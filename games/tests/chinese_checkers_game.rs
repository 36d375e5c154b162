//! What the descriptor of Chinese Checkers says: choices, endings, drawings and records.

use conjoin_core::{Form, Game, History, Mark, Marks, Position as _, Side, TextForm, Variant as _};
use conjoin_games::chinese_checkers::{
    ChineseCheckers, Hole, Position, Rules, Variant, parse_position,
};
use conjoin_games::record::{self, Contents, Format, Record, ReplayOptions};

fn read(text: &str, size: u8, rules: &str) -> Position {
    parse_position(text, size, rules.parse().expect(rules)).expect(text)
}

#[test]
fn settings_are_applied_in_the_order_of_the_choices() {
    let settings = [("limit", "none"), ("rules", "openspiel"), ("size", "37")];
    let variant = ChineseCheckers::variant_from(settings).expect("a variant");
    assert_eq!(
        variant.to_string(),
        "37 jumps=adjacent neutral=end anti-blocking=off last-turn=none repetition=none limit=none"
    );
    let any = ChineseCheckers::variant_from([("limit", "77")]).expect("any number of plies");
    assert_eq!(any.get("limit").as_deref(), Some("77"));
    for (key, value, expected) in [
        ("size", "120", "expected 13, 37, 73 or 121"),
        ("limit", "2000", "1 to 1000"),
        ("rules", "olympiad", "adjacent-hops"),
        ("start", "standard", "Chinese Checkers has no choice"),
    ] {
        let error = ChineseCheckers::variant_from([(key, value)]).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_position_alone_is_read_by_the_rules_that_are_given() {
    let text = "b:4 w:10 b 17";
    let read = |variant| Contents::of::<ChineseCheckers>(text, variant).expect("a position");
    let small = ChineseCheckers::variant_from([("size", "13")]).expect("a variant");
    assert_eq!(read(small), Contents::Position { position: text.into() });
    let endless = ChineseCheckers::variant_from([("limit", "none")]).expect("a variant");
    assert_eq!(read(endless), Contents::Position { position: "b:4 w:10 b".into() });
}

#[test]
fn the_status_says_who_moves_or_who_won() {
    let status = |text, size| ChineseCheckers::status(&History::new(read(text, size, "acm-hk")));
    assert_eq!(
        ChineseCheckers::status(&History::new(Position::start(121, Rules::ACM_HK))),
        "Black to move, 14 moves"
    );
    assert_eq!(status("b:1 w:2,3,4,6,30 b", 73), "Black to move, has to pass");
    assert_eq!(status("b:13 w:4 b", 13), "Black has won");
    assert_eq!(status("b:13 w:1 b", 13), "The game is drawn");
    assert_eq!(status("b:4 w:10 b 400", 13), "The game is drawn");
}

#[test]
fn the_reason_of_an_end_is_told() {
    for (text, code, sentence) in [
        ("b:13 w:4 b", "goal", "Black has won: Black's goal is full."),
        ("b:4 w:1 b", "goal", "White has won: White's goal is full."),
        ("b:13 w:1 b", "both-goals", "Drawn: both goals are full, the second on the next move."),
        ("b:4 w:10 b 400", "limit", "Drawn: 400 plies without a winner."),
    ] {
        let ending = ChineseCheckers::ending(&History::new(read(text, 13, "acm-hk")));
        let ending = ending.expect("over");
        assert_eq!((ending.code, &*ending.text), (code, sentence));
    }
    let start = Position::start(13, Rules::OPENSPIEL);
    assert_eq!(ChineseCheckers::ending(&History::new(start)), None);
}

#[test]
fn a_proof_names_every_rule_option() {
    assert_eq!(
        ChineseCheckers::proof_header(&read("b:1 w:37 b", 37, "limit=none")),
        "chinese-checkers 37 jumps=long neutral=pass anti-blocking=off last-turn=draw repetition=3 \
         limit=none"
    );
}

#[test]
fn a_route_has_the_holes_as_they_are_numbered() {
    let position = read("b:27,36,37 w:13,17,25 b", 37, "acm-hk");
    let mv = position.parse_move("27-35").unwrap();
    let route = ChineseCheckers::route(&position, mv);
    assert_eq!(route.cells, ["27", "23", "11", "15", "35"]);
    assert!(!route.is_capture);
}

#[test]
fn a_star_reads_like_print() {
    let start = Position::start(13, Rules::ACM_HK);
    let mv = start.parse_move("1-4").unwrap();
    let marks = Marks {
        last_route: ChineseCheckers::route(&start, mv),
        caption: Some("1-4".into()),
        ..Marks::default()
    };
    assert_eq!(
        ChineseCheckers::draw(&start.play(mv), &marks, Form::Text),
        "  1       [.]         1\n  \
           2  .   .  [x]  .    5\n  \
           6    .   .   .      8\n  \
           9  .   .   .   .   12\n \
          13        o         13\n\
         1-4\n"
    );
}

#[test]
fn a_picture_has_every_hole_every_marble_and_the_way_of_a_chain() {
    let start = Position::start(121, Rules::ACM_HK);
    let svg = ChineseCheckers::draw(&start, &Marks::default(), Form::Svg);
    assert_eq!(svg.matches("<circle").count(), 121 + 20);
    assert_eq!(svg.matches("<text").count(), 101, "the numbers of empty holes");
    assert!(!svg.contains("<path"));

    let before = read("b:27,36,37 w:13,17,25 b", 37, "acm-hk");
    let mv = before.parse_move("27-35").unwrap();
    let place = Hole::numbered(1, 37).expect("a hole").place(37);
    let tint = Mark::Tint { place, side: Some(Side::First) };
    let marks = Marks {
        last_route: ChineseCheckers::route(&before, mv),
        shapes: vec![tint],
        caption: Some("a < b".into()),
    };
    let svg = ChineseCheckers::draw(&before.play(mv), &marks, Form::Svg);
    assert_eq!(svg.matches("<circle").count(), 37 + 6);
    let path = svg.lines().find(|line| line.starts_with("<path")).expect("a way");
    assert_eq!(path.matches('L').count(), 4, "{path}");
    assert!(svg.contains("fill-opacity=\"0.45\"") && svg.contains("a &lt; b"));
}

#[test]
fn places_are_counted_from_the_lower_left() {
    let place = |number| Hole::numbered(number, 13).expect("a hole").place(13);
    assert_eq!(place(13), (1.5, 0.0));
    assert_eq!(place(9), (0.0, 0.866));
    assert_eq!(place(12), (3.0, 0.866));
    assert!(place(1).1 > place(2).1);
}

#[test]
fn a_game_that_was_played_is_written_and_read_as_text() {
    let variant: Variant = "37 acm-hk".parse().unwrap();
    let mut game = History::new(ChineseCheckers::start(variant));
    for text in ["1-6", "37-32", "2-7", "32-25", "6-8"] {
        let mv = game.current().parse_move(text).expect(text);
        game.push(mv);
    }
    let text = Record::<ChineseCheckers>::from_history(&game).to_text();
    assert!(text.contains("[Rules \"acm-hk\"]") && text.contains("[Size \"37\"]"), "{text}");
    assert!(text.contains("1. 1-6 37-32 2. 2-7 32-25 3. 6-8"), "{text}");
    let read = record::read::<ChineseCheckers>(text.as_bytes());
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    let replay = read.records[0].replay(&ReplayOptions::default()).expect("a legal game");
    assert_eq!(replay.history.current(), game.current());
    let later = "[Size \"37\"]\n[FEN \"b:27,36,37 w:13,17,25 b 398\"]\n1. 27-23-11-15-35 13-12";
    let read = record::read::<ChineseCheckers>(later.as_bytes());
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    let replay = read.records[0].replay(&ReplayOptions::default()).expect("a route is read");
    assert_eq!(ChineseCheckers::ending(&replay.history).expect("over").code, "goal");
    assert!(
        read.records[0].to_text().contains("w:13,17,25 b 398\"]"),
        "the plies are written again"
    );
    assert!(read.records[0].to_text().contains("27-23-11-15-35 13-12"));
    let as_sgf = record::convert::<ChineseCheckers>(text.as_bytes(), Format::Sgf);
    assert!(as_sgf.unwrap_err().to_string().contains("SGF has no such game"));
}
