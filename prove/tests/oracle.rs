//! Every algorithm gives the value of exhaustive analysis on the boards where that is possible,
//! and on random graphs whose cycles and meeting ways mislead a search that stores what rests on
//! its path.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use common::Maze;
use conjoin_core::Side;
use conjoin_eval::loa::basic::Basic;
use conjoin_games::loa::{Position, Rules, Simultaneous, Stuck};
use conjoin_prove::best_first::BestFirstConfig;
use conjoin_prove::retrograde::Retrograde;
use conjoin_prove::{
    Algorithm, DepthFirst, DepthFirstConfig, Limits, NoEvaluator, Provable, Solution, SolverConfig,
    Verdict,
};

/// What the oracle says to the question a search was asked.
fn expected<P: Provable>(exact: &Retrograde<P>, position: &P, attacker: Side) -> Verdict {
    let value = exact.value(position).expect("a reachable position");
    if value.winner == Some(attacker) { Verdict::Proved } else { Verdict::Disproved }
}

/// Is the move of a solution one that keeps its value?
fn check_move<P: Provable>(
    exact: &Retrograde<P>,
    position: &P,
    attacker: Side,
    found: &Solution<P::Move>,
) {
    if let Some(mv) = found.best_move {
        assert!(position.is_legal(mv), "{position:?} {found:?}");
        let value = exact.value(&position.play(mv)).expect("a reachable position");
        let wins = value.winner == Some(attacker);
        assert_eq!(wins, found.verdict == Verdict::Proved, "{position:?} {found:?}");
    }
}

/// May this algorithm give up on positions that only repetition keeps from being won?
fn may_give_up(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::AlphaBeta | Algorithm::PnStar)
}

#[test]
fn every_algorithm_agrees_with_the_oracle_in_mazes() {
    for algorithm in Algorithm::ALL {
        // With a table that is far too small, and with one that is not.
        let mut unknown = [0, 0];
        for seed in 0..1_000 {
            let start = Maze::new(seed, 4 + (seed % 60) as u8);
            let exact = Retrograde::new(&start, 10_000).unwrap();
            let table = (seed % 2) as usize;
            let memory = [1 << 9, 1 << 16][table];
            for attacker in Side::BOTH {
                let limits = Limits::nodes(100_000).with_memory(memory);
                let found = algorithm.solve(&NoEvaluator, &start, attacker, &limits, 1).unwrap();
                if found.verdict == Verdict::Unknown {
                    unknown[table] += 1;
                    continue;
                }
                assert_eq!(
                    found.verdict,
                    expected(&exact, &start, attacker),
                    "{algorithm} {start:?} {attacker:?} {found:?}"
                );
                check_move(&exact, &start, attacker, &found);
            }
        }
        if may_give_up(algorithm) {
            continue;
        }
        // Df-pn may learn the same again and again in 32 entries, and PDS-PN has room for twelve nodes.
        let is_cramped = matches!(algorithm, Algorithm::Dfpn | Algorithm::PdsPn);
        let most = if is_cramped { 20 } else { 0 };
        assert!(unknown[0] <= most && unknown[1] == 0, "{algorithm}: {unknown:?} unknown");
    }
}

#[test]
fn every_algorithm_agrees_with_the_oracle_on_3x3_under_all_rules() {
    // The named ones that can be solved, and those of openspiel without its repetition.
    let named = Rules::NAMED.into_iter().filter(|(name, _)| *name != "openspiel");
    let stuck = Rules { stuck: Stuck::Loss, ..Rules::OLYMPIAD };
    let both = Rules { simultaneous: Simultaneous::MoverWins, ..stuck };
    for (name, rules) in named.chain([("stuck loses", stuck), ("mover wins too", both)]) {
        let exact = Retrograde::new(&Position::start(3, rules), 10_000).unwrap();
        for algorithm in Algorithm::ALL {
            for position in exact.positions() {
                for attacker in Side::BOTH {
                    let limits = Limits::nodes(1_000_000).with_memory(1 << 16);
                    let found = algorithm.solve(&Basic::default(), position, attacker, &limits, 1);
                    let found = found.unwrap();
                    assert_eq!(
                        found.verdict,
                        expected(&exact, position, attacker),
                        "{algorithm} {name} {position} {attacker:?}"
                    );
                    check_move(&exact, position, attacker, &found);
                }
            }
        }
    }
}

