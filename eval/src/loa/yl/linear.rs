//! YL as a weighted sum: a feature counts in the phase that the game is in.

use conjoin_core::{Position as _, Side};
use conjoin_games::loa::{LineCodes, Position};

use super::line_features::{self, LINE_FEATURES};
use super::weights::NAMES;
use super::{PHASES, Yl, relieved};
use crate::linear::{Linear, to_move};
use crate::loa::line_tables::{Layout, index};
use crate::loa::mia::area;

/// Names of the phases.
const PHASE_NAMES: [&str; PHASES] = ["beginning", "middle", "endgame"];

impl Linear<Position> for Yl {
    fn names(&self) -> Vec<String> {
        let phases = PHASE_NAMES.iter();
        phases.flat_map(|phase| NAMES.iter().map(move |name| format!("{phase}.{name}"))).collect()
    }

    fn weights(&self) -> Vec<f32> {
        self.yl_weights().clone().fields().map(|weight| *weight).collect()
    }

    fn with_weights(&self, weights: &[f32]) -> Self {
        assert_eq!(weights.len(), PHASES * NAMES.len(), "one weight for each feature and phase");
        let mut changed = self.yl_weights().clone();
        for (field, weight) in changed.fields().zip(weights) {
            *field = *weight;
        }
        Self::new(changed)
    }

    fn features(&self, position: &Position) -> Vec<[f32; 2]> {
        let phase = self.phase(position);
        let mut features = vec![[0.0; 2]; PHASES * NAMES.len()];
        let active = &mut features[phase * NAMES.len()..][..NAMES.len()];
        let (size, shifts) = (position.size(), Layout::shared().shifts(position.size()));
        for (number, (_, code)) in LineCodes::new(position).iter(size).enumerate() {
            let line = &line_features::all()[index(shifts, number, code)];
            for ((sum, values), (_, unit)) in active.iter_mut().zip(line).zip(LINE_FEATURES) {
                *sum = [0, 1].map(|side| sum[side] + f32::from(values[side]) * unit);
            }
        }
        let men = |side: Side| (position.men(side), position.men(!side));
        let others = [
            Side::BOTH.map(|side| area(men(side).0)),
            Side::BOTH.map(|side| relieved(men(side).0, men(side).1, size) as f32),
            to_move(position.side_to_move()),
        ];
        active[LINE_FEATURES.len()..].copy_from_slice(&others);
        features
    }
}
