//! Work that takes time: thinking, reviewing, solving.
//!
//! Work is done in steps, each of which waits for a place in the queue. All work makes room for
//! others: a step is cut short when others wait ([`Gate::is_due`](super::queue::Gate::is_due)) and
//! goes on when it has a place again. What it waits is not counted as work.

mod review;
mod solve;
mod think;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use conjoin_eval::Playable;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc;

use super::answers::QueuedEvent;
use super::engines::TabEngines;
use super::message::{self, ReviewText, SolveText, ThinkText};
use super::queue::Permit;
use super::session::lock;
use super::tab::Tab;

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

/// What work needs of its tab.
pub struct JobContext {
    pub id: Value,
    pub tab: Tab,
    pub outbox: mpsc::Sender<String>,
    pub halt: Arc<Halt>,
}

/// What a step needs of its tab.
pub struct StepContext<'a> {
    id: &'a Value,
    outbox: &'a mpsc::Sender<String>,
    told: &'a mut Option<Instant>,
    halt: &'a Halt,
}

impl StepContext<'_> {
    /// Set when the step is to end.
    pub fn stop(&self) -> &AtomicBool {
        &self.halt.step
    }

    /// Does the user want it to end?
    pub fn is_stopped(&self) -> bool {
        self.halt.is_by_user()
    }

    /// Was the step cut short to go on later?
    pub fn is_paused(&self) -> bool {
        !self.is_stopped() && self.halt.step.load(Ordering::Relaxed)
    }

    /// Tells how it goes; too much of it is left out, and so is what a slow tab does not take.
    pub fn tell<T: Serialize>(&mut self, body: impl FnOnce() -> T) {
        if self.told.is_some_and(|last| last.elapsed() < EVENT_GAP) {
            return;
        }
        *self.told = Some(Instant::now());
        drop(self.outbox.try_send(message::event(self.id, &body())));
    }

    /// Tells something that must not get lost.
    pub fn tell_surely(&mut self, body: &impl Serialize) {
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
    fn step(
        &mut self,
        engines: &mut TabEngines,
        context: &mut StepContext<'_>,
    ) -> Result<Step, String>;

    /// The answer of what is stopped while it waits: what is known so far.
    fn stopped(&self) -> Value;

    /// Is somebody waiting at the board for it?
    fn is_urgent(&self) -> bool {
        false
    }

    /// Can the next step be cut short and go on later?
    fn can_pause(&self) -> bool {
        true
    }
}

/// A kind of work with all it needs to begin.
pub struct Job(Box<dyn Steps>);

impl Job {
    /// Thinks about a move.
    pub fn think<G: Playable>(text: &ThinkText) -> Result<Self, String> {
        Ok(Self(Box::new(think::Think::<G>::new(text)?)))
    }

    /// Reviews a game.
    pub fn review<G: Playable>(text: &ReviewText) -> Result<Self, String> {
        Ok(Self(Box::new(review::Reviewing::<G>::new(text)?)))
    }

    /// Solves a position.
    pub fn solve<G: Playable>(text: &SolveText) -> Result<Self, String> {
        Ok(Self(Box::new(solve::Solving::<G>::new(text)?)))
    }
}

/// Does the work and sends the answer.
pub async fn run(context: JobContext, job: Job) {
    let mut job = job.0;
    let mut told = None;
    let mut has_begun = false;
    let result = loop {
        let permit = if let Some(permit) = context.tab.app.gate.try_enter() {
            permit
        } else {
            if !has_begun {
                let waiting = message::event(&context.id, &QueuedEvent { queued: true });
                drop(context.outbox.try_send(waiting));
            }
            tokio::select! {
                permit = context.tab.app.gate.enter(job.is_urgent()) => permit,
                () = given_up(&context) => break Ok(job.stopped()),
            }
        };
        has_begun = true;
        let halt = Arc::clone(&context.halt);
        halt.step.store(halt.is_by_user(), Ordering::Relaxed);
        let place =
            Place { permit: Some(permit), is_urgent: job.is_urgent(), can_pause: job.can_pause() };
        let (id, outbox) = (context.id.clone(), context.outbox.clone());
        let engines = Arc::clone(&context.tab.engines);
        let step = tokio::task::spawn_blocking(move || {
            let mut step = StepContext { id: &id, outbox: &outbox, told: &mut told, halt: &halt };
            let result = job.step(&mut lock(&engines), &mut step);
            (job, told, result)
        });
        match watched(step, &context, place).await {
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

/// A place in the queue, and who has it.
struct Place {
    permit: Option<Permit>,
    is_urgent: bool,
    can_pause: bool,
}

/// Waits for a step, and cuts it short when it should end.
async fn watched<T>(
    mut step: tokio::task::JoinHandle<T>,
    context: &JobContext,
    mut place: Place,
) -> Result<T, tokio::task::JoinError> {
    let start = Instant::now();
    loop {
        tokio::select! {
            result = &mut step => return result,
            () = tokio::time::sleep(LOOK) => {
                if context.is_over() {
                    context.halt.by_user();
                } else if context.tab.app.gate.is_due(place.is_urgent, start.elapsed()) {
                    if place.can_pause {
                        context.halt.step.store(true, Ordering::Relaxed);
                    } else {
                        // It is short and goes on beside those who are let in for it.
                        place.permit = None;
                    }
                }
            }
        }
    }
}

impl JobContext {
    /// Does nobody want the answer any more, or at least no better one?
    fn is_over(&self) -> bool {
        self.halt.is_by_user() || *self.tab.app.ending.borrow() || self.outbox.is_closed()
    }
}

/// Waits until nobody wants more of it.
async fn given_up(context: &JobContext) {
    while !context.is_over() {
        tokio::time::sleep(LOOK).await;
    }
}
