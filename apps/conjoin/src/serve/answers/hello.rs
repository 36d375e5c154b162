//! What this program can do.

use conjoin_core::Variant as _;
use conjoin_engine::{GameName, GameVisitor, HIGHEST_LEVEL, Profile};
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
    /// Profiles of the first game.
    pub profiles: Vec<ProfileInfo>,
    /// Sets of rules of the first game.
    pub rules: Vec<&'static str>,
    /// The games.
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
#[derive(Clone, Debug, Serialize)]
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
        let games: Vec<_> = GameName::ALL.iter().map(|game| game.visit(Describe)).collect();
        let first = &games[0];
        let rules = first.choices.iter().find(|choice| choice.key == "rules");
        Self {
            version: version::LINE,
            levels: HIGHEST_LEVEL,
            profiles: first.profiles.clone(),
            rules: rules.map_or(Vec::new(), |choice| choice.values.to_vec()),
            games,
            threads: app.most_threads,
            memory: MemoryInfo {
                total: app.budget.total() >> 20,
                largest: app.budget.largest() >> 20,
            },
        }
    }
}

/// Describes a game.
struct Describe;

impl GameVisitor for Describe {
    type Output = GameInfo;

    fn visit<G: Playable>(self) -> GameInfo {
        GameInfo::new::<G>()
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
        }
    }
}
