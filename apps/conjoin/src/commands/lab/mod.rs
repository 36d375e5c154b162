//! `conjoin lab`: the tables of the papers, measured again, and reports of them.

mod measure;
mod power;
mod solvers;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use conjoin_engine::{GameName, GameVisitor};
use conjoin_eval::Playable;
use conjoin_lab::experiments::course::CourseLog;
use conjoin_lab::experiments::runner::{self, Progress, RunOptions, Watcher};
use conjoin_lab::experiments::{
    ExperimentError, ExperimentResult, Manifest, Plan, ScaleName, manifest,
};
use conjoin_lab::run_file::{self, Existing, RunFileError};
use conjoin_lab::{claims, export, report};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::{interrupt, output, units, version};

/// Options of `conjoin lab`.
#[derive(Debug, Args)]
pub struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List the experiments
    List,
    /// Run experiments
    Run {
        /// Their names, or all; undecided for those of claims without a verdict, nearest to one first
        #[arg(required = true)]
        ids: Vec<String>,
        /// How large
        #[arg(long, value_enum, default_value = "quick")]
        scale: ScaleOption,
        /// Continue what is in the run files, or in those that are kept beside the results
        #[arg(long)]
        resume: bool,
        /// Time for each experiment of the papers, after which it ends with what it has [default:
        /// that of the scale]; for solvers, time for each position [default: 1m]
        #[arg(long, value_name = "T", value_parser = units::parse_duration)]
        time: Option<Duration>,
        /// Folder for the run files: every finished piece of work, one JSON object a line
        #[arg(long, value_name = "FOLDER", default_value = "runs")]
        runs: PathBuf,
        /// Folder for what the experiments come to
        #[arg(long, value_name = "FOLDER", default_value = "results")]
        results: PathBuf,
        /// Write a line a minute on every solve under way: nodes and the numbers of its root
        #[arg(long, value_name = "FILE")]
        log: Option<PathBuf>,
        /// Depth of the searches of techniques, speed and evaluators
        #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: Option<u32>,
        /// Profiles that speed compares, for example mia-4,yl, or searches with their threads that
        /// solvers compares with the first, for example best,best:2
        #[arg(long, value_name = "NAMES", value_delimiter = ',')]
        profiles: Vec<String>,
        /// Positions that solvers takes, evenly spread over its suite [default: all]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        sample: Option<u32>,
    },
    /// Tell what the checks of the claims can tell: the chance of a verdict at a scale when a figure is
    /// the published one ("if so") and when there is no such effect ("if not")
    Power {
        /// Experiments, or all
        #[arg(default_value = "all")]
        ids: Vec<String>,
        /// How large
        #[arg(long, value_enum, default_value = "long")]
        scale: ScaleOption,
        /// Folder of earlier results, from which the spread of the figures is taken
        #[arg(long, value_name = "FOLDER", default_value = "results")]
        results: PathBuf,
    },
    /// Make the report: HTML, Markdown and the list of claims
    Report {
        /// One experiment, to be printed
        id: Option<String>,
        /// Folder of what the experiments came to
        #[arg(long, value_name = "FOLDER", default_value = "results")]
        results: PathBuf,
        /// File for the list of claims [default: docs/reproduction.md for results, else
        /// reproduction.md in the folder]
        #[arg(long, value_name = "FILE")]
        claims: Option<PathBuf>,
    },
    /// Write run files, of matches and tournaments too, as tidy CSV
    Export {
        /// The run files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Folder for the CSV files
        #[arg(long, value_name = "FOLDER", default_value = ".")]
        output: PathBuf,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ScaleOption {
    /// A few seconds of every kind of work, to try it out.
    Tiny,
    /// Minutes.
    Quick,
    /// As much as decides the claims, in three hours on two cores where that is possible.
    Long,
    /// As it was published.
    Paper,
}

impl From<ScaleOption> for ScaleName {
    fn from(option: ScaleOption) -> Self {
        match option {
            ScaleOption::Tiny => Self::Tiny,
            ScaleOption::Quick => Self::Quick,
            ScaleOption::Long => Self::Long,
            ScaleOption::Paper => Self::Paper,
        }
    }
}

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    match &options.action {
        Action::List => list(common),
        Action::Run { ids, scale, resume, time, runs, results, log, depth, profiles, sample } => {
            let course =
                log.as_ref().map(|file| CourseLog { file: file.clone(), every: COURSE_PAUSE });
            let job =
                Job { scale: (*scale).into(), resume: *resume, time: *time, runs, results, course };
            let options = measure::MeasureOptions {
                depth: *depth,
                profiles,
                time: *time,
                sample: sample.map(|sample| sample as usize),
            };
            let chosen = chosen(ids, common.game, results)?;
            let has_own_options = depth.is_some() || sample.is_some() || !profiles.is_empty();
            for id in &chosen {
                check_options::<G>(id, has_own_options, time.is_some(), common)?;
                job.check_run_file(id)?;
            }
            for id in chosen {
                match measure::run::<G>(&id, options, common) {
                    Some(result) => result?,
                    None => job.run(&id, common)?,
                }
            }
            Ok(())
        }
        Action::Power { ids, scale, results } => {
            let mut chosen = chosen(ids, common.game, results)?;
            chosen.retain(|id| manifest::names().contains(id));
            power::run(&chosen, (*scale).into(), results, common)
        }
        Action::Report { id, results, claims } => {
            let docs = Path::new("docs");
            let default =
                if results == Path::new("results") && docs.is_dir() { docs } else { results };
            let claims = claims.clone().unwrap_or_else(|| default.join("reproduction.md"));
            make_report(id.as_deref(), results, &claims, common)
        }
        Action::Export { files, output } => export(files, output, common),
    }
}

