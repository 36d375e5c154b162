//! A genetic algorithm: sets of whole weights play each other, and those that win have children.
//!
//! [`population`](super::population) says how players change. Here they are judged. In every generation each
//! player meets others in pairs of games: the same random opening, once with either side. Who meets whom goes
//! round as in a tournament of all against all, so `games` of twice the population less two is one.
//!
//! The run file has a line for each game and one for each generation with all its players. All follows from
//! the seed, on any number of threads.

use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::mix::split_mix;
use conjoin_engine::relations::Constraint;
use conjoin_eval::{Linear, Playable};
use conjoin_search::{Limits, SearchConfig, Searcher};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::population::{Genes, Individual, NoWeights, ranked};
use super::self_play::{points, random_opening};
use crate::run_file::{Existing, Header, RunFile, RunFileError};
use crate::work_queue::{self, Sink};

/// A game that goes on longer is a draw.
const MAX_PLIES: usize = 200;
/// Memory of each player's table.
const TABLE_BYTES: usize = 1 << 20;
/// Streams of random numbers that follow from the seed.
const BREEDING: u64 = 1 << 63;
const OPENINGS: u64 = 0;

/// How players think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GeneticLimit {
    /// To this depth.
    Depth(u32),
    /// So many nodes a move.
    Nodes(u64),
}

/// What is bred and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeneticConfig {
    /// Generations in all; a run may be made longer.
    #[serde(skip)]
    pub generations: u32,
    /// Players of a generation: an even number.
    pub population: u32,
    /// Games that each of them plays in a generation: an even number.
    pub games: u32,
    /// Players that live on, the best.
    pub elite: u32,
    /// How they think.
    pub limit: GeneticLimit,
    /// Seed of everything.
    pub seed: u64,
    /// What must hold between the weights.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Constraint>,
}

impl Default for GeneticConfig {
    fn default() -> Self {
        Self {
            generations: 20,
            population: 40,
            games: 20,
            elite: 10,
            limit: GeneticLimit::Depth(1),
            seed: 1,
            constraints: Vec::new(),
        }
    }
}

impl GeneticConfig {
    /// Why it makes no sense, if so.
    pub fn fault(&self) -> Option<String> {
        let Self { population, games, elite, .. } = *self;
        if population < 4 || population % 2 != 0 {
            return Some(format!("population {population}: expected an even number from 4 on"));
        }
        if games == 0 || games % 2 != 0 {
            return Some(format!("games {games}: expected an even number, for games go in pairs"));
        }
        if elite == 0 || elite >= population {
            return Some(format!("elite {elite}: expected from 1 to less than the population"));
        }
        None
    }

    /// Games of a generation.
    pub const fn games_of_generation(&self) -> u32 {
        self.population / 2 * self.games
    }

    /// Who play a game: first and second.
    fn players(&self, number: u32) -> [usize; 2] {
        let half = self.population / 2;
        let (pairing, is_second) = (number / 2, number % 2 == 1);
        let (round, table) = (pairing / half, pairing % half);
        // All but the last sit in a circle that turns by one place a round.
        let circle = self.population - 1;
        let seat = |place: u32| (round + place) % circle;
        let pair = match table {
            0 => [circle, seat(0)],
            _ => [seat(table), seat(circle - table)],
        };
        let [a, b] = pair.map(|player| player as usize);
        if is_second { [b, a] } else { [a, b] }
    }

    fn random(&self, stream: u64, generation: u32, number: u32) -> ChaCha8Rng {
        let place = stream | u64::from(generation) << 32 | u64::from(number);
        ChaCha8Rng::seed_from_u64(self.seed ^ split_mix(place))
    }
}

/// A game between two players of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeneticGame {
    /// The generation, from 0.
    pub generation: u32,
    /// Its number in the generation.
    pub number: u32,
    /// The first player, by its place in the generation.
    pub first: usize,
    /// The second player.
    pub second: usize,
    /// Points of the first player.
    pub result: f32,
    /// Its length.
    pub plies: u32,
}

/// The end of a generation: its players with their results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 0.
    pub generation: u32,
    /// All players, in the order in which their games name them.
    pub players: Vec<Individual>,
}

