//! Colours and positions.

use std::fmt;
use std::rc::Rc;

use super::error::RefereeError;
use super::rules::Rules;
use super::star::{Star, Zone};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The side that moves first, from the upper triangle to the lower one.
    Black,
    /// The side that moves second, from the lower triangle to the upper one.
    White,
}

impl Colour {
    /// The other side.
    #[must_use]
    pub fn opponent(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// The triangle that this side has to fill.
    pub fn goal(self) -> Zone {
        match self {
            Colour::Black => Zone::WhiteHome,
            Colour::White => Zone::BlackHome,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}

/// A star with marbles, the player to move and, where the rules have a limit, the plies played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The star.
    pub star: Rc<Star>,
    /// What lies in each hole, in the order of the star.
    pub marbles: Vec<Option<Colour>>,
    /// The player to move.
    pub to_move: Colour,
    /// The plies played; none under rules without a limit.
    pub plies: Option<u32>,
}

impl Position {
    /// The first position on a star with so many holes, with Black to move.
    pub fn start(size: usize, rules: Rules) -> Result<Position, RefereeError> {
        let star = Star::new(size)?;
        let marble = |hole| match star.zone(hole) {
            Zone::BlackHome => Some(Colour::Black),
            Zone::WhiteHome => Some(Colour::White),
            Zone::Neutral | Zone::Middle => None,
        };
        let marbles = (0..size).map(marble).collect();
        let plies = rules.limit.map(|_| 0);
        Ok(Position { star: Rc::new(star), marbles, to_move: Colour::Black, plies })
    }

    /// The holes with marbles of one colour.
    pub fn marbles_of(&self, colour: Colour) -> Vec<usize> {
        (0..self.marbles.len()).filter(|&hole| self.marbles[hole] == Some(colour)).collect()
    }
}
