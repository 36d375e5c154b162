//! Positions and moves of Breakthrough as text.

use std::fmt;

use conjoin_core::{Position as _, Side, TextForm};

use super::{Move, Position};

/// The name of a cell, such as `a1`.
pub fn cell_name(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % 8), cell / 8 + 1)
}

impl fmt::Display for Position {
    /// The rows from the top, numbers for empty cells, and the player to move:
    /// `wwwww/wwwww/5/bbbbb/bbbbb b`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for rank in (0..self.size()).rev() {
            let mut empty = 0;
            let men = (0..self.size()).map(|file| self.man_on(8 * rank + file).map(letter));
            for sign in men.chain([Some(if rank > 0 { '/' } else { ' ' })]) {
                match sign {
                    None => empty += 1,
                    Some(sign) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text.push(sign);
                    }
                }
            }
        }
        text.push(letter(self.side_to_move()));
        f.pad(&text)
    }
}

/// What stands for a side.
fn letter(side: Side) -> char {
    if side == Side::First { 'b' } else { 'w' }
}

/// The side that a letter stands for.
fn side_of(sign: char) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| letter(*side) == sign)
}

/// What is wrong with a text, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} {text:?}: {reason}")]
pub struct ParseError {
    what: &'static str,
    text: String,
    reason: String,
}

impl ParseError {
    fn new(what: &'static str, text: &str, reason: impl Into<String>) -> Self {
        Self { what, text: text.chars().take(40).collect(), reason: reason.into() }
    }
}

impl TextForm for Position {
    type ParseError = ParseError;

    fn parse_like(&self, text: &str) -> Result<Self, ParseError> {
        let wrong = |reason: String| ParseError::new("position", text, reason);
        let Some((board, mover)) = text.trim().rsplit_once(' ') else {
            return Err(wrong("expected rows, a blank and the player to move".into()));
        };
        let to_move = mover.parse().ok().and_then(side_of);
        let to_move =
            to_move.ok_or_else(|| wrong(format!("{mover:?} to move: expected b or w")))?;
        let rows: Vec<&str> = board.split('/').collect();
        if !(4..=6).contains(&rows.len()) {
            return Err(wrong(format!("{} rows: expected 4 to 6", rows.len())));
        }
        let size = rows.len() as u8;
        let mut position = Self::empty(size, self.rules(), to_move);
        for (rank, row) in (0..size).rev().zip(rows) {
            let is_known = |sign: char| matches!(sign, 'b' | 'w' | '1'..='6');
            if let Some(sign) = row.chars().find(|sign| !is_known(*sign)) {
                let reason = format!("{sign:?} in row {}: expected b, w or 1 to 6", rank + 1);
                return Err(wrong(reason));
            }
            let mut file = 0;
            for sign in row.chars() {
                if let Some(side) = side_of(sign).filter(|_| file < size) {
                    position.toggle(side, 8 * rank + file);
                }
                let cells = sign.to_digit(10).unwrap_or(1);
                file = file.saturating_add(cells as u8);
            }
            if file != size {
                return Err(wrong(format!("{file} cells in row {}: expected {size}", rank + 1)));
            }
        }
        if Side::BOTH.into_iter().all(|side| position.is_at_goal(side)) {
            return Err(wrong("both sides are at their goal: expected one at most".into()));
        }
        Ok(position)
    }

    fn format_move(&self, mv: Move) -> String {
        let sign = if self.is_capture(mv) { 'x' } else { '-' };
        format!("{}{sign}{}", cell_name(mv.from), cell_name(mv.to))
    }

    /// Reads `a2-a3` and `a2xb3`, with any sign or none between the cells.
    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let plain = text.trim().to_lowercase().replace(['-', 'x', ':'], "");
        let names = |mv: &Move| cell_name(mv.from) + &cell_name(mv.to) == plain;
        let found = self.legal_moves().into_iter().find(names);
        found.ok_or_else(|| {
            ParseError::new("move", text, "it is not legal here: expected a form like a2-a3")
        })
    }
}