fn list(common: &Common) -> Result<(), Failure> {
    let mut rows: Vec<(String, String, String)> = Vec::new();
    for id in manifest::names() {
        let manifest = manifest::load(&id).map_err(|error| failure(&error))?;
        if common.game.is_none_or(|game| game.name() == manifest.game) {
            rows.push((manifest.id, manifest.source, manifest.title));
        }
    }
    let own =
        measure::EXPERIMENTS.map(|(id, source, title)| (id.into(), source.into(), title.into()));
    rows.extend(own);
    for (id, source, title) in rows {
        output::print(&if common.json {
            json!({"id": id, "source": source, "title": title}).to_string()
        } else {
            format!("{id:15} {title}")
        })?;
    }
    Ok(())
}

/// An option that an experiment would ignore is an error: its figures would be taken for others.
fn check_options<G: Playable>(
    id: &str,
    has_own_options: bool,
    has_time: bool,
    common: &Common,
) -> Result<(), Failure> {
    let own = measure::EXPERIMENTS.map(|(known, ..)| known);
    if own.contains(&id) {
        return if has_time && id != "solvers" {
            Err(bad_input(&format!("{id} has no --time: it searches to a --depth")))
        } else {
            Ok(())
        };
    }
    if has_own_options {
        return Err(bad_input(&format!(
            "{id} is set by its manifest: --depth, --profiles and --sample are for {}",
            own.join(", ")
        )));
    }
    let is_usual = common.variant::<G>()? == G::Variant::default();
    if !is_usual || common.memory.is_some() {
        return Err(bad_input(&format!(
            "{id} is set by its manifest: board, rules and memory are not chosen here"
        )));
    }
    Ok(())
}

/// The claims, judged by kept results.
fn judged(results: &[ExperimentResult]) -> Result<Vec<claims::Judged>, ExperimentError> {
    claims::judge(&claims::all()?, results)
}

/// The experiments named, each once; `all` stands for those of the papers, and `undecided` for those
/// whose claims the kept results leave without a verdict. A game that is named is the game of all of them.
fn chosen(ids: &[String], game: Option<GameName>, results: &Path) -> Result<Vec<String>, Failure> {
    let mut chosen: Vec<String> = Vec::new();
    let other_game = |id: &str| -> Result<Option<String>, Failure> {
        let Some(game) = game else { return Ok(None) };
        let manifest = manifest::load(id).map_err(|error| failure(&error))?;
        Ok(Some(manifest.game).filter(|of| of != game.name()))
    };
    for id in ids {
        let own = measure::EXPERIMENTS.iter().any(|(known, ..)| known == id);
        if id == "all" || id == "undecided" {
            let many = if id == "all" {
                manifest::names()
            } else {
                let judged = report::load(results).and_then(|results| judged(&results));
                claims::undecided(&judged.map_err(|error| failure(&error))?)
            };
            for id in many {
                if other_game(&id)?.is_none() {
                    chosen.push(id);
                }
            }
        } else if own {
            chosen.push(id.clone());
        } else if manifest::names().contains(id) {
            if let Some(game) = other_game(id)? {
                return Err(bad_input(&format!("{id} is an experiment of {game}: see --game")));
            }
            chosen.push(id.clone());
        } else {
            return Err(bad_input(&ExperimentError::Unknown { id: id.chars().take(40).collect() }));
        }
    }
    let mut seen = HashSet::new();
    chosen.retain(|id| seen.insert(id.clone()));
    Ok(chosen)
}

