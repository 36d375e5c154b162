//! Mirrored and turned boards.

use conjoin_core::{Position as _, Side, Symmetric};

use super::geometry::transformed;
use super::{Move, Point, Position};

impl Position {
    /// The men of both sides seen through a symmetry.
    fn men_seen_through(&self, symmetry: usize) -> [u64; 2] {
        Side::BOTH.map(|side| transformed(self.men(side), self.size(), symmetry))
    }

    /// The same position with other men.
    fn with_men(&self, men: [u64; 2]) -> Self {
        Self::trusted(self.size(), self.rules(), men, self.side_to_move(), self.quiet_plies())
    }
}

/// The eight symmetries: bit 0 mirrors the files, bit 1 the ranks, bit 2 first swaps files and
/// ranks.
impl Symmetric for Position {
    const SYMMETRIES: usize = 8;
    const SYMMETRY_NAME: &'static str = "d4";

    fn transformed(&self, symmetry: usize) -> Self {
        self.with_men(self.men_seen_through(symmetry))
    }

    fn transformed_move(&self, mv: Move, symmetry: usize) -> Move {
        if mv.is_pass() {
            return mv;
        }
        let image = |point: Point| Point::of_bit(transformed(point.bit(), self.size(), symmetry));
        Move::new(image(mv.from()), image(mv.to()), mv.is_capture())
    }

    fn inverse(symmetry: usize) -> usize {
        // The two quarter turns undo each other; everything else undoes itself.
        match symmetry {
            5 => 6,
            6 => 5,
            other => other,
        }
    }

    fn is_unchanged_by(&self, symmetry: usize) -> bool {
        Side::BOTH.iter().all(|&side| {
            let men = self.men(side);
            transformed(men, self.size(), symmetry) == men
        })
    }

    fn canonical(&self) -> (Self, usize) {
        let images = (0..Self::SYMMETRIES).map(|i| (self.men_seen_through(i), i));
        let (men, symmetry) = images.min().expect("number 0 is there");
        (self.with_men(men), symmetry)
    }
}
