//! Features drawn on a board, for people who want to see what an evaluator sees.

use std::str::FromStr;

use conjoin_core::{Mark, NullMove, Position as _, Side};
use conjoin_games::loa::{Position, Square, connection, squares};

use crate::UnknownFeature;
use crate::loa::bits::{EDGE, SECOND, grown};
use crate::loa::mia::square_value;

/// A feature that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Every man with the number of its moves, and an arrow for each capture.
    Mobility,
    /// Men of the edge that the enemy keeps from the centre, with the directions that are blocked.
    Walls,
    /// The centre of mass of each side.
    CentreOfMass,
    /// The centres of mass, and each man's distance to its own.
    Concentration,
    /// The value of each man's square in MIA's table.
    Centralisation,
    /// Squares of four with three or four men of a side.
    Quads,
    /// The men of each group by number, the largest groups tinted.
    Groups,
    /// Men of the edge with enemies on the second line before them, and footholds.
    Blockades,
    /// The smallest boxes around the men.
    Area,
}

/// All features, in the order of their names.
const ALL: [Feature; 9] = [
    Feature::Mobility,
    Feature::Walls,
    Feature::CentreOfMass,
    Feature::Concentration,
    Feature::Centralisation,
    Feature::Quads,
    Feature::Groups,
    Feature::Blockades,
    Feature::Area,
];

impl FromStr for Feature {
    type Err = UnknownFeature;

    /// British or American, with `-` or `_`.
    fn from_str(text: &str) -> Result<Self, UnknownFeature> {
        let name = text.to_lowercase().replace('_', "-");
        let name = name.replace("center", "centre").replace("ization", "isation");
        let place = Self::NAMES.iter().position(|known| *known == name);
        place.map(|i| ALL[i]).ok_or_else(|| UnknownFeature::new(text, &Self::NAMES))
    }
}

impl Feature {
    /// The names of all features.
    pub const NAMES: [&'static str; 9] = [
        "mobility",
        "walls",
        "centre-of-mass",
        "concentration",
        "centralisation",
        "quads",
        "groups",
        "blockades",
        "area",
    ];

    /// What to draw over the board.
    pub fn marks(self, position: &Position) -> Vec<Mark> {
        let sides = Side::BOTH.into_iter();
        sides.flat_map(|side| self.marks_of(position, side)).collect()
    }

    fn marks_of(self, position: &Position, side: Side) -> Vec<Mark> {
        let (own, enemy) = (position.men(side), position.men(!side));
        let size = usize::from(position.size()) % EDGE.len();
        match self {
            Self::Mobility => mobility(position, side),
            Self::Walls => squares(own & EDGE[size])
                .flat_map(|man| {
                    let beside = grown(man.bit()) & enemy;
                    let inward = squares(beside).filter(move |&to| leaves_edge(man, to, size));
                    let arrows: Vec<Mark> = inward
                        .map(|to| Mark::Arrow { from: man.place(), to: to.place(), side })
                        .collect();
                    let is_wall = arrows.len() >= 2;
                    let tint = is_wall.then_some(Mark::Tint { place: man.place(), side: None });
                    tint.into_iter().chain(is_wall.then_some(arrows).into_iter().flatten())
                })
                .collect(),
            Self::CentreOfMass => vec![Mark::Cross { place: centre(own), side }],
            Self::Concentration => {
                let (file, rank) = centre(own);
                let labels = squares(own).map(|square| {
                    let files = (f32::from(square.file()) - file).abs();
                    let ranks = (f32::from(square.rank()) - rank).abs();
                    Mark::Label { place: square.place(), text: format!("{:.1}", files.max(ranks)) }
                });
                labels.chain([Mark::Cross { place: (file, rank), side }]).collect()
            }
            Self::Centralisation => squares(own)
                .map(|square| {
                    let value = square_value(square, position.size());
                    Mark::Label { place: square.place(), text: value.to_string() }
                })
                .collect(),
            Self::Quads => quads(own, side),
            Self::Groups => groups(own, side),
            Self::Blockades => {
                let second = SECOND[size];
                let (edge_men, blockers) = (own & EDGE[size], enemy & second);
                let blocked = edge_men & grown(blockers);
                let footholds = own & second & grown(edge_men);
                let tint = |set, side| {
                    squares(set).map(move |square| Mark::Tint { place: square.place(), side })
                };
                let label =
                    |square: Square| Mark::Label { place: square.place(), text: "F".into() };
                tint(blocked, Some(side))
                    .chain(tint(blockers & grown(blocked), None))
                    .chain(squares(footholds).map(label))
                    .collect()
            }
            Self::Area => frame(own, side).into_iter().collect(),
        }
    }
}

/// Does a step lead away from the edge that a man stands on? From a corner every step does.
fn leaves_edge(from: Square, to: Square, size: usize) -> bool {
    let last = size as u8 - 1;
    let on_edge = |place: u8| place == 0 || place == last;
    match (on_edge(from.file()), on_edge(from.rank())) {
        (true, true) => true,
        (true, false) => to.file() != from.file(),
        _ => to.rank() != from.rank(),
    }
}

fn mobility(position: &Position, side: Side) -> Vec<Mark> {
    let asked = if position.side_to_move() == side { *position } else { position.null_move() };
    let mut moves = Vec::new();
    asked.moves(&mut moves);
    moves.retain(|mv| !mv.is_pass());
    let arrows = moves.iter().filter(|mv| mv.is_capture());
    let arrows =
        arrows.map(|mv| Mark::Arrow { from: mv.from().place(), to: mv.to().place(), side });
    let counts = squares(position.men(side)).map(|square| {
        let count = moves.iter().filter(|mv| mv.from() == square).count();
        Mark::Label { place: square.place(), text: count.to_string() }
    });
    arrows.chain(counts).collect()
}

