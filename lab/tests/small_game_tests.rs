//! A game that is not shipped goes through matches, learning and an experiment by its traits alone.

use crate::common::folder;
use crate::small_game::{Breakthrough, Position, Variant};
use conjoin_core::{Game, Side};
use conjoin_engine::{EngineKind, Profile, Thinking};
use conjoin_eval::{EvaluatorSet as _, EvaluatorVisitor, Linear, Playable};
use conjoin_games::record::{self, ReplayOptions};
use conjoin_lab::experiments::runner::{self, Progress, RunOptions, Watcher};
use conjoin_lab::experiments::{ExperimentResult, Manifest, Plan, ScaleName};
use conjoin_lab::game::{Conditions, Reason};
use conjoin_lab::game_record::{GameRecord, to_records};
use conjoin_lab::learn::{self, LearnConfig, LearnOptions, Round};
use conjoin_lab::match_header::{GameSettings, MatchHeader};
use conjoin_lab::match_runner::{self, MatchPlan, Observer, ProfilePair};
use conjoin_lab::openings::OpeningSet;
use conjoin_lab::run_file::{Existing, RunFile, RunFileError};

/// Keeps games in a run file, and stops after so many.
struct Keeping {
    file: RunFile,
    left: usize,
}

impl Observer<GameRecord> for Keeping {
    type Error = RunFileError;

    fn game_over(&mut self, game: &GameRecord) -> Result<(), RunFileError> {
        self.left = self.left.saturating_sub(1);
        self.file.append(game)
    }

    fn wants_stop(&mut self) -> bool {
        self.left == 0
    }
}

#[test]
fn a_match_is_played_kept_gone_on_with_and_written_as_records() {
    let folder = folder("small-match");
    let start = Breakthrough::start(Variant::default());
    let set = OpeningSet::parse::<Breakthrough>("random-2").expect("a set");
    let openings = set.openings::<Breakthrough>(&start, 3, 0, 5).expect("openings");
    let conditions =
        Conditions { adjudicate: Some(2_000), ..Conditions::new(Thinking::Nodes(300)) };
    let plan = MatchPlan::<Position> { openings, conditions, seed: 5, concurrency: 2, sprt: None };
    let load = |name: &str| Profile::<Breakthrough>::load(name).expect("every game has it");
    let players = ProfilePair { profiles: [load("champion"), load("level-1")], memory: 1 << 20 };
    let settings =
        GameSettings::new::<Breakthrough>(&plan, &start, &set, 0, 1 << 20, "test").expect("them");
    let header = MatchHeader::new(settings, &players.profiles, plan.conditions.thinking, None);
    assert_eq!((header.settings.game.as_str(), header.settings.size), ("breakthrough", 5));
    let path = folder.join("match.jsonl");
    let play = |left: usize| {
        let (file, finished) =
            RunFile::open(&path, &header, Existing::Continue).expect("a run file");
        let mut keeping = Keeping { file, left };
        match_runner::run::<Breakthrough, _>(&plan, &players, finished, &mut keeping)
            .expect("a match")
    };
    // Stopped as soon as it is asked, which may be after all of these short games.
    let begun = play(2).records;
    assert!(begun.len() >= 2);
    let report = play(usize::MAX);
    for game in &begun {
        let kept = &report.records[game.game];
        assert!((kept.a_seconds - game.a_seconds).abs() < 1e-9, "nothing is played again");
    }
    assert_eq!(report.records.len(), 6);
    assert!(report.summary.estimate.is_some());
    for game in &report.records {
        assert!(matches!(game.reason, Reason::Rules(_) | Reason::Proof), "{game:?}");
        assert!(game.is_sound::<Breakthrough>(Variant::default()), "{game:?}");
    }
    let named = report.records.iter().map(|game| (game, ["ann", "bob"]));
    let text = to_records::<Breakthrough>(named, Variant::default()).expect("text records");
    let read = record::read::<Breakthrough>(text.as_bytes());
    assert_eq!((read.records.len(), read.problems.len()), (6, 0));
    for record in &read.records {
        record.replay(&ReplayOptions::default()).expect("a legal game");
        assert!(record.player(Side::First).is_some());
    }
    drop(std::fs::remove_dir_all(folder));
}

