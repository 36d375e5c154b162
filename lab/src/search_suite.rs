//! Suites of positions from all phases of games, for tests of the search.
//!
//! Source: `winands-thesis` 6.5.1 and 7.3 test on 171 positions and validate on 156 others, which
//! are not printed.
//! Differs: ours. One position a game, at a ply that every ply of the game is equally likely to
//! be, from the opening to a few plies before the end; the published games first, then self-play.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::{History, Symmetric};
use conjoin_engine::Profile;
use conjoin_eval::Playable;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::suite_games::{BuildError, published_games, self_play, self_play_source, usual_player};

/// What a suite is made of.
#[derive(Clone, Debug)]
pub struct SearchSuiteConfig {
    /// Positions wanted.
    pub count: usize,
    /// First ply that is taken.
    pub first_ply: usize,
    /// Plies before the end of the game that are left out.
    pub last_plies: usize,
    /// Nodes a move in self-play.
    pub move_nodes: u64,
    /// The player of self-play.
    pub profile: String,
    /// Seed of openings and choices.
    pub seed: u64,
}

impl SearchSuiteConfig {
    /// The usual ones.
    pub fn usual<G: Playable>() -> Self {
        Self {
            count: 171,
            first_ply: 4,
            last_plies: 4,
            move_nodes: 20_000,
            profile: usual_player::<G>(),
            seed: 1,
        }
    }
}

/// A position for a suite.
#[derive(Clone, Debug)]
pub struct SearchPosition<P> {
    /// The position.
    pub position: P,
    /// The game it is from, and where.
    pub source: String,
}

/// Makes a suite; `found` sees each position as it comes. Ends early when `stop` is set.
pub fn build<G: Playable>(
    config: &SearchSuiteConfig,
    stop: &AtomicBool,
    mut found: impl FnMut(&SearchPosition<G::Position>),
) -> Result<usize, BuildError> {
    let mut rng = ChaCha8Rng::seed_from_u64(config.seed);
    let mut seen = HashSet::new();
    let mut count = 0;
    let mut take = |game: &History<G::Position>, source: &str, count: &mut usize| {
        if let Some(chosen) = choose(config, game, source, &mut rng)
            && *count < config.count
            && seen.insert(chosen.position.canonical_key())
        {
            *count += 1;
            found(&chosen);
        }
    };
    // The published games belong to the first suite alone, so that suites have no game in common.
    if config.seed == 1 {
        for (source, game, _) in published_games::<G>() {
            take(&game, &source, &mut count);
        }
    }
    let profile = Profile::<G>::load(&config.profile)?;
    let mut game = 0_usize;
    while count < config.count && !stop.load(Ordering::Relaxed) {
        let seed = config.seed.wrapping_mul(2_000_003).wrapping_add(game as u64);
        let history = self_play(&profile, config.move_nodes, seed, stop)?;
        let source = self_play_source(&profile, config.move_nodes, config.seed, game);
        if history.outcome().is_some() {
            take(&history, &source, &mut count);
        }
        game += 1;
    }
    Ok(count)
}

/// A position of a game, every ply being equally likely.
fn choose<P: Symmetric>(
    config: &SearchSuiteConfig,
    game: &History<P>,
    source: &str,
    rng: &mut ChaCha8Rng,
) -> Option<SearchPosition<P>> {
    let last = game.positions().len().checked_sub(1 + config.last_plies)?;
    if last < config.first_ply {
        return None;
    }
    let ply = config.first_ply + rng.random_range(0..(last + 1 - config.first_ply) as u32) as usize;
    let position = game.positions()[ply];
    Some(SearchPosition {
        position,
        source: format!("{source}, ply {ply} of {}", game.moves().len()),
    })
}
