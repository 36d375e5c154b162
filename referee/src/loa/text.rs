//! Squares, moves and positions as text.
//!
//! The referee reads and writes one form of each and refuses all others:
//!
//! - a square is its file's letter and its rank's digit: `d3`;
//! - a move is `d3-d5`, a capture `d3xd5`, a pass `pass`;
//! - a position is its ranks from the top, divided by `/`, with `b` and `w` for the men and a digit
//!   for a run of empty squares, then a space and the side to move:
//!   `1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b`.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, Colour, Position, Square};
use super::error::TextError;
use super::moves::Move;

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = ["a", "b", "c", "d", "e", "f", "g", "h"][self.file() - 1];
        write!(f, "{letter}{}", self.rank())
    }
}

impl FromStr for Square {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Square, TextError> {
        let error = || TextError::Square { text: text.to_string() };
        let letters: Vec<char> = text.chars().collect();
        let [file, rank] = letters[..] else {
            return Err(error());
        };
        let file = "abcdefgh".find(file).ok_or_else(error)? + 1;
        let rank = "12345678".find(rank).ok_or_else(error)? + 1;
        Square::new(file, rank).ok_or_else(error)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Man { from, to, capture: false } => write!(f, "{from}-{to}"),
            Move::Man { from, to, capture: true } => write!(f, "{from}x{to}"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        if text == "pass" {
            return Ok(Move::Pass);
        }
        let (from, to, capture) = if let Some((from, to)) = text.split_once('-') {
            (from, to, false)
        } else if let Some((from, to)) = text.split_once('x') {
            (from, to, true)
        } else {
            return Err(TextError::Move { text: text.to_string() });
        };
        Ok(Move::Man { from: from.parse()?, to: to.parse()?, capture })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (1..=self.size()).rev() {
            let mut empty = 0;
            for file in 1..=self.size() {
                let man = Square::new(file, rank).and_then(|square| self.man_on(square));
                if let Some(colour) = man {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                    }
                    empty = 0;
                    f.write_str(letter_of(colour))?;
                } else {
                    empty += 1;
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 1 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Board {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Board, TextError> {
        let ranks: Vec<&str> = text.split('/').collect();
        let size = ranks.len();
        let mut board = Board::empty(size)
            .map_err(|_| TextError::Ranks { text: text.to_string(), ranks: size })?;
        for (from_top, rank_text) in ranks.into_iter().enumerate() {
            let squares = read_rank(rank_text)?;
            if squares.len() != size {
                return Err(TextError::RankLength {
                    text: rank_text.to_string(),
                    squares: squares.len(),
                    size,
                });
            }
            for (from_left, man) in squares.into_iter().enumerate() {
                let square = Square::new(from_left + 1, size - from_top)
                    .expect("the rank has as many squares as the board has files");
                board.set(square, man);
            }
        }
        for colour in [Colour::Black, Colour::White] {
            if board.men(colour).is_empty() {
                return Err(TextError::NoMan { colour, text: text.to_string() });
            }
        }
        Ok(board)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, letter_of(self.to_move))
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        let Some((board, side)) = text.split_once(' ') else {
            return Err(TextError::Fields { text: text.to_string() });
        };
        let to_move = match side {
            "b" => Colour::Black,
            "w" => Colour::White,
            _ => return Err(TextError::Side { text: side.to_string() }),
        };
        Ok(Position { board: board.parse()?, to_move })
    }
}

/// The letter of a man, and of the side to move.
fn letter_of(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "b",
        Colour::White => "w",
    }
}

/// The squares of one rank of a board's text, from the left.
fn read_rank(text: &str) -> Result<Vec<Option<Colour>>, TextError> {
    let mut squares = Vec::new();
    let mut after_digit = false;
    for letter in text.chars() {
        let is_digit = letter.is_ascii_digit();
        match letter {
            'b' => squares.push(Some(Colour::Black)),
            'w' => squares.push(Some(Colour::White)),
            '1'..='8' if after_digit => {
                return Err(TextError::TwoDigits { text: text.to_string() });
            }
            '1'..='8' => {
                let empty = "012345678".find(letter).expect("the letter is one of these digits");
                squares.extend(vec![None; empty]);
            }
            _ => return Err(TextError::Letter { letter, text: text.to_string() }),
        }
        after_digit = is_digit;
    }
    Ok(squares)
}
