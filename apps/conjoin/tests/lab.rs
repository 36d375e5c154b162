//! `conjoin lab`: a killed run goes on and repeats nothing; lists, exports and reports.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use conjoin_lab::file_lock::FileLock;

fn conjoin(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_conjoin"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

fn output(folder: &Path, arguments: &[&str]) -> Output {
    conjoin(folder, arguments).output().expect("the program starts")
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("conjoin-cli-lab-{}-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&path));
    std::fs::create_dir_all(&path).expect("a folder for tests");
    path
}

fn units(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let unit = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(value.get("unit")?.as_str()?.to_owned())
    };
    text.lines().filter_map(unit).collect()
}

#[test]
fn a_killed_run_goes_on_and_repeats_nothing() {
    let folder = folder("kill");
    let run = ["lab", "run", "winands-6.fig4", "--scale", "tiny", "--threads", "1"];
    let file = folder.join("runs/winands-6.fig4-tiny.jsonl");
    let mut child = conjoin(&folder, &run)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    while units(&file).len() < 5 && start.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    let before = units(&file);
    assert!(before.len() >= 5, "it did nothing");
    // Without --resume a file that is there is refused.
    let refused = output(&folder, &run);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--resume"));
    let resumed = output(&folder, &[&run[..], &["--resume", "--json"]].concat());
    assert_eq!(resumed.status.code(), Some(0), "{}", String::from_utf8_lossy(&resumed.stderr));
    let value: serde_json::Value = serde_json::from_slice(&resumed.stdout).expect("JSON");
    let after = units(&file);
    assert_eq!(after[..before.len()], before[..]);
    let different: std::collections::HashSet<&String> = after.iter().collect();
    assert_eq!(different.len(), after.len(), "a piece of work was done twice");
    assert_eq!(value["done"], value["planned"]);
    assert_eq!(value["worked"].as_u64().expect("a number") as usize, after.len() - before.len());
    // The run file is kept beside the result: another machine goes on from there.
    std::fs::remove_dir_all(folder.join("runs")).expect("removed");
    let elsewhere = output(&folder, &[&run[..], &["--resume", "--json"]].concat());
    let value: serde_json::Value = serde_json::from_slice(&elsewhere.stdout).expect("JSON");
    assert_eq!((&value["done"], value["worked"].as_u64()), (&value["planned"], Some(0)));
    assert_eq!(units(&file), after);
    // A run of another plan is not taken up.
    let other = folder.join("other/results/winands-6.fig4");
    std::fs::create_dir_all(&other).expect("a folder");
    let packed = folder.join("results/winands-6.fig4/run.jsonl.gz");
    std::fs::copy(packed, other.join("run.jsonl.gz")).expect("copied");
    let other = [&run[..], &["--resume", "--json", "--seed", "2"]].concat();
    let other = output(&folder.join("other"), &other);
    let value: serde_json::Value = serde_json::from_slice(&other.stdout).expect("JSON");
    assert_eq!(value["worked"], value["planned"]);
    // What it came to.
    for name in
        ["manifest.toml", "search.csv", "table.csv", "table.md", "result.json", "run.jsonl.gz"]
    {
        assert!(folder.join("results/winands-6.fig4").join(name).exists(), "{name} is missing");
    }
    let made = output(&folder, &["lab", "report", "--claims", "claims.md"]);
    assert_eq!(made.status.code(), Some(0), "{}", String::from_utf8_lossy(&made.stderr));
    let page = std::fs::read_to_string(folder.join("results/report.html")).expect("a page");
    assert!(page.contains("winands-6.fig4") && !page.contains("<script src"));
    let claims = std::fs::read_to_string(folder.join("claims.md")).expect("a list");
    assert!(claims.contains("| winands-6.fig4a* |"));
    let exported = output(&folder, &["lab", "export", "runs/winands-6.fig4-tiny.jsonl"]);
    assert_eq!(exported.status.code(), Some(0));
    let csv = std::fs::read_to_string(folder.join("winands-6.fig4-tiny-search.csv")).expect("CSV");
    assert!(csv.starts_with(
        "profile,position,depth,nodes,seconds,cpu_seconds,hash,version,machine,seed\n"
    ));
    // A smaller run leaves a larger result as it is.
    let result = folder.join("results/winands-7.legal/result.json");
    let legal = ["lab", "run", "winands-7.legal"];
    let larger = output(&folder, &[&legal[..], &["--scale", "quick"]].concat());
    assert_eq!(larger.status.code(), Some(0), "{}", String::from_utf8_lossy(&larger.stderr));
    let larger = std::fs::read_to_string(&result).expect("a result");
    let again = output(&folder, &[&legal[..], &["--scale", "tiny"]].concat());
    assert!(String::from_utf8_lossy(&again.stdout).contains("stays as it is"));
    assert_eq!(std::fs::read_to_string(&result).expect("a result"), larger);
    // Nor does one that did nothing.
    let result = folder.join("results/winands-6.fig4/result.json");
    let before = std::fs::read_to_string(&result).expect("a result");
    let nothing = ["--scale", "paper", "--time", "1ms"];
    let again = output(&folder, &[&run[..3], &nothing].concat());
    assert_eq!(again.status.code(), Some(0), "{}", String::from_utf8_lossy(&again.stderr));
    assert_eq!(std::fs::read_to_string(&result).expect("a result"), before);
    // What a manifest sets is not set by options.
    for option in [["--depth", "3"], ["--size", "6"], ["--rules", "ludii"], ["--memory", "1MiB"]] {
        let refused = output(&folder, &[&run[..], &["--resume"], &option].concat());
        assert_eq!(refused.status.code(), Some(2), "{option:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains("set by its manifest"));
    }
    // A folder that cannot be made is named.
    let refused = output(&folder, &[&run[..], &["--runs", "claims.md"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("claims.md"));
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn experiments_are_listed_and_unknown_ones_refused() {
    let folder = folder("list");
    let list = output(&folder, &["lab", "list", "--json"]);
    let text = String::from_utf8_lossy(&list.stdout).into_owned();
    for id in ["winands-2.3", "winands-5.fig4", "efpn-5", "billings-2", "techniques", "solvers"] {
        assert!(text.contains(&format!("\"id\":\"{id}\"")), "{id} is not listed");
    }
    let manifests = ["loa", "surakarta"].map(|game| {
        let folder = format!("{}/../../lab/experiments/{game}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_dir(folder).expect("experiments").count()
    });
    let manifests: usize = manifests.iter().sum();
    assert!(manifests > 30, "{manifests}");
    let own = ["techniques", "speed", "evaluators", "solvers"];
    assert_eq!(text.lines().count(), manifests + own.len());
    // A game that is named has its own experiments alone, and no other's can be run with it.
    let of_game = output(&folder, &["lab", "list", "--json", "--game", "surakarta"]);
    let text = String::from_utf8_lossy(&of_game.stdout).into_owned();
    assert!(text.contains("\"id\":\"efpn-6\"") && !text.contains("winands-2.3"), "{text}");
    let other = output(&folder, &["lab", "run", "winands-2.3", "--game", "surakarta"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("experiment of loa"));
    let unknown = output(&folder, &["lab", "run", "winands-9.9"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("\"winands-9.9\""));
    let nothing = output(&folder, &["lab", "report"]);
    assert_eq!(nothing.status.code(), Some(2));
    // Only run files are exported.
    std::fs::write(folder.join("other.jsonl"), "{\"schema\":\"other/1\"}\n").expect("written");
    std::fs::write(folder.join("empty.jsonl"), "").expect("written");
    for file in ["other.jsonl", "empty.jsonl"] {
        let refused = output(&folder, &["lab", "export", file]);
        assert_eq!(refused.status.code(), Some(2), "{file}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains(&format!("{file}, line 1")));
    }
    // Nor is what never ends, or a run whose header tells nothing.
    let header = "{\"schema\":\"conjoin.lab-run/1\"}\n";
    std::fs::write(folder.join("bare.jsonl"), header).expect("written");
    for (file, says) in [("/dev/zero", "expected a regular file"), ("bare.jsonl", "line 1")] {
        let refused = output(&folder, &["lab", "export", file]);
        assert_eq!(refused.status.code(), Some(2), "{file}");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(said.contains(says) && said.lines().count() == 1, "{said}");
    }
    // Two files that would become one table are refused before either is written.
    let refused = output(&folder, &["lab", "export", "a/run.jsonl", "b/run.jsonl"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("b/run.jsonl"));
    // Of several experiments none is begun when the run file of one is in the way.
    std::fs::create_dir(folder.join("runs")).expect("made");
    std::fs::write(folder.join("runs/winands-7.fig4-tiny.jsonl"), "x").expect("written");
    let refused =
        output(&folder, &["lab", "run", "winands-4.2", "winands-7.fig4", "--scale", "tiny"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(!folder.join("runs/winands-4.2-tiny.jsonl").exists());
    let refused = output(&folder, &["lab", "run", "speed", "--time", "1s"]);
    assert_eq!(refused.status.code(), Some(2));
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn more_than_two_players_make_a_tournament() {
    let folder = folder("tournament");
    let run = [
        "match",
        "basic",
        "basic-bare",
        "level-1",
        "--games",
        "4",
        "--nodes",
        "200",
        "--memory",
        "1MiB",
        "--output",
        "t.jsonl",
        "--sgf",
        "t.sgf",
        "--json",
    ];
    let first = output(&folder, &run);
    assert_eq!(first.status.code(), Some(0), "{}", String::from_utf8_lossy(&first.stderr));
    let value: serde_json::Value = serde_json::from_slice(&first.stdout).expect("JSON");
    assert_eq!(value["schema"], "conjoin.tournament/1");
    assert_eq!(value["pairings"].as_array().map(Vec::len), Some(3));
    assert_eq!(value["players"].as_array().map(Vec::len), Some(3));
    let sgf = std::fs::read_to_string(folder.join("t.sgf")).expect("games");
    assert_eq!(sgf.matches("GM[9]").count(), 12);
    let lines = || std::fs::read_to_string(folder.join("t.jsonl")).expect("a run").lines().count();
    assert_eq!(lines(), 13);
    let again = output(&folder, &[&run[..], &["--resume"]].concat());
    let same: serde_json::Value = serde_json::from_slice(&again.stdout).expect("JSON");
    assert_eq!(same["players"], value["players"]);
    assert_eq!(lines(), 13);
    // Fewer games than there are: those, and no more, count.
    let mut fewer = run;
    fewer[5] = "2";
    let fewer = output(&folder, &[&fewer[..], &["--resume"]].concat());
    let fewer: serde_json::Value = serde_json::from_slice(&fewer.stdout).expect("JSON");
    assert!(fewer["players"].as_array().is_some_and(|all| all.iter().all(|p| p["games"] == 4)));
    // The games as a table.
    let exported = output(&folder, &["lab", "export", "t.jsonl"]);
    assert_eq!(exported.status.code(), Some(0), "{}", String::from_utf8_lossy(&exported.stderr));
    let csv = std::fs::read_to_string(folder.join("t-game.csv")).expect("CSV");
    assert_eq!(csv.lines().count(), 13);
    assert!(csv.contains("\nbasic - level-1,"));
    // A file that was edited is not believed.
    let text = std::fs::read_to_string(folder.join("t.jsonl")).expect("a run");
    for (from, to) in [("\"pair\":1", "\"pair\":0"), ("\"moves\":\"", "\"moves\":\"a1-a1 ")] {
        std::fs::write(folder.join("t.jsonl"), text.replacen(from, to, 1)).expect("written");
        // What a tournament is not continued from is not exported either.
        for arguments in [&[&run[..], &["--resume"]].concat()[..], &["lab", "export", "t.jsonl"]] {
            let refused = output(&folder, arguments);
            assert_eq!(refused.status.code(), Some(2), "{from}");
            let said = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert!(
                said.contains("t.jsonl, line ") && said.contains("is not one of this"),
                "{said}"
            );
        }
    }
    let sprt = output(
        &folder,
        &["match", "basic", "mia-1", "yl", "--games", "2", "--nodes", "9", "--sprt", "0,9"],
    );
    assert_eq!(sprt.status.code(), Some(2));
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn solvers_are_compared_side_by_side() {
    let folder = folder("solvers");
    let run = ["lab", "run", "solvers", "--sample", "2", "--memory", "16MiB", "--json"];
    let compared = output(&folder, &[&run[..], &["--profiles", "best,best:2,dfpn-eps"]].concat());
    let compared: serde_json::Value = serde_json::from_slice(&compared.stdout).unwrap();
    let rows = compared["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row["solved"] == 2 && row["solved_by_all"] == 2), "{compared}");
    assert_eq!(rows[0]["time_ratio"], 1.0);
    assert!(rows[2]["expanded_ratio"].as_f64() > Some(1.0), "{compared}");
    for wrong in ["worst", "best:0", "best:x"] {
        let refused = output(&folder, &[&run[..], &["--profiles", wrong]].concat());
        assert_eq!(refused.status.code(), Some(2), "{wrong}");
    }
}

/// The test is the other process.
#[test]
fn files_that_another_process_is_going_to_write_are_refused() {
    let folder = folder("lock");
    let build: [&[&str]; 3] = [
        &["suite", "build", "middle", "--count", "2", "--move-nodes", "20", "--output", "file"],
        &["match", "basic", "level-1", "--games", "2", "--depth", "1", "--sgf", "file"],
        &["match", "basic", "level-1", "mia-1", "--games", "2", "--depth", "1", "--sgf", "file"],
    ];
    for arguments in build {
        let lock = FileLock::take(&folder.join("file")).expect("free");
        let refused = output(&folder, arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(said.contains("file is in use") && said.lines().count() == 1, "{said}");
        assert!(!folder.join("file").exists());
        drop(lock);
        let done = output(&folder, arguments);
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        std::fs::remove_file(folder.join("file")).expect("it was written");
    }
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 0, "a lock was left behind");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_suite_is_gone_on_with_and_becomes_that_of_one_run() {
    let folder = folder("suite");
    let build = |count: &str, file: &str, more: &[&str]| {
        let arguments = [
            &["suite", "build", "endgame", "--move-nodes", "300", "--nodes", "2000"],
            &["--count", count, "--output", file][..],
            more,
        ];
        let made = output(&folder, &arguments.concat());
        let said = String::from_utf8_lossy(&made.stderr).into_owned();
        (made.status.code(), said)
    };
    let text = |file: &str| std::fs::read_to_string(folder.join(file)).expect("a suite");
    assert_eq!(build("12", "whole.tsv", &["--threads", "1"]).0, Some(0));
    assert_eq!(text("whole.tsv").matches("\tresult=win\t").count(), 12);
    for count in ["5", "12"] {
        assert_eq!(build(count, "parts.tsv", &["--threads", "2"]).0, Some(0));
    }
    assert_eq!(text("parts.tsv"), text("whole.tsv"));
    let (code, said) = build("12", "parts.tsv", &["--seed", "2"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("no suite of this kind, seed"), "{said}");
    assert_eq!(text("parts.tsv"), text("whole.tsv"));
    std::fs::write(folder.join("parts.tsv"), text("whole.tsv").replacen("\tgame=", "\tg=", 1))
        .expect("written");
    let (code, said) = build("12", "parts.tsv", &[]);
    assert_eq!((code, said.contains("does not name its game")), (Some(2), true), "{said}");
    std::fs::remove_dir_all(folder).expect("removed");
}

/// Nothing in such a suite says what a solver can do; files of records come before the contest.
#[test]
fn real_endgames_are_made_without_a_solver() {
    let folder = folder("real");
    let records = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/loa/olympiad-games.txt");
    let build = |kind: &str, file: &str, more: &[&str]| {
        let arguments = [
            &["suite", "build", kind, "--count", "12", "--move-nodes", "200", "--output", file],
            more,
        ];
        let made = output(&folder, &arguments.concat());
        let said = String::from_utf8_lossy(&made.stderr).into_owned();
        (made.status.code(), said)
    };
    for kind in ["real-endgame", "real-endgame-hard"] {
        let (code, said) = build(kind, kind, &["--records", records, "--seed", "3"]);
        assert_eq!(code, Some(0), "{said}");
        let text = std::fs::read_to_string(folder.join(kind)).expect("a suite");
        assert!(text.contains("# game=loa\n") && text.contains("--seed 3 "), "{text}");
        assert!(text.contains("olympiad-games.txt") && text.contains("free to use"), "{text}");
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), 12, "{text}");
        assert!(lines.iter().all(|l| l.contains("\tgame_plies=") && !l.contains("expanded")));
        assert!(text.contains("Olympiad game") && text.contains(" after "), "{text}");
    }
    let (code, said) = build("real-endgame", "real-endgame", &[]);
    assert_eq!((code, said.contains("choose another file")), (Some(2), true), "{said}");
    let (code, said) = build("endgame", "other", &["--records", records]);
    assert_eq!((code, said.contains("--records is for")), (Some(2), true), "{said}");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn the_chance_of_a_verdict_is_told() {
    let folder = folder("power");
    let told = output(&folder, &["lab", "power", "winands-6.3", "--scale", "paper", "--json"]);
    let line: serde_json::Value = serde_json::from_slice(&told.stdout).expect("JSON");
    assert_eq!(line["schema"], "conjoin.lab-power/1");
    assert_eq!((&line["claim"], &line["blocks"]), (&"winands-6.3".into(), &500.0.into()));
    // Nothing was measured in this folder: the spread is assumed.
    assert_eq!(line["spread_blocks"], 0);
    let chance = line["as_published"].as_f64().expect("a chance");
    assert!((0.05..0.95).contains(&chance), "{line}");
    let all = output(&folder, &["lab", "power", "--scale", "quick"]);
    assert_eq!(all.status.code(), Some(0), "{}", String::from_utf8_lossy(&all.stderr));
    let all = String::from_utf8_lossy(&all.stdout).into_owned();
    assert!(all.contains("winands-4.3a") && all.contains("efpn-6"), "{all}");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn learned_weights_go_where_either_option_says() {
    let folder = folder("learn");
    for option in ["--output", "--out"] {
        let learn = ["learn", "weights", "mia-4", "--rounds", "1", "--games", "2", "--depth", "1"];
        let run = format!("run{option}.jsonl");
        let learn = [&learn[..], &["--run", &run, option, "w.toml"]].concat();
        let learned = output(&folder, &learn);
        assert_eq!(learned.status.code(), Some(0), "{}", String::from_utf8_lossy(&learned.stderr));
        std::fs::remove_file(folder.join("w.toml")).expect("the weights");
    }
    std::fs::remove_dir_all(folder).expect("removed");
}
