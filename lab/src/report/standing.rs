//! Whether a kept result still stands: whether its work is what its experiment asks today.
//!
//! A result says nothing of a claim once the suite, the weights, the search or the size are others: it is
//! stale. Where today's work has all of it as a part, the checks of the claims, which may have been changed
//! since, are computed again from its tidy tables.

use std::path::Path;

use conjoin_core::limited_file;
use conjoin_engine::{GameName, GameVisitor};
use conjoin_eval::Playable;

use super::{LARGEST_RESULT, findings};
use crate::claims::{self, Claim};
use crate::experiments::manifest::{self, ExperimentError, Manifest, ScaleName};
use crate::experiments::plan::Plan;
use crate::experiments::record::UnitRecord;
use crate::experiments::result::{ExperimentResult, Standing};

/// A kept result as it stands today.
pub(super) fn today(
    folder: &Path,
    kept: ExperimentResult,
) -> Result<ExperimentResult, ExperimentError> {
    let manifest = manifest::load(&kept.id)?;
    let game: Result<GameName, _> = manifest.game.parse();
    let game = game.map_err(|error| ExperimentError::Bad {
        name: format!("{}.toml", kept.id),
        reason: error.to_string(),
    })?;
    game.visit(Today { folder, kept, manifest: &manifest })
}

struct Today<'a> {
    folder: &'a Path,
    kept: ExperimentResult,
    manifest: &'a Manifest,
}

impl GameVisitor for Today<'_> {
    type Output = Result<ExperimentResult, ExperimentError>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self { folder, kept, manifest } = self;
        let Some(plan) = plan_of::<G>(folder, &kept, manifest)? else {
            return Ok(ExperimentResult { standing: Standing::Stale, ..kept });
        };
        let claims = claims::all()?;
        let is_of = |claim: &&Claim| claim.experiment.as_ref() == Some(&kept.id);
        let is_asked = |claim: &Claim| {
            kept.claims.iter().any(|found| found.claim == claim.id && found.asks_what(claim))
        };
        if kept.plan == plan.fingerprint() && claims.iter().filter(is_of).all(is_asked) {
            return Ok(kept);
        }
        anew(&plan, folder, kept)
    }
}

/// Is a kept result of another plan than its experiment has today?
pub(super) fn is_stale<G: Playable>(
    folder: &Path,
    kept: &ExperimentResult,
    manifest: &Manifest,
) -> Result<bool, ExperimentError> {
    Ok(plan_of::<G>(folder, kept, manifest)?.is_none())
}

/// Today's plan, where the work of a kept result is that plan or a part of it. Which work it was, the
/// manifest beside the result tells, if its plan still has the fingerprint that the result has.
fn plan_of<G: Playable>(
    folder: &Path,
    kept: &ExperimentResult,
    manifest: &Manifest,
) -> Result<Option<Plan<G>>, ExperimentError> {
    let Some(scale) = ScaleName::ALL.into_iter().find(|scale| scale.as_str() == kept.scale) else {
        return Ok(None);
    };
    let today = Plan::<G>::new(manifest, scale, kept.seed)?;
    if today.fingerprint() == kept.plan {
        return Ok(Some(today));
    }
    // A manifest that is no longer one, or whose profiles are gone, is of another time.
    let then = limited_file::read_text(folder.join("manifest.toml"), LARGEST_RESULT).ok();
    let then = then.and_then(|text| Manifest::parse(&kept.id, &text).ok());
    let then = then.and_then(|manifest| Plan::<G>::new(&manifest, scale, kept.seed).ok());
    let is_part = |then: &Plan<G>| then.fingerprint() == kept.plan && today.includes(then);
    Ok(then.as_ref().is_some_and(is_part).then_some(today))
}

/// The result that the tidy tables of a kept one come to under today's plan; the kept one where they do not
/// have all of its work.
fn anew<G: Playable>(
    plan: &Plan<G>,
    folder: &Path,
    kept: ExperimentResult,
) -> Result<ExperimentResult, ExperimentError> {
    let record = |finding| UnitRecord {
        unit: String::new(),
        hash: String::new(),
        version: String::new(),
        machine: String::new(),
        seed: kept.seed,
        from: None,
        elapsed: 0.0,
        finding,
    };
    let records: Vec<UnitRecord> = findings(folder)?.into_iter().map(record).collect();
    if records.len() != kept.done {
        return Ok(kept);
    }
    Ok(ExperimentResult {
        versions: kept.versions,
        machines: kept.machines,
        seconds: kept.seconds,
        standing: Standing::Renewed,
        ..ExperimentResult::new(plan, &records)?
    })
}
