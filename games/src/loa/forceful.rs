//! What a search asks about moves: their numbers, which are forceful and which are promising.
//!
//! Source: `winands-thesis` 2.6 for the areas and the quiescence moves, `billings-bjornsson` 5
//! for MONA's static ranks.
//! Differs: on boards smaller than 8x8 the inner area is what lies two squares from the edge,
//! the middle area what lies one square from it.

use conjoin_core::{Indexed, Noisy, Ranked};

use super::geometry::{MAX_SIZE, MIN_SIZE, SQUARES, board_mask};
use super::{Move, Position, Square};

/// A pass has the number after all pairs of squares.
const PASS_INDEX: usize = 64 * 64;

impl Indexed for Position {
    const MOVE_INDICES: usize = PASS_INDEX + 1;

    #[inline(always)]
    fn move_index(mv: Move) -> usize {
        if mv.is_pass() { PASS_INDEX } else { usize::from(mv.to_bits()) % PASS_INDEX }
    }

    #[inline(always)]
    fn pack_move(mv: Move) -> u16 {
        mv.to_bits()
    }

    #[inline(always)]
    fn unpack_move(bits: u16) -> Option<Move> {
        // Bits 0 would be a move from a1 to a1.
        (bits != 0).then(|| Move::from_bits(bits))
    }
}

/// The squares of each board that lie this far from its edge or farther: `[size][distance]`.
static AREAS: [[u64; 3]; MAX_SIZE as usize + 1] = {
    let mut areas = [[0; 3]; MAX_SIZE as usize + 1];
    let mut size = MIN_SIZE;
    while size <= MAX_SIZE {
        let mut distance = 0;
        while distance < 3 && size > 2 * distance {
            areas[size as usize][distance as usize] =
                board_mask(size - 2 * distance) << (9 * distance);
            distance += 1;
        }
        size += 1;
    }
    areas
};

impl Position {
    /// The central area: 4x4 on the 8x8 board.
    #[inline(always)]
    pub fn inner_area(&self) -> u64 {
        AREAS[usize::from(self.size()) % AREAS.len()][2]
    }

    /// The board without its edge, the inner area included: 6x6 on the 8x8 board.
    #[inline(always)]
    pub fn middle_area(&self) -> u64 {
        AREAS[usize::from(self.size()) % AREAS.len()][1]
    }

    /// Orthogonal distance to the nearest corner, 2 on the corners: MONA's centrality.
    fn centrality(&self, square: Square) -> u8 {
        let along = |place: u8| place.min(self.size() - 1 - place) + 1;
        along(square.file()) + along(square.rank())
    }
}

impl Ranked for Position {
    #[inline(always)]
    fn forceful_rank(&self, mv: Move) -> u8 {
        // Without a branch: whether the next move is a capture is hard to guess.
        let to = mv.to().bit();
        let areas = u8::from(to & self.middle_area() != 0) + u8::from(to & self.inner_area() != 0);
        areas * u8::from(mv.is_capture())
    }

    /// Centrality of the target, doubled for a capture: 2 to 16 on the 8x8 board.
    fn static_rank(&self, mv: Move) -> u8 {
        if mv.is_pass() {
            return 0;
        }
        self.centrality(mv.to()) << u8::from(mv.is_capture())
    }
}

impl Noisy for Position {
    /// Captures that form or destroy connections, and captures into the inner area.
    #[inline]
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        let (own, enemy, inner) = (self.own(), self.enemy(), self.inner_area());
        self.board_captures(|captures| {
            // All are written and the count says how many stay: no branch to mispredict.
            let mut kept = 0;
            for i in 0..captures.len() {
                let mv = captures[i];
                let beside = SQUARES[mv.to().index()].neighbours;
                let others = (own ^ mv.from().bit()) | enemy;
                captures[kept] = mv;
                kept += usize::from((beside & others) | (mv.to().bit() & inner) != 0);
            }
            moves.extend_from_slice(&captures[..kept]);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::Rules;
    use conjoin_core::{Position as _, TextForm};

    #[test]
    fn areas_are_nested_squares() {
        let count = |size| {
            let start = Position::start(size, Rules::OLYMPIAD);
            (start.middle_area().count_ones(), start.inner_area().count_ones())
        };
        assert_eq!(count(8), (36, 16));
        assert_eq!(count(6), (16, 4));
        assert_eq!(count(5), (9, 1));
        assert_eq!(count(3), (1, 0));
    }

    #[test]
    fn captures_into_the_centre_come_first() {
        let position: Position = "w7/8/2w5/3w4/8/b2b4/8/7b b".parse().unwrap();
        let rank = |text: &str| position.forceful_rank(position.parse_move(text).unwrap());
        assert_eq!(rank("d3xd5"), 2);
        assert_eq!(rank("d3-d1"), 0);
        let statics = |text: &str| position.static_rank(position.parse_move(text).unwrap());
        assert_eq!(statics("d3xd5"), 16);
        assert_eq!(statics("d3-d1"), 5);
    }

    #[test]
    fn noisy_moves_are_legal_captures() {
        let position: Position = "w7/8/2w5/3w4/8/b2b4/8/7b b".parse().unwrap();
        let mut noisy = Vec::new();
        position.noisy_moves(&mut noisy);
        assert!(!noisy.is_empty());
        for mv in noisy {
            assert!(mv.is_capture() && position.is_legal(mv), "{mv:?}");
        }
    }

    #[test]
    fn every_move_has_a_number_of_its_own() {
        for bits in [1u16, 0x1fff, 4095, u16::MAX] {
            let mv = Position::unpack_move(bits).unwrap();
            assert_eq!(Position::pack_move(mv), bits);
            assert!(Position::move_index(mv) < Position::MOVE_INDICES);
        }
        assert_eq!(Position::unpack_move(0), None);
    }
}
