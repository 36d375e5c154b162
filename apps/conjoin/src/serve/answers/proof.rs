//! The last proof: its moves, and the file.

use conjoin_core::{Position as _, TextForm};
use conjoin_prove::proof::Proof;
use serde::Serialize;

use crate::serve::engines::KeptProof;
use crate::serve::game::colour;
use crate::serve::loa::Position;
use crate::version;

/// Moves from the root that are followed.
const MOST_MOVES: usize = 2000;

/// What a proof says of a position.
#[derive(Debug, Serialize)]
pub struct ProofStep {
    /// Where the proof starts.
    pub root: String,
    /// The side that wins.
    pub winner: String,
    /// The position.
    pub position: String,
    /// Is the position part of the proof?
    pub known: bool,
    /// Has the game ended?
    pub over: bool,
    /// Plies that are left at most.
    pub plies: Option<u32>,
    /// The winner's move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The moves of the other side.
    pub replies: Vec<ProofReply>,
}

/// A defence that a proof answers.
#[derive(Debug, Serialize)]
pub struct ProofReply {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Plies that are left after it at most.
    pub plies: Option<u32>,
}

/// A proof to save.
#[derive(Debug, Serialize)]
pub struct ProofFile {
    /// The file.
    pub text: String,
    /// Its lines.
    pub lines: usize,
    /// Does the referee accept it?
    pub verified: bool,
    /// Why not.
    pub reason: Option<String>,
}

impl ProofStep {
    /// What a proof says after these moves from its root.
    pub fn new(kept: &KeptProof, moves: &[String]) -> Result<Self, String> {
        let KeptProof { proof, winner } = kept;
        let mut at = proof.root;
        for text in moves.iter().take(MOST_MOVES) {
            let mv = at.parse_move(text).map_err(|error| error.to_string())?;
            at = at.play(mv);
        }
        let line = proof.lines.get(&at);
        let reply = |mv| ProofReply { mv: at.format_move(mv), plies: rank(proof, &at.play(mv)) };
        let replies = match line {
            Some(line) if line.mv.is_none() => at.legal_moves().into_iter().map(reply).collect(),
            _ => Vec::new(),
        };
        Ok(Self {
            root: proof.root.to_string(),
            winner: colour(*winner),
            position: at.to_string(),
            known: line.is_some() || at.outcome().is_some(),
            over: at.outcome().is_some(),
            plies: rank(proof, &at),
            mv: line.and_then(|line| line.mv).map(|mv| at.format_move(mv)),
            replies,
        })
    }
}

fn rank(proof: &Proof<Position>, at: &Position) -> Option<u32> {
    match proof.lines.get(at) {
        Some(line) => Some(line.rank),
        None => at.outcome().map(|_| 0),
    }
}

impl ProofFile {
    /// A proof as a file, checked by the referee.
    pub fn new(kept: &KeptProof) -> Self {
        let text = conjoin_engine::prover::proof_text(&kept.proof, version::LINE);
        let checked = conjoin_referee::loa::verify_proof(&text);
        Self {
            text,
            lines: kept.proof.lines.len(),
            verified: checked.is_ok(),
            reason: checked.err().map(|refused| refused.to_string()),
        }
    }
}
