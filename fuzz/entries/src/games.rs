//! Positions, moves and rules.

use conjoin_core::{History, Position as _, Replies as _, Symmetric as _, TextForm as _};
use conjoin_games::loa::draw::{Drawing, status_line, svg_board, text_board};
use conjoin_games::loa::{
    Position, Rules, Simultaneous, Stuck, parse_position, parse_repetition, parse_squares,
};

use crate::{LONGEST_ERROR, assert_readable};

/// A position that reads is written and reads as the same position, and everything works on it.
pub fn position_text(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    for (_, rules) in Rules::NAMED {
        match parse_position(text, rules) {
            Ok(position) => check_position(&position, rules),
            Err(error) => assert_readable(&error, LONGEST_ERROR),
        }
    }
}

fn check_position(position: &Position, rules: Rules) {
    assert_eq!(parse_position(&position.to_string(), rules), Ok(*position));
    assert_eq!(position.key(), position.recomputed_key());
    let mut moves = Vec::new();
    position.moves(&mut moves);
    assert_eq!(moves.len(), position.count_moves() as usize);
    if position.outcome().is_some() {
        return;
    }
    // A finished game has no replies.
    let replies = |mv| position.play(mv).legal_moves().len() as u64;
    assert_eq!(position.count_replies(), moves.iter().map(|&mv| replies(mv)).sum::<u64>());
    assert_eq!(position.canonical().0.canonical().0, position.canonical().0);
    let caption = Some(status_line(position));
    let drawing = Drawing { last_move: moves.pop(), caption, ..Drawing::default() };
    text_board(position, &drawing);
    svg_board(position, &drawing);
}

/// A list of moves: each that reads is legal, is written and reads as the same move.
pub fn move_text(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
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
                Err(error) => assert_readable(&error, LONGEST_ERROR),
            }
        }
    }
}

/// Rules that read are written and read as the same rules.
pub fn rules_text(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    match text.parse::<Rules>() {
        Ok(rules) => assert_eq!(rules.to_string().parse(), Ok(rules)),
        Err(error) => assert_readable(&error, LONGEST_ERROR),
    }
    drop(text.parse::<Simultaneous>());
    drop(text.parse::<Stuck>());
    drop(parse_repetition(text));
}
