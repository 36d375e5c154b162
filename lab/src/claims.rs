//! Claims of the papers, what would count as reproducing them, and whether it happened.
//!
//! `lab/claims/<game>/claims.toml` was written before the runs: for every claim the figures it is about, the band
//! in which they have to lie and the direction that a test has to confirm. A check has two tests, both
//! by drawing blocks anew ([`super::experiments::data`]):
//!
//! * *for*: the null hypothesis that the figure lies on the wrong side of a value, or, for claims that
//!   something hardly matters, that it lies outside the band;
//! * *against*: the null hypothesis that the figure lies in the band.
//!
//! A claim with several checks needs all of them (its p *for* is the largest) and fails with any (its
//! p *against* is the smallest, times their number). Both are corrected by Holm over all claims of a
//! family. Below 0.05 *for*, with all figures in their bands: reproduced. Below 0.05 *against*: not
//! reproduced. Else there is too little data. Checks that are left out at a scale are shown as left out,
//! and a claim reproduced without them is so *as far as measured*.
//!
//! Source: `holm-multiple`.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::embedded::{self, Claims};
use crate::experiments::data::{Data, interval};
use crate::experiments::expression::Expression;
use crate::experiments::manifest::ScaleName;
use crate::experiments::{ExperimentError, ExperimentResult};

/// The level of all tests.
pub const LEVEL: f64 = 0.05;
/// Draws behind a test.
const DRAWS: usize = 4_000;
/// Fewer blocks than this prove nothing.
const LEAST_BLOCKS: usize = 8;
/// Numbers that are equal on paper differ by less.
const EQUAL: f64 = 1e-9;

/// The note of a claim whose checks are no longer those that were measured.
const STALE: &str = "Its checks were changed since the run: to be run again.";

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
    #[serde(default)]
    pub band: (f64, f64),
    /// What it has to be, in place of a band, where nothing is drawn by lot.
    pub exact: Option<f64>,
    /// Is it left out at scales that do not measure it?
    #[serde(default)]
    pub optional: bool,
    /// The smallest scale at which it counts: what is claimed of large searches may be wrong of small.
    pub from: Option<ScaleName>,
}

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
    pub band: (f64, f64),
    /// The least number of independent blocks behind it.
    pub blocks: usize,
    /// Is it left out at scales that do not measure it?
    pub optional: bool,
    /// p of the test for the claim.
    pub p_for: f64,
    /// p of the test against it.
    pub p_against: f64,
}

/// Whether a claim was reproduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The tests speak for it.
    Reproduced,
    /// The tests speak against it.
    NotReproduced,
    /// Neither.
    TooLittleData,
    /// No experiment here tests it, or none has run.
    NotTested,
}

impl Verdict {
    /// Its name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::NotReproduced => "not reproduced",
            Self::TooLittleData => "too little data",
            Self::NotTested => "not tested",
        }
    }
}

/// A claim and its verdict.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The claim.
    pub claim: Claim,
    /// The verdict.
    pub verdict: Verdict,
    /// What was measured, if anything was.
    pub figures: Option<ClaimFigures>,
    /// The scale at which it was measured, and how much of that was done.
    pub scale: Option<String>,
    /// p for the claim, corrected.
    pub p_for: f64,
    /// p against it, corrected.
    pub p_against: f64,
    /// What we know of the reason, or why it was not tested.
    pub note: Option<String>,
}

impl Judged {
    /// The verdict in words: what was reproduced without some of its checks was so as far as it was
    /// measured.
    pub fn verdict_text(&self) -> &'static str {
        let is_whole = self.figures.as_ref().is_none_or(ClaimFigures::is_whole);
        match self.verdict {
            Verdict::Reproduced if !is_whole => "reproduced as far as measured",
            verdict => verdict.as_str(),
        }
    }
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

