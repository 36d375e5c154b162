//! The head of a proof file.

use std::fmt;

use super::{Refused, refuse};
use crate::loa::{Board, Colour, Position, Repetition, Rules, Simultaneous, Stuck};

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

/// Everything before the first position.
pub(super) struct Head {
    pub rules: Rules,
    pub size: usize,
    pub symmetry: bool,
    pub claim: Claim,
    pub root: Position,
    pub prover_is_black: bool,
    /// Number of the line with the root.
    pub root_line: usize,
}

/// A line with its number.
type Numbered<'a> = (usize, &'a str);

impl Head {
    /// Reads the head; also returns the first line after it.
    pub fn read<'a>(
        lines: &mut impl Iterator<Item = Numbered<'a>>,
    ) -> Result<(Head, Option<Numbered<'a>>), Refused> {
        match lines.next() {
            Some((_, "conjoin-proof 1")) => {}
            _ => return Err(refuse(1, "expected conjoin-proof 1")),
        }
        let (mut game, mut symmetry, mut claim, mut root) = (None, None, None, None);
        let mut last = 1;
        let mut next = None;
        for (number, line) in lines.by_ref() {
            if line.contains('\t') {
                next = Some((number, line));
                break;
            }
            last = number;
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let is_twice = match word {
                "game" => game.replace(read_game(number, rest)?).is_some(),
                "symmetry" => symmetry.replace(read_symmetry(number, rest)?).is_some(),
                "claim" => claim.replace(read_claim(number, rest)?).is_some(),
                "root" => {
                    let position: Position =
                        rest.parse().map_err(|e| refuse(number, format!("{e}")))?;
                    root.replace((position, number)).is_some()
                }
                _ if is_header(word) => false,
                _ => return Err(refuse(number, format!("{line:?} is not a line of a proof"))),
            };
            if is_twice {
                return Err(refuse(number, format!("{word} stands there twice")));
            }
        }
        let missing = |word: &str| refuse(last, format!("the head has no {word}"));
        let (size, rules) = game.ok_or_else(|| missing("game"))?;
        let symmetry = symmetry.ok_or_else(|| missing("symmetry"))?;
        let claim = claim.ok_or_else(|| missing("claim"))?;
        let (root, root_line) = root.ok_or_else(|| missing("root"))?;
        if root.board.size() != size {
            return Err(refuse(root_line, format!("the board is not {size}x{size}")));
        }
        let prover = match claim {
            Claim::Win | Claim::NotLoss => root.to_move,
            Claim::Loss | Claim::NotWin => root.to_move.opponent(),
        };
        let prover_is_black = prover == Colour::Black;
        let head = Head { rules, size, symmetry, claim, root, prover_is_black, root_line };
        Ok((head, next))
    }
}

/// Header lines that are not known are skipped; they begin with a word of small letters.
fn is_header(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

fn read_symmetry(number: usize, text: &str) -> Result<bool, Refused> {
    match text {
        "none" => Ok(false),
        "d4" => Ok(true),
        _ => Err(refuse(number, format!("symmetry {text:?}: expected none or d4"))),
    }
}

fn read_claim(number: usize, text: &str) -> Result<Claim, Refused> {
    let all = [Claim::Win, Claim::Loss, Claim::NotWin, Claim::NotLoss];
    let found = all.into_iter().find(|claim| claim.to_string() == text);
    found.ok_or_else(|| {
        refuse(number, format!("claim {text:?}: expected win, loss, not-win or not-loss"))
    })
}

/// Reads `loa 6 simultaneous=draw stuck=pass repetition=3`.
fn read_game(number: usize, text: &str) -> Result<(usize, Rules), Refused> {
    let error = || {
        refuse(
            number,
            format!(
                "game {text:?}: expected a form like loa 6 simultaneous=draw stuck=pass repetition=3"
            ),
        )
    };
    let words: Vec<&str> = text.split(' ').collect();
    let &["loa", size, simultaneous, stuck, repetition] = words.as_slice() else {
        return Err(error());
    };
    let size = (Board::MIN_SIZE..=Board::MAX_SIZE).find(|n| n.to_string() == size);
    let simultaneous = match simultaneous {
        "simultaneous=draw" => Simultaneous::Draw,
        "simultaneous=mover" => Simultaneous::MoverWins,
        _ => return Err(error()),
    };
    let stuck = match stuck {
        "stuck=pass" => Stuck::Pass,
        "stuck=loss" => Stuck::Loss,
        _ => return Err(error()),
    };
    let repetition = match repetition {
        "repetition=3" => Repetition::ThirdOccurrence,
        "repetition=none" => Repetition::None,
        // A board that may not come back with either player to move needs another kind of proof.
        _ => return Err(error()),
    };
    Ok((size.ok_or_else(error)?, Rules { simultaneous, stuck, repetition }))
}
