//! `conjoin learn`: makes the weights of evaluators (also by breeding: `learn_genetic`), counts of moves
//! (`transitions`), models of ProbCut (`learn_probcut`) and opening books (`learn_book`).

use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand, ValueEnum};
use conjoin_engine::relations::{Constraint, StatedRelation};
use conjoin_engine::{EngineKind, Profile, WeightsFile};
use conjoin_eval::{EvaluatorSet as _, EvaluatorVisitor, Linear, Playable};
use conjoin_lab::learn::{self, Event, LearnConfig, LearnOptions, Method, Round};
use conjoin_lab::run_file::Existing;
use conjoin_search::SearchConfig;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::{learn_book, learn_genetic, learn_probcut, transitions};
use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::{interrupt, output, units};

/// Options of `conjoin learn`.
#[derive(Debug, Args)]
pub struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Learn the weights of a profile's evaluator from games against itself
    Weights(WeightsOptions),
    /// Breed the weights of a profile's evaluator: sets of whole weights play each other, winners have children
    Genetic(learn_genetic::Options),
    /// Count how often moves of each category are played, for realization probability search
    Transitions(transitions::Options),
    /// Learn what shallow searches foretell of deep ones, for ProbCut and node cutting
    Probcut(learn_probcut::Options),
    /// Make an opening book from searches of a profile, or check one
    Book(learn_book::Options),
}

#[derive(Debug, Args)]
struct WeightsOptions {
    /// Profile whose evaluator learns, with its own search
    profile: String,
    /// How weights are made from games
    #[arg(long, value_enum, default_value = "regression")]
    method: MethodName,
    /// Weights to start from; a feature of weight 0 is left out in any case
    #[arg(long, value_enum, default_value = "profile")]
    from: StartWeights,
    /// Rounds of games and learning
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Games in each round
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Depth of the searches
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Rounds whose games the regression looks at
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    window: u32,
    /// Part of the result in what the regression aims at, 0 to 1; the rest is the search's score
    #[arg(long, value_name = "PART", default_value_t = 1.0, value_parser = parse_part)]
    result_part: f32,
    /// Weights whose stated relations the learned ones have to keep: a file, a built-in name, or none [default: those
    /// built in with the profile's name, if there are any]
    #[arg(long, value_name = "WEIGHTS")]
    relations: Option<String>,
    /// Stop after this time, at the end of a round at the latest; --resume goes on
    #[arg(long, value_name = "TIME", value_parser = units::parse_duration)]
    time: Option<Duration>,
    /// File in which games and weights are kept
    #[arg(long, value_name = "FILE", default_value = "learn.jsonl")]
    run: PathBuf,
    /// Go on with a run that was stopped
    #[arg(long)]
    resume: bool,
    /// Fit to the games of these run files instead of playing any
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["resume", "run", "rounds", "games", "time"])]
    data: Vec<PathBuf>,
    /// File for the learned weights; they are also printed
    #[arg(long, visible_alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MethodName {
    /// Logistic regression on results and search scores
    Regression,
    /// TD-leaf: values move toward those that follow
    TdLeaf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StartWeights {
    /// Those of the profile
    Profile,
    /// The same for every feature
    Equal,
}

/// The weight of every feature when all are equal, for a unit, as a part of what decides.
const EQUAL: f32 = 0.02;

/// A part of the whole: a number from 0 to 1.
fn parse_part(text: &str) -> Result<f32, String> {
    let part = text.parse::<f32>().ok().filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    match &options.action {
        Action::Weights(options) => learn_weights::<G>(options, common),
        Action::Genetic(options) => learn_genetic::run::<G>(options, common),
        Action::Transitions(options) => transitions::run::<G>(options, common),
        Action::Probcut(options) => learn_probcut::run::<G>(options, common),
        Action::Book(options) => learn_book::run::<G>(options, common),
    }
}

