//! Footholds: a man on the second line makes a blockade of the first much weaker.
//!
//! Source: `billings-bjornsson` 4.2 and its Figure 1: the pattern of the first and the second
//! line together, which no line by itself can show.
//! Differs: both lines of all four edges are looked at in one pass over sets of squares.

use crate::loa::bits::{EDGE, SECOND, filled, grown};

/// One of the eight directions, on a board of one size.
#[derive(Clone, Copy)]
struct Direction {
    /// Difference between the numbers of neighbouring squares.
    step: i32,
    /// Squares from which a line starts in this direction, by the bits of the number of its
    /// squares after the first two.
    behind: [u64; 3],
    /// All of them.
    behind_any: u64,
}

static DIRECTIONS: [[Direction; 8]; 9] = {
    let steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let mut table = [[Direction { step: 0, behind: [0; 3], behind_any: 0 }; 8]; 9];
    let mut size = 3i32;
    while size <= 8 {
        let mut i = 0;
        while i < 8 {
            let (df, dr): (i32, i32) = steps[i];
            let entry = &mut table[size as usize][i];
            entry.step = df + 8 * dr;
            let mut square = 0i32;
            while square < 64 {
                let (file, rank) = (square % 8, square / 8);
                let is_start = is_on(file, rank, size) && !is_on(file - df, rank - dr, size);
                let mut len = 0;
                while is_start && is_on(file + df * len, rank + dr * len, size) {
                    len += 1;
                }
                let mut bit = 0;
                while len > 2 && bit < 3 {
                    if (len - 2) >> bit & 1 == 1 {
                        entry.behind[bit] |= 1 << square;
                        entry.behind_any |= 1 << square;
                    }
                    bit += 1;
                }
                square += 1;
            }
            i += 1;
        }
        size += 1;
    }
    table
};

const fn is_on(file: i32, rank: i32, size: i32) -> bool {
    file >= 0 && file < size && rank >= 0 && rank < size
}

/// The blockage, in squares, of those men of the edge that hang together along the edge with one
/// that has an own man on the second line beside it.
#[inline]
pub fn relieved(own: u64, enemy: u64, size: u8) -> u32 {
    let size = usize::from(size) % EDGE.len();
    let on_edge = own & EDGE[size];
    let seeds = on_edge & grown(own & SECOND[size]);
    // Most positions need no more than this.
    if seeds == 0 {
        return 0;
    }
    let held = filled(seeds, on_edge) & grown(enemy);
    if held == 0 {
        return 0;
    }
    let mut squares = 0;
    for direction in &DIRECTIONS[size] {
        // The men with an enemy beside them in this direction.
        let beside = match direction.step {
            step @ 1.. => enemy >> step,
            step => enemy << -step,
        };
        let blocked = held & beside & direction.behind_any;
        if blocked == 0 {
            continue;
        }
        for (bit, set) in direction.behind.iter().enumerate() {
            squares += (blocked & set).count_ones() << bit;
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::Side;
    use conjoin_games::loa::Position;

    /// What White's footholds relieve.
    fn relief(position: &str) -> u32 {
        let position: Position = position.parse().unwrap();
        relieved(position.men(Side::Second), position.men(Side::First), position.size())
    }

    #[test]
    fn without_a_foothold_nothing_is_relieved() {
        assert_eq!(relief("8/8/1b6/wb6/1b6/8/8/8 b"), 0);
    }

    #[test]
    fn a_foothold_relieves_all_men_beside_it_along_the_edge() {
        // a5 is blocked on b4, b5 and b6: 11 squares. White on b7 touches a6, which touches a5.
        let blocked_a5 = 6 + 2 + 3;
        // a6 is blocked on b5 and b6: 4 squares lie behind b5 and 6 behind b6.
        let blocked_a6 = 4 + 6;
        assert_eq!(relief("8/1w6/wb6/wb6/1b6/8/8/8 b"), blocked_a5 + blocked_a6);
        assert_eq!(relief("8/1w6/1b6/wb6/1b6/8/8/8 b"), 0, "b7 does not touch a5");
    }

    #[test]
    fn men_elsewhere_on_the_edge_are_not_relieved() {
        assert_eq!(relief("8/1w6/w7/8/8/8/wb6/8 b"), 0);
        // In one chain with it they are: a2 loses 6 squares on its rank, a3 one on a diagonal.
        assert_eq!(relief("8/1w6/w7/w7/w7/w7/wb6/8 b"), 6 + 1);
    }
}
