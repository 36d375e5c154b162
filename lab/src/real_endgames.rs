//! Suites of endgames that no solver has chosen: positions of games of strong players, at a distance
//! from the end of the game that the seed draws.
//!
//! Source: `winands-thesis` 2.7: (1) the positions occurred in real games, (2) of strong players, namely
//! strong people, programs against people, the Computer Olympiads and other contests of programs, (3) ten
//! plies or more before the end. 5.2.3 calls the second set harder on average; `efpn` 4.3 says what harder
//! means: a longer way to the end. The sets have 488 and 286 positions and are not printed.
//! Differs: which players are strong, how far from the end and how many of each kind of game are ours. The
//! source's positions are forced wins. Ours are positions that the side to move went on to win: whether by
//! force, nobody has asked, so some of them may be no wins, and nobody solves those.
//!
//! The rule was fixed before any solver had seen a position: 10 to 14 plies before the end, every number
//! equally likely, and one more where the loser is to move; for the hard suite 15 to 19. One position a
//! game, and no game is in both suites. A game counts when it ended on the board with one winner (after a
//! resignation nobody knows how far the end was) and the position lies in its second half. Of recorded
//! games the players have won at least half of ten or more games of the records.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::limited_file;
use conjoin_core::{History, Outcome, Position as _, Side, Symmetric as _};
use conjoin_engine::{PlayerOptions, Profile, Request, make_player};
use conjoin_eval::Playable;
use conjoin_games::record::{self, Record, ReplayOptions};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::openings::{Opening, OpeningSet};
use crate::suite_games::{BuildError, LONGEST_GAME, TABLE_BYTES, published_games};
use crate::work_queue;

/// The largest file of records.
const LARGEST_RECORDS: u64 = 64 << 20;
/// Of every so many recorded games some belong to the one suite and the others to the other.
const DEAL: usize = 8;
/// Games of the contest that are played before the next are looked at.
const BATCH: usize = 24;

/// What a suite is made of.
#[derive(Clone, Debug)]
pub struct RealEndgameConfig {
    /// Positions wanted.
    pub count: usize,
    /// Plies before the end of the game, each equally likely; one more where the loser is to move.
    pub plies: Range<usize>,
    /// Which of every eight recorded games are this suite's.
    pub share: Range<usize>,
    /// Games that a strong player has in the records at least.
    pub least_games: usize,
    /// The part of its games that a strong player has won at least; a draw is half a game.
    pub least_part: f64,
    /// Players of the contest, each against each with both colours.
    pub players: Vec<String>,
    /// Nodes a move in the contest.
    pub move_nodes: u64,
    /// Openings of the contest.
    pub openings: String,
    /// Which of every two openings are this suite's: 0 or 1.
    pub opening_turn: usize,
    /// Seed of the distances and, where they are random, of the openings.
    pub seed: u64,
}

impl RealEndgameConfig {
    /// Positions ten plies or more from the end.
    pub fn usual(players: &[String], openings: &str) -> Self {
        Self {
            count: 488,
            plies: 10..15,
            share: 0..5,
            least_games: 10,
            least_part: 0.5,
            players: players.to_vec(),
            move_nodes: 100_000,
            openings: openings.into(),
            opening_turn: 0,
            seed: 1,
        }
    }

    /// Positions that are farther from the end.
    pub fn hard(players: &[String], openings: &str) -> Self {
        let usual = Self::usual(players, openings);
        Self { count: 286, plies: 15..20, share: 5..DEAL, opening_turn: 1, ..usual }
    }
}

/// A position for a suite.
#[derive(Clone, Debug)]
pub struct RealEndgame<P> {
    /// The position; the side to move went on to win.
    pub position: P,
    /// Plies that the game went on for.
    pub plies_to_end: usize,
    /// The game that it is from, and where.
    pub source: String,
}

/// A game that ended on the board, with its winner.
struct WonGame<P: conjoin_core::Position> {
    source: String,
    history: History<P>,
    winner: Side,
}

impl<P: conjoin_core::Position> WonGame<P> {
    fn new(source: String, history: History<P>) -> Option<Self> {
        let winner = history.outcome().and_then(Outcome::winner)?;
        Some(Self { source, history, winner })
    }
}

