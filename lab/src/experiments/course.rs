//! The course of long solves: a line of JSON every so often on each that is under way.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use conjoin_prove::Progress;
use serde::{Deserialize, Serialize};

/// A file of lines on solves that are under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseLog {
    /// The file; lines are added to it.
    pub file: PathBuf,
    /// Time between two lines on a solve.
    pub every: Duration,
}

/// Where a solve stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CourseLine {
    /// The solver.
    pub solver: String,
    /// The position.
    pub position: String,
    /// Time since it began.
    pub seconds: f64,
    /// Nodes so far, as the algorithm counts them.
    pub nodes: u64,
    /// Proof number of the root; 0 for both where the algorithm tells neither.
    pub proof: u32,
    /// Disproof number of the root.
    pub disproof: u32,
}

/// Time between two looks at whether the solve is over.
const TICK: Duration = Duration::from_millis(50);

impl CourseLog {
    /// Adds lines until the solve is over.
    pub fn watch(
        &self,
        solver: &str,
        position: &str,
        progress: &Progress,
        is_over: &AtomicBool,
    ) -> std::io::Result<()> {
        let start = Instant::now();
        let mut told = start;
        while !is_over.load(Ordering::Relaxed) {
            std::thread::sleep(TICK.min(self.every));
            if told.elapsed() < self.every {
                continue;
            }
            told = Instant::now();
            let line = CourseLine {
                solver: solver.into(),
                position: position.into(),
                seconds: start.elapsed().as_secs_f64(),
                nodes: progress.nodes.load(Ordering::Relaxed),
                proof: progress.proof.load(Ordering::Relaxed),
                disproof: progress.disproof.load(Ordering::Relaxed),
            };
            let mut file = OpenOptions::new().create(true).append(true).open(&self.file)?;
            file.write_all((serde_json::to_string(&line)? + "\n").as_bytes())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solve_under_way_is_told_line_by_line() {
        let name = format!("conjoin-course-{}.jsonl", std::process::id());
        let file = std::env::temp_dir().join(name);
        drop(std::fs::remove_file(&file));
        let log = CourseLog { file: file.clone(), every: Duration::from_millis(5) };
        let (progress, is_over) = (Progress::default(), AtomicBool::new(false));
        progress.nodes.store(77, Ordering::Relaxed);
        progress.proof.store(3, Ordering::Relaxed);
        std::thread::scope(|scope| {
            let watching = scope.spawn(|| log.watch("pn2", "start-6", &progress, &is_over));
            let begun = Instant::now();
            let lines = || std::fs::read_to_string(&file).map_or(0, |text| text.lines().count());
            while lines() < 2 && begun.elapsed() < Duration::from_secs(20) {
                std::thread::sleep(Duration::from_millis(5));
            }
            is_over.store(true, Ordering::Relaxed);
            watching.join().unwrap().unwrap();
        });
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert!(text.lines().count() >= 2);
        for line in text.lines() {
            let line: CourseLine = serde_json::from_str(line).unwrap();
            assert_eq!((line.nodes, line.proof, line.disproof), (77, 3, 0));
            assert_eq!((line.solver.as_str(), line.position.as_str()), ("pn2", "start-6"));
        }
    }
}
