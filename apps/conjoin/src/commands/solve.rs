//! `conjoin solve`: win, draw or loss, with a proof.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use conjoin_core::table::release_spare;
use conjoin_core::{
    Game, History, Position as _, TextForm as _, Variant as _, format_line, format_moves,
};
use conjoin_engine::checkpoint::Checkpoint;
use conjoin_engine::solve::{SolveError, SolveRequest, Solved, SolvedAs, Solver};
use conjoin_engine::solve_log::{SolveLog, Standing};
use conjoin_eval::Playable;
use conjoin_lab::experiments::result::{Plot, Series};
use conjoin_lab::report::plot;
use conjoin_prove::proof::{Proof, ProofError, ProofHeader};
use conjoin_prove::{Algorithm, Limits, Progress};
use flate2::Compression;
use flate2::write::GzEncoder;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::show::played;
use super::suite::read_suite;
use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::units::{grouped, parse_duration};
use crate::{interrupt, output, version};

/// Options of `conjoin solve`.
#[derive(Debug, Args)]
pub struct Options {
    /// The position, for example "1bb1/w2w/w2w/1bb1 b" [default: the start]
    #[arg(long, value_name = "POS", conflicts_with = "suite")]
    position: Option<String>,
    /// Moves to make first; what they repeat does not count
    #[arg(long, value_name = "MOVES", conflicts_with = "suite")]
    moves: Option<String>,
    /// Solve every position of a suite: a file, or a name that comes with the program
    #[arg(long, value_name = "FILE")]
    suite: Option<String>,
    /// The search: alphabeta, pn, pn-naive, pn-eval, pn2, pn-star, pds, pdspn, dfpn, dfpn-eps,
    /// ef-pn, ief-pn, ef-pn2 or best
    #[arg(long, value_name = "A", default_value = "best")]
    algorithm: Algorithm,
    /// Tell draws from losses too
    #[arg(long)]
    full: bool,
    /// Write the proof to this file (gzipped when it ends in .gz); a draw has two files. A quarter of
    /// --memory, and what the table does not use, is for its lines
    #[arg(long, value_name = "FILE", conflicts_with = "suite")]
    proof: Option<PathBuf>,
    /// Go on to the shortest win, or to bounds of its length
    #[arg(long)]
    shortest: bool,
    /// End after so many nodes, those of earlier runs with --resume included; a proof of what was
    /// found is still made
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// End after so long, for example 500ms, 10s or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,
    /// Save the work to this file from time to time, and go on from it if it is there
    #[arg(long, value_name = "FILE", conflicts_with = "suite")]
    resume: Option<PathBuf>,
    /// Time between two savings
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_duration, requires = "resume")]
    save_every: Duration,
    /// Add a line to this file now and then: time, expansions, proof and disproof number of the root,
    /// use of the table; a plot of them is drawn beside it, with .svg added to the name
    #[arg(long, value_name = "FILE", conflicts_with = "suite")]
    log: Option<PathBuf>,
    /// Time between two lines of the log
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = parse_duration, requires = "log")]
    log_every: Duration,
}

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    let asked = [("--resume", &options.resume), ("--log", &options.log)];
    if let Some((option, _)) = asked.iter().find(|(_, file)| file.is_some())
        && options.algorithm != Algorithm::Best
    {
        return Err(bad_input(&format!(
            "{option} is for --algorithm best, not {}",
            options.algorithm
        )));
    }
    match &options.suite {
        Some(name) => run_suite::<G>(name, options, common)?,
        None => run_position::<G>(options, common)?,
    }
    if interrupt::requested() { Err(Failure::Interrupted) } else { Ok(()) }
}

impl Options {
    fn request(&self, common: &Common) -> SolveRequest {
        SolveRequest {
            algorithm: self.algorithm,
            full: self.full,
            shortest: self.shortest,
            with_proof: self.proof.is_some(),
            threads: common.threads(),
        }
    }

