//! Strengths of many players from the games they played against each other, all at once.
//!
//! Source: `bradley-terry`, the model behind Elo: the expected score of a player follows from the
//! difference of two strengths. The strengths that make the results likeliest are found by Newton's
//! method; their mean is 0.
//! Differs: the errors are not those of independent games. Games come in pairs from one opening, and
//! the spread of the pairs' results is what the errors are computed from (the sandwich estimator), so
//! that they are right for openings that favour a colour. Few pairs are alike by chance: one with the
//! spread of two even games is added to each encounter, and errors are Student's. Players who won everything against all others
//! would be infinitely stronger: between them and the others half a draw is added, and the errors of those
//! who cannot be compared with most players are unbounded.

use crate::statistics::{score_of_elo, student_quantile};

/// Results of one player against another.
#[derive(Clone, Debug, PartialEq)]
pub struct Encounter {
    /// The player whose points are counted.
    pub a: usize,
    /// Its opponent.
    pub b: usize,
    /// Points of A in each pair of games, 0 to 2.
    pub pairs: Vec<f64>,
}

/// A player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo, the mean of all players being 0.
    pub elo: f64,
    /// Half the width of the 95 % interval; infinite for a player who only won or only lost against
    /// most others, directly or through others.
    pub error: f64,
}

/// Elo for which odds grow by a factor e.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
const STEPS: usize = 100;
/// Newton's steps are cut to this, in Elo.
const LONGEST_STEP: f64 = 300.0;
const PRECISION: f64 = 1e-9;
/// Squared deviation of a pair of two even games without draws.
const EVEN_PAIR: f64 = 0.5;

/// The strengths of players that all met each other directly or through others; nothing when they
/// fall into groups that never met, or nobody played.
///
/// ```
/// use conjoin_lab::rating::{Encounter, ratings};
///
/// // Three points of four, twice: 191 Elo apart.
/// let met = Encounter { a: 0, b: 1, pairs: vec![2.0, 1.0, 1.0, 2.0] };
/// let found = ratings(2, &[met]).expect("they met");
/// assert!((found[0].elo - found[1].elo - 190.8).abs() < 0.1);
/// ```
pub fn ratings(players: usize, encounters: &[Encounter]) -> Option<Vec<Rating>> {
    if players == 0 || !is_connected(players, encounters) {
        return None;
    }
    let comparable = comparable(players, encounters);
    let tables = with_half_draws(&comparable, encounters);
    let mut elo = vec![0.0; players];
    for _ in 0..STEPS {
        let (gradient, information) = slopes(&elo, &tables);
        let mut step = solve(&information, &gradient)?;
        let largest = step.iter().fold(0.0_f64, |largest, part| largest.max(part.abs()));
        if largest > LONGEST_STEP {
            for part in &mut step {
                *part *= LONGEST_STEP / largest;
            }
        }
        for (elo, part) in elo.iter_mut().zip(&step) {
            *elo += part;
        }
        if largest < PRECISION {
            break;
        }
    }
    let mean = elo.iter().sum::<f64>() / players as f64;
    let (_, information) = slopes(&elo, &tables);
    let spread = spread(&elo, encounters);
    // Strengths were fitted to the same pairs, which brings the pairs nearer to what is expected.
    let pairs: usize = encounters.iter().map(|met| met.pairs.len()).sum();
    let degrees = (pairs + 1).saturating_sub(players);
    let quantile = student_quantile(degrees as u64);
    let rating = |i: usize| {
        // The row of the inverse information that belongs to this player's distance from the mean.
        let unit: Vec<f64> =
            (0..players).map(|j| f64::from(u8::from(i == j)) - 1.0 / players as f64).collect();
        let row = solve(&information, &unit)?;
        let company = comparable[i].iter().filter(|is_comparable| **is_comparable).count();
        let is_apart = company < players && 2 * company <= players;
        let Some(quantile) = quantile.filter(|_| !is_apart) else {
            return Some(Rating { elo: elo[i] - mean, error: f64::INFINITY });
        };
        let variance: f64 = (0..players)
            .flat_map(|j| (0..players).map(move |k| (j, k)))
            .map(|(j, k)| row[j] * spread[j][k] * row[k])
            .sum();
        let variance = variance.max(0.0) * pairs as f64 / degrees as f64;
        Some(Rating { elo: elo[i] - mean, error: quantile * variance.sqrt() })
    };
    (0..players).map(rating).collect()
}

