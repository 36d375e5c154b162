//! A first evaluator: concentration, mobility and connection.
//!
//! Concentration is the sum of the distances of the men to their centre of mass, less the least
//! possible for their number; mobility the number of moves; connection the average number of
//! neighbours a man has. The idea of all three is in `winands-thesis` 3.1, in a simpler form
//! here; the nine features as published are a matter of their own.

use conjoin_core::{Position as _, Side};
use conjoin_games::loa::{LineCodes, Move, Position, mobility_difference};
use serde::{Deserialize, Serialize};

use crate::Evaluator;
use crate::linear::{Linear, to_move};
use crate::loa::bits::INVERSES;
use crate::loa::mia::{minimal_distances, neighbour_pairs};

/// Weights of [`Basic`], in points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BasicWeights {
    /// Worth of perfect concentration; it falls off with the average surplus distance.
    pub concentration: f32,
    /// Per move.
    pub mobility: f32,
    /// Per neighbour that a man has on average.
    pub connection: f32,
    /// For the player to move.
    pub to_move: f32,
}

impl Default for BasicWeights {
    fn default() -> Self {
        Self { concentration: 3000.0, mobility: 36.0, connection: 180.0, to_move: 90.0 }
    }
}

/// The evaluator.
#[derive(Clone, Debug, Default)]
pub struct Basic {
    weights: BasicWeights,
}

/// What [`Basic`] carries along for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BasicState {
    /// The lines of the board.
    lines: LineCodes,
    /// Black's moves less White's, passes not counted.
    mobility: i32,
    /// What the men are worth by themselves: only a side's own moves and losses change it.
    formation: [i32; 2],
}

impl Basic {
    /// An evaluator with these weights.
    pub fn new(weights: BasicWeights) -> Self {
        Self { weights }
    }

    /// What a side's own men are worth, wherever the others stand.
    #[inline(always)]
    fn formation(&self, men: u64) -> i32 {
        let BasicWeights { concentration, connection, .. } = self.weights;
        let (concentration, connection) = formation_worth(men, concentration, connection);
        (concentration + connection) as i32
    }
}

/// Concentration and connection with these weights. Both are averages, so that a capture is not
/// rewarded for itself.
#[inline(always)]
fn formation_worth(men: u64, concentration: f32, connection: f32) -> (f32, f32) {
    let count = men.count_ones() as i32;
    let inverse = INVERSES[count as usize % INVERSES.len()];
    let surplus = distances(men) - minimal_distances(count);
    let (count, surplus) = (count as f32, surplus.max(0) as f32);
    let neighbours = (neighbour_pairs(men) * 2) as f32;
    (concentration * count / (count + surplus), connection * neighbours * inverse)
}

impl Linear<Position> for Basic {
    fn names(&self) -> Vec<String> {
        ["concentration", "mobility", "connection", "to_move"].map(String::from).to_vec()
    }

    fn weights(&self) -> Vec<f32> {
        let BasicWeights { concentration, mobility, connection, to_move } = self.weights;
        vec![concentration, mobility, connection, to_move]
    }

    fn with_weights(&self, weights: &[f32]) -> Self {
        let [concentration, mobility, connection, to_move] = weights else {
            panic!("4 weights expected, {} given", weights.len());
        };
        Self::new(BasicWeights {
            concentration: *concentration,
            mobility: *mobility,
            connection: *connection,
            to_move: *to_move,
        })
    }

    fn features(&self, position: &Position) -> Vec<[f32; 2]> {
        let sides = Side::BOTH.map(|side| formation_worth(position.men(side), 1.0, 1.0));
        vec![
            sides.map(|(concentration, _)| concentration),
            Side::BOTH.map(|side| position.count_board_moves(side) as f32),
            sides.map(|(_, connection)| connection),
            to_move(position.side_to_move()),
        ]
    }
}

impl Evaluator<Position> for Basic {
    type State = BasicState;

    fn state(&self, position: &Position) -> BasicState {
        BasicState {
            lines: LineCodes::new(position),
            mobility: position.count_board_moves(Side::First) as i32
                - position.count_board_moves(Side::Second) as i32,
            formation: Side::BOTH.map(|side| self.formation(position.men(side))),
        }
    }

