//! The techniques that foretell deep searches by shallow ones do what their figures say, and never
//! turn a guess into a proof.

mod common;

use common::{Hashed, Vertex};
use conjoin_core::{History, Outcome, Position, Repetition, Score, Side};
use conjoin_eval::Evaluator;
use conjoin_search::{
    Against, Counters, CutoffParams, Driver, GpcParams, IntegratedParams, Limits, LinearModel,
    NodeCuttingParams, Predictions, ProbCutParams, PrunedBounds, RankLimits, SearchConfig,
    SearchResult, Searcher, TableParams, reference,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Last ranks by the rank of the best move of a short search.
const LAST: [u16; 6] = [0, 2, 2, 3, 4, u16::MAX];
const NC_DEPTH: i32 = 3;
const NC_SHORT: i32 = 1;

const DRIVERS: [Driver; 3] = [Driver::AlphaBeta, Driver::Pvs, Driver::Mtdf];

fn model(depths: [i32; 2], sigma: f64) -> LinearModel {
    LinearModel { depths, slope: 0.8, offset: -3.0, sigma }
}

/// Two pairs for one deep depth and one for another: the Multi- forms.
fn models(sigma: f64) -> Vec<LinearModel> {
    vec![model([1, 3], 2.0 * sigma), model([0, 2], sigma), model([0, 3], sigma)]
}

fn predictions(sigma: f64) -> Predictions {
    let models = models(sigma);
    Predictions {
        probcut: models.clone(),
        gpc: models.clone(),
        fgpc: models.clone(),
        node_cutting: RankLimits::new(&LAST),
        integrated: models,
        integrated_ranks: RankLimits::new(&LAST),
    }
}

/// A technique, or several.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools)]
struct Techniques {
    probcut: bool,
    gpc: bool,
    fgpc: bool,
    node_cutting: bool,
    integrated: bool,
    against: Against,
}

const ALONE: [Techniques; 8] = {
    const OFF: Techniques = Techniques {
        probcut: false,
        gpc: false,
        fgpc: false,
        node_cutting: false,
        integrated: false,
        against: Against::Best,
    };
    [
        Techniques { probcut: true, ..OFF },
        Techniques { gpc: true, ..OFF },
        Techniques { gpc: true, against: Against::Window, ..OFF },
        Techniques { fgpc: true, ..OFF },
        Techniques { fgpc: true, against: Against::Window, ..OFF },
        Techniques { node_cutting: true, ..OFF },
        Techniques { integrated: true, ..OFF },
        Techniques { probcut: true, gpc: true, node_cutting: true, ..OFF },
    ]
};

/// A search with these techniques on top of others.
fn with(base: SearchConfig, on: Techniques, deviations: f64) -> SearchConfig {
    let against = on.against;
    let gpc = GpcParams { deviations, against, ..GpcParams::default() };
    SearchConfig {
        probcut: on.probcut.then(|| ProbCutParams { deviations, ..ProbCutParams::default() }),
        gpc: on.gpc.then(|| gpc.clone()),
        fgpc: on.fgpc.then_some(gpc),
        node_cutting: on.node_cutting.then(NodeCuttingParams::default),
        integrated: on.integrated.then(|| IntegratedParams {
            deviations,
            against,
            ..IntegratedParams::default()
        }),
        ..base
    }
}

/// Figures 1.7, 1.8, 2.4 and 3.3 and the steps of 4.3 and 5.2 once more, in the plainest way, with the
/// values of the player to move.
struct Plain<'a> {
    eval: &'a Hashed,
    on: Techniques,
    models: Vec<LinearModel>,
    nodes: u64,
}

enum Verdict {
    Search,
    Skip(i32),
    End(i32),
}

