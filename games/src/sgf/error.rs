//! What can be wrong with the syntax of a file.

use std::borrow::Cow;
use std::fmt;

use thiserror::Error;

use super::{MAX_NODES, MAX_PROBLEMS, Place};

/// Why a text is not a record in Smart Game Format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SyntaxError {
    /// There is no `(;` in the whole file.
    #[error("no game record: expected one that begins with \"(;\"")]
    NoRecord,
    /// The file is larger than the places in it can be counted.
    #[error("the file has {bytes} bytes, more than the {} that can be read", u32::MAX)]
    TooLarge {
        /// The size of the file.
        bytes: usize,
    },
    /// Something stands where the format has no place for it.
    #[error("unexpected {found:?}: expected {expected}")]
    Unexpected {
        /// The character.
        found: char,
        /// What could have stood there.
        expected: &'static str,
    },
    /// A property name is not followed by `[`.
    #[error("property {name:?} has no value in brackets")]
    NoValue {
        /// The name, shortened when long.
        name: String,
    },
    /// The file ends inside a value.
    #[error("the file ends inside the value that begins with {start:?}: a \"]\" is missing")]
    UnclosedValue {
        /// The beginning of the value.
        start: String,
    },
    /// A value runs into the next record.
    #[error("the value that begins with {start:?} runs into another record: a \"]\" is missing")]
    RecordInValue {
        /// The beginning of the value.
        start: String,
    },
    /// The file ends before all parentheses are closed.
    #[error("the file ends with {open} open parentheses: a \")\" is missing")]
    UnclosedRecord {
        /// How many are open.
        open: usize,
    },
    /// There is text between or after records.
    #[error("text outside the records: {text:?}")]
    Outside {
        /// The text, shortened when long.
        text: String,
    },
    /// One record has more nodes than any game.
    #[error("the record has more than {MAX_NODES} nodes")]
    TooManyNodes,
    /// The rest of the file was not looked at.
    #[error("more than {MAX_PROBLEMS} problems: the rest of the file was not read")]
    TooManyProblems,
}

/// A syntax error and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxProblem {
    /// The record it is in or follows, from 1; 0 when it concerns the file as a whole.
    pub record: usize,
    /// The place in the file.
    pub place: Place,
    /// What is wrong.
    pub error: SyntaxError,
    /// Could the record not be read because of it? Text outside the records breaks none.
    pub breaks_record: bool,
}

impl fmt::Display for SyntaxProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { record, place, error, .. } = self;
        write!(f, "record {record}, {place}: {error}")
    }
}

/// At most about forty characters of a text, for a message.
pub(crate) fn shorten(text: &str) -> Cow<'_, str> {
    const KEPT: usize = 40;
    match text.char_indices().nth(KEPT) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}
