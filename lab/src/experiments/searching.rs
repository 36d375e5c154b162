//! Searches of a suite to fixed depths: nodes and time at every depth on the way.
//!
//! One search with iterative deepening gives the tree sizes of all depths up to its last. A search
//! that has proved its result stops; its tree then counts as it is at every later depth.

use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::History;
use conjoin_core::thread_clock::ThreadClock;
use conjoin_engine::{PlayerOptions, Profile, Request, make_player};
use conjoin_eval::Playable;
use conjoin_search::ScoreBound;

use super::data::complete;
use super::expression::Call;
use super::identity;
use super::manifest::ExperimentError;
use super::record::Finding;
use crate::suite::SuiteEntry;

/// A profile that searches.
#[derive(Clone, Debug)]
pub struct PlannedSearch<G: Playable> {
    /// Its name in formulas.
    pub name: String,
    /// The profile.
    pub profile: Profile<G>,
    /// Its last iteration.
    pub depth: u32,
    /// Bytes of its table.
    pub memory: usize,
}

impl<G: Playable> PlannedSearch<G> {
    /// All that its work depends on, as text.
    pub fn identity(&self) -> String {
        let engine = identity::of_engine(&self.profile.engine);
        format!("{engine} {} {}", self.depth, self.memory)
    }

    /// Searches a position; nothing when it was stopped.
    pub fn run(
        &self,
        entry: &SuiteEntry<G::Position>,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Finding>, ExperimentError> {
        let options = PlayerOptions { memory_bytes: self.memory, threads: 1, seed };
        let mut player = make_player(&self.profile, &options)?;
        let request = Request { depth: Some(self.depth), ..Request::default() };
        let (mut depths, mut nodes, mut seconds) = (Vec::new(), Vec::new(), Vec::new());
        let mut cpu_seconds = Vec::new();
        let game = History::new(entry.position);
        // The player has its table, and one thread: this one.
        let clock = ThreadClock::start();
        let thought = player.think(&game, &request, stop, &mut |event| {
            if event.bound != ScoreBound::Exact {
                return;
            }
            depths.push(event.depth);
            nodes.push(event.nodes);
            seconds.push(event.time.as_secs_f64());
            cpu_seconds.push(clock.elapsed().as_secs_f64());
        })?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        Ok(Some(Finding::Search {
            profile: self.name.clone(),
            position: entry.id(),
            value: thought.score.map_or(0, |score| score.0),
            depths,
            nodes,
            seconds,
            cpu_seconds,
        }))
    }
}

/// What searches did, position by position.
#[derive(Clone, Debug, Default)]
pub struct SearchData {
    /// Profiles and the depths they were asked for.
    profiles: Vec<(String, u32)>,
    /// Positions that all profiles have searched: for each profile, nodes and seconds by depth,
    /// beginning with depth 0.
    pub(super) blocks: Vec<Vec<Vec<(f64, f64)>>>,
}

impl SearchData {
    /// The names of its measures.
    pub const MEASURES: [&str; 5] = ["nodes", "seconds", "speed", "tree_ratio", "searched"];

    /// Gathers what is complete, in the order of the plan.
    pub fn new<'r>(
        profiles: &[(String, u32)],
        positions: &[String],
        findings: impl Iterator<Item = &'r Finding>,
    ) -> Self {
        let mut cells = std::collections::HashMap::new();
        for finding in findings {
            if let Finding::Search {
                profile, position, depths, nodes, seconds, cpu_seconds, ..
            } = finding
            {
                let seconds = if cpu_seconds.is_empty() { seconds } else { cpu_seconds };
                let last = profiles.iter().find(|(name, _)| name == profile).map_or(0, |p| p.1);
                let mut by_depth = vec![(0.0, 0.0); last as usize + 1];
                let mut done = depths.iter().zip(nodes).zip(seconds).peekable();
                let mut now = (0.0, 0.0);
                for depth in 0..=last {
                    while let Some(((_, nodes), seconds)) = done.next_if(|((d, _), _)| **d <= depth)
                    {
                        now = (*nodes as f64, *seconds);
                    }
                    by_depth[depth as usize] = now;
                }
                cells.insert((profile.as_str(), position.as_str()), by_depth);
            }
        }
        let names: Vec<String> = profiles.iter().map(|(name, _)| name.clone()).collect();
        Self { profiles: profiles.to_vec(), blocks: complete(&names, positions, &cells) }
    }