impl Plain<'_> {
    fn is_guess_about(bound: i32) -> bool {
        bound.abs() <= Score::MAX_EVAL.0
    }

    /// The models for a deep depth, the shallowest first.
    fn models_at(&self, depth: i32) -> Vec<LinearModel> {
        let mut found = self.models.clone();
        found.retain(|model| model.depths[1] == depth);
        found.sort_by_key(|model| model.depths[0]);
        found
    }

    fn at_least(model: &LinearModel, beta: i32) -> Option<i32> {
        let bound = (f64::from(beta) - model.offset + model.sigma) / model.slope;
        Some(bound.ceil() as i32).filter(|&bound| Self::is_guess_about(bound))
    }

    fn at_most(model: &LinearModel, alpha: i32) -> Option<i32> {
        let bound = (f64::from(alpha) - model.offset - model.sigma) / model.slope;
        Some(bound.floor() as i32).filter(|&bound| Self::is_guess_about(bound))
    }

    fn value(&mut self, at: &Vertex, alpha: i32, beta: i32, depth: i32, ply: i32) -> i32 {
        self.nodes += 1;
        match at.outcome() {
            Some(Outcome::Draw) => return 0,
            Some(Outcome::Win(side)) if side == at.side_to_move() => return Score::win_in(ply).0,
            Some(Outcome::Win(_)) => return Score::loss_in(ply).0,
            None => {}
        }
        if depth == 0 {
            return self.eval.evaluate(&(), at);
        }
        if self.on.probcut {
            for model in self.models_at(depth) {
                if Self::is_guess_about(beta)
                    && let Some(least) = Self::at_least(&model, beta)
                {
                    let value = self.value(at, least - 1, least, model.depths[0], ply);
                    if value >= least {
                        return if Self::is_guess_about(value) { beta } else { value };
                    }
                }
                if Self::is_guess_about(alpha)
                    && let Some(most) = Self::at_most(&model, alpha)
                {
                    let value = self.value(at, most, most + 1, model.depths[0], ply);
                    if value <= most {
                        return if Self::is_guess_about(value) { alpha } else { value };
                    }
                }
            }
        }
        self.moves(at, alpha, beta, depth, ply).0
    }

    /// The value of a node that has moves, and the first that attains it.
    fn moves(&mut self, at: &Vertex, mut alpha: i32, beta: i32, depth: i32, ply: i32) -> (i32, u8) {
        let moves = at.legal_moves();
        let last = self.last_rank(at, &moves, depth, ply);
        let mut best = (-Score::INFINITY.0, 0);
        let mut left_out = best.0;
        for (rank, mv) in moves.into_iter().enumerate() {
            let is_behind = last.is_some_and(|last| rank > last);
            if is_behind && self.on.node_cutting && !Score(best.0).is_loss() {
                break;
            }
            let child = at.play(mv);
            match self.verdict(&child, best.0, alpha, is_behind, depth - 1, ply) {
                Verdict::Search => {}
                Verdict::Skip(bound) => {
                    left_out = left_out.max(bound);
                    continue;
                }
                Verdict::End(bound) => {
                    left_out = left_out.max(bound);
                    break;
                }
            }
            let value = -self.value(&child, -beta, -alpha, depth - 1, ply + 1);
            if value > best.0 {
                best = (value, mv);
            }
            if value >= beta {
                return best;
            }
            alpha = alpha.max(value);
        }
        (best.0.max(left_out), best.1)
    }

    fn last_rank(&mut self, at: &Vertex, moves: &[u8], depth: i32, ply: i32) -> Option<usize> {
        let is_on = self.on.node_cutting || self.on.integrated;
        if !is_on || depth != NC_DEPTH || moves.len() == 1 {
            return None;
        }
        let infinity = Score::INFINITY.0;
        let (_, best) = self.moves(at, -infinity, infinity, NC_SHORT, ply);
        let rank = moves.iter().position(|&mv| mv == best).expect("one of them");
        (LAST[rank] != u16::MAX).then(|| usize::from(LAST[rank]))
    }

    fn verdict(
        &mut self,
        child: &Vertex,
        best: i32,
        alpha: i32,
        is_behind: bool,
        depth: i32,
        ply: i32,
    ) -> Verdict {
        let Techniques { gpc, fgpc, integrated, against, .. } = self.on;
        if !gpc && !fgpc && !integrated {
            return Verdict::Search;
        }
        let bound = if against == Against::Window && ply > 0 { best.max(alpha) } else { best };
        let is_proof = best > -Score::INFINITY.0 && !Self::is_guess_about(best);
        if !Self::is_guess_about(bound) || is_proof {
            return Verdict::Search;
        }
        for model in self.models_at(depth) {
            let Some(least) = Self::at_least(&model, -bound) else { continue };
            let value = self.value(child, least - 1, least, model.depths[0], ply + 1);
            if value >= least && Score(value).is_win() {
                return Verdict::Skip(-value);
            }
            if value >= least {
                let ends = fgpc || integrated && is_behind;
                return if ends { Verdict::End(bound) } else { Verdict::Skip(bound) };
            }
        }
        Verdict::Search
    }
}

