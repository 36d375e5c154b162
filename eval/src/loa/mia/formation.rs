//! The six features that depend on one side's men only, whoever stands around them.
//!
//! Source: `winands-thesis` 3.1.1 to 3.1.4, 3.1.7 and 3.1.8, and 3.2.1 for the older versions.
//! Differs: the thesis does not say whether the centre of mass is rounded to a square; here it
//! is not, so that mirrored positions are worth the same. Nothing loops over the men: a king's
//! distance is half the sum of the distances across both diagonals, and the sum of such distances
//! from a mean is twice that of the men on one side of it.

use conjoin_games::loa::Square;

use super::MiaWeights;
use crate::loa::bits::INVERSES;

/// The features of one side's men, in their own units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Formation {
    /// Inverse of the average surplus distance to the centre of mass.
    pub concentration: f32,
    /// Average of the piece-square table.
    pub centralisation: f32,
    /// Sum of the piece-square table.
    pub absolute_centralisation: f32,
    /// Men on the edge, corners included.
    pub edge_men: f32,
    /// Men in a corner.
    pub corner_men: f32,
    /// Distance of the centre of mass from the middle of the board.
    pub centre_of_mass: f32,
    /// Quads of three men near the centre of mass.
    pub quads_of_three: f32,
    /// Quads of four men near the centre of mass.
    pub quads_of_four: f32,
    /// Average number of neighbours of a man.
    pub connectedness: f32,
    /// Area of the smallest rectangle around the men.
    pub area: f32,
}

impl Formation {
    /// Computes all features of a set of men, at least one, on a board of this side.
    #[inline]
    pub fn new(men: u64, size: u8) -> Self {
        let centre = Centre::of(men);
        let inverse = INVERSES[centre.count as usize & 63];
        let table_sum = table_sum(men, size);
        let (three, four) = quads(men, &centre);
        Self {
            concentration: centre.concentration(men),
            centralisation: table_sum as f32 * inverse,
            absolute_centralisation: table_sum as f32,
            edge_men: edge_men(men, size),
            corner_men: corner_men(men, size),
            centre_of_mass: centre.distance_from_middle(size),
            quads_of_three: three,
            quads_of_four: four,
            connectedness: neighbour_pairs(men) as f32 * 2.0 * inverse,
            area: area(men),
        }
    }
}

/// What the features of one side's men are worth together.
#[inline(never)]
pub(super) fn worth(men: u64, size: u8, weights: &MiaWeights) -> f32 {
    let centre = Centre::of(men);
    let inverse = INVERSES[centre.count as usize & 63];
    let table_sum = table_sum(men, size) as f32;
    let (three, four) = quads(men, &centre);
    let averages = weights.centralisation * table_sum
        + weights.connectedness * (2 * neighbour_pairs(men)) as f32;
    let mut worth = weights.concentration * centre.concentration(men)
        + averages * inverse
        + weights.centre_of_mass * centre.distance_from_middle(size)
        + weights.quads_of_three * three
        + weights.quads_of_four * four
        + weights.absolute_centralisation * table_sum
        + weights.area * area(men);
    if weights.edge_men != 0.0 {
        worth += weights.edge_men * edge_men(men, size);
    }
    if weights.corner_men != 0.0 {
        worth += weights.corner_men * corner_men(men, size);
    }
    worth
}

/// The centre of mass as exact fractions.
#[derive(Clone, Copy, Debug)]
struct Centre {
    count: i32,
    /// Sums over the men of file and rank.
    files: i32,
    ranks: i32,
}

