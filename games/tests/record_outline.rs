//! Games as flat lists: what the app opens, edits and writes.

use conjoin_games::loa::{Loa, Variant};
use conjoin_games::record::{self, Contents, Format, Outline, ReplayOptions};
use serde_json::{Value, json};

/// An outline as it reaches a page.
fn open(text: &str) -> Value {
    serde_json::to_value(Outline::open::<Loa>(text, 1).expect("a game")).expect("JSON")
}

fn moves(outline: &Outline) -> Vec<&str> {
    outline.nodes.iter().map(|node| node.mv.as_str()).collect()
}

/// Runs something on a stack that holds no recursion of any depth worth the name.
fn on_a_small_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(run);
    thread.expect("a thread").join().expect("no overflow")
}

#[test]
fn a_game_survives_the_way_to_a_page_and_back() {
    let text = "(;GM[9]PB[Ann]PW[Bob]C[start];B[d1-b3]C[good](;W[h4-f2];B[f8-f5])(;W[a4-c4]))";
    let page = open(text);
    assert_eq!(page["nodes"].as_array().map(Vec::len), Some(5));
    let page = json!({
        "start": page["start"], "rules": page["rules"], "tags": page["tags"],
        "nodes": page["nodes"],
    });
    let outline: Outline = serde_json::from_value(page).expect("what a page sends");
    let sgf = outline.write::<Loa>(Format::Sgf).expect("SGF");
    for part in ["Ann", "C[good]", "B[f8-f5]", "W[a4-c4]", "C[start]"] {
        assert!(sgf.contains(part), "{part} in {sgf}");
    }
    assert_eq!(Outline::open::<Loa>(&sgf, 1).expect("a game").nodes, outline.nodes);
    let text = outline.write::<Loa>(Format::Text).expect("text");
    assert_eq!(Outline::open::<Loa>(&text, 1).expect("a game").nodes, outline.nodes);
    assert_eq!("gif".parse::<Format>().unwrap_err().to_string().find("gif"), Some(8));
    assert!(
        serde_json::from_value::<Outline>(json!({ "start": "", "nodes": [], "x": 1 })).is_err()
    );
}

#[test]
fn the_main_line_stays_first_and_illegal_moves_end_their_line() {
    let text = "(;GM[9];B[d1-b3](;W[h4-f2];B[f8-f5])(;W[a4-c4])(;W[h4-h5];B[d8-d6]))";
    let outline = Outline::open::<Loa>(text, 1).expect("a game");
    assert_eq!(moves(&outline), ["", "d1-b3", "h4-f2", "f8-f5", "a4-c4"]);
    let parents: Vec<usize> = outline.nodes.iter().map(|node| node.parent).collect();
    assert_eq!(parents, [0, 0, 1, 2, 1]);
    assert_eq!(outline.problems.len(), 1);
    assert!(outline.problems[0].contains("h4-h5"), "{:?}", outline.problems);
}

#[test]
fn comments_without_a_move_belong_to_the_move_before() {
    let outline = Outline::open::<Loa>("(;GM[9]C[a]B[d1-b3];C[b];C[c];W[h4-f2]C[d])", 1);
    let outline = outline.expect("a game");
    let said: Vec<_> = outline.nodes.iter().map(|node| node.comment.as_str()).collect();
    assert_eq!(said, ["a", "b\nc", "d"]);
    assert_eq!(moves(&outline), ["", "d1-b3", "h4-f2"]);
}

#[test]
fn a_pass_that_was_left_out_is_a_node() {
    let start = "SZ[4]SU[Custom]AB[a1][d1][a2][b2][c2][a4][b4]AW[a3][c3]PL[W]";
    let outline = Outline::open::<Loa>(&format!("(;GM[9]{start};B[a1-c1])"), 1).expect("a game");
    assert_eq!(moves(&outline), ["", "pass", "a1-c1"], "{:?}", outline.problems);
}

#[test]
fn an_outline_that_is_no_game_is_refused_with_the_reason() {
    let outline = Outline::open::<Loa>("1. d1-b3 h4-f2", 1).expect("a game");
    let refused = |change: &dyn Fn(&mut Outline)| {
        let mut changed = outline.clone();
        change(&mut changed);
        changed.write::<Loa>(Format::Sgf).expect_err("refused").to_string()
    };
    assert!(refused(&|o| o.nodes[2].parent = 2).contains("node 2 stands before its parent 2"));
    assert!(refused(&|o| o.nodes[2].mv = "h4-h4".into()).starts_with("node 2: move h4-h4"));
    assert!(refused(&|o| o.start = "9/9 b".into()).contains("position"));
    assert!(refused(&|o| o.size = Some(9)).contains("size \"9\""));
    assert!(refused(&|o| o.rules = Some("house".into())).contains("house"));
    let many = refused(&|o| o.nodes = vec![o.nodes[1].clone(); 20_001]);
    assert_eq!(many, "the tree has more than 20000 nodes");
    assert!(Outline::open::<Loa>("1. d1-b3", 2).is_err());
    let other = Outline::open::<Loa>("(;GM[1];B[aa])", 1).expect_err("another game");
    assert!(other.to_string().contains("expected Lines of Action"), "{other}");
}

