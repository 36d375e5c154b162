//! How fast searches are: nodes a second and time to a depth over a suite.

use std::sync::atomic::AtomicBool;

use conjoin_core::History;
use conjoin_engine::{EngineError, PlayerOptions, Profile, Request, make_player};
use conjoin_eval::Playable;
use conjoin_search::Counters;

use crate::suite::SuiteEntry;

/// Sums over a suite.
#[derive(Clone, Debug, Default)]
pub struct SpeedRow {
    /// The profile that searched.
    pub profile: String,
    /// Positions searched.
    pub positions: usize,
    /// What was done.
    pub counters: Counters,
    /// Sum of the search times, without making tables.
    pub seconds: f64,
}

impl SpeedRow {
    /// Nodes a second.
    pub fn nodes_per_second(&self) -> f64 {
        self.counters.nodes as f64 / self.seconds.max(1e-9)
    }

    /// Mean time of a search.
    pub fn mean_seconds(&self) -> f64 {
        self.seconds / self.positions.max(1) as f64
    }
}

/// Searches every position of a suite to a depth with each profile, each time with a new table.
/// The profiles take turns, so that what disturbs the machine disturbs all of them. `progress` is
/// told how many positions are done, and ends the work by returning false.
pub fn measure<G: Playable>(
    suite: &[SuiteEntry<G::Position>],
    profiles: &[Profile<G>],
    depth: u32,
    options: &PlayerOptions,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<Vec<SpeedRow>, EngineError> {
    let row =
        |profile: &Profile<G>| SpeedRow { profile: profile.name.clone(), ..SpeedRow::default() };
    let mut rows: Vec<SpeedRow> = profiles.iter().map(row).collect();
    let request = Request { depth: Some(depth), ..Request::default() };
    for (done, entry) in suite.iter().enumerate() {
        if !progress(done) {
            break;
        }
        let game = History::new(entry.position);
        for (row, profile) in rows.iter_mut().zip(profiles) {
            let mut player = make_player(profile, options)?;
            let thought = player.think(&game, &request, &AtomicBool::new(false), &mut |_| {})?;
            row.seconds += thought.time.as_secs_f64();
            row.counters.add(&thought.counters);
            row.positions += 1;
        }
    }
    Ok(rows)
}
