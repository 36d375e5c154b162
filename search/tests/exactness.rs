//! Every driver with every technique that loses nothing returns the value of plain negamax and a
//! move that attains it.

mod common;

use common::{Hashed, Vertex};
use conjoin_core::playout::play_random;
use conjoin_core::{History, Position, Repetition, Searchable, Side};
use conjoin_games::loa;
use conjoin_search::{
    Aspiration, CutoffParams, Driver, EarlyMoves, GpcParams, HistoryKind, IntegratedParams,
    InternalDeepening, Limits, LinearModel, NodeCuttingParams, OrderingKind, OrderingParams,
    Predictions, ProbCutParams, RankLimits, RealizationParams, SearchConfig, Searcher, TableParams,
    TableScheme, reference,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Techniques that foretell, of which every prediction is within the error: they ask and cut nothing.
fn unsure(base: &SearchConfig, integrated: bool, deviations: f64) -> SearchConfig {
    let gpc = GpcParams { deviations, ..GpcParams::default() };
    SearchConfig {
        probcut: Some(ProbCutParams { deviations, ..ProbCutParams::default() }),
        gpc: Some(gpc.clone()),
        // With it on, GPC is not asked.
        fgpc: (deviations < 2.0).then_some(gpc),
        node_cutting: (!integrated).then(NodeCuttingParams::default),
        integrated: integrated
            .then(|| IntegratedParams { deviations, ..IntegratedParams::default() }),
        ..base.clone()
    }
}

/// Models with a larger error than any two values are apart, and ranks that no position has as a limit.
fn predictions(eval: &Hashed) -> Predictions {
    let sigma = f64::from(2 * eval.range + 1);
    let model = |depths| LinearModel { depths, slope: 1.0, offset: 0.0, sigma };
    let models = [[0, 1], [0, 2], [1, 2], [1, 3]].map(model).to_vec();
    let mut last = vec![MOST_MOVES; usize::from(MOST_MOVES)];
    last.push(0);
    let ranks = RankLimits::new(&last);
    Predictions {
        probcut: models.clone(),
        gpc: models.clone(),
        fgpc: models.clone(),
        node_cutting: ranks.clone(),
        integrated: models,
        integrated_ranks: ranks,
    }
}

/// More moves than any position of the tests has.
const MOST_MOVES: u16 = 250;

/// Every combination of driver and technique that loses nothing, with or without the table.
fn lossless(with_table: bool, repetition: bool) -> Vec<(String, SearchConfig)> {
    let mut all = Vec::new();
    for driver in [Driver::AlphaBeta, Driver::Pvs, Driver::Mtdf] {
        let bare = SearchConfig { repetition, ..SearchConfig::bare(driver) };
        let mut add =
            |name: &str, config: SearchConfig| all.push((format!("{driver:?} {name}"), config));
        let table = |scheme| Some(TableParams { scheme, equal_depth: true });
        let everything = SearchConfig {
            ordering: OrderingParams { countermove: true, ..OrderingParams::default() },
            aspiration: Some(Aspiration { width: 7, from_depth: 2 }),
            win_distance: true,
            pvs_additions: true,
            ..bare.clone()
        };
        if with_table {
            for scheme in [TableScheme::TwoDeep, TableScheme::TwoBig, TableScheme::Always] {
                add(&format!("{scheme:?}"), SearchConfig { table: table(scheme), ..bare.clone() });
            }
            let cutoffs = Some(CutoffParams { from_depth: 2 });
            let with_etc = SearchConfig {
                table: table(TableScheme::TwoDeep),
                transposition_cutoffs: cutoffs.clone(),
                ..bare.clone()
            };
            add("cutoffs", with_etc.clone());
            add(
                "internal deepening",
                SearchConfig {
                    internal_deepening: Some(InternalDeepening {
                        from_depth: 2,
                        reduction: 1,
                        pv_only: false,
                    }),
                    ..with_etc
                },
            );
            add(
                "everything",
                SearchConfig {
                    table: table(TableScheme::TwoDeep),
                    transposition_cutoffs: cutoffs.clone(),
                    ..everything.clone()
                },
            );
            add(
                "realization",
                SearchConfig {
                    table: table(TableScheme::TwoDeep),
                    transposition_cutoffs: cutoffs.clone(),
                    realization: Some(RealizationParams::default()),
                    ..everything.clone()
                },
            );
            let foretelling = SearchConfig {
                table: table(TableScheme::TwoDeep),
                transposition_cutoffs: cutoffs,
                ..everything
            };
            add("foretelling", unsure(&foretelling, false, 1.0));
            add("foretelling, strictly", unsure(&foretelling, false, f64::INFINITY));
            add("integrated", unsure(&foretelling, true, 1.0));
            continue;
        }
        add("bare", bare.clone());
        add("additions", SearchConfig { pvs_additions: true, ..bare.clone() });
        add("distance", SearchConfig { win_distance: true, ..bare.clone() });
        add("by twos", SearchConfig { iteration_step: 2, ..bare.clone() });
        let aspiration = Some(Aspiration { width: 3, from_depth: 1 });
        add("aspiration", SearchConfig { aspiration, ..bare.clone() });
        for kind in [
            OrderingKind::Dynamic,
            OrderingKind::Static,
            OrderingKind::StaticAmongEquals,
            OrderingKind::Hierarchical,
        ] {
            let ordering = OrderingParams { kind, ..OrderingParams::default() };
            add(&format!("{kind:?}"), SearchConfig { ordering, ..bare.clone() });
        }
        for history in [HistoryKind::History, HistoryKind::Butterfly] {
            let ordering = OrderingParams { history, ..OrderingParams::default() };
            add(&format!("{history:?}"), SearchConfig { ordering, ..bare.clone() });
        }
        // Without counts every move costs a ply.
        let realization = Some(RealizationParams::default());
        add("realization", SearchConfig { realization, ..bare.clone() });
        let realization = Some(RealizationParams {
            early: Some(EarlyMoves::default()),
            halfway_above: Some(0.5),
            ..RealizationParams::default()
        });
        add("realization with everything", SearchConfig { realization, ..everything.clone() });
        add("foretelling", unsure(&bare, false, 1.0));
        add("foretelling with everything", unsure(&everything, false, 2.0));
        add("foretelling, strictly", unsure(&everything, false, f64::INFINITY));
        add("integrated", unsure(&bare, true, 1.0));
        add("everything", everything);
    }
    all
}

/// Compares all configurations on one position; returns how many there were.
fn compare<P: Searchable>(
    position: &P,
    eval: &Hashed,
    depth: u32,
    repetition: bool,
    with_table: bool,
    threads: usize,
) -> usize {
    let expected = reference::negamax(position, eval, depth, repetition);
    assert_eq!(expected.score, reference::minimax(position, eval, depth, repetition));
    let configs = lossless(with_table, repetition);
    let predictions = predictions(eval);
    for (name, config) in &configs {
        let searcher = Searcher::new(config.clone(), eval.clone(), 1 << 18, threads).unwrap();
        let mut searcher = searcher.with_predictions(&predictions);
        let answer = searcher.search(&History::new(*position), &Limits::depth(depth), |_| {});
        let case = format!("{name}, depth {depth}, {position:?}, {eval:?}");
        assert_eq!(answer.score, expected.score, "{case}");
        let best = answer.best_move.unwrap_or_else(|| panic!("no move: {case}"));
        assert!(expected.best.contains(&best), "{best:?} of {:?}: {case}", expected.best);
    }
    configs.len()
}

/// A position from random play, not over.
fn random_loa(rng: &mut ChaCha8Rng) -> loa::Position {
    loop {
        let size = rng.random_range(4..=8);
        let rules = loa::Rules::NAMED[rng.random_range(0..4)].1;
        let mut history = History::new(loa::Position::start(size, rules));
        let plies = rng.random_range(0..60);
        play_random(&mut history, rng, plies, &mut Vec::new(), |_| {});
        // Without the moves before: the search sees them, the reference does not.
        if history.current().outcome().is_none() {
            return *history.current();
        }
    }
}

fn loa_cases(seed: u64, wanted: usize, repetition: bool, with_table: bool) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut cases = 0;
    while cases < wanted {
        let position = random_loa(&mut rng);
        let depth = if position.size() <= 5 { 4 } else { rng.random_range(2..=3) };
        // A small range has many equal values, a large one none.
        let eval = Hashed { seed: rng.random(), range: [3, 50, 20_000][cases % 3] };
        cases += compare(&position, &eval, depth, repetition, with_table, 1);
    }
}

