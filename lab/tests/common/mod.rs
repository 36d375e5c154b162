//! Players with one habit each, for tests of matches.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use conjoin_core::{History, Position as _, Score};
use conjoin_engine::{EngineError, Event, Player, Request, Thinking, Thought};
use conjoin_games::loa::{Loa, Move, Position, Rules};
use conjoin_lab::game::Conditions;
use conjoin_lab::game_record::{Contestant, GameRecord};
use conjoin_lab::match_runner::{MatchPlan, Observer, PlayerSource};
use conjoin_lab::openings::OpeningSet;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// An empty folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("conjoin-lab-{}-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&path));
    std::fs::create_dir_all(&path).expect("a folder for tests");
    path
}

/// What a test player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// A random legal move.
    Random,
    /// The first legal move.
    First,
    /// A move that is not legal, from the third move on.
    Illegal,
    /// No move at all.
    Silent,
    /// An error.
    Fails,
    /// A panic.
    Panics,
    /// A good move, but too late; it listens to the stop flag.
    Late,
    /// No answer, whatever it is told.
    Hangs,
    /// An error when a new game begins.
    FailsAtStart,
    /// A random move and a little later than the average.
    Slow,
    /// A random move after a third of a second.
    Unhurried,
}

pub struct TestPlayer {
    habit: Habit,
    rng: ChaCha8Rng,
}

fn error(reason: &str) -> EngineError {
    EngineError::Outside { name: "test".into(), reason: reason.into() }
}

impl TestPlayer {
    pub fn boxed(habit: Habit, seed: u64) -> Box<dyn Player<Position>> {
        Box::new(Self { habit, rng: ChaCha8Rng::seed_from_u64(seed) })
    }

    fn choose(
        &mut self,
        game: &History<Position>,
        stop: &AtomicBool,
    ) -> Result<Option<Move>, EngineError> {
        let moves = game.current().legal_moves();
        let random = moves[self.rng.random_range(0..moves.len() as u32) as usize];
        match self.habit {
            Habit::Random => Ok(Some(random)),
            Habit::First => Ok(moves.first().copied()),
            Habit::Illegal if game.moves().len() < 4 => Ok(Some(random)),
            Habit::Illegal => Ok(Some(Move::new(random.to(), random.from(), false))),
            Habit::Silent => Ok(None),
            Habit::Fails => Err(error("out of order")),
            Habit::Panics => panic!("this player panics on purpose"),
            Habit::Late => {
                let start = Instant::now();
                while !stop.load(Ordering::Relaxed) && start.elapsed() < Duration::from_secs(20) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(Some(random))
            }
            Habit::Hangs => loop {
                std::thread::sleep(Duration::from_mins(1));
            },
            Habit::Slow => {
                std::thread::sleep(Duration::from_micros(u64::from(
                    self.rng.random_range(0..300u32),
                )));
                Ok(Some(random))
            }
            Habit::Unhurried => {
                std::thread::sleep(Duration::from_millis(333));
                Ok(Some(random))
            }
            Habit::FailsAtStart => unreachable!("it never gets to a move"),
        }
    }
}

impl Player<Position> for TestPlayer {
    fn name(&self) -> &'static str {
        "test"
    }

    fn new_game(&mut self) -> Result<(), EngineError> {
        if self.habit == Habit::FailsAtStart { Err(error("no games today")) } else { Ok(()) }
    }

    fn think(
        &mut self,
        game: &History<Position>,
        request: &Request,
        stop: &AtomicBool,
        _on_event: &mut dyn FnMut(&Event<Move>),
    ) -> Result<Thought<Move>, EngineError> {
        let best_move = self.choose(game, stop)?;
        // It says that it has done what it was allowed.
        let nodes = request.nodes.unwrap_or(1);
        let counters = conjoin_search::Counters { nodes, ..Default::default() };
        Ok(Thought {
            best_move,
            score: Some(Score(5)),
            depth: request.depth.unwrap_or(1),
            selective_depth: 1,
            counters,
            time: Duration::ZERO,
            lines: Vec::new(),
            from_book: false,
        })
    }
}

/// Two test players.
pub struct Habits(pub Habit, pub Habit);

impl PlayerSource<Position> for Habits {
    fn player(
        &self,
        contestant: Contestant,
        seed: u64,
    ) -> Result<Box<dyn Player<Position>>, EngineError> {
        let habit = if contestant == Contestant::A { self.0 } else { self.1 };
        Ok(TestPlayer::boxed(habit, seed))
    }
}

/// An observer that keeps nothing and stops after some games.
pub struct Watcher {
    pub games: usize,
    pub stop_after: usize,
}

impl Watcher {
    pub fn patient() -> Self {
        Self { games: 0, stop_after: usize::MAX }
    }
}

impl Observer<GameRecord> for Watcher {
    type Error = std::convert::Infallible;

    fn game_over(&mut self, _: &GameRecord) -> Result<(), Self::Error> {
        self.games += 1;
        Ok(())
    }

    fn wants_stop(&mut self) -> bool {
        self.games >= self.stop_after
    }
}

/// A match of some pairs from random openings on 5x5, where games are short.
pub fn plan(pairs: usize, seed: u64, concurrency: usize) -> MatchPlan<Position> {
    let start = Position::start(5, Rules::OLYMPIAD);
    let set = OpeningSet::Random { plies: 2 };
    let openings = set.openings::<Loa>(&start, pairs, 4, seed).expect("openings");
    let conditions = Conditions::new(Thinking::Nodes(1));
    MatchPlan { openings, conditions, seed, concurrency, sprt: None }
}
