//! Positions and moves as text.
//!
//! A position is the holes of Black's marbles, those of White's and the side to move: `b:1,2,3 w:35,36,37 b`.
//! Holes are numbered from 1 on the star that is played, row by row from the top. Under rules with a limit
//! the plies played follow, if there are any. Under other rules they are read and mean nothing, so that a
//! position can be looked at by any rules. The text does not tell the star: that comes from the variant.
//!
//! A move is its holes: `6-14` for a step, the whole route of a chain of jumps such as `1-3-12`, or `pass`.

use std::fmt;
use std::str::FromStr;

use conjoin_core::{Position as _, Side, TextForm};

use super::{Hole, LARGE, Move, Position, Rules, SetupError, colour_name, excerpt, holes};

/// What is wrong with the text of a position or a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// There is no text.
    #[error("the position is empty: expected holes like b:1,2,3 w:35,36,37 and the side to move")]
    Empty,
    /// A list of holes is missing or has the wrong letter.
    #[error("{text:?} in the position: expected the holes of {side}'s marbles like {letter}:1,2,3")]
    List {
        /// What stands there.
        text: String,
        /// Whose marbles are expected.
        side: &'static str,
        /// The letter of the list.
        letter: char,
    },
    /// Something in a list that is no hole of the star.
    #[error("hole {text:?} of {side}'s marbles: expected a number from 1 to {size}")]
    Number {
        /// What stands there.
        text: String,
        /// Whose marbles.
        side: &'static str,
        /// Holes of the star.
        size: u8,
    },
    /// A hole that a list has twice.
    #[error("hole {number} stands twice among {side}'s marbles")]
    Twice {
        /// The hole.
        number: u32,
        /// Whose marbles.
        side: &'static str,
    },
    /// The side to move is missing or unknown.
    #[error("side to move {text:?} after the marbles: expected b or w")]
    Side {
        /// What stands there.
        text: String,
    },
    /// The plies played are no number.
    #[error("{text:?} after the side to move: expected the plies played, or nothing")]
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
    /// The marbles cannot lie like that.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Not the text of a move at all.
    #[error(
        "move {text:?} is not readable at place {place}: expected holes like 6-14 or 1-3-12, or pass"
    )]
    Move {
        /// The text.
        text: String,
        /// Where reading stopped, from 1.
        place: usize,
    },
    /// A hole that the star does not have.
    #[error("hole {text:?} is not on the star: expected a number from 1 to {size}")]
    OffBoard {
        /// The hole.
        text: String,
        /// Holes of the star.
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
        for (side, letter) in Side::BOTH.into_iter().zip(LETTERS) {
            let mut before = ':';
            f.write_str(letter)?;
            for hole in holes(self.marbles(side)) {
                write!(f, "{before}{}", hole.number(self.size()))?;
                before = ',';
            }
            f.write_str(" ")?;
        }
        f.write_str(LETTERS[self.side_to_move().index()])?;
        match self.plies() {
            0 => Ok(()),
            plies => write!(f, " {plies}"),
        }
    }
}

/// The letters of the sides.
const LETTERS: [&str; 2] = ["b", "w"];

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({} {})", self.size(), self.rules())
    }
}

impl FromStr for Position {
    type Err = ParseError;

    /// Reads a position of the usual star, to be played by the usual rules.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_position(text, LARGE, Rules::default())
    }
}

/// Reads a position of the star with so many holes, to be played by the given rules.
pub fn parse_position(text: &str, size: u8, rules: Rules) -> Result<Position, ParseError> {
    let mut fields = text.split_ascii_whitespace();
    if fields.clone().next().is_none() {
        return Err(ParseError::Empty);
    }
    let mut marbles = [0; 2];
    for side in Side::BOTH {
        marbles[side.index()] = read_marbles(fields.next().unwrap_or(""), side, size)?;
    }
    let side = match fields.next().unwrap_or("") {
        "b" => Side::First,
        "w" => Side::Second,
        other => return Err(ParseError::Side { text: excerpt(other) }),
    };
    let [black, white] = marbles;
    let position = Position::setup(size, rules, black, white, side)?;
    let Some(field) = fields.next() else { return Ok(position) };
    let is_plain = field.bytes().all(|byte| byte.is_ascii_digit());
    let plies: Option<u32> = field.parse().ok().filter(|_| is_plain);
    let plies = plies.ok_or_else(|| ParseError::Plies { text: excerpt(field) })?;
    match fields.next() {
        Some(more) => Err(ParseError::Trailing { text: excerpt(more) }),
        None if rules.limit.is_none() => Ok(position),
        None => Ok(position.with_plies(plies)?),
    }
}

