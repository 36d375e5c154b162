//! Where a player who cannot move loses, a null move may leave the opponent without a move. What
//! comes of that is a score like any other.

mod common;

use common::{Hashed, Vertex};
use conjoin_core::{History, NullMove as _, Position as _, Repetition, Score, Side};
use conjoin_search::{
    CutoffParams, Driver, InternalDeepening, Limits, NullMoveParams, SearchConfig, Searcher,
    TableParams, reference,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn a_null_move_that_leaves_the_opponent_stuck_gives_no_score_beyond_a_win() {
    let config = SearchConfig {
        internal_deepening: Some(InternalDeepening { from_depth: 1, reduction: 1, pv_only: false }),
        null_move: Some(NullMoveParams {
            from_depth: 1,
            reduction: 0,
            ..NullMoveParams::default()
        }),
        transposition_cutoffs: Some(CutoffParams { from_depth: 1 }),
        table: Some(TableParams::default()),
        win_distance: true,
        repetition: false,
        ..SearchConfig::bare(Driver::Pvs)
    };
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let (mut stuck, mut wins) = (0, 0);
    for case in 0..4_000 {
        let root = Vertex {
            seed: rng.random(),
            place: rng.random_range(0..150),
            mover: Side::First,
            repetition: Repetition::Unlimited,
            dead_ends: true,
        };
        if root.outcome().is_some() {
            continue;
        }
        let depth = rng.random_range(3..=7);
        stuck += usize::from(root.null_move().outcome().is_some());
        let eval = Hashed { seed: rng.random(), range: 50 };
        let mut searcher = Searcher::new(config.clone(), eval, 1 << 16, 1).unwrap();
        let Score(score) =
            searcher.search(&History::new(root), &Limits::depth(depth), |_| {}).score;
        assert!(score.abs() <= Score::WIN.0, "{case}: {score}");
        if Score(score).is_win() {
            let plies = Score::WIN.0 - score;
            let shortest = reference::shortest_win(&root, plies as u32);
            assert!(shortest.is_some(), "{case}: no win in {plies} of {root:?}");
            wins += 1;
        }
    }
    assert!(stuck > 300 && wins > 300, "{stuck} stuck after a null move, {wins} wins");
}
