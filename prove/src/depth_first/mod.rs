//! Depth-first proof searches on a table: df-pn and its kin.
//!
//! All of them treat repetition alike. A move back to a position on the path is a disproof there.
//! A proof never rests on one, so it is always a fact. A disproof may: it carries the earliest ply
//! of the path that it rests on, becomes a fact at the node where nothing above is needed any
//! more, and until then is kept under the key of its path only.

mod dfpn;
mod pds;
mod solver;
pub(crate) mod trails;
pub(crate) mod worker;

pub use solver::DepthFirst;

use serde::{Deserialize, Serialize};

use crate::best_first::Growth;
use crate::initial::Initial;
use crate::table::Replacement;

/// How the numbers of the children add up for the player who must answer all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sum {
    /// All of them, as in proof-number search.
    All,
    /// The largest, and 1 for every other: what is counted twice on two ways to a position does
    /// no harm (weak proof-number search).
    Hardest,
}

/// How long the best child is searched before another may be better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Threshold {
    /// Until it is 1 worse than the second best.
    Plain,
    /// Until it is worse than the second best by a part of it: 4 for a quarter.
    Epsilon {
        /// The divisor.
        per: u32,
    },
}

/// How a search walks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// Two thresholds; a node is left when one is reached.
    Dfpn,
    /// Two thresholds; a node is left when both are reached.
    Pds {
        /// A proof-number search at the leaves.
        second: Option<Growth>,
    },
    /// The proof number alone.
    PnStar,
}

/// A depth-first search by its parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DepthFirstConfig {
    /// How it walks; the next three are for df-pn alone.
    pub order: Order,
    /// Numbers of a new leaf.
    pub initial: Initial,
    /// Threshold of the best child.
    pub threshold: Threshold,
    /// The sum over children.
    pub sum: Sum,
    /// What gives way in the table.
    pub replacement: Replacement,
    /// Are symmetric positions one?
    pub symmetry: bool,
    /// Do the children of a position that is new to the table begin as leaves, and are looked up
    /// only when they are visited?
    pub looks_up_late: bool,
    /// When a node gives its children wider thresholds than the algorithm says.
    pub widening: Widening,
    /// The table uses so many bytes until it is crowded, then four times as many, and so on. The search
    /// goes on from its root each time.
    pub first_bytes: usize,
}

/// When the thresholds of a node's children are wider than the algorithm says, so that searches of graphs
/// with cycles end: there, numbers can drive each other up, or come back to the same values, without any
/// new position being seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Widening {
    /// Visits to children that in a row may turn up nothing new; each one after them doubles the
    /// slack.
    pub idle: u32,
    /// Visits after which the slack grows by 1 even though there is always something new, because a table
    /// that is too small forgets, and what it learns again looks new; 0 for never.
    pub visits: u32,
}

impl Widening {
    /// Ours.
    pub const EAGER: Self = Self { idle: 0, visits: 256 };
    /// That of published algorithms: only where a node goes round in circles.
    pub const IN_CIRCLES: Self = Self { idle: 8, visits: 0 };
}

impl DepthFirstConfig {
    /// Is there a proof-number search at the leaves?
    pub const fn has_second(&self) -> bool {
        matches!(self.order, Order::Pds { second: Some(_) })
    }

    /// Df-pn with leaves initialised by mobility.
    pub const DFPN: Self = Self {
        order: Order::Dfpn,
        initial: Initial::Mobility,
        threshold: Threshold::Plain,
        sum: Sum::All,
        replacement: Replacement::TwoBig,
        symmetry: false,
        looks_up_late: false,
        widening: Widening::IN_CIRCLES,
        // More than the published tables have, so that their searches never begin again.
        first_bytes: 64 << 20,
    };
    /// The same with the 1+epsilon trick, epsilon 1/4 (`pawlewicz-lew`).
    pub const DFPN_EPSILON: Self = Self { threshold: Threshold::Epsilon { per: 4 }, ..Self::DFPN };
    /// Ours; what was tried is in `docs/solvers.md`.
    pub const BEST: Self = Self {
        initial: Initial::Effort,
        replacement: Replacement::FactsFirst,
        symmetry: true,
        looks_up_late: true,
        widening: Widening::EAGER,
        first_bytes: 4 << 20,
        ..Self::DFPN_EPSILON
    };
    /// PDS (`winands-thesis` 5.1.2).
    pub const PDS: Self =
        Self { order: Order::Pds { second: None }, initial: Initial::Unit, ..Self::DFPN };
    /// PDS-PN (`winands-thesis` 5.1.3).
    pub const PDSPN: Self = Self { order: Order::Pds { second: Some(Growth::PDSPN) }, ..Self::PDS };
    /// PN* (`winands-thesis` 4.2.3).
    pub const PN_STAR: Self = Self { order: Order::PnStar, ..Self::PDS };
}
