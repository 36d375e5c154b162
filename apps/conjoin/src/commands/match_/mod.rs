//! `conjoin match`: two players against each other, or everybody against everybody, with statistics.

mod game_log;
mod limits;
mod progress;
mod tournament;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use conjoin_core::{Game, Variant as _};
use conjoin_engine::{Profile, Thinking};
use conjoin_eval::Playable;
use conjoin_lab::file_lock::FileLock;
use conjoin_lab::game::Conditions;
use conjoin_lab::game_record::{Contestant, GameRecord, to_records};
use conjoin_lab::match_header::{GameSettings, MatchHeader};
use conjoin_lab::match_runner::{self, MatchPlan, MatchReport, ProfilePair};
use conjoin_lab::openings::{DEFAULT_FILE_PLIES, OpeningSet};
use conjoin_lab::run_file::{Existing, Header, RunFile};
use conjoin_lab::sprt::{Decision, Sprt};
use conjoin_lab::statistics::Estimate;
use conjoin_lab::summary::{Failures, Summary};
use serde_json::{Value, json};

use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::{output, units, version};
use game_log::{GameLog, GameText, Standing};
use limits::LimitOptions;

/// Table of each player, unless told otherwise: every game has players of its own, and large
/// tables take long to make.
const DEFAULT_MEMORY: usize = 32 << 20;

/// Options of `conjoin match`.
#[derive(Debug, Args)]
pub struct Options {
    /// The player whose results are told: a profile's name, or the path of a TOML file
    profile_a: String,
    /// Its opponent
    profile_b: String,
    /// Further players: then everybody plays everybody
    #[arg(value_name = "PROFILE")]
    more: Vec<String>,
    /// Games of two players, two for each opening; an odd number is rounded up
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    #[command(flatten)]
    limits: LimitOptions,
    /// Openings: none, two-ply, three-ply, random-N (N random plies), or an SGF or text file of games
    #[arg(long, value_name = "SET", default_value = "random-4")]
    openings: String,
    /// Plies taken from the games of an opening file
    #[arg(long, value_name = "N", default_value_t = DEFAULT_FILE_PLIES)]
    opening_plies: usize,
    /// Stop as soon as the results tell an A stronger by ELO1 from one stronger by ELO0
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// How much later than allowed a move may come before it loses
    #[arg(long, value_name = "T", default_value = "100ms", value_parser = units::parse_duration)]
    grace: Duration,
    /// Plies after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// End a game when a proof search of N nodes shows that the side to move wins
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    adjudicate: Option<u64>,
    /// File that takes every game as it ends, one JSON object a line
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Continue the match in the --output file
    #[arg(long, requires = "output")]
    resume: bool,
    /// File for the games: SGF, or text records of a game that SGF does not know
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
}

/// Wins, draws and losses of A, counted game by game.
fn tally() -> Standing<GameRecord> {
    let mut results = [0; 3];
    Box::new(move |game| {
        results[game.half_points()] += 1;
        let [losses, draws, wins]: [u64; 3] = results;
        format!("+{wins} ={draws} -{losses}")
    })
}

