//! The weights of YL.
//!
//! Source: `billings-bjornsson` 4.2; it prints no weights.

use serde::{Deserialize, Serialize};

use super::line_features::LINE_FEATURES;

/// Names of the weights of a phase, in order: first those of the line tables.
pub(super) const NAMES: [&str; 16] = [
    "material",
    "connections",
    "moves",
    "captures",
    "connecting",
    "disconnecting",
    "centrality",
    "control",
    "edge",
    "escapes",
    "gaps",
    "obstructions",
    "blockage",
    "bounding_box",
    "foothold",
    "to_move",
];

/// Weights of one phase of the game, in points for each unit of a feature.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct YlPhase {
    /// A man: a slight dislike that grows.
    pub material: f32,
    /// A pair of neighbours.
    pub connections: f32,
    /// A move.
    pub moves: f32,
    /// A capture, besides being a move.
    pub captures: f32,
    /// A move that ends beside an own man of its line, besides.
    pub connecting: f32,
    /// A move that starts beside an own man of its line, besides.
    pub disconnecting: f32,
    /// A square that a man is away from an edge, by file and by rank.
    pub centrality: f32,
    /// A square that the target of a move is away from an edge, by file and by rank.
    pub control: f32,
    /// A man on the edge, twice for a corner.
    pub edge: f32,
    /// A move away from the edge.
    pub escapes: f32,
    /// A square between men of a line that no own man stands on.
    pub gaps: f32,
    /// An enemy between men of a line.
    pub obstructions: f32,
    /// A square that a man of the edge cannot reach because the enemy stands in the way.
    pub blockage: f32,
    /// A square of the smallest box around the men.
    pub bounding_box: f32,
    /// A square of blockage that a foothold makes up for.
    pub foothold: f32,
    /// The player to move.
    pub to_move: f32,
}

impl YlPhase {
    /// The weights in the order of [`NAMES`].
    pub(super) fn fields(&mut self) -> [&mut f32; NAMES.len()] {
        [
            &mut self.material,
            &mut self.connections,
            &mut self.moves,
            &mut self.captures,
            &mut self.connecting,
            &mut self.disconnecting,
            &mut self.centrality,
            &mut self.control,
            &mut self.edge,
            &mut self.escapes,
            &mut self.gaps,
            &mut self.obstructions,
            &mut self.blockage,
            &mut self.bounding_box,
            &mut self.foothold,
            &mut self.to_move,
        ]
    }

    /// The weights of the line features for a unit of the tables.
    pub(super) fn line_weights(&self) -> [f32; LINE_FEATURES.len()] {
        let weights = self.clone().fields().map(|weight| *weight);
        std::array::from_fn(|i| weights[i] * LINE_FEATURES[i].1)
    }
}

/// Weights of [`Yl`](super::Yl) for the three phases of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct YlWeights {
    /// The middle game begins when no more than this part of the men of the start is left.
    pub middle_from: f32,
    /// The endgame begins when no more than this part is left.
    pub endgame_from: f32,
    /// The beginning.
    pub beginning: YlPhase,
    /// The middle game.
    pub middle: YlPhase,
    /// The endgame.
    pub endgame: YlPhase,
}

impl YlWeights {
    /// The weights of a phase; anything above 1 is the endgame.
    #[inline(always)]
    pub fn phase(&self, number: usize) -> &YlPhase {
        match number {
            0 => &self.beginning,
            1 => &self.middle,
            _ => &self.endgame,
        }
    }

    /// All weights in order, phase by phase.
    pub(super) fn fields(&mut self) -> impl Iterator<Item = &mut f32> {
        [&mut self.beginning, &mut self.middle, &mut self.endgame]
            .into_iter()
            .flat_map(YlPhase::fields)
    }
}

impl Default for YlWeights {
    /// Set by hand, for a start: what the paper says of their signs and order.
    fn default() -> Self {
        let beginning = YlPhase {
            material: -6.0,
            connections: 30.0,
            moves: 18.0,
            captures: 12.0,
            connecting: 9.0,
            disconnecting: -6.0,
            centrality: 27.0,
            control: 3.0,
            edge: -24.0,
            escapes: 6.0,
            gaps: -6.0,
            obstructions: -9.0,
            blockage: -6.0,
            bounding_box: -3.0,
            foothold: 4.5,
            to_move: 120.0,
        };
        let middle = YlPhase {
            material: -18.0,
            connections: 48.0,
            gaps: -12.0,
            bounding_box: -12.0,
            to_move: 150.0,
            ..beginning.clone()
        };
        let endgame = YlPhase {
            material: -36.0,
            connections: 72.0,
            gaps: -18.0,
            bounding_box: -24.0,
            to_move: 180.0,
            ..beginning.clone()
        };
        Self { middle_from: 0.85, endgame_from: 0.65, beginning, middle, endgame }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_line_features_come_first() {
        for ((name, _), known) in LINE_FEATURES.iter().zip(NAMES) {
            assert_eq!(*name, known);
        }
    }
}
