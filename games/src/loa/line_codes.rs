//! The whole board as line codes, kept up to date move by move.
//!
//! Each line has a code in base 3: per square 0 for empty, 1 for a black man, 2 for a white one,
//! counted from a start that depends on the line's length. Whatever can be said of a line by itself
//! is then one look-up in a table over the codes, and a move changes seven lines.
//!
//! Source: the idea is YL's, `billings-bjornsson` 4.

use conjoin_core::{Position as _, Side};

use super::geometry::{Geometry, Line};
use super::{Move, Position, lines};

/// Codes are below this, for lines of all lengths.
pub const LINE_CODES: usize = lines::CODES;

/// Room for the 46 lines of the largest board; a power of two makes range checks a mask.
const ROOM: usize = 64;

/// The codes of all lines of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineCodes {
    codes: [u16; ROOM],
}

impl LineCodes {
    /// The codes of a position.
    pub fn new(position: &Position) -> Self {
        let (black, white) = (position.men(Side::First), position.men(Side::Second));
        let mut codes = [0; ROOM];
        for (code, line) in codes.iter_mut().zip(position.geometry().lines()) {
            *code = line.code(black, white) as u16;
        }
        Self { codes }
    }

    /// The lines of the board with their codes.
    pub fn iter(&self, size: u8) -> impl Iterator<Item = (&'static Line, u16)> {
        Geometry::of(size).lines().iter().zip(self.codes)
    }

    /// The code of the line with this number, its place in [`LineCodes::iter`]; 0 beyond the last.
    #[inline(always)]
    pub fn code(&self, line: usize) -> u16 {
        self.codes[line % ROOM]
    }

    /// Follows a move of `before`. `changed` sees the number of every line that changes, with its
    /// old and its new code; the line of the move itself comes twice, once without the man. What
    /// is summed over lines is right after adding the new and subtracting the old.
    #[inline(always)]
    pub fn advance(
        &mut self,
        before: &Position,
        mv: Move,
        mut changed: impl FnMut(usize, u16, u16),
    ) {
        if mv.is_pass() {
            return;
        }
        let geometry = before.geometry();
        let man = 1 + before.side_to_move().index() as u16;
        // A man that is taken had the other digit, and 3 is the sum of both.
        let arrival = if mv.is_capture() { man.wrapping_sub(3 - man) } else { man };
        let mut add = |line: u8, change: u16| {
            let slot = &mut self.codes[usize::from(line) % ROOM];
            let old = *slot;
            *slot = old.wrapping_add(change);
            changed(usize::from(line) % ROOM, old, *slot);
        };
        for on in &geometry.on_line[mv.from().index()] {
            add(on.line, on.weight.wrapping_mul(man.wrapping_neg()));
        }
        for on in &geometry.on_line[mv.to().index()] {
            add(on.line, on.weight.wrapping_mul(arrival));
        }
    }
}

/// Black's moves less White's along the line with this code.
#[inline(always)]
pub fn mobility_difference(code: u16) -> i8 {
    DIFFERENCES[usize::from(code) % LINE_CODES]
}

static DIFFERENCES: [i8; LINE_CODES] = {
    let mut table = [0; LINE_CODES];
    let mut len = 1;
    while len <= 8 {
        let base = lines::base(len) as usize;
        let mut code = 0;
        while code < 3usize.pow(len) {
            // The same line with the colours exchanged.
            let (mut swapped, mut rest, mut weight) = (0, code, 1);
            while rest > 0 {
                let digit = rest % 3;
                swapped += weight * if digit == 0 { 0 } else { 3 - digit };
                weight *= 3;
                rest /= 3;
            }
            table[base + code] =
                lines::count_of(base + code) as i8 - lines::count_of(base + swapped) as i8;
            code += 1;
        }
        len += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::Rules;
    use conjoin_core::conformance::random_games;

    #[test]
    fn codes_and_sums_follow_the_moves() {
        for size in 3..=8 {
            let start = Position::start(size, Rules::OLYMPIAD);
            let mut codes = LineCodes::new(&start);
            let mut difference = 0;
            random_games(&start, 60, 9, |history| {
                let position = history.current();
                let count = |side| position.count_board_moves(side) as i32;
                if let Some(&mv) = history.moves().last() {
                    let before = &history.positions()[history.positions().len() - 2];
                    codes.advance(before, mv, |_, old, new| {
                        difference += i32::from(mobility_difference(new));
                        difference -= i32::from(mobility_difference(old));
                    });
                } else {
                    codes = LineCodes::new(position);
                    difference = count(Side::First) - count(Side::Second);
                }
                assert_eq!(codes, LineCodes::new(position), "{position:?}");
                assert_eq!(difference, count(Side::First) - count(Side::Second), "{position:?}");
            });
        }
    }
}
