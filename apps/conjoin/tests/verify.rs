//! `conjoin verify`: a verdict on every file, whatever the others are, and no file without a limit.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

/// The second player wins on 3x3.
const THREE: &str = "conjoin-proof 1
game loa 3 simultaneous=draw stuck=pass repetition=3
symmetry d4
claim loss
root 1b1/w1w/1b1 b
1w1/b1b/1w1 b\t*\t2
1w1/b2/1wb w\tb1-c2\t1
";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    std::fs::write(folder.join("good.proof"), THREE).expect("written");
    folder
}

fn verify(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_conjoin"))
        .arg("verify")
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

fn lines(bytes: &[u8]) -> Vec<&str> {
    std::str::from_utf8(bytes).expect("what is said is UTF-8").lines().collect()
}

/// A beginning and then the same bytes many times: a gzipped file may have many parts.
fn gzipped(path: &Path, start: &[u8], part: &[u8], times: usize) {
    let pack = |bytes: &[u8]| {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(bytes).expect("packed");
        packed.finish().expect("packed")
    };
    std::fs::write(path, [pack(start), pack(part).repeat(times)].concat()).expect("written");
}

#[test]
fn a_file_that_cannot_be_read_hides_no_verdict() {
    let folder = folder("verify-all");
    std::fs::write(folder.join("wrong.proof"), THREE.replace("\t1\n", "\t3\n")).unwrap();
    std::fs::write(folder.join("bytes.proof"), [THREE.as_bytes(), b"\xff\n"].concat()).unwrap();
    std::fs::write(folder.join("cut.proof.gz"), [0x1f, 0x8b, 8, 0, 0]).unwrap();
    let files = [
        "missing.proof",
        "good.proof",
        "bytes.proof",
        "wrong.proof",
        "cut.proof.gz",
        ".",
        "good.proof",
    ];
    let output = verify(&folder, &files);
    assert_eq!(output.status.code(), Some(2));
    let good = "good.proof: ok, loss for 1b1/w1w/1b1 b in 2 lines, \
        loa 3 simultaneous=draw stuck=pass repetition=3";
    let wrong = "wrong.proof: refused, line 6: rank 2: expected 4";
    assert_eq!(lines(&output.stdout), [good, wrong, good]);
    let said = lines(&output.stderr);
    for (line, start) in said.iter().zip([
        "conjoin: cannot read missing.proof: ",
        "conjoin: bytes.proof: line 8 is not text: expected UTF-8",
        "conjoin: cannot read cut.proof.gz: ",
        "conjoin: . is a folder: expected a regular file",
    ]) {
        assert!(line.starts_with(start), "{said:?}");
    }
    assert_eq!(said.len(), 4, "{said:?}");

    let output = verify(&folder, &[&files[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(2));
    let answers: Vec<Value> =
        lines(&output.stdout).iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), files.len(), "one object a file");
    for (answer, file) in answers.iter().zip(files) {
        assert_eq!(answer["file"], file);
        assert_eq!(answer["ok"], file == "good.proof", "{answer}");
        assert_eq!(answer["read"], ["good.proof", "wrong.proof"].contains(&file), "{answer}");
        assert_eq!(answer["reason"].is_null(), file == "good.proof", "{answer}");
    }
}

#[test]
fn the_exit_code_tells_refused_from_unread() {
    let folder = folder("verify-codes");
    std::fs::write(folder.join("wrong.proof"), "hello\n").unwrap();
    for (files, code) in [
        (&["good.proof", "good.proof"][..], 0),
        (&["good.proof", "wrong.proof", "good.proof"], 1),
        (&["wrong.proof", "missing.proof"], 2),
        (&["missing.proof", "wrong.proof"], 2),
    ] {
        assert_eq!(verify(&folder, files).status.code(), Some(code), "{files:?}");
    }
    let help = verify(&folder, &["--help"]).stdout;
    assert!(String::from_utf8_lossy(&help).contains("2 when a file cannot be read"));
}

#[test]
fn the_answer_names_the_root_and_the_rules_of_the_file() {
    let folder = folder("verify-rules");
    let output = verify(&folder, &["good.proof", "--json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["schema"], "conjoin.verify/2");
    assert_eq!(answer["root"], "1b1/w1w/1b1 b");
    assert_eq!((&answer["game"], &answer["size"]), (&"loa".into(), &3.into()));
    assert_eq!(answer["rules"], "simultaneous=draw stuck=pass repetition=3");
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_refused_at_once() {
    let folder = folder("verify-devices");
    let made = Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo runs");
    assert!(made.success());
    let output = verify(&folder, &["/dev/zero", "pipe", "good.proof"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        lines(&output.stderr),
        [
            "conjoin: /dev/zero is a device: expected a regular file",
            "conjoin: pipe is a pipe: expected a regular file",
        ]
    );
    assert_eq!(lines(&output.stdout).len(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_small_file_that_unpacks_to_a_gigabyte_needs_no_memory_for_it() {
    let folder = folder("verify-bombs");
    let zeros = vec![0; 1 << 20];
    gzipped(&folder.join("zeros.proof.gz"), b"", &zeros, 1024);
    gzipped(&folder.join("late.proof.gz"), THREE.as_bytes(), &zeros, 1024);
    let head = "by a program with a name\n".repeat(1 << 15);
    gzipped(&folder.join("head.proof.gz"), b"conjoin-proof 1\n", head.as_bytes(), 1024);
    for (file, says) in [
        ("zeros.proof.gz", "line 1: it has more than 512 bytes"),
        ("late.proof.gz", "line 8: it has more than 512 bytes"),
        ("head.proof.gz", "line 101: the head has more than 100 lines"),
    ] {
        let output = Command::new("bash")
            .args(["-c", "ulimit -v 400000; exec \"$0\" verify \"$1\""])
            .args([env!("CARGO_BIN_EXE_conjoin"), file])
            .current_dir(&folder)
            .output()
            .expect("bash runs");
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{file}: {said}");
        assert!(said.starts_with(&format!("{file}: refused, {says}")), "{said}");
    }
}