impl Generation {
    /// The player with the best score.
    ///
    /// # Panics
    /// Without players.
    pub fn best(&self) -> Individual {
        ranked(&self.players).swap_remove(0)
    }

    /// The means of the rates of mutation and crossover, in thousandths.
    pub fn mean_rates(&self) -> [u32; 2] {
        let mean = |of: fn(&Individual) -> u32| {
            self.players.iter().map(of).sum::<u32>() / self.players.len().max(1) as u32
        };
        [mean(|player| player.mutation), mean(|player| player.crossover)]
    }
}

/// A line of the run file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Record {
    Game(GeneticGame),
    Generation(Generation),
}

/// The first line of the run file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct GeneticHeader {
    schema: String,
    game: String,
    evaluator: String,
    names: Vec<String>,
    /// Least and largest weight.
    ranges: Vec<[i32; 2]>,
    config: GeneticConfig,
    search: Value,
}

impl Header for GeneticHeader {
    type Record = Record;
    const SCHEMA: &'static str = "conjoin.genetic/1";

    fn free(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn fault(&self, record: &Record) -> Option<String> {
        let config = &self.config;
        match record {
            Record::Game(game) => {
                let is_known = game.number < config.games_of_generation()
                    && config.players(game.number) == [game.first, game.second]
                    && [0.0, 0.5, 1.0].contains(&game.result);
                (!is_known).then(|| format!("game {} is none of this run", game.number))
            }
            Record::Generation(generation) => {
                let ranges: Vec<_> = self.ranges.iter().map(|&[low, high]| low..=high).collect();
                let genes = Genes { ranges: &ranges, constraints: &config.constraints };
                let is_known = generation.players.len() == config.population as usize
                    && generation.players.iter().all(|player| genes.allow(&player.weights));
                (!is_known)
                    .then(|| format!("generation {} is none of this run", generation.generation))
            }
        }
    }
}

/// What is told while breeding goes on.
#[derive(Clone, Copy, Debug)]
pub enum GeneticEvent<'a> {
    /// A game of the generation is over: played, wanted.
    Game(u32, u32),
    /// A generation is over.
    Generation(&'a Generation),
}

/// Where it runs and whom it tells.
pub struct GeneticOptions<'a> {
    /// The run file.
    pub run_file: &'a Path,
    /// Is one that exists continued?
    pub existing: Existing,
    /// Threads that play games.
    pub threads: usize,
    /// Told of what happens; returns false to stop.
    pub on_event: &'a dyn Fn(GeneticEvent<'_>) -> bool,
}

