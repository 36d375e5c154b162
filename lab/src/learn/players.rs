//! Many players of one evaluator in a file: what a genetic algorithm leaves, for experiments that need
//! different players of similar strength.

use std::path::Path;

use conjoin_core::limited_file::{self, ReadError};
use conjoin_engine::WeightsFile;
use conjoin_eval::{EvaluatorSet as _, Playable};
use serde::{Deserialize, Serialize};

use super::population::Individual;

/// The version of the format.
const VERSION: u32 = 1;
/// The largest file that is read.
const LARGEST_FILE: u64 = 16 << 20;

/// Players that differ in their weights alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayersFile {
    version: u32,
    /// The game that they play.
    pub game: String,
    /// The kind of their evaluator.
    pub kind: String,
    /// Where they come from.
    pub provenance: String,
    /// The names of the weights.
    pub names: Vec<String>,
    /// The players, the best first.
    pub players: Vec<StoredPlayer>,
}

/// A player in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredPlayer {
    /// Its weights, in the order of the names.
    pub weights: Vec<i32>,
    /// Part of the points that it won in its last generation, 0 to 1.
    pub score: f64,
    /// Games that tell so.
    pub games: u32,
    /// Generation in which it was born.
    pub born: u32,
}

/// Why there are no players.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayersError {
    /// The file cannot be read.
    #[error("players: {0}")]
    Read(#[from] ReadError),
    /// It is no file of players, or of others than were asked for.
    #[error("players {name}: {reason}")]
    Content {
        /// The file.
        name: String,
        /// What is wrong.
        reason: String,
    },
}

impl PlayersFile {
    /// The players of a run, with a sentence on where they come from.
    pub fn new<G: Playable>(
        kind: &str,
        names: Vec<String>,
        players: &[Individual],
        provenance: &str,
    ) -> Self {
        let stored = |player: &Individual| StoredPlayer {
            weights: player.weights.clone(),
            score: (player.score() * 1e4).round() / 1e4,
            games: player.games,
            born: player.born,
        };
        Self {
            version: VERSION,
            game: G::NAME.into(),
            kind: kind.into(),
            provenance: provenance.into(),
            names,
            players: players.iter().map(stored).collect(),
        }
    }

    /// The players in a file.
    pub fn load<G: Playable>(path: &Path) -> Result<Self, PlayersError> {
        let text = limited_file::read_text(path, LARGEST_FILE)?;
        Self::parse::<G>(&text, &path.display().to_string())
    }

    /// The players in a text. `name` names it in messages.
    pub fn parse<G: Playable>(text: &str, name: &str) -> Result<Self, PlayersError> {
        let bad = |reason: String| PlayersError::Content { name: name.into(), reason };
        let file: Self =
            toml::from_str(text).map_err(|error| bad(error.message().replace('\n', " ")))?;
        if file.version != VERSION {
            return Err(bad(format!("version {} is not known: expected {VERSION}", file.version)));
        }
        if file.game != G::NAME {
            return Err(bad(format!("they play {}: expected {}", file.game, G::NAME)));
        }
        file.evaluators::<G>().map_err(bad)?;
        Ok(file)
    }

    /// The evaluators of all players.
    pub fn evaluators<G: Playable>(&self) -> Result<Vec<G::Evaluators>, String> {
        let none = format!("version = 1\nkind = {:?}\nprovenance = \"\"\n[weights]\n", self.kind);
        let base = WeightsFile::parse::<G>(&none, "players").map_err(|error| error.to_string())?;
        let evaluator = |(number, player): (usize, &StoredPlayer)| {
            if player.weights.len() != self.names.len() {
                let (found, wanted) = (player.weights.len(), self.names.len());
                return Err(format!("player {number} has {found} weights: expected {wanted}"));
            }
            let mut file = base.clone();
            for (name, &weight) in self.names.iter().zip(&player.weights) {
                file.set_whole(name, weight);
            }
            file.evaluator::<G>().map_err(|reason| format!("player {number}: {reason}"))
        };
        let evaluators: Result<Vec<G::Evaluators>, String> =
            (1..).zip(&self.players).map(evaluator).collect();
        debug_assert!(evaluators.iter().flatten().all(|evaluator| evaluator.kind() == self.kind));
        evaluators
    }

    /// The file as text.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("players are plain data")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_games::chinese_checkers::ChineseCheckers;
    use conjoin_games::loa::Loa;

    fn players() -> PlayersFile {
        let player = |weights: [i32; 8], half_points: u32| Individual {
            weights: weights.to_vec(),
            mutation: 100,
            crossover: 500,
            born: 3,
            half_points,
            games: 24,
        };
        let names = [
            "step_mobility",
            "jump_mobility",
            "home",
            "near_half",
            "far_half",
            "goal",
            "middle",
            "piece_power",
        ];
        let players = [player([0, 1, 2, 3, 4, 5, 6, 7], 32), player([8; 8], 16)];
        let names = names.map(String::from).to_vec();
        PlayersFile::new::<ChineseCheckers>("learner3", names, &players, "a test")
    }

    #[test]
    fn what_is_written_is_read_again() {
        let file = players();
        let read =
            PlayersFile::parse::<ChineseCheckers>(&file.to_text(), "mine").expect("as written");
        assert_eq!(read, file);
        assert!((file.players[0].score - 0.6667).abs() < 1e-9);
        let evaluators = file.evaluators::<ChineseCheckers>().expect("of a known kind");
        let text = format!("{:?}", evaluators[0]);
        assert!(evaluators.len() == 2 && text.contains("far_half: 4.0"), "{text}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let text = players().to_text();
        for (old, new, says) in [
            ("version = 1", "version = 2", "version 2 is not known"),
            ("game = \"chinese", "game = \"chess", "they play chess-checkers: expected"),
            ("kind = \"learner3", "kind = \"learner4", "learner4"),
            ("\"far_half\"", "\"far\"", "player 1: unknown field"),
            ("weights = [8, ", "weights = [", "player 2 has 7 weights: expected 8"),
        ] {
            assert!(text.contains(old), "{text}");
            let changed = text.replace(old, new);
            let error =
                PlayersFile::parse::<ChineseCheckers>(&changed, "mine").unwrap_err().to_string();
            assert!(error.contains(says) && error.contains("mine"), "{error}");
        }
        let error = PlayersFile::parse::<Loa>(&text, "mine").unwrap_err().to_string();
        assert!(error.contains("expected loa"), "{error}");
        let error = PlayersFile::load::<Loa>(Path::new("no/such.toml")).unwrap_err().to_string();
        assert!(error.contains("no/such.toml"), "{error}");
    }
}
