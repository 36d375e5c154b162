//! Learning what shallow searches foretell: repeatable, resumable, and true of its positions.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::folder;
use conjoin_core::{History, Position as _};
use conjoin_eval::loa::basic::Basic;
use conjoin_games::loa::{Loa, Rules, parse_position};
use conjoin_lab::learn::probcut::{self, Batch, PER_GAME, ProbCutConfig, ProbCutOptions, Source};
use conjoin_lab::run_file::Existing;
use conjoin_lab::suite;
use conjoin_search::{Limits, SearchConfig, Searcher, quiet_value};

const TABLE_BYTES: usize = 1 << 20;

fn config(positions: u32) -> ProbCutConfig {
    let (pairs, ranks) = (vec![[0, 2], [1, 3]], vec![[1, 3], [1, 2]]);
    ProbCutConfig { pairs, ranks, positions, play_depth: 1, seed: 1 }
}

/// Searches until the given number of pieces of work is done.
fn learn(
    file: &Path,
    source: &Source<Loa>,
    config: &ProbCutConfig,
    threads: usize,
    tasks: u32,
) -> Vec<Batch> {
    let seen = AtomicU32::new(0);
    let on_positions = |_| seen.fetch_add(1, Ordering::Relaxed) + 1 < tasks;
    let options = ProbCutOptions {
        run_file: file,
        existing: Existing::Continue,
        threads,
        on_positions: &on_positions,
    };
    let (eval, search) = (Basic::default(), SearchConfig::default());
    probcut::learn::<Loa, _>("basic", &eval, &search, source, config, &options)
        .expect("the run file is ours")
}

#[test]
fn the_seed_decides_and_a_stopped_run_goes_on() {
    let folder = folder("probcut-resume");
    let source = Source::SelfPlay;
    let config = config(10 * PER_GAME);
    let whole = learn(&folder.join("whole"), &source, &config, 1, u32::MAX);
    assert_eq!(whole.len(), 10);
    assert!(whole.iter().all(|batch| batch.samples.len() <= PER_GAME as usize));
    assert_eq!(learn(&folder.join("threads"), &source, &config, 3, u32::MAX), whole);
    let broken = folder.join("broken");
    for _ in 0..4 {
        learn(&broken, &source, &config, 1, 2);
    }
    let mut torn = std::fs::read(&broken).expect("the run file");
    torn.truncate(torn.len() - 10);
    std::fs::write(&broken, torn).expect("the run file");
    assert_eq!(learn(&broken, &source, &config, 2, u32::MAX), whole, "in pieces as in one");
    let half = ProbCutConfig { positions: 5 * PER_GAME, ..config.clone() };
    assert_eq!(learn(&broken, &source, &half, 1, u32::MAX), whole[..5], "a part of it");
    let other = ProbCutConfig { seed: 2, ..config };
    assert_ne!(learn(&folder.join("other"), &source, &other, 1, u32::MAX), whole);
    drop(std::fs::remove_dir_all(folder));
}

#[test]
fn values_and_ranks_are_those_of_searches() {
    let folder = folder("probcut-values");
    let entries = suite::built_in::<Loa>("speed-50").expect("built in");
    let positions = entries.iter().map(|entry| entry.position).take(12).collect();
    let source = Source::Given { title: "a suite".into(), positions };
    let config = config(100);
    let batches = learn(&folder.join("run"), &source, &config, 2, u32::MAX);
    assert_eq!(batches.len(), 12, "no more than there are");
    let (eval, search) = (Basic::default(), SearchConfig::default());
    for sample in batches.iter().flat_map(|batch| &batch.samples) {
        let position = parse_position(&sample.position, Rules::OLYMPIAD).expect("a position");
        let game = History::new(position);
        let quiet = quiet_value(&eval, &position, search.quiescence.as_ref());
        assert_eq!(sample.values[0], quiet.0);
        let mut best = Vec::new();
        let mut searcher =
            Searcher::new(search.clone(), eval.clone(), TABLE_BYTES, 1).expect("one");
        for depth in 1..=3 {
            let mut fresh =
                Searcher::new(search.clone(), eval.clone(), TABLE_BYTES, 1).expect("one");
            let found = fresh.search(&game, &Limits::depth(depth), |_| {});
            if let Some(&value) = sample.values.get(depth as usize) {
                assert_eq!(value, found.score.0, "depth {depth} of {position}");
            } else {
                assert!(found.score.plies_to_end().is_some(), "depth {depth} of {position}");
            }
            best.push(found.best_move.expect("the game goes on"));
        }
        // The order before the search to depth 2, in which the moves of depths 1 and 2 are looked for.
        searcher.search(&game, &Limits::depth(1), |_| {});
        let order = searcher.move_order(&game);
        assert_eq!(order.len(), position.legal_moves().len());
        if let Some([short, deep]) = sample.ranks[1] {
            assert_eq!(short, 0, "the table knows the best move of depth 1");
            assert_eq!(order[deep], best[1]);
        }
    }
    for pair in [[0, 2], [1, 3]] {
        let fit = probcut::fit(&batches, pair).expect("enough positions");
        assert!(fit.a > 0.0 && fit.r > 0.0 && fit.positions <= 12, "{fit:?}");
    }
    let asked = |number: usize| {
        let samples = batches.iter().flat_map(|batch| &batch.samples);
        samples.filter(|sample| sample.ranks[number].is_some()).count() as u64
    };
    for number in 0..2 {
        assert_eq!(probcut::ranks(&batches, &config, number).positions(), asked(number));
    }
    drop(std::fs::remove_dir_all(folder));
}

#[test]
fn depths_without_sense_are_refused() {
    let with = |pairs, ranks| ProbCutConfig { pairs, ranks, ..config(50) }.checked();
    assert!(with(vec![[0, 1]], vec![]).is_ok());
    for (pairs, ranks, says) in [
        (vec![], vec![], "no pairs"),
        (vec![[2, 2]], vec![], "2:2: expected 0 <= shallow"),
        (vec![[-1, 2]], vec![], "-1:2"),
        (vec![], vec![[0, 2]], "0:2: expected 0 < short"),
        (vec![[0, 99]], vec![], "0:99"),
    ] {
        let reason = with(pairs, ranks).expect_err(says);
        assert!(reason.contains(says), "{reason}");
    }
}
