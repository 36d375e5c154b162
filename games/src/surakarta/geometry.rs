//! Points, lines and symmetries of the two boards.
//!
//! Both boards lie in the corner a1 of a frame of 6x6 in one `u64`: bit `6 * rank + file`, a1 is bit 0.

use std::fmt;

/// Side of the small board.
pub const SMALL: u8 = 4;
/// Side of the usual board.
pub const LARGE: u8 = 6;
/// Points of the frame.
pub(super) const POINTS: usize = 36;
const FRAME: u8 = LARGE;

/// A point of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(pub(super) u8);

impl Point {
    /// The point on a file and rank, both counted from 0, if it is on the frame.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < FRAME && rank < FRAME { Some(Self(rank * FRAME + file)) } else { None }
    }

    /// The only point of a set.
    #[inline(always)]
    pub(super) const fn of_bit(bit: u64) -> Self {
        Self(bit.trailing_zeros() as u8)
    }

    /// Column, 0 for a.
    pub const fn file(self) -> u8 {
        self.0 % FRAME
    }

    /// Row, 0 for the lowest.
    pub const fn rank(self) -> u8 {
        self.0 / FRAME
    }

    /// Number in the frame: `6 * rank + file`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point as a set.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Is it on a board of this side?
    pub const fn is_on(self, size: u8) -> bool {
        self.file() < size && self.rank() < size
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// The points of a set, lowest first.
pub fn points(mut set: u64) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let point = Point::of_bit(set);
            set &= set - 1;
            point
        })
    })
}

/// The points of a board of this side; none for a side that no board has.
pub const fn board_mask(size: u8) -> u64 {
    match size {
        SMALL => SMALL_BOARD.points,
        LARGE => LARGE_BOARD.points,
        _ => 0,
    }
}

/// The points on a circuit of the board of this side, from 0 for the one with the smallest arcs; none for
/// a circuit that the board does not have.
pub const fn circuit_mask(size: u8, circuit: usize) -> u64 {
    let board = if size == LARGE { &LARGE_BOARD } else { &SMALL_BOARD };
    if circuit >= board.circuits.len() {
        return 0;
    }
    let [right, up, left, down] = board.circuits[circuit];
    right | up | left | down
}

/// The four lines of a circuit in the order in which it runs: along the lower rank to the right, up the
/// right file, along the upper rank to the left and down the left file. The first two are left at their
/// highest bit, the others at their lowest, and an arc leads to the next.
pub(super) type Lines = [u64; 4];

/// What does not change during a game.
pub(super) struct Board {
    /// All points.
    pub points: u64,
    /// The points next to each point.
    pub neighbours: [u64; 64],
    /// The circuits, from the smallest arcs on; the small board has one and no points on the other.
    pub circuits: [Lines; 2],
}

impl Board {
    /// The board of this side.
    #[inline(always)]
    pub fn of(size: u8) -> &'static Self {
        if size == LARGE { &LARGE_BOARD } else { &SMALL_BOARD }
    }
}

static LARGE_BOARD: Board = board(LARGE);
static SMALL_BOARD: Board = board(SMALL);

/// The points of a rank.
const fn rank_of(rank: u8, size: u8) -> u64 {
    ((1 << size) - 1) << (FRAME * rank)
}

/// The points of a file.
const fn file_of(file: u8, size: u8) -> u64 {
    let (mut set, mut rank) = (0, 0);
    while rank < size {
        set |= 1 << (FRAME * rank + file);
        rank += 1;
    }
    set
}

const fn board(size: u8) -> Board {
    let mut board = Board { points: 0, neighbours: [0; 64], circuits: [[0; 4]; 2] };
    let mut rank = 0;
    while rank < size {
        board.points |= rank_of(rank, size);
        rank += 1;
    }
    let mut point = 0;
    while point < FRAME * FRAME {
        let (file, rank) = (point % FRAME, point / FRAME);
        let mut other = 0;
        while other < FRAME * FRAME {
            let (across, along) = ((other % FRAME).abs_diff(file), (other / FRAME).abs_diff(rank));
            if across <= 1 && along <= 1 && point != other {
                board.neighbours[point as usize] |= (1 << other) & board.points;
            }
            other += 1;
        }
        point += 1;
    }
    let mut arc = 1;
    while 2 * arc < size {
        let far = size - 1 - arc;
        board.circuits[arc as usize - 1] =
            [rank_of(arc, size), file_of(far, size), rank_of(far, size), file_of(arc, size)];
        arc += 1;
    }
    board
}

/// All files but a, and all but the last: where a step does not come from beyond the edge.
const NOT_FIRST_FILE: u64 = !file_of(0, LARGE);
const NOT_LAST_FILE: u64 = !file_of(LARGE - 1, LARGE);

