//! Records of games: SGF and PGN-like text.

use conjoin_core::{Outcome, format_game};
use conjoin_engine::GameVisitor;
use conjoin_eval::Playable;
use conjoin_games::record::{self, Contents, Format, Outline, Record, Recorded, ReplayOptions};
use conjoin_games::sgf;

use crate::{LONGEST_ERROR, assert_readable, each_game};

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
    each_game(Records(bytes));
}

#[derive(Clone, Copy)]
struct Records<'b>(&'b [u8]);

impl GameVisitor for Records<'_> {
    type Output = ();

    fn visit<G: Playable>(self) {
        records_of::<G>(self.0);
    }
}

fn records_of<G: Recorded>(bytes: &[u8]) {
    let report = record::check([("file", bytes)], &ReplayOptions::<G>::default());
    assert!(report.legal <= report.records);
    let before = record::read::<G>(bytes).records;
    for format in [Format::Sgf, Format::Text] {
        let Ok(converted) = record::convert::<G>(bytes, format) else {
            // SGF has no number for every game.
            assert!(format == Format::Sgf && G::SGF.is_none());
            continue;
        };
        assert_eq!(converted.records, before.len());
        if before.is_empty() {
            continue;
        }
        let after = record::read::<G>(converted.text.as_bytes()).records;
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
fn ends_plainly<G: Recorded>(record: &Record<G>) -> bool {
    let tree = record.tree();
    let line: Vec<_> = tree.main_line().collect();
    let last = line.iter().rposition(|&id| record.entries(id).next().is_some()).unwrap_or(0);
    line[last..].iter().all(|&id| tree.children(id).count() < 2)
}

/// What must not change: the start, the moves and the result.
fn line<G: Recorded>(record: &Record<G>) -> (String, String, Option<&'static str>) {
    let replay = record.replay(&ReplayOptions::default()).expect("replayed before");
    let outcome = replay.outcome.map(Outcome::as_str);
    (replay.history.start().to_string(), format_game(&replay.history), outcome)
}

/// Any PGN-like text: legal games survive being written as text and as SGF, and what was written
/// once is written the same way again.
pub fn text_records(bytes: &[u8]) {
    each_game(TextRecords(bytes));
}

#[derive(Clone, Copy)]
struct TextRecords<'b>(&'b [u8]);

impl GameVisitor for TextRecords<'_> {
    type Output = ();

    fn visit<G: Playable>(self) {
        text_records_of::<G>(self.0);
    }
}

fn text_records_of<G: Recorded>(bytes: &[u8]) {
    let read = record::parse_text::<G>(bytes);
    assert!(read.records.len() <= read.total);
    for record in &read.records {
        let text = record.to_text();
        let tree = record.to_sgf().ok().map(|tree| sgf::parse(tree.to_text().as_bytes()));
        assert!(tree.as_ref().is_none_or(|tree| tree.problems.is_empty()));
        let Ok(moves) = record.main_line() else { continue };
        let again = record::parse_text::<G>(text.as_bytes());
        assert!(again.problems.is_empty(), "{:?}\n{text}", again.problems);
        assert_eq!(again.records.len(), 1, "{text}");
        assert!(again.records[0].main_line().is_ok_and(|again| again == moves), "{text}");
        assert_eq!(again.records[0].to_text(), text);
        if let Some(tree) = tree {
            let from_sgf = Record::<G>::from_tree(tree.collection.games[0].clone());
            assert!(from_sgf.main_line().is_ok_and(|again| again == moves), "{text}");
        }
    }
}

/// Any text that the app opens: a game as a flat list survives being written and opened again.
pub fn outlines(bytes: &[u8]) {
    each_game(Outlines(&String::from_utf8_lossy(bytes)));
}

#[derive(Clone, Copy)]
struct Outlines<'t>(&'t str);

impl GameVisitor for Outlines<'_> {
    type Output = ();

    fn visit<G: Playable>(self) {
        outlines_of::<G>(self.0);
    }
}

fn outlines_of<G: Recorded>(text: &str) {
    let numbers: Vec<usize> = match Contents::of::<G>(text, G::Variant::default()) {
        Ok(Contents::Position { position }) => {
            assert!(G::parse(&position, G::Variant::default()).is_ok());
            return;
        }
        Ok(Contents::Games { games, .. }) => games.iter().map(|game| game.number).collect(),
        Err(error) => return assert_readable(&error, LONGEST_ERROR),
    };
    for number in numbers.into_iter().take(3) {
        let outline = match Outline::open::<G>(text, number) {
            Ok(outline) => outline,
            Err(error) => {
                assert_readable(&error, LONGEST_ERROR);
                continue;
            }
        };
        assert!(outline.nodes.iter().enumerate().skip(1).all(|(i, node)| node.parent < i));
        let written = outline.write::<G>(Format::Text).expect("an outline that was opened");
        let again = Outline::open::<G>(&written, 1).expect("an outline that was written");
        let moves = |outline: &Outline| {
            let nodes = outline.nodes.iter();
            nodes.map(|node| (node.parent, node.mv.clone())).collect::<Vec<_>>()
        };
        assert_eq!(again.start, outline.start);
        if outline.problems.is_empty() {
            assert_eq!(moves(&again), moves(&outline), "{written}");
        }
    }
}
