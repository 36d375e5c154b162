//! LEARNER III: mobility of steps and of jumps, position scores and the power of marbles.
//!
//! Source: `tong-thesis` C. Each feature is the difference of the two players; the weights are whole numbers
//! from 0 to 8, set by a genetic algorithm. The text prints no weight and no formula.
//!
//! Open in the source, and how it is read here:
//!
//! - Mobility is "the number of current legal moves", by steps and by jumps. A hole that a marble can step to
//!   and jump to counts for both. A side's moves count whether or not it is to move.
//! - A hole scores the higher the nearer it is to the destination. So every step of the way has a weight, one
//!   for each of four zones: out of the home, through the near and the far half of the middle, and up the goal
//!   (`geometry.rs`). "Near" is meant in steps on an empty star. A hole far to the side scores less by
//!   one weight more, `middle`, for each half hole off the middle line.
//! - A marble at the back is "more important" and needs those in front. So every step that a marble has made
//!   counts by its place from the front: once for the foremost, twice for the next, ten times for the hindmost
//!   of ten. A step of the hindmost then brings the most. Among equals the order makes no difference.
//!
//! Differs: what lies before a marble is counted, below 0, and not what lies behind it. That is the same while
//! both sides have as many marbles; in a set-up where they have not, a marble in the goal costs nothing.
//! Power is divided by [`POWER_PART`], so that a weight means about as much there as elsewhere. The sum is told in
//! points by [`UNIT`]; the source has no unit.

use std::ops::RangeInclusive;

use conjoin_core::{Position as _, Side};
use conjoin_games::chinese_checkers::{Move, Position, holes};
use serde::{Deserialize, Serialize};

use super::UNIT;
use super::geometry::{LONGEST_WAY, PLACES, Way};
use crate::Evaluator;
use crate::linear::Linear;

/// Features.
const FEATURES: usize = 3 + PLACES;
/// The places among the features.
const STEPS: usize = 0;
const JUMPS: usize = 1;
const FIRST_PLACE: usize = 2;
const POWER: usize = FIRST_PLACE + PLACES;

/// The names of the features, in the order of everything here.
const NAMES: [&str; FEATURES] = [
    "step_mobility",
    "jump_mobility",
    "home",
    "near_half",
    "far_half",
    "goal",
    "middle",
    "piece_power",
];

/// The largest weight: `tong-thesis` C.
pub const LARGEST_WEIGHT: i32 = 8;
/// Parts that make one of piece power.
pub const POWER_PART: i32 = 4;

/// Weights of [`Learner3`]: whole numbers from 0 to 8 in the source.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Learner3Weights {
    /// Per step that could be made.
    pub step_mobility: f32,
    /// Per move by jumps that could be made.
    pub jump_mobility: f32,
    /// Per step on the way out of the home.
    pub home: f32,
    /// Per step from there to the middle row.
    pub near_half: f32,
    /// Per step from there to the goal.
    pub far_half: f32,
    /// Per step up the goal.
    pub goal: f32,
    /// Per half hole nearer to the middle line.
    pub middle: f32,
    /// Per step of the marble in front, twice for the next, and so on to the hindmost; in quarters.
    pub piece_power: f32,
}

impl Learner3Weights {
    const fn from_values(values: [f32; FEATURES]) -> Self {
        let [step_mobility, jump_mobility, home, near_half, far_half, goal, middle, piece_power] =
            values;
        Self { step_mobility, jump_mobility, home, near_half, far_half, goal, middle, piece_power }
    }

    const fn values(&self) -> [f32; FEATURES] {
        [
            self.step_mobility,
            self.jump_mobility,
            self.home,
            self.near_half,
            self.far_half,
            self.goal,
            self.middle,
            self.piece_power,
        ]
    }
}

impl Default for Learner3Weights {
    /// Those that `learner3` has, bred by a genetic algorithm.
    fn default() -> Self {
        Self::from_values([0.0, 2.0, 2.0, 5.0, 5.0, 6.0, 3.0, 6.0])
    }
}

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Learner3 {
    weights: Learner3Weights,
    /// What one of each amount is worth, in points.
    points: [f32; FEATURES],
}

/// What a side's marbles count by where they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Formation {
    /// The steps before them in each zone, and their distance from the middle line; below 0.
    places: [i16; PLACES],
    /// Piece power in parts, below 0.
    power: i16,
    /// Marbles that are so far from the tip of the goal, or farther.
    behind: [u8; LONGEST_WAY + 1],
}

/// The formations of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learner3State {
    sides: [Formation; 2],
}

