//! A tournament: everybody against everybody, from the same openings with both colours.
//!
//! A pairing is a match ([`crate::match_runner`]) with a seed of its own; rounds go over all
//! pairings, so that a tournament that is stopped has played as many games of each.

use conjoin_core::mix;
use conjoin_engine::{EngineError, Player, PlayerOptions, Profile, make_player};
use conjoin_games::loa::Rules;
use conjoin_games::sgf::{Collection, Encoding};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use crate::game_record::{Contestant, GameRecord};
use crate::match_header::{self, PlayerId};
use crate::match_runner::{self, MatchPlan, PlayerSource};
use crate::rating::{Encounter, Rating, ratings};
use crate::summary::Summary;
use crate::workshop::{self, Foreman};

/// The first line of a tournament's run file: everything its games depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentHeader {
    /// Name and number of this format.
    pub schema: String,
    /// Version of the program, with its commit.
    pub version: String,
    /// The game.
    pub game: String,
    /// Side of the board.
    pub size: u8,
    /// The rules.
    pub rules: String,
    /// The start position.
    pub start: String,
    /// The players.
    pub players: Vec<PlayerId>,
    /// How long they may think.
    pub limit: String,
    /// Milliseconds by which a move may come later than allowed.
    pub grace_ms: u64,
    /// Plies after which a game is a draw.
    pub max_plies: usize,
    /// Nodes of the proofs that end games early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<u64>,
    /// Bytes of each player's table.
    pub memory: usize,
    /// The set of openings.
    pub openings: String,
    /// A fingerprint of the set, where it comes from a file.
    pub openings_hash: Option<String>,
    /// The seed of openings and players.
    pub seed: u64,
    /// Games planned for each pairing.
    pub games: usize,
    /// Games at the same time.
    pub concurrency: usize,
    /// The machine: its processor and how many cores it has.
    #[serde(default)]
    pub machine: String,
}

impl TournamentHeader {
    /// The name and number of the format.
    pub const SCHEMA: &'static str = "conjoin.tournament-run/1";

    /// Fields that may change when a tournament goes on.
    pub fn free(&self) -> Vec<&'static str> {
        match_header::free(&["games", "concurrency"], &self.limit)
    }

    /// Can this be a game of this tournament? A run file may have been edited.
    pub fn has(&self, game: &TournamentGame) -> bool {
        let place = |name: &str| self.players.iter().position(|player| player.name == name);
        let is_pairing = place(&game.a).zip(place(&game.b)).is_some_and(|(a, b)| a < b);
        is_pairing && self.rules.parse().is_ok_and(|rules| game.game.is_sound(rules))
    }
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentGame {
    /// The player called A in the game.
    pub a: String,
    /// Its opponent.
    pub b: String,
    /// The game.
    #[serde(flatten)]
    pub game: GameRecord,
}

/// What to play.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The players, whose names differ.
    pub profiles: Vec<Profile>,
    /// Bytes of each player's table.
    pub memory: usize,
    /// Openings, conditions and seed of every pairing.
    pub plan: MatchPlan,
}

/// Who watches a tournament.
pub trait Observer {
    /// What can go wrong when a game is kept.
    type Error: Send;

    /// A game has been finished.
    fn game_over(&mut self, game: &TournamentGame) -> Result<(), Self::Error>;

    /// Asked often: is the tournament to be stopped now?
    fn wants_stop(&mut self) -> bool;
}

/// The players of one pairing.
struct Pairing<'a> {
    profiles: [&'a Profile; 2],
    memory: usize,
}

impl PlayerSource for Pairing<'_> {
    fn player(&self, contestant: Contestant, seed: u64) -> Result<Box<dyn Player>, EngineError> {
        let options = PlayerOptions { memory_bytes: self.memory, threads: 1, seed };
        make_player(self.profiles[contestant.index()], &options)
    }
}

struct Keeper<'a, O> {
    observer: &'a mut O,
    games: &'a mut Vec<TournamentGame>,
    interrupted: bool,
}

impl<O: Observer> Foreman<TournamentGame, O::Error> for Keeper<'_, O> {
    fn finished(&mut self, _: usize, game: TournamentGame) -> Result<(), O::Error> {
        self.observer.game_over(&game)?;
        self.games.push(game);
        Ok(())
    }

    fn wants_stop(&mut self) -> bool {
        self.interrupted = self.observer.wants_stop();
        self.interrupted
    }
}

impl Tournament {
    /// All pairings, each by the places of its players.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.profiles.len();
        (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect()
    }

    /// Are the players there at all? An error of the user should not become a lost game.
    pub fn check(&self) -> Result<(), EngineError> {
        let options = PlayerOptions { memory_bytes: self.memory, threads: 1, seed: self.plan.seed };
        self.profiles.iter().try_for_each(|profile| make_player(profile, &options).map(drop))
    }

    /// The plan of a pairing: the same openings, other seeds of the players.
    fn plan_of(&self, pairing: usize) -> MatchPlan {
        let seed = mix::split_mix(self.plan.seed ^ mix::split_mix(pairing as u64 + 1));
        MatchPlan { seed, ..self.plan.clone() }
    }