fn learn_weights<G: Playable>(options: &WeightsOptions, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let run = options.data.is_empty().then_some(options.run.as_path());
    output::expect_places(&[("--run", run), ("--output", options.output.as_deref())])?;
    if common.variant::<G>()? != G::Variant::default() {
        return Err(bad_input(&"weights are learned on the usual board by the usual rules"));
    }
    let profile = Profile::<G>::load(&options.profile).map_err(|error| bad_input(&error))?;
    let EngineKind::Own(engine) = &profile.engine else {
        return Err(bad_input(&format!(
            "profile {:?} is an outside program, which has no weights of ours",
            options.profile
        )));
    };
    if !options.data.is_empty() && matches!(options.method, MethodName::TdLeaf) {
        return Err(bad_input(
            &"--method td-leaf learns while it plays: --data is for the regression",
        ));
    }
    let stated = stated_relations::<G>(
        options.relations.as_deref(),
        &profile.name,
        engine.evaluator.kind(),
    )?;
    let learned = engine.evaluator.visit(Learning::<G> {
        options,
        constraints: &stated.constraints,
        common,
        name: &profile.name,
        search: &engine.search,
        game: PhantomData,
    })?;
    expect_kept(&stated.constraints, &learned)?;
    let mut file = weights_file::<G>(&engine.evaluator, &learned)?;
    file.relations = stated.relations;
    let text = file.to_text();
    if let Some(path) = &options.output {
        output::write_file(path, text.as_bytes())?;
    }
    if common.json {
        let rounds: Vec<_> = learned
            .rounds
            .iter()
            .map(|round| json!({"round": round.round, "loss": round.loss, "first_player": round.first_player}))
            .collect();
        let features: Vec<_> = learned
            .table()
            .map(
                |(name, weight, matter)| json!({"name": name, "weight": weight, "matters": matter}),
            )
            .collect();
        let body = json!({
            "profile": profile.name, "rounds": rounds,
            "features": features,
        });
        let variant = Some(G::Variant::default());
        let object = output::object::<G>("learn", common, variant, &clock, body);
        return output::print(&object.to_string());
    }
    let mut lines = format!("{:32} {:>12} {:>10}", "feature", "weight", "matters");
    for (name, weight, matters) in learned.table() {
        lines += &format!("\n{name:32} {weight:12.3} {matters:10.1}");
    }
    lines += "\n(matters: the weight times the spread of the feature over the games, in points)";
    output::print(&lines)
}

/// What came of it.
struct Learned {
    names: Vec<String>,
    rounds: Vec<Round>,
    provenance: String,
}

impl Learned {
    fn last(&self) -> &Round {
        self.rounds.last().expect("at least one round")
    }

    /// Name, weight and importance of every feature in use.
    fn table(&self) -> impl Iterator<Item = (&String, f32, f32)> {
        let round = self.last();
        self.names
            .iter()
            .zip(round.weights.iter().zip(&round.spread))
            .filter(|(_, (weight, _))| **weight != 0.0)
            .map(|(name, (weight, spread))| (name, *weight, (weight * spread).abs()))
    }
}

/// What the learned weights have to keep, in words and in numbers.
#[derive(Default)]
pub(super) struct Stated {
    pub relations: Vec<StatedRelation>,
    pub constraints: Vec<Constraint>,
}

/// The relations of the weights that are named, or of those with the profile's name.
pub(super) fn stated_relations<G: Playable>(
    named: Option<&str>,
    profile: &str,
    kind: &str,
) -> Result<Stated, Failure> {
    let name = match named {
        Some("none") => return Ok(Stated::default()),
        Some(name) => name,
        None if WeightsFile::names::<G>().iter().any(|known| known == profile) => profile,
        None => {
            eprintln!("no weights are called {profile}: learning without relations (--relations)");
            return Ok(Stated::default());
        }
    };
    let file = WeightsFile::load::<G>(name, None).map_err(|error| bad_input(&error))?;
    if file.kind != kind {
        return Err(bad_input(&format!("--relations {name}: of {}, expected {kind}", file.kind)));
    }
    let path = Path::new(name);
    let folder = path.extension().is_some_and(|end| end == "toml").then(|| path.parent()).flatten();
    let constraints = file.constraints::<G>(folder);
    let constraints = constraints.map_err(|reason| bad_input(&format!("{name}: {reason}")))?;
    Ok(Stated { relations: file.relations, constraints })
}

/// Refuses weights that do not keep what they had to: rules may contradict each other, or speak of weights
/// that are 0 because their feature is no part of the evaluator.
fn expect_kept(constraints: &[Constraint], learned: &Learned) -> Result<(), Failure> {
    let weights = &learned.last().weights;
    let Some(broken) = constraints.iter().find(|rule| !rule.holds(weights)) else { return Ok(()) };
    let is_out = broken.terms.iter().all(|&(weight, _)| weights[weight] == 0.0);
    let reason = if is_out {
        "its weights are 0 in the profile, so that they stay out of what is learned"
    } else {
        "no weights keep it together with the other rules"
    };
    Err(bad_input(&format!("relation {broken}: {reason}; --relations none learns without any")))
}

struct Learning<'a, G> {
    options: &'a WeightsOptions,
    constraints: &'a [Constraint],
    common: &'a Common,
    name: &'a str,
    search: &'a SearchConfig,
    game: PhantomData<G>,
}

