//! From a profile to a player.

use conjoin_eval::basic::Basic;

use crate::outside::OutsidePlayer;
use crate::own::OwnPlayer;
use crate::profile::{EngineKind, EvaluatorConfig, OwnEngine, Profile};
use crate::{EngineError, Player};

/// What a player is given to work with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerOptions {
    /// Memory of the table; outside programs are told it if they have an option for it.
    pub memory_bytes: usize,
    /// Threads to use.
    pub threads: usize,
    /// Seed of what is random in it.
    pub seed: u64,
}

impl Default for PlayerOptions {
    fn default() -> Self {
        Self { memory_bytes: 64 << 20, threads: 1, seed: 1 }
    }
}

/// Makes the player of a profile. An outside program is started by it.
pub fn make_player(
    profile: &Profile,
    options: &PlayerOptions,
) -> Result<Box<dyn Player>, EngineError> {
    match &profile.engine {
        EngineKind::Own(engine) => make_own(&profile.name, engine, options),
        EngineKind::Outside(engine) => {
            Ok(Box::new(OutsidePlayer::start(&profile.name, engine, options)?))
        }
    }
}

/// The one place where the kind of an evaluator becomes a type.
fn make_own(
    name: &str,
    engine: &OwnEngine,
    options: &PlayerOptions,
) -> Result<Box<dyn Player>, EngineError> {
    match &engine.evaluator {
        EvaluatorConfig::Basic { weights } => {
            Ok(Box::new(OwnPlayer::new(name, engine, Basic::new(weights.clone()), options)?))
        }
    }
}
