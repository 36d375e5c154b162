//! `conjoin serve`: the app in the browser, with the engine and the solver in the same program.
//!
//! Pages are embedded and talk over one WebSocket a tab; `docs/app.md` describes the messages.
//!
//! * `address`: where it listens and how people get there;
//! * `connections`, `pages` and `guard`: what is served, how long, and to whom;
//! * `session`: one tab: its messages and its work; `tab`: what its questions come to;
//! * `queue` and `memory`: what all tabs share;
//! * `answers`: questions answered at once; `jobs`: those that take time;
//! * `engines`: the engines of a tab, of the game that it asked about last.

mod address;
mod answers;
mod connections;
mod engines;
mod game;
mod guard;
mod jobs;
mod memory;
mod message;
mod pages;
mod queue;
mod session;
mod tab;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use clap::Args;
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::cli::Common;
use crate::failure::Failure;
use crate::interrupt;
use guard::Guard;
use memory::Budget;
use queue::Gate;
pub use tab::ServedGame;

/// Tabs at once; more are refused.
const MOST_TABS: usize = 64;
/// The longest frame that is read at all; messages have a lower limit of their own.
const LARGEST_FRAME: usize = 16 << 20;
/// How long open connections may take to close at the end.
const LAST_WORDS: Duration = Duration::from_millis(1200);
/// Memory for all tabs together when nothing is said.
const DEFAULT_MEMORY: usize = 1 << 30;

/// Options of `conjoin serve`.
#[derive(Debug, Args)]
pub struct Options {
    /// Address to listen on; others than your own machine can then use it
    #[arg(long, value_name = "H", default_value = "127.0.0.1")]
    host: String,
    /// Port; if it is taken, the next free one
    #[arg(long, value_name = "PORT", default_value_t = 8017)]
    port: u16,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

impl Default for Options {
    /// What a bare `conjoin` does.
    fn default() -> Self {
        Self { host: "127.0.0.1".into(), port: 8017, no_open: false }
    }
}

/// What all tabs share.
#[derive(Debug)]
pub(crate) struct App {
    /// The games, the usual one first.
    games: Vec<ServedGame>,
    guard: Guard,
    gate: Gate,
    budget: Arc<Budget>,
    /// Threads that one search may use.
    most_threads: usize,
    tabs: AtomicUsize,
    /// Turns true when the program ends.
    ending: watch::Receiver<bool>,
}

impl App {
    fn new(
        games: Vec<ServedGame>,
        guard: Guard,
        memory: usize,
        threads: Option<usize>,
        ending: watch::Receiver<bool>,
    ) -> Arc<Self> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Arc::new(Self {
            games,
            guard,
            gate: Gate::new(cores),
            budget: Budget::new(memory, MOST_TABS),
            most_threads: threads.unwrap_or(cores),
            tabs: AtomicUsize::new(0),
            ending,
        })
    }
}

/// Runs the command.
pub fn run(options: &Options, common: &Common) -> Result<(), Failure> {
    run_with(ServedGame::all(), options, common)
}

/// Serves these games.
pub fn run_with(games: Vec<ServedGame>, options: &Options, common: &Common) -> Result<(), Failure> {
    let listener = address::bind(&options.host, options.port)?;
    listener.set_nonblocking(true)?;
    let local = listener.local_addr()?;
    address::announce(&options.host, local)?;
    if !options.no_open {
        address::open_browser(local);
    }
    let (end, ending) = watch::channel(false);
    let threads = common.threads.map(usize::from);
    let guard = Guard::new(&options.host, local);
    let app = App::new(games, guard, common.memory.unwrap_or(DEFAULT_MEMORY), threads, ending);
    let runtime = runtime()?;
    let interrupted = runtime.block_on(serve(listener, app, end))?;
    runtime.shutdown_timeout(Duration::from_millis(500));
    if interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

/// What the app answers to messages, each sent after the answer to the one before.
pub fn answers_to(games: Vec<ServedGame>, messages: &[&str]) -> Result<Vec<Value>, Failure> {
    let (_end, ending) = watch::channel(false);
    let guard = Guard::new("localhost", ([127, 0, 0, 1], 0).into());
    let app = App::new(games, guard, DEFAULT_MEMORY, Some(1), ending);
    Ok(runtime()?.block_on(session::answers(app, messages)))
}

fn runtime() -> Result<Runtime, Failure> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build();
    Ok(runtime.context("cannot start the server")?)
}

/// Serves until the program is asked to end; was that by Ctrl-C?
async fn serve(
    listener: std::net::TcpListener,
    app: Arc<App>,
    end: watch::Sender<bool>,
) -> Result<bool, Failure> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let routes = Router::new()
        .route("/ws", get(connect))
        .fallback(get(pages::page))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), check))
        .with_state(Arc::clone(&app));
    let limits = connections::Limits::default();
    let server = tokio::spawn(connections::serve(listener, routes, limits, app.ending.clone()));
    let interrupted = asked_to_end().await;
    // Nobody listening is no harm.
    let _ = end.send(true);
    // Whoever does not close by then is cut off.
    drop(tokio::time::timeout(LAST_WORDS, server).await);
    Ok(interrupted)
}

/// Waits for Ctrl-C (true) or a polite request of the system (false).
async fn asked_to_end() -> bool {
    while !interrupt::requested() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    !interrupt::by_the_system()
}

/// Turns away foreign hosts, and says on every answer what a page may do.
async fn check(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if let Err(reason) = app.guard.check(request.headers()) {
        return (StatusCode::FORBIDDEN, format!("{reason}\n")).into_response();
    }
    let mut response = next.run(request).await;
    guard::add_headers(response.headers_mut());
    response
}

/// A tab connects.
async fn connect(State(app): State<Arc<App>>, upgrade: WebSocketUpgrade) -> Response {
    let Some(slot) = TabSlot::take(&app) else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many tabs are open\n").into_response();
    };
    upgrade.max_message_size(LARGEST_FRAME).max_frame_size(LARGEST_FRAME).on_upgrade(
        move |socket| async move {
            session::run(socket, Arc::clone(&slot.0)).await;
            drop(slot);
        },
    )
}

/// One of the places for tabs; given back when dropped.
struct TabSlot(Arc<App>);

impl TabSlot {
    fn take(app: &Arc<App>) -> Option<Self> {
        let more = |tabs: usize| (tabs < MOST_TABS).then_some(tabs + 1);
        app.tabs.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
        Some(Self(Arc::clone(app)))
    }
}

impl Drop for TabSlot {
    fn drop(&mut self) {
        self.0.tabs.fetch_sub(1, Ordering::Relaxed);
    }
}
