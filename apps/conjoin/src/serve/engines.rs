//! The engines of one tab: an opponent, an analyst and a solver, each with its own table.

use std::sync::Arc;

use conjoin_core::Side;
use conjoin_engine::prover::Prover;
use conjoin_engine::{Player, PlayerOptions, Profile, level_profile, make_player};
use conjoin_games::loa::Position;
use conjoin_prove::proof::Proof;

use super::App;
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
struct KeptPlayer {
    key: Key,
    player: Box<dyn Player>,
    _grant: Grant,
}

/// A solver that remembers, and what it has proved last.
pub struct Solver {
    pub prover: Prover,
    wanted: usize,
    threads: usize,
    pub bytes: usize,
    _grant: Grant,
}

/// A proof that is explored.
pub struct KeptProof {
    pub proof: Proof<Position>,
    pub winner: Side,
}

/// The engines of one tab.
pub struct Engines {
    app: Arc<App>,
    opponent: Option<KeptPlayer>,
    analyst: Option<KeptPlayer>,
    solver: Option<Solver>,
    pub proof: Option<KeptProof>,
}

/// The name of a built-in profile; files are not read for pages.
pub fn profile_name(profile: Option<&str>, level: Option<u8>) -> Result<String, String> {
    if let Some(level) = level {
        return level_profile(level).ok_or_else(|| format!("level {level}: expected 1 to 10"));
    }
    let name = profile.unwrap_or("champion");
    match Profile::names().find(|known| *known == name) {
        Some(known) => Ok(known.to_owned()),
        None => {
            Err(format!("profile {:?} is not built in", name.chars().take(40).collect::<String>()))
        }
    }
}

impl Engines {
    /// No engines yet.
    pub fn new(app: Arc<App>) -> Self {
        Self { app, opponent: None, analyst: None, solver: None, proof: None }
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
    ) -> Result<&mut dyn Player, String> {
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
            let profile = Profile::load(&key.profile).map_err(|error| error.to_string())?;
            let player = make_player(&profile, &options).map_err(|error| error.to_string())?;
            *kept = Some(KeptPlayer { key, player, _grant: grant });
        }
        Ok(&mut *kept.as_mut().expect("just made").player)
    }

    /// The solver, the old one where nothing has changed.
    pub fn solver(
        &mut self,
        memory: Option<usize>,
        threads: Option<usize>,
    ) -> Result<&mut Solver, String> {
        let wanted = mebibytes(memory, SOLVER_TABLE);
        let threads = self.threads(threads);
        let fits = |solver: &Solver| solver.wanted == wanted && solver.threads == threads;
        if !self.solver.as_ref().is_some_and(fits) {
            self.solver = None;
            let grant = self.app.budget.grant(wanted);
            let prover = Prover::new(grant.bytes, threads).map_err(|error| error.to_string())?;
            let bytes = grant.bytes;
            self.solver = Some(Solver { prover, wanted, threads, bytes, _grant: grant });
        }
        Ok(self.solver.as_mut().expect("just made"))
    }
}

fn mebibytes(wanted: Option<usize>, usual: usize) -> usize {
    wanted.map_or(usual, |wanted| wanted.clamp(1, 1 << 20) << 20)
}
