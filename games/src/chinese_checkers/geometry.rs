//! Holes, lines and triangles of the four stars.
//!
//! All stars share their middle and lie in the largest, in one `u128`: bit 0 is its top hole, and so on row
//! by row. A line of holes has no gap in any star, so a jump leaves the board nowhere if it lands on it.

use std::fmt;

/// Holes of the four stars, whose triangles have 1, 3, 6 and 10 holes.
pub const SIZES: [u8; 4] = [13, 37, 73, 121];
/// Holes of the usual star.
pub const LARGE: u8 = SIZES[3];
/// Holes of the largest star.
pub(super) const HOLES: usize = LARGE as usize;
/// Rows of the largest star.
pub(super) const ROWS: usize = 17;
/// Row of the middle.
const MIDDLE: i32 = 8;
/// Directions of a line: the first half leads to holes with higher numbers, the other half back.
pub(super) const DIRECTIONS: usize = 6;
const ONWARD: usize = DIRECTIONS / 2;

/// A hole, by its number in the largest star from 0 on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hole(pub(super) u8);

impl Hole {
    /// The hole with a number in the largest star, if it has so many.
    pub const fn new(index: usize) -> Option<Self> {
        if index < HOLES { Some(Self(index as u8)) } else { None }
    }

    /// The hole with a number on a star of so many holes, counted from 1 row by row from the top.
    pub fn numbered(number: usize, size: u8) -> Option<Self> {
        let nth = number.checked_sub(1)?;
        holes(Star::of(size).holes).nth(nth)
    }

    /// Its number on a star of so many holes, counted from 1.
    pub const fn number(self, size: u8) -> u32 {
        let before = Star::of(size).holes & (self.bit() - 1);
        before.count_ones() + 1
    }

    /// Number in the largest star, from 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The hole as a set.
    #[inline(always)]
    pub const fn bit(self) -> u128 {
        1 << (self.0 & 127)
    }

    /// The lowest hole of a set that is not empty.
    #[inline(always)]
    pub(super) const fn lowest(set: u128) -> Self {
        Self(set.trailing_zeros() as u8)
    }

    /// Row from the top of the largest star, 0 to 16.
    pub const fn row(self) -> u8 {
        (GRID[self.0 as usize & 127] >> ROW_SHIFT) as u8
    }

    /// Half holes from the left edge of the largest star, 0 to 24.
    pub const fn column(self) -> u8 {
        (GRID[self.0 as usize & 127] & ((1 << ROW_SHIFT) - 1)) as u8
    }

    /// The hole on the other side of the middle line.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(MIRROR[self.0 as usize & 127])
    }
}

impl fmt::Debug for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index() + 1)
    }
}

/// The holes of a set, lowest first.
pub fn holes(mut set: u128) -> impl Iterator<Item = Hole> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let hole = Hole::lowest(set);
            set &= set - 1;
            hole
        })
    })
}

/// The holes of a star; those of the smallest for a size that no star has.
pub const fn board_mask(size: u8) -> u128 {
    Star::of(size).holes
}

/// The triangles on a star where the first and the second player begin, each the goal of the other.
pub const fn homes(size: u8) -> [u128; 2] {
    Star::of(size).homes
}

/// The four other triangles of a star.
pub const fn neutral_zones(size: u8) -> u128 {
    Star::of(size).neutral
}

/// Holes of a set for each direction, seen from each hole.
pub(super) type Lines = [[u128; DIRECTIONS]; 128];

/// What does not change during a game.
pub(super) struct Star {
    /// All holes.
    pub holes: u128,
    /// Where each side begins.
    pub homes: [u128; 2],
    /// The other triangles.
    pub neutral: u128,
    /// The holes next to each hole.
    pub neighbours: [u128; 128],
    /// The holes from each on.
    pub rays: Lines,
    /// Of these the ones that can be jumped over: what lies as far behind them is on the star.
    pub halves: Lines,
    /// Of the halves only the neighbour.
    pub next: Lines,
}