    /// Solves a position with progress on a terminal. What could not be saved of it is told beside it.
    fn solve<G: Playable>(
        &self,
        root: &G::Position,
        common: &Common,
    ) -> Result<(Solved<G>, Option<Failure>), Failure> {
        let progress = Progress::default();
        let limits = Limits {
            nodes: self.nodes,
            deadline: self.time.map(|time| Instant::now() + time),
            memory: common.memory(),
            stop: Some(interrupt::flag()),
            progress: Some(&progress),
        };
        let mut solver = Solver::<G>::new(self.request(common));
        if let Some(file) = &self.resume {
            let checkpoint = Checkpoint { file: file.clone(), every: self.save_every };
            solver = solver.with_checkpoint(checkpoint);
        }
        if let Some(file) = &self.log {
            solver = solver.with_log(SolveLog { file: file.clone(), every: self.log_every });
        }
        let solved = if std::io::stderr().is_terminal() {
            std::thread::scope(|scope| {
                let solving = scope.spawn(|| solver.solve(root, &limits));
                watch(&progress, || solving.is_finished());
                solving.join().expect("solving does not panic")
            })
        } else {
            solver.solve(root, &limits)
        };
        let failure = |error: SolveError| match error {
            SolveError::Checkpoint(_) | SolveError::Log { .. } | SolveError::Rules(_) => {
                bad_input(&error)
            }
            other => Failure::Other(other.into()),
        };
        Ok((solved.map_err(failure)?, solver.trouble().map(failure)))
    }
}

/// Shows nodes and speed until the work is done.
fn watch(progress: &Progress, is_done: impl Fn() -> bool) {
    const TICK: Duration = Duration::from_millis(50);
    let style = ProgressStyle::with_template("{spinner} {elapsed_precise}  {msg}")
        .expect("a template that is known to parse");
    let bar = ProgressBar::new_spinner().with_style(style);
    let start = Instant::now();
    while !is_done() {
        let count = progress.nodes.load(Ordering::Relaxed);
        let speed = count as f64 / start.elapsed().as_secs_f64();
        bar.set_message(format!("{} nodes, {} a second", grouped(count), grouped(speed as u64)));
        bar.tick();
        std::thread::sleep(TICK);
    }
    bar.finish_and_clear();
}

fn run_position<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    let start = common.position::<G>(options.position.as_deref())?;
    let game = played(History::new(start), options.moves.as_deref().unwrap_or(""))?;
    let root = *game.current();
    expect_places(options)?;
    let clock = output::Clock::start();
    let (solved, mut failed) = options.solve::<G>(&root, common)?;
    // Writing a proof takes memory again: that of the table is free for it now.
    release_spare();
    let mut written = Vec::new();
    for (proof, path) in proof_paths(options, &solved) {
        match write_proof::<G>(&path, proof) {
            Ok(()) => written.push(Written { file: path.display().to_string(), proof }),
            Err(failure) => failed = failed.or(Some(failure)),
        }
    }
    if let Some(log) = &options.log {
        failed = failed.or(draw_course(log, &root).err());
    }
    let text = if common.json {
        let body = body(options, &root, &solved, &written);
        output::object::<G>("solve", common, Some(G::variant(&root)), &clock, body).to_string()
    } else {
        summary(options, &root, &solved, &written)
    };
    // What was found is told, whatever became of the files.
    output::print(&text)?;
    match failed {
        Some(failure) => Err(failure),
        None if solved.refuted.is_some() => Err(Failure::CheckFailed),
        None => Ok(()),
    }
}

/// Long work should not find out at its end that it cannot be kept.
fn expect_places(options: &Options) -> Result<(), Failure> {
    let plot = options.log.as_deref().map(plot_path);
    output::expect_places(&[
        ("--resume", options.resume.as_deref()),
        ("--proof", options.proof.as_deref()),
        ("--log", options.log.as_deref()),
        ("the plot of --log", plot.as_deref()),
    ])?;
    match &options.log {
        Some(log) if log.exists() && !log.is_file() => {
            Err(bad_input(&format!("--log: {} is no file", log.display())))
        }
        Some(log) if log.exists() => read_log(log).map(drop),
        _ => Ok(()),
    }
}

/// The lines of a log; a file that is none is refused.
fn read_log(log: &Path) -> Result<Vec<Standing>, Failure> {
    let shown = log.display();
    let lines = SolveLog::read(log).map_err(|error| bad_input(&format!("log {shown}: {error}")))?;
    let is_empty = std::fs::metadata(log).is_ok_and(|found| found.len() == 0);
    if lines.is_empty() && !is_empty {
        return Err(bad_input(&format!("{shown} exists and is no log of a solve")));
    }
    Ok(lines)
}

