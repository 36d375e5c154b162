//! Mobility by the kind of move.
//!
//! Source: `winands-thesis` 3.1.5. A move is worth 1, doubled for a capture, halved when it runs along an edge, and
//! halved when it comes to an edge from elsewhere: into a corner along an edge it is both. All in quarters. That every
//! move along an edge is halved twice because it ends on one would be another way to read the text, but then its
//! example of a capture along an edge would not need the corner; what was tried is in `docs/learning.md`.

use std::sync::LazyLock;

use conjoin_core::Side;

use crate::loa::line_tables::{ENTRIES, Layout, Pattern};

/// A move in the unit of the tables.
pub(super) const QUARTERS: f32 = 4.0;

/// For every pattern of a line its mobility in quarters, and the number of moves: Black's less
/// White's.
pub(super) static MOBILITY: LazyLock<Vec<[i8; 2]>> = LazyLock::new(|| {
    let mut table = vec![[0; 2]; ENTRIES];
    Layout::shared().for_each(|index, pattern| {
        let [black, white] = Side::BOTH.map(|side| line_worth(&pattern, side));
        let [black_moves, white_moves] = Side::BOTH.map(|side| pattern.moves(side).count() as i8);
        table[index] = [black - white, black_moves - white_moves];
    });
    table
});

/// The worth of a side's moves along a line, in quarters.
fn line_worth(pattern: &Pattern<'_>, side: Side) -> i8 {
    let is_edge = pattern.is_orthogonal && pattern.offset == 0;
    let worth = |mv: crate::loa::line_tables::LineMove| {
        let (file, rank) = pattern.edge_distances(mv.to);
        let mut worth = QUARTERS as i8;
        if mv.is_capture {
            worth *= 2;
        }
        if is_edge {
            worth /= 2;
        }
        // Along an edge every square lies on that one; only the corner lies on another.
        let edges = u8::from(file == 0) + u8::from(rank == 0);
        if edges > u8::from(is_edge) {
            worth /= 2;
        }
        worth
    };
    pattern.moves(side).map(worth).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black's worth on a rank of the middle or of the edge.
    fn worth(digits: &[u8], is_edge: bool) -> i8 {
        let offset = if is_edge { 0 } else { 3 };
        line_worth(&Pattern { size: 8, is_orthogonal: true, offset, digits }, Side::First)
    }

    #[test]
    fn the_values_of_the_text() {
        // A man alone on a line moves one square either way.
        assert_eq!(worth(&[0, 0, 0, 1, 0, 0, 0, 0], false), 8, "two moves of 1");
        // With an enemy two squares on, it goes two squares back, and captures two squares on.
        assert_eq!(worth(&[0, 0, 0, 1, 0, 2, 0, 0], false), 4 + 8, "1 and 2");
        assert_eq!(worth(&[1, 0, 0, 0, 0, 0, 0, 2], false), 4);
        // A capture that ends on an edge is worth 1, one along an edge into a corner 0.5.
        assert_eq!(worth(&[0, 0, 0, 0, 0, 1, 0, 2], false), 4 + 4);
        assert_eq!(
            worth(&[0, 0, 0, 0, 0, 1, 0, 2], true),
            2 + 2,
            "0.5 into the corner, 0.5 the other way"
        );
        assert_eq!(worth(&[0, 0, 0, 1, 0, 0, 0, 0], true), 4, "0.5 each");
        assert_eq!(worth(&[0, 0, 0, 0, 0, 0, 1, 0], true), 2 + 1, "0.5, and 0.25 into the corner");
    }
}
