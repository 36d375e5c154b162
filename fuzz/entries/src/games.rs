//! Positions, moves and rules.

use conjoin_core::{
    Form, Game, History, Marks, Position as _, Replies, Symmetric, TextForm as _, Variant,
};
use conjoin_engine::ugi::{Go, parse_game, parse_option};
use conjoin_games::loa::{self, Loa, Rules, Simultaneous, Stuck, parse_repetition, parse_squares};

use crate::{LONGEST_ERROR, assert_readable};

/// A position that reads is written and reads as the same position, and everything works on it.
pub fn position_text(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    for rules in ["olympiad", "boardspace", "openspiel", "ludii"] {
        position_of::<Loa>(text, &[("rules", rules)]);
    }
}

fn position_of<G: Game>(text: &str, settings: &[(&str, &str)])
where
    G::Position: Replies + Symmetric,
{
    let variant = G::variant_from(settings.iter().copied()).expect("a variant of the game");
    let position = match G::parse(text, variant) {
        Ok(position) => position,
        Err(error) => return assert_readable(&error, LONGEST_ERROR),
    };
    assert!(G::parse(&position.to_string(), variant).is_ok_and(|again| again == position));
    assert_eq!(G::variant(&position).rules(), variant.rules());
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
    assert!(position.canonical().0.canonical().0 == position.canonical().0);
    let caption = Some(G::status(&History::new(position)));
    let marks = Marks { last_move: moves.pop(), caption, ..Marks::default() };
    G::draw(&position, &marks, Form::Text);
    G::draw(&position, &marks, Form::Svg);
}

/// A list of moves: each that reads is legal, is written and reads as the same move.
pub fn move_text(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    for size in 3..=8 {
        let variant =
            Loa::variant_from([("size", &*size.to_string())]).expect("a size of the board");
        let mut game = History::new(Loa::start(variant));
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

/// Any line of the engine protocol: a request, a game or an option is read, or the error is one that a
/// person can read; a game that was read is legal.
pub fn ugi(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let words: Vec<&str> = text.split_ascii_whitespace().take(200).collect();
    let rest = words.get(1..).unwrap_or_default();
    if let Err(error) = Go::parse(rest.iter().copied()) {
        assert_readable(&error, LONGEST_ERROR + 10 * bytes.len());
    }
    match parse_game::<Loa>(rest, loa::Variant::default()) {
        Ok(game) => {
            for (&mv, before) in game.moves().iter().zip(game.positions()) {
                assert!(before.is_legal(mv), "{mv:?} in {before}");
            }
        }
        Err(error) => assert_readable(&error, LONGEST_ERROR + 10 * bytes.len()),
    }
    if let Err(error) = parse_option(rest) {
        assert_readable(&error, LONGEST_ERROR + 10 * bytes.len());
    }
}
