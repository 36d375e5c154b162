//! The sixteen Computer Olympiad games printed in `winands-thesis`, appendix A, replayed.

use conjoin_games::loa::record::{self, Ending, Format, ReplayOptions};

const GAMES: &[u8] = include_bytes!("../../data/loa/olympiad-games.txt");

#[test]
fn all_sixteen_games_replay_to_the_printed_result() {
    let read = record::read(GAMES);
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    assert_eq!(read.records.len(), 16);
    for record in &read.records {
        let replay = record.replay(&ReplayOptions::default()).expect("a legal game");
        let printed = record.stated_result().expect("a printed result");
        let ending = replay.ending.expect("an ending");
        assert_eq!(replay.outcome, Some(printed));
        assert_eq!(record.tag("Termination"), Some(ending.to_string()));
        let on_board = matches!(ending, Ending::Board | Ending::Repetition);
        assert_eq!(replay.history.outcome(), on_board.then_some(printed));
    }
}

#[test]
fn the_games_survive_a_trip_through_sgf() {
    let sgf = record::convert(GAMES, Format::Sgf);
    assert_eq!((sgf.records, sgf.problems.len()), (16, 0));
    let text = record::convert(sgf.text.as_bytes(), Format::Text);
    assert_eq!((text.records, text.problems.len()), (16, 0));
    let (before, after) = (record::read(GAMES), record::read(text.text.as_bytes()));
    for (a, b) in before.records.iter().zip(&after.records) {
        assert_eq!(a.main_line(), b.main_line());
        assert_eq!(a.tags(), b.tags());
        assert_eq!(a.stated_result(), b.stated_result());
    }
    let again = record::convert(sgf.text.as_bytes(), Format::Sgf);
    assert_eq!(again.text, sgf.text, "clean files stay as they are");
}
