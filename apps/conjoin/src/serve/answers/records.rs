//! Game records. What a text holds is [`Contents`](conjoin_games::record::Contents), and the game
//! that is edited [`Outline`](conjoin_games::record::Outline).

use serde::Serialize;

/// A text to save.
#[derive(Debug, Serialize)]
pub struct Written {
    /// The text.
    pub text: String,
}
