//! `conjoin learn probcut`: what shallow searches of a profile foretell of deep ones.

use std::marker::PhantomData;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use conjoin_engine::{EngineKind, LinearFit, ProbCutModels, Profile, RankCounts};
use conjoin_eval::{EvaluatorSet as _, EvaluatorVisitor, Linear, Playable};
use conjoin_lab::learn::probcut::{self, Batch, ProbCutConfig, ProbCutOptions, Source};
use conjoin_lab::learn::transitions::GameSource;
use conjoin_lab::run_file::Existing;
use conjoin_lab::suite;
use conjoin_search::{DepthPair, SearchConfig};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::units::{self, grouped};
use crate::{interrupt, output, version};

/// Options of `conjoin learn probcut`.
#[derive(Debug, Args)]
pub struct Options {
    /// Profile whose evaluator and search are asked
    profile: String,
    /// Positions of a suite, a name or a file [default: positions of games against itself]
    #[arg(long, value_name = "SUITE", conflicts_with = "games")]
    suite: Option<String>,
    /// Positions of games: records (SGF or PGN-like text) and run files of matches, mixed
    #[arg(long, value_name = "GAMES", num_args = 1..)]
    games: Vec<PathBuf>,
    /// Positions to search
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,
    /// Pairs of a shallow and a deep depth for linear models
    #[arg(long, value_name = "S:D", num_args = 1.., value_delimiter = ',', default_value = "0:2", value_parser = parse_pair)]
    pairs: Vec<DepthPair>,
    /// Pairs of a short depth and the depth at which moves are cut, for ranks
    #[arg(long, value_name = "S:D", num_args = 1.., value_delimiter = ',', default_value = "1:3", value_parser = parse_pair)]
    ranks: Vec<DepthPair>,
    /// Depth of the searches in games against itself
    #[arg(long, value_name = "D", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Stop after this time; --resume goes on
    #[arg(long, value_name = "TIME", value_parser = units::parse_duration)]
    time: Option<Duration>,
    /// File in which what was found is kept
    #[arg(long, value_name = "FILE", default_value = "probcut.jsonl")]
    run: PathBuf,
    /// Go on with a run that was stopped, or make it longer
    #[arg(long)]
    resume: bool,
    /// File for models and ranks
    #[arg(long, visible_alias = "out", value_name = "FILE")]
    output: PathBuf,
}

/// Two depths, as `0:2`.
fn parse_pair(text: &str) -> Result<DepthPair, String> {
    let pair =
        text.split_once(':').and_then(|(one, two)| Some([one.parse().ok()?, two.parse().ok()?]));
    pair.ok_or_else(|| "expected two depths, as 0:2".to_owned())
}

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    output::expect_places(&[("--run", Some(&options.run)), ("--output", Some(&options.output))])?;
    if common.variant::<G>()? != G::Variant::default() {
        return Err(bad_input(&"models are learned on the usual board by the usual rules"));
    }
    let profile = Profile::<G>::load(&options.profile).map_err(|error| bad_input(&error))?;
    let EngineKind::Own(engine) = &profile.engine else {
        return Err(bad_input(&format!(
            "profile {:?} is an outside program, whose evaluator is not ours",
            options.profile
        )));
    };
    let config = ProbCutConfig {
        pairs: options.pairs.clone(),
        ranks: options.ranks.clone(),
        positions: options.positions,
        play_depth: options.depth,
        seed: common.seed,
    };
    let config = config.checked().map_err(|reason| bad_input(&reason))?;
    let source = source::<G>(options, common)?;
    let searching = Searching::<G> {
        name: &profile.name,
        search: &engine.search,
        source: &source,
        config: &config,
        options,
        common,
        game: PhantomData,
    };
    let (batches, weights) = engine.evaluator.visit(searching)?;
    let positions: usize = batches.iter().map(|batch| batch.samples.len()).sum();
    let linear: Vec<LinearFit> =
        config.pairs.iter().filter_map(|&pair| probcut::fit(&batches, pair)).collect();
    let ranks: Vec<RankCounts> = (0..config.ranks.len())
        .map(|number| probcut::ranks(&batches, &config, number))
        .filter(|ranks| ranks.positions() > 0)
        .collect();
    if linear.is_empty() && ranks.is_empty() {
        if interrupt::requested() {
            return Err(Failure::Interrupted);
        }
        return Err(bad_input(&"too few positions: nothing can be learned from them"));
    }
    let provenance = format!(
        "Made by conjoin learn probcut {}, version {}: {positions} positions of {}, seed {}; weights {weights}, \
         the profile's search without what it is for. Facts; free to use (CC0-1.0).",
        profile.name,
        version::LINE,
        origin(&source, &config),
        common.seed
    );
    let file = ProbCutModels::new(&profile.name, &provenance, linear, ranks);
    output::write_file(&options.output, file.to_text().as_bytes())?;
    let text = if common.json {
        let ranks: Vec<_> = file.ranks.iter().map(rank_json).collect();
        let body = json!({
            "profile": profile.name, "positions": positions, "weights": weights,
            "source": source.title(), "linear": file.linear, "ranks": ranks,
        });
        let variant = Some(G::Variant::default());
        output::object::<G>("learn-probcut", common, variant, &clock, body).to_string()
    } else {
        summary(&file, positions, common.seed)
    };
    output::print(&text)?;
    if interrupt::requested() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn source<G: Playable>(options: &Options, common: &Common) -> Result<Source<G>, Failure> {
    if let Some(name) = &options.suite {
        let entries = suite::find::<G>(name, G::Variant::default());
        let entries = entries.map_err(|error| bad_input(&error))?;
        let positions = entries.into_iter().map(|entry| entry.position).collect();
        return Ok(Source::Given { title: format!("suite {name}"), positions });
    }
    if options.games.is_empty() {
        return Ok(Source::SelfPlay);
    }
    let read = |path: &PathBuf| GameSource::<G>::read(path).map_err(|error| bad_input(&error));
    let sources = options.games.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    Ok(Source::of_games(&sources, common.seed))
}

