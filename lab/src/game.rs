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
use conjoin_engine::{Clock, Request, Thinking};
use conjoin_eval::Playable;
use serde::{Deserialize, Serialize};

use crate::adjudication::Adjudicator;
use crate::move_searches::MoveSearch;
use crate::player_thread::{PlayerThread, Reply};

/// The conditions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// How long each player may think: A and B of a match, the first and the second of a game.
    pub thinking: [Thinking; 2],
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
    /// The usual conditions, with the same limit for both.
    pub fn new(thinking: Thinking) -> Self {
        Self {
            thinking: [thinking; 2],
            grace: Duration::from_millis(100),
            patience: Duration::from_mins(10),
            max_plies: 400,
            adjudicate: None,
        }
    }

    /// Those of a game of the match, in which A has this side.
    #[must_use]
    pub fn of_game(self, side_of_a: Side) -> Self {
        let [a, b] = self.thinking;
        Self { thinking: if side_of_a == Side::First { [a, b] } else { [b, a] }, ..self }
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
    /// What the players told of their moves, those of the opening left out.
    pub searches: Vec<MoveSearch>,
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
                let search = thought
                    .as_deref()
                    .map_or_else(MoveSearch::default, |thought| MoveSearch::of(thought, used));
                referee.nodes[side.index()] += search.nodes;
                let mv = thought.and_then(|thought| thought.best_move);
                if !mv.is_some_and(|mv| referee.history.try_push(mv)) {
                    let shown = mv.map_or("no move".into(), |mv| {
                        format!("illegal move {}", referee.history.current().format_move(mv))
                    });
                    let text = joined(&shown, &transcript);
                    return Some(referee.lost(side, Reason::IllegalMove, &text));
                }
                referee.searches.push(search);
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
    searches: Vec<MoveSearch>,
}

impl<'a, G: Playable> Referee<'a, G> {
    fn new(history: History<G::Position>, conditions: &'a Conditions) -> Self {
        let left = conditions.thinking.map(|thinking| match thinking {
            Thinking::Clock { time, .. } => time,
            _ => Duration::ZERO,
        });
        let none = [Duration::ZERO; 2];
        let (used, longest, nodes) = (none, none, [0; 2]);
        Self { history, conditions, left, used, longest, nodes, searches: Vec::new() }
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
        let limit = match self.conditions.thinking[side.index()] {
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
            Thinking::Clock { .. } => {
                request.clock = Some(self.clock(side));
                self.left[side.index()] + grace
            }
        };
        (request, limit)
    }

    /// The clocks that a side sees: its own in place of the other's where the other has none.
    fn clock(&self, side: Side) -> Clock {
        let clock = |of: Side| match self.conditions.thinking[of.index()] {
            Thinking::Clock { increment, .. } => Some((self.left[of.index()], increment)),
            _ => None,
        };
        let own = clock(side).unwrap_or_default();
        let both = Side::BOTH.map(|of| clock(of).unwrap_or(own));
        Clock { left: both.map(|(left, _)| left), increment: both.map(|(_, increment)| increment) }
    }

    fn note_time(&mut self, side: Side, used: Duration) {
        let thinking = self.conditions.thinking[side.index()];
        let side = side.index();
        self.used[side] += used;
        self.longest[side] = self.longest[side].max(used);
        if let Thinking::Clock { increment, .. } = thinking {
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
        let Self { history, used, longest, nodes, searches, .. } = self;
        PlayedGame { history, outcome, reason, used, nodes, longest, searches, failure }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_games::loa::{Loa, Rules};

    #[test]
    fn a_player_sees_both_clocks_or_its_own_twice() {
        let seconds = Duration::from_secs;
        let clock = |time, increment| Thinking::Clock {
            time: seconds(time),
            increment: seconds(increment),
        };
        let seen = |thinking: [Thinking; 2]| {
            let conditions = Conditions { thinking, ..Conditions::new(thinking[0]) };
            let start = conjoin_games::loa::Position::start(8, Rules::OLYMPIAD);
            Referee::<Loa>::new(History::new(start), &conditions).clock(Side::First)
        };
        let both = seen([clock(60, 1), clock(30, 2)]);
        assert_eq!((both.left, both.increment), ([60, 30].map(seconds), [1, 2].map(seconds)));
        let one = seen([clock(60, 1), Thinking::Depth(3)]);
        assert_eq!((one.left, one.increment), ([60; 2].map(seconds), [1; 2].map(seconds)));
    }
}
