//! Squares, lines and symmetries of the boards from 3x3 to 8x8.
//!
//! Every board lies in the corner a1 of an 8x8 frame of one `u64`: bit `8 * rank + file`, a1 is
//! bit 0. Squares outside a smaller board are never occupied, so lines and rays of the frame
//! serve all sizes, and only targets and line tables depend on the size.

use std::fmt;

/// Smallest board side.
pub const MIN_SIZE: u8 = 3;
/// Largest board side.
pub const MAX_SIZE: u8 = 8;
/// Files a to h and so on to the side of the frame.
const FRAME: usize = 8;

/// A square of the 8x8 frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The square on a file and rank, both counted from 0, if it is on the frame.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < MAX_SIZE && rank < MAX_SIZE { Some(Self(rank * 8 + file)) } else { None }
    }

    /// Column, 0 for a.
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// Row, 0 for the lowest.
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// Number in the frame: `8 * rank + file`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The square as a set.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Is it on a board of this side?
    pub const fn is_on(self, size: u8) -> bool {
        self.file() < size && self.rank() < size
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

/// A board of this side in words: `an 8x8 board`.
pub(crate) fn board_name(size: u8) -> String {
    format!("{} {size}x{size} board", if size == 8 { "an" } else { "a" })
}

/// The squares of a set, lowest first.
pub fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = Square(set.trailing_zeros() as u8);
            set &= set - 1;
            square
        })
    })
}

/// The squares of a board of this side.
#[inline(always)]
pub const fn board_mask(size: u8) -> u64 {
    BOARDS[size as usize % BOARDS.len()]
}

static BOARDS: [u64; 16] = {
    let mut boards = [0; 16];
    let mut size = 0;
    while size <= MAX_SIZE as usize {
        let mut rank = 0;
        while rank < size {
            boards[size] |= ((1 << size) - 1) << (8 * rank);
            rank += 1;
        }
        size += 1;
    }
    boards
};

/// The four axes as steps of (file, rank): along the rank, the file and the two diagonals.
pub(crate) const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// Room for the 46 lines of the 8x8 board: ranks, files and diagonals, the corners included, which
/// are diagonals of a single square. A power of two makes the compiler drop its range checks.
pub(crate) const LINE_ROOM: usize = 64;

/// Everything about one square that does not depend on the board size.
pub(crate) struct SquareTable {
    /// The line through the square along each axis, the square included.
    pub lines: [u64; 4],
    /// The eight neighbours.
    pub neighbours: u64,
}

/// Where a square stands on the line along an axis of a board of a given size.
#[derive(Clone, Copy)]
pub(crate) struct OnLine {
    /// Line number.
    pub line: u8,
    /// What a man of the counted side on this square adds to the line's code; a man of the other
    /// side adds twice as much.
    pub weight: u16,
}

/// One line of a board: a rank, a file or a diagonal.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Its squares.
    mask: u64,
    /// Multiplier that gathers them at the top of a word, in order.
    magic: u64,
    /// Start of the line length in the tables of [`super::lines`].
    base: u16,
    /// The first square in both fields of a move: what turns offsets into moves.
    pub(super) first: u16,
    /// Difference between the numbers of neighbouring squares, modulo 2^16.
    pub(super) step: u16,
    /// Shift that brings gathered squares to the bottom.
    shift: u8,
}

impl Line {
    /// The men of a set on this line, lowest square first.
    #[inline(always)]
    fn gather(&self, men: u64) -> u32 {
        ((men & self.mask).wrapping_mul(self.magic) >> (self.shift & 63)) as u32
    }

    /// Its squares as a set.
    pub fn squares(&self) -> u64 {
        self.mask
    }

    /// How many moves one side has along the line, given its men and the other's.
    #[inline(always)]
    pub fn count_moves(&self, counted: u64, other: u64) -> u8 {
        super::lines::count(self.code(counted, other))
    }

    /// The code of the line for counting the moves of one side: see [`super::lines`].
    #[inline(always)]
    pub(super) fn code(&self, counted: u64, other: u64) -> u32 {
        u32::from(self.base)
            + super::lines::ternary(self.gather(counted))
            + 2 * super::lines::ternary(self.gather(other))
    }
}

/// Tables of one board size.
pub(crate) struct Geometry {
    /// Position of each square on its four lines.
    pub on_line: [[OnLine; 4]; 64],
    /// The numbers of the lines through each square, as a set; diagonals of one square, along
    /// which nothing moves, are left out.
    lines_through: [u64; 64],
    /// The lines; smaller boards use only part of the array.
    lines: [Line; LINE_ROOM],
    /// How many there are.
    line_count: usize,
}

