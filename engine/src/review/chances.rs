//! From points to winning chances.

use conjoin_core::Score;
use conjoin_eval::Playable;

/// The chance to win of the side that a score is seen from, a draw counting half.
pub fn chance<G: Playable>(score: Score) -> f64 {
    if score.is_win() {
        1.0
    } else if score.is_loss() {
        0.0
    } else {
        1.0 / (1.0 + (-f64::from(score.0) / G::CHANCE_SCALE).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_games::loa::Loa;

    #[test]
    fn chances_grow_with_the_score_and_are_fair() {
        assert!((chance::<Loa>(Score(0)) - 0.5).abs() < 1e-9);
        let mut last = chance::<Loa>(Score::loss_in(3));
        for points in (-1000..=1000).step_by(10) {
            let now = chance::<Loa>(Score(points));
            assert!(now > last, "{points}");
            assert!((now + chance::<Loa>(Score(-points)) - 1.0).abs() < 1e-9);
            last = now;
        }
        assert!(chance::<Loa>(Score::win_in(9)) > last);
    }
}
