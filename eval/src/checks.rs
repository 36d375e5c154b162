//! What every evaluator must satisfy, checked on random games.

use conjoin_core::conformance::random_games;
use conjoin_core::{Position as _, Side, Symmetric};
use conjoin_games::loa::{Position, Rules};

use crate::Evaluator;
use crate::linear::{Linear, weighted_sum};

/// The value of a position, from nothing.
pub(crate) fn value(eval: &impl Evaluator<Position>, position: &Position) -> i32 {
    eval.evaluate(&eval.state(position), position)
}

/// The state that is carried along equals the one made from nothing, on boards of all sizes.
/// Returns how many positions were compared.
pub(crate) fn state_follows_moves<E>(eval: &E, games: u64, seed: u64) -> u64
where
    E: Evaluator<Position>,
    E::State: PartialEq + std::fmt::Debug,
{
    let mut compared = 0;
    for size in 3..=8 {
        let start = Position::start(size, Rules::OLYMPIAD);
        let mut state = eval.state(&start);
        random_games(&start, games, seed, |history| {
            let position = history.current();
            match history.moves().last() {
                None => state = eval.state(position),
                Some(&mv) => {
                    let before = &history.positions()[history.positions().len() - 2];
                    eval.advance(&mut state, before, mv, position);
                }
            }
            assert_eq!(state, eval.state(position), "{position:?}");
            compared += 1;
        });
    }
    compared
}

/// Mirrored and turned positions are worth the same, and so are those with colours exchanged.
pub(crate) fn is_symmetric(eval: &impl Evaluator<Position>, games: u64, seed: u64) {
    for size in 3..=8 {
        random_games(&Position::start(size, Rules::OLYMPIAD), games, seed, |history| {
            let position = history.current();
            let expected = value(eval, position);
            for symmetry in 1..Position::SYMMETRIES {
                let image = position.transformed(symmetry);
                assert_eq!(value(eval, &image), expected, "{position:?} {symmetry}");
            }
            assert_eq!(value(eval, &exchanged(position)), expected, "{position:?} exchanged");
        });
    }
}

/// The position with the colours exchanged.
pub(crate) fn exchanged(position: &Position) -> Position {
    Position::setup(
        position.size(),
        position.rules(),
        position.men(Side::Second),
        position.men(Side::First),
        !position.side_to_move(),
    )
    .expect("as many men as before")
}

/// The value is the weighted sum of the features, and weights that are read can be set again.
pub(crate) fn is_linear(eval: &impl Linear<Position>, games: u64, seed: u64) {
    let weights = eval.weights();
    assert_eq!(weights.len(), eval.names().len());
    let doubled: Vec<f32> = weights.iter().map(|weight| 2.0 * weight).collect();
    let twice = eval.with_weights(&doubled);
    assert_eq!(twice.weights(), doubled);
    for size in 3..=8 {
        random_games(&Position::start(size, Rules::OLYMPIAD), games, seed, |history| {
            let position = history.current();
            assert_eq!(eval.features(position).len(), weights.len());
            for eval in [eval, &twice] {
                let (expected, found) = (weighted_sum(eval, position), value(eval, position));
                // Rounded once for each side and once in the end.
                assert!(
                    (expected - found as f32).abs() <= 3.0 + expected.abs() * 1e-4,
                    "{position:?}: {found} and not {expected}"
                );
            }
        });
    }
}

/// The evaluator with weights that are all different, so that every feature takes part.
pub(crate) fn mixed<E: Linear<Position>>(eval: &E) -> E {
    let weights: Vec<f32> = (0..eval.weights().len()).map(|i| (i * 7 % 11) as f32 - 4.5).collect();
    eval.with_weights(&weights)
}

/// Positions of long random games that [`many_positions`] compares for each evaluator.
const MANY: u64 = 1_000_000;

fn many_positions<E: Linear<Position>>(eval: &E)
where
    E::State: PartialEq + std::fmt::Debug,
{
    let eval = mixed(eval);
    let (mut compared, mut seed) = (0, 1_000);
    while compared < MANY {
        compared += state_follows_moves(&eval, 200, seed);
        // The weighted sum of plainly computed features is the value, for a part of them.
        is_linear(&eval, 10, seed);
        seed += 1;
    }
}

/// `cargo test -p conjoin-eval -- --ignored million`
#[test]
#[ignore = "a step of its own in .ci/run; each evaluator's tests compare fewer"]
fn a_million_positions_of_each_evaluator_are_carried_along_right() {
    use crate::{basic::Basic, mia::Mia, mona::Mona, yl::Yl};
    many_positions(&Basic::default());
    many_positions(&Mia::new(crate::mia::MiaWeights::default()));
    many_positions(&Yl::new(crate::yl::YlWeights::default()));
    many_positions(&Mona::new(crate::mona::MonaWeights::default()));
}
