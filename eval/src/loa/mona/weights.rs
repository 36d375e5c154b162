//! The weights of MONA.
//!
//! Source: `billings-bjornsson` 5.2; it prints no weights, but says what matters more.

use serde::{Deserialize, Serialize};

/// Number of features.
pub(super) const FEATURES: usize = 17;

/// Names of the weights, in order.
pub(super) const NAMES: [&str; FEATURES] = [
    "centrality",
    "mobility",
    "captures",
    "thickness",
    "threats",
    "winning_move",
    "waiting_outlier",
    "moving_outlier",
    "outlier_blocking",
    "blockade_of_main",
    "blockade_of_outliers",
    "blockade_with_foothold",
    "outliers",
    "two_outliers",
    "one_outlier",
    "to_move",
    "initiative",
];

/// Weights of [`Mona`](super::Mona): those at the start, and those that they would come to without a
/// man on the board. In between both count, by the men that are left.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MonaWeights {
    /// With all men on the board.
    pub early: MonaStage,
    /// With none.
    pub late: MonaStage,
}

impl MonaWeights {
    /// All weights in order, the early ones first.
    pub(super) fn fields(&mut self) -> impl Iterator<Item = &mut f32> {
        [&mut self.early, &mut self.late].into_iter().flat_map(MonaStage::fields)
    }
}

/// Weights of one stage of the game, in points for each unit of a feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MonaStage {
    /// Average centrality of the men's squares: 2 in a corner, 8 in the middle of 8x8.
    pub centrality: f32,
    /// Centrality of the target of a move, summed.
    pub mobility: f32,
    /// Centrality of the target of a capture, summed, besides being a move.
    pub captures: f32,
    /// Centrality of a pair of neighbours, summed over pairs.
    pub thickness: f32,
    /// A move by which the side that waits would connect its last outlier to the main group.
    pub threats: f32,
    /// Such a move of the player to move: at least one.
    pub winning_move: f32,
    /// How bad the least mobile outlier of the side that waits is, from 0 to 1.
    pub waiting_outlier: f32,
    /// The same of the player to move.
    pub moving_outlier: f32,
    /// An enemy that stands between an outlier and the main group, beside the outlier.
    pub outlier_blocking: f32,
    /// Strength of blockades of edge men that belong to the main group.
    pub blockade_of_main: f32,
    /// Strength of blockades of other edge men.
    pub blockade_of_outliers: f32,
    /// Strength of blockades with a foothold, of all edge men.
    pub blockade_with_foothold: f32,
    /// A man outside the main group.
    pub outliers: f32,
    /// Just two men outside.
    pub two_outliers: f32,
    /// Just one man outside.
    pub one_outlier: f32,
    /// The player to move.
    pub to_move: f32,
    /// The player to move, divided by the fewest outliers that a side has.
    pub initiative: f32,
}

impl MonaStage {
    /// The weights in the order of [`NAMES`].
    pub(super) fn fields(&mut self) -> [&mut f32; FEATURES] {
        [
            &mut self.centrality,
            &mut self.mobility,
            &mut self.captures,
            &mut self.thickness,
            &mut self.threats,
            &mut self.winning_move,
            &mut self.waiting_outlier,
            &mut self.moving_outlier,
            &mut self.outlier_blocking,
            &mut self.blockade_of_main,
            &mut self.blockade_of_outliers,
            &mut self.blockade_with_foothold,
            &mut self.outliers,
            &mut self.two_outliers,
            &mut self.one_outlier,
            &mut self.to_move,
            &mut self.initiative,
        ]
    }

    /// The weights in the order of [`NAMES`].
    pub(super) fn values(&self) -> [f32; FEATURES] {
        self.clone().fields().map(|weight| *weight)
    }
}

impl Default for MonaStage {
    /// Set by hand, for a start: centrality, mobility and thickness about the same, mobility a
    /// little more; threats above everything; the outlier of the side that has moved weighs more.
    fn default() -> Self {
        Self {
            centrality: 180.0,
            mobility: 3.6,
            captures: 1.8,
            thickness: 6.0,
            threats: 900.0,
            winning_move: 6000.0,
            waiting_outlier: -180.0,
            moving_outlier: -60.0,
            outlier_blocking: -24.0,
            blockade_of_main: -12.0,
            blockade_of_outliers: -24.0,
            blockade_with_foothold: -1.5,
            outliers: -18.0,
            two_outliers: 60.0,
            one_outlier: 150.0,
            to_move: 90.0,
            initiative: 180.0,
        }
    }
}
