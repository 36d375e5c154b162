//! `conjoin learn book`: makes an opening book, or checks one.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use conjoin_core::{Variant as _, format_line};
use conjoin_engine::Profile;
use conjoin_engine::book::{Book, BookHead, BookPosition};
use conjoin_eval::Playable;
use conjoin_lab::book::{BookConfig, GrowthOptions, grow};
use conjoin_lab::run_file::Existing;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::book_moves;
use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::units::grouped;
use crate::{interrupt, output, units, version};

/// Options of `conjoin learn book`.
#[derive(Debug, Args)]
pub struct Options {
    /// Profile whose searches make the book: a name or a TOML file
    #[arg(default_value = "champion")]
    profile: String,
    /// Positions to search in all
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Nodes for the search of a position
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Moves of a position that are given a score: the best so many
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=64))]
    moves: u16,
    /// Points by which a move may be worse than the best and is still in the book [default: 1/50 of those that decide a game]
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u16).range(0..=10_000))]
    margin: Option<u16>,
    /// Points that a ply counts for in the choice of the next position: few for long lines, many for all replies
    /// [default: 1/50 of those that decide a game]
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    ply_cost: Option<u16>,
    /// Stop after this time; --resume goes on
    #[arg(long, value_name = "TIME", value_parser = units::parse_duration)]
    time: Option<Duration>,
    /// File in which the searches are kept
    #[arg(long, value_name = "FILE", default_value = "book.jsonl")]
    run: PathBuf,
    /// Go on with a run that was stopped, or make it longer
    #[arg(long)]
    resume: bool,
    /// File for the book
    #[arg(long, visible_alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Check this book instead of making one: a file or a built-in name
    #[arg(long, value_name = "BOOK", conflicts_with_all = ["profile", "positions", "nodes", "moves", "margin", "ply_cost", "time", "run", "resume", "output"])]
    check: Option<String>,
}

/// The licence of a book: facts.
const LICENCE: &str = "CC0-1.0";

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    match &options.check {
        Some(name) => check::<G>(name, common),
        None => learn::<G>(options, common),
    }
}

/// Checks a book: what is wrong in its text is bad input, a position that nobody comes to a failed check.
fn check<G: Playable>(name: &str, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let book = Book::<G>::load(name, None)?;
    let lost = book.unreachable();
    let (positions, moves) = sizes(&book);
    if common.json {
        let body = json!({
            "book": name, "ok": lost.is_empty(), "positions": positions, "moves": moves,
            "unreachable": lost.iter().map(ToString::to_string).collect::<Vec<_>>(),
        });
        output::print(
            &output::object::<G>("learn-book-check", common, Some(book.variant()), &clock, body)
                .to_string(),
        )?;
    } else {
        let mut text = format!(
            "{name}: {} positions, {} moves, rules {}",
            grouped(positions as u64),
            grouped(moves as u64),
            book.variant().rules()
        );
        for position in &lost {
            text += &format!("\nno line comes to {position}");
        }
        if lost.is_empty() {
            text += "\nevery move is legal, every position comes up when the book is followed";
        }
        output::print(&text)?;
    }
    if lost.is_empty() { Ok(()) } else { Err(Failure::CheckFailed) }
}

/// Positions and moves.
fn sizes<G: Playable>(book: &Book<G>) -> (usize, usize) {
    let moves = book.positions().iter().map(|entry| entry.moves.len()).sum();
    (book.positions().len(), moves)
}

fn learn<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    output::expect_places(&[
        ("--run", Some(&options.run)),
        ("--output", options.output.as_deref()),
    ])?;
    let variant = common.variant::<G>()?;
    let profile = Profile::<G>::load(&options.profile)?;
    let usual = BookConfig::usual::<G>();
    let config = BookConfig {
        positions: options.positions as usize,
        nodes: options.nodes,
        moves: usize::from(options.moves),
        margin: options.margin.map_or(usual.margin, i32::from),
        ply_cost: options.ply_cost.map_or(usual.ply_cost, i32::from),
        table_bytes: common.memory.unwrap_or(usual.table_bytes),
        seed: common.seed,
        ..usual
    };
    let bar = ProgressBar::new(u64::from(options.positions)).with_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} positions {eta} left")
            .expect("a template that is known to parse"),
    );
    let start = Instant::now();
    let on_position = |done: usize| {
        bar.set_position(done as u64);
        let is_late = options.time.is_some_and(|time| start.elapsed() >= time);
        !interrupt::requested() && !is_late
    };
    let growth = GrowthOptions {
        run_file: &options.run,
        existing: if options.resume { Existing::Continue } else { Existing::Refuse },
        threads: common.threads.map_or_else(super::cores, usize::from),
        on_position: &on_position,
    };
    let graph = grow::<G>(&profile, variant, &config, &growth);
    bar.finish_and_clear();
    let graph = graph.map_err(|error| bad_input(&error))?;
    if graph.is_empty() {
        return Err(Failure::Interrupted);
    }
    let book = graph.book(&config, head::<G>(&profile, variant, &config, graph.len()));
    if let Some(path) = &options.output {
        output::write_file(path, book.to_text().as_bytes())?;
    }
    let at_start = book.at(&G::start(variant));
    let text = if common.json {
        let body = body(&profile.name, graph.len(), &book, at_start.as_ref());
        output::object::<G>("learn-book", common, Some(variant), &clock, body).to_string()
    } else {
        summary(graph.len(), &book, at_start.as_ref())
    };
    output::print(&text)?;
    if interrupt::requested() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Where the book comes from.
fn head<G: Playable>(
    profile: &Profile<G>,
    variant: G::Variant,
    config: &BookConfig,
    searched: usize,
) -> BookHead {
    let BookConfig { nodes, moves, margin, ply_cost, seed, .. } = config;
    let provenance = format!(
        "made by conjoin learn book {} --positions {searched} --nodes {nodes} --moves {moves} \
         --margin {margin} --ply-cost {ply_cost} --seed {seed}, version {}: searches alone, no games",
        profile.name,
        version::LINE
    );
    let mut head = BookHead::new::<G>(variant, &provenance, LICENCE);
    head.set("engine", &profile.name);
    for (key, value) in [
        ("searched", searched as u64),
        ("nodes", *nodes),
        ("moves", *moves as u64),
        ("margin", u64::from(margin.unsigned_abs())),
        ("ply-cost", u64::from(ply_cost.unsigned_abs())),
        ("seed", *seed),
    ] {
        head.set(key, &value.to_string());
    }
    head
}

fn body<G: Playable>(
    profile: &str,
    searched: usize,
    book: &Book<G>,
    at_start: Option<&BookPosition<G>>,
) -> Value {
    let (positions, moves) = sizes(book);
    json!({
        "profile": profile, "searched": searched, "positions": positions, "moves": moves,
        "start": at_start.map(book_moves::moves_json),
    })
}

/// What was found, for people.
fn summary<G: Playable>(
    searched: usize,
    book: &Book<G>,
    at_start: Option<&BookPosition<G>>,
) -> String {
    let (positions, moves) = sizes(book);
    let mut text = format!(
        "{} positions searched; the book has {} of them with {} moves",
        grouped(searched as u64),
        grouped(positions as u64),
        grouped(moves as u64)
    );
    if let Some(entry) = at_start {
        text += &format!("\nat the start:\n{}", book_moves::table(entry));
        let best = entry.moves[0].mv;
        let line = book.line(&entry.position, best);
        text += &format!("\nmain line: {}", format_line(&entry.position, &line));
    }
    text
}
