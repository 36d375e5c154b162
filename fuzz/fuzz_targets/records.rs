//! Any file in either format: read, replayed, checked, and converted both ways with the same game.
#![no_main]

use conjoin_games::loa::record::{self, Format, Record, ReplayOptions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
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
});

/// Does nothing branch off after the last move of the main line? Text has no form for a variation
/// that begins where the game has ended.
fn ends_plainly(record: &Record) -> bool {
    let tree = record.tree();
    let line: Vec<_> = tree.main_line().collect();
    let last = line.iter().rposition(|&id| record.entries(id).next().is_some()).unwrap_or(0);
    line[last..].iter().all(|&id| tree.children(id).count() < 2)
}

/// What must not change: the start, the moves and the result.
fn line(record: &Record) -> (String, Vec<String>, Option<&'static str>) {
    let replay = record.replay(&ReplayOptions::default()).expect("replayed before");
    let moves = replay.moves().iter().map(ToString::to_string).collect();
    let outcome = replay.outcome.map(|outcome| outcome.as_str());
    (format!("{:?}", replay.history.start()), moves, outcome)
}
