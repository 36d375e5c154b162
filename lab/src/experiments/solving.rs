//! Solvers over a suite of endgames: solved, nodes, time.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::thread_clock::ThreadClock;
use conjoin_core::{History, Position as _, Symmetric, TextForm};
use conjoin_engine::solve::solve_with;
use conjoin_engine::{PlayerOptions, Profile, Request, make_player};
use conjoin_eval::Playable;
use conjoin_prove::best_first::Growth;
use conjoin_prove::depth_first::Order;
use conjoin_prove::{
    Algorithm, EvalParams, Initial, Limits, Progress, SolverConfig, Squash, Verdict,
};

use super::course::CourseLog;
use super::data::complete;
use super::expression::Call;
use super::identity;
use super::manifest::{ExperimentError, Manifest, Scale, SolverSpec};
use super::record::Finding;
use crate::suite::SuiteEntry;

/// A solver, ready to be asked.
#[derive(Clone, Debug)]
pub struct PlannedSolver<G: Playable> {
    /// Its name.
    pub name: String,
    means: Means<G>,
    /// All that the solver goes by, as text.
    identity: String,
    nodes: u64,
    memory: usize,
}

/// What looks for a proof.
#[derive(Clone, Debug)]
enum Means<G: Playable> {
    /// An algorithm of the proof-number family, or its yardstick.
    Algorithm(SolverConfig),
    /// The search of a profile.
    Player(Box<Profile<G>>),
}

/// Memory of a search whose scale does not say what it stores.
const DEFAULT_MEMORY: usize = 256 << 20;

impl<G: Playable> PlannedSolver<G> {
    /// The solver of a manifest at a scale.
    pub fn new(
        manifest: &Manifest,
        spec: &SolverSpec,
        scale: &Scale,
    ) -> Result<Self, ExperimentError> {
        let bad = |reason: String| ExperimentError::Bad {
            name: format!("{}.toml", manifest.id),
            reason: format!("solver {}: {reason}", spec.name),
        };
        if let Some(profile) = &spec.profile {
            if !spec.algorithm.is_empty() {
                return Err(bad("has an algorithm and a profile: expected one of them".into()));
            }
            let profile = manifest.profile::<G>(profile)?;
            return Ok(Self {
                name: spec.name.clone(),
                identity: identity::of_engine(&profile.engine),
                means: Means::Player(Box::new(profile)),
                nodes: scale.nodes,
                memory: if scale.memory == 0 { DEFAULT_MEMORY } else { scale.memory << 20 },
            });
        }
        let algorithm: Algorithm = spec.algorithm.parse().map_err(|e| bad(format!("{e}")))?;
        let mut config = algorithm.config();
        change(&mut config, spec).map_err(bad)?;
        let stored = (scale.stored as f64 * spec.stored_part.unwrap_or(1.0)) as usize;
        let memory =
            if stored == 0 { DEFAULT_MEMORY } else { config.bytes_for::<G::Position>(stored) };
        let identity = identity::of_solver::<G>(&config);
        let means = Means::Algorithm(config);
        Ok(Self { name: spec.name.clone(), means, identity, nodes: scale.nodes, memory })
    }

    /// All that its work depends on, as text.
    pub fn identity(&self) -> String {
        format!("{} {} {}", self.identity, self.nodes, self.memory)
    }

    /// Solves a position; nothing when it was stopped. Its course goes to a log where there is one.
    pub fn run(
        &self,
        entry: &SuiteEntry<G::Position>,
        stop: &AtomicBool,
        course: Option<&CourseLog>,
    ) -> Result<Option<Finding>, ExperimentError> {
        match &self.means {
            Means::Algorithm(config) => self.solve(config, entry, stop, course),
            Means::Player(profile) => self.search(profile, entry, stop),
        }
    }

    /// Has a player look for a win until it has proved one.
    fn search(
        &self,
        profile: &Profile<G>,
        entry: &SuiteEntry<G::Position>,
        stop: &AtomicBool,
    ) -> Result<Option<Finding>, ExperimentError> {
        let options = PlayerOptions { memory_bytes: self.memory, threads: 1, seed: 1 };
        let mut player = make_player(profile, &options)?;
        let request = Request { nodes: Some(self.nodes), any_win: true, ..Request::default() };
        let root = &entry.position;
        // The player has its table, and one thread: this one.
        let clock = ThreadClock::start();
        let thought = player.think(&History::new(*root), &request, stop, &mut |_| {})?;
        let cpu_seconds = clock.elapsed().as_secs_f64();
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let score = thought.score.unwrap_or_default();
        let result = match score.plies_to_end() {
            Some(_) if score.is_win() => "proved",
            Some(_) => "disproved",
            None => "unknown",
        };
        Ok(Some(Finding::Solve {
            solver: self.name.clone(),
            position: entry.id(),
            result: result.into(),
            nodes: thought.counters.nodes,
            expanded: thought.counters.nodes,
            memory: self.memory as u64,
            seconds: thought.time.as_secs_f64(),
            cpu_seconds: Some(cpu_seconds),
            moves: thought.best_move.map_or(Vec::new(), |mv| alike(root, mv)),
        }))
    }

