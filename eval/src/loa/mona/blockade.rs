//! Blockades: enemies on the second line before men of the edge.
//!
//! Source: `billings-bjornsson` 5.2: each further blocking man multiplies the penalty, a foothold
//! nearly cancels it, and outliers suffer more than the main group.
//! Differs: the paper prints no factor; it is 2 here.

use conjoin_games::loa::board_mask;

/// The strength of all blockades of one side's men.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Blockades {
    /// Of men of the main group.
    pub main: f32,
    /// Of other men.
    pub outliers: f32,
    /// Of men with a foothold.
    pub foothold: f32,
}

/// Blocking men after which a blockade is no stronger.
const MOST_BLOCKERS: u32 = 6;

/// The strength of a blockade of so many men.
pub(super) fn strength(blockers: u32) -> f32 {
    match blockers {
        0 => 0.0,
        blockers => (1u32 << (blockers.min(MOST_BLOCKERS) - 1)) as f32,
    }
}

/// One edge of a board.
#[derive(Clone, Copy)]
struct Edge {
    is_file: bool,
    /// The lines at the edge and beside it, as squares.
    first: u64,
    second: u64,
    /// Bits by which each of them lies behind the first line of the board.
    first_shift: u8,
    second_shift: u8,
}

/// The edges of each board size.
static EDGES: [[Edge; 4]; 9] = {
    const NONE: Edge =
        Edge { is_file: false, first: 0, second: 0, first_shift: 0, second_shift: 0 };
    let mut edges = [[NONE; 4]; 9];
    let mut size = 3;
    while size <= 8 {
        let mut i = 0;
        while i < 4 {
            let is_file = i >= 2;
            let (first, second) = if i % 2 == 0 { (0, 1) } else { (size - 1, size - 2) };
            let (line, step) = if is_file { (0x0101_0101_0101_0101, 1) } else { (0xff, 8) };
            let (first, second) = ((first * step) as u8, (second * step) as u8);
            edges[size][i] = Edge {
                is_file,
                first: (line << first) & board_mask(size as u8),
                second: (line << second) & board_mask(size as u8),
                first_shift: first,
                second_shift: second,
            };
            i += 1;
        }
        size += 1;
    }
    edges
};

impl Edge {
    /// The squares of the line at the edge as bits along it.
    #[inline(always)]
    fn on_first(&self, set: u64) -> u32 {
        self.along((set & self.first) >> (self.first_shift & 63))
    }

    /// The squares of the line beside it.
    #[inline(always)]
    fn on_second(&self, set: u64) -> u32 {
        self.along((set & self.second) >> (self.second_shift & 63))
    }

    #[inline(always)]
    fn along(&self, line: u64) -> u32 {
        // Brings the squares of a file together in the top byte.
        if self.is_file {
            (line.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
        } else {
            line as u32
        }
    }
}

impl Blockades {
    /// The blockades of a side's men by the enemy's.
    #[inline(always)]
    pub fn of(own: u64, enemy: u64, main: u64, size: u8) -> Self {
        let mut blockades = Self::default();
        for edge in &EDGES[usize::from(size) % EDGES.len()] {
            if own & edge.first == 0 || enemy & edge.second == 0 {
                continue;
            }
            let (mut men, main_men) = (edge.on_first(own), edge.on_first(main));
            let (blockers, own_second) = (edge.on_second(enemy), edge.on_second(own));
            while men != 0 {
                // The next men that stand side by side.
                let low = men & men.wrapping_neg();
                let run = men & !(men + low);
                men &= !run;
                let before = run | run << 1 | run >> 1;
                let strength = strength((before & blockers).count_ones());
                if before & own_second != 0 {
                    blockades.foothold += strength;
                } else if run & main_men != 0 {
                    blockades.main += strength;
                } else {
                    blockades.outliers += strength;
                }
            }
        }
        blockades
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::Side;
    use conjoin_games::loa::Position;

    /// The blockades of Black's men, whose main group is on the d-file.
    fn blockades(position: &str) -> Blockades {
        let position: Position = position.parse().unwrap();
        let main = position.men(Side::First) & 0x0808_0808_0808_0808;
        Blockades::of(position.men(Side::First), position.men(Side::Second), main, position.size())
    }

    #[test]
    fn each_further_blocker_doubles_the_strength() {
        let none = Blockades::default();
        assert_eq!(blockades("8/8/8/8/3b4/8/8/b6w b"), none);
        let outliers = |outliers| Blockades { outliers, ..none };
        assert_eq!(blockades("8/8/8/1w6/b2b4/8/8/8 b"), outliers(1.0));
        assert_eq!(blockades("8/8/8/1w6/bw1b4/8/8/8 b"), outliers(2.0));
        assert_eq!(blockades("8/8/8/1w6/bw1b4/1w6/8/8 b"), outliers(4.0));
        assert_eq!(blockades("8/8/bw6/bw6/bw1b4/1w6/8/8 b"), outliers(8.0));
    }

    #[test]
    fn the_main_group_is_told_apart() {
        let blockades = blockades("3b4/2ww4/8/8/3b4/8/4w3/4b3 b");
        assert_eq!(blockades, Blockades { main: 2.0, outliers: 1.0, foothold: 0.0 });
    }

    #[test]
    fn a_foothold_is_told_apart() {
        let blockades = blockades("8/8/8/1w6/b2b4/1b6/8/8 b");
        assert_eq!(blockades, Blockades { foothold: 1.0, ..Blockades::default() });
    }

    #[test]
    fn all_edges_are_looked_at() {
        for position in
            ["8/8/8/6w1/3b3b/8/8/8 b", "4b3/4w3/8/8/3b4/8/8/8 b", "8/8/8/8/3b4/8/4w3/4b3 b"]
        {
            let outliers = Blockades { outliers: 1.0, ..Blockades::default() };
            assert_eq!(blockades(position), outliers, "{position}");
        }
    }
}
