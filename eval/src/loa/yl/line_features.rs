//! What YL sees on a line.
//!
//! Source: `billings-bjornsson` 4.2.
//! Differs: where the paper has words only, the measure is ours: it stands with each feature.

use std::sync::LazyLock;

use conjoin_core::Side;

use crate::loa::line_tables::{ENTRIES, Layout, Pattern};

/// The features of a line, in order, and what a unit of the table is worth.
pub(super) const LINE_FEATURES: [(&str, f32); 13] = [
    // Every man stands on four lines.
    ("material", 0.25),
    ("connections", 1.0),
    ("moves", 1.0),
    ("captures", 1.0),
    ("connecting", 1.0),
    ("disconnecting", 1.0),
    ("centrality", 1.0),
    ("control", 1.0),
    ("edge", 1.0),
    ("escapes", 1.0),
    ("gaps", 1.0),
    ("obstructions", 1.0),
    ("blockage", 1.0),
];

/// The features of a pattern, of Black and White.
pub(super) type LineFeatures = [[i8; 2]; LINE_FEATURES.len()];

static ALL: LazyLock<Vec<LineFeatures>> = LazyLock::new(|| {
    let mut all = vec![[[0; 2]; LINE_FEATURES.len()]; ENTRIES];
    Layout::shared().for_each(|index, pattern| {
        let [black, white] = Side::BOTH.map(|side| features(&pattern, side));
        all[index] = std::array::from_fn(|i| [black[i], white[i]]);
    });
    all
});

/// The features of all patterns, by index.
pub(super) fn all() -> &'static [LineFeatures] {
    &ALL
}

/// What one side has on a line.
fn features(pattern: &Pattern<'_>, side: Side) -> [i8; LINE_FEATURES.len()] {
    let last = pattern.len() - 1;
    let places: Vec<usize> = pattern.places(side).collect();
    let from_edge = |place: usize| place.min(last - place);
    // Only lines that lead away from the edge; from a corner every line does.
    let is_end = |place: usize| place == 0 || place == last;
    let is_along_edge = pattern.is_orthogonal && pattern.offset == 0;
    let (mut captures, mut connecting, mut disconnecting) = (0, 0, 0);
    let (mut moves, mut control, mut escapes) = (0, 0, 0);
    for mv in pattern.moves(side) {
        moves += 1;
        captures += i32::from(mv.is_capture);
        // Beside one's own on the line after the move, and before it.
        let beside = |place: usize, but: usize| {
            [place.checked_sub(1), Some(place + 1)]
                .into_iter()
                .any(|place| place != Some(but) && pattern.has(side, place))
        };
        connecting += i32::from(beside(mv.to, mv.from));
        disconnecting += i32::from(beside(mv.from, mv.from));
        // How central the square is that could be entered.
        let (file, rank) = pattern.edge_distances(mv.to);
        control += file + rank;
        escapes += i32::from(is_end(mv.from) && !is_along_edge);
    }
    let connections = places.windows(2).filter(|pair| pair[0] + 1 == pair[1]).count();
    // Both distances from the edge of a man are found, one on its rank and one on its file.
    // A man in a corner stands on two edges.
    let (centrality, edge) = if pattern.is_orthogonal {
        let centrality = places.iter().map(|&place| from_edge(place)).sum();
        (centrality, places.iter().filter(|&&place| is_end(place)).count())
    } else {
        (0usize, 0)
    };
    let between = match places[..] {
        [first, .., last] => first + 1..last,
        _ => 0..0,
    };
    let obstructions = between.clone().filter(|&place| pattern.has(!side, Some(place))).count();
    let gaps = between.len() - places.len().saturating_sub(2).min(between.len());
    let values = [
        places.len() as i32,
        connections as i32,
        moves,
        captures,
        connecting,
        disconnecting,
        centrality as i32,
        control as i32,
        edge as i32,
        escapes,
        gaps as i32,
        obstructions as i32,
        blockage(pattern, side),
    ];
    values.map(|value| value as i8)
}

