//! What the features of an evaluator say.

use conjoin_core::Position as _;
use conjoin_engine::{EngineKind, Explanation, Profile};
use serde::Serialize;

use crate::serve::engines::profile_name;
use crate::serve::game::{self, colour};
use crate::serve::message::GameText;

/// What the features of an evaluator say.
#[derive(Debug, Serialize)]
pub struct Explain {
    /// Name of the evaluator.
    pub kind: &'static str,
    /// Points for the side to move.
    pub value: i32,
    /// Side to move.
    pub turn: String,
    /// The features.
    pub features: Vec<Feature>,
}

/// A feature of an evaluator.
#[derive(Debug, Serialize)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// What is counted, for both sides.
    pub values: [f32; 2],
    /// The points it gives, for both sides.
    pub points: [f32; 2],
}

impl Explain {
    /// What the evaluator of a profile says of the last position.
    pub fn new(text: &GameText, profile: &str) -> Result<Self, String> {
        let game = game::play(text)?;
        if game.outcome().is_some() {
            return Err("the game is over here: there is nothing to evaluate".into());
        }
        let profile = Profile::load(&profile_name(Some(profile), None)?);
        let profile = profile.map_err(|error| error.to_string())?;
        let EngineKind::Own(engine) = &profile.engine else {
            return Err(format!("{} is another program: it does not explain itself", profile.name));
        };
        let explanation = Explanation::new(&engine.evaluator, game.current());
        let features = explanation.features.into_iter().map(|share| {
            let points = share.points();
            Feature { name: share.name, values: share.values, points }
        });
        Ok(Self {
            kind: explanation.kind,
            value: explanation.value,
            turn: colour(game.current().side_to_move()),
            features: features.collect(),
        })
    }
}
