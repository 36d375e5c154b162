//! `conjoin analyse`: positions, records, limits and JSON.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

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
    assert!(output.stderr.is_empty(), "{output:?}");
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

#[test]
fn the_answer_has_every_field() {
    let answer = json(&["analyse", "--depth", "4", "--multipv", "3"]);
    assert_eq!(answer["schema"], "conjoin.analyse/1");
    assert_eq!(answer["profile"], "champion");
    assert_eq!(answer["game"], "loa");
    assert_eq!(answer["rules"], "olympiad");
    assert_eq!(answer["size"], 8);
    assert_eq!(answer["depth"], 4);
    assert!(answer["seldepth"].as_u64() >= Some(4));
    assert!(answer["nodes"].as_u64() > Some(1000));
    assert!(answer["score"].is_i64());
    assert_eq!(answer["result"], Value::Null);
    let lines = answer["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["move"], answer["best"]);
    assert_eq!(lines[0]["pv"], answer["pv"]);
    assert_eq!(lines[0]["score"], answer["score"]);
    for field in ["version", "threads", "seed", "seconds", "cpu_seconds"] {
        assert!(!answer[field].is_null(), "{field}");
    }
}

#[test]
fn wins_and_losses_are_counted_in_plies() {
    let win = json(&["analyse", "--position", "5ww1/8/5w2/8/8/2b5/8/b7 b", "--depth", "4"]);
    assert_eq!(win["score"], serde_json::json!({ "win": 1 }));
    assert_eq!(win["best"], "a1-d4");
    let over = json(&["analyse", "--position", "bb1/3/w1w w"]);
    assert_eq!(over["best"], Value::Null);
    assert_eq!(over["result"], "1-0");
    assert_eq!(over["score"], serde_json::json!({ "loss": 0 }));
    assert_eq!(over["size"], 3);
    let moves = "d1-d3 h4-f4 d3-d1 f4-h4 d1-d3 h4-f4 d3-d1 f4-h4";
    let drawn = json(&["analyse", "--moves", moves]);
    assert_eq!((&drawn["best"], &drawn["result"]), (&Value::Null, &"1/2-1/2".into()));
}

#[test]
fn positions_moves_and_limits_go_together() {
    let a = json(&["analyze", "--moves", "d1-b3", "--nodes", "5000"]);
    let text = "1bbbbbb1/w6w/w6w/w6w/w6w/wb5w/w6w/1bb1bbb1 w";
    assert_eq!(a["position"], text);
    let b = json(&["analyse", "--position", text, "--nodes", "5000"]);
    assert_eq!((&a["best"], &a["nodes"]), (&b["best"], &b["nodes"]));
    let start = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b";
    let c = json(&["analyse", "--position", start, "--moves", "d1-b3", "--nodes", "5000"]);
    assert_eq!(c["position"], text);
    let began = Instant::now();
    json(&["analyse", "--time", "100ms", "--profile", "basic-bare"]);
    assert!(began.elapsed() < Duration::from_secs(10));
    let eggs = json(&["analyse", "--start", "scrambled-eggs", "--depth", "2"]);
    assert!(eggs["position"].as_str().is_some_and(|text| text.starts_with("1wbwbwb1")));
    assert_eq!(json(&["analyse", "--size", "6", "--depth", "3"])["size"], 6);
}

#[test]
fn records_are_analysed_where_they_end_or_at_a_ply() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("analyse.sgf");
    let text = "(;GM[9]RU[boardspace];B[d1-b3];W[h4-f2])(;GM[9];B[b8-b6])";
    std::fs::write(&file, text).expect("a file for tests");
    let file = file.display().to_string();
    let end = json(&["analyse", &file, "--depth", "2"]);
    assert_eq!(end["position"], "1bbbbbb1/w6w/w6w/w6w/w7/wb5w/w4w1w/1bb1bbb1 b");
    assert_eq!(end["rules"], "boardspace");
    let early = json(&["analyse", &file, "--ply", "1", "--depth", "2"]);
    assert_eq!(early["position"], "1bbbbbb1/w6w/w6w/w6w/w6w/wb5w/w6w/1bb1bbb1 w");
    let second = json(&["analyse", &file, "--record", "2", "--depth", "2"]);
    assert_eq!(second["position"], "2bbbbb1/w6w/wb5w/w6w/w6w/w6w/w6w/1bbbbbb1 w");
    assert!(complaint(&["analyse", &file, "--record", "3"]).contains("no record 3, only 2"));
    assert!(complaint(&["analyse", &file, "--ply", "9"]).contains("has 2 moves"));
}