impl Geometry {
    /// The tables of a board size.
    #[inline(always)]
    pub fn of(size: u8) -> &'static Self {
        // Eight places for the sizes 1 to 8, so that a mask serves as range check.
        &GEOMETRIES[usize::from(size) % GEOMETRIES.len()]
    }

    /// The lines that hold men of a set.
    #[inline(always)]
    pub fn lines_with(&'static self, men: u64) -> impl Iterator<Item = &'static Line> {
        squares(self.line_numbers(men)).map(|number| &self.lines[number.index()])
    }

    /// The lines that hold men of both sets.
    #[inline(always)]
    pub fn lines_with_both(
        &'static self,
        men: u64,
        others: u64,
    ) -> impl Iterator<Item = &'static Line> {
        let numbers = self.line_numbers(men) & self.line_numbers(others);
        squares(numbers).map(|number| &self.lines[number.index()])
    }

    /// The numbers of the lines that hold men of a set, as a set.
    #[inline(always)]
    fn line_numbers(&self, mut men: u64) -> u64 {
        let mut numbers = 0;
        while men != 0 {
            numbers |= self.lines_through[men.trailing_zeros() as usize];
            men &= men - 1;
        }
        numbers
    }

    /// All lines of the board.
    #[inline(always)]
    pub fn lines(&self) -> &[Line] {
        &self.lines[..self.line_count]
    }
}

/// Per-square tables of the frame.
pub(crate) static SQUARES: [SquareTable; 64] = square_tables();
/// By size, 8 in place of 0; there are no boards of side 1 and 2.
static GEOMETRIES: [Geometry; 8] = [
    geometry(8),
    geometry(3),
    geometry(3),
    geometry(3),
    geometry(4),
    geometry(5),
    geometry(6),
    geometry(7),
];

const fn is_on(file: i32, rank: i32, size: i32) -> bool {
    file >= 0 && file < size && rank >= 0 && rank < size
}

const fn square_tables() -> [SquareTable; 64] {
    const EMPTY: SquareTable = SquareTable { lines: [0; 4], neighbours: 0 };
    let mut tables = [EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = ((square % FRAME) as i32, (square / FRAME) as i32);
        let mut axis = 0;
        while axis < 4 {
            let (df, dr) = AXES[axis];
            let mut distance = 1 - FRAME as i32;
            while distance < FRAME as i32 {
                let (f, r) = (file + df * distance, rank + dr * distance);
                if is_on(f, r, FRAME as i32) {
                    let bit = 1 << (r * 8 + f);
                    tables[square].lines[axis] |= bit;
                    if distance.abs() == 1 {
                        tables[square].neighbours |= bit;
                    }
                }
                distance += 1;
            }
            axis += 1;
        }
        square += 1;
    }
    tables
}

const fn geometry(size: i32) -> Geometry {
    let mut geometry = Geometry {
        on_line: [[OnLine { line: 0, weight: 0 }; 4]; 64],
        lines: [Line { mask: 0, magic: 0, base: 0, first: 0, step: 0, shift: 0 }; LINE_ROOM],
        lines_through: [0; 64],
        line_count: 0,
    };
    let mut axis = 0;
    while axis < 4 {
        let (df, dr) = AXES[axis];
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            square += 1;
            // A line is made at its first square.
            if !is_on(file, rank, size) || is_on(file - df, rank - dr, size) {
                continue;
            }
            let mut len = 1;
            while is_on(file + df * len, rank + dr * len, size) {
                len += 1;
            }
            let number = geometry.line_count;
            let first = rank * 8 + file;
            let mut line = Line {
                mask: 0,
                magic: 0,
                base: super::lines::base(len as u32) as u16,
                first: (first + 64 * first) as u16,
                step: (df + 8 * dr) as u16,
                shift: (64 - len) as u8,
            };
            let mut place = 0;
            while place < len {
                let on = first + place * (df + 8 * dr);
                line.mask |= 1 << on;
                // The factor that moves this square to its place among the top bits. Squares of
                // one rank share a factor; no two products of different squares meet.
                line.magic |= 1 << (64 - len + place - on);
                geometry.on_line[on as usize][axis] =
                    OnLine { line: number as u8, weight: 3u16.pow(place as u32) };
                if len > 1 {
                    geometry.lines_through[on as usize] |= 1 << number;
                }
                place += 1;
            }
            geometry.lines[number] = line;
            geometry.line_count += 1;
        }
        axis += 1;
    }
    geometry
}
