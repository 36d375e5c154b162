//! The evaluator of MIA, in its four versions.
//!
//! Nine features: concentration, centralisation, centre-of-mass position, quads, mobility, walls,
//! connectedness, uniformity and the player to move; and those that the older versions had in
//! their place. Which version it is, the weights say: a weight of 0 switches a feature off.
//!
//! Source: `winands-thesis` 3; the shorter form is `winands-eval`.
//! Differs: the six features of one side's men are kept with the position, so that the cache of
//! 3.1.10 is asked only for the side that has changed.

mod cache;
mod centre;
mod exact_centre;
mod formation;
mod linear;
mod mobility;
mod walls;

pub(crate) use centre::minimal_distances;
pub use formation::{Formation, square_value};
pub(crate) use formation::{area, neighbour_pairs};
pub use walls::Walls;

use std::fmt;
use std::sync::Arc;

use conjoin_core::{Position as _, Score, Side, mix};
use conjoin_games::loa::{LineCodes, Move, Position};
use serde::{Deserialize, Serialize};

use crate::Evaluator;
use crate::loa::line_tables::LineSum;
use cache::FormationCache;
use mobility::{MOBILITY, QUARTERS};

/// Weights in points for each unit of a feature; 0 switches it off.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MiaWeights {
    /// Inverse of the average surplus distance (all versions).
    pub concentration: f32,
    /// A man on the edge (I, II).
    pub edge_men: f32,
    /// A man in a corner, besides being on the edge (II).
    pub corner_men: f32,
    /// Sum of the piece-square table (III).
    pub absolute_centralisation: f32,
    /// Average of the piece-square table (IV).
    pub centralisation: f32,
    /// Distance of the centre of mass from the middle; negative prefers the middle (I, II).
    pub centre_of_mass: f32,
    /// A quad of three men near the centre of mass (all).
    pub quads_of_three: f32,
    /// A quad of four (all).
    pub quads_of_four: f32,
    /// A move, whatever its kind (II, III).
    pub primitive_mobility: f32,
    /// A move by its kind (IV).
    pub mobility: f32,
    /// A man blocked in two directions toward the centre (III, IV).
    pub wall_of_two: f32,
    /// A man blocked in three (III, IV).
    pub wall_of_three: f32,
    /// Average number of neighbours (IV).
    pub connectedness: f32,
    /// Area of the smallest rectangle around the men (IV).
    pub area: f32,
    /// The player to move (III, IV).
    pub to_move: f32,
    /// Measure from the exact centre of mass, as our own evaluators do, instead of the square it is rounded to.
    pub exact_centre: bool,
    /// Largest random value added, either way; it depends on the seed and the position.
    pub random: i32,
    /// Seed of the random value.
    pub seed: u64,
    /// When the features of one side's men are computed; it changes no value.
    #[serde(skip_serializing_if = "Formations::is_usual")]
    pub formations: Formations,
}

/// When the features that depend on one side's men only are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formations {
    /// After a move, for the side that it has changed, with the help of the cache.
    #[default]
    Carried,
    /// At every evaluation, for both sides, with the help of the cache: `winands-thesis` 3.1.10.
    Cached,
    /// At every evaluation, for both sides, without it.
    Recomputed,
}

impl Formations {
    #[allow(clippy::trivially_copy_pass_by_ref)] // Serde hands out references.
    fn is_usual(&self) -> bool {
        *self == Self::Carried
    }
}

/// The evaluator.
#[derive(Clone)]
pub struct Mia {
    weights: MiaWeights,
    /// What mobility is worth.
    mobility: LineSum,
    /// What men are worth by themselves, shared by copies.
    cache: Arc<FormationCache>,
}

impl fmt::Debug for Mia {
    /// Without the table, which follows from the weights.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mia").field("weights", &self.weights).finish_non_exhaustive()
    }
}

/// What [`Mia`] carries along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MiaState {
    lines: LineCodes,
    /// What Black's mobility is worth less White's, in parts of a point.
    mobility: i32,
    /// What each side's men are worth by themselves.
    formation: [f32; 2],
}

impl Mia {
    /// An evaluator with these weights.
    pub fn new(weights: MiaWeights) -> Self {
        let mobility = LineSum::new(MOBILITY.iter().map(|&[quarters, moves]| {
            f32::from(quarters) * (weights.mobility / QUARTERS)
                + f32::from(moves) * weights.primitive_mobility
        }));
        Self { weights, mobility, cache: Arc::new(FormationCache::new()) }
    }

    #[inline(always)]
    fn formation_worth(&self, men: u64, size: u8) -> f32 {
        self.cache.get(men, size, || formation::worth(men, size, &self.weights))
    }

    /// What both sides' men are worth by themselves, where that is not carried along.
    #[inline(never)]
    fn formation_worths(&self, men: [u64; 2], size: u8) -> [f32; 2] {
        match self.weights.formations {
            Formations::Recomputed => men.map(|men| formation::worth(men, size, &self.weights)),
            _ => men.map(|men| self.formation_worth(men, size)),
        }
    }

    /// What the walls around a side's men are worth to that side.
    #[inline]
    fn wall_worth(&self, own: u64, enemy: u64, size: u8) -> f32 {
        let walls = Walls::around(own, enemy, size);
        self.weights.wall_of_two * walls.two as f32
            + self.weights.wall_of_three * walls.three as f32
    }
}

