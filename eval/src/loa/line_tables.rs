//! Tables over all ways that men can stand on all lines of boards of all sizes.
//!
//! What a line is worth depends on the men on it and on where it lies: how far a rank or file is
//! from the edge, how long a diagonal is. Lines that a symmetry of the board exchanges share a
//! part of the table. All parts together fit an index of 16 bits, so that a look-up needs no
//! range check.
//!
//! Source: the idea is YL's, `billings-bjornsson` 4.1, with 46 lines instead of 32 and one entry
//! for lines that mirror each other.

use std::sync::{Arc, LazyLock};

use conjoin_core::Side;
use conjoin_games::loa::{LineCodes, Move, Position, Rules};

/// Room for the entries of all lines of all sizes.
pub(crate) const ENTRIES: usize = 1 << 16;
/// Room for the lines of a board, as in [`LineCodes`].
const LINE_ROOM: usize = 64;

/// One way that men can stand on one kind of line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern<'a> {
    /// Side of the board.
    pub size: usize,
    /// Is it a rank or a file?
    pub is_orthogonal: bool,
    /// Of a rank or file, how far it is from the nearest edge; of a diagonal, how much shorter
    /// it is than the longest.
    pub offset: usize,
    /// 0 for an empty square, 1 for a black man, 2 for a white one.
    pub digits: &'a [u8],
}

/// A move along a line, by places on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineMove {
    pub from: usize,
    pub to: usize,
    pub is_capture: bool,
}

impl Pattern<'_> {
    /// Number of squares.
    pub fn len(&self) -> usize {
        self.digits.len()
    }

    /// The places of a side's men, in order.
    pub fn places(&self, side: Side) -> impl Iterator<Item = usize> {
        self.digits.iter().enumerate().filter(move |&(_, &d)| d == digit(side)).map(|(i, _)| i)
    }

    /// Does a man of this side stand at a place? No one stands beyond the ends.
    pub fn has(&self, side: Side, place: Option<usize>) -> bool {
        place.and_then(|place| self.digits.get(place)).is_some_and(|&d| d == digit(side))
    }

    /// The moves of a side along the line.
    pub fn moves(&self, side: Side) -> impl Iterator<Item = LineMove> {
        let men = self.digits.iter().filter(|&&digit| digit != 0).count();
        self.places(side).flat_map(move |from| {
            let up = (from + men < self.len()).then_some(from + men);
            [up, from.checked_sub(men)].into_iter().flatten().filter_map(move |to| {
                let (low, high) = (from.min(to), from.max(to));
                let jumps_enemy = (low + 1..high).any(|place| self.has(!side, Some(place)));
                let is_legal = !self.has(side, Some(to)) && !jumps_enemy;
                is_legal.then(|| LineMove { from, to, is_capture: self.has(!side, Some(to)) })
            })
        })
    }

    /// How far a place is from the nearest edge, by file and by rank.
    pub fn edge_distances(&self, place: usize) -> (usize, usize) {
        let from_edge = |coordinate: usize| coordinate.min(self.size - 1 - coordinate);
        if self.is_orthogonal {
            (from_edge(place), self.offset)
        } else {
            (from_edge(place), from_edge(self.offset + place))
        }
    }
}

fn digit(side: Side) -> u8 {
    1 + side.index() as u8
}

/// Where the lines of each board size have their entries.
pub(crate) struct Layout {
    /// For each size and line number, what to add to a line code, modulo 2^16.
    shifts: [[u16; LINE_ROOM]; 9],
    /// The parts of the table.
    parts: Vec<Part>,
}

/// The entries of one kind of line.
struct Part {
    start: usize,
    size: usize,
    is_orthogonal: bool,
    offset: usize,
    len: usize,
}

static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

/// Where the codes of lines of this length start.
fn base(len: usize) -> usize {
    (3usize.pow(len as u32) - 3) / 2
}

impl Layout {
    /// The one layout there is.
    pub fn shared() -> &'static Self {
        &LAYOUT
    }

    fn new() -> Self {
        let mut layout = Self { shifts: [[0; LINE_ROOM]; 9], parts: Vec::new() };
        for size in 3..=8 {
            let start = Position::start(size as u8, Rules::OLYMPIAD);
            let lines = LineCodes::new(&start);
            for (number, (line, _)) in lines.iter(size as u8).enumerate() {
                let squares = line.squares();
                let (low, high) =
                    (squares.trailing_zeros() as usize, 63 - squares.leading_zeros() as usize);
                let len = squares.count_ones() as usize;
                let (is_rank, is_file) = (low / 8 == high / 8, low % 8 == high % 8);
                let is_orthogonal = len > 1 && (is_rank || is_file);
                let across = if is_rank { low / 8 } else { low % 8 };
                let offset = if is_orthogonal { across.min(size - 1 - across) } else { size - len };
                let start = layout.part(size, is_orthogonal, offset, len);
                layout.shifts[size][number] = (start as u16).wrapping_sub(base(len) as u16);
            }
        }
        layout
    }

    /// Where the entries of a kind of line start.
    fn part(&mut self, size: usize, is_orthogonal: bool, offset: usize, len: usize) -> usize {
        let kind = |part: &Part| (part.size, part.is_orthogonal, part.offset);
        if let Some(part) = self.parts.iter().find(|&p| kind(p) == (size, is_orthogonal, offset)) {
            return part.start;
        }
        let entries = |len: usize| 3usize.pow(len as u32);
        let start = self.parts.last().map_or(0, |part| part.start + entries(part.len));
        assert!(start + entries(len) <= ENTRIES, "all entries have an index");
        self.parts.push(Part { start, size, is_orthogonal, offset, len });
        start
    }

    /// What to add to the line codes of a board of this size.
    #[inline(always)]
    pub fn shifts(&self, size: u8) -> &[u16; LINE_ROOM] {
        &self.shifts[usize::from(size) % 9]
    }

    /// Every pattern with its index.
    pub fn for_each(&self, mut visit: impl FnMut(usize, Pattern<'_>)) {
        for part in &self.parts {
            let mut digits = vec![0; part.len];
            for code in 0..3usize.pow(part.len as u32) {
                let mut rest = code;
                for digit in &mut digits {
                    *digit = (rest % 3) as u8;
                    rest /= 3;
                }
                let &Part { start, size, is_orthogonal, offset, .. } = part;
                visit(start + code, Pattern { size, is_orthogonal, offset, digits: &digits });
            }
        }
    }
}