impl Formation {
    fn new(position: &Position, side: Side) -> Self {
        let way = Way::of(position.size(), side);
        let all = position.marbles(side).count_ones();
        let mut formation = Self { places: [0; PLACES], power: 0, behind: [0; LONGEST_WAY + 1] };
        for hole in holes(position.marbles(side)) {
            let place = &way.places[hole.index() & 127];
            for (sum, &part) in formation.places.iter_mut().zip(place) {
                *sum += i16::from(part);
            }
            for behind in &mut formation.behind[..=usize::from(way.distances[hole.index() & 127])] {
                *behind += 1;
            }
        }
        let missing = |behind: &u8| sum_to(all as i16) - sum_to(all as i16 - i16::from(*behind));
        formation.power = -formation.behind[1..].iter().map(missing).sum::<i16>();
        formation
    }

    /// Moves a marble.
    #[inline(always)]
    fn advance(&mut self, way: &Way, mv: Move) {
        let (from, to) = (mv.from().index() & 127, mv.to().index() & 127);
        for i in 0..PLACES {
            self.places[i] += i16::from(way.places[to][i]) - i16::from(way.places[from][i]);
        }
        let (old, new) = (usize::from(way.distances[from]), usize::from(way.distances[to]));
        // All marbles are at distance 0 or farther. One that passes a line with others behind it counts by
        // its place from the front among those that have passed.
        let all = i16::from(self.behind[0]);
        for behind in &mut self.behind[(new + 1).min(LONGEST_WAY + 1)..(old + 1).max(new + 1)] {
            *behind = behind.wrapping_sub(1);
            self.power += all - i16::from(*behind);
        }
        for behind in &mut self.behind[(old + 1).min(LONGEST_WAY + 1)..(new + 1).max(old + 1)] {
            self.power -= all - i16::from(*behind);
            *behind = behind.wrapping_add(1);
        }
    }
}

/// 1 + 2 + ... + count.
#[inline(always)]
const fn sum_to(count: i16) -> i16 {
    count * (count + 1) / 2
}

impl Learner3 {
    /// An evaluator with these weights.
    pub fn new(weights: Learner3Weights) -> Self {
        let mut points = weights.values().map(|weight| UNIT * weight);
        points[POWER] /= POWER_PART as f32;
        Self { weights, points }
    }

    /// Its weights.
    pub fn into_weights(self) -> Learner3Weights {
        self.weights
    }

    /// What a side has of each feature, piece power in parts and nothing in points.
    #[inline(always)]
    fn amounts(state: &Learner3State, position: &Position, side: Side) -> [i32; FEATURES] {
        let formation = &state.sides[side.index()];
        let mut amounts = [0; FEATURES];
        amounts[STEPS] = position.count_steps(side) as i32;
        amounts[JUMPS] = position.count_jumps(side) as i32;
        for i in 0..PLACES {
            amounts[FIRST_PLACE + i] = i32::from(formation.places[i]);
        }
        amounts[POWER] = i32::from(formation.power);
        amounts
    }
}

impl Default for Learner3 {
    fn default() -> Self {
        Self::new(Learner3Weights::default())
    }
}

impl Evaluator<Position> for Learner3 {
    type State = Learner3State;

    fn state(&self, position: &Position) -> Learner3State {
        Learner3State { sides: Side::BOTH.map(|side| Formation::new(position, side)) }
    }

    #[inline]
    fn advance(&self, state: &mut Learner3State, before: &Position, mv: Move, _: &Position) {
        if !mv.is_pass() {
            let mover = before.side_to_move();
            state.sides[mover.index()].advance(Way::of(before.size(), mover), mv);
        }
    }

    #[inline]
    fn evaluate(&self, state: &Learner3State, position: &Position) -> i32 {
        let mover = position.side_to_move();
        let own = Self::amounts(state, position, mover);
        let other = Self::amounts(state, position, !mover);
        let mut score = 0.0;
        for i in 0..FEATURES {
            score += self.points[i] * (own[i] - other[i]) as f32;
        }
        score as i32
    }

    /// Every step that is left has to be made.
    #[inline]
    fn effort(&self, position: &Position, side: Side) -> u32 {
        super::effort(position, side)
    }
}

impl Linear<Position> for Learner3 {
    fn names(&self) -> Vec<String> {
        NAMES.map(String::from).to_vec()
    }

    fn weights(&self) -> Vec<f32> {
        self.weights.values().to_vec()
    }

    fn with_weights(&self, weights: &[f32]) -> Self {
        let weights = weights.try_into().expect("as many weights as names");
        Self::new(Learner3Weights::from_values(weights))
    }

    fn features(&self, position: &Position) -> Vec<[f32; 2]> {
        let state = self.state(position);
        let sides = Side::BOTH.map(|side| Self::amounts(&state, position, side));
        let amount = |i: usize| {
            let part = if i == POWER { POWER_PART as f32 } else { 1.0 };
            sides.map(|amounts| UNIT * amounts[i] as f32 / part)
        };
        (0..FEATURES).map(amount).collect()
    }

