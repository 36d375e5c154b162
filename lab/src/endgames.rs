//! Suites of endgames for the solvers, made from games of strong players.
//!
//! Source: the conditions are those of `winands-thesis` 2.7: positions of real games between
//! strong players, ten plies or more before the end. Each position is a forced win for the side to
//! move, proved by our own solver.
//! Differs: the games are the published ones of the Computer Olympiads and self-play made for this
//! purpose, so that no position comes from a game that anything learns from.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use conjoin_core::{History, Outcome, Position as _, Symmetric};
use conjoin_engine::solve::{LoaSolver, SolveError, SolveRequest, SolvedAs};
use conjoin_engine::{EngineError, Profile};
use conjoin_games::loa::Position;
use conjoin_prove::{Algorithm, Limits};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;

use crate::suite_games::{SelfPlayError, olympiad_games, self_play};

/// What a suite is made of.
#[derive(Clone, Debug)]
pub struct EndgameConfig {
    /// Positions wanted.
    pub count: usize,
    /// Least distance to the end of the game, in plies.
    pub least_plies: usize,
    /// Df-pn must need more expansions than this; 0 takes what comes.
    pub harder_than: u64,
    /// Most nodes for our own solver.
    pub nodes: u64,
    /// Nodes a move in self-play.
    pub move_nodes: u64,
    /// The player of self-play.
    pub profile: String,
    /// Memory of the solvers.
    pub memory: usize,
    /// Seed of openings and choices.
    pub seed: u64,
}

impl EndgameConfig {
    /// Any forced win.
    pub fn any() -> Self {
        Self {
            count: 300,
            least_plies: 10,
            harder_than: 0,
            nodes: 3_000_000,
            move_nodes: 20_000,
            profile: "champion".into(),
            memory: 256 << 20,
            seed: 1,
        }
    }

    /// Forced wins that take df-pn more than 400,000 expansions.
    pub fn hard() -> Self {
        Self { count: 150, least_plies: 14, harder_than: 400_000, nodes: 40_000_000, ..Self::any() }
    }
}

/// A position for a suite.
#[derive(Clone, Debug)]
pub struct Endgame {
    /// The side to move wins.
    pub position: Position,
    /// Plies that the game went on for.
    pub plies_to_end: usize,
    /// The game it is from.
    pub source: String,
    /// Expansions of our own solver.
    pub expanded: u64,
}

/// Why no suite was made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EndgameError {
    /// No player.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No games.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// No solver.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// How far before the end a position is looked for.
const FARTHEST: usize = 40;

/// Makes a suite; `found` sees each position as it comes. Ends early when `stop` is set.
pub fn build(
    config: &EndgameConfig,
    stop: &AtomicBool,
    mut found: impl FnMut(&Endgame),
) -> Result<usize, EndgameError> {
    let mut builder =
        Builder { config, stop, rng: ChaCha8Rng::seed_from_u64(config.seed), seen: HashSet::new() };
    let mut count = 0;
    for (source, game, outcome) in olympiad_games() {
        if count < config.count
            && let Some(endgame) = builder.choose(&game, outcome, &source)?
        {
            count += 1;
            found(&endgame);
        }
    }
    let profile = Profile::load(&config.profile)?;
    let mut game = 0;
    while count < config.count && !builder.is_stopped() {
        let seed = config.seed.wrapping_mul(1_000_003).wrapping_add(game);
        let history = self_play(&profile, config.move_nodes, seed, stop)?;
        let source = format!(
            "self-play {} {} nodes seed {} game {game}",
            profile.name, config.move_nodes, config.seed
        );
        if let Some(endgame) = builder.choose(&history, history.outcome(), &source)? {
            count += 1;
            found(&endgame);
        }
        game += 1;
    }
    Ok(count)
}

struct Builder<'a> {
    config: &'a EndgameConfig,
    stop: &'a AtomicBool,
    rng: ChaCha8Rng,
    /// Positions in the suite, up to symmetry.
    seen: HashSet<u64>,
}

impl Builder<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// A position of a game that fits, if it has one.
    fn choose(
        &mut self,
        game: &History<Position>,
        outcome: Option<Outcome>,
        source: &str,
    ) -> Result<Option<Endgame>, EndgameError> {
        let Some(winner) = outcome.and_then(Outcome::winner) else { return Ok(None) };
        let last = game.positions().len() - 1;
        // Forced wins of any difficulty are taken from anywhere, hard ones as near as they begin.
        let spread = if self.config.harder_than == 0 { self.rng.random_range(0..10) } else { 0 };
        for plies in self.config.least_plies + spread..=FARTHEST.min(last) {
            let position = game.positions()[last - plies];
            if position.side_to_move() != winner || self.is_stopped() {
                continue;
            }
            if self.config.harder_than > 0 {
                let limit = self.config.harder_than;
                let (result, _) = self.solve(&position, Algorithm::Dfpn, limit)?;
                match result {
                    SolvedAs::Win => continue,
                    SolvedAs::Unknown => {}
                    _ => return Ok(None),
                }
            }
            let (result, expanded) = self.solve(&position, Algorithm::Best, self.config.nodes)?;
            if result != SolvedAs::Win || !self.seen.insert(position.canonical_key()) {
                return Ok(None);
            }
            let source = format!("{source}, ply {}", last - plies);
            return Ok(Some(Endgame { position, plies_to_end: plies, source, expanded }));
        }
        Ok(None)
    }

    fn solve(
        &self,
        position: &Position,
        algorithm: Algorithm,
        nodes: u64,
    ) -> Result<(SolvedAs, u64), EndgameError> {
        let request =
            SolveRequest { algorithm, full: false, shortest: false, with_proof: false, threads: 1 };
        let limits = Limits {
            nodes: Some(nodes),
            memory: self.config.memory,
            stop: Some(self.stop),
            deadline: None::<Instant>,
            ..Limits::default()
        };
        let solved = LoaSolver::new(request).solve(position, &limits)?;
        Ok((solved.result, solved.counters.expanded))
    }
}
