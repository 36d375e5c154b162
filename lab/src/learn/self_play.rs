//! Games of an evaluator against itself, with what the search thought of every position.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::mix::split_mix;
use conjoin_core::{History, MoveOf, NullMove as _, Position, Side};
use conjoin_eval::{Linear, Playable};
use conjoin_search::{Limits, SearchConfig, Searcher, quiet_line};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::LearnConfig;
use crate::run_file::RunFileError;
use crate::work_queue::{self, Sink};

/// Random moves at the start of a game: this many, and up to as many more.
const RANDOM_PLIES: usize = 2;
const MORE_RANDOM_PLIES: usize = 9;
/// A game that goes on longer is a draw.
pub(super) const MAX_PLIES: usize = 200;
/// Memory of each thread's table.
pub(super) const TABLE_BYTES: usize = 8 << 20;

/// What the search thought of one position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    /// The position that was evaluated: the last of the expected line, after the noisy moves.
    pub leaf: String,
    /// The score of the search, in points for the first player.
    pub score: i32,
}

/// A game, from the first position that was not random to the first that was proved won or lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearningGame {
    /// Round in which it was played.
    pub round: u32,
    /// Its number in the round.
    pub number: u32,
    /// Points of the first player.
    pub result: f32,
    /// One for every position whose score is that of a leaf.
    pub thoughts: Vec<Thought>,
}

/// What all games of a round have in common.
pub(super) struct SelfPlay<'a, G, E> {
    pub eval: &'a E,
    pub search: &'a SearchConfig,
    pub config: &'a LearnConfig,
    pub round: u32,
    pub game: PhantomData<G>,
}

impl<G: Playable, E: Linear<G::Position>> SelfPlay<'_, G, E> {
    /// Plays the games with these numbers on several threads.
    pub fn play(
        &self,
        numbers: &[u32],
        threads: usize,
        sink: &mut dyn Sink<LearningGame, RunFileError>,
    ) -> Result<(), RunFileError> {
        let searcher = || {
            Searcher::new(self.search.clone(), self.eval.clone(), TABLE_BYTES, 1)
                .expect("a small table can be had")
        };
        let play = |searcher: &mut Searcher<G::Position, E>, task: usize, stop: &AtomicBool| {
            let game = self.play_game(searcher, numbers[task], stop);
            Ok((!stop.load(Ordering::Relaxed)).then_some(game))
        };
        work_queue::run(numbers.len(), threads, &searcher, &play, sink)
    }

    fn play_game(
        &self,
        searcher: &mut Searcher<G::Position, E>,
        number: u32,
        stop: &AtomicBool,
    ) -> LearningGame {
        let (config, round) = (self.config, self.round);
        let place = u64::from(round) << 32 | u64::from(number);
        let mut random = ChaCha8Rng::seed_from_u64(config.seed ^ split_mix(place));
        let mut game = random_opening::<G>(&mut random);
        let mut thoughts = Vec::new();
        let limits = Limits::depth(config.depth).with_stop(stop);
        searcher.clear();
        let result = loop {
            if let Some(outcome) = game.outcome() {
                break points(outcome.winner());
            }
            if game.moves().len() >= MAX_PLIES || stop.load(Ordering::Relaxed) {
                break points(None);
            }
            let position = *game.current();
            let mover = position.side_to_move();
            let answer = searcher.search(&game, &limits, |_| {});
            // A win or loss that the search has seen to its end is as good as played.
            if answer.score.plies_to_end().is_some() {
                break points(Some(if answer.score.0 > 0 { mover } else { !mover }));
            }
            let Some(best) = answer.lines.first() else { break points(None) };
            let score = if mover == Side::First { answer.score.0 } else { -answer.score.0 };
            let leaf = self.leaf(&position, &best.line);
            // A repetition was not evaluated at all, and a line may have been cut short by the table.
            if self.points_of(&leaf) == score {
                thoughts.push(Thought { leaf: leaf.to_string(), score });
            }
            game.push(best.mv);
        };
        LearningGame { round, number, result, thoughts }
    }

    /// What the evaluator says of a position by itself, in points for the first player.
    fn points_of(&self, position: &G::Position) -> i32 {
        let points = self.eval.evaluate(&self.eval.state(position), position);
        if position.side_to_move() == Side::First { points } else { -points }
    }

    /// The position that was evaluated at the end of a line.
    fn leaf(&self, start: &G::Position, line: &[MoveOf<G>]) -> G::Position {
        let end = last_running(start, line);
        match &self.search.quiescence {
            Some(params) => last_running(&end, &quiet_line(self.eval, &end, params)),
            None => end,
        }
    }
}

/// The last position of a line that is not the end of the game.
fn last_running<P: Position>(start: &P, line: &[P::Move]) -> P {
    let mut position = *start;
    for &mv in line {
        let next = position.play(mv);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Points of the first player.
pub(super) fn points(winner: Option<Side>) -> f32 {
    match winner {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    }
}

/// A few random moves after which neither side can win at once.
pub(super) fn random_opening<G: Playable>(random: &mut ChaCha8Rng) -> History<G::Position> {
    loop {
        let mut game = History::new(G::start(G::Variant::default()));
        let plies = RANDOM_PLIES + random.random_range(0..MORE_RANDOM_PLIES);
        for _ in 0..plies {
            let moves = game.current().legal_moves();
            game.push(moves[random.random_range(0..moves.len())]);
            if game.outcome().is_some() {
                break;
            }
        }
        let position = game.current();
        let ends_at_once = |position: &G::Position| {
            position.legal_moves().iter().any(|&mv| position.play(mv).outcome().is_some())
        };
        if game.outcome().is_none()
            && !ends_at_once(position)
            && !ends_at_once(&position.null_move())
        {
            return game;
        }
    }
}
