//! Reference counts that independent programs agree on; the large ones run in CI.

use conjoin_core::{PerftControl, perft, perft_divide, perft_parallel};
use conjoin_games::loa::{Position, Rules};

/// Game, size, rules, depth, sequences, and the programs that agree: `data/reference/README.md`.
const COUNTS: &str = include_str!("../../data/reference/perft.tsv");
/// Larger counts take too long for every run of the tests.
const LARGEST: u64 = 130_000_000;

#[test]
fn counts_agree_with_the_reference() {
    let mut rows = 0;
    for line in COUNTS.lines().filter(|line| line.starts_with("loa\t")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, size, rules, depth, count, _] = fields[..] else { panic!("six fields: {line:?}") };
        let start = Position::start(size.parse().unwrap(), rules.parse().unwrap());
        let depth = depth.parse().unwrap();
        let count: u64 = count.parse().unwrap();
        if count > LARGEST {
            continue;
        }
        assert_eq!(perft(&start, depth), count, "{line}");
        let control = PerftControl::default();
        assert_eq!(perft_parallel(&start, depth, 2, &control), Some(count), "{line}, two threads");
        rows += 1;
    }
    assert!(rows >= 15, "the file holds {rows} rows");
}

#[test]
fn divide_sums_to_the_count() {
    let start = Position::start(8, Rules::OLYMPIAD);
    let parts = perft_divide(&start, 4);
    assert_eq!(parts.len(), 36);
    assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), 1_563_208);
}

#[test]
fn a_finished_game_has_no_sequences() {
    let over: Position = "8/8/8/3bb3/8/8/8/w6w b".parse().unwrap();
    assert_eq!(perft(&over, 0), 1);
    assert_eq!(perft(&over, 1), 0);
    assert_eq!(perft(&over, 3), 0);
    assert!(perft_divide(&over, 2).is_empty());
}

#[test]
fn a_third_occurrence_ends_the_game() {
    // Both sides are stuck: they pass until the position is there for the third time, at ply 4.
    let stuck: Position = "bbw/w1w/wbb b".parse().unwrap();
    assert!(!stuck.can_move());
    assert_eq!(perft(&stuck, 4), 1);
    assert_eq!(perft(&stuck, 5), 0);
    assert_eq!(perft(&stuck.with_rules(Rules::LUDII), 9), 1);
}

#[test]
fn a_stopped_count_gives_nothing() {
    let control = PerftControl::default();
    control.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let start = Position::start(8, Rules::OLYMPIAD);
    assert_eq!(perft_parallel(&start, 6, 2, &control), None);
}