/// Makes a suite: recorded games first, then those of a contest. `found` sees each position as it comes, in
/// the same order with any number of threads. Ends early when `stop` is set.
pub fn build<G: Playable>(
    config: &RealEndgameConfig,
    records: &[PathBuf],
    threads: usize,
    stop: &AtomicBool,
    mut found: impl FnMut(&RealEndgame<G::Position>),
) -> Result<usize, BuildError> {
    let (mut seen, mut count) = (HashSet::new(), 0);
    let mut take = |number: usize, game: &WonGame<G::Position>, count: &mut usize| {
        if let Some(endgame) = choose(config, number, game)
            && *count < config.count
            && seen.insert(endgame.position.canonical_key())
        {
            *count += 1;
            found(&endgame);
        }
    };
    let recorded = recorded_games::<G>(config, records)?;
    for (number, game) in recorded.iter().enumerate() {
        if config.share.contains(&(number % DEAL)) {
            take(number, game, &mut count);
        }
    }
    let contest = Contest::<G>::new(config)?;
    let mut done = 0;
    while count < config.count && done < contest.games() && !stop.load(Ordering::Relaxed) {
        let batch = BATCH.min(contest.games() - done);
        let play = |number: usize| contest.play(done + number, stop);
        let more = &mut |_| !stop.load(Ordering::Relaxed);
        let Some(games) = work_queue::collect(batch, threads, &play, more)? else { break };
        for (number, game) in games.iter().enumerate() {
            // The contest has numbers of its own, for the draw of the distance.
            let number = recorded.len() + done + number;
            if let Some(game) = game {
                take(number, game, &mut count);
            }
        }
        done += batch;
    }
    Ok(count)
}

/// The position of a game, if the game has one.
fn choose<P: conjoin_core::Position>(
    config: &RealEndgameConfig,
    number: usize,
    game: &WonGame<P>,
) -> Option<RealEndgame<P>> {
    let seed = config.seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let Range { start, end } = config.plies;
    let mut plies = start + rng.random_range(0..(end - start) as u32) as usize;
    let positions = game.history.positions();
    let last = positions.len() - 1;
    let mover = |plies: usize| last.checked_sub(plies).map(|ply| positions[ply].side_to_move());
    if mover(plies)? != game.winner {
        plies += 1;
    }
    let is_endgame = mover(plies)? == game.winner && 2 * plies <= last;
    is_endgame.then(|| RealEndgame {
        position: positions[last - plies],
        plies_to_end: plies,
        source: format!("{}, ply {} of {last}", game.source, last - plies),
    })
}

/// Recorded games of strong players that ended on the board, each once: those that come with the program,
/// then those of the files.
fn recorded_games<G: Playable>(
    config: &RealEndgameConfig,
    files: &[PathBuf],
) -> Result<Vec<WonGame<G::Position>>, BuildError> {
    let mut games: Vec<WonGame<G::Position>> = published_games::<G>()
        .into_iter()
        .filter_map(|(source, history, _)| WonGame::new(source, history))
        .collect();
    let mut records = Vec::new();
    for file in files {
        let bytes = limited_file::read(file, LARGEST_RECORDS)?;
        let name = shown_name(file);
        records.extend(record::read::<G>(&bytes).records.into_iter().map(|r| (name.clone(), r)));
    }
    let players = strong_players(config, &records);
    for (file, record) in &records {
        let is_strong = |side| player(record, side).is_some_and(|name| players.contains(&name));
        let Ok(replay) = record.replay(&ReplayOptions::default()) else { continue };
        let is_usual =
            replay.variant() == G::Variant::default() && G::is_usual_start(replay.history.start());
        if is_usual && Side::BOTH.into_iter().all(is_strong) {
            let source = format!("{file} record {}", record.number());
            games.extend(WonGame::new(source, replay.history));
        }
    }
    let mut seen = HashSet::new();
    games.retain(|game| {
        seen.insert((game.history.moves().len(), game.history.current().canonical_key()))
    });
    Ok(games)
}

/// The name of a file without its folders and its ending.
fn shown_name(file: &Path) -> String {
    file.file_stem().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

/// A player's name; upper and lower case are one.
fn player<G: Playable>(record: &Record<G>, side: Side) -> Option<String> {
    record.player(side).map(|name| name.to_lowercase())
}

/// Players with so many games in the records and so large a part of them won.
fn strong_players<G: Playable>(
    config: &RealEndgameConfig,
    records: &[(String, Record<G>)],
) -> HashSet<String> {
    let mut games: HashMap<String, (usize, f64)> = HashMap::new();
    for (_, record) in records {
        let Ok(replay) = record.replay(&ReplayOptions::default()) else { continue };
        let Some(outcome) = replay.outcome else { continue };
        for side in Side::BOTH {
            let Some(name) = player(record, side) else { continue };
            let points = match outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) => f64::from(u8::from(winner == side)),
            };
            let (played, won) = games.entry(name).or_default();
            *played += 1;
            *won += points;
        }
    }
    let is_strong = |&(_, (played, won)): &(String, (usize, f64))| {
        played >= config.least_games && won >= config.least_part * played as f64
    };
    games.into_iter().filter(is_strong).map(|(name, _)| name).collect()
}

