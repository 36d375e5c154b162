//! One tab: its messages, its engines, its work.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::App;
use super::answers::Stopped;
use super::jobs::{self, Halt, Job};
use super::message;
use super::tab::{Reply, Tab};

/// Messages a second that a tab may send for long, and how many at once.
const RATE: f64 = 60.0;
const BURST: f64 = 300.0;
/// Answers that wait for a slow tab.
const OUTBOX: usize = 256;
/// A tab that takes nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long a tab is given to hear that the program ends.
const GOODBYE: Duration = Duration::from_millis(300);
/// Between two signs of life that are asked for, and without which a tab is gone.
const HEARTBEAT: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(70);

/// Serves a tab until it goes away or the program ends.
pub async fn run(mut socket: WebSocket, app: Arc<App>) {
    let (outbox, mut waiting) = mpsc::channel(OUTBOX);
    let mut session = Session::new(Arc::clone(&app), outbox);
    let mut bucket = Bucket::new();
    let mut ending = app.ending.clone();
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    let mut heard = Instant::now();
    loop {
        let out = tokio::select! {
            frame = socket.recv() => match frame {
                None | Some(Err(_) | Ok(Message::Close(_))) => break,
                Some(Ok(frame)) => {
                    heard = Instant::now();
                    match session.receive(frame, &mut bucket).await {
                        Some(text) => Message::text(text),
                        None => continue,
                    }
                }
            },
            Some(text) = waiting.recv() => Message::text(text),
            _ = heartbeat.tick() => {
                if heard.elapsed() > SILENCE {
                    break;
                }
                Message::Ping(Vec::new().into())
            }
            () = async { drop(ending.wait_for(|ended| *ended).await) } => {
                let goodbye = socket.send(Message::Close(None));
                drop(tokio::time::timeout(GOODBYE, goodbye).await);
                break;
            }
        };
        match tokio::time::timeout(PATIENCE, socket.send(out)).await {
            Ok(Ok(())) => {}
            _ => break,
        }
    }
    drop(waiting);
    if let Some(work) = session.work {
        work.halt.by_user();
    }
}

/// Work that takes time.
struct Work {
    halt: Arc<Halt>,
    task: JoinHandle<()>,
}

struct Session {
    tab: Tab,
    outbox: mpsc::Sender<String>,
    work: Option<Work>,
}

impl Session {
    fn new(app: Arc<App>, outbox: mpsc::Sender<String>) -> Self {
        Self { tab: Tab::new(app), outbox, work: None }
    }

    /// Takes a frame; gives the answer if it is known at once.
    async fn receive(&mut self, frame: Message, bucket: &mut Bucket) -> Option<String> {
        let text = match frame {
            Message::Text(text) => text,
            Message::Binary(_) => {
                return bucket.answer(|| message::error(&Value::Null, "expected text, not bytes"));
            }
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return None,
        };
        if !bucket.take() {
            return bucket.complaint();
        }
        self.answer(text.as_str()).await
    }

    /// The answer to a message if it is known at once; work that takes time is started and answers
    /// later.
    async fn answer(&mut self, text: &str) -> Option<String> {
        let (id, ask) = message::parse(text);
        let ask = match ask {
            Ok(ask) => ask,
            Err(reason) => return Some(message::error(&id, &reason)),
        };
        let tab = self.tab.clone();
        // Beside the tasks that serve tabs.
        let reply = tokio::task::spawn_blocking(move || tab.answer(ask)).await;
        match reply.unwrap_or_else(|_| Err("this failed for an unknown reason".into())) {
            Err(reason) => Some(message::error(&id, &reason)),
            Ok(Reply::Answer(body)) => Some(message::answer(&id, &body)),
            Ok(Reply::Stop) => {
                let work = self.work.as_ref().filter(|work| !work.task.is_finished());
                if let Some(work) = work {
                    work.halt.by_user();
                }
                Some(message::answer(&id, &Stopped { stopped: work.is_some() }))
            }
            Ok(Reply::Work(job)) => {
                self.start(id, job);
                None
            }
        }
    }

    /// Starts work in place of what is going on.
    fn start(&mut self, id: Value, job: Job) {
        let before = self.work.take();
        if let Some(before) = &before {
            before.halt.by_user();
        }
        let halt = Arc::new(Halt::default());
        let work = jobs::JobContext {
            id,
            tab: self.tab.clone(),
            outbox: self.outbox.clone(),
            halt: Arc::clone(&halt),
        };
        let task = tokio::spawn(async move {
            if let Some(before) = before {
                drop(before.task.await);
            }
            jobs::run(work, job).await;
        });
        self.work = Some(Work { halt, task });
    }
}

/// What a tab is answered to messages, each sent after the answer to the one before.
pub async fn answers(app: Arc<App>, messages: &[&str]) -> Vec<Value> {
    let (outbox, mut waiting) = mpsc::channel(OUTBOX);
    let mut session = Session::new(app, outbox);
    let mut answers = Vec::new();
    for message in messages {
        let mut text = session.answer(message).await;
        loop {
            if text.is_none() {
                text = waiting.recv().await;
            }
            let said = text.take().map(|text| serde_json::from_str::<Value>(&text));
            let said = said.and_then(Result::ok).expect("what is sent is JSON");
            if said.get("event").is_none() {
                answers.push(said);
                break;
            }
        }
    }
    answers
}

/// Locks what only one thread has at a time, also after a panic of another.
pub fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts the messages of a tab: what comes too fast is dropped.
struct Bucket {
    tokens: f64,
    last: Instant,
    complained: Option<Instant>,
}

impl Bucket {
    fn new() -> Self {
        Self { tokens: BURST, last: Instant::now(), complained: None }
    }

    fn take(&mut self) -> bool {
        let now = Instant::now();
        let gained = now.duration_since(self.last).as_secs_f64() * RATE;
        self.last = now;
        self.tokens = (self.tokens + gained).min(BURST);
        if self.tokens < 1.0 {
            return false;
        }
        self.tokens -= 1.0;
        true
    }

    fn answer(&mut self, answer: impl FnOnce() -> String) -> Option<String> {
        if self.take() { Some(answer()) } else { self.complaint() }
    }

    /// Once a second, a word about what was dropped.
    fn complaint(&mut self) -> Option<String> {
        let now = Instant::now();
        let is_fresh = |last: Instant| now.duration_since(last) < Duration::from_secs(1);
        if self.complained.is_some_and(is_fresh) {
            return None;
        }
        self.complained = Some(now);
        Some(message::error(&Value::Null, "too many messages: some were dropped"))
    }
}