    /// Measures: `nodes(p, d)` and `seconds(p, d)`, means over the positions, up to depth d or, where
    /// none is named, the last; `speed(p)`, nodes a second; `tree_ratio(p, q, d)`, the geometric mean over
    /// the positions of the nodes of p in parts of those of q; `searched()`, the positions. Times are
    /// processor time.
    pub fn measure(&self, call: &Call, weights: &[f64]) -> Option<f64> {
        if call.name == "searched" {
            return Some(weights.iter().sum());
        }
        let is_ratio = call.name == "tree_ratio";
        let (index, other, depth) = named(&self.profiles, call)?;
        if is_ratio {
            return self.tree_ratio([index, other], depth, weights);
        }
        let (mut nodes, mut seconds, mut total) = (0.0, 0.0, 0.0);
        for (block, weight) in self.blocks.iter().zip(weights) {
            let (n, s) = block[index][depth as usize];
            nodes += weight * n;
            seconds += weight * s;
            total += weight;
        }
        if total <= 0.0 {
            return None;
        }
        match call.name.as_str() {
            "nodes" => Some(nodes / total),
            "seconds" => Some(seconds / total),
            "speed" => Some(nodes / seconds),
            _ => None,
        }
    }

    /// Do profiles with these last iterations search what a measure asks for?
    pub fn reaches(profiles: &[(String, u32)], call: &Call) -> bool {
        call.name == "searched" || named(profiles, call).is_some()
    }

    /// The geometric mean, over the positions, of the nodes of one profile in parts of those of another.
    fn tree_ratio(&self, [p, q]: [usize; 2], depth: u32, weights: &[f64]) -> Option<f64> {
        let (mut sum, mut total) = (0.0, 0.0);
        for (block, weight) in self.blocks.iter().zip(weights) {
            let [p, q] = [p, q].map(|profile| block[profile][depth as usize].0.max(1.0));
            sum += weight * (p / q).ln();
            total += weight;
        }
        (total > 0.0).then(|| (sum / total).exp())
    }
}

/// The profiles that a measure names, twice the same where it names one, and its depth: the last of theirs
/// where it names none. Nothing where one is not there or does not go as deep.
fn named(profiles: &[(String, u32)], call: &Call) -> Option<(usize, usize, u32)> {
    let find = |at: usize| {
        let profile = call.arguments.get(at)?;
        profiles.iter().position(|(name, _)| name == profile)
    };
    let is_ratio = call.name == "tree_ratio";
    let index = find(0)?;
    let other = if is_ratio { find(1)? } else { index };
    let last = profiles[index].1.min(profiles[other].1);
    let depth = match call.arguments.get(1 + usize::from(is_ratio)) {
        None => last,
        Some(text) => text.parse().ok().filter(|depth| *depth <= last)?,
    };
    Some((index, other, depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(profile: &str, position: &str, nodes: [u64; 2], cpu: f64) -> Finding {
        Finding::Search {
            profile: profile.into(),
            position: position.into(),
            value: 0,
            depths: vec![1, 2],
            nodes: nodes.to_vec(),
            seconds: vec![99.0, 99.0],
            cpu_seconds: vec![cpu / 2.0, cpu],
        }
    }

    /// Trees of 1/4 and 9 times the size: one and a half times on a typical position, far more in sum.
    #[test]
    fn a_tree_ratio_is_a_geometric_mean_and_speed_is_by_processor_time() {
        let findings = [
            search("a", "p", [10, 100], 2.0),
            search("b", "p", [10, 400], 1.0),
            search("a", "q", [10, 900], 8.0),
            search("b", "q", [10, 100], 1.0),
        ];
        let profiles = ["a", "b"].map(|name| (name.to_owned(), 2));
        let positions = ["p", "q"].map(String::from);
        let data = SearchData::new(&profiles, &positions, findings.iter());
        let value = |name: &str, arguments: &[&str]| {
            let arguments = arguments.iter().map(|&text| text.into()).collect();
            data.measure(&Call { name: name.into(), arguments }, &[1.0; 2]).expect("a value")
        };
        for depth in [&["a", "b"][..], &["a", "b", "2"]] {
            assert!((value("tree_ratio", depth) - 1.5).abs() < 1e-9, "{depth:?}");
        }
        assert!((value("tree_ratio", &["a", "b", "1"]) - 1.0).abs() < 1e-9);
        assert!((value("speed", &["a"]) - 100.0).abs() < 1e-9);
    }
}
