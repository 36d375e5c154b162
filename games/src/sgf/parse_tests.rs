//! Tests of the parser on hand-made files: whole, broken and hostile.

use std::fmt::Write as _;
use std::time::Instant;

use super::*;

fn problems(text: &str) -> Vec<(usize, (u32, u32), String)> {
    let place = |p: &SyntaxProblem| (p.place.line, p.place.column);
    let parsed = parse(text.as_bytes());
    parsed.problems.iter().map(|p| (p.record, place(p), p.error.to_string())).collect()
}

/// A file that must be read within a second, whatever comes of it; and written again.
fn quick(text: &str) -> Parsed {
    let clock = Instant::now();
    let parsed = parse(text.as_bytes());
    let again = parse(&parsed.collection.to_bytes());
    assert!(again.collection == parsed.collection, "trees change on a round trip");
    drop(again);
    let seconds = clock.elapsed().as_secs_f64();
    // An unoptimised or loaded build is slow; quadratic time on these files would be minutes.
    assert!(seconds < 20.0, "{seconds} s");
    parsed
}

#[test]
fn spaces_and_line_breaks_between_tokens_are_free() {
    let parsed = parse(b"\n(\r\n; GaMe [9]\n SiZe\t[8] AB [b1]\n[c1]\n;B [ d1 b3]\n)\n\n\n");
    assert!(parsed.problems.is_empty());
    let root = parsed.collection.games[0].root();
    assert_eq!(root.value("GM").map(Value::raw), Some("9"));
    assert_eq!(root.property("AB").map(|p| p.values.len()), Some(2));
    assert_eq!(root.property("AB").map(|p| p.place.line), Some(4));
}

#[test]
fn a_chain_of_variations_is_the_same_tree_as_a_line() {
    assert_eq!(parse(b"(;A[1];B[2];C[3])").collection, parse(b"(;A[1](;B[2](;C[3])))").collection);
    assert_ne!(parse(b"(;A[1];B[2];C[3])").collection, parse(b"(;A[1](;B[2])(;C[3]))").collection);
}

#[test]
fn brackets_and_parentheses_inside_values_are_text() {
    let parsed = parse(b"(;C[a (;b\\] ; c)]GM[9];B[x])");
    assert!(parsed.problems.is_empty());
    assert_eq!(
        parsed.collection.games[0].root().value("C").map(|v| v.text().into_owned()),
        Some("a (;b] ; c)".into())
    );
}

#[test]
fn text_before_the_first_record_is_ignored() {
    let parsed = parse("\u{feff}From: me (myself)\n\n(;GM[9])".as_bytes());
    assert_eq!((parsed.records, parsed.problems.len()), (1, 0));
}

#[test]
fn text_between_records_is_reported_and_harms_neither() {
    let text = "(;GM[9];B[a]))\n(;GM[9])";
    assert_eq!(problems(text), [(1, (1, 14), "text outside the records: \")\"".into())]);
    assert_eq!(parse(text.as_bytes()).collection.games.len(), 2);
}

#[test]
fn files_without_a_record_say_so() {
    for text in ["", " \n\t", "hello (world)", "))))", "]]]]", "\0\0\0\u{1}"] {
        let found = problems(text);
        assert_eq!(found.len(), 1, "{text:?}");
        assert!(found[0].2.contains("no game record"), "{found:?}");
    }
}

#[test]
fn a_truncated_file_names_what_is_missing() {
    let whole = "(;GM[9]PB[x];B[d1-b3](;W[a2-c2])(;W[h7-f7]))";
    assert!(problems(whole).is_empty());
    for end in 2..whole.len() {
        let found = problems(&whole[..end]);
        assert_eq!(found.len(), 1, "{}", &whole[..end]);
        assert_eq!(found[0].0, 1);
    }
    assert_eq!(
        problems("(;GM[9]\n;B[d1-b"),
        [(
            1,
            (2, 3),
            "the file ends inside the value that begins with \"[d1-b\": a \"]\" is missing".into()
        )]
    );
    assert_eq!(
        problems("(;GM[9];B"),
        [(1, (1, 9), "property \"B\" has no value in brackets".into())]
    );
}

