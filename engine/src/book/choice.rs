//! Which of a book's moves is made.

use conjoin_core::Score;
use rand::{Rng, RngExt};

use super::BookMove;

/// Chooses among moves, the best first, of which there is at least one: those no more than `margin`
/// points worse than the best, each less often the worse it is. One that is worse by the whole margin is
/// chosen 1/e times as often as the best. Without a margin it is always the best.
pub(super) fn choose<M>(moves: &[BookMove<M>], margin: i32, random: &mut impl Rng) -> usize {
    let best = moves[0].value;
    if margin <= 0 || best.plies_to_end().is_some() {
        return 0;
    }
    let weight = |value: Score| (f64::from(value.0 - best.0) / f64::from(margin)).exp();
    let near: Vec<f64> = moves
        .iter()
        .take_while(|book_move| book_move.value >= best - margin)
        .map(|book_move| weight(book_move.value))
        .collect();
    let mut left = random.random::<f64>() * near.iter().sum::<f64>();
    for (place, weight) in near.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return place;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    /// How often moves of these values are chosen out of 1000 times.
    fn counts(values: &[i32], margin: i32) -> Vec<usize> {
        let book_move = |&value: &i32| {
            let value = Score(value);
            BookMove { mv: (), value, searched: value, behind: 0 }
        };
        let moves: Vec<_> = values.iter().map(book_move).collect();
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut counts = vec![0; values.len()];
        for _ in 0..1000 {
            counts[choose(&moves, margin, &mut random)] += 1;
        }
        counts
    }

    #[test]
    fn moves_within_the_margin_are_chosen_by_how_good_they_are() {
        let counts = counts(&[30, 30, 10, 9], 20);
        assert!(counts[0].abs_diff(counts[1]) < 80, "{counts:?}");
        // e to the 1 is 2.7.
        assert!(counts[0] > 2 * counts[2] && counts[2] > 100, "{counts:?}");
        assert_eq!(counts[3], 0, "{counts:?}");
    }

    #[test]
    fn without_a_margin_and_with_a_win_it_is_the_best() {
        assert_eq!(counts(&[30, 30, 30], 0), [1000, 0, 0]);
        let win = Score::win_in(5).0;
        assert_eq!(counts(&[win, win - 2], 20), [1000, 0]);
    }
}