/// A fingerprint of this program.
fn program() -> String {
    let file = std::env::current_exe().and_then(std::fs::read);
    file.map_or_else(|_| "unknown".into(), run_file::fingerprint)
}

fn failure(error: &ExperimentError) -> Failure {
    bad_input(error)
}

/// How experiments are run.
struct Job<'a> {
    scale: ScaleName,
    resume: bool,
    time: Option<Duration>,
    runs: &'a Path,
    results: &'a Path,
    course: Option<CourseLog>,
}

/// Time between two lines on a solve under way.
const COURSE_PAUSE: Duration = Duration::from_mins(1);

/// Shows how far a run is.
struct Screen {
    bar: ProgressBar,
}

impl Watcher for Screen {
    fn progress(&mut self, progress: Progress) {
        self.bar.set_length(progress.total as u64);
        self.bar.set_position(progress.done as u64);
        if let Some(left) = progress.left {
            let seconds = left.as_secs();
            self.bar.set_message(format!("{}:{:02} left", seconds / 60, seconds % 60));
        }
    }

    fn wants_stop(&mut self) -> bool {
        interrupt::requested()
    }
}

impl Job<'_> {
    fn run_file(&self, id: &str) -> PathBuf {
        self.runs.join(format!("{id}-{}.jsonl", self.scale.as_str()))
    }

    /// Of many experiments none is begun when one of them could not be: the rest would not be run.
    fn check_run_file(&self, id: &str) -> Result<(), Failure> {
        let file = self.run_file(id);
        let is_there = std::fs::metadata(&file).is_ok_and(|data| data.len() > 0);
        if is_there && !self.resume {
            return Err(bad_input(&RunFileError::Exists { path: file.display().to_string() }));
        }
        Ok(())
    }

    /// Runs an experiment with the game that its manifest names.
    fn run(&self, id: &str, common: &Common) -> Result<(), Failure> {
        let manifest = manifest::load(id).map_err(|error| failure(&error))?;
        let game: GameName = manifest.game.parse().map_err(|error| bad_input(&error))?;
        game.visit(Experiment { job: self, manifest: &manifest, common })
    }

    fn run_plan<G: Playable>(&self, manifest: &Manifest, common: &Common) -> Result<(), Failure> {
        let clock = output::Clock::start();
        let id = manifest.id.as_str();
        let plan =
            Plan::<G>::new(manifest, self.scale, common.seed).map_err(|error| failure(&error))?;
        output::make_folder(self.runs)?;
        let file = self.run_file(id);
        if self.resume {
            report::unpack_run(self.results, &plan, &file).map_err(|error| failure(&error))?;
        }
        // A time that is asked for is that of this start, in place of the run's own limit.
        let minutes = plan.scale.minutes;
        let limit =
            (self.time.is_none() && minutes > 0.0).then(|| Duration::from_secs_f64(60.0 * minutes));
        let options = RunOptions {
            file: &file,
            existing: if self.resume { Existing::Continue } else { Existing::Refuse },
            threads: common.threads.map_or_else(super::cores, usize::from),
            time: self.time,
            limit,
            version: version::LINE,
            program: &program(),
            course: self.course.as_ref(),
        };
        let style = ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len} {msg}")
            .expect("a template that is known to parse");
        let bar = ProgressBar::new(plan.units.len() as u64).with_style(style);
        bar.set_prefix(id.to_owned());
        let mut screen = Screen { bar };
        let ran = runner::run(&plan, &options, &mut screen);
        screen.bar.finish_and_clear();
        let ran = ran.map_err(|error| failure(&error))?;
        let result = ExperimentResult::new(&plan, &ran.records).map_err(|error| failure(&error))?;
        let is_kept = !ran.interrupted
            && report::keep(self.results, &plan, &ran.records, &result)
                .map_err(|error| failure(&error))?;
        if is_kept {
            report::pack_run(self.results, id, &file).map_err(|error| failure(&error))?;
        }
        if common.json {
            let body = json!({
                "threads": options.threads, "id": result.id,
                "scale": result.scale, "planned": result.planned, "done": result.done,
                "worked": ran.worked, "interrupted": ran.interrupted, "tables": result.tables,
                "claims": result.claims,
            });
            let variant = Some(G::Variant::default());
            let object = output::object::<G>("lab", common, variant, &clock, body);
            output::print(&object.to_string())?;
        } else {
            output::print(&report::result_markdown(&result))?;
            if !is_kept && !ran.interrupted {
                let folder = self.results.join(id);
                let folder = folder.display();
                output::print(&format!("{folder} stays as it is: this is not more."))?;
            }
        }
        if ran.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

