//! The algorithms by name.

use std::fmt;
use std::str::FromStr;

use conjoin_core::Side;
use conjoin_core::table::TableError;
use conjoin_eval::Evaluator;

use crate::alpha_beta;
use crate::best_first::{self, BestFirstConfig, Growth};
use crate::depth_first::{DepthFirst, DepthFirstConfig};
use crate::game::Provable;
use crate::initial::{EvalParams, Initial};
use crate::limits::Limits;
use crate::solution::Solution;

/// A solver by its published name, with its published parameters; [`Algorithm::Best`] is ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Iterative deepening with two values.
    AlphaBeta,
    /// Proof-number search, leaves by mobility.
    Pn,
    /// Proof-number search, leaves 1 and 1.
    PnNaive,
    /// Proof-number search, leaves by their evaluation.
    PnEval,
    /// Two levels of proof-number search.
    Pn2,
    /// Depth first by the proof number alone.
    PnStar,
    /// Depth first by both numbers.
    Pds,
    /// The same with proof-number search at its leaves.
    PdsPn,
    /// Depth first, always at the most-proving node.
    Dfpn,
    /// The same with the 1+epsilon trick.
    DfpnEpsilon,
    /// Proof-number search, leaves by mobility and the evaluation of their parent.
    EfPn,
    /// The same with the evaluation of the leaf.
    IefPn,
    /// Two levels of EF-PN.
    EfPn2,
    /// Ours.
    Best,
}

/// A name that no algorithm has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("algorithm {text:?} is not known: expected one of {}", names())]
pub struct UnknownAlgorithm {
    text: String,
}

fn names() -> String {
    Algorithm::ALL.map(Algorithm::name).join(", ")
}

/// A search by its parts.
#[derive(Clone, Debug)]
enum Kind {
    AlphaBeta,
    BestFirst(BestFirstConfig),
    DepthFirst(DepthFirstConfig),
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::AlphaBeta,
        Self::Pn,
        Self::PnNaive,
        Self::PnEval,
        Self::Pn2,
        Self::PnStar,
        Self::Pds,
        Self::PdsPn,
        Self::Dfpn,
        Self::DfpnEpsilon,
        Self::EfPn,
        Self::IefPn,
        Self::EfPn2,
        Self::Best,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alphabeta",
            Self::Pn => "pn",
            Self::PnNaive => "pn-naive",
            Self::PnEval => "pn-eval",
            Self::Pn2 => "pn2",
            Self::PnStar => "pn-star",
            Self::Pds => "pds",
            Self::PdsPn => "pdspn",
            Self::Dfpn => "dfpn",
            Self::DfpnEpsilon => "dfpn-eps",
            Self::EfPn => "ef-pn",
            Self::IefPn => "ief-pn",
            Self::EfPn2 => "ef-pn2",
            Self::Best => "best",
        }
    }

    /// Does it ask an evaluator?
    pub const fn evaluates(self) -> bool {
        matches!(self, Self::PnEval | Self::EfPn | Self::IefPn | Self::EfPn2)
    }

    fn kind(self) -> Kind {
        let params = EvalParams::default();
        let best_first = |initial, second| Kind::BestFirst(BestFirstConfig { initial, second });
        match self {
            Self::AlphaBeta => Kind::AlphaBeta,
            Self::Pn => best_first(Initial::Mobility, None),
            Self::PnNaive => best_first(Initial::Unit, None),
            Self::PnEval => best_first(Initial::Evaluation(params), None),
            Self::Pn2 => best_first(Initial::Mobility, Some(Growth::PN2)),
            Self::EfPn => best_first(Initial::Parent(params), None),
            Self::IefPn => best_first(Initial::Leaf(params), None),
            Self::EfPn2 => best_first(Initial::Parent(params), Some(Growth::Equal)),
            Self::PnStar => Kind::DepthFirst(DepthFirstConfig::PN_STAR),
            Self::Pds => Kind::DepthFirst(DepthFirstConfig::PDS),
            Self::PdsPn => Kind::DepthFirst(DepthFirstConfig::PDSPN),
            Self::Dfpn => Kind::DepthFirst(DepthFirstConfig::DFPN),
            Self::DfpnEpsilon => Kind::DepthFirst(DepthFirstConfig::DFPN_EPSILON),
            Self::Best => Kind::DepthFirst(DepthFirstConfig::BEST),
        }
    }

    /// Can `attacker` force a win from this position? The table of a depth-first search takes the
    /// memory of the limits, half of it where a second level needs the rest.
    pub fn solve<P: Provable, E: Evaluator<P> + Clone>(
        self,
        eval: &E,
        root: &P,
        attacker: Side,
        limits: &Limits<'_>,
        threads: usize,
    ) -> Result<Solution<P::Move>, TableError> {
        match self.kind() {
            Kind::AlphaBeta => alpha_beta::solve(root, attacker, limits),
            Kind::BestFirst(config) => Ok(best_first::solve(&config, eval, root, attacker, limits)),
            Kind::DepthFirst(config) => {
                let threads = if self == Self::Best { threads } else { 1 };
                let bytes = if self == Self::PdsPn { limits.memory / 2 } else { limits.memory };
                let solver = DepthFirst::new(config, eval.clone(), bytes, threads)?;
                Ok(solver.solve(root, attacker, None, limits))
            }
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(text: &str) -> Result<Self, UnknownAlgorithm> {
        let found = Self::ALL.into_iter().find(|algorithm| algorithm.name() == text);
        found.ok_or_else(|| UnknownAlgorithm { text: text.chars().take(40).collect() })
    }
}