/// Games of strong programs against each other, each game with another opening or other players.
struct Contest<G: Playable> {
    players: Vec<Profile<G>>,
    pairings: Vec<[usize; 2]>,
    openings: Vec<Opening<G::Position>>,
    move_nodes: u64,
}

/// Random openings that a contest has at most for a suite.
const RANDOM_OPENINGS: usize = 2_000;

impl<G: Playable> Contest<G> {
    fn new(config: &RealEndgameConfig) -> Result<Self, BuildError> {
        let load = |name: &String| Profile::<G>::load(name);
        let players = config.players.iter().map(load).collect::<Result<Vec<_>, _>>()?;
        let all = 0..players.len();
        let pairings = all.clone().flat_map(|a| all.clone().map(move |b| [a, b]));
        let set = OpeningSet::parse::<G>(&config.openings)?;
        let start = G::start(G::Variant::default());
        // Sets that are smaller begin again: every line counts once.
        let mut openings = set.openings::<G>(&start, RANDOM_OPENINGS, 0, config.seed)?;
        let mut seen = HashSet::new();
        openings.retain(|opening| seen.insert(opening.clone()));
        let openings = openings.into_iter().skip(config.opening_turn).step_by(2).collect();
        Ok(Self {
            players,
            pairings: pairings.filter(|[a, b]| a != b).collect(),
            openings,
            move_nodes: config.move_nodes,
        })
    }

    /// The games that there are.
    fn games(&self) -> usize {
        self.pairings.len() * self.openings.len()
    }