impl Centre {
    #[inline(always)]
    fn of(men: u64) -> Self {
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

    /// Inverse of the average surplus of the men's distances.
    #[inline(always)]
    fn concentration(&self, men: u64) -> f32 {
        // Times the number of men, distances are whole numbers. Without rounding men can stand
        // nearer than the table of whole squares has it; then, and for a perfect formation, the
        // surplus counts as that of one man one square off.
        let surplus = self.distances(men) - self.count * minimal_distances(self.count);
        (self.count * self.count) as f32 / surplus.max(self.count) as f32
    }

    /// The sum of the men's distances to the centre of mass, times their number.
    #[inline(always)]
    fn distances(&self, men: u64) -> i32 {
        let across = |sum: i32, diagonals: &Diagonals| {
            // The men on one side of the mean, and the sum of their places.
            let near = men & diagonals.up_to[self.divided(sum) as usize & 15];
            let count = near.count_ones() as i32;
            let places = diagonals.bits.iter().enumerate();
            let places: i32 = places.map(|(i, set)| ((near & set).count_ones() << i) as i32).sum();
            sum * count - self.count * places
        };
        across(self.files + self.ranks, &RISING)
            + across(self.files - self.ranks + 7 * self.count, &FALLING)
    }

    /// A number of at most 14 times the men, divided by their number and rounded down.
    #[inline(always)]
    fn divided(&self, number: i32) -> i32 {
        (number * RECIPROCALS[self.count as usize & 63]) >> 16
    }

    /// The quads whose middle lies within two squares of the centre of mass, along one axis.
    #[inline(always)]
    fn near(&self, sum: i32, table: &[u64; 32]) -> u64 {
        let halves = self.divided(2 * sum);
        let is_between = i32::from(halves * self.count != 2 * sum);
        table[(2 * halves + is_between) as usize & 31]
    }

    /// King's distance of the centre of mass from the middle of the board.
    #[inline(always)]
    fn distance_from_middle(&self, size: u8) -> f32 {
        let middle = self.count * (i32::from(size) - 1);
        let files = (2 * self.files - middle).abs();
        let ranks = (2 * self.ranks - middle).abs();
        files.max(ranks) as f32 * (0.5 * INVERSES[self.count as usize & 63])
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

/// 2^16 divided by each number of men, rounded up: exact for what is divided here, at most 14
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

/// The smallest sum of distances that so many men can have: one in the middle, eight around it,
/// the next ones two away.
#[inline(always)]
pub(crate) const fn minimal_distances(count: i32) -> i32 {
    if count <= 9 { count - 1 } else { 2 * count - 10 }
}

/// The printed piece-square table. Smaller boards have the same values by the distance from the
/// edge.
const PIECE_SQUARE: [i32; 4] = [-20, 10, 25, 50];
const CORNER: i32 = -80;
const BESIDE_CORNER: i32 = -25;

/// The value of a square for centralisation.
pub fn square_value(square: Square, size: u8) -> i32 {
    let from_edge = |place: u8| place.min(size - 1 - place);
    let (file, rank) = (from_edge(square.file()), from_edge(square.rank()));
    match (file.min(rank), file.max(rank)) {
        (0, 0) => CORNER,
        (0, 1) => BESIDE_CORNER,
        (edge, _) => PIECE_SQUARE[usize::from(edge)],
    }
}

/// Squares of equal value for each board size, with the value.
static VALUE_SETS: [[(i32, u64); 6]; 9] = {
    let values =
        [CORNER, BESIDE_CORNER, PIECE_SQUARE[0], PIECE_SQUARE[1], PIECE_SQUARE[2], PIECE_SQUARE[3]];
    let mut sets = [[(0, 0); 6]; 9];
    let mut size = 3;
    while size <= 8 {
        let mut i = 0;
        while i < 6 {
            sets[size][i].0 = values[i];
            i += 1;
        }
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            if file < size && rank < size {
                let f = if file < size - 1 - file { file } else { size - 1 - file };
                let r = if rank < size - 1 - rank { rank } else { size - 1 - rank };
                let (low, high) = if f < r { (f, r) } else { (r, f) };
                let set = match (low, high) {
                    (0, 0) => 0,
                    (0, 1) => 1,
                    (edge, _) => 2 + edge,
                };
                sets[size][set].1 |= 1 << square;
            }
            square += 1;
        }
        size += 1;
    }
    sets
};

/// Sum of the piece-square table over the men.
#[inline(always)]
fn table_sum(men: u64, size: u8) -> i32 {
    let sets = &VALUE_SETS[usize::from(size) % VALUE_SETS.len()];
    sets.iter().map(|(value, set)| value * (men & set).count_ones() as i32).sum()
}

/// Men on the edge, corners included.
#[inline(always)]
fn edge_men(men: u64, size: u8) -> f32 {
    let sets = &VALUE_SETS[usize::from(size) % VALUE_SETS.len()];
    (men & (sets[0].1 | sets[1].1 | sets[2].1)).count_ones() as f32
}

/// Men in a corner.
#[inline(always)]
fn corner_men(men: u64, size: u8) -> f32 {
    let sets = &VALUE_SETS[usize::from(size) % VALUE_SETS.len()];
    (men & sets[0].1).count_ones() as f32
}

/// Quads of exactly three and of four men that lie within two squares of the centre of mass.
#[inline(always)]
fn quads(men: u64, centre: &Centre) -> (f32, f32) {
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // A quad is named by its lower left square; those that hang over the edge have at most two men.
    let (here, east, north, both) = (men, men >> 1 & NOT_H, men >> 8, men >> 9 & NOT_H);
    let four = here & east & north & both;
    let three = (here & east & (north ^ both)) | (north & both & (here ^ east));
    if three | four == 0 {
        return (0.0, 0.0);
    }
    // The middle of a quad is half a square up and to the right of its name.
    let near = centre.near(centre.files, &FILES_NEAR) & centre.near(centre.ranks, &RANKS_NEAR);
    ((three & near).count_ones() as f32, (four & near).count_ones() as f32)
}

/// Pairs of neighbouring men.
#[inline(always)]
pub(crate) fn neighbour_pairs(men: u64) -> i32 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let beside = [men << 1 & NOT_A, men << 8, men << 9 & NOT_A, men << 7 & NOT_H];
    beside.iter().map(|set| (men & set).count_ones() as i32).sum()
}

/// Area of the smallest rectangle around the men.
#[inline(always)]
pub(crate) fn area(men: u64) -> f32 {
    let mut files = men | men >> 32;
    files |= files >> 16;
    files |= files >> 8;
    let files = files as u8;
    let width = 8 - files.leading_zeros() - files.trailing_zeros();
    let height = 8 - men.leading_zeros() / 8 - men.trailing_zeros() / 8;
    (width * height) as f32
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // Small whole numbers are exact.
mod tests {
    use super::*;
    use conjoin_games::loa::squares;

    /// Men by their squares.
    fn men(names: &str) -> u64 {
        names
            .split(' ')
            .map(|name| {
                let bytes = name.as_bytes();
                Square::new(bytes[0] - b'a', bytes[1] - b'1').expect("on the board").bit()
            })
            .fold(0, |set, bit| set | bit)
    }

    #[test]
    fn the_piece_square_table_is_the_printed_one() {
        let printed = [
            [-80, -25, -20, -20, -20, -20, -25, -80],
            [-25, 10, 10, 10, 10, 10, 10, -25],
            [-20, 10, 25, 25, 25, 25, 10, -20],
            [-20, 10, 25, 50, 50, 25, 10, -20],
        ];
        for square in squares(u64::MAX) {
            let rank = square.rank().min(7 - square.rank());
            let expected = printed[usize::from(rank)][usize::from(square.file())];
            assert_eq!(square_value(square, 8), expected, "{square}");
            assert_eq!(table_sum(square.bit(), 8), expected, "{square}");
        }
    }

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
            let centre = Centre::of(men);
            let distance = |file: i32, rank: i32, unit: i32| {
                let files = (centre.count * file - unit * centre.files).abs();
                files.max((centre.count * rank - unit * centre.ranks).abs())
            };
            let place = |square: Square| (i32::from(square.file()), i32::from(square.rank()));
            let expected: i32 =
                squares(men).map(place).map(|(file, rank)| distance(file, rank, 1)).sum();
            assert_eq!(centre.distances(men), expected, "{men:#x}");
            let mut counts = [0.0; 5];
            for (file, rank) in squares(u64::MAX).map(place).filter(|&(f, r)| f < 7 && r < 7) {
                let quad = 0x303u64 << (rank * 8 + file);
                if distance(2 * file + 1, 2 * rank + 1, 2) <= 4 * centre.count {
                    counts[(men & quad).count_ones() as usize] += 1.0;
                }
            }
            assert_eq!(quads(men, &centre), (counts[3], counts[4]), "{men:#x}");
        }
    }