    /// Plays what is not finished. Gives all games, and whether it was stopped before the end.
    pub fn run<O: Observer>(
        &self,
        finished: Vec<TournamentGame>,
        observer: &mut O,
    ) -> Result<(Vec<TournamentGame>, bool), O::Error> {
        let pairings = self.pairings();
        let names: Vec<&str> = self.profiles.iter().map(|p| p.name.as_str()).collect();
        let mut games = finished;
        let mut done: HashSet<(String, String, usize)> = HashSet::new();
        games.retain(|g| {
            g.game.game < 2 * self.plan.openings.len()
                && done.insert((g.a.clone(), g.b.clone(), g.game.game))
        });
        let plans: Vec<MatchPlan> = (0..pairings.len()).map(|i| self.plan_of(i)).collect();
        let rounds = self.plan.openings.len();
        let open: Vec<(usize, usize)> = (0..rounds)
            .flat_map(|round| {
                (0..pairings.len()).flat_map(move |i| [(i, 2 * round), (i, 2 * round + 1)])
            })
            .filter(|&(i, number)| {
                let [a, b] = pairings[i];
                !done.contains(&(names[a].to_owned(), names[b].to_owned(), number))
            })
            .collect();
        let play = |piece: usize, stop: &AtomicBool| {
            let (i, number) = open[piece];
            let [a, b] = pairings[i];
            let profiles = [&self.profiles[a], &self.profiles[b]];
            let source = Pairing { profiles, memory: self.memory };
            let game = match_runner::play_game(&plans[i], &source, number, stop);
            Ok(game.map(|game| TournamentGame {
                a: names[a].to_owned(),
                b: names[b].to_owned(),
                game,
            }))
        };
        let mut keeper = Keeper { observer, games: &mut games, interrupted: false };
        workshop::work(open.len(), self.plan.concurrency, &play, &mut keeper)?;
        let interrupted = keeper.interrupted;
        let place: HashMap<&str, usize> = names.iter().enumerate().map(|(i, n)| (*n, i)).collect();
        let of = |name: &str| place.get(name).copied().unwrap_or(usize::MAX);
        games.sort_by_key(|game| (of(&game.a), of(&game.b), game.game.game));
        Ok((games, interrupted))
    }
}

/// How a tournament stands.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The players.
    pub names: Vec<String>,
    /// For each pairing: the places of its players and what their games come to, from the first's side.
    pub encounters: Vec<([usize; 2], Summary)>,
    /// Strengths from all games together; nothing when some never met.
    pub ratings: Option<Vec<Rating>>,
}

impl Standings {
    /// Sums games up.
    pub fn new(names: &[String], games: &[TournamentGame]) -> Self {
        let mut encounters = Vec::new();
        let mut met = Vec::new();
        for a in 0..names.len() {
            for b in a + 1..names.len() {
                let of_pairing = games.iter().filter(|g| g.a == names[a] && g.b == names[b]);
                let records: Vec<GameRecord> = of_pairing.map(|g| g.game.clone()).collect();
                let summary = Summary::of(&records, None);
                let counts = summary.pairs.counts.iter().enumerate();
                let pairs = counts
                    .flat_map(|(i, &n)| std::iter::repeat_n(i as f64 / 2.0, n as usize))
                    .collect();
                met.push(Encounter { a, b, pairs });
                encounters.push(([a, b], summary));
            }
        }
        Self { names: names.to_vec(), encounters, ratings: ratings(names.len(), &met) }
    }

    /// Points and games of one player against another, from the complete pairs.
    pub fn points(&self, of: usize, against: usize) -> (f64, u64) {
        for ([a, b], summary) in &self.encounters {
            let games = summary.games.total();
            let points = summary.games.mean().map_or(0.0, |mean| mean * games as f64);
            if (*a, *b) == (of, against) {
                return (points, games);
            }
            if (*b, *a) == (of, against) {
                return (games as f64 - points, games);
            }
        }
        (0.0, 0)
    }

    /// Points and games of a player.
    pub fn total(&self, of: usize) -> (f64, u64) {
        let others = (0..self.names.len()).filter(|&other| other != of);
        others
            .map(|other| self.points(of, other))
            .fold((0.0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    /// The places of the players, the best first.
    pub fn order(&self) -> Vec<usize> {
        let strength = |i: usize| {
            let (points, games) = self.total(i);
            let score = points / (games.max(1) as f64);
            self.ratings.as_ref().map_or(score, |ratings| ratings[i].elo)
        };
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&a, &b| strength(b).total_cmp(&strength(a)));
        order
    }
}

/// All games as one SGF file.
pub fn to_sgf(games: &[TournamentGame], rules: Rules) -> String {
    let records = games
        .iter()
        .filter_map(|g| Some(g.game.to_record(rules, [g.a.as_str(), g.b.as_str()])?.to_sgf()));
    Collection { games: records.collect(), encoding: Encoding::Utf8 }.to_text()
}
