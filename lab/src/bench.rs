//! The signature: one deterministic run over the games and algorithms. `lab/bench/<game>/bench.toml` says
//! what it does for a game.

use std::collections::BTreeMap;
use std::slice::from_ref;

use conjoin_core::playout::play_random;
use conjoin_core::{Game, History, perft};
use conjoin_engine::solve::{SolveRequest, Solver};
use conjoin_engine::{EngineKind, OwnEngine, PlayerOptions, Profile};
use conjoin_eval::Playable;
use conjoin_prove::{Algorithm, Limits};
use conjoin_search::{Driver, SearchConfig};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

use crate::embedded::{self, Bench};
use crate::speed;
use crate::suite::{self, SuiteEntry};

/// A named piece of work that returns its nodes.
pub type Part = (String, Box<dyn Fn() -> u64>);

/// Longest random game.
const MAX_PLIES: usize = 1_000;
/// Table of the search parts and the solvers.
const TABLE_BYTES: usize = 16 << 20;
/// The signature does not follow `--seed`.
pub const SEED: u64 = 1;

/// What is done for a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    /// Random games.
    playouts: u64,
    /// Counts of move sequences.
    perft: Vec<PerftPlan>,
    /// Searches, with our own configurations and those of profiles.
    search: Option<SearchPlan>,
    /// Proofs, by every algorithm.
    solve: Option<SolvePlan>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PerftPlan {
    variant: String,
    depth: u32,
}

/// Every so many positions of a suite, searched to a depth.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchPlan {
    suite: String,
    step: usize,
    depth: u32,
    profiles: Vec<String>,
    /// Plies by which a profile stops before `depth`, where its plies are larger.
    #[serde(default)]
    less: BTreeMap<String, u32>,
}

/// Every so many positions of a suite, solved with so many nodes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SolvePlan {
    suite: String,
    step: usize,
    nodes: u64,
}

/// Every part of the bench for a game, in order; none where the game has no plan.
///
/// # Panics
/// When the plan that comes with the program is wrong; a test reads them all.
pub fn parts<G: Playable>() -> Vec<Part> {
    let Some(text) = embedded::text::<Bench>(&format!("{}/bench.toml", G::NAME)) else {
        return Vec::new();
    };
    let plan: Plan = toml::from_str(&text).expect("a plan that comes with the program");
    let name = G::NAME;
    let mut parts: Vec<Part> = Vec::new();
    for PerftPlan { variant, depth } in plan.perft {
        let part_name = format!("{name} perft {variant} depth {depth}");
        let Ok(variant) = variant.parse::<G::Variant>() else { panic!("{variant} in {name}") };
        parts.push((part_name, Box::new(move || perft(&G::start(variant), depth))));
    }
    let playouts = plan.playouts;
    parts.push((format!("{name} random games"), Box::new(move || random_games::<G>(playouts))));
    if let Some(search) = plan.search {
        add_searches::<G>(&search, &mut parts);
    }
    if let Some(solve) = plan.solve {
        for algorithm in Algorithm::ALL {
            let solve = solve.clone();
            let work = move || solver_expansions::<G>(algorithm, &solve);
            parts.push((format!("{name} solve {algorithm}"), Box::new(work)));
        }
    }
    parts
}

fn add_searches<G: Playable>(plan: &SearchPlan, parts: &mut Vec<Part>) {
    let depth = plan.depth;
    let positions: Vec<SuiteEntry<G::Position>> = positions::<G>(&plan.suite, plan.step);
    let mut add = |kind: &str, profile: Profile<G>| {
        let depth = depth - plan.less.get(&profile.name).copied().unwrap_or_default().min(depth);
        let (name, positions) = (&profile.name, positions.clone());
        let part_name = format!("{} {kind} {name} depth {depth}", G::NAME);
        parts.push((part_name, Box::new(move || search_nodes(&profile, &positions, depth))));
    };
    let full = SearchConfig::default();
    let searches = [
        ("pvs", full.clone()),
        ("alpha-beta", SearchConfig { driver: Driver::AlphaBeta, ..full.clone() }),
        ("mtdf", SearchConfig { driver: Driver::Mtdf, ..full.clone() }),
        ("without pruning", full.without_forward_pruning()),
    ];
    for (name, search) in searches {
        let engine = EngineKind::Own(Box::new(OwnEngine { search, ..OwnEngine::default() }));
        add(
            "search",
            Profile { name: name.into(), description: String::new(), limit: None, engine },
        );
    }
    for name in &plan.profiles {
        add("profile", Profile::load(name).expect("a built-in profile"));
    }
}

/// Every so many positions of a suite.
fn positions<G: Game>(suite: &str, step: usize) -> Vec<SuiteEntry<G::Position>> {
    let entries = suite::built_in::<G>(suite).expect("a built-in suite");
    entries.into_iter().step_by(step).collect()
}

/// Positions expanded for proofs, each with a new table.
fn solver_expansions<G: Playable>(algorithm: Algorithm, plan: &SolvePlan) -> u64 {
    let limits = Limits { nodes: Some(plan.nodes), memory: TABLE_BYTES, ..Limits::default() };
    let request =
        SolveRequest { algorithm, full: false, shortest: false, with_proof: false, threads: 1 };
    let expanded = |entry: SuiteEntry<G::Position>| {
        let solved = Solver::<G>::new(request).solve(&entry.position, &limits);
        solved.map_or(0, |solved| solved.counters.expanded)
    };
    positions::<G>(&plan.suite, plan.step).into_iter().map(expanded).sum()
}

/// Nodes of searches, each with a new table.
fn search_nodes<G: Playable>(
    profile: &Profile<G>,
    positions: &[SuiteEntry<G::Position>],
    depth: u32,
) -> u64 {
    let options = PlayerOptions { memory_bytes: TABLE_BYTES, threads: 1, seed: SEED };
    speed::measure(positions, from_ref(profile), depth, &options, &mut |_| true)
        .map_or(0, |rows| rows.iter().map(|row| row.counters.nodes).sum())
}

/// Moves of seeded random games with every end of the rules checked.
fn random_games<G: Game>(games: u64) -> u64 {
    let start = G::start(G::Variant::default());
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut history = History::new(start);
    let mut moves = Vec::new();
    let mut played = 0;
    for _ in 0..games {
        history.reset(start);
        play_random(&mut history, &mut rng, MAX_PLIES, &mut moves, |_| {});
        played += history.moves().len() as u64;
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_engine::{GameName, GameVisitor};

    struct Count;

    impl GameVisitor for Count {
        type Output = usize;

        fn visit<G: Playable>(self) -> usize {
            parts::<G>().len()
        }
    }

    #[test]
    fn every_game_has_a_plan_that_can_be_carried_out() {
        for game in GameName::ALL {
            assert!(game.visit(Count) > 2, "{game}");
        }
    }
}
