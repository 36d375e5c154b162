//! What a proof search finds and what it did for it.

use std::time::Instant;

use conjoin_core::thread_clock::ThreadClock;
use serde::{Deserialize, Serialize};

/// Can the attacker force a win?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Yes.
    Proved,
    /// No: the defender can draw or win.
    Disproved,
    /// A limit was reached first.
    Unknown,
}

/// Counts of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Nodes as the papers count them for this algorithm.
    pub nodes: u64,
    /// Positions whose moves were generated, each time they were.
    pub expanded: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Moves that led back to a position on the path, in trees; searches with a table do not count them.
    pub repetitions: u64,
    /// Disproofs that rest on the path and were not kept as facts.
    pub path_dependent: u64,
    /// Solved positions that the table has solved the other way: signs that two positions have the same
    /// key. What came first stays in the table.
    #[serde(default)]
    pub contradictions: u64,
    /// Most memory in use, in bytes: trees and tables.
    pub memory: u64,
    /// Deepest ply reached.
    pub deepest: u64,
    /// Time on the wall in millionths of a second. Tables are made before.
    pub microseconds: u64,
    /// Processor time of all threads in millionths of a second. Tables are made before.
    #[serde(default)]
    pub cpu_microseconds: u64,
}

impl Counters {
    /// Seconds on the wall.
    pub fn seconds(&self) -> f64 {
        self.microseconds as f64 * 1e-6
    }

    /// Seconds of processor time.
    pub fn cpu_seconds(&self) -> f64 {
        self.cpu_microseconds as f64 * 1e-6
    }

    /// Notes the processor time of this thread, beside that of the parts of the search before it.
    pub(crate) fn stop_thread_clock(&mut self, clock: ThreadClock) {
        self.cpu_microseconds += clock.elapsed().as_micros() as u64;
    }

    /// Notes the time since a search began.
    pub(crate) fn stop_clock(&mut self, start: Instant) {
        self.microseconds = start.elapsed().as_micros() as u64;
    }

    /// Adds the counts of another search or thread; memory and depth are the larger ones.
    pub fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.expanded += other.expanded;
        self.evaluations += other.evaluations;
        self.repetitions += other.repetitions;
        self.path_dependent += other.path_dependent;
        self.contradictions += other.contradictions;
        self.memory = self.memory.max(other.memory);
        self.deepest = self.deepest.max(other.deepest);
        self.microseconds += other.microseconds;
        self.cpu_microseconds += other.cpu_microseconds;
    }
}

/// What a search for a win has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The answer.
    pub verdict: Verdict,
    /// A move that keeps it: one that wins for the attacker at the root, or one that prevents
    /// the win for the defender. None when the other player keeps it whatever is played.
    pub best_move: Option<M>,
    /// Proof number of the root at the end.
    pub proof: u32,
    /// Disproof number of the root at the end.
    pub disproof: u32,
    /// What was done for it.
    pub counters: Counters,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search whose table grew goes on with the counts it had: its time is that of all parts.
    #[test]
    fn a_search_that_goes_on_keeps_the_time_it_had() {
        let mut counters = Counters { cpu_microseconds: 1_000_000, ..Counters::default() };
        let clock = ThreadClock::start();
        let spent: u64 = std::hint::black_box((0..1_000_000_u64).fold(0, |sum, i| sum ^ (i * i)));
        counters.stop_thread_clock(clock);
        assert!(counters.cpu_microseconds >= 1_000_000, "{spent} {counters:?}");
        assert!(counters.cpu_seconds() < 60.0, "{counters:?}");
    }
}
