//! `conjoin learn genetic`: breeds the weights of an evaluator.

use std::marker::PhantomData;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use conjoin_engine::{EngineKind, Profile, WeightsFile};
use conjoin_eval::{EvaluatorSet as _, EvaluatorVisitor, Linear, Playable};
use conjoin_lab::learn::genetic::{
    self, Generation, GeneticConfig, GeneticEvent, GeneticLimit, GeneticOptions,
};
use conjoin_lab::learn::players::PlayersFile;
use conjoin_lab::run_file::Existing;
use conjoin_search::SearchConfig;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::learn::{Stated, stated_relations};
use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::{interrupt, output, units};

/// Options of `conjoin learn genetic`.
#[derive(Debug, Args)]
pub struct Options {
    /// Profile whose evaluator is bred, with its own search; its weights have to be whole numbers
    profile: String,
    /// Generations in all
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    generations: u32,
    /// Players of a generation, an even number
    #[arg(long, value_name = "P", default_value_t = 40, value_parser = clap::value_parser!(u32).range(4..=1000))]
    population: u32,
    /// Games that each plays in a generation, an even number
    #[arg(long, value_name = "G", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    games: u32,
    /// Players that live on, the best [default: a quarter]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=999))]
    elite: Option<u32>,
    /// Depth of the searches
    #[arg(long, value_name = "D", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Nodes of each search, in place of a depth
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Weights whose stated relations all players have to keep: a file, a built-in name, or none [default: those
    /// built in with the profile's name, if there are any]
    #[arg(long, value_name = "WEIGHTS")]
    relations: Option<String>,
    /// Stop after this time; --resume goes on
    #[arg(long, value_name = "TIME", value_parser = units::parse_duration)]
    time: Option<Duration>,
    /// File in which games and generations are kept
    #[arg(long, value_name = "FILE", default_value = "genetic.jsonl")]
    run: PathBuf,
    /// Go on with a run that was stopped, or make it longer
    #[arg(long)]
    resume: bool,
    /// File for the weights of the best player of the last generation
    #[arg(long, visible_alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// File for different players of the last generations
    #[arg(long, value_name = "FILE")]
    players: Option<PathBuf>,
    /// How many of them
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..), requires = "players")]
    keep: u16,
}

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    output::expect_places(&[
        ("--run", Some(&options.run)),
        ("--output", options.output.as_deref()),
        ("--players", options.players.as_deref()),
    ])?;
    if common.variant::<G>()? != G::Variant::default() {
        return Err(bad_input(&"weights are bred on the usual board by the usual rules"));
    }
    let profile = Profile::<G>::load(&options.profile).map_err(|error| bad_input(&error))?;
    let EngineKind::Own(engine) = &profile.engine else {
        return Err(bad_input(&format!(
            "profile {:?} is an outside program, which has no weights of ours",
            options.profile
        )));
    };
    let kind = engine.evaluator.kind();
    let stated = stated_relations::<G>(options.relations.as_deref(), &profile.name, kind)?;
    let config = config(options, &stated, common.seed);
    if let Some(fault) = config.fault() {
        return Err(bad_input(&fault));
    }
    let breeding = Breeding::<G> {
        options,
        config: &config,
        common,
        kind,
        search: &engine.search,
        game: PhantomData,
    };
    let Bred { names, generations } = engine.evaluator.visit(breeding)?;
    let Some(last) = generations.last() else { return Err(Failure::Interrupted) };
    let best = last.best();
    let provenance = provenance(&config, &profile.name, &generations);
    if let Some(path) = &options.output {
        let mut file = WeightsFile::new::<G>(&engine.evaluator, &provenance)
            .map_err(|error| bad_input(&error))?;
        for (name, &weight) in names.iter().zip(&best.weights) {
            file.set_whole(name, weight);
        }
        file.relations = stated.relations;
        output::write_file(path, file.to_text().as_bytes())?;
    }
    if let Some(path) = &options.players {
        let players = genetic::distinct_players(&generations, usize::from(options.keep));
        let file = PlayersFile::new::<G>(kind, names.clone(), &players, &provenance);
        output::write_file(path, file.to_text().as_bytes())?;
    }
    if common.json {
        let weights: serde_json::Map<String, Value> =
            names.iter().cloned().zip(best.weights.iter().map(|&weight| json!(weight))).collect();
        let body = json!({
            "profile": profile.name, "generations": generations.iter().map(json_of).collect::<Vec<_>>(),
            "weights": weights, "score": best.score(), "games": best.games, "born": best.born,
        });
        let variant = Some(G::Variant::default());
        let object = output::object::<G>("learn-genetic", common, variant, &clock, body);
        return output::print(&object.to_string());
    }
    let mut lines = format!("{:32} {:>7}", "feature", "weight");
    for (name, weight) in names.iter().zip(&best.weights) {
        lines += &format!("\n{name:32} {weight:>7}");
    }
    lines += &format!(
        "\n(the best of generation {}: {:.1} % against the others, born in generation {})",
        last.generation,
        100.0 * best.score(),
        best.born
    );
    output::print(&lines)
}

