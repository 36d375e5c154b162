//! What the fuzz targets run: one function for every parser that reads what others wrote.
//!
//! A function takes any bytes, reads them, and panics when something that must hold does not. The
//! targets in `fuzz/fuzz_targets` give them to libFuzzer. The test `smoke` gives them to a seeded
//! loop of mutations, which needs no special toolchain. [`TARGETS`] lists all of them with the
//! files that mutations begin from.
//!
//! ```
//! let target = conjoin_fuzz_entries::target("move_text").expect("a target");
//! (target.run)(b"b1-b3,e3xb3");
//! ```

use conjoin_engine::{GameName, GameVisitor};

mod files;
mod games;
mod mutate;
mod records;
mod seeds;

pub use files::{books, profiles, proofs, run_files};
pub use games::{move_text, position_text, rules_text, ugi};
pub use mutate::{Mutator, dictionary};
pub use records::{outlines, records, sgf_syntax, text_records};
pub use seeds::Seeds;

/// A parser under test.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is that of its function and of its binary.
    pub name: &'static str,
    /// Reads any bytes and panics when something that must hold does not.
    pub run: fn(&[u8]),
    /// What mutations begin from.
    pub seeds: &'static [Seeds],
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "position_text",
        run: position_text,
        seeds: &[Seeds::Lines("fuzz/seeds/positions.txt"), Seeds::Lines("data")],
    },
    Target { name: "move_text", run: move_text, seeds: &[Seeds::Lines("fuzz/seeds/moves.txt")] },
    Target { name: "rules_text", run: rules_text, seeds: &[Seeds::Lines("fuzz/seeds/rules.txt")] },
    Target { name: "sgf_syntax", run: sgf_syntax, seeds: RECORDS },
    Target { name: "records", run: records, seeds: RECORDS },
    Target { name: "text_records", run: text_records, seeds: RECORDS },
    Target { name: "outlines", run: outlines, seeds: RECORDS },
    Target { name: "proofs", run: proofs, seeds: &[Seeds::Files("fuzz/seeds/proofs")] },
    Target { name: "profiles", run: profiles, seeds: &[Seeds::Files("engine/profiles")] },
    Target { name: "books", run: books, seeds: &[Seeds::Files("fuzz/seeds/books")] },
    Target { name: "run_files", run: run_files, seeds: &[Seeds::Files("fuzz/seeds/run_files")] },
    Target { name: "ugi", run: ugi, seeds: &[Seeds::Lines("fuzz/seeds/ugi.txt")] },
];

const RECORDS: &[Seeds] = &[
    Seeds::Files("apps/conjoin/tests/data"),
    Seeds::Files("data/loa/olympiad-games.txt"),
    Seeds::Files("fuzz/seeds/records"),
];

/// Bytes given to a check of every game.
pub(crate) fn each_game<C: GameVisitor<Output = ()> + Copy>(check: C) {
    for game in GameName::ALL {
        game.visit(check);
    }
}

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// The longest error of a parser that shortens what it quotes.
const LONGEST_ERROR: usize = 2_000;

/// An error is there for people to read: it says something, and not much more than was read.
fn assert_readable(error: &impl std::fmt::Display, longest: usize) {
    let text = error.to_string();
    let begin: String = text.chars().take(300).collect();
    assert!(!text.is_empty() && text.len() <= longest, "an error of {} bytes: {begin}", text.len());
}
