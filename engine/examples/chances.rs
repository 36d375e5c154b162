//! Fits the curve from points to winning chances: the champion plays itself from random openings,
//! and one number is chosen so that its results are as likely as possible.
//!
//! `cargo run --release -p conjoin-engine -F measurements --example chances -- [game] [games] [nodes]`

use std::sync::atomic::AtomicBool;

use conjoin_core::{History, Outcome, Position as _, Side};
use conjoin_engine::{GameName, GameVisitor, PlayerOptions, Profile, Request, make_player};
use conjoin_eval::Playable;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Moves by chance before the engine takes over.
const OPENING: usize = 8;
/// A game longer than this is a draw.
const LONGEST: usize = 200;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let game = words.first().and_then(|word| word.parse::<GameName>().ok()).unwrap_or_default();
    let mut numbers = words.iter().filter_map(|text| text.parse::<u64>().ok());
    let games = numbers.next().unwrap_or(200);
    let nodes = numbers.next().unwrap_or(5000);
    game.visit(Chances { games, nodes });
}

/// How many games, with how many nodes a move.
struct Chances {
    games: u64,
    nodes: u64,
}

impl GameVisitor for Chances {
    type Output = ();

    fn visit<G: Playable>(self) {
        fit::<G>(self.games, self.nodes);
    }
}

fn fit<G: Playable>(games: u64, nodes: u64) {
    let profile = Profile::<G>::load("champion").expect("built in");
    let mut player = make_player(&profile, &PlayerOptions::default()).expect("a player");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    // The score from Black's side, and Black's result.
    let mut samples: Vec<(f64, f64)> = Vec::new();
    for _ in 0..games {
        let mut game = History::new(G::start(G::Variant::default()));
        let mut scores = Vec::new();
        while game.outcome().is_none() && game.moves().len() < LONGEST {
            let moves = game.current().legal_moves();
            if game.moves().len() < OPENING {
                game.push(moves[random.random_range(0..moves.len())]);
                continue;
            }
            let request = Request { nodes: Some(nodes), ..Request::default() };
            let stop = AtomicBool::new(false);
            let thought = player.think(&game, &request, &stop, &mut |_| {}).expect("a thought");
            if let Some(score) = thought.score.filter(|score| score.plies_to_end().is_none()) {
                let sign = if game.current().side_to_move() == Side::First { 1.0 } else { -1.0 };
                scores.push(sign * f64::from(score.0));
            }
            game.push(thought.best_move.unwrap_or(moves[0]));
        }
        let result = match game.outcome() {
            Some(Outcome::Win(Side::First)) => 1.0,
            Some(Outcome::Win(Side::Second)) => 0.0,
            _ => 0.5,
        };
        samples.extend(scores.into_iter().map(|score| (score, result)));
    }
    let loss = |scale: f64| -> f64 {
        let likelihood = |&(score, result): &(f64, f64)| {
            let chance = 1.0 / (1.0 + (-score / scale).exp());
            result * chance.ln() + (1.0 - result) * (1.0 - chance).ln()
        };
        -samples.iter().map(likelihood).sum::<f64>() / samples.len() as f64
    };
    // The loss has one valley: close in on it by thirds.
    let (mut low, mut high) = (5.0, 20_000.0);
    for _ in 0..100 {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) { high -= third } else { low += third }
    }
    println!(
        "{games} games, {} positions: scale {low:.1}, loss {:.4} (a coin: {:.4})",
        samples.len(),
        loss(low),
        2f64.ln()
    );
}
