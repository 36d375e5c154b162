//! Nodes a second and time to a depth over a suite: `speed FILE DEPTH [THREADS [CONFIG]]`, where the
//! configuration is TOML text that changes the default one.

use std::time::Instant;

use conjoin_core::History;
use conjoin_eval::basic::Basic;
use conjoin_games::loa::Position;
use conjoin_search::{Counters, Limits, SearchConfig, Searcher};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&arguments[1]).expect("a suite file");
    let depth: u32 = arguments[2].parse().expect("a depth");
    let threads = arguments.get(3).map_or(1, |n| n.parse().expect("a number of threads"));
    let config: SearchConfig =
        toml::from_str(arguments.get(4).map_or("", String::as_str)).expect("a configuration");
    let mut total = Counters::default();
    let mut seconds = 0.0;
    let mut positions = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let position: Position = line.split('\t').next().unwrap_or("").parse().expect("a position");
        let mut searcher = Searcher::new(config.clone(), Basic::default(), 256 << 20, threads)
            .expect("memory for the table");
        let start = Instant::now();
        let answer = searcher.search(&History::new(position), &Limits::depth(depth), |_| {});
        seconds += start.elapsed().as_secs_f64();
        total.add(&answer.counters);
        positions += 1;
    }
    println!(
        "{positions} positions, depth {depth}, {threads} threads: {seconds:.2} s, mean {:.3} s",
        seconds / f64::from(positions)
    );
    println!("{} nodes, {:.2} M a second", total.nodes, total.nodes as f64 / seconds / 1e6);
    println!("{total:#?}");
}
