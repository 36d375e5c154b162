//! What an experiment measured, ready for formulas, and how sure its figures are.
//!
//! Everything is counted in blocks that are independent of each other: positions of a suite, pairs
//! of games, players with an opinion. The interval of a figure comes from drawing blocks anew, as
//! many as there are, and computing the figure again (the percentile bootstrap).
//!
//! Source: `efron-bootstrap`. Differs: none.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::dependence::DependenceData;
use super::expression::{Call, Expression};
use super::move_opinions::OpinionData;
use super::observations::ObservationData;
use super::playing::{GameData, Pair};
use super::searching::SearchData;
use super::solving::SolveData;

/// All that was measured.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// Solvers and positions.
    pub solves: SolveData,
    /// Searches and positions.
    pub searches: SearchData,
    /// Games.
    pub games: GameData,
    /// Opinions.
    pub opinions: OpinionData,
    /// What observers found.
    pub observations: ObservationData,
    /// How features depend on each other in the games.
    pub dependences: DependenceData,
}

/// How often each block counts.
#[derive(Clone, Debug)]
pub struct Weights {
    solves: Vec<f64>,
    searches: Vec<f64>,
    games: Vec<Vec<f64>>,
    opinions: Vec<Vec<f64>>,
    observations: Vec<Vec<f64>>,
}

impl Data {
    /// Every block counts once.
    pub fn once(&self) -> Weights {
        self.weights(&|_| true, &mut |blocks| vec![1.0; blocks])
    }

    /// Blocks drawn anew, for a formula: the matches that it does not ask about have none, for drawing all
    /// of them would take most of the time and tell nothing.
    fn drawn(&self, formula: &Expression, rng: &mut ChaCha8Rng) -> Weights {
        let calls = formula.calls();
        let is_asked =
            |of: &str| calls.iter().any(|c| c.arguments.first().is_some_and(|a| a == of));
        self.weights(&is_asked, &mut |blocks| {
            let mut weights = vec![0.0; blocks];
            for _ in 0..blocks {
                weights[rng.random_range(0..blocks as u32) as usize] += 1.0;
            }
            weights
        })
    }

    fn weights(
        &self,
        is_asked: &dyn Fn(&str) -> bool,
        of: &mut dyn FnMut(usize) -> Vec<f64>,
    ) -> Weights {
        let matches = self.games.matches.iter();
        let pairs =
            |(name, pairs): &(String, Vec<Pair>)| if is_asked(name) { pairs.len() } else { 0 };
        Weights {
            solves: of(self.solves.blocks.len()),
            searches: of(self.searches.blocks.len()),
            games: matches.map(|one| of(pairs(one))).collect(),
            opinions: self.opinions.points.iter().map(|(_, opinions)| of(opinions.len())).collect(),
            observations: self.observations.sizes().map(of).collect(),
        }
    }

    /// The value of a measure, if it has one.
    pub fn measure(&self, call: &Call, weights: &Weights) -> Option<f64> {
        match call.name.as_str() {
            name if SolveData::MEASURES.contains(&name) => {
                self.solves.measure(call, &weights.solves)
            }
            name if SearchData::MEASURES.contains(&name) => {
                self.searches.measure(call, &weights.searches)
            }
            name if OpinionData::MEASURES.contains(&name) => {
                self.opinions.measure(call, &weights.opinions)
            }
            name if ObservationData::MEASURES.contains(&name) => {
                self.observations.measure(call, &weights.observations)
            }
            name if DependenceData::MEASURES.contains(&name) => {
                self.dependences.measure(call, &weights.games)
            }
            _ => self.games.measure(call, &weights.games),
        }
    }

    /// The value of a formula.
    pub fn value(&self, formula: &Expression, weights: &Weights) -> Option<f64> {
        formula.value(&mut |call| self.measure(call, weights))
    }

    /// The least number of blocks behind a formula.
    pub fn blocks(&self, formula: &Expression) -> usize {
        let of = |call: &&Call| match call.name.as_str() {
            name if SolveData::MEASURES.contains(&name) => self.solves.behind(call),
            name if SearchData::MEASURES.contains(&name) => self.searches.blocks.len(),
            name if OpinionData::MEASURES.contains(&name) => {
                named(&self.opinions.points, call).map_or(0, Vec::len)
            }
            name if ObservationData::MEASURES.contains(&name) => self.observations.behind(call),
            _ => named(&self.games.matches, call).map_or(0, Vec::len),
        };
        formula.calls().iter().map(of).min().unwrap_or(0)
    }

    /// The blocks behind a formula, those that no solver solved included.
    pub fn all_blocks(&self, formula: &Expression) -> usize {
        let is_solving = |call: &&Call| SolveData::MEASURES.contains(&call.name.as_str());
        if formula.calls().iter().any(is_solving) {
            self.solves.blocks.len()
        } else {
            self.blocks(formula)
        }
    }

    /// The values of a formula over draws of the blocks, in increasing order; fewer than asked for
    /// where some draws give none.
    pub fn draws(&self, formula: &Expression, count: usize, seed: u64) -> Vec<f64> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut values: Vec<f64> = (0..count)
            .filter_map(|_| self.value(formula, &self.drawn(formula, &mut rng)))
            .collect();
        values.sort_by(f64::total_cmp);
        values
    }
}

fn named<'d, T>(list: &'d [(String, T)], call: &Call) -> Option<&'d T> {
    let name = call.arguments.first()?;
    list.iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

/// The positions that all of these have been given: for each of them, what it made of the position.
pub(super) fn complete<T: Clone>(
    names: &[String],
    positions: &[String],
    cells: &HashMap<(&str, &str), T>,
) -> Vec<Vec<T>> {
    let blocks = positions.iter().filter_map(|position| {
        let cell = |name: &String| cells.get(&(name.as_str(), position.as_str())).cloned();
        names.iter().map(cell).collect::<Option<Vec<T>>>()
    });
    if names.is_empty() { Vec::new() } else { blocks.collect() }
}

/// The middle 95 % of sorted draws.
pub fn interval(draws: &[f64]) -> Option<(f64, f64)> {
    let at = |part: f64| draws.get(((draws.len() as f64 - 1.0) * part).round() as usize).copied();
    Some((at(0.025)?, at(0.975)?))
}