/// How many steps men have to empty points: pairs of neighbours along four axes.
#[inline(always)]
pub(super) const fn count_steps(men: u64, empty: u64) -> u32 {
    let right = (men << 1 & empty | men & empty << 1) & NOT_FIRST_FILE;
    let up = men << 6 & empty | men & empty << 6;
    let up_right = (men << 7 & empty | men & empty << 7) & NOT_FIRST_FILE;
    let up_left = (men << 5 & empty | men & empty << 5) & NOT_LAST_FILE;
    right.count_ones() + up.count_ones() + up_right.count_ones() + up_left.count_ones()
}

/// A set of points seen through a symmetry of the board: bit 0 mirrors the files, bit 1 the ranks, bit 2
/// first swaps files and ranks.
pub(super) const fn transformed(mut set: u64, size: u8, symmetry: usize) -> u64 {
    let margin = FRAME - size;
    if symmetry & 4 != 0 {
        let mut diagonal = 1;
        while diagonal < FRAME {
            set = exchange(set, DIAGONALS[diagonal as usize], 5 * diagonal);
            diagonal += 1;
        }
    }
    if symmetry & 1 != 0 {
        set = exchange(set, file_of(0, LARGE), 5);
        set = exchange(set, file_of(1, LARGE), 3);
        set = exchange(set, file_of(2, LARGE), 1) >> margin;
    }
    if symmetry & 2 != 0 {
        set = exchange(set, rank_of(0, LARGE), 30);
        set = exchange(set, rank_of(1, LARGE), 18);
        set = exchange(set, rank_of(2, LARGE), 6) >> (FRAME * margin);
    }
    set
}

/// Exchanges the bits under a mask with those so far above them.
#[inline(always)]
const fn exchange(set: u64, mask: u64, distance: u8) -> u64 {
    let change = (set ^ set >> distance) & mask;
    set ^ change ^ change << distance
}

/// The points whose file is so much greater than their rank.
static DIAGONALS: [u64; FRAME as usize] = {
    let mut diagonals = [0; FRAME as usize];
    let mut point = 0;
    while point < FRAME * FRAME {
        let (file, rank) = (point % FRAME, point / FRAME);
        if file > rank {
            diagonals[(file - rank) as usize] |= 1 << point;
        }
        point += 1;
    }
    diagonals
};

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> u64 {
        let bit = |name: &str| {
            let bytes = name.as_bytes();
            Point::new(bytes[0] - b'a', bytes[1] - b'1').unwrap().bit()
        };
        names.split_whitespace().map(bit).sum()
    }

    #[test]
    fn circuits_have_twenty_points_and_leave_out_the_corners() {
        let board = Board::of(LARGE);
        for lines in board.circuits {
            assert_eq!(lines.iter().map(|line| line.count_ones()).sum::<u32>(), 24);
        }
        for circuit in 0..2 {
            assert_eq!(circuit_mask(LARGE, circuit).count_ones(), 20);
            assert_eq!(circuit_mask(LARGE, circuit) & set("a1 f1 a6 f6"), 0);
        }
        assert_eq!(circuit_mask(SMALL, 0), board_mask(SMALL) & !set("a1 d1 a4 d4"));
        assert_eq!(board.circuits[0][1], set("e1 e2 e3 e4 e5 e6"));
        assert_eq!(board.circuits[1][2], set("a4 b4 c4 d4 e4 f4"));
        let small = Board::of(SMALL);
        assert_eq!(small.circuits[0][1], set("c1 c2 c3 c4"));
        assert_eq!(small.circuits[1], [0; 4]);
    }

    #[test]
    fn steps_are_counted_as_neighbours_are() {
        for size in [SMALL, LARGE] {
            let board = Board::of(size);
            for seed in 0..1_000 {
                let men = conjoin_core::mix::split_mix(seed) & board.points;
                let others = conjoin_core::mix::split_mix(seed + 1_000_000);
                let empty = board.points & !men & others;
                let steps = points(men).map(|point| board.neighbours[point.index()] & empty);
                assert_eq!(count_steps(men, empty), steps.map(u64::count_ones).sum::<u32>());
            }
        }
    }

    #[test]
    fn symmetries_move_every_point_to_its_image() {
        for size in [SMALL, LARGE] {
            for point in points(board_mask(size)) {
                for symmetry in 0..8 {
                    let (mut file, mut rank) = (point.file(), point.rank());
                    if symmetry & 4 != 0 {
                        (file, rank) = (rank, file);
                    }
                    file = if symmetry & 1 != 0 { size - 1 - file } else { file };
                    rank = if symmetry & 2 != 0 { size - 1 - rank } else { rank };
                    let image = Point::new(file, rank).unwrap().bit();
                    assert_eq!(transformed(point.bit(), size, symmetry), image, "{point}");
                }
            }
        }
    }
}
