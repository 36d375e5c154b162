//! `conjoin learn transitions`: how often moves of each category are played in given games.

use std::path::PathBuf;

use clap::Args;
use conjoin_core::Categorised as _;
use conjoin_engine::{TransitionCount, TransitionParams, Transitions};
use conjoin_eval::Playable;
use conjoin_lab::learn::transitions::{GameSource, TransitionCounter, Verdicts};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::units::grouped;
use crate::{interrupt, output};

/// Options of `conjoin learn transitions`.
#[derive(Debug, Args)]
pub struct Options {
    /// Games to count in: records (SGF or PGN-like text) and run files of matches, mixed
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// File for the table
    #[arg(long, visible_alias = "out", value_name = "FILE")]
    output: PathBuf,
    /// Leave out games of fewer plies
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_plies: usize,
}

/// What became of the games of a file.
struct Counted {
    file: String,
    title: String,
    verdicts: Verdicts,
    broken: usize,
}

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    output::expect_places(&[("--output", Some(&options.output))])?;
    for file in options.files.iter().filter(|file| file.exists()) {
        output::expect_places(&[("the games", Some(file)), ("--output", Some(&options.output))])?;
    }
    if common.variant::<G>()? != G::Variant::default() {
        return Err(bad_input(&"transitions are learned on the usual board by the usual rules"));
    }
    let mut counter = TransitionCounter::<G>::new(options.min_plies);
    let mut sources = Vec::new();
    for file in &options.files {
        sources.push(count_file(file, &mut counter)?);
    }
    let games: usize = sources.iter().map(|source| source.verdicts.games).sum();
    if games == 0 {
        let files: Vec<String> =
            options.files.iter().map(|file| file.display().to_string()).collect();
        return Err(bad_input(&format!(
            "{}: none of these games counts: expected legal ones of at least {} plies from the usual start",
            files.join(", "),
            options.min_plies
        )));
    }
    let table = Transitions::new::<G::Position>(counter.counts(), &provenance(&sources, &counter));
    output::write_file(&options.output, table.to_text().as_bytes())?;
    let lines = lines::<G>(&counter);
    if common.json {
        let files: Vec<Value> = sources.iter().map(source_json).collect();
        let body = json!({
            "games": games,
            "positions": counter.positions(),
            "moves": counter.moves(),
            "met": counter.categories(),
            "files": files,
            "categories": lines.iter().map(line_json).collect::<Vec<_>>(),
        });
        let variant = Some(G::Variant::default());
        let object = output::object::<G>("learn-transitions", common, variant, &clock, body);
        return output::print(&object.to_string());
    }
    let mut text =
        format!("{:40} {:>9} {:>9} {:>8} {:>6}", "category", "played", "of", "part", "plies");
    for (name, count, plies) in &lines {
        let TransitionCount { played, available } = *count;
        text += &format!(
            "\n{name:40} {played:>9} {available:>9} {:>6.1} % {plies:>6.2}",
            100.0 * count.probability().unwrap_or_default()
        );
    }
    for Counted { file, verdicts, broken, .. } in &sources {
        text += &format!("\n{file}: {} games", verdicts.games);
        for (number, reason) in [
            (*broken, "not legal or not read"),
            (verdicts.other_start, "from another start"),
            (verdicts.short, "too short"),
            (verdicts.repeated, "there before"),
        ] {
            if number > 0 {
                text += &format!(", {number} {reason}");
            }
        }
    }
    text += &format!(
        "\n{games} games, {} positions with a choice, {} moves, {} categories",
        grouped(counter.positions()),
        grouped(counter.moves()),
        counter.categories()
    );
    output::print(&text)
}

/// Counts the games of a file.
fn count_file<G: Playable>(
    file: &std::path::Path,
    counter: &mut TransitionCounter<G>,
) -> Result<Counted, Failure> {
    let name = file.display().to_string();
    let source = GameSource::<G>::read(file).map_err(|error| bad_input(&error))?;
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} games {eta} left")
        .expect("a template that is known to parse");
    let bar = ProgressBar::new(source.games.len() as u64).with_style(style);
    bar.set_message(name.clone());
    let mut verdicts = Verdicts::default();
    for game in &source.games {
        // Half the games are no table: nothing is written.
        if interrupt::requested() {
            bar.finish_and_clear();
            return Err(Failure::Interrupted);
        }
        verdicts.add(counter.add(game));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Counted { file: name, title: source.title, verdicts, broken: source.broken })
}

/// Where the counts come from, in a sentence.
fn provenance<G: Playable>(sources: &[Counted], counter: &TransitionCounter<G>) -> String {
    let used = sources.iter().filter(|source| source.verdicts.games > 0);
    let parts: Vec<String> =
        used.map(|source| format!("{} of {}", source.verdicts.games, source.title)).collect();
    format!(
        "Counted in {} positions with more than one legal move, in games: {}.",
        counter.positions(),
        parts.join("; ")
    )
}

/// Name, counts and plies of each category that was met, those of the fewest plies first.
fn lines<G: Playable>(counter: &TransitionCounter<G>) -> Vec<(String, TransitionCount, f64)> {
    let params = TransitionParams::default();
    let met = counter.counts().iter().enumerate().filter(|(_, count)| count.available > 0);
    let line = |(category, count): (usize, &TransitionCount)| {
        (G::Position::category_name(category), *count, f64::from(count.plies(&params)) / 100.0)
    };
    let mut lines: Vec<_> = met.map(line).collect();
    lines.sort_by(|(a, _, x), (b, _, y)| x.total_cmp(y).then_with(|| a.cmp(b)));
    lines
}

fn line_json((category, count, plies): &(String, TransitionCount, f64)) -> Value {
    json!({
        "category": category,
        "played": count.played,
        "available": count.available,
        "probability": count.probability(),
        "plies": plies,
    })
}

fn source_json(source: &Counted) -> Value {
    let Counted { file, title, verdicts, broken } = source;
    let mut value = json!(verdicts);
    value["file"] = json!(file);
    value["title"] = json!(title);
    value["broken"] = json!(broken);
    value
}
