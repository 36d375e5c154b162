//! `conjoin bench`: the signature. The same code gives the same total on every machine, so a
//! change that alters what any game or algorithm does shows up as another number.

use clap::Args;
use conjoin_core::playout::play_random;
use conjoin_core::{History, perft};
use conjoin_engine::solve::{LoaSolver, SolveRequest};
use conjoin_engine::{EngineKind, OwnEngine, PlayerOptions, Profile};
use conjoin_games::loa::{Position, Rules};
use conjoin_lab::{speed, suite};
use conjoin_prove::{Algorithm, Limits};
use conjoin_search::{Driver, SearchConfig};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::cli::Common;
use crate::failure::Failure;
use crate::{interrupt, output};

/// Options of `conjoin bench`.
#[derive(Debug, Args)]
pub struct Options {}

/// A named piece of work that returns its nodes.
type Part = (String, Box<dyn Fn() -> u64>);

/// Random games of the play-out part; enough for a second or two.
const GAMES: u64 = 60_000;
/// Longest random game.
const MAX_PLIES: usize = 1_000;
/// Depth of the search parts.
const SEARCH_DEPTH: u32 = 7;
/// Every so many positions of speed-50.
const SEARCH_STEP: usize = 6;
/// Most nodes of a proof, and every so many positions of wins-44.
const SOLVE_NODES: u64 = 100_000;
const SOLVE_STEP: usize = 11;
/// Table of the search parts and the solvers.
const SEARCH_TABLE: usize = 16 << 20;
/// The signature does not follow `--seed`.
const SEED: u64 = 1;

/// Every part of the bench, in order.
fn parts() -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (size, depth) in [(3, 8), (4, 7), (5, 6), (6, 6), (7, 5), (8, 6)] {
        parts.push((
            format!("loa perft {size}x{size} depth {depth}"),
            Box::new(move || perft(&Position::start(size, Rules::OLYMPIAD), depth)),
        ));
    }
    for (name, rules) in Rules::NAMED {
        parts.push((
            format!("loa perft 8x8 depth 4 {name}"),
            Box::new(move || perft(&Position::start(8, rules), 4)),
        ));
    }
    parts.push((
        "loa perft scrambled-eggs depth 5".into(),
        Box::new(|| perft(&Position::scrambled_eggs(Rules::OLYMPIAD), 5)),
    ));
    parts.push(("loa random games 8x8".into(), Box::new(random_games)));
    let full = SearchConfig::default();
    let searches = [
        ("pvs", full.clone()),
        ("alpha-beta", SearchConfig { driver: Driver::AlphaBeta, ..full.clone() }),
        ("mtdf", SearchConfig { driver: Driver::Mtdf, ..full.clone() }),
        ("without pruning", full.without_forward_pruning()),
    ];
    for (name, search) in searches {
        let engine = OwnEngine { search, ..OwnEngine::default() };
        let profile = Profile {
            name: name.into(),
            description: String::new(),
            engine: EngineKind::Own(Box::new(engine)),
        };
        parts.push((
            format!("loa search {name} depth {SEARCH_DEPTH}"),
            Box::new(move || search_nodes(&profile)),
        ));
    }
    for name in ["mia-4", "yl", "mona"] {
        let profile = Profile::load(name).expect("a built-in profile");
        parts.push((
            format!("loa profile {name} depth {SEARCH_DEPTH}"),
            Box::new(move || search_nodes(&profile)),
        ));
    }
    for algorithm in Algorithm::ALL {
        parts.push((
            format!("loa solve {algorithm}"),
            Box::new(move || solver_expansions(algorithm)),
        ));
    }
    parts
}

/// Positions expanded for proofs of middle-game wins, each with a new table.
fn solver_expansions(algorithm: Algorithm) -> u64 {
    let suite = suite::built_in("wins-44").expect("a built-in suite");
    let limits = Limits { nodes: Some(SOLVE_NODES), memory: SEARCH_TABLE, ..Limits::default() };
    let request =
        SolveRequest { algorithm, full: false, shortest: false, with_proof: false, threads: 1 };
    let solve = |entry: &suite::SuiteEntry| LoaSolver::new(request).solve(&entry.position, &limits);
    suite.iter().step_by(SOLVE_STEP).map(|e| solve(e).map_or(0, |s| s.counters.expanded)).sum()
}

/// Nodes of searches from middle-game positions, each with a new table.
fn search_nodes(profile: &Profile) -> u64 {
    let suite = suite::built_in("speed-50").expect("a built-in suite");
    let suite: Vec<_> = suite.into_iter().step_by(SEARCH_STEP).collect();
    let options = PlayerOptions { memory_bytes: SEARCH_TABLE, threads: 1, seed: SEED };
    speed::measure(&suite, std::slice::from_ref(profile), SEARCH_DEPTH, &options, &mut |_| true)
        .map_or(0, |rows| rows.iter().map(|row| row.counters.nodes).sum())
}

/// Moves of seeded random games with every end of the rules checked.
fn random_games() -> u64 {
    let start = Position::start(8, Rules::OLYMPIAD);
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut history = History::new(start);
    let mut moves = Vec::new();
    let mut played = 0;
    for _ in 0..GAMES {
        history.reset(start);
        play_random(&mut history, &mut rng, MAX_PLIES, &mut moves, |_| {});
        played += history.moves().len() as u64;
    }
    played
}

/// Runs the command.
pub fn run(_options: &Options, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let mut signature = 0u64;
    let mut rows: Vec<Value> = Vec::new();
    for (name, work) in parts() {
        if interrupt::requested() {
            return Err(Failure::Interrupted);
        }
        let part = output::Clock::start();
        let nodes = work();
        let seconds = part.seconds();
        signature = signature.wrapping_add(nodes);
        if !common.json {
            let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
            output::print(&format!("{name:36} {nodes:>14} {speed:>9.1} M/s"))?;
        }
        rows.push(json!({"name": name, "nodes": nodes, "seconds": seconds}));
    }
    if common.json {
        let body = json!({
            "size": null, "rules": "of the parts", "threads": 1, "seed": SEED,
            "signature": signature, "parts": rows,
        });
        return output::print(&output::object("bench", common, None, &clock, body).to_string());
    }
    output::print(&format!("signature {signature}  ({:.1} s)", clock.seconds()))
}
