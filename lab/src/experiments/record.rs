//! What is kept of a piece of work: one line of a run file.

use serde::{Deserialize, Serialize};

use super::observations::Values;
use crate::game_record::{Colour, GameRecord};
use crate::move_searches::MoveSearches;

/// A finished piece of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitRecord {
    /// Its name, of which there is one in a run.
    pub unit: String,
    /// A fingerprint of all that the solver, the profile or the two profiles set.
    pub hash: String,
    /// Version of the program, with its commit.
    pub version: String,
    /// The machine.
    pub machine: String,
    /// The seed of the run.
    pub seed: u64,
    /// The run file of another experiment that it was copied from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Seconds that the run had taken when this was finished, all its starts together.
    #[serde(default)]
    pub elapsed: f64,
    /// What was found.
    #[serde(flatten)]
    pub finding: Finding,
}

/// What a piece of work found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Finding {
    /// A solver and a position.
    Solve {
        /// The solver.
        solver: String,
        /// The position's name in its suite.
        position: String,
        /// `proved`, `disproved` or `unknown`.
        result: String,
        /// Nodes as the papers count them.
        nodes: u64,
        /// Positions whose moves were generated.
        expanded: u64,
        /// Bytes of trees and tables.
        memory: u64,
        /// Time.
        seconds: f64,
        /// Processor time; nothing in records from before it was kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cpu_seconds: Option<f64>,
        /// The move that keeps the result, and those that symmetry makes the same; empty where there is none
        /// and in records from before it was kept.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moves: Vec<String>,
    },
    /// A search of a position.
    Search {
        /// The profile.
        profile: String,
        /// The position's name in its suite.
        position: String,
        /// Value at the last depth.
        value: i32,
        /// Depth of each iteration.
        depths: Vec<u32>,
        /// Nodes up to the end of each iteration.
        nodes: Vec<u64>,
        /// Seconds up to the end of each iteration.
        seconds: Vec<f64>,
        /// The same in processor time; empty in records from before it was kept.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cpu_seconds: Vec<f64>,
    },
    /// A game of a match.
    Game {
        /// The match.
        #[serde(rename = "match")]
        of: String,
        /// Legal moves of all positions in which a player had to move, the opening included.
        choices: u64,
        /// Men on the board at the end.
        men: u32,
        /// The game.
        #[serde(flatten)]
        game: GameRecord,
    },
    /// What a profile thinks of a position.
    Opinion {
        /// The position.
        point: String,
        /// The profile.
        profile: String,
        /// The depth.
        depth: u32,
        /// Value of the best of the moves said to be better, from the mover's side; of the position
        /// itself where no moves are compared.
        better: i32,
        /// Value of the best of the moves said to be worse.
        worse: Option<i32>,
        /// Time.
        seconds: f64,
    },
    /// Numbers that an observer found.
    Observation {
        /// The observer.
        of: String,
        /// The block: a position, a seed, a board.
        block: String,
        /// The numbers by name.
        values: Values,
        /// Time.
        seconds: f64,
    },
}

/// The last columns of every tidy table: where a row comes from.
pub const PROVENANCE: [&str; 4] = ["hash", "version", "machine", "seed"];

impl UnitRecord {
    /// Its cells of the columns of [`PROVENANCE`].
    pub fn provenance(&self) -> [String; PROVENANCE.len()] {
        let Self { hash, version, machine, seed, .. } = self.clone();
        [hash, version, machine, seed.to_string()]
    }
}

/// The first columns of the tidy table of a kind of work.
pub const HEADINGS: [(&str, &[&str]); 5] = [
    (
        "solve",
        &["solver", "position", "result", "nodes", "expanded", "seconds", "cpu_seconds", "moves"],
    ),
    ("search", &["profile", "position", "depth", "nodes", "seconds", "cpu_seconds"]),
    (
        "game",
        &[
            "match",
            "game",
            "pair",
            "a_colour",
            "result",
            "score",
            "reason",
            "plies",
            "choices",
            "men",
            "a_nodes",
            "b_nodes",
            "a_seconds",
            "b_seconds",
            "moves",
        ],
    ),
    ("opinion", &["point", "profile", "depth", "better", "worse", "seconds"]),
    ("observation", &["observer", "block", "name", "value", "seconds"]),
];

