//! Suites of endgames for the solvers, made from games of strong players.
//!
//! Source: the conditions are those of `winands-thesis` 2.7: positions of real games between
//! strong players, ten plies or more before the end. Each position is a forced win for the side to
//! move, proved by our own solver.
//! Differs: the games are the published ones of the Computer Olympiads and self-play made for this
//! purpose, so that no position comes from a game that anything learns from.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::{History, Outcome, Position as _, Symmetric};
use conjoin_engine::Profile;
use conjoin_engine::solve::{SolveRequest, SolvedAs, Solver};
use conjoin_eval::Playable;
use conjoin_prove::{Algorithm, Limits};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::suite_games::{
    BuildError, PublishedGame, published_games, self_play, self_play_source, usual_player,
};
use crate::work_queue::{self, Sink};

/// What a suite is made of.
#[derive(Clone, Debug)]
pub struct EndgameConfig<P> {
    /// Positions wanted.
    pub count: usize,
    /// Least distance to the end of the game, in plies.
    pub least_plies: usize,
    /// Df-pn must solve the position, with more expansions than this; 0 takes what our own solver
    /// can prove.
    pub harder_than: u64,
    /// Most nodes for the proof.
    pub nodes: u64,
    /// Nodes a move in self-play.
    pub move_nodes: u64,
    /// The player of self-play.
    pub profile: String,
    /// Memory of the solvers.
    pub memory: usize,
    /// Seed of openings and choices.
    pub seed: u64,
    /// The game to begin with; those before have been looked at.
    pub first_game: usize,
    /// The positions that they gave.
    pub given: Vec<P>,
}

impl<P> EndgameConfig<P> {
    /// Any forced win.
    pub fn any<G: Playable<Position = P>>() -> Self {
        Self {
            count: 300,
            least_plies: 10,
            harder_than: 0,
            nodes: 300_000,
            move_nodes: 50_000,
            profile: usual_player::<G>(),
            memory: 64 << 20,
            seed: 1,
            first_game: 0,
            given: Vec::new(),
        }
    }

    /// Forced wins that take df-pn more than 400,000 expansions. Df-pn itself proves them, so that no
    /// position is there because a better solver happened to like it.
    pub fn hard<G: Playable<Position = P>>() -> Self {
        Self {
            count: 150,
            least_plies: 14,
            harder_than: 400_000,
            nodes: 3_000_000,
            memory: 256 << 20,
            ..Self::any::<G>()
        }
    }
}

/// A position for a suite.
#[derive(Clone, Debug)]
pub struct Endgame<P> {
    /// The side to move wins.
    pub position: P,
    /// Plies that the game went on for.
    pub plies_to_end: usize,
    /// The number of the game it is from.
    pub game: usize,
    /// The same in words.
    pub source: String,
    /// Expansions of the solver that proved it.
    pub expanded: u64,
}

/// How far before the end a position is looked for.
const FARTHEST: usize = 40;

/// Most hard positions of one game, and the plies between them at least.
const HARD_PER_GAME: usize = 3;
const HARD_APART: usize = 4;
/// How much harder than the position two plies later a forced win is expected to be at most.
const EFFORT_GROWTH: u64 = 5;
/// The same, in units of what a hard position takes at least.
const LEAST_GROWTH: u64 = 2;

/// Makes a suite; `found` sees each position as it comes, in the order of the games, whatever the
/// number of threads. Ends early when `stop` is set.
pub fn build<G: Playable>(
    config: &EndgameConfig<G::Position>,
    threads: usize,
    stop: &AtomicBool,
    found: impl FnMut(&Endgame<G::Position>),
) -> Result<usize, BuildError> {
    let builder = Builder::<G> { config, profile: Profile::load(&config.profile)? };
    let published = published_games::<G>();
    let look_at = |(): &mut (), task: usize, stop: &AtomicBool| {
        let endgames = builder.look_at(config.first_game + task, &published, stop)?;
        // A stopped search says nothing about its game or those after it.
        Ok((!stop.load(Ordering::Relaxed)).then_some(endgames))
    };
    let mut collector = Collector {
        config,
        stop,
        next_task: 0,
        waiting: BTreeMap::new(),
        seen: config.given.iter().map(Symmetric::canonical_key).collect(),
        count: config.given.len(),
        found,
    };
    // There is always another game of self-play.
    let tasks = if collector.is_full() { 0 } else { usize::MAX };
    work_queue::run(tasks, threads, &|| (), &look_at, &mut collector)?;
    Ok(collector.count)
}

