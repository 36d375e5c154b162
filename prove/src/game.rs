//! What a proof search asks of a game and of an evaluator.

use conjoin_core::{Indexed, Outcome, Position, Replies, Side, Symmetric};
use conjoin_eval::Evaluator;

/// Everything that proof searches ask of a game.
pub trait Provable: Replies + Indexed + Symmetric {}

impl<P: Replies + Indexed + Symmetric> Provable for P {}

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
