//! Realization probability search does what the figures of its paper say.

mod common;

use common::{Hashed, Vertex};
use conjoin_core::{History, Outcome, Position, Repetition, Score, Side};
use conjoin_eval::Evaluator;
use conjoin_search::{
    Driver, EarlyMoves, Limits, MovePlies, RealizationParams, SearchConfig, Searcher,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Costs of the four categories in hundredths of a ply.
const COSTS: [i32; 4] = [60, 130, 210, 390];
const PLY: i32 = 100;

/// Figures 2 and 4 of `erps` once more, in the plainest way.
struct Plain<'a> {
    eval: &'a Hashed,
    early: Option<(usize, i32)>,
    halfway_above: Option<i32>,
}

impl Plain<'_> {
    fn value(&self, at: &Vertex, mut alpha: i32, beta: i32, depth: i32, ply: i32) -> i32 {
        match at.outcome() {
            Some(Outcome::Draw) => return 0,
            Some(Outcome::Win(side)) if side == at.side_to_move() => return Score::win_in(ply).0,
            Some(Outcome::Win(_)) => return Score::loss_in(ply).0,
            None => {}
        }
        if depth <= 0 {
            return self.eval.evaluate(&(), at);
        }
        let mut best = -Score::INFINITY.0;
        for (rank, mv) in at.legal_moves().into_iter().enumerate() {
            alpha = alpha.max(best);
            best = best.max(self.of_move(at, mv, rank, alpha, beta, depth, ply));
            if best >= beta {
                break;
            }
        }
        best
    }

    #[expect(clippy::too_many_arguments)]
    fn of_move(
        &self,
        at: &Vertex,
        mv: u8,
        rank: usize,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: i32,
    ) -> i32 {
        let child = at.play(mv);
        let least = COSTS[0];
        let mut cost = COSTS[usize::from(mv) % 4];
        if let Some((moves, most)) = self.early
            && rank < moves
        {
            cost = cost.min(most);
        }
        let null = |taken| -self.value(&child, -alpha - 1, -alpha, depth - taken, ply + 1);
        let ends = |value: i32| value <= alpha || beta <= alpha + 1 && Score(value).is_win();
        let mut value = null(cost);
        if ends(value) {
            return value;
        }
        if let Some(above) = self.halfway_above
            && i32::midpoint(cost, least) > above
        {
            value = null(i32::midpoint(cost, least));
            if ends(value) {
                return value;
            }
        }
        -self.value(&child, -beta, -alpha, depth - least, ply + 1)
    }

    /// The value of the last iteration; every iteration puts its best move in front.
    fn deepen(&self, root: &Vertex, depth: i32) -> i32 {
        let mut moves = root.legal_moves();
        let mut losers = Vec::new();
        let mut value = 0;
        for plies in 1..=depth {
            value = self.iterate(root, &mut moves, plies, &mut losers);
            if Score(value).plies_to_end().is_some_and(|end| end <= plies) {
                break;
            }
        }
        value
    }

    /// One iteration. When its first move is newly found to lose, the others are put into order by iterations
    /// of their own.
    fn iterate(&self, root: &Vertex, moves: &mut [u8], plies: i32, losers: &mut Vec<u8>) -> i32 {
        let mut best = (-Score::INFINITY.0, 0);
        for rank in 0..moves.len() {
            let mv = moves[rank];
            let found = self.of_move(root, mv, rank, best.0, Score::INFINITY.0, plies * PLY, 0);
            if Score(found).is_loss() && !losers.contains(&mv) {
                losers.push(mv);
                if rank == 0 && moves.len() > 1 {
                    for fewer in 1..plies {
                        self.iterate(root, &mut moves[1..], fewer, losers);
                    }
                }
            }
            if found > best.0 {
                best = (found, rank);
            }
        }
        moves[..=best.1].rotate_right(1);
        best.0
    }
}

#[test]
fn the_search_is_that_of_the_figures() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut cases = 0;
    let mut differs = 0;
    while cases < 3_000 {
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
        let eval = Hashed { seed: rng.random(), range: [5, 500, 20_000][cases % 3] };
        let depth = rng.random_range(1..=5);
        let early = (cases / 3 % 2 == 1).then_some(EarlyMoves { moves: 2, most: 1.0 });
        let halfway_above = (cases / 6 % 2 == 1).then_some(1.2);
        let plain = Plain {
            eval: &eval,
            early: early.as_ref().map(|early| (early.moves, PLY)),
            halfway_above: halfway_above.map(|_| 120),
        };
        let expected = plain.deepen(&root, depth);
        let params = RealizationParams { early, halfway_above, ..RealizationParams::default() };
        let config = SearchConfig {
            realization: Some(params),
            repetition: false,
            ..SearchConfig::bare(Driver::Pvs)
        };
        let costs = COSTS.map(|cost| cost as u16);
        let mut searcher = Searcher::new(config.clone(), eval.clone(), 1 << 16, 1).unwrap();
        let even = searcher.search(&History::new(root), &Limits::depth(depth as u32), |_| {});
        let mut searcher = Searcher::new(config, eval, 1 << 16, 1)
            .unwrap()
            .with_move_plies(MovePlies::new(&costs));
        let found = searcher.search(&History::new(root), &Limits::depth(depth as u32), |_| {});
        assert_eq!(found.score.0, expected, "depth {depth}, {root:?}, case {cases}");
        differs += usize::from(found.score != even.score);
        cases += 1;
    }
    assert!(differs > 1_000, "costs change the search: {differs}");
}

#[test]
fn likely_moves_are_searched_deeper() {
    let eval = Hashed { seed: 5, range: 1_000 };
    let root = (0..150)
        .map(|place| Vertex {
            seed: 9,
            place,
            mover: Side::First,
            repetition: Repetition::Unlimited,
            dead_ends: false,
        })
        .find(|root| root.outcome().is_none())
        .expect("some vertex is no end");
    let config = SearchConfig {
        realization: Some(RealizationParams::default()),
        ..SearchConfig::bare(Driver::Pvs)
    };
    let nodes = |cost: u16| {
        let mut searcher = Searcher::new(config.clone(), eval.clone(), 1 << 16, 1)
            .unwrap()
            .with_move_plies(MovePlies::new(&[cost; 4]));
        searcher.search(&History::new(root), &Limits::depth(4), |_| {}).counters.nodes
    };
    assert!(nodes(50) > 2 * nodes(100) && nodes(100) > 2 * nodes(200));
}
