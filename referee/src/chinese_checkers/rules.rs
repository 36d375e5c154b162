//! The rules on which the places where people play differ.

use std::fmt;
use std::str::FromStr;

use super::error::TextError;

/// How far jumps go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jumps {
    /// Over a marble at any distance, landing as far behind it.
    Long,
    /// Over a neighbouring marble.
    Adjacent,
}

/// May a move end in a triangle that is nobody's home?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Neutral {
    /// No; a chain of jumps may pass there.
    Pass,
    /// Yes.
    End,
}

/// A choice of each rule.
///
/// Its text has all of them, in this order:
/// `jumps=long neutral=pass anti-blocking=off last-turn=draw repetition=3 limit=400`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How far jumps go.
    pub jumps: Jumps,
    /// Moves that end in neutral zones.
    pub neutral: Neutral,
    /// Whether a goal also counts as filled that is full, with at least one marble of its player.
    pub anti_blocking: bool,
    /// Whether White has one more move after Black has filled the goal, to draw by filling the other.
    pub last_turn: bool,
    /// Whether the third occurrence of a board with the same player to move draws, whatever the counter says.
    pub third_draws: bool,
    /// How many plies draw the game, at least 1; none when nothing ends it so.
    pub limit: Option<u32>,
}

impl Rules {
    /// Appendix B of Tong's thesis, with a draw by the third occurrence and after 400 plies.
    pub fn acm_hk() -> Rules {
        Rules {
            jumps: Jumps::Long,
            neutral: Neutral::Pass,
            anti_blocking: false,
            last_turn: true,
            third_draws: true,
            limit: Some(400),
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let jumps = match self.jumps {
            Jumps::Long => "long",
            Jumps::Adjacent => "adjacent",
        };
        let neutral = match self.neutral {
            Neutral::Pass => "pass",
            Neutral::End => "end",
        };
        let anti_blocking = if self.anti_blocking { "on" } else { "off" };
        let last_turn = if self.last_turn { "draw" } else { "none" };
        let repetition = if self.third_draws { "3" } else { "none" };
        let limit = self.limit.map_or("none".to_owned(), |plies| plies.to_string());
        write!(
            f,
            "jumps={jumps} neutral={neutral} anti-blocking={anti_blocking} last-turn={last_turn} \
             repetition={repetition} limit={limit}"
        )
    }
}

impl FromStr for Rules {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Rules, TextError> {
        let error = || TextError::Rules { text: text.to_owned() };
        let words: Vec<&str> = text.split(' ').collect();
        let &[jumps, neutral, anti_blocking, last_turn, repetition, limit] = words.as_slice()
        else {
            return Err(error());
        };
        let jumps = match jumps {
            "jumps=long" => Jumps::Long,
            "jumps=adjacent" => Jumps::Adjacent,
            _ => return Err(error()),
        };
        let neutral = match neutral {
            "neutral=pass" => Neutral::Pass,
            "neutral=end" => Neutral::End,
            _ => return Err(error()),
        };
        let anti_blocking = match anti_blocking {
            "anti-blocking=on" => true,
            "anti-blocking=off" => false,
            _ => return Err(error()),
        };
        let last_turn = match last_turn {
            "last-turn=draw" => true,
            "last-turn=none" => false,
            _ => return Err(error()),
        };
        let third_draws = match repetition {
            "repetition=3" => true,
            "repetition=none" => false,
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
        Ok(Rules { jumps, neutral, anti_blocking, last_turn, third_draws, limit })
    }
}

/// A number of at most nine digits, without a sign or leading zeros.
pub(super) fn read_number(text: &str) -> Option<u32> {
    let is_plain = text == "0" || !text.starts_with('0');
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain && is_number && text.len() <= 9 { text.parse().ok() } else { None }
}