/// Reads the marbles of a side: `b:1,2,3`.
fn read_marbles(field: &str, side: Side, size: u8) -> Result<u128, ParseError> {
    let (name, letter) = (colour_name(side), LETTERS[side.index()]);
    let list = field.strip_prefix(letter).and_then(|rest| rest.strip_prefix(':'));
    let list = list.ok_or_else(|| ParseError::List {
        text: excerpt(field),
        side: name,
        letter: letter.chars().next().expect("a letter"),
    })?;
    let mut marbles = 0;
    // A side without marbles is named by the check of the set-up.
    for text in list.split(',').filter(|_| !list.is_empty()) {
        let hole = read_hole(text, size);
        let hole =
            hole.ok_or_else(|| ParseError::Number { text: excerpt(text), side: name, size })?;
        if marbles & hole.bit() != 0 {
            return Err(ParseError::Twice { number: hole.number(size), side: name });
        }
        marbles |= hole.bit();
    }
    Ok(marbles)
}

/// The hole with this number on a star.
fn read_hole(text: &str, size: u8) -> Option<Hole> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_plain)?;
    Hole::numbered(number, size)
}

/// The holes of a move's text, none for a pass. Reads `6-14`, `1-3-12` and `pass` in any case, with `+`, `!`
/// and `?` after it.
fn parse_holes(text: &str, size: u8) -> Result<Vec<Hole>, ParseError> {
    let plain = text.trim().trim_end_matches(['+', '!', '?']);
    if plain.eq_ignore_ascii_case("pass") {
        return Ok(Vec::new());
    }
    let blanks = text.len() - text.trim_start().len();
    let unreadable = |at: usize| {
        let place = text[..blanks + at].chars().count() + 1;
        ParseError::Move { text: excerpt(text), place }
    };
    let mut found = Vec::new();
    let mut at = 0;
    for word in plain.split('-') {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || digits < word.len() {
            return Err(unreadable(at + digits));
        }
        let hole = read_hole(word, size);
        found.push(hole.ok_or_else(|| ParseError::OffBoard { text: excerpt(word), size })?);
        at += word.len() + 1;
    }
    if found.len() < 2 { Err(unreadable(plain.len())) } else { Ok(found) }
}

impl TextForm for Position {
    type ParseError = ParseError;

    fn parse_like(&self, text: &str) -> Result<Self, ParseError> {
        parse_position(text, self.size(), self.rules())
    }

    /// The whole route: `6-14`, or `1-3-12`.
    fn format_move(&self, mv: Move) -> String {
        if mv.is_pass() {
            return "pass".into();
        }
        let numbers = self.route(mv).into_iter().map(|hole| hole.number(self.size()).to_string());
        numbers.collect::<Vec<_>>().join("-")
    }

    /// The first and the last hole: `1-12`.
    fn protocol_move(&self, mv: Move) -> String {
        if mv.is_pass() {
            return "pass".into();
        }
        format!("{}-{}", mv.from().number(self.size()), mv.to().number(self.size()))
    }

    /// Reads a move by its first and last hole or by any route of jumps, and checks it.
    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let route = parse_holes(text, self.size())?;
        let mv = match route[..] {
            [from, .., to] => Move::new(from, to),
            _ => Move::PASS,
        };
        let reason = if !self.is_legal(mv) {
            Some(self.why_illegal(&route))
        } else if route.len() > 2 {
            self.why_no_route(&route)
        } else {
            None
        };
        match reason {
            None => Ok(mv),
            Some(reason) => Err(ParseError::Illegal { text: excerpt(text.trim()), reason }),
        }
    }
}

impl Position {
    /// Says in words why a move is not legal.
    fn why_illegal(&self, route: &[Hole]) -> String {
        if self.outcome().is_some() {
            return "the game is over".into();
        }
        let mover = colour_name(self.side_to_move());
        let number = |hole: Hole| hole.number(self.size());
        let &[from, .., to] = route else {
            return format!("{mover} has another move");
        };
        match self.marble_in(from) {
            None => return format!("hole {} is empty", number(from)),
            Some(side) if side != self.side_to_move() => {
                let owner = colour_name(side);
                return format!("the marble in {} is {owner}'s and {mover} moves", number(from));
            }
            Some(_) => {}
        }
        if from == to {
            return "a move may not end where it began".into();
        }
        if self.marble_in(to).is_some() {
            return format!("a marble lies in {}", number(to));
        }
        if self.closed() & to.bit() != 0 {
            return format!("hole {} lies in a neutral zone, where no move may end", number(to));
        }
        if let Some(reason) = self.why_no_route(route).filter(|_| route.len() > 2) {
            return reason;
        }
        format!("neither a step nor jumps lead from {} to {}", number(from), number(to))
    }

