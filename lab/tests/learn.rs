//! Learning: repeatable, resumable, and it learns.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::folder;
use conjoin_core::conformance::random_games;
use conjoin_core::mix::split_mix;
use conjoin_core::{Position as _, Side};
use conjoin_eval::loa::mia::{Mia, MiaWeights};
use conjoin_eval::{Evaluator as _, Linear, weighted_sum};
use conjoin_games::loa::{Loa, Position, Rules, parse_position};
use conjoin_lab::learn::self_play::{LearningGame, Thought};
use conjoin_lab::learn::{self, Event, LearnConfig, LearnOptions, Method, Round, scale};
use conjoin_lab::run_file::Existing;
use conjoin_search::SearchConfig;

/// Weights as they are after learning: no round numbers, which have to survive the run file.
fn learned() -> Mia {
    Mia::new(MiaWeights {
        concentration: 31.336,
        centralisation: 30.1,
        mobility: 29.712_35,
        area: 30.777_771,
        to_move: 30.0,
        ..MiaWeights::default()
    })
}

/// Learns until the given number of events has come.
fn learn(file: &Path, config: &LearnConfig, threads: usize, events: u32) -> Vec<Round> {
    let seen = AtomicU32::new(0);
    let on_event = |_: Event<'_>| seen.fetch_add(1, Ordering::Relaxed) + 1 < events;
    let options =
        LearnOptions { run_file: file, existing: Existing::Continue, threads, on_event: &on_event };
    learn::learn::<Loa, _>("mia", &learned(), &SearchConfig::default(), config, &options)
        .expect("the run file is ours")
}

#[test]
fn the_seed_decides_and_a_stopped_run_goes_on() {
    let folder = folder("resume");
    for method in [Method::Regression, Method::TdLeaf] {
        let config =
            LearnConfig { method, rounds: 3, games: 6, depth: 1, ..LearnConfig::default() };
        let whole = learn(&folder.join(format!("{method:?}-whole")), &config, 1, u32::MAX);
        let threads = learn(&folder.join(format!("{method:?}-threads")), &config, 3, u32::MAX);
        assert_eq!(whole.len(), 3);
        assert_eq!(whole, threads, "the number of threads changes nothing");
        let broken = folder.join(format!("{method:?}-broken"));
        for _ in 0..7 {
            learn(&broken, &config, 1, 3);
        }
        let mut torn = std::fs::read(&broken).expect("the run file");
        torn.truncate(torn.len() - 10);
        std::fs::write(&broken, torn).expect("the run file");
        assert_eq!(learn(&broken, &config, 2, u32::MAX), whole, "in pieces as in one");
        let other = LearnConfig { seed: 2, ..config };
        let other = learn(&folder.join(format!("{method:?}-other")), &other, 1, u32::MAX);
        assert_ne!(other[2].weights, whole[2].weights, "another seed, other games");
    }
    drop(std::fs::remove_dir_all(folder));
}

/// Features are fitted to the positions that were evaluated, so each has to have its search's score.
#[test]
fn learning_looks_at_the_positions_that_were_evaluated() {
    let folder = folder("leaves");
    let file = folder.join("run");
    let config = LearnConfig { rounds: 1, games: 6, depth: 3, ..LearnConfig::default() };
    learn(&file, &config, 1, u32::MAX);
    let games = learn::read_games::<Loa>(&file).expect("the run file");
    let eval = learned();
    let thoughts: Vec<&Thought> = games.iter().flat_map(|game| &game.thoughts).collect();
    for thought in &thoughts {
        let leaf = parse_position(&thought.leaf, Rules::OLYMPIAD).expect("a position");
        let points = eval.evaluate(&eval.state(&leaf), &leaf);
        let sign = if leaf.side_to_move() == Side::First { 1 } else { -1 };
        assert_eq!(sign * points, thought.score, "{}", thought.leaf);
    }
    // Self-play leaves out a thought whose leaf has another score, so that many have to be left.
    assert!(thoughts.len() > 100, "{} thoughts", thoughts.len());
    drop(std::fs::remove_dir_all(folder));
}

#[test]
fn regression_finds_the_weights_that_made_the_results() {
    let truth = Mia::new(MiaWeights {
        concentration: 270.0,
        mobility: 36.0,
        connectedness: -120.0,
        to_move: 150.0,
        ..MiaWeights::default()
    });
    let mut games = Vec::new();
    random_games(&Position::start(8, Rules::OLYMPIAD), 400, 3, |history| {
        let position = history.current();
        let sign = if position.side_to_move() == Side::First { 1.0 } else { -1.0 };
        let chance = 1.0 / (1.0 + (-sign * weighted_sum(&truth, position) / scale::<Loa>()).exp());
        let draw = (split_mix(position.key()) >> 40) as f32 / (1 << 24) as f32;
        games.push(LearningGame {
            round: 0,
            number: games.len() as u32,
            result: if draw < chance { 1.0 } else { 0.0 },
            thoughts: vec![Thought { leaf: position.to_string(), score: 0 }],
        });
    });
    assert!(games.len() > 10_000, "{} positions", games.len());
    let config = LearnConfig { result_part: 1.0, ..LearnConfig::default() };
    let found = learn::fit::<Loa, _>(&truth.with_weights(&equal_to(&truth)), &games, &config);
    for ((name, &found), (&wanted, spread)) in
        truth.names().iter().zip(&found.weights).zip(truth.weights().iter().zip(&found.spread))
    {
        let error = (found - wanted).abs() * spread;
        assert!(error < 24.0, "{name}: {found} instead of {wanted}, {error} points off");
    }
}

/// 30 wherever an evaluator has a weight.
fn equal_to(eval: &Mia) -> Vec<f32> {
    eval.weights().iter().map(|&weight| if weight == 0.0 { 0.0 } else { 30.0 }).collect()
}

#[test]
fn td_leaf_foretells_results_better_and_better() {
    let folder = folder("td");
    let config = LearnConfig {
        method: Method::TdLeaf,
        rounds: 12,
        games: 40,
        depth: 1,
        ..LearnConfig::default()
    };
    let rounds = learn(&folder.join("run"), &config, 2, u32::MAX);
    let (first, last) = (rounds[0].loss, rounds[11].loss);
    assert!(last < 0.8 * first, "from {first} to {last} bits");
    drop(std::fs::remove_dir_all(folder));
}
