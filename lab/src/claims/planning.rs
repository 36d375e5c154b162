//! What the checks of claims can tell at a scale, before anything runs.

use std::collections::HashSet;

use conjoin_eval::Playable;

use super::power::{self, Alphas, Chance, Spread};
use super::{Claim, LEVEL};
use crate::experiments::data::Data;
use crate::experiments::expression::Expression;
use crate::experiments::manifest::{Manifest, ScaleName};
use crate::experiments::playing::GameData;
use crate::experiments::record::Finding;
use crate::experiments::searching::SearchData;
use crate::experiments::solving::{Asked, SolveData};
use crate::experiments::{ExperimentError, Plan};

/// What a check can tell at a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckChance {
    /// The claim.
    pub claim: String,
    /// The formula of the check.
    pub figure: String,
    /// The published figure.
    pub published: Option<f64>,
    /// The value that a test has to refute; nothing for checks that it hardly matters.
    pub null: Option<f64>,
    /// Where the figure has to lie.
    pub band: Option<(f64, f64)>,
    /// How much the figure of a block varies.
    pub spread: Spread,
    /// What that comes to; nothing where the scale does not measure the check, or it is certain.
    pub chance: Option<Chance>,
}

/// How many claims each family has whose checks are tests: what each is corrected for at worst.
pub fn alphas(claims: &[Claim], family: &str) -> Alphas {
    let is_tested =
        |claim: &&Claim| claim.family == family && claim.experiment.is_some() && claim.has_tests();
    let alphas = Alphas::of_family(claims.iter().filter(is_tested).count());
    debug_assert!(alphas.for_it <= LEVEL, "a correction asks for more, not for less");
    alphas
}

/// What the checks of an experiment's claims can tell at a scale; spreads come from findings of an earlier
/// run of the experiment at any scale.
pub fn chances<G: Playable>(
    manifest: &Manifest,
    scale: ScaleName,
    claims: &[Claim],
    findings: &[Finding],
) -> Result<Vec<CheckChance>, ExperimentError> {
    let plan = Plan::<G>::new(manifest, scale, 1)?;
    let data = data_of(manifest, findings);
    let mut all = Vec::new();
    for claim in claims.iter().filter(|claim| claim.experiment.as_ref() == Some(&manifest.id)) {
        let alphas = alphas(claims, &claim.family);
        let count = claim.checks.iter().filter(|check| !check.is_certain()).count();
        for check in &claim.checks {
            let formula: Expression = check.figure.parse()?;
            let spread = power::measured_spread(&data, &formula, data.all_blocks(&formula));
            let spread = spread.unwrap_or_else(|| power::assumed_spread(&formula));
            let measured = data.value(&formula, &data.once());
            let spread = match (measured, check.published) {
                (Some(measured), Some(published)) if is_of_solved(&formula) => {
                    power::spread_of_solved(spread, measured, published)
                }
                _ => spread,
            };
            let counts = check.from.is_none_or(|from| scale >= from) && !check.is_certain();
            let planned = plan.blocks(&formula).filter(|_| counts);
            all.push(CheckChance {
                claim: claim.id.clone(),
                figure: check.figure.clone(),
                published: check.published,
                null: check.above.or(check.below),
                band: check.band,
                spread,
                chance: planned.map(|n| power::chance(check, spread, n, alphas, count)),
            });
        }
    }
    Ok(all)
}

/// Is it a difference of two parts solved?
fn is_of_solved(formula: &Expression) -> bool {
    let is_solved =
        |part: &Expression| matches!(part, Expression::Measure(call) if call.name == "solved");
    matches!(formula, Expression::Both(a, '-', b) if is_solved(a) && is_solved(b))
}

/// What findings come to, whatever the scale they were found at.
fn data_of(manifest: &Manifest, findings: &[Finding]) -> Data {
    let mut positions = [Vec::new(), Vec::new()];
    let mut seen = HashSet::new();
    let mut deepest = 0;
    for finding in findings {
        let (kind, position) = match finding {
            Finding::Solve { position, .. } => (0, position),
            Finding::Search { position, depths, .. } => {
                deepest = deepest.max(depths.iter().copied().max().unwrap_or(0));
                (1, position)
            }
            _ => continue,
        };
        if seen.insert((kind, position.clone())) {
            positions[kind].push(position.clone());
        }
    }
    let [solved, searched] = positions;
    let asked: Vec<Asked> = solved.into_iter().map(|id| Asked { id, expected: None }).collect();
    let solvers: Vec<String> = manifest.solvers.iter().map(|solver| solver.name.clone()).collect();
    let searches = manifest.searches.iter();
    let searches: Vec<(String, u32)> = searches
        .map(|spec| (spec.name.clone().unwrap_or_else(|| spec.profile.clone()), deepest))
        .collect();
    let matches: Vec<String> = manifest.matches.iter().map(|one| one.name.clone()).collect();
    Data {
        solves: SolveData::new(&solvers, &asked, findings.iter()),
        searches: SearchData::new(&searches, &searched, findings.iter()),
        games: GameData::new(&matches, findings.iter()),
        ..Data::default()
    }
}
