//! Reviewing a game: one move after the other.

use std::time::{Duration, Instant};

use conjoin_core::History;
use conjoin_engine::review::{Review, ReviewOptions};
use serde_json::Value;

use super::{Step, StepContext, Steps};
use crate::reviewed;
use crate::serve::engines::{Engines, profile_name};
use crate::serve::game;
use crate::serve::loa::Position;
use crate::serve::message::{self, ReviewText};

/// Seconds for a game when nothing is said, and at most.
const USUAL: f64 = 45.0;
const LONGEST: f64 = 1800.0;

/// A game under review.
pub struct Reviewing {
    text: ReviewText,
    review: Review,
    spent: Duration,
}

impl Reviewing {
    pub fn new(text: &ReviewText) -> Result<Self, String> {
        let game: History<Position> = game::play(&text.game)?;
        if game.moves().is_empty() {
            return Err("there is no move to review".into());
        }
        let seconds = text.seconds.unwrap_or(USUAL);
        if seconds.is_nan() || seconds <= 0.0 {
            return Err("seconds: expected more than nothing".into());
        }
        let time = Duration::from_secs_f64(seconds.min(LONGEST));
        let review = Review::new(game, &ReviewOptions { time });
        Ok(Self { text: text.clone(), review, spent: Duration::ZERO })
    }
}

impl Reviewing {
    fn answer(&self) -> Value {
        let report = reviewed::Review::new(&self.review, self.spent);
        message::body(&reviewed::Review { stopped: Some(!self.review.is_done()), ..report })
    }
}

impl Steps for Reviewing {
    fn step(
        &mut self,
        engines: &mut Engines,
        context: &mut StepContext<'_>,
    ) -> Result<Step, String> {
        let start = Instant::now();
        let ReviewText { memory, threads, .. } = self.text;
        if self.review.needs_search() {
            let profile = profile_name(Some("champion"), None)?;
            let player = engines.player(false, profile, memory, threads, 0)?;
            self.review.search_step(player, context.stop()).map_err(|error| error.to_string())?;
        } else {
            let solver = engines.solver(memory, threads)?;
            self.review.prove_step(&mut solver.prover, context.stop());
        }
        self.spent += start.elapsed();
        if self.review.is_done() || context.is_stopped() {
            return Ok(Step::Done(self.answer()));
        }
        context.tell(|| {
            let report = reviewed::Review::new(&self.review, self.spent);
            reviewed::Review { progress: Some(self.review.progress()), ..report }
        });
        Ok(Step::More)
    }

    fn stopped(&self) -> Value {
        self.answer()
    }
}