    #[test]
    fn ten_men_have_a_least_sum_of_ten() {
        let table: Vec<i32> = (1..=12).map(minimal_distances).collect();
        assert_eq!(table, [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14]);
    }

    #[test]
    fn an_outlier_costs_concentration_and_uniformity() {
        let group = "d1 e1 f1 d2 e2 f2 d3 e3";
        let together = Formation::new(men(group), 8);
        let outlier = Formation::new(men(&format!("{group} b8")), 8);
        let near = Formation::new(men(&format!("{group} f3")), 8);
        assert!(outlier.concentration < near.concentration);
        assert!(outlier.area > 4.0 * near.area - 1.0, "{outlier:?} {near:?}");
        assert!(outlier.concentration < together.concentration);
        assert_eq!(near.area, 9.0);
        assert_eq!(outlier.area, 40.0);
    }

    #[test]
    fn two_quads_of_four_in_a_two_by_three_block() {
        let block = Formation::new(men("d4 e4 d5 e5 d6 e6"), 8);
        assert_eq!(block.quads_of_four, 2.0);
        assert_eq!(block.quads_of_three, 0.0);
        let corner = Formation::new(men("d4 e4 d5"), 8);
        assert_eq!(corner.quads_of_three, 1.0);
        let bent = Formation::new(men("d4 e5 d5"), 8);
        assert_eq!(bent.quads_of_three, 1.0);
    }

    #[test]
    fn quads_far_from_the_centre_of_mass_do_not_count() {
        let far = Formation::new(men("a1 a2 b1 b2 h8 h7 h6 g8 g6 f8 f7 h5"), 8);
        assert_eq!(far.quads_of_four, 0.0);
    }

    #[test]
    fn connectedness_is_an_average() {
        let pair = Formation::new(men("d4 e5"), 8);
        assert_eq!(pair.connectedness, 1.0);
        let block = Formation::new(men("d4 e4 d5 e5"), 8);
        assert_eq!(block.connectedness, 3.0);
    }

    #[test]
    fn the_middle_of_the_board_is_between_squares() {
        let middle = Formation::new(men("d4 e5"), 8);
        assert_eq!(middle.centre_of_mass, 0.0);
        let corner = Formation::new(men("a1"), 8);
        assert_eq!(corner.centre_of_mass, 3.5);
        assert_eq!(Formation::new(men("c3"), 5).centre_of_mass, 0.0);
    }

    #[test]
    fn edge_men_are_counted_once_and_corners_besides() {
        let formation = Formation::new(men("a1 a4 d4 b1"), 8);
        assert_eq!((formation.edge_men, formation.corner_men), (3.0, 1.0));
    }
}
