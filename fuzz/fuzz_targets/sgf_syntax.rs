//! Any file of SGF: what was read is written and reads as the same trees, and stays as it is.
#![no_main]

use conjoin_games::sgf;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
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
});
