//! Moves and positions as text.
//!
//! The referee reads and writes one form of each and refuses all others:
//!
//! - a hole is its number, from 1 row by row from the top;
//! - a move is its route, `6-14` or `1-3-12`, and a pass `pass`;
//! - a position is the holes of Black's marbles in their order, those of White's, and the side to move:
//!   `b:1,2,3 w:35,36,37 b`. Under rules with a limit, a space and the plies played follow unless they
//!   are 0.

use std::fmt;

use super::board::{Colour, Position};
use super::error::TextError;
use super::moves::{Move, legal_moves, route};
use super::rules::{Rules, read_number};

/// The text of a legal move of a position.
pub fn write_move(position: &Position, mv: Move, rules: Rules) -> String {
    let route = route(position, mv, rules);
    let numbers: Vec<String> = route.into_iter().map(|hole| (hole + 1).to_string()).collect();
    if numbers.is_empty() { "pass".to_owned() } else { numbers.join("-") }
}

/// The legal move of a position that is written like this.
pub fn read_move(position: &Position, text: &str, rules: Rules) -> Result<Move, TextError> {
    legal_moves(position, rules)
        .into_iter()
        .find(|&mv| write_move(position, mv, rules) == text)
        .ok_or_else(|| TextError::Move { text: text.to_owned() })
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for colour in [Colour::Black, Colour::White] {
            let numbers: Vec<String> =
                self.marbles_of(colour).into_iter().map(|hole| (hole + 1).to_string()).collect();
            write!(f, "{}:{} ", letter_of(colour), numbers.join(","))?;
        }
        f.write_str(letter_of(self.to_move))?;
        match self.plies {
            None | Some(0) => Ok(()),
            Some(plies) => write!(f, " {plies}"),
        }
    }
}

impl Position {
    /// Reads a position of the star with so many holes.
    ///
    /// # Panics
    ///
    /// When no star has so many.
    pub fn read(text: &str, size: usize, rules: Rules) -> Result<Position, TextError> {
        let mut position = Position::start(size, rules).expect("a size that is played");
        let error = || TextError::Fields { text: text.to_owned() };
        let fields: Vec<&str> = text.split(' ').collect();
        let (&[black, white, side], counter) = fields.split_first_chunk::<3>().ok_or_else(error)?;
        position.marbles = vec![None; size];
        for (colour, list) in [(Colour::Black, black), (Colour::White, white)] {
            let start = format!("{}:", letter_of(colour));
            let list = list.strip_prefix(&start).ok_or_else(error)?;
            for hole in read_holes(list, size, position.star.home_size())? {
                if position.marbles[hole].is_some() {
                    return Err(TextError::Shared { text: text.to_owned() });
                }
                position.marbles[hole] = Some(colour);
            }
        }
        position.to_move = match side {
            "b" => Colour::Black,
            "w" => Colour::White,
            _ => return Err(error()),
        };
        match (counter, rules.limit) {
            ([], _) => {}
            (&[counter], Some(limit)) => match read_number(counter) {
                Some(plies) if (1..=limit).contains(&plies) => position.plies = Some(plies),
                _ => return Err(TextError::Counter { text: counter.to_owned(), limit }),
            },
            _ => return Err(error()),
        }
        Ok(position)
    }
}

/// The letter of a marble, and of the side to move.
fn letter_of(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "b",
        Colour::White => "w",
    }
}

/// The holes of a list, which has them in their order.
fn read_holes(text: &str, size: usize, most: usize) -> Result<Vec<usize>, TextError> {
    let mut holes: Vec<usize> = Vec::new();
    for word in text.split(',').filter(|_| !text.is_empty()) {
        let number = read_number(word).map(|number| number as usize);
        let number = number.filter(|number| (1..=size).contains(number));
        let number = number.ok_or_else(|| TextError::Hole { text: word.to_owned(), size })?;
        if holes.last().is_some_and(|&last| last + 1 >= number) {
            return Err(TextError::Order { text: text.to_owned() });
        }
        holes.push(number - 1);
    }
    let marbles = holes.len();
    if (1..=most).contains(&marbles) {
        Ok(holes)
    } else {
        Err(TextError::Marbles { text: text.to_owned(), marbles, most })
    }
}
