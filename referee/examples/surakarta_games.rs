//! Random games of Surakarta for a second program to check:
//!
//! ```text
//! cargo run -p conjoin-referee --example surakarta_games -- 1000 | python3 tools/surakarta.py check
//! ```
//!
//! `tools/surakarta.py` describes the lines. The games go through both boards and all combinations of
//! the rules, so some end by a limit and some by repetition.

use std::io::{self, BufWriter, Write};

use conjoin_referee::surakarta::{
    AtLimit, Colour, Game, Move, Outcome, OwnStart, Position, Repetition, Rules, Stuck,
};

/// A fixed sequence of numbers, for games that are always the same.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }
}

fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for own_start in [OwnStart::Open, OwnStart::Blocks] {
        for limit in [None, Some(30)] {
            for at_limit in [AtLimit::Count, AtLimit::Draw] {
                for repetition in [Repetition::ThirdOccurrence, Repetition::None] {
                    for stuck in [Stuck::Pass, Stuck::Loss] {
                        all.push(Rules { own_start, limit, at_limit, repetition, stuck });
                    }
                }
            }
        }
    }
    all
}

/// The first position of the game, or a few men by chance on a board.
fn start(number: usize, size: usize, rules: Rules, numbers: &mut Numbers) -> Position {
    let mut position = Position::start(size, rules).expect("a size that is played");
    if number.is_multiple_of(4) {
        return position;
    }
    let points = position.board.points();
    for &point in &points {
        position.board.set(point, None);
    }
    for _ in 0..2 + numbers.next(size * size / 2) {
        let colour = if numbers.next(2) == 0 { Colour::Black } else { Colour::White };
        position.board.set(points[numbers.next(points.len())], Some(colour));
    }
    position
}

/// A move by chance; in every second turn the way back, where there is one.
fn choose(game: &Game, moves: &[Move], numbers: &mut Numbers) -> Move {
    let last = game.moves().iter().rev().nth(1);
    if let Some(&Move::Man { from, to, .. }) = last {
        let back = Move::Man { from: to, to: from, capture: false };
        if numbers.next(2) == 0 && moves.contains(&back) {
            return back;
        }
    }
    moves[numbers.next(moves.len())]
}

fn main() -> io::Result<()> {
    let games =
        std::env::args().nth(1).map_or(100, |text| text.parse().expect("a number of games"));
    let mut out = BufWriter::new(io::stdout().lock());
    let mut numbers = Numbers(19);
    let rules = all_rules();
    for number in 0..games {
        let rules = rules[number / 8 % rules.len()];
        let size = if number % 2 == 0 { 6 } else { 4 };
        let mut game = Game::new(rules, start(number / 2, size, rules, &mut numbers));
        loop {
            let moves = game.legal_moves();
            let mut names: Vec<String> = moves.iter().map(ToString::to_string).collect();
            names.sort();
            let outcome = match game.outcome() {
                None => "-".to_owned(),
                Some(Outcome::Draw) => "draw".to_owned(),
                Some(Outcome::Wins(colour)) => colour.to_string(),
            };
            let made = (!moves.is_empty() && game.moves().len() < 300)
                .then(|| choose(&game, &moves, &mut numbers));
            let shown = made.map_or("-".to_owned(), |mv| mv.to_string());
            let (position, names) = (game.position(), names.join(" "));
            writeln!(out, "{size} {rules}\t{position}\t{names}\t{outcome}\t{shown}")?;
            let Some(mv) = made else { break };
            game.play(mv).expect("a move of the list is legal");
        }
    }
    out.flush()
}