/// The text of one game in the file of games.
fn game_text<G: Playable>(header: &MatchHeader, start: &G::Position) -> GameText<GameRecord> {
    let (a, b) = (header.a.name.clone(), header.b.name.clone());
    let variant = G::variant(start);
    Box::new(move |game| {
        to_records::<G>(std::iter::once((game, [a.as_str(), b.as_str()])), variant)
    })
}

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    if !options.more.is_empty() {
        return tournament::run::<G>(options, common);
    }
    let clock = output::Clock::start();
    let load = |name: &str| Profile::<G>::load(name).map_err(|error| bad_input(&error));
    let memory = common.memory.unwrap_or(DEFAULT_MEMORY);
    let profiles = [load(&options.profile_a)?, load(&options.profile_b)?];
    let source = ProfilePair { profiles, memory };
    let start = common.position::<G>(None)?;
    let limits = options.limits.of_two(&source.profiles)?;
    let openings = openings::<G>(options)?;
    let plan = plan::<G>(options, &openings, limits, common, &start)?;
    let settings = settings::<G>(options, &openings, &start, &plan, memory)?;
    let header = MatchHeader::new(settings, &source.profiles, limits, plan.sprt);
    expect_places(options)?;
    match_runner::check(&plan, &source).map_err(|error| bad_input(&error))?;
    let _lock = lock_sgf(options)?;
    let (file, finished) = open_run(options, &header)?;
    let (sgf, total) = (options.sgf.as_deref(), header.settings.games);
    let text_of = game_text::<G>(&header, &start);
    let mut log = GameLog::new(file, sgf, total, &finished, text_of, tally())?;
    let result = match_runner::run::<G, _>(&plan, &source, finished, &mut log);
    log.finish();
    let report = result?;
    if common.json {
        let body = json_body(&header, &report, plan.sprt);
        let object = output::object::<G>("match", common, Some(G::variant(&start)), &clock, body);
        output::print(&object.to_string())?;
    } else {
        output::print(&text::<G>(&header, &report, plan.sprt))?;
    }
    let names = [header.a.name.as_str(), header.b.name.as_str()];
    write_sgf::<G>(options, report.records.iter().map(|game| (game, names)), &start)?;
    if report.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

/// No other process may write the games while ours are played.
fn lock_sgf(options: &Options) -> Result<Option<FileLock>, Failure> {
    let lock = options.sgf.as_deref().map(FileLock::take);
    lock.transpose().map_err(|error| bad_input(&error))
}

/// Writes the games, each with the names of A and B, if that is asked for.
fn write_sgf<'g, G: Playable>(
    options: &Options,
    games: impl Iterator<Item = (&'g GameRecord, [&'g str; 2])>,
    start: &G::Position,
) -> Result<(), Failure> {
    let Some(path) = &options.sgf else { return Ok(()) };
    let text = to_records::<G>(games, G::variant(start)).map_err(|error| bad_input(&error))?;
    output::write_file(path, text.as_bytes())
}

/// The openings that are asked for.
fn openings<G: Game>(options: &Options) -> Result<OpeningSet, Failure> {
    OpeningSet::parse::<G>(&options.openings).map_err(|error| bad_input(&error))
}

/// What to play.
fn plan<G: Playable>(
    options: &Options,
    openings: &OpeningSet,
    limits: [Thinking; 2],
    common: &Common,
    start: &G::Position,
) -> Result<MatchPlan<G::Position>, Failure> {
    let pairs = options.games.div_ceil(2) as usize;
    let openings = openings
        .openings::<G>(start, pairs, options.opening_plies, common.seed)
        .map_err(|error| bad_input(&error))?;
    let max_plies = options.max_plies as usize;
    if openings.iter().any(|opening| opening.moves.len() >= max_plies) {
        let reason = format!("--max-plies {max_plies} ends a game within its opening");
        return Err(bad_input(&reason));
    }
    let conditions = Conditions {
        grace: options.grace,
        max_plies,
        adjudicate: options.adjudicate,
        thinking: limits,
        ..Conditions::new(limits[0])
    };
    let concurrency = common.threads.map_or_else(super::cores, usize::from);
    Ok(MatchPlan { openings, conditions, seed: common.seed, concurrency, sprt: options.sprt })
}

/// All that the games depend on beside the players.
fn settings<G: Playable>(
    options: &Options,
    openings: &OpeningSet,
    start: &G::Position,
    plan: &MatchPlan<G::Position>,
    memory: usize,
) -> Result<GameSettings, Failure> {
    let plies = options.opening_plies;
    GameSettings::new::<G>(plan, start, openings, plies, memory, version::LINE)
        .map_err(|error| bad_input(&error))
}

