//! Files that the programs write and people hand on: proofs, profiles, opening books and run files.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use conjoin_engine::book::Book;
use conjoin_engine::{GameVisitor, Profile};
use conjoin_eval::Playable;
use conjoin_lab::experiments::record::HEADINGS;
use conjoin_lab::export;
use conjoin_referee::verify_proof;

use crate::{LONGEST_ERROR, assert_readable, each_game};

/// These parsers quote what they refuse whole, with escapes of up to ten bytes a character.
fn longest(input: &[u8]) -> usize {
    LONGEST_ERROR + 10 * input.len()
}

/// Any proof: it holds or is refused at one of its lines, and the answer is the same again.
pub fn proofs(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let verdict = verify_proof(text);
    match &verdict {
        Ok(verified) => assert!(verified.lines <= text.lines().count()),
        Err(refused) => {
            assert!(refused.line <= text.lines().count() + 1);
            assert_readable(refused, longest(bytes));
        }
    }
    assert_eq!(verify_proof(text), verdict);
}

/// Any profile: it reads, or the error is one that a person can read.
pub fn profiles(bytes: &[u8]) {
    each_game(Profiles(bytes));
}

#[derive(Clone, Copy)]
struct Profiles<'b>(&'b [u8]);

impl GameVisitor for Profiles<'_> {
    type Output = ();

    fn visit<G: Playable>(self) {
        let text = &*String::from_utf8_lossy(self.0);
        match Profile::<G>::parse(text, Path::new("input.toml")) {
            Ok(profile) => assert!(!profile.name.is_empty()),
            Err(error) => assert_readable(&error, longest(self.0)),
        }
    }
}

/// Any opening book: it reads and is written as it was read, or the error is one that a person can read.
pub fn books(bytes: &[u8]) {
    each_game(Books(bytes));
}

#[derive(Clone, Copy)]
struct Books<'b>(&'b [u8]);

impl GameVisitor for Books<'_> {
    type Output = ();

    fn visit<G: Playable>(self) {
        let text = &*String::from_utf8_lossy(self.0);
        match Book::<G>::parse(text, "input.tsv") {
            Ok(book) => {
                let again = Book::<G>::parse(&book.to_text(), "output.tsv");
                assert_eq!(again.expect("it was written by us"), book);
            }
            Err(error) => assert_readable(&error, longest(self.0)),
        }
    }
}

thread_local! {
    /// A file of this thread's own.
    static RUN_FILE: OnceCell<PathBuf> = const { OnceCell::new() };
}

/// Any run file: its work is exported, or the error is one that a person can read.
pub fn run_files(bytes: &[u8]) {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    RUN_FILE.with(|cell| {
        let path = cell.get_or_init(|| {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("conjoin-fuzz-{}-{number}.jsonl", std::process::id());
            std::env::temp_dir().join(name)
        });
        std::fs::write(path, bytes).expect("the folder for temporary files can be written to");
        match export::records(path) {
            Ok(records) => {
                for record in records {
                    let columns = HEADINGS[record.finding.kind()].1.len();
                    assert!(record.finding.rows().iter().all(|row| row.len() == columns));
                }
            }
            Err(error) => assert_readable(&error, longest(bytes)),
        }
        drop(std::fs::remove_file(path));
    });
}
