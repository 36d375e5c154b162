//! Questions that are answered at once.

use conjoin_core::Position as _;
use conjoin_engine::{EngineKind, Explanation, HIGHEST_LEVEL, Profile};
use conjoin_games::loa::Position;
use conjoin_games::loa::Rules;
use conjoin_games::loa::draw::{Drawing, svg_board};
use conjoin_lab::suite;
use conjoin_prove::proof::Proof;
use serde_json::{Value, json};

use super::engines::{Engines, KeptProof, profile_name};
use super::message::GameText;
use super::{App, game};
use crate::version;

/// What this program can do.
pub fn hello(app: &App) -> Value {
    let profiles: Vec<Value> = Profile::names()
        .filter_map(|name| Profile::load(name).ok())
        .filter(|profile| !profile.name.starts_with("level-"))
        .map(|profile| json!({ "name": profile.name, "description": profile.description }))
        .collect();
    json!({
        "version": version::LINE,
        "levels": HIGHEST_LEVEL,
        "profiles": profiles,
        "rules": Rules::NAMED.map(|(name, _)| name),
        "games": [{ "name": "loa", "title": "Lines of Action", "sizes": [3, 8] }],
        "threads": app.most_threads,
        "memory": { "total": app.budget.total() >> 20, "largest": app.budget.largest() >> 20 },
    })
}

/// A picture of the last position.
pub fn picture(text: &GameText, caption: Option<String>) -> Result<Value, String> {
    let game = game::play(text)?;
    let drawing =
        Drawing { last_move: game.moves().last().copied(), caption, ..Drawing::default() };
    Ok(json!({ "svg": svg_board(game.current(), &drawing) }))
}

/// What the features of an evaluator say of the last position.
pub fn explain(text: &GameText, profile: &str) -> Result<Value, String> {
    let game = game::play(text)?;
    if game.outcome().is_some() {
        return Err("the game is over here: there is nothing to evaluate".into());
    }
    let profile =
        Profile::load(&profile_name(Some(profile), None)?).map_err(|error| error.to_string())?;
    let EngineKind::Own(engine) = &profile.engine else {
        return Err(format!("{} is another program: it does not explain itself", profile.name));
    };
    let explanation = Explanation::new(&engine.evaluator, game.current());
    let features: Vec<Value> = explanation
        .features
        .iter()
        .map(
            |share| json!({ "name": share.name, "values": share.values, "points": share.points() }),
        )
        .collect();
    Ok(json!({
        "kind": explanation.kind,
        "value": explanation.value,
        "turn": game::colour(game.current().side_to_move()),
        "features": features,
    }))
}

/// Positions to solve: those of our suites with a known win.
pub fn puzzles() -> Result<Value, String> {
    let mut found = Vec::new();
    for name in suite::names() {
        let entries = suite::find(&name, Rules::OLYMPIAD).map_err(|e| e.to_string())?;
        for entry in entries {
            let is_win = entry.columns.get("result").is_some_and(|result| result == "win");
            let plies: Option<u32> =
                entry.columns.get("plies").and_then(|plies| plies.parse().ok());
            if let (true, Some(plies)) = (is_win, plies) {
                found.push(json!({
                    "id": entry.id(),
                    "suite": name,
                    "position": entry.position.to_string(),
                    "plies": plies,
                    "moves": plies.div_ceil(2),
                    "turn": game::colour(entry.position.side_to_move()),
                }));
            }
        }
    }
    found.sort_by_key(|puzzle| puzzle["plies"].as_u64());
    Ok(json!({ "puzzles": found }))
}

/// What the last proof says after these moves from its root.
pub fn proof(engines: &Engines, moves: &[String]) -> Result<Value, String> {
    let Some(KeptProof { proof, winner }) = &engines.proof else {
        return Err("nothing has been proved here yet".into());
    };
    let mut at = proof.root;
    for text in moves.iter().take(2000) {
        use conjoin_core::TextForm;
        let mv = at.parse_move(text).map_err(|error| error.to_string())?;
        at = at.play(mv);
    }
    let rank_after = |mv| rank(proof, &at.play(mv));
    let line = proof.lines.get(&at);
    let replies: Vec<Value> = match line {
        Some(line) if line.mv.is_none() => at
            .legal_moves()
            .into_iter()
            .map(|mv| json!({ "move": mv.to_string(), "plies": rank_after(mv) }))
            .collect(),
        _ => Vec::new(),
    };
    Ok(json!({
        "root": proof.root.to_string(),
        "winner": game::colour(*winner),
        "position": at.to_string(),
        "known": line.is_some() || at.outcome().is_some(),
        "over": at.outcome().is_some(),
        "plies": rank(proof, &at),
        "move": line.and_then(|line| line.mv).map(|mv| mv.to_string()),
        "replies": replies,
    }))
}

fn rank(proof: &Proof<Position>, at: &Position) -> Option<u32> {
    match proof.lines.get(at) {
        Some(line) => Some(line.rank),
        None => at.outcome().map(|_| 0),
    }
}

/// The last proof as a file, checked by the referee.
pub fn proof_file(engines: &Engines) -> Result<Value, String> {
    let Some(KeptProof { proof, .. }) = &engines.proof else {
        return Err("nothing has been proved here yet".into());
    };
    let text = conjoin_engine::prover::proof_text(proof, version::LINE);
    let checked = conjoin_referee::loa::verify_proof(&text);
    Ok(json!({
        "text": text,
        "lines": proof.lines.len(),
        "verified": checked.is_ok(),
        "reason": checked.err().map(|refused| refused.to_string()),
    }))
}
