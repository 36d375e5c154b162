//! `conjoin learn transitions` and `conjoin analyse --explain-moves`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_conjoin"))
        .args(["--memory", "8MiB"])
        .args(arguments)
        .output()
        .expect("it starts")
}

fn json(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn complaint(arguments: &[&str]) -> String {
    let output = run(arguments);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(output.stdout.is_empty());
    said
}

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("transitions-{name}"));
    drop(std::fs::remove_dir_all(&path));
    std::fs::create_dir_all(&path).expect("a folder for tests");
    path
}

const OLYMPIAD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/loa/olympiad-games.txt");
const CLUB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/club.sgf");

#[test]
fn games_of_records_and_of_matches_are_counted_together() {
    let folder = folder("mixed");
    let path = |name: &str| folder.join(name).display().to_string();
    let (games, table) = (path("games.jsonl"), path("table.toml"));
    let of_match = ["match", "basic", "basic-bare", "--games", "4", "--nodes", "50", "--output"];
    assert!(run(&[&of_match[..], &[&games]].concat()).status.success());
    let learn = ["learn", "transitions", OLYMPIAD, &games, CLUB, OLYMPIAD, "--output", &table];
    let answer = json(&learn);
    assert_eq!(answer["schema"], "conjoin.learn-transitions/1");
    let files = answer["files"].as_array().expect("a list");
    let of = |file: usize, field: &str| files[file][field].as_u64().expect("a number");
    assert_eq!([of(0, "games"), of(0, "broken"), of(0, "repeated")], [16, 0, 0]);
    assert_eq!([of(1, "games"), of(2, "games"), of(2, "other_start")], [4, 2, 1]);
    assert_eq!([of(3, "games"), of(3, "repeated")], [0, 16], "a game counts once");
    assert_eq!(answer["games"], 22);
    let categories = answer["categories"].as_array().expect("a list");
    assert_eq!(answer["met"].as_u64(), Some(categories.len() as u64));
    let sum = |field: &str| -> u64 {
        categories.iter().map(|one| one[field].as_u64().expect("a number")).sum()
    };
    assert_eq!(answer["positions"].as_u64(), Some(sum("played")));
    assert!(sum("available") < answer["moves"].as_u64().expect("a number"));
    let text = std::fs::read_to_string(&table).expect("the table");
    assert!(text.contains("4 of basic - basic-bare (nodes 50, openings random-4)"), "{text}");

    let explained = json(&["analyse", "--depth", "1", "--explain-moves", "--transitions", &table]);
    let moves = explained["explain_moves"]["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 36);
    for mv in moves {
        let category = categories.iter().find(|one| one["category"] == mv["category"]);
        let category = category.expect("every first move was met");
        for field in ["played", "available", "probability", "plies"] {
            assert_eq!(mv[field], category[field], "{mv}");
        }
    }
    let plies = moves.iter().map(|mv| mv["plies"].as_f64().expect("a number"));
    assert!(plies.is_sorted(), "{moves:?}");

    let shorter = json(&[&learn[..], &["--min-plies", "40"]].concat());
    assert!(shorter["games"].as_u64() < Some(22));
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn what_cannot_be_counted_is_named_and_nothing_is_written() {
    let folder = folder("bad");
    let path = |name: &str| folder.join(name).display().to_string();
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).expect("a file");
        path(name)
    };
    let output = path("table.toml");
    let learn = |file: &str, more: &[&str]| {
        complaint(&[&["learn", "transitions", file, "--output", &output], more].concat())
    };
    for (file, more, says) in [
        (path("missing.sgf"), &[][..], "missing.sgf"),
        (write("empty.txt", ""), &[], "no game record"),
        (write("prose.txt", "once upon a time\n"), &[], "prose.txt"),
        (write("other.jsonl", "{\"schema\":\"conjoin.learn/1\"}\n"), &[], "no run of games"),
        (write("torn.jsonl", "{\"schema\":\n"), &[], "torn.jsonl, line 1"),
        (OLYMPIAD.to_owned(), &["--min-plies", "500"], "none of these games counts"),
        (OLYMPIAD.to_owned(), &["--size", "6"], "usual board"),
        (OLYMPIAD.to_owned(), &["--game", "surakarta"], "olympiad-games.txt"),
    ] {
        let said = learn(&file, more);
        assert!(said.contains(says), "{said}");
    }
    assert!(!Path::new(&output).exists());
    // What it reads is never written over.
    let games = path("games.txt");
    std::fs::copy(OLYMPIAD, &games).expect("copied");
    let said = complaint(&["learn", "transitions", &games, "--output", &games]);
    assert!(said.contains("name the same file"), "{said}");
    assert_eq!(std::fs::read(&games).expect("there"), std::fs::read(OLYMPIAD).expect("there"));
    let said = complaint(&["learn", "transitions", OLYMPIAD, "--output", "/no/such/folder/t.toml"]);
    assert!(said.contains("--output: /no/such/folder/t.toml is in no folder"), "{said}");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn every_game_with_a_table_explains_its_moves() {
    for game in ["loa", "surakarta"] {
        let answer = json(&["analyse", "--game", game, "--depth", "1", "--explain-moves"]);
        let moves = answer["explain_moves"]["moves"].as_array().expect("a list");
        assert!(moves.len() > 10, "{game}");
        assert!(moves.iter().all(|mv| (0.5..=4.0).contains(&mv["plies"].as_f64().expect("plies"))));
        assert!(json(&["analyse", "--game", game, "--depth", "1"])["explain_moves"].is_null());
    }
    let said = complaint(&["analyse", "--depth", "1", "--explain-moves", "--transitions", "x"]);
    assert!(said.contains("\"x\"") && said.contains("mia-4.5"), "{said}");
    let said = complaint(&["analyse", "--depth", "1", "--transitions", "mia-4.5"]);
    assert!(said.contains("--explain-moves"), "{said}");
}