/// A long match should not find out at its end that its games have no place, or take the place of
/// what it was given.
fn expect_places(options: &Options) -> Result<(), Failure> {
    let openings = PathBuf::from(&options.openings);
    output::expect_places(&[
        ("--openings", openings.is_file().then_some(openings.as_path())),
        ("--output", options.output.as_deref()),
        ("--sgf", options.sgf.as_deref()),
    ])
}

/// Opens the run file, if one is asked for, and gives the games that are in it.
fn open_run<H: Header>(
    options: &Options,
    header: &H,
) -> Result<(Option<RunFile>, Vec<H::Record>), Failure> {
    let Some(path) = &options.output else { return Ok((None, Vec::new())) };
    let existing = if options.resume { Existing::Continue } else { Existing::Refuse };
    let (file, records) =
        RunFile::open(path, header, existing).map_err(|error| bad_input(&error))?;
    Ok((Some(file), records))
}

/// A number as JSON: null when it is infinite.
fn number(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { Value::Null }
}

fn json_body(header: &MatchHeader, report: &MatchReport, sprt: Option<Sprt>) -> Value {
    let summary = &report.summary;
    let [losses, draws, wins] = summary.games.counts;
    let of = |value: fn(&Estimate) -> f64| summary.estimate.as_ref().map(value).map(number);
    let failures = |contestant| {
        let failures = summary.failures_of(contestant);
        json!({"time": failures.time, "illegal": failures.illegal, "error": failures.error})
    };
    json!({
        "a": header.a.name,
        "b": header.b.name,
        "a_hash": header.a.hash,
        "b_hash": header.b.hash,
        "limit": header.settings.limit,
        "a_limit": header.a.limit(&header.settings),
        "b_limit": header.b.limit(&header.settings),
        "openings": header.settings.openings,
        "threads": header.settings.concurrency,
        "games": summary.games.total(),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "pairs": summary.pairs.counts,
        "score": of(|estimate| estimate.score),
        "score_low": of(|estimate| estimate.low),
        "score_high": of(|estimate| estimate.high),
        "elo": of(Estimate::elo),
        "elo_error": of(Estimate::elo_error),
        "superiority": of(|estimate| estimate.superiority),
        "llr": summary.test.map(|(ratio, _)| ratio),
        "llr_bounds": sprt.map(|sprt| [sprt.bounds().0, sprt.bounds().1]),
        "sprt": summary.test.map(|(_, decision)| decision_name(decision)),
        "time_losses": summary.time_losses(),
        "illegal": summary.illegal(),
        "errors": summary.errors(),
        "a_failures": failures(Contestant::A),
        "b_failures": failures(Contestant::B),
        "reasons": summary.reasons,
        "repeated": summary.repeated,
        "left_out": summary.left_out,
        "interrupted": report.interrupted,
    })
}

fn decision_name(decision: Decision) -> &'static str {
    match decision {
        Decision::Continue => "continue",
        Decision::AcceptH0 => "H0",
        Decision::AcceptH1 => "H1",
    }
}

/// The result for people.
fn text<G: Game>(header: &MatchHeader, report: &MatchReport, sprt: Option<Sprt>) -> String {
    let summary = &report.summary;
    let (a, b) = (&header.a.name, &header.b.name);
    let mut lines = vec![format!(
        "{a} against {b}: {} games, openings {} with both colours, {}, rules {}{}, seed {}",
        summary.games.total(),
        header.settings.openings,
        limit_text(header),
        header.settings.rules,
        if header.settings.size == G::Variant::default().size() {
            String::new()
        } else {
            format!(", size {}", header.settings.size)
        },
        header.settings.seed,
    )];
    match &summary.estimate {
        None => lines.push("no pair of games was finished".into()),
        Some(estimate) => lines.extend(result_lines::<G>(summary, estimate, a)),
    }
    lines.extend(sprt.map(|sprt| test_line(summary, &sprt)));
    lines.extend(remarks(header, report));
    lines.join("\n")
}

/// How long the players might think.
fn limit_text(header: &MatchHeader) -> String {
    match (&header.a.limit, &header.b.limit) {
        (Some(a), Some(b)) => format!("{a} for A and {b} for B"),
        _ => header.settings.limit.clone(),
    }
}

