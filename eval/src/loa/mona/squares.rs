//! Squares and the lines through them: centrality, and the moves of a single man.

use std::sync::LazyLock;

use conjoin_core::Side;
use conjoin_games::loa::{LINE_CODES, LineCodes, Position, Rules, board_mask};

/// How central a square is: its distances from the nearest corner by file and rank, each counted
/// from 1.
pub(super) const fn centrality(file: usize, rank: usize, size: usize) -> usize {
    let by_file = if file < size - 1 - file { file } else { size - 1 - file };
    let by_rank = if rank < size - 1 - rank { rank } else { size - 1 - rank };
    by_file + by_rank + 2
}

/// For each board size, the squares whose centrality has each bit.
static CENTRALITY_BITS: [[u64; 4]; 9] = {
    let mut table = [[0; 4]; 9];
    let mut size = 3;
    while size <= 8 {
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            let mut bit = 0;
            while file < size && rank < size && bit < 4 {
                if centrality(file, rank, size) >> bit & 1 == 1 {
                    table[size][bit] |= 1 << square;
                }
                bit += 1;
            }
            square += 1;
        }
        size += 1;
    }
    table
};

/// Sum of the centrality of squares.
#[inline(always)]
pub(super) fn centrality_sum(set: u64, size: u8) -> u32 {
    let bits = &CENTRALITY_BITS[usize::from(size) % CENTRALITY_BITS.len()];
    bits.iter().enumerate().map(|(bit, squares)| (set & squares).count_ones() << bit).sum()
}

/// Centrality of pairs of neighbouring men, each pair with both of its squares.
#[inline(always)]
pub(super) fn thickness(men: u64, size: u8) -> u32 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let pairs = [(1, NOT_H), (8, u64::MAX), (9, NOT_H), (7, NOT_A)].map(|(step, first)| {
        let lower = men & first & men >> step;
        centrality_sum(lower, size) + centrality_sum(lower << step, size)
    });
    pairs.iter().sum()
}

/// Steps of the eight directions by file and rank, each axis and then its opposite.
const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The squares from each square on in each direction, on the frame of 8x8.
static RAYS: [[u64; 8]; 64] = {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (df, dr) = DIRECTIONS[direction];
            let (mut file, mut rank) = (square as i32 % 8 + df, square as i32 / 8 + dr);
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                rays[square][direction] |= 1 << (rank * 8 + file);
                (file, rank) = (file + df, rank + dr);
            }
            direction += 1;
        }
        square += 1;
    }
    rays
};

/// Where the man on a square can go.
pub(super) fn moves_of_man(square: usize, own: u64, enemy: u64, size: u8) -> u64 {
    let (board, rays) = (board_mask(size), &RAYS[square % 64]);
    let mut targets = 0;
    for (direction, (df, dr)) in DIRECTIONS.into_iter().enumerate() {
        let ray = rays[direction] & board;
        let distance = 1 + ((ray | rays[direction ^ 1]) & (own | enemy)).count_ones();
        if ray.count_ones() < distance {
            continue;
        }
        let target = (square as i32 + distance as i32 * (df + 8 * dr)) as usize % 64;
        let between = ray & !RAYS[target][direction] & !(1 << target);
        if own >> target & 1 == 0 && between & enemy == 0 {
            targets |= 1 << target;
        }
    }
    targets
}

/// Where a square stands on a line: the number of the line and the place on it.
type OnLine = (u8, u8);

/// Room for board sizes up to 8; a power of two makes range checks a mask.
const SIZES: usize = 16;

/// What is needed to count the moves of a man from the codes of its lines.
pub(super) struct ManMoves {
    /// The four lines of every square, by board size.
    on_lines: Box<[[[OnLine; 4]; 64]; SIZES]>,
    /// For every code the moves of the men of each side, two bits a place.
    counts: [Box<[u16; LINE_CODES]>; 2],
}

static MAN_MOVES: LazyLock<ManMoves> = LazyLock::new(ManMoves::new);

