//! The figures of claims, as an experiment measured them, and their tests.

use serde::{Deserialize, Serialize};

use super::{Check, Claim};
use crate::experiments::ExperimentError;
use crate::experiments::data::{Data, interval};
use crate::experiments::expression::Expression;
use crate::experiments::manifest::ScaleName;

/// Draws behind a test.
const DRAWS: usize = 10_000;
/// Fewer blocks than this prove nothing.
const LEAST_BLOCKS: usize = 8;
/// Numbers that are equal on paper differ by less.
const EQUAL: f64 = 1e-9;

/// What was measured for a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClaimFigures {
    /// The claim.
    pub claim: String,
    /// Each of its checks.
    pub checks: Vec<CheckFigures>,
}

/// What was measured for a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckFigures {
    /// Formula of the figure.
    pub figure: String,
    /// Its published value.
    pub published: Option<f64>,
    /// Its measured value.
    pub value: Option<f64>,
    /// The 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// The figure has to be above this.
    pub above: Option<f64>,
    /// The figure has to be below this.
    pub below: Option<f64>,
    /// Where it has to lie.
    pub band: Option<(f64, f64)>,
    /// What it has to be, where nothing is drawn by lot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<f64>,
    /// Is nothing drawn by lot, so that it has no p?
    #[serde(default)]
    pub certain: bool,
    /// The least number of independent blocks behind it.
    pub blocks: usize,
    /// Is it left out at scales that do not measure it?
    pub optional: bool,
    /// p of the test for the claim; 1 for what is certain.
    pub p_for: f64,
    /// p of the test against it; 1 for what is certain.
    pub p_against: f64,
}

impl Claim {
    /// Measures its figures.
    pub fn figures(
        &self,
        data: &Data,
        scale: ScaleName,
        seed: u64,
    ) -> Result<ClaimFigures, ExperimentError> {
        let checks = self.checks.iter().map(|check| check.figures(data, scale, seed));
        Ok(ClaimFigures { claim: self.id.clone(), checks: checks.collect::<Result<_, _>>()? })
    }
}

impl Check {
    fn figures(
        &self,
        data: &Data,
        scale: ScaleName,
        seed: u64,
    ) -> Result<CheckFigures, ExperimentError> {
        let formula: Expression = self.figure.parse()?;
        let counts = self.from.is_none_or(|from| scale >= from);
        let value = data.value(&formula, &data.once()).filter(|_| counts);
        let blocks = data.blocks(&formula);
        let draws = match value {
            Some(_) if blocks >= LEAST_BLOCKS && !self.is_certain() => {
                data.draws(&formula, DRAWS, seed)
            }
            _ => Vec::new(),
        };
        let (p_for, p_against) = self.tests(value, &draws, blocks);
        Ok(CheckFigures {
            figure: self.figure.clone(),
            published: self.published,
            value,
            interval: interval(&draws),
            above: self.above,
            below: self.below,
            band: self.band,
            exact: self.exact,
            certain: self.is_certain(),
            blocks,
            optional: self.is_optional(),
            p_for,
            p_against,
        })
    }

    /// p for and p against, from draws in increasing order. Where all blocks are alike, so are all draws,
    /// however few the blocks: then p is the chance that so many blocks show no other kind of block
    /// although these are as frequent as it takes to move the figure to the value tested.
    fn tests(&self, value: Option<f64>, draws: &[f64], blocks: usize) -> (f64, f64) {
        let (Some(value), Some((low, high))) = (value.filter(|_| !draws.is_empty()), self.band)
        else {
            return (1.0, 1.0);
        };
        let are_alike = draws.first() == draws.last();
        let unseen = |part: f64| (1.0 - part.max(0.0)).max(0.0).powf(blocks as f64);
        let part = |count: usize| (count + 1) as f64 / (draws.len() + 1) as f64;
        let up_to = |x: f64| {
            if are_alike {
                unseen(value - x)
            } else {
                part(draws.partition_point(|draw| *draw <= x))
            }
        };
        let from = |x: f64| {
            if are_alike {
                unseen(x - value)
            } else {
                part(draws.len() - draws.partition_point(|draw| *draw < x))
            }
        };
        let p_for = match (self.above, self.below) {
            (Some(bound), _) => up_to(bound),
            (None, Some(bound)) => from(bound),
            (None, None) => up_to(low).max(from(high)),
        };
        let p_against = if value < low {
            from(low)
        } else if value > high {
            up_to(high)
        } else {
            1.0
        };
        (p_for.min(1.0), p_against.min(1.0))
    }
}

impl CheckFigures {
    /// Does the figure lie where it has to?
    pub fn is_in_band(&self) -> bool {
        self.value.is_some_and(|value| match (self.exact, self.band) {
            (Some(exact), _) => (value - exact).abs() <= EQUAL,
            (None, Some((low, high))) => (low..=high).contains(&value),
            (None, None) => false,
        })
    }

    /// Is it known for certain that the check fails?
    pub fn is_refuted(&self) -> bool {
        self.certain && self.value.is_some() && !self.is_in_band()
    }
}

impl ClaimFigures {
    /// Are these the checks that the claim has now?
    pub fn asks_what(&self, claim: &Claim) -> bool {
        let measured = self
            .checks
            .iter()
            .map(|c| (&c.figure, c.above, c.below, c.band, c.exact, c.certain, c.optional));
        let asked = claim.checks.iter();
        measured.eq(asked.map(|c| {
            (&c.figure, c.above, c.below, c.band, c.exact, c.is_certain(), c.is_optional())
        }))
    }