/// Learns a round.
struct Learning<'a>(&'a LearnConfig, &'a LearnOptions<'a>);

impl EvaluatorVisitor<Position> for Learning<'_> {
    type Output = Vec<Round>;

    fn visit<E: Linear<Position> + 'static>(self, eval: E) -> Vec<Round> {
        let search = conjoin_search::SearchConfig::default();
        learn::learn::<Breakthrough, E>("race", &eval, &search, self.0, self.1).expect("a run")
    }
}

#[test]
fn weights_are_learned() {
    let folder = folder("small-learn");
    let config = LearnConfig { rounds: 2, games: 10, depth: 2, ..LearnConfig::default() };
    let run_file = folder.join("learn.jsonl");
    let options = LearnOptions {
        run_file: &run_file,
        existing: Existing::Refuse,
        threads: 2,
        on_event: &|_| true,
    };
    let rounds =
        <Breakthrough as Playable>::Evaluators::default().visit(Learning(&config, &options));
    assert_eq!(rounds.len(), 2);
    assert!(rounds[1].weights.iter().all(|weight| weight.is_finite()));
    assert_eq!(learn::read_games::<Breakthrough>(&run_file).expect("its games").len(), 20);
    let other = learn::read_games::<conjoin_games::loa::Loa>(&run_file).expect_err("another game");
    assert!(other.to_string().contains("breakthrough"), "{other}");
    drop(std::fs::remove_dir_all(folder));
}

struct Silent;

impl Watcher for Silent {
    fn progress(&mut self, _: Progress) {}

    fn wants_stop(&mut self) -> bool {
        false
    }
}

#[test]
fn an_experiment_solves_searches_plays_and_asks() {
    let folder = folder("small-experiment");
    let suite = folder.join("suite.tsv");
    std::fs::write(&suite, "5/b4/5/3w1/5 b\tid=one\n4b/5/1w3/3b1/5 w\tid=two\n").expect("a suite");
    let scale = format!(
        "endgames = {suite:?}\nsuite = {suite:?}\nnodes = 10000\nstored = 10000\ndepth = 3\n\
         memory = 1\npairs = 1\ntime_factor = 1.0\n"
    );
    let text = format!(
        r#"
id = "small"
game = "breakthrough"
title = "A small game"
source = "none"
measures = "all kinds of work"
solvers = [{{ name = "pn", algorithm = "pn" }}, {{ name = "ef", algorithm = "ef-pn" }}]
searches = [{{ profile = "champion" }}]
matches = [{{ name = "m", a = "champion", b = "level-1", depths = [2, 1], openings = "random-2" }}]
points = [{{ name = "p", moves = "", profiles = ["champion"], less = [0] }}]
tables = [{{ title = "T", rows = [{{ name = "pn" }}], label = "{{name}}", columns = [
    {{ title = "solved", measured = "solved({{name}})" }},
] }}]
[quick]
{scale}
[paper]
{scale}"#
    );
    let manifest = Manifest::parse("small", &text).expect("a manifest");
    let plan = Plan::<Breakthrough>::new(&manifest, ScaleName::Quick, 1).expect("a plan");
    assert_eq!(plan.units.len(), 2 * 2 + 2 + 2 + 1);
    let options = RunOptions {
        file: &folder.join("run.jsonl"),
        existing: Existing::Refuse,
        threads: 2,
        time: None,
        limit: None,
        version: "test",
        program: "test",
        course: None,
    };
    let ran = runner::run(&plan, &options, &mut Silent).expect("a run");
    assert_eq!(ran.records.len(), plan.units.len());
    let result = ExperimentResult::new(&plan, &ran.records).expect("a result");
    assert_eq!(result.done, result.planned);
    assert!(result.tables[0].rows[0].1[0].measured.is_some());
    drop(std::fs::remove_dir_all(folder));
    assert!(matches!(
        Profile::<Breakthrough>::load("champion").expect("every game has it").engine,
        EngineKind::Own(_)
    ));
}
