//! What shallow searches of an evaluator foretell of deep ones: linear models and ranks of best moves.
//!
//! Every position is searched to all depths in question, deeper and deeper. The values of two depths are a
//! pair for the regression, unless one of them is a proved win or loss. The rank of a best move is its place
//! in the order in which the search would try the moves before it searches to the depth at which
//! moves are to be cut.
//!
//! Source: `tong-thesis` 3.3.1 and 4.4.1.
//! Differs: the text does not say how its positions were found, nor which order its ranks are in.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::mix::split_mix;
use conjoin_core::{Game, History, Position as _};
use conjoin_engine::{LinearFit, RankCounts};
use conjoin_eval::{Linear, Playable};
use conjoin_search::{DepthPair, Limits, ScoreBound, SearchConfig, Searcher, quiet_value};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::self_play::{MAX_PLIES, TABLE_BYTES, random_opening};
use super::transitions::GameSource;
use crate::run_file::{Existing, Header, RunFile, RunFileError};
use crate::work_queue::{self, Sink};

/// Positions that are taken from a game of self-play.
pub const PER_GAME: u32 = 8;
/// The deepest search.
pub const DEEPEST: i32 = 30;
/// Fewer positions foretell nothing.
const LEAST_POSITIONS: u32 = 50;
/// Fewer pairs are no regression.
const LEAST_PAIRS: usize = 3;

/// What is learned and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbCutConfig {
    /// Pairs of a shallow and a deep depth for linear models.
    pub pairs: Vec<DepthPair>,
    /// Pairs of a short depth and the one at which moves are cut, for ranks.
    pub ranks: Vec<DepthPair>,
    /// Positions in all; a run may be made longer.
    #[serde(skip)]
    pub positions: u32,
    /// Depth of the searches in games of self-play.
    pub play_depth: u32,
    /// Seed of games and of the choice of positions.
    pub seed: u64,
}

impl ProbCutConfig {
    /// The same if its depths make sense.
    pub fn checked(self) -> Result<Self, String> {
        for &[shallow, deep] in &self.pairs {
            if !(0 <= shallow && shallow < deep && deep <= DEEPEST) {
                return Err(format!("{shallow}:{deep}: expected 0 <= shallow < deep <= {DEEPEST}"));
            }
        }
        for &[short, depth] in &self.ranks {
            if !(0 < short && short < depth && depth <= DEEPEST) {
                return Err(format!("{short}:{depth}: expected 0 < short < depth <= {DEEPEST}"));
            }
        }
        if self.pairs.is_empty() && self.ranks.is_empty() {
            return Err("no pairs of depths".into());
        }
        if self.positions < LEAST_POSITIONS {
            return Err(format!(
                "{} positions: expected {LEAST_POSITIONS} or more",
                self.positions
            ));
        }
        Ok(self)
    }

    /// All depths that a position is searched to, 0 among them.
    fn deepest(&self) -> i32 {
        self.pairs.iter().chain(&self.ranks).map(|pair| pair[1]).max().unwrap_or_default()
    }
}

/// Where the positions come from.
pub enum Source<G: Game> {
    /// Games of the evaluator against itself.
    SelfPlay,
    /// Given positions.
    Given {
        /// What they are, in words.
        title: String,
        /// In the order in which they are searched.
        positions: Vec<G::Position>,
    },
}

impl<G: Playable> Source<G> {
    /// Positions of games in which a player had a choice, in an order that the seed decides.
    pub fn of_games(sources: &[GameSource<G>], seed: u64) -> Self {
        let mut positions = Vec::new();
        for game in sources.iter().flat_map(|source| &source.games) {
            let all = game.history.positions().iter().skip(game.opening_plies);
            positions.extend(all.filter(|position| is_open(*position)).copied());
        }
        // A position of several games is one.
        positions
            .sort_by_key(|position| (split_mix(position.key() ^ split_mix(seed)), position.key()));
        positions.dedup();
        let titles: Vec<&str> = sources.iter().map(|source| source.title.as_str()).collect();
        Self::Given { title: titles.join("; "), positions }
    }

    /// In words.
    pub fn title(&self) -> &str {
        match self {
            Self::SelfPlay => "self-play",
            Self::Given { title, .. } => title,
        }
    }

