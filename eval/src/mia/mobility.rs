//! Mobility by the kind of move, precomputed for every way men can stand on a line.
//!
//! Source: `winands-thesis` 3.1.5. A move is worth 1, doubled for a capture, halved when it ends
//! on an edge and halved again when it runs along an edge. All in quarters.

use std::sync::LazyLock;

use conjoin_core::Side;
use conjoin_games::loa::{LINE_CODES, LineCodes, Position};

/// A move in the unit of the tables.
pub const QUARTERS: i32 = 4;

/// Black's mobility less White's for every line code, on lines inside the board and along an
/// edge.
struct Tables {
    inner: Vec<i16>,
    edge: Vec<i16>,
}

static TABLES: LazyLock<Tables> =
    LazyLock::new(|| Tables { inner: table(false), edge: table(true) });

/// Looks mobility up by line.
#[derive(Clone, Copy, Debug)]
pub struct Mobility {
    inner: &'static [i16],
    edge: &'static [i16],
    /// For each board size the lines that run along an edge, as a set of line numbers.
    edge_lines: [u64; 9],
}

impl Default for Mobility {
    fn default() -> Self {
        let mut edge_lines = [0; 9];
        for (size, set) in edge_lines.iter_mut().enumerate().skip(3) {
            let start = Position::start(size as u8, conjoin_games::loa::Rules::OLYMPIAD);
            let border = border(size as u8);
            for (number, (line, _)) in LineCodes::new(&start).iter(size as u8).enumerate() {
                let squares = line.squares();
                if squares & !border == 0 && squares.count_ones() == size as u32 {
                    *set |= 1 << number;
                }
            }
        }
        Self { inner: &TABLES.inner, edge: &TABLES.edge, edge_lines }
    }
}

/// The squares of the edge.
fn border(size: u8) -> u64 {
    let inner = conjoin_games::loa::board_mask(size - 2) << 9;
    conjoin_games::loa::board_mask(size) & !inner
}

impl Mobility {
    /// Black's mobility less White's along a line.
    #[inline(always)]
    pub fn of_line(&self, size: u8, number: usize, code: u16) -> i32 {
        let is_edge = self.edge_lines[usize::from(size) % 9] >> (number & 63) & 1 == 1;
        let table = if is_edge { self.edge } else { self.inner };
        i32::from(table[usize::from(code) % LINE_CODES])
    }

    /// Black's mobility less White's on the whole board.
    pub fn of_board(&self, lines: &LineCodes, size: u8) -> i32 {
        let lines = lines.iter(size).enumerate();
        lines.map(|(number, (_, code))| self.of_line(size, number, code)).sum()
    }
}

/// The table of all codes of all lengths.
fn table(is_edge: bool) -> Vec<i16> {
    let mut table = vec![0; LINE_CODES];
    let mut base = 0;
    for len in 1..=8 {
        let codes = 3usize.pow(len);
        for code in 0..codes {
            let digits: Vec<u8> = (0..len).map(|i| (code / 3usize.pow(i) % 3) as u8).collect();
            table[base + code] = line_worth(&digits, Side::First, is_edge)
                - line_worth(&digits, Side::Second, is_edge);
        }
        base += codes;
    }
    table
}

/// The worth of a side's moves along a line, in quarters. Digits are 0 for empty, 1 for black and
/// 2 for white.
fn line_worth(digits: &[u8], side: Side, is_edge: bool) -> i16 {
    let own = 1 + side.index() as u8;
    let men = digits.iter().filter(|&&digit| digit != 0).count();
    let mut worth = 0;
    for (from, _) in digits.iter().enumerate().filter(|&(_, &digit)| digit == own) {
        let up = from.checked_add(men).filter(|&to| to < digits.len());
        let down = from.checked_sub(men);
        for to in [up, down].into_iter().flatten() {
            let (low, high) = (from.min(to), from.max(to));
            let jumps_enemy = digits[low + 1..high].iter().any(|&d| d == 3 - own);
            if digits[to] == own || jumps_enemy {
                continue;
            }
            let mut move_worth = QUARTERS as i16;
            if digits[to] != 0 {
                move_worth *= 2;
            }
            if is_edge || to == 0 || to == digits.len() - 1 {
                move_worth /= 2;
            }
            if is_edge {
                move_worth /= 2;
            }
            worth += move_worth;
        }
    }
    worth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_the_text() {
        // A man alone on a line moves one square either way.
        assert_eq!(line_worth(&[0, 0, 0, 1, 0, 0, 0, 0], Side::First, false), 8, "two moves of 1");
        // With an enemy three squares on, it goes two squares back, and captures two squares on.
        assert_eq!(line_worth(&[0, 0, 0, 1, 0, 2, 0, 0], Side::First, false), 4 + 8, "1 and 2");
        assert_eq!(line_worth(&[1, 0, 0, 0, 0, 0, 0, 2], Side::First, false), 4);
        // A capture that ends on an edge is worth 1, one along an edge into a corner 0.5.
        assert_eq!(line_worth(&[0, 0, 0, 0, 0, 1, 0, 2], Side::First, false), 4 + 4);
        assert_eq!(line_worth(&[1, 0, 2, 0, 0, 0, 0, 0], Side::First, true), 2, "0.5");
        assert_eq!(line_worth(&[0, 0, 0, 1, 0, 0, 0, 0], Side::First, true), 2, "0.25 each");
    }

    #[test]
    fn four_lines_of_each_board_run_along_its_edge() {
        let mobility = Mobility::default();
        for size in 3..=8 {
            assert_eq!(mobility.edge_lines[size].count_ones(), 4, "{size}x{size}");
        }
    }
}
