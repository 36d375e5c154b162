//! What the features of an evaluator say.

use conjoin_core::{History, Position as _};
use conjoin_engine::{EngineKind, Explanation, FeatureShare, Profile};
use conjoin_eval::Playable;
use serde::Serialize;

use crate::serve::engines::profile_name;

/// What the features of an evaluator say.
#[derive(Debug, Serialize)]
pub struct Explain {
    /// Name of the evaluator.
    pub evaluator: &'static str,
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
    /// Points for each unit.
    pub weight: f32,
    /// The points it gives the side to move more than the other.
    pub points: f32,
    /// What the first and the second side have of it.
    pub values: [f32; 2],
}

/// What the evaluator of a profile says of the last position of a game.
pub fn explain<G: Playable>(game: &History<G::Position>, profile: &str) -> Result<Explain, String> {
    if game.outcome().is_some() {
        return Err("the game is over here: there is nothing to evaluate".into());
    }
    let profile = Profile::<G>::load(&profile_name::<G>(Some(profile), None)?);
    let profile = profile.map_err(|error| error.to_string())?;
    let EngineKind::Own(engine) = &profile.engine else {
        return Err(format!("{} is another program: it does not explain itself", profile.name));
    };
    let position = game.current();
    let mover = position.side_to_move();
    let feature = |share: FeatureShare| {
        let points = share.points_for(mover);
        Feature { name: share.name, weight: share.weight, points, values: share.values }
    };
    let Explanation { kind, features, value } = Explanation::new(&engine.evaluator, position);
    let features = features.into_iter().map(feature).collect();
    Ok(Explain { evaluator: kind, value, turn: G::side_key(mover), features })
}
