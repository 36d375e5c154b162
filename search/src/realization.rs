//! Realization probability search: moves that are seldom made where they can be made are searched less
//! deep, and deeper again when they turn out well.
//!
//! Source: `erps` 2 (RPS, after Tsuruoka et al. 2002) and 4 (its two enhancements, ERPS).
//! Differs: in a null window a proved win is taken as it is, without searching it again: it does not become
//! truer. What would be the same search in a null window is not made twice: a move at its least cost, and a leaf.
//! Where the window is open below, everything is better and nothing is asked first.

use std::sync::Arc;

use conjoin_core::{Score, Searchable};
use conjoin_eval::Evaluator;
use serde::{Deserialize, Serialize};

use crate::depth::Depth;
use crate::node::{Node, NodeKind, NonPv, Window};
use crate::value::Value;
use crate::worker::{At, Worker};

/// Parameters of realization probability search; the defaults are those of RPS in `erps` 2 and 3.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RealizationParams {
    /// Counts of how often moves of a category are made: the name of a built-in file or a path.
    pub transitions: String,
    /// A move that is made with this probability where it can be made costs one ply (C).
    pub constant: f64,
    /// Plies that a move costs at least; every move that turns out well is searched again at this cost.
    pub least: f64,
    /// Plies that a move costs at most.
    pub most: f64,
    /// The first enhancement: the first moves of a node cost little, whatever they are.
    pub early: Option<EarlyMoves>,
    /// The second: before a move is searched again in full, it is searched half way between, if that
    /// still costs more than so many plies (delta; 1.5 in the source).
    pub halfway_above: Option<f64>,
}

impl Default for RealizationParams {
    fn default() -> Self {
        Self {
            transitions: String::new(),
            constant: 0.25,
            least: 0.5,
            most: 4.0,
            early: None,
            halfway_above: None,
        }
    }
}

/// The most that a parameter in plies may be.
const MOST_PLIES: f64 = 100.0;

impl RealizationParams {
    /// Says which of the parameters of the two enhancements makes no sense.
    pub fn expect_sensible(&self) -> Result<(), String> {
        let is_sensible = |plies: f64| (0.0..=MOST_PLIES).contains(&plies);
        let wrong = |name: &str, plies: f64| {
            Err(format!("{name} = {plies}: expected a number from 0 to {MOST_PLIES}"))
        };
        match (&self.early, self.halfway_above) {
            // The first search of a move is not to be deeper than the last.
            (Some(early), _) if !is_sensible(early.most) || early.most < self.least => {
                Err(format!("early.most = {}: expected a number from {}", early.most, self.least))
            }
            (_, Some(plies)) if !is_sensible(plies) => wrong("halfway_above", plies),
            _ => Ok(()),
        }
    }
}

/// The first moves of a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EarlyMoves {
    /// So many of them (m).
    pub moves: usize,
    /// Plies that each costs at most (t).
    pub most: f64,
}

impl Default for EarlyMoves {
    fn default() -> Self {
        Self { moves: 5, most: 1.0 }
    }
}

/// Plies as a depth.
fn depth_of(plies: f64) -> Depth {
    Depth::hundredths((plies * 100.0).round() as i32)
}

/// What the moves of each category cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovePlies {
    by_category: Arc<[u16]>,
    least: Depth,
}

impl MovePlies {
    /// From hundredths of a ply by the number of the category. What costs nothing would never end, so that
    /// a hundredth is the least.
    pub fn new(hundredths: &[u16]) -> Self {
        let by_category: Arc<[u16]> = hundredths.iter().map(|&value| value.max(1)).collect();
        let least = by_category.iter().copied().min().map_or(Depth::PLY, of_hundredths);
        Self { by_category, least }
    }

    /// A ply for every move.
    pub fn even() -> Self {
        Self::new(&[])
    }

    /// What a move of a category costs; a ply where nothing is known.
    #[inline(always)]
    fn of(&self, category: usize) -> Depth {
        self.by_category.get(category).copied().map_or(Depth::PLY, of_hundredths)
    }
}

#[inline(always)]
fn of_hundredths(hundredths: u16) -> Depth {
    Depth::hundredths(i32::from(hundredths))
}

/// The parameters as the search uses them.
#[derive(Clone, Debug)]
pub(crate) struct Realization {
    plies: MovePlies,
    early: Option<(usize, Depth)>,
    halfway_above: Option<Depth>,
}

