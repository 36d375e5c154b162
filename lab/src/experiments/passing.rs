//! Is it bad to have to move? The value of positions against that of passing in them.
//!
//! Both are searched as deep: the position to a depth, and the same board with the other player to move to
//! one ply less. A null move at the root cuts nothing; a profile for this work should have none below either,
//! or the search takes for granted what is asked.
//!
//! Source: `winands-thesis` 2.4.7 says that having to move seldom worsens a position decisively.

use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::{History, NullMove as _, Position as _};
use conjoin_engine::{PlayerOptions, Profile, Request, make_player};
use conjoin_eval::Playable;
use serde::{Deserialize, Serialize};

use super::identity;
use super::manifest::{ExperimentError, Manifest, Scale};
use super::observations::{Observer, Values};
use crate::suite::SuiteEntry;

/// A profile that is asked about passing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassSpec {
    /// The profile.
    pub profile: String,
    /// Its name in formulas [default: that of the profile].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A profile, ready to be asked.
#[derive(Clone, Debug)]
pub struct PlannedPass<G: Playable> {
    name: String,
    profile: Profile<G>,
    depth: u32,
    memory: usize,
    /// Positions in which passing is no move that the player has anyway.
    positions: Vec<(String, G::Position)>,
}

impl<G: Playable> PlannedPass<G> {
    /// The profile of a manifest at a scale, with the positions of its suite.
    pub fn new(
        manifest: &Manifest,
        spec: &PassSpec,
        scale: &Scale,
        suite: &[SuiteEntry<G::Position>],
    ) -> Result<Self, ExperimentError> {
        let is_asked = |entry: &&SuiteEntry<G::Position>| {
            let position = &entry.position;
            position.outcome().is_none()
                && position.null_move().outcome().is_none()
                && !G::must_pass(position)
        };
        let positions = suite.iter().filter(is_asked).map(|entry| (entry.id(), entry.position));
        Ok(Self {
            name: spec.name.clone().unwrap_or_else(|| spec.profile.clone()),
            profile: manifest.profile(&spec.profile)?,
            depth: scale.depth.max(2),
            memory: scale.memory.max(1) << 20,
            positions: positions.collect(),
        })
    }

    /// The value of a position in points, at most twice what decides a game.
    fn value(
        &self,
        position: &G::Position,
        depth: u32,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<f64, ExperimentError> {
        let options = PlayerOptions { memory_bytes: self.memory, threads: 1, seed };
        let mut player = make_player(&self.profile, &options)?;
        let request = Request { depth: Some(depth), ..Request::default() };
        let game = History::new(*position);
        let thought = player.think(&game, &request, stop, &mut |_| {})?;
        let most = 2 * G::DECISIVE;
        Ok(f64::from(thought.score.map_or(0, |score| score.0.clamp(-most, most))))
    }
}

impl<G: Playable> Observer for PlannedPass<G> {
    fn kind(&self) -> &'static str {
        "pass"
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn blocks(&self) -> Vec<String> {
        self.positions.iter().map(|(id, _)| id.clone()).collect()
    }

    fn identity(&self) -> String {
        let engine = identity::of_engine(&self.profile.engine);
        format!("{engine} {} {}", self.depth, self.memory)
    }

    /// `value` of the position and `pass` of passing in it, from the mover's side; `better to pass`, 1 where
    /// passing is the better of the two, and `decisive`, 1 where it is better by the points that decide a game.
    fn observe(
        &self,
        block: usize,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Values>, ExperimentError> {
        let position = &self.positions[block].1;
        let value = self.value(position, self.depth, seed, stop)?;
        let pass = -self.value(&position.null_move(), self.depth - 1, seed, stop)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let yes = |is: bool| f64::from(u8::from(is));
        let found = [
            ("value", value),
            ("pass", pass),
            ("better to pass", yes(pass > value)),
            ("decisive", yes(pass - value >= f64::from(G::DECISIVE))),
        ];
        Ok(Some(found.map(|(name, value)| (name.to_owned(), value)).into()))
    }
}
