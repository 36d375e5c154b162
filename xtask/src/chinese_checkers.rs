//! Random games of Chinese Checkers played by Conjoin and replayed by programs that share no code with it:
//! `tools/chinese_checkers.py` under all rules, and `OpenSpiel` under its own ([`super::openspiel`]).
//!
//! For the tool Conjoin writes down, for every ply, the position, its legal moves with their routes, its
//! outcome and the move made. The top of the tool's file describes the lines.

use std::fmt::Write as _;
use std::io::Write as _;
use std::num::NonZeroU16;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use conjoin_core::{History, Outcome, Position as _, Repetition, Side, TextForm as _};
use conjoin_games::chinese_checkers::{
    AntiBlocking, Hole, Jumps, LARGE, LastTurn, Move, Neutral, Position, Rules, SIZES, board_mask,
    holes, homes,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Where a game for the tool is broken off.
const MAX_PLIES: usize = 120;
/// Where most games for `OpenSpiel` are. Two of so many go on to the end, of which one has moves by chance
/// alone, so that the limit ends it.
const OPENSPIEL_PLIES: usize = 200;
const PERIOD: u32 = 80;
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tools/chinese_checkers.py");

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
    println!("{games} games with seed {seed}, all stars, {} kinds of rules", all.len());
    for (number, &rules) in (0..games).zip(all.iter().cycle()) {
        // Sizes change with every round, so that all rules meet all of them.
        let round = number as usize / all.len() + number as usize;
        let size = SIZES[round % SIZES.len()];
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
    for jumps in [Jumps::Long, Jumps::Adjacent] {
        for neutral in [Neutral::Pass, Neutral::End] {
            for anti_blocking in [AntiBlocking::Off, AntiBlocking::On] {
                for last_turn in [LastTurn::Draw, LastTurn::None] {
                    for repetition in [Repetition::ThirdOccurrence, Repetition::Unlimited] {
                        for limit in [None, NonZeroU16::new(30)] {
                            all.push(Rules {
                                jumps,
                                neutral,
                                anti_blocking,
                                last_turn,
                                repetition,
                                limit,
                            });
                        }
                    }
                }
            }
        }
    }
    all
}

/// Some marbles by chance, often in the goals.
fn random_setup(size: u8, rules: Rules, rng: &mut ChaCha8Rng) -> Position {
    let most = homes(size)[0].count_ones();
    let mut marbles = [0u128; 2];
    for side in [0, 1] {
        let goal = homes(size)[1 - side];
        for _ in 0..rng.random_range(1..=most) {
            let free = board_mask(size) & !(marbles[0] | marbles[1]);
            let near = if rng.random_bool(0.6) { goal & free } else { 0 };
            let room: Vec<u128> =
                holes(if near != 0 { near } else { free }).map(Hole::bit).collect();
            marbles[side] |= room[rng.random_range(0..room.len())];
        }
    }
    let side = if rng.random_bool(0.5) { Side::First } else { Side::Second };
    Position::setup(size, rules, marbles[0], marbles[1], side)
        .expect("disjoint marbles on the star")
}

/// A move that lets goals fill; now and then the way back, where there is one.
fn choose(history: &History<Position>, moves: &[Move], rng: &mut ChaCha8Rng) -> Move {
    let last = history.moves().iter().rev().nth(1).filter(|_| rng.random_bool(0.2));
    let is_back = |mv: &&Move, last: &Move| mv.from() == last.to() && mv.to() == last.from();
    let back = last.and_then(|last| moves.iter().find(|mv| is_back(mv, last)));
    back.copied().unwrap_or_else(|| advance(history.current(), moves, rng))
}

/// Often a move that enters the goal, or else one that gains rows.
fn advance(position: &Position, moves: &[Move], rng: &mut ChaCha8Rng) -> Move {
    let goal = position.goal(position.side_to_move());
    let is_in_goal = |hole: Hole| goal & hole.bit() != 0;
    let enters = |mv: &&Move| is_in_goal(mv.to()) && !is_in_goal(mv.from());
    if let Some(&mv) = moves.iter().find(enters).filter(|_| rng.random_bool(0.9)) {
        return mv;
    }
    let gains = |mv: &Move| position.rows_gained(*mv) > 0;
    let ahead: Vec<Move> = moves.iter().copied().filter(gains).collect();
    let moves = if ahead.is_empty() || rng.random_bool(0.15) { moves } else { &ahead };
    moves[rng.random_range(0..moves.len())]
}

/// One game for the tool, a line for every position.
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

/// One game under `OpenSpiel`'s rules: for every position a line with the ends of turns, a tab, the board, a
/// tab and the route made; at the end the board and the result.
pub(super) fn random_game_for_openspiel(rng: &mut ChaCha8Rng) -> String {
    let mut text = String::new();
    let mut history = History::new(Position::start(LARGE, Rules::OPENSPIEL));
    let kind = rng.random_range(0..PERIOD);
    let longest = if kind < 2 { usize::MAX } else { OPENSPIEL_PLIES };
    loop {
        let position = history.current();
        let marble = |hole| match position.marble_in(hole) {
            Some(Side::First) => 'b',
            Some(Side::Second) => 'w',
            None => '.',
        };
        let board: String = holes(board_mask(LARGE)).map(marble).collect();
        let outcome = history.outcome();
        if outcome.is_some() || history.moves().len() == longest {
            let result = outcome.map_or("*", |outcome| outcome.as_str());
            writeln!(text, "end\t{board}\t{result}").expect("writing to a string");
            return text;
        }
        let moves = position.legal_moves();
        let mv = match kind {
            0 => moves[rng.random_range(0..moves.len())],
            _ => advance(position, &moves, rng),
        };
        let mut names: Vec<String> = moves.iter().map(|&mv| position.protocol_move(mv)).collect();
        names.sort();
        let made = position.format_move(mv);
        writeln!(text, "{}\t{board}\t{made}", names.join(" ")).expect("writing to a string");
        history.push(mv);
    }
}
