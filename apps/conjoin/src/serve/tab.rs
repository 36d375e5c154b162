//! What a tab asks for: an answer that is known at once, or work that will answer.

use std::fmt;
use std::sync::{Arc, Mutex, TryLockError};

use conjoin_engine::{GameName, GameVisitor};
use conjoin_eval::Playable;
use conjoin_games::record::{Contents, Fit, Outline};
use serde_json::Value;

use super::App;
use super::answers::{GameInfo, Hello, KeptProof, Look, Picture, Puzzles, Read, Written, explain};
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

/// A game that the app serves.
#[derive(Clone, Copy)]
pub struct ServedGame {
    /// Its name.
    pub(super) name: &'static str,
    /// What pages have to know of it.
    pub(super) describe: fn() -> GameInfo,
    /// How well a text fits it.
    fit: fn(&str) -> Fit,
    /// Does what is asked for in it.
    obey: fn(&Tab, Ask) -> Result<Reply, String>,
}

impl fmt::Debug for ServedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl ServedGame {
    /// A game by its type.
    pub fn of<G: Playable>() -> Self {
        Self {
            name: G::NAME,
            describe: GameInfo::new::<G>,
            fit: |text| {
                let contents = Contents::of::<G>(text, G::Variant::default());
                contents.map_or(Fit::Foreign, |contents| contents.fit())
            },
            obey: Tab::obey::<G>,
        }
    }

    /// All games that the program has, the usual one first.
    pub fn all() -> Vec<Self> {
        GameName::ALL.iter().map(|game| game.visit(Serve)).collect()
    }
}

struct Serve;

impl GameVisitor for Serve {
    type Output = ServedGame;

    fn visit<G: Playable>(self) -> ServedGame {
        ServedGame::of::<G>()
    }
}

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

    /// Does what is asked for, in the game that the question names. A text that fits another game
    /// better is read for that.
    pub fn answer(&self, mut ask: Ask) -> Result<Reply, String> {
        let games = &self.app.games;
        let name = ask.game().unwrap_or(games[0].name);
        let Some(named) = games.iter().find(|game| game.name == name) else {
            let known: Vec<_> = games.iter().map(|game| game.name).collect();
            return Err(format!("game {name:.40?} is not known: expected {}", known.join(", ")));
        };
        let mut game = named;
        if let Ask::Read { text, size, rules, .. } = &mut ask {
            let mut best = (game.fit)(text);
            for other in games {
                if best == Fit::Playable {
                    break;
                }
                let fit = (other.fit)(text);
                if fit > best {
                    (game, best) = (other, fit);
                }
            }
            // Another game has other boards and rules.
            if game.name != named.name {
                (*size, *rules) = (None, None);
            }
        }
        (game.obey)(self, ask)
    }

    /// Does what is asked for in a game.
    fn obey<G: Playable>(&self, ask: Ask) -> Result<Reply, String> {
        Ok(Reply::Answer(match ask {
            Ask::Hello => body(&Hello::new(&self.app)),
            Ask::Look { game } => body(&Look::new::<G>(&play::<G>(&game)?)),
            Ask::Read { text, size, rules, .. } => {
                let size = size.map(|size| size.to_string());
                let named = [("size", size.as_deref()), ("rules", rules.as_deref())];
                let named = named.into_iter().filter_map(|(key, value)| Some((key, value?)));
                let variant = G::variant_from(named).map_err(said)?;
                let contents = Contents::of::<G>(&text, variant).map_err(said)?;
                body(&Read { game: G::NAME, contents })
            }
            Ask::Open { text, number, .. } => {
                body(&Outline::open::<G>(&text, number).map_err(said)?)
            }
            Ask::Write { tree, format, .. } => {
                let text = tree.write::<G>(format.parse().map_err(said)?).map_err(said)?;
                body(&Written { text })
            }
            Ask::Picture { game, caption } => body(&Picture::new::<G>(&play::<G>(&game)?, caption)),
            Ask::Explain { game, profile } => body(&explain::<G>(&play::<G>(&game)?, &profile)?),
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

/// What is wrong, as text.
fn said(error: impl fmt::Display) -> String {
    error.to_string()
}
