//! What a shallow search foretells of a deep one: the data that ProbCut, its generalisations and node
//! cutting go by.
//!
//! Source: `tong-thesis` 1.2.4 (the linear model, after Buro), 4.3 (the distribution of ranks).
//! Differs: the printed equations (2.1) and (2.2) lose the standard deviation and have its sign the wrong way
//! round; the pseudo code and the examples are followed. Bounds are rounded to the safe side.

use std::sync::Arc;

use conjoin_core::Score;

use crate::depth::Depth;

/// A pair of depths in whole plies: the shallow one, then the deep one.
pub type DepthPair = [i32; 2];

/// The model `deep = a * shallow + b + e` of an evaluator, where `e` is a normal error. Values are those of
/// the player to move in the position that is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearModel {
    /// The two depths.
    pub depths: DepthPair,
    /// The slope, above 0 (a).
    pub slope: f64,
    /// Points that a deep value is above a shallow one of 0 (b).
    pub offset: f64,
    /// The standard deviation of the error in points (sigma).
    pub sigma: f64,
}

/// How far down the order of moves the best move of a deep search may stand, by the rank of the best move of
/// a short one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RankLimits {
    last: Arc<[u16]>,
}

impl RankLimits {
    /// What stands for no limit.
    pub const NONE: u16 = u16::MAX;

    /// The last rank to be searched for each rank of the short search's best move, both from 0; [`Self::NONE`]
    /// where all moves are, as for ranks beyond the list.
    pub fn new(last: &[u16]) -> Self {
        Self { last: last.into() }
    }

    /// The last rank to be searched; nothing where all moves are.
    pub(crate) fn last(&self, rank: usize) -> Option<usize> {
        self.last.get(rank).copied().map(usize::from).filter(|&last| last < usize::from(Self::NONE))
    }

    /// The least of all limits; nothing where there is none.
    pub(crate) fn least(&self) -> Option<usize> {
        (0..self.last.len()).filter_map(|rank| self.last(rank)).min()
    }
}

/// What is known of an evaluator for each technique that foretells; without data none of them does
/// anything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Predictions {
    /// For ProbCut.
    pub probcut: Vec<LinearModel>,
    /// For GPC.
    pub gpc: Vec<LinearModel>,
    /// For FGPC.
    pub fgpc: Vec<LinearModel>,
    /// For node cutting.
    pub node_cutting: RankLimits,
    /// For the tests of the integrated strategy.
    pub integrated: Vec<LinearModel>,
    /// For the ranks of the integrated strategy.
    pub integrated_ranks: RankLimits,
}

/// A model with its confidence, as the search asks it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Test {
    deep: i32,
    pub shallow: Depth,
    slope: f64,
    offset: f64,
    /// Points that a prediction has to be beyond a bound.
    margin: f64,
}

impl Test {
    /// The least shallow value that foretells a deep one of `beta` or more.
    pub fn at_least(&self, beta: Score) -> Option<Score> {
        possible(((f64::from(beta.0) - self.offset + self.margin) / self.slope).ceil())
    }

    /// The greatest shallow value that foretells a deep one of `alpha` or less.
    pub fn at_most(&self, alpha: Score) -> Option<Score> {
        possible(((f64::from(alpha.0) - self.offset - self.margin) / self.slope).floor())
    }
}

/// A value that an evaluator may give.
fn possible(value: f64) -> Option<Score> {
    let most = f64::from(Score::MAX_EVAL.0);
    (-most..=most).contains(&value).then_some(Score(value as i32))
}

/// The tests of a technique, those of less shallow depth first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tests {
    all: Vec<Test>,
}

impl Tests {
    /// The tests that models make with so many standard deviations.
    pub fn new(models: &[LinearModel], deviations: f64) -> Self {
        let mut all: Vec<Test> = models
            .iter()
            .filter(|model| model.slope > 0.0 && model.depths[0] < model.depths[1])
            .map(|model| Test {
                deep: model.depths[1],
                shallow: Depth::plies(model.depths[0]),
                slope: model.slope,
                offset: model.offset,
                margin: deviations * model.sigma,
            })
            .collect();
        all.sort_by_key(|test| (test.deep, test.shallow));
        Self { all }
    }

    /// The number of tests for a position with this remaining depth, and where they begin.
    pub fn at(&self, depth: Depth) -> std::ops::Range<usize> {
        let deep = depth.whole_plies();
        let first = self.all.partition_point(|test| test.deep < deep);
        first..self.all.partition_point(|test| test.deep <= deep)
    }

    /// The test with this number.
    pub fn get(&self, number: usize) -> Test {
        self.all[number]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(depths: DepthPair) -> LinearModel {
        LinearModel { depths, slope: 0.5, offset: 10.0, sigma: 20.0 }
    }

    #[test]
    fn bounds_are_beyond_the_margin_and_rounded_to_the_safe_side() {
        let tests = Tests::new(&[model([0, 2])], 1.5);
        let test = tests.get(0);
        // 0.5 * 240 + 10 - 30 = 100, and 0.5 * 121 + 10 + 30 = 100.5.
        assert_eq!(test.at_least(Score(100)), Some(Score(240)));
        assert_eq!(test.at_least(Score(99)), Some(Score(238)));
        assert_eq!(test.at_most(Score(100)), Some(Score(120)));
        for sure in [f64::INFINITY, 1e12] {
            let test = Tests::new(&[model([0, 2])], sure).get(0);
            assert_eq!((test.at_least(Score(0)), test.at_most(Score(0))), (None, None));
        }
    }

    #[test]
    fn tests_belong_to_their_deep_depth_and_the_shallowest_comes_first() {
        let models = [[2, 4], [0, 2], [1, 4], [3, 3]].map(model);
        let tests = Tests::new(&models, 1.0);
        let shallow = |depth: Depth| -> Vec<Depth> {
            tests.at(depth).map(|number| tests.get(number).shallow).collect()
        };
        assert_eq!(shallow(Depth::plies(2)), [Depth::ZERO]);
        assert_eq!(shallow(Depth::hundredths(460)), [1, 2].map(Depth::plies));
        assert!(shallow(Depth::plies(3)).is_empty(), "a search does not foretell itself");
    }

    #[test]
    fn a_rank_without_a_limit_cuts_nothing() {
        let limits = RankLimits::new(&[3, u16::MAX, 5]);
        assert_eq!([0, 1, 2, 3].map(|rank| limits.last(rank)), [Some(3), None, Some(5), None]);
        assert_eq!(limits.least(), Some(3));
        assert_eq!(RankLimits::default().least(), None);
    }
}