/// The tidy table of the moves of games, with what was told of the search behind each.
pub const MOVE_HEADINGS: (&str, &[&str]) =
    ("move", &["match", "game", "ply", "player", "move", "depth", "nodes", "ms", "score"]);

impl Finding {
    /// Which kind of work it is, as [`HEADINGS`] has it.
    pub fn kind(&self) -> usize {
        match self {
            Self::Solve { .. } => 0,
            Self::Search { .. } => 1,
            Self::Game { .. } => 2,
            Self::Opinion { .. } => 3,
            Self::Observation { .. } => 4,
        }
    }

    /// Its rows of the table of moves: none where nothing was kept of them.
    pub fn move_rows(&self) -> Vec<Vec<String>> {
        let Self::Game { of, game, .. } = self else { return Vec::new() };
        let MoveSearches { move_depths, move_nodes, move_ms, move_scores } = &game.searches;
        let told = move_depths.iter().zip(move_nodes).zip(move_ms).zip(move_scores);
        let moves = game.moves.split_whitespace().enumerate().skip(game.opening_plies);
        let row = |((ply, mv), (((depth, nodes), ms), score)): ((usize, &str), _)| {
            let score: &Option<i32> = score;
            let is_a = (ply % 2 == 0) == (game.a_colour == Colour::Black);
            vec![
                of.clone(),
                game.game.to_string(),
                (ply + 1).to_string(),
                if is_a { "a" } else { "b" }.to_owned(),
                mv.to_owned(),
                u32::to_string(depth),
                u64::to_string(nodes),
                u64::to_string(ms),
                score.map_or(String::new(), |score| score.to_string()),
            ]
        };
        moves.zip(told).map(row).collect()
    }

    /// Its rows of the tidy table.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let short = |seconds: f64| format!("{seconds:.4}");
        match self {
            Self::Solve {
                solver,
                position,
                result,
                nodes,
                expanded,
                seconds,
                cpu_seconds,
                moves,
                ..
            } => vec![vec![
                solver.clone(),
                position.clone(),
                result.clone(),
                nodes.to_string(),
                expanded.to_string(),
                short(*seconds),
                cpu_seconds.map_or(String::new(), short),
                moves.join(" "),
            ]],
            Self::Search { profile, position, depths, nodes, seconds, cpu_seconds, .. } => depths
                .iter()
                .zip(nodes)
                .zip(seconds)
                .enumerate()
                .map(|(i, ((depth, nodes), seconds))| {
                    vec![
                        profile.clone(),
                        position.clone(),
                        depth.to_string(),
                        nodes.to_string(),
                        short(*seconds),
                        cpu_seconds.get(i).map_or(String::new(), |seconds| short(*seconds)),
                    ]
                })
                .collect(),
            Self::Game { of, choices, men, game } => vec![vec![
                of.clone(),
                game.game.to_string(),
                game.pair.to_string(),
                format!("{:?}", game.a_colour).to_lowercase(),
                game.result.clone(),
                game.score.to_string(),
                game.reason.to_string(),
                game.plies.to_string(),
                choices.to_string(),
                men.to_string(),
                game.a_nodes.to_string(),
                game.b_nodes.to_string(),
                short(game.a_seconds),
                short(game.b_seconds),
                game.moves.clone(),
            ]],
            Self::Opinion { point, profile, depth, better, worse, seconds } => vec![vec![
                point.clone(),
                profile.clone(),
                depth.to_string(),
                better.to_string(),
                worse.map_or(String::new(), |worse| worse.to_string()),
                short(*seconds),
            ]],
            Self::Observation { of, block, values, seconds } => values
                .iter()
                .map(|(name, value)| {
                    let (name, value) = (name.clone(), value.to_string());
                    vec![of.clone(), block.clone(), name, value, short(*seconds)]
                })
                .collect(),
        }
    }
}
