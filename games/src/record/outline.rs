//! A game with its variations as a flat list of nodes: what a program that edits games holds.
//!
//! The main line stands first, so that it is whole where a large record is cut. Every walk is a
//! loop with limits that nodes without a move count against too.

use conjoin_core::{
    Game, History, MoveOf, Outcome, Position as _, Side, TextForm, Variant, VariantError,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::replay::{parse_action, pass_due};
use super::start::set_rules;
use super::{Action, Entry, Format, Record, RecordError, RecordProblem, Recorded, ReplayOptions};
use crate::sgf::{NodeId, shorten};

/// Games of one text that are listed.
const MOST_GAMES: usize = 2000;
/// Nodes of one outline, and of a record that are looked at.
const MOST_NODES: usize = 20_000;
/// Moves of one line.
const LONGEST_LINE: usize = 4000;
/// Problems that are told one by one.
const MOST_PROBLEMS: usize = 200;

/// A game with variations, comments and tags.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outline {
    /// The first position.
    pub start: String,
    /// The side of the board; what the first position says where it is missing.
    #[serde(default)]
    pub size: Option<u8>,
    /// The rules; the usual ones where they are missing.
    #[serde(default)]
    pub rules: Option<String>,
    /// Names and values such as `Event` and `Club evening`.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    #[serde(default)]
    pub result: Option<String>,
    /// Why the game ended: `resignation`, `time` and the like.
    #[serde(default)]
    pub reason: Option<String>,
    /// The nodes; the first is the start, and every other stands after its parent.
    pub nodes: Vec<OutlineNode>,
    /// What of the record is not in the nodes, and why.
    #[serde(default)]
    pub problems: Vec<String>,
}

/// A node of an [`Outline`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OutlineNode {
    /// The number of the node before.
    pub parent: usize,
    /// The move; empty for the start.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is said about it.
    pub comment: String,
}

/// What a text holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Contents {
    /// A position alone.
    Position {
        /// Its text as the game writes it.
        position: String,
    },
    /// Game records.
    Games {
        /// The first of them, and those that cannot be read after the others.
        games: Vec<GameSummary>,
        /// How many there are, those that cannot be read included.
        total: usize,
    },
}

/// How well a text fits a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It names another game.
    Foreign,
    /// It may be of this game, but nothing of it can be played.
    Broken,
    /// It has a position or a game that can be played.
    Playable,
}

/// A line about a game record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GameSummary {
    /// The number of the record in its text, from 1.
    pub number: usize,
    /// The name of the first player.
    pub first: Option<String>,
    /// The name of the second player.
    pub second: Option<String>,
    /// Where it was played.
    pub event: Option<String>,
    /// When it was played.
    pub date: Option<String>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: Option<&'static str>,
    /// Why it ended.
    pub ending: Option<String>,
    /// Moves of its main line; 0 when that is not legal.
    pub moves: usize,
    /// What is wrong with it.
    pub problem: Option<String>,
    /// Does it name another game?
    #[serde(skip)]
    pub is_foreign: bool,
}

