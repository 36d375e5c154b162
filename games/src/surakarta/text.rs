//! Positions and moves as text.
//!
//! A position is its ranks from the top, digits for empty points, `b` and `w` for men, then the side to
//! move: `wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b`. Under rules with a limit the plies since the last capture
//! follow; when they are missing there are none. Under other rules they are read and mean nothing, so that
//! a position can be looked at by any rules.

use std::fmt;
use std::str::FromStr;

use conjoin_core::{Position as _, Side, TextForm};

use super::{LARGE, Move, Point, Position, Rules, SMALL, SetupError, colour_name, excerpt};
use crate::cells::{self, Cells, RankText};

/// What is wrong with the text of a position or a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// There is no text.
    #[error("the position is empty: expected ranks from the top and the side to move")]
    Empty,
    /// Too few or too many ranks.
    #[error("position {text:?} has {ranks} ranks: expected {SMALL} or {LARGE}, with / between")]
    Ranks {
        /// Start of the text.
        text: String,
        /// How many ranks stand there.
        ranks: usize,
    },
    /// A rank is too short or too long.
    #[error("rank {rank} of the position, {text:?}, has {points} points: expected {size}")]
    RankLength {
        /// The rank as people number it, 1 the lowest.
        rank: usize,
        /// Start of the rank's text.
        text: String,
        /// Points it describes.
        points: usize,
        /// Points it should have: the number of ranks.
        size: usize,
    },
    /// A letter that is neither a man nor a number of empty points.
    #[error("character {character:?} at place {place} of the position: expected b, w, / or 1 to 6")]
    Character {
        /// The letter.
        character: char,
        /// Its place in the text, from 1.
        place: usize,
    },
    /// The side to move is missing or unknown.
    #[error("side to move {text:?} after the board: expected b or w")]
    Side {
        /// What stands there.
        text: String,
    },
    /// The plies since the last capture are no number.
    #[error(
        "{text:?} after the side to move: expected the plies since the last capture, or nothing"
    )]
    Plies {
        /// What stands there.
        text: String,
    },
    /// Something after all fields.
    #[error("{text:?} after the position: expected nothing")]
    Trailing {
        /// What stands there.
        text: String,
    },
    /// The men cannot stand like that.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Not the text of a move at all.
    #[error(
        "move {text:?} is not readable at place {place}: expected two points like a2-a3, or pass"
    )]
    Move {
        /// The text.
        text: String,
        /// Where reading stopped, from 1.
        place: usize,
    },
    /// A point that the board does not have.
    #[error("point {text:?} is not on a {size}x{size} board")]
    OffBoard {
        /// The point.
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
        let man_on = |file, rank| self.man_on(Point::new(file, rank)?);
        cells::write_position(f, self.size(), man_on, self.side_to_move())?;
        match self.rules().limit {
            Some(_) => write!(f, " {}", self.quiet_plies()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({})", self.rules())
    }
}

impl FromStr for Position {
    type Err = ParseError;

    /// Reads a position, to be played by the `standard` rules.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_position(text, Rules::STANDARD)
    }
}

/// Reads a position, to be played by the given rules.
pub fn parse_position(text: &str, rules: Rules) -> Result<Position, ParseError> {
    let mut fields = text.split_ascii_whitespace();
    let board = fields.next().ok_or(ParseError::Empty)?;
    let ranks = board.split('/').count();
    let is_size = ranks == usize::from(SMALL) || ranks == usize::from(LARGE);
    if !is_size {
        // A stray letter is the better thing to name, unless it is far away.
        let start = &board[..board.floor_char_boundary(256)];
        read_board(start, usize::from(LARGE), text, false)?;
        return Err(ParseError::Ranks { text: excerpt(board), ranks });
    }
    let [black, white] = read_board(board, ranks, text, true)?;
    let side = match fields.next().unwrap_or("") {
        "b" => Side::First,
        "w" => Side::Second,
        other => return Err(ParseError::Side { text: excerpt(other) }),
    };
    let position = Position::setup(ranks as u8, rules, black, white, side)?;
    let Some(field) = fields.next() else { return Ok(position) };
    let is_plain = field.bytes().all(|byte| byte.is_ascii_digit());
    let plies: Option<u32> = field.parse().ok().filter(|_| is_plain);
    let plies = plies.ok_or_else(|| ParseError::Plies { text: excerpt(field) })?;
    match fields.next() {
        Some(more) => Err(ParseError::Trailing { text: excerpt(more) }),
        None if rules.limit.is_none() => Ok(position),
        None => Ok(position.with_quiet_plies(plies)?),
    }
}

/// Reads the board field. `measure` asks for ranks of the right length.
fn read_board(board: &str, size: usize, text: &str, measure: bool) -> Result<[u64; 2], ParseError> {
    let mut men = [0; 2];
    let meaning = |character, place| match character {
        '1'..='6' => Ok(Cells::Empty(character as usize - '0' as usize)),
        'b' => Ok(Cells::Man(Side::First)),
        'w' => Ok(Cells::Man(Side::Second)),
        _ => Err(ParseError::Character { character, place }),
    };
    let put = |side: Side, file: usize, rank: usize| {
        let point = Point::new(file as u8, rank as u8);
        men[side.index()] |= point.map_or(0, Point::bit);
    };
    let finish = |read: RankText<'_>| {
        if !measure || read.cells == size {
            return Ok(());
        }
        let (rank, text) = (read.rank + 1, excerpt(read.text));
        Err(ParseError::RankLength { rank, text, points: read.cells, size })
    };
    let before = text.find(board).unwrap_or(0);
    cells::read_ranks(board, before, size, meaning, put, finish)?;
    Ok(men)
}

