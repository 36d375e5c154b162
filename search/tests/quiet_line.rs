//! The line of a search and the noisy moves behind it end at the position that was evaluated.

use conjoin_core::conformance::random_games;
use conjoin_core::{History, Outcome, Searchable};
use conjoin_eval::{Evaluator, loa::basic::Basic, surakarta::sia::Sia};
use conjoin_games::{loa, surakarta};
use conjoin_search::{Driver, Limits, QuiescenceParams, SearchConfig, Searcher, quiet_line};

/// Searches positions of random games and compares the score with the value of what was evaluated.
/// Returns how many lines went on behind their end.
fn compare<P: Searchable, E: Evaluator<P>>(start: &P, eval: &E) -> usize {
    let params = QuiescenceParams::default();
    let config =
        SearchConfig { quiescence: Some(params.clone()), ..SearchConfig::bare(Driver::Pvs) };
    let mut searcher = Searcher::new(config, eval.clone(), 1 << 20, 1).expect("a searcher");
    let (mut longer, mut compared) = (0, 0);
    random_games(start, 6, 11, |game| {
        if game.outcome().is_some() || game.moves().len() % 3 != 0 {
            return;
        }
        let root = History::new(*game.current());
        let answer = searcher.search(&root, &Limits::depth(2), |_| {});
        if answer.score.plies_to_end().is_some() {
            return;
        }
        let mut line = root;
        for &mv in &answer.lines[0].line {
            line.push(mv);
        }
        if line.outcome() == Some(Outcome::Draw) {
            return;
        }
        let behind = quiet_line(eval, line.current(), &params);
        longer += usize::from(!behind.is_empty());
        for mv in behind {
            line.push(mv);
        }
        let leaf = line.current();
        let value = eval.evaluate(&eval.state(leaf), leaf);
        let is_same_side = leaf.side_to_move() == game.current().side_to_move();
        assert_eq!(answer.score.0, if is_same_side { value } else { -value }, "{leaf:?}");
        compared += 1;
    });
    assert!(compared > 50, "{compared} positions compared");
    longer
}

#[test]
fn the_score_is_the_value_of_the_position_behind_the_noisy_moves() {
    let start = loa::Position::start(8, loa::Rules::OLYMPIAD);
    compare(&start, &Basic::default());
    let start = surakarta::Position::start(6, surakarta::Rules::STANDARD);
    let longer = compare(&start, &Sia::default());
    assert!(longer > 10, "{longer} lines end before captures");
}
