//! Reference counts that independent programs agree on.

use conjoin_core::{PerftControl, perft, perft_divide, perft_parallel};
use conjoin_games::chinese_checkers::{Position, Rules, parse_position};

/// Game, size, rules, depth, sequences, and the programs that agree: `data/reference/README.md`.
const COUNTS: &str = include_str!("../../data/reference/perft.tsv");

#[test]
fn counts_agree_with_the_reference() {
    let mut rows = 0;
    for line in COUNTS.lines().filter(|line| line.starts_with("chinese-checkers\t")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, size, rules, depth, count, _] = fields[..] else { panic!("six fields: {line:?}") };
        let start = Position::start(size.parse().unwrap(), rules.parse().unwrap());
        let depth = depth.parse().unwrap();
        let count: u64 = count.parse().unwrap();
        assert_eq!(perft(&start, depth), count, "{line}");
        let control = PerftControl::default();
        assert_eq!(perft_parallel(&start, depth, 2, &control), Some(count), "{line}, two threads");
        rows += 1;
    }
    assert!(rows >= 9, "the file holds {rows} rows");
}

#[test]
fn divide_sums_to_the_count() {
    let parts = perft_divide(&Position::start(121, Rules::ACM_HK), 4);
    assert_eq!(parts.len(), 14);
    assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), 121_104);
}

#[test]
fn a_finished_game_has_no_sequences() {
    let over = parse_position("b:13 w:1 b", 13, Rules::ACM_HK).unwrap();
    assert_eq!(perft(&over, 0), 1);
    assert_eq!(perft(&over, 1), 0);
    assert!(perft_divide(&over, 2).is_empty());
}
