//! Players of a genetic algorithm: whole weights and how their children change, from generation to generation.
//!
//! Source: `tong-thesis` C tunes the weights of LEARNER III, whole numbers from 0 to 8, by a "self-tuned
//! adaptive" genetic algorithm, and refers to Sun and Wu, Self-Adaptive Genetic Algorithm Learning in Game
//! Playing (1995), for it. Neither tells sizes, rates or operators here.
//! Differs: all of it is ours. Self-adaptive means that every player carries the rates of its own mutation and
//! crossover. Children inherit the mean of their parents' rates, changed a little, so rates that make good
//! children spread with them.
//!
//! Everything is in whole numbers, so that a run that goes on from its file is the same to the last bit.

use std::ops::RangeInclusive;

use conjoin_engine::relations::Constraint;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// All of a rate: rates are in thousandths.
pub const WHOLE: u32 = 1_000;
/// Rates of mutation: of each weight of a child.
const MUTATION: RangeInclusive<u32> = 20..=500;
/// Rates of crossover: that a child has two parents.
const CROSSOVER: RangeInclusive<u32> = 200..=WHOLE;
/// A mutated weight moves by one, or is drawn anew this often.
const DRAWN_ANEW: u32 = 250;
/// Tries for a child that keeps all relations, and for one that is not there yet.
const TRIES: usize = 10_000;
const DIFFERENT_TRIES: usize = 50;
/// What is left of the evidence of a player that lives on, when a generation is over: one part of so many.
const REMEMBERED: u32 = 2;

/// A player: weights, rates and results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Individual {
    /// Its weights, in the order of their names.
    pub weights: Vec<i32>,
    /// How often a weight of a child changes, in thousandths.
    pub mutation: u32,
    /// How often a child has a second parent, in thousandths.
    pub crossover: u32,
    /// Generation in which it was born.
    pub born: u32,
    /// Half points won, those of earlier generations counting less.
    #[serde(default)]
    pub half_points: u32,
    /// Games they were won in.
    #[serde(default)]
    pub games: u32,
}

impl Individual {
    /// Part of the points it has won, 0 to 1; a half before any game.
    pub fn score(&self) -> f64 {
        if self.games == 0 {
            return 0.5;
        }
        f64::from(self.half_points) / f64::from(2 * self.games)
    }

    /// Is it better than another? Without rounding.
    fn beats(&self, other: &Self) -> bool {
        let share = |of: &Self, by: &Self| u64::from(of.half_points) * u64::from(by.games.max(1));
        share(self, other) > share(other, self)
    }

    /// The weights as evaluators take them.
    pub fn values(&self) -> Vec<f32> {
        self.weights.iter().map(|&weight| weight as f32).collect()
    }
}

/// What weights may be.
#[derive(Clone, Debug)]
pub struct Genes<'a> {
    /// The range of each weight.
    pub ranges: &'a [RangeInclusive<i32>],
    /// What must hold between them.
    pub constraints: &'a [Constraint],
}

/// No weights in the ranges were found that keep all relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no whole weights that keep all relations were found in {TRIES} tries")]
pub struct NoWeights;

