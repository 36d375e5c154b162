//! Classes of moves for realization probability search.
//!
//! Source: `erps` 3.2: captures or not, the regions of origin and destination, and the squares
//! travelled toward or away from the centre of mass.
//! Differs: the text does not say whose centre of mass, nor how it is rounded. Of the readings tried
//! only one gives the 27 moves of its Table 1 without a conflict: the mover's own, not rounded, and the
//! difference of king's distances cut off toward 0. The numbers leave room for every combination; of
//! the 751, at most 499 can occur on 8x8, and the text counts 277. On smaller boards a region is what
//! lies so far from the edge, as on 8x8. A pass is a class of its own.

use conjoin_core::Categorised;

use super::geometry::MAX_SIZE;
use super::{Move, Position, Square};

/// Corners, the rest of the edge, and the squares one, two and three from the edge.
const REGIONS: usize = 5;
/// What regions are called: all but the first by their line, counted from the edge.
const REGION_NAMES: [&str; REGIONS] = ["corner", "edge", "second", "third", "centre"];
/// Most squares that a move comes nearer to the centre of mass, or goes away from it.
const FARTHEST: i32 = MAX_SIZE as i32 - 1;
const CHANGES: usize = 2 * FARTHEST as usize + 1;
const PASS: usize = 2 * REGIONS * REGIONS * CHANGES;

/// The squares whose file has each bit of its number.
const FILE_BITS: [u64; 3] = [0xaaaa_aaaa_aaaa_aaaa, 0xcccc_cccc_cccc_cccc, 0xf0f0_f0f0_f0f0_f0f0];
/// The same for ranks.
const RANK_BITS: [u64; 3] = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];

impl Categorised for Position {
    const CATEGORIES: usize = PASS + 1;

    fn category(&self, mv: Move) -> usize {
        if mv.is_pass() {
            return PASS;
        }
        let regions = self.region(mv.from()) * REGIONS + self.region(mv.to());
        let change = self.squares_nearer(mv) + FARTHEST;
        (usize::from(mv.is_capture()) * REGIONS * REGIONS + regions) * CHANGES + change as usize
    }

    /// `capture edge centre +2`: from the edge to the centre, two squares nearer to the centre of mass.
    fn category_name(category: usize) -> String {
        if category == PASS {
            return "pass".into();
        }
        let (pair, change) = (category / CHANGES, category % CHANGES);
        let kind = if pair < REGIONS * REGIONS { "step" } else { "capture" };
        let [from, to] = [pair / REGIONS, pair].map(|region| REGION_NAMES[region % REGIONS]);
        match change as i32 - FARTHEST {
            0 => format!("{kind} {from} {to} 0"),
            change => format!("{kind} {from} {to} {change:+}"),
        }
    }
}

impl Position {
    /// The region of a square, from 0 for the corners to 4 for the middle.
    fn region(&self, square: Square) -> usize {
        let from_edge = |place: u8| place.min(self.size() - 1 - place);
        let (across, along) = (from_edge(square.file()), from_edge(square.rank()));
        if across + along == 0 { 0 } else { 1 + usize::from(across.min(along)) }
    }

