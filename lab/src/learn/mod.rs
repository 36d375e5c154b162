//! Learning the weights of an evaluator from games that it plays against itself.
//!
//! Learning goes in rounds: [`self_play`] plays games with the weights of the round, then one of
//! two methods makes new ones: [`regression`] fits them to the results, [`temporal_difference`]
//! moves them so that a value comes nearer to the values that follow it. Both look at the last
//! position of the line that the search expected, because that is what was evaluated.
//!
//! [`genetic`] needs no features: it lets many sets of weights play each other, and those that win have
//! children ([`population`]).
//!
//! [`transitions`] learns something else: how often moves of each category are played in given games. [`probcut`]
//! learns what shallow searches of an evaluator foretell of deep ones.
//!
//! Everything follows from the seed, also on several threads. Games and weights go into a run
//! file, from which a run that was stopped goes on.

pub mod constraints;
pub mod genetic;
pub mod players;
pub mod population;
pub mod probcut;
pub mod regression;
pub mod samples;
pub mod self_play;
pub mod temporal_difference;
pub mod transitions;

use std::marker::PhantomData;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_engine::GameName;
use conjoin_engine::relations::Constraint;
use conjoin_eval::{Linear, Playable};
use conjoin_search::SearchConfig;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::run_file::{self, Existing, Header, RunFile, RunFileError};
use crate::work_queue::Sink;
use samples::Samples;
use self_play::{LearningGame, SelfPlay};
use temporal_difference::Momentum;

/// Points that make a win e times as likely: with what decides 95 games of 100 are won.
pub fn scale<G: Playable>() -> f32 {
    0.34 * G::DECISIVE as f32
}

/// How weights are made from games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Logistic regression on results and search scores.
    Regression,
    /// TD-leaf(lambda).
    TdLeaf,
}

/// What is learned and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnConfig {
    /// The method.
    pub method: Method,
    /// Rounds in all; a run may be made longer.
    #[serde(skip)]
    pub rounds: u32,
    /// Games in each.
    pub games: u32,
    /// Depth of the searches.
    pub depth: u32,
    /// Seed of the openings.
    pub seed: u64,
    /// Rounds whose games the regression looks at.
    pub window: u32,
    /// Part of the result in what the regression aims at; the rest is the search's own score.
    pub result_part: f32,
    /// How far later values count in TD-leaf.
    pub lambda: f32,
    /// First step of TD-leaf, in points for the spread of a feature.
    pub step: f32,
    /// What must hold between the weights.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Constraint>,
}

impl Default for LearnConfig {
    fn default() -> Self {
        Self {
            method: Method::Regression,
            rounds: 10,
            games: 1000,
            depth: 4,
            seed: 1,
            window: 4,
            result_part: 1.0,
            lambda: 0.7,
            step: 24.0,
            constraints: Vec::new(),
        }
    }
}

/// The end of a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// Its number, from 0.
    pub round: u32,
    /// Mean loss of the new weights on the games of this round, in bits a position.
    pub loss: f32,
    /// Points of the first player in these games.
    pub first_player: f32,
    /// The new weights, in the order of their names.
    pub weights: Vec<f32>,
    /// The spread of each feature: a weight times its spread is what it matters.
    pub spread: Vec<f32>,
    /// What TD-leaf carries from round to round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    momentum: Option<Momentum>,
}

/// A line of the run file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Record {
    Game(LearningGame),
    Round(Round),
}

/// The first line of the run file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct LearnHeader {
    schema: String,
    /// Older files do not name it: they are of the only game there was.
    #[serde(default = "first_game")]
    game: String,
    evaluator: String,
    names: Vec<String>,
    start: Vec<f32>,
    config: Value,
    search: Value,
}

fn first_game() -> String {
    GameName::default().to_string()
}

impl Header for LearnHeader {
    type Record = Record;
    const SCHEMA: &'static str = "conjoin.learn/1";

