//! Colours, squares, boards and positions.

use std::fmt;

use super::error::RefereeError;

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

/// A square by its file and rank, both counted from 1: `d3` is file 4, rank 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    file: usize,
    rank: usize,
}

impl Square {
    /// The square on this file and rank; none when one of them is not in 1..=8.
    pub fn new(file: usize, rank: usize) -> Option<Square> {
        let allowed = 1..=Board::MAX_SIZE;
        if allowed.contains(&file) && allowed.contains(&rank) {
            Some(Square { file, rank })
        } else {
            None
        }
    }

    /// The file, 1 for the a-file.
    pub fn file(self) -> usize {
        self.file
    }

    /// The rank, 1 for the lowest.
    pub fn rank(self) -> usize {
        self.rank
    }
}

/// The eight directions, as steps of (file, rank).
pub(super) const DIRECTIONS: [(isize, isize); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A square board and the men on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The squares rank by rank from the lowest, each rank from the a-file.
    ranks: Vec<Vec<Option<Colour>>>,
}

impl Board {
    /// The smallest board.
    pub const MIN_SIZE: usize = 3;
    /// The largest board.
    pub const MAX_SIZE: usize = 8;

    /// An empty board with `size` files and `size` ranks, 3 to 8.
    pub fn empty(size: usize) -> Result<Board, RefereeError> {
        if (Board::MIN_SIZE..=Board::MAX_SIZE).contains(&size) {
            Ok(Board { ranks: vec![vec![None; size]; size] })
        } else {
            Err(RefereeError::BoardSize { size })
        }
    }

    /// The number of files, which is the number of ranks.
    pub fn size(&self) -> usize {
        self.ranks.len()
    }

    /// Whether the square is one of this board's.
    pub fn contains(&self, square: Square) -> bool {
        square.file <= self.size() && square.rank <= self.size()
    }

    /// The man on the square; none when it is empty or not on this board.
    pub fn man_on(&self, square: Square) -> Option<Colour> {
        if self.contains(square) { self.ranks[square.rank - 1][square.file - 1] } else { None }
    }

    /// Puts a man on the square, or takes away what is there.
    ///
    /// # Panics
    ///
    /// When the square is not on this board.
    pub fn set(&mut self, square: Square, man: Option<Colour>) {
        assert!(self.contains(square), "{square} is not on a board of size {}", self.size());
        self.ranks[square.rank - 1][square.file - 1] = man;
    }

    /// All squares, rank by rank from a1.
    pub fn squares(&self) -> Vec<Square> {
        let mut squares = Vec::new();
        for rank in 1..=self.size() {
            for file in 1..=self.size() {
                squares.push(Square { file, rank });
            }
        }
        squares
    }

    /// The squares of all men of one colour, in the order of [`Board::squares`].
    pub fn men(&self, colour: Colour) -> Vec<Square> {
        let mut men = self.squares();
        men.retain(|&square| self.man_on(square) == Some(colour));
        men
    }

    /// The square one step away in a direction; none when that leaves the board.
    pub(super) fn step(&self, square: Square, direction: (isize, isize)) -> Option<Square> {
        let file = square.file.checked_add_signed(direction.0)?;
        let rank = square.rank.checked_add_signed(direction.1)?;
        Square::new(file, rank).filter(|&next| self.contains(next))
    }
}

/// A board and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The men.
    pub board: Board,
    /// The player to move.
    pub to_move: Colour,
}

impl Position {
    /// The first position on a board of this size: Black on the top and bottom ranks, White on
    /// the left and right files, nobody in the corners, and Black to move.
    pub fn start(size: usize) -> Result<Position, RefereeError> {
        let mut board = Board::empty(size)?;
        for i in 2..size {
            board.set(Square { file: i, rank: 1 }, Some(Colour::Black));
            board.set(Square { file: i, rank: size }, Some(Colour::Black));
            board.set(Square { file: 1, rank: i }, Some(Colour::White));
            board.set(Square { file: size, rank: i }, Some(Colour::White));
        }
        Ok(Position { board, to_move: Colour::Black })
    }

    /// The first position of Scrambled Eggs: the men stand on the same 24 squares of the 8x8
    /// board, and their colours alternate all the way round the edge, with b1 black.
    ///
    /// Of the sixteen ways to alternate the colours on each of the four edges, this alone makes
    /// the 21 Scrambled Eggs records among the old e-mail tournaments legal (it makes all of them
    /// so).
    pub fn scrambled_eggs() -> Position {
        let mut board = Board::empty(8).expect("8 is a board size");
        for i in 2..=7 {
            let (one, other) = if i % 2 == 0 {
                (Colour::Black, Colour::White)
            } else {
                (Colour::White, Colour::Black)
            };
            board.set(Square { file: i, rank: 1 }, Some(one));
            board.set(Square { file: 8, rank: i }, Some(one));
            board.set(Square { file: i, rank: 8 }, Some(other));
            board.set(Square { file: 1, rank: i }, Some(other));
        }
        Position { board, to_move: Colour::Black }
    }
}
