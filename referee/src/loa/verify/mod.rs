//! The proof verifier: does a proof file prove what it claims?
//!
//! The file is text, described in `docs/proofs.md`. Everything is checked with the rules of this
//! crate: that each line is well formed, sorted and the only one for its position; that the moves
//! are legal; that every position a line leads to is listed, or over in the prover's favour; that
//! ranks fall for a win; and that nothing is listed that the root does not lead to.

mod board;
mod head;

use std::collections::HashMap;

use board::{Ending, FlatBoard, Key, Step};
use head::Head;

pub use head::Claim;

use super::{Move, Position, Rules};

/// A proof that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What is proved.
    pub claim: Claim,
    /// Of which position.
    pub root: Position,
    /// By which rules.
    pub rules: Rules,
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

/// A position of the proof.
struct Line {
    board: FlatBoard,
    /// The prover's move; `*` is none.
    mv: Option<Move>,
    rank: u32,
    /// Number of the line in the file.
    number: usize,
    /// Does another line lead to it?
    has_parent: bool,
}

fn refuse(line: usize, reason: impl Into<String>) -> Refused {
    Refused { line, reason: reason.into() }
}

/// Checks a proof file.
pub fn verify_proof(text: &str) -> Result<Verified, Refused> {
    let mut proof = Proof::read(text)?;
    proof.check_root()?;
    proof.check_lines()?;
    proof.check_reached()?;
    let Proof { head, lines, .. } = proof;
    Ok(Verified { claim: head.claim, root: head.root, rules: head.rules, lines: lines.len() })
}

struct Proof {
    head: Head,
    lines: Vec<Line>,
    index: HashMap<Key, usize>,
}

impl Proof {
    fn read(text: &str) -> Result<Self, Refused> {
        if !text.is_empty() && !text.ends_with('\n') {
            return Err(refuse(
                text.lines().count(),
                "the last line has no end: the file is cut off",
            ));
        }
        let mut numbered = text.split_terminator('\n').enumerate().map(|(i, line)| (i + 1, line));
        let (head, mut next) = Head::read(&mut numbered)?;
        let mut lines = Vec::new();
        let mut index = HashMap::new();
        let mut before = "";
        while let Some((number, text)) = next {
            if text <= before {
                return Err(refuse(number, "lines are not sorted, or one stands twice"));
            }
            before = text;
            let line = Self::read_line(&head, number, text)?;
            let key = head.key(&line.board);
            if index.insert(key, lines.len()).is_some() {
                return Err(refuse(number, "the position stands there twice"));
            }
            lines.push(line);
            next = numbered.next();
        }
        Ok(Self { head, lines, index })
    }

    fn read_line(head: &Head, number: usize, text: &str) -> Result<Line, Refused> {
        let fields: Vec<&str> = text.split('\t').collect();
        let &[position, mv, rank] = fields.as_slice() else {
            return Err(refuse(number, "expected a position, a move and a rank between tabs"));
        };
        let position: Position = position.parse().map_err(|e| refuse(number, format!("{e}")))?;
        if position.board.size() != head.size {
            return Err(refuse(number, format!("the board is not {0}x{0}", head.size)));
        }
        let mv = match mv {
            "*" => None,
            mv => Some(mv.parse::<Move>().map_err(|e| refuse(number, format!("{e}")))?),
        };
        let is_plain =
            rank == "0" || (!rank.starts_with('0') && rank.bytes().all(|b| b.is_ascii_digit()));
        let rank: u32 = match rank.parse() {
            Ok(rank) if is_plain => rank,
            _ => return Err(refuse(number, format!("rank {rank:?} is not a number"))),
        };
        Ok(Line { board: FlatBoard::new(&position), mv, rank, number, has_parent: false })
    }

    /// The root is listed, or over as claimed with nothing listed.
    fn check_root(&mut self) -> Result<(), Refused> {
        let root = FlatBoard::new(&self.head.root);
        let line = self.head.root_line;
        if let Some(ending) = root.ending(self.head.rules) {
            return if !self.head.suits(ending) {
                Err(refuse(line, "the game is over at the root, and not as claimed"))
            } else if let Some(first) = self.lines.first() {
                Err(refuse(first.number, "the game is over at the root: expected no lines"))
            } else {
                Ok(())
            };
        }
        if self.index.contains_key(&self.head.key(&root)) {
            Ok(())
        } else {
            Err(refuse(line, "the root is not listed"))
        }
    }

