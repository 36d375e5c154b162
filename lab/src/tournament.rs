//! A tournament: everybody against everybody, from the same openings with both colours.
//!
//! A pairing is a match ([`crate::match_runner`]) with a seed of its own; rounds go over all
//! pairings, so that a tournament that is stopped has played as many games of each.

use conjoin_core::mix;
use conjoin_engine::{EngineError, PlayerOptions, Profile, Thinking, make_player};
use conjoin_eval::Playable;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use crate::game::Conditions;
use crate::game_record::GameRecord;
use crate::match_header::{GameSettings, PlayerId, with_limits};
use crate::match_runner::{self, MatchPlan, Observer, ProfilePair};
use crate::rating::{Encounter, Rating, ratings};
use crate::run_file::Header;
use crate::summary::Summary;
use crate::work_queue::{self, Sink};

/// The first line of a tournament's run file: everything its games depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentHeader {
    /// What its games depend on beside the players.
    #[serde(flatten)]
    pub settings: GameSettings,
    /// The players.
    pub players: Vec<PlayerId>,
}

impl TournamentHeader {
    /// The header of a tournament of these players with these limits.
    pub fn new<G: Playable>(
        settings: GameSettings,
        players: &[Profile<G>],
        limits: &[Thinking],
    ) -> Self {
        let (players, limit) = with_limits(players, limits);
        let settings = GameSettings { schema: Self::SCHEMA.into(), limit, ..settings };
        Self { settings, players }
    }

    /// The players of a game, if they are such of this tournament in their order.
    pub fn players_of(&self, game: &TournamentGame) -> Option<[&PlayerId; 2]> {
        let place = |name: &str| self.players.iter().position(|player| player.name == name);
        let (a, b) = (place(&game.a)?, place(&game.b)?);
        (a < b).then(|| [&self.players[a], &self.players[b]])
    }
}

impl Header for TournamentHeader {
    type Record = TournamentGame;
    const SCHEMA: &'static str = "conjoin.tournament-run/1";

    fn free(&self) -> Vec<&'static str> {
        let players: Vec<&PlayerId> = self.players.iter().collect();
        self.settings.free(&["games", "concurrency"], &players)
    }

    fn fault(&self, record: &TournamentGame) -> Option<String> {
        let TournamentGame { a, b, game } = record;
        let is_sound = self.players_of(record).is_some() && self.settings.has(game);
        (!is_sound).then(|| format!("game {} of {a} - {b} is not one of this match", game.game))
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
pub struct Tournament<G: Playable> {
    /// The players, whose names differ.
    pub profiles: Vec<Profile<G>>,
    /// How long each of them may think.
    pub limits: Vec<Thinking>,
    /// Bytes of each player's table.
    pub memory: usize,
    /// Openings, conditions but for the limits, and seed of every pairing.
    pub plan: MatchPlan<G::Position>,
}

/// Keeps finished games.
struct GameSink<'a, O> {
    observer: &'a mut O,
    games: &'a mut Vec<TournamentGame>,
    interrupted: bool,
}

impl<O: Observer<TournamentGame>> Sink<TournamentGame, O::Error> for GameSink<'_, O> {
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

impl<G: Playable> Tournament<G> {
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

    /// The plan of a pairing: the same openings, other seeds of the players, each with its limit.
    fn plan_of(&self, pairing: usize, players: [usize; 2]) -> MatchPlan<G::Position> {
        let seed = mix::split_mix(self.plan.seed ^ mix::split_mix(pairing as u64 + 1));
        let thinking = players.map(|place| self.limits[place]);
        let conditions = Conditions { thinking, ..self.plan.conditions };
        MatchPlan { conditions, seed, ..self.plan.clone() }
    }

    /// Plays what is not finished. Gives all games, and whether it was stopped before the end.
    pub fn run<O: Observer<TournamentGame>>(
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
        let plans: Vec<MatchPlan<G::Position>> =
            pairings.iter().enumerate().map(|(i, &pair)| self.plan_of(i, pair)).collect();
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
        let sources: Vec<ProfilePair<G>> = pairings
            .iter()
            .map(|pair| ProfilePair {
                profiles: pair.map(|place| self.profiles[place].clone()),
                memory: self.memory,
            })
            .collect();
        let play = |(): &mut (), task: usize, stop: &AtomicBool| {
            let (i, number) = open[task];
            let [a, b] = pairings[i].map(|place| names[place].to_owned());
            let game = match_runner::play_game::<G>(&plans[i], &sources[i], number, stop);
            Ok(game.map(|game| TournamentGame { a, b, game }))
        };
        let mut sink = GameSink { observer, games: &mut games, interrupted: false };
        work_queue::run(open.len(), self.plan.concurrency, &|| (), &play, &mut sink)?;
        let interrupted = sink.interrupted;
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
