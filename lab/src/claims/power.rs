//! What a test can tell: the chance of a verdict at a size, and the size that a verdict takes.
//!
//! Figures are taken to be normally distributed, ratios by their logarithm, with a standard error that falls
//! with the square root of the number of blocks. The *spread* is the standard error of one block. It comes
//! from what was measured before (the bootstrap of the figure, times the root of its blocks), for a figure's
//! value is no part of it; where nothing was measured it is assumed, and told to be.

use super::{Check, CheckFigures, ClaimFigures, LEVEL};
use crate::experiments::data::{Data, interval};
use crate::experiments::expression::Expression;
use crate::statistics::{NORMAL_QUANTILE, normal_below};

/// The chance of a verdict that the computed sizes are for.
const WANTED: f64 = 0.8;
/// Draws behind a spread.
const DRAWS: usize = 1_000;
/// Seed of these draws.
const SEED: u64 = 1;

/// The levels of the two tests of a claim after correction for the others of its family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alphas {
    /// That of a test for a claim.
    pub for_it: f64,
    /// That of a test against a claim, before it is divided by the number of its checks.
    pub against: f64,
}

impl Alphas {
    /// The levels when a family has so many claims, each as if it were the first of Holm's order.
    pub fn of_family(claims: usize) -> Self {
        let alpha = LEVEL / claims.max(1) as f64;
        Self { for_it: alpha, against: alpha }
    }
}

/// How much the figure of one block varies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Standard error of a figure of one block; of its logarithm for ratios.
    pub of_one: f64,
    /// Blocks that it was measured over; 0 for one that is assumed.
    pub blocks: usize,
    /// Blocks behind the figure in parts of those that were measured: for means over what was solved.
    pub share: f64,
}

/// What a check can tell at a size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// Blocks behind the figure.
    pub blocks: f64,
    /// That the check speaks for its claim when the figure is the published one; nothing where none is
    /// published.
    pub as_published: Option<f64>,
    /// That it speaks against its claim when the figure is the value that has to be refuted; nothing for
    /// checks that it hardly matters, which have no such value.
    pub without_effect: Option<f64>,
}

/// Is the formula one of ratios, so that its logarithm counts?
pub fn is_ratio(formula: &Expression) -> bool {
    match formula {
        Expression::Number(_) => false,
        Expression::Measure(call) => call.name.ends_with("_ratio"),
        Expression::Both(_, operation, _) => matches!(operation, '/' | '*'),
        Expression::Extreme(_, all) => all.iter().all(is_ratio),
    }
}

/// The spread of a figure in what was measured; nothing with fewer than two blocks.
pub fn measured_spread(data: &Data, formula: &Expression, all_blocks: usize) -> Option<Spread> {
    let blocks = data.blocks(formula);
    let (low, high) = interval(&data.draws(formula, DRAWS, SEED)).filter(|_| blocks > 1)?;
    let width = match is_ratio(formula) {
        true if low > 0.0 => (high / low).ln(),
        true => return None,
        false => high - low,
    };
    // Where all blocks were alike, the spread is nothing: see `chance`.
    let of_one = width / (2.0 * NORMAL_QUANTILE) * (blocks as f64).sqrt();
    let share = blocks as f64 / all_blocks.max(blocks) as f64;
    Some(Spread { of_one, blocks, share })
}

/// The spread of a difference of two parts solved when the difference is another one. What matters is how
/// many positions one of the two solves and the other does not: with a smaller difference there are
/// fewer, as many for each unit of the difference.
#[must_use]
pub fn spread_of_solved(measured: Spread, difference: f64, published: f64) -> Spread {
    let unlike = measured.of_one.powi(2) + difference.powi(2);
    let fewer = (unlike * published.abs() / difference.abs()).max(published.abs());
    let unlike = if fewer.is_finite() { fewer.min(unlike) } else { unlike };
    let of_one = (unlike - published.powi(2)).max(0.0).sqrt().max(LEAST_SPREAD);
    Spread { of_one, ..measured }
}

/// Two solvers are never quite alike: the spread of a difference in what they solve is at least this.
const LEAST_SPREAD: f64 = 0.05;

/// What is assumed of a figure that was never measured.
pub fn assumed_spread(formula: &Expression) -> Spread {
    let names = || formula.calls().into_iter().map(|call| call.name.as_str());
    // Pairs of games vary by some 0.35 points; what two solvers solve, on one position in five.
    let of_one = match () {
        () if names().any(|name| matches!(name, "score" | "first")) => 0.45,
        // Single games in place of pairs, and mostly the difference of two matches.
        () if names().any(|name| name.starts_with("decided")) => 0.65,
        () if names().any(|name| name == "solved") => 0.45,
        // A part that is nearly nothing: one position in fifty.
        () if names().any(|name| matches!(name, "alone" | "only")) => 0.14,
        // Trees of two settings of one search; solvers differ by more.
        () if names().any(|name| name == "tree_ratio") => 0.25,
        () => 1.0,
    };
    Spread { of_one, blocks: 0, share: 1.0 }
}

