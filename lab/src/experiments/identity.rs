//! What the work of an engine or a solver depends on, as text: two that do the same have the same text.
//!
//! It is the settings as data, without what is off: a program that has learnt a new technique says the same
//! of an engine that does not use it. So results stay when the program grows, and stale ones show.

use conjoin_engine::{EngineKind, OwnEngine};
use conjoin_eval::{EvaluatorSet as _, Playable};
use conjoin_prove::SolverConfig;
use conjoin_search::Predictions;
use serde::Serialize;
use serde_json::Value;

/// Settings as text, without those that are off or absent.
pub fn of(settings: &impl Serialize) -> String {
    let value = serde_json::to_value(settings).expect("settings are plain data");
    without_absent(value).to_string()
}

fn without_absent(value: Value) -> Value {
    let is_there = |value: &Value| !matches!(value, Value::Null | Value::Bool(false));
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter().filter(|(_, value)| is_there(value));
            Value::Object(fields.map(|(name, value)| (name, without_absent(value))).collect())
        }
        Value::Array(list) => Value::Array(list.into_iter().map(without_absent).collect()),
        other => other,
    }
}

/// All that an engine of ours goes by: evaluator with its weights, search, clock, handicap.
pub fn of_own<G: Playable>(engine: &OwnEngine<G>) -> String {
    let OwnEngine {
        evaluator,
        search,
        move_plies,
        predictions,
        time,
        handicap,
        endgame,
        proof_search,
        book,
    } = engine;
    let parts = [of(evaluator), of(search), of(time), of(handicap)];
    let text = format!("{} {}", evaluator.kind(), parts.join(" "));
    let plies = move_plies.as_ref().map_or(String::new(), |plies| format!(" {plies:?}"));
    let foretold = match predictions {
        none if *none == Predictions::default() => String::new(),
        some => format!(" {some:?}"),
    };
    let endgame = endgame.as_ref().map_or(String::new(), |params| format!(" {}", of(params)));
    let proofs = proof_search.as_ref().map_or(String::new(), |params| format!(" {}", of(params)));
    let book = book.as_ref().map_or(String::new(), |book| format!(" {:?}", book.params));
    text + &plies + &foretold + &endgame + &proofs + &book
}

/// All that an engine goes by.
pub fn of_engine<G: Playable>(engine: &EngineKind<G>) -> String {
    match engine {
        EngineKind::Own(engine) => of_own(engine),
        EngineKind::Outside(outside) => format!("{outside:?}"),
    }
}

/// All that a solver goes by; where it evaluates, with the evaluator of its leaves.
pub fn of_solver<G: Playable>(config: &SolverConfig) -> String {
    let text = match config {
        SolverConfig::AlphaBeta => "alpha-beta".to_owned(),
        SolverConfig::BestFirst(config) => of(config),
        SolverConfig::DepthFirst(config) => of(config),
    };
    if config.evaluates() {
        text + " " + &of(&conjoin_engine::solve::leaf_evaluator::<G>())
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_engine::Profile;
    use conjoin_games::loa::Loa;
    use conjoin_prove::Algorithm;

    #[derive(Serialize)]
    struct Settings {
        depth: u32,
        multi_cut: Option<u32>,
        deep: bool,
        inner: [Option<bool>; 2],
    }

    #[test]
    fn what_is_off_is_not_told() {
        let settings =
            |deep| of(&Settings { depth: 3, multi_cut: None, deep, inner: [None, Some(true)] });
        assert_eq!(settings(false), r#"{"depth":3,"inner":[null,true]}"#);
        assert_ne!(settings(true), settings(false));
    }

    /// With other weights the same search is another piece of work, and so is EF-PN with other leaves.
    #[test]
    fn an_identity_has_the_weights() {
        let of = |weight: f64| {
            let text = format!(
                "version = 1\nname = 'x'\ninherits = 'mia-4'\n\
                 [evaluator.weights]\nconcentration = {weight:.1}\n"
            );
            let profile = Profile::<Loa>::parse(&text, std::path::Path::new("x"));
            of_engine(&profile.expect("a profile").engine)
        };
        assert_eq!(of(300.0), of(300.0));
        assert_ne!(of(300.0), of(301.0));
        let solver = |algorithm: Algorithm| of_solver::<Loa>(&algorithm.config());
        let leaf = super::of(&conjoin_engine::solve::leaf_evaluator::<Loa>());
        assert!(leaf.contains("concentration"), "{leaf}");
        assert!(solver(Algorithm::EfPn).ends_with(&leaf));
        assert!(!solver(Algorithm::Pn).contains("concentration"));
        assert_ne!(solver(Algorithm::Pn), solver(Algorithm::Pn2));
    }
}