fn config(options: &Options, stated: &Stated, seed: u64) -> GeneticConfig {
    GeneticConfig {
        generations: options.generations,
        population: options.population,
        games: options.games,
        elite: options.elite.unwrap_or_else(|| (options.population / 4).max(1)),
        limit: options.nodes.map_or(GeneticLimit::Depth(options.depth), GeneticLimit::Nodes),
        seed,
        constraints: stated.constraints.clone(),
    }
}

/// Where weights come from, in a sentence.
fn provenance(config: &GeneticConfig, profile: &str, generations: &[Generation]) -> String {
    let limit = match config.limit {
        GeneticLimit::Depth(depth) => format!("depth {depth}"),
        GeneticLimit::Nodes(nodes) => format!("{nodes} nodes a move"),
    };
    format!(
        "Bred from random weights with the search of {profile}: {} generations of {} players, {} games each at {limit}, seed {}.",
        generations.len(),
        config.population,
        config.games,
        config.seed
    )
}

fn json_of(generation: &Generation) -> Value {
    let (best, [mutation, crossover]) = (generation.best(), generation.mean_rates());
    json!({
        "generation": generation.generation, "weights": best.weights, "score": best.score(),
        "born": best.born, "mutation": mutation, "crossover": crossover,
    })
}

/// What came of it.
struct Bred {
    names: Vec<String>,
    generations: Vec<Generation>,
}

struct Breeding<'a, G> {
    options: &'a Options,
    config: &'a GeneticConfig,
    common: &'a Common,
    kind: &'a str,
    search: &'a SearchConfig,
    game: PhantomData<G>,
}

impl<G: Playable> EvaluatorVisitor<G::Position> for Breeding<'_, G> {
    type Output = Result<Bred, Failure>;

    fn visit<E: Linear<G::Position> + 'static>(self, eval: E) -> Self::Output {
        let Self { options, config, common, kind, search, .. } = self;
        let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} games {eta} left")
            .expect("a template that is known to parse");
        let bar = ProgressBar::new(u64::from(config.games_of_generation())).with_style(style);
        let start = Instant::now();
        let is_late = || options.time.is_some_and(|time| start.elapsed() >= time);
        let on_event = |event: GeneticEvent<'_>| {
            match event {
                GeneticEvent::Game(done, _) => bar.set_position(u64::from(done)),
                GeneticEvent::Generation(generation) => {
                    let text = summary(generation);
                    if bar.is_hidden() {
                        eprintln!("{text}");
                    } else {
                        bar.println(text);
                    }
                    bar.set_message(format!("generation {}", generation.generation + 1));
                    bar.set_position(0);
                }
            }
            !interrupt::requested() && !is_late()
        };
        let genetic_options = GeneticOptions {
            run_file: &options.run,
            existing: if options.resume { Existing::Continue } else { Existing::Refuse },
            threads: common.threads.map_or_else(super::cores, usize::from),
            on_event: &on_event,
        };
        let generations = genetic::breed::<G, E>(kind, &eval, search, config, &genetic_options);
        bar.finish_and_clear();
        let generations = generations.map_err(|error| bad_input(&error))?;
        Ok(Bred { names: eval.names(), generations })
    }
}

/// A generation in a line.
fn summary(generation: &Generation) -> String {
    let (best, [mutation, crossover]) = (generation.best(), generation.mean_rates());
    let weights: Vec<String> = best.weights.iter().map(ToString::to_string).collect();
    format!(
        "generation {}: best {} with {:.1} %, born in {}; mutation {:.1} %, crossover {:.1} %",
        generation.generation,
        weights.join(" "),
        100.0 * best.score(),
        best.born,
        f64::from(mutation) / 10.0,
        f64::from(crossover) / 10.0
    )
}
