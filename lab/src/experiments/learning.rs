//! Learning as an experiment: what becomes of weights that somebody has set.
//!
//! A learner is a profile whose evaluator learns by TD-leaf from games against itself. A block is a seed: a
//! whole run from the first weights to the last, so that runs tell how much of the outcome is chance.
//!
//! Source: `winands-thesis` 3.1.3 and 3.2.1 say what temporal-difference learning did to the weights of MIA.
//! Differs: the weights to begin with are ours, for none are printed, and so are depth, steps and openings.

use std::sync::atomic::AtomicBool;

use conjoin_engine::OwnEngine;
use conjoin_eval::{EvaluatorSet as _, EvaluatorVisitor, Linear, Playable};
use conjoin_search::SearchConfig;
use serde::{Deserialize, Serialize};

use super::identity;
use super::manifest::{ExperimentError, Manifest, Scale};
use super::observations::{Observer, Values};
use crate::learn::{self, LearnConfig, Method, Round};

/// A profile whose weights learn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnerSpec {
    /// Its name in formulas.
    pub name: String,
    /// The profile with the first weights.
    pub profile: String,
    /// Games of a round, after which the weights take a step.
    pub games: u32,
    /// Depth of the searches.
    pub depth: u32,
    /// How far later values count (lambda).
    pub lambda: f32,
    /// The first step, in points for the spread of a feature.
    pub step: f32,
}

/// A learner, ready to run.
#[derive(Clone, Debug)]
pub struct PlannedLearner<G: Playable> {
    name: String,
    engine: OwnEngine<G>,
    config: LearnConfig,
    seeds: usize,
}

impl<G: Playable> PlannedLearner<G> {
    /// The learner of a manifest at a scale.
    pub fn new(
        manifest: &Manifest,
        spec: &LearnerSpec,
        scale: &Scale,
    ) -> Result<Self, ExperimentError> {
        let config = LearnConfig {
            method: Method::TdLeaf,
            rounds: scale.rounds,
            games: spec.games,
            depth: spec.depth.min(scale.depth.max(1)),
            lambda: spec.lambda,
            step: spec.step,
            ..LearnConfig::default()
        };
        let engine = manifest.own_engine(&spec.profile)?;
        Ok(Self { name: spec.name.clone(), engine, config, seeds: scale.seeds })
    }
}

impl<G: Playable> Observer for PlannedLearner<G> {
    fn kind(&self) -> &'static str {
        "learn"
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn blocks(&self) -> Vec<String> {
        (1..=self.seeds).map(|number| format!("run-{number}")).collect()
    }

    fn identity(&self) -> String {
        format!("{} {}", identity::of_own(&self.engine), identity::of(&self.config))
    }

    /// The values of each weight that is not 0 at the beginning: `w at n` after n games, `w first`, `w last`,
    /// `w ratio` (last over first) and `w gain`: by how much its size has grown, whatever its sign, times the
    /// spread of its feature in the last games, which is points in a usual position.
    fn observe(
        &self,
        block: usize,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Values>, ExperimentError> {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(block as u64);
        let config = LearnConfig { seed, ..self.config.clone() };
        let learning = Learning::<G> {
            search: &self.engine.search,
            config: &config,
            stop,
            game: G::default(),
        };
        Ok(self.engine.evaluator.visit(learning))
    }
}

struct Learning<'a, G> {
    search: &'a SearchConfig,
    config: &'a LearnConfig,
    stop: &'a AtomicBool,
    #[allow(dead_code)] // It says which game is learned.
    game: G,
}

impl<G: Playable> EvaluatorVisitor<G::Position> for Learning<'_, G> {
    type Output = Option<Values>;

    fn visit<E: Linear<G::Position> + 'static>(self, eval: E) -> Option<Values> {
        let rounds = learn::learn_unrecorded::<G, E>(&eval, self.search, self.config, self.stop)?;
        Some(values(&eval.names(), &eval.weights(), self.config.games, &rounds))
    }
}

/// What rounds of learning come to.
fn values(names: &[String], first: &[f32], games: u32, rounds: &[Round]) -> Values {
    let mut values = Values::new();
    let Some(last) = rounds.last() else { return values };
    for (i, name) in names.iter().enumerate().filter(|(i, _)| first[*i] != 0.0) {
        let mut put =
            |what: String, value: f32| values.insert(format!("{name} {what}"), f64::from(value));
        put("at 0".into(), first[i]);
        for round in rounds {
            put(format!("at {}", (round.round + 1) * games), round.weights[i]);
        }
        put("first".into(), first[i]);
        put("last".into(), last.weights[i]);
        put("ratio".into(), last.weights[i] / first[i]);
        put("gain".into(), (last.weights[i].abs() - first[i].abs()) * last.spread[i]);
    }
    values
}
