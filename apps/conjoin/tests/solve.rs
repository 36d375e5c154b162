//! `conjoin solve` and `conjoin verify` as a user meets them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use conjoin_engine::checkpoint::check_sum;
use serde_json::Value;

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

fn json(output: &Output) -> Value {
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
    // Gzipped by their names too.
    conjoin(&folder, &["solve", "--position", DRAWN, "--full", "--proof", "x.gz"]);
    for name in ["x.not-win.gz", "x.not-loss.gz"] {
        let bytes = std::fs::read(folder.join(name)).expect(name);
        assert!(bytes.starts_with(&[0x1f, 0x8b]), "{name}");
    }
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
fn memory_is_counted_and_honoured() {
    let folder = folder("solve-memory");
    // Of 256 KiB the table of PDS-PN has two fifths, and its second level some of the rest.
    for (algorithm, nodes, least) in [
        ("pn", "200000", 129 << 10),
        ("pn2", "1000000", 129 << 10),
        ("ef-pn2", "1000000", 129 << 10),
        ("pdspn", "1000000", 103 << 10),
    ] {
        let limits = ["--nodes", nodes, "--memory", "256KiB", "--json"];
        let arguments = ["solve", "--size", "6", "--algorithm", algorithm];
        let solved = json(&conjoin(&folder, &[&arguments[..], &limits].concat()));
        let memory = solved["table_bytes"].as_u64().expect("a number");
        assert!((least..=256 << 10).contains(&memory), "{algorithm} {solved}");
    }
}

#[test]
fn an_easy_position_uses_little_of_much_memory() {
    let folder = folder("solve-much-memory");
    for algorithm in ["best", "pds", "dfpn-eps", "alphabeta", "pdspn"] {
        let arguments = ["solve", "--size", "4", "--algorithm", algorithm, "--json"];
        let little = json(&conjoin(&folder, &[&arguments[..], &["--memory", "64MiB"]].concat()));
        let much = json(&conjoin(&folder, &[&arguments[..], &["--memory", "4GiB"]].concat()));
        assert_eq!(much["result"], little["result"], "{much}");
        assert!(much["table_bytes"].as_u64().unwrap() <= 65 << 20, "{algorithm} {much}");
    }
}

/// Table and proof together keep to the memory, and a proof that has no room is not made.
#[test]
fn the_proof_is_part_of_the_memory() {
    let folder = folder("solve-proof-memory");
    let solve = |memory: &str, file: &str| {
        let arguments = ["solve", "--size", "5", "--memory", memory, "--proof", file, "--json"];
        json(&conjoin(&folder, &arguments))
    };
    let solved = solve("16MiB", "5.proof");
    let bytes = |of: &str| solved[of].as_u64().unwrap_or_else(|| panic!("{of}: {solved}"));
    assert!(bytes("proof_bytes") >= 20 * bytes("proof_lines"), "{solved}");
    assert!(bytes("proof_bytes") + bytes("table_bytes") <= 16 << 20, "{solved}");
    assert!(folder.join("5.proof").exists());
    let refused = solve("256KiB", "small.proof");
    assert_eq!(refused["result"], "win");
    assert_eq!(refused["proof"], Value::Null, "{refused}");
    let told = ["solve", "--size", "5", "--memory", "256KiB", "--proof", "small.proof"];
    let told = String::from_utf8(conjoin(&folder, &told).stdout).unwrap();
    assert!(told.contains("no proof: the memory ended"), "{told}");
}

#[test]
fn two_solves_do_not_save_to_one_file() {
    let folder = folder("solve-in-use");
    let file = std::fs::File::create(folder.join("s.save")).unwrap();
    file.lock().unwrap();
    let refused = conjoin(&folder, &["solve", "--size", "4", "--resume", "s.save"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("in use"));
    // An empty file is a solve that was killed before it saved.
    drop(file);
    let solved = conjoin(&folder, &["solve", "--size", "4", "--resume", "s.save"]);
    assert_eq!(solved.status.code(), Some(0));
}

/// All facts of a saved table are turned round: the search believes them, the proof does not.
#[test]
fn a_result_that_its_proof_refutes_is_not_told() {
    const FACT: u64 = 1 << 63;
    let folder = folder("solve-refuted");
    let arguments = ["solve", "--size", "5", "--memory", "1MiB", "--resume", "s.save"];
    assert_eq!(conjoin(&folder, &arguments).status.code(), Some(0));
    let mut bytes = std::fs::read(folder.join("s.save")).unwrap();
    let sum = bytes.len() - 8;
    let table = sum - (1 << 20);
    for slot in bytes[table..sum].chunks_exact_mut(16) {
        let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap());
        let (check, data) = (word(&slot[..8]), word(&slot[8..]));
        if data & FACT != 0 {
            slot[..8].copy_from_slice(&(check ^ 1).to_le_bytes());
            slot[8..].copy_from_slice(&(data ^ 1).to_le_bytes());
        }
    }
    // The check sum is made to fit.
    let head = bytes.split(|&byte| byte == b'\n').nth(1).unwrap().to_vec();
    // Eight bytes before the slots say how many buckets there are.
    let value = check_sum(&[&head, &bytes[table - 8..sum]]);
    bytes[sum..].copy_from_slice(&value.to_le_bytes());
    std::fs::write(folder.join("s.save"), bytes).unwrap();
    let refuted =
        conjoin(&folder, &[&arguments[..], &["--full", "--proof", "p", "--json"]].concat());
    assert_eq!(refuted.status.code(), Some(1), "{refuted:?}");
    let refuted = json(&refuted);
    assert_eq!(refuted["result"], "unknown", "{refuted}");
    assert!(!folder.join("p").exists());
}

#[test]
fn the_shortest_win_of_4x4_has_three_plies() {
    let solved = json(&conjoin(Path::new("."), &["solve", "--size", "4", "--shortest", "--json"]));
    assert_eq!(solved["plies"], serde_json::json!({"at_least": 3, "at_most": 3}));
    assert_eq!(solved["line"].as_array().unwrap().len(), 3);
}

/// The win is found in 23,361 nodes; the shortest one takes far more.
#[test]
fn looking_for_the_shortest_win_is_counted_limited_and_saved() {
    let folder = folder("solve-shortest");
    let arguments = ["solve", "--position", "8/1b1w2b1/w1ww4/bbbw4/bw1w4/7b/8/2b5 w", "--shortest"];
    let limits = ["--memory", "16MiB", "--nodes", "300000", "--resume", "s.save", "--json"];
    let solved = json(&conjoin(&folder, &[&arguments[..], &limits].concat()));
    assert_eq!(solved["result"], "win");
    assert!((250_000..400_000).contains(&solved["nodes"].as_u64().unwrap()), "{solved}");
    assert!(solved["plies"]["at_least"].as_u64() < solved["plies"]["at_most"].as_u64());
    let saved = std::fs::read(folder.join("s.save")).unwrap();
    let head = saved.split(|&byte| byte == b'\n').nth(1).unwrap();
    let head: Value = serde_json::from_slice(head).unwrap();
    assert_eq!(head["counters"]["nodes"], solved["nodes"]);
    // A checkpoint that was cut or went on is damaged.
    let mut flipped = saved.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    for damaged in [&saved[..saved.len() - 1], &[&saved[..], b"x"].concat(), &flipped] {
        std::fs::write(folder.join("s.save"), damaged).unwrap();
        let refused = conjoin(&folder, &[&arguments[..], &limits].concat());
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains("damaged"));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_verification_at_once() {
    let folder = folder("verify-interrupt");
    conjoin(&folder, &["solve", "--size", "5", "--proof", "5.proof"]);
    let files = vec!["5.proof"; 3000];
    let mut child = Command::new(env!("CARGO_BIN_EXE_conjoin"))
        .arg("verify")
        .args(&files)
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // The first verdict: it is at work.
    let mut line = String::new();
    let mut output = std::io::BufReader::new(child.stdout.take().expect("piped"));
    std::io::BufRead::read_line(&mut output, &mut line).expect("a verdict");
    assert!(line.contains("5.proof: ok"), "{line}");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.expect("kill runs").success());
    std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

#[test]
fn the_course_of_a_solve_is_written_and_drawn() {
    let folder = folder("solve-log");
    let log = ["--log", "six.jsonl", "--log-every", "50ms"];
    let six = ["solve", "--size", "6", "--nodes", "200000", "--json"];
    let solved = json(&conjoin(&folder, &[&six[..], &log].concat()));
    assert_eq!(solved["result"], "unknown");
    let text = std::fs::read_to_string(folder.join("six.jsonl")).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expanded = |line: &Value| line["expanded"].as_u64().unwrap();
    assert!(lines.len() > 1, "{text}");
    assert!(lines.is_sorted_by_key(expanded), "{text}");
    assert_eq!(lines.last().map(expanded), solved["expanded"].as_u64(), "{text}");
    assert!(lines[0]["proof"].as_u64() > Some(1) && lines[0]["disproof"].as_u64() > Some(1));
    let plot = std::fs::read_to_string(folder.join("six.jsonl.svg")).unwrap();
    assert!(plot.starts_with("<svg") && plot.contains("disproof number"), "{plot}");
    // What is no log is left alone.
    conjoin(&folder, &["solve", "--size", "4", "--proof", "4.proof"]);
    let proof = std::fs::read(folder.join("4.proof")).unwrap();
    let refused = conjoin(&folder, &["solve", "--size", "4", "--log", "4.proof"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(std::fs::read(folder.join("4.proof")).unwrap(), proof);
}

#[test]
fn bad_input_is_refused() {
    let folder = folder("solve-bad");
    std::fs::write(folder.join("no.proof"), "hello\n").unwrap();
    std::fs::write(folder.join("no.save"), "hello\n").unwrap();
    std::fs::write(folder.join("no.tsv"), "1bb1/w2w/w2w/1bb1 b\tresult=win\tplies=5\n").unwrap();
    for (arguments, code) in [
        (&["solve", "--size", "4", "--time", "9999999999999999999s"][..], 2),
        (&["solve", "--size", "4", "--proof", "no/folder/x.proof"], 2),
        (&["solve", "--size", "4", "--log", "no/folder/x.jsonl"], 2),
        (&["solve", "--size", "4", "--resume", "no/folder/x.save"], 2),
        (&["solve", "--size", "4", "--proof", "."], 2),
        (&["solve", "--size", "4", "--resume", "x", "--proof", "./x"], 2),
        (&["solve", "--size", "4", "--log", "x", "--proof", "x.svg"], 2),
        (&["solve", "--size", "4", "--save-every", "1s"], 2),
        (&["solve", "--suite", "wins-44", "--rules", "openspiel"], 2),
        (&["solve", "--suite", "wins-44", "--size", "5"], 2),
        (&["suite", "check", "wins-44", "--nodes", "0"], 2),
        (&["suite", "check", "no.tsv"], 1),
        (&["suite", "build", "middle", "--output", "no.tsv"], 2),
        (&["suite", "build", "endgame", "--output", "no/folder/x.tsv"], 2),
        (&["suite", "build", "endgame", "--output", "x.tsv", "--rules", "ludii"], 2),
        (&["solve", "--rules", "openspiel", "--size", "4"], 2),
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

/// The nodes in the head of a checkpoint; 0 before the first saving.
fn saved_nodes(file: &Path) -> u64 {
    let bytes = std::fs::read(file).unwrap_or_default();
    let head = bytes.split(|&byte| byte == b'\n').nth(1).unwrap_or_default();
    let head: Value = serde_json::from_slice(head).unwrap_or_default();
    head["counters"]["nodes"].as_u64().unwrap_or(0)
}

/// Killed at ten moments, then resumed: nothing saved is lost, and the work goes on to the result of an
/// undisturbed run without being done again.
#[test]
fn a_killed_solve_goes_on_to_the_same_result() {
    let folder = folder("solve-resume");
    // The hardest of endgame-hard for best; saved so often that it outlasts the kills.
    let position = "2w3b1/w3wb2/3b1wwb/5wb1/w2b1b2/4b3/1w6/8 b";
    let alone = ["solve", "--position", position, "--memory", "8MiB", "--json"];
    let arguments = [&alone[..], &["--save-every", "1ms", "--resume", "hard.save"]].concat();
    let undisturbed = json(&conjoin(&folder, &alone));
    assert_eq!(undisturbed["result"], "win", "{undisturbed}");
    let nodes = |solved: &Value| solved["nodes"].as_u64().expect("a count");
    let file = folder.join("hard.save");
    let mut saved = 0;
    for round in 0..10 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_conjoin"))
            .args(&arguments)
            .current_dir(&folder)
            .stdout(Stdio::null())
            .spawn()
            .expect("the program runs");
        // Until it has saved more than it found, and a little longer: never before it has got on, and
        // far from the end, however fast the machine is.
        let start = Instant::now();
        loop {
            let now = saved_nodes(&file);
            assert!(now >= saved, "round {round}: begun anew, {now} nodes after {saved}");
            if now > saved || start.elapsed() > Duration::from_secs(20) {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis((round * 7) % 10));
        assert!(child.try_wait().expect("it was started").is_none(), "round {round}: not killed");
        child.kill().expect("it is ours");
        child.wait().expect("it was started");
        let now = saved_nodes(&file);
        assert!(now > saved, "round {round}: {now} nodes after {saved}");
        saved = now;
    }
    assert!(saved < nodes(&undisturbed), "{saved} nodes saved between the kills");
    let solved = json(&conjoin(&folder, &arguments));
    assert_eq!(solved["result"], undisturbed["result"], "{solved} {undisturbed}");
    assert!(
        (saved + 1..2 * nodes(&undisturbed)).contains(&nodes(&solved)),
        "{solved}, {saved} saved"
    );
    // Another position does not go on from here.
    let other =
        conjoin(&folder, &["solve", "--size", "4", "--resume", "hard.save", "--memory", "8MiB"]);
    assert_eq!(other.status.code(), Some(2));
}