impl Genes<'_> {
    /// Can a player have these weights?
    pub fn allow(&self, weights: &[i32]) -> bool {
        weights.len() == self.ranges.len()
            && self.ranges.iter().zip(weights).all(|(range, weight)| range.contains(weight))
            && self.keep_relations(weights)
    }

    fn keep_relations(&self, weights: &[i32]) -> bool {
        let values: Vec<f32> = weights.iter().map(|&weight| weight as f32).collect();
        self.constraints.iter().all(|constraint| constraint.holds(&values))
    }

    /// As many players as wanted, by chance.
    pub fn first_generation(
        &self,
        size: usize,
        random: &mut ChaCha8Rng,
    ) -> Result<Vec<Individual>, NoWeights> {
        let mut players: Vec<Individual> = Vec::new();
        while players.len() < size {
            let child = self.distinct(&players, random, |genes, random| Individual {
                weights: genes
                    .ranges
                    .iter()
                    .map(|range| random.random_range(range.clone()))
                    .collect(),
                mutation: random.random_range(MUTATION),
                crossover: random.random_range(CROSSOVER),
                born: 0,
                half_points: 0,
                games: 0,
            })?;
            players.push(child);
        }
        Ok(players)
    }

    /// The next generation: the best live on, and the others make room for children of parents that have won
    /// against another drawn by chance. `generation` is the number of the new one.
    pub fn next_generation(
        &self,
        players: &[Individual],
        elite: usize,
        generation: u32,
        random: &mut ChaCha8Rng,
    ) -> Result<Vec<Individual>, NoWeights> {
        let ranked = ranked(players);
        let mut next: Vec<Individual> = ranked.iter().take(elite).cloned().collect();
        for player in &mut next {
            player.half_points /= REMEMBERED;
            player.games /= REMEMBERED;
        }
        while next.len() < players.len() {
            let child = self.distinct(&next, random, |genes, random| {
                let [mother, father] = [(); 2].map(|()| parent(&ranked, random));
                genes.child(mother, father, generation, random)
            })?;
            next.push(child);
        }
        Ok(next)
    }

    /// One that keeps all relations and, if that can be had, whose weights nobody has yet.
    fn distinct(
        &self,
        others: &[Individual],
        random: &mut ChaCha8Rng,
        draw: impl Fn(&Self, &mut ChaCha8Rng) -> Individual,
    ) -> Result<Individual, NoWeights> {
        let mut found = None;
        let mut repeated = 0;
        for _ in 0..TRIES {
            let player = draw(self, random);
            if !self.keep_relations(&player.weights) {
                continue;
            }
            let is_new = others.iter().all(|other| other.weights != player.weights);
            repeated += usize::from(!is_new);
            found = Some(player);
            if is_new || repeated >= DIFFERENT_TRIES {
                break;
            }
        }
        found.ok_or(NoWeights)
    }

    fn child(
        &self,
        mother: &Individual,
        father: &Individual,
        born: u32,
        random: &mut ChaCha8Rng,
    ) -> Individual {
        let mutation = inherited([mother.mutation, father.mutation], MUTATION, random);
        let crossover = inherited([mother.crossover, father.crossover], CROSSOVER, random);
        let has_two_parents = is_so(crossover, random);
        let weights = self.ranges.iter().enumerate().map(|(i, range)| {
            let from_father = has_two_parents && random.random_range(0..2) == 1;
            let weight = if from_father { father.weights[i] } else { mother.weights[i] };
            if is_so(mutation, random) { mutated(weight, range, random) } else { weight }
        });
        Individual {
            weights: weights.collect(),
            mutation,
            crossover,
            born,
            half_points: 0,
            games: 0,
        }
    }
}

/// The players, the best first; among equals those that have lived longest.
pub fn ranked(players: &[Individual]) -> Vec<Individual> {
    let mut ranked = players.to_vec();
    ranked.sort_by(|a, b| match (a.beats(b), b.beats(a)) {
        (true, _) => std::cmp::Ordering::Less,
        (_, true) => std::cmp::Ordering::Greater,
        _ => a.born.cmp(&b.born),
    });
    ranked
}

/// The better of two players.
fn parent<'p>(ranked: &'p [Individual], random: &mut ChaCha8Rng) -> &'p Individual {
    let [a, b] = [(); 2].map(|()| random.random_range(0..ranked.len() as u32));
    &ranked[a.min(b) as usize]
}

/// Does something happen that happens so often in a thousand times?
fn is_so(rate: u32, random: &mut ChaCha8Rng) -> bool {
    random.random_range(0..WHOLE) < rate
}

/// The mean of two rates, a quarter more, a fifth less or as it is.
fn inherited(rates: [u32; 2], range: RangeInclusive<u32>, random: &mut ChaCha8Rng) -> u32 {
    let mean = rates.iter().sum::<u32>().div_ceil(2);
    let rate = match random.random_range(0..3) {
        0 => mean * 4 / 5,
        1 => (mean * 5).div_ceil(4),
        _ => mean,
    };
    rate.clamp(*range.start(), *range.end())
}

