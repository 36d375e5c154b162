//! `conjoin review`: a record judged in the terminal as in the app.

use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_conjoin"))
        .args(["review", "--memory", "16MiB"])
        .args(arguments)
        .output()
        .expect("it starts")
}

/// A record whose one move throws a win away, in a file of its own.
fn record(name: &str) -> String {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let text = "[Game \"loa\"]\n[FEN \"8/3b4/8/2b5/3b4/7w/8/4ww2 b\"]\n\n1. d7-e7 *\n";
    std::fs::write(&file, text).expect("a file");
    file.display().to_string()
}

#[test]
fn the_move_that_threw_the_win_away_is_named_and_proved() {
    let file = record("thrown.txt");
    let output = run(&[&file, "--time", "4s", "--json"]);
    assert!(output.status.success(), "{output:?}");
    let review: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(review["schema"], "conjoin.review/1");
    assert_eq!(review["moves"][0]["kind"], "threw-win", "{review}");
    assert_eq!(review["moves"][0]["proved"], true);
    assert_eq!(review["decided"]["before_proved"], true);
    assert_eq!(review["plies"], 1);
    let said = run(&[&file, "--time", "4s"]);
    let said = String::from_utf8(said.stdout).expect("UTF-8");
    assert!(said.contains("1. d7-e7 throws the win away"), "{said}");
    assert!(said.contains("White's win is proved from ply 1 on"), "{said}");
}

#[test]
fn records_are_listed_and_missing_ones_named() {
    let club = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/club.sgf");
    let listed = String::from_utf8(run(&[club, "--list"]).stdout).expect("UTF-8");
    assert!(listed.starts_with("1. Ann - Bob, 6 plies, 0-1 (resignation)\n"), "{listed}");
    assert_eq!(listed.lines().count(), 3, "{listed}");
    for (arguments, says) in [
        (&[club, "--record", "9"][..], "no record 9, only 3"),
        (&["/nowhere.sgf"], "cannot read /nowhere.sgf"),
        (&[club, "--time", "never"], "never"),
    ] {
        let output = run(arguments);
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
}
