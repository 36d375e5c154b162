//! A search in a thread of its own, and what it says.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use conjoin_core::{History, TextForm};
use conjoin_engine::notation::score_text;
use conjoin_engine::ugi::Go;
use conjoin_engine::{EngineError, Event, Player, Request, Thought};
use conjoin_search::ScoreBound;

use super::output::Output;

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
pub(super) struct Running<P> {
    thread: JoinHandle<Box<dyn Player<P>>>,
    signals: Arc<Signals>,
    /// Does it end by itself?
    is_finite: bool,
}

impl<P: TextForm> Running<P> {
    /// Starts a search; the player comes back with [`Running::join`].
    pub fn start(
        mut player: Box<dyn Player<P>>,
        game: History<P>,
        go: Go,
        ponder: bool,
        output: Output,
    ) -> Self {
        let signals = Arc::new(Signals::default());
        let is_finite = !go.infinite && !go.ponder;
        let seen = Arc::clone(&signals);
        let thread = std::thread::spawn(move || {
            let search = Search { game: &game, go: &go, signals: &seen, output: &output };
            search.answer(&mut *player, ponder);
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
    pub fn join(self) -> Option<Box<dyn Player<P>>> {
        self.thread.join().ok()
    }
}

/// A question and where its answer goes.
struct Search<'a, P: TextForm> {
    game: &'a History<P>,
    go: &'a Go,
    signals: &'a Signals,
    output: &'a Output,
}

impl<P: TextForm> Search<'_, P> {
    /// Thinks and says `bestmove`, whatever happens.
    fn answer(&self, player: &mut dyn Player<P>, ponder: bool) {
        let result = self.think(player);
        self.signals.done.store(true, Ordering::Release);
        match result {
            Err(error) => {
                self.output.say_error(&error.to_string());
                self.output.say("bestmove none");
            }
            Ok(thought) => {
                let best: Vec<P::Move> = thought.best_move.into_iter().collect();
                // A level may choose a move that is not the best line's.
                let line = thought.lines.first().map_or(&[][..], |line| &line.moves);
                let line = if ponder && line.starts_with(&best) { line } else { &best };
                let line = match &self.moves(line)[..] {
                    [] => "bestmove none".into(),
                    [best] => format!("bestmove {best}"),
                    [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
                };
                self.output.say(&line);
            }
        }
    }

    fn think(&self, player: &mut dyn Player<P>) -> Result<Thought<P::Move>, EngineError> {
        let Self { game, go, signals, .. } = *self;
        let mut think = |request: &Request, stop: &AtomicBool| {
            player.think(game, request, stop, &mut |event| {
                if !self.say_event(event) {
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

    /// The `info` lines of an event; false when nobody reads them any more.
    fn say_event(&self, event: &Event<P::Move>) -> bool {
        if event.is_proved && !self.output.say("info string proved by proof-number search") {
            return false;
        }
        let milliseconds = event.time.as_millis();
        let bound = match event.bound {
            ScoreBound::Exact => "",
            ScoreBound::AtLeast => " lowerbound",
            ScoreBound::AtMost => " upperbound",
        };
        let speed = event.nodes as f64 / event.time.as_secs_f64().max(1e-6);
        if event.depth == 0 && !self.output.say("info string from the opening book") {
            return false;
        }
        event.lines.iter().enumerate().all(|(i, line)| {
            self.output.say(&format!(
                "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {} time \
                 {milliseconds} hashfull {} pv {}",
                event.depth,
                event.selective_depth,
                i + 1,
                score_text(line.score),
                event.nodes,
                speed as u64,
                event.table_per_mille,
                self.moves(&line.moves).join(" ")
            ))
        })
    }

    /// Moves from the current position on as the protocol writes them.
    fn moves(&self, moves: &[P::Move]) -> Vec<String> {
        let mut position = *self.game.current();
        let text = |&mv: &P::Move| {
            let text = position.protocol_move(mv);
            position = position.play(mv);
            text
        };
        moves.iter().map(text).collect()
    }
}

fn wait_for(flag: &AtomicBool) {
    while !flag.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
}