    fn solve(
        &self,
        config: &SolverConfig,
        entry: &SuiteEntry<G::Position>,
        stop: &AtomicBool,
        course: Option<&CourseLog>,
    ) -> Result<Option<Finding>, ExperimentError> {
        let progress = Progress::default();
        let limits = Limits {
            nodes: Some(self.nodes),
            memory: self.memory,
            stop: Some(stop),
            progress: course.map(|_| &progress),
            ..Limits::default()
        };
        let root = &entry.position;
        let solve = || solve_with::<G>(config, root, root.side_to_move(), &limits);
        let solution = match course {
            None => solve()?,
            Some(course) => {
                let (is_over, position) = (AtomicBool::new(false), entry.id());
                std::thread::scope(|scope| {
                    let watching =
                        scope.spawn(|| course.watch(&self.name, &position, &progress, &is_over));
                    let solution = solve();
                    is_over.store(true, Ordering::Relaxed);
                    let watched = watching.join().expect("watching does not panic");
                    watched.map_err(|source| ExperimentError::Io {
                        path: course.file.display().to_string(),
                        source,
                    })?;
                    Ok::<_, ExperimentError>(solution?)
                })?
            }
        };
        if solution.verdict == Verdict::Unknown && stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let result = match solution.verdict {
            Verdict::Proved => "proved",
            Verdict::Disproved => "disproved",
            Verdict::Unknown => "unknown",
        };
        Ok(Some(Finding::Solve {
            solver: self.name.clone(),
            position: entry.id(),
            result: result.into(),
            nodes: solution.counters.nodes,
            expanded: solution.counters.expanded,
            memory: solution.counters.memory,
            // That of the search: making its table is not part of it.
            seconds: solution.counters.seconds(),
            cpu_seconds: Some(solution.counters.cpu_seconds()),
            moves: solution.best_move.map_or(Vec::new(), |mv| alike(root, mv)),
        }))
    }
}

/// A move and those that are the same by a symmetry of the position, as text, in alphabetical order.
fn alike<P: Symmetric + TextForm>(position: &P, mv: P::Move) -> Vec<String> {
    let symmetries = (0..P::SYMMETRIES).filter(|&s| position.is_unchanged_by(s));
    let moves = symmetries.map(|s| position.format_move(position.transformed_move(mv, s)));
    moves.collect::<BTreeSet<String>>().into_iter().collect()
}

/// Changes the parts of a search as a manifest says.
fn change(config: &mut SolverConfig, spec: &SolverSpec) -> Result<(), String> {
    let growth = match (spec.growth, spec.growth_equal) {
        (Some([middle, stretch]), _) => Some(Growth::Logistic { middle, stretch }),
        (None, Some(true)) => Some(Growth::Equal),
        _ => None,
    };
    let squash = if spec.sigmoid == Some(true) { Squash::Sigmoid } else { Squash::Step };
    let params = spec.evaluation.map(|[behind, mobility, decisive]| EvalParams {
        behind: behind.unsigned_abs(),
        mobility: mobility.unsigned_abs(),
        decisive,
        squash,
    });
    let params = params.or(spec.sigmoid.map(|_| EvalParams { squash, ..EvalParams::default() }));
    match config {
        SolverConfig::BestFirst(config) => {
            match spec.initial.as_deref() {
                None => {}
                Some("unit") => config.initial = Initial::Unit,
                Some("mobility") => config.initial = Initial::Mobility,
                Some(other) => return Err(format!("initial {other:?}: expected unit or mobility")),
            }
            if let Some(params) = params {
                config.initial = match config.initial {
                    Initial::Evaluation(_) => Initial::Evaluation(params),
                    Initial::Parent(_) => Initial::Parent(params),
                    Initial::Leaf(_) => Initial::Leaf(params),
                    _ => return Err("evaluation is for searches that evaluate".into()),
                };
            }
            if growth.is_some() && config.second.is_none() {
                return Err("growth is for searches of two levels".into());
            }
            config.second = growth.or(config.second);
            config.keeps_solved = spec.keeps_solved.unwrap_or(config.keeps_solved);
            config.symmetry = spec.symmetry.unwrap_or(config.symmetry);
        }
        SolverConfig::DepthFirst(config) => match (&mut config.order, growth) {
            (_, None) => {}
            (Order::Pds { second: Some(second) }, Some(growth)) => *second = growth,
            _ => return Err("growth is for searches of two levels".into()),
        },
        SolverConfig::AlphaBeta => {}
    }
    Ok(())
}

