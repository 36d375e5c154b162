//! Groups, the main group, and what becomes of the men outside it.
//!
//! Source: `billings-bjornsson` 5.2.
//! Differs: the main group is the largest, and of equals the most central; where there are still
//! several, all of them are looked at and the features are averages, so that mirrored positions
//! are worth the same.

use conjoin_games::loa::board_mask;

use super::squares::{centrality_sum, moves_of_man};
use crate::loa::bits::{filled, grown};

/// The main group of a side, or the first of those that could be it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MainGroup {
    group: u64,
    /// Another one could be it as well.
    is_shared: bool,
    /// Men outside.
    pub outliers: u32,
}

impl MainGroup {
    pub fn of(men: u64, size: u8) -> Self {
        let mut main = Self { group: 0, is_shared: false, outliers: 0 };
        let mut best = (0, 0);
        for group in groups(men) {
            let men = group.count_ones();
            if men < best.0 {
                continue;
            }
            let rank = (men, centrality_sum(group, size));
            if rank > best {
                (best, main.group, main.is_shared) = (rank, group, false);
            } else if rank == best {
                main.is_shared = true;
            }
        }
        main.outliers = men.count_ones() - best.0;
        main
    }

    /// The groups of `men` that could be it.
    #[inline(always)]
    pub fn candidates(self, men: u64, size: u8) -> impl Iterator<Item = u64> {
        let rank = move |group: u64| (group.count_ones(), centrality_sum(group, size));
        let best = rank(self.group);
        let others = if self.is_shared { men & !self.group } else { 0 };
        let others = groups(others).filter(move |&group| rank(group) == best);
        std::iter::once(self.group).filter(|&group| group != 0).chain(others)
    }
}

/// The groups of a set of men, by their lowest squares.
#[inline(always)]
fn groups(mut men: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let group = filled(men & men.wrapping_neg(), men);
        men &= !group;
        (group != 0).then_some(group)
    })
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
#[inline(always)]
pub(super) fn blockers(main: u64, own: u64, enemy: u64, size: u8) -> u32 {
    let mut outliers = own & !main;
    let enemy = enemy & grown(outliers);
    if enemy == 0 {
        return 0;
    }
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
        assert_eq!(main.candidates(own, size).collect::<Vec<_>>(), [0b0011_1000 << 24]);
        assert_eq!(main.outliers, 3);
    }

    #[test]
    fn of_equals_the_most_central_is() {
        let (own, _, size) = sets("bb6/8/8/3bb3/8/8/8/7w b");
        let main = MainGroup::of(own, size);
        assert_eq!(main.candidates(own, size).collect::<Vec<_>>(), [0b11000 << 32]);
        let (start, _, size) = sets("1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b");
        let main = MainGroup::of(start, size);
        assert_eq!((main.candidates(start, size).count(), main.outliers), (2, 6));
    }

    #[test]
    fn the_last_outlier_threatens_to_connect() {
        // Two men stand on the d-file, so d8 goes two squares down to d6, beside d5.
        let (own, enemy, size) = sets("3b4/8/8/2bb4/8/8/8/7w b");
        let main = MainGroup::of(own, size);
        assert_eq!(threats(main.group, own, enemy, size), 1);
        // An enemy on d7 may not be jumped over.
        let (own, enemy, size) = sets("3b4/3w4/8/2bb4/8/8/8/7w b");
        assert_eq!(threats(main.group, own, enemy, size), 0);
        // With two outliers no single move connects by this rule.
        let (own, enemy, size) = sets("3b4/8/8/2bb4/8/8/8/b6w b");
        assert_eq!(threats(main.group, own, enemy, size), 0);
    }

    #[test]
    fn blockers_stand_beside_an_outlier_on_its_way() {
        // The group is on d4; of the men around a4, only those on the b-file are in the way.
        let (own, enemy, size) = sets("8/8/8/ww6/bw1b4/w7/8/8 b");
        let main = 1 << (3 * 8 + 3);
        assert_eq!(blockers(main, own, enemy, size), 2);
    }
}
