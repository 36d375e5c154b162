//! Generalised ProbCut (GPC) and its fast form (FGPC): the test is made in the parent, which asks of each child
//! whether a shallow search foretells that it is no better than what the parent has. GPC leaves that child
//! out; FGPC ends the node with the best value so far, for in a good order the rest is no better. With models
//! for several pairs of depths these are Multi-GPC and Multi-FGPC.
//!
//! Source: `tong-thesis` 2 (GPC) and 3 (FGPC).
//! Differs: the test window of the figures is one point off and a value that meets the bound exactly is not
//! skipped there; here as in ProbCut. Nothing is left out while the best value is a proved loss or win, and a
//! first child that nothing can be compared with is not tested. A move that the shallow search proves to lose is
//! left out and ends nothing, for it says nothing about the others. The text compares with the lower bound of
//! the window, the figures with the best value so far: `against` chooses. Only where the window
//! counts does GPC leave out what ProbCut cuts from below, and ProbCut's other test has no place in it.

use conjoin_core::{Score, Searchable};
use conjoin_eval::Evaluator;
use serde::{Deserialize, Serialize};

use crate::depth::Depth;
use crate::node::{Expected, Node, NonPv, Window};
use crate::null_move::is_proved;
use crate::prediction::{DepthPair, LinearModel, Tests};
use crate::probcut::LEARNER_DEVIATIONS;
use crate::worker::{At, Worker};

/// What a child has to be better than.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// The best value so far: figures 2.4 to 2.6 and 3.3 to 3.5. The first child is always searched.
    #[default]
    Best,
    /// The lower bound of the window where that is higher: the text of 2.2. At the root as `Best`.
    Window,
}

/// Parameters of GPC and of FGPC; the default confidence is that of `tong-thesis` 3.3.1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GpcParams {
    /// Models of the evaluator: the name of a built-in file or a path.
    pub model: String,
    /// Pairs of a shallow and a deep depth of the child that are used; none means all that the file has.
    pub pairs: Vec<DepthPair>,
    /// Standard deviations that a prediction has to be below what the child is compared with (t).
    pub deviations: f64,
    /// What it is compared with.
    pub against: Against,
}

impl Default for GpcParams {
    fn default() -> Self {
        Self {
            model: String::new(),
            pairs: Vec::new(),
            deviations: LEARNER_DEVIATIONS,
            against: Against::default(),
        }
    }
}

/// What becomes of a child that fails its test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failing {
    /// It is left out.
    IsSkipped,
    /// It and all after it are left out.
    EndsNode,
}

/// Tests of children as the search uses them.
#[derive(Clone, Debug)]
pub(crate) struct ChildTests {
    tests: Tests,
    against: Against,
}

impl ChildTests {
    pub fn new(models: &[LinearModel], deviations: f64, against: Against) -> Self {
        Self { tests: Tests::new(models, deviations), against }
    }
}

/// Where a node stands when it comes to its next move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// The best value so far, minus infinity before the first.
    pub best: Score,
    /// The lower bound of the window by now.
    pub alpha: Score,
    /// The move's place in the order, from 0.
    pub rank: usize,
    /// The last rank that node cutting would search.
    pub last_rank: Option<usize>,
}

/// A child that is foretold, or proved, to be no better.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassedOver {
    /// No better than this.
    pub bound: Score,
    /// What the test rests on.
    pub anchor: i32,
    pub failing: Failing,
    /// False if it is proved.
    pub is_foretold: bool,
}

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// Is the child of a move, at this remaining depth, foretold to be no better than what its parent has?
    /// Nothing when not, and when the search was stopped.
    pub(crate) fn foretell_child(
        &mut self,
        child: &At<P, E::State>,
        node: &Node,
        depth: Depth,
        standing: Standing,
    ) -> Option<PassedOver> {
        let foretelling = self.foretelling?;
        let (tests, failing) = foretelling.child_tests(standing)?;
        let bound = match tests.against {
            Against::Window if node.ply > 0 => standing.alpha.max(standing.best),
            _ => standing.best,
        };
        if is_proved(bound) || is_proved(standing.best) && standing.best > -Score::INFINITY {
            return None;
        }
        for number in tests.tests.at(depth) {
            let test = tests.tests.get(number);
            let Some(least) = test.at_least(-bound) else { continue };
            match failing {
                Failing::IsSkipped => self.counters.gpc_tests += 1,
                Failing::EndsNode => self.counters.fgpc_tests += 1,
            }
            let window = Window { alpha: least - 1, beta: least };
            let below = node.child(window, test.shallow, Expected::Cut);
            let value = self.shallowly(|worker| worker.node::<NonPv>(child, below))?;
            if value.score < least {
                continue;
            }
            if value.score.is_win() {
                let (bound, failing) = (-value.score, Failing::IsSkipped);
                let anchor = value.anchor;
                return Some(PassedOver { bound, anchor, failing, is_foretold: false });
            }
            match failing {
                Failing::IsSkipped => self.counters.gpc_skips += 1,
                Failing::EndsNode => self.counters.fgpc_cuts += 1,
            }
            return Some(PassedOver { bound, anchor: value.anchor, failing, is_foretold: true });
        }
        None
    }
}
