//! The sixteen Computer Olympiad games printed in `winands-thesis`, appendix A, replayed.

use conjoin_games::loa::Loa;
use conjoin_games::record::{self, Converted, Format, ReplayOptions, Termination};

const GAMES: &[u8] = include_bytes!("../../data/loa/olympiad-games.txt");

#[test]
fn all_sixteen_games_replay_to_the_printed_result() {
    let read = record::read::<Loa>(GAMES);
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    assert_eq!(read.records.len(), 16);
    for record in &read.records {
        let replay = record.replay(&ReplayOptions::default()).expect("a legal game");
        let printed = record.stated_result().expect("a printed result");
        let ending = replay.ending.expect("an ending");
        assert_eq!(replay.outcome, Some(printed));
        assert_eq!(record.tag("Termination"), Some(ending.to_string()));
        let on_board = matches!(ending, Termination::Rules(_));
        assert_eq!(replay.history.outcome(), on_board.then_some(printed));
    }
}

fn converted(bytes: &[u8], to: Format) -> Converted {
    record::convert::<Loa>(bytes, to).expect("both formats")
}

#[test]
fn the_games_survive_a_trip_through_sgf() {
    let sgf = converted(GAMES, Format::Sgf);
    assert_eq!((sgf.records, sgf.problems.len()), (16, 0));
    let text = converted(sgf.text.as_bytes(), Format::Text);
    assert_eq!((text.records, text.problems.len()), (16, 0));
    let (before, after) = (record::read::<Loa>(GAMES), record::read::<Loa>(text.text.as_bytes()));
    for (a, b) in before.records.iter().zip(&after.records) {
        assert_eq!(a.main_line(), b.main_line());
        assert_eq!(a.tags(), b.tags());
        assert_eq!(a.stated_result(), b.stated_result());
    }
    let again = converted(sgf.text.as_bytes(), Format::Sgf);
    assert_eq!(again.text, sgf.text, "clean files stay as they are");
}
