//! Bad input: exit code 2, one clear line on standard error, no panic, and soon.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Each case takes less than a second; this is generous for a loaded machine and still catches
/// what is quadratic.
const PATIENCE: Duration = Duration::from_secs(20);

struct Case {
    arguments: Vec<String>,
    /// What the line must contain.
    says: &'static str,
}

fn case(arguments: &[&str], says: &'static str) -> Case {
    Case { arguments: arguments.iter().map(ToString::to_string).collect(), says }
}

fn check(case: &Case) {
    let shown: Vec<String> = case.arguments.iter().map(|a| a.chars().take(60).collect()).collect();
    let start = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_conjoin"))
        .args(&case.arguments)
        .output()
        .unwrap_or_else(|error| panic!("{shown:?} does not start: {error}"));
    let took = start.elapsed();
    println!("{took:?} {shown:?}");
    let said = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert_eq!(output.status.code(), Some(2), "{shown:?} said {said:?}");
    assert_eq!(said.lines().count(), 1, "{shown:?} said {said:?}");
    assert!(said.starts_with("conjoin: "), "{shown:?} said {said:?}");
    assert!(said.len() < 1000, "{shown:?} said a lot: {} bytes", said.len());
    assert!(!said.chars().any(|c| c.is_control() && c != '\n'), "{shown:?} said {said:?}");
    assert!(said.contains(case.says), "{shown:?} said {said:?}, expected {:?}", case.says);
    assert!(output.stdout.is_empty(), "{shown:?} printed something");
    assert!(took < PATIENCE, "{shown:?} took {took:?}");
}

#[test]
fn positions() {
    const MEN: &str = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1";
    let cases = [
        ("", "the position is empty"),
        (" ", "the position is empty"),
        ("b", "1 ranks"),
        ("8/8 b", "2 ranks"),
        ("9", "character '9' at place 1"),
        ("///////// b", "10 ranks"),
        ("1b1/w1w b", "2 ranks"),
        ("1b1/w1w/1b1", "side to move \"\""),
        ("1b1/w1w/1b1 x", "side to move \"x\""),
        ("1b1/w1w/1b1 B", "side to move \"B\""),
        ("1b1/w1w/1b1 b b", "after the side to move"),
        ("1b2/w1w/1b1 b", "rank 3 of the position"),
        ("1b1/w1/1b1 b", "rank 2 of the position"),
        ("1b1/w1w/1b0 b", "character '0' at place 11"),
        ("1b1/w1w/1bé b", "character 'é' at place 11"),
        ("1b1/w1w/1bL b", "mixes the letters"),
        ("3/w1w/3 b", "Black has no men"),
        ("1b1/3/1b1 w", "White has no men"),
        ("3/3/3 b", "Black has no men"),
        ("\u{1}\u{2}\u{3} b", "character '\\u{1}'"),
        ("1b1\t/w1w/1b1 b", "1 ranks"),
        ("😀/😀/😀 b", "character '😀' at place 1"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "character 'r' at place 1"),
    ];
    for (text, says) in cases {
        check(&case(&["show", text], says));
    }
    check(&case(&["perft", "--depth", "2", "--position", "1b1/w1w"], "2 ranks"));
    check(&case(&["show", "--size", "6", &format!("{MEN} b")], "--size 6 does not fit"));
    // As long as a command line may be.
    let long = "b".repeat(100_000);
    check(&case(&["show", &long], "1 ranks"));
    check(&case(&["show", &"/".repeat(100_000)], "100001 ranks"));
    check(&case(&["show", &format!("{MEN} {long}")], "side to move"));
}

#[test]
fn moves() {
    let cases = [
        ("x", "move 1: move \"x\" is not readable at place 2"),
        ("d1", "not readable at place 3"),
        ("d1-", "not readable at place 4"),
        ("d1-d", "not readable at place 5"),
        ("d1-d33", "not readable at place 6"),
        ("i1-i3", "square \"i1\" is not on an 8x8 board"),
        ("d0-d2", "square \"d0\" is not on an 8x8 board"),
        ("d1-d9", "square \"d9\" is not on an 8x8 board"),
        ("d1>d3", "not readable at place 3"),
        ("d4-d5", "d4 is empty"),
        ("a2-c2", "the man on a2 is White's and Black moves"),
        ("d1-d1", "not on a straight line"),
        ("d1-e3", "not on a straight line"),
        ("d1-d4", "2 men stand on that line"),
        ("pass", "Black has another move"),
        ("d1-d3 d3-d5", "move 2: move d3-d5 is not legal here: the man on d3 is Black's"),
        ("\u{1b}[31m", "not readable"),
        ("é1-é3", "not readable"),
    ];
    for (text, says) in cases {
        check(&case(&["show", "--moves", text], says));
    }
    check(&case(&["show", "--moves", &"d1".repeat(50_000)], "not readable"));
    check(&case(&["show", "bb1/3/w1w w", "--moves", "a1-a2"], "the game is over"));
}