fn random_vertex(rng: &mut ChaCha8Rng) -> Vertex {
    loop {
        let root = Vertex {
            seed: rng.random(),
            place: rng.random_range(0..150),
            mover: if rng.random_bool(0.5) { Side::First } else { Side::Second },
            repetition: Repetition::Unlimited,
            dead_ends: rng.random_bool(0.2),
        };
        if root.outcome().is_none() {
            return root;
        }
    }
}

fn search(
    root: &Vertex,
    config: SearchConfig,
    eval: &Hashed,
    data: &Predictions,
    limits: &Limits<'_>,
) -> SearchResult<u8> {
    let searcher = Searcher::new(config, eval.clone(), 1 << 16, 1).expect("a searcher");
    searcher.with_predictions(data).search(&History::new(*root), limits, |_| {})
}

#[test]
fn the_search_is_that_of_the_figures() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    let mut sum = Counters::default();
    for case in 0..6_000 {
        let root = random_vertex(&mut rng);
        let eval = Hashed { seed: rng.random(), range: [20, 500, 20_000][case % 3] };
        let depth: i32 = rng.random_range(2..=5);
        let sigma = f64::from(eval.range) * [0.0, 0.2, 0.5][case / 3 % 3];
        let on = ALONE[case % ALONE.len()];
        let mut plain = Plain { eval: &eval, on, models: models(sigma), nodes: 1 };
        let infinity = Score::INFINITY.0;
        let (expected, best) = plain.moves(&root, -infinity, infinity, depth, 0);
        let base = SearchConfig {
            iteration_step: depth as u32,
            repetition: false,
            ..SearchConfig::bare(Driver::AlphaBeta)
        };
        let config = with(base, on, 1.0);
        let limits = Limits::depth(depth as u32);
        let found = search(&root, config, &eval, &predictions(sigma), &limits);
        let name = format!("case {case}, depth {depth}, {on:?}, {root:?}");
        assert_eq!(found.score.0, expected, "{name}");
        assert_eq!(found.best_move, Some(best), "{name}");
        // Node cutting remembers ranks, the figures search for them again.
        if !on.node_cutting && !on.integrated {
            assert_eq!(found.counters.nodes, plain.nodes, "{name}");
        }
        sum.add(&found.counters);
    }
    let Counters { probcut_tests, probcut_cuts, gpc_tests, gpc_skips, .. } = sum;
    let Counters { fgpc_tests, fgpc_cuts, node_cutting_searches, .. } = sum;
    let Counters { node_cutting_kept, node_cutting_cuts, node_cutting_moves, .. } = sum;
    assert!(probcut_tests > 2 * probcut_cuts && probcut_cuts > 1_000, "{sum:?}");
    assert!(gpc_tests > gpc_skips && gpc_skips > 1_000, "{sum:?}");
    assert!(fgpc_tests > fgpc_cuts && fgpc_cuts > 1_000, "{sum:?}");
    assert!(node_cutting_searches > 1_000 && node_cutting_kept > 50, "{sum:?}");
    assert!(node_cutting_moves > node_cutting_cuts && node_cutting_cuts > 1_000, "{sum:?}");
    assert!(sum.nodes > sum.shallow_nodes && sum.shallow_nodes > 1_000, "{sum:?}");
}

