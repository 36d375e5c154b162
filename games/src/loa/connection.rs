//! Is a set of men one connected group?
//!
//! Nearly all positions are not, and most of these have a man that stands alone, which a dozen
//! instructions find; only the rest have a group grown.

use super::geometry::SQUARES;

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The set with all its neighbours.
#[inline(always)]
const fn grown(set: u64) -> u64 {
    let wide = set | (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    wide | wide << 8 | wide >> 8
}

/// Are all men connected, orthogonally or diagonally? One man is; so is none.
#[inline]
pub fn is_connected(men: u64) -> bool {
    men == 0 || is_one_group(men, men & men.wrapping_neg())
}

/// [`is_connected`] when the man on `square` of the set has just arrived: most moves end beside
/// no other man and are done with at once.
#[inline(always)]
pub(crate) fn is_connected_with(men: u64, square: usize) -> bool {
    let beside = SQUARES[square].neighbours & men;
    if beside == 0 { men.is_power_of_two() } else { is_one_group(men, beside) }
}

/// Does the group that holds `seed` take in all men? The men of `seed` belong together.
#[inline]
fn is_one_group(men: u64, seed: u64) -> bool {
    if has_stray(men) {
        return false;
    }
    let mut group = seed;
    loop {
        let larger = grown(group) & men;
        if larger == group {
            return group == men;
        }
        group = larger;
    }
}

/// Is there a man with nobody beside it, among several?
#[inline(always)]
const fn has_stray(men: u64) -> bool {
    let east = men << 1 & NOT_A;
    let west = men >> 1 & NOT_H;
    let wide = men | east | west;
    men & !(east | west | wide << 8 | wide >> 8) != 0 && men & (men - 1) != 0
}

/// The connected group around a man, or nothing when the square is empty.
pub fn group_of(men: u64, square: super::Square) -> u64 {
    group_around(men, men & square.bit()).0
}

/// The group that holds a man of a set, and the same with the squares beside it.
#[inline(always)]
pub(super) const fn group_around(men: u64, man: u64) -> (u64, u64) {
    let mut group = man;
    loop {
        let around = grown(group);
        if around & men == group {
            return (group, around);
        }
        group = around & men;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_man_is_connected() {
        assert!(is_connected(1));
        assert!(is_connected_with(1 << 63, 63));
    }

    #[test]
    fn diagonal_neighbours_are_connected_and_board_edges_are_not() {
        assert!(is_connected(1 | 1 << 9));
        assert!(!is_connected(1 << 7 | 1 << 8), "h1 and a2");
        assert!(!is_connected(1 << 7 | 1 << 16), "h1 and a3");
        assert!(!is_connected(1 | 1 << 2));
        assert!(!is_connected(0b11 | 0b11 << 32), "two pairs");
        assert!(is_connected(0x0000_1824_4224_1800), "a ring");
    }
}