#[test]
fn arguments() {
    let cases: [(&[&str], &str); 21] = [
        (&["sgf"], "\"sgf\" is not a whole command"),
        (&["dance"], "dance"),
        (&["perft"], "--depth"),
        (&["perft", "--depth"], "--depth"),
        (&["perft", "--depth", "-1"], "-1"),
        (&["perft", "--depth", "many"], "many"),
        (&["perft", "--depth", "99999999999999999999"], "99999999999999999999"),
        (&["perft", "--depth", "65"], "65"),
        (&["perft", "--depth", "1", "--size", "2"], "size \"2\" is not known: expected 3 to 8"),
        (&["perft", "--depth", "1", "--size", "9"], "size \"9\" is not known: expected 3 to 8"),
        (&["perft", "--depth", "1", "--threads", "0"], "0 is not in 1..=1024"),
        (&["perft", "--depth", "1", "--rules", "chess"], "rule set \"chess\" is not known"),
        (&["perft", "--depth", "1", "--stuck", "cry"], "stuck \"cry\" is not known"),
        (&["perft", "--depth", "1", "--simultaneous", "both"], "expected draw or mover"),
        (&["perft", "--depth", "1", "--repetition", "4"], "expected 3, any or none"),
        (&["perft", "--depth", "1", "--game", "go"], "go"),
        (&["perft", "--depth", "1", "--frobnicate"], "--frobnicate"),
        (&["show", "--svg", "/nowhere/at/all.svg"], "cannot write /nowhere/at/all.svg"),
        (&["show", "--seed", "x"], "x"),
        (&["sgf", "check"], "<FILES>"),
        (&["sgf", "check", "/nowhere.sgf"], "cannot read /nowhere.sgf"),
    ];
    for (arguments, says) in cases {
        check(&case(arguments, says));
    }
    check(&case(&["show", "--start", "scrambled-eggs", "--size", "6"], "needs size 8, not 6"));
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

    fn file(&self, name: &str, content: &[u8]) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, content).expect("a file for tests");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[test]
fn sgf_files() {
    let folder = Folder::new("bad-sgf");
    let nested: Vec<u8> = [&b"(;"[..]; 100_000].concat();
    let cases: [(&str, Vec<u8>); 16] = [
        ("empty", Vec::new()),
        ("blank", b" \n\n ".to_vec()),
        ("no-record", b"This is a letter to a friend.".to_vec()),
        ("truncated", b"(;GM[9];B[d1-b3".to_vec()),
        ("truncated-tree", b"(;GM[9]".to_vec()),
        ("no-node", b"()".to_vec()),
        ("only-open", b"(".to_vec()),
        ("only-close", b")))))".to_vec()),
        ("no-value", b"(;GM;B)".to_vec()),
        ("controls", (0u8..32).collect()),
        ("binary", (0u8..=255).cycle().take(100_000).collect()),
        ("long-line", vec![b'x'; 10_000_000]),
        ("long-value", [b"(;C[".to_vec(), vec![b'x'; 10_000_000]].concat()),
        ("open-parentheses", vec![b'('; 100_000]),
        ("nested", nested),
        ("zeroes", vec![0; 100_000]),
    ];
    for (name, content) in cases {
        let file = folder.file(&format!("{name}.sgf"), &content);
        check(&case(&["sgf", "check", &file], "bad-sgf"));
        check(&case(&["sgf", "convert", &file], "bad-sgf"));
        let target = folder.0.join("out.txt");
        check(&case(&["sgf", "convert", &file, "-o", &target.display().to_string()], name));
        assert!(!target.exists(), "{name} left a file");
    }
    let folder_itself = folder.0.display().to_string();
    check(&case(&["sgf", "check", &folder_itself], "is a folder: expected a regular file"));
    let texts: [(&str, Vec<u8>); 4] = [
        ("broken-tag", b"[Event \"x\n1. d1-b3".to_vec()),
        ("long-move", [b"[Event \"x\"]\n1. ".to_vec(), vec![b'{'; 10_000_000]].concat()),
        ("nested", [b"[Event \"x\"]\n1. d1-b3 ".to_vec(), vec![b'('; 100_000]].concat()),
        ("unclosed", b"[Event \"x\"]\n1. d1-b3 {and then".to_vec()),
    ];
    for (name, content) in texts {
        let text = folder.file(&format!("{name}.txt"), &content);
        check(&case(&["sgf", "check", &text], name));
        check(&case(&["sgf", "convert", &text], name));
    }
}

#[test]
fn options_that_a_command_has_no_use_for() {
    check(&case(&["verify", "--game", "surakarta", "x.proof"], "verify takes no --game"));
    check(&case(&["verify", "--size", "6", "x.proof"], "verify takes no --size"));
    check(&case(&["bench", "--game", "loa"], "bench takes no --game"));
    check(&case(&["serve", "--rules", "boardspace"], "serve takes no --rules"));
    check(&case(&["learn", "weights", "mia-4", "--size", "6"], "usual board"));
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/surakarta/suites/wins-20.tsv");
    check(&case(&["solve", "--suite", suite], "a suite of surakarta, not of loa"));
}

#[test]
fn parts_of_a_result() {
    for part in ["nan", "7", "-0.1", "inf", "half"] {
        let part = format!("--result-part={part}");
        check(&case(&["learn", "weights", "mia-4", &part], "0 to 1"));
    }
}