    #[inline]
    fn advance(&self, state: &mut BasicState, before: &Position, mv: Move, after: &Position) {
        let mut change = 0;
        state.lines.advance(before, mv, |_, old, new| {
            change += i32::from(mobility_difference(new)) - i32::from(mobility_difference(old));
        });
        state.mobility += change;
        let mover = before.side_to_move();
        state.formation[mover.index()] = self.formation(after.men(mover));
        if mv.is_capture() {
            state.formation[(!mover).index()] = self.formation(after.men(!mover));
        }
    }

    #[inline]
    fn evaluate(&self, state: &BasicState, position: &Position) -> i32 {
        let mobility = state.mobility as f32 * self.weights.mobility;
        let score_black = (state.formation[0] - state.formation[1]) as f32 + mobility;
        let score = match position.side_to_move() {
            Side::First => score_black,
            Side::Second => -score_black,
        };
        (score + self.weights.to_move) as i32
    }

    #[inline(always)]
    fn effort(&self, position: &Position, side: Side) -> u32 {
        let men = position.men(side);
        let stray = stray(men);
        groups(men) * (8 + stray * stray) / 2
    }
}

/// Sum of the king's distances of the men to their centre of mass, those beyond 1 and up to 4, the
/// centre rounded to a square: a place between squares is too coarse here, and costs `best` a fifth
/// more expansions.
#[inline(always)]
pub fn stray(men: u64) -> u32 {
    let [rank, file] = centre(men).map(|place| place.next_multiple_of(2));
    let farther = &FARTHER[rank % ROOM][file % ROOM];
    farther[1..4].iter().map(|set| (men & set).count_ones()).sum()
}

/// The groups of a set of men, each hole within a group taken off: men less pairs of neighbours plus
/// triangles less full quads.
#[inline(always)]
pub fn groups(men: u64) -> u32 {
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let (east, north) = (men >> 1 & NOT_H, men >> 8);
    let (here, corner) = (men & NOT_H, men >> 9 & NOT_H);
    let (rising, falling) = (here & corner, east & north);
    let pairs = (men & east).count_ones()
        + (men & north).count_ones()
        + rising.count_ones()
        + falling.count_ones();
    let three = (rising & (east ^ north)) | (falling & (here ^ corner));
    let filled = three.count_ones() + 3 * (rising & falling).count_ones();
    (men.count_ones() + filled).saturating_sub(pairs).max(1)
}

/// Places that a centre of mass is rounded to along one axis: the squares, and between two of them.
const PLACES: usize = 15;
/// Room for them, so that a mask serves as range check.
const ROOM: usize = 16;

/// For each place of the centre and each distance the squares that lie farther away, counting king's
/// moves. Between two squares it is as near to the one as to the other.
static FARTHER: [[[u64; 7]; ROOM]; ROOM] = {
    let mut table = [[[0u64; 7]; ROOM]; ROOM];
    let mut place = 0;
    while place < PLACES * PLACES {
        let (rank, file) = (place / PLACES, place % PLACES);
        let mut to = 0usize;
        while to < 64 {
            let files = (2 * (to % 8)).abs_diff(file) / 2;
            let ranks = (2 * (to / 8)).abs_diff(rank) / 2;
            let distance = if files > ranks { files } else { ranks };
            let mut nearer = 0;
            while nearer < distance {
                table[rank][file][nearer] |= 1 << to;
                nearer += 1;
            }
            to += 1;
        }
        place += 1;
    }
    table
};

/// Sum of the king's distances of the men to their centre of mass.
#[inline(always)]
fn distances(men: u64) -> i32 {
    let [rank, file] = centre(men);
    let farther = &FARTHER[rank % ROOM][file % ROOM];
    farther.iter().map(|set| (men & set).count_ones() as i32).sum()
}

