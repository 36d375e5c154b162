//! Positions and moves as text.
//!
//! A position is its ranks from the top, digits for empty squares, `b` and `w` for men, then the
//! side to move: `1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b`. PlayStrategy's letters are read
//! too: there `L` is the first player and `l` the second, `w` means that the first player moves,
//! and further fields are ignored.

use std::fmt;
use std::str::FromStr;

use conjoin_core::{Position as _, Side, TextForm};

use super::geometry::{AXES, MAX_SIZE, MIN_SIZE, board_name};
use super::{Move, Position, Rules, SetupError, Square, colour_name, excerpt};
use crate::cells::{self, Cells, RankText};

/// What is wrong with the text of a position or a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// There is no text.
    #[error("the position is empty: expected ranks from the top and the side to move")]
    Empty,
    /// Too few or too many ranks.
    #[error(
        "position {text:?} has {ranks} ranks: expected {MIN_SIZE} to {MAX_SIZE}, with / between"
    )]
    Ranks {
        /// Start of the text.
        text: String,
        /// How many ranks stand there.
        ranks: usize,
    },
    /// A rank is too short or too long.
    #[error("rank {rank} of the position, {text:?}, has {squares} squares: expected {size}")]
    RankLength {
        /// The rank as people number it, 1 the lowest.
        rank: usize,
        /// Start of the rank's text.
        text: String,
        /// Squares it describes.
        squares: usize,
        /// Squares it should have: the number of ranks.
        size: usize,
    },
    /// A letter that is neither a man nor a number of empty squares.
    #[error(
        "character {character:?} at place {place} of the position: expected b, w, L, l, / or 1 to 8"
    )]
    Character {
        /// The letter.
        character: char,
        /// Its place in the text, from 1.
        place: usize,
    },
    /// Our letters and PlayStrategy's in one text.
    #[error("the position mixes the letters b/w with L/l at place {place}: expected one kind")]
    MixedLetters {
        /// Place of the first letter of the second kind, from 1.
        place: usize,
    },
    /// The side to move is missing or unknown.
    #[error("side to move {text:?} after the board: expected b or w")]
    Side {
        /// What stands there.
        text: String,
    },
    /// Something after the side to move.
    #[error("{text:?} after the side to move: expected nothing")]
    Trailing {
        /// What stands there.
        text: String,
    },
    /// The men cannot stand like that.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Not the text of a move at all.
    #[error(
        "move {text:?} is not readable at place {place}: expected two squares like d3-d5, or pass"
    )]
    Move {
        /// The text.
        text: String,
        /// Where reading stopped, from 1.
        place: usize,
    },
    /// A square that the board does not have.
    #[error("square {text:?} is not on {}", board_name(*.size))]
    OffBoard {
        /// The square.
        text: String,
        /// Side of the board.
        size: u8,
    },
    /// A readable move that the rules forbid here.
    #[error("move {text} is not legal here: {reason}")]
    Illegal {
        /// The move.
        text: String,
        /// The rule it breaks.
        reason: String,
    },
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let man_on = |file, rank| self.man_on(Square::new(file, rank)?);
        cells::write_position(f, self.size(), man_on, self.side_to_move())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({})", self.rules())
    }
}

/// Whose letters a position is written in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Conjoin,
    PlayStrategy,
}

impl FromStr for Position {
    type Err = ParseError;

    /// Reads a position, to be played by the `olympiad` rules.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_position(text, Rules::OLYMPIAD)
    }
}

/// Reads a position, to be played by the given rules.
pub fn parse_position(text: &str, rules: Rules) -> Result<Position, ParseError> {
    let mut fields = text.split_ascii_whitespace();
    let board = fields.next().ok_or(ParseError::Empty)?;
    let ranks = board.split('/').count();
    if !(usize::from(MIN_SIZE)..=usize::from(MAX_SIZE)).contains(&ranks) {
        // A stray letter is the better thing to name, unless it is far away.
        let start = &board[..board.floor_char_boundary(256)];
        read_board(start, usize::from(MAX_SIZE), text, false)?;
        return Err(ParseError::Ranks { text: excerpt(board), ranks });
    }
    let (men, dialect) = read_board(board, ranks, text, true)?;
    let side_text = fields.next().unwrap_or("");
    let side = match (dialect, side_text) {
        (Dialect::Conjoin, "b") | (Dialect::PlayStrategy, "w") => Side::First,
        (Dialect::Conjoin, "w") | (Dialect::PlayStrategy, "b") => Side::Second,
        _ => return Err(ParseError::Side { text: excerpt(side_text) }),
    };
    if dialect == Dialect::Conjoin
        && let Some(more) = fields.next()
    {
        return Err(ParseError::Trailing { text: excerpt(more) });
    }
    Ok(Position::setup(ranks as u8, rules, men[0], men[1], side)?)
}

