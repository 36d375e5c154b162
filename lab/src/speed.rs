//! How fast a search is: nodes a second and time to a depth over a suite.

use std::time::Instant;

use conjoin_core::History;
use conjoin_core::table::TableError;
use conjoin_eval::basic::Basic;
use conjoin_search::{Counters, Limits, SearchConfig, Searcher};

use crate::suite::SuiteEntry;

/// Sums over a suite.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpeedRow {
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

/// Searches every position of a suite to a depth, one after the other, each with a new table.
/// `progress` is told how many are done, and ends the work by returning false.
pub fn measure(
    suite: &[SuiteEntry],
    config: &SearchConfig,
    depth: u32,
    threads: usize,
    table_bytes: usize,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<SpeedRow, TableError> {
    let mut row = SpeedRow::default();
    for entry in suite {
        if !progress(row.positions) {
            break;
        }
        let mut searcher = Searcher::new(config.clone(), Basic::default(), table_bytes, threads)?;
        let start = Instant::now();
        let answer = searcher.search(&History::new(entry.position), &Limits::depth(depth), |_| {});
        row.seconds += start.elapsed().as_secs_f64();
        row.counters.add(&answer.counters);
        row.positions += 1;
    }
    Ok(row)
}
