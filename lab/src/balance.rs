//! Openings that favour neither side: three plies, judged by searches of two evaluators.
//!
//! Source: `erps` 4 plays from 100 three-ply openings, which are not printed.
//! Differs: ours. Random lines, different up to the symmetries of the board, are kept when both
//! judges find the position no further from even than a bound.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::{Position, Symmetric as _};
use conjoin_engine::{PlayerOptions, Profile, Request, make_player};
use conjoin_eval::Playable;

use crate::openings::{Opening, OpeningSet};
use crate::suite_games::{BuildError, usual_player};

/// How openings are judged.
#[derive(Clone, Debug)]
pub struct BalanceConfig {
    /// Openings wanted.
    pub count: usize,
    /// Plies of each.
    pub plies: usize,
    /// The judges.
    pub profiles: Vec<String>,
    /// Iterations of their searches.
    pub depth: u32,
    /// The largest score, in points, that counts as even.
    pub bound: i32,
    /// Seed of the lines.
    pub seed: u64,
}

impl BalanceConfig {
    /// The usual ones: the usual player and the one that published solvers ask are the judges.
    pub fn usual<G: Playable>() -> Self {
        Self {
            count: 100,
            plies: 3,
            profiles: vec![usual_player::<G>(), G::LEAF_PROFILE.into()],
            depth: 8,
            bound: G::DECISIVE * 12 / 100,
            seed: 1,
        }
    }
}

/// An opening and what the judges say, from the side to move.
#[derive(Clone, Debug)]
pub struct Balanced<P: Position> {
    /// The opening.
    pub opening: Opening<P>,
    /// A score for each judge.
    pub scores: Vec<i32>,
}

/// Table of a judge.
const TABLE_BYTES: usize = 32 << 20;
/// Lines looked at for one that is wanted.
const LINES_PER_OPENING: usize = 100;

/// Makes openings; `found` sees each as it comes, with the lines looked at so far.
pub fn build<G: Playable>(
    config: &BalanceConfig,
    stop: &AtomicBool,
    mut found: impl FnMut(&Balanced<G::Position>, usize),
) -> Result<usize, BuildError> {
    let start = G::start(G::Variant::default());
    let set = OpeningSet::Random { plies: config.plies };
    let lines = set.openings::<G>(&start, LINES_PER_OPENING * config.count, 0, config.seed)?;
    let profiles = config.profiles.iter().map(|name| Profile::<G>::load(name));
    let profiles = profiles.collect::<Result<Vec<_>, _>>()?;
    let options = PlayerOptions { memory_bytes: TABLE_BYTES, threads: 1, seed: config.seed };
    let mut judges = Vec::new();
    for profile in &profiles {
        judges.push(make_player(profile, &options)?);
    }
    let request = Request { depth: Some(config.depth), ..Request::default() };
    let mut seen = HashSet::new();
    let mut count = 0;
    for (looked_at, opening) in lines.into_iter().enumerate() {
        if count >= config.count || stop.load(Ordering::Relaxed) {
            break;
        }
        let game = opening.history();
        if !seen.insert(game.current().canonical_key()) {
            continue;
        }
        let mut scores = Vec::new();
        for judge in &mut judges {
            judge.new_game()?;
            let thought = judge.think(&game, &request, stop, &mut |_| {})?;
            let score = thought.score.map_or(i32::MAX, |score| score.0);
            scores.push(score);
            if score.saturating_abs() > config.bound {
                break;
            }
        }
        if scores.len() == judges.len() && scores.iter().all(|s| s.abs() <= config.bound) {
            count += 1;
            found(&Balanced { opening, scores }, looked_at + 1);
        }
    }
    Ok(count)
}
