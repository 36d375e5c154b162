//! The games that suites are made of: published ones, and self-play made for the purpose, so that
//! no position comes from a game that anything learns from.

use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::limited_file::ReadError;
use conjoin_core::{Game, History, Outcome};
use conjoin_engine::solve::SolveError;
use conjoin_engine::{EngineError, PlayerOptions, Profile, Request, make_player};
use conjoin_eval::Playable;
use conjoin_games::record::{self, ReplayOptions};

use crate::embedded::{self, Data};
use crate::file_lock::LockError;
use crate::openings::{OpeningError, OpeningSet};

/// Openings of self-play: random moves from the start.
const OPENING_PLIES: usize = 6;
/// Plies after which a game is given up.
pub(crate) const LONGEST_GAME: usize = 250;
/// Table of a player.
pub(crate) const TABLE_BYTES: usize = 32 << 20;

/// Where the published games of a game are, below the folder `data`: its file `*-games.txt`.
pub fn published_path<G: Game>() -> Option<String> {
    let names = embedded::names_in::<Data>(G::NAME);
    let name = names.into_iter().find(|name| name.ends_with("-games") && !name.contains('/'))?;
    Some(format!("{}/{name}.txt", G::NAME))
}

/// The player of self-play where none is named: `basic` if the game has it.
pub fn usual_player<G: Playable>() -> String {
    let names = Profile::<G>::names();
    let usual = ["basic", "champion"].into_iter().find(|name| names.iter().any(|n| n == name));
    usual.unwrap_or_default().to_owned()
}

/// Why no suite was made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// No player.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// No solver.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Another process makes its file.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A file that cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file that cannot be written or gone on with.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
}

/// A published game: where it comes from, its moves and how it ended.
pub type PublishedGame<P> = (String, History<P>, Option<Outcome>);

/// The published games: where each comes from, its moves and how it ended.
pub fn published_games<G: Playable>() -> Vec<PublishedGame<G::Position>> {
    let Some(path) = published_path::<G>() else { return Vec::new() };
    let text = embedded::text::<Data>(&path).unwrap_or_default();
    let records = record::read::<G>(text.as_bytes()).records;
    let replays = records.iter().filter_map(|record| {
        let replay = record.replay(&ReplayOptions::default()).ok()?;
        let source =
            format!("{} game {}", record.tag("Event").unwrap_or_default(), record.number());
        Some((source, replay.history, replay.outcome))
    });
    replays.collect()
}

/// A game of a profile against itself from six random plies. One opening at a time, so that a
/// longer suite begins with the shorter one.
pub fn self_play<G: Playable>(
    profile: &Profile<G>,
    move_nodes: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Result<History<G::Position>, BuildError> {
    let start = G::start(G::Variant::default());
    let set = OpeningSet::Random { plies: OPENING_PLIES };
    let opening = set.openings::<G>(&start, 1, 0, seed)?.remove(0);
    let mut player =
        make_player(profile, &PlayerOptions { memory_bytes: TABLE_BYTES, threads: 1, seed })?;
    let mut history = opening.history();
    let request = Request { nodes: Some(move_nodes), ..Request::default() };
    while history.outcome().is_none()
        && history.moves().len() < LONGEST_GAME
        && !stop.load(Ordering::Relaxed)
    {
        let thought = player.think(&history, &request, stop, &mut |_| {})?;
        let Some(mv) = thought.best_move else { break };
        history.push(mv);
    }
    Ok(history)
}

/// Where a position from self-play comes from, in words.
pub fn self_play_source<G: Playable>(
    profile: &Profile<G>,
    move_nodes: u64,
    seed: u64,
    game: usize,
) -> String {
    format!("self-play {} {move_nodes} nodes seed {seed} game {game}", profile.name)
}
