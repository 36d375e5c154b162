//! Speed of the Lines of Action code: `cargo bench -p conjoin-games`.
//!
//! Figures are in `docs/performance.md`. Times depend on what else the machine does; compare two
//! builds in one sitting, or count instructions with `cargo xtask instructions`.

use std::hint::black_box;
use std::time::Duration;

use conjoin_core::playout::play_random;
use conjoin_core::{History, Position as _, Replies, perft};
use conjoin_games::loa::{Loa, Position, Rules, connection};
use conjoin_games::record::{self, Format};
use conjoin_games::sgf;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const SEED: u64 = 1;
const MAX_PLIES: usize = 1_000;
const OLYMPIAD_GAMES: &[u8] = include_bytes!("../../data/loa/olympiad-games.txt");

/// Running positions of random games, as a search would meet them.
fn random_positions() -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    while positions.len() < 1_000 {
        let mut history = History::new(Position::start(8, Rules::OLYMPIAD));
        play_random(&mut history, &mut rng, MAX_PLIES, &mut moves, |game| {
            positions.extend(Some(*game.current()).filter(|position| position.outcome().is_none()));
        });
    }
    positions
}

/// Work on one position at a time, per position.
fn positions(criterion: &mut Criterion) {
    let positions = random_positions();
    let mut group = criterion.benchmark_group("position");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("moves", |bencher| {
        let mut moves = Vec::new();
        bencher.iter(|| {
            for position in &positions {
                moves.clear();
                black_box(position).moves(&mut moves);
                black_box(&moves);
            }
        });
    });
    group.bench_function("count_moves", |bencher| {
        bencher.iter(|| positions.iter().map(|p| black_box(p).count_moves()).sum::<u32>());
    });
    group.bench_function("count_replies", |bencher| {
        bencher.iter(|| positions.iter().map(|p| black_box(p).count_replies()).sum::<u64>());
    });
    group.bench_function("is_connected", |bencher| {
        bencher.iter(|| {
            let connected = |position: &&Position| connection::is_connected(position.own());
            black_box(&positions).iter().filter(connected).count()
        });
    });
    group.finish();
}

/// Trees and games, per leaf and per move.
fn games(criterion: &mut Criterion) {
    let start = Position::start(8, Rules::OLYMPIAD);
    let mut group = criterion.benchmark_group("game");
    group.throughput(Throughput::Elements(perft(&start, 4)));
    group.bench_function("perft 4", |bencher| bencher.iter(|| perft(black_box(&start), 4)));

    // One seed for every round, so that all rounds play the same games.
    let mut history = History::new(start);
    let mut moves = Vec::new();
    let mut play_games = || {
        let mut rng = ChaCha8Rng::seed_from_u64(SEED);
        let mut played = 0;
        for _ in 0..100 {
            history.reset(start);
            play_random(&mut history, &mut rng, MAX_PLIES, &mut moves, |_| {});
            played += history.moves().len() as u64;
        }
        played
    };
    group.throughput(Throughput::Elements(play_games()));
    group.bench_function("random games", |bencher| bencher.iter(&mut play_games));
    group.finish();
}

/// The sixteen Olympiad games as SGF, per byte.
fn records(criterion: &mut Criterion) {
    let file = record::convert::<Loa>(OLYMPIAD_GAMES, Format::Sgf).expect("SGF").text.into_bytes();
    let mut group = criterion.benchmark_group("record");
    group.throughput(Throughput::Bytes(file.len() as u64));
    group.bench_function("sgf parse", |bencher| {
        bencher.iter(|| sgf::parse(black_box(&file)).collection.games.len());
    });
    group.bench_function("read and replay", |bencher| {
        bencher.iter(|| {
            let records = record::read::<Loa>(black_box(&file)).records;
            records.iter().filter(|record| record.main_line().is_ok()).count()
        });
    });
    group.finish();
}

fn quick() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(30)
}

criterion_group! { name = benches; config = quick(); targets = positions, games, records }
criterion_main!(benches);
