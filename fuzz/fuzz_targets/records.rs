//! Any file in either format: read, replayed, checked, and converted both ways with the same game.
#![no_main]

use conjoin_core::format_game;
use conjoin_games::loa::Loa;
use conjoin_games::record::{self, Format, Record, ReplayOptions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let report = record::check([("file", bytes)], &ReplayOptions::<Loa>::default());
    assert!(report.legal <= report.records);
    let before = record::read::<Loa>(bytes).records;
    for format in [Format::Sgf, Format::Text] {
        let converted = record::convert::<Loa>(bytes, format).expect("both formats");
        assert_eq!(converted.records, before.len());
        if before.is_empty() {
            continue;
        }
        let after = record::read::<Loa>(converted.text.as_bytes()).records;
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
fn ends_plainly(record: &Record<Loa>) -> bool {
    let tree = record.tree();
    let line: Vec<_> = tree.main_line().collect();
    let last = line.iter().rposition(|&id| record.entries(id).next().is_some()).unwrap_or(0);
    line[last..].iter().all(|&id| tree.children(id).count() < 2)
}

/// What must not change: the start, the moves and the result.
fn line(record: &Record<Loa>) -> (String, String, Option<&'static str>) {
    let replay = record.replay(&ReplayOptions::default()).expect("replayed before");
    let moves = format_game(&replay.history);
    let outcome = replay.outcome.map(|outcome| outcome.as_str());
    (format!("{:?}", replay.history.start()), moves, outcome)
}
