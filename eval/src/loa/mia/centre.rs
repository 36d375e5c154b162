//! The centre of mass of one side's men: rounded to a square, and what is measured from there.
//!
//! Source: `winands-thesis` 3.1.1, 3.1.3, 3.1.4: the pseudo code measures whole squares from the centre of mass, an
//! example has it on e2, and its position is looked up by square. The surplus is the average one, as the text defines
//! it; the pseudo code divides by the total. What was tried is in `docs/learning.md`.
//! Differs: a half is rounded toward the middle of the board, which the text leaves open, so that mirrored positions
//! are worth the same; only a centre of mass on the middle line itself goes to one side of it.

/// A centre of mass, and what the features measure from it.
pub(super) trait Centre {
    /// That of some men, at least one, on a board of this side.
    fn of(men: u64, size: u8) -> Self;

    /// Inverse of the average surplus of the men's distances.
    fn concentration(&self, men: u64) -> f32;

    /// The quads within two squares; a quad is named by its lower left square.
    fn near_quads(&self) -> u64;

    /// King's distance from the middle of the board.
    fn distance_from_middle(&self, size: u8) -> f32;
}

/// Sums over the men of file and rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    pub count: i32,
    pub files: i32,
    pub ranks: i32,
}

impl Sums {
    #[inline(always)]
    pub fn of(men: u64) -> Self {
        let weighted = |ones: u64, twos: u64, fours: u64| {
            let count = |mask: u64| (men & mask).count_ones() as i32;
            count(ones) + 2 * count(twos) + 4 * count(fours)
        };
        Self {
            count: men.count_ones() as i32,
            files: weighted(0xaaaa_aaaa_aaaa_aaaa, 0xcccc_cccc_cccc_cccc, 0xf0f0_f0f0_f0f0_f0f0),
            ranks: weighted(0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000),
        }
    }

    /// A number of at most 15 times the men, divided by their number and rounded down.
    #[inline(always)]
    pub fn divided(&self, number: i32) -> i32 {
        (number * RECIPROCALS[self.count as usize & 63]) >> 16
    }

    /// A sum divided by the number of men and rounded, a half toward the middle of the board.
    #[inline(always)]
    fn rounded(&self, sum: i32, size: u8) -> i32 {
        let is_high = i32::from(2 * sum > self.count * (i32::from(size) - 1));
        self.divided(2 * sum + self.count - is_high) >> 1
    }
}

/// 2^16 divided by each number of men, rounded up: exact for what is divided here, at most 15
/// times the number.
static RECIPROCALS: [i32; 64] = {
    let mut table = [0; 64];
    let mut count = 1;
    while count < 64 {
        table[count] = (65_536 + count as i32 - 1) / count as i32;
        count += 1;
    }
    table
};

/// The smallest sum of distances that so many men can have: one in the middle, eight around it,
/// the next ones two away.
#[inline(always)]
pub(crate) const fn minimal_distances(count: i32) -> i32 {
    if count <= 9 { count - 1 } else { 2 * count - 10 }
}

/// The centre of mass as a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct CentreSquare {
    count: i32,
    file: i32,
    rank: i32,
}

impl CentreSquare {
    #[inline(always)]
    fn around(&self) -> &'static Around {
        &AROUND[(self.rank * 8 + self.file) as usize & 63]
    }

    /// The sum of the men's distances.
    #[inline(always)]
    fn distances(&self, men: u64) -> i32 {
        self.around().beyond.iter().map(|set| (men & set).count_ones() as i32).sum()
    }
}

impl Centre for CentreSquare {
    #[inline(always)]
    fn of(men: u64, size: u8) -> Self {
        let sums = Sums::of(men);
        let [file, rank] = [sums.files, sums.ranks].map(|sum| sums.rounded(sum, size));
        Self { count: sums.count, file, rank }
    }

    #[inline(always)]
    fn concentration(&self, men: u64) -> f32 {
        // A perfect formation counts as one man one square off.
        let surplus = self.distances(men) - minimal_distances(self.count);
        self.count as f32 / surplus.max(1) as f32
    }

    #[inline(always)]
    fn near_quads(&self) -> u64 {
        self.around().quads
    }

    #[inline(always)]
    fn distance_from_middle(&self, size: u8) -> f32 {
        let from = |place: i32| (2 * place + 1 - i32::from(size)).abs();
        from(self.file).max(from(self.rank)) as f32 * 0.5
    }
}

