//! Work that takes time: thinking, reviewing, solving.
//!
//! Work is done in steps. Before each it waits for a place in the queue, so that a step is as long
//! as others have to wait; work without an end of its own gives its place up when others want it.

mod review;
mod solve;
mod think;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::App;
use super::engines::Engines;
use super::message::{self, ReviewText, SolveText, ThinkText};
use super::session::lock;

/// How long work without an end may go on while others wait.
const TURN: Duration = Duration::from_secs(1);
/// Between two looks at whether it should.
const LOOK: Duration = Duration::from_millis(50);
/// Events a second at most.
const EVENT_GAP: Duration = Duration::from_millis(90);

/// What ends work.
#[derive(Debug, Default)]
pub struct Halt {
    /// The user does not want it any more.
    user: AtomicBool,
    /// The step is to end: for the user, or for others who wait.
    step: AtomicBool,
}

impl Halt {
    /// The user wants no more of it.
    pub fn by_user(&self) {
        self.user.store(true, Ordering::Relaxed);
        self.step.store(true, Ordering::Relaxed);
    }

    fn is_by_user(&self) -> bool {
        self.user.load(Ordering::Relaxed)
    }
}

/// Where work is done.
pub struct Context {
    pub id: Value,
    pub app: Arc<App>,
    pub engines: Arc<Mutex<Engines>>,
    pub outbox: mpsc::Sender<String>,
    pub halt: Arc<Halt>,
}

/// Where a step is done.
pub struct Desk<'a> {
    id: &'a Value,
    outbox: &'a mpsc::Sender<String>,
    told: &'a mut Option<Instant>,
    halt: &'a Halt,
}

impl Desk<'_> {
    /// Set when the step is to end.
    pub fn stop(&self) -> &AtomicBool {
        &self.halt.step
    }

    /// Does the user want it to end?
    pub fn is_stopped(&self) -> bool {
        self.halt.is_by_user()
    }

    /// Tells how it goes; too much of it is left out, and so is what a slow tab does not take.
    pub fn tell(&mut self, body: impl FnOnce() -> Value) {
        if self.told.is_some_and(|last| last.elapsed() < EVENT_GAP) {
            return;
        }
        *self.told = Some(Instant::now());
        drop(self.outbox.try_send(message::event(self.id, &body())));
    }

    /// Tells something that must not get lost.
    pub fn tell_surely(&mut self, body: &Value) {
        drop(self.outbox.blocking_send(message::event(self.id, body)));
    }
}

/// What comes of a step.
pub enum Step {
    /// There is more to do.
    More,
    /// That was all: the answer.
    Done(Value),
}

/// Work in steps.
trait Steps: Send {
    /// Does a step.
    fn step(&mut self, engines: &mut Engines, desk: &mut Desk<'_>) -> Result<Step, String>;

    /// Is somebody waiting at the board for it?
    fn is_urgent(&self) -> bool {
        false
    }

    /// Can a step be cut short for others and go on later?
    fn is_open_ended(&self) -> bool {
        false
    }
}

/// A kind of work with all it needs to begin.
pub struct Job(Box<dyn Steps>);

impl Job {
    /// Thinks about a move.
    pub fn think(text: &ThinkText) -> Result<Self, String> {
        Ok(Self(Box::new(think::Think::new(text)?)))
    }

    /// Reviews a game.
    pub fn review(text: &ReviewText) -> Result<Self, String> {
        Ok(Self(Box::new(review::Reviewing::new(text)?)))
    }

    /// Solves a position.
    pub fn solve(text: &SolveText) -> Result<Self, String> {
        Ok(Self(Box::new(solve::Solving::new(text)?)))
    }
}

/// Does the work and sends the answer.
pub async fn run(context: Context, job: Job) {
    let mut job = job.0;
    let mut told = None;
    let result = loop {
        let permit = if let Some(permit) = context.app.gate.try_enter() {
            permit
        } else {
            let waiting = message::event(&context.id, &json!({ "queued": true }));
            drop(context.outbox.try_send(waiting));
            tokio::select! {
                permit = context.app.gate.enter(job.is_urgent()) => permit,
                () = given_up(&context.halt) => break Ok(json!({ "stopped": true })),
            }
        };
        let halt = Arc::clone(&context.halt);
        halt.step.store(halt.is_by_user(), Ordering::Relaxed);
        let is_open_ended = job.is_open_ended();
        let (id, outbox) = (context.id.clone(), context.outbox.clone());
        let engines = Arc::clone(&context.engines);
        let step = tokio::task::spawn_blocking(move || {
            let mut desk = Desk { id: &id, outbox: &outbox, told: &mut told, halt: &halt };
            let result = job.step(&mut lock(&engines), &mut desk);
            (job, told, result)
        });
        let result = watched(step, &context, is_open_ended).await;
        drop(permit);
        match result {
            Err(_) => break Err("this failed for an unknown reason".to_owned()),
            Ok((same, last, Ok(Step::More))) => (job, told) = (same, last),
            Ok((_, _, Ok(Step::Done(body)))) => break Ok(body),
            Ok((_, _, Err(reason))) => break Err(reason),
        }
    };
    let text = match result {
        Ok(body) => message::answer(&context.id, &body),
        Err(reason) => message::error(&context.id, &reason),
    };
    drop(context.outbox.send(text).await);
}

/// Waits for a step, and cuts it short when it should end.
async fn watched<T>(
    mut step: tokio::task::JoinHandle<T>,
    context: &Context,
    is_open_ended: bool,
) -> Result<T, tokio::task::JoinError> {
    let start = Instant::now();
    loop {
        tokio::select! {
            result = &mut step => return result,
            () = tokio::time::sleep(LOOK) => {
                let is_over = context.halt.is_by_user()
                    || *context.app.ending.borrow()
                    || context.outbox.is_closed();
                let gives_way =
                    is_open_ended && start.elapsed() >= TURN && context.app.gate.is_crowded();
                if is_over {
                    context.halt.by_user();
                } else if gives_way {
                    context.halt.step.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}

/// Waits until the user wants no more of it.
async fn given_up(halt: &Halt) {
    while !halt.is_by_user() {
        tokio::time::sleep(LOOK).await;
    }
}
