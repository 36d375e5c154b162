//! The header of a match's run file: everything its games depend on.

use conjoin_engine::{EngineKind, Profile};
use serde::{Deserialize, Serialize};

use crate::run_file::fingerprint;

/// A player, told from all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerId {
    /// The name of its profile.
    pub name: String,
    /// A fingerprint of all that the profile sets.
    pub hash: String,
}

impl PlayerId {
    /// That of a profile; of an outside program the files that its command names are part of it.
    pub fn of(profile: &Profile) -> Self {
        let mut text = format!("{:?}", profile.engine);
        if let EngineKind::Outside(engine) = &profile.engine {
            let files = engine.command.iter().filter_map(|word| std::fs::read(word).ok());
            for file in files {
                text += &fingerprint(file);
            }
        }
        Self { name: profile.name.clone(), hash: fingerprint(text) }
    }
}

/// The first line of a match's run file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchHeader {
    /// Name and number of this format.
    pub schema: String,
    /// Version of the program, with its commit.
    pub version: String,
    /// The game.
    pub game: String,
    /// Side of the board.
    pub size: u8,
    /// The rules.
    pub rules: String,
    /// The start position.
    pub start: String,
    /// The first player named.
    pub a: PlayerId,
    /// The other one.
    pub b: PlayerId,
    /// How long the players may think.
    pub limit: String,
    /// Milliseconds by which a move may come later than allowed.
    pub grace_ms: u64,
    /// Plies after which a game is a draw.
    pub max_plies: usize,
    /// Nodes of the proofs that end games early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<u64>,
    /// Bytes of each player's table.
    pub memory: usize,
    /// The set of openings.
    pub openings: String,
    /// A fingerprint of the set, where it comes from a file.
    pub openings_hash: Option<String>,
    /// The seed of openings and players.
    pub seed: u64,
    /// Games planned.
    pub games: usize,
    /// The hypotheses of a sequential test.
    pub sprt: Option<String>,
    /// Games at the same time.
    pub concurrency: usize,
    /// The machine: its processor and how many cores it has.
    #[serde(default)]
    pub machine: String,
}

impl MatchHeader {
    /// The name and number of the format.
    pub const SCHEMA: &'static str = "conjoin.match-run/1";

    /// What may change when a match is continued: none of it changes what a game is.
    pub fn free(&self) -> Vec<&'static str> {
        free(&["games", "sprt", "concurrency"], &self.limit)
    }
}

/// Fields that may change, and the machine where players do not think by the clock.
pub(crate) fn free(always: &[&'static str], limit: &str) -> Vec<&'static str> {
    let is_timed = ["time", "clock"].iter().any(|word| limit.starts_with(word));
    always.iter().copied().chain((!is_timed).then_some("machine")).collect()
}
