//! "Is this won?", with live numbers, and a proof to explore.

use std::time::{Duration, Instant};

use conjoin_core::{History, Position as _, Side};
use conjoin_engine::prover::{Answer, expect_solvable, meets_past};
use conjoin_games::loa::Position;
use conjoin_prove::Verdict;
use serde_json::{Value, json};

use super::{Desk, Step, Steps};
use crate::serve::engines::{Engines, KeptProof};
use crate::serve::game::{self, colour};
use crate::serve::message::SolveText;

/// The longest question.
const LONGEST: f64 = 3600.0;
/// Length of the first step; later ones are longer, so that starting again costs little.
const FIRST_STEP: Duration = Duration::from_millis(150);
const LONGEST_STEP: Duration = Duration::from_secs(1);
/// How long a proof may take to write down once it is found.
const WRITING: Duration = Duration::from_secs(30);

/// A question to the solver.
pub struct Solving {
    game: History<Position>,
    winner: Side,
    text: SolveText,
    limit: Duration,
    step: Duration,
    spent: Duration,
    nodes: u64,
}

impl Solving {
    pub fn new(text: &SolveText) -> Result<Self, String> {
        let game = game::play(&text.game)?;
        let winner = match text.winner.as_deref() {
            None => game.current().side_to_move(),
            Some("black") => Side::First,
            Some("white") => Side::Second,
            Some(_) => return Err("winner: expected black or white".into()),
        };
        expect_solvable(game.current()).map_err(|e| e.to_string())?;
        let seconds = text.seconds.unwrap_or(LONGEST);
        if seconds.is_nan() || seconds <= 0.0 {
            return Err("seconds: expected more than nothing".into());
        }
        let limit = Duration::from_secs_f64(seconds.min(LONGEST));
        let (spent, nodes) = (Duration::ZERO, 0);
        Ok(Self { game, winner, text: text.clone(), limit, step: FIRST_STEP, spent, nodes })
    }

    fn body(&self, answer: &Answer, table: u32, bytes: usize) -> Value {
        let is_mover = self.winner == self.game.current().side_to_move();
        json!({
            "winner": colour(self.winner),
            "result": match (answer.verdict, is_mover) {
                (Verdict::Unknown, _) => "unknown",
                (Verdict::Proved, true) => "win",
                (Verdict::Proved, false) => "loss",
                (Verdict::Disproved, true) => "not-win",
                (Verdict::Disproved, false) => "not-loss",
            },
            "move": answer.best_move.map(|mv| mv.to_string()),
            "proof": answer.proof,
            "disproof": answer.disproof,
            "nodes": self.nodes,
            "seconds": self.spent.as_secs_f64(),
            "table": table,
            "memory": bytes >> 20,
            "position": self.game.current().to_string(),
            "rules": self.game.current().rules().to_string(),
        })
    }
}

impl Steps for Solving {
    fn step(&mut self, engines: &mut Engines, desk: &mut Desk<'_>) -> Result<Step, String> {
        let start = Instant::now();
        let solver = engines.solver(self.text.memory, self.text.threads)?;
        let left = self.limit.saturating_sub(self.spent);
        let deadline = start + self.step.min(left);
        let root = *self.game.current();
        let answer = solver.prover.ask(&root, self.winner, Some(deadline), desk.stop());
        self.nodes += answer.nodes;
        self.spent += start.elapsed();
        self.step = (self.step * 3 / 2).min(LONGEST_STEP);
        let table = solver.prover.table_per_mille();
        let bytes = solver.bytes;
        let mut body = self.body(&answer, table, bytes);
        if answer.verdict == Verdict::Unknown {
            if desk.is_stopped() || self.spent >= self.limit {
                body["stopped"] = json!(desk.is_stopped());
                return Ok(Step::Done(body));
            }
            desk.tell(|| body);
            return Ok(Step::More);
        }
        if self.text.proof && answer.verdict == Verdict::Proved {
            desk.tell_surely(&json!({ "writing": true }));
            let deadline = Instant::now() + WRITING;
            match solver.prover.proof(&root, self.winner, Some(deadline), desk.stop()) {
                Ok(proof) => {
                    let line: Vec<String> =
                        proof.main_line().iter().map(ToString::to_string).collect();
                    body["plies"] = json!(proof.plies());
                    body["line"] = json!(line);
                    body["lines"] = json!(proof.lines.len());
                    body["explorable"] = json!(true);
                    body["repeats"] = json!(meets_past(&self.game, &proof));
                    engines.proof = Some(KeptProof { proof, winner: self.winner });
                }
                Err(error) => body["unwritten"] = json!(error.to_string()),
            }
        }
        Ok(Step::Done(body))
    }
}
