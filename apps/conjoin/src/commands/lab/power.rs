//! `conjoin lab power`: what the checks of the claims can tell at a scale.

use std::path::Path;

use conjoin_engine::{GameName, GameVisitor};
use conjoin_eval::Playable;
use conjoin_lab::claims::planning::{self, CheckChance};
use conjoin_lab::claims::{self, Claim};
use conjoin_lab::experiments::record::Finding;
use conjoin_lab::experiments::{ExperimentError, Manifest, ScaleName, manifest};
use conjoin_lab::report;
use serde_json::json;

use super::failure;
use crate::cli::Common;
use crate::failure::Failure;
use crate::output;

/// Prints the chances of the checks of these experiments.
pub fn run(
    ids: &[String],
    scale: ScaleName,
    results: &Path,
    common: &Common,
) -> Result<(), Failure> {
    let claims = claims::all().map_err(|error| failure(&error))?;
    if !common.json {
        output::print(&format!(
            "{:64} {:>6} {:>9} {:>9} {:>7} {:>8} {:>8}",
            "check", "blocks", "published", "null", "spread", "if so", "if not"
        ))?;
    }
    for id in ids {
        let manifest = manifest::load(id).map_err(|error| failure(&error))?;
        let findings = report::findings(&results.join(id)).map_err(|error| failure(&error))?;
        let game: GameName = manifest.game.parse().expect("a game of the registry, as tests show");
        let visitor = Chances { manifest: &manifest, scale, claims: &claims, findings: &findings };
        let chances = game.visit(visitor).map_err(|error| failure(&error))?;
        if !common.json && !chances.is_empty() {
            let minutes = manifest.scale(scale).minutes;
            let limit = if minutes > 0.0 { format!(", {minutes} min") } else { String::new() };
            output::print(&format!("{id}, {}{limit}", scale.as_str()))?;
        }
        for one in &chances {
            output::print(&if common.json { object(one, scale).to_string() } else { line(one) })?;
        }
    }
    Ok(())
}

struct Chances<'a> {
    manifest: &'a Manifest,
    scale: ScaleName,
    claims: &'a [Claim],
    findings: &'a [Finding],
}

impl GameVisitor for Chances<'_> {
    type Output = Result<Vec<CheckChance>, ExperimentError>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self { manifest, scale, claims, findings } = self;
        planning::chances::<G>(manifest, scale, claims, findings)
    }
}

fn line(one: &CheckChance) -> String {
    let dash = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "-".into(), |value| format!("{value:.digits$}"))
    };
    let figure: String = one.figure.chars().take(46).collect();
    let chance = one.chance;
    // A star: nothing like it was measured yet.
    let spread =
        format!("{:.2}{}", one.spread.of_one, if one.spread.blocks == 0 { "*" } else { "" });
    format!(
        "{:64} {:>6} {:>9} {:>9} {:>7} {:>8} {:>8}",
        format!("  {:16} {figure}", one.claim),
        dash(chance.map(|chance| chance.blocks), 0),
        dash(one.published, 3),
        dash(one.null, 3),
        spread,
        dash(chance.and_then(|chance| chance.as_published), 2),
        dash(chance.and_then(|chance| chance.without_effect), 2),
    )
}

fn object(one: &CheckChance, scale: ScaleName) -> serde_json::Value {
    json!({
        "schema": "conjoin.lab-power/1",
        "scale": scale.as_str(),
        "claim": one.claim,
        "figure": one.figure,
        "published": one.published,
        "null": one.null,
        "band": one.band,
        "spread": one.spread.of_one,
        "spread_blocks": one.spread.blocks,
        "blocks": one.chance.map(|chance| chance.blocks),
        "as_published": one.chance.and_then(|chance| chance.as_published),
        "without_effect": one.chance.and_then(|chance| chance.without_effect),
    })
}
