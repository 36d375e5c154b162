//! Reviewing a game: one move after the other.

use std::time::{Duration, Instant};

use conjoin_core::History;
use conjoin_engine::review::{Review, ReviewOptions, ReviewReport};
use conjoin_eval::Playable;
use serde_json::Value;

use super::{Step, StepContext, Steps};
use crate::serve::engines::{TabEngines, profile_name};
use crate::serve::game;
use crate::serve::message::{self, ReviewText};

/// Seconds for a game when nothing is said, and at most.
const USUAL: f64 = 45.0;
const LONGEST: f64 = 1800.0;

/// A game under review.
pub struct Reviewing<G: Playable> {
    text: ReviewText,
    /// The first position: the solver is made for its board.
    start: G::Position,
    review: Review<G>,
    spent: Duration,
}

impl<G: Playable> Reviewing<G> {
    /// Reads a request.
    pub fn new(text: &ReviewText) -> Result<Self, String> {
        let game: History<G::Position> = game::play::<G>(&text.game)?;
        if game.moves().is_empty() {
            return Err("there is no move to review".into());
        }
        let seconds = text.seconds.unwrap_or(USUAL);
        if seconds.is_nan() || seconds <= 0.0 {
            return Err("seconds: expected more than nothing".into());
        }
        let time = Duration::from_secs_f64(seconds.min(LONGEST));
        let start = *game.start();
        let review = Review::new(game, &ReviewOptions { time });
        Ok(Self { text: text.clone(), start, review, spent: Duration::ZERO })
    }

    fn answer(&self) -> Value {
        let report = self.review.report(self.spent);
        message::body(&ReviewReport { stopped: Some(!self.review.is_done()), ..report })
    }
}

impl<G: Playable> Steps for Reviewing<G> {
    fn step(
        &mut self,
        engines: &mut TabEngines,
        context: &mut StepContext<'_>,
    ) -> Result<Step, String> {
        let began = Instant::now();
        let engines = engines.of::<G>();
        let ReviewText { memory, threads, .. } = self.text;
        if self.review.needs_search() {
            let profile = profile_name::<G>(Some("champion"), None)?;
            let player = engines.player(false, profile, memory, threads, 0)?;
            self.review.search_step(player, context.stop()).map_err(|error| error.to_string())?;
        } else {
            let solver = engines.solver(&self.start, memory, threads)?;
            self.review.prove_step(&mut solver.prover, context.stop());
        }
        self.spent += began.elapsed();
        if self.review.is_done() || context.is_stopped() {
            return Ok(Step::Done(self.answer()));
        }
        context.tell(|| {
            let report = self.review.report(self.spent);
            ReviewReport { progress: Some(self.review.progress()), ..report }
        });
        Ok(Step::More)
    }

    fn stopped(&self) -> Value {
        self.answer()
    }
}
