//! The search finds the wins that real games ended with, and says how long they take.

use conjoin_core::{History, Score};
use conjoin_eval::loa::basic::Basic;
use conjoin_games::loa::{Loa, Position};
use conjoin_games::record::{self, ReplayOptions, Termination};
use conjoin_search::{Limits, SearchConfig, Searcher, reference};

const GAMES: &[u8] = include_bytes!("../../data/loa/olympiad-games.txt");

/// The positions 3 and 5 plies before the end of every game won by connection in which the player
/// to move has a forced win of at most that length, with the length of the shortest.
fn won_positions() -> Vec<(Position, u32)> {
    let mut won = Vec::new();
    let mut games = 0;
    for record in record::read::<Loa>(GAMES).records {
        let replay = record.replay(&ReplayOptions::default()).expect("a legal game");
        if replay.ending != Some(Termination::Rules("connection")) {
            continue;
        }
        games += 1;
        let positions = replay.history.positions();
        for before in [3, 5] {
            let position = positions[positions.len() - 1 - before];
            if let Some(plies) = reference::shortest_win(&position, before as u32) {
                won.push((position, plies));
            }
        }
    }
    assert_eq!(games, 14, "games won by connection");
    won
}

fn found(config: &SearchConfig, position: &Position, plies: u32) -> bool {
    let mut searcher = Searcher::new(config.clone(), Basic::default(), 4 << 20, 1).unwrap();
    let answer = searcher.search(&History::new(*position), &Limits::depth(plies), |_| {});
    answer.score == Score::win_in(plies as i32)
}

#[test]
fn without_pruning_every_win_is_found_with_its_length() {
    let won = won_positions();
    assert!(won.len() >= 14, "{} positions", won.len());
    let config = SearchConfig::default().without_forward_pruning();
    for (position, plies) in &won {
        assert!(found(&config, position, *plies), "{position} in {plies}");
    }
    let pruned = won.iter().filter(|(p, plies)| found(&SearchConfig::default(), p, *plies)).count();
    println!("with forward pruning {pruned} of {} wins found at their depth", won.len());
    assert!(pruned * 2 > won.len(), "pruning hides most wins: {pruned} of {}", won.len());
}
