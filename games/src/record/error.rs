//! What can be wrong with a game record, and where.

use std::fmt;

use conjoin_core::Outcome;
use thiserror::Error;

use super::text_read::MAX_TAGS;
use crate::sgf::{MAX_NODES, Place, SyntaxError};

/// Why a record cannot be read or replayed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file is not SGF.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The file is neither SGF nor text with moves.
    #[error("no game record: expected tags like [Black \"...\"] or numbered moves")]
    NoRecord,
    /// A tag is not `[Name "value"]`.
    #[error("tag {text:?} is not readable: expected [Name \"value\"]")]
    Tag {
        /// The line, shortened when long.
        text: String,
    },
    /// A comment in braces does not end.
    #[error("the comment that begins with {start:?} does not end: a \"}}\" is missing")]
    UnclosedComment {
        /// The beginning of the comment.
        start: String,
    },
    /// A parenthesis has no partner or stands before the first move.
    #[error("a parenthesis that opens or closes nothing: variations are (moves) after a move")]
    Parenthesis,
    /// One record has more moves than any game.
    #[error("the record has more than {MAX_NODES} moves")]
    TooManyMoves,
    /// One record has more tags than any header.
    #[error("the record has more than {MAX_TAGS} tags")]
    TooManyTags,
    /// SGF for a game that the format does not know.
    #[error("records of {game} are text: SGF has no such game")]
    NoSgf {
        /// The name of the game for people.
        game: &'static str,
    },
    /// Another game.
    #[error("the record is of another game: {text:?}, expected {expected}")]
    WrongGame {
        /// What the record says.
        text: String,
        /// The game that was expected.
        expected: String,
    },
    /// A board that is not played on here.
    #[error("board size {text:?}: expected {expected}")]
    Size {
        /// What the record says.
        text: String,
        /// The sizes that the game has.
        expected: String,
    },
    /// A set-up of the format that stands for other rules.
    #[error("set-up {name:?} is a variant with rules of its own, which are not played here")]
    Variant {
        /// The name in the record.
        name: String,
    },
    /// A set-up that the format does not have.
    #[error(
        "set-up {name:?} is not one the format has: expected {expected}{}",
        legal_from.as_ref().map(|s| format!(" (the moves are legal from {s})")).unwrap_or_default()
    )]
    UnknownSetup {
        /// The name in the record.
        name: String,
        /// The names that there are.
        expected: String,
        /// The one start from which all moves of the main line are legal, if there is one.
        legal_from: Option<String>,
    },
    /// The start is not possible.
    #[error("{reason}")]
    Setup {
        /// What is wrong with it, in the words of the game.
        reason: String,
    },
    /// The text of a start position is not readable.
    #[error("start position: {reason}")]
    Fen {
        /// What is wrong with it, in the words of the game.
        reason: String,
    },
    /// Men are added or removed after the first move.
    #[error("men are set up after the first move: only the start can be set up")]
    SetupAfterMove,
    /// The rules that the record names are not known.
    #[error("{reason}")]
    Rules {
        /// What is wrong with them, in the words of the game.
        reason: String,
    },
    /// A move that cannot be read or is not legal.
    #[error("{reason}")]
    Move {
        /// What is wrong with it, in the words of the game.
        reason: String,
    },
    /// The wrong player moves.
    #[error("move {text:?} is {side}'s and {turn} is to move")]
    OutOfTurn {
        /// The move.
        text: String,
        /// The name of the player who makes it.
        side: &'static str,
        /// The name of the player to move.
        turn: &'static str,
    },
    /// A move after the end.
    #[error("move {text:?} comes after the end of the game ({ending})")]
    AfterEnd {
        /// The move.
        text: String,
        /// How the game ended.
        ending: Termination,
    },
    /// The stated result is not that of the moves.
    #[error("the result is given as {stated} but the moves end {found}", stated = stated.as_str(), found = found.as_str())]
    Result {
        /// What the record says.
        stated: Outcome,
        /// What the moves say.
        found: Outcome,
    },
    /// Two results are stated.
    #[error("the result is given twice, as {first:?} and as {second:?}")]
    TwoResults {
        /// In the tags.
        first: String,
        /// After the moves.
        second: String,
    },
}

/// How the game of a record ended. As text: the value of the `Termination` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Termination {
    /// By the rules of the game, in the word of [`Recorded::termination`](super::Recorded).
    Rules(&'static str),
    /// A player resigned.
    Resignation,
    /// A player lost by time or absence.
    Forfeit,
    /// Both agreed on a draw.
    Agreement,
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rules(code) => code,
            Self::Resignation => "resignation",
            Self::Forfeit => "forfeit",
            Self::Agreement => "agreement",
        })
    }
}

/// A [`RecordError`] with the place it stands at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordProblem {
    /// The number of the record in its file, from 1; 0 when it concerns the file as a whole.
    pub record: usize,
    /// The place in the file.
    pub place: Place,
    /// The ply of the main line it is at, from 1, if it is at a move.
    pub ply: Option<usize>,
    /// What is wrong.
    pub error: RecordError,
}

impl RecordProblem {
    /// The place as people read it: `ply 10, line 52, column 1`.
    pub fn place_text(&self) -> String {
        let place = if self.place.line == 0 { String::new() } else { self.place.to_string() };
        match self.ply {
            Some(ply) if place.is_empty() => format!("ply {ply}"),
            Some(ply) => format!("ply {ply}, {place}"),
            None => place,
        }
    }
}

impl fmt::Display for RecordProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.record, self.place_text()) {
            (0, place) if place.is_empty() => self.error.fmt(f),
            (record, place) if place.is_empty() => write!(f, "record {record}: {}", self.error),
            (record, place) => write!(f, "record {record}, {place}: {}", self.error),
        }
    }
}

impl std::error::Error for RecordProblem {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}
