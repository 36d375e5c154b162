//! Evaluators by name, and the one place where the name of one becomes a type.

use conjoin_eval::Linear;
use conjoin_eval::loa::basic::{Basic, BasicWeights};
use conjoin_eval::loa::mia::{Mia, MiaWeights};
use conjoin_eval::loa::mona::{Mona, MonaWeights};
use conjoin_eval::loa::yl::{Yl, YlWeights};
use conjoin_games::loa::Position;
use serde::{Deserialize, Serialize};

/// An evaluator and its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum EvaluatorConfig {
    /// Concentration, mobility and connection.
    Basic {
        /// Its weights.
        #[serde(default)]
        weights: BasicWeights,
    },
    /// The evaluator of MIA; its weights say which version.
    Mia {
        /// Its weights.
        #[serde(default)]
        weights: MiaWeights,
    },
    /// The evaluator of YL.
    Yl {
        /// Its weights.
        #[serde(default)]
        weights: Box<YlWeights>,
    },
    /// The evaluator of MONA.
    Mona {
        /// Its weights.
        #[serde(default)]
        weights: Box<MonaWeights>,
    },
}

impl Default for EvaluatorConfig {
    fn default() -> Self {
        Self::Basic { weights: BasicWeights::default() }
    }
}

/// Something to be done with an evaluator, whichever it is.
pub trait EvaluatorVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<E: Linear<Position> + 'static>(self, eval: E) -> Self::Output;
}

impl EvaluatorConfig {
    /// The name of its kind, as profiles and weights have it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Basic { .. } => "basic",
            Self::Mia { .. } => "mia",
            Self::Yl { .. } => "yl",
            Self::Mona { .. } => "mona",
        }
    }

    /// Makes the evaluator and hands it to a visitor.
    pub fn visit<V: EvaluatorVisitor>(&self, visitor: V) -> V::Output {
        match self {
            Self::Basic { weights } => visitor.visit(Basic::new(weights.clone())),
            Self::Mia { weights } => visitor.visit(Mia::new(weights.clone())),
            Self::Yl { weights } => visitor.visit(Yl::new(weights.as_ref().clone())),
            Self::Mona { weights } => visitor.visit(Mona::new(weights.as_ref().clone())),
        }
    }

    /// Has it a random factor?
    pub fn is_random(&self) -> bool {
        matches!(self, Self::Mia { weights } if weights.random != 0)
    }

    /// The same with its random factor, if it has one, drawn by another seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        if let Self::Mia { weights } = &mut self {
            weights.seed ^= seed;
        }
        self
    }
}
