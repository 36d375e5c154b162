//! Forward pruning at expected ALL nodes costs nodes and no value: what it cuts in error is searched
//! again. The table must not bring the error back.

mod common;

use common::{Hashed, Vertex};
use conjoin_core::mix::split_mix;
use conjoin_core::{
    Categorised, History, Indexed, Noisy, NullMove, Outcome, Position, Ranked, Repetition, Score,
    Side,
};
use conjoin_eval::Evaluator;
use conjoin_search::{
    Aspiration, Counters, CutoffParams, Driver, Limits, MultiCutParams, PrunedBounds, SearchConfig,
    Searcher, TableParams, reference,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Multi-cut at ALL nodes and no other pruning.
fn pruning_at_all_nodes(pruned_bounds: PrunedBounds) -> SearchConfig {
    SearchConfig {
        multi_cut_all: Some(MultiCutParams::at_all_nodes()),
        pvs_additions: true,
        pruned_bounds,
        table: Some(TableParams { equal_depth: true, ..TableParams::default() }),
        repetition: false,
        ..SearchConfig::bare(Driver::Pvs)
    }
}

/// A position of a tree that is made for one purpose. The first move of the root leads to nothing. After
/// the second there is one move a ply, up to a position with two moves of the player at the root. Both
/// look good at once and prove bad three plies later: multi-cut goes wrong there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Trap {
    /// Plies from the root to the position with two moves; an even number.
    distance: u8,
    /// Plies from the root.
    ply: u8,
    /// What the root chose, 0 at the root.
    branch: u8,
    /// What the position with two moves chose, 0 before it.
    fork: u8,
}

impl Trap {
    fn start(distance: u8) -> Self {
        Self { distance, ply: 0, branch: 0, fork: 0 }
    }

    fn has_two_moves(self) -> bool {
        self.ply == 0 || self.branch == 2 && self.ply == self.distance
    }
}

impl Position for Trap {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn key(&self) -> u64 {
        let Self { ply, branch, fork, .. } = *self;
        split_mix(u64::from(ply) << 16 | u64::from(branch) << 8 | u64::from(fork))
    }
    fn recomputed_key(&self) -> u64 {
        self.key()
    }
    fn board_key(&self) -> u64 {
        self.key()
    }
    fn same_board(&self, other: &Self) -> bool {
        self == other
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend(1..=if self.has_two_moves() { 2 } else { 1 });
    }
    fn play(&self, mv: u8) -> Self {
        let mut next = Self { ply: self.ply + 1, ..*self };
        if self.ply == 0 {
            next.branch = mv;
        } else if self.has_two_moves() {
            next.fork = mv;
        }
        next
    }
    fn is_irreversible(&self, _: u8) -> bool {
        true
    }
    fn repetition(&self) -> Repetition {
        Repetition::Unlimited
    }
}

impl Indexed for Trap {
    const MOVE_INDICES: usize = 4;
    fn move_index(mv: u8) -> usize {
        usize::from(mv)
    }
    fn pack_move(mv: u8) -> u16 {
        u16::from(mv)
    }
    fn unpack_move(bits: u16) -> Option<u8> {
        (bits != 0).then_some(bits as u8)
    }
}

impl Ranked for Trap {
    fn forceful_rank(&self, _: u8) -> u8 {
        0
    }
    fn static_rank(&self, _: u8) -> u8 {
        0
    }
}

impl Noisy for Trap {
    fn noisy_moves(&self, _: &mut Vec<u8>) {}
}

impl Categorised for Trap {}

impl NullMove for Trap {
    fn null_move(&self) -> Self {
        *self
    }
    fn has_few_men(&self) -> bool {
        false
    }
}

/// Good for the player at the root right after the two moves, bad later.
#[derive(Clone, Debug)]
struct TrapEval;

impl Evaluator<Trap> for TrapEval {
    type State = ();

    fn state(&self, _: &Trap) {}
    fn advance(&self, (): &mut (), _: &Trap, _: u8, _: &Trap) {}
    fn evaluate(&self, (): &(), position: &Trap) -> i32 {
        let for_first = match position.fork {
            0 => 0,
            _ if position.ply == position.distance + 1 => 10,
            _ => -10,
        };
        if position.side_to_move() == Side::First { for_first } else { -for_first }
    }
}

