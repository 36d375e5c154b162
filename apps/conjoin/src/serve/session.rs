//! One tab: its messages, its engines, its work.

use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::answers::{
    Explain, Hello, Look, Picture, ProofFile, ProofStep, Puzzles, ReadAnswer, Stopped, TreeAnswer,
    Written,
};
use super::engines::{Engines, KeptProof};
use super::jobs::{self, Halt, Job};
use super::message::{self, Ask};
use super::{App, game, tree};

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
    let engines = Arc::new(Mutex::new(Engines::new(Arc::clone(&app))));
    let mut session = Session { app: Arc::clone(&app), engines, outbox, work: None };
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
    app: Arc<App>,
    engines: Arc<Mutex<Engines>>,
    outbox: mpsc::Sender<String>,
    work: Option<Work>,
}

impl Session {
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
        let (id, ask) = message::parse(text.as_str());
        match ask {
            Err(reason) => Some(message::error(&id, &reason)),
            Ok(ask) => match self.obey(&id, ask).await {
                Ok(None) => None,
                Ok(Some(body)) => Some(message::answer(&id, &body)),
                Err(reason) => Some(message::error(&id, &reason)),
            },
        }
    }

    /// Does what is asked for; work that takes time is started and answers later.
    async fn obey(&mut self, id: &Value, ask: Ask) -> Result<Option<Value>, String> {
        let job = match ask {
            Ask::Hello => return Ok(Some(message::body(&Hello::new(&self.app)))),
            Ask::Look { game } => {
                return game::play(&game).map(|game| Some(message::body(&Look::new(&game))));
            }
            Ask::Stop => {
                let work = self.work.as_ref().filter(|work| !work.task.is_finished());
                if let Some(work) = work {
                    work.halt.by_user();
                }
                return Ok(Some(message::body(&Stopped { stopped: work.is_some() })));
            }
            Ask::Read { text } => {
                return aside(move || typed::<ReadAnswer>(tree::read(&text)?)).await;
            }
            Ask::Open { text, number } => {
                return aside(move || typed::<TreeAnswer>(tree::open(&text, number)?)).await;
            }
            Ask::Write { tree, format } => {
                game::expect_known(tree.game.as_deref())?;
                return aside(move || tree::write(&tree, &format).map(|text| Written { text }))
                    .await;
            }
            Ask::Picture { game, caption } => {
                return aside(move || Ok(Picture::new(&game::play(&game)?, caption))).await;
            }
            Ask::Explain { game, profile } => {
                return aside(move || Explain::new(&game, &profile)).await;
            }
            Ask::Puzzles => return aside(Puzzles::new).await,
            Ask::Proof { moves } => {
                return self.with_proof(move |proof| ProofStep::new(proof, &moves)).await;
            }
            Ask::ProofFile => return self.with_proof(|proof| Ok(ProofFile::new(proof))).await,
            Ask::Think(think) => Job::think(&think)?,
            Ask::Review(review) => Job::review(&review)?,
            Ask::Solve(solve) => Job::solve(&solve)?,
        };
        self.start(id.clone(), job);
        Ok(None)
    }

    /// Asks the last proof while no work has the engines.
    async fn with_proof<T: Serialize + Send + 'static>(
        &self,
        ask: impl FnOnce(&KeptProof) -> Result<T, String> + Send + 'static,
    ) -> Result<Option<Value>, String> {
        let engines = Arc::clone(&self.engines);
        aside(move || {
            let engines = match engines.try_lock() {
                Ok(engines) => engines,
                Err(TryLockError::Poisoned(engines)) => engines.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    return Err("the engine is at work: stop it first".into());
                }
            };
            ask(engines.proof.as_ref().ok_or("nothing has been proved here yet")?)
        })
        .await
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
            app: Arc::clone(&self.app),
            engines: Arc::clone(&self.engines),
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

/// Does a moment's work beside the tasks that serve tabs.
async fn aside<T: Serialize + Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<Option<Value>, String> {
    match tokio::task::spawn_blocking(move || work().map(|answer| message::body(&answer))).await {
        Ok(result) => result.map(Some),
        Err(_) => Err("this failed for an unknown reason".into()),
    }
}

/// What the tree of a record says, as one of our answers.
fn typed<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
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
