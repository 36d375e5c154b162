//! From the figures of claims to verdicts.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::notes;
use super::power::{self, Alphas};
use super::{Check, Claim, ClaimFigures, LEVEL};
use crate::experiments::manifest::{self, ScaleName};
use crate::experiments::result::Standing;
use crate::experiments::{ExperimentError, ExperimentResult};

/// The note of a claim whose checks are no longer those that were measured.
const STALE: &str = "Its checks were changed since the run: to be run again.";
/// The note of a claim whose figures come from another plan than its experiment has now.
const OTHER_PLAN: &str =
    "Measured under another plan (other positions, weights, settings or sizes): to be run again.";
/// Cores of the machine whose hours are told.
const CORES: f64 = 2.0;

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

    /// Do the tests say whether the claim holds?
    pub const fn is_decided(self) -> bool {
        matches!(self, Self::Reproduced | Self::NotReproduced)
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
    /// Was it measured with other checks, or under another plan, than there is now?
    pub is_stale: bool,
    /// What we know of the reason, or why it was not tested.
    pub note: Option<String>,
    /// Hours on two cores that a verdict would take, where there is none: computed from the measured run,
    /// or else as stated in the notes, or else as long as a long run takes at most.
    pub hours: Option<f64>,
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

/// The experiments of the claims that have no verdict, those that are nearest to one first. A claim of which
/// nobody knows what a verdict takes comes last.
pub fn undecided(judged: &[Judged]) -> Vec<String> {
    let mut hours: Vec<(f64, &str)> = Vec::new();
    for one in judged.iter().filter(|one| !one.verdict.is_decided()) {
        let Some(id) = one.claim.experiment.as_deref() else { continue };
        let needed = one.hours.unwrap_or(f64::INFINITY);
        match hours.iter_mut().find(|(_, known)| *known == id) {
            Some((least, _)) => *least = least.min(needed),
            None => hours.push((needed, id)),
        }
    }
    hours.sort_by(|a, b| a.0.total_cmp(&b.0));
    hours.into_iter().map(|(_, id)| id.to_owned()).collect()
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
    let notes = notes::all()?;
    let mut judged: Vec<Judged> = claims
        .iter()
        .map(|claim| {
            let found = results.iter().find_map(|result| {
                let figures = result.claims.iter().find(|figures| figures.claim == claim.id)?;
                let reason = match result.standing {
                    Standing::Stale => Some(OTHER_PLAN),
                    _ if !figures.asks_what(claim) => Some(STALE),
                    _ => None,
                };
                Some((figures.clone(), result.extent(), reason))
            });
            let stale = found.as_ref().and_then(|&(_, _, reason)| reason);
            let found = found.filter(|_| stale.is_none());
            let (figures, scale) = found.map(|(figures, scale, _)| (figures, scale)).unzip();
            let note = notes.get(&claim.id).cloned().unwrap_or_default();
            // What stands without hours was said of figures.
            let is_of_figures = claim.experiment.is_some() && note.hours.is_none();
            let of_earlier = |text: String| match &figures {
                None if is_of_figures => format!("Of an earlier run: {text}"),
                _ => text,
            };
            let text = stale.map(String::from).or(note.text.map(of_earlier));
            let (p_for, p_against) = figures.as_ref().map_or((1.0, 1.0), ClaimFigures::tests);
            Judged {
                claim: claim.clone(),
                verdict: Verdict::NotTested,
                figures,
                scale,
                p_for,
                p_against,
                is_stale: stale.is_some(),
                note: text,
                hours: note.hours,
            }
        })
        .collect();
    let families: BTreeSet<&str> = claims.iter().map(|claim| claim.family.as_str()).collect();
    for family in families {
        // What was not measured, and what needs no test, is no reason to ask more of the others.
        let members: Vec<usize> = (0..judged.len())
            .filter(|&i| judged[i].claim.family == family)
            .filter(|&i| judged[i].figures.as_ref().is_some_and(ClaimFigures::is_tested))
            .collect();
        let of = |p: fn(&Judged) -> f64| {
            holm(&members.iter().map(|&i| p(&judged[i])).collect::<Vec<_>>())
        };
        let (p_for, p_against) = (of(|j| j.p_for), of(|j| j.p_against));
        for (place, &i) in members.iter().enumerate() {
            (judged[i].p_for, judged[i].p_against) = (p_for[place], p_against[place]);
        }
        let alphas = Alphas::of_family(members.len());
        for one in judged.iter_mut().filter(|one| one.claim.family == family) {
            one.verdict = verdict(one);
            one.hours = match one.verdict {
                Verdict::Reproduced | Verdict::NotReproduced => None,
                Verdict::TooLittleData => hours(one, results, alphas).or(one.hours),
                Verdict::NotTested => one.hours,
            };
            if !one.verdict.is_decided() && one.hours.is_none() {
                one.hours = longest(&one.claim);
            }
        }
    }
    Ok(judged)
}

/// The verdict on a claim whose p values are corrected.
fn verdict(judged: &Judged) -> Verdict {
    let Some(figures) = judged.figures.as_ref().filter(|figures| figures.is_measured()) else {
        return Verdict::NotTested;
    };
    let in_bands = figures.counted().all(super::CheckFigures::is_in_band);
    let is_tested = figures.is_tested();
    if figures.counted().any(super::CheckFigures::is_refuted)
        || (is_tested && judged.p_against < LEVEL)
    {
        Verdict::NotReproduced
    } else if in_bands && (!is_tested || judged.p_for < LEVEL) {
        Verdict::Reproduced
    } else {
        Verdict::TooLittleData
    }
}

/// Hours of the long run of a claim's experiment, whose manifest says how large one is that decides;
/// nothing where the manifest does not, or where some of the checks count at the published size alone.
fn longest(claim: &Claim) -> Option<f64> {
    let is_late = |check: &Check| check.from == Some(ScaleName::Paper);
    if !claim.checks.is_empty() && claim.checks.iter().all(is_late) {
        return None;
    }
    Some(manifest::load(claim.experiment.as_deref()?).ok()?.long?.minutes / 60.0)
}

/// Hours on two cores until there is a verdict, when the run goes on as it began and its figures stay what
/// they are.
fn hours(judged: &Judged, results: &[ExperimentResult], alphas: Alphas) -> Option<f64> {
    let figures = judged.figures.as_ref()?;
    let result = results.iter().find(|r| r.claims.iter().any(|f| f.claim == figures.claim))?;
    let times = power::times_as_much(figures, alphas)?;
    Some(times * result.seconds / 3600.0 / CORES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::CheckFigures;

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

    /// A result with a claim whose checks have these values, p for and p against.
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
                band: Some((0.0, 1.0)),
                exact: None,
                certain: false,
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

    fn check_of(check: &CheckFigures) -> Check {
        Check {
            figure: check.figure.clone(),
            published: None,
            above: None,
            below: None,
            band: check.band,
            exact: check.exact,
            certain: check.certain,
            optional: check.optional,
            from: None,
        }
    }

    /// What comes of the claims a, b and c, whose checks are those of the results.
    fn judged(results: &[ExperimentResult]) -> Vec<Judged> {
        let figures = |id: &str| results.iter().flat_map(|r| &r.claims).find(|f| f.claim == id);
        let checks = |id: &str| {
            figures(id).map_or(Vec::new(), |figures| figures.checks.iter().map(check_of).collect())
        };
        let claims = ["a", "b", "c"].map(|id| Claim { checks: checks(id), ..claim(id) });
        judge(&claims, results).expect("judged")
    }

    fn verdicts(results: &[ExperimentResult]) -> Vec<Verdict> {
        judged(results).iter().map(|judged| judged.verdict).collect()
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
            revision: None,
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

    /// A result of other weights, positions or sizes decides nothing, and corrects nothing for the others.
    #[test]
    fn figures_of_another_plan_are_no_verdict() {
        let mut other = result("a", &[(0.5, 0.001, 1.0)]);
        other.standing = Standing::Stale;
        let found = &judged(&[other.clone()])[0];
        assert_eq!((found.verdict, found.note.as_deref()), (Verdict::NotTested, Some(OTHER_PLAN)));
        assert!(found.is_stale && found.figures.is_none() && found.scale.is_none());
        let both = [other, result("b", &[(0.5, 0.03, 1.0)])];
        assert_eq!(verdicts(&both)[1], Verdict::Reproduced);
    }

    /// A cap of twenty minutes is not what a verdict takes: hours come from the manifest's own long scale.
    #[test]
    fn hours_are_those_of_a_long_run_that_decides() {
        let hours = |from| {
            let check =
                Check { from, ..check_of(&result("a", &[(0.5, 0.5, 1.0)]).claims[0].checks[0]) };
            let known = Claim {
                experiment: Some("winands-6.fig7".into()),
                checks: vec![check],
                ..claim("a")
            };
            judge(&[known], &[]).expect("judged")[0].hours
        };
        assert_eq!(hours(None), Some(3.0));
        assert_eq!(hours(Some(ScaleName::Long)), Some(3.0));
        assert_eq!(hours(Some(ScaleName::Paper)), None, "no long run decides that");
    }

    /// Two claims of one experiment, one without hours, one that is decided.
    #[test]
    fn experiments_nearest_to_a_verdict_are_undecided_first() {
        let one = |experiment: &str, verdict, hours| Judged {
            claim: Claim { experiment: Some(experiment.into()), ..claim("a") },
            verdict,
            figures: None,
            scale: None,
            p_for: 1.0,
            p_against: 1.0,
            is_stale: false,
            note: None,
            hours,
        };
        let none = Judged {
            claim: Claim { experiment: None, ..claim("a") },
            ..one("", Verdict::NotTested, Some(0.1))
        };
        let all = [
            one("unknown", Verdict::NotTested, None),
            one("long", Verdict::TooLittleData, Some(3.0)),
            one("short", Verdict::TooLittleData, Some(9.0)),
            one("decided", Verdict::Reproduced, None),
            one("short", Verdict::NotTested, Some(0.5)),
            none,
        ];
        assert_eq!(undecided(&all), ["short", "long", "unknown"]);
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

    /// The result of a run that measured nothing for a claim, or only what is certain, is no test.
    #[test]
    fn what_was_not_measured_or_is_certain_corrects_nothing() {
        use Verdict::{NotReproduced, NotTested, Reproduced};
        let decided = result("a", &[(0.5, 0.03, 1.0)]);
        let mut nothing = result("b", &[(0.5, 1.0, 1.0)]);
        nothing.claims[0].checks[0].value = None;
        assert_eq!(verdicts(&[decided.clone(), nothing])[..2], [Reproduced, NotTested]);
        let exact = |value| {
            let mut exact = result("b", &[(value, 1.0, 1.0)]);
            let check = &mut exact.claims[0].checks[0];
            (check.exact, check.certain, check.band) = (Some(7.0), true, None);
            exact
        };
        assert_eq!(verdicts(&[decided.clone(), exact(7.0)])[..2], [Reproduced, Reproduced]);
        assert_eq!(verdicts(&[decided, exact(6.0)])[..2], [Reproduced, NotReproduced]);
    }

    /// Two blocks of figures, one of which the scale leaves out.
    #[test]
    fn what_was_not_measured_shows_in_the_verdict() {
        let mut found = result("a", &[(0.5, 0.001, 1.0), (0.5, 1.0, 1.0)]);
        let left_out = &mut found.claims[0].checks[1];
        (left_out.value, left_out.optional) = (None, true);
        let judged = judged(&[found]);
        assert_eq!(judged[0].verdict, Verdict::Reproduced);
        assert_eq!(judged[0].verdict_text(), "reproduced as far as measured");
    }

    /// Half an hour of work with an interval twice too wide: four times as much, on two cores.
    #[test]
    fn hours_to_a_verdict_come_from_the_measured_run() {
        let mut found = result("a", &[(0.55, 0.2, 1.0)]);
        found.seconds = 1800.0;
        let wide = |half: f64| {
            let mut found = found.clone();
            let check = &mut found.claims[0].checks[0];
            check.interval = Some((0.55 - half, 0.55 + half));
            (check.above, check.band) = (Some(0.5), Some((0.52, 1.0)));
            let checks =
                found.claims[0].checks.iter().map(|c| Check { above: c.above, ..check_of(c) });
            let claims = [Claim { checks: checks.collect(), ..claim("a") }];
            judge(&claims, &[found]).expect("judged")[0].hours.expect("hours")
        };
        let (narrow, wide) = (wide(0.05), wide(0.1));
        assert!((wide / narrow - 4.0).abs() < 1e-9, "{narrow} {wide}");
        // From 1.96 standard errors, as an interval has them, to the 1.64 and 0.84 of a test.
        let expected = 0.25 * ((1.6449 + 0.8416) / 1.96_f64).powi(2);
        assert!((narrow - expected).abs() < 1e-3, "{narrow} {expected}");
        assert_eq!(judge(&[claim("a")], &[]).expect("judged")[0].hours, None);
        let known = Claim { experiment: Some("winands-6.3".into()), ..claim("a") };
        assert_eq!(judge(&[known], &[]).expect("judged")[0].hours, Some(3.0));
    }
}
