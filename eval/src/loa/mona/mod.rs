//! MONA: much knowledge, looked at in every leaf.
//!
//! Centrality, mobility and thickness, all drawn to the middle of the board; groups and the main
//! group, threats to connect the last outlier, the least mobile outlier, men in the way of
//! outliers, blockades and footholds, progress and the value of the move.
//!
//! Source: `billings-bjornsson` 5.2.
//! Differs: mobility is kept from move to move, which the paper calls the next thing to do. The
//! paper weighs its own outlier more than the opponent's; after an odd number of plies its own
//! side is the one that waits, so here the side that waits has a weight of its own. So it is with
//! threats. The penalty of an outlier is not printed; see [`outlier_penalty`]. [`PlainMona`] keeps
//! nothing from move to move and is worth the same.

mod blockade;
mod groups;
mod linear;
mod plain;
mod squares;
mod weights;

pub use plain::PlainMona;
pub use weights::{MonaStage, MonaWeights};

use std::fmt;
use std::sync::LazyLock;

use conjoin_core::{Position as _, Score, Side};
use conjoin_games::loa::{LineCodes, Move, Position};

use crate::Evaluator;
use crate::loa::line_tables::{ENTRIES, Layout, LineSum};
use blockade::Blockades;
use groups::{MainGroup, blockers, threats};
use squares::{ManMoves, centrality_sum, thickness};
use weights::FEATURES;

/// The evaluator.
#[derive(Clone)]
pub struct Mona {
    weights: MonaWeights,
    /// The late weights, and what the early ones are more.
    late: [f32; FEATURES],
    more: [f32; FEATURES],
    /// What mobility is worth early and late.
    mobility: [LineSum; 2],
    /// What a unit of moves and of captures is worth, early and late.
    moves: [[f32; 2]; 2],
    man_moves: &'static ManMoves,
}

/// For every pattern of a line the centrality of the targets of moves, and of captures: Black's
/// less White's.
static MOVES: LazyLock<Vec<[i8; 2]>> = LazyLock::new(|| {
    let mut table = vec![[0; 2]; ENTRIES];
    Layout::shared().for_each(|index, pattern| {
        for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
            for mv in pattern.moves(side) {
                let (file, rank) = pattern.edge_distances(mv.to);
                let worth = sign * (file + rank + 2) as i8;
                table[index][0] += worth;
                table[index][1] += if mv.is_capture { worth } else { 0 };
            }
        }
    });
    table
});

/// What [`Mona`] carries along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonaState {
    lines: LineCodes,
    /// What Black's mobility is worth less White's, early and late, in parts of a point.
    mobility: [i32; 2],
    /// What each side's own men make, wherever the others stand.
    shapes: [Shape; 2],
}

/// What only a side's own moves and losses change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    main: MainGroup,
    /// Of all men.
    centrality: u32,
    /// Of all pairs of neighbours, twice.
    thickness: u32,
}

impl Shape {
    fn of(men: u64, size: u8) -> Self {
        Self {
            main: MainGroup::of(men, size),
            centrality: centrality_sum(men, size),
            thickness: thickness(men, size),
        }
    }
}

/// The part of the men of the start that is left, at most 1.
#[inline(always)]
fn men_left(position: &Position) -> f32 {
    let men = (position.men(Side::First) | position.men(Side::Second)).count_ones();
    let start = 4 * (u32::from(position.size()) - 2);
    (men as f32 / start as f32).min(1.0)
}

impl fmt::Debug for Mona {
    /// Without the table, which follows from the weights.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mona").field("weights", &self.weights).finish_non_exhaustive()
    }
}

impl Mona {
    /// An evaluator with these weights.
    pub fn new(weights: MonaWeights) -> Self {
        let moves = [&weights.early, &weights.late].map(|stage| [stage.mobility, stage.captures]);
        let mobility =
            moves.map(|worth| LineSum::new(MOVES.iter().map(|&sums| line_points(sums, worth))));
        let (early, late) = (weights.early.values(), weights.late.values());
        let more = std::array::from_fn(|i| early[i] - late[i]);
        Self { weights, late, more, mobility, moves, man_moves: ManMoves::shared() }
    }

