//! What a tab asks for: an answer that is known at once, or work that will answer.

use std::sync::{Arc, Mutex, TryLockError};

use conjoin_engine::{GameName, GameVisitor};
use conjoin_eval::Playable;
use conjoin_games::record::{Contents, Outline};
use serde_json::Value;

use super::App;
use super::answers::{Hello, KeptProof, Look, Picture, Puzzles, Written, explain};
use super::engines::TabEngines;
use super::game::play;
use super::jobs::Job;
use super::message::{Ask, body};

/// What comes of a question.
pub enum Reply {
    /// The answer.
    Answer(Value),
    /// Work that will give the answer.
    Work(Job),
    /// The work that is going on is to end.
    Stop,
}

/// How questions are obeyed.
pub type Obey = fn(&Tab, Ask) -> Result<Reply, String>;

/// What a tab has for its questions.
#[derive(Clone)]
pub struct Tab {
    /// What all tabs share.
    pub app: Arc<App>,
    /// Its engines, and the last proof.
    pub engines: Arc<Mutex<TabEngines>>,
}

impl Tab {
    /// A tab without engines yet.
    pub fn new(app: Arc<App>) -> Self {
        let engines = Arc::new(Mutex::new(TabEngines::new(Arc::clone(&app))));
        Self { app, engines }
    }

    /// Does what is asked for, in the game that the question names.
    pub fn obey_by_name(&self, ask: Ask) -> Result<Reply, String> {
        let game = ask.game().map_or(Ok(GameName::default()), str::parse);
        game.map_err(|error| error.to_string())?.visit(Obeyed { tab: self, ask })
    }

    /// Does what is asked for in a game.
    pub fn obey<G: Playable>(&self, ask: Ask) -> Result<Reply, String> {
        Ok(Reply::Answer(match ask {
            Ask::Hello => body(&Hello::new(&self.app)),
            Ask::Look { game } => body(&Look::new::<G>(&play::<G>(&game)?)),
            Ask::Read { text, .. } => body(&Contents::of::<G>(&text).map_err(said)?),
            Ask::Open { text, number, .. } => {
                body(&Outline::open::<G>(&text, number).map_err(said)?)
            }
            Ask::Write { tree, format, .. } => {
                let text = tree.write::<G>(format.parse().map_err(said)?).map_err(said)?;
                body(&Written { text })
            }
            Ask::Picture { game, caption } => body(&Picture::new::<G>(&play::<G>(&game)?, caption)),
            Ask::Explain { game, profile } => explain::<G>(&play::<G>(&game)?, &profile)?,
            Ask::Puzzles { .. } => body(&Puzzles::new::<G>()),
            Ask::Proof { moves } => self.with_proof(|proof| proof.step(&moves))?,
            Ask::ProofFile => self.with_proof(|proof| Ok(proof.file()))?,
            Ask::Stop => return Ok(Reply::Stop),
            Ask::Think(text) => return Ok(Reply::Work(Job::think::<G>(&text)?)),
            Ask::Review(text) => return Ok(Reply::Work(Job::review::<G>(&text)?)),
            Ask::Solve(text) => return Ok(Reply::Work(Job::solve::<G>(&text)?)),
        }))
    }

    /// Asks the last proof while no work has the engines.
    fn with_proof<T: serde::Serialize>(
        &self,
        ask: impl FnOnce(&dyn KeptProof) -> Result<T, String>,
    ) -> Result<Value, String> {
        let engines = match self.engines.try_lock() {
            Ok(engines) => engines,
            Err(TryLockError::Poisoned(engines)) => engines.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err("the engine is at work: stop it first".into());
            }
        };
        let proof = engines.proof.as_deref().ok_or("nothing has been proved here yet")?;
        Ok(body(&ask(proof)?))
    }
}

/// A question to be obeyed in a game.
struct Obeyed<'a> {
    tab: &'a Tab,
    ask: Ask,
}

impl GameVisitor for Obeyed<'_> {
    type Output = Result<Reply, String>;

    fn visit<G: Playable>(self) -> Self::Output {
        self.tab.obey::<G>(self.ask)
    }
}

/// What is wrong, as text.
fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}
