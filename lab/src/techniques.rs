//! What each technique of the search is worth: nodes to a fixed depth over a suite, with
//! everything on and with one technique off.

use std::time::Instant;

use conjoin_core::History;
use conjoin_core::table::TableError;
use conjoin_eval::Playable;
use conjoin_search::{
    Counters, HistoryKind, Limits, OrderingKind, OrderingParams, SearchConfig, Searcher,
};

use crate::suite::SuiteEntry;
use crate::work_queue;

/// Table of each search: enough for the depths in question, small enough to be made quickly.
const TABLE_BYTES: usize = 64 << 20;

/// One configuration measured.
#[derive(Clone, Debug)]
pub struct TechniqueRow {
    /// What is switched off, or otherwise different.
    pub name: &'static str,
    /// Sums over the suite.
    pub counters: Counters,
    /// Sum of the search times.
    pub seconds: f64,
    /// Positions with the same value as with everything on.
    pub same_value: usize,
}

/// The configurations: everything on, then each technique off or exchanged.
pub fn variants() -> Vec<(&'static str, SearchConfig)> {
    let full = SearchConfig::default;
    let order = |ordering: OrderingParams| SearchConfig { ordering, ..full() };
    vec![
        ("everything on", full()),
        ("no table", SearchConfig { table: None, transposition_cutoffs: None, ..full() }),
        ("no transposition cut-offs", SearchConfig { transposition_cutoffs: None, ..full() }),
        ("no killers", order(OrderingParams { killers: 0, ..OrderingParams::default() })),
        (
            "no history",
            order(OrderingParams { history: HistoryKind::None, ..OrderingParams::default() }),
        ),
        (
            "plain history",
            order(OrderingParams { history: HistoryKind::History, ..OrderingParams::default() }),
        ),
        (
            "butterfly",
            order(OrderingParams { history: HistoryKind::Butterfly, ..OrderingParams::default() }),
        ),
        (
            "with countermove",
            order(OrderingParams { countermove: true, ..OrderingParams::default() }),
        ),
        (
            "static order (MONA)",
            order(OrderingParams { kind: OrderingKind::Static, ..OrderingParams::default() }),
        ),
        (
            "hierarchical order (YL)",
            order(OrderingParams { kind: OrderingKind::Hierarchical, ..OrderingParams::default() }),
        ),
        ("no null move", SearchConfig { null_move: None, ..full() }),
        ("no multi-cut at CUT nodes", SearchConfig { multi_cut_cut: None, ..full() }),
        ("no multi-cut at ALL nodes", SearchConfig { multi_cut_all: None, ..full() }),
        ("no forward pruning", full().without_forward_pruning()),
        ("no PVS additions", SearchConfig { pvs_additions: false, ..full() }),
        ("no quiescence", SearchConfig { quiescence: None, ..full() }),
    ]
}

/// Measures all configurations on a suite, on several threads; each search has one. `progress` is
/// told how many searches are done, and ends the work by returning false.
pub fn measure<G: Playable>(
    suite: &[SuiteEntry<G::Position>],
    depth: u32,
    threads: usize,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Option<Vec<TechniqueRow>>, TableError> {
    let variants = variants();
    let total = variants.len() * suite.len();
    let search = |task: usize| -> Result<(Counters, f64, i32), TableError> {
        let (_, config) = &variants[task / suite.len()];
        let game = History::new(suite[task % suite.len()].position);
        let mut searcher = Searcher::new(config.clone(), G::Effort::default(), TABLE_BYTES, 1)?;
        let start = Instant::now();
        let answer = searcher.search(&game, &Limits::depth(depth), |_| {});
        Ok((answer.counters, start.elapsed().as_secs_f64(), answer.score.0))
    };
    let results = work_queue::collect(total, threads, &search, &mut |done| progress(done, total))?;
    let Some(results) = results else { return Ok(None) };
    let rows = variants.iter().zip(results.chunks(suite.len())).map(|((name, _), chunk)| {
        let mut row =
            TechniqueRow { name, counters: Counters::default(), seconds: 0.0, same_value: 0 };
        for ((counters, seconds, score), (_, _, full)) in chunk.iter().zip(&results) {
            row.counters.add(counters);
            row.seconds += seconds;
            row.same_value += usize::from(score == full);
        }
        row
    });
    Ok(Some(rows.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_games::loa::Loa;

    #[test]
    fn pruning_saves_nodes_and_the_measurement_repeats() {
        let suite = &crate::suite::built_in::<Loa>("speed-50").unwrap()[..4];
        let rows = measure::<Loa>(suite, 4, 2, &mut |_, _| true).unwrap().unwrap();
        let again = measure::<Loa>(suite, 4, 1, &mut |_, _| true).unwrap().unwrap();
        for (row, same) in rows.iter().zip(&again) {
            assert_eq!(row.counters, same.counters, "{}", row.name);
        }
        let nodes = |name| rows.iter().find(|row| row.name == name).unwrap().counters.nodes;
        assert!(nodes("no forward pruning") > nodes("everything on"));
        assert!(nodes("no table") > nodes("everything on"));
    }
}
