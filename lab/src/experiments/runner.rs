//! Runs the work of an experiment on all cores, keeping every finished piece at once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use conjoin_eval::Playable;

use super::course::CourseLog;
use super::manifest::ExperimentError;
use super::plan::Plan;
use super::record::{Finding, UnitRecord};
use crate::run_file::{self, Existing, Header, RunFile, machine};
use crate::work_queue::{self, Sink};

/// The first line of an experiment's run file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHeader {
    /// Name and number of this format.
    pub schema: String,
    /// Version of the program, with its commit.
    pub version: String,
    /// The game.
    #[serde(default)]
    pub game: String,
    /// The experiment.
    pub experiment: String,
    /// The scale.
    pub scale: String,
    /// A fingerprint of the plan.
    pub plan: String,
    /// The seed.
    pub seed: u64,
    /// The machine.
    pub machine: String,
    /// Pieces of work at the same time.
    pub threads: usize,
    /// A fingerprint of the program: a commit may be built with changes that it does not have.
    #[serde(default)]
    pub program: String,
}

impl Header for RunHeader {
    type Record = UnitRecord;
    const SCHEMA: &'static str = "conjoin.lab-run/1";

    /// The version may differ: every line has its own, and the plan's fingerprint tells whether the
    /// work is the same.
    fn free(&self) -> Vec<&'static str> {
        vec!["version", "machine", "threads", "program"]
    }
}

/// How a run goes on.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions<'a> {
    /// Where every finished piece of work is kept.
    pub file: &'a Path,
    /// Is a file that is there continued?
    pub existing: Existing,
    /// Pieces of work at the same time.
    pub threads: usize,
    /// Time after which this start ends with what it has.
    pub time: Option<Duration>,
    /// Time after which the run ends, that of its earlier starts included.
    pub limit: Option<Duration>,
    /// Version of the program, with its commit.
    pub version: &'a str,
    /// A fingerprint of the program.
    pub program: &'a str,
    /// Where the course of solves is told while they are under way.
    pub course: Option<&'a CourseLog>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Finished pieces of work.
    pub done: usize,
    /// All pieces of work.
    pub total: usize,
    /// An estimate of the time left, the budget considered; nothing before the first piece.
    pub left: Option<Duration>,
}

/// Who watches a run and may stop it.
pub trait Watcher {
    /// A piece of work is finished.
    fn progress(&mut self, progress: Progress);

    /// Asked often: is the run to be stopped now?
    fn wants_stop(&mut self) -> bool;
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct RunReport {
    /// Everything that is finished, in the order of the plan.
    pub records: Vec<UnitRecord>,
    /// Was it stopped by its watcher?
    pub interrupted: bool,
    /// Pieces of work that this start has done itself.
    pub worked: usize,
}

/// Runs what is not yet done, here or by another experiment.
pub fn run<G: Playable>(
    plan: &Plan<G>,
    options: &RunOptions<'_>,
    watcher: &mut dyn Watcher,
) -> Result<RunReport, ExperimentError> {
    let header = RunHeader {
        schema: RunHeader::SCHEMA.into(),
        version: options.version.into(),
        game: G::NAME.into(),
        experiment: plan.manifest.id.clone(),
        scale: plan.scale_name.as_str().into(),
        plan: plan.fingerprint(),
        seed: plan.seed,
        machine: machine(),
        threads: options.threads,
        program: options.program.into(),
    };
    let (mut file, mut records) = RunFile::open(options.file, &header, options.existing)?;
    let earlier = records.iter().map(|record| record.elapsed).fold(0.0, f64::max);
    let mut open: HashMap<&str, usize> =
        plan.units.iter().enumerate().map(|(i, unit)| (unit.name.as_str(), i)).collect();
    for record in &records {
        open.remove(record.unit.as_str());
    }
    for mut record in done_elsewhere(plan, &header, options.file) {
        if open.remove(record.unit.as_str()).is_some() {
            record.elapsed = earlier;
            file.append(&record)?;
            records.push(record);
        }
    }
    let mut open: Vec<usize> = open.into_values().collect();
    open.sort_unstable();
    let earlier = Duration::try_from_secs_f64(earlier).unwrap_or_default();
    let limit = options.limit.map(|limit| limit.saturating_sub(earlier));
    let budget = options.time.into_iter().chain(limit).min();
    if budget == Some(Duration::ZERO) {
        let worked = 0;
        return Ok(RunReport { records: in_order(plan, records), interrupted: false, worked });
    }
    let mut sink = RecordSink {
        plan,
        header: &header,
        file: &mut file,
        records: &mut records,
        open: &open,
        watcher,
        start: Instant::now(),
        earlier,
        budget,
        worked: 0,
        interrupted: false,
    };
    let run = |(): &mut (), i: usize, stop: &AtomicBool| {
        plan.run(&plan.units[open[i]], stop, options.course)
    };
    work_queue::run(open.len(), options.threads, &|| (), &run, &mut sink)?;
    let (worked, interrupted) = (sink.worked, sink.interrupted);
    Ok(RunReport { records: in_order(plan, records), interrupted, worked })
}

/// Work of this plan that another experiment has done: the same search of the same position by the
/// same program on the same machine, as much of it at a time, in a run file of the same folder.
fn done_elsewhere<G: Playable>(plan: &Plan<G>, header: &RunHeader, file: &Path) -> Vec<UnitRecord> {
    let hashes: HashMap<&str, &str> =
        plan.units.iter().map(|unit| (unit.name.as_str(), unit.hash.as_str())).collect();
    let is_ours = |record: &UnitRecord| {
        hashes.get(record.unit.as_str()) == Some(&record.hash.as_str())
            && (&record.version, &record.machine) == (&header.version, &header.machine)
            && record.seed == header.seed
    };
    let Some(folder) = file.parent() else { return Vec::new() };
    let others = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let others = others.filter(|path| path != file && path.extension() == file.extension());
    // A file that cannot be read has nothing to offer; its own run will say what is wrong with it.
    let is_like = |path: &PathBuf| {
        run_file::header::<RunHeader>(path).is_ok_and(|other| {
            (other.program, other.threads) == (header.program.clone(), header.threads)
        })
    };
    let read = |path: PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let records = run_file::read::<RunHeader>(&path).map_or(Vec::new(), |(_, records)| records);
        records.into_iter().map(move |record| UnitRecord { from: name.clone(), ..record })
    };
    others.filter(is_like).flat_map(read).filter(is_ours).collect()
}

