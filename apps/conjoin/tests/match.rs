//! `conjoin match` from the outside: results, repeatability, kill and resume, bad players.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn conjoin(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_conjoin"));
    command.arg("match").args(arguments);
    command
}

fn finished(arguments: &[&str]) -> Output {
    let output = conjoin(arguments).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} said {said}");
    output
}

/// The result object of a match.
fn result(arguments: &[&str]) -> Value {
    let output = finished(&[arguments, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// A folder of its own for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        drop(std::fs::remove_dir_all(&path));
        std::fs::create_dir_all(&path).expect("a folder for tests");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// The moves and results in a run file, by the number of the game.
fn games(path: &str) -> Vec<(u64, String, String)> {
    let text = std::fs::read_to_string(path).expect("the run file");
    let mut games: Vec<_> = text
        .lines()
        .skip(1)
        .map(|line| {
            let game: Value = serde_json::from_str(line).expect("a JSON object a line");
            let field = |key: &str| game[key].as_str().expect("a text").to_owned();
            (game["game"].as_u64().expect("a number"), field("moves"), field("result"))
        })
        .collect();
    games.sort();
    games
}

#[test]
fn a_profile_against_itself_covers_half() {
    // With a random factor, for else the two games of every pair are the same game.
    let found = result(&["level-3", "level-3", "--nodes", "200", "--games", "40"]);
    assert_eq!(found["schema"], "conjoin.match/1");
    for (key, expected) in [("games", 40), ("time_losses", 0), ("illegal", 0), ("errors", 0)] {
        assert_eq!(found[key], expected, "{key} in {found}");
    }
    let count = |key: &str| found[key].as_u64().expect("a count");
    assert_eq!(count("wins") + count("draws") + count("losses"), 40);
    let even = found["pairs"][2].as_u64().expect("a count");
    assert!(even < 20, "pairs differ: {found}");
    let (low, high) = (found["score_low"].as_f64(), found["score_high"].as_f64());
    assert!(low < Some(0.5) && high > Some(0.5), "{found}");
    for key in ["a", "b", "score", "elo", "elo_error", "rules", "openings", "pairs", "seed"] {
        assert!(!found[key].is_null(), "{key} in {found}");
    }
}

#[test]
fn the_same_seed_gives_the_same_games_on_one_thread_and_on_several() {
    let folder = Folder::new("match-seed");
    let play = |name: &str, threads: &str, seed: &str| {
        let path = folder.path(name);
        finished(&[
            "basic",
            "level-3",
            "--nodes",
            "300",
            "--games",
            "12",
            "--threads",
            threads,
            "--seed",
            seed,
            "--output",
            &path,
        ]);
        games(&path)
    };
    let one = play("one.jsonl", "1", "7");
    assert_eq!(one.len(), 12);
    assert_eq!(one, play("three.jsonl", "3", "7"));
    assert_ne!(one, play("other.jsonl", "1", "8"));
}

#[test]
fn a_killed_match_goes_on_and_ends_alike() {
    let folder = Folder::new("match-kill");
    let (whole, killed) = (folder.path("whole.jsonl"), folder.path("killed.jsonl"));
    let arguments = ["basic", "basic-bare", "--nodes", "3000", "--games", "40", "--seed", "5"];
    let first = result(&[&arguments[..], &["--output", &whole]].concat());
    let resume = [&arguments[..], &["--output", &killed, "--resume", "--json"]].concat();
    let mut kills = 0;
    let last = loop {
        let mut child = conjoin(&resume)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let start = Instant::now();
        let patience = Duration::from_millis(60 + 40 * kills);
        while child.try_wait().expect("a child").is_none() && start.elapsed() < patience {
            std::thread::sleep(Duration::from_millis(2));
        }
        if child.try_wait().expect("a child").is_some() {
            let mut text = String::new();
            let mut out = child.stdout.take().expect("a pipe");
            out.read_to_string(&mut text).expect("its output");
            break serde_json::from_str::<Value>(&text).expect("one JSON object");
        }
        child.kill().expect("killed");
        child.wait().expect("gone");
        kills += 1;
        assert!(kills < 200, "the match never ends");
    };
    assert!(kills > 0, "the match was too short to be killed");
    assert_eq!(games(&killed), games(&whole));
    for key in ["games", "wins", "draws", "losses", "pairs", "score", "score_low", "elo"] {
        assert_eq!(last[key], first[key], "{key}");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_match_with_what_it_has() {
    let folder = Folder::new("match-interrupt");
    let path = folder.path("run.jsonl");
    let child = conjoin(&[
        "basic", "basic", "--time", "50ms", "--games", "1000", "--json", "--output", &path,
    ])
    .stdout(Stdio::piped())
    .spawn()
    .expect("the program starts");
    std::thread::sleep(Duration::from_millis(1500));
    let asked = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(asked.expect("kill starts").success());
    let start = Instant::now();
    let output = child.wait_with_output().expect("its output");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(output.status.code(), Some(130));
    let found: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(found["interrupted"], true);
}

/// An outside engine that greets like a good one and then answers `go` as told.
#[cfg(unix)]
fn outside(folder: &Folder, name: &str, answer: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let script = folder.path(&format!("{name}.sh"));
    let text = format!(
        "#!/bin/sh\nwhile read -r word rest; do case $word in\n\
         ugi) echo 'id name {name}'; echo ugiok ;;\nisready) echo readyok ;;\n\
         go) {answer} ;;\nquit) exit 0 ;;\nesac; done\n"
    );
    std::fs::write(&script, text).expect("a script");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&script, mode).expect("a program");
    let profile = folder.path(&format!("{name}.toml"));
    let text = format!("version = 1\nname = \"{name}\"\ncommand = [\"{script}\"]\npatience = 1\n");
    std::fs::write(&profile, text).expect("a profile");
    profile
}

#[test]
#[cfg(unix)]
fn outside_engines_that_misbehave_lose_and_are_counted() {
    let folder = Folder::new("match-outside");
    for (name, answer, key) in [
        ("cheat", "echo 'bestmove a1a1'", "illegal"),
        ("crash", "exit 3", "errors"),
        ("hang", "sleep 5", "time_losses"),
    ] {
        let profile = outside(&folder, name, answer);
        let path = folder.path(&format!("{name}.jsonl"));
        let found = result(&[
            "basic", &profile, "--time", "50ms", "--grace", "1s", "--games", "4", "--output", &path,
        ]);
        assert_eq!(found["wins"], 4, "{name}: {found}");
        assert_eq!(found[key], 4, "{name}: {found}");
        let text = std::fs::read_to_string(&path).expect("the run file");
        // What was said lately is kept.
        assert!(text.lines().skip(1).all(|line| line.contains("> go movetime 50")), "{text}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_hangs_is_gone_after_the_match() {
    let folder = Folder::new("match-hang");
    let pids = folder.path("pids");
    let profile = outside(&folder, "hang", &format!("echo $$ >>{pids}; exec sleep 60"));
    finished(&["basic", &profile, "--time", "20ms", "--grace", "1s", "--games", "2"]);
    let pids = std::fs::read_to_string(pids).expect("it was asked");
    assert_eq!(pids.lines().count(), 2);
    assert!(pids.lines().all(|pid| !Path::new("/proc").join(pid).exists()), "it still runs");
}

#[test]
fn the_games_are_written_as_legal_sgf() {
    let folder = Folder::new("match-sgf");
    let path = folder.path("games.sgf");
    finished(&["basic", "level-1", "--depth", "2", "--games", "4", "--sgf", &path, "--size", "6"]);
    let check = Command::new(env!("CARGO_BIN_EXE_conjoin"))
        .args(["sgf", "check", &path, "--json"])
        .output()
        .expect("the program starts");
    let found: Value = serde_json::from_slice(&check.stdout).expect("one JSON object");
    assert_eq!((&found["records"], &found["legal"]), (&4.into(), &4.into()), "{found}");
}

#[test]
fn a_decided_test_ends_the_match() {
    let found =
        result(&["basic", "level-1", "--nodes", "2000", "--games", "1000", "--sprt", "0,100"]);
    assert_eq!(found["sprt"], "H1", "{found}");
    assert!(found["llr"].as_f64() >= Some(2.94), "{found}");
    assert!(found["games"].as_u64() < Some(200), "{found}");
}

#[test]
fn bad_input_is_named_and_leaves_no_file() {
    let folder = Folder::new("match-bad");
    let path = folder.path("run.jsonl");
    let true_profile = folder.path("true.toml");
    let text = "version = 1\nname = \"true\"\ncommand = [\"true\"]\n";
    std::fs::write(&true_profile, text).expect("a profile");
    let cases: [(&[&str], &str); 15] = [
        (&["basic", "nobody", "--games", "2", "--depth", "1"], "\"nobody\""),
        (&["basic", "basic", "--games", "2"], "--depth"),
        (&["basic", "basic", "--depth", "1"], "--games"),
        (&["basic", "basic", "--games", "0", "--depth", "1"], "0 is not in"),
        (&["basic", "basic", "--games", "2", "--time", "soon"], "soon"),
        (&["basic", "basic", "--games", "2", "--clock", "1s+x"], "1s+x"),
        (&["basic", "basic", "--games", "2", "--depth", "1", "--openings", "random-0"], "random-0"),
        (&["basic", "basic", "--games", "2", "--depth", "1", "--openings", "no.sgf"], "no.sgf"),
        (&["basic", "basic", "--games", "2", "--depth", "1", "--sprt", "5,0"], "5,0"),
        (&["basic", "basic", "--games", "2", "--depth", "1", "--sgf", "/no/where.sgf"], "/no"),
        (&["basic", "basic", "--games", "2", "--depth", "1", "--sgf", &path], "same file"),
        (&["basic", "basic", "--games", "2", "--depth", "1", "--max-plies", "4"], "--max-plies 4"),
        (&["basic", "basic", "--games", "2", "--depth", "1", "--seed", "-1"], "'-1'"),
        (&["basic", &true_profile, "--games", "2", "--depth", "1"], "it ended"),
        (&["basic", "yl", &true_profile, "--games", "2", "--depth", "1"], "it ended"),
    ];
    for (arguments, says) in cases {
        let output = conjoin(&[arguments, &["--output", &path]].concat()).output().expect("starts");
        let said = String::from_utf8(output.stderr).expect("messages are UTF-8");
        assert_eq!(output.status.code(), Some(2), "{arguments:?} said {said}");
        assert_eq!(said.lines().count(), 1, "{arguments:?} said {said}");
        assert!(said.contains(says), "{arguments:?} said {said}");
        assert!(!Path::new(&path).exists(), "{arguments:?} left a file");
    }
}

#[test]
fn a_run_file_is_not_overwritten_and_another_run_is_refused() {
    let folder = Folder::new("match-refuse");
    let path = folder.path("run.jsonl");
    let arguments = ["basic", "basic", "--games", "2", "--depth", "1", "--output", &path];
    finished(&arguments);
    let before = std::fs::read(&path).expect("the run file");
    let refused = |more: &[&str], says: &str| {
        let output = conjoin(&[&arguments[..], more].concat()).output().expect("starts");
        let said = String::from_utf8(output.stderr).expect("messages are UTF-8");
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(says), "{said}");
        assert_eq!(std::fs::read(&path).expect("the run file"), before);
    };
    refused(&[], "--resume");
    refused(&["--resume", "--seed", "2"], "seed is 1 there and 2 here");
    refused(&["--resume", "--rules", "ludii"], "rules is \"olympiad\" there");
    finished(&[&arguments[..], &["--resume"]].concat());
    assert_eq!(std::fs::read(&path).expect("the run file"), before);
    // A file that was edited is not believed.
    let text = String::from_utf8(before.clone()).expect("text");
    std::fs::write(&path, text.replace("\"pair\":0", "\"pair\":7")).expect("an edited file");
    let mut export = Command::new(env!("CARGO_BIN_EXE_conjoin"));
    export.args(["lab", "export", &path, "--output", &folder.path("tables")]);
    for mut command in [conjoin(&[&arguments[..], &["--resume"]].concat()), export] {
        let output = command.output().expect("starts");
        let said = String::from_utf8(output.stderr).expect("messages are UTF-8");
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("line 2: game ") && said.contains("not one of this match"), "{said}");
    }
    // Neither the run file nor the openings are written over.
    std::fs::write(&path, &before).expect("as it was");
    refused(&["--resume", "--sgf", &path], "--sgf and --output");
    let games = folder.path("games.sgf");
    finished(&[&arguments[..], &["--resume", "--sgf", &games]].concat());
    let twice = ["basic", "basic", "--games", "2", "--depth", "1", "--openings", &games];
    let output = conjoin(&[&twice[..], &["--sgf", &games]].concat()).output().expect("starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--sgf and --openings"));
}

#[test]
fn a_random_factor_gives_other_games_from_the_same_opening() {
    let folder = Folder::new("match-random-factor");
    let profile = folder.path("random.toml");
    let text = "version = 1\ninherits = \"mia-4\"\n[evaluator]\nweights = { random = 100 }\n";
    std::fs::write(&profile, text).expect("a profile");
    let limits = ["--games", "12", "--depth", "1", "--openings", "none", "--threads", "1"];
    let same = result(&[&["mia-4", "mia-4"][..], &limits].concat());
    assert_eq!(same["repeated"], 10, "both colours once, then the same again");
    let random = result(&[&[profile.as_str(), profile.as_str()][..], &limits].concat());
    assert_eq!(random["repeated"], 0);
}
