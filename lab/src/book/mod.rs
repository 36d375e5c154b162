//! Opening books, grown from the start by searches of a profile.
//!
//! Source: `lincke-books`, drop-out expansion. A position is expanded next whose path from the start is the
//! cheapest: a ply costs something, and so does every point that a move on it is worse than the best. What
//! drops out of best play is looked at too, the later the worse it is.
//! Differs: a search of several lines gives all good moves of a position at once, where the source searches
//! each move; only what an owner of the book may come to is expanded, who never plays a move worse than a
//! margin; symmetric positions are one; several positions are expanded at a time, so that threads have work.
//! Measured: `docs/learning.md`.
//!
//! * [`expansion`]: one search of a position;
//! * [`graph`]: the positions so far, their backed-up values, which to expand next, and the book of them.
//!
//! What is searched goes into a run file. A run that goes on asks for the same positions in the same order
//! and finds those in the file: it ends with the same book, however often it was stopped, and whatever the
//! number of threads.

pub mod expansion;
pub mod graph;

use std::collections::HashMap;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use conjoin_engine::{BoxedPlayer, EngineError, EngineKind, PlayerOptions, Profile, make_player};
use conjoin_eval::Playable;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::run_file::{Existing, Header, RunFile, RunFileError, fingerprint};
use crate::work_queue::{self, Sink};
use expansion::Expansion;
use graph::Graph;

/// How a book grows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookConfig {
    /// Positions wanted; a run may be made longer.
    #[serde(skip)]
    pub positions: usize,
    /// Nodes for the search of a position.
    pub nodes: u64,
    /// Moves of a position that the search gives a score.
    pub moves: usize,
    /// Points by which a move of the owner may be worse than the best and is still in the book.
    pub margin: i32,
    /// Points that a ply costs on the way to a position.
    pub ply_cost: i32,
    /// Positions that are expanded at a time.
    pub batch: usize,
    /// Bytes of the table of each search.
    pub table_bytes: usize,
    /// Seed of what is random in the profile.
    pub seed: u64,
}

impl BookConfig {
    /// The usual ones of a game: points are parts of what decides it.
    pub fn usual<G: Playable>() -> Self {
        Self {
            positions: 1000,
            nodes: 100_000,
            moves: 6,
            margin: G::DECISIVE / 50,
            ply_cost: G::DECISIVE / 50,
            batch: 8,
            table_bytes: 32 << 20,
            seed: 1,
        }
    }
}

/// Where a book grows and whom it tells.
pub struct GrowthOptions<'a> {
    /// The run file.
    pub run_file: &'a Path,
    /// Is one that exists continued?
    pub existing: Existing,
    /// Threads that search.
    pub threads: usize,
    /// Told how many positions there are; returns false to stop.
    pub on_position: &'a dyn Fn(usize) -> bool,
}

/// Why a book does not grow.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GrowthError {
    /// No player.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The run file cannot be used.
    #[error(transparent)]
    RunFile(#[from] RunFileError),
    /// A profile whose searches do not serve.
    #[error("profile {profile}: a book needs an engine of our own without a handicap")]
    Profile {
        /// Its name.
        profile: String,
    },
    /// A search that found nothing.
    #[error("position {position}: {nodes} nodes are too few for a first iteration")]
    TooFewNodes {
        /// The position.
        position: String,
        /// The nodes it had.
        nodes: u64,
    },
}

/// The first line of the run file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
struct BookHeader<G: Playable> {
    schema: String,
    game: String,
    variant: String,
    profile: String,
    /// Stands for the evaluator and the search.
    engine: String,
    config: Value,
    #[serde(skip)]
    of: PhantomData<G>,
}

impl<G: Playable> Header for BookHeader<G> {
    type Record = Expansion;
    const SCHEMA: &'static str = "conjoin.book/1";

    fn free(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn fault(&self, record: &Expansion) -> Option<String> {
        let variant = self.variant.parse().unwrap_or_default();
        record.read::<G>(variant).err()
    }
}

/// An engine without what it does not use: a technique that is added to the search later, and that a profile
/// does not use, leaves old run files valid.
fn used(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(fields.map(|(key, value)| (key, used(value))).collect())
        }
        other => other,
    }
}

