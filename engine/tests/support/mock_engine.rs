//! An engine that misbehaves in the way its first argument says, for the tests of outside
//! engines.

use std::io::{BufRead, Write};
use std::time::Duration;

use conjoin_core::{History, Position as _, TextForm};
use conjoin_games::loa::{Position, Rules, parse_position};

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    if written.is_err() {
        std::process::exit(0);
    }
}

/// The game of a `position` line; what cannot be read is left out.
fn read_position(words: &[&str]) -> History<Position> {
    let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = match words.get(1) {
        Some(&"fen") => parse_position(&words[2..moves_at].join(" "), Rules::OLYMPIAD).ok(),
        _ => None,
    };
    let start = start.unwrap_or_else(|| Position::start(8, Rules::OLYMPIAD));
    let mut game = History::new(start);
    for word in words.iter().skip(moves_at + 1) {
        if let Ok(mv) = game.current().parse_move(word) {
            game.push(mv);
        }
    }
    game
}

/// The answer to `go`; `mode` says in which way it is wrong.
fn answer(mode: &str, game: &History<Position>, moves_made: usize) {
    let position = game.current();
    let legal = position.legal_moves();
    let text = |&mv| game.current().format_move(mv);
    let first = legal.first().map_or("none".to_owned(), text);
    match mode {
        "hang" => loop {
            std::thread::sleep(Duration::from_secs(1));
        },
        "crash" if moves_made > 0 => std::process::exit(3),
        "moan" if moves_made > 0 => {
            eprintln!("out of ideas");
            std::process::exit(3);
        }
        // More than any pipe holds.
        "flood" => eprint!("{}", "the weather is fine\n".repeat(100_000)),
        "illegal" => return say("bestmove a1h8"),
        "nonsense" => return say("bestmove \u{1f4a5}"),
        "late" => std::thread::sleep(Duration::from_millis(300)),
        "too-late" => std::thread::sleep(Duration::from_secs(20)),
        "babble" => loop {
            say("info string the weather is fine");
        },
        "endless-line" => loop {
            print!("{}", "x".repeat(10_000));
        },
        _ => {}
    }
    say("info string thinking");
    say(&format!("info depth 1 seldepth 2 score cp 7 nodes {} hashfull 3 pv {first}", legal.len()));
    say(&format!("bestmove {}", first.replace(['-', 'x'], "")));
}

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_else(|| "first".into());
    let mut game = History::new(Position::start(8, Rules::OLYMPIAD));
    let mut moves_made = 0;
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words.first().copied() {
            Some("ugi" | "uci") if mode == "deaf" => {}
            Some(word @ ("ugi" | "uci")) => {
                say("id name mock");
                say("option name Hash type spin default 1 min 1 max 9");
                say("option name Mood type string default calm");
                say(&format!("{word}ok"));
            }
            Some("isready") => say("readyok"),
            Some("position") => game = read_position(&words),
            Some("go") => {
                answer(&mode, &game, moves_made);
                moves_made += 1;
            }
            Some("quit") => return,
            _ => {}
        }
    }
}
