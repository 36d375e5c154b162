//! One game between two players, refereed here.
//!
//! The referee trusts nobody: it checks every move by the rules, measures the time itself, and
//! finds every end of the game, repetition included. An illegal move, an error, a panic, silence
//! and an answer that comes too late lose the game. A game that reaches the cap on its length is a
//! draw and is counted as such.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use conjoin_core::{History, Outcome, Position, Side, TextForm as _};
use conjoin_engine::{Clock, Request};
use conjoin_eval::Playable;
use serde::{Deserialize, Serialize};

use crate::adjudication::Adjudicator;
use crate::player_thread::{PlayerThread, Reply};

/// How long the players may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    /// Iterations for each move.
    Depth(u32),
    /// Nodes for each move.
    Nodes(u64),
    /// Time for each move.
    MoveTime(Duration),
    /// Time for all moves of a player.
    Clock {
        /// At the start.
        time: Duration,
        /// Added after each move.
        increment: Duration,
    },
}

/// The conditions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// How long the players may think.
    pub thinking: Thinking,
    /// How much later than allowed an answer may come: what the machine needs to pass it on.
    pub grace: Duration,
    /// How long a move may take when depth or nodes are its only limit.
    pub patience: Duration,
    /// Plies after which the game is a draw, those of the opening included.
    pub max_plies: usize,
    /// Nodes of a proof search before each move: a proved win ends the game.
    pub adjudicate: Option<u64>,
}

