//! The six features that depend on one side's men only, whoever stands around them.
//!
//! Source: `winands-thesis` 3.1.1 to 3.1.4, 3.1.7 and 3.1.8, and 3.2.1 for the older versions.
//! Differs: see [`super::centre`].

use conjoin_games::loa::Square;

use super::MiaWeights;
use super::centre::{Centre, CentreSquare};
use super::exact_centre::ExactCentre;
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
    pub fn new(men: u64, size: u8, has_exact_centre: bool) -> Self {
        if has_exact_centre {
            Self::around::<ExactCentre>(men, size)
        } else {
            Self::around::<CentreSquare>(men, size)
        }
    }

    fn around<C: Centre>(men: u64, size: u8) -> Self {
        let centre = C::of(men, size);
        let inverse = INVERSES[men.count_ones() as usize & 63];
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
    if weights.exact_centre {
        worth_around::<ExactCentre>(men, size, weights)
    } else {
        worth_around::<CentreSquare>(men, size, weights)
    }
}

#[inline(always)]
fn worth_around<C: Centre>(men: u64, size: u8, weights: &MiaWeights) -> f32 {
    let centre = C::of(men, size);
    let inverse = INVERSES[men.count_ones() as usize & 63];
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
fn quads(men: u64, centre: &impl Centre) -> (f32, f32) {
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // A quad is named by its lower left square; those that hang over the edge have at most two men.
    let (here, east, north, both) = (men, men >> 1 & NOT_H, men >> 8, men >> 9 & NOT_H);
    let four = here & east & north & both;
    let three = (here & east & (north ^ both)) | (north & both & (here ^ east));
    if three | four == 0 {
        return (0.0, 0.0);
    }
    let near = centre.near_quads();
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
    fn an_outlier_costs_concentration_and_uniformity() {
        let group = "d1 e1 f1 d2 e2 f2 d3 e3";
        let together = Formation::new(men(group), 8, false);
        let outlier = Formation::new(men(&format!("{group} b8")), 8, false);
        let near = Formation::new(men(&format!("{group} f3")), 8, false);
        assert!(outlier.concentration < near.concentration);
        assert!(outlier.area > 4.0 * near.area - 1.0, "{outlier:?} {near:?}");
        assert!(outlier.concentration < together.concentration);
        assert_eq!(near.area, 9.0);
        assert_eq!(outlier.area, 40.0);
    }

    #[test]
    fn two_quads_of_four_in_a_two_by_three_block() {
        let block = Formation::new(men("d4 e4 d5 e5 d6 e6"), 8, false);
        assert_eq!(block.quads_of_four, 2.0);
        assert_eq!(block.quads_of_three, 0.0);
        let corner = Formation::new(men("d4 e4 d5"), 8, false);
        assert_eq!(corner.quads_of_three, 1.0);
        let bent = Formation::new(men("d4 e5 d5"), 8, false);
        assert_eq!(bent.quads_of_three, 1.0);
    }

    #[test]
    fn quads_far_from_the_centre_of_mass_do_not_count() {
        let far = Formation::new(men("a1 a2 b1 b2 h8 h7 h6 g8 g6 f8 f7 h5"), 8, false);
        assert_eq!(far.quads_of_four, 0.0);
    }

    #[test]
    fn connectedness_is_an_average() {
        let pair = Formation::new(men("d4 e5"), 8, false);
        assert_eq!(pair.connectedness, 1.0);
        let block = Formation::new(men("d4 e4 d5 e5"), 8, false);
        assert_eq!(block.connectedness, 3.0);
    }

    #[test]
    fn the_middle_of_the_board_is_between_squares() {
        let middle = |is_exact| Formation::new(men("d4 e5"), 8, is_exact).centre_of_mass;
        assert_eq!((middle(true), middle(false)), (0.0, 0.5));
        let corner = Formation::new(men("a1"), 8, false);
        assert_eq!(corner.centre_of_mass, 3.5);
        assert_eq!(Formation::new(men("c3"), 5, false).centre_of_mass, 0.0);
    }

    #[test]
    fn edge_men_are_counted_once_and_corners_besides() {
        let formation = Formation::new(men("a1 a4 d4 b1"), 8, false);
        assert_eq!((formation.edge_men, formation.corner_men), (3.0, 1.0));
    }
}
