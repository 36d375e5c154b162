//! The moves along one line, for every way men can stand on it.
//!
//! A line of `n` squares is a number in base 3: per square 0 for empty, 1 for a man of the side
//! whose moves are asked for, 2 for one of the other side. Lines up to length 8 have 9,840 codes
//! together, so the tables below stay in the nearest caches. Two things follow. Generating moves
//! is one look-up and one 16-byte store a line, with no branch that depends on the men. And the
//! number of replies to a move is cheap, for only the lines through its two squares change.

/// Codes of all lengths up to 8: 3 + 9 + ... + 6,561 = 9,840, rounded up to a power of two so
/// that a mask serves as range check.
pub(super) const CODES: usize = 1 << 14;
/// Most moves that one side has along a line of 8 squares: 5, found by trying all of them. The
/// last lane of an entry holds their number.
pub(crate) const LANES: usize = 8;
/// The lane that holds the number of captures.
const CAPTURES: usize = LANES - 2;

/// Where the codes of lines of this length start.
pub(crate) const fn base(len: u32) -> u32 {
    (3u32.pow(len) - 3) / 2
}

/// The base-3 number with a 1 wherever `bits` has one.
#[inline(always)]
pub(crate) fn ternary(bits: u32) -> u32 {
    u32::from(TERNARY[bits as usize % TERNARY.len()])
}

/// Moves of the counted side along the line with this code, counted from [`base`].
#[inline(always)]
pub(crate) fn count(code: u32) -> u8 {
    COUNTS[code as usize % CODES]
}

/// [`count`] at compile time.
pub(super) const fn count_of(code: usize) -> u8 {
    MOVES[code][LANES - 1]
}

/// The captures among [`moves`]: the same lanes, which begin with them, and their number.
#[inline(always)]
pub(crate) fn captures(code: u32, first: u16, step: u16) -> (usize, [u16; LANES]) {
    let (_, lanes) = moves(code, first, step);
    (usize::from(MOVES[code as usize % CODES][CAPTURES]), lanes)
}

/// The moves of the counted side along the line with this code: their number, and a lane for
/// each with bits like those of a move, `from | to << 6` and bit 12 for a capture, where squares
/// are places on a line with this `first` square (in both fields) and `step` between squares.
#[inline(always)]
pub(crate) fn moves(code: u32, first: u16, step: u16) -> (usize, [u16; LANES]) {
    let places = &MOVES[code as usize % CODES];
    let mut lanes = [0; LANES];
    for (lane, &place) in lanes.iter_mut().zip(places) {
        let place = u16::from(place);
        let squares = (place & 0o7 | (place & 0o70) << 3).wrapping_mul(step).wrapping_add(first);
        *lane = squares | (place & CAPTURE) << 6;
    }
    (usize::from(places[LANES - 1]), lanes)
}

static TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        table[bits] = 3 * table[bits >> 1] + (bits & 1) as u16;
        bits += 1;
    }
    table
};

static COUNTS: [u8; CODES] = {
    let mut table = [0; CODES];
    let mut code = 0;
    while code < CODES {
        table[code] = MOVES[code][LANES - 1];
        code += 1;
    }
    table
};

/// The moves of every code as places on the line: `from | to << 3`, with the capture bit. Shared
/// by all axes and at 79 KB small enough for the second-level cache, which a table of finished
/// moves an axis is not: that was 20 % slower in random play.
static MOVES: [[u8; LANES]; CODES] = local_moves();

/// Bit of a lane that marks a capture.
const CAPTURE: u16 = 1 << 6;

#[allow(long_running_const_eval)] // A second of compile time for no set-up at run time.
const fn local_moves() -> [[u8; LANES]; CODES] {
    let mut table = [[0; LANES]; CODES];
    let mut len = 1;
    while len <= 8 {
        let mut code = 0;
        while code < 3u32.pow(len) {
            let (mut own, mut enemy, mut rest, mut place) = (0, 0, code, 0);
            while place < len {
                match rest % 3 {
                    1 => own |= 1 << place,
                    2 => enemy |= 1 << place,
                    _ => {}
                }
                rest /= 3;
                place += 1;
            }
            table[(base(len) + code) as usize] = line_moves(own, enemy, len);
            code += 1;
        }
        len += 1;
    }
    table
}

/// Lists the moves of `own` along a line of `len` squares.
const fn line_moves(own: u32, enemy: u32, len: u32) -> [u8; LANES] {
    let mut lanes = [0; LANES];
    let distance = (own | enemy).count_ones();
    let mut men = own;
    while men != 0 {
        let from = men.trailing_zeros();
        men &= men - 1;
        let jumped = (1 << (distance - 1)) - 1;
        let up = from + distance;
        if up < len && own >> up & 1 == 0 && enemy >> (from + 1) & jumped == 0 {
            push(&mut lanes, from, up, enemy);
        }
        if from >= distance {
            let down = from - distance;
            if own >> down & 1 == 0 && enemy >> (down + 1) & jumped == 0 {
                push(&mut lanes, from, down, enemy);
            }
        }
    }
    // Captures first, so that their number is enough to list them.
    let count = lanes[LANES - 1] as usize;
    let mut captures = 0;
    let mut i = 0;
    while i < count {
        if lanes[i] & CAPTURE as u8 != 0 {
            let lane = lanes[i];
            lanes[i] = lanes[captures];
            lanes[captures] = lane;
            captures += 1;
        }
        i += 1;
    }
    lanes[CAPTURES] = captures as u8;
    lanes
}

const fn push(lanes: &mut [u8; LANES], from: u32, to: u32, enemy: u32) {
    let capture = if enemy >> to & 1 == 1 { CAPTURE as u8 } else { 0 };
    lanes[lanes[LANES - 1] as usize] = from as u8 | (to as u8) << 3 | capture;
    lanes[LANES - 1] += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_every_length() {
        assert_eq!(base(1), 0);
        assert_eq!(base(9), 9_840);
        assert!(base(9) as usize <= CODES);
    }

    #[test]
    fn ternary_numbers_keep_the_places() {
        assert_eq!(ternary(0b1), 1);
        assert_eq!(ternary(0b10), 3);
        assert_eq!(ternary(0b1000_0001), 2187 + 1);
    }

    #[test]
    fn counts_follow_the_rules() {
        let moves = |own, enemy, len| count(base(len) + ternary(own) + 2 * ternary(enemy));
        assert_eq!(moves(0b0000_0001, 0, 8), 1, "a man in the corner alone moves one square");
        assert_eq!(moves(0b0001_0000, 0, 8), 2);
        assert_eq!(moves(0b0000_0011, 0, 8), 2, "men jump over their own");
        assert_eq!(moves(0b0000_0001, 0b0000_0010, 8), 0, "but not over the enemy");
        assert_eq!(moves(0b0000_0001, 0b0000_0100, 8), 1, "which they capture");
        assert_eq!(moves(0b0000_0101, 0, 8), 1, "and never their own");
        assert_eq!(moves(1, 0, 1), 0, "a corner diagonal has no moves");
    }

    #[test]
    fn an_entry_leaves_room_for_its_number() {
        let most = MOVES.iter().map(|lanes| lanes[LANES - 1]).max();
        assert_eq!(most, Some(5));
    }
}