#[test]
fn records_after_a_broken_one_are_read() {
    let good = "(;GM[9]PB[b];B[d1-b3])\n";
    let broken = [
        "(;GM[9]PB[a];B d1-b3];W[a2-c2])\n",    // no opening bracket
        "(;GM[9]PB[a];B[d1-b3];W[a2-c2)\n",     // no closing bracket at the end
        "(;GM[9]PB[a];B[d1-b3];W[a2-c2]\n",     // no closing parenthesis
        "(;GM[9]PB[a];B[d1-b3](;W[a2-c2]\n",    // a variation without one
        "(;GM[9]PB[a];B[d1-b3];;W\u{1}[a2])\n", // a control character
        "(;GM[9]PB[a](B[d1-b3]))\n",            // a variation without a node
        "(;GM[9]PB[a](;B[d1-b3]);W[a2-c2])\n",  // a node after a variation
    ];
    for bad in broken {
        let text = format!("{good}{bad}{good}{good}");
        let parsed = parse(text.as_bytes());
        let numbers: Vec<usize> = parsed.collection.games.iter().map(|game| game.record).collect();
        assert_eq!(numbers, [1, 3, 4], "{bad}");
        assert_eq!(parsed.records, 4, "{bad}");
        assert_eq!(parsed.problems.len(), 1, "{bad}");
        assert_eq!(parsed.problems[0].record, 2, "{bad}");
        assert!(parsed.problems[0].breaks_record);
    }
}

#[test]
fn variations_of_a_truncated_record_are_not_records() {
    let parsed = parse(b"(;GM[9];B[a]\n(;W[b])\n(;W[c]\n;B[");
    assert_eq!((parsed.records, parsed.problems.len()), (1, 1));
}

#[test]
fn a_hundred_thousand_levels_are_no_problem() {
    let n = 100_000;
    // A chain of single variations, all closed.
    let parsed = quick(&format!("{}{}", "(;GM[9]".repeat(n), ")".repeat(n)));
    assert_eq!(parsed.collection.games[0].node_count(), n);
    // Two variations on every level: real nesting, also when written again.
    let deep = format!("(;GM[9]{}{}", "(;B[a])(;W[b]".repeat(n), ")".repeat(n + 1));
    let parsed = quick(&deep);
    assert_eq!(parsed.collection.games[0].node_count(), 2 * n + 1);
    let copy = parsed.collection.clone();
    assert!(copy == parsed.collection);
    // None of them closed.
    assert_eq!(quick(&"(".repeat(n)).problems.len(), 1);
    assert_eq!(quick(&"(;B[x]".repeat(n)).problems.len(), 1);
    assert!(!quick(&"(;GM[9]".repeat(n)).problems.is_empty());
    assert!(!quick(&")".repeat(n)).problems.is_empty());
}

#[test]
fn hostile_megabytes_take_linear_time() {
    let size = 1_000_000;
    let fill = |piece: &str| piece.repeat(size / piece.len());
    assert!(quick(&format!("(;C[{}])", "x".repeat(size))).problems.is_empty());
    assert!(!quick(&format!("(;C[{}", "é".repeat(size / 2))).problems.is_empty());
    for piece in [
        "x",
        "(",
        "[",
        ";",
        "\\",
        "(;",
        "(;)",
        "(;C[",
        "(;GM[",
        "(;GM[9]\n",
        "(;GM[9]!",
        "(;A[x]!)",
        "(;A[(;GM[",
        "(;GM[9];é[",
        "((;GM[9])",
        "(;GM[9]))",
        "(;A]",
        "( ",
        "(;GM[9]PB[x];B[y];W[z])\n",
    ] {
        quick(&fill(piece));
        quick(&format!("{}]!", fill(piece)));
        quick(&format!("(;C[{}]{})", fill(piece), "A[]".repeat(1000)));
    }
}

#[test]
fn the_number_of_problems_is_limited() {
    let mut text = String::new();
    for i in 0..2 * MAX_PROBLEMS {
        writeln!(text, "(;GM[9];B{i})").expect("a string takes all");
    }
    let parsed = parse(text.as_bytes());
    assert_eq!(parsed.problems.len(), MAX_PROBLEMS + 1);
    assert_eq!(parsed.problems.last().map(|p| &p.error), Some(&SyntaxError::TooManyProblems));
}