/// The squares that men at the ends of the line cannot go to because the enemy stands beside
/// them.
fn blockage(pattern: &Pattern<'_>, side: Side) -> i32 {
    if pattern.len() < 3 {
        return 0;
    }
    let last = pattern.len() - 1;
    let blocked = [(0, 1), (last, last - 1)]
        .into_iter()
        .filter(|&(end, beside)| pattern.has(side, Some(end)) && pattern.has(!side, Some(beside)))
        .count();
    (blocked * (pattern.len() - 2)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(digits: &[u8], offset: usize, name: &str) -> i8 {
        let pattern = Pattern { size: 8, is_orthogonal: true, offset, digits };
        let number = LINE_FEATURES.iter().position(|(known, _)| *known == name).expect("known");
        features(&pattern, Side::First)[number]
    }

    #[test]
    fn moves_are_of_four_kinds() {
        // Three men: b jumps over c to e, and c goes to f; the white man on h is out of reach.
        let line = [0, 1, 1, 0, 0, 0, 0, 2];
        assert_eq!(of(&line, 3, "moves"), 2);
        assert_eq!(of(&line, 3, "captures"), 0);
        assert_eq!(of(&line, 3, "connecting"), 0);
        assert_eq!(of(&line, 3, "disconnecting"), 2);
        // Two men: a goes to c and d to b, each beside the other then, or d to f.
        let line = [1, 0, 0, 1, 0, 0, 0, 0];
        assert_eq!(of(&line, 3, "moves"), 3);
        assert_eq!(of(&line, 3, "connecting"), 2);
        let line = [1, 0, 0, 2, 0, 0, 0, 2];
        assert_eq!(of(&line, 3, "captures"), 1);
    }

    #[test]
    fn gaps_and_obstructions_lie_between_men() {
        let line = [1, 0, 2, 1, 0, 0, 1, 0];
        assert_eq!(of(&line, 3, "gaps"), 4);
        assert_eq!(of(&line, 3, "obstructions"), 1);
        assert_eq!(of(&[0, 0, 0, 1, 0, 0, 0, 0], 3, "gaps"), 0);
        assert_eq!(of(&[0, 0, 0, 1, 1, 0, 0, 0], 3, "gaps"), 0);
        assert_eq!(of(&[0; 8], 3, "gaps"), 0);
    }

    #[test]
    fn edge_men_may_escape() {
        let line = [1, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!((of(&line, 3, "edge"), of(&line, 3, "escapes")), (1, 1));
        let line = [1, 2, 0, 0, 0, 0, 0, 0];
        assert_eq!((of(&line, 3, "edge"), of(&line, 3, "escapes")), (1, 0));
        assert_eq!(of(&[1, 0, 0, 0, 0, 0, 0, 0], 0, "escapes"), 0, "along the edge");
    }

    #[test]
    fn a_blocked_line_costs_the_squares_behind_the_blocker() {
        assert_eq!(of(&[1, 2, 0, 0, 0, 0, 0, 0], 3, "blockage"), 6);
        assert_eq!(of(&[1, 0, 2, 0, 0, 0, 0, 0], 3, "blockage"), 0);
        assert_eq!(of(&[1, 2, 0, 0, 0, 0, 2, 1], 3, "blockage"), 12);
        // A man on a5, with b4, b5 and b6 taken, loses 6 + 2 + 3 squares: 11 in all.
        let diagonal = |len: usize| {
            let mut digits = vec![0; len];
            digits[..2].copy_from_slice(&[1, 2]);
            let pattern =
                Pattern { size: 8, is_orthogonal: false, offset: 8 - len, digits: &digits };
            blockage(&pattern, Side::First)
        };
        assert_eq!(6 + diagonal(4) + diagonal(5), 11);
        assert_eq!(diagonal(3), 1);
    }

    #[test]
    fn centrality_counts_from_the_ends() {
        assert_eq!(of(&[1, 0, 0, 1, 1, 0, 0, 0], 3, "centrality"), 6);
        assert_eq!(of(&[0, 0, 0, 1, 0, 0, 0, 0], 3, "control"), 5 + 6);
    }

    #[test]
    fn no_feature_is_too_large_for_its_table() {
        for features in all() {
            for [black, white] in features {
                assert!(black.checked_sub(*white).is_some() && *black >= 0 && *white >= 0);
            }
        }
    }
}