impl Star {
    /// The lines of the star of so many holes with nobody on them.
    #[inline(always)]
    pub fn walls(size: u8) -> &'static Walls {
        match size {
            LARGE => &WALLS[3],
            73 => &WALLS[2],
            37 => &WALLS[1],
            _ => &WALLS[0],
        }
    }

    /// The star of so many holes.
    #[inline(always)]
    pub const fn of(size: u8) -> &'static Self {
        match size {
            LARGE => &STARS[3],
            73 => &STARS[2],
            37 => &STARS[1],
            _ => &STARS[0],
        }
    }
}

/// A row's number is above this bit of a [`GRID`] entry and the column is below it.
const ROW_SHIFT: i32 = 5;
/// What is added to the grid number by a step in each direction.
const STEPS: [i32; DIRECTIONS] = [2, 31, 33, -2, -31, -33];

/// Row and column of each hole in one number, so that all steps of a direction add the same.
pub(super) static GRID: [i16; 128] = grid();
/// The hole on each place of the grid; [`NO_HOLE`] elsewhere.
static HOLE_AT: [u8; 1 << 10] = hole_at();
const NO_HOLE: u8 = 127;
static MIRROR: [u8; 128] = mirror();

static STARS: [Star; 4] = [star(1), star(2), star(3), star(4)];

/// Where a hole lies on the lines through it.
#[derive(Clone, Copy)]
pub(super) struct OnLine {
    /// The number of the line among those of all directions.
    pub line: u8,
    /// The holes of the largest star up to it in this direction, itself among them.
    pub places: u8,
}

/// For each hole and direction.
pub(super) static ON_LINES: [[OnLine; DIRECTIONS]; 128] = on_lines();

/// For each star the lines of each direction, a bit for each place that has no hole: what stands there
/// stops a marble like two others would.
static WALLS: [Walls; 4] = [walls(1), walls(2), walls(3), walls(4)];
/// A bit for each place of the lines of all directions; some numbers belong to no line.
pub(super) type Walls = [u32; 128];

/// The hole so many steps away, if the star has one there.
#[inline(always)]
pub(super) fn ahead(from: u32, direction: usize, steps: u32) -> u32 {
    let place = i32::from(GRID[from as usize & 127]) + STEPS[direction] * steps as i32;
    u32::from(HOLE_AT[place as usize & 1023])
}

/// The hole as far behind another as `from` is before it, on the same line.
#[inline(always)]
pub(super) fn across(from: u32, over: u32) -> u32 {
    let place = 2 * i32::from(GRID[over as usize & 127]) - i32::from(GRID[from as usize & 127]);
    u32::from(HOLE_AT[place as usize & 1023])
}

/// The direction of a step from one hole to another, if they are neighbours.
#[inline(always)]
pub(super) fn direction(from: Hole, to: Hole) -> Option<usize> {
    let step = i32::from(GRID[to.index() & 127]) - i32::from(GRID[from.index() & 127]);
    STEPS.iter().position(|&known| known == step)
}

/// Length of a row of the largest star.
const fn row_length(row: i32) -> i32 {
    let from_end = if row <= MIDDLE { row } else { 2 * MIDDLE - row };
    if from_end < 4 { from_end + 1 } else { 17 - from_end }
}

pub(super) const fn grid() -> [i16; 128] {
    let mut grid = [0; 128];
    let (mut hole, mut row) = (0, 0);
    while row < ROWS as i32 {
        let length = row_length(row);
        let mut place = 0;
        while place < length {
            grid[hole] = ((row << ROW_SHIFT) + 13 - length + 2 * place) as i16;
            hole += 1;
            place += 1;
        }
        row += 1;
    }
    grid
}

