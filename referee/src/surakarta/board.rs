//! Colours, points, boards and positions.

use std::fmt;

use super::error::RefereeError;
use super::rules::Rules;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The side that moves first.
    Black,
    /// The side that moves second.
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
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}

/// A point by its file and rank, both counted from 1: `d3` is file 4, rank 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    file: u8,
    rank: u8,
}

impl Point {
    /// The point on this file and rank; none when one of them is not in 1..=6.
    pub fn new(file: u8, rank: u8) -> Option<Point> {
        let allowed = 1..=Board::LARGE as u8;
        (allowed.contains(&file) && allowed.contains(&rank)).then_some(Point { file, rank })
    }

    /// The file, 1 for the a-file.
    pub fn file(self) -> u8 {
        self.file
    }

    /// The rank, 1 for the lowest.
    pub fn rank(self) -> u8 {
        self.rank
    }
}

/// A step by (file, rank).
pub(super) type Direction = (i8, i8);

/// A board and the men on its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: usize,
    /// The points rank by rank from the lowest, each rank from the a-file. A smaller board leaves
    /// the others empty.
    ranks: [[Option<Colour>; Board::LARGE]; Board::LARGE],
}

impl Board {
    /// The board of the game, with two circuits.
    pub const LARGE: usize = 6;
    /// A small board, with one circuit.
    pub const SMALL: usize = 4;

    /// An empty board of 6x6 or 4x4 points.
    pub fn empty(size: usize) -> Result<Board, RefereeError> {
        if size == Board::LARGE || size == Board::SMALL {
            Ok(Board { size, ranks: [[None; Board::LARGE]; Board::LARGE] })
        } else {
            Err(RefereeError::BoardSize { size })
        }
    }

    /// The number of files, which is the number of ranks.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether the point is one of this board's.
    pub fn contains(&self, point: Point) -> bool {
        usize::from(point.file) <= self.size && usize::from(point.rank) <= self.size
    }

    /// The man on the point; none when it is empty or not on this board.
    pub fn man_on(&self, point: Point) -> Option<Colour> {
        if !self.contains(point) {
            return None;
        }
        self.ranks[usize::from(point.rank - 1)][usize::from(point.file - 1)]
    }

    /// Puts a man on the point, or takes away what is there.
    ///
    /// # Panics
    ///
    /// When the point is not on this board.
    pub fn set(&mut self, point: Point, man: Option<Colour>) {
        assert!(self.contains(point), "{point} is not on a board of size {}", self.size);
        self.ranks[usize::from(point.rank - 1)][usize::from(point.file - 1)] = man;
    }

    /// All points, rank by rank from a1.
    pub fn points(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for rank in 1..=self.size as u8 {
            for file in 1..=self.size as u8 {
                points.push(Point { file, rank });
            }
        }
        points
    }

    /// The points of all men of one colour, in the order of [`Board::points`].
    pub fn men(&self, colour: Colour) -> Vec<Point> {
        let mut men = self.points();
        men.retain(|&point| self.man_on(point) == Some(colour));
        men
    }

    /// The point one step away in a direction; none when that leaves the board.
    pub(super) fn step(&self, point: Point, direction: Direction) -> Option<Point> {
        let file = point.file.checked_add_signed(direction.0)?;
        let rank = point.rank.checked_add_signed(direction.1)?;
        Point::new(file, rank).filter(|&next| self.contains(next))
    }
}

/// A board, the player to move and, where the rules limit the plies without a capture, their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The men.
    pub board: Board,
    /// The player to move.
    pub to_move: Colour,
    /// The plies since the last capture; none under rules without a limit.
    pub quiet: Option<u32>,
}

impl Position {
    /// The first position on a board of 6x6 or 4x4 points, with Black to move.
    ///
    /// On 6x6 Black has the two lowest ranks and White the two highest. On 4x4 Black has the four
    /// points in the corner of a1, and White those in the opposite corner.
    pub fn start(size: usize, rules: Rules) -> Result<Position, RefereeError> {
        let mut board = Board::empty(size)?;
        for point in board.points() {
            let (file, rank) = (point.file, point.rank);
            let man = match (size, file, rank) {
                (Board::LARGE, _, 1..=2) | (Board::SMALL, 1..=2, 1..=2) => Some(Colour::Black),
                (Board::LARGE, _, 5..=6) | (Board::SMALL, 3..=4, 3..=4) => Some(Colour::White),
                _ => None,
            };
            board.set(point, man);
        }
        Ok(Position { board, to_move: Colour::Black, quiet: None }.under(rules))
    }

    /// The position with a counter if the rules have a limit, 0 if it had none, and without one
    /// if they have no limit.
    #[must_use]
    pub fn under(self, rules: Rules) -> Position {
        Position { quiet: rules.limit.map(|_| self.quiet.unwrap_or(0)), ..self }
    }
}
