//! From points to winning chances.

use conjoin_core::Score;

/// Points that make the odds of winning e to 1, for the search of the champion.
///
/// Fitted by maximum likelihood to games of the champion against itself from random openings (60
/// games of 4,000 nodes a move, 1,845 positions: 133.4, loss 0.587 a position, a coin has 0.693):
/// `cargo run --release -p conjoin-engine --example chances 60 4000` plays them again.
const SCALE: f64 = 133.0;

/// The chance to win of the side that a score is seen from, a draw counting half.
pub fn chance(score: Score) -> f64 {
    if score.is_win() {
        1.0
    } else if score.is_loss() {
        0.0
    } else {
        1.0 / (1.0 + (-f64::from(score.0) / SCALE).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_grow_with_the_score_and_are_fair() {
        assert!((chance(Score(0)) - 0.5).abs() < 1e-9);
        let mut last = chance(Score::loss_in(3));
        for points in (-1000..=1000).step_by(10) {
            let now = chance(Score(points));
            assert!(now > last, "{points}");
            assert!((now + chance(Score(-points)) - 1.0).abs() < 1e-9);
            last = now;
        }
        assert!(chance(Score::win_in(9)) > last);
    }
}
