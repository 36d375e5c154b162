//! An evaluator like that of SIA: men, where they stand, what they see and where they can go.
//!
//! Source: `efpn` 4.1 and 4.5 name the program SIA and its unit: two men are 2,000 points, "a
//! winning advantage". No text prints its features, so these are ours. They follow what the game is
//! about: a man is worth what it sees along the circuits.
//!
//! Every feature has two weights, one for a full board and one for an empty one; between them the weight
//! changes with the number of men.

use conjoin_core::{Position as _, Side};
use conjoin_games::surakarta::{Move, Position, SMALL, points};
use serde::{Deserialize, Serialize};

use crate::Evaluator;
use crate::linear::Linear;

/// Features, and room for them in whole vectors.
const FEATURES: usize = 13;
const ROOM: usize = 16;

/// The names of the features, in the order of everything here.
const NAMES: [&str; FEATURES] = [
    "material",
    "outer_small",
    "outer_large",
    "crossing_small",
    "crossing_mixed",
    "crossing_large",
    "evenness",
    "clutter",
    "steps",
    "targets",
    "loose",
    "guarded",
    "to_move",
];

/// Weights of the features in one phase of a game, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SiaPhase {
    /// A man in a corner; elsewhere what its point is worth is added.
    pub material: f32,
    /// A man where a line of the small circuit ends, such as a2.
    pub outer_small: f32,
    /// A man where a line of the large circuit ends, such as a3.
    pub outer_large: f32,
    /// A man where the small circuit crosses itself, such as b2.
    pub crossing_small: f32,
    /// A man where both circuits cross, such as b3.
    pub crossing_mixed: f32,
    /// A man where the large circuit crosses itself, such as c3.
    pub crossing_large: f32,
    /// Per man on the circuit that holds fewer of them.
    pub evenness: f32,
    /// Per two men side by side on a line: one hides the other.
    pub clutter: f32,
    /// Per step to an empty point.
    pub steps: f32,
    /// Per enemy that can be captured.
    pub targets: f32,
    /// Per man that can be captured and that no other of its side sees.
    pub loose: f32,
    /// Per man that another of its side sees over an arc.
    pub guarded: f32,
    /// For the player to move.
    pub to_move: f32,
}

impl SiaPhase {
    const fn from_values(values: [f32; FEATURES]) -> Self {
        let [
            material,
            outer_small,
            outer_large,
            crossing_small,
            crossing_mixed,
            crossing_large,
            evenness,
            clutter,
            steps,
            targets,
            loose,
            guarded,
            to_move,
        ] = values;
        Self {
            material,
            outer_small,
            outer_large,
            crossing_small,
            crossing_mixed,
            crossing_large,
            evenness,
            clutter,
            steps,
            targets,
            loose,
            guarded,
            to_move,
        }
    }

    fn values(&self) -> [f32; FEATURES] {
        [
            self.material,
            self.outer_small,
            self.outer_large,
            self.crossing_small,
            self.crossing_mixed,
            self.crossing_large,
            self.evenness,
            self.clutter,
            self.steps,
            self.targets,
            self.loose,
            self.guarded,
            self.to_move,
        ]
    }
}

impl Default for SiaPhase {
    fn default() -> Self {
        Self {
            material: 1000.0,
            outer_small: 20.0,
            outer_large: 40.0,
            crossing_small: 40.0,
            crossing_mixed: 100.0,
            crossing_large: 100.0,
            evenness: 10.0,
            clutter: -10.0,
            steps: 10.0,
            targets: 20.0,
            loose: -60.0,
            guarded: 20.0,
            to_move: 50.0,
        }
    }
}

/// Weights of [`Sia`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SiaWeights {
    /// With all men on the board.
    pub early: SiaPhase,
    /// With none.
    pub late: SiaPhase,
}

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Sia {
    weights: SiaWeights,
    /// The late weights, and what a man on the board adds to each.
    late: [f32; ROOM],
    slope: [f32; ROOM],
}

/// Men of each side by the kind of their points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiaState {
    /// Entry 0 has all men, the others those of a kind, in the order of the features.
    men: [[u8; KINDS]; 2],
}

/// What an enemy that is left adds to the effort of a proof, in eighths of a leaf.
const EFFORT_PER_MAN: u32 = 8;

/// Kinds of points, corners first.
const KINDS: usize = 6;

