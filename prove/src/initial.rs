//! The numbers that a leaf begins with.
//!
//! Source: `winands-thesis` 4.2.1 for the mobility, `efpn` 3 for the evaluation.

use serde::{Deserialize, Serialize};

use crate::bounds::{Bounds, saturated};

/// Parameters of the evaluation-based numbers; the defaults are those of `efpn` 4.3, where a score of 500
/// points counts as decisive. That is a threshold of the method in the paper's points, and less than what
/// decides a game (`Playable::DECISIVE` of `conjoin-eval`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvalParams {
    /// How much the evaluation adds to the number of the player who is behind (a).
    pub behind: u32,
    /// How much each move adds for the player who is ahead (b).
    pub mobility: u32,
    /// The score that counts as decisive (t).
    pub decisive: i32,
    /// How a score becomes a number from -1 to 1.
    #[serde(default)]
    pub squash: Squash,
}

/// How a score becomes a number from -1, decisive against the player it speaks of, to 1, decisive for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Squash {
    /// -1, 0 and 1, as `efpn` 3.2 has it.
    #[default]
    Step,
    /// A sigmoid, which `efpn` 3.2 remarks does no other: half a decisive score is worth 0.76, a whole one 0.96.
    /// How steep theirs was is not said.
    Sigmoid,
}

impl Default for EvalParams {
    fn default() -> Self {
        Self { behind: 20, mobility: 5, decisive: 500, squash: Squash::Step }
    }
}

/// How a leaf begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Initial {
    /// 1 and 1.
    Unit,
    /// 1 and the number of moves.
    Mobility,
    /// Both from the evaluation of the leaf (PN-Eval).
    Evaluation(EvalParams),
    /// From the mobility and the evaluation of the parent (EF-PN).
    Parent(EvalParams),
    /// From the mobility and the evaluation of the leaf itself (IEF-PN).
    Leaf(EvalParams),
    /// From how far each side is from its aim
    /// ([`Evaluator::effort`](conjoin_eval::Evaluator::effort)); moves after which the other player
    /// wins at once are left out.
    Effort,
}

impl EvalParams {
    /// 1 when the score is decisive for the player it speaks of, -1 when it is for the other.
    const fn step(self, score: i32) -> i64 {
        if score >= self.decisive {
            1
        } else if score <= -self.decisive {
            -1
        } else {
            0
        }
    }

    /// The two numbers that grow with 1 - s and with 1 + s, s being the squashed score: `behind` times the one
    /// and `ahead` times the other.
    #[inline(always)]
    fn shares(self, score: i32, behind: i64, ahead: i64) -> (i64, i64) {
        match self.squash {
            Squash::Step => {
                let step = self.step(score);
                (behind * (1 - step), ahead * (1 + step))
            }
            Squash::Sigmoid => {
                let s = (2.0 * f64::from(score) / f64::from(self.decisive.max(1))).tanh();
                let share = |part: i64, by: f64| (part as f64 * by).round() as i64;
                (share(behind, 1.0 - s), share(ahead, 1.0 + s))
            }
        }
    }
}

impl Initial {
    /// Is the position that is expanded evaluated?
    pub const fn evaluates_parent(self) -> bool {
        matches!(self, Self::Parent(_))
    }

    /// Is every leaf evaluated?
    pub const fn evaluates_leaf(self) -> bool {
        matches!(self, Self::Leaf(_) | Self::Evaluation(_))
    }

    /// The numbers of a leaf with the efforts of its mover and the other side, in eighths. The other
    /// side has to answer all moves, but only a few of them are hard to answer.
    #[inline(always)]
    pub fn effort_bounds(mover: u32, other: u32) -> Bounds {
        let delta = 5 * u64::from(other) / 16;
        Bounds { phi: saturated(u64::from(mover / 8).max(1)), delta: saturated(delta.max(1)) }
    }

    /// The numbers of a leaf with so many moves, and a score from its mover's side where one is
    /// asked for.
    #[inline(always)]
    pub fn bounds(self, moves: u32, score: i32) -> Bounds {
        let moves = moves.max(1);
        match self {
            Self::Unit => Bounds::UNIT,
            Self::Mobility | Self::Effort => Bounds { phi: 1, delta: moves },
            Self::Evaluation(params) => {
                let a = i64::from(params.behind);
                let (behind, ahead) = params.shares(score, a, a);
                Bounds { phi: saturated((1 + behind) as u64), delta: saturated((1 + ahead) as u64) }
            }
            Self::Parent(params) | Self::Leaf(params) => {
                let (a, b) = (i64::from(params.behind), i64::from(params.mobility));
                let moves = i64::from(moves);
                let (behind, ahead) = params.shares(score, a, moves * b);
                Bounds {
                    phi: saturated((1 + behind) as u64),
                    delta: saturated((moves + ahead) as u64),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The six cases that `efpn` spells out after its formulas, with the formulas' reading of
    /// the one that the prose repeats under the wrong head.
    #[test]
    fn evaluation_based_numbers_are_those_of_the_formulas() {
        let params = EvalParams::default();
        let initial = Initial::Parent(params);
        let (a, b, n) = (20, 5, 7);
        let or = |score_or| initial.bounds(n, score_or).numbers(true);
        assert_eq!(or(500), (1, (2 * b + 1) * n));
        assert_eq!(or(0), (a + 1, (b + 1) * n));
        assert_eq!(or(-500), (2 * a + 1, n));
        let and = |score_or: i32| initial.bounds(n, -score_or).numbers(false);
        assert_eq!(and(500), (n, 2 * a + 1));
        assert_eq!(and(499), ((b + 1) * n, a + 1));
        assert_eq!(and(-500), ((2 * b + 1) * n, 1));
    }

    /// The sigmoid is the step's smooth form: the same at 0 and far away, in between in between.
    #[test]
    fn a_sigmoid_goes_where_the_step_goes() {
        let step = EvalParams::default();
        let sigmoid = EvalParams { squash: Squash::Sigmoid, ..step };
        for make in [Initial::Parent, Initial::Evaluation] {
            for score in [-5_000, 0, 5_000] {
                assert_eq!(make(sigmoid).bounds(7, score), make(step).bounds(7, score), "{score}");
            }
            let phi = |score| make(sigmoid).bounds(7, score).phi;
            let falling = [-400, -100, 0, 100, 400].map(phi);
            assert!(falling.is_sorted_by(|a, b| a > b), "{falling:?}");
        }
        // tanh(1) is 0.76: 1 + 20 (1 - 0.76) and 7 + 35 (1 + 0.76).
        assert_eq!(Initial::Parent(sigmoid).bounds(7, 250).numbers(true), (6, 69));
    }

    #[test]
    fn efforts_are_in_eighths() {
        assert_eq!(Initial::effort_bounds(8, 8), Bounds { phi: 1, delta: 2 });
        assert_eq!(Initial::effort_bounds(17, 32), Bounds { phi: 2, delta: 10 });
        assert_eq!(Initial::effort_bounds(0, 0), Bounds { phi: 1, delta: 1 });
    }

    #[test]
    fn the_player_to_move_needs_one_leaf_and_the_other_all() {
        assert_eq!(Initial::Mobility.bounds(9, 0).numbers(true), (1, 9));
        assert_eq!(Initial::Mobility.bounds(9, 0).numbers(false), (9, 1));
        assert_eq!(Initial::Unit.bounds(9, 0), Bounds::UNIT);
        let leaf = Initial::Evaluation(EvalParams::default()).bounds(9, 600);
        assert_eq!(leaf.numbers(true), (1, 41));
    }
}
