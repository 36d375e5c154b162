//! Claims of the papers, what would count as reproducing them, and whether it happened.
//!
//! `lab/claims/<game>/claims.toml` was written before the runs: for every claim the figures it is about, the band
//! in which they have to lie and the direction that a test has to confirm. There are two kinds of checks.
//!
//! What is *measured over blocks* (positions, pairs of games) has two tests, both by drawing blocks anew
//! ([`super::experiments::data`]):
//!
//! * *for*: the null hypothesis that the figure lies on the wrong side of a value, or, for claims that
//!   something hardly matters, that it lies outside the band;
//! * *against*: the null hypothesis that the figure lies in the band.
//!
//! The value of the first test lies outside the band: between the two is a gap, so that a figure at this
//! value can be told from one in the band. What is *certain* (who wins on a small board, how many pairs of
//! squares have a line in common) has no test: it is what is claimed or it is not.
//!
//! A claim with several checks needs all of them (its p *for* is the largest) and fails with any (its
//! p *against* is the smallest, times their number). Both are corrected by Holm over the claims of a
//! family that were measured. Below 0.05 *for*, with all figures in their bands: reproduced. Below 0.05
//! *against*: not reproduced. Else there is too little data, and [`power`] says what it would take;
//! [`planning`] says before a run what its checks can tell. Checks
//! that are left out at a scale are shown as left out, and a claim reproduced without them is so *as far as
//! measured*.
//!
//! Source: `holm-multiple`.

mod figures;
mod judge;
mod notes;
pub mod planning;
pub mod power;

pub use figures::{CheckFigures, ClaimFigures};
pub use judge::{Judged, Verdict, holm, judge, undecided};
pub use notes::Note;

use std::borrow::Cow;

use serde::Deserialize;

use crate::embedded::{self, Claims};
use crate::experiments::ExperimentError;
use crate::experiments::expression::Expression;
use crate::experiments::manifest::ScaleName;

/// The level of all tests.
pub const LEVEL: f64 = 0.05;

/// How many times as far from the published figure one end of a band may be as the other, where there
/// is nothing but the band to be confirmed.
const MOST_ONE_SIDED: f64 = 6.0;

/// A claim of a paper.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Its name.
    pub id: String,
    /// Where it stands.
    pub place: String,
    /// What is claimed.
    pub text: String,
    /// The published figures.
    pub published: String,
    /// The experiment that tests it, if one does.
    pub experiment: Option<String>,
    /// The family of tests it is corrected with.
    pub family: String,
    /// Were its checks changed after a first run?
    #[serde(default)]
    pub revised: bool,
    /// Why they were.
    pub revision: Option<String>,
    /// What has to hold.
    #[serde(default, rename = "check")]
    pub checks: Vec<Check>,
}

/// Something that has to hold for a claim.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Formula of the figure.
    pub figure: String,
    /// Its published value.
    pub published: Option<f64>,
    /// The figure has to be above this.
    pub above: Option<f64>,
    /// The figure has to be below this.
    pub below: Option<f64>,
    /// Where it has to lie.
    pub band: Option<(f64, f64)>,
    /// What it has to be, in place of a band, where nothing is drawn by lot.
    pub exact: Option<f64>,
    /// Is nothing drawn by lot, so that the figure lies in its band or it does not?
    #[serde(default)]
    pub certain: bool,
    /// Is it left out at scales that do not measure it?
    #[serde(default)]
    pub optional: bool,
    /// The smallest scale at which it counts: what is claimed of large searches may be wrong of small.
    pub from: Option<ScaleName>,
}

#[derive(Deserialize)]
struct File {
    claim: Vec<Claim>,
}

/// All claims, game by game, in the order of the papers.
pub fn all() -> Result<Vec<Claim>, ExperimentError> {
    Ok(files("/claims.toml").map(|text| parse(&text)).collect::<Result<Vec<_>, _>>()?.concat())
}