/// The records of a plan's work, each once and in its order.
fn in_order<G: Playable>(plan: &Plan<G>, mut records: Vec<UnitRecord>) -> Vec<UnitRecord> {
    let place: HashMap<&str, usize> =
        plan.units.iter().enumerate().map(|(i, unit)| (unit.name.as_str(), i)).collect();
    records.retain(|record| place.contains_key(record.unit.as_str()));
    records.sort_by_key(|record| place[record.unit.as_str()]);
    records.dedup_by(|a, b| a.unit == b.unit);
    records
}

/// Keeps finished work and tells how far the run is.
struct RecordSink<'a, G: Playable> {
    plan: &'a Plan<G>,
    header: &'a RunHeader,
    file: &'a mut RunFile,
    records: &'a mut Vec<UnitRecord>,
    /// Pieces of work to be done.
    open: &'a [usize],
    watcher: &'a mut dyn Watcher,
    start: Instant,
    /// Time that earlier starts took.
    earlier: Duration,
    budget: Option<Duration>,
    worked: usize,
    interrupted: bool,
}

impl<G: Playable> Sink<Finding, ExperimentError> for RecordSink<'_, G> {
    fn finished(&mut self, number: usize, finding: Finding) -> Result<(), ExperimentError> {
        let unit = &self.plan.units[self.open[number]];
        let record = UnitRecord {
            unit: unit.name.clone(),
            hash: unit.hash.clone(),
            version: self.header.version.clone(),
            machine: self.header.machine.clone(),
            seed: self.plan.seed,
            from: None,
            elapsed: (self.earlier + self.start.elapsed()).as_secs_f64(),
            finding,
        };
        self.file.append(&record)?;
        self.records.push(record);
        self.worked += 1;
        self.watcher.progress(Progress {
            done: self.records.len(),
            total: self.plan.units.len(),
            left: Some(time_left(self.start, self.worked, self.open.len(), self.budget)),
        });
        Ok(())
    }

    fn wants_stop(&mut self) -> bool {
        self.interrupted = self.watcher.wants_stop();
        self.interrupted || self.budget.is_some_and(|budget| self.start.elapsed() >= budget)
    }
}

/// What is left of the work at the pace so far, or of the budget.
fn time_left(start: Instant, worked: usize, open: usize, budget: Option<Duration>) -> Duration {
    let elapsed = start.elapsed();
    let rest = elapsed.mul_f64((open - worked) as f64 / worked.max(1) as f64);
    budget.map_or(rest, |budget| rest.min(budget.saturating_sub(elapsed)))
}