impl Conditions {
    /// The usual conditions.
    pub fn new(thinking: Thinking) -> Self {
        Self {
            thinking,
            grace: Duration::from_millis(100),
            patience: Duration::from_mins(10),
            max_plies: 400,
            adjudicate: None,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Reason {
    /// By the rules, for the reason that the game names.
    Rules(String),
    /// The side to move wins by force, as a proof says.
    Proof,
    /// The game reached [`Conditions::max_plies`].
    TooLong,
    /// A move that is not legal, or none.
    IllegalMove,
    /// An answer that came too late or never.
    Time,
    /// A player that failed.
    Error,
}

impl Reason {
    /// The words of all reasons but those of the rules.
    const WORDS: [(Self, &str); 5] = [
        (Self::Proof, "proof"),
        (Self::TooLong, "too-long"),
        (Self::IllegalMove, "illegal-move"),
        (Self::Time, "time"),
        (Self::Error, "error"),
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(code) => f.pad(code),
            other => {
                let known = Self::WORDS.iter().find(|(reason, _)| reason == other);
                f.pad(known.map_or("", |(_, word)| word))
            }
        }
    }
}

impl From<Reason> for String {
    fn from(reason: Reason) -> Self {
        reason.to_string()
    }
}

impl From<String> for Reason {
    fn from(word: String) -> Self {
        let known = Self::WORDS.into_iter().find(|(_, known)| *known == word);
        known.map_or(Self::Rules(word), |(reason, _)| reason)
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct PlayedGame<P: Position> {
    /// All moves, those of the opening included.
    pub history: History<P>,
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// Time that each side used.
    pub used: [Duration; 2],
    /// Nodes that each side told of.
    pub nodes: [u64; 2],
    /// The longest that each side thought about a move.
    pub longest: [Duration; 2],
    /// What went wrong, with the last words of the player it went wrong with.
    pub failure: Option<String>,
}

/// Plays a game on from its opening. The players are the first and the second.
/// Nothing when it was called off.
pub fn play<G: Playable>(
    opening: &History<G::Position>,
    players: &mut [&mut PlayerThread<G::Position>; 2],
    conditions: &Conditions,
    called_off: &AtomicBool,
) -> Option<PlayedGame<G::Position>> {
    let mut referee = Referee::<G>::new(opening.clone(), conditions);
    for side in Side::BOTH {
        match players[side.index()].new_game(called_off) {
            Reply::Answered { .. } => {}
            Reply::CalledOff => return None,
            Reply::Failed { reason, .. } => {
                return Some(referee.lost(side, Reason::Error, &reason));
            }
            Reply::Late { used, transcript } => {
                let text = format!("not ready for a new game after {used:.1?}");
                return Some(referee.lost(side, Reason::Time, &joined(&text, &transcript)));
            }
        }
    }
    let mut adjudicator = conditions.adjudicate.map(Adjudicator::<G>::new);
    loop {
        if called_off.load(Ordering::Relaxed) {
            return None;
        }
        if let Some((outcome, reason)) = referee.end() {
            return Some(referee.finished(outcome, reason, None));
        }
        if adjudicator.as_mut().is_some_and(|a| a.mover_wins(&referee.history, called_off)) {
            let winner = referee.history.current().side_to_move();
            return Some(referee.finished(Outcome::Win(winner), Reason::Proof, None));
        }
        let side = referee.history.current().side_to_move();
        let (request, limit) = referee.request(side);
        match players[side.index()].think(&referee.history, &request, limit, called_off) {
            Reply::CalledOff => return None,
            Reply::Late { used, transcript } => {
                referee.note_time(side, used);
                let text = format!("no move after {used:.1?}, {limit:.1?} were allowed");
                return Some(referee.lost(side, Reason::Time, &joined(&text, &transcript)));
            }
            Reply::Failed { reason, is_illegal, transcript } => {
                let fault = if is_illegal { Reason::IllegalMove } else { Reason::Error };
                return Some(referee.lost(side, fault, &joined(&reason, &transcript)));
            }
            Reply::Answered { thought, used, transcript } => {
                referee.note_time(side, used);
                referee.nodes[side.index()] += thought.as_ref().map_or(0, |t| t.counters.nodes);
                let mv = thought.and_then(|thought| thought.best_move);
                if !mv.is_some_and(|mv| referee.history.try_push(mv)) {
                    let shown = mv.map_or("no move".into(), |mv| {
                        format!("illegal move {}", referee.history.current().format_move(mv))
                    });
                    let text = joined(&shown, &transcript);
                    return Some(referee.lost(side, Reason::IllegalMove, &text));
                }
            }
        }
    }
}

fn joined(reason: &str, transcript: &str) -> String {
    if transcript.is_empty() { reason.to_owned() } else { format!("{reason}\n{transcript}") }
}

/// A game in progress.
struct Referee<'a, G: Playable> {
    history: History<G::Position>,
    conditions: &'a Conditions,
    /// Time left on each clock.
    left: [Duration; 2],
    used: [Duration; 2],
    longest: [Duration; 2],
    nodes: [u64; 2],
}

impl<'a, G: Playable> Referee<'a, G> {
    fn new(history: History<G::Position>, conditions: &'a Conditions) -> Self {
        let left = match conditions.thinking {
            Thinking::Clock { time, .. } => [time; 2],
            _ => [Duration::ZERO; 2],
        };
        let none = [Duration::ZERO; 2];
        Self { history, conditions, left, used: none, longest: none, nodes: [0; 2] }
    }

    /// The end by the rules, or by length.
    fn end(&self) -> Option<(Outcome, Reason)> {
        if let Some(ending) = G::ending(&self.history) {
            return Some((ending.outcome, Reason::Rules(ending.code.to_owned())));
        }
        let is_too_long = self.history.moves().len() >= self.conditions.max_plies;
        is_too_long.then_some((Outcome::Draw, Reason::TooLong))
    }

    /// What the player is asked, and how long the referee waits for the answer.
    fn request(&self, side: Side) -> (Request, Duration) {
        let mut request = Request { multi_pv: 1, may_use_book: true, ..Request::default() };
        let Conditions { grace, patience, .. } = *self.conditions;
        let limit = match self.conditions.thinking {
            Thinking::Depth(depth) => {
                request.depth = Some(depth);
                patience
            }
            Thinking::Nodes(nodes) => {
                request.nodes = Some(nodes);
                patience
            }
            Thinking::MoveTime(time) => {
                request.move_time = Some(time);
                time + grace
            }
            Thinking::Clock { increment, .. } => {
                request.clock = Some(Clock { left: self.left, increment: [increment; 2] });
                self.left[side.index()] + grace
            }
        };
        (request, limit)
    }

    fn note_time(&mut self, side: Side, used: Duration) {
        let side = side.index();
        self.used[side] += used;
        self.longest[side] = self.longest[side].max(used);
        if let Thinking::Clock { increment, .. } = self.conditions.thinking {
            self.left[side] = self.left[side].saturating_sub(used) + increment;
        }
    }

    fn lost(self, side: Side, reason: Reason, text: &str) -> PlayedGame<G::Position> {
        let position = self.history.current();
        let failure = format!("{} at {position}: {text}", G::side_name(side));
        self.finished(Outcome::Win(!side), reason, Some(failure))
    }

    fn finished(
        self,
        outcome: Outcome,
        reason: Reason,
        failure: Option<String>,
    ) -> PlayedGame<G::Position> {
        let Self { history, used, longest, nodes, .. } = self;
        PlayedGame { history, outcome, reason, used, nodes, longest, failure }
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Self::MoveTime(time) => write!(f, "time {}ms", time.as_secs_f64() * 1e3),
            Self::Clock { time, increment } => {
                write!(f, "clock {}s+{}s", time.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}