/// Where the positions come from, in words.
fn origin<G: Playable>(source: &Source<G>, config: &ProbCutConfig) -> String {
    match source {
        Source::SelfPlay => format!("games against itself at depth {}", config.play_depth),
        Source::Given { title, .. } => title.clone(),
    }
}

/// Searches the positions; gives what was found, and a short name for the weights.
struct Searching<'a, G: Playable> {
    name: &'a str,
    search: &'a SearchConfig,
    source: &'a Source<G>,
    config: &'a ProbCutConfig,
    options: &'a Options,
    common: &'a Common,
    game: PhantomData<G>,
}

impl<G: Playable> EvaluatorVisitor<G::Position> for Searching<'_, G> {
    type Output = Result<(Vec<Batch>, String), Failure>;

    fn visit<E: Linear<G::Position> + 'static>(self, eval: E) -> Self::Output {
        let Self { name, search, source, config, options, common, .. } = self;
        let bar = ProgressBar::new(u64::from(options.positions)).with_style(
            ProgressStyle::with_template("{bar:40} {pos}/{len} positions {eta} left")
                .expect("a template that is known to parse"),
        );
        let start = Instant::now();
        let on_positions = |done: u32| {
            bar.set_position(u64::from(done));
            let is_late = options.time.is_some_and(|time| start.elapsed() >= time);
            !interrupt::requested() && !is_late
        };
        let learning = ProbCutOptions {
            run_file: &options.run,
            existing: if options.resume { Existing::Continue } else { Existing::Refuse },
            threads: common.threads.map_or_else(super::cores, usize::from),
            on_positions: &on_positions,
        };
        let batches = probcut::learn::<G, E>(name, &eval, search, source, config, &learning);
        bar.finish_and_clear();
        let batches = batches.map_err(|error| bad_input(&error))?;
        Ok((batches, probcut::weights_hash::<G::Position, E>(&eval)))
    }
}

/// Probabilities for which the last ranks are told.
const TOLD: [f64; 3] = [0.90, 0.95, 0.99];
/// Ranks of the short search's best move that are told.
const TOLD_RANKS: usize = 8;

fn rank_json(ranks: &RankCounts) -> serde_json::Value {
    json!({
        "short": ranks.short, "depth": ranks.depth, "positions": ranks.positions(),
        "counts": ranks.counts,
    })
}

fn summary(file: &ProbCutModels, positions: usize, seed: u64) -> String {
    let mut text = format!(
        "{:>8} {:>8} {:>8} {:>9} {:>9} {:>7} {:>10}",
        "shallow", "deep", "a", "b", "sigma", "r", "positions"
    );
    for fit in &file.linear {
        let LinearFit { shallow, deep, a, b, sigma, r, positions } = *fit;
        text += &format!(
            "\n{shallow:>8} {deep:>8} {a:>8.4} {b:>9.2} {sigma:>9.2} {r:>7.4} {positions:>10}"
        );
    }
    for ranks in &file.ranks {
        text += &format!(
            "\nlast rank by the rank of the best move at depth {}, at depth {}:",
            ranks.short, ranks.depth
        );
        text += &format!(
            "\n{:>8} {:>10} {:>6} {:>6} {:>6}",
            "rank", "positions", "0.90", "0.95", "0.99"
        );
        let limits = TOLD.map(|probability| ranks.last(probability));
        for (rank, row) in ranks.counts.iter().enumerate().take(TOLD_RANKS) {
            text += &format!("\n{rank:>8} {:>10}", row.iter().sum::<u64>());
            for limit in &limits {
                let last = limit[rank].map_or_else(|| "-".to_owned(), |last| last.to_string());
                text += &format!(" {last:>6}");
            }
        }
    }
    text + &format!("\n{} positions, seed {seed}", grouped(positions as u64))
}
