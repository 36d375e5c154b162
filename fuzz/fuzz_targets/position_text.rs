//! A position that reads is written and reads as the same position, and everything works on it.
#![no_main]

use conjoin_core::{Position as _, Replies as _, Symmetric as _};
use conjoin_games::loa::draw::{Drawing, status_line, svg_board, text_board};
use conjoin_games::loa::{Rules, parse_position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for (_, rules) in Rules::NAMED {
        match parse_position(text, rules) {
            Ok(position) => {
                assert_eq!(parse_position(&position.to_string(), rules), Ok(position));
                assert_eq!(position.key(), position.recomputed_key());
                let mut moves = Vec::new();
                position.moves(&mut moves);
                assert_eq!(moves.len(), position.count_moves() as usize);
                let sum: u64 = match position.outcome() {
                    Some(_) => continue,
                    None => moves.iter().map(|&mv| position.play(mv)).map(replies).sum(),
                };
                assert_eq!(position.count_replies(), sum);
                assert_eq!(position.canonical().0.canonical().0, position.canonical().0);
                let drawing =
                    Drawing { last_move: moves.pop(), caption: Some(status_line(&position)), ..Drawing::default() };
                text_board(&position, &drawing);
                svg_board(&position, &drawing);
            }
            Err(error) => assert!(error.to_string().len() < 1_000),
        }
    }
});

/// Moves of a running game, none of a finished one.
fn replies(position: conjoin_games::loa::Position) -> u64 {
    position.legal_moves().len() as u64
}
