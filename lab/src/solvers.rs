//! How fast solvers are, next to each other over a suite.

use std::time::{Duration, Instant};

use conjoin_engine::solve::{SolveError, SolveRequest, SolvedAs, Solver};
use conjoin_eval::Playable;
use conjoin_prove::{Algorithm, Limits};

use crate::suite::SuiteEntry;

/// A solver with its threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The search.
    pub algorithm: Algorithm,
    /// Its threads.
    pub threads: usize,
}

/// What a solver made of one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Was it solved?
    pub solved: bool,
    /// Positions expanded.
    pub expanded: u64,
    /// Time of the search, without making its table.
    pub seconds: f64,
}

/// What one solver made of a suite.
#[derive(Clone, Debug)]
pub struct SolverRow {
    /// The solver.
    pub contender: Contender,
    /// By position.
    pub efforts: Vec<Effort>,
}

impl SolverRow {
    /// How many were solved.
    pub fn solved(&self) -> usize {
        self.efforts.iter().filter(|effort| effort.solved).count()
    }

    /// Positions expanded in all.
    pub fn expanded(&self) -> u64 {
        self.efforts.iter().map(|effort| effort.expanded).sum()
    }

    /// Time in all.
    pub fn seconds(&self) -> f64 {
        self.efforts.iter().map(|effort| effort.seconds).sum()
    }
}

/// A comparison of two solvers over the positions that all solvers solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// Positions that count.
    pub positions: usize,
    /// Geometric mean of the ratios of times.
    pub time: f64,
    /// Ratio of the summed times.
    pub summed_time: f64,
    /// Geometric mean of the ratios of expansions.
    pub expanded: f64,
}

/// How many times as much `rows[row]` took as the first row, where all of them solved.
pub fn ratio(rows: &[SolverRow], row: usize) -> Ratio {
    let solved_by_all =
        |i: &usize| rows.iter().all(|row| row.efforts.get(*i).is_some_and(|effort| effort.solved));
    let count = rows.iter().map(|row| row.efforts.len()).min().unwrap_or(0);
    let (mut positions, mut time, mut expanded) = (0, 0.0, 0.0);
    let mut sums = [0.0; 2];
    for i in (0..count).filter(solved_by_all) {
        let [base, own] = [&rows[0], &rows[row]].map(|row| row.efforts[i]);
        positions += 1;
        time += (own.seconds.max(1e-6) / base.seconds.max(1e-6)).ln();
        expanded += (own.expanded.max(1) as f64 / base.expanded.max(1) as f64).ln();
        sums[0] += base.seconds;
        sums[1] += own.seconds;
    }
    let mean = |sum: f64| if positions == 0 { f64::NAN } else { (sum / positions as f64).exp() };
    Ratio { positions, time: mean(time), summed_time: sums[1] / sums[0], expanded: mean(expanded) }
}

/// Solves every position with every solver, each time with a new table. The solvers take turns, so
/// that what disturbs the machine disturbs all of them. `progress` is told how many positions are
/// done, and ends the work by returning false.
pub fn measure<G: Playable>(
    suite: &[SuiteEntry<G::Position>],
    contenders: &[Contender],
    memory: usize,
    time: Duration,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<Vec<SolverRow>, SolveError> {
    let row = |&contender: &Contender| SolverRow { contender, efforts: Vec::new() };
    let mut rows: Vec<SolverRow> = contenders.iter().map(row).collect();
    for (done, entry) in suite.iter().enumerate() {
        if !progress(done) {
            break;
        }
        for row in &mut rows {
            let Contender { algorithm, threads } = row.contender;
            let request = SolveRequest {
                algorithm,
                threads,
                full: false,
                shortest: false,
                with_proof: false,
            };
            // Making the table is not part of the time.
            let mut solver = Solver::<G>::new(request);
            if algorithm == Algorithm::Best {
                solver.own(&entry.position, memory)?;
            }
            let deadline = Some(Instant::now() + time);
            let limits = Limits { deadline, memory, ..Limits::default() };
            let found = solver.solve(&entry.position, &limits)?;
            row.efforts.push(Effort {
                solved: found.result != SolvedAs::Unknown,
                expanded: found.counters.expanded,
                seconds: found.counters.seconds(),
            });
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_over_what_all_have_solved() {
        let row = |efforts: &[(bool, u64, f64)]| SolverRow {
            contender: Contender { algorithm: Algorithm::Best, threads: 1 },
            efforts: efforts
                .iter()
                .map(|&(solved, expanded, seconds)| Effort { solved, expanded, seconds })
                .collect(),
        };
        let rows = [
            row(&[(true, 100, 1.0), (true, 10, 1.0), (true, 1, 9.0)]),
            row(&[(true, 200, 2.0), (true, 80, 8.0), (false, 1, 1.0)]),
        ];
        let ratio = ratio(&rows, 1);
        assert_eq!(ratio.positions, 2);
        assert!((ratio.time - 4.0).abs() < 1e-9);
        assert!((ratio.expanded - 4.0).abs() < 1e-9);
        assert!((ratio.summed_time - 5.0).abs() < 1e-9);
        assert_eq!(rows[1].solved(), 2);
    }
}
