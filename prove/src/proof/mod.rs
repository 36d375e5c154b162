//! Proofs that others can check: which positions, which moves, and nothing else.
//!
//! A proof of a win lists, for every position that can come up against it, the winner's move or
//! that all moves are covered, with a rank that falls along every move. A proof that there is no
//! win is a set of positions that the defender never has to leave. The format is in
//! `docs/proofs.md`; `conjoin-referee` checks it with rules of its own.

mod claim;
mod room;
mod safe_set;
mod strategy;
mod write;

pub use claim::{Claim, UnknownClaim};
pub use write::ProofHeader;

use conjoin_core::TextForm;
use rustc_hash::FxHashMap;

use crate::Provable;

/// What a proof says of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofLine<M> {
    /// The prover's move; none where the other side moves and every move is covered.
    pub mv: Option<M>,
    /// Bound of the plies to the end for a win, 0 otherwise.
    pub rank: u32,
}

/// A proof: a claim about its root, and a line for each position it needs.
#[derive(Clone, Debug)]
pub struct Proof<P: Provable> {
    /// The position the claim is about.
    pub root: P,
    /// What is claimed for the side to move there.
    pub claim: Claim,
    /// Are symmetric positions listed once?
    pub symmetry: bool,
    /// The lines; none when the game is over at the root.
    pub lines: FxHashMap<P, ProofLine<P::Move>>,
}

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The claim could not be shown within the limits.
    #[error("a limit was reached before the proof was complete")]
    Limit,
    /// Its lines have no room beside the table.
    #[error("the memory ended before the proof was complete")]
    Memory,
    /// The claim does not hold.
    #[error("the claim does not hold")]
    False,
}

impl<P: Provable> Proof<P> {
    /// The image under which a position is listed.
    pub fn image(&self, position: &P) -> P {
        if self.symmetry { position.canonical().0 } else { *position }
    }

    /// Memory of its lines.
    pub fn bytes(&self) -> usize {
        room::bytes_of(&self.lines)
    }

    /// Plies within which the game ends, for a proof of a win or loss.
    pub fn plies(&self) -> u32 {
        self.lines.get(&self.image(&self.root)).map_or(0, |line| line.rank)
    }
}

impl<P: Provable + TextForm> Proof<P> {
    /// A line of play in which the loser holds out as long as the proof allows; empty for a
    /// proof that there is no win.
    pub fn main_line(&self) -> Vec<P::Move> {
        let mut moves = Vec::new();
        let mut at = self.root;
        if !self.claim.is_win() {
            return moves;
        }
        while let Some(line) = self.lines.get(&self.image(&at)) {
            let mv = if let Some(mv) = line.mv {
                self.own_move(&at, mv)
            } else {
                let rank = |mv: &P::Move| {
                    self.lines.get(&self.image(&at.play(*mv))).map_or(0, |line| line.rank)
                };
                let Some(mv) = at.legal_moves().into_iter().max_by_key(rank) else { break };
                mv
            };
            moves.push(mv);
            at = at.play(mv);
        }
        moves
    }

    /// A listed move as one of the position itself.
    fn own_move(&self, at: &P, mv: P::Move) -> P::Move {
        if !self.symmetry {
            return mv;
        }
        let (image, symmetry) = at.canonical();
        image.transformed_move(mv, P::inverse(symmetry))
    }
}
