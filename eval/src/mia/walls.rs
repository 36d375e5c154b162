//! Walls: men of the edge that the enemy keeps from moving toward the centre.
//!
//! Source: `winands-thesis` 3.1.6. An enemy beside a man blocks that direction: two men stand on
//! the line at least, and nobody jumps over an enemy. Only the three directions away from the edge
//! count.

/// Walls around one side's men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walls {
    /// Men blocked in two of the three directions.
    pub two: u32,
    /// Men blocked in all three; a corner man counts once when blocked in two, twice when
    /// blocked in all.
    pub three: u32,
}

/// For each board size the neighbours of each edge square that lie in the directions away from
/// the edge; nothing for inner squares.
static INWARD: [[u64; 64]; 9] = {
    let mut table = [[0u64; 64]; 9];
    let mut size = 3i32;
    while size <= 8 {
        let mut square = 0i32;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            let (low_file, high_file) = (file == 0, file == size - 1);
            let (low_rank, high_rank) = (rank == 0, rank == size - 1);
            if file < size && rank < size && (low_file || high_file || low_rank || high_rank) {
                let is_corner = (low_file || high_file) && (low_rank || high_rank);
                let mut neighbour = 0;
                while neighbour < 9 {
                    let (df, dr) = (neighbour % 3 - 1, neighbour / 3 - 1);
                    let (f, r) = (file + df, rank + dr);
                    neighbour += 1;
                    if f < 0 || f >= size || r < 0 || r >= size || (df == 0 && dr == 0) {
                        continue;
                    }
                    // Off a left or right edge the file changes, off a lower or upper edge the
                    // rank; a corner man has just three neighbours.
                    let inward = if low_file || high_file { df != 0 } else { dr != 0 };
                    if is_corner || inward {
                        table[size as usize][square as usize] |= 1 << (r * 8 + f);
                    }
                }
            }
            square += 1;
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
        let inward = &INWARD[usize::from(size) % INWARD.len()];
        let mut walls = Self::default();
        let mut rest = own & edge;
        while rest != 0 {
            let square = rest.trailing_zeros() as usize;
            let is_corner = corners >> square & 1 == 1;
            rest &= rest - 1;
            match ((inward[square] & enemy).count_ones(), is_corner) {
                (3, true) => walls.three += 2,
                (2, true) | (3, false) => walls.three += 1,
                (2, false) => walls.two += 1,
                _ => {}
            }
        }
        walls
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