    /// Pieces of work for so many positions.
    fn tasks(&self, positions: u32) -> u32 {
        match self {
            Self::SelfPlay => positions.div_ceil(PER_GAME),
            Self::Given { positions: given, .. } => positions.min(given.len() as u32),
        }
    }

    /// What tells the positions from others.
    fn identity(&self) -> String {
        match self {
            Self::SelfPlay => self.title().to_owned(),
            Self::Given { title, positions } => {
                let hash =
                    positions.iter().fold(0, |hash, position| split_mix(hash ^ position.key()));
                format!("{title} ({} positions, {hash:016x})", positions.len())
            }
        }
    }
}

/// Is there something to choose?
fn is_open<P: conjoin_core::Position>(position: &P) -> bool {
    position.outcome().is_none() && position.count_moves() > 1
}

/// What was found of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// The position.
    pub position: String,
    /// Its value by depth, from 0 on; nothing from the first proved win or loss on.
    pub values: Vec<i32>,
    /// For each pair of ranks that was asked, those of the short and of the deep search's best move.
    pub ranks: Vec<Option<[usize; 2]>>,
}

/// The positions of one piece of work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// Its number.
    pub number: u32,
    /// Its positions.
    pub samples: Vec<Sample>,
}

/// The first line of the run file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ProbCutHeader {
    schema: String,
    game: String,
    evaluator: String,
    weights: String,
    source: String,
    config: ProbCutConfig,
    search: Value,
}

impl Header for ProbCutHeader {
    type Record = Batch;
    const SCHEMA: &'static str = "conjoin.learn-probcut/1";

    fn free(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// Where learning runs and whom it tells.
pub struct ProbCutOptions<'a> {
    /// The run file.
    pub run_file: &'a Path,
    /// Is one that exists continued?
    pub existing: Existing,
    /// Threads that search.
    pub threads: usize,
    /// Told how many positions are searched; returns false to stop.
    pub on_positions: &'a dyn Fn(u32) -> bool,
}

/// A short name for weights: the same weights have the same.
pub fn weights_hash<P: conjoin_core::Position, E: Linear<P>>(eval: &E) -> String {
    let weights = eval.weights();
    let hash = weights.iter().fold(0, |hash, weight| split_mix(hash ^ u64::from(weight.to_bits())));
    format!("{hash:016x}")
}

/// Searches positions until all are done or it is told to stop. Gives what was found, in the order of the
/// numbers.
pub fn learn<G: Playable, E: Linear<G::Position>>(
    name: &str,
    eval: &E,
    search: &SearchConfig,
    source: &Source<G>,
    config: &ProbCutConfig,
    options: &ProbCutOptions<'_>,
) -> Result<Vec<Batch>, RunFileError> {
    let search = usual_search(search);
    let header = ProbCutHeader {
        schema: ProbCutHeader::SCHEMA.into(),
        game: G::NAME.into(),
        evaluator: name.into(),
        weights: weights_hash::<G::Position, E>(eval),
        source: source.identity(),
        config: config.clone(),
        search: serde_json::to_value(&search).expect("plain data"),
    };
    let (mut file, mut batches) = RunFile::open(options.run_file, &header, options.existing)?;
    let tasks = source.tasks(config.positions);
    batches.retain(|batch| batch.number < tasks);
    let missing: Vec<u32> =
        (0..tasks).filter(|&task| batches.iter().all(|batch| batch.number != task)).collect();
    let done = batches.iter().map(|batch| batch.samples.len() as u32).sum();
    let learner = Learner::<G, E> { eval, search: &search, source, config, game: PhantomData };
    let worker = || {
        Searcher::new(search.clone(), eval.clone(), TABLE_BYTES, 1)
            .expect("a small table can be had")
    };
    let task = |searcher: &mut Searcher<G::Position, E>, task: usize, stop: &AtomicBool| {
        Ok(learner.batch(searcher, missing[task], stop))
    };
    let mut sink =
        BatchSink { file: &mut file, batches: &mut batches, done, options, goes_on: true };
    work_queue::run(missing.len(), options.threads, &worker, &task, &mut sink)?;
    // The order in which threads finish must not matter.
    batches.sort_by_key(|batch| batch.number);
    Ok(batches)
}

/// The search whose values are compared: every iteration, and nothing foretold.
fn usual_search(search: &SearchConfig) -> SearchConfig {
    SearchConfig {
        iteration_step: 1,
        probcut: None,
        gpc: None,
        fgpc: None,
        node_cutting: None,
        integrated: None,
        ..search.clone()
    }
}

/// Keeps what is found.
struct BatchSink<'a> {
    file: &'a mut RunFile,
    batches: &'a mut Vec<Batch>,
    done: u32,
    options: &'a ProbCutOptions<'a>,
    goes_on: bool,
}

