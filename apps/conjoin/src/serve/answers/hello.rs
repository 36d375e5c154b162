//! What this program can do.

use conjoin_core::Variant as _;
use conjoin_engine::{HIGHEST_LEVEL, Profile};
use conjoin_eval::Playable;
use serde::Serialize;

use crate::serve::App;
use crate::version;

/// What this program can do.
#[derive(Debug, Serialize)]
pub struct Hello {
    /// Version and commit.
    pub version: &'static str,
    /// The highest level.
    pub levels: u8,
    /// The games, the usual one first.
    pub games: Vec<GameInfo>,
    /// Most threads of one search.
    pub threads: usize,
    /// Room for tables.
    pub memory: MemoryInfo,
}

/// A game that the program knows.
#[derive(Debug, Serialize)]
pub struct GameInfo {
    /// The word in messages.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Names of the sides.
    pub sides: [&'static str; 2],
    /// What can be chosen for a new game.
    pub choices: Vec<Choice>,
    /// Engines that play it.
    pub profiles: Vec<ProfileInfo>,
    /// Forms of its records, the usual one first: `sgf`, `text`.
    pub formats: Vec<&'static str>,
}

/// Something to choose of a game.
#[derive(Debug, Serialize)]
pub struct Choice {
    /// The word in messages.
    pub key: &'static str,
    /// The word for people.
    pub title: &'static str,
    /// A line about it.
    pub help: &'static str,
    /// What can be chosen.
    pub values: &'static [&'static str],
    /// The usual value.
    pub default: String,
    /// What it changes: `board`, `rules` or `start`.
    pub part: &'static str,
}

/// An engine that can be asked.
#[derive(Debug, Serialize)]
pub struct ProfileInfo {
    /// Its name.
    pub name: String,
    /// A line about it.
    pub description: String,
}

/// Room for tables, in mebibytes.
#[derive(Debug, Serialize)]
pub struct MemoryInfo {
    /// Of all tabs together.
    pub total: usize,
    /// Of one table.
    pub largest: usize,
}

impl Hello {
    /// What this program can do.
    pub fn new(app: &App) -> Self {
        Self {
            version: version::LINE,
            levels: HIGHEST_LEVEL,
            games: app.games.iter().map(|game| (game.describe)()).collect(),
            threads: app.most_threads,
            memory: MemoryInfo {
                total: app.budget.total() >> 20,
                largest: app.budget.largest() >> 20,
            },
        }
    }
}

impl GameInfo {
    /// What pages have to know of a game.
    pub fn new<G: Playable>() -> Self {
        let usual = G::Variant::default();
        let choices = G::choices().iter().map(|choice| Choice {
            key: choice.key,
            title: choice.title,
            help: choice.help,
            values: choice.values,
            default: usual.get(choice.key).unwrap_or_default(),
            part: choice.part.name(),
        });
        // Levels are asked for by their number.
        let profiles = Profile::<G>::names()
            .into_iter()
            .filter_map(|name| Profile::<G>::load(&name).ok())
            .filter(|profile| !profile.name.starts_with("level-"))
            .map(|profile| ProfileInfo { name: profile.name, description: profile.description });
        Self {
            name: G::NAME,
            title: G::TITLE,
            sides: G::SIDES,
            choices: choices.collect(),
            profiles: profiles.collect(),
            formats: G::SGF.map(|_| "sgf").into_iter().chain(["text"]).collect(),
        }
    }
}