    /// The weights.
    pub fn mona_weights(&self) -> &MonaWeights {
        &self.weights
    }

    /// The features of both sides but for mobility, in the order of the weights.
    #[inline(always)]
    fn leaf_features(&self, state: &MonaState, position: &Position) -> [[f32; FEATURES]; 2] {
        let fewest = state.shapes[0].main.outliers.min(state.shapes[1].main.outliers);
        Side::BOTH.map(|side| {
            let Shape { main, centrality, thickness } = state.shapes[side.index()];
            let parts = Parts {
                men: position.men(side).count_ones(),
                centrality,
                thickness,
                outliers: main.outliers,
                around: self.around(&main, &state.lines, position, side),
            };
            parts.listed(position.side_to_move() == side, fewest)
        })
    }

    /// What moves and captures along a line are worth, early and late.
    fn mobility_points(&self, moves: i8, captures: i8) -> [f32; 2] {
        self.moves.map(|worth| line_points([moves, captures], worth))
    }

    /// The weighted sum of all features, from the side of the player to move.
    #[inline(always)]
    fn sum(
        &self,
        [black, white]: &[[f32; FEATURES]; 2],
        mobility: [i32; 2],
        position: &Position,
    ) -> i32 {
        let left = men_left(position);
        let [early, late] = mobility.map(LineSum::points);
        let mut score_black = early * left + late * (1.0 - left);
        for i in 0..FEATURES {
            score_black += (self.late[i] + self.more[i] * left) * (black[i] - white[i]);
        }
        let score = match position.side_to_move() {
            Side::First => score_black,
            Side::Second => -score_black,
        };
        let limit = Score::MAX_EVAL.0;
        (score as i32).clamp(-limit, limit)
    }

    /// What depends on which group is the main one: averages over those that could be it.
    fn around(
        &self,
        main: &MainGroup,
        lines: &LineCodes,
        position: &Position,
        side: Side,
    ) -> Around {
        let (own, enemy, size) = (position.men(side), position.men(!side), position.size());
        let mut sum = Around::default();
        let mut candidates = 0u8;
        for group in main.candidates(own, size) {
            candidates += 1;
            let mut least = u32::MAX;
            let mut rest = own & !group;
            while rest != 0 && least > 0 {
                let square = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                least = least.min(self.man_moves.count(lines, size, side, square));
            }
            sum.add(&Around {
                threats: threats(group, own, enemy, size) as f32,
                worst: outlier_penalty(least),
                blockers: blockers(group, own, enemy, size) as f32,
                blockades: Blockades::of(own, enemy, group, size),
            });
        }
        if candidates > 1 { sum.scaled(1.0 / f32::from(candidates)) } else { sum }
    }
}

/// Features that depend on which group is the main one.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    threats: f32,
    worst: f32,
    blockers: f32,
    blockades: Blockades,
}

/// What is known of one side, apart from mobility.
#[derive(Clone, Copy, Debug)]
struct Parts {
    men: u32,
    /// Of all men.
    centrality: u32,
    /// Of all pairs of neighbours, twice.
    thickness: u32,
    /// Men outside the main group.
    outliers: u32,
    around: Around,
}

impl Parts {
    /// The features in the order of the weights; those of mobility are missing. `fewest` are the
    /// outliers of the side that has fewer.
    #[inline(always)]
    fn listed(&self, is_to_move: bool, fewest: u32) -> [f32; FEATURES] {
        let is = |condition: bool| f32::from(u8::from(condition));
        let (to_move, waits) = (is(is_to_move), is(!is_to_move));
        let around = &self.around;
        [
            self.centrality as f32 / self.men.max(1) as f32,
            0.0,
            0.0,
            self.thickness as f32 * 0.5,
            waits * around.threats,
            to_move * is(around.threats > 0.0),
            waits * around.worst,
            to_move * around.worst,
            around.blockers,
            around.blockades.main,
            around.blockades.outliers,
            around.blockades.foothold,
            self.outliers as f32,
            is(self.outliers == 2),
            is(self.outliers == 1),
            to_move,
            to_move / fewest.max(1) as f32,
        ]
    }
}