impl ManMoves {
    /// The one there is.
    pub fn shared() -> &'static Self {
        &MAN_MOVES
    }

    fn new() -> Self {
        let mut on_lines = Box::new([[[(0, 0); 4]; 64]; SIZES]);
        for size in 3..=8u8 {
            let start = Position::start(size, Rules::OLYMPIAD);
            let mut filled = [0; 64];
            for (number, (line, _)) in LineCodes::new(&start).iter(size).enumerate() {
                let squares: Vec<_> = conjoin_games::loa::squares(line.squares()).collect();
                let is_file = squares.iter().all(|square| square.file() == squares[0].file());
                let coordinate = |square: conjoin_games::loa::Square| {
                    if is_file { square.rank() } else { square.file() }
                };
                let first = squares.iter().map(|&square| coordinate(square)).min().unwrap_or(0);
                for square in squares {
                    let index = square.index();
                    on_lines[usize::from(size)][index][filled[index]] =
                        (number as u8, coordinate(square) - first);
                    filled[index] += 1;
                }
            }
        }
        Self { on_lines, counts: Side::BOTH.map(counts) }
    }

    /// The number of moves of a side's man.
    #[inline(always)]
    pub fn count(&self, lines: &LineCodes, size: u8, side: Side, square: usize) -> u32 {
        let counts = &self.counts[side.index()];
        self.on_lines[usize::from(size) % SIZES][square % 64]
            .iter()
            .map(|&(line, place)| {
                let packed = counts[usize::from(lines.code(usize::from(line))) % LINE_CODES];
                u32::from(packed >> ((2 * place) & 15) & 3)
            })
            .sum()
    }
}

/// For every code the moves of the men of a side, two bits a place.
fn counts(side: Side) -> Box<[u16; LINE_CODES]> {
    let mut table = Box::new([0; LINE_CODES]);
    let mut base = 0;
    for len in 1..=8u32 {
        for code in 0..3usize.pow(len) {
            let digits: Vec<u8> = (0..len).map(|i| (code / 3usize.pow(i) % 3) as u8).collect();
            let pattern = crate::loa::line_tables::Pattern {
                size: len as usize,
                is_orthogonal: true,
                offset: 0,
                digits: &digits,
            };
            for mv in pattern.moves(side) {
                table[base + code] += 1 << (2 * mv.from);
            }
        }
        base += 3usize.pow(len);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::conformance::random_games;
    use conjoin_core::{NullMove, Position as _};
    use conjoin_games::loa::squares;

    #[test]
    fn centrality_goes_from_two_in_the_corner_to_eight_in_the_middle() {
        assert_eq!(centrality_sum(1, 8), 2);
        assert_eq!(centrality_sum(1 << 63, 8), 2);
        assert_eq!(centrality_sum(1 << 27, 8), 8);
        assert_eq!(centrality_sum(1 << 4, 8), 5);
        assert_eq!(centrality_sum(1 << 18, 5), 6);
    }

    #[test]
    fn thickness_weighs_pairs_by_their_squares() {
        assert_eq!(thickness(0b11, 8), 5, "a1 and b1");
        assert_eq!(thickness(0b11 << 27, 8), 16, "d4 and e4");
        assert_eq!(thickness(0b101, 8), 0, "no neighbours");
        assert_eq!(thickness(1 << 7 | 1 << 8, 8), 0, "h1 and a2 are not neighbours");
    }

    #[test]
    fn the_moves_of_every_man_are_those_of_the_rules() {
        for size in 3..=8 {
            random_games(&Position::start(size, Rules::OLYMPIAD), 20, 3, |history| {
                let position = *history.current();
                let lines = LineCodes::new(&position);
                for position in [position, position.null_move()] {
                    let mut moves = Vec::new();
                    position.moves(&mut moves);
                    for man in squares(position.own()) {
                        let expected = moves
                            .iter()
                            .filter(|mv| !mv.is_pass() && mv.from() == man)
                            .fold(0, |set, mv| set | mv.to().bit());
                        let (own, enemy) = (position.own(), position.enemy());
                        let found = moves_of_man(man.index(), own, enemy, size);
                        assert_eq!(found, expected, "{man} in {position:?}");
                        let count = ManMoves::shared().count(
                            &lines,
                            size,
                            position.side_to_move(),
                            man.index(),
                        );
                        assert_eq!(count, expected.count_ones(), "{man} in {position:?}");
                    }
                }
            });
        }
    }
}
