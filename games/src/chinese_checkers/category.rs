//! Classes of moves for realization probability search.
//!
//! Source: the kinds of features of `erps` 3.2 (the regions of origin and destination), with what matters
//! here in place of captures and of the centre of mass.
//! Differs: a region is a part of the star as the mover sees it. A move tells whether it is a step or a chain
//! of jumps, and how many rows it gains. A pass is a class of its own.

use conjoin_core::{Categorised, Position as _, Side};

use super::{Hole, Move, Position};

/// What a region is called: the mover's home, the near half of the middle with its middle row, the far half,
/// the goal, and the other triangles.
const REGION_NAMES: [&str; REGIONS] = ["home", "near", "far", "goal", "neutral"];
/// Regions of a star.
pub const REGIONS: usize = 5;
const PAIRS: usize = REGIONS * REGIONS;
const NEUTRAL: usize = 4;

/// The rows that a step gains.
const STEP_NAMES: [&str; 3] = ["step back", "step aside", "step ahead"];
/// The rows that jumps gain.
const JUMP_NAMES: [&str; 6] = [
    "jump back",
    "jump aside",
    "jump 1 or 2 ahead",
    "jump 3 or 4 ahead",
    "jump 5 to 8 ahead",
    "jump 9 or more ahead",
];
const KINDS: usize = STEP_NAMES.len() + JUMP_NAMES.len();
const PASS: usize = KINDS * PAIRS;

impl Position {
    /// The region of a hole for a side, from 0 for its home: below [`REGIONS`].
    #[inline]
    pub fn region(&self, side: Side, hole: Hole) -> usize {
        let bit = hole.bit();
        if self.home(side) & bit != 0 {
            return 0;
        }
        if self.goal(side) & bit != 0 {
            return 3;
        }
        if self.star().neutral & bit != 0 {
            return NEUTRAL;
        }
        let row = if side == Side::First { hole.row() } else { 16 - hole.row() };
        1 + usize::from(row > 8)
    }

    /// Does a legal move go to a neighbouring hole?
    #[inline(always)]
    pub fn is_step(&self, mv: Move) -> bool {
        !mv.is_pass() && self.star().neighbours[mv.from().index() & 127] & mv.to().bit() != 0
    }
}

impl Categorised for Position {
    const CATEGORIES: usize = PASS + 1;

    fn category(&self, mv: Move) -> usize {
        if mv.is_pass() {
            return PASS;
        }
        let side = self.side_to_move();
        let pair = self.region(side, mv.from()) * REGIONS + self.region(side, mv.to());
        let rows = self.rows_gained(mv);
        let kind = match (self.is_step(mv), rows) {
            (true, _) => (rows.signum() + 1) as usize,
            (false, ..=-1) => 3,
            (false, 0) => 4,
            (false, 1..=2) => 5,
            (false, 3..=4) => 6,
            (false, 5..=8) => 7,
            (false, 9..) => 8,
        };
        kind * PAIRS + pair
    }

    fn category_name(category: usize) -> String {
        let (kind, pair) = (category / PAIRS, category % PAIRS);
        let Some(kind) = STEP_NAMES.iter().chain(&JUMP_NAMES).nth(kind) else {
            return "pass".into();
        };
        format!("{kind} {} {}", REGION_NAMES[pair / REGIONS], REGION_NAMES[pair % REGIONS])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::TextForm;

    #[test]
    fn a_category_tells_kind_rows_and_regions() {
        let name = |text: &str, mv: &str| {
            let position: Position = text.parse().unwrap();
            Position::category_name(position.category(position.parse_move(mv).unwrap()))
        };
        let start = Position::default().to_string();
        assert_eq!(name(&start, "7-15"), "step ahead home near");
        assert_eq!(name(&start, "4-15"), "jump 1 or 2 ahead home near");
        assert_eq!(name("b:41,121 w:62 b", "41-83"), "jump 3 or 4 ahead near far");
        assert_eq!(name("b:121 w:62,41 w", "41-83"), "jump back far near");
        assert_eq!(name("b:60,112 w:1,2,61 b", "112-104"), "step back goal far");
        assert_eq!(Position::category_name(PASS), "pass");
        assert_eq!(Position::CATEGORIES, 226);
    }

    #[test]
    fn regions_cover_the_star() {
        let start = Position::default();
        let count = |region| {
            let all = super::super::holes(super::super::board_mask(121));
            all.filter(|&hole| start.region(Side::Second, hole) == region).count()
        };
        assert_eq!([0, 1, 2, 3, 4].map(count), [10, 35, 26, 10, 40]);
    }
}
