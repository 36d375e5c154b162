//! The engines of one tab: an opponent, an analyst and a solver, each with its own table.

use std::any::Any;
use std::sync::Arc;

use conjoin_engine::prover::{Prover, table_part};
use conjoin_engine::{BoxedPlayer, Player, PlayerOptions, Profile, level_profile, make_player};
use conjoin_eval::Playable;

use super::App;
use super::answers::KeptProof;
use super::memory::Grant;

/// Table of an opponent, in bytes: levels look at few positions.
const OPPONENT_TABLE: usize = 16 << 20;
/// Table of an analyst when nothing is said.
const ANALYST_TABLE: usize = 64 << 20;
/// Table of a solver when nothing is said.
const SOLVER_TABLE: usize = 128 << 20;

/// What makes two engines the same.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    profile: String,
    table: usize,
    threads: usize,
    seed: u64,
}

/// An engine that is kept as long as the same is asked for.
struct KeptPlayer<G: Playable> {
    key: Key,
    player: BoxedPlayer<G>,
    _grant: Grant,
}

/// A solver that remembers.
pub struct Solver<G: Playable> {
    /// The solver itself.
    pub prover: Prover<G>,
    wanted: usize,
    threads: usize,
    /// Bytes of its table.
    pub bytes: usize,
    _grant: Grant,
}

/// The engines of one tab for a game.
pub struct Engines<G: Playable> {
    app: Arc<App>,
    opponent: Option<KeptPlayer<G>>,
    analyst: Option<KeptPlayer<G>>,
    solver: Option<Solver<G>>,
}

/// The engines of one tab, whatever the game.
pub struct TabEngines {
    app: Arc<App>,
    /// The `Engines` of the last game.
    of_game: Box<dyn Any + Send>,
    /// What the solver has proved last.
    pub proof: Option<Box<dyn KeptProof>>,
}

impl TabEngines {
    /// No engines yet.
    pub fn new(app: Arc<App>) -> Self {
        Self { app, of_game: Box::new(()), proof: None }
    }

    /// The engines of a game; those of another one go.
    pub fn of<G: Playable>(&mut self) -> &mut Engines<G> {
        if !self.of_game.is::<Engines<G>>() {
            self.of_game = Box::new(Engines::<G>::new(Arc::clone(&self.app)));
        }
        self.of_game.downcast_mut().expect("made for this game")
    }
}

/// The name of a built-in profile; files are not read for pages.
pub fn profile_name<G: Playable>(
    profile: Option<&str>,
    level: Option<u8>,
) -> Result<String, String> {
    if let Some(level) = level {
        return level_profile(level).ok_or_else(|| format!("level {level}: expected 1 to 10"));
    }
    let name = profile.unwrap_or("champion");
    let known = Profile::<G>::names().into_iter().find(|known| known == name);
    known.ok_or_else(|| format!("profile {name:.40?} is not built in"))
}

impl<G: Playable> Engines<G> {
    fn new(app: Arc<App>) -> Self {
        Self { app, opponent: None, analyst: None, solver: None }
    }

    fn threads(&self, wanted: Option<usize>) -> usize {
        wanted.unwrap_or(1).clamp(1, self.app.most_threads)
    }

    /// The engine of a profile, the old one where nothing has changed.
    pub fn player(
        &mut self,
        is_opponent: bool,
        profile: String,
        memory: Option<usize>,
        threads: Option<usize>,
        seed: u64,
    ) -> Result<&mut dyn Player<G::Position>, String> {
        let usual = if is_opponent { OPPONENT_TABLE } else { ANALYST_TABLE };
        let table = mebibytes(memory, usual);
        let key = Key { profile, table, threads: self.threads(threads), seed };
        let kept = if is_opponent { &mut self.opponent } else { &mut self.analyst };
        if kept.as_ref().is_none_or(|kept| kept.key != key) {
            // The old table goes before the new one comes.
            *kept = None;
            let grant = self.app.budget.grant(table);
            let options =
                PlayerOptions { memory_bytes: grant.bytes, threads: key.threads, seed: seed | 1 };
            let profile = Profile::<G>::load(&key.profile).map_err(|error| error.to_string())?;
            let player = make_player(&profile, &options).map_err(|error| error.to_string())?;
            *kept = Some(KeptPlayer { key, player, _grant: grant });
        }
        Ok(&mut *kept.as_mut().expect("just made").player)
    }

    /// The solver for positions like this one, the old one where nothing has changed.
    pub fn solver(
        &mut self,
        position: &G::Position,
        memory: Option<usize>,
        threads: Option<usize>,
    ) -> Result<&mut Solver<G>, String> {
        let wanted = mebibytes(memory, SOLVER_TABLE);
        let threads = self.threads(threads);
        let fits = |solver: &Solver<G>| solver.wanted == wanted && solver.threads == threads;
        if !self.solver.as_ref().is_some_and(fits) {
            self.solver = None;
            let grant = self.app.budget.grant(wanted);
            let prover = Prover::new(position, table_part(grant.bytes), threads);
            let prover = prover.map_err(|error| error.to_string())?;
            let bytes = grant.bytes;
            self.solver = Some(Solver { prover, wanted, threads, bytes, _grant: grant });
        }
        Ok(self.solver.as_mut().expect("just made"))
    }
}

fn mebibytes(wanted: Option<usize>, usual: usize) -> usize {
    wanted.map_or(usual, |wanted| wanted.clamp(1, 1 << 20) << 20)
}