#[test]
fn the_opening_book_is_shown_beside_the_search() {
    let start = json(&["analyse", "--depth", "2"]);
    assert_eq!(start["book"]["name"], "champion", "{start}");
    let moves = start["book"]["moves"].as_array().expect("moves");
    assert!(moves[0]["move"].is_string() && moves[0]["score"].is_i64(), "{start}");
    assert!(start["nodes"].as_u64() > Some(0), "it searches all the same");
    let with_book = json(&["analyse", "--depth", "2", "--profile", "champion-book"]);
    assert_eq!(with_book["best"], start["best"], "an analysis is no game");
    let without = json(&["analyse", "--depth", "2", "--book", "none"]);
    assert_eq!(without["book"], Value::Null);
    let elsewhere = json(&["analyse", "--depth", "2", "--position", "5ww1/8/5w2/8/8/2b5/8/b7 b"]);
    assert_eq!(elsewhere["book"], Value::Null);
    let output = run(&["analyse", "--depth", "2"]);
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(said.contains("\nbook champion:\n  "), "{said}");
}

#[test]
fn bad_input_is_one_line() {
    for (arguments, says) in [
        (&["analyse", "--position", "8/8 b"][..], "2 ranks"),
        (&["analyse", "--moves", "d1-d4"], "move 1"),
        (&["analyse", "--profile", "nobody"], "profile \"nobody\" is not known"),
        (&["analyse", "--profile", "/nowhere.toml"], "cannot read /nowhere.toml"),
        (&["analyse", "--book", "nothing"], "book \"nothing\" is not known"),
        (&["analyse", "--book", "/nowhere.tsv"], "cannot read /nowhere.tsv"),
        (&["analyse", "--book", "champion", "--size", "6"], "it is for 8 olympiad"),
        (&["analyse", "--time", "soon"], "soon"),
        (&["analyse", "--time", "0s"], "0s"),
        (&["analyse", "--depth", "0"], "0"),
        (&["analyse", "--nodes", "0"], "0"),
        (&["analyse", "--multipv", "0"], "0"),
        (&["analyse", "/nowhere.sgf"], "cannot read /nowhere.sgf"),
        (&["analyse", "--ply", "3"], "FILE"),
        (&["analyse", "--memory", "lots"], "lots"),
        (&["analyse", "x.sgf", "--position", "1b1/w1w/1b1 b"], "cannot be used with"),
    ] {
        let said = complaint(arguments);
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
}

#[test]
fn people_read_the_best_move_and_the_lines() {
    let output = run(&["analyse", "--depth", "3", "--multipv", "2"]);
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(said.starts_with("1. "), "{said}");
    assert!(said.contains("\n2. ") && said.contains("\nbest "), "{said}");
    assert!(said.contains("rules olympiad"), "{said}");
    let live = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(live.contains("  3/"), "{live}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_found() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_conjoin"))
        .args(["analyse", "--time", "60s", "--json", "--memory", "8MiB"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    std::thread::sleep(Duration::from_millis(700));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let began = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(began.elapsed() < Duration::from_secs(20), "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("a child");
    assert_eq!(output.status.code(), Some(130));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert!(answer["best"].is_string(), "{answer}");
}