/// What we know of claims that were not tested or not reproduced, by their names.
fn notes() -> Result<toml::Table, ExperimentError> {
    let mut notes = toml::Table::new();
    for text in files("/notes.toml") {
        notes.extend(toml::from_str::<toml::Table>(&text).map_err(|error| {
            ExperimentError::Bad { name: "notes.toml".into(), reason: error.to_string() }
        })?);
    }
    Ok(notes)
}

/// Reads claims.
pub fn parse(text: &str) -> Result<Vec<Claim>, ExperimentError> {
    let bad = |reason: String| ExperimentError::Bad { name: "claims.toml".into(), reason };
    let mut file: File =
        toml::from_str(text).map_err(|error| bad(error.to_string().replace('\n', " ")))?;
    for claim in &mut file.claim {
        for check in &mut claim.checks {
            check.band = check.exact.map_or(check.band, |value| (value - EQUAL, value + EQUAL));
            let (low, high) = check.band;
            let is_sound = low <= high && !(check.above.is_some() && check.below.is_some());
            if !is_sound || check.figure.parse::<Expression>().is_err() {
                return Err(bad(format!("{}: check {:?}", claim.id, check.figure)));
            }
        }
    }
    Ok(file.claim)
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
    /// May it be left out?
    fn is_optional(&self) -> bool {
        self.optional || self.from.is_some()
    }

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
            Some(_) if blocks >= LEAST_BLOCKS => data.draws(&formula, DRAWS, seed),
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
        if let (Some(value), Some(exact)) = (value, self.exact) {
            let differs = f64::from(u8::from((value - exact).abs() > EQUAL));
            return (differs, 1.0 - differs);
        }
        let Some(value) = value.filter(|_| !draws.is_empty()) else { return (1.0, 1.0) };
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
        let (low, high) = self.band;
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
    fn is_in_band(&self) -> bool {
        self.value.is_some_and(|value| (self.band.0..=self.band.1).contains(&value))
    }
}

impl ClaimFigures {
    /// Are these the checks that the claim has now?
    fn asks_what(&self, claim: &Claim) -> bool {
        let measured =
            self.checks.iter().map(|c| (&c.figure, c.above, c.below, c.band, c.optional));
        let asked = claim.checks.iter();
        measured.eq(asked.map(|c| (&c.figure, c.above, c.below, c.band, c.is_optional())))
    }

    /// The checks that count: those that were measured, and those that had to be.
    pub fn counted(&self) -> impl Iterator<Item = &CheckFigures> {
        self.checks.iter().filter(|check| check.value.is_some() || !check.optional)
    }

    /// Was every check measured?
    pub fn is_whole(&self) -> bool {
        self.checks.iter().all(|check| check.value.is_some())
    }

    /// p for and p against the claim, before correction.
    pub fn tests(&self) -> (f64, f64) {
        let count = self.counted().count();
        if count == 0 {
            return (1.0, 1.0);
        }
        let p_for = self.counted().map(|check| check.p_for).fold(0.0, f64::max);
        let p_against = self.counted().map(|check| check.p_against).fold(1.0, f64::min);
        (p_for, (p_against * count as f64).min(1.0))
    }
}

/// Holm's correction: p values as they count when all of them are tested.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut corrected = vec![0.0; p.len()];
    let mut largest: f64 = 0.0;
    for (rank, &i) in order.iter().enumerate() {
        largest = largest.max((p.len() - rank) as f64 * p[i]).min(1.0);
        corrected[i] = largest;
    }
    corrected
}

