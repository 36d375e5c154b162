//! Games from the text of the pages.

use conjoin_core::{History, Side, TextForm};
use conjoin_games::loa::{Move, Rules};

use super::loa::{Loa, Position};
use super::message::GameText;

/// The longest game that is looked at.
const MOST_MOVES: usize = 2000;

/// The rules named, or the usual ones.
pub fn rules(name: Option<&str>) -> Result<Rules, String> {
    name.map_or(Ok(Rules::OLYMPIAD), |name| name.parse().map_err(|error| format!("{error}")))
}

/// Refuses a game that the program does not know.
pub fn expect_known(name: Option<&str>) -> Result<(), String> {
    match name.filter(|name| *name != Loa::NAME) {
        None => Ok(()),
        Some(name) => Err(format!("game {:?} is not known: expected {}", shorten(name), Loa::NAME)),
    }
}

/// Plays a game.
pub fn play(text: &GameText) -> Result<History<Position>, String> {
    expect_known(text.game.as_deref())?;
    let size = text.size.map(|size| size.to_string());
    let named = [("size", size.as_deref()), ("rules", text.rules.as_deref())];
    let named = named.into_iter().filter_map(|(key, value)| Some((key, value?)));
    let options = text.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let variant = Loa::variant_from(named.chain(options))?;
    let start = match &text.start {
        Some(start) => Loa::parse(start, variant).map_err(|error| error.to_string())?,
        None => Loa::start(variant),
    };
    if text.moves.len() > MOST_MOVES {
        return Err(format!("the game has more than {MOST_MOVES} moves"));
    }
    let mut game = History::new(start);
    for (i, mv) in text.moves.iter().enumerate() {
        push(&mut game, mv).map_err(|reason| format!("move {}: {reason}", i + 1))?;
    }
    Ok(game)
}

/// Makes a move given as text.
pub fn push(game: &mut History<Position>, text: &str) -> Result<Move, String> {
    if game.outcome().is_some() {
        return Err(format!("{:?} comes after the end of the game", shorten(text)));
    }
    let mv = game.current().parse_move(text).map_err(|error| error.to_string())?;
    game.push(mv);
    Ok(mv)
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The moves of a line as text, each written where it is made.
pub fn move_texts<P: TextForm>(start: &P, moves: &[P::Move]) -> Vec<String> {
    let mut position = *start;
    let text = |&mv: &P::Move| {
        let text = position.format_move(mv);
        position = position.play(mv);
        text
    };
    moves.iter().map(text).collect()
}

/// A side in messages.
pub fn colour(side: Side) -> String {
    Loa::side_key(side)
}