/// The files of all games whose path ends so.
fn files(ending: &'static str) -> impl Iterator<Item = Cow<'static, str>> {
    let paths = embedded::paths::<Claims>().into_iter().filter(move |path| path.ends_with(ending));
    paths.filter_map(|path| embedded::text::<Claims>(&path))
}

/// Reads claims.
pub fn parse(text: &str) -> Result<Vec<Claim>, ExperimentError> {
    let bad = |reason: String| ExperimentError::Bad { name: "claims.toml".into(), reason };
    let file: File =
        toml::from_str(text).map_err(|error| bad(error.to_string().replace('\n', " ")))?;
    for claim in &file.claim {
        if claim.revised != claim.revision.is_some() {
            let id = &claim.id;
            return Err(bad(format!("{id}: a revised claim, and no other, has its revision")));
        }
        for check in &claim.checks {
            check.expect_sound().map_err(|reason| {
                bad(format!("{}: check {:?}: {reason}", claim.id, check.figure))
            })?;
        }
    }
    Ok(file.claim)
}

impl Claim {
    /// Is any of its checks a matter of chance? The others need no correction.
    pub fn has_tests(&self) -> bool {
        self.checks.iter().any(|check| !check.is_certain())
    }
}

impl Check {
    /// Is nothing drawn by lot?
    pub fn is_certain(&self) -> bool {
        self.certain || self.exact.is_some()
    }

    /// May it be left out?
    fn is_optional(&self) -> bool {
        self.optional || self.from.is_some()
    }

    /// Says what is wrong with it.
    fn expect_sound(&self) -> Result<(), String> {
        self.figure.parse::<Expression>().map_err(|error| error.to_string())?;
        match (self.exact, self.band, self.above, self.below) {
            (Some(_), None, None, None) => return Ok(()),
            (None, Some((low, high)), None, None) if self.certain && low <= high => {}
            (None, Some((low, high)), above, below) if !self.certain => {
                if low > high || (above.is_some() && below.is_some()) {
                    return Err("expected low <= high, and above or below".into());
                }
                if above.is_some_and(|null| null >= low) || below.is_some_and(|null| null <= high) {
                    return Err("the value to be confirmed lies in the band or at its edge: \
                                a figure there could never be decided"
                        .into());
                }
            }
            _ => return Err("expected a band, a band that is certain, or exact alone".into()),
        }
        let is_in =
            |&value: &f64| self.band.is_some_and(|(low, high)| low <= value && value <= high);
        if !self.published.as_ref().is_none_or(is_in) {
            return Err("the published value lies outside the band".into());
        }
        if !self.certain && self.above.is_none() && self.below.is_none() && self.is_one_sided() {
            return Err(
                "the band alone has to be confirmed, and has an end that no figure comes near: \
                        its other end is what has to be refuted, expected as above or below \
                        outside the band"
                    .into(),
            );
        }
        Ok(())
    }

    /// Does the band begin next to the published figure, or next to no effect, and go on for ever on the
    /// other side?
    fn is_one_sided(&self) -> bool {
        let (Some((low, high)), Ok(formula)) = (self.band, self.figure.parse()) else {
            return false;
        };
        let is_ratio = power::is_ratio(&formula) && low > 0.0;
        let scaled = |x: f64| if is_ratio { x.ln() } else { x };
        let middle = scaled(self.published.unwrap_or(if is_ratio { 1.0 } else { 0.0 }));
        let (down, up) = (middle - scaled(low), scaled(high) - middle);
        let (near, far) = (down.min(up), down.max(up));
        near > 0.0 && far > MOST_ONE_SIDED * near
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(check: &str) -> String {
        let head = "[[claim]]\nid = 'a'\nplace = ''\ntext = ''\npublished = ''\nfamily = 'f'\n";
        let text = format!("{head}[[claim.check]]\nfigure = 'score(m)'\n{check}\n");
        parse(&text).map_or_else(|error| error.to_string(), |_| String::new())
    }

    /// With both at 0.5 a true 0.5 is neither confirmed nor refuted, whatever the number of games.
    #[test]
    fn the_value_of_a_test_lies_outside_the_band() {
        assert_eq!(refused("above = 0.5\nband = [0.52, 1.0]"), "");
        assert_eq!(refused("below = 1.0\nband = [0.5, 0.98]"), "");
        assert_eq!(refused("band = [0.9, 1.1]"), "");
        for edge in ["above = 0.5\nband = [0.5, 1.0]", "below = 1.0\nband = [0.5, 1.0]"] {
            assert!(refused(edge).contains("could never be decided"), "{edge}");
        }
        assert!(refused("above = 0.6\nband = [0.5, 1.0]").contains("could never be decided"));
    }

    /// The near end of such a band is its own value to refute, which lies at its edge.
    #[test]
    fn a_band_that_is_open_on_one_side_has_a_value_to_refute() {
        for one_sided in ["band = [-0.02, 0.4]", "published = 0.5\nband = [0.4, 1.5]"] {
            assert!(refused(one_sided).contains("above or below"), "{one_sided}");
        }
        assert_eq!(refused("band = [-0.02, 0.1]"), "");
        assert_eq!(refused("above = -0.05\nband = [-0.02, 0.4]"), "");
        let ratio = Check { figure: "tree_ratio(a, b)".into(), ..ratio_check((0.97, 100.0)) };
        assert!(ratio.expect_sound().is_err());
        assert!(Check { above: Some(0.95), ..ratio }.expect_sound().is_ok());
        assert!(ratio_check((0.9, 1.15)).expect_sound().is_ok());
    }

    fn ratio_check(band: (f64, f64)) -> Check {
        Check {
            figure: "nodes(a) / nodes(b)".into(),
            published: None,
            above: None,
            below: None,
            band: Some(band),
            exact: None,
            certain: false,
            optional: false,
            from: None,
        }
    }

    #[test]
    fn a_check_has_a_band_or_is_exact() {
        assert_eq!(refused("exact = 1456.0"), "");
        assert_eq!(refused("certain = true\nband = [0.5, 2.0]"), "");
        for wrong in [
            "",
            "exact = 1.0\nband = [0.0, 1.0]",
            "exact = 1.0\nabove = 0.0",
            "certain = true\nabove = 0.0\nband = [0.1, 1.0]",
        ] {
            assert!(refused(wrong).contains("or exact alone"), "{wrong}");
        }
        assert!(refused("published = 2.0\nband = [0.0, 1.0]").contains("outside the band"));
        assert!(refused("band = [1.0, 0.0]").contains("low <= high"));
    }

    #[test]
    fn revised_claims_say_why() {
        let claim = |more: &str| {
            let head = "[[claim]]\nid = 'a'\nplace = ''\ntext = ''\npublished = ''\nfamily = 'f'\n";
            parse(&format!("{head}{more}"))
        };
        assert!(claim("revised = true").is_err() && claim("revision = 'why'").is_err());
        assert!(claim("revised = true\nrevision = 'why'").is_ok());
    }

    #[test]
    fn the_claims_that_come_with_the_program_are_sound() {
        let claims = all().expect("sound claims");
        assert!(claims.len() > 100);
        for claim in &claims {
            let revision = claim.revision.as_deref().unwrap_or("why it was changed");
            assert!(revision.len() > 15, "{}: {revision:?} is no reason", claim.id);
        }
    }
}