const fn hole_at() -> [u8; 1 << 10] {
    let grid = grid();
    let mut found = [NO_HOLE; 1 << 10];
    let mut hole = 0;
    while hole < HOLES {
        found[grid[hole] as usize] = hole as u8;
        hole += 1;
    }
    found
}

const fn mirror() -> [u8; 128] {
    let (grid, hole_at) = (grid(), hole_at());
    let mut mirror = [0; 128];
    let mut hole = 0;
    while hole < HOLES {
        let (row, column) = (grid[hole] >> ROW_SHIFT, grid[hole] & ((1 << ROW_SHIFT) - 1));
        mirror[hole] = hole_at[((row << ROW_SHIFT) + 24 - column) as usize];
        hole += 1;
    }
    mirror
}

/// How far a hole lies from the middle along the three axes across the lines; the sum is 0.
const fn axes(grid: i16) -> [i32; 3] {
    let down = (grid as i32 >> ROW_SHIFT) - MIDDLE;
    let right = ((grid as i32 & ((1 << ROW_SHIFT) - 1)) - 12 - down) / 2;
    [right, down, -right - down]
}

/// The class of a hole, from 0 to 3: jumps lead from each to holes of the same.
pub(super) const fn parity(grid: i16) -> usize {
    let [right, down, _] = axes(grid);
    ((right & 1) + 2 * (down & 1)) as usize
}

const fn on_lines() -> [[OnLine; DIRECTIONS]; 128] {
    let (grid, hole_at) = (grid(), hole_at());
    let mut found = [[OnLine { line: 0, places: 0 }; DIRECTIONS]; 128];
    let mut hole = 0;
    while hole < HOLES {
        let [right, down, third] = axes(grid[hole]);
        let mut direction = 0;
        while direction < DIRECTIONS {
            // What stays the same along the line.
            let line = match direction % ONWARD {
                0 => down,
                1 => third,
                _ => right,
            };
            let mut places = 1;
            let mut at = grid[hole] as i32 - STEPS[direction];
            while at >= 0 && at < 1 << 10 && hole_at[at as usize] != NO_HOLE {
                places += 1;
                at -= STEPS[direction];
            }
            let line = (line + MIDDLE) as usize + direction * ROWS;
            found[hole][direction] = OnLine { line: line as u8, places };
            direction += 1;
        }
        hole += 1;
    }
    found
}

const fn walls(order: i32) -> Walls {
    let (holes, on_lines) = (star(order).holes, on_lines());
    let mut walls = [u32::MAX; 128];
    let mut hole = 0;
    while hole < HOLES {
        let mut direction = 0;
        while direction < DIRECTIONS && holes >> hole & 1 != 0 {
            let OnLine { line, places } = on_lines[hole][direction];
            walls[line as usize] &= !(1 << (places - 1));
            direction += 1;
        }
        hole += 1;
    }
    walls
}

/// The star whose triangles have `order` rows.
const fn star(order: i32) -> Star {
    let (grid, hole_at) = (grid(), hole_at());
    let mut star = Star {
        holes: 0,
        homes: [0; 2],
        neutral: 0,
        neighbours: [0; 128],
        rays: [[0; DIRECTIONS]; 128],
        halves: [[0; DIRECTIONS]; 128],
        next: [[0; DIRECTIONS]; 128],
    };
    let mut hole = 0;
    while hole < HOLES {
        let [a, down, c] = axes(grid[hole]);
        // A star is two large triangles, one on its tip.
        let is_in_one = a <= order && down <= order && c <= order;
        let is_in_other = a >= -order && down >= -order && c >= -order;
        let bit = 1 << hole;
        if is_in_one || is_in_other {
            star.holes |= bit;
            if down < -order {
                star.homes[0] |= bit;
            } else if down > order {
                star.homes[1] |= bit;
            } else if !(is_in_one && is_in_other) {
                star.neutral |= bit;
            }
        }
        hole += 1;
    }
    let mut from = 0;
    while from < HOLES {
        let mut direction = 0;
        while direction < DIRECTIONS && star.holes >> from & 1 != 0 {
            let mut ray = [0; ROWS];
            let mut length = 0;
            let mut place = grid[from] as i32 + STEPS[direction];
            while place >= 0 && place < 1 << 10 && is_on(&star, hole_at[place as usize]) {
                ray[length] = 1 << hole_at[place as usize];
                length += 1;
                place += STEPS[direction];
            }
            let mut i = 0;
            while i < length {
                star.rays[from][direction] |= ray[i];
                if 2 * i + 1 < length {
                    star.halves[from][direction] |= ray[i];
                }
                i += 1;
            }
            if length > 0 {
                star.neighbours[from] |= ray[0];
                star.next[from][direction] = star.halves[from][direction] & ray[0];
            }
            direction += 1;
        }
        from += 1;
    }
    star
}

