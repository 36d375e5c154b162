//! What can be wrong with a text, a move or a board size.

use thiserror::Error;

use super::board::{Board, Colour};

/// A text that is not a position, a move or a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// Not a square name.
    #[error("\"{text}\" is not a square: expected a letter a-h and a digit 1-8")]
    Square {
        /// What stood in the square's place.
        text: String,
    },
    /// Not a move.
    #[error("\"{text}\" is not a move: expected a form like d3-d5, d3xd5 or pass")]
    Move {
        /// The whole text of the move.
        text: String,
    },
    /// Not a board and a side to move.
    #[error("\"{text}\" is not a position: expected a board, a space and b or w")]
    Fields {
        /// The whole text of the position.
        text: String,
    },
    /// A side to move other than `b` or `w`.
    #[error("\"{text}\" is not a side to move: expected b or w")]
    Side {
        /// What stood in the side's place.
        text: String,
    },
    /// Too few or too many ranks.
    #[error(
        "\"{text}\" has {ranks} ranks: expected {min} to {max}",
        min = Board::MIN_SIZE,
        max = Board::MAX_SIZE
    )]
    Ranks {
        /// The text of the board.
        text: String,
        /// How many ranks it has.
        ranks: usize,
    },
    /// A rank of the wrong length.
    #[error("rank \"{text}\" has {squares} squares: expected {size}")]
    RankLength {
        /// The text of the rank.
        text: String,
        /// How many squares it describes.
        squares: usize,
        /// The size of the board.
        size: usize,
    },
    /// A letter that is not a man and not a number of empty squares.
    #[error("'{letter}' in rank \"{text}\": expected b, w or a digit 1-8")]
    Letter {
        /// The letter.
        letter: char,
        /// The text of the rank it stands in.
        text: String,
    },
    /// Two numbers of empty squares side by side, which could be written as one.
    #[error("two digits side by side in rank \"{text}\": expected their sum")]
    TwoDigits {
        /// The text of the rank.
        text: String,
    },
    /// A side without a man, which no game can lead to.
    #[error("\"{text}\" has no {colour} man: expected at least one")]
    NoMan {
        /// The side that is missing.
        colour: Colour,
        /// The text of the board.
        text: String,
    },
}

/// Something the referee does not allow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RefereeError {
    /// A board that is too small or too large.
    #[error(
        "a board of size {size} is not played: expected {min} to {max}",
        min = Board::MIN_SIZE,
        max = Board::MAX_SIZE
    )]
    BoardSize {
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
