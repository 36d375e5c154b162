//! How large a second-level search may be.

use serde::{Deserialize, Serialize};

/// The size of a second-level tree from that of the first level and the room that is left.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Growth {
    /// A fraction that grows along a logistic curve (`winands-thesis` 4.2.2).
    Logistic {
        /// Size of the first level at which the second is half as large (a).
        middle: f64,
        /// How stretched the curve is (b).
        stretch: f64,
    },
    /// As large as the first level (`efpn` 2.2).
    Equal,
}

impl Growth {
    /// PN2 in `winands-thesis` 4.3.
    pub const PN2: Self = Self::Logistic { middle: 1_800_000.0, stretch: 240_000.0 };
    /// PDS-PN in `winands-thesis` 5.2.
    pub const PDSPN: Self = Self::Logistic { middle: 450_000.0, stretch: 300_000.0 };

    /// Stored nodes after which the second level ends when the first has `first` and there is room for
    /// `room` more. It always makes one expansion, even of 0.
    pub fn size(self, first: usize, room: usize) -> usize {
        let size = match self {
            Self::Equal => first,
            Self::Logistic { middle, stretch } => {
                let x = first as f64;
                (x / (1.0 + ((middle - x) / stretch).exp())) as usize
            }
        };
        size.min(room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_level_is_half_the_first_in_the_middle() {
        assert_eq!(Growth::PN2.size(1_800_000, usize::MAX), 900_000);
        assert_eq!(Growth::PDSPN.size(450_000, usize::MAX), 225_000);
        assert!(Growth::PN2.size(4_000_000, usize::MAX) > 3_990_000);
        assert_eq!(Growth::Equal.size(5_000, 3_000), 3_000);
        assert_eq!(Growth::PN2.size(100_000, usize::MAX), 83, "it begins small");
    }
}