/// Reads the board field. `measure` asks for ranks of the right length.
fn read_board(
    board: &str,
    size: usize,
    text: &str,
    measure: bool,
) -> Result<([u64; 2], Dialect), ParseError> {
    let mut men = [0u64; 2];
    let mut dialect = None;
    let meaning = |character, place| {
        let (side, used) = match character {
            '1'..='8' => return Ok(Cells::Empty(character as usize - '0' as usize)),
            'b' => (Side::First, Dialect::Conjoin),
            'w' => (Side::Second, Dialect::Conjoin),
            'L' => (Side::First, Dialect::PlayStrategy),
            'l' => (Side::Second, Dialect::PlayStrategy),
            _ => return Err(ParseError::Character { character, place }),
        };
        if *dialect.get_or_insert(used) != used {
            return Err(ParseError::MixedLetters { place });
        }
        Ok(Cells::Man(side))
    };
    let put = |side: Side, file, rank| men[side.index()] |= 1u64 << (8 * rank + file);
    let finish = |read: RankText<'_>| {
        if !measure || read.cells == size {
            return Ok(());
        }
        let (rank, text) = (read.rank + 1, excerpt(read.text));
        Err(ParseError::RankLength { rank, text, squares: read.cells, size })
    };
    let before = text.find(board).unwrap_or(0);
    cells::read_ranks(board, before, size, meaning, put, finish)?;
    Ok((men, dialect.unwrap_or(Dialect::Conjoin)))
}

/// The two squares of a move's text, or `None` for a pass. Reads `d3-d5`, `d3xd5`, `d3:d5`,
/// `d3 d5` and `d3d5` in any case, with `+`, `!` and `?` after it.
pub fn parse_squares(text: &str, size: u8) -> Result<Option<(Square, Square)>, ParseError> {
    let square = |file, rank, text| {
        let square = Square::new(file, rank).filter(|square| square.is_on(size));
        square.ok_or(ParseError::OffBoard { text, size })
    };
    cells::two_cells(text, square, |place| ParseError::Move { text: excerpt(text), place })
}

impl TextForm for Position {
    type ParseError = ParseError;

    fn parse_like(&self, text: &str) -> Result<Self, ParseError> {
        parse_position(text, self.rules())
    }

    fn format_move(&self, mv: Move) -> String {
        mv.text()
    }

    /// Without a sign between the squares: `d3d5`.
    fn protocol_move(&self, mv: Move) -> String {
        if mv.is_pass() { "pass".into() } else { format!("{}{}", mv.from(), mv.to()) }
    }

    /// Reads a move and checks it. Records often write captures with `-`, so the sign between
    /// the squares is not held against the move.
    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let wanted = parse_squares(text, self.size())?;
        let legal = self.legal_moves().into_iter().find(|mv| match wanted {
            None => mv.is_pass(),
            Some((from, to)) => !mv.is_pass() && mv.from() == from && mv.to() == to,
        });
        legal.ok_or_else(|| ParseError::Illegal {
            text: excerpt(text.trim()),
            reason: self.why_illegal(wanted),
        })
    }
}

impl Position {
    /// Says in words why a move is not legal.
    fn why_illegal(&self, squares: Option<(Square, Square)>) -> String {
        if self.outcome().is_some() {
            return "the game is over".into();
        }
        let mover = colour_name(self.side_to_move());
        let Some((from, to)) = squares else {
            return format!("{mover} has another move");
        };
        match self.man_on(from) {
            None => return format!("{from} is empty"),
            Some(side) if side != self.side_to_move() => {
                return format!("the man on {from} is {}'s and {mover} moves", colour_name(side));
            }
            Some(_) => {}
        }
        let (df, dr) = (
            i32::from(to.file()) - i32::from(from.file()),
            i32::from(to.rank()) - i32::from(from.rank()),
        );
        let length = df.abs().max(dr.abs());
        let step = (df.signum(), dr.signum());
        if from == to || df * step.0 != length && df != 0 || dr * step.1 != length && dr != 0 {
            return format!("{to} is not on a straight line with {from}");
        }
        let axis = AXES.iter().position(|&axis| axis == step || axis == (-step.0, -step.1));
        let line = super::geometry::SQUARES[from.index()].lines[axis.unwrap_or(0)];
        let men = ((self.own() | self.enemy()) & line).count_ones() as i32;
        if men != length {
            let stand = if men == 1 { "1 man stands" } else { &format!("{men} men stand") };
            return format!("{stand} on that line, so a man moves {men} there and not {length}");
        }
        for distance in 1..length {
            let file = i32::from(from.file()) + step.0 * distance;
            let rank = i32::from(from.rank()) + step.1 * distance;
            let square = Square((rank * 8 + file) as u8);
            if self.enemy() & square.bit() != 0 {
                return format!("the enemy on {square} is in the way");
            }
        }
        format!("{mover}'s own man stands on {to}")
    }
}
