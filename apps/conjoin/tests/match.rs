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

/// Is there a process of this number that has not ended? Where nobody waits for it, it stays as a zombie.
#[cfg(target_os = "linux")]
fn is_running(process: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/stat", process.trim()));
    let state =
        |status: String| status.rsplit(')').next().and_then(|rest| rest.trim().chars().next());
    status.ok().and_then(state).is_some_and(|state| !['Z', 'X'].contains(&state))
}

/// The first Ctrl-C or SIGTERM lets the players go. The second ends our process at once, which drops nothing.
#[test]
#[cfg(target_os = "linux")]
fn no_signal_leaves_an_engine_behind_once_or_twice() {
    for (signal, times) in [("-INT", 1), ("-INT", 2), ("-TERM", 1), ("-TERM", 2)] {
        let folder = Folder::new(&format!("match-left{signal}-{times}"));
        let pids = folder.path("pids");
        // It thinks for ever, and so does what it has started.
        let answer = format!("sleep 600 & echo $! $$ >>{pids}; exec sleep 600");
        let profile = outside(&folder, "deaf", &answer);
        let mut child = conjoin(&["basic", &profile, "--time", "1m", "--games", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let said = || std::fs::read_to_string(&pids).unwrap_or_default();
        let start = Instant::now();
        while !said().ends_with('\n') {
            assert!(start.elapsed() < Duration::from_secs(90), "it was not asked");
            std::thread::sleep(Duration::from_millis(10));
        }
        for _ in 0..times {
            let asked = Command::new("kill").args([signal, &child.id().to_string()]).status();
            assert!(asked.expect("kill starts").success());
            std::thread::sleep(Duration::from_millis(300));
        }
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        let start = Instant::now();
        while said().split_whitespace().any(is_running) {
            assert!(
                start.elapsed() < Duration::from_secs(5),
                "{signal} {times}: something still runs"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
#[cfg(unix)]
fn what_an_engine_writes_to_standard_error_is_kept_with_the_failure() {
    let folder = Folder::new("match-errors");
    let profile = outside(&folder, "moan", "echo 'out of ideas' >&2; exit 3");
    let path = folder.path("run.jsonl");
    finished(&["basic", &profile, "--time", "50ms", "--games", "2", "--output", &path]);
    let text = std::fs::read_to_string(&path).expect("the run file");
    let failures: Vec<String> = text
        .lines()
        .skip(1)
        .map(|line| {
            let game: Value = serde_json::from_str(line).expect("a JSON object a line");
            game["failure"].as_str().expect("a text").to_owned()
        })
        .collect();
    assert_eq!(failures.len(), 2);
    assert!(failures.iter().all(|text| text.contains("\n! out of ideas")), "{failures:?}");
}

/// What an engine was asked, in the failures of a run file.
#[cfg(unix)]
fn asked(folder: &Folder, arguments: &[&str], what: &str) {
    let path = folder.path("asked.jsonl");
    drop(std::fs::remove_file(&path));
    finished(&[arguments, &["--games", "2", "--output", &path]].concat());
    let text = std::fs::read_to_string(&path).expect("the run file");
    let is_asked = |line: &str| line.contains(&format!("> go {what}\\n"));
    let mut failures =
        text.lines().skip(1).filter(|line| !line.contains("\"failure\":null")).peekable();
    assert!(failures.peek().is_some(), "{arguments:?}: it was not asked");
    assert!(failures.all(is_asked), "{arguments:?}: no {what} in {text}");
}

#[test]
#[cfg(unix)]
fn the_command_line_goes_before_the_profile_and_the_profile_before_the_match() {
    let folder = Folder::new("match-limits");
    let profile = outside(&folder, "cheat", "echo 'bestmove a1a1'");
    let a = ["basic", &profile];
    asked(&folder, &[&a[..], &["--depth", "2"]].concat(), "depth 2");
    asked(&folder, &[&a[..], &["--depth", "2", "--nodes-b", "70"]].concat(), "nodes 70");
    asked(&folder, &[&a[..], &["--depth-a", "2", "--time-b", "300ms"]].concat(), "movetime 300");
    let clock = [&a[..], &["--depth-a", "2", "--clock-b", "9s+1s"]].concat();
    asked(&folder, &clock, "p1time 9000 p2time 9000 p1inc 1000 p2inc 1000");
    let limited = folder.path("limited.toml");
    let text = "version = 1\ninherits = \"./cheat.toml\"\n[limit]\nnodes = 50\n";
    std::fs::write(&limited, text).expect("a profile");
    let b = ["basic", &limited];
    asked(&folder, &[&b[..], &["--depth", "2"]].concat(), "nodes 50");
    asked(&folder, &[&b[..], &["--depth-a", "2"]].concat(), "nodes 50");
    asked(&folder, &[&b[..], &["--depth", "2", "--depth-b", "3"]].concat(), "depth 3");
    // In a tournament too.
    asked(
        &folder,
        &["basic", "basic-bare", &limited, "--depth", "1", "--max-plies", "5"],
        "nodes 50",
    );
}

#[test]
fn limits_of_each_player_belong_to_the_run() {
    let folder = Folder::new("match-own-limits");
    let path = folder.path("run.jsonl");
    let arguments = |limits: &[&'static str]| {
        let rest = ["--games", "2", "--output", &path, "--resume"];
        [&["basic", "basic-bare"], limits, &rest].concat().into_iter().map(String::from).collect()
    };
    let run = |limits: &[&'static str]| {
        let arguments: Vec<String> = arguments(limits);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        conjoin(&[&arguments[..], &["--json"]].concat()).output().expect("the program starts")
    };
    let output = run(&["--depth-a", "2", "--nodes-b", "100"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!((&found["a_limit"], &found["b_limit"]), (&"depth 2".into(), &"nodes 100".into()));
    let before = std::fs::read_to_string(&path).expect("the run file");
    // Said in another way it is the same match.
    assert_eq!(run(&["--depth", "2", "--nodes-b", "100"]).status.code(), Some(0));
    for (limits, says) in [
        (&["--depth", "2"][..], "limit is \"different limits\" there and \"depth 2\" here"),
        (&["--depth-a", "2", "--nodes-b", "99"], "nodes 99"),
        (&["--depth-a", "3", "--nodes-b", "100"], "depth 3"),
    ] {
        let output = run(limits);
        let said = String::from_utf8(output.stderr).expect("messages are UTF-8");
        assert_eq!(output.status.code(), Some(2), "{limits:?}: {said}");
        assert!(said.contains("is of another run") && said.contains(says), "{limits:?}: {said}");
        assert_eq!(std::fs::read_to_string(&path).expect("the run file"), before);
    }
}

/// A run file as programs wrote it before each player had its limit and each move its depth.
#[test]
fn an_old_run_file_goes_on_and_is_exported() {
    let folder = Folder::new("match-old");
    let (path, tables) = (folder.path("run.jsonl"), folder.path("tables"));
    let limits = ["basic", "basic-bare", "--nodes", "100", "--output", &path];
    finished(&[&limits[..], &["--games", "2"]].concat());
    let text = std::fs::read_to_string(&path).expect("the run file");
    let header = text.lines().next().expect("a header");
    assert!(header.contains("\"limit\":\"nodes 100\"") && header.matches("limit").count() == 1);
    let old: Vec<String> = text
        .lines()
        .map(|line| {
            let mut line: Value = serde_json::from_str(line).expect("a JSON object a line");
            let fields = line.as_object_mut().expect("an object");
            fields.retain(|name, _| !name.starts_with("move_"));
            line.to_string()
        })
        .collect();
    std::fs::write(&path, old.join("\n") + "\n").expect("an old file");
    finished(&[&limits[..], &["--games", "4", "--resume"]].concat());
    let text = std::fs::read_to_string(&path).expect("the run file");
    assert!(text.starts_with(&(old.join("\n") + "\n")), "{text}");
    let added: Vec<Value> =
        text.lines().skip(3).map(|line| serde_json::from_str(line).expect("an object")).collect();
    let moves =
        |game: &Value| game["plies"].as_u64().unwrap() - game["opening_plies"].as_u64().unwrap();
    assert_eq!(added.len(), 2);
    for game in &added {
        for field in ["move_depths", "move_nodes", "move_ms", "move_scores"] {
            let count = game[field].as_array().map(Vec::len);
            assert_eq!(count, Some(moves(game) as usize), "{field} in {game}");
        }
    }
    let export = Command::new(env!("CARGO_BIN_EXE_conjoin"))
        .args(["lab", "export", &path, "--output", &tables])
        .output()
        .expect("the program starts");
    assert!(export.status.success(), "{}", String::from_utf8_lossy(&export.stderr));
    let rows = |name: &str| {
        let text = std::fs::read_to_string(Path::new(&tables).join(name)).expect("a table");
        text.lines().count() as u64 - 1
    };
    assert_eq!(rows("run-game.csv"), 4);
    assert_eq!(rows("run-move.csv"), added.iter().map(moves).sum::<u64>());
}

#[test]
fn a_killed_match_has_told_how_far_it_is_and_leaves_the_games_that_ended() {
    let folder = Folder::new("match-killed-sgf");
    let (path, sgf) = (folder.path("run.jsonl"), folder.path("games.sgf"));
    std::fs::write(&sgf, "something else").expect("a file");
    let arguments =
        ["basic", "basic", "--time", "5ms", "--threads", "1", "--output", &path, "--sgf", &sgf];
    let legal = || {
        let check = Command::new(env!("CARGO_BIN_EXE_conjoin"))
            .args(["sgf", "check", &sgf, "--json"])
            .output()
            .expect("the program starts");
        let found: Value = serde_json::from_slice(&check.stdout).expect("one JSON object");
        assert_eq!(found["records"], found["legal"], "{found}");
        found["records"].as_u64().expect("a count") as usize
    };
    let kept = || std::fs::read_to_string(&path).map_or(0, |text| text.lines().count().max(1) - 1);
    let kill_after = |games: usize, more: &[&str]| {
        let mut child = conjoin(&[&arguments[..], &["--games", "2000"], more].concat())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let start = Instant::now();
        while kept() < games {
            assert!(start.elapsed() < Duration::from_secs(100), "only {} games", kept());
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().expect("killed");
        child.wait().expect("gone");
    };
    kill_after(3, &[]);
    // The last game may be in the run file alone.
    let first = legal();
    assert!(first >= 2 && (kept() - 1..=kept()).contains(&first), "{first} of {}", kept());
    // Games of before are in it, also where it is another file.
    std::fs::remove_file(&sgf).expect("removed");
    let before = kept();
    kill_after(before + 2, &["--resume"]);
    let second = legal();
    assert!(second > before && (kept() - 1..=kept()).contains(&second), "{second} of {}", kept());
    // At the end all of them, in their order, and one line for who reads standard error later.
    let games = (kept() + 2).to_string();
    let output = finished(&[&arguments[..], &["--games", &games, "--resume"]].concat());
    let said = String::from_utf8(output.stderr).expect("messages are UTF-8");
    let total = kept();
    assert!(said.contains(&format!("{total} of {total} games, +")), "{said}");
    assert!(said.lines().count() <= 3, "{said}");
    assert_eq!(legal(), total);
    let text = std::fs::read_to_string(&sgf).expect("the games");
    let rounds = text.split("RO[").skip(1).map(|rest| rest.split(']').next().unwrap().parse());
    assert_eq!(rounds.collect::<Result<Vec<usize>, _>>(), Ok((1..=total).collect()));
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
    let cases: [(&[&str], &str); 20] = [
        (&["basic", "nobody", "--games", "2", "--depth", "1"], "\"nobody\""),
        (&["basic", "basic", "--games", "2"], "--depth"),
        (&["basic", "basic", "--games", "2", "--depth-a", "1"], "basic has no limit of its own"),
        (
            &["basic", "basic", "--games", "2", "--depth", "1", "--nodes", "9"],
            "cannot be used with",
        ),
        (
            &["basic", "basic", "--games", "2", "--depth", "1", "--time-a", "1s", "--nodes-a", "9"],
            "cannot be used with",
        ),
        (&["basic", "basic", "--games", "2", "--depth", "1", "--clock-b", "x"], "as in 60s+0.5s"),
        (
            &["basic", "yl", "mona", "--games", "2", "--depth", "1", "--time-a", "1s"],
            "for two players, and here are more",
        ),
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