fn graph_cases(seed: u64, wanted: usize, repetition: bool, with_table: bool) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut cases = 0;
    while cases < wanted {
        let kinds = [Repetition::ThirdOccurrence, Repetition::AnyBoard];
        let root = Vertex {
            seed: rng.random(),
            place: rng.random_range(0..150),
            mover: if rng.random_bool(0.5) { Side::First } else { Side::Second },
            repetition: kinds[rng.random_range(0..2)],
            dead_ends: rng.random_bool(0.5),
        };
        if root.outcome().is_some() {
            continue;
        }
        let depth = rng.random_range(1..=7);
        let eval = Hashed { seed: rng.random(), range: [2, 30, 25_000][cases % 3] };
        cases += compare(&root, &eval, depth, repetition, with_table, 1);
    }
}

#[test]
fn the_table_loses_nothing_on_lines_of_action() {
    loa_cases(1, 2_500, false, true);
}

#[test]
fn repetitions_are_exact_without_the_table_on_lines_of_action() {
    loa_cases(2, 2_500, true, false);
}

#[test]
fn the_table_loses_nothing_on_a_graph() {
    graph_cases(3, 6_000, false, true);
}

#[test]
fn repetitions_are_exact_without_the_table_on_a_graph() {
    graph_cases(4, 6_000, true, false);
}

#[test]
fn two_threads_find_the_same_value() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..15 {
        let position = random_loa(&mut rng);
        let eval = Hashed { seed: rng.random(), range: 100 };
        compare(&position, &eval, 3, false, true, 2);
    }
}