    /// The checks that count: those that were measured, and those that had to be.
    pub fn counted(&self) -> impl Iterator<Item = &CheckFigures> {
        self.checks.iter().filter(|check| check.value.is_some() || !check.optional)
    }

    /// Was every check measured?
    pub fn is_whole(&self) -> bool {
        self.checks.iter().all(|check| check.value.is_some())
    }

    /// Was any check measured?
    pub fn is_measured(&self) -> bool {
        self.checks.iter().any(|check| check.value.is_some())
    }

    /// Was any check measured that is a matter of chance?
    pub(super) fn is_tested(&self) -> bool {
        self.checks.iter().any(|check| check.value.is_some() && !check.certain)
    }

    /// p for and p against the claim, before correction; what is certain has neither.
    pub fn tests(&self) -> (f64, f64) {
        let tested = || self.counted().filter(|check| !check.certain);
        let count = tested().count();
        if count == 0 {
            return (1.0, 1.0);
        }
        let p_for = tested().map(|check| check.p_for).fold(0.0, f64::max);
        let p_against = tested().map(|check| check.p_against).fold(1.0, f64::min);
        (p_for, (p_against * count as f64).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(above: Option<f64>, below: Option<f64>, band: (f64, f64)) -> Check {
        Check {
            figure: "score(m)".into(),
            published: None,
            above,
            below,
            band: Some(band),
            exact: None,
            certain: false,
            optional: false,
            from: None,
        }
    }

    #[test]
    fn a_direction_is_tested_by_the_draws_on_its_wrong_side() {
        let draws: Vec<f64> = (0..999).map(|i| f64::from(i) / 998.0).collect();
        let (p_for, p_against) = check(Some(0.0499), None, (0.0, 1.0)).tests(Some(0.5), &draws, 50);
        assert!((p_for - 0.051).abs() < 1e-3 && p_against >= 1.0, "{p_for} {p_against}");
        let (p_for, _) = check(None, Some(0.9), (0.0, 1.0)).tests(Some(0.5), &draws, 50);
        assert!((p_for - 0.1).abs() < 2e-3, "{p_for}");
        let (p_for, p_against) = check(None, None, (0.9, 2.0)).tests(Some(0.5), &draws, 50);
        assert!(p_for > 0.89 && (p_against - 0.1).abs() < 2e-3, "{p_for} {p_against}");
        assert_eq!(check(None, None, (0.0, 1.0)).tests(None, &[], 0), (1.0, 1.0));
    }

    /// None of 135 positions: were it two in a hundred, that would happen once in fifteen times.
    #[test]
    fn blocks_that_are_all_alike_prove_as_much_as_their_number_does() {
        let rare = check(None, Some(0.02), (0.0, 0.01));
        let (p_for, _) = rare.tests(Some(0.0), &[0.0; 4_000], 135);
        assert!((p_for - 0.98_f64.powi(135)).abs() < 1e-9, "{p_for}");
        assert!(rare.tests(Some(0.03), &[0.03; 4_000], 10).0 >= 1.0, "on the wrong side");
        let (_, p_against) = rare.tests(Some(1.0), &[1.0; 4_000], 10);
        assert!(p_against < 1e-9, "{p_against}");
    }

    #[test]
    fn what_is_exact_is_equal_or_it_is_not() {
        let figures = |formula: &str| {
            let exact = Check { band: None, exact: Some(0.3), ..check(None, None, (0.0, 0.0)) };
            let exact = Check { figure: formula.into(), ..exact };
            exact.figures(&Data::default(), ScaleName::Quick, 1).expect("a figure")
        };
        let right = figures("0.1 + 0.2");
        assert!(right.is_in_band() && !right.is_refuted());
        assert_eq!((right.p_for, right.p_against), (1.0, 1.0));
        let wrong = figures("0.31");
        assert!(!wrong.is_in_band() && wrong.is_refuted());
        let unknown = figures("solved(nobody)");
        assert!(!unknown.is_in_band() && !unknown.is_refuted(), "not measured is not wrong");
        for (formula, is_in) in [("0.5", true), ("3.0", false)] {
            let band = Check { certain: true, ..check(None, None, (0.4, 0.6)) };
            let band = Check { figure: formula.into(), ..band };
            let found = band.figures(&Data::default(), ScaleName::Quick, 1).expect("a figure");
            assert_eq!((found.is_in_band(), found.is_refuted()), (is_in, !is_in), "{formula}");
            assert_eq!((found.p_for, found.p_against), (1.0, 1.0));
        }
    }

    #[test]
    fn what_is_claimed_of_large_searches_is_not_judged_at_small() {
        let late = Check { from: Some(ScaleName::Paper), ..check(None, None, (0.0, 1.0)) };
        for (scale, counts) in [(ScaleName::Quick, false), (ScaleName::Paper, true)] {
            let constant = Check { figure: "0.5".into(), ..late.clone() };
            let found = constant.figures(&Data::default(), scale, 1).expect("a figure");
            assert_eq!((found.value.is_some(), found.optional), (counts, true), "{scale:?}");
        }
    }
}
