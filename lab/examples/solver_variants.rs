//! Compares variants of the depth-first search over a suite: which parts `best` should have.
//!
//! `cargo run --release -p conjoin-lab --example solver_variants -- SUITE NODES MEMORY_MIB [NAME...]`

use std::time::Instant;

use conjoin_core::Position as _;
use conjoin_eval::basic::Basic;
use conjoin_games::loa::Rules;
use conjoin_lab::suite;
use conjoin_prove::depth_first::{Sum, Threshold};
use conjoin_prove::{
    DepthFirst, DepthFirstConfig, EvalParams, Initial, Limits, Replacement, Verdict,
};

fn variants() -> Vec<(&'static str, DepthFirstConfig)> {
    let eps =
        DepthFirstConfig { replacement: Replacement::FactsFirst, ..DepthFirstConfig::DFPN_EPSILON };
    let best = DepthFirstConfig { symmetry: false, ..DepthFirstConfig::BEST };
    let parent =
        |behind, mobility, decisive| Initial::Parent(EvalParams { behind, mobility, decisive });
    let threshold = |per| Threshold::Epsilon { per };
    vec![
        ("dfpn", DepthFirstConfig::DFPN),
        ("dfpn-eps", DepthFirstConfig::DFPN_EPSILON),
        ("eps-facts", eps.clone()),
        ("eps-2", DepthFirstConfig { threshold: threshold(2), sum: Sum::All, ..eps.clone() }),
        ("best", best.clone()),
        ("best-plain", DepthFirstConfig { threshold: Threshold::Plain, ..best.clone() }),
        ("best-2", DepthFirstConfig { threshold: threshold(2), ..best.clone() }),
        ("best-1", DepthFirstConfig { threshold: threshold(1), ..best.clone() }),
        ("best-8", DepthFirstConfig { threshold: threshold(8), ..best.clone() }),
        ("best-unit", DepthFirstConfig { initial: Initial::Unit, ..best.clone() }),
        ("best-ef", DepthFirstConfig { initial: parent(20, 5, 500), ..best.clone() }),
        ("best-ef-5-1", DepthFirstConfig { initial: parent(5, 1, 300), ..best.clone() }),
        ("eps-ef", DepthFirstConfig { initial: parent(20, 5, 500), ..eps.clone() }),
        ("eps-ef-5-1", DepthFirstConfig { initial: parent(5, 1, 300), ..eps }),
    ]
}

/// Efforts by one of several formulas, to see which is worth its cost.
#[derive(Clone, Debug)]
struct Effort(u32);

fn groups(mut men: u64, size: u8) -> u32 {
    let mut count = 0;
    while men != 0 {
        let first = conjoin_games::loa::squares(men).next().expect("not empty");
        men &= !conjoin_games::loa::connection::group_of(men, first);
        count += 1;
    }
    let _ = size;
    count
}

fn spread(men: u64) -> u32 {
    let (mut files, mut ranks, mut n) = (0, 0, 0);
    for sq in conjoin_games::loa::squares(men) {
        files += u32::from(sq.file());
        ranks += u32::from(sq.rank());
        n += 1;
    }
    let (cf, cr) = ((files * 2 + n) / (2 * n), (ranks * 2 + n) / (2 * n));
    conjoin_games::loa::squares(men)
        .map(|sq| {
            u32::from(sq.file())
                .abs_diff(cf)
                .max(u32::from(sq.rank()).abs_diff(cr))
                .saturating_sub(1)
        })
        .sum::<u32>()
}

impl conjoin_eval::Evaluator<conjoin_games::loa::Position> for Effort {
    type State = ();
    fn state(&self, _: &conjoin_games::loa::Position) {}
    fn advance(
        &self,
        (): &(),
        _: &conjoin_games::loa::Position,
        _: conjoin_games::loa::Move,
        _: &conjoin_games::loa::Position,
    ) {
    }
    fn evaluate(&self, (): &(), p: &conjoin_games::loa::Position) -> i32 {
        let (own, enemy) = (groups(p.own(), p.size()), groups(p.enemy(), p.size()));
        let (so, se) = (spread(p.own()), spread(p.enemy()));
        let (phi, delta) = match self.0 {
            0 => (1, 8),
            1 => (own, 8 * enemy),
            2 => (own * own, 8 * enemy * enemy),
            3 => (1 + so / 2, 8 + 4 * se),
            4 => (1 + so, 8 + 8 * se),
            5 => (1, 8 + 4 * se),
            6 => (own + so, 8 * enemy + 4 * se),
            7 => (1 + (so * so) / 8, 8 + se * se),
            8 => (own, 8),
            9 => (1, 8 * enemy),
            _ => (1, 8),
        };
        (phi.min(0xffff) | delta.min(0x7fff) << 16) as i32
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(&arguments[0]).expect("a suite file");
    let entries = suite::parse_suite(&text, Rules::OLYMPIAD).expect("a suite");
    let nodes: u64 = arguments[1].parse().expect("nodes");
    let bytes = arguments[2].parse::<usize>().expect("memory in MiB") << 20;
    let wanted = &arguments[3..];
    for which in 0..10 {
        let name = format!("effort-{which}");
        if !wanted.iter().any(|w| *w == name || w == "effort") {
            continue;
        }
        let config = DepthFirstConfig {
            initial: Initial::Effort,
            replacement: Replacement::FactsFirst,
            ..DepthFirstConfig::DFPN_EPSILON
        };
        run(&name, &config, &Effort(which), &entries, nodes, bytes);
    }
    for (name, config) in variants() {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == name) {
            continue;
        }
        run(name, &config, &Basic::default(), &entries, nodes, bytes);
    }
}

fn run<E: conjoin_eval::Evaluator<conjoin_games::loa::Position>>(
    name: &str,
    config: &DepthFirstConfig,
    eval: &E,
    entries: &[suite::SuiteEntry],
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