/// A weight a little larger or smaller, or any.
fn mutated(weight: i32, range: &RangeInclusive<i32>, random: &mut ChaCha8Rng) -> i32 {
    if is_so(DRAWN_ANEW, random) {
        return random.random_range(range.clone());
    }
    let step = if random.random_range(0..2) == 0 { -1 } else { 1 };
    (weight + step).clamp(*range.start(), *range.end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    const GOAL: [i32; 8] = [1, 7, 0, 8, 3, 5, 2, 6];

    fn constraint(terms: &[(usize, f64)], bound: f64) -> Constraint {
        Constraint { terms: terms.to_vec(), bound, is_equal: false, rule: "a rule".into() }
    }

    /// Points for being near the goal, and the mean distance from it.
    fn judge(players: &mut [Individual]) -> f64 {
        let mut sum = 0;
        for player in players.iter_mut() {
            let off: i32 =
                player.weights.iter().zip(GOAL).map(|(weight, goal)| (weight - goal).abs()).sum();
            player.half_points += 64 - off as u32;
            player.games += 32;
            sum += off;
        }
        f64::from(sum) / players.len() as f64
    }

    #[test]
    fn players_come_nearer_to_what_is_rewarded() {
        let ranges = vec![0..=8; 8];
        let genes = Genes { ranges: &ranges, constraints: &[] };
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let mut players = genes.first_generation(40, &mut random).expect("no relations");
        let first = judge(&mut players);
        let mut last = first;
        for generation in 1..40 {
            players =
                genes.next_generation(&players, 10, generation, &mut random).expect("no relations");
            assert!(players.iter().all(|player| genes.allow(&player.weights)));
            assert_eq!(players.len(), 40);
            last = judge(&mut players);
        }
        assert!(first > 20.0 && last < 6.0, "from {first} to {last}");
        assert!(ranked(&players)[0].score() > 0.95, "{:?}", ranked(&players)[0]);
    }

    #[test]
    fn all_keep_the_relations_and_are_different() {
        let ranges = vec![0..=8; 3];
        // The second is larger than the first, and all together are less than 9.
        let constraints = [
            constraint(&[(1, 1.0), (0, -1.0)], 1.0),
            constraint(&[(0, -1.0), (1, -1.0), (2, -1.0)], -8.0),
        ];
        let genes = Genes { ranges: &ranges, constraints: &constraints };
        let mut random = ChaCha8Rng::seed_from_u64(6);
        let mut players = genes.first_generation(30, &mut random).expect("there are such");
        for generation in 1..20 {
            let different: std::collections::HashSet<_> =
                players.iter().map(|player| &player.weights).collect();
            assert_eq!(different.len(), players.len());
            assert!(players.iter().all(|player| genes.allow(&player.weights)));
            for (i, player) in players.iter_mut().enumerate() {
                (player.half_points, player.games) = (i as u32, 20);
            }
            players = genes.next_generation(&players, 3, generation, &mut random).expect("such");
        }
        let never = [constraint(&[(0, 1.0)], 9.0)];
        let genes = Genes { ranges: &ranges, constraints: &never };
        assert_eq!(genes.first_generation(2, &mut random), Err(NoWeights));
    }

    #[test]
    fn the_best_live_on_with_half_their_evidence() {
        let ranges = vec![0..=8; 4];
        let genes = Genes { ranges: &ranges, constraints: &[] };
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut players = genes.first_generation(8, &mut random).expect("no relations");
        for (i, player) in players.iter_mut().enumerate() {
            (player.half_points, player.games) = (2 * i as u32, 10);
        }
        let next = genes.next_generation(&players, 2, 1, &mut random).expect("no relations");
        assert_eq!(next[0].weights, players[7].weights);
        assert_eq!(
            (next[1].weights.clone(), next[1].half_points, next[1].games),
            (players[6].weights.clone(), 6, 5)
        );
        assert!(next[2..].iter().all(|child| (child.born, child.games) == (1, 0)));
    }
}
