//! The worked example of `tong-thesis`, appendix A: the search visits the tree in the printed order, and a
//! plain reading of the pseudo code gives every printed number.

use std::cell::RefCell;

use conjoin_core::{
    Categorised, History, Indexed, Noisy, NullMove, Outcome, Position, Ranked, Repetition, Score,
    Side,
};
use conjoin_eval::Evaluator;
use conjoin_search::{
    Driver, GpcParams, Limits, LinearModel, Predictions, ProbCutParams, SearchConfig, Searcher,
    reference,
};

const PRINTED: &str = include_str!("data/tong-tree.csv");
/// The parameters of the example.
const MODEL: LinearModel = LinearModel { depths: [1, 2], slope: 1.0, offset: 0.0, sigma: 10.0 };
const DEVIATIONS: f64 = 1.5;
const MARGIN: i32 = 15;
const DEPTH: usize = 4;
/// A step of figure A.7 that does not fit the others.
const PROBCUT_SLIP: usize = 57;

/// The nodes of the tree from left to right, each before its children: a, b, ... z, aa, ... ae.
const NODES: usize = 31;

fn name(node: u8) -> String {
    let letter = |place: u8| char::from(b'a' + place);
    if node < 26 { letter(node).to_string() } else { format!("a{}", letter(node - 26)) }
}

/// Values of nodes that are printed nowhere, as the shallow search and the deep one never come to them.
const UNPRINTED: [i32; 4] = [0, -1_000, 35, 1_000];

/// The value that is printed of a node: of a leaf, or of a node of the third move to a shallow search.
fn value_of(node: u8, unprinted: i32) -> i32 {
    match name(node).as_str() {
        "d" => 52,
        "e" => 41,
        "f" => 5,
        "g" => 103,
        "h" => 12,
        "i" => 90,
        "k" | "aa" => 50,
        "l" => 101,
        "m" => 80,
        "s" => 23,
        "t" => 10,
        "v" => 38,
        "w" | "ab" => 36,
        "x" => 35,
        "z" => 54,
        _ => unprinted,
    }
}

/// A node of the tree, which is binary and four moves deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    node: u8,
    ply: u8,
}

impl Place {
    const ROOT: Self = Self { node: 0, ply: 0 };
}

