//! A tree within a game: what it tells to be proved is true, and it goes round positions that would be drawn.

mod common;

use std::cell::RefCell;
use std::collections::HashMap;

use common::Maze;
use conjoin_core::{Position as _, Side};
use conjoin_games::loa::{Position, Rules};
use conjoin_prove::best_first::{BestFirstConfig, InGame, solve_in_game};
use conjoin_prove::retrograde::{Exact, Retrograde};
use conjoin_prove::{Algorithm, Limits, NoEvaluator, Provable, Solution, SolverConfig, Verdict};

/// PN and PN2.
fn configs() -> [BestFirstConfig; 2] {
    [Algorithm::Pn, Algorithm::Pn2].map(|algorithm| match algorithm.config() {
        SolverConfig::BestFirst(config) => config,
        other => panic!("{other:?}"),
    })
}

/// What a search finds, with its plies and the keys and plies that it tells.
type Told<M> = (Solution<M>, u16, Vec<(u64, u16)>);

fn asked<P: Provable>(
    config: &BestFirstConfig,
    root: &P,
    attacker: Side,
    avoided: &[u64],
) -> Told<P::Move> {
    let told = RefCell::new(Vec::new());
    let tell = |key: u64, plies: u16| told.borrow_mut().push((key, plies));
    let in_game = InGame { avoided, on_proved: Some(&tell) };
    let limits = Limits::nodes(20_000);
    let (found, plies) = solve_in_game(config, &NoEvaluator, root, attacker, &limits, in_game);
    (found, plies, told.into_inner())
}

/// The exact values of all positions and their images, by their keys.
fn by_key<P: Provable>(exact: &Retrograde<P>) -> HashMap<u64, Exact> {
    let mut values = HashMap::new();
    for position in exact.positions() {
        let value = exact.value(position).expect("it is one of them");
        let images = (0..P::SYMMETRIES).map(|symmetry| position.transformed(symmetry).key());
        values.extend(images.map(|key| (key, value)));
    }
    values
}

/// How many positions were told to be proved; panics when one was told wrongly.
fn check_told<P: Provable>(exact: &Retrograde<P>, config: &BestFirstConfig, root: &P) -> usize {
    let values = by_key(exact);
    let mut count = 0;
    for attacker in Side::BOTH {
        let (found, plies, told) = asked(config, root, attacker, &[]);
        for &(key, plies) in &told {
            let value = values[&key];
            assert_eq!(value.winner, Some(attacker), "{root:?}");
            assert!(
                u32::from(plies) >= value.plies && value.plies > 0,
                "{root:?} {plies} {value:?}"
            );
        }
        if found.verdict == Verdict::Proved && root.outcome().is_none() {
            assert_eq!(told.last(), Some(&(root.key(), plies)), "the root is told last");
            if let Some(mv) = found.best_move {
                let after = exact.value(&root.play(mv)).expect("reachable");
                assert!(after.winner == Some(attacker) && after.plies < u32::from(plies));
            }
        }
        count += told.len();
    }
    count
}

#[test]
fn what_a_tree_tells_is_won_within_its_plies() {
    let mut count = 0;
    for config in configs() {
        for rules in [Rules::OLYMPIAD, Rules::BOARDSPACE, Rules::LUDII] {
            let exact = Retrograde::new(&Position::start(3, rules), 10_000).expect("small");
            for position in exact.positions().iter().step_by(7) {
                count += check_told(&exact, &config, position);
            }
        }
        for seed in 0..200 {
            let start = Maze::new(seed, 4 + (seed % 60) as u8);
            let exact = Retrograde::new(&start, 10_000).expect("small");
            count += check_told(&exact, &config, &start);
        }
    }
    assert!(count > 1_000, "{count} positions");
}

/// Takes the winning moves away one by one, until there is none left or one that ends the game: no position
/// taken away is ever part of a proof.
#[test]
fn no_proof_goes_through_a_position_that_is_to_be_avoided() {
    let puzzles = include_str!("../../data/loa/suites/wins-44.tsv").lines();
    let puzzles = puzzles.filter(|line| !line.starts_with('#'));
    let positions: Vec<Position> = puzzles
        .map(|line| line.split('\t').next().expect("a position").parse().expect("a position"))
        .collect();
    let mut taken_away = 0;
    for config in configs() {
        for position in &positions {
            let attacker = position.side_to_move();
            let mut avoided = Vec::new();
            loop {
                let (found, _, told) = asked(&config, position, attacker, &avoided);
                assert!(told.iter().all(|(key, _)| !avoided.contains(key)), "{position}");
                let Some(mv) = found.best_move.filter(|_| found.verdict == Verdict::Proved) else {
                    taken_away += usize::from(!avoided.is_empty());
                    break;
                };
                let after = position.play(mv);
                if after.outcome().is_some() {
                    break;
                }
                assert!(!avoided.contains(&after.key()), "{position}");
                avoided.push(after.key());
            }
        }
    }
    assert!(taken_away > 20, "{taken_away} positions lost their wins");
}