/// One algorithm on these positions; how many questions it gave up on.
fn agree(exact: &Retrograde<Position>, algorithm: Algorithm, positions: &[Position]) -> usize {
    let limits = Limits::nodes(200_000).with_memory(1 << 17);
    let mut unknown = 0;
    for position in positions {
        for attacker in Side::BOTH {
            let found = algorithm.solve(&Basic::default(), position, attacker, &limits, 1).unwrap();
            if found.verdict == Verdict::Unknown && may_give_up(algorithm) {
                unknown += 1;
                continue;
            }
            assert_eq!(
                found.verdict,
                expected(exact, position, attacker),
                "{algorithm} {position} {attacker:?} {found:?}"
            );
            check_move(exact, position, attacker, &found);
        }
    }
    unknown
}

/// The best-first searches that take one of several symmetric moves, where most positions have a
/// symmetry and where few do.
#[test]
fn one_of_several_symmetric_moves_is_enough() {
    let evaluator = Basic::default();
    for (size, step) in [(3, 1), (4, 211)] {
        let exact = Retrograde::new(&Position::start(size, Rules::OLYMPIAD), 1_000_000).unwrap();
        for algorithm in [Algorithm::Pn, Algorithm::Pn2, Algorithm::EfPn2] {
            let SolverConfig::BestFirst(mut folded) = algorithm.config() else { unreachable!() };
            folded.symmetry = true;
            let folded = SolverConfig::BestFirst(folded);
            for position in exact.positions().iter().step_by(step) {
                for attacker in Side::BOTH {
                    let limits = Limits::nodes(1_000_000).with_memory(1 << 17);
                    let found = folded.solve(&evaluator, position, attacker, &limits, 1).unwrap();
                    let expected = expected(&exact, position, attacker);
                    assert_eq!(found.verdict, expected, "{algorithm} {position} {attacker:?}");
                    check_move(&exact, position, attacker, &found);
                }
            }
        }
    }
}

/// The start of 5x5 looks the same from four sides.
#[test]
fn symmetric_moves_of_the_start_are_not_searched_again() {
    let five = Position::start(5, Rules::OLYMPIAD);
    let limits = Limits::nodes(50_000_000);
    let nodes = |symmetry| {
        let SolverConfig::BestFirst(config) = Algorithm::EfPn2.config() else { unreachable!() };
        let config = SolverConfig::BestFirst(BestFirstConfig { symmetry, ..config });
        let found = config.solve(&Basic::default(), &five, Side::First, &limits, 1).unwrap();
        assert_eq!(found.verdict, Verdict::Proved);
        found.counters.nodes
    };
    let (folded, plain) = (nodes(true), nodes(false));
    assert!(2 * folded < plain, "{folded} {plain}");
}

/// Every so many positions of the 4x4 board, on all cores; all of them in the slow test.
fn four_by_four(step: usize) {
    const CHUNK: usize = 256;
    let exact = Retrograde::new(&Position::start(4, Rules::OLYMPIAD), 1_000_000).unwrap();
    assert_eq!(exact.positions().len(), 457_826);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    for algorithm in Algorithm::ALL {
        let start = Instant::now();
        let chosen: Vec<Position> = exact
            .positions()
            .iter()
            .skip(algorithm as usize % step)
            .step_by(step)
            .copied()
            .collect();
        let (next, unknown) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..cores {
                scope.spawn(|| {
                    while let Some(chunk) = chosen.chunks(CHUNK).nth(next.fetch_add(1, Relaxed)) {
                        unknown.fetch_add(agree(&exact, algorithm, chunk), Relaxed);
                    }
                });
            }
        });
        println!(
            "{algorithm}: {} positions, {} questions of {} given up, {:.0} s",
            chosen.len(),
            unknown.into_inner(),
            2 * chosen.len(),
            start.elapsed().as_secs_f64()
        );
    }
}

