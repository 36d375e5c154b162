//! Real files of e-mail tournaments and servers, which may not be distributed with the project:
//! `CONJOIN_RECORDS=folder cargo test -p conjoin-games --test record_real_files -- --ignored`.
//!
//! `conjoin sgf check` on the same files tells the same.

use std::path::{Path, PathBuf};

use conjoin_games::loa::{Loa, Rules, Variant};
use conjoin_games::record::{self, Checker, Format, Record, ReplayOptions, Start};
use conjoin_games::sgf;

/// The SGF files of the folder that `CONJOIN_RECORDS` names.
fn files() -> Vec<(PathBuf, Vec<u8>)> {
    let folder = std::env::var("CONJOIN_RECORDS").expect("CONJOIN_RECORDS names a folder");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(Path::new(&folder))
        .expect("a folder that can be read")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sgf"))
        .collect();
    paths.sort();
    let read = |path: &PathBuf| std::fs::read(path).expect("a file that can be read");
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

#[test]
#[ignore = "needs a folder of real records in CONJOIN_RECORDS; .ci/run gives it one"]
fn the_counts_are_those_of_the_collection() {
    for (name, rules) in Rules::NAMED {
        let rules_of = Variant { rules, ..Variant::default() };
        let options = ReplayOptions { rules: Some(rules_of), start: None };
        let mut checker = Checker::<Loa>::new(options);
        for (path, bytes) in files() {
            checker.add(&path.file_name().expect("a name").to_string_lossy(), &bytes);
        }
        let report = checker.finish();
        assert_eq!((report.files, report.records), (21, 790));
        if rules == Rules::OPENSPIEL {
            // Three games go on after a board has come back once.
            assert_eq!((report.legal, report.different), (784, 754));
            continue;
        }
        assert_eq!((report.legal, report.different), (787, 757), "{name}");
        assert_eq!(report.starts["scrambled-eggs"], 21);
        assert_eq!(report.starts["gemma"], 1);
        let named: Vec<_> = report.problems.iter().map(|p| (p.file.as_str(), p.record)).collect();
        assert_eq!(named, [("constructions.sgf", 5), ("gemma-1.sgf", 1), ("mindsports-1.sgf", 2)]);
    }
}

#[test]
#[ignore = "needs a folder of real records in CONJOIN_RECORDS; .ci/run gives it one"]
fn every_scrambled_eggs_record_is_legal_when_told_so() {
    let mut found = 0;
    for (_, bytes) in files() {
        for record in record::read::<Loa>(&bytes).records {
            let is_scrambled = record.start() == Start::Named("scrambled-eggs")
                || record.start() == Start::Unknown("Scrambled".into());
            if is_scrambled {
                let start = Some(Start::Named("scrambled-eggs"));
                record.replay(&ReplayOptions { rules: None, start }).expect("legal");
                found += 1;
            }
        }
    }
    assert_eq!(found, 22);
}

#[test]
#[ignore = "needs a folder of real records in CONJOIN_RECORDS; .ci/run gives it one"]
fn nothing_is_lost_when_files_are_written_again() {
    for (path, bytes) in files() {
        let parsed = sgf::parse(&bytes);
        assert!(parsed.problems.is_empty(), "{}", path.display());
        let written = parsed.collection.to_bytes();
        let again = sgf::parse(&written);
        assert_eq!(again.collection, parsed.collection, "{}", path.display());
        assert_eq!(again.collection.encoding, parsed.collection.encoding);
        // All that differs is white space between the tokens.
        let bare = |bytes: &[u8]| {
            let mut bytes = bytes.to_vec();
            bytes.retain(|byte| !byte.is_ascii_whitespace());
            bytes
        };
        assert_eq!(bare(&written), bare(&bytes), "{}", path.display());
    }
}

#[test]
#[ignore = "needs a folder of real records in CONJOIN_RECORDS; .ci/run gives it one"]
fn conversions_keep_games_and_comments() {
    let comments = |record: &Record<Loa>| -> String {
        let ids = record.tree().depth_first();
        ids.filter_map(|id| record.comment(id)).collect::<Vec<_>>().join("\n")
    };
    for (path, bytes) in files() {
        let before = record::read::<Loa>(&bytes).records;
        for format in [Format::Sgf, Format::Text] {
            let converted = record::convert::<Loa>(&bytes, format).expect("both formats");
            let after = record::read::<Loa>(converted.text.as_bytes());
            assert!(after.problems.is_empty(), "{}: {:?}", path.display(), after.problems);
            assert_eq!(after.records.len(), before.len());
            for (a, b) in before.iter().zip(&after.records) {
                assert_eq!(a.main_line().ok(), b.main_line().ok(), "{}", path.display());
                assert_eq!(comments(a), comments(b), "{}", path.display());
                let outcome =
                    |r: &Record<Loa>| r.replay(&ReplayOptions::default()).ok().map(|r| r.outcome);
                assert_eq!(outcome(a), outcome(b));
            }
        }
    }
}