/// The places of the centre of mass along the ranks and the files.
#[inline(always)]
fn centre(men: u64) -> [usize; 2] {
    let weighted = |ones: u64, twos: u64, fours: u64| {
        (men & ones).count_ones() + 2 * (men & twos).count_ones() + 4 * (men & fours).count_ones()
    };
    let files = weighted(0xaaaa_aaaa_aaaa_aaaa, 0xcccc_cccc_cccc_cccc, 0xf0f0_f0f0_f0f0_f0f0);
    let ranks = weighted(0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000);
    let count = men.count_ones();
    [place(ranks, count), place(files, count)]
}

/// The place of an average of `count` coordinates: that of the nearest square, and exactly between
/// two squares the place between them, so that mirrored men have a mirrored centre.
#[inline(always)]
fn place(sum: u32, count: u32) -> usize {
    if count < FEW && sum < 8 * FEW {
        usize::from(PLACE[count as usize][sum as usize])
    } else {
        average_place(sum, count)
    }
}

const fn average_place(sum: u32, count: u32) -> usize {
    if count == 0 {
        return 0;
    }
    let twice = 2 * sum + count;
    let place = twice / (2 * count) * 2;
    (if twice.is_multiple_of(2 * count) { place - 1 } else { place }) as usize
}

/// Numbers of men for which there is a table.
const FEW: u32 = 16;

static PLACE: [[u8; 8 * FEW as usize]; FEW as usize] = {
    let mut table = [[0; 8 * FEW as usize]; FEW as usize];
    let mut count = 1;
    while count < FEW {
        let mut sum = 0;
        while sum <= 7 * count {
            table[count as usize][sum as usize] = average_place(sum, count) as u8;
            sum += 1;
        }
        count += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_counted_without_growing_them() {
        assert_eq!(groups(1), 1);
        assert_eq!(groups(0b101), 2);
        // A full quad, a diagonal, and men on both edges of neighbouring rows.
        assert_eq!(groups(0x0303), 1);
        assert_eq!(groups(0x8040_2010_0804_0201), 1);
        assert_eq!(groups(0x0180), 2);
        // A ring has a hole.
        assert_eq!(groups(0x0002_0502_0000), 1);
        // Against counting them one by one, on sets that are too thin for holes.
        let mut bits = 1u64;
        for _ in 0..20_000 {
            bits = conjoin_core::mix::split_mix(bits);
            let men = bits & bits.rotate_left(17) & bits.rotate_left(41);
            let (mut left, mut count) = (men, 0u32);
            while let Some(first) = conjoin_games::loa::squares(left).next() {
                left &= !conjoin_games::loa::connection::group_of(left, first);
                count += 1;
            }
            let found = groups(men);
            assert!(found <= count.max(1) && found + 2 >= count, "{men:x}: {found} of {count}");
        }
    }
    use crate::loa::checks;

    #[test]
    fn the_state_follows_the_moves() {
        checks::state_follows_moves(&Basic::default(), 100, 3);
    }

    #[test]
    fn the_value_is_the_weighted_sum_of_the_features() {
        checks::is_linear(&Basic::default(), 30, 8);
    }

    #[test]
    fn symmetric_positions_are_worth_the_same() {
        checks::is_symmetric(&Basic::default(), 30, 4);
    }

    #[test]
    fn together_is_better_than_apart() {
        let eval = Basic::default();
        let together: Position = "8/8/2bb4/2b5/4b3/8/1w5w/w6w b".parse().unwrap();
        let apart: Position = "b6b/8/8/2b5/8/7b/1w5w/w6w b".parse().unwrap();
        let value = |position: &Position| eval.evaluate(&eval.state(position), position);
        assert!(value(&together) > value(&apart) + 300);
    }

    #[test]
    fn distances_are_kings_moves() {
        assert_eq!(distances(1), 0);
        assert_eq!(distances(0b111), 2);
        assert_eq!(distances(0b11), 0, "the centre is between them");
        assert_eq!(stray(0b111), 0);
        assert_eq!(stray(1 | 1 << 63), 3 + 2, "the centre is e5");
        assert_eq!(neighbour_pairs(0b11 | 0b11 << 8), 6);
        assert_eq!(minimal_distances(9), 8);
        assert_eq!(minimal_distances(12), 14);
    }
}
