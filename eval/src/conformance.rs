//! What every evaluator must satisfy, checked on random games from given starts.

use std::fmt::Debug;

use conjoin_core::conformance::random_games;
use conjoin_core::{Position, Symmetric};

use crate::{Evaluator, Linear, weighted_sum};

/// The value of a position, from nothing.
pub fn value<P: Position>(eval: &impl Evaluator<P>, position: &P) -> i32 {
    eval.evaluate(&eval.state(position), position)
}

/// The state that is carried along equals the one made from nothing. Returns how many positions
/// were compared.
///
/// # Panics
/// When it does not.
pub fn state_follows_moves<P, E>(eval: &E, starts: &[P], games: u64, seed: u64) -> u64
where
    P: Position,
    E: Evaluator<P>,
    E::State: PartialEq + Debug,
{
    let mut compared = 0;
    for start in starts {
        let mut state = eval.state(start);
        random_games(start, games, seed, |history| {
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

/// Mirrored and turned positions are worth the same, and so are those with the sides exchanged.
///
/// # Panics
/// When they are not.
pub fn is_symmetric<P: Symmetric>(
    eval: &impl Evaluator<P>,
    starts: &[P],
    games: u64,
    seed: u64,
    exchanged: impl Fn(&P) -> P,
) {
    for start in starts {
        random_games(start, games, seed, |history| {
            let position = history.current();
            let expected = value(eval, position);
            for symmetry in 1..P::SYMMETRIES {
                let image = position.transformed(symmetry);
                assert_eq!(value(eval, &image), expected, "{position:?} {symmetry}");
            }
            assert_eq!(value(eval, &exchanged(position)), expected, "{position:?} exchanged");
        });
    }
}

/// The value is the weighted sum of the features, and weights that are read can be set again.
///
/// # Panics
/// When it is not.
pub fn is_linear<P: Position>(eval: &impl Linear<P>, starts: &[P], games: u64, seed: u64) {
    let weights = eval.weights();
    assert_eq!(weights.len(), eval.names().len());
    let doubled: Vec<f32> = weights.iter().map(|weight| 2.0 * weight).collect();
    let twice = eval.with_weights(&doubled);
    assert_eq!(twice.weights(), doubled);
    for start in starts {
        random_games(start, games, seed, |history| {
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
pub fn mixed<P: Position, E: Linear<P>>(eval: &E) -> E {
    let weights: Vec<f32> = (0..eval.weights().len()).map(|i| (i * 7 % 11) as f32 - 4.5).collect();
    eval.with_weights(&weights)
}

/// Follows so many positions of long random games with [`mixed`] weights.
///
/// # Panics
/// When the state or the value is wrong.
pub fn many_positions<P, E>(eval: &E, starts: &[P], positions: u64)
where
    P: Position,
    E: Linear<P>,
    E::State: PartialEq + Debug,
{
    let eval = mixed(eval);
    let (mut compared, mut seed) = (0, 1_000);
    while compared < positions {
        compared += state_follows_moves(&eval, starts, 200, seed);
        // The weighted sum of plainly computed features is the value, for a part of them.
        is_linear(&eval, starts, 10, seed);
        seed += 1;
    }
}
