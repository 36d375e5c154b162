//! What an engine thinks.

use std::time::Duration;

use conjoin_core::{MoveOf, TextForm as _, format_moves};
use conjoin_engine::review::{RouteReport, ScoreReport};
use conjoin_engine::{Event, EventLine, Thought};
use conjoin_eval::Playable;
use serde::Serialize;

/// What an engine thinks.
#[derive(Debug, Serialize)]
pub struct Think {
    /// Who thought.
    pub profile: String,
    /// The best move.
    pub best: Option<String>,
    /// Its way on the board.
    pub route: Option<RouteReport>,
    /// Its score.
    pub score: Option<ScoreReport>,
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
    pub score: ScoreReport,
    /// Its moves.
    pub moves: Vec<String>,
    /// The way of the first of them.
    pub route: Option<RouteReport>,
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
    pub fn new<G: Playable>(
        profile: &str,
        at: &G::Position,
        thought: Option<&Thought<MoveOf<G>>>,
        spent: Spent,
        stopped: bool,
    ) -> Self {
        let best = thought.and_then(|thought| thought.best_move);
        Self {
            profile: profile.to_owned(),
            best: best.map(|mv| at.format_move(mv)),
            route: best.map(|mv| RouteReport::new::<G>(at, mv)),
            score: thought.and_then(|thought| thought.score).map(ScoreReport::new::<G>),
            depth: thought.map_or(0, |thought| thought.depth),
            seldepth: thought.map_or(0, |thought| thought.selective_depth),
            nodes: spent.nodes,
            seconds: spent.time.as_secs_f64(),
            lines: thought.map_or(Vec::new(), |thought| lines::<G>(at, &thought.lines)),
            stopped,
        }
    }
}

impl ThinkEvent {
    /// An iteration of a turn.
    pub fn new<G: Playable>(at: &G::Position, event: &Event<MoveOf<G>>, before: Spent) -> Self {
        let seconds = event.time.as_secs_f64();
        let info = ThinkInfo {
            depth: event.depth,
            seldepth: event.selective_depth,
            nodes: before.nodes + event.nodes,
            speed: (event.nodes as f64 / seconds.max(1e-3)) as u64,
            seconds: before.time.as_secs_f64() + seconds,
            table: event.table_per_mille,
            lines: lines::<G>(at, &event.lines),
        };
        Self { info }
    }
}

fn lines<G: Playable>(at: &G::Position, lines: &[EventLine<MoveOf<G>>]) -> Vec<ThinkLine> {
    let line = |line: &EventLine<MoveOf<G>>| ThinkLine {
        score: ScoreReport::new::<G>(line.score),
        moves: format_moves(at, &line.moves),
        route: line.moves.first().map(|&mv| RouteReport::new::<G>(at, mv)),
    };
    lines.iter().map(line).collect()
}
