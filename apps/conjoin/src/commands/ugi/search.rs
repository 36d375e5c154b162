//! A search in a thread of its own, and what it says.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use conjoin_core::History;
use conjoin_engine::notation::{move_text, score_text};
use conjoin_engine::{EngineError, Event, Player, Request, Thought};
use conjoin_games::loa::{Move, Position};

use super::command::Go;
use crate::failure::one_line;

/// Writes a line to standard output; false when nobody reads it any more.
pub(super) fn say(line: &str) -> bool {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).is_ok()
}

/// Tells what is wrong, on one line.
pub(super) fn say_error(reason: &str) -> bool {
    say(&format!("info string error {}", one_line(reason)))
}

/// What a running search is told from outside, and what it tells.
#[derive(Debug, Default)]
struct Signals {
    /// The answer is known; set before it is said, so that whoever has heard it finds no search.
    done: AtomicBool,
    /// Answer now.
    stop: AtomicBool,
    /// The opponent has made the expected move.
    hit: AtomicBool,
    /// Ends pondering: set with either of the others.
    wake: AtomicBool,
}

/// A search that is going on, or has ended and not been asked for.
#[derive(Debug)]
pub(super) struct Running {
    thread: JoinHandle<Box<dyn Player>>,
    signals: Arc<Signals>,
    /// Does it end by itself?
    is_finite: bool,
}

impl Running {
    /// Starts a search; the player comes back with [`Running::join`].
    pub fn start(
        mut player: Box<dyn Player>,
        game: History<Position>,
        go: Go,
        ponder: bool,
    ) -> Self {
        let signals = Arc::new(Signals::default());
        let is_finite = !go.infinite && !go.ponder;
        let seen = Arc::clone(&signals);
        let thread = std::thread::spawn(move || {
            answer(&mut *player, &game, &go, ponder, &seen);
            player
        });
        Self { thread, signals, is_finite }
    }

    /// Has it given its answer?
    pub fn is_done(&self) -> bool {
        self.signals.done.load(Ordering::Acquire) || self.thread.is_finished()
    }

    pub fn is_finite(&self) -> bool {
        self.is_finite
    }

    /// Asks for the answer now.
    pub fn stop(&self) {
        self.signals.stop.store(true, Ordering::Relaxed);
        self.signals.wake.store(true, Ordering::Relaxed);
    }

    /// The opponent has made the expected move.
    pub fn ponder_hit(&mut self) {
        self.is_finite = true;
        self.signals.hit.store(true, Ordering::Relaxed);
        self.signals.wake.store(true, Ordering::Relaxed);
    }

    /// Waits for the answer; nothing when the search died.
    pub fn join(self) -> Option<Box<dyn Player>> {
        self.thread.join().ok()
    }
}

/// Thinks and says `bestmove`, whatever happens.
fn answer(
    player: &mut dyn Player,
    game: &History<Position>,
    go: &Go,
    ponder: bool,
    signals: &Signals,
) {
    let result = search(player, game, go, signals);
    signals.done.store(true, Ordering::Release);
    match result {
        Err(error) => {
            say_error(&error.to_string());
            say("bestmove none");
        }
        Ok(thought) => {
            let reply = thought.lines.first().and_then(|line| line.moves.get(1));
            say(&best_move_line(thought.best_move, reply.copied().filter(|_| ponder)));
        }
    }
}

fn best_move_line(best: Option<Move>, reply: Option<Move>) -> String {
    match (best, reply) {
        (None, _) => "bestmove none".into(),
        (Some(best), None) => format!("bestmove {}", move_text(best)),
        (Some(best), Some(reply)) => {
            format!("bestmove {} ponder {}", move_text(best), move_text(reply))
        }
    }
}

fn search(
    player: &mut dyn Player,
    game: &History<Position>,
    go: &Go,
    signals: &Signals,
) -> Result<Thought, EngineError> {
    let mut think = |request: &Request, stop: &AtomicBool| {
        player.think(game, request, stop, &mut |event| {
            if !say_event(event) {
                // Nobody listens any more.
                stop.store(true, Ordering::Relaxed);
                signals.stop.store(true, Ordering::Relaxed);
            }
        })
    };
    if game.outcome().is_some() {
        return think(&go.request, &signals.stop);
    }
    let open = Request { multi_pv: go.request.multi_pv, ..Request::default() };
    if go.ponder {
        let thought = think(&open, &signals.wake)?;
        wait_for(&signals.wake);
        if go.infinite || signals.stop.load(Ordering::Relaxed) {
            return Ok(thought);
        }
        // What pondering has found is in the table, so this starts where that ended.
        return think(&go.request, &signals.stop);
    }
    if go.infinite {
        let thought = think(&open, &signals.stop)?;
        // The answer is not given before it is asked for, even when all is known.
        wait_for(&signals.stop);
        return Ok(thought);
    }
    think(&go.request, &signals.stop)
}

fn wait_for(flag: &AtomicBool) {
    while !flag.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The `info` lines of an event; false when nobody reads them any more.
fn say_event(event: &Event) -> bool {
    let milliseconds = event.time.as_millis();
    let speed = event.nodes as f64 / event.time.as_secs_f64().max(1e-6);
    event.lines.iter().enumerate().all(|(i, line)| {
        let moves: Vec<String> = line.moves.iter().copied().map(move_text).collect();
        say(&format!(
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {} time {milliseconds} \
             hashfull {} pv {}",
            event.depth,
            event.selective_depth,
            i + 1,
            score_text(line.score),
            event.nodes,
            speed as u64,
            event.table_per_mille,
            moves.join(" ")
        ))
    })
}