impl Sink<Batch, RunFileError> for BatchSink<'_> {
    fn finished(&mut self, _: usize, batch: Batch) -> Result<(), RunFileError> {
        self.file.append(&batch)?;
        self.done += batch.samples.len() as u32;
        self.batches.push(batch);
        self.goes_on &= (self.options.on_positions)(self.done);
        Ok(())
    }

    fn wants_stop(&mut self) -> bool {
        !self.goes_on
    }
}

/// What all pieces of work have in common.
struct Learner<'a, G: Game, E> {
    eval: &'a E,
    search: &'a SearchConfig,
    source: &'a Source<G>,
    config: &'a ProbCutConfig,
    game: PhantomData<G>,
}

impl<G: Playable, E: Linear<G::Position>> Learner<'_, G, E> {
    /// A piece of work; nothing when it was stopped.
    fn batch(
        &self,
        searcher: &mut Searcher<G::Position, E>,
        number: u32,
        stop: &AtomicBool,
    ) -> Option<Batch> {
        let positions = match self.source {
            Source::SelfPlay => self.play(searcher, number, stop),
            Source::Given { positions, .. } => vec![positions[number as usize]],
        };
        let mut samples = Vec::new();
        for position in positions.into_iter().filter(is_open) {
            samples.push(self.sample(searcher, position, stop));
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        (!stop.load(Ordering::Relaxed)).then_some(Batch { number, samples })
    }

    /// Some positions of a game against itself.
    fn play(
        &self,
        searcher: &mut Searcher<G::Position, E>,
        number: u32,
        stop: &AtomicBool,
    ) -> Vec<G::Position> {
        let seed = self.config.seed ^ split_mix(u64::from(number));
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = random_opening::<G>(&mut random);
        searcher.clear();
        let limits = Limits::depth(self.config.play_depth).with_stop(stop);
        let mut positions = Vec::new();
        while game.outcome().is_none() && game.moves().len() < MAX_PLIES {
            positions.push(*game.current());
            let answer = searcher.search(&game, &limits, |_| {});
            // The rest is a matter of counting.
            if answer.score.plies_to_end().is_some() {
                break;
            }
            let Some(mv) = answer.best_move else { break };
            game.push(mv);
        }
        while positions.len() > PER_GAME as usize {
            positions.remove(random.random_range(0..positions.len()));
        }
        positions
    }

    /// Values and ranks of a position.
    fn sample(
        &self,
        searcher: &mut Searcher<G::Position, E>,
        position: G::Position,
        stop: &AtomicBool,
    ) -> Sample {
        let config = self.config;
        let game = History::new(position);
        searcher.clear();
        let quiescence = self.search.quiescence.as_ref();
        let static_value = quiet_value(self.eval, &position, quiescence);
        let mut values = BTreeMap::from([(0, static_value)]);
        let mut best = BTreeMap::new();
        let mut orders = BTreeMap::new();
        // The order of moves is asked for just before the depth whose best move is looked for in it.
        let mut stops: Vec<i32> = config.ranks.iter().map(|ranks| ranks[1] - 1).collect();
        stops.push(config.deepest());
        stops.sort_unstable();
        stops.dedup();
        for depth in stops {
            let limits = Limits::depth(depth as u32).with_stop(stop);
            searcher.search(&game, &limits, |progress| {
                if progress.bound == ScoreBound::Exact
                    && let Some(line) = progress.lines.first()
                {
                    // The first search of a depth knows of nothing deeper.
                    values.entry(progress.depth as i32).or_insert(line.score);
                    best.entry(progress.depth as i32).or_insert(line.mv);
                }
            });
            orders.insert(depth + 1, searcher.move_order(&game));
        }
        let is_open = |depth: &i32| values.get(depth).is_some_and(|v| v.plies_to_end().is_none());
        let open = (0..=config.deepest()).take_while(is_open);
        let rank = |order: &[_], depth: i32| {
            let best = best.get(&depth)?;
            order.iter().position(|mv| mv == best)
        };
        let of_pair = |&[short, depth]: &DepthPair| {
            let order = orders.get(&depth)?;
            Some([rank(order, short)?, rank(order, depth)?])
        };
        Sample {
            position: position.to_string(),
            values: open.map(|depth| values[&depth].0).collect(),
            ranks: config.ranks.iter().map(of_pair).collect(),
        }
    }
}

