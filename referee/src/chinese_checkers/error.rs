//! What can be wrong with a text, a move or the size of a star.

use thiserror::Error;

/// A text that is not a position, a move or rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// Not the number of a hole.
    #[error("\"{text}\" is not a hole: expected a number from 1 to {size}")]
    Hole {
        /// What stood in the hole's place.
        text: String,
        /// The holes of the star.
        size: usize,
    },
    /// Not a move.
    #[error("\"{text}\" is not a move here: expected a form like 6-14, 1-3-12 or pass")]
    Move {
        /// The whole text of the move.
        text: String,
    },
    /// Not marbles and a side to move.
    #[error("\"{text}\" is not a position: expected a form like b:1,2,3 w:35,36,37 b")]
    Fields {
        /// The whole text of the position.
        text: String,
    },
    /// Holes that do not rise along the list.
    #[error("\"{text}\" does not have the holes in their order, each once")]
    Order {
        /// The text of the list.
        text: String,
    },
    /// A hole with two marbles.
    #[error("\"{text}\" has two marbles in one hole")]
    Shared {
        /// The whole text of the position.
        text: String,
    },
    /// A side without marbles, or with more than its home has holes.
    #[error("\"{text}\" has {marbles} marbles: expected 1 to {most}")]
    Marbles {
        /// The text of the list.
        text: String,
        /// How many marbles it has.
        marbles: usize,
        /// The holes of a home.
        most: usize,
    },
    /// A counter that is not a number up to the limit.
    #[error("\"{text}\" is not a number of plies: expected 1 to {limit}, or nothing for 0")]
    Counter {
        /// What stood in the counter's place.
        text: String,
        /// The limit of the rules.
        limit: u32,
    },
    /// Not rules.
    #[error(
        "\"{text}\" are not rules: expected a form like jumps=long neutral=pass anti-blocking=off \
         last-turn=draw repetition=3 limit=none"
    )]
    Rules {
        /// The whole text of the rules.
        text: String,
    },
}

/// Something the referee does not allow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RefereeError {
    /// A star of a size that is not played.
    #[error("a star of {size} holes is not played: expected 13, 37, 73 or 121")]
    StarSize {
        /// The size asked for.
        size: usize,
    },
    /// A move that the rules do not allow.
    #[error("{mv} is not a legal move in {position}")]
    IllegalMove {
        /// The move.
        mv: String,
        /// The position it was tried in.
        position: String,
    },
    /// A move after the end of the game.
    #[error("{mv} cannot be played: the game is over in {position}")]
    GameOver {
        /// The move.
        mv: String,
        /// The position in which the game ended.
        position: String,
    },
}
