//! Surakarta: move counts on which several programs agree.

use conjoin_referee::surakarta::{Game, Position, Rules, perft};

const COUNTS: &str = include_str!("../../data/reference/perft.tsv");

/// The size, depth and count of every row for this game.
fn rows() -> Vec<(usize, u32, u64)> {
    let mut rows = Vec::new();
    for line in COUNTS.lines().filter(|line| line.starts_with("surakarta\t")) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(fields[2], "standard", "{line}");
        let number = |at: usize| fields[at].parse::<u64>().expect(line);
        rows.push((number(1) as usize, number(3) as u32, number(4)));
    }
    assert_eq!(rows.len(), 11, "rows of the file");
    rows
}

fn check(is_chosen: impl Fn(u64) -> bool) {
    let rules = Rules::standard();
    for (size, depth, count) in rows().into_iter().filter(|&(_, _, count)| is_chosen(count)) {
        let game = Game::new(rules, Position::start(size, rules).unwrap());
        assert_eq!(perft(&game, depth), count, "size {size}, depth {depth}");
    }
}

#[test]
fn both_boards_have_the_agreed_counts() {
    check(|count| count < 10_000_000);
}

#[test]
#[ignore = "seven seconds"]
fn deep_counts_agree() {
    check(|count| count >= 10_000_000);
}

#[test]
fn a_finished_game_has_no_sequences() {
    let rules = Rules::standard();
    let over = Game::new(rules, Position::read("6/6/6/6/6/b5 w", rules).unwrap());
    assert_eq!([0, 1, 2].map(|depth| perft(&over, depth)), [1, 0, 0]);
}

#[test]
fn a_forced_pass_is_one_move() {
    let rules = Rules::standard();
    let [stuck, after] = ["6/6/6/6/bb4/wb4 w", "6/6/6/6/bb4/wb4 b"]
        .map(|text| Game::new(rules, Position::read(text, rules).unwrap()));
    assert_eq!(perft(&stuck, 1), 1);
    assert_eq!(perft(&stuck, 3), perft(&after, 2));
}