/// A position that solvers are asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Its name.
    pub id: String,
    /// The right answer to whether its side to move wins, where the suite has its result.
    pub expected: Option<Verdict>,
}

impl Asked {
    /// A position of a suite.
    pub fn new<P: TextForm>(entry: &SuiteEntry<P>) -> Self {
        let expected = entry.columns.get("result").and_then(|result| match result.as_str() {
            "win" => Some(Verdict::Proved),
            "not-win" | "draw" | "loss" => Some(Verdict::Disproved),
            _ => None,
        });
        Self { id: entry.id(), expected }
    }
}

/// What solvers did, position by position.
#[derive(Clone, Debug, Default)]
pub struct SolveData {
    solvers: Vec<String>,
    /// Positions that all solvers have been given: for each solver, what it did.
    pub(super) blocks: Vec<Vec<Solve>>,
}

#[derive(Clone, Debug)]
pub(super) struct Solve {
    is_solved: bool,
    is_disproved: bool,
    nodes: f64,
    seconds: f64,
    /// The move that keeps the result, by all of its names; empty where none was kept.
    moves: Vec<String>,
}

impl SolveData {
    /// The names of its measures.
    pub const MEASURES: [&str; 11] = [
        "positions",
        "solved",
        "chosen",
        "disproved",
        "only",
        "alone",
        "common",
        "proof_nodes",
        "proof_seconds",
        "node_ratio",
        "time_ratio",
    ];