/// The mean file and rank of the men.
fn centre(men: u64) -> (f32, f32) {
    let count = men.count_ones().max(1) as f32;
    let mean = |of: fn(Square) -> u8| squares(men).map(|s| f32::from(of(s))).sum::<f32>() / count;
    (mean(Square::file), mean(Square::rank))
}

fn quads(men: u64, side: Side) -> Vec<Mark> {
    let mut marks = Vec::new();
    for from in (0..8).flat_map(|rank| (0..8).filter_map(move |file| Square::new(file, rank))) {
        let Some(to) = Square::new(from.file() + 1, from.rank() + 1) else { continue };
        let corners = [(from.file(), to.rank()), (to.file(), from.rank())];
        let others = corners.into_iter().filter_map(|(file, rank)| Square::new(file, rank));
        let set = others.fold(from.bit() | to.bit(), |set, square| set | square.bit());
        if (men & set).count_ones() >= 3 {
            marks.push(Mark::Frame { from: from.place(), to: to.place(), side });
        }
    }
    marks
}

fn groups(men: u64, side: Side) -> Vec<Mark> {
    let (mut groups, mut rest) = (Vec::new(), men);
    while let Some(square) = squares(rest).next() {
        let group = connection::group_of(men, square);
        groups.push(group);
        rest &= !group;
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.count_ones()));
    let largest = groups.first().map_or(0, |group| group.count_ones());
    let mut marks = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        for square in squares(*group) {
            if group.count_ones() == largest {
                marks.push(Mark::Tint { place: square.place(), side: Some(side) });
            }
            marks.push(Mark::Label { place: square.place(), text: (number + 1).to_string() });
        }
    }
    marks
}

/// The smallest box around the men.
fn frame(men: u64, side: Side) -> Option<Mark> {
    let files = || squares(men).map(Square::file);
    let ranks = || squares(men).map(Square::rank);
    let from = Square::new(files().min()?, ranks().min()?)?;
    let to = Square::new(files().max()?, ranks().max()?)?;
    Some(Mark::Frame { from: from.place(), to: to.place(), side })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::mia::Walls;
    use conjoin_core::conformance::random_games;
    use conjoin_games::loa::Rules;

    fn count(marks: &[Mark], is_wanted: fn(&Mark) -> bool) -> usize {
        marks.iter().filter(|mark| is_wanted(mark)).count()
    }

    #[test]
    fn names_are_read_in_both_spellings() {
        for (name, feature) in Feature::NAMES.into_iter().zip(ALL) {
            assert_eq!(name.parse(), Ok(feature));
        }
        assert_eq!("center_of_mass".parse(), Ok(Feature::CentreOfMass));
        let error = "warp".parse::<Feature>().unwrap_err().to_string();
        assert!(error.contains("\"warp\"") && error.contains("mobility"), "{error}");
    }

    #[test]
    fn pictures_show_what_the_features_count() {
        random_games(&Position::start(7, Rules::OLYMPIAD), 20, 1, |history| {
            let position = history.current();
            let (black, white) = (position.men(Side::First), position.men(Side::Second));
            let men = (black | white).count_ones() as usize;
            let mobility = Feature::Mobility.marks(position);
            let shown: usize = mobility
                .iter()
                .filter_map(|mark| match mark {
                    Mark::Label { text, .. } => text.parse::<usize>().ok(),
                    _ => None,
                })
                .sum();
            let moves: u32 = Side::BOTH.iter().map(|&side| position.count_board_moves(side)).sum();
            assert_eq!(shown, moves as usize, "{position:?}");
            let walls = Feature::Walls.marks(position);
            let walled = count(&walls, |mark| matches!(mark, Mark::Tint { .. }));
            let [of_black, of_white] =
                [Walls::around(black, white, 7), Walls::around(white, black, 7)];
            let least = of_black.two + of_white.two + (of_black.three + of_white.three).div_ceil(2);
            let most = of_black.two + of_white.two + of_black.three + of_white.three;
            assert!((least..=most).contains(&(walled as u32)), "{position:?}");
            for feature in [Feature::Groups, Feature::Centralisation, Feature::Concentration] {
                let marks = feature.marks(position);
                let labels = count(&marks, |mark| matches!(mark, Mark::Label { .. }));
                assert_eq!(labels, men, "{feature:?} of {position:?}");
            }
            assert_eq!(Feature::Area.marks(position).len(), 2);
            assert_eq!(Feature::CentreOfMass.marks(position).len(), 2);
        });
    }

    #[test]
    fn quads_and_blockades_are_found() {
        let position: Position = "8/1w6/wb6/wb6/1b6/3w4/8/8 b".parse().unwrap();
        let bent: Position = "8/8/8/wb6/bb6/3w4/8/8 b".parse().unwrap();
        let quads = Feature::Quads.marks(&bent);
        assert_eq!(count(&quads, |mark| matches!(mark, Mark::Frame { .. })), 1, "a4 b4 b5");
        assert_eq!(Feature::Quads.marks(&position), []);
        let blockades = Feature::Blockades.marks(&position);
        let footholds = count(&blockades, |mark| matches!(mark, Mark::Label { .. }));
        let tinted = count(&blockades, |mark| matches!(mark, Mark::Tint { .. }));
        assert_eq!((footholds, tinted), (1, 2 + 3));
    }
}
