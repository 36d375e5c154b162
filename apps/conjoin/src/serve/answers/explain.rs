//! What the features of an evaluator say.

use conjoin_core::History;
use conjoin_engine::{EngineKind, Explanation, Profile};
use conjoin_eval::Playable;

use crate::serve::engines::profile_name;

/// What the evaluator of a profile says of the last position of a game.
pub fn explain<G: Playable>(
    game: &History<G::Position>,
    profile: &str,
) -> Result<Explanation, String> {
    if game.outcome().is_some() {
        return Err("the game is over here: there is nothing to evaluate".into());
    }
    let profile = Profile::<G>::load(&profile_name::<G>(Some(profile), None)?);
    let profile = profile.map_err(|error| error.to_string())?;
    let EngineKind::Own(engine) = &profile.engine else {
        return Err(format!("{} is another program: it does not explain itself", profile.name));
    };
    Ok(Explanation::new::<G>(&engine.evaluator, game.current()))
}
