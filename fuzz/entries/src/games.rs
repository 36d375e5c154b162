//! Positions, moves and rules.

use conjoin_core::{
    Form, Game, History, Marks, Position as _, Replies, Symmetric, TextForm, Variant,
};
use conjoin_engine::GameVisitor;
use conjoin_engine::ugi::{Go, parse_game, parse_option};
use conjoin_eval::Playable;

use crate::{LONGEST_ERROR, assert_readable, each_game};

/// The variants that one choice makes of the usual one.
fn variants<G: Game>() -> impl Iterator<Item = G::Variant> {
    let settings = G::choices().iter().flat_map(|choice| {
        choice.values.iter().map(|value| G::variant_from([(choice.key, *value)]))
    });
    settings.filter_map(Result::ok)
}

/// A position that reads is written and reads as the same position, and everything works on it.
pub fn position_text(bytes: &[u8]) {
    each_game(PositionText(&String::from_utf8_lossy(bytes)));
}

#[derive(Clone, Copy)]
struct PositionText<'t>(&'t str);

impl GameVisitor for PositionText<'_> {
    type Output = ();

    fn visit<G: Playable>(self) {
        for variant in variants::<G>() {
            position_of::<G>(self.0, variant);
        }
    }
}

fn position_of<G: Game>(text: &str, variant: G::Variant)
where
    G::Position: Replies + Symmetric,
{
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
    let last_route = moves.pop().map(|mv| G::route(&position, mv)).unwrap_or_default();
    let marks = Marks { last_route, caption, ..Marks::default() };
    G::draw(&position, &marks, Form::Text);
    G::draw(&position, &marks, Form::Svg);
}

/// A list of moves: each that reads is legal, is written and reads as the same move.
pub fn move_text(bytes: &[u8]) {
    each_game(MoveText(&String::from_utf8_lossy(bytes)));
}

#[derive(Clone, Copy)]
struct MoveText<'t>(&'t str);

impl GameVisitor for MoveText<'_> {
    type Output = ();

    fn visit<G: Playable>(self) {
        for variant in variants::<G>() {
            let mut game = History::new(G::start(variant));
            for word in self.0.split(',') {
                let position = *game.current();
                match position.parse_move(word) {
                    Ok(mv) => {
                        assert!(position.is_legal(mv));
                        let again = position.parse_move(&position.format_move(mv));
                        assert!(again.is_ok_and(|again| again == mv));
                        if !game.try_push(mv) {
                            break;
                        }
                    }
                    Err(error) => assert_readable(&error, LONGEST_ERROR),
                }
            }
        }
    }
}

/// Rules that read are written and read as the same rules; so do the values of single options.
pub fn rules_text(bytes: &[u8]) {
    each_game(RulesText(&String::from_utf8_lossy(bytes)));
}

#[derive(Clone, Copy)]
struct RulesText<'t>(&'t str);

impl GameVisitor for RulesText<'_> {
    type Output = ();

    fn visit<G: Playable>(self) {
        match self.0.parse::<G::Variant>() {
            Ok(variant) => {
                let again = variant.to_string().parse::<G::Variant>();
                assert!(again.is_ok_and(|again| again == variant), "{variant}");
            }
            Err(error) => assert_readable(&error, LONGEST_ERROR),
        }
        for choice in G::choices() {
            let mut variant = G::Variant::default();
            match variant.set(choice.key, self.0) {
                Ok(()) => {
                    let value = variant.get(choice.key).expect("a choice of the game");
                    let mut again = G::Variant::default();
                    again.set(choice.key, &value).expect("a value that was told");
                    assert!(again == variant, "{variant}");
                }
                Err(error) => assert_readable(&error, LONGEST_ERROR),
            }
        }
    }
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
    each_game(UgiGame(rest, bytes.len()));
    if let Err(error) = parse_option(rest) {
        assert_readable(&error, LONGEST_ERROR + 10 * bytes.len());
    }
}

#[derive(Clone, Copy)]
struct UgiGame<'t>(&'t [&'t str], usize);

impl GameVisitor for UgiGame<'_> {
    type Output = ();

    fn visit<G: Playable>(self) {
        match parse_game::<G>(self.0, G::Variant::default()) {
            Ok(game) => {
                for (&mv, before) in game.moves().iter().zip(game.positions()) {
                    assert!(before.is_legal(mv), "{mv:?} in {before}");
                }
            }
            Err(error) => assert_readable(&error, LONGEST_ERROR + 10 * self.1),
        }
    }
}
