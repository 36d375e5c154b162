//! The algorithms by name.

use std::fmt;
use std::str::FromStr;

use conjoin_core::Side;
use conjoin_core::table::TableError;
use conjoin_eval::Evaluator;

use crate::Provable;
use crate::alpha_beta;
use crate::best_first::arena::Arena;
use crate::best_first::{self, BestFirstConfig, Growth};
use crate::depth_first::{DepthFirst, DepthFirstConfig};
use crate::initial::{EvalParams, Initial};
use crate::limits::Limits;
use crate::solution::Solution;
use crate::table::ENTRY_BYTES;

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

/// A search by its parts: what an [`Algorithm`] stands for, and what experiments change.
#[derive(Clone, Debug, PartialEq)]
pub enum SolverConfig {
    /// Iterative deepening with two values.
    AlphaBeta,
    /// On a tree in memory.
    BestFirst(BestFirstConfig),
    /// On a table.
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
    pub fn evaluates(self) -> bool {
        self.config().evaluates()
    }

    /// The search by its parts, with the published parameters.
    pub fn config(self) -> SolverConfig {
        let params = EvalParams::default();
        let best_first = |initial, second| {
            SolverConfig::BestFirst(BestFirstConfig {
                initial,
                second,
                keeps_solved: false,
                symmetry: false,
            })
        };
        match self {
            Self::AlphaBeta => SolverConfig::AlphaBeta,
            Self::Pn => best_first(Initial::Mobility, None),
            Self::PnNaive => best_first(Initial::Unit, None),
            Self::PnEval => best_first(Initial::Evaluation(params), None),
            Self::Pn2 => best_first(Initial::Mobility, Some(Growth::PN2)),
            Self::EfPn => best_first(Initial::Parent(params), None),
            Self::IefPn => best_first(Initial::Leaf(params), None),
            Self::EfPn2 => best_first(Initial::Parent(params), Some(Growth::Equal)),
            Self::PnStar => SolverConfig::DepthFirst(DepthFirstConfig::PN_STAR),
            Self::Pds => SolverConfig::DepthFirst(DepthFirstConfig::PDS),
            Self::PdsPn => SolverConfig::DepthFirst(DepthFirstConfig::PDSPN),
            Self::Dfpn => SolverConfig::DepthFirst(DepthFirstConfig::DFPN),
            Self::DfpnEpsilon => SolverConfig::DepthFirst(DepthFirstConfig::DFPN_EPSILON),
            Self::Best => SolverConfig::DepthFirst(DepthFirstConfig::BEST),
        }
    }

    /// Can `attacker` force a win from this position? Published algorithms use one thread.
    pub fn solve<P: Provable, E: Evaluator<P> + Clone>(
        self,
        eval: &E,
        root: &P,
        attacker: Side,
        limits: &Limits<'_>,
        threads: usize,
    ) -> Result<Solution<P::Move>, TableError> {
        let threads = if self == Self::Best { threads } else { 1 };
        self.config().solve(eval, root, attacker, limits, threads)
    }
}

impl SolverConfig {
    /// Does it ask an evaluator for the worth of positions?
    pub const fn evaluates(&self) -> bool {
        let initial = match self {
            Self::AlphaBeta => return false,
            Self::BestFirst(config) => config.initial,
            Self::DepthFirst(config) => config.initial,
        };
        initial.evaluates_parent() || initial.evaluates_leaf()
    }

    /// Can `attacker` force a win from this position? The table of a depth-first search takes the
    /// memory of the limits; where there is a second level, the part with which both levels may store as
    /// many nodes.
    pub fn solve<P: Provable, E: Evaluator<P> + Clone>(
        &self,
        eval: &E,
        root: &P,
        attacker: Side,
        limits: &Limits<'_>,
        threads: usize,
    ) -> Result<Solution<P::Move>, TableError> {
        match self {
            Self::AlphaBeta => alpha_beta::solve(root, attacker, limits),
            Self::BestFirst(config) => Ok(best_first::solve(config, eval, root, attacker, limits)),
            Self::DepthFirst(config) => {
                let bytes = if config.has_second() {
                    let entries = limits.memory / self.bytes_for::<P>(1);
                    entries * ENTRY_BYTES
                } else {
                    limits.memory
                };
                let solver = DepthFirst::new(config.clone(), eval.clone(), bytes, threads)?;
                Ok(solver.solve(root, attacker, None, limits))
            }
        }
    }

    /// Memory for so many stored nodes: those of a tree, or the entries of a table. A second level beside a
    /// table has what the table has not filled of them, so at most as many.
    pub fn bytes_for<P: Provable>(&self, nodes: usize) -> usize {
        match self {
            Self::BestFirst(_) => nodes * Arena::<P::Move>::node_bytes(),
            Self::DepthFirst(config) if config.has_second() => {
                nodes * (ENTRY_BYTES + Arena::<P::Move>::node_bytes())
            }
            Self::AlphaBeta | Self::DepthFirst(_) => nodes * ENTRY_BYTES,
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