/// Predictions that are believed blindly, with and without a table that is believed too: what is
/// called a win or a loss is one.
#[test]
fn a_guess_is_never_a_proof() {
    let mut rng = ChaCha8Rng::seed_from_u64(32);
    let (mut wins, mut losses, mut pruned) = (0, 0, 0);
    for case in 0..6_000 {
        let root = random_vertex(&mut rng);
        let eval = Hashed { seed: rng.random(), range: 200 };
        let depth = rng.random_range(3..=6);
        let has_table = case % 2 == 1;
        let base = SearchConfig {
            table: has_table.then(TableParams::default),
            transposition_cutoffs: has_table.then_some(CutoffParams { from_depth: 2 }),
            pruned_bounds: [PrunedBounds::All, PrunedBounds::Searched, PrunedBounds::Certain]
                [case / 6 % 3],
            win_distance: true,
            repetition: false,
            ..SearchConfig::bare(DRIVERS[case % 3])
        };
        let config = with(base, ALONE[case / 3 % ALONE.len()], [-1.0, 0.0, 1.0][case / 24 % 3]);
        let limits = match case % 5 {
            0 => Limits::nodes(rng.random_range(20..2_000)),
            _ => Limits::depth(depth),
        };
        let found = search(&root, config.clone(), &eval, &predictions(100.0), &limits);
        let name = format!("case {case}: {root:?} {config:?} {found:?}");
        let Counters { probcut_cuts, gpc_skips, fgpc_cuts, node_cutting_cuts, .. } = found.counters;
        pruned += probcut_cuts + gpc_skips + fgpc_cuts + node_cutting_cuts;
        let Some(plies) = found.score.plies_to_end() else { continue };
        if found.score.is_win() {
            wins += 1;
            assert!(reference::shortest_win(&root, plies as u32).is_some(), "{name}");
        } else {
            losses += 1;
            let known = reference::negamax(&root, &eval, plies as u32, false).score;
            assert!(known.is_loss(), "{name}: {known:?}");
        }
    }
    assert!(wins > 1_000 && losses > 300 && pruned > 100_000, "{wins} {losses} {pruned}");
}

/// Whoever has another move does not make one that the search has proved to lose, however far behind it
/// stands and whatever is foretold of it.
#[test]
fn moves_are_not_left_out_while_all_others_lose() {
    let mut rng = ChaCha8Rng::seed_from_u64(33);
    let mut saved = 0;
    for case in 0..6_000 {
        let root = random_vertex(&mut rng);
        let eval = Hashed { seed: rng.random(), range: 200 };
        let base = SearchConfig { repetition: false, ..SearchConfig::bare(DRIVERS[case % 3]) };
        // Every prediction says that nothing is better than what there is. At depth 3 they are asked at the
        // root alone, but for ProbCut, which would overlook what happens below.
        let config = with(base, ALONE[1 + case / 3 % 6], -1e3);
        let limits = Limits::depth(3);
        let found = search(&root, config, &eval, &predictions(10.0), &limits);
        let best = found.best_move.expect("the game goes on");
        let loses = |mv| {
            let child = root.play(mv);
            match child.outcome() {
                Some(outcome) => outcome == Outcome::Win(!root.mover),
                None => reference::negamax(&child, &eval, 2, false).score.is_win(),
            }
        };
        if loses(best) {
            let all = root.legal_moves().into_iter().all(loses);
            assert!(all, "case {case}: {best} of {root:?}");
        } else {
            saved += usize::from(loses(root.legal_moves()[0]));
        }
    }
    assert!(saved > 300, "{saved} first moves lose and others do not");
}

#[test]
fn a_limit_in_nodes_gives_the_same_search_every_time() {
    let mut rng = ChaCha8Rng::seed_from_u64(34);
    for case in 0..300 {
        let root = random_vertex(&mut rng);
        let eval = Hashed { seed: rng.random(), range: 200 };
        let config = SearchConfig { driver: DRIVERS[case % 3], ..SearchConfig::default() };
        let config = with(config, ALONE[case % ALONE.len()], 0.7);
        let nodes = rng.random_range(50..5_000);
        let [one, two] = [(); 2].map(|()| {
            search(&root, config.clone(), &eval, &predictions(60.0), &Limits::nodes(nodes))
        });
        assert_eq!((one.counters, &one.lines), (two.counters, &two.lines), "case {case}");
        assert!(one.counters.nodes <= nodes);
    }
}

#[test]
fn without_forward_pruning_nothing_is_foretold() {
    let all = Techniques {
        probcut: true,
        gpc: true,
        fgpc: true,
        node_cutting: true,
        integrated: true,
        against: Against::Best,
    };
    let config = with(SearchConfig::default(), all, 1.0);
    let plain = config.without_forward_pruning();
    assert_eq!(plain, SearchConfig::default().without_forward_pruning());
    assert_ne!(config.without_forward_pruning(), config);
}
