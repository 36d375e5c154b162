//! A list of moves: each that reads is legal, is written and reads as the same move.
#![no_main]

use conjoin_core::{History, Position as _, TextForm as _};
use conjoin_games::loa::{Position, Rules, parse_squares};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for size in 3..=8 {
        let mut game = History::new(Position::start(size, Rules::OLYMPIAD));
        for word in text.split(',') {
            let position = *game.current();
            match position.parse_move(word) {
                Ok(mv) => {
                    assert!(position.is_legal(mv));
                    assert_eq!(position.parse_move(&position.format_move(mv)), Ok(mv));
                    assert!(parse_squares(word, size).is_ok());
                    if !game.try_push(mv) {
                        break;
                    }
                }
                Err(error) => assert!(error.to_string().len() < 1_000),
            }
        }
    }
});