    fn free(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// What is told while learning goes on.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A game of the round is over: played, wanted.
    Game(u32, u32),
    /// A round is over.
    Round(&'a Round),
}

/// Where learning runs and whom it tells.
pub struct LearnOptions<'a> {
    /// The run file.
    pub run_file: &'a Path,
    /// Is one that exists continued?
    pub existing: Existing,
    /// Threads that play games.
    pub threads: usize,
    /// Told of what happens; returns false to stop.
    pub on_event: &'a dyn Fn(Event<'_>) -> bool,
}

/// Learns until all rounds are done or it is told to stop. Gives the finished rounds. A weight of
/// 0 stays 0: the feature is not part of the evaluator.
pub fn learn<G: Playable, E: Linear<G::Position>>(
    name: &str,
    eval: &E,
    search: &SearchConfig,
    config: &LearnConfig,
    options: &LearnOptions<'_>,
) -> Result<Vec<Round>, RunFileError> {
    let header = LearnHeader {
        schema: LearnHeader::SCHEMA.into(),
        game: G::NAME.into(),
        evaluator: name.into(),
        names: eval.names(),
        start: eval.weights(),
        config: serde_json::to_value(config).expect("plain data"),
        search: serde_json::to_value(search).expect("plain data"),
    };
    let (mut file, records) = RunFile::open(options.run_file, &header, options.existing)?;
    let learnt = learnt_features::<G, E>(eval);
    let mut rounds: Vec<Round> = Vec::new();
    let mut games: Vec<LearningGame> = Vec::new();
    for record in records {
        match record {
            Record::Game(game) => games.push(game),
            Record::Round(round) => rounds.push(round),
        }
    }
    for number in rounds.len() as u32..config.rounds {
        let current = match rounds.last() {
            Some(round) => eval.with_weights(&round.weights),
            None => eval.clone(),
        };
        let known: Vec<u32> =
            games.iter().filter(|game| game.round == number).map(|game| game.number).collect();
        let missing: Vec<u32> = (0..config.games).filter(|game| !known.contains(game)).collect();
        let played = known.len() as u32;
        let mut sink =
            GameSink { file: &mut file, games: &mut games, played, config, options, goes_on: true };
        let self_play =
            SelfPlay::<G, E> { eval: &current, search, config, round: number, game: PhantomData };
        self_play.play(&missing, options.threads, &mut sink)?;
        if !sink.goes_on {
            break;
        }
        // The order in which threads finish must not matter.
        games.sort_by_key(|game| (game.round, game.number));
        games.retain(|game| game.round + config.window > number);
        let round = finish_round::<G, E>(&current, config, number, &games, &learnt, rounds.last());
        file.append(&Record::Round(round.clone()))?;
        let goes_on = (options.on_event)(Event::Round(&round));
        rounds.push(round);
        if !goes_on {
            break;
        }
    }
    Ok(rounds)
}

/// Learns on one thread without a run file. Gives the rounds; nothing when it was stopped.
pub fn learn_unrecorded<G: Playable, E: Linear<G::Position>>(
    eval: &E,
    search: &SearchConfig,
    config: &LearnConfig,
    stop: &AtomicBool,
) -> Option<Vec<Round>> {
    let learnt = learnt_features::<G, E>(eval);
    let mut rounds: Vec<Round> = Vec::new();
    let mut games = GameList { games: Vec::new(), stop };
    for number in 0..config.rounds {
        let current = match rounds.last() {
            Some(round) => eval.with_weights(&round.weights),
            None => eval.clone(),
        };
        let self_play =
            SelfPlay::<G, E> { eval: &current, search, config, round: number, game: PhantomData };
        let numbers: Vec<u32> = (0..config.games).collect();
        // Nothing is written, so nothing can go wrong.
        self_play.play(&numbers, 1, &mut games).ok()?;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let games = &mut games.games;
        games.retain(|game| game.round + config.window > number);
        let round = finish_round::<G, E>(&current, config, number, games, &learnt, rounds.last());
        rounds.push(round);
    }
    Some(rounds)
}