/// A sum over all lines of the board, each looked up by its pattern: Black's worth less White's,
/// in parts of a point.
#[derive(Clone)]
pub(crate) struct LineSum {
    table: Arc<[i16; ENTRIES]>,
    layout: &'static Layout,
}

impl LineSum {
    /// Parts of a point in the tables. A line that is worth more than 2,047 points is kept at that.
    const UNIT: f32 = 16.0;

    /// Sums what the patterns are worth, by index and in points.
    pub fn new(points: impl Iterator<Item = f32>) -> Self {
        let mut table: Vec<i16> = points.map(Self::parts).collect();
        table.resize(ENTRIES, 0);
        let table: Box<[i16; ENTRIES]> =
            table.into_boxed_slice().try_into().expect("it was made of this length");
        Self { table: Arc::from(table), layout: Layout::shared() }
    }

    /// Points in the parts that the tables are made of.
    #[inline(always)]
    pub fn parts(points: f32) -> i16 {
        (points * Self::UNIT).round() as i16
    }

    /// The sum of a board.
    pub fn of(&self, lines: &LineCodes, size: u8) -> i32 {
        let shifts = self.layout.shifts(size);
        let codes = lines.iter(size).enumerate();
        codes.map(|(i, (_, code))| i32::from(self.table[index(shifts, i, code)])).sum()
    }

    /// Lines and sums follow a move of `before`.
    #[inline(always)]
    pub fn advance<const N: usize>(
        sums: &[Self; N],
        lines: &mut LineCodes,
        values: &mut [i32; N],
        before: &Position,
        mv: Move,
    ) {
        let shifts = sums[0].layout.shifts(before.size());
        let tables = sums.each_ref().map(|sum| &*sum.table);
        let mut changes = [0; N];
        lines.advance(before, mv, |line, old, new| {
            let (old, new) = (index(shifts, line, old), index(shifts, line, new));
            for (change, table) in changes.iter_mut().zip(tables) {
                *change += i32::from(table[new]) - i32::from(table[old]);
            }
        });
        for (value, change) in values.iter_mut().zip(changes) {
            *value += change;
        }
    }

    /// A sum in points.
    #[inline(always)]
    pub fn points(sum: i32) -> f32 {
        sum as f32 * (1.0 / Self::UNIT)
    }
}

/// The index of a line's entry.
#[inline(always)]
pub(crate) fn index(shifts: &[u16; LINE_ROOM], line: usize, code: u16) -> usize {
    usize::from(shifts[line % LINE_ROOM].wrapping_add(code))
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::conformance::random_games;

    #[test]
    fn patterns_show_the_men_and_moves_of_the_board() {
        let layout = Layout::shared();
        let mut men = vec![[0u32; 2]; ENTRIES];
        let mut moves = vec![[0u32; 2]; ENTRIES];
        let mut rims = vec![[0u32; 2]; ENTRIES];
        layout.for_each(|index, pattern| {
            for side in Side::BOTH {
                men[index][side.index()] = pattern.places(side).count() as u32;
                moves[index][side.index()] = pattern.moves(side).count() as u32;
                let on_rim = |&place: &usize| {
                    let (file, rank) = pattern.edge_distances(place);
                    file.min(rank) == 0
                };
                rims[index][side.index()] = pattern.places(side).filter(on_rim).count() as u32;
            }
        });
        for size in 3..=8 {
            let inner = conjoin_games::loa::board_mask(size - 2) << 9;
            let shifts = layout.shifts(size);
            random_games(&Position::start(size, Rules::OLYMPIAD), 10, 2, |history| {
                let position = history.current();
                for side in Side::BOTH {
                    let sum = |table: &[[u32; 2]]| -> u32 {
                        let lines = LineCodes::new(position);
                        let codes = lines.iter(size).enumerate();
                        codes
                            .map(|(i, (_, code))| table[index(shifts, i, code)][side.index()])
                            .sum()
                    };
                    let count = position.men(side).count_ones();
                    let on_rim = (position.men(side) & !inner).count_ones();
                    assert_eq!(sum(&men), 4 * count, "every man is on four lines");
                    assert_eq!(sum(&moves), position.count_board_moves(side), "{position:?}");
                    assert_eq!(sum(&rims), 4 * on_rim, "{position:?}");
                }
            });
        }
    }
}
