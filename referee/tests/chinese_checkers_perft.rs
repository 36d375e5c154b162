//! Chinese Checkers: move counts on which several programs agree.

use conjoin_referee::chinese_checkers::{Game, Position, Rules, perft};

const COUNTS: &str = include_str!("../../data/reference/perft.tsv");

/// The rules of a named set.
fn rules(name: &str) -> Rules {
    let options = match name {
        "acm-hk" => {
            "jumps=long neutral=pass anti-blocking=off last-turn=draw repetition=3 limit=400"
        }
        "adjacent-hops" => {
            "jumps=adjacent neutral=end anti-blocking=off last-turn=draw repetition=3 limit=400"
        }
        other => panic!("{other}"),
    };
    options.parse().unwrap()
}

fn check(is_chosen: impl Fn(u64) -> bool) {
    let mut rows = 0;
    for line in COUNTS.lines().filter(|line| line.starts_with("chinese-checkers\t")) {
        rows += 1;
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |at: usize| fields[at].parse::<u64>().expect(line);
        let (size, rules, depth, count) = (number(1), rules(fields[2]), number(3), number(4));
        if is_chosen(count) {
            let game = Game::new(rules, Position::start(size as usize, rules).unwrap());
            assert_eq!(perft(&game, depth as u32), count, "{line}");
        }
    }
    assert_eq!(rows, 9, "rows of the file");
}

#[test]
fn the_start_has_the_agreed_counts() {
    check(|count| count < 1_000_000);
}

#[test]
#[ignore = "a minute; the fast rules are held to these counts, and to the referee in lock step"]
fn deep_counts_agree() {
    check(|count| (1_000_000..10_000_000).contains(&count));
}

#[test]
fn a_finished_game_has_no_sequences() {
    let rules = Rules::acm_hk();
    let over = Game::new(rules, Position::read("b:13 w:4 b", 13, rules).unwrap());
    assert_eq!([0, 1, 2].map(|depth| perft(&over, depth)), [1, 0, 0]);
}

#[test]
fn a_forced_pass_is_one_move() {
    let rules = Rules::acm_hk();
    let [stuck, after] = ["b:1 w:2,3,4,6 b", "b:1 w:2,3,4,6 w"]
        .map(|text| Game::new(rules, Position::read(text, 73, rules).unwrap()));
    assert_eq!(perft(&stuck, 1), 0, "White has filled the goal as far as the marbles go");
    assert_eq!(perft(&after, 1), 0);
    let [stuck, after] = ["b:1 w:2,3,4,6,30 b", "b:1 w:2,3,4,6,30 w 1"]
        .map(|text| Game::new(rules, Position::read(text, 73, rules).unwrap()));
    assert_eq!(perft(&stuck, 1), 1);
    assert_eq!(perft(&stuck, 3), perft(&after, 2));
}