/// The two points of a move's text, or `None` for a pass. Reads `c1-d4`, `c1xd4`, `c1:d4`, `c1 d4` and
/// `c1d4` in any case, with `+`, `!` and `?` after it.
pub fn parse_points(text: &str, size: u8) -> Result<Option<(Point, Point)>, ParseError> {
    let point = |file, rank, text| {
        let point = Point::new(file, rank).filter(|point| point.is_on(size));
        point.ok_or(ParseError::OffBoard { text, size })
    };
    cells::two_cells(text, point, |place| ParseError::Move { text: excerpt(text), place })
}

impl TextForm for Position {
    type ParseError = ParseError;

    fn parse_like(&self, text: &str) -> Result<Self, ParseError> {
        parse_position(text, self.rules())
    }

    fn format_move(&self, mv: Move) -> String {
        mv.text()
    }

    /// Without a sign between the points: `c1d4`.
    fn protocol_move(&self, mv: Move) -> String {
        if mv.is_pass() { "pass".into() } else { format!("{}{}", mv.from(), mv.to()) }
    }

    /// Reads a move and checks it. The sign between the points is not held against the move.
    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let wanted = parse_points(text, self.size())?;
        let mv = match wanted {
            None => Move::PASS,
            Some((from, to)) => Move::new(from, to, self.man_on(to).is_some()),
        };
        if self.is_legal(mv) {
            return Ok(mv);
        }
        let reason = self.why_illegal(wanted);
        Err(ParseError::Illegal { text: excerpt(text.trim()), reason })
    }
}

impl Position {
    /// Says in words why a move is not legal.
    fn why_illegal(&self, wanted: Option<(Point, Point)>) -> String {
        if self.outcome().is_some() {
            return "the game is over".into();
        }
        let mover = colour_name(self.side_to_move());
        let Some((from, to)) = wanted else {
            return format!("{mover} has another move");
        };
        match self.man_on(from) {
            None => return format!("{from} is empty"),
            Some(side) if side != self.side_to_move() => {
                return format!("the man on {from} is {}'s and {mover} moves", colour_name(side));
            }
            Some(_) => {}
        }
        match self.man_on(to) {
            Some(side) if side == self.side_to_move() => {
                format!("{mover}'s own man stands on {to}")
            }
            Some(_) => format!(
                "no empty way along a circuit and over an arc leads from {from} to the enemy on {to}"
            ),
            None => format!("{to} is empty and not next to {from}: only captures go farther"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_positions_are_named_with_what_was_expected() {
        for (text, expected) in [
            ("", "the position is empty"),
            ("6/6/6/6/6 b", "\"6/6/6/6/6\" has 5 ranks: expected 4 or 6"),
            ("x/6 b", "character 'x' at place 1"),
            (" b5/6/6/6/6/4q1 b", "character 'q' at place 14"),
            ("b5/6/5/6/6/5w b", "rank 4 of the position, \"5\", has 5 points: expected 6"),
            ("b3/4/4/5 b", "rank 1 of the position, \"5\", has 5 points: expected 4"),
            ("b3/4/4/3w", "side to move \"\" after the board: expected b or w"),
            ("b3/4/4/3w x", "side to move \"x\""),
            ("b3/4/4/3w b x", "\"x\" after the side to move: expected the plies since"),
            ("b3/4/4/3w b 3 4", "\"4\" after the position: expected nothing"),
            ("4/4/4/4 b", "no men stand on the board"),
        ] {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
        for (plies, expected) in [
            ("51", "51 plies without a capture: expected 0 to 50"),
            ("-1", "\"-1\" after the side to move: expected the plies since"),
            ("3 4", "\"4\" after the position"),
        ] {
            let text = format!("b3/4/4/3w b {plies}");
            let error = parse_position(&text, Rules::MINIZERO).unwrap_err().to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn plies_since_a_capture_are_written_under_a_limit_and_may_be_left_out() {
        let bare = parse_position("b3/4/4/3w b", Rules::MINIZERO).unwrap();
        assert_eq!(bare.to_string(), "b3/4/4/3w b 0");
        let later = parse_position("b3/4/4/3w b 17", Rules::MINIZERO).unwrap();
        assert_eq!(later.quiet_plies(), 17);
        assert_eq!(later.to_string(), "b3/4/4/3w b 17");
        assert_ne!(later.key(), bare.key());
        assert_eq!(later.repetition_key(), bare.repetition_key());
        let without = later.with_rules(Rules::STANDARD);
        assert_eq!(without.to_string(), "b3/4/4/3w b");
        assert_eq!("b3/4/4/3w b 17".parse(), Ok(without));
    }

    #[test]
    fn wrong_moves_are_named_with_the_rule_they_break() {
        let start = Position::start(6, Rules::STANDARD);
        for (text, expected) in [
            ("", "move \"\" is not readable at place 1"),
            ("a2-", "move \"a2-\" is not readable at place 4"),
            ("a2-a3x", "at place 6"),
            ("a2-g3", "point \"g3\" is not on a 6x6 board"),
            ("pass", "Black has another move"),
            ("a3-a4", "a3 is empty"),
            ("a5-a4", "the man on a5 is White's and Black moves"),
            ("a1-a2", "Black's own man stands on a2"),
            ("a2-a4", "a4 is empty and not next to a2"),
            ("a2xa5", "no empty way along a circuit and over an arc leads from a2"),
        ] {
            let error = start.parse_move(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
        let over: Position = "b3/4/4/4 w".parse().unwrap();
        assert!(over.parse_move("a4-a3").unwrap_err().to_string().contains("the game is over"));
    }
}