/// What lies around a square.
struct Around {
    /// The squares farther away than 0, 1, ... 6.
    beyond: [u64; 7],
    /// The quads that lie within two squares.
    quads: u64,
}

static AROUND: [Around; 64] = {
    const NOWHERE: Around = Around { beyond: [0; 7], quads: 0 };
    let mut table = [NOWHERE; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let files = (square % 8) as i32 - other % 8;
            let ranks = (square / 8) as i32 - other / 8;
            let mut far = 0;
            while far < 7 {
                if files.abs() > far || ranks.abs() > far {
                    table[square].beyond[far as usize] |= 1 << other;
                }
                far += 1;
            }
            // All of the quad whose lower left square this is.
            if files >= -1 && files <= 2 && ranks >= -1 && ranks <= 2 {
                table[square].quads |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

#[cfg(test)]
#[allow(clippy::float_cmp)] // Small whole numbers are exact.
mod tests {
    use super::super::exact_centre::ExactCentre;
    use super::*;
    use conjoin_games::loa::{Square, squares};

    fn men(names: &str) -> u64 {
        let bit = |name: &str| {
            let bytes = name.as_bytes();
            Square::new(bytes[0] - b'a', bytes[1] - b'1').expect("on the board").bit()
        };
        names.split(' ').map(bit).fold(0, |set, bit| set | bit)
    }

    #[test]
    fn the_centre_of_mass_is_the_nearest_square_a_half_toward_the_middle() {
        let square = |names: &str| {
            let centre = CentreSquare::of(men(names), 8);
            (centre.file, centre.rank)
        };
        assert_eq!(square("d1 e1 f1 d2 e2 f2 d3 e3 b8"), (4, 2), "4.67 - 1, 2.44 - 1");
        assert_eq!(square("a1 b2"), (1, 1), "a half, left of the middle");
        assert_eq!(square("h8 g7"), (6, 6), "a half, right of the middle");
        assert_eq!(square("a1 a1 c1"), (1, 0));
    }

    #[test]
    fn distances_rings_and_quads_are_those_of_each_square() {
        let mut seed = 3;
        for _ in 0..20_000 {
            seed = conjoin_core::mix::split_mix(seed);
            let men = seed & conjoin_core::mix::split_mix(seed ^ 1) & seed.rotate_left(17);
            if men == 0 {
                continue;
            }
            let centre = CentreSquare::of(men, 8);
            let away =
                |file: i32, rank: i32| (file - centre.file).abs().max((rank - centre.rank).abs());
            let place = |square: Square| (i32::from(square.file()), i32::from(square.rank()));
            let sum: i32 = squares(men).map(place).map(|(file, rank)| away(file, rank)).sum();
            assert_eq!(centre.distances(men), sum, "{men:#x}");
            // Within half a square of the exact centre of mass.
            let sums = Sums::of(men);
            assert!((2 * (centre.file * sums.count - sums.files)).abs() <= sums.count, "{men:#x}");
            assert!((2 * (centre.rank * sums.count - sums.ranks)).abs() <= sums.count, "{men:#x}");
            for (file, rank) in squares(u64::MAX).map(place).filter(|&(f, r)| f < 7 && r < 7) {
                let is_near = (0..4).all(|i| away(file + i % 2, rank + i / 2) <= 2);
                let is_set = centre.near_quads() >> (rank * 8 + file) & 1 == 1;
                assert_eq!(is_set, is_near, "{men:#x} {file} {rank}");
            }
        }
    }

    #[test]
    fn concentration_is_the_number_of_men_over_their_surplus() {
        let centre = CentreSquare::of(men("a1 a4 a5 a8"), 8);
        // Rank 4.5 lies toward neither side: rounded up, distances of 4, 1, 0, 3 from a5; at least 3.
        assert_eq!(centre.concentration(men("a1 a4 a5 a8")), 4.0 / 5.0);
        assert_eq!(centre.distance_from_middle(8), 3.5);
        let block = men("d4 e4 d5 e5");
        assert_eq!(
            CentreSquare::of(block, 8).concentration(block),
            4.0,
            "at most as good as one off"
        );
        assert_eq!(ExactCentre::of(block, 8).concentration(block), 4.0);
    }

    #[test]
    fn ten_men_have_a_least_sum_of_ten() {
        let table: Vec<i32> = (1..=12).map(minimal_distances).collect();
        assert_eq!(table, [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14]);
    }
}
