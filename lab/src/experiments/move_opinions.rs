//! What players think of positions that somebody has commented on.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use conjoin_core::{History, MoveOf, TextForm as _};
use conjoin_engine::{PlayerOptions, Profile, Request, make_player};
use conjoin_eval::Playable;

use super::expression::Call;
use super::identity;
use super::manifest::{ExperimentError, Manifest, PointSpec, Scale};
use super::record::Finding;

/// A question to one profile at one depth.
#[derive(Clone, Debug)]
pub struct PlannedOpinion<G: Playable> {
    /// The position.
    pub point: String,
    /// The profile.
    pub profile: Profile<G>,
    /// The depth.
    pub depth: u32,
    game: History<G::Position>,
    better: Vec<MoveOf<G>>,
    worse: Vec<MoveOf<G>>,
    memory: usize,
}

impl<G: Playable> PlannedOpinion<G> {
    /// All questions about a point at a scale.
    pub fn all(
        manifest: &Manifest,
        spec: &PointSpec,
        scale: &Scale,
    ) -> Result<Vec<Self>, ExperimentError> {
        let bad = |reason: String| ExperimentError::Bad {
            name: format!("{}.toml", manifest.id),
            reason: format!("point {}: {reason}", spec.name),
        };
        let mut game = History::new(G::start(G::Variant::default()));
        for word in spec.moves.split_whitespace() {
            let mv = game.current().parse_move(word).map_err(|e| bad(e.to_string()))?;
            game.push(mv);
        }
        let moves = |texts: &[String]| {
            let parse =
                |text: &String| game.current().parse_move(text).map_err(|e| bad(e.to_string()));
            texts.iter().map(parse).collect::<Result<Vec<_>, _>>()
        };
        let (better, worse) = (moves(&spec.better)?, moves(&spec.worse)?);
        let mut opinions = Vec::new();
        for name in &spec.profiles {
            let profile = manifest.profile::<G>(name)?;
            for less in &spec.less {
                opinions.push(Self {
                    point: spec.name.clone(),
                    profile: profile.clone(),
                    depth: scale.depth.saturating_sub(*less).max(1),
                    game: game.clone(),
                    better: better.clone(),
                    worse: worse.clone(),
                    memory: scale.memory.max(1) << 20,
                });
            }
        }
        opinions.dedup_by_key(|opinion| (opinion.profile.name.clone(), opinion.depth));
        Ok(opinions)
    }

    /// All that it depends on, as text.
    pub fn identity(&self) -> String {
        let Self { profile, depth, memory, game, better, worse, .. } = self;
        let engine = identity::of_engine(&profile.engine);
        format!("{engine} {depth} {memory} {} {better:?} {worse:?}", game.current())
    }

    /// Asks; nothing when it was stopped.
    pub fn run(&self, seed: u64, stop: &AtomicBool) -> Result<Option<Finding>, ExperimentError> {
        let start = Instant::now();
        let best = |moves: &[MoveOf<G>]| -> Result<Option<i32>, ExperimentError> {
            let mut best = None;
            for &mv in moves {
                let mut after = self.game.clone();
                after.push(mv);
                best = best.max(Some(-self.value(
                    &after,
                    self.depth.saturating_sub(1),
                    seed,
                    stop,
                )?));
            }
            Ok(best)
        };
        let better = match best(&self.better)? {
            Some(value) => value,
            None => self.value(&self.game, self.depth, seed, stop)?,
        };
        let worse = best(&self.worse)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        Ok(Some(Finding::Opinion {
            point: self.point.clone(),
            profile: self.profile.name.clone(),
            depth: self.depth,
            better,
            worse,
            seconds: start.elapsed().as_secs_f64(),
        }))
    }

    fn value(
        &self,
        game: &History<G::Position>,
        depth: u32,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<i32, ExperimentError> {
        let options = PlayerOptions { memory_bytes: self.memory, threads: 1, seed };
        let mut player = make_player(&self.profile, &options)?;
        let request = Request { depth: Some(depth.max(1)), ..Request::default() };
        let thought = player.think(game, &request, stop, &mut |_| {})?;
        Ok(thought.score.map_or(0, |score| score.0))
    }
}

/// A value of the better moves, and of the worse ones where moves are compared.
pub type Opinion = (i32, Option<i32>);

/// What players think of each point.
#[derive(Clone, Debug, Default)]
pub struct OpinionData {
    /// Points by name, each with the players' values of better and worse moves, by depth: what a
    /// player thinks at one depth says much about the next, so its opinions are one block.
    pub points: Vec<(String, Vec<Vec<Opinion>>)>,
    /// Points that decide a game.
    pub decisive: i32,
}

impl OpinionData {
    /// The names of its measures.
    pub const MEASURES: [&str; 3] = ["prefers", "even", "margin"];

    /// Gathers opinions by point.
    pub fn new<'r>(
        decisive: i32,
        names: &[String],
        findings: impl Iterator<Item = &'r Finding>,
    ) -> Self {
        let mut points: Vec<(String, BTreeMap<&str, Vec<Opinion>>)> =
            names.iter().map(|name| (name.clone(), BTreeMap::new())).collect();
        for finding in findings {
            if let Finding::Opinion { point, profile, better, worse, .. } = finding
                && let Some((_, players)) = points.iter_mut().find(|(name, _)| name == point)
            {
                players.entry(profile).or_default().push((*better, *worse));
            }
        }
        let blocks = |(name, players): (String, BTreeMap<_, _>)| {
            (name, players.into_values().collect::<Vec<_>>())
        };
        Self { points: points.into_iter().map(blocks).collect(), decisive }
    }

    /// Measures of a point: `prefers(p)`, the part of the opinions that hold the better move for
    /// better, `even(p)`, the part that find the position within a tenth of what decides, and
    /// `margin(p)`, by how many points the better move is better, twice what decides at most.
    pub fn measure(&self, call: &Call, weights: &[Vec<f64>]) -> Option<f64> {
        let (even, largest) = (self.decisive / 10, self.decisive * 2);
        let name = call.arguments.first()?;
        let index = self.points.iter().position(|(known, _)| known == name)?;
        let (mut sum, mut total) = (0.0, 0.0);
        for (opinions, weight) in self.points[index].1.iter().zip(&weights[index]) {
            for (better, worse) in opinions {
                let lead = better - worse.unwrap_or(0);
                sum += weight
                    * match call.name.as_str() {
                        "prefers" => f64::from(u8::from(lead > 0)),
                        "even" => f64::from(u8::from(better.abs() <= even)),
                        "margin" => f64::from(lead.clamp(-largest, largest)),
                        _ => return None,
                    };
                total += weight;
            }
        }
        (total > 0.0).then(|| sum / total)
    }
}
