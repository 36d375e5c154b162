//! Game records. What a text holds is [`Contents`], and the game that is edited
//! [`Outline`](conjoin_games::record::Outline).

use conjoin_games::record::Contents;
use serde::Serialize;

/// What a text holds, and of which game.
#[derive(Debug, Serialize)]
pub struct Read {
    /// Name of the game.
    pub game: &'static str,
    /// A position or games.
    #[serde(flatten)]
    pub contents: Contents,
}

/// A text to save.
#[derive(Debug, Serialize)]
pub struct Written {
    /// The text.
    pub text: String,
}
