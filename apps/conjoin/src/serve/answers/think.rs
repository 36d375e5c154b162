//! What an engine thinks.

use std::time::Duration;

use conjoin_core::TextForm;
use conjoin_engine::{Event, EventLine, Thought};
use serde::Serialize;

use super::Score;
use crate::serve::game::move_texts;
use crate::serve::loa::Position;

/// What an engine thinks.
#[derive(Debug, Serialize)]
pub struct Think {
    /// Who thought.
    pub profile: String,
    /// The best move.
    pub best: Option<String>,
    /// Its score.
    pub score: Option<Score>,
    /// Last iteration.
    pub depth: u32,
    /// Longest line.
    pub seldepth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time it took.
    pub seconds: f64,
    /// Lines, the best first.
    pub lines: Vec<ThinkLine>,
    /// Was it stopped?
    pub stopped: bool,
}

/// A line of an engine.
#[derive(Debug, Serialize)]
pub struct ThinkLine {
    /// Its score.
    pub score: Score,
    /// Its moves.
    pub moves: Vec<String>,
}

/// What an engine thinks on the way.
#[derive(Debug, Serialize)]
pub struct ThinkEvent {
    /// So far.
    pub info: ThinkInfo,
}

/// An iteration of an engine.
#[derive(Debug, Serialize)]
pub struct ThinkInfo {
    /// The iteration.
    pub depth: u32,
    /// Longest line.
    pub seldepth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions a second.
    pub speed: u64,
    /// Time so far.
    pub seconds: f64,
    /// How full the table is, of 1000.
    pub table: u32,
    /// Lines, the best first.
    pub lines: Vec<ThinkLine>,
}

/// What was spent in the turns before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// Time, without that of waiting.
    pub time: Duration,
    /// Positions looked at.
    pub nodes: u64,
}

impl Think {
    /// The answer of an engine, if it had a turn at all.
    pub fn new(
        profile: &str,
        at: &Position,
        thought: Option<&Thought>,
        spent: Spent,
        stopped: bool,
    ) -> Self {
        let best = thought.and_then(|thought| thought.best_move);
        Self {
            profile: profile.to_owned(),
            best: best.map(|mv| at.format_move(mv)),
            score: thought.and_then(|thought| thought.score).map(Score::from),
            depth: thought.map_or(0, |thought| thought.depth),
            seldepth: thought.map_or(0, |thought| thought.selective_depth),
            nodes: spent.nodes,
            seconds: spent.time.as_secs_f64(),
            lines: thought.map_or(Vec::new(), |thought| lines(at, &thought.lines)),
            stopped,
        }
    }
}

impl ThinkEvent {
    /// An iteration of a turn.
    pub fn new(at: &Position, event: &Event, before: Spent) -> Self {
        let seconds = event.time.as_secs_f64();
        let info = ThinkInfo {
            depth: event.depth,
            seldepth: event.selective_depth,
            nodes: before.nodes + event.nodes,
            speed: (event.nodes as f64 / seconds.max(1e-3)) as u64,
            seconds: before.time.as_secs_f64() + seconds,
            table: event.table_per_mille,
            lines: lines(at, &event.lines),
        };
        Self { info }
    }
}

fn lines(at: &Position, lines: &[EventLine]) -> Vec<ThinkLine> {
    let line = |line: &EventLine| ThinkLine {
        score: line.score.into(),
        moves: move_texts(at, &line.moves),
    };
    lines.iter().map(line).collect()
}