/// Games and points of A for each pair of players that met.
struct Score {
    a: usize,
    b: usize,
    games: f64,
    points: f64,
}

/// Who scored against whom and the other way round, directly or through others: only between such
/// players a difference of strength follows from the results.
fn comparable(players: usize, encounters: &[Encounter]) -> Vec<Vec<bool>> {
    let mut scored = vec![vec![false; players]; players];
    for met in encounters {
        let points: f64 = met.pairs.iter().sum();
        scored[met.a][met.b] |= points > 0.0;
        scored[met.b][met.a] |= points < 2.0 * met.pairs.len() as f64;
    }
    for through in 0..players {
        let onward = scored[through].clone();
        for row in scored.iter_mut().filter(|row| row[through]) {
            for (reached, &next) in row.iter_mut().zip(&onward) {
                *reached |= next;
            }
        }
    }
    let both = |i: usize, j: usize| i == j || (scored[i][j] && scored[j][i]);
    (0..players).map(|i| (0..players).map(|j| both(i, j)).collect()).collect()
}

/// The tables of all that met, with half a draw where players cannot be compared.
fn with_half_draws(comparable: &[Vec<bool>], encounters: &[Encounter]) -> Vec<Score> {
    let table = |met: &Encounter| {
        let (games, points) = (2.0 * met.pairs.len() as f64, met.pairs.iter().sum::<f64>());
        let more = if comparable[met.a][met.b] { 0.0 } else { 0.5 };
        Score { a: met.a, b: met.b, games: games + more, points: points + more / 2.0 }
    };
    encounters.iter().filter(|met| !met.pairs.is_empty()).map(table).collect()
}

fn is_connected(players: usize, encounters: &[Encounter]) -> bool {
    let mut reached = vec![false; players];
    reached[0] = true;
    for _ in 0..players {
        for met in encounters.iter().filter(|met| !met.pairs.is_empty()) {
            let either = reached[met.a] || reached[met.b];
            (reached[met.a], reached[met.b]) = (either, either);
        }
    }
    reached.iter().all(|reached| *reached)
}

/// First and (negative) second derivatives of the log-likelihood; a constant is added to the latter so
/// that it has an inverse although only differences of strengths matter.
fn slopes(elo: &[f64], scores: &[Score]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = elo.len();
    let mut gradient = vec![0.0; players];
    let mut information = vec![vec![1e-6; players]; players];
    for score in scores {
        let expected = score_of_elo(elo[score.a] - elo[score.b]);
        let slope = (score.points - score.games * expected) / SCALE;
        let weight = score.games * expected * (1.0 - expected) / (SCALE * SCALE);
        gradient[score.a] += slope;
        gradient[score.b] -= slope;
        information[score.a][score.a] += weight;
        information[score.b][score.b] += weight;
        information[score.a][score.b] -= weight;
        information[score.b][score.a] -= weight;
    }
    (gradient, information)
}

/// How much the gradient varies from one pair of games to the next.
fn spread(elo: &[f64], encounters: &[Encounter]) -> Vec<Vec<f64>> {
    let players = elo.len();
    let mut spread = vec![vec![0.0; players]; players];
    for met in encounters.iter().filter(|met| !met.pairs.is_empty()) {
        let expected = 2.0 * score_of_elo(elo[met.a] - elo[met.b]);
        let sum: f64 = met.pairs.iter().map(|points| (points - expected).powi(2)).sum();
        let weight = (sum + EVEN_PAIR) / (SCALE * SCALE);
        spread[met.a][met.a] += weight;
        spread[met.b][met.b] += weight;
        spread[met.a][met.b] -= weight;
        spread[met.b][met.a] -= weight;
    }
    spread
}

