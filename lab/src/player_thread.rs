//! A player at the board, on a thread of its own: the referee can wait for it for as long as it
//! likes and no longer.
//!
//! A player that panics has failed. One that does not come back when it is told to stop is left
//! alone with its thread and never asked again.

use std::any::Any;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use conjoin_core::{History, TextForm, format_line};
use conjoin_engine::{EngineError, Event, Player, Request, Thought};

/// How long a player that was told to stop may take to do so: longer than an outside program is
/// given, so that one that hangs has been ended and its last words are known.
const STOP_PATIENCE: Duration = Duration::from_secs(4);
/// How long a player may take to get ready for a new game.
const READY_PATIENCE: Duration = Duration::from_mins(1);
/// How often a waiting referee looks whether the match was called off.
const LOOK: Duration = Duration::from_millis(20);
/// The last so many lines go into the transcript of a failure.
const KEPT_LINES: usize = 40;

/// What came of asking a player for a move.
#[derive(Debug)]
pub enum Reply<M> {
    /// It answered in time.
    Answered {
        /// The answer; nothing when no move was asked for.
        thought: Option<Box<Thought<M>>>,
        /// How long it took.
        used: Duration,
        /// What it said before, a line each.
        transcript: String,
    },
    /// It failed: an error or a panic.
    Failed {
        /// What it said.
        reason: String,
        /// Was it the answer of an outside program that is no legal move?
        is_illegal: bool,
        /// What it said before, a line each.
        transcript: String,
    },
    /// It took too long.
    Late {
        /// How long, as far as it was waited for.
        used: Duration,
        /// What it said before, a line each.
        transcript: String,
    },
    /// The match was called off meanwhile.
    CalledOff,
}

enum Command<P: TextForm> {
    NewGame,
    Think(Box<History<P>>, Request),
}

struct CommandResult<M> {
    /// No thought when no move was asked for.
    result: Result<Option<Box<Thought<M>>>, Fault>,
    used: Duration,
    transcript: String,
}

struct Fault {
    reason: String,
    is_illegal: bool,
}

/// A player with its thread.
#[derive(Debug)]
pub struct PlayerThread<P: TextForm> {
    commands: Option<Sender<Command<P>>>,
    results: Receiver<CommandResult<P::Move>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// Did it fail in a way that it cannot be asked again?
    is_broken: bool,
}