    fn whole_weights(&self) -> Option<Vec<RangeInclusive<i32>>> {
        Some(vec![0..=LARGEST_WEIGHT; FEATURES])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chinese_checkers::checks::{exchanged_sides, starts};
    use crate::chinese_checkers::geometry::ZONES;
    use crate::conformance::{is_linear, is_symmetric, many_positions, mixed, value};
    use conjoin_core::conformance::random_games;
    use conjoin_games::chinese_checkers::{Rules, parse_position};

    #[test]
    fn what_is_carried_along_is_what_is_there() {
        many_positions(&Learner3::default(), &starts(), 20_000);
    }

    #[test]
    #[ignore = "a minute in an optimised build: .ci/run runs it"]
    fn a_million_positions() {
        many_positions(&Learner3::default(), &starts(), 1_000_000);
    }

    #[test]
    fn boards_seen_from_elsewhere_are_worth_the_same() {
        is_symmetric(&mixed(&Learner3::default()), &starts(), 4, 1, exchanged_sides);
        is_linear(&Learner3::default(), &starts(), 10, 1);
    }

    /// The features again, by the text at the head of this file and with nothing in common.
    fn plainly(position: &Position, side: Side) -> [f32; FEATURES] {
        let rows =
            [13, 37, 73, 121].iter().position(|&size| size == position.size()).expect("a size") + 1;
        let rows = rows as i32;
        let mut moves = Vec::new();
        let to_move = if position.side_to_move() == side { *position } else { turned(position) };
        to_move.moves(&mut moves);
        let goes_next = |mv: &&Move| {
            let down = (i32::from(mv.from().row()) - i32::from(mv.to().row())).abs();
            let right = (i32::from(mv.from().column()) - i32::from(mv.to().column())).abs();
            (down, right) == (0, 2) || (down, right) == (1, 1)
        };
        let by_step = moves.iter().filter(|mv| !mv.is_pass()).filter(goes_next).count();
        // A move that could be made either way is one legal move and counts twice here.
        let both_ways = holes(position.marbles(side))
            .map(|from| (position.step_targets(from) & position.jump_targets(from)).count_ones())
            .sum::<u32>();
        let by_jumps =
            moves.iter().filter(|mv| !mv.is_pass()).count() - by_step + both_ways as usize;
        let tip = if side == Side::First { 8 + 2 * rows } else { 8 - 2 * rows };
        let mut distances: Vec<i32> = Vec::new();
        let mut zones = [0; ZONES];
        let mut aside = 0;
        for hole in holes(position.marbles(side)) {
            let (down, right) = (i32::from(hole.row()) - tip, i32::from(hole.column()) - 12);
            let distance = down.abs().max(i32::midpoint(down.abs(), right.abs()));
            for step in 0..distance {
                zones[ZONES - 1 - (step / rows) as usize] += 1;
            }
            aside += right.abs();
            distances.push(distance);
        }
        distances.sort_unstable();
        let power: i32 = (1..).zip(&distances).map(|(place, distance)| place * distance).sum();
        let [home, near, far, goal] = zones.map(|steps| -steps as f32);
        let (steps, jumps) = (by_step as f32, by_jumps as f32);
        let power = -power as f32 / POWER_PART as f32;
        [steps, jumps, home, near, far, goal, -aside as f32, power].map(|amount| UNIT * amount)
    }

    /// The same marbles with the other side to move.
    fn turned(position: &Position) -> Position {
        let [black, white] = Side::BOTH.map(|side| position.marbles(side));
        let side = !position.side_to_move();
        Position::setup(position.size(), position.rules(), black, white, side).expect("a position")
    }

    #[test]
    fn features_are_what_a_plain_reading_says() {
        for start in starts() {
            random_games(&start, 6, 5, |history| {
                let position = history.current();
                let found = Learner3::default().features(position);
                for side in Side::BOTH {
                    let found: Vec<f32> = found.iter().map(|both| both[side.index()]).collect();
                    assert_eq!(found, plainly(position, side), "{side:?} in {position}");
                }
            });
        }
    }

    #[test]
    fn a_step_of_the_hindmost_brings_the_most() {
        let mut only_power = [0.0; FEATURES];
        only_power[POWER] = POWER_PART as f32;
        let eval = Learner3::new(Learner3Weights::from_values(only_power));
        let at = |text: &str| {
            value(&eval, &parse_position(text, 121, Rules::ACM_HK).expect("a position"))
        };
        let points = |parts: i32| parts * UNIT as i32;
        // Marbles near the middle line, one in the home, one before the middle and one behind it.
        let before = at("b:8,51,93 w:112 b");
        assert_eq!(at("b:8,51,105 w:112 b") - before, points(1));
        assert_eq!(at("b:8,61,93 w:112 b") - before, points(2));
        assert_eq!(at("b:17,51,93 w:112 b") - before, points(3));
    }

    #[test]
    fn at_the_start_nobody_is_better() {
        for start in starts().iter().take(4) {
            assert_eq!(value(&Learner3::default(), start), 0);
        }
    }
}