/// The model of a pair of depths by linear regression; nothing where there are too few positions.
pub fn fit(batches: &[Batch], [shallow, deep]: DepthPair) -> Option<LinearFit> {
    let samples = batches.iter().flat_map(|batch| &batch.samples);
    let pair = |sample: &Sample| {
        let value = |depth: i32| sample.values.get(depth as usize).map(|&v| f64::from(v));
        Some((value(shallow)?, value(deep)?))
    };
    let pairs: Vec<(f64, f64)> = samples.filter_map(pair).collect();
    if pairs.len() < LEAST_PAIRS {
        return None;
    }
    let number = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / number;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|&(shallow, deep)| of(shallow - x, deep - y)).sum()
    };
    let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
    if xx <= 0.0 || yy <= 0.0 || xy <= 0.0 {
        return None;
    }
    let a = xy / xx;
    let error = (yy - a * xy).max(0.0);
    let rounded = |value: f64, digits: f64| (value * digits).round() / digits;
    Some(LinearFit {
        shallow,
        deep,
        a: rounded(a, 1e4),
        b: rounded(y - a * x, 1e2),
        sigma: rounded((error / (number - 2.0)).sqrt(), 1e2),
        r: rounded(xy / (xx * yy).sqrt(), 1e4),
        positions: pairs.len() as u64,
    })
}

/// The ranks of the pair with this number.
pub fn ranks(batches: &[Batch], config: &ProbCutConfig, number: usize) -> RankCounts {
    let [short, depth] = config.ranks[number];
    let mut ranks = RankCounts { short, depth, counts: Vec::new() };
    for sample in batches.iter().flat_map(|batch| &batch.samples) {
        if let Some(Some([of_short, of_deep])) = sample.ranks.get(number) {
            ranks.add(*of_short, *of_deep);
        }
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(values: &[[i32; 2]]) -> Vec<Batch> {
        let sample = |&[shallow, deep]: &[i32; 2]| Sample {
            position: String::new(),
            values: vec![shallow, deep],
            ranks: Vec::new(),
        };
        vec![Batch { number: 0, samples: values.iter().map(sample).collect() }]
    }

    #[test]
    fn the_regression_finds_the_line_and_its_error() {
        // deep = 0.5 * shallow + 10, and 6 above or below.
        let line = [[0, 16], [0, 4], [100, 66], [100, 54], [200, 116], [200, 104]];
        let fit = fit(&batch(&line), [0, 1]).expect("six pairs");
        assert_eq!((fit.a, fit.b, fit.positions), (0.5, 10.0, 6));
        // Six errors of 6 points, less two degrees of freedom: 6 * sqrt(6 / 4).
        let is_near = |value: f64, wanted: f64| (value - wanted).abs() < 1e-9;
        assert!(is_near(fit.sigma, 7.35) && is_near(fit.r, 0.9894), "{fit:?}");
    }

    #[test]
    fn nothing_is_made_of_nothing() {
        assert_eq!(fit(&batch(&[[0, 1], [1, 2]]), [0, 1]), None, "two positions");
        assert_eq!(fit(&batch(&[[5, 1], [5, 2], [5, 3]]), [0, 1]), None, "one shallow value");
        assert_eq!(fit(&batch(&[[0, 3], [1, 2], [2, 1]]), [0, 1]), None, "a falling line");
        assert_eq!(fit(&batch(&[[0, 3], [1, 4], [2, 5]]), [0, 2]), None, "no such depth");
    }
}