#[test]
fn every_algorithm_agrees_with_the_oracle_on_a_sample_of_4x4() {
    four_by_four(401);
}

#[test]
#[ignore = "ten minutes on two cores; the sample above is the daily check"]
fn every_algorithm_agrees_with_the_oracle_on_all_of_4x4() {
    four_by_four(1);
}

/// The depth-first solvers on every 4x4 position, with one table for all questions: what one
/// leaves in it must never mislead another.
#[test]
fn one_table_for_all_4x4_positions_stays_true() {
    let exact = Retrograde::new(&Position::start(4, Rules::OLYMPIAD), 1_000_000).unwrap();
    for config in [DepthFirstConfig::BEST, DepthFirstConfig::DFPN] {
        let solver = DepthFirst::new(config, NoEvaluator, 1 << 24, 1).unwrap();
        for position in exact.positions().iter().step_by(7) {
            for attacker in Side::BOTH {
                let found = solver.solve(position, attacker, None, &Limits::nodes(1_000_000));
                assert_eq!(found.verdict, expected(&exact, position, attacker), "{position}");
            }
        }
    }
}

/// A table that begins with a few cache lines and grows in the middle of searches and between them.
#[test]
fn a_table_that_grows_stays_true() {
    let exact = Retrograde::new(&Position::start(4, Rules::OLYMPIAD), 1_000_000).unwrap();
    let five = Position::start(5, Rules::OLYMPIAD);
    for config in [DepthFirstConfig::BEST, DepthFirstConfig::DFPN, DepthFirstConfig::PDSPN] {
        for threads in [1, 2] {
            let config = DepthFirstConfig { first_bytes: 1 << 10, ..config.clone() };
            let solver = DepthFirst::new(config, NoEvaluator, 1 << 22, threads).unwrap();
            let found = solver.solve(&five, Side::First, None, &Limits::nodes(20_000_000));
            assert_eq!(found.verdict, Verdict::Proved);
            assert!(solver.used_bytes() > 1 << 10, "it grew in the middle of the search");
            for position in exact.positions().iter().step_by(2_003) {
                for attacker in Side::BOTH {
                    let found = solver.solve(position, attacker, None, &Limits::nodes(1_000_000));
                    assert_eq!(found.verdict, expected(&exact, position, attacker), "{position}");
                    check_move(&exact, position, attacker, &found);
                    assert_eq!(found.counters.contradictions, 0);
                }
            }
        }
    }
}

#[test]
fn two_threads_agree_with_the_oracle_on_one_table_for_a_sample_of_4x4() {
    let exact = Retrograde::new(&Position::start(4, Rules::OLYMPIAD), 1_000_000).unwrap();
    let solver = DepthFirst::new(DepthFirstConfig::BEST, NoEvaluator, 1 << 20, 2).unwrap();
    for position in exact.positions().iter().step_by(211) {
        for attacker in Side::BOTH {
            let found = solver.solve(position, attacker, None, &Limits::nodes(1_000_000));
            assert_eq!(found.verdict, expected(&exact, position, attacker), "{position}");
            check_move(&exact, position, attacker, &found);
        }
    }
}

#[test]
fn two_threads_agree_with_the_oracle() {
    for seed in 0..300 {
        let start = Maze::new(seed, 4 + (seed % 60) as u8);
        let exact = Retrograde::new(&start, 10_000).unwrap();
        for attacker in Side::BOTH {
            let limits = Limits::nodes(200_000).with_memory(1 << 16);
            let found = Algorithm::Best.solve(&NoEvaluator, &start, attacker, &limits, 2).unwrap();
            assert_eq!(found.verdict, expected(&exact, &start, attacker), "{start:?}");
            check_move(&exact, &start, attacker, &found);
        }
    }
    let five = Position::start(5, Rules::OLYMPIAD);
    let limits = Limits::nodes(5_000_000);
    let found = Algorithm::Best.solve(&Basic::default(), &five, Side::First, &limits, 2).unwrap();
    assert_eq!(found.verdict, Verdict::Proved);
}
