//! What a search asks about moves: their numbers, which are forceful and which are promising.
//!
//! A jump leads from a hole to one of the same of four classes, and a chain of jumps does too, for each moves
//! the marble by an even number of holes along a line. So 121 x 121 pairs of holes, 3.6 times those of Lines
//! of Action, come down to 3,721 pairs within the classes and six steps a hole: tables of moves stay as
//! small as those of Lines of Action.

use conjoin_core::{Indexed, Noisy, Position as _, Ranked, Side};

use super::geometry::{DIRECTIONS, GRID, HOLES, direction, parity};
use super::{Hole, Move, Position};

/// The first number of a hole's jumps, and the place of the hole within its class.
struct ClassPlace {
    first: u16,
    place: u16,
    class: u8,
}

static CLASSES: [ClassPlace; HOLES] = classes();

/// Pairs of holes of one class.
const JUMPS: usize = pairs();
const STEPS: usize = HOLES * DIRECTIONS;
/// A pass has the number after all pairs of holes.
const PASS_INDEX: usize = JUMPS + STEPS;

const fn class_sizes() -> [usize; 4] {
    let grid = super::geometry::grid();
    let mut sizes = [0; 4];
    let mut hole = 0;
    while hole < HOLES {
        sizes[parity(grid[hole])] += 1;
        hole += 1;
    }
    sizes
}

const fn pairs() -> usize {
    let [a, b, c, d] = class_sizes();
    a * a + b * b + c * c + d * d
}

const fn classes() -> [ClassPlace; HOLES] {
    let (sizes, grid) = (class_sizes(), super::geometry::grid());
    let mut found = [const { ClassPlace { first: 0, place: 0, class: 0 } }; HOLES];
    let mut seen = [0; 4];
    let (mut hole, mut first) = (0, 0);
    while hole < HOLES {
        let class = parity(grid[hole]);
        found[hole] = ClassPlace { first, place: seen[class], class: class as u8 };
        seen[class] += 1;
        first += sizes[class] as u16;
        hole += 1;
    }
    found
}

/// The number of a move that a marble could make on some board.
#[inline(always)]
fn index_of(from: Hole, to: Hole) -> Option<usize> {
    let (start, end) = (&CLASSES[from.index() % HOLES], &CLASSES[to.index() % HOLES]);
    if start.class == end.class {
        return (from != to).then(|| usize::from(start.first + end.place));
    }
    Some(JUMPS + from.index() * DIRECTIONS + direction(from, to)?)
}

impl Indexed for Position {
    const MOVE_INDICES: usize = PASS_INDEX + 1;

    #[inline(always)]
    fn move_index(mv: Move) -> usize {
        if mv.is_pass() { PASS_INDEX } else { index_of(mv.from(), mv.to()).unwrap_or(PASS_INDEX) }
    }

    #[inline(always)]
    fn pack_move(mv: Move) -> u16 {
        mv.to_bits()
    }

    #[inline(always)]
    fn unpack_move(bits: u16) -> Option<Move> {
        let mv = Move::from_bits(bits)?;
        (mv.is_pass() || index_of(mv.from(), mv.to()).is_some()).then_some(mv)
    }
}

/// Forceful ranks: a jump far ahead, and the move that fills the goal.
const FAR_JUMP: u8 = 1;
const FILLS_THE_GOAL: u8 = 2;
/// Rows that a far jump gains.
const FAR: i32 = 4;
/// The static rank of a move that gains no row.
const LEVEL: i32 = 15;

impl Position {
    /// The rows that a move brings its marble nearer to the tip of the goal; below 0 for one that goes back.
    #[inline(always)]
    pub fn rows_gained(&self, mv: Move) -> i32 {
        if mv.is_pass() {
            return 0;
        }
        let down = i32::from(GRID[mv.to().index() & 127] >> 5)
            - i32::from(GRID[mv.from().index() & 127] >> 5);
        if self.side_to_move() == Side::First { down } else { -down }
    }

    /// Would a move bring the last marble into the goal?
    #[inline(always)]
    pub fn fills_goal(&self, mv: Move) -> bool {
        let outside = self.own() & !self.goal(self.side_to_move());
        !mv.is_pass()
            && outside == mv.from().bit()
            && self.goal(self.side_to_move()) & mv.to().bit() != 0
    }
}

impl Ranked for Position {
    #[inline(always)]
    fn forceful_rank(&self, mv: Move) -> u8 {
        if self.fills_goal(mv) {
            FILLS_THE_GOAL
        } else if self.rows_gained(mv) >= FAR {
            FAR_JUMP
        } else {
            0
        }
    }

    /// The more rows a move gains, the more promising it looks.
    #[inline]
    fn static_rank(&self, mv: Move) -> u8 {
        (LEVEL + self.rows_gained(mv)).clamp(0, i32::from(Self::STATIC_RANKS) - 1) as u8
    }
}

impl Noisy for Position {
    /// None: nothing is captured, and every move can be taken back.
    #[inline(always)]
    fn noisy_moves(&self, _: &mut Vec<Move>) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::TextForm;
    use std::collections::HashSet;

    #[test]
    fn every_move_has_a_number_of_its_own() {
        assert_eq!((JUMPS, Position::MOVE_INDICES), (3_721, 4_448));
        let moves: Vec<Move> = (0..=u16::MAX).filter_map(Position::unpack_move).collect();
        let numbers: HashSet<usize> = moves.iter().map(|&mv| Position::move_index(mv)).collect();
        assert_eq!(numbers.len(), moves.len());
        assert_eq!(Position::unpack_move(0), None);
        assert_eq!(Position::unpack_move(u16::MAX), Some(Move::PASS));
        let pair = |from, to| Move::new(Hole(from), Hole(to)).to_bits();
        assert!(Position::unpack_move(pair(60, 0)).is_some(), "jumps lead there on some board");
        assert_eq!(Position::unpack_move(pair(0, 121)), None, "no such hole");
        assert_eq!(Position::unpack_move(pair(0, 4)), None, "neither a step nor jumps lead there");
    }

    #[test]
    fn moves_are_ranked_by_the_rows_they_gain() {
        let rank = |text: &str, mv: &str| {
            let position: Position = text.parse().unwrap();
            let mv = position.parse_move(mv).unwrap();
            (position.forceful_rank(mv), position.static_rank(mv))
        };
        let start = Position::default().to_string();
        assert_eq!(rank(&start, "7-15"), (0, 16));
        assert_eq!(rank(&start, "4-15"), (0, 17));
        assert_eq!(rank("b:104,121 w:60 b", "104-113"), (FILLS_THE_GOAL, 16));
        assert_eq!(rank("b:1,121 w:5,61 b", "1-2"), (0, 16));
        assert_eq!(rank("b:41,121 w:62 b", "41-83"), (FAR_JUMP, 19));
        assert_eq!(rank("b:121 w:41,62 w", "41-83"), (0, 11));
    }
}