/// Judges claims by results, family by family.
pub fn judge(
    claims: &[Claim],
    results: &[ExperimentResult],
) -> Result<Vec<Judged>, ExperimentError> {
    let notes = notes()?;
    let mut judged: Vec<Judged> = claims
        .iter()
        .map(|claim| {
            let found = results.iter().find_map(|result| {
                let figures = result.claims.iter().find(|figures| figures.claim == claim.id)?;
                Some((figures.clone(), result.extent()))
            });
            let is_asked = |figures: &ClaimFigures| figures.asks_what(claim);
            let is_stale = found.as_ref().is_some_and(|(figures, _)| !is_asked(figures));
            let (figures, scale) = found.filter(|_| !is_stale).unzip();
            let note = notes.get(&claim.id).and_then(toml::Value::as_str).map(str::to_owned);
            let note = if is_stale { Some(STALE.to_owned()) } else { note };
            let (p_for, p_against) = figures.as_ref().map_or((1.0, 1.0), ClaimFigures::tests);
            let verdict = Verdict::NotTested;
            Judged { claim: claim.clone(), verdict, figures, scale, p_for, p_against, note }
        })
        .collect();
    let families: BTreeSet<&str> = claims.iter().map(|claim| claim.family.as_str()).collect();
    for family in families {
        let members: Vec<usize> = (0..judged.len())
            .filter(|&i| judged[i].claim.family == family)
            .filter(|&i| judged[i].figures.as_ref().is_some_and(|f| !f.checks.is_empty()))
            .collect();
        let of = |p: fn(&Judged) -> f64| {
            holm(&members.iter().map(|&i| p(&judged[i])).collect::<Vec<_>>())
        };
        let (p_for, p_against) = (of(|j| j.p_for), of(|j| j.p_against));
        for (place, &i) in members.iter().enumerate() {
            let claim = &mut judged[i];
            (claim.p_for, claim.p_against) = (p_for[place], p_against[place]);
            let in_bands = claim
                .figures
                .as_ref()
                .is_some_and(|figures| figures.counted().all(CheckFigures::is_in_band));
            claim.verdict = if claim.p_against < LEVEL {
                Verdict::NotReproduced
            } else if claim.p_for < LEVEL && in_bands {
                Verdict::Reproduced
            } else {
                Verdict::TooLittleData
            };
        }
    }
    Ok(judged)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Holm's paper as textbooks print it: 0.01, 0.04, 0.03, 0.005.
    #[test]
    fn holm_corrects_as_published() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{corrected:?}");
        }
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
    }

    fn check(above: Option<f64>, below: Option<f64>, band: (f64, f64)) -> Check {
        let figure = "score(m)".into();
        Check {
            figure,
            published: None,
            above,
            below,
            band,
            exact: None,
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

    #[test]
    fn what_is_exact_is_equal_or_it_is_not() {
        let text = "[[claim]]\nid = \"a\"\nplace = \"\"\ntext = \"\"\npublished = \"\"\nfamily = \"f\"\n\
                    [[claim.check]]\nfigure = \"3 * 0.1\"\nexact = 0.3\n";
        let claims = parse(text).expect("a claim");
        let p = |figure: &str| {
            let check = Check { figure: figure.into(), ..claims[0].checks[0].clone() };
            let found = check.figures(&Data::default(), ScaleName::Quick, 1).expect("a figure");
            (found.p_for, found.p_against)
        };
        assert_eq!((p("3 * 0.1"), p("3 * 0.2")), ((0.0, 1.0), (1.0, 0.0)));
    }

    /// None of 135 positions: were it two in a hundred, that would happen once in fifteen times.
    #[test]
    fn blocks_that_are_all_alike_prove_as_much_as_their_number_does() {
        let rare = check(None, Some(0.02), (0.0, 0.02));
        let (p_for, _) = rare.tests(Some(0.0), &[0.0; 4_000], 135);
        assert!((p_for - 0.98_f64.powi(135)).abs() < 1e-9, "{p_for}");
        assert!(rare.tests(Some(0.03), &[0.03; 4_000], 10).0 >= 1.0, "on the wrong side");
        let (_, p_against) = rare.tests(Some(1.0), &[1.0; 4_000], 10);
        assert!(p_against < 1e-9, "{p_against}");
    }

    fn result(claim: &str, p: &[(f64, f64, f64)]) -> ExperimentResult {
        let checks = p
            .iter()
            .map(|&(value, p_for, p_against)| CheckFigures {
                figure: "score(m)".into(),
                published: None,
                value: Some(value),
                interval: None,
                above: None,
                below: None,
                band: (0.0, 1.0),
                blocks: 100,
                optional: false,
                p_for,
                p_against,
            })
            .collect();
        ExperimentResult {
            scale: "quick".into(),
            claims: vec![ClaimFigures { claim: claim.into(), checks }],
            ..ExperimentResult::default()
        }
    }

    /// Verdicts on the claims a, b and c, whose checks are those of the results.
    fn verdicts(results: &[ExperimentResult]) -> Vec<Verdict> {
        let figures = |id: &str| results.iter().flat_map(|r| &r.claims).find(|f| f.claim == id);
        let check = |check: &CheckFigures| Check {
            figure: check.figure.clone(),
            published: None,
            above: None,
            below: None,
            band: check.band,
            exact: None,
            optional: check.optional,
            from: None,
        };
        let checks = |id: &str| {
            figures(id).map_or(Vec::new(), |figures| figures.checks.iter().map(check).collect())
        };
        let claims = ["a", "b", "c"].map(|id| Claim { checks: checks(id), ..claim(id) });
        judge(&claims, results).expect("judged").iter().map(|judged| judged.verdict).collect()
    }

    fn claim(id: &str) -> Claim {
        Claim {
            id: id.into(),
            place: String::new(),
            text: String::new(),
            published: String::new(),
            experiment: Some("x".into()),
            family: "f".into(),
            revised: false,
            checks: Vec::new(),
        }
    }

    #[test]
    fn figures_of_other_checks_are_no_verdict() {
        let old = [result("a", &[(0.5, 0.001, 1.0)])];
        assert_eq!(verdicts(&old)[0], Verdict::Reproduced);
        let judged = judge(&[claim("a")], &old).expect("judged");
        assert_eq!(
            (judged[0].verdict, judged[0].note.as_deref()),
            (Verdict::NotTested, Some(STALE))
        );
    }

    #[test]
    fn verdicts_follow_the_corrected_tests() {
        use Verdict::{NotReproduced, NotTested, Reproduced, TooLittleData};
        let alone = verdicts(&[result("a", &[(0.5, 0.03, 1.0)])]);
        assert_eq!(alone, [Reproduced, NotTested, NotTested]);
        // With two tests in the family 0.03 is no longer enough.
        let both = [result("a", &[(0.5, 0.03, 1.0)]), result("b", &[(0.5, 0.5, 1.0)])];
        assert_eq!(verdicts(&both), [TooLittleData, TooLittleData, NotTested]);
        // Every check has to hold, and one that fails is enough.
        let parts = result("a", &[(0.5, 0.001, 1.0), (0.5, 0.2, 1.0)]);
        assert_eq!(verdicts(&[parts])[0], TooLittleData);
        let parts = result("a", &[(0.5, 0.001, 1.0), (1.5, 1.0, 0.001)]);
        assert_eq!(verdicts(&[parts])[0], NotReproduced);
        // In the right direction but outside the band.
        assert_eq!(verdicts(&[result("a", &[(1.5, 0.001, 0.4)])])[0], TooLittleData);
    }

    /// Two blocks of figures, one of which the scale leaves out.
    #[test]
    fn what_was_not_measured_shows_in_the_verdict() {
        let mut found = result("a", &[(0.5, 0.001, 1.0), (0.5, 1.0, 1.0)]);
        let left_out = &mut found.claims[0].checks[1];
        (left_out.value, left_out.optional) = (None, true);
        let check = |optional| Check { optional, ..check(None, None, (0.0, 1.0)) };
        let claims = [Claim { checks: vec![check(false), check(true)], ..claim("a") }];
        let judged = judge(&claims, &[found]).expect("judged");
        assert_eq!(judged[0].verdict, Verdict::Reproduced);
        assert_eq!(judged[0].verdict_text(), "reproduced as far as measured");
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
