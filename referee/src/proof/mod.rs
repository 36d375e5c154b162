//! The proof verifier: does a proof file prove what it claims?
//!
//! The file is text, described in `docs/proofs.md`. What is the same for every game is checked
//! here: that each line is well formed, sorted and the only one for its position; that the moves
//! are legal; that every position a line leads to is listed, or over in the prover's favour; that
//! ranks fall for a win; and that nothing is listed that the root does not lead to. A game adds
//! its [`Rules`], and a line in the list of games below.
//!
//! A file is read line by line and refused at the first line that is wrong, so memory goes to the
//! positions that are kept and to nothing else.

mod check;
mod head;
mod lines;
mod rules;

use std::io::{self, BufRead};

pub use head::Claim;
pub use lines::{LONGEST_LINE, MOST_HEAD_LINES};
pub use rules::{Outcome, Rules};

use head::Head;
use lines::Lines;

/// A proof that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What is proved.
    pub claim: Claim,
    /// Of which position, as the head of the file names it.
    pub root: String,
    /// The game by its name in the head.
    pub game: String,
    /// The size of the board by the head.
    pub size: String,
    /// The rules that were checked, in the words of the head.
    pub rules: String,
    /// Lines in the proof.
    pub lines: usize,
}

/// Why a proof is refused: the number of the line, from 1, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Refused {
    /// Number of the line in the file.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// Why there is no [`Verified`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// It was read, and it does not hold.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// It is not text.
    #[error("line {line} is not text: expected UTF-8")]
    NotText {
        /// Number of the line in the file.
        line: usize,
    },
    /// It cannot be read to its end.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
}

fn refuse(line: usize, reason: impl Into<String>) -> Refused {
    Refused { line, reason: reason.into() }
}

/// The check of a proof whose head was read.
type Check = fn(Head, &mut Lines<'_>) -> Result<Verified, ProofError>;

/// The games whose proofs are known, by their names in the head.
const GAMES: &[(&str, Check)] = &[
    entry::<crate::loa::ProofRules>(),
    entry::<crate::surakarta::ProofRules>(),
    entry::<crate::chinese_checkers::ProofRules>(),
];

const fn entry<R: Rules>() -> (&'static str, Check) {
    (R::NAME, check::check::<R>)
}

/// Checks a proof of any game of the list.
pub fn verify_proof(text: &str) -> Result<Verified, Refused> {
    in_memory(verify_proof_from(text.as_bytes()))
}

/// Checks a proof of any game of the list while it is read.
pub fn verify_proof_from(mut reader: impl BufRead) -> Result<Verified, ProofError> {
    let mut lines = Lines::new(&mut reader)?;
    let head = Head::read(&mut lines)?;
    let name = head.game_name();
    if let Some((_, check)) = GAMES.iter().find(|(game, _)| *game == name) {
        return check(head, &mut lines);
    }
    let known: Vec<&str> = GAMES.iter().map(|(game, _)| *game).collect();
    let reason = format!("game {name:?} is not known: expected {}", known.join(" or "));
    Err(refuse(head.game.line, reason).into())
}

/// Checks a proof of a game that need not be in the list.
pub fn verify_proof_of<R: Rules>(text: &str) -> Result<Verified, Refused> {
    let mut reader = text.as_bytes();
    in_memory(Lines::new(&mut reader).and_then(|mut lines| {
        let head = Head::read(&mut lines)?;
        if head.game_name() != R::NAME {
            let reason = format!("game {:?}: expected {}", head.game_name(), R::NAME);
            return Err(refuse(head.game.line, reason).into());
        }
        check::check::<R>(head, &mut lines)
    }))
}

/// What became of a text, which can always be read.
fn in_memory(answer: Result<Verified, ProofError>) -> Result<Verified, Refused> {
    answer.map_err(|error| match error {
        ProofError::Refused(refused) => refused,
        error => unreachable!("text in memory is UTF-8 and can be read: {error}"),
    })
}
