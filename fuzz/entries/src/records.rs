//! Records of games: SGF and PGN-like text.

use conjoin_games::loa::record::{self, Format, Record, ReplayOptions};
use conjoin_games::sgf;

/// Any file of SGF: what was read is written and reads as the same trees, and stays as it is.
pub fn sgf_syntax(bytes: &[u8]) {
    let parsed = sgf::parse(bytes);
    assert!(parsed.collection.games.len() <= parsed.records);
    if parsed.collection.games.is_empty() {
        assert!(!parsed.problems.is_empty());
        return;
    }
    let written = parsed.collection.to_bytes();
    let again = sgf::parse(&written);
    assert_eq!(again.problems, []);
    assert_eq!(again.collection, parsed.collection);
    assert_eq!(again.collection.to_bytes(), written);
}

/// Any file in either format: read, replayed, checked, and converted both ways with the same game.
pub fn records(bytes: &[u8]) {
    let report = record::check([("file", bytes)], &ReplayOptions::default());
    assert!(report.legal <= report.records);
    let before = record::read(bytes).records;
    for format in [Format::Sgf, Format::Text] {
        let converted = record::convert(bytes, format);
        assert_eq!(converted.records, before.len());
        if before.is_empty() {
            continue;
        }
        let after = record::read(converted.text.as_bytes()).records;
        // A record without a legal main line may not survive as text; the others do.
        if before.iter().all(|record| record.main_line().is_ok()) {
            assert_eq!(after.len(), before.len(), "{}", converted.text);
            for (a, b) in before.iter().zip(&after).filter(|(a, _)| ends_plainly(a)) {
                assert_eq!(line(a), line(b), "{}", converted.text);
            }
        }
    }
}

/// Does nothing branch off after the last move of the main line? Text has no form for a variation
/// that begins where the game has ended.
fn ends_plainly(record: &Record) -> bool {
    let tree = record.tree();
    let line: Vec<_> = tree.main_line().collect();
    let last = line.iter().rposition(|&id| record.entries(id).next().is_some()).unwrap_or(0);
    line[last..].iter().all(|&id| tree.children(id).count() < 2)
}

/// What must not change: the start, the moves and the result.
fn line(record: &Record) -> (String, String, Option<&'static str>) {
    let replay = record.replay(&ReplayOptions::default()).expect("replayed before");
    let outcome = replay.outcome.map(conjoin_core::Outcome::as_str);
    (format!("{:?}", replay.history.start()), format!("{:?}", replay.moves()), outcome)
}

/// Any PGN-like text: legal games survive being written as text and as SGF, and what was written
/// once is written the same way again.
pub fn text_records(bytes: &[u8]) {
    let read = record::parse_text(bytes);
    assert!(read.records.len() <= read.total);
    for record in &read.records {
        let text = record.to_text();
        let tree = sgf::parse(record.to_sgf().to_text().as_bytes());
        assert_eq!(tree.problems, []);
        let Ok(moves) = record.main_line() else { continue };
        let again = record::parse_text(text.as_bytes());
        assert!(again.problems.is_empty(), "{:?}\n{text}", again.problems);
        assert_eq!(again.records.len(), 1, "{text}");
        assert_eq!(again.records[0].main_line().as_deref(), Ok(&moves[..]), "{text}");
        assert_eq!(again.records[0].to_text(), text);
        let from_sgf = Record::from_tree(tree.collection.games[0].clone());
        assert_eq!(from_sgf.main_line().as_deref(), Ok(&moves[..]));
    }
}