/// Why there is no new generation.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GeneticError {
    /// The run file.
    #[error(transparent)]
    RunFile(#[from] RunFileError),
    /// The configuration.
    #[error("{0}")]
    Config(String),
    /// The relations.
    #[error(transparent)]
    NoWeights(#[from] NoWeights),
    /// The evaluator's weights are no whole numbers.
    #[error("evaluator {0} has no whole weights: a genetic algorithm needs their ranges")]
    NotWhole(String),
}

/// Breeds until all generations are done or it is told to stop. Gives the finished generations.
pub fn breed<G: Playable, E: Linear<G::Position>>(
    name: &str,
    eval: &E,
    search: &SearchConfig,
    config: &GeneticConfig,
    options: &GeneticOptions<'_>,
) -> Result<Vec<Generation>, GeneticError> {
    let ranges = eval.whole_weights().ok_or_else(|| GeneticError::NotWhole(name.into()))?;
    if let Some(fault) = config.fault() {
        return Err(GeneticError::Config(fault));
    }
    let header = GeneticHeader {
        schema: GeneticHeader::SCHEMA.into(),
        game: G::NAME.into(),
        evaluator: name.into(),
        names: eval.names(),
        ranges: ranges.iter().map(|range| [*range.start(), *range.end()]).collect(),
        config: config.clone(),
        search: serde_json::to_value(search).expect("plain data"),
    };
    let (mut file, records) = RunFile::open(options.run_file, &header, options.existing)?;
    let mut generations: Vec<Generation> = Vec::new();
    let mut games: Vec<GeneticGame> = Vec::new();
    for record in records {
        match record {
            Record::Game(game) => games.push(game),
            Record::Generation(generation) => generations.push(generation),
        }
    }
    for number in generations.len() as u32..config.generations {
        let mut players = next_players(config, &ranges, generations.last(), number)?;
        let mut results: HashMap<u32, GeneticGame> = games
            .drain(..)
            .filter(|game| game.generation == number)
            .map(|game| (game.number, game))
            .collect();
        let missing: Vec<u32> =
            (0..config.games_of_generation()).filter(|game| !results.contains_key(game)).collect();
        let mut sink =
            GameSink { file: &mut file, results: &mut results, config, options, goes_on: true };
        let breeding = Breeding::<G, E> {
            evals: players.iter().map(|player| eval.with_weights(&player.values())).collect(),
            search,
            config,
            generation: number,
            game: PhantomData,
        };
        breeding.play(&missing, options.threads, &mut sink)?;
        if !sink.goes_on {
            break;
        }
        for game in results.values() {
            let half_points = (2.0 * game.result) as u32;
            for (player, won) in [(game.first, half_points), (game.second, 2 - half_points)] {
                players[player].half_points += won;
                players[player].games += 1;
            }
        }
        let generation = Generation { generation: number, players };
        file.append(&Record::Generation(generation.clone()))?;
        let goes_on = (options.on_event)(GeneticEvent::Generation(&generation));
        generations.push(generation);
        if !goes_on {
            break;
        }
    }
    Ok(generations)
}

fn next_players(
    config: &GeneticConfig,
    ranges: &[RangeInclusive<i32>],
    last: Option<&Generation>,
    number: u32,
) -> Result<Vec<Individual>, NoWeights> {
    let genes = Genes { ranges, constraints: &config.constraints };
    let mut random = config.random(BREEDING, number, 0);
    match last {
        None => genes.first_generation(config.population as usize, &mut random),
        Some(last) => {
            genes.next_generation(&last.players, config.elite as usize, number, &mut random)
        }
    }
}

/// Different players of the last generations, the best of the newest generation first: at most so many.
pub fn distinct_players(generations: &[Generation], most: usize) -> Vec<Individual> {
    let mut seen = HashSet::new();
    let newest_first = generations.iter().rev().flat_map(|generation| ranked(&generation.players));
    newest_first.filter(|player| seen.insert(player.weights.clone())).take(most).collect()
}

/// Keeps the games of a generation.
struct GameSink<'a> {
    file: &'a mut RunFile,
    results: &'a mut HashMap<u32, GeneticGame>,
    config: &'a GeneticConfig,
    options: &'a GeneticOptions<'a>,
    goes_on: bool,
}

impl Sink<GeneticGame, RunFileError> for GameSink<'_> {
    fn finished(&mut self, _: usize, game: GeneticGame) -> Result<(), RunFileError> {
        self.file.append(&Record::Game(game.clone()))?;
        self.results.insert(game.number, game);
        let (played, wanted) = (self.results.len() as u32, self.config.games_of_generation());
        self.goes_on &= (self.options.on_event)(GeneticEvent::Game(played, wanted));
        Ok(())
    }

    fn wants_stop(&mut self) -> bool {
        !self.goes_on
    }
}

/// What all games of a generation have in common.
struct Breeding<'a, G, E> {
    evals: Vec<E>,
    search: &'a SearchConfig,
    config: &'a GeneticConfig,
    generation: u32,
    game: PhantomData<G>,
}