/// One iteration that ends three plies below the position with two moves, in a window of -1 to 1. The
/// first move is worth 0, so the second is searched in the closed window from 0 to 1.
fn spring(distance: u8, pruned_bounds: PrunedBounds) -> (Score, Counters) {
    let depth = u32::from(distance) + 3;
    let config = SearchConfig {
        aspiration: Some(Aspiration { width: 1, from_depth: 1 }),
        iteration_step: depth,
        ..pruning_at_all_nodes(pruned_bounds)
    };
    let mut searcher = Searcher::new(config, TrapEval, 1 << 16, 1).unwrap();
    let answer =
        searcher.search(&History::new(Trap::start(distance)), &Limits::depth(depth), |_| {});
    assert!(answer.counters.multi_cut_all_cuts > 0, "multi-cut goes wrong");
    (answer.score, answer.counters)
}

#[test]
fn a_second_search_in_a_closed_window_is_not_answered_by_the_bound_it_is_to_check() {
    // Every case: does the wrong bound reach the root, so that its window has to be opened?
    for (distance, pruned_bounds, is_fooled) in [
        (2, PrunedBounds::All, true),
        (2, PrunedBounds::Searched, false),
        (2, PrunedBounds::Certain, false),
        // Here the wrong bound is handed up to another ALL node, whose move was searched.
        (4, PrunedBounds::All, true),
        (4, PrunedBounds::Searched, true),
        (4, PrunedBounds::Certain, false),
    ] {
        let (score, counters) = spring(distance, pruned_bounds);
        let case = format!("{distance} {pruned_bounds:?}");
        assert_eq!(counters.window_failures, u64::from(is_fooled), "{case}");
        assert!(counters.re_searches > 0, "the second addition acts: {case}");
        assert_eq!(score, Score(0), "with an open window the value is right: {case}");
    }
}

/// How many of so many random graphs a configuration gives another value than negamax does.
fn wrong_values(config: &SearchConfig, cases: usize) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut done, mut wrong, mut cuts) = (0, 0, 0);
    while done < cases {
        let root = Vertex {
            seed: rng.random(),
            place: rng.random_range(0..150),
            mover: if rng.random_bool(0.5) { Side::First } else { Side::Second },
            repetition: Repetition::Unlimited,
            dead_ends: false,
        };
        if root.outcome().is_some() {
            continue;
        }
        let depth = rng.random_range(4..=7);
        let eval = Hashed { seed: rng.random(), range: [3, 30, 25_000][done % 3] };
        let expected = reference::negamax(&root, &eval, depth, false);
        let mut searcher = Searcher::new(config.clone(), eval, 1 << 18, 1).unwrap();
        let answer = searcher.search(&History::new(root), &Limits::depth(depth), |_| {});
        wrong += usize::from(answer.score != expected.score);
        cuts += answer.counters.multi_cut_all_cuts;
        done += 1;
    }
    assert!(cuts > cases as u64 / 2, "{cuts} nodes pruned in {cases} searches");
    wrong
}

#[test]
fn pruning_at_all_nodes_alone_changes_no_value() {
    const CASES: usize = 8_000;
    let certain = pruning_at_all_nodes(PrunedBounds::Certain);
    let eager = MultiCutParams { cuts: 1, ..MultiCutParams::at_all_nodes() };
    let with_cutoffs = SearchConfig {
        transposition_cutoffs: Some(CutoffParams { from_depth: 2 }),
        multi_cut_all: Some(eager),
        ..certain.clone()
    };
    let without_table = SearchConfig { table: None, ..certain.clone() };
    for config in [&certain, &with_cutoffs, &without_table] {
        assert_eq!(wrong_values(config, CASES), 0, "{config:?}");
    }
    // What makes it so: the four additions, and that the table gets no bound made by pruning.
    let without_additions = SearchConfig { pvs_additions: false, ..without_table.clone() };
    let all = pruning_at_all_nodes(PrunedBounds::All);
    for config in [&without_additions, &all] {
        assert!(wrong_values(config, CASES) > 0, "{config:?}");
    }
}