/// What a check can tell with so many positions, pairs or players.
pub fn chance(
    check: &Check,
    spread: Spread,
    planned: usize,
    alphas: Alphas,
    checks: usize,
) -> Chance {
    let blocks = planned as f64 * spread.share;
    let is_ratio = check.figure.parse().is_ok_and(|formula| is_ratio(&formula));
    let scaled = |x: f64| if is_ratio { x.max(0.0).ln() } else { x };
    let Some((low, high)) = check.band.map(|(low, high)| (scaled(low), scaled(high))) else {
        return Chance { blocks, as_published: None, without_effect: None };
    };
    if spread.of_one <= 0.0 {
        let as_published =
            check.published.map(|value| chance_of_alike(check, value, blocks, alphas));
        return Chance { blocks, as_published, without_effect: None };
    }
    let error = spread.of_one / blocks.max(1.0).sqrt();
    let reach = quantile(1.0 - alphas.for_it) * error;
    let between = |mean: f64, low: f64, high: f64| {
        (normal_below((high - mean) / error) - normal_below((low - mean) / error)).max(0.0)
    };
    let as_published = check.published.map(scaled).map(|mean| match (check.above, check.below) {
        (Some(null), _) => between(mean, low.max(scaled(null) + reach), high),
        (None, Some(null)) => between(mean, low, high.min(scaled(null) - reach)),
        (None, None) => between(mean, low + reach, high - reach),
    });
    let reach = quantile(1.0 - alphas.against / checks.max(1) as f64) * error;
    let without_effect = match (check.above.map(scaled), check.below.map(scaled)) {
        (Some(null), _) => Some(normal_below((low - reach - null) / error)),
        (None, Some(null)) => Some(1.0 - normal_below((high + reach - null) / error)),
        (None, None) => None,
    };
    Chance { blocks, as_published, without_effect }
}

/// The chance where all blocks are alike: as many of them prove that no more than a part is of another
/// kind, or they are too few.
fn chance_of_alike(check: &Check, value: f64, blocks: f64, alphas: Alphas) -> f64 {
    let null = check.above.or(check.below);
    let p = null.map_or(1.0, |null| (1.0 - (null - value).abs()).max(0.0).powf(blocks));
    f64::from(u8::from(p < alphas.for_it))
}

/// How many times as much work a verdict takes (with a chance of four in five) when the figures stay what
/// they are; at least once more. Nothing where the figures tell nothing.
pub fn times_as_much(figures: &ClaimFigures, alphas: Alphas) -> Option<f64> {
    let tested = || figures.counted().filter(|check| !check.certain);
    let count = tested().count().max(1) as f64;
    let outside = tested().filter(|check| check.value.is_some() && !check.is_in_band());
    let against = outside.filter_map(|check| times(check, alphas.against / count));
    // One check that fails is enough against a claim; all have to hold for it.
    let least = against.fold(f64::INFINITY, f64::min);
    if least.is_finite() {
        return Some(least.max(1.0));
    }
    let all: Option<Vec<f64>> = tested().map(|check| times(check, alphas.for_it)).collect();
    all.filter(|all| !all.is_empty()).map(|all| all.into_iter().fold(1.0, f64::max))
}

/// The same for a check: how far its figure is from the value that a test has to refute, in standard
/// errors, against how far it has to be.
fn times(check: &CheckFigures, alpha: f64) -> Option<f64> {
    let (value, (low, high), (from, to)) = (check.value?, check.band?, check.interval?);
    let error = (to - from) / (2.0 * NORMAL_QUANTILE);
    let distance = if value < low {
        low - value
    } else if value > high {
        value - high
    } else {
        match (check.above, check.below) {
            (Some(null), _) => value - null,
            (None, Some(null)) => null - value,
            (None, None) => (value - low).min(high - value),
        }
    };
    let needed = quantile(1.0 - alpha) + quantile(WANTED);
    let times = (needed * error / distance).powi(2);
    times.is_finite().then_some(times)
}

