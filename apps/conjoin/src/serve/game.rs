//! Games from the text of the pages.

use conjoin_core::{Game, History};
use conjoin_engine::notation::play_moves;

use super::message::GameText;

/// The longest game that is looked at.
const MOST_MOVES: usize = 2000;

/// Plays a game.
pub fn play<G: Game>(text: &GameText) -> Result<History<G::Position>, String> {
    let size = text.size.map(|size| size.to_string());
    let named = [("size", size.as_deref()), ("rules", text.rules.as_deref())];
    let named = named.into_iter().filter_map(|(key, value)| Some((key, value?)));
    let options = text.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let variant = G::variant_from(named.chain(options)).map_err(|error| error.to_string())?;
    let start = match &text.start {
        Some(start) => G::parse(start, variant).map_err(|error| error.to_string())?,
        None => G::start(variant),
    };
    if text.moves.len() > MOST_MOVES {
        return Err(format!("the game has more than {MOST_MOVES} moves"));
    }
    play_moves(History::new(start), text.moves.iter().map(String::as_str))
}