impl<G: Playable, E: Linear<G::Position>> Breeding<'_, G, E> {
    fn play(
        &self,
        numbers: &[u32],
        threads: usize,
        sink: &mut dyn Sink<GeneticGame, RunFileError>,
    ) -> Result<(), RunFileError> {
        let play = |(): &mut (), task: usize, stop: &AtomicBool| {
            let game = self.play_game(numbers[task], stop);
            Ok((!stop.load(Ordering::Relaxed)).then_some(game))
        };
        work_queue::run(numbers.len(), threads, &|| (), &play, sink)
    }

    fn play_game(&self, number: u32, stop: &AtomicBool) -> GeneticGame {
        let config = self.config;
        let [first, second] = config.players(number);
        // Both games of a pair have the same opening.
        let mut random = config.random(OPENINGS, self.generation, number / 2);
        let mut game = random_opening::<G>(&mut random);
        let mut searchers = [first, second].map(|player| {
            Searcher::new(self.search.clone(), self.evals[player].clone(), TABLE_BYTES, 1)
                .expect("a small table can be had")
        });
        let limits = match config.limit {
            GeneticLimit::Depth(depth) => Limits::depth(depth),
            GeneticLimit::Nodes(nodes) => Limits::nodes(nodes),
        };
        let limits = limits.with_stop(stop);
        let result = loop {
            if let Some(outcome) = game.outcome() {
                break points(outcome.winner());
            }
            if game.moves().len() >= MAX_PLIES || stop.load(Ordering::Relaxed) {
                break points(None);
            }
            let mover = conjoin_core::Position::side_to_move(game.current());
            let answer = searchers[mover.index()].search(&game, &limits, |_| {});
            // A win or loss that the search has seen to its end is as good as played.
            if answer.score.plies_to_end().is_some() {
                break points(Some(if answer.score.0 > 0 { mover } else { !mover }));
            }
            let Some(best) = answer.best_move else { break points(None) };
            game.push(best);
        };
        let (generation, plies) = (self.generation, game.moves().len() as u32);
        GeneticGame { generation, number, first, second, result, plies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_eval::chinese_checkers::advance::Advance;
    use conjoin_eval::chinese_checkers::learner3::Learner3;
    use conjoin_games::chinese_checkers::ChineseCheckers;
    use std::cell::Cell;
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let path =
            std::env::temp_dir().join(format!("conjoin-breed-{}-{name}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        std::fs::create_dir_all(&path).expect("a folder for tests");
        path
    }

    fn small() -> GeneticConfig {
        // The second weight is at least the first, as jumps have to count more than steps.
        let terms = vec![(1, 1.0), (0, -1.0)];
        let rule = Constraint { terms, bound: 0.0, is_equal: false, rule: "a rule".into() };
        GeneticConfig {
            generations: 3,
            population: 4,
            games: 2,
            elite: 1,
            constraints: vec![rule],
            ..GeneticConfig::default()
        }
    }

    /// Breeds until so many events have come.
    fn breed_for(
        file: &Path,
        config: &GeneticConfig,
        threads: usize,
        events: u32,
    ) -> Result<Vec<Generation>, GeneticError> {
        let seen = Cell::new(0);
        let on_event = |_: GeneticEvent<'_>| {
            seen.set(seen.get() + 1);
            seen.get() < events
        };
        let options = GeneticOptions {
            run_file: file,
            existing: Existing::Continue,
            threads,
            on_event: &on_event,
        };
        let search = SearchConfig::default();
        breed::<ChineseCheckers, _>("learner3", &Learner3::default(), &search, config, &options)
    }

    #[test]
    fn the_seed_decides_and_a_stopped_run_goes_on() {
        let (folder, config) = (folder("resume"), small());
        let whole = breed_for(&folder.join("whole"), &config, 1, u32::MAX).expect("a new run");
        assert_eq!(whole.len(), 3);
        let threads = breed_for(&folder.join("threads"), &config, 2, u32::MAX).expect("a new run");
        assert_eq!(threads, whole, "the number of threads changes nothing");
        for generation in &whole {
            let values = |player: &Individual| player.weights[1] >= player.weights[0];
            assert!(generation.players.iter().all(values), "{generation:?}");
            let [points, games] = [|p: &Individual| p.half_points, |p: &Individual| p.games]
                .map(|of| generation.players.iter().map(of).sum::<u32>());
            // What the elite remembers is not shared out among the players.
            assert!(points <= 2 * games && games >= 8, "{points} half points in {games}");
        }
        let broken = folder.join("broken");
        for _ in 0..4 {
            breed_for(&broken, &config, 1, 3).expect("goes on");
        }
        let mut torn = std::fs::read(&broken).expect("the run file");
        torn.truncate(torn.len() - 10);
        std::fs::write(&broken, torn).expect("the run file");
        assert_eq!(breed_for(&broken, &config, 2, u32::MAX).expect("goes on"), whole, "in pieces");
        let longer = GeneticConfig { generations: 4, ..config.clone() };
        let longer = breed_for(&broken, &longer, 2, u32::MAX).expect("made longer");
        assert_eq!((longer.len(), &longer[..3]), (4, &whole[..]));
        let other = GeneticConfig { seed: 2, ..config };
        let refused = breed_for(&broken, &other, 1, u32::MAX).expect_err("another run");
        assert!(refused.to_string().contains("config is"), "{refused}");
        let other = breed_for(&folder.join("other"), &other, 1, u32::MAX).expect("a new run");
        assert_ne!(other[2].players, whole[2].players, "another seed, other players");
        drop(std::fs::remove_dir_all(folder));
    }

    #[test]
    fn a_run_file_that_was_changed_is_refused() {
        let (folder, config) = (folder("changed"), GeneticConfig { generations: 1, ..small() });
        let file = folder.join("run");
        breed_for(&file, &config, 1, u32::MAX).expect("a new run");
        let text = std::fs::read_to_string(&file).expect("the run file");
        for (old, new, says) in [
            ("\"first\":3,\"second\":0", "\"first\":2,\"second\":0", "game 0 is none of this run"),
            ("\"weights\":[", "\"weights\":[9,", "generation 0 is none of this run"),
        ] {
            assert!(text.contains(old), "{text}");
            std::fs::write(&file, text.replacen(old, new, 1)).expect("written");
            let error = breed_for(&file, &config, 1, u32::MAX).expect_err(says).to_string();
            assert!(error.contains(says), "{error}");
        }
        drop(std::fs::remove_dir_all(folder));
    }

    #[test]
    fn weights_that_are_no_whole_numbers_are_not_bred() {
        let folder = folder("parts");
        let options = GeneticOptions {
            run_file: &folder.join("run"),
            existing: Existing::Refuse,
            threads: 1,
            on_event: &|_| true,
        };
        let (search, eval) = (SearchConfig::default(), Advance::default());
        let error = breed::<ChineseCheckers, _>("advance", &eval, &search, &small(), &options);
        let error = error.expect_err("no whole numbers").to_string();
        assert!(error.contains("advance has no whole weights"), "{error}");
        assert!(!folder.join("run").exists());
        drop(std::fs::remove_dir_all(folder));
    }

    #[test]
    fn the_last_players_come_first_and_once() {
        let player = |weight: i32, half_points: u32, born: u32| Individual {
            weights: vec![weight],
            mutation: 100,
            crossover: 500,
            born,
            half_points,
            games: 10,
        };
        let generations = [
            Generation { generation: 0, players: vec![player(1, 20, 0), player(2, 0, 0)] },
            Generation { generation: 1, players: vec![player(3, 5, 1), player(1, 15, 0)] },
        ];
        let weights = |most| -> Vec<i32> {
            distinct_players(&generations, most).iter().map(|player| player.weights[0]).collect()
        };
        assert_eq!(weights(100), [1, 3, 2]);
        assert_eq!(weights(2), [1, 3]);
        assert_eq!(generations[1].best().weights, [1]);
        assert_eq!(generations[0].mean_rates(), [100, 500]);
    }

    #[test]
    fn all_meet_all_with_both_sides() {
        let config = GeneticConfig { population: 6, games: 10, ..GeneticConfig::default() };
        let mut met: HashMap<[usize; 2], u32> = HashMap::new();
        let mut played = [0; 6];
        for number in 0..config.games_of_generation() {
            let pair = config.players(number);
            *met.entry(pair).or_default() += 1;
            for player in pair {
                played[player] += 1;
            }
        }
        assert_eq!(played, [10; 6]);
        assert_eq!(met.len(), 30);
        assert!(met.iter().all(|([a, b], &times)| a != b && times == 1), "{met:?}");
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        let usual = GeneticConfig::default;
        for (config, says) in [
            (GeneticConfig { population: 7, ..usual() }, "population 7"),
            (GeneticConfig { population: 2, ..usual() }, "population 2"),
            (GeneticConfig { games: 3, ..usual() }, "games 3"),
            (GeneticConfig { elite: 0, ..usual() }, "elite 0"),
            (GeneticConfig { elite: 40, ..usual() }, "elite 40"),
        ] {
            let fault = config.fault().expect(says);
            assert!(fault.contains(says), "{fault}");
        }
        assert_eq!(usual().fault(), None);
    }
}
