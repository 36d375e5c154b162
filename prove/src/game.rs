//! What a proof search asks of an evaluator, and whose an outcome is.

use conjoin_core::{Outcome, Position, Side};
use conjoin_eval::Evaluator;

/// Has the attacker won with this outcome? Draws are the defender's.
pub fn is_attackers(outcome: Outcome, attacker: Side) -> bool {
    outcome.winner() == Some(attacker)
}

/// The evaluator of searches that need none.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvaluator;

impl<P: Position> Evaluator<P> for NoEvaluator {
    type State = ();

    fn state(&self, _: &P) {}

    fn advance(&self, (): &mut (), _: &P, _: P::Move, _: &P) {}

    fn evaluate(&self, (): &(), _: &P) -> i32 {
        0
    }
}