/// An experiment to be run with its game.
struct Experiment<'a> {
    job: &'a Job<'a>,
    manifest: &'a Manifest,
    common: &'a Common,
}

impl GameVisitor for Experiment<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        self.job.run_plan::<G>(self.manifest, self.common)
    }
}

fn make_report(
    id: Option<&str>,
    folder: &Path,
    claims_file: &Path,
    common: &Common,
) -> Result<(), Failure> {
    let results = report::load(folder).map_err(|error| failure(&error))?;
    if let Some(id) = id {
        let result = results
            .iter()
            .find(|result| result.id == id)
            .ok_or_else(|| bad_input(&format!("{} holds no result of {id:?}", folder.display())))?;
        return output::print(&if common.json {
            serde_json::to_string(result).map_err(anyhow::Error::from)?
        } else {
            report::result_markdown(result)
        });
    }
    if results.is_empty() {
        return Err(bad_input(&format!("{} holds no results", folder.display())));
    }
    for id in report::keep_renewed(folder, &results).map_err(|error| failure(&error))? {
        if !common.json {
            output::print(&format!("{id}: figures made again from its tables"))?;
        }
    }
    let judged = judged(&results).map_err(|error| failure(&error))?;
    let html = folder.join("report.html");
    output::write_file(&html, report::html(&results, &judged).as_bytes())?;
    output::write_file(&folder.join("report.md"), report::markdown(&results, &judged).as_bytes())?;
    output::write_file(claims_file, report::reproduction(&judged).as_bytes())?;
    if common.json {
        for one in &judged {
            let verdict = one.verdict.as_str();
            let line = json!({"claim": one.claim.id, "verdict": verdict, "scale": one.scale});
            output::print(&line.to_string())?;
        }
        return Ok(());
    }
    output::print(&format!(
        "{} experiments: {}, report.md beside it, claims in {}",
        results.len(),
        html.display(),
        claims_file.display()
    ))
}

fn export(files: &[PathBuf], folder: &Path, common: &Common) -> Result<(), Failure> {
    let stem = |file: &PathBuf| {
        file.file_stem().map_or("run".into(), |stem| stem.to_string_lossy().into_owned())
    };
    let mut stems = HashSet::new();
    if let Some(file) = files.iter().find(|file| !stems.insert(stem(file))) {
        let (file, stem) = (file.display(), stem(file));
        return Err(bad_input(&format!("{file}: another file is to become {stem}-*.csv too")));
    }
    output::make_folder(folder)?;
    for file in files {
        let records = export::records(file).map_err(|error| bad_input(&error))?;
        let stem = stem(file);
        for (kind, text) in report::tidy(&records, report::Origin::Told) {
            let path = folder.join(format!("{stem}-{kind}.csv"));
            output::write_file(&path, text.as_bytes())?;
            let rows = text.lines().count() - 1;
            output::print(&if common.json {
                json!({"file": path.display().to_string(), "rows": rows}).to_string()
            } else {
                format!("{rows} rows in {}", path.display())
            })?;
        }
    }
    Ok(())
}
