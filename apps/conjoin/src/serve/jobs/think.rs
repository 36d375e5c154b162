//! Thinking about a move: for a game, for an analysis, as a hint.

use std::time::{Duration, Instant};

use conjoin_core::{History, NullMove, Position as _};
use conjoin_engine::{Clock, Event, EventLine, Request, Thought};
use conjoin_games::loa::Position;
use serde_json::{Value, json};

use super::{Desk, Step, Steps};
use crate::serve::engines::{Engines, profile_name};
use crate::serve::game;
use crate::serve::message::{self, ThinkText, milliseconds};

/// The longest analysis; a tab that is left open does not burn for ever.
const LONGEST: Duration = Duration::from_mins(10);
/// Lines of an analysis.
const MOST_LINES: usize = 64;

/// A request to think.
pub struct Think {
    game: History<Position>,
    profile: String,
    request: Request,
    text: ThinkText,
    /// Ends when the user says so.
    is_open_ended: bool,
    /// Time spent in earlier steps.
    spent: Duration,
}

impl Think {
    pub fn new(text: &ThinkText) -> Result<Self, String> {
        let mut game = game::play(&text.game)?;
        let profile = profile_name(text.profile.as_deref(), text.level)?;
        if text.threat {
            let passed = game.current().null_move();
            if passed.outcome().is_some() {
                return Err("the game is over here".into());
            }
            game = History::new(passed);
        }
        let clock = text.clock.map(|clock| Clock {
            left: clock.left.map(milliseconds),
            increment: [Duration::from_millis(clock.increment.min(3_600_000)); 2],
        });
        let is_open_ended =
            text.time.is_none() && text.nodes.is_none() && text.depth.is_none() && clock.is_none();
        let time = text.time.map(|time| milliseconds(time).min(LONGEST));
        let request = Request {
            depth: text.depth.map(|depth| depth.clamp(1, 120)),
            nodes: text.nodes,
            move_time: if clock.is_some() { time } else { time.or(Some(LONGEST)) },
            clock,
            multi_pv: text.lines.clamp(1, MOST_LINES),
        };
        let text = ThinkText { game: message::GameText::default(), ..text.clone() };
        Ok(Self { game, profile, request, text, is_open_ended, spent: Duration::ZERO })
    }
}

impl Steps for Think {
    fn step(&mut self, engines: &mut Engines, desk: &mut Desk<'_>) -> Result<Step, String> {
        let ThinkText { play, memory, threads, seed, .. } = self.text;
        let player = engines.player(play, self.profile.clone(), memory, threads, seed)?;
        let start = Instant::now();
        let mut request = self.request.clone();
        if self.is_open_ended {
            request.move_time = Some(LONGEST.saturating_sub(self.spent).max(milliseconds(1)));
        }
        let halt = desk.halt;
        let thought = player
            .think(&self.game, &request, &halt.step, &mut |event| {
                desk.tell(|| json!({ "info": info(event, self.spent) }));
            })
            .map_err(|error| error.to_string())?;
        self.spent += start.elapsed();
        let goes_on = self.is_open_ended
            && !desk.is_stopped()
            && halt.step.load(std::sync::atomic::Ordering::Relaxed)
            && self.spent < LONGEST;
        if goes_on {
            return Ok(Step::More);
        }
        Ok(Step::Done(done(&self.profile, &thought, self.spent, desk.is_stopped())))
    }

    fn is_urgent(&self) -> bool {
        !self.is_open_ended
    }

    fn is_open_ended(&self) -> bool {
        self.is_open_ended
    }
}

fn lines(lines: &[EventLine]) -> Vec<Value> {
    lines
        .iter()
        .map(|line| {
            let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
            json!({ "score": message::score(line.score), "moves": moves })
        })
        .collect()
}

fn info(event: &Event, spent: Duration) -> Value {
    let seconds = event.time.as_secs_f64();
    json!({
        "depth": event.depth,
        "seldepth": event.selective_depth,
        "nodes": event.nodes,
        "speed": (event.nodes as f64 / seconds.max(1e-3)) as u64,
        "seconds": seconds + spent.as_secs_f64(),
        "table": event.table_per_mille,
        "lines": lines(&event.lines),
    })
}

fn done(profile: &str, thought: &Thought, spent: Duration, stopped: bool) -> Value {
    json!({
        "profile": profile,
        "best": thought.best_move.map(|mv| mv.to_string()),
        "score": thought.score.map(message::score),
        "depth": thought.depth,
        "seldepth": thought.selective_depth,
        "nodes": thought.counters.nodes,
        "seconds": spent.as_secs_f64(),
        "lines": lines(&thought.lines),
        "stopped": stopped,
    })
}