/// The picture beside a log.
fn plot_path(log: &Path) -> PathBuf {
    let mut file = log.as_os_str().to_owned();
    file.push(".svg");
    file.into()
}

/// A proof and the file it is in.
struct Written<'a, G: Game> {
    file: String,
    proof: &'a Proof<G::Position>,
}

/// Draws the course of a solve from its log.
fn draw_course(log: &Path, root: &impl std::fmt::Display) -> Result<(), Failure> {
    let standings = read_log(log)?;
    let line = |name: &str, value: &dyn Fn(&Standing) -> f64| Series {
        name: name.into(),
        published: false,
        points: standings
            .iter()
            .map(|standing| (standing.seconds / 60.0, value(standing).max(1.0).log10()))
            .collect(),
    };
    let plot = Plot {
        title: format!("Solving {root}"),
        x_label: "minutes".into(),
        y_label: "power of ten".into(),
        log_x: false,
        series: vec![
            line("proof number", &|standing| f64::from(standing.proof)),
            line("disproof number", &|standing| f64::from(standing.disproof)),
            line("positions expanded", &|standing| standing.expanded as f64),
            line("table in use, thousandths", &|standing| f64::from(standing.table_per_mille)),
        ],
    };
    match plot::svg(&plot) {
        Some(svg) => output::write_file(&plot_path(log), svg.as_bytes()),
        None => Ok(()),
    }
}

fn run_suite<G: Playable>(name: &str, options: &Options, common: &Common) -> Result<(), Failure> {
    let entries = read_suite::<G>(name, common)?;
    let (mut solved_count, mut nodes, mut expanded, mut seconds) = (0, 0, 0, 0.0);
    let mut is_refuted = false;
    let total = entries.len();
    for entry in entries {
        if interrupt::requested() {
            break;
        }
        let clock = output::Clock::start();
        let root = entry.position;
        let (solved, _) = options.solve::<G>(&root, common)?;
        is_refuted |= solved.refuted.is_some();
        solved_count += usize::from(solved.result != SolvedAs::Unknown);
        nodes += solved.counters.nodes;
        expanded += solved.counters.expanded;
        seconds += solved.counters.seconds();
        let text = if common.json {
            let mut body = body(options, &root, &solved, &[]);
            body["id"] = entry.id().into();
            output::object::<G>("solve", common, Some(G::variant(&root)), &clock, body).to_string()
        } else {
            format!("{}  {}", entry.id(), summary(options, &root, &solved, &[]))
        };
        output::print(&text)?;
    }
    if !common.json {
        output::print(&format!(
            "{solved_count} of {total} solved by {}, {} nodes, {} expanded, {seconds:.1} s",
            options.algorithm,
            grouped(nodes),
            grouped(expanded)
        ))?;
    }
    if is_refuted { Err(Failure::CheckFailed) } else { Ok(()) }
}

/// The proofs with their files: the one asked for, with the claim in its name for a draw, which has
/// two of them.
fn proof_paths<'a, G: Game>(
    options: &Options,
    solved: &'a Solved<G>,
) -> Vec<(&'a Proof<G::Position>, PathBuf)> {
    let Some(file) = &options.proof else { return Vec::new() };
    let path = |proof: &Proof<G::Position>| {
        if solved.result != SolvedAs::Draw {
            return file.clone();
        }
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let end = name.find(".proof").or_else(|| name.rfind(".gz")).unwrap_or(name.len());
        let (stem, ending) = name.split_at(end);
        file.with_file_name(format!("{stem}.{}{ending}", proof.claim))
    };
    solved.proofs.iter().map(|proof| (proof, path(proof))).collect()
}

