//! Sets of squares: neighbours, rings and groups, and numbers of men.

use conjoin_games::loa::board_mask;

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The set with all its neighbours; on a smaller board also squares outside it.
#[inline(always)]
pub(crate) const fn grown(set: u64) -> u64 {
    let wide = set | (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    wide | wide << 8 | wide >> 8
}

/// All of `within` that hangs together with `seed`.
#[inline(always)]
pub(crate) const fn filled(seed: u64, within: u64) -> u64 {
    let mut group = seed & within;
    loop {
        let larger = grown(group) & within;
        if larger == group {
            return group;
        }
        group = larger;
    }
}

/// The squares of the edge, by board size.
pub(crate) static EDGE: [u64; 9] = {
    let mut edges = [0; 9];
    let mut size = 3;
    while size <= 8 {
        edges[size] = board_mask(size as u8) & !(board_mask(size as u8 - 2) << 9);
        size += 1;
    }
    edges
};

/// The squares beside the edge, by board size.
pub(crate) static SECOND: [u64; 9] = {
    let mut rings = [0; 9];
    let mut size = 3;
    while size <= 8 {
        let inner = board_mask(size as u8 - 2) << 9;
        let core = if size > 4 { board_mask(size as u8 - 4) << 18 } else { 0 };
        rings[size] = inner & !core;
        size += 1;
    }
    rings
};

/// One divided by each number of men, because divisions are slow.
pub(crate) static INVERSES: [f32; 64] = {
    let mut table = [0.0; 64];
    let mut count = 1;
    while count < 64 {
        table[count] = 1.0 / count as f32;
        count += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_have_their_sizes() {
        let counts = |rings: [u64; 9]| [3, 4, 5, 8].map(|size| rings[size].count_ones());
        assert_eq!(counts(EDGE), [8, 12, 16, 28]);
        assert_eq!(counts(SECOND), [1, 4, 8, 20]);
    }

    #[test]
    fn groups_do_not_wrap_around_the_board() {
        let a1_h1_g2 = 1 | 1 << 7 | 1 << 14;
        assert_eq!(filled(1, a1_h1_g2), 1);
        assert_eq!(filled(1 << 7, a1_h1_g2), 1 << 7 | 1 << 14);
    }
}