/// Puts the findings of all threads into the order of the games.
struct Collector<'a, P, F> {
    config: &'a EndgameConfig<P>,
    stop: &'a AtomicBool,
    next_task: usize,
    waiting: BTreeMap<usize, Vec<Endgame<P>>>,
    /// Positions in the suite, up to symmetry.
    seen: HashSet<u64>,
    count: usize,
    found: F,
}

impl<P, F> Collector<'_, P, F> {
    fn is_full(&self) -> bool {
        self.count >= self.config.count
    }
}

impl<P: Symmetric, F: FnMut(&Endgame<P>)> Sink<Vec<Endgame<P>>, BuildError>
    for Collector<'_, P, F>
{
    fn finished(&mut self, task: usize, endgames: Vec<Endgame<P>>) -> Result<(), BuildError> {
        self.waiting.insert(task, endgames);
        while let Some(endgames) = self.waiting.remove(&self.next_task) {
            self.next_task += 1;
            for endgame in &endgames {
                if !self.is_full() && self.seen.insert(endgame.position.canonical_key()) {
                    self.count += 1;
                    (self.found)(endgame);
                }
            }
        }
        Ok(())
    }

    fn wants_stop(&mut self) -> bool {
        self.is_full() || self.stop.load(Ordering::Relaxed)
    }
}

struct Builder<'a, G: Playable> {
    config: &'a EndgameConfig<G::Position>,
    profile: Profile<G>,
}

impl<G: Playable> Builder<'_, G> {
    /// What a game gives: the published ones come first, self-play after them.
    fn look_at(
        &self,
        game: usize,
        published: &[PublishedGame<G::Position>],
        stop: &AtomicBool,
    ) -> Result<Vec<Endgame<G::Position>>, BuildError> {
        if let Some((source, history, outcome)) = published.get(game) {
            return self.choose(game, history, *outcome, source, stop);
        }
        let EndgameConfig { move_nodes, seed, .. } = *self.config;
        let history = self_play(&self.profile, move_nodes, self.seed(game), stop)?;
        let source = self_play_source(&self.profile, move_nodes, seed, game);
        self.choose(game, &history, history.outcome(), &source, stop)
    }

    /// The seed of a game, so that a longer suite begins with the shorter one.
    fn seed(&self, game: usize) -> u64 {
        self.config.seed.wrapping_mul(1_000_003).wrapping_add(game as u64)
    }

    /// The positions of a game that fit.
    fn choose(
        &self,
        game: usize,
        history: &History<G::Position>,
        outcome: Option<Outcome>,
        source: &str,
        stop: &AtomicBool,
    ) -> Result<Vec<Endgame<G::Position>>, BuildError> {
        let Some(winner) = outcome.and_then(Outcome::winner) else { return Ok(Vec::new()) };
        let is_hard = self.config.harder_than > 0;
        let wanted = if is_hard { HARD_PER_GAME } else { 1 };
        let last = history.positions().len() - 1;
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed(game));
        // Forced wins of any difficulty are taken from anywhere, hard ones as near as they begin.
        let spread = if is_hard { 0 } else { rng.random_range(0..10) };
        let mut plies = self.config.least_plies + spread;
        let mut last_effort = 0;
        let mut found = Vec::new();
        while plies <= FARTHEST.min(last) && found.len() < wanted && !stop.load(Ordering::Relaxed) {
            let position = history.positions()[last - plies];
            if position.side_to_move() != winner {
                plies += 1;
                continue;
            }
            let (algorithm, nodes) = match self.config.harder_than {
                0 => (Algorithm::Best, self.config.nodes),
                // Behind an easy win lies a blunder more often than a hard win.
                least => {
                    let most = (EFFORT_GROWTH * last_effort).max(LEAST_GROWTH * least);
                    (Algorithm::Dfpn, self.config.nodes.min(most))
                }
            };
            let (result, expanded) = self.solve(&position, algorithm, nodes, stop)?;
            if result != SolvedAs::Win {
                break;
            }
            last_effort = expanded;
            if expanded <= self.config.harder_than {
                plies += 2;
                continue;
            }
            let source = format!("{source}, ply {}", last - plies);
            found.push(Endgame { position, plies_to_end: plies, game, source, expanded });
            plies += HARD_APART;
        }
        Ok(found)
    }

    fn solve(
        &self,
        position: &G::Position,
        algorithm: Algorithm,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Result<(SolvedAs, u64), BuildError> {
        let request =
            SolveRequest { algorithm, full: false, shortest: false, with_proof: false, threads: 1 };
        let limits = Limits {
            nodes: Some(nodes),
            memory: self.config.memory,
            stop: Some(stop),
            ..Limits::default()
        };
        let solved = Solver::<G>::new(request).solve(position, &limits)?;
        Ok((solved.result, solved.counters.expanded))
    }
}