fn write_proof<G: Game>(path: &Path, proof: &Proof<G::Position>) -> Result<(), Failure> {
    let game = G::proof_header(&proof.root);
    let by = format!("conjoin {}", version::LINE);
    let header = ProofHeader { game: &game, by: &by };
    let mut bytes = Vec::new();
    if path.extension().is_some_and(|ending| ending == "gz") {
        let mut out = GzEncoder::new(&mut bytes, Compression::default());
        proof.write(&header, &mut out)?;
        out.try_finish()?;
    } else {
        proof.write(&header, &mut bytes)?;
    }
    bytes.flush()?;
    output::write_file(path, &bytes)
}

fn body<G: Game>(
    options: &Options,
    root: &G::Position,
    solved: &Solved<G>,
    written: &[Written<'_, G>],
) -> Value {
    let files: Vec<&str> = written.iter().map(|written| written.file.as_str()).collect();
    let proof = match files.as_slice() {
        [] => Value::Null,
        [file] => json!(file),
        files => json!(files),
    };
    let mut body = json!({
        "position": root.to_string(),
        "algorithm": options.algorithm.name(),
        "result": solved.result.to_string(),
        "move": solved.best_move.map(|mv| root.format_move(mv)),
        "nodes": solved.counters.nodes,
        "expanded": solved.counters.expanded,
        "search_seconds": solved.counters.seconds(),
        "table_bytes": solved.counters.memory,
        "proof": proof,
    });
    if let Some(refuted) = solved.refuted {
        body["refuted"] = json!(refuted.to_string());
    }
    if solved.counters.contradictions > 0 {
        body["contradictions"] = json!(solved.counters.contradictions);
    }
    if let Some((proof, disproof)) = solved.numbers {
        body["numbers"] = json!({"proof": proof, "disproof": disproof});
    }
    if let Some(length) = solved.length {
        body["plies"] = json!({"at_least": length.at_least, "at_most": length.at_most});
        body["line"] = json!(format_moves(root, &solved.line));
    }
    if !solved.proofs.is_empty() {
        body["proof_lines"] = json!(solved.proofs.iter().map(|p| p.lines.len()).sum::<usize>());
        body["proof_bytes"] = json!(solved.proof_bytes());
    }
    body
}

/// The result, for people.
fn summary<G: Game>(
    options: &Options,
    root: &G::Position,
    solved: &Solved<G>,
    written: &[Written<'_, G>],
) -> String {
    let mut text = solved.result.to_string();
    if root.outcome().is_some() {
        text += ", the game is over";
    }
    if let Some(mv) = solved.best_move {
        text += &format!(", move {}", root.format_move(mv));
    }
    if let Some(length) = solved.length.filter(|_| options.shortest) {
        text += &if length.at_least == length.at_most {
            format!(", in {} plies", length.at_most)
        } else {
            format!(", in {} to {} plies", length.at_least, length.at_most)
        };
    }
    if let Some((proof, disproof)) = solved.numbers {
        text += &format!(", proof number {proof}, disproof number {disproof}");
    }
    let counters = &solved.counters;
    let seconds = counters.seconds();
    text += &format!(
        "  ({}, {} nodes, {} expanded, {seconds:.2} s, rules {})",
        options.algorithm,
        grouped(counters.nodes),
        grouped(counters.expanded),
        G::variant(root).rules()
    );
    if options.shortest && !solved.line.is_empty() {
        text += &format!("\nline {}", format_line(root, &solved.line));
    }
    for Written { file, proof } in written {
        text += &format!("\nproof of {} in {file}, {} lines", proof.claim, proof.lines.len());
    }
    if counters.contradictions > 0 {
        text += &format!(
            "\n{} of its positions had been solved the other way: a sign that two positions have one \
             key in the table; let --proof and verify check the result",
            grouped(counters.contradictions)
        );
    }
    let wanted = match solved.result {
        SolvedAs::Unknown => 0,
        SolvedAs::Draw => 2,
        _ => 1,
    };
    if let Some(refuted) = solved.refuted {
        text += &format!(
            "\nthe search found {refuted}, but its proof shows that this is wrong: a fault of the table; \
             solve it anew with another --memory, and tell us"
        );
    }
    if options.proof.is_some() && solved.proofs.len() < wanted {
        let what = if solved.proofs.is_empty() { "no proof" } else { "the other proof is missing" };
        let why = solved.missing.unwrap_or(ProofError::Limit);
        text += &format!("\n{what}: {why}");
    }
    text
}