/// Why a text is no outline or an outline no file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OutlineError {
    /// The text has neither.
    #[error("the text holds no game record and no position")]
    Empty,
    /// The text has fewer games.
    #[error("there is no game {number} in this text")]
    NoGame {
        /// The number that was asked for.
        number: usize,
    },
    /// The record is not right.
    #[error("{}", placed(.0))]
    Record(#[from] RecordProblem),
    /// A position that cannot be read.
    #[error("{reason}")]
    Position {
        /// What is wrong with it, in the words of the game.
        reason: String,
    },
    /// A board or rules that the game does not have.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A node before its parent.
    #[error("node {node} stands before its parent {parent}")]
    Order {
        /// The number of the node.
        node: usize,
        /// The number of its parent.
        parent: usize,
    },
    /// A move that is not legal.
    #[error("node {node}: {reason}")]
    Move {
        /// The number of the node.
        node: usize,
        /// What is wrong with it, in the words of the game.
        reason: String,
    },
    /// More nodes than any game.
    #[error("the tree has more than {MOST_NODES} nodes")]
    TooManyNodes,
    /// The game has no such format.
    #[error(transparent)]
    Format(#[from] RecordError),
}

fn placed(problem: &RecordProblem) -> String {
    match problem.place_text() {
        place if place.is_empty() => problem.error.to_string(),
        place => format!("{place}: {}", problem.error),
    }
}

impl Contents {
    /// Finds out what a text holds: a position on a line of its own, which is read by the rules of a
    /// variant, or games.
    pub fn of<G: Recorded>(text: &str, variant: G::Variant) -> Result<Self, OutlineError> {
        let line = text.trim();
        let position = G::parse(line, variant);
        if let (Ok(position), false) = (&position, line.contains('\n')) {
            return Ok(Self::Position { position: position.to_string() });
        }
        let read = super::read::<G>(text.as_bytes());
        if read.records.is_empty() {
            // A line with a slash is meant to be a position.
            return Err(match (position, read.problems.into_iter().next()) {
                (Err(error), _) if line.contains('/') && !line.contains(['\n', '(']) => {
                    OutlineError::Position { reason: error.to_string() }
                }
                (_, Some(problem)) => problem.into(),
                (_, None) => OutlineError::Empty,
            });
        }
        let broken = |problem: &RecordProblem| GameSummary {
            number: problem.record,
            problem: Some(problem.error.to_string()),
            ..GameSummary::default()
        };
        let mut games: Vec<_> = read.records.iter().take(MOST_GAMES).map(summary).collect();
        games.extend(read.problems.iter().take(MOST_GAMES).map(broken));
        Ok(Self::Games { games, total: read.total })
    }

    /// How well it fits the game that the text was read for.
    pub fn fit(&self) -> Fit {
        let Self::Games { games, .. } = self else { return Fit::Playable };
        let fit = |game: &GameSummary| match game.problem {
            None => Fit::Playable,
            Some(_) if game.is_foreign => Fit::Foreign,
            Some(_) => Fit::Broken,
        };
        games.iter().map(fit).max().unwrap_or(Fit::Foreign)
    }
}

fn summary<G: Recorded>(record: &Record<G>) -> GameSummary {
    let mut summary = GameSummary {
        number: record.number(),
        first: record.player(Side::First),
        second: record.player(Side::Second),
        event: record.tag("Event"),
        date: record.tag("Date"),
        ..GameSummary::default()
    };
    match record.replay(&ReplayOptions::default()) {
        Ok(replay) => {
            summary.result = replay.outcome.map(Outcome::as_str);
            summary.ending = replay.ending.map(|ending| ending.to_string());
            summary.moves = replay.moves().len();
        }
        Err(problem) => {
            summary.is_foreign = matches!(problem.error, RecordError::WrongGame { .. });
            summary.problem = Some(placed(&problem));
        }
    }
    summary
}

impl Outline {
    /// One game of a text, by its number from 1.
    pub fn open<G: Recorded>(text: &str, number: usize) -> Result<Self, OutlineError> {
        let read = super::read::<G>(text.as_bytes());
        let found = read.records.iter().find(|record| record.number() == number);
        Ok(Self::of(found.ok_or(OutlineError::NoGame { number })?)?)
    }

    /// The outline of a record. A move that is not legal ends its line, with a problem.
    pub fn of<G: Recorded>(record: &Record<G>) -> Result<Self, RecordProblem> {
        record.expect_game()?;
        let rules = record.stated_rules()?.unwrap_or_default();
        let start = record.start_position(rules)?;
        let mut walk = Walk {
            record,
            nodes: vec![OutlineNode::default()],
            game: History::new(start),
            problems: Vec::new(),
            more_problems: 0,
        };
        walk.run();
        let replay = record.replay(&ReplayOptions::default()).ok();
        let outcome = replay.as_ref().and_then(|replay| replay.outcome);
        let ending = replay.and_then(|replay| replay.ending);
        Ok(Self {
            start: start.to_string(),
            size: Some(G::variant(&start).size()),
            rules: Some(rules.rules()),
            tags: record.tags(),
            result: outcome.map(|outcome| outcome.as_str().to_owned()),
            reason: ending.map(|ending| ending.to_string()),
            nodes: walk.nodes,
            problems: walk.problems,
        })
    }

    /// The game as a record.
    pub fn to_record<G: Recorded>(&self) -> Result<Record<G>, OutlineError> {
        if self.nodes.len() > MOST_NODES {
            return Err(OutlineError::TooManyNodes);
        }
        let start = self.start_position::<G>()?;
        let mut record = Record::new(&start);
        let mut places: Vec<(NodeId, G::Position)> = Vec::with_capacity(self.nodes.len());
        for (i, node) in self.nodes.iter().enumerate() {
            let (id, position) = if i == 0 {
                (NodeId::ROOT, start)
            } else {
                let Some((parent, before)) = places.get(node.parent).copied() else {
                    return Err(OutlineError::Order { node: i, parent: node.parent });
                };
                let mv = before.parse_move(&node.mv).map_err(|error| {
                    let reason = error.to_string();
                    OutlineError::Move { node: i, reason }
                })?;
                (record.add_move(parent, &before, mv), before.play(mv))
            };
            if !node.comment.trim().is_empty() {
                record.add_comment(id, &node.comment);
            }
            places.push((id, position));
        }
        // The result and its reason are stated once, below.
        let is_result =
            |name: &str| matches!(name, "Result" | "Termination") && self.result.is_some();
        for (name, value) in self.tags.iter().filter(|(name, _)| !is_result(name)) {
            record.set_tag(name, value);
        }
        let outcomes = [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];
        let stated = |outcome: &Outcome| self.result.as_deref() == Some(outcome.as_str());
        record.set_result(outcomes.into_iter().find(stated), self.reason.as_deref());
        Ok(record)
    }

    /// The game as a file.
    pub fn write<G: Recorded>(&self, format: Format) -> Result<String, OutlineError> {
        Ok(super::write(&[self.to_record::<G>()?], format)?)
    }

    fn start_position<G: Game>(&self) -> Result<G::Position, OutlineError> {
        let mut variant = G::Variant::default();
        if let Some(size) = self.size.filter(|&size| size != variant.size()) {
            variant.set("size", &size.to_string())?;
        }
        if let Some(rules) = &self.rules {
            set_rules(&mut variant, rules)?;
        }
        G::parse(&self.start, variant)
            .map_err(|error| OutlineError::Position { reason: error.to_string() })
    }
}

/// A node of the record that is still to be looked at.
struct Visit {
    id: NodeId,
    /// The node of the outline that it continues.
    parent: usize,
    /// Moves before it.
    plies: usize,
}

struct Walk<'a, G: Recorded> {
    record: &'a Record<G>,
    nodes: Vec<OutlineNode>,
    game: History<G::Position>,
    problems: Vec<String>,
    more_problems: usize,
}

