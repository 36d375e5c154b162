//! Records of Lines of Action in SGF: game 9 of FF\[4\] and what old files make of it.
//!
//! Sources: <https://red-bean.com/sgf/loa.html> for the properties; the 21 real files of e-mail
//! tournaments that the project is checked with for their dialects. The format has the set-ups
//! Standard (the default), Scrambled-eggs, Custom (an empty board that `AB` and `AW` fill), and
//! Gemma and Parachute, which are variants with other rules: in Gemma a man may leave the board,
//! written `e8-^^`. The sign between the squares is not held against a move: most servers write
//! captures with `-`.

use conjoin_core::{Ending, Position as _, Side};

use super::{Loa, MAX_SIZE, Move, ParseError, Position, Square, Variant, parse_squares, squares};
use crate::record::{Record, RecordError, RecordProblem, Recorded};
use crate::sgf::{NodeId, Property, Value, shorten};

impl Recorded for Loa {
    const SGF: Option<u8> = Some(9);
    const FOREIGN_STARTS: &'static [&'static str] = &["gemma", "parachute"];

    fn looks_like_move(word: &str) -> bool {
        !matches!(parse_squares(word, MAX_SIZE), Err(ParseError::Move { .. }))
    }

    /// Files have one word for all endings on the board.
    fn termination(ending: &Ending) -> &'static str {
        if ending.code == Ending::REPETITION { Ending::REPETITION } else { "connection" }
    }

    /// A capture has a colon.
    fn sgf_move(_: &Position, mv: Move) -> String {
        mv.text().replace('x', ":")
    }

    fn set_up(
        record: &Record<Self>,
        named: Option<Position>,
        variant: Variant,
    ) -> Result<Position, RecordProblem> {
        let mut men = named.map_or([0; 2], |named| Side::BOTH.map(|side| named.men(side)));
        let mut to_move = None;
        for property in record.set_up_properties() {
            if property.is("PL") {
                to_move = Some(side_named(record, property)?);
                continue;
            }
            let set = squares_of(record, property, variant.size)?;
            for side in Side::BOTH {
                men[side.index()] &= !set;
            }
            if property.is("AB") {
                men[Side::First.index()] |= set;
            } else if property.is("AW") {
                men[Side::Second.index()] |= set;
            }
        }
        // Who moves first is not always said, but the first move tells.
        let first_mover = || match named {
            None => record.main_actions().next().map(|action| action.side),
            Some(_) => None,
        };
        let side = to_move.or_else(first_mover).unwrap_or(Side::First);
        Position::setup(variant.size, variant.rules, men[0], men[1], side).map_err(|error| {
            let error = RecordError::Setup { reason: error.to_string() };
            record.problem_at(record.start_place(), error)
        })
    }

    fn write_set_up(record: &mut Record<Self>, start: &Position) {
        let root = record.tree_mut().node_mut(NodeId::ROOT);
        for (side, key) in [(Side::First, "AB"), (Side::Second, "AW")] {
            let men = squares(start.men(side)).map(|s| Value::from_text(&s.to_string()));
            root.properties.push(Property::with_values(key, men.collect()));
        }
        let to_move = if start.side_to_move() == Side::First { "B" } else { "W" };
        record.set_property("PL", to_move);
    }
}

fn side_named(record: &Record<Loa>, property: &Property) -> Result<Side, RecordProblem> {
    let text = property.value().map(|value| value.text()).unwrap_or_default();
    match text.trim().chars().next() {
        Some('B' | 'b' | '1') => Ok(Side::First),
        Some('W' | 'w' | '2') => Ok(Side::Second),
        _ => {
            let reason = format!("side to move {:?}: expected B or W", shorten(&text));
            Err(record.problem_at(property.place, RecordError::Setup { reason }))
        }
    }
}

/// The squares of `[b1][c1]` or of a rectangle `[b1:g1]`.
fn squares_of(record: &Record<Loa>, property: &Property, size: u8) -> Result<u64, RecordProblem> {
    let mut set = 0;
    for value in &property.values {
        let text = value.text();
        if text.trim().is_empty() {
            continue;
        }
        let (from, to) = text.split_once(':').unwrap_or((&*text, &*text));
        let (Some(from), Some(to)) = (square(from, size), square(to, size)) else {
            let text = shorten(&text);
            let reason = format!("square {text:?} of the set-up is not on a {size}x{size} board");
            return Err(record.problem_at(property.place, RecordError::Setup { reason }));
        };
        for file in from.file().min(to.file())..=from.file().max(to.file()) {
            for rank in from.rank().min(to.rank())..=from.rank().max(to.rank()) {
                set |= Square::new(file, rank).map_or(0, Square::bit);
            }
        }
    }
    Ok(set)
}

fn square(text: &str, size: u8) -> Option<Square> {
    let [file, rank] = text.trim().as_bytes() else { return None };
    let file = file.to_ascii_lowercase().checked_sub(b'a')?;
    let rank = rank.checked_sub(b'1')?;
    Square::new(file, rank).filter(|square| square.is_on(size))
}

#[cfg(test)]
mod tests;
