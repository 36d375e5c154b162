//! `conjoin learn probcut`, and a profile that uses what it writes.

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

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("probcut-{name}"));
    drop(std::fs::remove_dir_all(&path));
    std::fs::create_dir_all(&path).expect("a folder for tests");
    path
}

const OLYMPIAD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/loa/olympiad-games.txt");

#[test]
fn what_is_learned_is_played_by() {
    let folder = folder("use");
    let path = |name: &str| folder.join(name).display().to_string();
    let (run_file, models) = (path("run.jsonl"), path("models.toml"));
    let learn = ["learn", "probcut", "basic", "--games", OLYMPIAD, "--run", &run_file];
    let learn = [&learn[..], &["--pairs", "0:2,1:2", "--ranks", "1:2"]].concat();
    let of = |positions: &'static str| {
        [&learn[..], &["--resume", "--positions", positions, "--output", &models]].concat()
    };
    let answer = json(&of("60"));
    assert_eq!(answer["schema"], "conjoin.learn-probcut/1");
    assert_eq!(answer["positions"], 60);
    assert_eq!(json(&of("120"))["positions"], 120, "a run can be made longer");
    assert_eq!(json(&of("60"))["linear"], answer["linear"], "and used in part");
    assert_eq!(answer["linear"].as_array().map(Vec::len), Some(2));
    assert_eq!(answer["linear"][0]["deep"], 2);
    assert!(answer["linear"][0]["sigma"].as_f64() > Some(0.0), "{answer}");
    let text = std::fs::read_to_string(&models).expect("the models");
    assert!(text.contains("60 positions of olympiad-games.txt, seed 1; weights "), "{text}");

    let profile = path("mine.toml");
    let write = |search: &str| {
        let text = format!("version = 1\ninherits = \"basic\"\n[search]\n{search}\n");
        std::fs::write(&profile, text).expect("a profile");
        json(&["analyse", "--profile", &profile, "--depth", "5"])["counters"].clone()
    };
    let plain = write("driver = \"pvs\"");
    for (technique, more, counter) in [
        ("probcut", "", "probcut_tests"),
        ("gpc", "", "gpc_tests"),
        ("fgpc", "", "fgpc_tests"),
        ("node_cutting", ", depth = 2", "node_cutting_searches"),
        ("integrated", ", depth = 2", "gpc_tests"),
    ] {
        let of = |counters: &Value, name: &str| counters[name].as_u64().expect(name);
        let counters = write(&format!("{technique} = {{ model = \"models.toml\"{more} }}"));
        assert_eq!(of(&plain, counter), 0);
        // Too few positions give no rank a limit but for the first.
        assert!(of(&counters, counter) > 0 || technique == "node_cutting", "{technique}");
        assert!(of(&counters, "shallow_nodes") > 0 || technique == "node_cutting", "{technique}");
    }
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn what_cannot_be_learned_is_named() {
    let folder = folder("bad");
    let path = |name: &str| folder.join(name).display().to_string();
    let (run_file, models) = (path("run.jsonl"), path("models.toml"));
    let usual = ["--run", &run_file, "--output", &models];
    for (arguments, says) in [
        (&["basic", "--pairs", "2:2"][..], "2:2: expected 0 <= shallow"),
        (&["basic", "--pairs", "x"], "expected two depths"),
        (&["nobody"], "nobody"),
        (&["basic", "--suite", "no-such-suite"], "no-such-suite"),
        (&["basic", "--positions", "1"], "1 positions: expected 50 or more"),
        (&["basic", "--size", "6"], "usual board"),
    ] {
        let output = run(&[&["learn", "probcut"], arguments, &usual].concat());
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(says), "{says}: {said}");
    }
    assert!(!Path::new(&models).exists());
    std::fs::remove_dir_all(folder).expect("removed");
}
