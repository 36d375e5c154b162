//! Tallies: what a search meets, counted at every position that it enters.
//!
//! What a game can count is in [`Playable::TALLIES`]. The evaluator of the profile is asked to follow every
//! move that its search makes anyway; while it does so, the counts go on. Positions that are only looked at to
//! put moves in order are counted too, where a profile does that.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use conjoin_core::{History, MoveOf, Side};
use conjoin_engine::OwnEngine;
use conjoin_eval::{Evaluator, EvaluatorSet as _, EvaluatorVisitor, Linear, Playable};
use conjoin_search::{Limits, SearchConfig, Searcher};
use serde::{Deserialize, Serialize};

use super::identity;
use super::manifest::{ExperimentError, Manifest, Scale};
use super::observations::{Observer, Values};
use crate::suite::SuiteEntry;

/// A profile whose searches are counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TallySpec {
    /// The profile.
    pub profile: String,
}

/// A profile, ready to search.
#[derive(Clone, Debug)]
pub struct PlannedTally<G: Playable> {
    name: String,
    engine: OwnEngine<G>,
    depth: u32,
    memory: usize,
    positions: Vec<(String, G::Position)>,
}

impl<G: Playable> PlannedTally<G> {
    /// The profile of a manifest at a scale, with the positions of its suite.
    pub fn new(
        manifest: &Manifest,
        spec: &TallySpec,
        scale: &Scale,
        suite: &[SuiteEntry<G::Position>],
    ) -> Result<Self, ExperimentError> {
        Ok(Self {
            name: spec.profile.clone(),
            engine: manifest.own_engine(&spec.profile)?,
            depth: scale.depth.max(1),
            memory: scale.memory.max(1) << 20,
            positions: suite.iter().map(|entry| (entry.id(), entry.position)).collect(),
        })
    }
}

impl<G: Playable> Observer for PlannedTally<G> {
    fn kind(&self) -> &'static str {
        "tally"
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn blocks(&self) -> Vec<String> {
        self.positions.iter().map(|(id, _)| id.clone()).collect()
    }

    fn identity(&self) -> String {
        format!("{} {} {}", identity::of_own(&self.engine), self.depth, self.memory)
    }

    /// The tallies by name, and `nodes`.
    fn observe(
        &self,
        block: usize,
        _: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Values>, ExperimentError> {
        let counted = self.engine.evaluator.visit(Counting::<G> {
            search: &self.engine.search,
            position: self.positions[block].1,
            limits: Limits::depth(self.depth).with_stop(stop),
            memory: self.memory,
        })?;
        Ok((!stop.load(Ordering::Relaxed)).then_some(counted))
    }
}

struct Counting<'a, G: Playable> {
    search: &'a SearchConfig,
    position: G::Position,
    limits: Limits<'a>,
    memory: usize,
}

impl<G: Playable> EvaluatorVisitor<G::Position> for Counting<'_, G> {
    type Output = Result<Values, ExperimentError>;

    fn visit<E: Linear<G::Position> + 'static>(self, eval: E) -> Self::Output {
        let tallies: Arc<[AtomicU64]> = G::TALLIES.iter().map(|_| AtomicU64::new(0)).collect();
        let eval = Tallying::<G, E> { eval, tallies: tallies.clone(), game: PhantomData };
        let mut searcher = Searcher::new(self.search.clone(), eval, self.memory, 1)?;
        let answer = searcher.search(&History::new(self.position), &self.limits, |_| {});
        let count = |tally: &AtomicU64| tally.load(Ordering::Relaxed) as f64;
        let counts = G::TALLIES.iter().zip(tallies.iter());
        let mut values: Values =
            counts.map(|(name, tally)| ((*name).to_owned(), count(tally))).collect();
        values.insert("nodes".into(), answer.counters.nodes as f64);
        Ok(values)
    }
}

/// An evaluator beside which counts go on.
struct Tallying<G, E> {
    eval: E,
    tallies: Arc<[AtomicU64]>,
    game: PhantomData<G>,
}

impl<G, E: Clone> Clone for Tallying<G, E> {
    fn clone(&self) -> Self {
        Self { eval: self.eval.clone(), tallies: self.tallies.clone(), game: PhantomData }
    }
}

impl<G, E> fmt::Debug for Tallying<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tallying").field("tallies", &self.tallies).finish_non_exhaustive()
    }
}

impl<G: Playable, E: Evaluator<G::Position>> Evaluator<G::Position> for Tallying<G, E> {
    type State = E::State;

    fn state(&self, position: &G::Position) -> E::State {
        self.eval.state(position)
    }

    fn advance(
        &self,
        state: &mut E::State,
        before: &G::Position,
        mv: MoveOf<G>,
        after: &G::Position,
    ) {
        // More than any game counts.
        let mut counts = [0; 8];
        G::tally(before, mv, after, &mut counts);
        for (tally, count) in self.tallies.iter().zip(counts).filter(|(_, count)| *count > 0) {
            tally.fetch_add(count, Ordering::Relaxed);
        }
        self.eval.advance(state, before, mv, after);
    }

    fn evaluate(&self, state: &E::State, position: &G::Position) -> i32 {
        self.eval.evaluate(state, position)
    }

    fn effort(&self, position: &G::Position, side: Side) -> u32 {
        self.eval.effort(position, side)
    }
}
