//! Random games played by Conjoin and replayed by `OpenSpiel`, an independent implementation.
//!
//! Conjoin plays under `--rules openspiel` and writes down, for every ply, the legal moves and
//! the board, then the result. A script in Python makes the same moves there and compares all of it:
//! `openspiel.py` for Lines of Action, `openspiel_chinese_checkers.py` for Chinese Checkers, where a chain of
//! jumps is several actions.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use conjoin_core::{Form, Game as _, History, Marks, Position as _, TextForm as _};
use conjoin_games::chinese_checkers::ChineseCheckers;
use conjoin_games::loa::{Loa, Position, Rules};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// `OpenSpiel` draws a game of Lines of Action after this many plies; we stop before.
const MAX_PLIES: usize = 999;
/// The release that the check was written against.
const PACKAGE: &str = "open_spiel==2.0.2";

/// How a game is compared: the script, by how much the number of games is divided, and the next random game in
/// its form.
type Comparison = (&'static str, &'static str, u32, fn(&mut ChaCha8Rng) -> String);

const COMPARISONS: [Comparison; 2] = [
    (Loa::TITLE, include_str!("openspiel.py"), 1, random_game),
    // Games of 200 turns with several actions each take minutes by the hundred.
    (
        ChineseCheckers::TITLE,
        include_str!("openspiel_chinese_checkers.py"),
        5,
        super::chinese_checkers::random_game_for_openspiel,
    ),
];

/// Plays `games` random games, or the part that a game takes of them, and has `OpenSpiel` check them.
pub fn check(games: u32, seed: u64) -> Result<()> {
    let python = virtual_environment(&super::target_dir().join("openspiel"))?;
    for (title, script, part, random_game) in COMPARISONS {
        let games = games.div_ceil(part);
        let mut child = Command::new(&python)
            .args(["-c", script])
            .stdin(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", python.display()))?;
        let mut input = child.stdin.take().context("the script reads its standard input")?;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        println!("{title}: {games} games with seed {seed}");
        for _ in 0..games {
            // A closed pipe means that the script has found a difference and said so.
            if input.write_all(random_game(&mut rng).as_bytes()).is_err() {
                break;
            }
        }
        drop(input);
        let status = child.wait()?;
        ensure!(status.success(), "OpenSpiel and Conjoin differ, or the check broke: {status}");
    }
    Ok(())
}

/// A Python with `OpenSpiel`, made on first use.
fn virtual_environment(dir: &Path) -> Result<std::path::PathBuf> {
    let python = dir.join("bin/python");
    let has_it = |python: &Path| {
        Command::new(python)
            .args(["-c", "import pyspiel"])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    if !has_it(&python) {
        super::run(Command::new("python3").args(["-m", "venv"]).arg(dir))?;
        super::run(Command::new(&python).args(["-m", "pip", "install", "--quiet", PACKAGE]))?;
    }
    ensure!(has_it(&python), "the virtual environment in {} has no pyspiel", dir.display());
    Ok(python)
}

/// One game: for every position a line with the legal moves, a tab, the board, a tab and the move
/// made; at the end the board and the result.
fn random_game(rng: &mut ChaCha8Rng) -> String {
    let mut text = String::new();
    let mut history = History::new(Position::start(8, Rules::OPENSPIEL));
    loop {
        let board = Loa::draw(history.current(), &Marks::default(), Form::Text)
            .lines()
            .take(8)
            .map(|line| line[3..].replace(' ', ""))
            .collect::<Vec<_>>()
            .join("/");
        let outcome = history.outcome();
        if outcome.is_some() || history.moves().len() == MAX_PLIES {
            let result = outcome.map_or("*", |outcome| outcome.as_str());
            writeln!(text, "end\t{board}\t{result}").expect("writing to a string");
            return text;
        }
        let moves = history.current().legal_moves();
        let mv = moves[rng.random_range(0..moves.len())];
        let position = history.current();
        let mut names: Vec<String> = moves.iter().map(|&mv| position.format_move(mv)).collect();
        names.sort();
        let made = position.format_move(mv);
        writeln!(text, "{}\t{board}\t{made}", names.join(" ")).expect("writing to a string");
        history.push(mv);
    }
}
