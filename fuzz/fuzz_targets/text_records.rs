//! Any PGN-like text: legal games survive being written as text and as SGF, and what was written
//! once is written the same way again.
#![no_main]

use conjoin_games::loa::Loa;
use conjoin_games::record::{self, Record};
use conjoin_games::sgf;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let read = record::parse_text::<Loa>(bytes);
    assert!(read.records.len() <= read.total);
    for record in &read.records {
        let text = record.to_text();
        let tree = sgf::parse(record.to_sgf().expect("SGF").to_text().as_bytes());
        assert_eq!(tree.problems, []);
        let Ok(moves) = record.main_line() else { continue };
        let again = record::parse_text::<Loa>(text.as_bytes());
        assert!(again.problems.is_empty(), "{:?}\n{text}", again.problems);
        assert_eq!(again.records.len(), 1, "{text}");
        assert_eq!(again.records[0].main_line().as_deref(), Ok(&moves[..]), "{text}");
        assert_eq!(again.records[0].to_text(), text);
        let from_sgf = Record::<Loa>::from_tree(tree.collection.games[0].clone());
        assert_eq!(from_sgf.main_line().as_deref(), Ok(&moves[..]));
    }
});
