//! The head of a proof file: everything before the first position.

use std::fmt;

use super::lines::{Lines, MOST_HEAD_LINES};
use super::{ProofError, Refused, refuse};

/// What a proof says of the side to move at its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It wins by force.
    Win,
    /// It loses by force.
    Loss,
    /// It cannot force a win.
    NotWin,
    /// It cannot be forced to lose.
    NotLoss,
}

impl Claim {
    /// Does it say that somebody wins?
    pub fn is_win(self) -> bool {
        matches!(self, Claim::Win | Claim::Loss)
    }

    /// Is it the side to move at the root that keeps the promise?
    pub(super) fn is_of_mover(self) -> bool {
        matches!(self, Claim::Win | Claim::NotLoss)
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::Win => "win",
            Claim::Loss => "loss",
            Claim::NotWin => "not-win",
            Claim::NotLoss => "not-loss",
        })
    }
}

/// What stands after a word of the head.
#[derive(Debug)]
pub(super) struct Field {
    pub text: String,
    /// Number of the line in the file.
    pub line: usize,
}

/// The four lines that every head has, in no order.
#[derive(Debug)]
pub(super) struct Head {
    pub game: Field,
    pub symmetry: Field,
    pub claim: Field,
    pub root: Field,
    /// How many lines come before the first position.
    pub lines: usize,
}

impl Head {
    /// Reads the head and stops at the first line after it.
    pub fn read(lines: &mut Lines<'_>) -> Result<Head, ProofError> {
        const WORDS: [&str; 4] = ["game", "symmetry", "claim", "root"];
        if lines.current() != Some("conjoin-proof 1") {
            return Err(refuse(1, "expected conjoin-proof 1").into());
        }
        let mut found: [Option<Field>; 4] = [const { None }; 4];
        lines.advance()?;
        let mut last = 1;
        while let Some(text) = lines.current().filter(|text| !text.contains('\t')) {
            last = lines.number();
            if last > MOST_HEAD_LINES {
                let reason = format!("the head has more than {MOST_HEAD_LINES} lines");
                return Err(refuse(last, reason).into());
            }
            let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
            if let Some(at) = WORDS.iter().position(|known| *known == word) {
                let field = Field { text: rest.to_owned(), line: last };
                if found[at].replace(field).is_some() {
                    return Err(refuse(last, format!("{word} stands there twice")).into());
                }
            } else if !is_header(word) {
                return Err(refuse(last, format!("{text:?} is not a line of a proof")).into());
            }
            lines.advance()?;
        }
        if let Some(at) = found.iter().position(Option::is_none) {
            return Err(refuse(last, format!("the head has no {}", WORDS[at])).into());
        }
        let [game, symmetry, claim, root] = found.map(|field| field.expect("none is missing"));
        Ok(Head { game, symmetry, claim, root, lines: last })
    }

    /// The words of the `game` line: the name, the size of the board, the options.
    pub fn game_words(&self) -> (&str, &str, &str) {
        let (name, rest) = self.game.text.split_once(' ').unwrap_or((&self.game.text, ""));
        let (size, options) = rest.split_once(' ').unwrap_or((rest, ""));
        (name, size, options)
    }

    /// The name of the game.
    pub fn game_name(&self) -> &str {
        self.game_words().0
    }

    /// Are positions looked up up to the symmetries of this name?
    pub fn uses_symmetry(&self, name: &str) -> Result<bool, Refused> {
        let Field { text, line } = &self.symmetry;
        match text.as_str() {
            "none" => Ok(false),
            text if text == name => Ok(true),
            _ if name == "none" => Err(refuse(*line, format!("symmetry {text:?}: expected none"))),
            _ => Err(refuse(*line, format!("symmetry {text:?}: expected none or {name}"))),
        }
    }

    /// What is claimed.
    pub fn read_claim(&self) -> Result<Claim, Refused> {
        let Field { text, line } = &self.claim;
        let all = [Claim::Win, Claim::Loss, Claim::NotWin, Claim::NotLoss];
        let found = all.into_iter().find(|claim| claim.to_string() == *text);
        found.ok_or_else(|| {
            refuse(*line, format!("claim {text:?}: expected win, loss, not-win or not-loss"))
        })
    }
}

/// Header lines that are not known are skipped; they begin with a word of small letters.
fn is_header(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}