    /// Gathers what is complete, in the order of the plan.
    pub fn new<'r>(
        solvers: &[String],
        positions: &[Asked],
        findings: impl Iterator<Item = &'r Finding>,
    ) -> Self {
        let expected: HashMap<&str, Option<Verdict>> =
            positions.iter().map(|asked| (asked.id.as_str(), asked.expected)).collect();
        let mut cells = HashMap::new();
        for finding in findings {
            if let Finding::Solve {
                solver,
                position,
                result,
                nodes,
                seconds,
                cpu_seconds,
                moves,
                ..
            } = finding
            {
                let found = match result.as_str() {
                    "proved" => Verdict::Proved,
                    "disproved" => Verdict::Disproved,
                    _ => Verdict::Unknown,
                };
                // An answer that the suite knows to be wrong solves nothing; where it knows none, a win is asked for.
                let expected = expected.get(position.as_str()).copied().flatten();
                let solve = Solve {
                    is_solved: found == expected.unwrap_or(Verdict::Proved),
                    is_disproved: found == Verdict::Disproved,
                    nodes: *nodes as f64,
                    seconds: cpu_seconds.unwrap_or(*seconds),
                    moves: moves.clone(),
                };
                cells.insert((solver.as_str(), position.as_str()), solve);
            }
        }
        let ids: Vec<String> = positions.iter().map(|asked| asked.id.clone()).collect();
        Self { solvers: solvers.to_vec(), blocks: complete(solvers, &ids, &cells) }
    }

    /// Positions behind a measure: for means over what solvers solved, those that they solved.
    pub fn behind(&self, call: &Call) -> usize {
        let is_ratio = matches!(call.name.as_str(), "node_ratio" | "time_ratio");
        let is_mean = is_ratio || matches!(call.name.as_str(), "proof_nodes" | "proof_seconds");
        let is_asked = |name: &String| call.arguments.len() < 2 || call.arguments.contains(name);
        let is_in = |block: &Vec<Solve>| {
            let mut solves = self.solvers.iter().zip(block);
            !is_mean || solves.all(|(name, solve)| solve.is_solved || !is_asked(name))
        };
        self.blocks.iter().filter(|block| is_in(block)).count()
    }

    /// Measures: `positions()`, `solved(s)` (part of the positions that s proved to be won),
    /// `chosen(s, m)` (part of those that s solved and tells a move of, whose move is m, up to symmetry),
    /// `disproved(s)`, `only(s, t)` (part solved by s and not by t), `alone(s)` (part solved by no other),
    /// `common(s...)` (part solved by all); `proof_nodes(s, t...)` and `proof_seconds(s, t...)`: means of s
    /// over the positions that s and t... all solved, or all solvers where no t is named; `node_ratio(s,
    /// t, u...)` and `time_ratio(s, t, u...)`: geometric means, over the positions that s, t and u... all
    /// solved, of what s took in parts of what t took. Times are processor time.
    pub fn measure(&self, call: &Call, weights: &[f64]) -> Option<f64> {
        let index = |name: &String| self.solvers.iter().position(|solver| solver == name);
        if call.name == "chosen" {
            let [solver, mv] = call.arguments.as_slice() else { return None };
            return self.chosen(index(solver)?, mv, weights);
        }
        let named = call.arguments.iter().map(index).collect::<Option<Vec<usize>>>()?;
        let mean = |include: &dyn Fn(&[Solve]) -> bool, of: &dyn Fn(&[Solve]) -> f64| {
            let (mut sum, mut total) = (0.0, 0.0);
            for (block, weight) in self.blocks.iter().zip(weights) {
                if *weight > 0.0 && include(block) {
                    sum += weight * of(block);
                    total += weight;
                }
            }
            (total > 0.0).then(|| sum / total)
        };
        let all = |block: &[Solve], set: &[usize]| set.iter().all(|&s| block[s].is_solved);
        let everybody: Vec<usize> = (0..self.solvers.len()).collect();
        match (call.name.as_str(), named.as_slice()) {
            ("positions", []) => Some(weights.iter().sum()),
            ("solved", [s]) => mean(&|_| true, &|block| f64::from(u8::from(block[*s].is_solved))),
            ("disproved", [s]) => {
                mean(&|_| true, &|block| f64::from(u8::from(block[*s].is_disproved)))
            }
            ("only", [s, t]) => mean(&|_| true, &|block| {
                f64::from(u8::from(block[*s].is_solved && !block[*t].is_solved))
            }),
            ("alone", [s]) => mean(&|_| true, &|block| {
                let others = block.iter().filter(|solve| solve.is_solved).count();
                f64::from(u8::from(block[*s].is_solved && others == 1))
            }),
            ("common", set) => mean(&|_| true, &|block| f64::from(u8::from(all(block, set)))),
            ("proof_nodes", [s]) => mean(&|block| all(block, &everybody), &|block| block[*s].nodes),
            ("proof_seconds", [s]) => {
                mean(&|block| all(block, &everybody), &|block| block[*s].seconds)
            }
            ("proof_nodes", set @ [s, ..]) => {
                mean(&|block| all(block, set), &|block| block[*s].nodes)
            }
            ("proof_seconds", set @ [s, ..]) => {
                mean(&|block| all(block, set), &|block| block[*s].seconds)
            }
            ("node_ratio", set @ [s, t, ..]) => {
                let log =
                    |block: &[Solve]| (block[*s].nodes.max(1.0) / block[*t].nodes.max(1.0)).ln();
                mean(&|block| all(block, set), &log).map(f64::exp)
            }
            ("time_ratio", set @ [s, t, ..]) => {
                let seconds = |solve: &Solve| solve.seconds.max(SHORTEST);
                let log = |block: &[Solve]| (seconds(&block[*s]) / seconds(&block[*t])).ln();
                mean(&|block| all(block, set), &log).map(f64::exp)
            }
            _ => None,
        }
    }
}

impl SolveData {
    /// The part of the positions that a solver solved and tells a move of at which it is this one.
    fn chosen(&self, solver: usize, mv: &String, weights: &[f64]) -> Option<f64> {
        let (mut right, mut total) = (0.0, 0.0);
        for (block, weight) in self.blocks.iter().zip(weights) {
            let solve = &block[solver];
            if solve.is_solved && !solve.moves.is_empty() {
                right += weight * f64::from(u8::from(solve.moves.contains(mv)));
                total += weight;
            }
        }
        (total > 0.0).then(|| right / total)
    }
}

