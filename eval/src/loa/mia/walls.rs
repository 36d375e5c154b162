//! Walls: men of the edge that the enemy keeps from moving toward the centre.
//!
//! Source: `winands-thesis` 3.1.6. An enemy beside a man blocks that direction: two men stand on
//! the line at least, and nobody jumps over an enemy. Only the three directions away from the edge
//! count.

use crate::loa::bits::grown;

/// Walls around one side's men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walls {
    /// Men blocked in two of the three directions.
    pub two: u32,
    /// Men blocked in all three; a corner man counts once when blocked in two, twice when
    /// blocked in all.
    pub three: u32,
}

/// The eight directions as differences between the numbers of squares, and for each board size
/// the squares of the edge from which each leads away from it.
static DIRECTIONS: [[(i32, u64); 8]; 9] = {
    let steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let mut table = [[(0, 0); 8]; 9];
    let mut size = 3i32;
    while size <= 8 {
        let mut i = 0;
        while i < 8 {
            let (df, dr) = steps[i];
            let entry = &mut table[size as usize][i];
            entry.0 = df + 8 * dr;
            let mut square = 0i32;
            while square < 64 {
                let (file, rank) = (square % 8, square / 8);
                let (f, r) = (file + df, rank + dr);
                let on_file = file == 0 || file == size - 1;
                let on_rank = rank == 0 || rank == size - 1;
                // Off a left or right edge the file changes, off a lower or upper edge the rank; a
                // corner man has just three neighbours.
                let inward = match (on_file, on_rank) {
                    (true, true) => true,
                    (true, false) => df != 0,
                    (false, true) => dr != 0,
                    (false, false) => false,
                };
                let is_on = file < size && rank < size && f >= 0 && f < size && r >= 0 && r < size;
                if inward && is_on {
                    entry.1 |= 1 << square;
                }
                square += 1;
            }
            i += 1;
        }
        size += 1;
    }
    table
};

/// The squares of the edge for each board size, and the corners.
static EDGES: [(u64, u64); 9] = {
    let mut edges = [(0, 0); 9];
    let mut size = 3;
    while size <= 8 {
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            let on_file = file == 0 || file == size - 1;
            let on_rank = rank == 0 || rank == size - 1;
            if file < size && rank < size && (on_file || on_rank) {
                edges[size].0 |= 1 << square;
                if on_file && on_rank {
                    edges[size].1 |= 1 << square;
                }
            }
            square += 1;
        }
        size += 1;
    }
    edges
};

impl Walls {
    /// The walls that `enemy` has built around `own` men.
    #[inline]
    pub fn around(own: u64, enemy: u64, size: u8) -> Self {
        let (edge, corners) = EDGES[usize::from(size) % EDGES.len()];
        if own & edge & grown(enemy) == 0 {
            return Self::default();
        }
        // Counts the blocked directions of all men at once: the two bits of each count are sets.
        let (mut ones, mut twos) = (0, 0);
        for &(step, inward) in &DIRECTIONS[usize::from(size) % DIRECTIONS.len()] {
            let beside = if step > 0 { enemy >> step } else { enemy << -step };
            let blocked = own & inward & beside;
            twos |= ones & blocked;
            ones ^= blocked;
        }
        let (two, three) = (twos & !ones, twos & ones);
        Self {
            two: (two & !corners).count_ones(),
            three: three.count_ones()
                + (two & corners).count_ones()
                + (three & corners).count_ones(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::Side;
    use conjoin_games::loa::Position;

    /// The walls around White's men.
    fn walls(position: &str) -> Walls {
        let position: Position = position.parse().unwrap();
        Walls::around(position.men(Side::Second), position.men(Side::First), position.size())
    }

    #[test]
    fn a4_is_blocked_in_three_ways_and_h4_in_two() {
        assert_eq!(walls("8/8/8/1b6/wb6/1b6/8/8 b"), Walls { two: 0, three: 1 });
        assert_eq!(walls("8/8/8/6b1/6bw/8/8/8 b"), Walls { two: 1, three: 0 });
        assert_eq!(walls("8/8/8/8/6bw/8/8/8 b"), Walls::default());
    }

    #[test]
    fn a_corner_man_blocked_twice_counts_as_blocked_three_ways() {
        assert_eq!(walls("6bw/7b/8/8/8/8/8/8 b"), Walls { two: 0, three: 1 });
    }

    #[test]
    fn an_isolated_corner_man_counts_as_two_walls() {
        assert_eq!(walls("wb6/bb6/8/8/8/8/8/8 b"), Walls { two: 0, three: 2 });
    }

    #[test]
    fn b1_and_c1_are_two_walls_of_three() {
        assert_eq!(walls("8/8/8/8/8/8/bbbb4/bwwb4 b"), Walls { two: 0, three: 2 });
    }

    #[test]
    fn inner_men_have_no_walls() {
        assert_eq!(walls("8/8/8/2bbb3/2bwb3/2bbb3/8/8 b"), Walls::default());
    }
}
