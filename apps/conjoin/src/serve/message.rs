//! Messages of the pages, and the envelope of answers.

use std::collections::BTreeMap;
use std::time::Duration;

use conjoin_games::record::Outline;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The longest message that is looked at.
pub const LONGEST: usize = 2 << 20;

/// A game: where it started and what was played.
#[cfg_attr(test, derive(Serialize))]
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameText {
    /// Name of the game; the first that the program knows where it is missing.
    pub game: Option<String>,
    /// The first position; the standard start where it is missing.
    pub start: Option<String>,
    /// Size of the board, where the start does not tell it.
    pub size: Option<u8>,
    /// The rules; the usual ones where they are missing.
    pub rules: Option<String>,
    /// Choices of the game by their keys.
    pub options: BTreeMap<String, String>,
    /// The moves.
    pub moves: Vec<String>,
}

/// How long and how an engine may think.
#[cfg_attr(test, derive(Serialize))]
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ThinkText {
    /// The game.
    pub game: GameText,
    /// Profile that thinks.
    pub profile: Option<String>,
    /// Or a level.
    pub level: Option<u8>,
    /// Milliseconds for this move.
    pub time: Option<u64>,
    /// Last iteration.
    pub depth: Option<u32>,
    /// Nodes in all.
    pub nodes: Option<u64>,
    /// Milliseconds left for both sides, and added for each move.
    pub clock: Option<ClockText>,
    /// Lines wanted.
    pub lines: usize,
    /// Is a game waiting for this move?
    pub play: bool,
    /// What would the other side do if it were its turn?
    pub threat: bool,
    /// Threads to use.
    pub threads: Option<usize>,
    /// Mebibytes of table.
    pub memory: Option<usize>,
    /// Seed of what is random.
    pub seed: u64,
}

/// Clocks in milliseconds.
#[cfg_attr(test, derive(Serialize))]
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockText {
    /// Left for the first and the second side.
    pub left: [u64; 2],
    /// Added after each move.
    #[serde(default)]
    pub increment: u64,
}

/// A game that is reviewed.
#[cfg_attr(test, derive(Serialize))]
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewText {
    /// The game.
    pub game: GameText,
    /// Seconds for all of it.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// Threads to use.
    #[serde(default)]
    pub threads: Option<usize>,
    /// Mebibytes of table.
    #[serde(default)]
    pub memory: Option<usize>,
}

/// A question to the solver.
#[cfg_attr(test, derive(Serialize))]
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveText {
    /// The game whose last position is solved.
    pub game: GameText,
    /// The side whose win is asked for; the side to move where it is missing.
    #[serde(default)]
    pub winner: Option<String>,
    /// Seconds at most.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// Is a proof to be made for exploring?
    #[serde(default)]
    pub proof: bool,
    /// Threads to use.
    #[serde(default)]
    pub threads: Option<usize>,
    /// Mebibytes of table.
    #[serde(default)]
    pub memory: Option<usize>,
}

/// What a page asks for.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Ask {
    /// What this program can do.
    Hello,
    /// The last position of a game: moves, result, groups.
    Look {
        /// The game.
        game: GameText,
    },
    /// What a text holds: a position or game records.
    Read {
        /// Name of the game; the first that the program knows where it is missing.
        #[serde(default)]
        game: Option<String>,
        /// The text.
        text: String,
        /// Size of that game's board, where a position alone does not tell it.
        #[serde(default)]
        size: Option<u8>,
        /// Rules of that game by which a position alone is read; the usual ones where they are missing.
        #[serde(default)]
        rules: Option<String>,
    },
    /// One game of a text, with its variations.
    Open {
        /// Name of the game; the first that the program knows where it is missing.
        #[serde(default)]
        game: Option<String>,
        /// The text.
        text: String,
        /// Number of the record, from 1.
        number: usize,
    },
    /// A tree as SGF or text.
    Write {
        /// Name of the game; the first that the program knows where it is missing.
        #[serde(default)]
        game: Option<String>,
        /// The tree.
        tree: Outline,
        /// `sgf` or `text`.
        format: String,
    },
    /// A position as a picture.
    Picture {
        /// The game.
        game: GameText,
        /// A line below the board.
        #[serde(default)]
        caption: Option<String>,
    },
    /// What the features of an evaluator say.
    Explain {
        /// The game.
        game: GameText,
        /// Profile whose evaluator is asked.
        profile: String,
    },
    /// Positions to solve.
    Puzzles {
        /// Name of the game; the first that the program knows where it is missing.
        #[serde(default)]
        game: Option<String>,
    },
    /// What the last proof says after these moves from its root.
    Proof {
        /// Moves from the root of the proof.
        moves: Vec<String>,
    },
    /// The last proof as a file, and whether the referee accepts it.
    ProofFile,
    /// Ends the work that is going on.
    Stop,
    /// Think about a move.
    Think(Box<ThinkText>),
    /// Review a game.
    Review(Box<ReviewText>),
    /// Is this won?
    Solve(Box<SolveText>),
}

impl Ask {
    /// The name of the game that it asks about, where it names one.
    pub fn game(&self) -> Option<&str> {
        match self {
            Self::Look { game } | Self::Picture { game, .. } | Self::Explain { game, .. } => {
                game.game.as_deref()
            }
            Self::Think(text) => text.game.game.as_deref(),
            Self::Review(text) => text.game.game.as_deref(),
            Self::Solve(text) => text.game.game.as_deref(),
            Self::Read { game, .. }
            | Self::Open { game, .. }
            | Self::Write { game, .. }
            | Self::Puzzles { game } => game.as_deref(),
            Self::Hello | Self::Stop | Self::Proof { .. } | Self::ProofFile => None,
        }
    }
}

/// Reads a message: its id, and what it asks for.
pub fn parse(text: &str) -> (Value, Result<Ask, String>) {
    if text.len() > LONGEST {
        let reason = format!("the message is longer than {} MiB", LONGEST >> 20);
        return (Value::Null, Err(reason));
    }
    let mut value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return (Value::Null, Err(format!("the message is not JSON: {error}"))),
    };
    let id = value.as_object_mut().and_then(|fields| fields.remove("id"));
    let id = id.filter(Value::is_u64).unwrap_or(Value::Null);
    let ask = serde_json::from_value(value).map_err(|error| {
        let reason: String = error.to_string().chars().take(300).collect();
        format!("the message cannot be used: {reason}")
    });
    (id, ask)
}

/// The answer to a message.
pub fn answer(id: &Value, body: &impl Serialize) -> String {
    json!({ "id": id, "answer": body }).to_string()
}

/// Something on the way to an answer.
pub fn event(id: &Value, body: &impl Serialize) -> String {
    json!({ "id": id, "event": body }).to_string()
}

/// Why there is no answer.
pub fn error(id: &Value, reason: &str) -> String {
    json!({ "id": id, "error": reason }).to_string()
}

/// An answer as JSON.
pub fn body(answer: &impl Serialize) -> Value {
    json!(answer)
}

/// Milliseconds as a duration, kept within a day.
pub fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number.clamp(1, 86_400_000))
}