    /// Says in words where a chain of jumps breaks, if it does.
    fn why_no_route(&self, route: &[Hole]) -> Option<String> {
        let others = self.occupied() & !route.first()?.bit();
        let broken =
            route.windows(2).find(|leg| self.jumps().from(leg[0], others) & leg[1].bit() == 0)?;
        let [from, to] = [broken[0], broken[1]].map(|hole| hole.number(self.size()));
        Some(format!("no jump leads from {from} to {to}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_positions_are_named_with_what_was_expected() {
        for (text, expected) in [
            ("", "the position is empty"),
            (
                "w:1 b:2 b",
                "\"w:1\" in the position: expected the holes of Black's marbles like b:1",
            ),
            ("b:1", "\"\" in the position: expected the holes of White's marbles like w:1"),
            ("b:1,x w:2 b", "hole \"x\" of Black's marbles: expected a number from 1 to 121"),
            ("b:1 w:2,,3 b", "hole \"\" of White's marbles"),
            ("b:0 w:2 b", "hole \"0\" of Black's marbles"),
            ("b:122 w:2 b", "hole \"122\" of Black's marbles"),
            ("b:+1 w:2 b", "hole \"+1\" of Black's marbles"),
            ("b:1,1 w:2 b", "hole 1 stands twice among Black's marbles"),
            ("b:1,2 w:2 b", "hole 2 holds a black and a white marble"),
            ("b: w:2 b", "Black has 0 marbles: expected 1 to 10"),
            ("b:1 w:2,3,4,5,6,7,8,9,10,11,12 b", "White has 11 marbles: expected 1 to 10"),
            ("b:1 w:2", "side to move \"\" after the marbles: expected b or w"),
            ("b:1 w:2 x", "side to move \"x\""),
            ("b:1 w:2 b x", "\"x\" after the side to move: expected the plies played"),
            ("b:1 w:2 b -1", "\"-1\" after the side to move"),
            ("b:1 w:2 b 401", "401 plies played: expected 0 to 400"),
            ("b:1 w:2 b 3 4", "\"4\" after the position: expected nothing"),
        ] {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
        let small = parse_position("b:1 w:14 b", 13, Rules::ACM_HK).unwrap_err().to_string();
        assert!(small.contains("expected a number from 1 to 13"), "{small}");
    }

    #[test]
    fn plies_are_written_under_a_limit_and_may_be_left_out() {
        let bare: Position = "b:1 w:121 b".parse().unwrap();
        assert_eq!(bare.to_string(), "b:1 w:121 b");
        let later: Position = "b:1 w:121 b 17".parse().unwrap();
        assert_eq!(later.plies(), 17);
        assert_eq!(later.to_string(), "b:1 w:121 b 17");
        assert_ne!(later.key(), bare.key());
        assert_eq!(later.repetition_key(), bare.repetition_key());
        let endless: Rules = "limit=none".parse().unwrap();
        assert_eq!(later.with_rules(endless).to_string(), "b:1 w:121 b");
        let read = parse_position("b:1 w:121 b 17", 121, endless);
        assert_eq!(read, Ok(bare.with_rules(endless)));
    }

    #[test]
    fn wrong_moves_are_named_with_the_rule_they_break() {
        let start = Position::default();
        for (text, expected) in [
            ("", "move \"\" is not readable at place 1"),
            ("7", "move \"7\" is not readable at place 2"),
            ("7-", "move \"7-\" is not readable at place 3"),
            (" 7-15x", "at place 6"),
            ("a2-a3", "at place 1"),
            ("7-122", "hole \"122\" is not on the star: expected a number from 1 to 121"),
            ("0-7", "hole \"0\" is not on the star"),
            ("99999999999999999999999-7", "is not on the star"),
            ("pass", "Black has another move"),
            ("60-61", "hole 60 is empty"),
            ("112-107", "the marble in 112 is White's and Black moves"),
            ("7-7", "a move may not end where it began"),
            ("1-2", "a marble lies in 2"),
            ("7-60", "neither a step nor jumps lead from 7 to 60"),
            ("4-13", "hole 13 lies in a neutral zone"),
            ("4-6-15", "no jump leads from 4 to 6"),
            ("4-15-60", "no jump leads from 15 to 60"),
            ("7-14-15", "no jump leads from 7 to 14"),
        ] {
            let error = start.parse_move(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
        let over: Position = "b:121 w:2 b".parse().unwrap();
        assert!(over.parse_move("121-120").unwrap_err().to_string().contains("the game is over"));
    }

    #[test]
    fn a_move_is_read_by_its_ends_and_by_any_route() {
        // Jumps lead from 61 to 42, to 40, and between these two.
        let position: Position = "b:61 w:41,51,52,121 b".parse().unwrap();
        let short = position.parse_move("61-42").unwrap();
        assert_eq!(position.format_move(short), "61-42");
        assert_eq!(position.protocol_move(short), "61-42");
        assert_eq!(position.parse_move("61-40-42"), Ok(short));
        assert_eq!(position.parse_move("61-42-40-42"), Ok(short), "longer than need be");
        assert_eq!(position.parse_move(" 61-42! "), Ok(short));
        let error = position.parse_move("61-41-42").unwrap_err().to_string();
        assert!(error.contains("no jump leads from 61 to 41"), "{error}");
        let error = position.parse_move("61-42-40-61").unwrap_err().to_string();
        assert!(error.contains("a move may not end where it began"), "{error}");
    }
}