    /// Whole squares that a man comes nearer to the centre of mass of its side; negative away from it.
    fn squares_nearer(&self, mv: Move) -> i32 {
        let own = self.own();
        let count = own.count_ones() as i32;
        let sum = |bits: &[u64; 3]| {
            let parts = bits.iter().enumerate();
            parts.map(|(i, set)| ((own & set).count_ones() << i) as i32).sum::<i32>()
        };
        let (files, ranks) = (sum(&FILE_BITS), sum(&RANK_BITS));
        // King's distance times the number of men, so that it is whole.
        let distance = |square: Square| {
            let across = count * i32::from(square.file()) - files;
            let along = count * i32::from(square.rank()) - ranks;
            across.abs().max(along.abs())
        };
        (distance(mv.from()) - distance(mv.to())) / count.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::Rules;
    use conjoin_core::{Position as _, TextForm};

    /// Table 1 of `erps`: moves and their plies in hundredths. The position was lost with the figure
    /// and is rebuilt from these moves.
    const PUBLISHED: [(&str, u32); 27] = [
        ("h2-g1", 190),
        ("h7-g8", 310),
        ("g4xe2", 122),
        ("g4-h3", 339),
        ("g4-f5", 197),
        ("h2-f4", 112),
        ("e4-h1", 400),
        ("h7-f7", 170),
        ("d3-b5", 400),
        ("c3xc6", 95),
        ("c3-d2", 157),
        ("c3-b4", 314),
        ("d3-d1", 373),
        ("d3xd5", 78),
        ("e4xe2", 150),
        ("e4-e6", 330),
        ("e4-c4", 400),
        ("c3-f3", 143),
        ("d3-g3", 233),
        ("d3xa3", 400),
        ("g4-g3", 180),
        ("g4-g5", 180),
        ("h2-f2", 170),
        ("c3-d4", 179),
        ("c3-b2", 314),
        ("h7-h5", 167),
        ("h2-h4", 190),
    ];

    fn rebuilt() -> Position {
        "8/2w4b/2w5/3w4/4b1b1/w1bb4/4w2b/1w6 b".parse().unwrap()
    }

    #[test]
    fn moves_of_one_category_have_one_published_value() {
        let position = rebuilt();
        assert_eq!(position.legal_moves().len(), PUBLISHED.len());
        let told: Vec<(Move, usize, u32)> = PUBLISHED
            .iter()
            .map(|&(text, value)| {
                let mv = position.parse_move(text).unwrap();
                (mv, position.category(mv), value)
            })
            .collect();
        let mut pairs = 0;
        for (i, &(one, category, value)) in told.iter().enumerate() {
            for &(other, other_category, other_value) in &told[..i] {
                let case = format!("{one:?} {value}, {other:?} {other_value}");
                pairs += usize::from(category == other_category);
                if category == other_category {
                    assert_eq!(value, other_value, "{case}");
                } else if category / CHANGES == other_category / CHANGES {
                    // What comes nearer is played more often.
                    assert_eq!(category < other_category, value > other_value, "{case}");
                }
            }
        }
        assert_eq!(pairs, 4);
    }

    #[test]
    fn a_category_tells_captures_regions_and_the_way_to_the_centre_of_mass() {
        let position = rebuilt();
        let category = |text: &str| position.category(position.parse_move(text).unwrap());
        // The centre of mass is at file 5.83 and rank 3.83, counted from 1.
        assert_eq!(category("h2-f4"), (REGIONS + 3) * CHANGES + 7 + 2);
        assert_eq!(category("e4-h1"), (4 * REGIONS) * CHANGES + 7 - 2);
        assert_eq!(category("d3xd5"), ((REGIONS + 3) * REGIONS + 4) * CHANGES + 7);
        // From 1.83 to 1.17 is no whole square.
        assert_eq!(category("d3-g3"), (3 * REGIONS + 2) * CHANGES + 7);
    }

    #[test]
    fn a_category_is_called_by_what_it_tells() {
        let position = rebuilt();
        let name = |text: &str| {
            Position::category_name(position.category(position.parse_move(text).unwrap()))
        };
        assert_eq!(name("h2-f4"), "step edge third +2");
        assert_eq!(name("e4-h1"), "step centre corner -2");
        assert_eq!(name("d3xd5"), "capture third centre 0");
        assert_eq!(name("c3-b2"), "step third second -1");
        assert_eq!(Position::category_name(position.category(Move::PASS)), "pass");
    }

    #[test]
    fn regions_are_corners_and_rims() {
        let count = |size: u8, region: usize| {
            let start = Position::start(size, Rules::OLYMPIAD);
            let board = super::super::board_mask(size);
            super::super::squares(board).filter(|&square| start.region(square) == region).count()
        };
        assert_eq!([0, 1, 2, 3, 4].map(|region| count(8, region)), [4, 24, 20, 12, 4]);
        assert_eq!([0, 1, 2, 3, 4].map(|region| count(5, region)), [4, 12, 8, 1, 0]);
    }

    #[test]
    fn a_pass_is_a_class_of_its_own() {
        assert_eq!(rebuilt().category(Move::PASS), Position::CATEGORIES - 1);
        assert_eq!(Position::CATEGORIES, 751);
    }
}
