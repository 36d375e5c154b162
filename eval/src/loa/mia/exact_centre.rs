//! The centre of mass of one side's men as exact fractions.
//!
//! Ours, for our own evaluators: more even than a square, and mirrored positions are worth the same. Nothing loops
//! over the men: a king's distance is half the sum of the distances across both diagonals, and the sum of such
//! distances from a mean is twice that of the men on one side of it.

use super::centre::{Centre, Sums, minimal_distances};
use crate::loa::bits::INVERSES;

/// The centre of mass as sums to be divided by the number of men.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExactCentre(Sums);

impl Centre for ExactCentre {
    #[inline(always)]
    fn of(men: u64, _: u8) -> Self {
        Self(Sums::of(men))
    }

    #[inline(always)]
    fn concentration(&self, men: u64) -> f32 {
        // Times the number of men, distances are whole numbers. Without rounding men can stand
        // nearer than the table of whole squares has it; then, and for a perfect formation, the
        // surplus counts as that of one man one square off.
        let surplus = self.distances(men) - self.0.count * minimal_distances(self.0.count);
        (self.0.count * self.0.count) as f32 / surplus.max(self.0.count) as f32
    }

    #[inline(always)]
    fn near_quads(&self) -> u64 {
        // The middle of a quad is half a square up and to the right of its name.
        self.near(self.0.files, &FILES_NEAR) & self.near(self.0.ranks, &RANKS_NEAR)
    }

    #[inline(always)]
    fn distance_from_middle(&self, size: u8) -> f32 {
        let middle = self.0.count * (i32::from(size) - 1);
        let files = (2 * self.0.files - middle).abs();
        let ranks = (2 * self.0.ranks - middle).abs();
        files.max(ranks) as f32 * (0.5 * INVERSES[self.0.count as usize & 63])
    }
}

impl ExactCentre {
    /// The sum of the men's distances to the centre of mass, times their number.
    #[inline(always)]
    fn distances(&self, men: u64) -> i32 {
        let across = |sum: i32, diagonals: &Diagonals| {
            // The men on one side of the mean, and the sum of their places.
            let near = men & diagonals.up_to[self.0.divided(sum) as usize & 15];
            let count = near.count_ones() as i32;
            let places = diagonals.bits.iter().enumerate();
            let places: i32 = places.map(|(i, set)| ((near & set).count_ones() << i) as i32).sum();
            sum * count - self.0.count * places
        };
        across(self.0.files + self.0.ranks, &RISING)
            + across(self.0.files - self.0.ranks + 7 * self.0.count, &FALLING)
    }

    /// The quads whose middle lies within two squares of the centre of mass, along one axis.
    #[inline(always)]
    fn near(&self, sum: i32, table: &[u64; 32]) -> u64 {
        let halves = self.0.divided(2 * sum);
        let is_between = i32::from(halves * self.0.count != 2 * sum);
        table[(2 * halves + is_between) as usize & 31]
    }
}

/// The diagonals of one direction, numbered from a corner.
struct Diagonals {
    /// The squares of all diagonals up to each.
    up_to: [u64; 16],
    /// The squares whose diagonal's number has each bit.
    bits: [u64; 4],
}

static RISING: Diagonals = diagonals(true);
static FALLING: Diagonals = diagonals(false);

const fn diagonals(is_sum: bool) -> Diagonals {
    let mut diagonals = Diagonals { up_to: [0; 16], bits: [0; 4] };
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let number = if is_sum { file + rank } else { file + 7 - rank };
        let mut i = 0;
        while i < 16 {
            if number <= i {
                diagonals.up_to[i] |= 1 << square;
            }
            if i < 4 && number >> i & 1 == 1 {
                diagonals.bits[i] |= 1 << square;
            }
            i += 1;
        }
        square += 1;
    }
    diagonals
}

/// For the centre of mass in half squares, doubled, and one more if it is not a whole number of
/// them: the files of quads within two squares. A quad is named by its lower left square.
static FILES_NEAR: [u64; 32] = near_table(true);
static RANKS_NEAR: [u64; 32] = near_table(false);

const fn near_table(is_file: bool) -> [u64; 32] {
    let mut table = [0; 32];
    let mut i = 0;
    while i < 32 {
        let (halves, is_between) = (i as i32 / 2, i as i32 % 2);
        let mut place = 0;
        while place < 8 {
            // The middle of the quad, in half squares.
            let middle = 2 * place + 1;
            if middle - 4 <= halves && middle + 4 >= halves + is_between {
                let line =
                    if is_file { 0x0101_0101_0101_0101 << place } else { 0xff << (8 * place) };
                table[i] |= line;
            }
            place += 1;
        }
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_games::loa::{Square, squares};

    #[test]
    fn distances_and_near_quads_are_those_of_each_man_and_quad() {
        let mut seed = 1;
        for _ in 0..20_000 {
            seed = conjoin_core::mix::split_mix(seed);
            // Few men and many, on all of the board and in parts of it.
            let men = match seed % 3 {
                0 => seed & conjoin_core::mix::split_mix(seed ^ 1),
                1 => seed & conjoin_core::mix::split_mix(seed ^ 1) & seed.rotate_left(17),
                _ => seed & 0x003c_3c3c_3c00_0000,
            };
            if men == 0 {
                continue;
            }
            let centre = ExactCentre::of(men, 8);
            let sums = centre.0;
            let distance = |file: i32, rank: i32, unit: i32| {
                let files = (sums.count * file - unit * sums.files).abs();
                files.max((sums.count * rank - unit * sums.ranks).abs())
            };
            let place = |square: Square| (i32::from(square.file()), i32::from(square.rank()));
            let expected: i32 =
                squares(men).map(place).map(|(file, rank)| distance(file, rank, 1)).sum();
            assert_eq!(centre.distances(men), expected, "{men:#x}");
            for (file, rank) in squares(u64::MAX).map(place).filter(|&(f, r)| f < 7 && r < 7) {
                let is_near = distance(2 * file + 1, 2 * rank + 1, 2) <= 4 * sums.count;
                let is_set = centre.near_quads() >> (rank * 8 + file) & 1 == 1;
                assert_eq!(is_set, is_near, "{men:#x} {file} {rank}");
            }
        }
    }
}
