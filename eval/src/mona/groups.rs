//! Groups, the main group, and what becomes of the men outside it.
//!
//! Source: `billings-bjornsson` 5.2.
//! Differs: the main group is the largest, and of equals the most central; where there are still
//! several, all of them are looked at and the features are averages, so that mirrored positions
//! are worth the same.

use conjoin_games::loa::board_mask;

use super::squares::{centrality_sum, moves_of_man};
use crate::bits::{filled, grown};

/// Most groups that men can form: one on every second file and rank.
const MOST_GROUPS: usize = 16;

/// The main group of a side, or the groups that could be it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MainGroup {
    candidates: [u64; MOST_GROUPS],
    count: usize,
    /// Men outside.
    pub outliers: u32,
}

impl MainGroup {
    pub fn of(men: u64, size: u8) -> Self {
        let mut main = Self { candidates: [0; MOST_GROUPS], count: 0, outliers: 0 };
        let (mut best, mut rest) = ((0, 0), men);
        while rest != 0 {
            let group = filled(rest & rest.wrapping_neg(), rest);
            rest &= !group;
            let men = group.count_ones();
            if men < best.0 {
                continue;
            }
            let rank = (men, centrality_sum(group, size));
            if rank > best {
                (best, main.count) = (rank, 0);
            }
            if rank == best {
                main.candidates[main.count % MOST_GROUPS] = group;
                main.count += 1;
            }
        }
        main.outliers = men.count_ones() - best.0;
        main
    }

    /// The groups that could be it.
    pub fn candidates(&self) -> &[u64] {
        &self.candidates[..self.count.min(MOST_GROUPS)]
    }
}

/// Moves that connect the one man outside to the group.
pub(super) fn threats(main: u64, own: u64, enemy: u64, size: u8) -> u32 {
    let outliers = own & !main;
    if !outliers.is_power_of_two() {
        return 0;
    }
    let targets = moves_of_man(outliers.trailing_zeros() as usize, own, enemy, size);
    (targets & grown(main)).count_ones()
}

/// Enemies in the way of outliers: beside one, and nearer to the main group than it is.
pub(super) fn blockers(main: u64, own: u64, enemy: u64, size: u8) -> u32 {
    let mut outliers = own & !main;
    let (mut reached, mut ring, mut count) = (main, main, 0);
    while outliers != 0 {
        let larger = grown(reached) & board_mask(size);
        let next = larger & !reached;
        let here = outliers & next;
        if here != 0 {
            count += (enemy & ring & grown(here)).count_ones();
        }
        outliers &= !here;
        (reached, ring) = (larger, next);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::Side;
    use conjoin_games::loa::Position;

    fn sets(position: &str) -> (u64, u64, u8) {
        let position: Position = position.parse().unwrap();
        (position.men(Side::First), position.men(Side::Second), position.size())
    }

    #[test]
    fn the_largest_group_is_the_main_group() {
        let (own, _, size) = sets("8/1bb5/8/8/3bbb2/8/8/b6w b");
        let main = MainGroup::of(own, size);
        assert_eq!(main.candidates(), [0b0011_1000 << 24]);
        assert_eq!(main.outliers, 3);
    }

    #[test]
    fn of_equals_the_most_central_is() {
        let (own, _, size) = sets("bb6/8/8/3bb3/8/8/8/7w b");
        assert_eq!(MainGroup::of(own, size).candidates(), [0b11000 << 32]);
        let (start, _, size) = sets("1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b");
        let main = MainGroup::of(start, size);
        assert_eq!((main.candidates().len(), main.outliers), (2, 6));
    }

    #[test]
    fn the_last_outlier_threatens_to_connect() {
        // Two men stand on the d-file, so d8 goes two squares down to d6, beside d5.
        let (own, enemy, size) = sets("3b4/8/8/2bb4/8/8/8/7w b");
        let main = MainGroup::of(own, size);
        assert_eq!(threats(main.candidates()[0], own, enemy, size), 1);
        // An enemy on d7 may not be jumped over.
        let (own, enemy, size) = sets("3b4/3w4/8/2bb4/8/8/8/7w b");
        assert_eq!(threats(main.candidates()[0], own, enemy, size), 0);
        // With two outliers no single move connects by this rule.
        let (own, enemy, size) = sets("3b4/8/8/2bb4/8/8/8/b6w b");
        assert_eq!(threats(main.candidates()[0], own, enemy, size), 0);
    }

    #[test]
    fn blockers_stand_beside_an_outlier_on_its_way() {
        // The group is on d4; of the men around a4, only those on the b-file are in the way.
        let (own, enemy, size) = sets("8/8/8/ww6/bw1b4/w7/8/8 b");
        let main = 1 << (3 * 8 + 3);
        assert_eq!(blockers(main, own, enemy, size), 2);
    }
}