impl Realization {
    pub fn new(params: &RealizationParams, plies: MovePlies) -> Self {
        Self {
            plies,
            early: params.early.as_ref().map(|early| (early.moves, depth_of(early.most))),
            halfway_above: params.halfway_above.map(depth_of),
        }
    }

    /// What the move of this rank in the order of a node costs.
    fn cost(&self, category: usize, rank: usize) -> Depth {
        let own = self.plies.of(category);
        match self.early {
            Some((moves, most)) if rank < moves => own.min(most),
            _ => own,
        }
    }
}

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// The depth that the move of this rank takes off: one ply, or what its category says.
    #[inline(always)]
    pub(crate) fn cost_of(&self, position: &P, mv: P::Move, rank: usize) -> Depth {
        match self.realization {
            None => Depth::PLY,
            Some(realization) => realization.cost(position.category(mv), rank),
        }
    }

    /// The least that a move takes off: what a move is searched to before it cuts.
    #[inline(always)]
    pub(crate) fn least_cost(&self) -> Depth {
        self.realization.map_or(Depth::PLY, |realization| realization.plies.least)
    }

    /// One move of a node, first at its cost in a null window, then deeper if it is better than `alpha`.
    pub(crate) fn search_by_probability<K: NodeKind>(
        &mut self,
        realization: &Realization,
        child: &At<P, E::State>,
        node: &Node,
        alpha: Score,
        cost: Depth,
    ) -> Value {
        let &Node { window: Window { beta, .. }, depth, expected, .. } = node;
        let least = realization.plies.least;
        let null = Window::null_above(alpha).flipped();
        // In an open window a win is searched again all the same: it may be a shorter one.
        let is_closed = beta <= alpha + 1;
        let is_enough = |value: Value| value.score <= alpha || is_closed && value.score.is_win();
        // What begins at a leaf either way is the same search twice.
        let is_leaf = |taken: Depth| depth <= taken;
        let is_same = is_closed && (cost <= least || is_leaf(least));
        // Is it worth asking whether it is better than alpha, before asking how good it is?
        if alpha > Score::loss_in(0) && !is_same {
            let below = node.child(null, depth - cost, expected.other());
            let value = -self.node::<NonPv>(child, below);
            if self.stopped || is_enough(value) {
                return value;
            }
            self.counters.re_searches += 1;
            let halfway = cost.midway(least);
            let is_other = halfway < cost && !is_leaf(halfway);
            if is_other && realization.halfway_above.is_some_and(|above| halfway > above) {
                self.counters.halfway_searches += 1;
                let below = node.child(null, depth - halfway, expected.other());
                let value = -self.node::<NonPv>(child, below);
                if self.stopped || is_enough(value) {
                    self.counters.halfway_failures += u64::from(value.score <= alpha);
                    return value;
                }
            }
        }
        let window = Window { alpha, beta }.flipped();
        let kind = if K::IS_PV { expected.first_child() } else { expected.other() };
        -self.node::<K>(child, node.child(window, depth - least, kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_moves_cost_little_and_late_ones_what_they_are() {
        let plies = MovePlies::new(&[50, 250, 400]);
        assert_eq!(plies.least, Depth::hundredths(50));
        let params = RealizationParams {
            early: Some(EarlyMoves::default()),
            halfway_above: Some(1.5),
            ..RealizationParams::default()
        };
        let realization = Realization::new(&params, plies.clone());
        let costs = |rank| [0, 1, 2].map(|category| realization.cost(category, rank));
        assert_eq!(costs(4), [50, 100, 100].map(Depth::hundredths));
        assert_eq!(costs(5), [50, 250, 400].map(Depth::hundredths));
        assert_eq!(realization.halfway_above, Some(Depth::hundredths(150)));
        let plain = Realization::new(&RealizationParams::default(), plies);
        assert_eq!(plain.cost(2, 0), Depth::plies(4));
    }

    #[test]
    fn what_is_not_known_costs_a_ply_and_nothing_costs_nothing() {
        let plies = MovePlies::new(&[0, 300]);
        assert_eq!(
            [0, 1, 2].map(|category| plies.of(category)),
            [1, 300, 100].map(Depth::hundredths)
        );
        assert_eq!(MovePlies::even().least, Depth::PLY);
    }
}