impl<P: TextForm> PlayerThread<P> {
    /// Gives a player its thread.
    pub fn new(player: Box<dyn Player<P>>) -> Self {
        let (commands, requests) = channel();
        let (replies, results) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || serve(player, &requests, &replies, &flag));
        Self { commands: Some(commands), results, stop, thread: Some(thread), is_broken: false }
    }

    /// Is another player needed for the next game?
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Asks the player to forget the game before.
    pub fn new_game(&mut self, called_off: &AtomicBool) -> Reply<P::Move> {
        self.ask(Command::NewGame, READY_PATIENCE, called_off)
    }

    /// Asks for a move, to be answered within `limit`.
    pub fn think(
        &mut self,
        game: &History<P>,
        request: &Request,
        limit: Duration,
        called_off: &AtomicBool,
    ) -> Reply<P::Move> {
        self.ask(Command::Think(Box::new(game.clone()), request.clone()), limit, called_off)
    }

    fn ask(
        &mut self,
        command: Command<P>,
        limit: Duration,
        called_off: &AtomicBool,
    ) -> Reply<P::Move> {
        self.stop.store(false, Ordering::Relaxed);
        let gone = || Reply::Failed {
            reason: "the player is no longer there".into(),
            is_illegal: false,
            transcript: String::new(),
        };
        let sent = self.commands.as_ref().is_some_and(|commands| commands.send(command).is_ok());
        if self.is_broken || !sent {
            self.is_broken = true;
            return gone();
        }
        let start = Instant::now();
        loop {
            let left = limit.saturating_sub(start.elapsed());
            match self.results.recv_timeout(left.min(LOOK)) {
                Ok(answer) => return self.judge(answer, limit),
                Err(RecvTimeoutError::Disconnected) => {
                    self.is_broken = true;
                    return gone();
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let is_called_off = called_off.load(Ordering::Relaxed);
            if !is_called_off && start.elapsed() < limit {
                continue;
            }
            self.stop.store(true, Ordering::Relaxed);
            // What it says now comes too late, but it may be asked again. An answer that was
            // given in time and delivered late counts.
            let late = match self.results.recv_timeout(STOP_PATIENCE) {
                Ok(answer) if !is_called_off => return self.judge(answer, limit),
                Ok(_) => Reply::CalledOff,
                Err(_) => {
                    self.is_broken = true;
                    Reply::Late { used: start.elapsed(), transcript: String::new() }
                }
            };
            return if is_called_off { Reply::CalledOff } else { late };
        }
    }

    fn judge(&mut self, answer: CommandResult<P::Move>, limit: Duration) -> Reply<P::Move> {
        let CommandResult { result, used, transcript } = answer;
        match result {
            // An error after the time was up is the fault of the time.
            result if used > limit => {
                self.is_broken |= result.is_err();
                Reply::Late { used, transcript }
            }
            Ok(thought) => Reply::Answered { thought, used, transcript },
            Err(Fault { reason, is_illegal }) => {
                self.is_broken = true;
                Reply::Failed { reason, is_illegal, transcript }
            }
        }
    }
}

impl<P: TextForm> Drop for PlayerThread<P> {
    /// Lets the player go, and waits until it has, so that its memory and processes are free;
    /// but not for a player that does not listen.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.commands = None;
        let Some(thread) = self.thread.take() else { return };
        let start = Instant::now();
        while !self.is_broken && !thread.is_finished() && start.elapsed() < STOP_PATIENCE {
            std::thread::sleep(Duration::from_micros(100));
        }
        if thread.is_finished() {
            drop(thread.join());
        }
    }
}

/// What the thread does until the player is let go.
fn serve<P: TextForm>(
    mut player: Box<dyn Player<P>>,
    requests: &Receiver<Command<P>>,
    replies: &Sender<CommandResult<P::Move>>,
    stop: &AtomicBool,
) {
    while let Ok(command) = requests.recv() {
        let mut events: Vec<String> = Vec::new();
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| match &command {
            Command::NewGame => player.new_game().map(|()| None),
            Command::Think(game, request) => {
                let mut note = |event: &Event<P::Move>| {
                    if events.len() == KEPT_LINES {
                        events.remove(0);
                    }
                    events.push(event_line(game.current(), event));
                };
                player.think(game, request, stop, &mut note).map(|thought| Some(Box::new(thought)))
            }
        }));
        let used = start.elapsed();
        let (result, has_panicked) = match result {
            Ok(result) => (result.map_err(Fault::from), false),
            Err(panic) => {
                let reason = format!("the player panicked: {}", panic_text(&*panic));
                (Err(Fault { reason, is_illegal: false }), true)
            }
        };
        // An outside program's own lines tell more than the events made of them.
        let lines = if result.is_ok() || has_panicked { Vec::new() } else { player.transcript() };
        let lines = if lines.is_empty() { &events } else { &lines };
        let transcript = lines[lines.len().saturating_sub(KEPT_LINES)..].join("\n");
        let done = CommandResult { result, used, transcript };
        if replies.send(done).is_err() || has_panicked {
            return;
        }
    }
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Self {
        let is_illegal = matches!(error, EngineError::IllegalMove { .. });
        Self { reason: error.to_string(), is_illegal }
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}

fn event_line<P: TextForm>(position: &P, event: &Event<P::Move>) -> String {
    let mut text = format!("depth {} nodes {}", event.depth, event.nodes);
    if let Some(line) = event.lines.first() {
        let moves = format_line(position, &line.moves);
        write!(text, " score {} pv {moves}", line.score.0).expect("a string takes everything");
    }
    text
}
