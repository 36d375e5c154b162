//! What a game adds to its rules so that programs can play it: evaluators by name, and which of
//! them serve which purpose.

use std::fmt::Debug;

use conjoin_core::{Mark, MoveOf, Position};
use conjoin_games::record::Recorded;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Evaluator, Linear};

/// A game with evaluators.
pub trait Playable: Recorded {
    /// Its evaluators by name.
    type Evaluators: EvaluatorSet<Self::Position>;
    /// The evaluator whose [`Evaluator::effort`] our own solver begins its leaves with.
    type Effort: Evaluator<Self::Position> + Default;

    /// The evaluator that published proof searches ask for the worth of their leaves.
    type Leaf: Evaluator<Self::Position>;

    /// The profile that [`Playable::leaf`] is made from.
    const LEAF_PROFILE: &'static str = "champion";
    /// Points that decide a game: what is measured in points without naming an evaluator, such as
    /// the moods of levels and the balance of openings, is measured by this.
    const DECISIVE: i32 = 500;
    /// Moves that a player makes in a long game: a clock is shared out over them.
    const GAME_MOVES: u32 = 40;
    /// Points that make the odds of winning e times as large.
    const CHANCE_SCALE: f64;
    /// The features that [`Playable::picture`] draws, by name.
    const FEATURES: &'static [&'static str] = &[];
    /// What [`Playable::tally`] counts, by name.
    const TALLIES: &'static [&'static str] = &[];

    /// The evaluator of [`Playable::LEAF_PROFILE`], in points of which 500 count as decisive in published proof searches
    /// (their t), which need not be as many as decide a game ([`Playable::DECISIVE`]).
    fn leaf(profile: &Self::Evaluators) -> Self::Leaf;

    /// Is the board so small that a solver gains by taking symmetric positions for one?
    fn folds_symmetry(position: &Self::Position) -> bool {
        let _ = position;
        true
    }

    /// Has the endgame begun, for players that look farther there?
    fn is_endgame(position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Counts what the position after a move shows, each under its place in [`Playable::TALLIES`]: for
    /// experiments on how often a program has to do something.
    fn tally(
        before: &Self::Position,
        mv: MoveOf<Self>,
        after: &Self::Position,
        tallies: &mut [u64],
    ) {
        let _ = (before, mv, after, tallies);
    }

    /// A feature of a position, drawn over the board.
    fn picture(position: &Self::Position, feature: &str) -> Result<Vec<Mark>, UnknownFeature> {
        let _ = position;
        Err(UnknownFeature::new(feature, Self::FEATURES))
    }
}

/// The evaluators of a game: which one, with which weights. As data it has a `kind` and `weights`.
pub trait EvaluatorSet<P: Position>:
    Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The name of its kind, as profiles and weights have it.
    fn kind(&self) -> &'static str;

    /// Makes the evaluator and hands it to a visitor.
    fn visit<V: EvaluatorVisitor<P>>(&self, visitor: V) -> V::Output;

    /// Has it a random factor?
    fn is_random(&self) -> bool {
        false
    }

    /// The same with its random factor, if it has one, drawn by another seed.
    #[must_use]
    fn with_seed(self, seed: u64) -> Self {
        let _ = seed;
        self
    }
}

/// Something to be done with an evaluator, whichever it is.
pub trait EvaluatorVisitor<P: Position> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<E: Linear<P> + 'static>(self, eval: E) -> Self::Output;
}

/// A name that no feature has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("feature {name:?} cannot be drawn: expected {known}")]
pub struct UnknownFeature {
    name: String,
    known: String,
}

impl UnknownFeature {
    /// The name, and those that there are.
    pub fn new(name: &str, known: &[&str]) -> Self {
        let known = if known.is_empty() { "none in this game".into() } else { known.join(", ") };
        Self { name: name.to_owned(), known }
    }
}
