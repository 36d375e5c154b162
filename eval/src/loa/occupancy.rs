//! Rows and columns without men: the cheap test that YL asks before it looks for a connected group.
//!
//! A group takes up neighbouring rows and neighbouring columns. Where a side's men leave an empty row or
//! column between them they are not connected, and no group has to be grown.
//!
//! Source: `billings-bjornsson` 4.2. Differs: our own programs do not use it, for their connection test is
//! done with most positions as soon ([`conjoin_games::loa::connection`]); it is here to be counted.

use conjoin_core::{Position as _, Side};
use conjoin_games::loa::{Move, Position};

/// What is counted, in the order of [`tally`].
pub(super) const TALLIES: [&str; 2] = ["connection tests", "not ruled out"];

/// Counts the connection tests after a move, one of the men that moved and, after a capture, one of the other
/// side's, and those that rows and columns do not rule out.
pub(super) fn tally(before: &Position, mv: Move, after: &Position, tallies: &mut [u64]) {
    let mover = before.side_to_move();
    let captured = mv.is_capture().then_some(!mover);
    let moved = (!mv.is_pass()).then_some(mover);
    for side in [moved, captured].into_iter().flatten() {
        tallies[0] += 1;
        tallies[1] += u64::from(may_be_connected(after, side));
    }
}

/// Do the men of a side stand in neighbouring rows and neighbouring columns?
fn may_be_connected(position: &Position, side: Side) -> bool {
    let men = position.men(side);
    let mut rows = 0;
    let mut columns = 0;
    for rank in men.to_le_bytes() {
        rows = rows >> 1 | u32::from(rank != 0) << 7;
        columns |= u32::from(rank);
    }
    are_neighbours(rows) && are_neighbours(columns)
}

/// Are the bits set without a gap?
fn are_neighbours(bits: u32) -> bool {
    let lowest = bits & bits.wrapping_neg();
    bits & (bits + lowest) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_games::loa::{Rules, connection::is_connected};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn position(text: &str) -> Position {
        text.parse().expect("a position")
    }

    #[test]
    fn a_gap_is_seen_along_both_axes() {
        let may = |text: &str| may_be_connected(&position(text), Side::First);
        assert!(may("8/8/2b5/3b4/2b5/8/8/w7 b"));
        assert!(!may("8/8/2b5/8/2b5/8/8/w7 b"), "an empty row");
        assert!(!may("8/8/2b1b3/2b5/8/8/8/w7 b"), "an empty column");
        assert!(may("b7/1b6/8/8/8/8/8/w7 b"));
        assert!(may("8/8/8/8/8/8/8/w6b b"), "a lone man");
        // Neighbouring rows and columns, and still no group.
        assert!(may("8/8/bb6/2b5/1b6/b7/8/7w b"));
    }

    /// What the test rules out is never connected, in random games.
    #[test]
    fn no_group_is_ruled_out() {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let (mut tallies, mut groups) = ([0; 2], 0);
        for _ in 0..300 {
            let mut now = Position::start(8, Rules::OLYMPIAD);
            while now.outcome().is_none() {
                let moves = now.legal_moves();
                let mv = moves[random.random_range(0..moves.len())];
                let next = now.play(mv);
                tally(&now, mv, &next, &mut tallies);
                for side in Side::BOTH {
                    let is_group = is_connected(next.men(side));
                    groups += u32::from(is_group);
                    assert!(!is_group || may_be_connected(&next, side), "{next}");
                }
                now = next;
            }
        }
        let [tests, left] = tallies;
        assert!(groups >= 300 && 0 < left && left < tests, "{groups} {tallies:?}");
    }
}
