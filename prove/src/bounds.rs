//! Proof and disproof numbers in the form that reads the same for both players.
//!
//! `phi` counts the leaves still to be solved so that the player to move reaches its aim (to win
//! for the attacker, to prevent it for the defender), `delta` those for the other player. At an
//! OR node `phi` is the proof number, at an AND node the disproof number.

/// Solved the other way: no number of leaves would do.
pub const INFINITE: u32 = (1 << 27) - 1;
/// The largest number of an open node. Sums stop here, so that a large guess is never taken for
/// a solved node.
pub const LARGEST: u32 = INFINITE - 1;

/// The two numbers of a node, or the two thresholds up to which it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// For the player to move; 0 when it has reached its aim.
    pub phi: u32,
    /// For the other player; 0 when that one has.
    pub delta: u32,
}

impl Bounds {
    /// The player to move reaches its aim.
    pub const WON: Self = Self { phi: 0, delta: INFINITE };
    /// The other player does.
    pub const LOST: Self = Self { phi: INFINITE, delta: 0 };
    /// Thresholds that only a solution reaches.
    pub const UNLIMITED: Self = Self { phi: INFINITE, delta: INFINITE };
    /// A leaf of which nothing is known.
    pub const UNIT: Self = Self { phi: 1, delta: 1 };

    /// The numbers of a solved node.
    pub const fn solved(mover_reaches_aim: bool) -> Self {
        if mover_reaches_aim { Self::WON } else { Self::LOST }
    }

    /// Is it settled who reaches the aim?
    pub const fn is_solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// Proof and disproof number.
    pub const fn numbers(self, is_or: bool) -> (u32, u32) {
        if is_or { (self.phi, self.delta) } else { (self.delta, self.phi) }
    }

    /// From proof and disproof number.
    pub const fn from_numbers(proof: u32, disproof: u32, is_or: bool) -> Self {
        if is_or {
            Self { phi: proof, delta: disproof }
        } else {
            Self { phi: disproof, delta: proof }
        }
    }
}

/// A sum of numbers of open nodes.
pub(crate) const fn saturated(sum: u64) -> u32 {
    if sum > LARGEST as u64 { LARGEST } else { sum as u32 }
}
