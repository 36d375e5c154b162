//! `conjoin solve` and `conjoin verify` as a user meets them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    folder
}

fn conjoin(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_conjoin"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn small_boards_are_solved_and_their_proofs_verified() {
    let folder = folder("solve-small");
    for (size, result, file) in
        [("3", "loss", "3.proof"), ("4", "win", "4.proof.gz"), ("5", "win", "5.proof.gz")]
    {
        let solved =
            conjoin(&folder, &["solve", "--size", size, "--full", "--proof", file, "--json"]);
        let solved = json(&solved);
        assert_eq!(solved["result"], result, "{solved}");
        assert_eq!(solved["proof"], file);
        let verified = conjoin(&folder, &["verify", file, "--json"]);
        assert_eq!(verified.status.code(), Some(0));
        let verified = json(&verified);
        assert_eq!(verified["ok"], true);
        assert_eq!(verified["claim"], result);
        assert_eq!(verified["lines"], solved["proof_lines"]);
    }
}

/// A draw by repetition on 4x4.
const DRAWN: &str = "2b1/1w2/w3/bb1w b";

#[test]
fn a_draw_has_two_proofs() {
    let folder = folder("solve-draw");
    let solved = json(&conjoin(
        &folder,
        &["solve", "--position", DRAWN, "--full", "--proof", "x.proof", "--json"],
    ));
    assert_eq!(solved["result"], "draw", "{solved}");
    assert_eq!(solved["proof"], serde_json::json!(["x.not-win.proof", "x.not-loss.proof"]));
    let verified = conjoin(&folder, &["verify", "x.not-win.proof", "x.not-loss.proof"]);
    assert_eq!(verified.status.code(), Some(0));
}

#[test]
fn a_tampered_proof_is_refused_with_its_line() {
    let folder = folder("solve-tampered");
    conjoin(&folder, &["solve", "--size", "4", "--proof", "4.proof"]);
    let text = std::fs::read_to_string(folder.join("4.proof")).unwrap();
    std::fs::write(folder.join("bad.proof"), text.replace("claim win", "claim loss")).unwrap();
    let refused = conjoin(&folder, &["verify", "bad.proof", "--json"]);
    assert_eq!(refused.status.code(), Some(1));
    let refused = json(&refused);
    assert_eq!(refused["ok"], false);
    assert!(refused["reason"].as_str().unwrap().starts_with("line "), "{refused}");
}

#[test]
fn a_limit_leaves_the_answer_unknown() {
    let folder = folder("solve-limit");
    for algorithm in ["best", "pn", "pn2", "pds", "pdspn", "dfpn", "ef-pn2", "alphabeta"] {
        let output = conjoin(
            &folder,
            &["solve", "--algorithm", algorithm, "--nodes", "3000", "--memory", "2MiB", "--json"],
        );
        assert_eq!(output.status.code(), Some(0), "{algorithm}");
        let solved = json(&output);
        assert_eq!(solved["result"], "unknown", "{algorithm}");
        assert!(solved["nodes"].as_u64().unwrap() < 4_000, "{algorithm} {solved}");
        assert!(solved["table_bytes"].as_u64().unwrap() <= 2 << 20, "{algorithm} {solved}");
    }
}

#[test]
fn the_shortest_win_of_4x4_has_three_plies() {
    let solved = json(&conjoin(Path::new("."), &["solve", "--size", "4", "--shortest", "--json"]));
    assert_eq!(solved["plies"], serde_json::json!({"at_least": 3, "at_most": 3}));
    assert_eq!(solved["line"].as_array().unwrap().len(), 3);
}

#[test]
fn the_course_of_a_solve_is_written_and_drawn() {
    let folder = folder("solve-log");
    let log = ["--log", "six.jsonl", "--log-every", "50ms"];
    let six = ["solve", "--size", "6", "--nodes", "200000", "--json"];
    let solved = json(&conjoin(&folder, &[&six[..], &log].concat()));
    assert_eq!(solved["result"], "unknown");
    let text = std::fs::read_to_string(folder.join("six.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expanded = |line: &serde_json::Value| line["expanded"].as_u64().unwrap();
    assert!(lines.len() > 1, "{text}");
    assert!(lines.is_sorted_by_key(expanded), "{text}");
    assert_eq!(lines.last().map(expanded), solved["expanded"].as_u64(), "{text}");
    assert!(lines[0]["proof"].as_u64() > Some(1) && lines[0]["disproof"].as_u64() > Some(1));
    let plot = std::fs::read_to_string(folder.join("six.jsonl.svg")).unwrap();
    assert!(plot.starts_with("<svg") && plot.contains("disproof number"), "{plot}");
    let refused = conjoin(&folder, &["solve", "--log", "no/folder/x.jsonl", "--nodes", "10"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn bad_input_is_refused() {
    let folder = folder("solve-bad");
    std::fs::write(folder.join("no.proof"), "hello\n").unwrap();
    std::fs::write(folder.join("no.save"), "hello\n").unwrap();
    for (arguments, code) in [
        (&["solve", "--rules", "openspiel", "--size", "4"][..], 2),
        (&["solve", "--algorithm", "magic"], 2),
        (&["solve", "--size", "4", "--resume", "no.save"], 2),
        (&["solve", "--size", "4", "--algorithm", "pn", "--resume", "x.save"], 2),
        (&["solve", "--suite", "no-such-file"], 2),
        (&["verify", "no.proof"], 1),
        (&["verify", "no-such-file"], 2),
    ] {
        let output = conjoin(&folder, arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        let lines = String::from_utf8_lossy(&output.stderr).lines().count();
        assert_eq!(lines, usize::from(code == 2), "{arguments:?}");
    }
}

/// Killed at ten moments, then resumed: the result of an undisturbed run.
#[test]
fn a_killed_solve_goes_on_to_the_same_result() {
    let folder = folder("solve-resume");
    // The hardest of endgame-hard for best.
    let arguments = [
        "solve",
        "--position",
        "2w3b1/w3wb2/3b1wwb/5wb1/w2b1b2/4b3/1w6/8 b",
        "--resume",
        "hard.save",
        "--save-every",
        "20ms",
        "--memory",
        "8MiB",
        "--json",
    ];
    for round in 0..10 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_conjoin"))
            .args(arguments)
            .current_dir(&folder)
            .stdout(Stdio::null())
            .spawn()
            .expect("the program runs");
        std::thread::sleep(Duration::from_millis(12 + 7 * round));
        child.kill().expect("it is ours");
        child.wait().expect("it was started");
    }
    let solved = json(&conjoin(&folder, &arguments));
    assert_eq!(solved["result"], "win", "{solved}");
    // Another position does not go on from here.
    let other =
        conjoin(&folder, &["solve", "--size", "4", "--resume", "hard.save", "--memory", "8MiB"]);
    assert_eq!(other.status.code(), Some(2));
}