impl<G: Playable> EvaluatorVisitor<G::Position> for Learning<'_, G> {
    type Output = Result<Learned, Failure>;

    fn visit<E: Linear<G::Position> + 'static>(self, eval: E) -> Self::Output {
        let Self { options, constraints, common, name, search, .. } = self;
        let eval = match options.from {
            StartWeights::Profile => eval,
            StartWeights::Equal => {
                let all = EQUAL * G::DECISIVE as f32;
                let equal = |&weight: &f32| if weight == 0.0 { 0.0 } else { all };
                eval.with_weights(&eval.weights().iter().map(equal).collect::<Vec<f32>>())
            }
        };
        let config = LearnConfig {
            method: match options.method {
                MethodName::Regression => Method::Regression,
                MethodName::TdLeaf => Method::TdLeaf,
            },
            rounds: options.rounds,
            games: options.games,
            depth: options.depth,
            seed: common.seed,
            window: options.window,
            result_part: options.result_part,
            constraints: constraints.to_vec(),
            ..LearnConfig::default()
        };
        let names = eval.names();
        if !options.data.is_empty() {
            let mut games = Vec::new();
            for path in &options.data {
                games.extend(learn::read_games::<G>(path).map_err(|error| bad_input(&error))?);
            }
            if games.is_empty() {
                return Err(bad_input(&"--data holds no games to learn from"));
            }
            let round = learn::fit::<G, E>(&eval, &games, &config);
            let provenance = format!(
                "Logistic regression on {} games of self-play; loss {:.4} bits a position.",
                games.len(),
                round.loss
            );
            return Ok(Learned { names, rounds: vec![round], provenance });
        }
        let rounds = learn_with_progress::<G, E>(name, &eval, search, &config, options, common)?;
        let Some(last) = rounds.last() else { return Err(Failure::Interrupted) };
        let provenance = format!(
            "{} from {} weights: {} rounds of {} games at depth {}, seed {}; loss {:.4} bits a position.",
            match config.method {
                Method::Regression => "Logistic regression on self-play",
                Method::TdLeaf => "TD-leaf on self-play",
            },
            if options.from == StartWeights::Equal { "equal" } else { "the profile's" },
            rounds.len(),
            config.games,
            config.depth,
            config.seed,
            last.loss
        );
        Ok(Learned { names, rounds, provenance })
    }
}

fn learn_with_progress<G: Playable, E: Linear<G::Position>>(
    name: &str,
    eval: &E,
    search: &SearchConfig,
    config: &LearnConfig,
    options: &WeightsOptions,
    common: &Common,
) -> Result<Vec<Round>, Failure> {
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} games {eta} left")
        .expect("a template that is known to parse");
    let bar = ProgressBar::new(u64::from(config.games)).with_style(style);
    let start = Instant::now();
    let is_late = || options.time.is_some_and(|time| start.elapsed() >= time);
    let on_event = |event: Event<'_>| {
        match event {
            Event::Game(done, _) => bar.set_position(u64::from(done)),
            Event::Round(round) => {
                let text = format!(
                    "round {}: loss {:.4} bits, {} scores {:.1} %",
                    round.round,
                    round.loss,
                    G::SIDES[0],
                    100.0 * round.first_player
                );
                if bar.is_hidden() {
                    eprintln!("{text}");
                } else {
                    bar.println(text);
                }
                bar.set_message(format!("round {}", round.round + 1));
                bar.set_position(0);
            }
        }
        !interrupt::requested() && !is_late()
    };
    let learn_options = LearnOptions {
        run_file: &options.run,
        existing: if options.resume { Existing::Continue } else { Existing::Refuse },
        threads: common.threads.map_or_else(super::cores, usize::from),
        on_event: &on_event,
    };
    let rounds = learn::learn::<G, E>(name, eval, search, config, &learn_options);
    bar.finish_and_clear();
    rounds.map_err(|error| bad_input(&error))
}

/// The weights in the form in which profiles read them.
fn weights_file<G: Playable>(
    evaluator: &G::Evaluators,
    learned: &Learned,
) -> Result<WeightsFile, Failure> {
    let mut file =
        WeightsFile::new::<G>(evaluator, &learned.provenance).map_err(|error| bad_input(&error))?;
    for (name, &weight) in learned.names.iter().zip(&learned.last().weights) {
        file.set(name, weight);
    }
    file.evaluator::<G>().map_err(|reason| bad_input(&reason))?;
    Ok(file)
}