    /// Plays a game; nothing when nobody won it or it was stopped.
    fn play(
        &self,
        number: usize,
        stop: &AtomicBool,
    ) -> Result<Option<WonGame<G::Position>>, BuildError> {
        let pairing = self.pairings[number % self.pairings.len()];
        let opening = &self.openings[number / self.pairings.len()];
        let options = PlayerOptions { memory_bytes: TABLE_BYTES, threads: 1, seed: 1 };
        let profiles = pairing.map(|player| &self.players[player]);
        let [first, second] = profiles.map(|profile| make_player(profile, &options));
        let mut players = [first?, second?];
        let request = Request { nodes: Some(self.move_nodes), ..Request::default() };
        let mut history = opening.history();
        while history.outcome().is_none() && history.moves().len() < LONGEST_GAME {
            let side = history.current().side_to_move();
            let thought = players[side.index()].think(&history, &request, stop, &mut |_| {})?;
            let Some(mv) = thought.best_move.filter(|_| !stop.load(Ordering::Relaxed)) else {
                return Ok(None);
            };
            history.push(mv);
        }
        let [first, second] = profiles.map(|profile| profile.name.as_str());
        let source = format!("{first}-{second} after {}", opening.move_text());
        Ok(WonGame::new(source, history))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::{Game, TextForm as _};
    use conjoin_games::loa::{Loa, Position};

    fn config() -> RealEndgameConfig {
        let players = ["basic".to_owned(), "mia-4".to_owned()];
        RealEndgameConfig { move_nodes: 300, ..RealEndgameConfig::usual(&players, "three-ply") }
    }

    fn built(
        config: &RealEndgameConfig,
        files: &[PathBuf],
        threads: usize,
    ) -> Vec<RealEndgame<Position>> {
        let mut all = Vec::new();
        let stop = AtomicBool::new(false);
        build::<Loa>(config, files, threads, &stop, |e| all.push(e.clone())).expect("a suite");
        all
    }

    #[test]
    fn threads_do_not_change_a_suite_and_a_longer_one_begins_with_it() {
        let config = RealEndgameConfig { count: 30, ..config() };
        let texts = |config: &RealEndgameConfig, threads| -> Vec<String> {
            let text = |e: &RealEndgame<Position>| format!("{} {}", e.position, e.source);
            built(config, &[], threads).iter().map(text).collect()
        };
        let all = texts(&config, 2);
        assert_eq!(all.len(), 30);
        assert_eq!(texts(&config, 1), all);
        assert_eq!(texts(&RealEndgameConfig { count: 12, ..config }, 2), all[..12]);
    }

    #[test]
    fn positions_lie_where_the_rule_says_and_no_game_is_in_both_suites() {
        let usual = RealEndgameConfig { count: 40, ..config() };
        let hard = RealEndgameConfig {
            count: 40,
            move_nodes: 300,
            ..RealEndgameConfig::hard(&usual.players, "three-ply")
        };
        let mut games = HashSet::new();
        for (config, most) in [(&usual, 15), (&hard, 20)] {
            for endgame in built(config, &[], 2) {
                let plies = endgame.plies_to_end;
                assert!((config.plies.start..=most).contains(&plies), "{plies}");
                let (game, ply) = endgame.source.split_once(", ply ").expect("a ply");
                let (ply, last) = ply.split_once(" of ").expect("a length");
                let [ply, last] = [ply, last].map(|n| n.parse::<usize>().expect("a number"));
                assert!(ply + plies == last && ply >= plies, "{}", endgame.source);
                assert!(games.insert(game.to_owned()), "{game} is there twice");
            }
        }
        assert!(games.iter().any(|game| game.contains("Olympiad")));
        assert!(games.iter().any(|game| game.contains(" after ")));
    }

    /// Ann and Ben win half of their games, Cy none; a game that was resigned has no end on the board.
    #[test]
    fn of_records_only_games_of_strong_players_that_ended_on_the_board_count() {
        let olympiad = include_str!("../../data/loa/olympiad-games.txt");
        let blocks = olympiad.split("[Event ").skip(1);
        // All games with a winner, under other names, as SGF.
        let moves = |block: &str| {
            let text: String =
                block.lines().filter(|l| !l.contains('"')).collect::<Vec<_>>().join(" ");
            let is_move = |word: &&str| word.len() == 5 && word.as_bytes()[0].is_ascii_lowercase();
            text.split_whitespace().filter(is_move).map(str::to_owned).collect::<Vec<_>>()
        };
        let games: Vec<Vec<String>> =
            blocks.filter(|b| b.contains("\"connection\"")).map(moves).collect();
        let sgf = |names: [&str; 2], game: &[String], more: &str| {
            let mut text = format!("(;GM[9]PB[{}]PW[{}]", names[0], names[1]);
            for (ply, mv) in game.iter().enumerate() {
                text += &format!(";{}[{mv}]", if ply % 2 == 0 { "B" } else { "W" });
            }
            text + more + ")\n"
        };
        // Every game twice with the colours changed: each wins as many as it loses.
        let twice = |names: [&str; 2], game: &[String], more: &str| {
            sgf(names, game, more) + &sgf([names[1], names[0]], game, more)
        };
        let even: String = games.iter().map(|game| twice(["Ann", "ben"], game, "")).collect();
        let folder = std::env::temp_dir().join(format!("conjoin-real-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("club.sgf");
        let count = |text: &str| {
            std::fs::write(&file, text).expect("written");
            let list = recorded_games::<Loa>(&config(), std::slice::from_ref(&file));
            list.expect("games").iter().filter(|game| game.source.starts_with("club ")).count()
        };
        // They are the games that come with the program: each counts once.
        assert!(games.len() >= 10, "{} games", games.len());
        assert_eq!(count(&even), 0);
        // Cut short and resigned: other games, but without an end on the board.
        let short = |game: &Vec<String>| game[..game.len() - 2].to_vec();
        let resigned: String =
            games.iter().map(|game| twice(["ann", "Ben"], &short(game), ";B[resign]")).collect();
        assert_eq!(count(&(even.clone() + &resigned)), 0);
        // Mirrored games are the same games; a new one counts, unless a weak player played it.
        let fools = ["c1xa3", "a2-c4", "c8xa6", "a7-c5", "f1xh3", "h2-f4", "f8xh6", "h7-f5"];
        let fools = played_on(&fools);
        assert_eq!(count(&(even.clone() + &twice(["Ann", "Ben"], &fools, ""))), 1);
        assert_eq!(count(&(even + &twice(["Ann", "Cy"], &fools, ""))), 0);
        std::fs::remove_dir_all(folder).expect("removed");
    }

    /// A game that begins so, played to its end.
    fn played_on(moves: &[&str]) -> Vec<String> {
        let variant = <Loa as Game>::Variant::default();
        let mut history = History::new(Loa::start(variant));
        for text in moves {
            history.push(history.current().parse_move(text).expect("a legal move"));
        }
        let profile = Profile::<Loa>::load("basic").expect("a profile");
        let options = PlayerOptions { memory_bytes: 1 << 20, threads: 1, seed: 1 };
        let mut player = make_player(&profile, &options).expect("a player");
        let request = Request { nodes: Some(500), ..Request::default() };
        while history.outcome().is_none() {
            let stop = AtomicBool::new(false);
            let thought = player.think(&history, &request, &stop, &mut |_| {}).expect("a thought");
            history.push(thought.best_move.expect("a move"));
        }
        let positions = history.positions().iter().zip(history.moves());
        positions.map(|(position, mv)| position.format_move(*mv)).collect()
    }
}