/// The kind of each point of a board, by its number in the frame.
const fn kinds(size: usize) -> [u8; 64] {
    let mut kinds = [0; 64];
    let mut rank = 0;
    while rank < size {
        let mut file = 0;
        while file < size {
            let depth = [least(rank, size - 1 - rank), least(file, size - 1 - file)];
            let (low, high) = (least(depth[0], depth[1]), depth[0] + depth[1]);
            kinds[6 * rank + file] = match (low, high - low) {
                (0, far) => far as u8,
                (1, 1) => 3,
                (1, _) => 4,
                _ => 5,
            };
            file += 1;
        }
        rank += 1;
    }
    kinds
}

const fn least(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

static SMALL_KINDS: [u8; 64] = kinds(4);
static LARGE_KINDS: [u8; 64] = kinds(6);

impl SiaState {
    #[inline(always)]
    fn kind(size: u8, point: usize) -> usize {
        let kinds = if size == SMALL { &SMALL_KINDS } else { &LARGE_KINDS };
        usize::from(kinds[point % 64]) % KINDS
    }

    /// Counts a man in, or out.
    #[inline(always)]
    fn count(&mut self, side: Side, kind: usize, change: i8) {
        // Entry 0 has all men, corners among them.
        if kind != 0 {
            let men = &mut self.men[side.index()][kind];
            *men = men.wrapping_add_signed(change);
        }
    }
}

/// Men a side at the start.
const fn full(size: u8) -> f32 {
    if size == SMALL { 4.0 } else { 12.0 }
}

/// Pairs of men side by side on a line.
#[inline(always)]
const fn side_by_side(men: u64) -> u32 {
    (men << 1 & men & NOT_FIRST_FILE).count_ones() + (men << 6 & men).count_ones()
}

/// All points of the frame but those of the first file.
const NOT_FIRST_FILE: u64 = {
    let mut set = (1 << 36) - 1;
    let mut rank = 0;
    while rank < 6 {
        set &= !(1 << (6 * rank));
        rank += 1;
    }
    set
};

impl Sia {
    /// An evaluator with these weights.
    pub fn new(weights: SiaWeights) -> Self {
        let (mut late, mut slope) = ([0.0; ROOM], [0.0; ROOM]);
        let [early_values, late_values] = [weights.early, weights.late].map(|phase| phase.values());
        for i in 0..FEATURES {
            late[i] = late_values[i];
            slope[i] = early_values[i] - late_values[i];
        }
        Self { weights, late, slope }
    }

    /// Its weights.
    pub fn into_weights(self) -> SiaWeights {
        self.weights
    }

    /// How full the board is: 1 with all men, 0 with none.
    #[inline(always)]
    fn fullness(state: &SiaState, position: &Position) -> f32 {
        let men = u32::from(state.men[0][0]) + u32::from(state.men[1][0]);
        men as f32 / (2.0 * full(position.size()))
    }

    /// What each side has of each feature.
    #[inline(always)]
    fn amounts(state: &SiaState, position: &Position) -> [[i32; ROOM]; 2] {
        let sight = position.sight();
        let mut amounts = [[0; ROOM]; 2];
        for side in Side::BOTH {
            let (own, enemy) = (side.index(), (!side).index());
            let men = &state.men[own];
            let of = |kind: usize| i32::from(men[kind]);
            let amount = &mut amounts[own];
            for (amount, &men) in amount.iter_mut().zip(men) {
                *amount = i32::from(men);
            }
            let small = of(1) + of(3) + of(4);
            let large = of(2) + of(4) + of(5);
            amount[6] = small.min(large);
            amount[7] = side_by_side(position.men(side)) as i32;
            amount[8] = position.count_steps(side) as i32;
            amount[9] = sight.threatened[enemy].count_ones() as i32;
            amount[10] = (sight.threatened[own] & !sight.guarded[own]).count_ones() as i32;
            amount[11] = sight.guarded[own].count_ones() as i32;
            amount[12] = i32::from(position.side_to_move() == side);
        }
        amounts
    }
}

impl Default for Sia {
    fn default() -> Self {
        Self::new(SiaWeights::default())
    }
}

impl Evaluator<Position> for Sia {
    type State = SiaState;

    fn state(&self, position: &Position) -> SiaState {
        let mut state = SiaState { men: [[0; KINDS]; 2] };
        for side in Side::BOTH {
            let men = position.men(side);
            state.men[side.index()][0] = men.count_ones() as u8;
            for point in points(men) {
                state.count(side, SiaState::kind(position.size(), point.index()), 1);
            }
        }
        state
    }

    #[inline]
    fn advance(&self, state: &mut SiaState, before: &Position, mv: Move, _: &Position) {
        if mv.is_pass() {
            return;
        }
        let (mover, size) = (before.side_to_move(), before.size());
        let to = SiaState::kind(size, mv.to().index());
        state.count(mover, SiaState::kind(size, mv.from().index()), -1);
        state.count(mover, to, 1);
        if mv.is_capture() {
            state.count(!mover, to, -1);
            state.men[(!mover).index()][0] = state.men[(!mover).index()][0].wrapping_sub(1);
        }
    }

    #[inline]
    fn evaluate(&self, state: &SiaState, position: &Position) -> i32 {
        let fullness = Self::fullness(state, position);
        let [black, white] = Self::amounts(state, position);
        let mut score_black = 0.0;
        for i in 0..ROOM {
            let weight = self.late[i] + fullness * self.slope[i];
            score_black += weight * (black[i] - white[i]) as f32;
        }
        let score = if position.side_to_move() == Side::First { score_black } else { -score_black };
        score as i32
    }

    /// Every enemy has to be captured, one after the other.
    #[inline(always)]
    fn effort(&self, position: &Position, side: Side) -> u32 {
        EFFORT_PER_MAN * position.men(!side).count_ones()
    }
}

impl Linear<Position> for Sia {
    fn names(&self) -> Vec<String> {
        let of = |phase: &'static str| NAMES.map(|name| format!("{phase}.{name}"));
        [of("early"), of("late")].concat()
    }

    fn weights(&self) -> Vec<f32> {
        [self.weights.early.values(), self.weights.late.values()].concat()
    }

    fn with_weights(&self, weights: &[f32]) -> Self {
        let (early, late) = weights.split_at(FEATURES);
        let phase = |values: &[f32]| {
            SiaPhase::from_values(values.try_into().expect("as many weights as names"))
        };
        Self::new(SiaWeights { early: phase(early), late: phase(late) })
    }

    fn features(&self, position: &Position) -> Vec<[f32; 2]> {
        let state = self.state(position);
        let fullness = Self::fullness(&state, position);
        let [black, white] = Self::amounts(&state, position);
        let amounts = |part: f32| {
            (0..FEATURES).map(move |i| [black[i], white[i]].map(|amount| part * amount as f32))
        };
        amounts(fullness).chain(amounts(1.0 - fullness)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{is_linear, is_symmetric, many_positions, mixed};
    use crate::surakarta::checks::{exchanged_sides, starts};

    #[test]
    fn what_is_carried_along_is_what_is_there() {
        many_positions(&Sia::default(), &starts(), 20_000);
    }

    #[test]
    #[ignore = "a minute in an optimised build: .ci/run runs it"]
    fn a_million_positions() {
        many_positions(&Sia::default(), &starts(), 1_000_000);
    }

    #[test]
    fn boards_seen_from_elsewhere_are_worth_the_same() {
        is_symmetric(&mixed(&Sia::default()), &starts(), 10, 1, exchanged_sides);
        is_linear(&Sia::default(), &starts(), 20, 1);
    }

    #[test]
    fn points_are_of_the_kinds_that_the_circuits_make() {
        let kinds_of = |names: &str| -> Vec<u8> {
            let place = |name: &str| {
                let bytes = name.as_bytes();
                6 * usize::from(bytes[1] - b'1') + usize::from(bytes[0] - b'a')
            };
            names.split(' ').map(|name| LARGE_KINDS[place(name)]).collect()
        };
        assert_eq!(
            kinds_of("a1 f6 a2 e6 a3 d1 b2 e5 b3 d5 c3 d4"),
            [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
        );
        let count = |kind| (0..36).filter(|&point| LARGE_KINDS[point] == kind).count();
        assert_eq!([0, 1, 2, 3, 4, 5].map(count), [4, 8, 8, 4, 8, 4]);
        assert_eq!(SMALL_KINDS[..4], [0, 1, 1, 0]);
        assert_eq!(SMALL_KINDS[7], 3);
    }

    #[test]
    fn a_man_more_is_worth_a_thousand_and_more() {
        let position: Position = "wwwwww/wwww1w/6/6/bbbbbb/bbbbbb b".parse().expect("a position");
        let eval = Sia::default();
        let value = crate::conformance::value(&eval, &position);
        assert!((900..2_000).contains(&value), "{value}");
    }
}
