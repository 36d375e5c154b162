//! The conformance of evaluators on boards of all sizes.

use conjoin_core::{Position as _, Side};
use conjoin_games::loa::{Position, Rules};

use crate::conformance;
pub(crate) use crate::conformance::{mixed, value};
use crate::{Evaluator, Linear};

/// The starts of all sizes.
fn starts() -> Vec<Position> {
    (3..=8).map(|size| Position::start(size, Rules::OLYMPIAD)).collect()
}

pub(crate) fn state_follows_moves<E>(eval: &E, games: u64, seed: u64) -> u64
where
    E: Evaluator<Position>,
    E::State: PartialEq + std::fmt::Debug,
{
    conformance::state_follows_moves(eval, &starts(), games, seed)
}

pub(crate) fn is_symmetric(eval: &impl Evaluator<Position>, games: u64, seed: u64) {
    conformance::is_symmetric(eval, &starts(), games, seed, exchanged);
}

pub(crate) fn is_linear(eval: &impl Linear<Position>, games: u64, seed: u64) {
    conformance::is_linear(eval, &starts(), games, seed);
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

/// `cargo test -p conjoin-eval -- --ignored million`
#[test]
#[ignore = "a step of its own in .ci/run; each evaluator's tests compare fewer"]
fn a_million_positions_of_each_evaluator_are_carried_along_right() {
    use crate::loa::{basic::Basic, mia, mona, yl};
    const MANY: u64 = 1_000_000;
    conformance::many_positions(&Basic::default(), &starts(), MANY);
    conformance::many_positions(&mia::Mia::new(mia::MiaWeights::default()), &starts(), MANY);
    conformance::many_positions(&yl::Yl::new(yl::YlWeights::default()), &starts(), MANY);
    conformance::many_positions(&mona::Mona::new(mona::MonaWeights::default()), &starts(), MANY);
}
