//! ProbCut: a node is left when a shallow search of it foretells that a deep one would end outside the
//! window. Multi-ProbCut asks several shallow depths, and at several deep ones.
//!
//! Source: Buro 1995 and 1997 as in `tong-thesis` 1.2.4 (figures 1.7 and 1.8).
//! Differs: a bound that is a proved win or loss, or open, is not tested; a win or loss that the shallow
//! search proves is the value. One model serves all stages of a game. The thesis says that null windows leave
//! ProbCut nothing to cut; it is tried in them all the same.

use conjoin_core::{Score, Searchable};
use conjoin_eval::Evaluator;
use serde::{Deserialize, Serialize};

use crate::node::{Expected, Node, NonPv, Window};
use crate::null_move::is_proved;
use crate::prediction::{DepthPair, LinearModel, Tests};
use crate::table::Bound;
use crate::value::Value;
use crate::worker::{At, Worker};

/// Parameters of ProbCut; the default confidence is that of `tong-thesis` 3.3.1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProbCutParams {
    /// Models of the evaluator: the name of a built-in file or a path.
    pub model: String,
    /// Pairs of a shallow and a deep depth that are used; none means all that the file has.
    pub pairs: Vec<DepthPair>,
    /// Standard deviations that a prediction has to be beyond the window (t).
    pub deviations: f64,
}

impl Default for ProbCutParams {
    fn default() -> Self {
        Self { model: String::new(), pairs: Vec::new(), deviations: LEARNER_DEVIATIONS }
    }
}

/// The confidence of LEARNER III: 90 of 100 predictions hold.
pub(crate) const LEARNER_DEVIATIONS: f64 = 1.3;

/// ProbCut as the search uses it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProbCut {
    tests: Tests,
}

impl ProbCut {
    pub fn new(params: &ProbCutParams, models: &[LinearModel]) -> Self {
        Self { tests: Tests::new(models, params.deviations) }
    }
}

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// The value of the node, and the side on which it bounds the true one, if ProbCut decides it.
    pub(crate) fn try_probcut(
        &mut self,
        at: &At<P, E::State>,
        node: &Node,
    ) -> Option<(Value, Bound)> {
        let probcut = self.foretelling?.probcut.as_ref()?;
        let Window { alpha, beta } = node.window;
        for number in probcut.tests.at(node.depth) {
            let test = probcut.tests.get(number);
            if !is_proved(beta)
                && let Some(least) = test.at_least(beta)
            {
                let window = Window { alpha: least - 1, beta: least };
                let asked = Node { window, depth: test.shallow, expected: Expected::Cut, ..*node };
                let value = self.shallow_value(at, asked)?;
                if value.score >= least {
                    self.counters.probcut_cuts += 1;
                    return Some((decided(value, beta), Bound::Lower));
                }
            }
            if !is_proved(alpha)
                && let Some(most) = test.at_most(alpha)
            {
                let window = Window { alpha: most, beta: most + 1 };
                let asked = Node { window, depth: test.shallow, expected: Expected::All, ..*node };
                let value = self.shallow_value(at, asked)?;
                if value.score <= most {
                    self.counters.probcut_cuts += 1;
                    return Some((decided(value, alpha), Bound::Upper));
                }
            }
        }
        None
    }

    /// The value of a shallow search of a node; nothing when it was stopped.
    fn shallow_value(&mut self, at: &At<P, E::State>, asked: Node) -> Option<Value> {
        self.counters.probcut_tests += 1;
        self.shallowly(|worker| worker.node::<NonPv>(at, asked))
    }

    /// Counts the nodes of a shallow search, those of searches within it once. Nothing when it was stopped.
    pub(crate) fn shallowly<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let before = self.counters.nodes;
        let was_shallow = std::mem::replace(&mut self.is_shallow, true);
        let result = search(self);
        self.is_shallow = was_shallow;
        if !was_shallow {
            self.counters.shallow_nodes += self.counters.nodes - before;
        }
        (!self.stopped).then_some(result)
    }
}

/// What a node is worth that a prediction has decided: its bound, or the win or loss that was proved.
fn decided(shallow: Value, bound: Score) -> Value {
    if is_proved(shallow.score) { shallow } else { Value { score: bound, ..shallow } }
}