/// Keeps what was searched.
struct Kept<'a> {
    file: RunFile,
    /// By the text of the position.
    expansions: HashMap<String, Expansion>,
    /// Positions that the graph has.
    known: usize,
    /// Positions of this batch that are done.
    done: usize,
    goes_on: bool,
    options: &'a GrowthOptions<'a>,
}

impl Sink<Expansion, GrowthError> for Kept<'_> {
    fn finished(&mut self, _: usize, expansion: Expansion) -> Result<(), GrowthError> {
        self.file.append(&expansion)?;
        self.expansions.insert(expansion.position.clone(), expansion);
        self.done += 1;
        Ok(())
    }

    fn wants_stop(&mut self) -> bool {
        self.goes_on &= (self.options.on_position)(self.known + self.done);
        !self.goes_on
    }
}

/// Grows a book until it has all positions wanted, it is told to stop, or nothing is left to expand. Gives
/// what was found so far.
pub fn grow<G: Playable>(
    profile: &Profile<G>,
    variant: G::Variant,
    config: &BookConfig,
    options: &GrowthOptions<'_>,
) -> Result<Graph<G>, GrowthError> {
    let mut profile = profile.clone();
    let EngineKind::Own(engine) = &mut profile.engine else {
        return Err(GrowthError::Profile { profile: profile.name });
    };
    if engine.handicap.is_some() {
        return Err(GrowthError::Profile { profile: profile.name });
    }
    engine.book = None;
    let engine = used(json!({"evaluator": engine.evaluator, "search": engine.search}));
    let header = BookHeader::<G> {
        schema: BookHeader::<G>::SCHEMA.into(),
        game: G::NAME.into(),
        variant: variant.to_string(),
        profile: profile.name.clone(),
        engine: fingerprint(engine.to_string()),
        config: serde_json::to_value(config).expect("plain data"),
        of: PhantomData,
    };
    let (file, records) = RunFile::open(options.run_file, &header, options.existing)?;
    let expansions = records.into_iter().map(|record| (record.position.clone(), record)).collect();
    let mut kept = Kept { file, expansions, known: 0, done: 0, goes_on: true, options };
    let mut graph = Graph::<G>::new(variant);
    while graph.len() < config.positions && kept.goes_on {
        let most = config.batch.min(config.positions - graph.len());
        let batch = graph.frontier(config, most);
        if batch.is_empty() {
            break;
        }
        let missing: Vec<G::Position> = batch
            .iter()
            .filter(|position| !kept.expansions.contains_key(&position.to_string()))
            .copied()
            .collect();
        kept.known = graph.len() + batch.len() - missing.len();
        kept.done = 0;
        search_all(&profile, &missing, config, options.threads, &mut kept)?;
        for position in &batch {
            // What a stopped batch has not searched is missing.
            if let Some(expansion) = kept.expansions.get(&position.to_string()) {
                let (depth, moves) = expansion.read::<G>(variant).expect("it was read or made");
                graph.add(*position, depth, &moves);
            }
        }
        kept.known = graph.len();
        kept.done = 0;
        kept.wants_stop();
    }
    Ok(graph)
}

/// Searches positions on several threads.
fn search_all<G: Playable>(
    profile: &Profile<G>,
    positions: &[G::Position],
    config: &BookConfig,
    threads: usize,
    kept: &mut Kept<'_>,
) -> Result<(), GrowthError> {
    if positions.is_empty() {
        return Ok(());
    }
    let options = PlayerOptions { memory_bytes: config.table_bytes, threads: 1, seed: config.seed };
    let search = |player: &mut Option<BoxedPlayer<G>>, task: usize, stop: &AtomicBool| {
        let player = match player {
            Some(player) => player,
            None => player.insert(make_player(profile, &options)?),
        };
        expansion::search::<G>(player, &positions[task], config, stop)
    };
    work_queue::run(positions.len(), threads, &|| None, &search, kept)
}
