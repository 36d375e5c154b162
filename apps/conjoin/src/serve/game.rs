//! Games from the text of the pages, and positions as the pages draw them.

use conjoin_core::{History, Outcome, Position as _, Side, TextForm};
use conjoin_games::loa::connection::{group_of, is_connected};
use conjoin_games::loa::{Move, Position, Rules, colour_name, parse_position, squares};
use serde_json::{Value, json};

use super::message::GameText;

/// The longest game that is looked at.
const MOST_MOVES: usize = 2000;

/// The rules named, or `olympiad`.
pub fn rules(name: Option<&str>) -> Result<Rules, String> {
    name.map_or(Ok(Rules::OLYMPIAD), |name| name.parse().map_err(|error| format!("{error}")))
}

/// Plays a game.
pub fn play(text: &GameText) -> Result<History<Position>, String> {
    let rules = rules(text.rules.as_deref())?;
    let start = match (&text.start, text.size) {
        (Some(start), _) => parse_position(start, rules).map_err(|error| error.to_string())?,
        (None, None) => Position::start(8, rules),
        (None, Some(size @ 3..=8)) => Position::start(size, rules),
        (None, Some(size)) => return Err(format!("board size {size}: expected 3 to 8")),
    };
    if text.moves.len() > MOST_MOVES {
        return Err(format!("the game has more than {MOST_MOVES} moves"));
    }
    let mut game = History::new(start);
    for (i, mv) in text.moves.iter().enumerate() {
        push(&mut game, mv).map_err(|reason| format!("move {}: {reason}", i + 1))?;
    }
    Ok(game)
}

/// Makes a move given as text.
pub fn push(game: &mut History<Position>, text: &str) -> Result<Move, String> {
    if game.outcome().is_some() {
        return Err(format!("{:?} comes after the end of the game", shorten(text)));
    }
    let mv = game.current().parse_move(text).map_err(|error| error.to_string())?;
    game.push(mv);
    Ok(mv)
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// `black` or `white`.
pub fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// Everything a page needs to show the last position and to make the next move at once.
pub fn look(game: &History<Position>) -> Value {
    let position = game.current();
    let outcome = game.outcome();
    let moves = if outcome.is_some() { Vec::new() } else { position.legal_moves() };
    let moves: Vec<Value> = moves
        .iter()
        .map(|&mv| {
            let after = position.play(mv).to_string();
            if mv.is_pass() {
                return json!({ "move": "pass", "after": after });
            }
            json!({
                "move": mv.to_string(),
                "from": mv.from().to_string(),
                "to": mv.to().to_string(),
                "capture": mv.is_capture(),
                "after": after,
            })
        })
        .collect();
    json!({
        "position": position.to_string(),
        "size": position.size(),
        "rules": position.rules().to_string(),
        "turn": colour(position.side_to_move()),
        "moves": moves,
        "outcome": outcome.map(|outcome| ending(game, outcome)),
        "groups": { "black": groups(position.men(Side::First)), "white": groups(position.men(Side::Second)) },
        "occurrences": game.occurrences(),
        "played": game.moves().iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

/// How a game ended, for programs and for people.
fn ending(game: &History<Position>, outcome: Outcome) -> Value {
    let position = game.current();
    let (reason, text) = match outcome {
        Outcome::Win(winner) if is_connected(position.men(winner)) => {
            ("connection", format!("{} has won: all its men are connected.", colour_name(winner)))
        }
        Outcome::Win(winner) => {
            let loser = colour_name(!winner);
            ("stuck", format!("{} has won: {loser} cannot move.", colour_name(winner)))
        }
        Outcome::Draw if game.is_drawn_by_repetition() => {
            ("repetition", "Drawn: the position has come back too often.".into())
        }
        Outcome::Draw => ("both", "Drawn: both sides are connected.".into()),
    };
    json!({
        "result": outcome.as_str(),
        "winner": outcome.winner().map(colour),
        "reason": reason,
        "text": text,
    })
}

/// The connected groups of a side, each as its squares.
fn groups(men: u64) -> Vec<Vec<String>> {
    let mut left = men;
    let mut found = Vec::new();
    while let Some(square) = squares(left).next() {
        let group = group_of(men, square);
        found.push(squares(group).map(|square| square.to_string()).collect());
        left &= !group;
    }
    found
}