/// The number that a standard normal number is below with this probability.
fn quantile(probability: f64) -> f64 {
    let (mut low, mut high) = (-9.0, 9.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if normal_below(middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(figure: &str, published: f64, above: Option<f64>, band: (f64, f64)) -> Check {
        Check {
            figure: figure.into(),
            published: Some(published),
            above,
            below: None,
            band: Some(band),
            exact: None,
            certain: false,
            optional: false,
            from: None,
        }
    }

    const SPREAD: Spread = Spread { of_one: 0.35, blocks: 100, share: 1.0 };
    const ALONE: Alphas = Alphas { for_it: 0.05, against: 0.05 };

    #[test]
    fn quantiles_undo_the_distribution() {
        for (probability, expected) in [(0.5, 0.0), (0.8, 0.8416), (0.95, 1.6449), (0.999, 3.0902)]
        {
            assert!((quantile(probability) - expected).abs() < 1e-3, "{probability}");
        }
    }

    /// The textbook's size for a one-sided test at 0.05 and a chance of 0.8: (1.645 + 0.842)^2 variances.
    #[test]
    fn the_chance_at_the_size_of_the_textbook_is_four_in_five() {
        let check = check("score(m)", 0.55, Some(0.5), (0.5001, 1.0));
        let size = (2.4865_f64 * 0.35 / 0.05).powi(2).round() as usize;
        let found = chance(&check, SPREAD, size, ALONE, 1).as_published.expect("a chance");
        assert!((found - 0.8).abs() < 0.01, "{found} with {size} pairs");
        let more = chance(&check, SPREAD, 4 * size, ALONE, 1).as_published.expect("a chance");
        assert!(more > 0.99, "{more}");
        let many = chance(&check, SPREAD, size, Alphas::of_family(13), 1).as_published;
        assert!(many.expect("a chance") < 0.5, "{many:?}: corrected for thirteen claims");
    }

    /// With a band from the value tested on, no number of games refutes a claim that is wrong.
    #[test]
    fn without_a_gap_no_size_decides() {
        let against = |band| {
            let check = check("score(m)", 0.75, Some(0.5), band);
            chance(&check, SPREAD, 1_000_000, ALONE, 1).without_effect.expect("a chance")
        };
        assert!((against((0.5, 1.0)) - 0.05).abs() < 0.001);
        assert!(against((0.52, 1.0)) > 0.999);
    }

    /// None of 488 positions: two in a hundred would have been seen. Of a hundred, not for certain.
    #[test]
    fn blocks_that_are_all_alike_decide_by_their_number() {
        let none = Check { below: Some(0.02), ..check("alone(a)", 0.0, None, (-0.001, 0.01)) };
        let spread = Spread { of_one: 0.0, ..SPREAD };
        let found = |planned| chance(&none, spread, planned, Alphas::of_family(8), 1).as_published;
        assert_eq!((found(100), found(488)), (Some(0.0), Some(1.0)));
    }

    #[test]
    fn ratios_count_by_their_logarithm() {
        let above = |published: f64, null: f64, band| {
            let check = check("node_ratio(a, b)", published, Some(null), band);
            chance(&check, Spread { of_one: 1.0, ..SPREAD }, 100, ALONE, 1).as_published
        };
        let (up, scaled) = (above(1.3, 1.0, (1.1, 4.0)), above(13.0, 10.0, (11.0, 40.0)));
        assert!((up.expect("a chance") - scaled.expect("a chance")).abs() < 1e-9);
        assert!(is_ratio(&"nodes(a) / nodes(b)".parse().expect("a formula")));
        assert!(!is_ratio(&"nodes(a) / nodes(b) - 1".parse().expect("a formula")));
    }

    /// Of a hundred positions 40 against 10: 0.3 more. With 0.03 more it would be 4 against 1.
    #[test]
    fn a_smaller_difference_in_what_is_solved_varies_less() {
        let of_one = (0.5_f64 - 0.3 * 0.3).sqrt();
        let found = spread_of_solved(Spread { of_one, ..SPREAD }, 0.3, 0.03);
        assert!((found.of_one - (0.05_f64 - 0.03 * 0.03).sqrt()).abs() < 1e-9, "{found:?}");
        let same = spread_of_solved(Spread { of_one, ..SPREAD }, 0.0, 0.03);
        assert!((same.of_one.powi(2) - (of_one.powi(2) - 0.0009)).abs() < 1e-9, "{same:?}");
    }

    #[test]
    fn a_failed_check_is_enough_and_all_have_to_hold() {
        let figures = |values: &[(f64, f64)]| {
            let checks = values.iter().map(|&(value, half)| CheckFigures {
                figure: "score(m)".into(),
                published: None,
                value: Some(value),
                interval: Some((value - half, value + half)),
                above: Some(0.5),
                below: None,
                band: Some((0.52, 1.0)),
                exact: None,
                certain: false,
                blocks: 100,
                optional: false,
                p_for: 0.5,
                p_against: 0.5,
            });
            ClaimFigures { claim: "a".into(), checks: checks.collect() }
        };
        let times = |values: &[(f64, f64)]| times_as_much(&figures(values), ALONE).expect("a size");
        let (near, far) = (times(&[(0.54, 0.1)]), times(&[(0.6, 0.1)]));
        assert!(near > far && far > 1.0, "{near} {far}");
        assert!((times(&[(0.6, 0.1), (0.54, 0.1)]) - near).abs() < 1e-9);
        assert!(times(&[(0.54, 0.1), (0.3, 0.3)]) < near, "that the second fails is sooner known");
        assert!((times(&[(0.9, 0.001)]) - 1.0).abs() < 1e-9);
    }
}
