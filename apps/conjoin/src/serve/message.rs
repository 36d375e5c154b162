//! Messages of the pages, and the envelope of answers.

use std::collections::BTreeMap;
use std::time::Duration;

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
    /// Side of the board where no start is given.
    pub size: Option<u8>,
    /// The rules; the usual ones where they are missing.
    pub rules: Option<String>,
    /// Choices of the game by their keys.
    pub options: BTreeMap<String, String>,
    /// The moves.
    pub moves: Vec<String>,
}

/// A game with variations, as the pages keep it.
#[cfg_attr(test, derive(Serialize))]
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeText {
    /// Name of the game; the first that the program knows where it is missing.
    #[serde(default)]
    pub game: Option<String>,
    /// The first position.
    pub start: String,
    /// The rules.
    #[serde(default)]
    pub rules: Option<String>,
    /// Names and values such as `Black` and `Ann`.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    #[serde(default)]
    pub result: Option<String>,
    /// `resignation`, `time` and the like.
    #[serde(default)]
    pub reason: Option<String>,
    /// The nodes; the first is the start, and every other stands after its parent.
    pub nodes: Vec<NodeText>,
}

/// A node of a tree.
#[cfg_attr(test, derive(Serialize))]
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NodeText {
    /// Number of the node before.
    pub parent: usize,
    /// The move; empty for the start.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is said about it.
    pub comment: String,
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
    /// Milliseconds left for Black and White, and added for each move.
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
    /// Left for Black and for White.
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
    /// Whose win is asked for: `black` or `white`; the side to move where it is missing.
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
        /// The text.
        text: String,
    },
    /// One game of a text, with its variations.
    Open {
        /// The text.
        text: String,
        /// Number of the record, from 1.
        number: usize,
    },
    /// A tree as SGF or text.
    Write {
        /// The tree.
        tree: TreeText,
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
    Puzzles,
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