impl Evaluator<Position> for Mia {
    type State = MiaState;

    fn state(&self, position: &Position) -> MiaState {
        let lines = LineCodes::new(position);
        let size = position.size();
        MiaState {
            lines,
            mobility: self.mobility.of(&lines, size),
            formation: match self.weights.formations {
                Formations::Carried => {
                    Side::BOTH.map(|side| self.formation_worth(position.men(side), size))
                }
                Formations::Cached | Formations::Recomputed => [0.0; 2],
            },
        }
    }

    #[inline]
    fn advance(&self, state: &mut MiaState, before: &Position, mv: Move, after: &Position) {
        let size = before.size();
        let sums = std::array::from_ref(&self.mobility);
        let values = std::array::from_mut(&mut state.mobility);
        LineSum::advance(sums, &mut state.lines, values, before, mv);
        if !self.weights.formations.is_usual() {
            return;
        }
        let mover = before.side_to_move();
        if !mv.is_pass() {
            state.formation[mover.index()] = self.formation_worth(after.men(mover), size);
        }
        if mv.is_capture() {
            state.formation[(!mover).index()] = self.formation_worth(after.men(!mover), size);
        }
    }

    #[inline]
    fn evaluate(&self, state: &MiaState, position: &Position) -> i32 {
        let (weights, size) = (&self.weights, position.size());
        let (black, white) = (position.men(Side::First), position.men(Side::Second));
        let mobility = LineSum::points(state.mobility);
        let walls = self.wall_worth(black, white, size) - self.wall_worth(white, black, size);
        let formation = match weights.formations {
            Formations::Carried => state.formation,
            Formations::Cached | Formations::Recomputed => {
                self.formation_worths([black, white], size)
            }
        };
        let score_black = formation[0] - formation[1] + mobility + walls;
        let score = match position.side_to_move() {
            Side::First => score_black,
            Side::Second => -score_black,
        };
        let random = match weights.random {
            0 => 0,
            range => {
                let hash = mix::split_mix(position.key() ^ mix::split_mix(weights.seed));
                (hash % (2 * range.unsigned_abs() as u64 + 1)) as i32 - range.abs()
            }
        };
        let limit = Score::MAX_EVAL.0;
        ((score + weights.to_move) as i32 + random).clamp(-limit, limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;
    use crate::loa::checks::{self, value};
    use conjoin_games::loa::Rules;

    /// Weights that are all different and in which every feature takes part.
    fn mixed() -> MiaWeights {
        MiaWeights {
            concentration: 101.0,
            edge_men: -7.0,
            corner_men: -4.0,
            absolute_centralisation: 0.3,
            centralisation: 2.1,
            centre_of_mass: 13.0,
            quads_of_three: 9.0,
            quads_of_four: 17.0,
            primitive_mobility: 1.5,
            mobility: 6.0,
            wall_of_two: -8.0,
            wall_of_three: -23.0,
            connectedness: 31.0,
            area: -1.1,
            to_move: 20.0,
            exact_centre: false,
            random: 0,
            seed: 0,
            formations: Formations::Carried,
        }
    }

    #[test]
    fn the_state_follows_the_moves() {
        checks::state_follows_moves(&Mia::new(mixed()), 100, 5);
    }

    #[test]
    fn mirrored_and_exchanged_positions_are_worth_the_same() {
        checks::is_symmetric(&Mia::new(MiaWeights { exact_centre: true, ..mixed() }), 20, 6);
        // A square in the middle there is only where the side is odd.
        let odd = [3, 5, 7].map(|size| Position::start(size, Rules::OLYMPIAD));
        conformance::is_symmetric(&Mia::new(mixed()), &odd, 20, 6, checks::exchanged);
    }

    #[test]
    fn the_value_is_the_weighted_sum_of_the_features() {
        checks::is_linear(&Mia::new(mixed()), 30, 7);
        checks::is_linear(&Mia::new(MiaWeights { exact_centre: true, ..mixed() }), 10, 8);
    }

    /// The cache and what is carried along save time and change nothing.
    #[test]
    fn formations_are_worth_the_same_whenever_they_are_computed() {
        let with = |formations| Mia::new(MiaWeights { formations, ..mixed() });
        let carried = with(Formations::Carried);
        for formations in [Formations::Cached, Formations::Recomputed] {
            let other = with(formations);
            checks::state_follows_moves(&other, 20, 8);
            checks::is_linear(&other, 10, 9);
            let mut position = Position::start(8, Rules::OLYMPIAD);
            for _ in 0..30 {
                assert_eq!(value(&other, &position), value(&carried, &position), "{position}");
                let moves = position.legal_moves();
                position = match moves.get(moves.len() / 3) {
                    Some(&mv) => position.play(mv),
                    None => break,
                };
            }
        }
    }

    #[test]
    fn the_random_value_depends_on_seed_and_position_alone() {
        let random = |seed| Mia::new(MiaWeights { random: 100, seed, ..MiaWeights::default() });
        let start = Position::start(8, Rules::OLYMPIAD);
        assert_eq!(value(&random(1), &start), value(&random(1), &start));
        let values: std::collections::HashSet<i32> =
            (0..50).map(|seed| value(&random(seed), &start)).collect();
        assert!(values.len() > 20 && values.iter().all(|value| value.abs() <= 100));
    }
}