fn result_lines<G: Game>(summary: &Summary, estimate: &Estimate, a: &str) -> Vec<String> {
    let row = |name: &str, tally: &conjoin_lab::statistics::Games| {
        let [losses, draws, wins] = tally.counts;
        let score = tally.mean().map_or(String::new(), |mean| format!("{:6.1} %", 100.0 * mean));
        format!("{name:<24} {wins:>7} {draws:>7} {losses:>7}  {score}")
    };
    let [black, white] = &summary.by_colour;
    let [p0, p1, p2, p3, p4] = summary.pairs.counts;
    let elo = if estimate.elo().is_finite() {
        let error = estimate.elo_error();
        let error = if error.is_finite() { format!("{error:.1}") } else { "unbounded".into() };
        format!("Elo {:+.1} +/- {error}", estimate.elo())
    } else {
        "Elo unbounded".into()
    };
    vec![
        format!("{:<24} {:>7} {:>7} {:>7}  {:>8}", "", "won", "drawn", "lost", "score"),
        row(a, &summary.games),
        row(&format!("  with {}", G::SIDES[0]), black),
        row(&format!("  with {}", G::SIDES[1]), white),
        format!("{:<24} {p4} x 2, {p3} x 1.5, {p2} x 1, {p1} x 0.5, {p0} x 0", "  points of pairs"),
        format!(
            "score {:.1} % (95 % interval {:.1} to {:.1} %), {elo}, superiority {:.1} %",
            100.0 * estimate.score,
            100.0 * estimate.low,
            100.0 * estimate.high,
            100.0 * estimate.superiority,
        ),
    ]
}

fn test_line(summary: &Summary, sprt: &Sprt) -> String {
    let (ratio, decision) = summary.test.unwrap_or((0.0, Decision::Continue));
    let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
    let said = match decision {
        Decision::Continue => "no decision yet".to_owned(),
        Decision::AcceptH0 => format!("H0 accepted: not {elo1:+} Elo"),
        Decision::AcceptH1 => format!("H1 accepted: more than {elo0:+} Elo"),
    };
    format!("SPRT {elo0:+} against {elo1:+} Elo: LLR {ratio:.2} ({lower:.2}, {upper:.2}), {said}")
}

/// What else a reader of the result should know.
fn remarks(header: &MatchHeader, report: &MatchReport) -> Vec<String> {
    let summary = &report.summary;
    let mut lines = Vec::new();
    if !summary.reasons.is_empty() {
        let reasons: Vec<String> =
            summary.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        let games = summary.games.total() as f64;
        let plies = summary.plies as f64 / games;
        lines.push(format!("ended by {}; {plies:.1} plies on average", reasons.join(", ")));
    }
    for (contestant, name) in Contestant::BOTH.into_iter().zip([&header.a.name, &header.b.name]) {
        let failed = summary.failures_of(contestant);
        if failed != Failures::default() {
            let letter = if contestant == Contestant::A { "A" } else { "B" };
            lines.push(format!(
                "{letter} ({name}) lost {} games by time, {} by illegal moves, {} by errors",
                failed.time, failed.illegal, failed.error
            ));
        }
    }
    if let Some(failure) = report.records.iter().find_map(|record| record.failure.as_deref()) {
        let first: String = failure.lines().next().unwrap_or_default().chars().take(200).collect();
        lines.push(format!("first failure: {first}"));
    }
    if summary.repeated > 0 {
        lines.push(format!(
            "{} games repeat another move by move: they prove nothing new, so the interval is too \
             narrow; take more openings",
            summary.repeated
        ));
    }
    if summary.left_out > 0 {
        let count = summary.left_out;
        lines.push(format!(
            "{count} finished games not counted: half a pair, or after the decision"
        ));
    }
    if report.interrupted {
        lines.push(format!("interrupted; {} games were planned", header.settings.games));
    }
    lines
}
