//! The integrated strategy: GPC for the moves up to the rank behind which node cutting would cut, FGPC for
//! those after it. And what all techniques that foretell are made of, in one place.
//!
//! Source: `tong-thesis` 5.2.
//! Differs: none but those of GPC, FGPC and node cutting.

use serde::{Deserialize, Serialize};

use crate::SearchConfig;
use crate::gpc::{Against, ChildTests, Failing, Standing};
use crate::node_cutting::{NodeCutting, NodeCuttingParams};
use crate::prediction::{DepthPair, Predictions};
use crate::probcut::{LEARNER_DEVIATIONS, ProbCut};

/// Parameters of the integrated strategy; the defaults are those of `tong-thesis` 5.3 with its smallest p.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct IntegratedParams {
    /// Models and distributions: the name of a built-in file or a path.
    pub model: String,
    /// Pairs of a shallow and a deep depth of the child that are used; none means all that the file has.
    pub pairs: Vec<DepthPair>,
    /// Standard deviations that a prediction has to be below what the child is compared with (t).
    pub deviations: f64,
    /// What it is compared with.
    pub against: Against,
    /// Remaining depth at which ranks are asked (d + 1).
    pub depth: i32,
    /// Depth of the short search (s of node cutting).
    pub short: i32,
    /// The probability with which the best move is to be among those tested with care (p).
    pub probability: f64,
}

impl Default for IntegratedParams {
    fn default() -> Self {
        let NodeCuttingParams { depth, short, probability, .. } = NodeCuttingParams::default();
        Self {
            model: String::new(),
            pairs: Vec::new(),
            deviations: LEARNER_DEVIATIONS,
            against: Against::default(),
            depth,
            short,
            probability,
        }
    }
}

/// All techniques that foretell, as the search uses them.
#[derive(Clone, Debug)]
pub(crate) struct Foretelling {
    pub probcut: Option<ProbCut>,
    gpc: Option<ChildTests>,
    fgpc: Option<ChildTests>,
    node_cutting: Option<NodeCutting>,
    integrated: Option<(ChildTests, Option<NodeCutting>)>,
}

impl Foretelling {
    /// Nothing where all of them are off.
    pub fn new(config: &SearchConfig, data: &Predictions) -> Option<Self> {
        let SearchConfig { probcut, gpc, fgpc, node_cutting, integrated, .. } = config;
        let tests = |models, deviations, against| ChildTests::new(models, deviations, against);
        let foretelling = Self {
            probcut: probcut.as_ref().map(|params| ProbCut::new(params, &data.probcut)),
            gpc: gpc.as_ref().map(|gpc| tests(&data.gpc, gpc.deviations, gpc.against)),
            fgpc: fgpc.as_ref().map(|fgpc| tests(&data.fgpc, fgpc.deviations, fgpc.against)),
            node_cutting: node_cutting.as_ref().and_then(|params| {
                NodeCutting::new(params.depth, params.short, data.node_cutting.clone())
            }),
            integrated: integrated.as_ref().map(|params| {
                let ranks = data.integrated_ranks.clone();
                (
                    tests(&data.integrated, params.deviations, params.against),
                    NodeCutting::new(params.depth, params.short, ranks),
                )
            }),
        };
        let Self { probcut, gpc, fgpc, node_cutting, integrated } = &foretelling;
        let is_off = probcut.is_none()
            && gpc.is_none()
            && fgpc.is_none()
            && node_cutting.is_none()
            && integrated.is_none();
        (!is_off).then_some(foretelling)
    }

    /// The tests of a move's child, and what failing them means: those of the integrated strategy if it
    /// is on, else those of FGPC, else those of GPC.
    pub fn child_tests(&self, standing: Standing) -> Option<(&ChildTests, Failing)> {
        let Standing { rank, last_rank, .. } = standing;
        if let Some((tests, _)) = &self.integrated {
            let is_behind = last_rank.is_some_and(|last| rank > last);
            let failing = if is_behind { Failing::EndsNode } else { Failing::IsSkipped };
            return Some((tests, failing));
        }
        let fast = self.fgpc.as_ref().map(|tests| (tests, Failing::EndsNode));
        fast.or_else(|| self.gpc.as_ref().map(|tests| (tests, Failing::IsSkipped)))
    }

    /// Whose ranks are asked.
    pub fn cutting(&self) -> Option<&NodeCutting> {
        match &self.integrated {
            Some((_, cutting)) => cutting.as_ref(),
            None => self.node_cutting.as_ref(),
        }
    }

    /// Are the moves behind the last rank left out untested?
    pub fn cuts_by_rank(&self) -> bool {
        self.integrated.is_none() && self.node_cutting.is_some()
    }
}
