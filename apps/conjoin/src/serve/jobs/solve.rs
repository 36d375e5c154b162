//! "Is this won?", with live numbers, and a proof to explore.

use std::time::{Duration, Instant};

use conjoin_core::{
    History, MoveOf, Position as _, Side, TextForm as _, Variant as _, format_moves,
};
use conjoin_engine::prover::{TurnResult, expect_solvable, meets_past};
use conjoin_engine::review::RouteReport;
use conjoin_eval::Playable;
use conjoin_prove::Verdict;
use serde_json::Value;

use super::{Step, StepContext, Steps};
use crate::serve::answers::{Solve, WinProof, WritingEvent};
use crate::serve::engines::{Solver, TabEngines};
use crate::serve::game;
use crate::serve::message::{self, SolveText};

/// The longest question.
const LONGEST: f64 = 3600.0;
/// Length of the first step; later ones are longer, so that starting again costs little.
const FIRST_STEP: Duration = Duration::from_millis(150);
const LONGEST_STEP: Duration = Duration::from_secs(1);
/// How long a proof may take to write down once it is found.
const WRITING: Duration = Duration::from_secs(30);

/// A question to the solver.
pub struct Solving<G: Playable> {
    game: History<G::Position>,
    winner: Side,
    text: SolveText,
    limit: Duration,
    step: Duration,
    spent: Duration,
    /// What is known so far.
    known: Solve,
    /// Is the win proved, and the proof still to be written down?
    is_writing: bool,
}

impl<G: Playable> Solving<G> {
    /// Reads a question.
    pub fn new(text: &SolveText) -> Result<Self, String> {
        let game = game::play::<G>(&text.game)?;
        let winner = match text.winner.as_deref() {
            None => game.current().side_to_move(),
            Some(name) => G::side_named(name).ok_or_else(|| {
                let [first, second] = Side::BOTH.map(G::side_key);
                format!("winner: expected {first} or {second}")
            })?,
        };
        expect_solvable(game.current()).map_err(|e| e.to_string())?;
        let seconds = text.seconds.unwrap_or(LONGEST);
        if seconds.is_nan() || seconds <= 0.0 {
            return Err("seconds: expected more than nothing".into());
        }
        let limit = Duration::from_secs_f64(seconds.min(LONGEST));
        let known = Solve {
            winner: G::side_key(winner),
            result: "unknown",
            proof: 1,
            disproof: 1,
            position: game.current().to_string(),
            rules: G::variant(game.current()).rules(),
            ..Solve::default()
        };
        Ok(Self {
            game,
            winner,
            text: text.clone(),
            limit,
            step: FIRST_STEP,
            spent: Duration::ZERO,
            known,
            is_writing: false,
        })
    }

    /// Goes on with the question.
    fn ask(
        &mut self,
        solver: &mut Solver<G>,
        context: &mut StepContext<'_>,
    ) -> Result<Verdict, String> {
        let start = Instant::now();
        let left = self.limit.saturating_sub(self.spent);
        let deadline = start + self.step.min(left);
        let root = *self.game.current();
        let turn = solver.prover.ask(&root, self.winner, Some(deadline), context.stop());
        let turn = turn.map_err(|error| error.to_string())?;
        self.spent += start.elapsed();
        self.step = (self.step * 3 / 2).min(LONGEST_STEP);
        self.enter(&turn, solver);
        Ok(turn.verdict)
    }

    fn enter(&mut self, turn: &TurnResult<MoveOf<G>>, solver: &Solver<G>) {
        let at = self.game.current();
        let known = &mut self.known;
        known.result = match (turn.verdict, self.winner == at.side_to_move()) {
            (Verdict::Unknown, _) => "unknown",
            (Verdict::Proved, true) => "win",
            (Verdict::Proved, false) => "loss",
            (Verdict::Disproved, true) => "not-win",
            (Verdict::Disproved, false) => "not-loss",
        };
        known.mv = turn.best_move.map(|mv| at.format_move(mv));
        known.route = turn.best_move.map(|mv| RouteReport::new::<G>(at, mv));
        known.proof = turn.proof;
        known.disproof = turn.disproof;
        known.nodes += turn.nodes;
        known.seconds = self.spent.as_secs_f64();
        known.table = solver.prover.table_per_mille();
        known.memory = solver.bytes >> 20;
    }

    /// Writes the proof down, for exploring.
    fn write(&mut self, engines: &mut TabEngines, context: &StepContext<'_>) -> Result<(), String> {
        let root = *self.game.current();
        let deadline = Instant::now() + WRITING;
        let SolveText { memory, threads, .. } = self.text;
        let solver = engines.of::<G>().solver(&root, memory, threads)?;
        match solver.prover.proof(&root, self.winner, Some(deadline), context.stop()) {
            Ok(proof) => {
                self.known.plies = Some(proof.plies());
                self.known.line = Some(format_moves(&root, &proof.main_line()));
                self.known.lines = Some(proof.lines.len());
                self.known.explorable = Some(true);
                self.known.repeats = Some(meets_past(&self.game, &proof));
                engines.proof = Some(Box::new(WinProof::<G> { proof, winner: self.winner }));
            }
            Err(error) => self.known.unwritten = Some(error.to_string()),
        }
        Ok(())
    }
}

impl<G: Playable> Steps for Solving<G> {
    fn step(
        &mut self,
        engines: &mut TabEngines,
        context: &mut StepContext<'_>,
    ) -> Result<Step, String> {
        if self.is_writing {
            self.write(engines, context)?;
            return Ok(Step::Done(message::body(&self.known)));
        }
        let SolveText { memory, threads, .. } = self.text;
        let solver = engines.of::<G>().solver(self.game.current(), memory, threads)?;
        match self.ask(solver, context)? {
            Verdict::Unknown if context.is_stopped() || self.spent >= self.limit => {
                self.known.stopped = Some(context.is_stopped());
                Ok(Step::Done(message::body(&self.known)))
            }
            Verdict::Unknown => {
                context.tell(|| &self.known);
                Ok(Step::More)
            }
            Verdict::Proved if self.text.proof => {
                context.tell_surely(&WritingEvent { writing: true });
                self.is_writing = true;
                Ok(Step::More)
            }
            _ => Ok(Step::Done(message::body(&self.known))),
        }
    }

    fn stopped(&self) -> Value {
        let mut body = message::body(&self.known);
        body["stopped"] = true.into();
        body
    }

    /// Writing begins anew when it is cut short.
    fn can_pause(&self) -> bool {
        !self.is_writing
    }
}
