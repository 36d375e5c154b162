//! Compares variants of the depth-first search over a suite: which parts `best` should have.
//!
//! `cargo run --release -p conjoin-lab -F measurements --example solver_variants -- SUITE NODES MEMORY_MIB [NAME...]`

use std::time::Instant;

use conjoin_core::{Position as _, Side};
use conjoin_eval::Evaluator;
use conjoin_eval::loa::basic::{Basic, groups, stray};
use conjoin_games::loa::{Loa, Move, Position, Variant};
use conjoin_lab::suite;
use conjoin_prove::depth_first::{Sum, Threshold};
use conjoin_prove::{
    DepthFirst, DepthFirstConfig, EvalParams, Initial, Limits, Replacement, Verdict,
};

fn variants() -> Vec<(&'static str, DepthFirstConfig)> {
    let eps =
        DepthFirstConfig { replacement: Replacement::FactsFirst, ..DepthFirstConfig::DFPN_EPSILON };
    let best = DepthFirstConfig { symmetry: false, ..DepthFirstConfig::BEST };
    let parent = |behind, mobility, decisive| {
        let params = EvalParams { behind, mobility, decisive, ..EvalParams::default() };
        Initial::Parent(params)
    };
    let threshold = |per| Threshold::Epsilon { per };
    vec![
        ("dfpn", DepthFirstConfig::DFPN),
        ("dfpn-eps", DepthFirstConfig::DFPN_EPSILON),
        ("eps-facts", eps.clone()),
        ("eps-2", DepthFirstConfig { threshold: threshold(2), sum: Sum::All, ..eps.clone() }),
        ("best", best.clone()),
        ("best-hardest", DepthFirstConfig { sum: Sum::Hardest, ..best.clone() }),
        ("best-plain", DepthFirstConfig { threshold: Threshold::Plain, ..best.clone() }),
        ("best-2", DepthFirstConfig { threshold: threshold(2), ..best.clone() }),
        ("best-1", DepthFirstConfig { threshold: threshold(1), ..best.clone() }),
        ("best-8", DepthFirstConfig { threshold: threshold(8), ..best.clone() }),
        ("best-early", DepthFirstConfig { looks_up_late: false, ..best.clone() }),
        ("best-unit", DepthFirstConfig { initial: Initial::Unit, ..best }),
        ("eps-ef", DepthFirstConfig { initial: parent(20, 5, 500), ..eps.clone() }),
        ("eps-ef-5-1", DepthFirstConfig { initial: parent(5, 1, 300), ..eps }),
    ]
}

/// Efforts by one of several formulas, to see which is worth its cost.
#[derive(Clone, Debug)]
struct Effort(u32);

/// The formulas that were tried, in eighths of a leaf.
const FORMULAS: u32 = 12;

impl Evaluator<Position> for Effort {
    type State = ();

    fn state(&self, _: &Position) {}

    fn advance(&self, (): &mut (), _: &Position, _: Move, _: &Position) {}

    fn evaluate(&self, (): &(), _: &Position) -> i32 {
        0
    }

    fn effort(&self, position: &Position, side: Side) -> u32 {
        let men = position.men(side);
        let stray = stray(men);
        match self.0 {
            0 => 8 + stray * stray,
            1 => 8 + 2 * stray * stray,
            2 => 8 + stray * stray / 2,
            3 => 8 + stray * stray * stray / 4,
            4 => 8 * groups(men) * groups(men),
            5 => 8 * groups(men) + stray * stray,
            6 => groups(men) * (8 + stray * stray) / 2,
            7 => groups(men) * groups(men) * (8 + stray * stray) / 4,
            8 => groups(men) * (8 + 2 * stray * stray) / 2,
            9 => groups(men) * (8 + stray * stray / 2) / 2,
            10 => groups(men) * groups(men) * (8 + stray * stray / 2) / 4,
            _ => 8 + 4 * stray * stray,
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(&arguments[0]).expect("a suite file");
    let entries = suite::parse_suite::<Loa>(&text, Variant::default()).expect("a suite");
    let nodes: u64 = arguments[1].parse().expect("nodes");
    let bytes = arguments[2].parse::<usize>().expect("memory in MiB") << 20;
    let wanted = &arguments[3..];
    for which in 0..FORMULAS {
        let name = format!("effort-{which}");
        if !wanted.iter().any(|w| *w == name || w == "effort") {
            continue;
        }
        let config = DepthFirstConfig { symmetry: false, ..DepthFirstConfig::BEST };
        run(&name, &config, &Effort(which), &entries, nodes, bytes);
    }
    for (name, config) in variants() {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == name) {
            continue;
        }
        run(name, &config, &Basic::default(), &entries, nodes, bytes);
    }
}

/// Solves all positions with one variant and prints what it took.
fn run<E: Evaluator<Position>>(
    name: &str,
    config: &DepthFirstConfig,
    eval: &E,
    entries: &[suite::SuiteEntry<Position>],
    nodes: u64,
    bytes: usize,
) {
    let start = Instant::now();
    let (mut solved, mut log_sum, mut total) = (0, 0.0, 0u64);
    for entry in entries {
        let root = entry.position;
        let solver = DepthFirst::new(config.clone(), eval.clone(), bytes, 1).expect("memory");
        let found = solver.solve(&root, root.side_to_move(), None, &Limits::nodes(nodes));
        solved += usize::from(found.verdict == Verdict::Proved);
        total += found.counters.expanded;
        log_sum += (found.counters.expanded as f64).ln();
    }
    println!(
        "{name:12} solved {solved:3} of {}, geometric mean {:9.0}, total {total:11}, {:6.1} s",
        entries.len(),
        (log_sum / entries.len() as f64).exp(),
        start.elapsed().as_secs_f64()
    );
}