#[test]
fn texts_are_told_apart() {
    let read = |text: &str| Contents::of::<Loa>(text, Variant::default());
    let json = |text: &str| serde_json::to_value(read(text).expect(text)).expect("JSON");
    let position = "1bb1/w2w/w2w/1bb1 b";
    assert_eq!(json(position), json!({ "position": position }));
    for game in ["1. d1-b3 h4-f2", "1. d1-b3 h4-f2 1/2-1/2"] {
        let found = json(game);
        assert_eq!(found["games"][0]["moves"], 2, "{game}");
        assert_eq!(found["games"][0]["first"], Value::Null, "{game}");
        assert_eq!(found["total"], 1, "{game}");
    }
    let broken = json("(;GM[9]PB[Ann];B[d1-b3])(;GM[9];B");
    assert_eq!(broken["games"][0]["first"], "Ann");
    assert_eq!((&broken["games"][1]["number"], &broken["total"]), (&json!(2), &json!(2)));
    for text in ["good morning", ""] {
        assert!(read(text).is_err(), "{text}");
    }
    assert!(read("9/9 b").expect_err("no position").to_string().contains("of the position"));
}

#[test]
fn no_depth_of_variations_overflows_the_stack() {
    let levels = 14_554;
    let text = format!("(;GM[9]{}{})", "(;)(;".repeat(levels), ")".repeat(levels));
    let outline = on_a_small_stack(move || {
        let read = record::read::<Loa>(text.as_bytes());
        let record = &read.records[0];
        assert!(record.replay(&ReplayOptions::default()).is_ok());
        assert!(record.to_text().starts_with("[Game \"loa\"]"));
        assert_eq!(record.clone(), *record);
        let sgf = record.to_sgf().expect("SGF");
        assert!(sgf.to_text().starts_with("(;FF[4]GM[9]"));
        Contents::of::<Loa>(&text, Variant::default()).expect("a game");
        Outline::open::<Loa>(&text, 1).expect("a game")
    });
    assert_eq!(outline.nodes.len(), 1);
    assert_eq!(outline.problems, ["the game has more than 20000 nodes: the rest is left out"]);
}

#[test]
fn deep_variations_of_a_text_record_are_read_and_written_in_loops() {
    let levels = 30_000;
    // Each variation plays the last move again and goes on.
    let round = ["b8-b6", "a2-c2", "b6-b8", "c2-a2"];
    let level = |i: usize| format!("({} {} ", round[i % 4], round[(i + 1) % 4]);
    let nested: String = (0..levels).map(level).collect();
    let text = format!("[Rules \"ludii\"]\nb8-b6 {nested}{}", ")".repeat(levels));
    on_a_small_stack(move || {
        let read = record::read::<Loa>(text.as_bytes());
        assert_eq!((read.records.len(), read.problems.len()), (1, 0));
        assert!(read.records[0].to_text().len() > levels);
        assert!(read.records[0].to_sgf().is_ok());
        let outline = Outline::open::<Loa>(&text, 1).expect("a game");
        assert_eq!(outline.nodes.len(), 8001, "{:?}", outline.problems);
        assert!(outline.problems[0].ends_with("comes after 4000 moves"), "{:?}", outline.problems);
    });
}

#[test]
fn siblings_are_cut_at_the_limit_of_nodes() {
    let text = format!("(;GM[9]{})", "(;B[d1-b3])".repeat(100_000));
    let outline = Outline::open::<Loa>(&text, 1).expect("a game");
    assert_eq!(outline.nodes.len(), 20_000);
    assert_eq!(outline.problems, ["the game has more than 20000 nodes: the rest is left out"]);
    assert!(outline.write::<Loa>(Format::Sgf).is_ok(), "what is opened can be written");
    // A node may claim any number of moves.
    let round = "B[b8-b6]W[a2-c2]B[b6-b8]W[c2-a2]";
    let text = format!("(;GM[9]RU[ludii]{})", round.repeat(10_000));
    let outline = Outline::open::<Loa>(&text, 1).expect("a game");
    assert_eq!(outline.nodes.len(), 4001, "the longest line and its start");
    assert_eq!(outline.problems, ["\"b8-b6\" comes after 4000 moves"]);
}

#[test]
fn problems_are_counted_where_they_are_many() {
    let text = format!("(;GM[9]{}(;B[d1-b3]))", "(;B[d1-d9])".repeat(5_000));
    let outline = Outline::open::<Loa>(&text, 1).expect("a game");
    assert_eq!(outline.problems.len(), 201);
    assert_eq!(outline.problems[200], "and 4800 more problems");
    assert_eq!(moves(&outline), ["", "d1-b3"]);
}