/// Games in the order in which they were played.
struct GameList<'a> {
    games: Vec<LearningGame>,
    stop: &'a AtomicBool,
}

impl Sink<LearningGame, RunFileError> for GameList<'_> {
    fn finished(&mut self, _: usize, game: LearningGame) -> Result<(), RunFileError> {
        self.games.push(game);
        Ok(())
    }

    fn wants_stop(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Keeps the games of a round.
struct GameSink<'a> {
    file: &'a mut RunFile,
    games: &'a mut Vec<LearningGame>,
    played: u32,
    config: &'a LearnConfig,
    options: &'a LearnOptions<'a>,
    goes_on: bool,
}

impl Sink<LearningGame, RunFileError> for GameSink<'_> {
    fn finished(&mut self, _: usize, game: LearningGame) -> Result<(), RunFileError> {
        self.file.append(&Record::Game(game.clone()))?;
        self.games.push(game);
        self.played += 1;
        self.goes_on &= (self.options.on_event)(Event::Game(self.played, self.config.games));
        Ok(())
    }

    fn wants_stop(&mut self) -> bool {
        !self.goes_on
    }
}

/// Fits the weights of an evaluator to games that were played before, by whatever player: those
/// of the last rounds, as many as the window has.
pub fn fit<G: Playable, E: Linear<G::Position>>(
    eval: &E,
    games: &[LearningGame],
    config: &LearnConfig,
) -> Round {
    let config = LearnConfig { method: Method::Regression, ..config.clone() };
    let last = games.iter().map(|game| game.round).max().unwrap_or_default();
    let games: Vec<LearningGame> =
        games.iter().filter(|game| game.round + config.window > last).cloned().collect();
    finish_round::<G, E>(eval, &config, 0, &games, &learnt_features::<G, E>(eval), None)
}

/// The games of a learning run file.
pub fn read_games<G: Playable>(path: &Path) -> Result<Vec<LearningGame>, RunFileError> {
    let (header, records) = run_file::read::<LearnHeader>(path)?;
    if header.game != G::NAME {
        let reason = format!("it is of {}: expected {}", header.game, G::NAME);
        return Err(RunFileError::Line { path: path.display().to_string(), line: 1, reason });
    }
    let games = records.into_iter().filter_map(|record| match record {
        Record::Game(game) => Some(game),
        Record::Round(_) => None,
    });
    Ok(games.collect())
}

fn learnt_features<G: Playable, E: Linear<G::Position>>(eval: &E) -> Vec<bool> {
    eval.weights().iter().map(|&weight| weight != 0.0).collect()
}

/// New weights from the games so far.
fn finish_round<G: Playable, E: Linear<G::Position>>(
    eval: &E,
    config: &LearnConfig,
    number: u32,
    games: &[LearningGame],
    learnt: &[bool],
    last: Option<&Round>,
) -> Round {
    let newest: Vec<LearningGame> = match config.method {
        Method::Regression => games.to_vec(),
        Method::TdLeaf => games.iter().filter(|game| game.round == number).cloned().collect(),
    };
    let samples = Samples::new::<G, E>(eval, &newest, learnt);
    let spread = samples.spread();
    let weights = eval.weights();
    let (weights, momentum) = match config.method {
        Method::Regression => (regression::fit(&samples, &weights, &spread, config), None),
        Method::TdLeaf => {
            let momentum = last.and_then(|round| round.momentum.clone());
            let mut momentum = momentum.unwrap_or_else(|| Momentum::new(&spread));
            let step = config.step / (1.0 + 4.0 * number as f32 / config.rounds.max(1) as f32);
            let weights = momentum.step(&samples, &weights, config.lambda, step);
            (constraints::nearest(&weights, &spread, &config.constraints), Some(momentum))
        }
    };
    let loss = samples.loss(&weights);
    let first_player =
        newest.iter().map(|game| game.result).sum::<f32>() / newest.len().max(1) as f32;
    Round { round: number, loss, first_player, weights, spread, momentum }
}
