//! The mirror image: left and right changed, so that both players keep their homes.

use conjoin_core::{Side, Symmetric};

use super::{Move, Position, holes};

/// A set of holes seen in the mirror.
fn mirrored(set: u128) -> u128 {
    holes(set).fold(0, |image, hole| image | hole.mirrored().bit())
}

impl Position {
    fn with_marbles(&self, marbles: [u128; 2]) -> Self {
        let side = conjoin_core::Position::side_to_move(self);
        Self::trusted(self.size(), self.rules(), marbles, side, self.plies())
    }

    fn in_the_mirror(&self) -> [u128; 2] {
        Side::BOTH.map(|side| mirrored(self.marbles(side)))
    }
}

impl Symmetric for Position {
    const SYMMETRIES: usize = 2;
    const SYMMETRY_NAME: &'static str = "mirror";

    fn transformed(&self, symmetry: usize) -> Self {
        if symmetry == 0 { *self } else { self.with_marbles(self.in_the_mirror()) }
    }

    fn transformed_move(&self, mv: Move, symmetry: usize) -> Move {
        if symmetry == 0 || mv.is_pass() {
            return mv;
        }
        Move::new(mv.from().mirrored(), mv.to().mirrored())
    }

    fn inverse(symmetry: usize) -> usize {
        symmetry
    }

    fn is_unchanged_by(&self, symmetry: usize) -> bool {
        symmetry == 0 || Side::BOTH.iter().all(|&s| mirrored(self.marbles(s)) == self.marbles(s))
    }

    fn canonical(&self) -> (Self, usize) {
        let image = self.in_the_mirror();
        if image < Side::BOTH.map(|side| self.marbles(side)) {
            (self.with_marbles(image), 1)
        } else {
            (*self, 0)
        }
    }
}