thread_local! {
    /// The nodes that the search has entered, in their order; the root it does not ask for its end.
    static ENTERED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl Position for Place {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn key(&self) -> u64 {
        u64::from(self.node) + 1
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
    fn outcome_after(&self, _: u8) -> Option<Outcome> {
        ENTERED.with_borrow_mut(|entered| entered.push(self.node));
        None
    }
    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend([1, 2]);
    }
    fn play(&self, mv: u8) -> Self {
        let below = (NODES >> (self.ply + 1)) as u8;
        let node = self.node + 1 + (mv - 1) * below;
        Self { node, ply: self.ply + 1 }
    }
    fn is_irreversible(&self, _: u8) -> bool {
        true
    }
    fn repetition(&self) -> Repetition {
        Repetition::Unlimited
    }
}

impl Indexed for Place {
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

impl Ranked for Place {
    fn forceful_rank(&self, _: u8) -> u8 {
        0
    }
    fn static_rank(&self, _: u8) -> u8 {
        0
    }
}

impl Noisy for Place {
    fn noisy_moves(&self, _: &mut Vec<u8>) {}
}

impl Categorised for Place {}

impl NullMove for Place {
    fn null_move(&self) -> Self {
        *self
    }
}

/// The printed values.
#[derive(Clone, Debug)]
struct Printed {
    unprinted: i32,
}

impl Evaluator<Place> for Printed {
    type State = ();

    fn state(&self, _: &Place) {}
    fn advance(&self, (): &mut (), _: &Place, _: u8, _: &Place) {}
    fn evaluate(&self, (): &(), position: &Place) -> i32 {
        let value = value_of(position.node, self.unprinted);
        if position.side_to_move() == Side::First { value } else { -value }
    }
}

/// A printed line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    node: String,
    numbers: [String; 3],
    remark: String,
}

fn printed(figure: &str) -> Vec<Step> {
    let lines = PRINTED.lines().filter_map(|line| line.strip_prefix(figure)?.strip_prefix(','));
    let step = |line: &str| {
        let [_, node, alpha, beta, g, remark] =
            line.split(',').collect::<Vec<_>>().try_into().expect("six fields");
        let numbers = [alpha, beta, g].map(String::from);
        Step { node: node.into(), numbers, remark: remark.into() }
    };
    lines.map(step).collect()
}

/// A plain reading of figures 1.2, 1.7 and 2.4, which prints what appendix A prints.
#[derive(Default)]
struct Plain {
    probcut: bool,
    gpc: bool,
    steps: Vec<Step>,
    entered: Vec<u8>,
    /// Entered in a search of the example's whole depth.
    deep_leaves: Vec<u8>,
    /// Are bounds tested that nothing can reach, as the figures do?
    tests_open_bounds: bool,
}

const INFINITY: i32 = 1_000_000;

fn number(value: i32) -> String {
    match value {
        INFINITY => "inf".into(),
        v if v == -INFINITY => "-inf".into(),
        v if v == INFINITY - 1 => "inf-1".into(),
        v if v == 1 - INFINITY => "-inf+1".into(),
        v => v.to_string(),
    }
}

impl Plain {
    fn tell(&mut self, at: Place, [alpha, beta, g]: [i32; 3], remark: &str) {
        let numbers = [alpha, beta, g].map(number);
        self.steps.push(Step { node: name(at.node), numbers, remark: remark.into() });
    }

    /// `bound + change` where the bound is a number.
    fn moved(bound: i32, change: i32) -> i32 {
        if bound.abs() == INFINITY { bound } else { bound + change }
    }

    fn shallow(&mut self, at: Place, alpha: i32, beta: i32, test: &str) -> i32 {
        self.search(at, 1, [alpha, beta], test)
    }

    fn is_tested(&self, bound: i32) -> bool {
        self.tests_open_bounds || bound.abs() != INFINITY
    }

    fn search(
        &mut self,
        at: Place,
        depth: usize,
        [mut alpha, mut beta]: [i32; 2],
        test: &str,
    ) -> i32 {
        self.entered.push(at.node);
        if depth == 0 {
            if usize::from(at.ply) == DEPTH {
                self.deep_leaves.push(at.node);
            }
            let g = value_of(at.node, 0);
            self.tell(at, [alpha, beta, g], "");
            return g;
        }
        let is_max = at.ply.is_multiple_of(2);
        let mut g = if is_max { -INFINITY } else { INFINITY };
        self.tell(at, [alpha, beta, g], test);
        if self.probcut && depth == 2 {
            if self.is_tested(beta) {
                let bound = Self::moved(beta, MARGIN);
                if self.shallow(at, bound - 1, bound, "beta-test") >= bound {
                    self.tell(at, [alpha, beta, beta], "ProbCut cut-off");
                    return beta;
                }
            }
            if self.is_tested(alpha) {
                let bound = Self::moved(alpha, -MARGIN);
                if self.shallow(at, bound, bound + 1, "alpha-test") <= bound {
                    self.tell(at, [alpha, beta, alpha], "ProbCut cut-off");
                    return alpha;
                }
            }
        }
        for mv in [1, 2] {
            let child = at.play(mv);
            if self.gpc && depth == 3 && self.is_tested(g) {
                // The parent of the example's tests is always a MIN node.
                assert!(!is_max);
                let bound = Self::moved(g, MARGIN);
                if self.shallow(child, bound - 1, bound, "beta-test") >= bound {
                    self.tell(at, [alpha, beta, g], "GPC cut-off");
                    continue;
                }
            }
            let value = self.search(child, depth - 1, [alpha, beta], "");
            if is_max {
                g = g.max(value);
                alpha = alpha.max(g);
            } else {
                g = g.min(value);
                beta = beta.min(g);
            }
            let is_cut = if is_max { g >= beta } else { g <= alpha };
            let remark = match at {
                Place::ROOT if mv == 2 => "finished",
                _ if is_cut && mv == 1 => "cut-off",
                _ => "",
            };
            self.tell(at, [alpha, beta, g], remark);
            if is_cut {
                break;
            }
        }
        g
    }
}

fn plain(figure: &str, tests_open_bounds: bool) -> Plain {
    let (probcut, gpc) = (figure == "A.7", figure == "A.8");
    let mut plain = Plain { probcut, gpc, tests_open_bounds, ..Plain::default() };
    let value = plain.search(Place::ROOT, DEPTH, [-INFINITY, INFINITY], "");
    assert_eq!(value, 35, "{figure}");
    plain
}

/// The search of this figure.
fn config(figure: &str, driver: Driver) -> SearchConfig {
    let (probcut, gpc) = (figure == "A.7", figure == "A.8");
    SearchConfig {
        iteration_step: DEPTH as u32,
        repetition: false,
        probcut: probcut
            .then(|| ProbCutParams { deviations: DEVIATIONS, ..ProbCutParams::default() }),
        gpc: gpc.then(|| GpcParams { deviations: DEVIATIONS, ..GpcParams::default() }),
        ..SearchConfig::bare(driver)
    }
}

/// The score and the nodes in the order in which the search enters them, the root first.
fn searched(config: SearchConfig, unprinted: i32) -> (Score, Vec<u8>) {
    let predictions =
        Predictions { probcut: vec![MODEL], gpc: vec![MODEL], ..Predictions::default() };
    let searcher = Searcher::new(config, Printed { unprinted }, 1 << 12, 1).expect("a searcher");
    let mut searcher = searcher.with_predictions(&predictions);
    ENTERED.with_borrow_mut(|entered| *entered = vec![Place::ROOT.node]);
    let limits = Limits::depth(DEPTH as u32);
    let found = searcher.search(&History::new(Place::ROOT), &limits, |_| {});
    (found.score, ENTERED.take())
}

#[test]
fn the_pseudo_code_gives_the_printed_numbers() {
    for (figure, steps) in [("A.6", 47), ("A.7", 59), ("A.8", 49)] {
        let mut printed = printed(figure);
        assert_eq!(printed.len(), steps);
        if figure == "A.7" {
            // Step 57 prints the numbers of the test that cuts, step 29 those of the node that is cut.
            let node = &mut printed[PROBCUT_SLIP - 1].numbers;
            assert_eq!(*node, ["49", "50", "50"]);
            *node = ["12", "35", "35"].map(String::from);
        }
        let plain = plain(figure, true);
        for (number, (step, printed)) in plain.steps.iter().zip(&printed).enumerate() {
            assert_eq!(step, printed, "{figure}, step {}", number + 1);
        }
        assert_eq!(plain.steps.len(), steps, "{figure}");
    }
}

#[test]
fn the_search_enters_the_nodes_in_the_printed_order() {
    for (figure, open_tests) in [("A.6", 0), ("A.7", 8), ("A.8", 6)] {
        // Tests against a bound that nothing reaches can decide nothing, and the search leaves them out.
        let (all, useful) = (plain(figure, true), plain(figure, false));
        assert_eq!(all.entered.len() - useful.entered.len(), open_tests, "{figure}");
        for unprinted in UNPRINTED {
            let (score, entered) = searched(config(figure, Driver::AlphaBeta), unprinted);
            let names = |nodes: &[u8]| nodes.iter().map(|&n| name(n)).collect::<Vec<_>>();
            assert_eq!(names(&entered), names(&useful.entered), "{figure}");
            assert_eq!(score, Score(35), "{figure}");
        }
    }
}

#[test]
fn gpc_visits_the_deep_leaves_of_probcut() {
    let leaves = |figure: &str| plain(figure, true).deep_leaves;
    assert_eq!(leaves("A.8"), leaves("A.7"));
    assert_eq!(leaves("A.8").len(), 7);
    assert_eq!(leaves("A.6").len(), 11);
}

#[test]
fn every_driver_has_the_value_of_minimax_on_the_example() {
    for unprinted in UNPRINTED {
        let plain = reference::negamax(&Place::ROOT, &Printed { unprinted }, DEPTH as u32, false);
        assert_eq!((plain.score, plain.nodes), (Score(35), NODES as u64));
        for driver in [Driver::AlphaBeta, Driver::Pvs, Driver::Mtdf] {
            assert_eq!(searched(config("A.6", driver), unprinted).0, Score(35), "{driver:?}");
        }
    }
}