impl Around {
    #[inline(always)]
    fn add(&mut self, other: &Self) {
        self.threats += other.threats;
        self.worst += other.worst;
        self.blockers += other.blockers;
        self.blockades.main += other.blockades.main;
        self.blockades.outliers += other.blockades.outliers;
        self.blockades.foothold += other.blockades.foothold;
    }

    fn scaled(self, by: f32) -> Self {
        let Blockades { main, outliers, foothold } = self.blockades;
        Self {
            threats: self.threats * by,
            worst: self.worst * by,
            blockers: self.blockers * by,
            blockades: Blockades {
                main: main * by,
                outliers: outliers * by,
                foothold: foothold * by,
            },
        }
    }
}

/// How bad it is that an outlier has so few moves: 1 for none, falling off with the square.
pub fn outlier_penalty(moves: u32) -> f32 {
    /// Moves with which an outlier is no worry.
    const ENOUGH: u32 = 4;
    let missing = ENOUGH.saturating_sub(moves) as f32 / ENOUGH as f32;
    missing * missing
}

/// What the moves and captures along a line are worth in points.
#[inline(always)]
fn line_points([moves, captures]: [i8; 2], [move_worth, capture_worth]: [f32; 2]) -> f32 {
    f32::from(moves) * move_worth + f32::from(captures) * capture_worth
}

impl Evaluator<Position> for Mona {
    type State = MonaState;

    fn state(&self, position: &Position) -> MonaState {
        let (lines, size) = (LineCodes::new(position), position.size());
        MonaState {
            lines,
            mobility: [0, 1].map(|stage| self.mobility[stage].of(&lines, size)),
            shapes: Side::BOTH.map(|side| Shape::of(position.men(side), size)),
        }
    }

    #[inline]
    fn advance(&self, state: &mut MonaState, before: &Position, mv: Move, after: &Position) {
        LineSum::advance(&self.mobility, &mut state.lines, &mut state.mobility, before, mv);
        let (mover, size) = (before.side_to_move(), before.size());
        state.shapes[mover.index()] = Shape::of(after.men(mover), size);
        if mv.is_capture() {
            state.shapes[(!mover).index()] = Shape::of(after.men(!mover), size);
        }
    }

    fn evaluate(&self, state: &MonaState, position: &Position) -> i32 {
        self.sum(&self.leaf_features(state, position), state.mobility, position)
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // Sixteenths are exact.
mod tests {
    use super::*;
    use crate::loa::checks;

    fn mixed() -> Mona {
        checks::mixed(&Mona::new(MonaWeights::default()))
    }

    #[test]
    fn the_state_follows_the_moves() {
        checks::state_follows_moves(&mixed(), 60, 25);
    }

    #[test]
    fn mirrored_and_exchanged_positions_are_worth_the_same() {
        checks::is_symmetric(&mixed(), 10, 26);
        checks::is_symmetric(&Mona::new(MonaWeights::default()), 10, 27);
    }

    #[test]
    fn the_value_is_the_weighted_sum_of_the_features() {
        checks::is_linear(&mixed(), 20, 28);
        checks::is_linear(&Mona::new(MonaWeights::default()), 20, 29);
    }

    #[test]
    fn a_threat_outweighs_everything_else() {
        let mona = Mona::new(MonaWeights::default());
        let value = |text: &str| checks::value(&mona, &text.parse().unwrap());
        // The man on d8 can go to d6; on e8 the same man has no such move.
        let threat = value("3b4/8/8/2bb4/8/8/1w4w1/w6w w");
        let none = value("4b3/8/8/2bb4/8/8/1w4w1/w6w w");
        assert!(threat < none - 250, "{threat} {none}");
    }

    #[test]
    fn an_outlier_that_cannot_move_is_worst() {
        // Without an outlier the fewest moves are as many as there can be.
        let penalties = [0, 1, 2, 3, 4, 5, u32::MAX].map(outlier_penalty);
        assert_eq!(penalties, [1.0, 0.5625, 0.25, 0.0625, 0.0, 0.0, 0.0]);
    }
}