/// The limit of nodes is reached.
struct Full;

impl<G: Recorded> Walk<'_, G> {
    fn run(&mut self) {
        let mut todo = vec![Visit { id: NodeId::ROOT, parent: 0, plies: 0 }];
        let mut visited = 0;
        let mut is_cut = false;
        while let Some(Visit { id, parent, plies }) = todo.pop() {
            while self.game.moves().len() > plies {
                self.game.pop();
            }
            visited += 1;
            match if visited > MOST_NODES { Err(Full) } else { self.enter(id, parent) } {
                Ok(Some(parent)) => {
                    let plies = self.game.moves().len();
                    let first_new = todo.len();
                    let children = self.record.tree().children(id);
                    todo.extend(children.map(|id| Visit { id, parent, plies }));
                    todo[first_new..].reverse();
                }
                Ok(None) => {}
                Err(Full) => {
                    is_cut = true;
                    break;
                }
            }
        }
        if self.more_problems > 0 {
            self.problems.push(format!("and {} more problems", self.more_problems));
        }
        if is_cut {
            let cut = format!("the game has more than {MOST_NODES} nodes: the rest is left out");
            self.problems.insert(0, cut);
        }
    }

    /// Plays the moves of a node and adds them; gives the last of them, or nothing when one cannot
    /// be played.
    fn enter(&mut self, id: NodeId, parent: usize) -> Result<Option<usize>, Full> {
        let mut last = parent;
        for entry in self.record.entries(id) {
            let action = entry.action();
            if !matches!(action, Action::Pass | Action::Move { .. }) {
                continue;
            }
            if let Some(pass) = pass_due::<G>(self.game.current(), entry.side)
                && G::ending(&self.game).is_none()
            {
                last = self.add(last, pass)?;
            }
            match self.legal_move(&entry, &action) {
                Ok(mv) => last = self.add(last, mv)?,
                Err(problem) if self.problems.len() < MOST_PROBLEMS => {
                    self.problems.push(problem);
                    return Ok(None);
                }
                Err(_) => {
                    self.more_problems += 1;
                    return Ok(None);
                }
            }
        }
        if let Some(comment) = self.record.comment(id) {
            // What is said at the root is said before its moves.
            let node = if id == NodeId::ROOT { parent } else { last };
            let before = &mut self.nodes[node].comment;
            if !before.is_empty() {
                before.push('\n');
            }
            before.push_str(&comment);
        }
        Ok(Some(last))
    }

    /// The move of an entry where the game stands, or what is wrong with it.
    fn legal_move(&self, entry: &Entry<'_>, action: &Action<'_>) -> Result<MoveOf<G>, String> {
        let position = self.game.current();
        let turn = position.side_to_move();
        let text = shorten(entry.text.trim());
        if turn != entry.side {
            return Err(format!("{text}: it is the turn of {}", G::side_key(turn)));
        }
        if G::ending(&self.game).is_some() {
            return Err(format!("{text:?} comes after the end of the game"));
        }
        if self.game.moves().len() >= LONGEST_LINE {
            return Err(format!("{text:?} comes after {LONGEST_LINE} moves"));
        }
        parse_action::<G>(position, action).map_err(|error| error.to_string())
    }

    /// Makes a move and adds its node.
    fn add(&mut self, parent: usize, mv: MoveOf<G>) -> Result<usize, Full> {
        if self.nodes.len() >= MOST_NODES {
            return Err(Full);
        }
        let mv_text = self.game.current().format_move(mv);
        self.game.push(mv);
        self.nodes.push(OutlineNode { parent, mv: mv_text, comment: String::new() });
        Ok(self.nodes.len() - 1)
    }
}
