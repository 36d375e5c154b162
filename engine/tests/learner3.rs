//! The players after LEARNER III: their weights, their search and where they look a ply farther.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use conjoin_core::History;
use conjoin_engine::{
    EndgameParams, EngineKind, OwnEngine, PlayerOptions, Profile, Request, Thinking, WeightsFile,
    make_player,
};
use conjoin_eval::Linear;
use conjoin_eval::chinese_checkers::ChineseCheckersEvaluators;
use conjoin_eval::chinese_checkers::learner3::{LARGEST_WEIGHT, Learner3};
use conjoin_games::chinese_checkers::{ChineseCheckers, Position, Rules, parse_position};
use conjoin_search::Driver;

fn load(name: &str) -> (Profile<ChineseCheckers>, OwnEngine<ChineseCheckers>) {
    let profile = Profile::load(name).unwrap_or_else(|error| panic!("{error}"));
    let EngineKind::Own(engine) = profile.engine.clone() else { panic!("{name} is our own") };
    (profile, *engine)
}

#[test]
fn the_test_programs_differ_in_their_driver_alone() {
    for name in Profile::<ChineseCheckers>::names() {
        assert_eq!(load(&name).0.name, name);
    }
    let (learner3, engine) = load("learner3");
    assert_eq!(learner3.limit, Some(Thinking::Depth(3)));
    assert_eq!(engine.endgame, Some(EndgameParams { deeper: 1 }));
    assert!(engine.book.is_none() && engine.search.table.is_some());
    let drivers = [Driver::Mtdf, Driver::Pvs, Driver::AlphaBeta];
    for (name, driver) in ["learner3-mtd", "learner3-ns", "learner3-ab"].into_iter().zip(drivers) {
        let (profile, mut other) = load(name);
        assert_eq!((profile.limit, other.search.driver), (learner3.limit, driver), "{name}");
        other.search.driver = engine.search.driver;
        assert_eq!(other, engine, "{name}");
    }
}

#[test]
fn the_weights_are_whole_and_keep_what_the_text_says() {
    for name in WeightsFile::names::<ChineseCheckers>() {
        let file = WeightsFile::load::<ChineseCheckers>(&name, None).expect("built in");
        let Ok(ChineseCheckersEvaluators::Learner3 { weights }) =
            file.evaluator::<ChineseCheckers>()
        else {
            panic!("{name} is of another kind");
        };
        let weights = Learner3::new(weights).weights();
        let is_whole =
            |weight: &f32| weight.fract() == 0.0 && (0.0..=LARGEST_WEIGHT as f32).contains(weight);
        assert!(weights.iter().all(is_whole), "{name}: {weights:?}");
        let constraints = file.constraints::<ChineseCheckers>(None).expect("rules");
        assert_eq!(constraints.len(), 2, "{name}");
        for constraint in constraints {
            assert!(constraint.holds(&weights), "{name}: {constraint}");
        }
    }
}

#[test]
fn a_ply_more_is_looked_at_when_the_sides_have_passed() {
    let (profile, _) = load("learner3");
    let depth = |text: &str| {
        let position = parse_position(text, 121, Rules::ACM_HK).expect("a position");
        let mut player = make_player(&profile, &PlayerOptions::default()).expect("a player");
        let request = Request { depth: Some(2), ..Request::default() };
        let thought = player
            .think(&History::new(position), &request, &AtomicBool::new(false), &mut |_| {})
            .expect("a thought");
        thought.depth
    };
    assert_eq!(depth(&Position::start(121, Rules::ACM_HK).to_string()), 2);
    assert_eq!(depth("b:84,95,99 w:11,28,40 b"), 3);
    for (table, says) in [
        ("deeper = 21", "endgame: deeper = 21: expected 0 to 20"),
        ("deeper = -1", "endgame.deeper"),
        ("shallower = 1", "endgame.shallower"),
    ] {
        let text = format!("version = 1\ninherits = \"learner3\"\n[endgame]\n{table}\n");
        let error = Profile::<ChineseCheckers>::parse(&text, Path::new("mine.toml"));
        let error = error.expect_err(says).to_string();
        assert!(error.contains(says), "{error}");
    }
    let off = "version = 1\ninherits = \"learner3\"\nendgame = false\n";
    let off = Profile::<ChineseCheckers>::parse(off, Path::new("mine.toml")).expect("reads");
    assert!(matches!(off.engine, EngineKind::Own(engine) if engine.endgame.is_none()));
}