/// Solves linear equations by elimination; nothing when they have no single solution.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Option<Vec<f64>> {
    let n = right.len();
    let mut rows: Vec<Vec<f64>> = matrix
        .iter()
        .zip(right)
        .map(|(row, value)| row.iter().copied().chain([*value]).collect())
        .collect();
    for column in 0..n {
        let pivot =
            (column..n).max_by(|&i, &j| rows[i][column].abs().total_cmp(&rows[j][column].abs()))?;
        if rows[pivot][column].abs() < 1e-18 {
            return None;
        }
        rows.swap(column, pivot);
        let head = rows[column].clone();
        for row in rows.iter_mut().skip(column + 1) {
            let factor = row[column] / head[column];
            for (cell, above) in row.iter_mut().zip(&head).skip(column) {
                *cell -= factor * above;
            }
        }
    }
    let mut solution = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| rows[i][j] * solution[j]).sum();
        solution[i] = (rows[i][n] - known) / rows[i][i];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Pairs, elo_of_score};

    fn met(a: usize, b: usize, counts: [u64; 5]) -> Encounter {
        let pairs = counts.iter().enumerate();
        let pairs = pairs.flat_map(|(i, &n)| std::iter::repeat_n(i as f64 / 2.0, n as usize));
        Encounter { a, b, pairs: pairs.collect() }
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_score() {
        let counts = [332, 433, 498, 333, 334];
        let found = ratings(2, &[met(0, 1, counts)]).expect("ratings");
        let tally = Pairs { counts };
        let (mean, error) = tally.mean_and_error().expect("results");
        assert!((found[0].elo - found[1].elo - elo_of_score(mean)).abs() < 1e-6, "{found:?}");
        // Each is half of the difference away from the mean; so is its error.
        let slope = SCALE / (mean * (1.0 - mean));
        let expected = 1.96 * error * slope;
        assert!((2.0 * found[0].error / expected - 1.0).abs() < 2e-3, "{found:?} {expected}");
        assert!((found[0].error - found[1].error).abs() < 1e-9);
    }

    /// A scores 0.75 against B and B 0.75 against C: 190.8 each; A and C did not meet.
    #[test]
    fn strength_is_handed_on_by_those_who_met_both() {
        let even = [10, 0, 20, 0, 50];
        let found = ratings(3, &[met(0, 1, even), met(1, 2, even)]).expect("ratings");
        assert!((found[0].elo - 190.85).abs() < 0.1 && found[1].elo.abs() < 1e-6, "{found:?}");
        assert!((found[2].elo + 190.85).abs() < 0.1);
        assert!(found[0].error > found[1].error);
    }

    #[test]
    fn those_who_never_met_cannot_be_compared() {
        let even = [1, 0, 2, 0, 1];
        assert_eq!(ratings(4, &[met(0, 1, even), met(2, 3, even)]), None);
        assert_eq!(ratings(0, &[]), None);
    }

    #[test]
    fn pairs_that_are_all_alike_leave_an_error() {
        let all = [(0, 1), (0, 2), (1, 2)].map(|(a, b)| met(a, b, [0, 0, 3, 0, 0]));
        let found = ratings(3, &all).expect("ratings");
        assert!(found.iter().all(|r| r.elo.abs() < 1e-6 && r.error > 50.0), "{found:?}");
        // One pair between two players leaves nothing to tell a spread from.
        let found = ratings(2, &[met(0, 1, [0, 0, 1, 0, 0])]).expect("ratings");
        assert!(found.iter().all(|r| r.error > 500.0), "{found:?}");
    }

    #[test]
    fn who_won_everything_has_a_finite_rating() {
        let found = ratings(2, &[met(0, 1, [0, 0, 0, 0, 20])]).expect("ratings");
        assert!(found[0].elo.is_finite() && found[0].elo > 200.0, "{found:?}");
        assert!(found.iter().all(|rating| rating.error.is_infinite()), "{found:?}");
    }

    #[test]
    fn who_lost_everything_does_not_blur_the_others() {
        let (even, lost) = ([5, 0, 10, 0, 5], [20, 0, 0, 0, 0]);
        let all =
            [met(0, 1, even), met(1, 2, even), met(3, 0, lost), met(3, 1, lost), met(3, 2, lost)];
        let found = ratings(4, &all).expect("ratings");
        assert!(found[..3].iter().all(|rating| rating.error < 200.0), "{found:?}");
        assert!(found[3].error.is_infinite() && found[3].elo < -200.0, "{found:?}");
    }

    /// Two players who are even with each other and beat two others in every game.
    #[test]
    fn groups_that_won_everything_have_finite_ratings() {
        let (even, won) = ([5, 0, 10, 0, 5], [0, 0, 0, 0, 20]);
        let across = [(0, 2), (0, 3), (1, 2), (1, 3)].map(|(a, b)| met(a, b, won));
        let all = [&across[..], &[met(0, 1, even), met(2, 3, even)]].concat();
        let found = ratings(4, &all).expect("ratings");
        assert!(found.iter().all(|r| r.elo.abs() < 1_000.0 && r.error.is_infinite()), "{found:?}");
        assert!((found[0].elo - found[1].elo).abs() < 1e-6 && found[0].elo > 200.0, "{found:?}");
    }
}
