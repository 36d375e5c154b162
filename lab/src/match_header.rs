//! The header of a match's run file: everything its games depend on.

use std::path::Path;

use conjoin_core::{Game, Variant as _};
use conjoin_engine::{EngineKind, GameName, GameVisitor, Profile};
use conjoin_eval::Playable;
use serde::{Deserialize, Serialize};

use crate::game_record::GameRecord;
use crate::match_runner::MatchPlan;
use crate::openings::{OpeningError, OpeningSet};
use crate::run_file::{Header, file_fingerprint, fingerprint, machine};
use crate::sprt::Sprt;

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
    pub fn of<G: Playable>(profile: &Profile<G>) -> Self {
        let mut text = format!("{:?}", profile.engine);
        if let EngineKind::Outside(engine) = &profile.engine {
            text.extend(engine.command.iter().filter_map(|word| file_fingerprint(Path::new(word))));
        }
        Self { name: profile.name.clone(), hash: fingerprint(text) }
    }
}

/// What the games of a match or a tournament depend on beside their players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSettings {
    /// Name and number of the run file's format.
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
    /// Games planned, for each pairing of a tournament.
    pub games: usize,
    /// Games at the same time.
    pub concurrency: usize,
    /// The machine: its processor and how many cores it has.
    #[serde(default)]
    pub machine: String,
}

impl GameSettings {
    /// Those of a plan, without a schema; `file_plies` is how many moves of an opening file's games
    /// are taken.
    pub fn new<G: Playable>(
        plan: &MatchPlan<G::Position>,
        start: &G::Position,
        openings: &OpeningSet,
        file_plies: usize,
        memory: usize,
        version: &str,
    ) -> Result<Self, OpeningError> {
        let variant = G::variant(start);
        Ok(Self {
            schema: String::new(),
            version: version.into(),
            game: G::NAME.into(),
            size: variant.size(),
            rules: variant.rules(),
            start: start.to_string(),
            limit: plan.conditions.thinking.to_string(),
            grace_ms: plan.conditions.grace.as_millis() as u64,
            max_plies: plan.conditions.max_plies,
            adjudicate: plan.conditions.adjudicate,
            memory,
            openings: openings.to_string(),
            openings_hash: openings.fingerprint::<G>(start, file_plies)?,
            seed: plan.seed,
            games: 2 * plan.openings.len(),
            concurrency: plan.concurrency,
            machine: machine(),
        })
    }

    /// What may change when a run is continued, none of which changes what a game is: these fields,
    /// and the machine where players do not think by the clock.
    pub(crate) fn free(&self, always: &[&'static str]) -> Vec<&'static str> {
        let is_timed = ["time", "clock"].iter().any(|word| self.limit.starts_with(word));
        always.iter().copied().chain((!is_timed).then_some("machine")).collect()
    }

    /// Can this be a game of such a run? A run file may have been edited.
    pub(crate) fn has(&self, game: &GameRecord) -> bool {
        // A game that only its own program knows is for that program to check.
        let Ok(name) = self.game.parse::<GameName>() else { return true };
        name.visit(Soundness { settings: self, game })
    }

    /// The board and the rules.
    pub fn variant<G: Game>(&self) -> Option<G::Variant> {
        let size = self.size.to_string();
        let stated = [("size", size.as_str()), ("rules", self.rules.as_str())];
        // A game may have one board or one set of rules, and no choice of that name.
        let is_choice = |key: &str| G::choices().iter().any(|choice| choice.key == key);
        G::variant_from(stated.into_iter().filter(|(key, _)| is_choice(key))).ok()
    }
}

/// Asks whether a record can be one of a run.
struct Soundness<'a> {
    settings: &'a GameSettings,
    game: &'a GameRecord,
}

impl GameVisitor for Soundness<'_> {
    type Output = bool;

    fn visit<G: Playable>(self) -> bool {
        let variant = self.settings.variant::<G>();
        variant.is_some_and(|variant| self.game.is_sound::<G>(variant))
    }
}

/// The first line of a match's run file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchHeader {
    /// What its games depend on beside the players.
    #[serde(flatten)]
    pub settings: GameSettings,
    /// The first player named.
    pub a: PlayerId,
    /// The other one.
    pub b: PlayerId,
    /// The hypotheses of a sequential test.
    pub sprt: Option<String>,
}

impl MatchHeader {
    /// The header of a match between A and B.
    pub fn new<G: Playable>(
        settings: GameSettings,
        players: &[Profile<G>; 2],
        sprt: Option<Sprt>,
    ) -> Self {
        let [a, b] = players.each_ref().map(PlayerId::of);
        let settings = GameSettings { schema: Self::SCHEMA.into(), ..settings };
        Self { settings, a, b, sprt: sprt.map(|sprt| sprt.to_string()) }
    }
}

impl Header for MatchHeader {
    type Record = GameRecord;
    const SCHEMA: &'static str = "conjoin.match-run/1";

    fn free(&self) -> Vec<&'static str> {
        self.settings.free(&["games", "sprt", "concurrency"])
    }

    fn fault(&self, record: &GameRecord) -> Option<String> {
        let is_sound = self.settings.has(record);
        (!is_sound).then(|| format!("game {} is not one of this match", record.game))
    }
}