    fn check_lines(&mut self) -> Result<(), Refused> {
        let mut steps: Vec<Step> = Vec::new();
        for at in 0..self.lines.len() {
            let Line { board, mv, rank, number, .. } = self.lines[at];
            if board.ending(self.head.rules).is_some() {
                return Err(refuse(number, "the game is over in this position"));
            }
            steps.clear();
            board.each_move(self.head.rules, |step| steps.push(step));
            match (mv, board.black_moves == self.head.prover_is_black) {
                (Some(mv), true) => {
                    steps.retain(|&step| board.move_of(step) == mv);
                    if steps.is_empty() {
                        return Err(refuse(number, format!("{mv} is not a legal move")));
                    }
                }
                (None, false) => {}
                (None, true) => {
                    return Err(refuse(number, "the prover moves here: expected a move"));
                }
                (Some(_), false) => {
                    return Err(refuse(number, "the other side moves here: expected *"));
                }
            }
            let mut highest = 0;
            for &step in &steps {
                if let Some(to) = self.follow(&board, step, number)? {
                    highest = highest.max(self.lines[to].rank);
                    self.lines[to].has_parent = true;
                }
            }
            let expected = if self.head.claim.is_win() { u64::from(highest) + 1 } else { 0 };
            if u64::from(rank) != expected {
                return Err(refuse(number, format!("rank {rank}: expected {expected}")));
            }
        }
        Ok(())
    }

    /// The line that a move leads to; none when it ends the game well for the prover.
    fn follow(
        &self,
        board: &FlatBoard,
        step: Step,
        number: usize,
    ) -> Result<Option<usize>, Refused> {
        let next = board.after(step);
        if let Some(ending) = next.ending(self.head.rules) {
            return if self.head.suits(ending) {
                Ok(None)
            } else {
                let mv = board.move_of(step);
                Err(refuse(number, format!("{mv} ends the game against the prover")))
            };
        }
        if let Some(&to) = self.index.get(&self.head.key(&next)) {
            return Ok(Some(to));
        }
        let (mv, position) = (board.move_of(step), next.position());
        Err(refuse(number, format!("after {mv} the position {position} is not listed")))
    }

    /// Every listed position can be reached from the root. For a win it is enough that a line leads
    /// to each: that line's rank is higher, so going up from any position ends at the only one
    /// that nothing leads to, the root.
    fn check_reached(&self) -> Result<(), Refused> {
        let root = self.head.key(&FlatBoard::new(&self.head.root));
        let root = self.index.get(&root).copied();
        let unreached = if self.head.claim.is_win() {
            (0..self.lines.len()).find(|&at| !self.lines[at].has_parent && root != Some(at))
        } else {
            let reached = self.walk(root);
            reached.iter().position(|&is_reached| !is_reached)
        };
        match unreached {
            None => Ok(()),
            Some(at) => {
                Err(refuse(self.lines[at].number, "the root does not lead to this position"))
            }
        }
    }

    /// Which lines can be reached from one of them.
    fn walk(&self, from: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.lines.len()];
        let mut open: Vec<usize> = from.into_iter().collect();
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut reached[at], true) {
                continue;
            }
            let Line { board, mv, .. } = &self.lines[at];
            board.each_move(self.head.rules, |step| {
                if mv.is_none_or(|mv| board.move_of(step) == mv) {
                    open.extend(self.index.get(&self.head.key(&board.after(step))));
                }
            });
        }
        reached
    }
}

impl Head {
    /// What positions are looked up by.
    fn key(&self, board: &FlatBoard) -> Key {
        if self.symmetry { board.least_key() } else { board.key() }
    }

    /// Is an end of the game in the prover's favour?
    fn suits(&self, ending: Ending) -> bool {
        match ending {
            Ending::Draw => !self.claim.is_win(),
            Ending::Black => self.prover_is_black,
            Ending::White => !self.prover_is_black,
        }
    }
}
