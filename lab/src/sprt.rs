//! The sequential probability ratio test: play until the results say which of two strengths is
//! the likelier one.
//!
//! H0 says that A is `elo0` stronger than B, H1 that it is `elo1` stronger. After every result the
//! log-likelihood ratio of the two is compared with Wald's bounds. It is generalised: for each
//! hypothesis the likeliest distribution of results with that mean score is taken, so neither the
//! rate of draws nor the bias of openings has to be known.
//!
//! Sources: `wald-sequential` for bounds and test, `vandenbergh-mle` for the ratio, `fishtest` for
//! its use on pairs of games. Elo is logistic.
//! Differs: no correction for overshoot (`fishtest` has one): the true error rates are a little
//! below those asked for.

use std::fmt;
use std::str::FromStr;

use crate::likelihood;
use crate::statistics::{Tally, score_of_elo};

/// The probability of each of the two wrong decisions, unless told otherwise.
pub const DEFAULT_ERROR: f64 = 0.05;
/// Hypotheses further from 0 than this are typing errors.
const LARGEST_ELO: f64 = 1000.0;

/// A test of two hypotheses about the strength of A against B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Nothing yet.
    Continue,
    /// A is not stronger by `elo1`: H0 is accepted.
    AcceptH0,
    /// A is stronger by more than `elo0`: H1 is accepted.
    AcceptH1,
}

/// Hypotheses that cannot be tested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "SPRT hypotheses {text:?}: expected ELO0,ELO1 with -{LARGEST_ELO} <= ELO0 < ELO1 <= {LARGEST_ELO}"
)]
pub struct SprtError {
    text: String,
}

impl Sprt {
    /// A test with both error probabilities at [`DEFAULT_ERROR`].
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, SprtError> {
        Self::with_errors(elo0, elo1, DEFAULT_ERROR, DEFAULT_ERROR)
    }

    /// A test that accepts H1 with probability `alpha` when H0 is true, and H0 with probability
    /// `beta` when H1 is true.
    pub fn with_errors(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let in_range = |elo: f64| (-LARGEST_ELO..=LARGEST_ELO).contains(&elo);
        let is_probability = |p: f64| p > 0.0 && p < 0.5;
        if in_range(elo0)
            && in_range(elo1)
            && elo0 < elo1
            && [alpha, beta].map(is_probability) == [true; 2]
        {
            Ok(Self { elo0, elo1, alpha, beta })
        } else {
            Err(SprtError { text: format!("{elo0},{elo1}") })
        }
    }

    /// The strength of A under H0 and H1.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The generalised log-likelihood ratio of H1 to H0.
    pub fn log_likelihood_ratio<const N: usize>(&self, tally: &Tally<N>) -> f64 {
        likelihood::deficit(tally.counts, score_of_elo(self.elo0))
            - likelihood::deficit(tally.counts, score_of_elo(self.elo1))
    }

    /// What the results say.
    pub fn decision<const N: usize>(&self, tally: &Tally<N>) -> Decision {
        let ratio = self.log_likelihood_ratio(tally);
        let (lower, upper) = self.bounds();
        if ratio <= lower {
            Decision::AcceptH0
        } else if ratio >= upper {
            Decision::AcceptH1
        } else {
            Decision::Continue
        }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `ELO0,ELO1`.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let error = || SprtError { text: text.chars().take(40).collect() };
        let (elo0, elo1) = text.split_once(',').ok_or_else(error)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| error());
        Self::new(number(elo0)?, number(elo1)?).map_err(|_| error())
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Games, Pairs};

    fn ratio<const N: usize>(elo0: f64, elo1: f64, counts: [u64; N]) -> f64 {
        Sprt::new(elo0, elo1).expect("hypotheses").log_likelihood_ratio(&Tally { counts })
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.01, "{found} is not {expected}");
    }

    /// The values in the tests of `fastchess` (app/tests/sprt_test.cpp) for logistic Elo.
    #[test]
    fn ratios_are_those_of_fastchess() {
        close(ratio(0.5, 2.5, [21184, 40708, 21404]), -1.57);
        close(ratio(0.0, 2.0, [57030, 106593, 57433]), -2.59);
        close(ratio(0.5, 2.5, [223, 9863, 20279 + 1000, 10037, 246]), -3.07);
        close(ratio(0.0, 2.0, [871, 26175, 55003 + 980, 26678, 821]), -4.98);
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (lower, upper) = Sprt::new(0.0, 5.0).expect("hypotheses").bounds();
        assert!((upper - 19f64.ln()).abs() < 1e-12 && (lower + 19f64.ln()).abs() < 1e-12);
        let uneven = Sprt::with_errors(0.0, 5.0, 0.05, 0.10).expect("hypotheses").bounds();
        assert!((uneven.0 - (0.1f64 / 0.95).ln()).abs() < 1e-12);
        assert!((uneven.1 - (0.9f64 / 0.05).ln()).abs() < 1e-12);
    }

    #[test]
    fn the_ratio_mirrors_and_starts_at_zero() {
        assert!(ratio(0.0, 5.0, [0; 5]).abs() < f64::EPSILON);
        let ours = ratio(-2.0, 7.0, [5, 9, 30, 11, 8]);
        let theirs = ratio(-7.0, 2.0, [8, 11, 30, 9, 5]);
        assert!((ours + theirs).abs() < 1e-9);
    }

    #[test]
    fn a_clear_lead_is_accepted_and_a_clear_deficit_refused() {
        let sprt = Sprt::new(0.0, 20.0).expect("hypotheses");
        assert_eq!(sprt.decision(&Games::new(700, 100, 400)), Decision::AcceptH1);
        assert_eq!(sprt.decision(&Games::new(400, 100, 700)), Decision::AcceptH0);
        assert_eq!(sprt.decision(&Pairs { counts: [1, 1, 1, 1, 1] }), Decision::Continue);
    }

    #[test]
    fn hypotheses_are_read_and_bad_ones_named() {
        let sprt: Sprt = "-1.5, 3".parse().expect("hypotheses");
        assert_eq!(sprt.hypotheses(), (-1.5, 3.0));
        assert_eq!(sprt.to_string(), "-1.5,3");
        for bad in ["", "5", "5,5", "10,0", "a,b", "nan,5", "0,inf", "0,5,10", "0,2000"] {
            let error = bad.parse::<Sprt>().expect_err(bad);
            assert!(error.to_string().contains(&format!("{bad:?}")), "{error}");
        }
    }
}
