//! A search that is stopped never leaves a move that it has just proved to lose while another may do better.

mod common;

use common::{Hashed, Vertex};
use conjoin_core::{History, Position, Repetition, Side};
use conjoin_search::{
    Aspiration, Driver, Limits, ScoreBound, SearchConfig, Searcher, TableParams, reference,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn a_move_that_is_known_to_lose_gives_way() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let (mut told, mut gave_way) = (0, 0);
    for case in 0..6_000 {
        let root = Vertex {
            seed: rng.random(),
            place: rng.random_range(0..150),
            mover: if rng.random_bool(0.5) { Side::First } else { Side::Second },
            repetition: Repetition::ThirdOccurrence,
            dead_ends: false,
        };
        if root.outcome().is_some() {
            continue;
        }
        let eval = Hashed { seed: rng.random(), range: 300 };
        let config = SearchConfig {
            aspiration: (case % 2 == 1).then_some(Aspiration { width: 40, from_depth: 2 }),
            table: (case % 3 == 2).then(TableParams::default),
            ..SearchConfig::bare(if case % 5 == 4 { Driver::AlphaBeta } else { Driver::Pvs })
        };
        let mut searcher = Searcher::new(config, eval.clone(), 1 << 16, 1).unwrap();
        let mut losers = Vec::new();
        let nodes = rng.random_range(20..3_000);
        let found = searcher.search(&History::new(root), &Limits::nodes(nodes), |progress| {
            let line = &progress.lines[0];
            if progress.bound == ScoreBound::AtLeast && line.score.is_loss() {
                losers.push(line.mv);
            }
        });
        let best = found.best_move.expect("the game goes on");
        told += usize::from(!losers.is_empty());
        gave_way += usize::from(losers.last().is_some_and(|&loser| loser != best));
        if losers.contains(&best) {
            let known = reference::negamax(&root, &eval, found.depth + 1, true);
            assert!(known.score.is_loss(), "case {case}: {best} is known to lose, others are not");
        }
    }
    assert!(told > 300, "first moves that lose: {told}");
    assert!(gave_way > 150, "and gave way: {gave_way}");
}
