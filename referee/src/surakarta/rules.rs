//! The rules on which the places where people play differ.

use std::fmt;
use std::str::FromStr;

use super::error::TextError;

/// May a man that travels for a capture pass the point that it set out from?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OwnStart {
    /// Yes: the point counts as empty.
    Open,
    /// No: a route that comes to it ends there without a capture.
    Blocks,
}

/// Who wins when the limit of plies without a capture is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtLimit {
    /// The side with more men; nobody when both have as many.
    Count,
    /// Nobody.
    Draw,
}

/// Which repetition draws the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The third occurrence of a board with the same player to move, whatever the counter says.
    ThirdOccurrence,
    /// None.
    None,
}

/// What becomes of a player who has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stuck {
    /// The player has to pass. A pass is a ply without a capture.
    Pass,
    /// The player loses.
    Loss,
    /// The game is over: the side with more men wins, nobody when both have as many.
    Count,
}

/// A choice of each rule.
///
/// Its text has all of them, in this order:
/// `own-start=open limit=none at-limit=count repetition=3 stuck=pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// A man that comes to its own starting point.
    pub own_start: OwnStart,
    /// How many plies without a capture end the game, at least 1; none when nothing ends it so.
    pub limit: Option<u32>,
    /// The result then.
    pub at_limit: AtLimit,
    /// A board that comes again.
    pub repetition: Repetition,
    /// No legal move.
    pub stuck: Stuck,
}

impl Rules {
    /// The own start is open, there is no limit, the third occurrence draws and a stuck player
    /// passes.
    pub fn standard() -> Rules {
        Rules {
            own_start: OwnStart::Open,
            limit: None,
            at_limit: AtLimit::Count,
            repetition: Repetition::ThirdOccurrence,
            stuck: Stuck::Pass,
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own_start = match self.own_start {
            OwnStart::Open => "open",
            OwnStart::Blocks => "blocks",
        };
        let limit = self.limit.map_or("none".to_owned(), |plies| plies.to_string());
        let at_limit = match self.at_limit {
            AtLimit::Count => "count",
            AtLimit::Draw => "draw",
        };
        let repetition = match self.repetition {
            Repetition::ThirdOccurrence => "3",
            Repetition::None => "none",
        };
        let stuck = match self.stuck {
            Stuck::Pass => "pass",
            Stuck::Loss => "loss",
            Stuck::Count => "count",
        };
        write!(
            f,
            "own-start={own_start} limit={limit} at-limit={at_limit} repetition={repetition} \
             stuck={stuck}"
        )
    }
}

impl FromStr for Rules {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Rules, TextError> {
        let error = || TextError::Rules { text: text.to_owned() };
        let words: Vec<&str> = text.split(' ').collect();
        let &[own_start, limit, at_limit, repetition, stuck] = words.as_slice() else {
            return Err(error());
        };
        let own_start = match own_start {
            "own-start=open" => OwnStart::Open,
            "own-start=blocks" => OwnStart::Blocks,
            _ => return Err(error()),
        };
        let limit = match limit.strip_prefix("limit=") {
            Some("none") => None,
            Some(plies) => match read_number(plies) {
                None | Some(0) => return Err(error()),
                plies => plies,
            },
            None => return Err(error()),
        };
        let at_limit = match at_limit {
            "at-limit=count" => AtLimit::Count,
            "at-limit=draw" => AtLimit::Draw,
            _ => return Err(error()),
        };
        let repetition = match repetition {
            "repetition=3" => Repetition::ThirdOccurrence,
            "repetition=none" => Repetition::None,
            _ => return Err(error()),
        };
        let stuck = match stuck {
            "stuck=pass" => Stuck::Pass,
            "stuck=loss" => Stuck::Loss,
            "stuck=count" => Stuck::Count,
            _ => return Err(error()),
        };
        Ok(Rules { own_start, limit, at_limit, repetition, stuck })
    }
}

/// A number of at most nine digits, without a sign or leading zeros.
pub(super) fn read_number(text: &str) -> Option<u32> {
    let is_plain = text == "0" || !text.starts_with('0');
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain && is_number && text.len() <= 9 { text.parse().ok() } else { None }
}