/// What a time counts as at least, in seconds: less is not measured well.
const SHORTEST: f64 = 1e-5;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite;

    fn solve(solver: &str, position: &str, result: &str, nodes: u64, cpu: f64) -> Finding {
        Finding::Solve {
            solver: solver.into(),
            position: position.into(),
            result: result.into(),
            nodes,
            expanded: 1,
            memory: 0,
            seconds: 99.0,
            cpu_seconds: Some(cpu),
            moves: Vec::new(),
        }
    }

    fn data() -> SolveData {
        let findings = [
            solve("a", "p", "proved", 100, 1.0),
            solve("b", "p", "proved", 400, 8.0),
            solve("a", "q", "proved", 100, 4.0),
            solve("b", "q", "proved", 900, 2.0),
            // One that only a proves, and one that is no win.
            solve("a", "r", "proved", 1, 1.0),
            solve("b", "r", "unknown", 1_000_000, 500.0),
            solve("a", "s", "disproved", 10, 1.0),
            solve("b", "s", "unknown", 1_000_000, 500.0),
        ];
        let names = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
        let asked: Vec<Asked> =
            names("pqrs").into_iter().map(|id| Asked { id, expected: None }).collect();
        SolveData::new(&names("ab"), &asked, findings.iter())
    }

    fn value(name: &str, solvers: &[&str]) -> f64 {
        let call = call(name, solvers);
        data().measure(&call, &[1.0; 4]).unwrap_or_else(|| panic!("{name} has no value"))
    }

    fn call(name: &str, solvers: &[&str]) -> Call {
        let arguments = solvers.iter().map(|&solver| solver.into()).collect();
        Call { name: name.into(), arguments }
    }

    /// 4 and 9 times as many nodes: six times as many on a typical position, 6.5 in sum.
    #[test]
    fn ratios_are_geometric_means_over_what_all_have_proved() {
        assert!((value("node_ratio", &["b", "a"]) - 6.0).abs() < 1e-9);
        assert!((value("node_ratio", &["a", "b"]) - 1.0 / 6.0).abs() < 1e-9);
        assert!((value("proof_nodes", &["b", "a"]) - 650.0).abs() < 1e-9);
        assert_eq!(data().behind(&call("node_ratio", &["b", "a"])), 2);
    }

    /// 8 and half as much: twice; the time on the wall is 99 seconds for all.
    #[test]
    fn times_are_processor_time() {
        assert!((value("time_ratio", &["b", "a"]) - 2.0).abs() < 1e-9);
        assert!((value("proof_seconds", &["b"]) - 5.0).abs() < 1e-9);
    }

    /// b6-b4 of the source is b1-b3 by reflection; a move of ours that is the same by symmetry is the same.
    #[test]
    fn moves_are_the_same_up_to_symmetry() {
        use conjoin_games::loa::Loa;
        let start = suite::built_in::<Loa>("starts").expect("a suite")[0].position;
        let moves = alike(&start, start.parse_move("b1-b3").expect("a move"));
        assert_eq!(moves, ["b1-b3", "b6-b4", "e1-e3", "e6-e4"]);
        let told = |moves: &[&str], result: &str| {
            let mut finding = solve("a", "p", result, 1, 1.0);
            if let Finding::Solve { moves: kept, .. } = &mut finding {
                *kept = moves.iter().map(ToString::to_string).collect();
            }
            let asked = [Asked { id: "p".into(), expected: None }];
            let data = SolveData::new(&["a".into()], &asked, [finding].iter());
            data.measure(&call("chosen", &["a", "b6-b4"]), &[1.0])
        };
        assert_eq!(told(&["b1-b3", "b6-b4"], "proved"), Some(1.0));
        assert_eq!(told(&["c1-c3"], "proved"), Some(0.0));
        assert_eq!(told(&[], "proved"), None, "not kept");
        assert_eq!(told(&["b6-b4"], "unknown"), None);
    }

    #[test]
    fn what_is_disproved_is_not_solved() {
        assert!((value("solved", &["a"]) - 0.75).abs() < 1e-9);
        assert!((value("disproved", &["a"]) - 0.25).abs() < 1e-9);
        assert!((value("alone", &["a"]) - 0.25).abs() < 1e-9);
        assert!(value("disproved", &["b"]).abs() < 1e-9);
    }

    #[test]
    fn a_wrong_answer_solves_nothing() {
        let solver = ["pn".to_owned()];
        let asked = |id: &str, expected| Asked { id: id.into(), expected };
        let positions = [
            asked("won", Some(Verdict::Proved)),
            asked("lost", Some(Verdict::Disproved)),
            asked("open", None),
        ];
        let solved = |results: [&str; 3]| {
            let findings = positions.iter().zip(results).map(|(asked, result)| Finding::Solve {
                solver: "pn".into(),
                position: asked.id.clone(),
                result: result.into(),
                nodes: 1,
                expanded: 1,
                memory: 0,
                seconds: 0.0,
                cpu_seconds: None,
                moves: Vec::new(),
            });
            let findings: Vec<Finding> = findings.collect();
            let data = SolveData::new(&solver, &positions, findings.iter());
            data.blocks.iter().map(|block| u32::from(block[0].is_solved)).sum::<u32>()
        };
        assert_eq!(solved(["proved", "disproved", "proved"]), 3);
        assert_eq!(solved(["disproved", "disproved", "disproved"]), 1, "only the lost one");
        assert_eq!(solved(["proved", "proved", "unknown"]), 1, "only the won one");
    }
}
