//! The header of a match's run file: everything its games depend on.

use std::path::Path;

use conjoin_core::{Game, Variant as _};
use conjoin_engine::{EngineKind, GameName, GameVisitor, Profile, Thinking};
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
    /// How long it may think, where that is not the same for all players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
}

impl PlayerId {
    /// That of a profile, which has the limit of all players; of an outside program the files that its
    /// command names are part of it.
    pub fn of<G: Playable>(profile: &Profile<G>) -> Self {
        let mut text = format!("{:?}", profile.engine);
        if let EngineKind::Outside(engine) = &profile.engine {
            text.extend(engine.command.iter().filter_map(|word| file_fingerprint(Path::new(word))));
        }
        Self { name: profile.name.clone(), hash: fingerprint(text), limit: None }
    }

    /// The limit that it plays with in a run of these settings.
    pub fn limit<'s>(&'s self, settings: &'s GameSettings) -> &'s str {
        self.limit.as_deref().unwrap_or(&settings.limit)
    }
}

/// What the limit of a run is called where its players have different ones.
pub const DIFFERENT_LIMITS: &str = "different limits";

/// The players of a run with their limits, and the limit of all of them. However limits were given, the
/// same ones make the same run.
pub(crate) fn with_limits<G: Playable>(
    players: &[Profile<G>],
    limits: &[Thinking],
) -> (Vec<PlayerId>, String) {
    let are_equal = limits.windows(2).all(|two| two[0] == two[1]);
    let own = |limit: &Thinking| (!are_equal).then(|| limit.to_string());
    let ids = players.iter().map(PlayerId::of).zip(limits);
    let ids = ids.map(|(id, limit)| PlayerId { limit: own(limit), ..id }).collect();
    let all = limits.first().filter(|_| are_equal).map(ToString::to_string);
    (ids, all.unwrap_or_else(|| DIFFERENT_LIMITS.into()))
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
    /// How long the players may think; [`DIFFERENT_LIMITS`] where each player's stands with it.
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
    /// Those of a plan, without schema and limit; `file_plies` is how many moves of an opening file's games
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
            limit: String::new(),
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
    /// and the machine where no player thinks by the clock.
    pub(crate) fn free(&self, always: &[&'static str], players: &[&PlayerId]) -> Vec<&'static str> {
        let is_timed = players.iter().any(|player| {
            let limit = player.limit(self);
            ["time", "clock"].iter().any(|word| limit.starts_with(word))
        });
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
    /// The header of a match between A and B with these limits.
    pub fn new<G: Playable>(
        settings: GameSettings,
        players: &[Profile<G>; 2],
        limits: [Thinking; 2],
        sprt: Option<Sprt>,
    ) -> Self {
        let (ids, limit) = with_limits(players, &limits);
        let [a, b] = ids.try_into().expect("two players were given");
        let settings = GameSettings { schema: Self::SCHEMA.into(), limit, ..settings };
        Self { settings, a, b, sprt: sprt.map(|sprt| sprt.to_string()) }
    }
}

impl Header for MatchHeader {
    type Record = GameRecord;
    const SCHEMA: &'static str = "conjoin.match-run/1";

    fn free(&self) -> Vec<&'static str> {
        self.settings.free(&["games", "sprt", "concurrency"], &[&self.a, &self.b])
    }

    fn fault(&self, record: &GameRecord) -> Option<String> {
        let is_sound = self.settings.has(record);
        (!is_sound).then(|| format!("game {} is not one of this match", record.game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Conditions;
    use crate::openings::OpeningSet;
    use conjoin_games::loa::{Loa, Position, Rules};
    use std::time::Duration;

    fn header(limits: [Thinking; 2]) -> MatchHeader {
        let start = Position::start(8, Rules::OLYMPIAD);
        let conditions = Conditions { thinking: limits, ..Conditions::new(limits[0]) };
        let plan =
            MatchPlan { openings: Vec::new(), conditions, seed: 1, concurrency: 1, sprt: None };
        let settings = GameSettings::new::<Loa>(&plan, &start, &OpeningSet::None, 0, 1, "0");
        let players = [(); 2].map(|()| Profile::<Loa>::load("basic").expect("built in"));
        MatchHeader::new(settings.expect("settings"), &players, limits, None)
    }

    #[test]
    fn limits_stand_with_the_players_where_they_differ_and_only_there() {
        let (depth, nodes) = (Thinking::Depth(4), Thinking::Nodes(300));
        let same = header([nodes, nodes]);
        assert_eq!((same.settings.limit.as_str(), &same.a.limit), ("nodes 300", &None));
        // So it looks like one from before players had limits.
        assert!(!serde_json::to_string(&same.a).expect("plain data").contains("limit"));
        let other = header([depth, nodes]);
        let limits = [&other.a, &other.b].map(|player| player.limit(&other.settings));
        assert_eq!(
            (other.settings.limit.as_str(), limits),
            (DIFFERENT_LIMITS, ["depth 4", "nodes 300"])
        );
    }

    #[test]
    fn the_machine_matters_where_one_player_thinks_by_the_clock() {
        let time = Thinking::MoveTime(Duration::from_millis(50));
        let is_free = |limits| header(limits).free().contains(&"machine");
        assert!(is_free([Thinking::Depth(4), Thinking::Nodes(300)]));
        assert!(!is_free([Thinking::Depth(4), time]) && !is_free([time, time]));
    }
}
