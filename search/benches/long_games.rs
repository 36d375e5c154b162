//! What a look for repetitions costs in a game without captures, where any position of a long
//! game can come back: `cargo bench -p conjoin-search --bench long_games`.
//!
//! Figures are in `docs/performance.md`. The same search after a short and after a long game
//! visits about the same nodes, so that a node should take the same time.

use std::hint::black_box;
use std::time::Duration;

use conjoin_core::mix::split_mix;
use conjoin_core::{
    Categorised, History, Indexed, Noisy, NullMove, Outcome, Position, Ranked, Repetition, Side,
};
use conjoin_eval::Evaluator;
use conjoin_search::{Limits, SearchConfig, Searcher};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Squares along each side of the board, whose edges meet.
const SIDE: u16 = 64;
const SQUARES: u16 = SIDE * SIDE;
/// The steps of a runner, each followed by the one back.
const STEPS: [u16; 8] = [
    1,
    SQUARES - 1,
    SIDE,
    SQUARES - SIDE,
    SIDE + 1,
    SQUARES - SIDE - 1,
    SIDE - 1,
    SQUARES - SIDE + 1,
];

/// Each player has one runner; who steps on the other's square wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Runners {
    places: [u16; 2],
    mover: Side,
}

impl Position for Runners {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.mover
    }
    fn key(&self) -> u64 {
        self.board_key() ^ split_mix(1 + self.mover.index() as u64)
    }
    fn recomputed_key(&self) -> u64 {
        self.key()
    }
    fn board_key(&self) -> u64 {
        split_mix((1 << 32) | u64::from(self.places[0]) << 16 | u64::from(self.places[1]))
    }
    fn same_board(&self, other: &Self) -> bool {
        self.places == other.places
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.places[0] == self.places[1]).then_some(Outcome::Win(!self.mover))
    }
    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend(0..STEPS.len() as u8);
    }
    fn play(&self, mv: u8) -> Self {
        let mut places = self.places;
        let place = &mut places[self.mover.index()];
        *place = (*place + STEPS[usize::from(mv) % STEPS.len()]) % (SQUARES);
        Self { places, mover: !self.mover }
    }
    fn is_irreversible(&self, _: u8) -> bool {
        false
    }
    fn repetition(&self) -> Repetition {
        Repetition::ThirdOccurrence
    }
    fn has_move(&self, mv: u8) -> bool {
        usize::from(mv) < STEPS.len()
    }
    fn count_moves(&self) -> u32 {
        STEPS.len() as u32
    }
}

impl Indexed for Runners {
    const MOVE_INDICES: usize = STEPS.len();
    fn move_index(mv: u8) -> usize {
        usize::from(mv)
    }
    fn pack_move(mv: u8) -> u16 {
        u16::from(mv) + 1
    }
    fn unpack_move(bits: u16) -> Option<u8> {
        bits.checked_sub(1).map(|mv| mv as u8 % STEPS.len() as u8)
    }
}

impl Ranked for Runners {
    fn forceful_rank(&self, _: u8) -> u8 {
        0
    }
    fn static_rank(&self, mv: u8) -> u8 {
        mv
    }
}

impl Noisy for Runners {
    fn noisy_moves(&self, _: &mut Vec<u8>) {}
}

impl Categorised for Runners {}

impl NullMove for Runners {
    fn null_move(&self) -> Self {
        Self { mover: !self.mover, ..*self }
    }
    fn has_few_men(&self) -> bool {
        false
    }
}

/// Values that depend on the position and nothing else.
#[derive(Clone, Debug)]
struct Hashed;

impl Evaluator<Runners> for Hashed {
    type State = ();
    fn state(&self, _: &Runners) {}
    fn advance(&self, (): &mut (), _: &Runners, _: u8, _: &Runners) {}
    fn evaluate(&self, (): &(), position: &Runners) -> i32 {
        (position.key() >> 32) as i32 % 500
    }
}

/// A game of so many plies in which nothing comes back, and which ends far from its start: the
/// first runner crosses the board row by row, the second steps to and fro.
fn game(plies: usize) -> History<Runners> {
    // Counted back from the end, so that all games end in the same position.
    let (mut place, mut moves) = (SIDE / 2, Vec::new());
    for ply in (0..plies).rev() {
        if ply % 2 == 1 {
            moves.push((ply / 2 % 2) as u8);
        } else {
            let mv = if (ply / 2 + 1).is_multiple_of(usize::from(SIDE)) { 4 } else { 0 };
            place = (place + SQUARES - STEPS[usize::from(mv)]) % (SQUARES);
            moves.push(mv);
        }
    }
    let second = SQUARES / 2 + SIDE / 2;
    let start = Runners { places: [place, second], mover: Side::First };
    let mut history = History::new(start);
    moves.into_iter().rev().for_each(|mv| assert!(history.try_push(mv), "the game goes on"));
    history
}

/// Plies of the games before a search: multiples of four, so that both runners stand alike.
const PLIES: [usize; 3] = [0, 200, 2000];

/// A game is played through, with every look for its end.
fn histories(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("history");
    for plies in &PLIES[1..] {
        let moves = game(*plies).moves().to_vec();
        let mut history = game(0);
        let start = *game(*plies).start();
        group.throughput(Throughput::Elements(*plies as u64));
        group.bench_function(BenchmarkId::new("moves", plies), |bencher| {
            bencher.iter(|| {
                history.reset(start);
                for &mv in &moves {
                    history.push(mv);
                    black_box(history.outcome());
                }
            });
        });
    }
    group.finish();
}

/// The same search after games of several lengths, per node.
fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    for plies in PLIES {
        let game = game(plies);
        let mut searcher =
            Searcher::new(SearchConfig::default(), Hashed, 1 << 20, 1).expect("a small table");
        let mut search = || {
            searcher.clear();
            searcher.search(&game, &Limits::depth(7), |_| {}).counters.nodes
        };
        group.throughput(Throughput::Elements(search()));
        group.bench_function(BenchmarkId::new("nodes after", plies), |bencher| {
            bencher.iter(&mut search);
        });
    }
    group.finish();
}

fn quick() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20)
}

criterion_group! { name = benches; config = quick(); targets = histories, searches }
criterion_main!(benches);