const fn is_on(star: &Star, hole: u8) -> bool {
    hole != NO_HOLE && star.holes >> hole & 1 != 0
}

/// The first hole that is met on a part of a ray, `direction` saying which end that is.
#[inline(always)]
pub(super) const fn nearest(set: u128, direction: usize) -> u32 {
    if direction < ONWARD { set.trailing_zeros() } else { 127 ^ set.leading_zeros() }
}

/// The holes of a ray up to one of them.
#[inline(always)]
pub(super) const fn up_to(ray: u128, last: u32, direction: usize) -> u128 {
    ray & if direction < ONWARD {
        u128::MAX >> (127 - (last & 127))
    } else {
        u128::MAX << (last & 127)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_have_their_holes_and_triangles() {
        for (size, home) in SIZES.into_iter().zip([1, 3, 6, 10]) {
            let star = Star::of(size);
            assert_eq!(star.holes.count_ones(), u32::from(size));
            assert_eq!(star.homes.map(u128::count_ones), [home; 2]);
            assert_eq!(star.neutral.count_ones(), 4 * home);
            let last = u32::from(size);
            let numbers = |set| holes(set).map(|hole| hole.number(size)).collect::<Vec<u32>>();
            assert_eq!(numbers(star.homes[0]), (1..=home).collect::<Vec<_>>());
            assert_eq!(numbers(star.homes[1]), (last + 1 - home..=last).collect::<Vec<_>>());
            for hole in holes(star.holes) {
                assert_eq!(Hole::numbered(hole.number(size) as usize, size), Some(hole));
                let next = star.neighbours[hole.index()];
                assert!(holes(next).all(|other| star.neighbours[other.index()] & hole.bit() != 0));
                assert!(holes(next).all(|other| direction(hole, other).is_some()));
            }
            assert_eq!(Hole::numbered(usize::from(size) + 1, size), None);
            assert_eq!(Hole::numbered(0, size), None);
        }
    }

    #[test]
    fn the_middle_has_lines_in_six_directions() {
        let middle = Hole(60);
        let star = Star::of(LARGE);
        assert_eq!(star.neighbours[60], [50, 51, 59, 61, 69, 70].iter().fold(0, |s, h| s | 1 << h));
        for direction in 0..DIRECTIONS {
            assert_eq!(star.rays[60][direction].count_ones(), 4);
            assert_eq!(star.halves[60][direction].count_ones(), 2);
            assert_eq!(star.next[60][direction].count_ones(), 1);
        }
        assert_eq!(middle.mirrored(), middle);
        assert_eq!((middle.row(), middle.column()), (8, 12));
    }

    #[test]
    fn mirrored_holes_lie_on_the_other_side() {
        for hole in holes(board_mask(LARGE)) {
            assert_eq!(hole.mirrored().mirrored(), hole);
            assert_eq!(hole.mirrored().row(), hole.row());
            assert_eq!(hole.mirrored().column(), 24 - hole.column());
        }
        assert_eq!(Hole(10).mirrored(), Hole(22));
    }
}
