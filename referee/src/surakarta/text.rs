//! Points, moves and positions as text.
//!
//! The referee reads and writes one form of each and refuses all others:
//!
//! - a point is its file's letter and its rank's digit: `d3`;
//! - a move is `a2-a3`, a capture `c1xd4`, a pass `pass`;
//! - a position is its ranks from the top, divided by `/`, with `b` and `w` for the men and a digit
//!   for a run of empty points, then a space and the side to move:
//!   `wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b`. Under rules with a limit, a space and the plies since the
//!   last capture follow; they may be left out where a position is read, and are 0 then.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, Colour, Point, Position};
use super::error::TextError;
use super::moves::Move;
use super::rules::{Rules, read_number};

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = ["a", "b", "c", "d", "e", "f"][usize::from(self.file() - 1)];
        write!(f, "{letter}{}", self.rank())
    }
}

impl FromStr for Point {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Point, TextError> {
        let error = || TextError::Point { text: text.to_owned() };
        let letters: Vec<char> = text.chars().collect();
        let [file, rank] = letters[..] else {
            return Err(error());
        };
        let file = "abcdef".find(file).ok_or_else(error)? + 1;
        let rank = "123456".find(rank).ok_or_else(error)? + 1;
        Point::new(file as u8, rank as u8).ok_or_else(error)
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
            return Err(TextError::Move { text: text.to_owned() });
        };
        Ok(Move::Man { from: from.parse()?, to: to.parse()?, capture })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = 0;
        for rank in (1..=self.size() as u8).rev() {
            for file in 1..=self.size() as u8 {
                let man = Point::new(file, rank).and_then(|point| self.man_on(point));
                if man.is_none() {
                    empty += 1;
                }
                let run_ends = man.is_some() || usize::from(file) == self.size();
                if run_ends && empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                if let Some(colour) = man {
                    f.write_str(letter_of(colour))?;
                }
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
            .map_err(|_| TextError::Ranks { text: text.to_owned(), ranks: size })?;
        let mut has_men = false;
        for (from_top, rank_text) in ranks.into_iter().enumerate() {
            let points = read_rank(rank_text)?;
            if points.len() != size {
                return Err(TextError::RankLength {
                    text: rank_text.to_owned(),
                    points: points.len(),
                    size,
                });
            }
            for (from_left, man) in points.into_iter().enumerate() {
                let point = Point::new(from_left as u8 + 1, (size - from_top) as u8)
                    .expect("the rank has as many points as the board has files");
                board.set(point, man);
                has_men |= man.is_some();
            }
        }
        if has_men { Ok(board) } else { Err(TextError::NoMan { text: text.to_owned() }) }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, letter_of(self.to_move))?;
        match self.quiet {
            Some(plies) => write!(f, " {plies}"),
            None => Ok(()),
        }
    }
}

impl Position {
    /// Reads a position. A side may have no man left: the game is over then.
    pub fn read(text: &str, rules: Rules) -> Result<Position, TextError> {
        let mut fields = text.splitn(3, ' ');
        let (Some(board), Some(side), counter) = (fields.next(), fields.next(), fields.next())
        else {
            return Err(TextError::Fields { text: text.to_owned() });
        };
        let to_move = match side {
            "b" => Colour::Black,
            "w" => Colour::White,
            _ => return Err(TextError::Side { text: side.to_owned() }),
        };
        let quiet = match (counter, rules.limit) {
            (None, limit) => limit.map(|_| 0),
            (Some(text), None) => return Err(TextError::NoCounter { text: text.to_owned() }),
            (Some(text), Some(limit)) => match read_number(text) {
                Some(plies) if plies <= limit => Some(plies),
                _ => return Err(TextError::Counter { text: text.to_owned(), limit }),
            },
        };
        Ok(Position { board: board.parse()?, to_move, quiet })
    }
}

/// The letter of a man, and of the side to move.
fn letter_of(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "b",
        Colour::White => "w",
    }
}

/// The points of one rank of a board's text, from the left.
fn read_rank(text: &str) -> Result<Vec<Option<Colour>>, TextError> {
    let mut points = Vec::new();
    let mut after_digit = false;
    for letter in text.chars() {
        let is_digit = letter.is_ascii_digit();
        match letter {
            'b' => points.push(Some(Colour::Black)),
            'w' => points.push(Some(Colour::White)),
            '1'..='6' if after_digit => {
                return Err(TextError::TwoDigits { text: text.to_owned() });
            }
            '1'..='6' => {
                let empty = "0123456".find(letter).expect("the letter is one of these digits");
                points.extend(vec![None; empty]);
            }
            _ => return Err(TextError::Letter { letter, text: text.to_owned() }),
        }
        after_digit = is_digit;
    }
    Ok(points)
}
