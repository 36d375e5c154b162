//! From where to where a man can ever move: what a table of all pairs of squares is used for.
//!
//! Source: `winands-thesis` 7.2 names the number for 8x8, 1,456 of 4,096.

use conjoin_core::MovePairs;

use super::geometry::Geometry;
use super::{Square, lines, squares};

/// The pairs of squares of a board that some move has: every way men can stand on every line is tried.
pub(super) fn count(size: u8) -> MovePairs {
    let mut targets = [0u64; 64];
    for line in Geometry::of(size).lines() {
        let places: Vec<u64> = squares(line.squares()).map(Square::bit).collect();
        for mut code in 0..3usize.pow(places.len() as u32) {
            let mut men = [0; 3];
            for place in &places {
                men[code % 3] |= place;
                code /= 3;
            }
            let (count, moves) = lines::moves(line.code(men[1], men[2]), line.first, line.step);
            for bits in &moves[..count] {
                targets[usize::from(bits & 63)] |= 1 << (bits >> 6 & 63);
            }
        }
    }
    let possible = targets.iter().map(|targets| targets.count_ones()).sum();
    MovePairs { possible, all: u32::from(size).pow(4) }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::SQUARES;
    use super::super::{Move, Position, Rules, board_mask};
    use super::*;
    use conjoin_core::{Position as _, Side};

    /// By the rules alone: as many men on the line as the squares that one of them is to go.
    fn by_positions(size: u8) -> u32 {
        let on_board: Vec<Square> = squares(board_mask(size)).collect();
        let can_move = |from: Square, to: Square| {
            let axis = SQUARES[from.index()].lines.iter().find(|line| *line & to.bit() != 0);
            let Some(line) = axis.filter(|_| from != to) else { return false };
            let distance = from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()));
            let others = squares(line & board_mask(size) & !from.bit() & !to.bit());
            let others: u64 = others.take(usize::from(distance) - 1).map(Square::bit).sum();
            let enemy = board_mask(size) & !line;
            let enemy = enemy & enemy.wrapping_neg();
            let position =
                Position::setup(size, Rules::OLYMPIAD, from.bit() | others, enemy, Side::First);
            position.expect("all on the board").has_move(Move::new(from, to, false))
        };
        let pairs = on_board.iter().flat_map(|from| on_board.iter().map(move |to| (*from, *to)));
        pairs.filter(|&(from, to)| can_move(from, to)).count() as u32
    }

    #[test]
    fn men_move_along_lines_alone() {
        for size in 3..=8 {
            let MovePairs { possible, all } = count(size);
            assert_eq!(possible, by_positions(size), "{size}");
            assert_eq!(all, u32::from(size * size).pow(2), "{size}");
        }
    }
}
