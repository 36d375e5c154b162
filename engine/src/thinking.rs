//! How long a player may think in a game, as commands and profiles say it.

use std::fmt;
use std::time::Duration;

use crate::duration;

/// How long a player may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    /// Iterations for each move.
    Depth(u32),
    /// Nodes for each move.
    Nodes(u64),
    /// Time for each move.
    MoveTime(Duration),
    /// Time for all moves of a player.
    Clock {
        /// At the start.
        time: Duration,
        /// Added after each move.
        increment: Duration,
    },
}

/// The last iteration that may be asked for.
const DEEPEST: i64 = 200;

impl Thinking {
    /// Does it go by the clock on the wall?
    pub const fn is_timed(self) -> bool {
        matches!(self, Self::MoveTime(_) | Self::Clock { .. })
    }

    /// Reads `60s+0.5s`, or `60s` without an increment.
    pub fn parse_clock(text: &str) -> Result<Self, String> {
        let part = |text: &str| {
            duration::parse(text).map_err(|reason| format!("clock: {reason}; as in 60s+0.5s"))
        };
        let (time, increment) = match text.split_once('+') {
            Some((time, increment)) => (part(time)?, part(increment)?),
            None => (part(text)?, Duration::ZERO),
        };
        Ok(Self::Clock { time, increment })
    }

    /// The limit of a profile: a table with one key, or `false` for none.
    pub(crate) fn of_profile(value: &toml::Value) -> Result<Option<Self>, String> {
        let expected =
            || "expected one of depth, nodes, time and clock, or limit = false".to_owned();
        let table = match value {
            toml::Value::Boolean(false) => return Ok(None),
            toml::Value::Table(table) => table,
            _ => return Err(expected()),
        };
        let mut keys = table.iter();
        let (Some((key, value)), None) = (keys.next(), keys.next()) else { return Err(expected()) };
        let whole = |most: i64| {
            let number = value.as_integer().filter(|number| (1..=most).contains(number));
            number
                .ok_or_else(|| format!("{key} = {value}: expected a whole number from 1 to {most}"))
        };
        let text = || value.as_str().ok_or_else(|| format!("{key} = {value}: expected a text"));
        let thinking = match key.as_str() {
            "depth" => Self::Depth(whole(DEEPEST)? as u32),
            "nodes" => Self::Nodes(whole(i64::MAX)? as u64),
            "time" => Self::MoveTime(duration::parse(text()?)?),
            "clock" => Self::parse_clock(text()?)?,
            _ => return Err(format!("{key}: {}", expected())),
        };
        Ok(Some(thinking))
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Self::MoveTime(time) => write!(f, "time {}ms", time.as_secs_f64() * 1e3),
            Self::Clock { time, increment } => {
                write!(f, "clock {}s+{}s", time.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_have_an_increment_or_none() {
        let clock = |time, increment| {
            let [time, increment] = [time, increment].map(Duration::from_millis);
            Ok(Thinking::Clock { time, increment })
        };
        assert_eq!(Thinking::parse_clock("60s+0.5s"), clock(60_000, 500));
        assert_eq!(Thinking::parse_clock("2m"), clock(120_000, 0));
        for bad in ["", "+", "60s+", "+1s", "60s+x", "1s+1s+1s"] {
            assert!(Thinking::parse_clock(bad).is_err(), "{bad}");
        }
    }
}
