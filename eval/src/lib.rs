//! Evaluators: what a position is worth without searching.
//!
//! An evaluator carries a state along with the position, so that what a move changes a little is
//! changed a little and not computed again. Scores are points from the side of the player to
//! move. Each game says what a point is ([`Playable::DECISIVE`]); all its evaluators, and all
//! parameters of a search that are in points, go by that.
//!
//! A game adds a folder with its evaluators, an [`EvaluatorSet`] that names them, and
//! [`Playable`], which says what programs need to play it well.
//!
//! ```
//! use conjoin_core::Position as _;
//! use conjoin_eval::{Evaluator, loa::basic::Basic};
//! use conjoin_games::loa::{Position, Rules};
//!
//! let eval = Basic::default();
//! let start = Position::start(8, Rules::OLYMPIAD);
//! let mut state = eval.state(&start);
//! let mv = start.legal_moves()[0];
//! let next = start.play(mv);
//! eval.advance(&mut state, &start, mv, &next);
//! assert_eq!(eval.evaluate(&state, &next), eval.evaluate(&eval.state(&next), &next));
//! ```

pub mod chinese_checkers;
pub mod conformance;
mod linear;
pub mod loa;
mod playable;
pub mod surakarta;

pub use linear::{Linear, to_move, weighted_sum};
pub use playable::{EvaluatorSet, EvaluatorVisitor, Playable, UnknownFeature};

use conjoin_core::{Position, Side};

/// Judges positions of a game.
pub trait Evaluator<P: Position>: Clone + Send + Sync {
    /// What is carried along with a position.
    type State: Copy + Send;

    /// The state of a position, from nothing.
    fn state(&self, position: &P) -> Self::State;

    /// Makes the state before a move that after it. In place, so that no state is copied but where
    /// the old one is still needed.
    fn advance(&self, state: &mut Self::State, before: &P, mv: P::Move, after: &P);

    /// The worth of a running position in points, from the side of the player to move, within
    /// [`Score::MAX_EVAL`](conjoin_core::Score::MAX_EVAL).
    fn evaluate(&self, state: &Self::State, position: &P) -> i32;

    /// How far a side is from its aim, in eighths of a leaf that a proof search begins with: 8 says
    /// nothing. It must not change by a reversible move of the other side.
    fn effort(&self, position: &P, side: Side) -> u32 {
        let _ = (position, side);
        8
    }
}
