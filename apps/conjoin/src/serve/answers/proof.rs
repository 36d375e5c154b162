//! The last proof: its moves, and the file.

use conjoin_core::{Game, Position as _, Side, TextForm as _};
use conjoin_engine::prover::proof_text;
use conjoin_engine::review::RouteReport;
use conjoin_prove::proof::Proof;
use conjoin_referee::verify_proof;
use serde::Serialize;

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
    /// Its way on the board.
    pub route: Option<RouteReport>,
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

/// A proof that is explored, whatever the game.
pub trait KeptProof: Send {
    /// What it says after these moves from its root.
    fn step(&self, moves: &[String]) -> Result<ProofStep, String>;

    /// It as a file, checked by the referee.
    fn file(&self) -> ProofFile;
}

/// A proof of a win.
pub struct WinProof<G: Game> {
    /// The proof.
    pub proof: Proof<G::Position>,
    /// Who wins.
    pub winner: Side,
}

impl<G: Game> WinProof<G> {
    /// Plies that are left at most.
    fn rank(&self, at: &G::Position) -> Option<u32> {
        match self.proof.lines.get(at) {
            Some(line) => Some(line.rank),
            None => at.outcome().map(|_| 0),
        }
    }
}

impl<G: Game> KeptProof for WinProof<G> {
    fn step(&self, moves: &[String]) -> Result<ProofStep, String> {
        let mut at = self.proof.root;
        for text in moves.iter().take(MOST_MOVES) {
            let mv = at.parse_move(text).map_err(|error| error.to_string())?;
            at = at.play(mv);
        }
        let line = self.proof.lines.get(&at);
        let reply = |mv| ProofReply { mv: at.format_move(mv), plies: self.rank(&at.play(mv)) };
        let replies = match line {
            Some(line) if line.mv.is_none() => at.legal_moves().into_iter().map(reply).collect(),
            _ => Vec::new(),
        };
        let best = line.and_then(|line| line.mv);
        Ok(ProofStep {
            root: self.proof.root.to_string(),
            winner: G::side_key(self.winner),
            position: at.to_string(),
            known: line.is_some() || at.outcome().is_some(),
            over: at.outcome().is_some(),
            plies: self.rank(&at),
            mv: best.map(|mv| at.format_move(mv)),
            route: best.map(|mv| RouteReport::new::<G>(&at, mv)),
            replies,
        })
    }

    fn file(&self) -> ProofFile {
        let text = proof_text::<G>(&self.proof, version::LINE);
        let checked = verify_proof(&text);
        ProofFile {
            text,
            lines: self.proof.lines.len(),
            verified: checked.is_ok(),
            reason: checked.err().map(|refused| refused.to_string()),
        }
    }
}
