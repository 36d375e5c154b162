//! Measures the levels: each against the one below, and level 1 against a one-ply player.
//!
//! `cargo run --release -p conjoin-engine -F measurements --example levels -- [game] [games] [nodes] [seed] [level...]`
//!
//! `nodes` is what a move may cost at full strength, `seed` chooses openings and random choices. Every opening of a few random moves is
//! played with both colours.

use std::sync::atomic::AtomicBool;

use conjoin_core::{History, Position as _, Side};
use conjoin_engine::{
    BoxedPlayer, GameName, GameVisitor, PlayerOptions, Profile, Request, make_player,
};
use conjoin_eval::Playable;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random moves at the start of a game.
const OPENING_PLIES: usize = 4;
/// A game that lasts longer is drawn.
const LONGEST_GAME: usize = 300;

fn player<G: Playable>(name: &str, seed: u64) -> BoxedPlayer<G> {
    let options = PlayerOptions { memory_bytes: 16 << 20, threads: 1, seed };
    let profile = Profile::<G>::load(name).unwrap_or_else(|error| panic!("{error}"));
    make_player(&profile, &options).unwrap_or_else(|error| panic!("{error}"))
}

fn opening<G: Playable>(seed: u64) -> History<G::Position> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game = History::new(G::start(G::Variant::default()));
    for _ in 0..OPENING_PLIES {
        let legal = game.current().legal_moves();
        game.push(legal[random.random_range(0..legal.len())]);
    }
    game
}

/// A player and what it is asked.
type Contestant<G> = (BoxedPlayer<G>, Request);

/// Wins, draws and losses of the first of two players, and the mean length of their games.
fn contest<G: Playable>(
    players: &mut [Contestant<G>; 2],
    games: usize,
    seed: u64,
) -> ([usize; 3], f64) {
    let mut results = [0; 3];
    let mut plies = 0;
    for number in 0..games {
        let first_is_black = number % 2 == 0;
        let mut game = opening::<G>(seed * 1_000_000 + number as u64 / 2);
        for (player, _) in players.iter_mut() {
            player.new_game().expect("our own players do not fail");
        }
        while game.outcome().is_none() && game.moves().len() < LONGEST_GAME {
            let black_moves = game.current().side_to_move() == Side::First;
            let (player, request) = &mut players[usize::from(black_moves != first_is_black)];
            let thought = player.think(&game, request, &AtomicBool::new(false), &mut |_| {});
            let mv = thought.expect("our own players do not fail").best_move;
            assert!(game.try_push(mv.expect("the game goes on")), "an illegal move");
        }
        plies += game.moves().len();
        let winner = game.outcome().and_then(conjoin_core::Outcome::winner);
        results[match winner {
            Some(side) if (side == Side::First) == first_is_black => 0,
            None => 1,
            Some(_) => 2,
        }] += 1;
    }
    (results, plies as f64 / games as f64)
}

fn report(name: &str, (results, plies): ([usize; 3], f64), games: usize) {
    let score = (results[0] as f64 + results[1] as f64 / 2.0) / games as f64;
    let [wins, draws, losses] = results;
    println!("| {name} | {wins} | {draws} | {losses} | {:.1} % | {plies:.0} |", 100.0 * score);
}

fn main() {
    let mut words = std::env::args().skip(1).peekable();
    let named = words.peek().and_then(|word| word.parse::<GameName>().ok());
    let numbers = words
        .skip(usize::from(named.is_some()))
        .map(|text| text.parse().unwrap_or_else(|_| panic!("{text:?} is not a number")))
        .collect();
    named.unwrap_or_default().visit(Levels { numbers });
}

/// The numbers of the command line.
struct Levels {
    numbers: Vec<u64>,
}

impl GameVisitor for Levels {
    type Output = ();

    fn visit<G: Playable>(self) {
        measure::<G>(&self.numbers);
    }
}

fn measure<G: Playable>(numbers: &[u64]) {
    let games = numbers.first().map_or(100, |&games| games as usize);
    let nodes = numbers.get(1).copied().unwrap_or(1_000_000);
    let seed = numbers.get(2).copied().unwrap_or(0);
    let mut levels: Vec<u64> = numbers.iter().skip(3).copied().collect();
    if levels.is_empty() {
        levels = (1..=10).collect();
    }
    let request = Request { nodes: Some(nodes), ..Request::default() };
    println!("| players | wins | draws | losses | score | plies |\n|---|---|---|---|---|---|");
    for level in levels {
        let upper = (player::<G>(&format!("level-{level}"), seed + level), request.clone());
        let (lower, name) = if level == 1 {
            let one_ply = Request { depth: Some(1), ..Request::default() };
            ((player::<G>("champion", 0), one_ply), "one ply".to_owned())
        } else {
            let lower = player::<G>(&format!("level-{}", level - 1), seed + level - 1);
            ((lower, request.clone()), format!("level {}", level - 1))
        };
        let result = contest::<G>(&mut [upper, lower], games, seed);
        report(&format!("level {level} - {name}"), result, games);
    }
}
