//! One thread and a limit in nodes or depth: the same nodes, the same move, every time.

use conjoin_core::History;
use conjoin_eval::loa::basic::Basic;
use conjoin_games::loa::{Position, Rules};
use conjoin_search::{Driver, Limits, SearchConfig, SearchResult, Searcher};

fn search(config: &SearchConfig, limits: &Limits<'_>) -> SearchResult<conjoin_games::loa::Move> {
    let mut searcher = Searcher::new(config.clone(), Basic::default(), 1 << 20, 1).unwrap();
    searcher.search(&History::new(Position::start(8, Rules::OLYMPIAD)), limits, |_| {})
}

#[test]
fn a_node_limited_search_repeats_itself() {
    for driver in [Driver::AlphaBeta, Driver::Pvs, Driver::Mtdf] {
        let config = SearchConfig { driver, ..SearchConfig::default() };
        for nodes in [1, 100, 12_345, 200_000] {
            let first = search(&config, &Limits::nodes(nodes));
            let second = search(&config, &Limits::nodes(nodes));
            assert_eq!(first.counters, second.counters, "{driver:?} {nodes}");
            assert_eq!(first.lines, second.lines, "{driver:?} {nodes}");
            assert!(first.counters.nodes <= nodes, "{driver:?} {nodes}: {}", first.counters.nodes);
            assert!(first.best_move.is_some());
        }
    }
}

#[test]
fn a_cleared_searcher_is_a_new_one() {
    let game = History::new(Position::start(8, Rules::OLYMPIAD));
    let config = SearchConfig::default();
    let mut searcher = Searcher::new(config.clone(), Basic::default(), 1 << 20, 1).unwrap();
    let first = searcher.search(&game, &Limits::depth(6), |_| {});
    searcher.search(&game, &Limits::depth(5), |_| {});
    searcher.clear();
    let again = searcher.search(&game, &Limits::depth(6), |_| {});
    assert_eq!(first.counters, again.counters);
    assert_eq!(first.lines, again.lines);
}

#[test]
fn a_stopped_search_still_has_a_move() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let answer = search(&SearchConfig::default(), &Limits::default().with_stop(&stop));
    assert!(answer.best_move.is_some());
}

#[test]
fn a_finished_game_has_no_move() {
    let over: Position = "8/8/8/3bb3/8/8/8/w6w b".parse().unwrap();
    let mut searcher =
        Searcher::new(SearchConfig::default(), Basic::default(), 1 << 16, 1).unwrap();
    let answer = searcher.search(&History::new(over), &Limits::depth(3), |_| {});
    assert_eq!(answer.best_move, None);
    assert_eq!(answer.score, conjoin_core::Score::win_in(0));
}

#[test]
fn several_lines_are_different_moves_in_order() {
    let game = History::new(Position::start(8, Rules::OLYMPIAD));
    let mut searcher = Searcher::new(
        SearchConfig::default().without_forward_pruning(),
        Basic::default(),
        1 << 22,
        1,
    )
    .unwrap();
    let limits = Limits { multi_pv: 4, ..Limits::depth(4) };
    let answer = searcher.search(&game, &limits, |_| {});
    assert_eq!(answer.lines.len(), 4);
    for pair in answer.lines.windows(2) {
        assert!(pair[0].score >= pair[1].score);
        assert_ne!(pair[0].mv, pair[1].mv);
    }
    for line in &answer.lines {
        assert_eq!(line.line[0], line.mv);
    }
}
