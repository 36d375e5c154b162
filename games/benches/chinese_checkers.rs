//! Speed of the Chinese Checkers code: `cargo bench -p conjoin-games --bench chinese_checkers`.
//!
//! Times depend on what else the machine does; compare two builds in one sitting.

use std::hint::black_box;
use std::time::Duration;

use conjoin_core::playout::play_random;
use conjoin_core::{Categorised, History, Position as _, Ranked, Replies, Symmetric, perft};
use conjoin_games::chinese_checkers::{Position, Rules};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const SEED: u64 = 1;
const MAX_PLIES: usize = 100;

/// Running positions of random games, as a search would meet them.
fn random_positions() -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    while positions.len() < 1_000 {
        let mut history = History::new(Position::start(121, Rules::ACM_HK));
        play_random(&mut history, &mut rng, MAX_PLIES, &mut moves, |game| {
            positions.extend(Some(*game.current()).filter(|position| position.outcome().is_none()));
        });
    }
    positions.truncate(1_000);
    positions
}

/// Work on one position at a time, per position.
fn positions(criterion: &mut Criterion) {
    let positions = random_positions();
    let mut group = criterion.benchmark_group("chinese checkers position");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut moves = Vec::new();
    group.bench_function("moves", |bencher| {
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
    group.bench_function("canonical_key", |bencher| {
        let key = |p: &Position| black_box(p).canonical_key();
        bencher.iter(|| positions.iter().map(key).fold(0, u64::wrapping_add));
    });
    group.finish();

    let with_moves: Vec<_> = positions
        .iter()
        .flat_map(|p| p.legal_moves().into_iter().map(move |mv| (*p, mv)))
        .collect();
    let mut group = criterion.benchmark_group("chinese checkers move");
    group.throughput(Throughput::Elements(with_moves.len() as u64));
    group.bench_function("forceful_rank", |bencher| {
        let rank = |(p, mv): &(Position, _)| u32::from(black_box(p).forceful_rank(*mv));
        bencher.iter(|| with_moves.iter().map(rank).sum::<u32>());
    });
    group.bench_function("category", |bencher| {
        bencher.iter(|| with_moves.iter().map(|(p, mv)| black_box(p).category(*mv)).sum::<usize>());
    });
    group.finish();
}

/// Trees and games, per leaf and per move.
fn games(criterion: &mut Criterion) {
    let start = Position::start(121, Rules::ACM_HK);
    let mut group = criterion.benchmark_group("chinese checkers game");
    for depth in [4, 5] {
        group.throughput(Throughput::Elements(perft(&start, depth)));
        let name = format!("perft {depth}");
        group.bench_function(name, |bencher| bencher.iter(|| perft(black_box(&start), depth)));
    }

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

fn quick() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20)
}

criterion_group! { name = benches; config = quick(); targets = positions, games }
criterion_main!(benches);
