//! What can be wrong with a text, a move or a board size.

use thiserror::Error;

/// A text that is not a position, a move, a point or rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// Not a name of a point.
    #[error("\"{text}\" is not a point: expected a letter a-f and a digit 1-6")]
    Point {
        /// What stood in the point's place.
        text: String,
    },
    /// Not a move.
    #[error("\"{text}\" is not a move: expected a form like a2-a3, c1xd4 or pass")]
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
    /// A counter under rules that count nothing.
    #[error("\"{text}\" after the side to move: expected nothing, for the rules have no limit")]
    NoCounter {
        /// What stood in the counter's place.
        text: String,
    },
    /// A counter that is not a number up to the limit.
    #[error("\"{text}\" is not a number of plies without a capture: expected 0 to {limit}")]
    Counter {
        /// What stood in the counter's place.
        text: String,
        /// The limit of the rules.
        limit: u32,
    },
    /// Too few or too many ranks.
    #[error("\"{text}\" has {ranks} ranks: expected 4 or 6")]
    Ranks {
        /// The text of the board.
        text: String,
        /// How many ranks it has.
        ranks: usize,
    },
    /// A rank of the wrong length.
    #[error("rank \"{text}\" has {points} points: expected {size}")]
    RankLength {
        /// The text of the rank.
        text: String,
        /// How many points it describes.
        points: usize,
        /// The size of the board.
        size: usize,
    },
    /// A letter that is not a man and not a number of empty points.
    #[error("'{letter}' in rank \"{text}\": expected b, w or a digit 1-6")]
    Letter {
        /// The letter.
        letter: char,
        /// The text of the rank it stands in.
        text: String,
    },
    /// Two numbers of empty points side by side, which could be written as one.
    #[error("two digits side by side in rank \"{text}\": expected their sum")]
    TwoDigits {
        /// The text of the rank.
        text: String,
    },
    /// A board without men, which no game can lead to.
    #[error("\"{text}\" has no man: expected at least one")]
    NoMan {
        /// The text of the board.
        text: String,
    },
    /// Not rules.
    #[error(
        "\"{text}\" are not rules: expected a form like own-start=open limit=none at-limit=count \
         repetition=3 stuck=pass"
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
    /// A board of a size that is not played.
    #[error("a board of size {size} is not played: expected 4 or 6")]
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
