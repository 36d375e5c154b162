//! Random games of Surakarta played by Conjoin and replayed by `tools/surakarta.py`, which shares no code
//! with it.
//!
//! Conjoin writes down, for every ply, the position, its legal moves, its outcome and the move made. The
//! script makes the same moves and compares all of it; the top of its file describes the lines.

use std::fmt::Write as _;
use std::io::Write as _;
use std::num::NonZeroU8;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use conjoin_core::{History, Outcome, Position as _, Repetition, Side, TextForm as _};
use conjoin_games::surakarta::{
    AtLimit, LARGE, Move, OwnStart, Point, Position, Rules, SMALL, Stuck, board_mask, points,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Where a game is broken off.
const MAX_PLIES: usize = 300;
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tools/surakarta.py");

/// Plays `games` random games and has the script check them.
pub fn check(games: u32, seed: u64) -> Result<()> {
    ensure!(Path::new(SCRIPT).is_file(), "{SCRIPT} is missing");
    let mut child = Command::new("python3")
        .args([SCRIPT, "check"])
        .stdin(Stdio::piped())
        .spawn()
        .context("cannot start python3")?;
    let mut input = child.stdin.take().context("the script reads its standard input")?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let all = all_rules();
    println!("{games} games with seed {seed}, both boards, {} kinds of rules", all.len());
    for (number, &rules) in (0..games).zip(all.iter().cycle()) {
        // Sizes and kinds of starts change with every round, so that all rules meet all of them.
        let round = number as usize / all.len() + number as usize;
        let size = if round.is_multiple_of(2) { LARGE } else { SMALL };
        let start = if rng.random_bool(0.3) {
            Position::start(size, rules)
        } else {
            random_setup(size, rules, &mut rng)
        };
        // A closed pipe means that the script has found a difference and said so.
        if input.write_all(random_game(start, &mut rng).as_bytes()).is_err() {
            break;
        }
    }
    drop(input);
    let status = child.wait()?;
    ensure!(status.success(), "the script and Conjoin differ, or the check broke: {status}");
    Ok(())
}

/// The named rule sets, and every combination of the options with a limit that is reached and without.
fn all_rules() -> Vec<Rules> {
    let mut all = Rules::NAMED.map(|(_, rules)| rules).to_vec();
    for own_start in [OwnStart::Open, OwnStart::Blocks] {
        for limit in [None, NonZeroU8::new(30)] {
            for at_limit in [AtLimit::Count, AtLimit::Draw] {
                for repetition in [Repetition::ThirdOccurrence, Repetition::Unlimited] {
                    for stuck in [Stuck::Pass, Stuck::Loss, Stuck::Count] {
                        all.push(Rules { own_start, limit, at_limit, repetition, stuck });
                    }
                }
            }
        }
    }
    all
}

/// Some men by chance, from one a side to a full board.
fn random_setup(size: u8, rules: Rules, rng: &mut ChaCha8Rng) -> Position {
    let mut free: Vec<u64> = points(board_mask(size)).map(Point::bit).collect();
    let mut men = [0u64; 2];
    for _ in 0..rng.random_range(1..=free.len() / 2) {
        for men in &mut men {
            *men |= free.swap_remove(rng.random_range(0..free.len()));
        }
    }
    let side = if rng.random_bool(0.5) { Side::First } else { Side::Second };
    Position::setup(size, rules, men[0], men[1], side).expect("disjoint men on the board")
}

/// A move by chance; in every second turn the way back, where there is one.
fn choose(history: &History<Position>, moves: &[Move], rng: &mut ChaCha8Rng) -> Move {
    let last = history.moves().iter().rev().nth(1).filter(|_| rng.random_bool(0.5));
    let is_back = |mv: &&Move, last: &Move| mv.from() == last.to() && mv.to() == last.from();
    let back = last.and_then(|last| moves.iter().find(|mv| is_back(mv, last)));
    *back.unwrap_or(&moves[rng.random_range(0..moves.len())])
}

/// One game, a line for every position.
fn random_game(start: Position, rng: &mut ChaCha8Rng) -> String {
    let mut text = String::new();
    let mut history = History::new(start);
    let (size, rules) = (start.size(), start.rules().options());
    loop {
        let position = history.current();
        let outcome = history.outcome();
        let moves = if outcome.is_none() { position.legal_moves() } else { Vec::new() };
        let mut names: Vec<String> = moves.iter().map(|&mv| position.format_move(mv)).collect();
        names.sort();
        let result = match outcome {
            None => "-",
            Some(Outcome::Draw) => "draw",
            Some(Outcome::Win(Side::First)) => "black",
            Some(Outcome::Win(Side::Second)) => "white",
        };
        let is_last = moves.is_empty() || history.moves().len() == MAX_PLIES;
        let made = (!is_last).then(|| choose(&history, &moves, rng));
        let shown = made.map_or("-".to_owned(), |mv| position.format_move(mv));
        let names = names.join(" ");
        writeln!(text, "{size} {rules}\t{position}\t{names}\t{result}\t{shown}")
            .expect("writing to a string");
        let Some(mv) = made else { return text };
        history.push(mv);
    }
}
