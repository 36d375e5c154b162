//! The rule sets of Surakarta and their single options.
//!
//! `ludii` is Surakarta of Ludii (`Surakarta.lud` 1.2.7). Its own start is open, positions may come back,
//! and a player without a move passes. Differs: from the 101st ply without a capture on, a player there
//! may propose to end the game by a count of men and the other may refuse; nobody votes here.
//!
//! `minizero` is the environment of MiniZero (`rlglab/minizero`, `environment/surakarta`). Its own start is
//! open, 50 plies without a capture end the game and the men are counted, and so they are when a player
//! has no move. Differs: its self-play and tree search also forbid a move that leads to an earlier
//! position of the game, while moves of people are let through; here such moves are legal.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use conjoin_core::Repetition;

/// Longest limit that can be chosen, in plies.
pub const LONGEST_LIMIT: u8 = 200;

/// Is a man's own starting point empty for its way along a circuit?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum OwnStart {
    /// The man has left it: it may pass there.
    Open,
    /// The way ends there.
    Blocks,
}

/// What a limit gives when it is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum AtLimit {
    /// More men win; with as many on both sides nobody does.
    Count,
    /// Nobody wins.
    Draw,
}

/// What happens when the player to move has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Stuck {
    /// The player passes.
    Pass,
    /// The player has lost.
    Loss,
    /// The game is over: more men win, and with as many on both sides nobody does.
    Count,
}

/// The choices in which the rule sets of Surakarta differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// A man's own starting point.
    pub own_start: OwnStart,
    /// Plies without a capture that end the game, at most [`LONGEST_LIMIT`].
    pub limit: Option<NonZeroU8>,
    /// What the limit gives.
    pub at_limit: AtLimit,
    /// Positions that come back.
    pub repetition: Repetition,
    /// No legal move.
    pub stuck: Stuck,
}

impl Rules {
    /// All men captured wins, a player without a move passes, the third occurrence draws.
    pub const STANDARD: Self = Self {
        own_start: OwnStart::Open,
        limit: None,
        at_limit: AtLimit::Count,
        repetition: Repetition::ThirdOccurrence,
        stuck: Stuck::Pass,
    };
    /// Surakarta of Ludii.
    pub const LUDII: Self = Self { repetition: Repetition::Unlimited, ..Self::STANDARD };
    /// Surakarta of MiniZero.
    pub const MINIZERO: Self =
        Self { limit: NonZeroU8::new(50), stuck: Stuck::Count, ..Self::LUDII };
    /// Men are counted after a number of plies without a capture: 100, unless another is chosen.
    pub const COUNT: Self = Self { limit: NonZeroU8::new(100), ..Self::LUDII };

    /// The named rule sets.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("standard", Self::STANDARD),
        ("ludii", Self::LUDII),
        ("minizero", Self::MINIZERO),
        ("count", Self::COUNT),
    ];

    /// The name of the rule set, if it has one.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMED.iter().find(|(_, rules)| *rules == self).map(|(name, _)| *name)
    }

    /// The options by their keys, in the order of [`Rules::options`].
    pub(super) fn values(self) -> [(&'static str, String); 5] {
        let own_start = match self.own_start {
            OwnStart::Open => "open",
            OwnStart::Blocks => "blocks",
        };
        let limit = self.limit.map_or("none".into(), |limit| limit.to_string());
        let at_limit = match self.at_limit {
            AtLimit::Count => "count",
            AtLimit::Draw => "draw",
        };
        let repetition = match self.repetition {
            Repetition::ThirdOccurrence => "3",
            Repetition::AnyBoard => "any",
            Repetition::Unlimited => "none",
        };
        let stuck = match self.stuck {
            Stuck::Pass => "pass",
            Stuck::Loss => "loss",
            Stuck::Count => "count",
        };
        [
            ("own-start", own_start.into()),
            ("limit", limit),
            ("at-limit", at_limit.into()),
            ("repetition", repetition.into()),
            ("stuck", stuck.into()),
        ]
    }

    /// All options: `own-start=open limit=none at-limit=count repetition=3 stuck=pass`.
    pub fn options(self) -> String {
        self.values().map(|(key, value)| format!("{key}={value}")).join(" ")
    }

    /// Sets one option.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), UnknownRule> {
        match key {
            "own-start" => {
                self.own_start = match value {
                    "open" => OwnStart::Open,
                    "blocks" => OwnStart::Blocks,
                    _ => return Err(UnknownRule::new("own-start", value, "open or blocks")),
                }
            }
            "limit" => self.limit = parse_limit(value)?,
            "at-limit" => {
                self.at_limit = match value {
                    "count" => AtLimit::Count,
                    "draw" => AtLimit::Draw,
                    _ => return Err(UnknownRule::new("at-limit", value, "count or draw")),
                }
            }
            "repetition" => {
                self.repetition = match value {
                    "3" => Repetition::ThirdOccurrence,
                    "none" => Repetition::Unlimited,
                    _ => return Err(UnknownRule::new("repetition", value, "3 or none")),
                }
            }
            "stuck" => {
                self.stuck = match value {
                    "pass" => Stuck::Pass,
                    "loss" => Stuck::Loss,
                    "count" => Stuck::Count,
                    _ => return Err(UnknownRule::new("stuck", value, "pass, loss or count")),
                }
            }
            _ => {
                let expected = "own-start=, limit=, at-limit=, repetition= or stuck=";
                return Err(UnknownRule::new("rule option", key, expected));
            }
        }
        Ok(())
    }

    /// A small number that tells all combinations apart.
    pub(super) fn index(self) -> u64 {
        let limit = self.limit.map_or(0, NonZeroU8::get);
        u64::from(limit)
            | (self.own_start as u64) << 8
            | (self.at_limit as u64) << 9
            | (self.repetition as u64) << 10
            | (self.stuck as u64) << 12
    }
}

/// Reads a limit: `none`, or plies from 1 to 200.
fn parse_limit(text: &str) -> Result<Option<NonZeroU8>, UnknownRule> {
    if text == "none" {
        return Ok(None);
    }
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let limit = text.parse().ok().filter(|limit: &NonZeroU8| limit.get() <= LONGEST_LIMIT);
    match limit.filter(|_| is_plain) {
        Some(limit) => Ok(Some(limit)),
        None => Err(UnknownRule::new("limit", text, "none, or plies from 1 to 200")),
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Display for Rules {
    /// The name of the rule set, or its options.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => f.write_str(&self.options()),
        }
    }
}

/// A name that no rule set or option has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} {text:?} is not known: expected {expected}")]
pub struct UnknownRule {
    what: &'static str,
    text: String,
    expected: &'static str,
}

impl UnknownRule {
    fn new(what: &'static str, text: &str, expected: &'static str) -> Self {
        Self { what, text: super::excerpt(text), expected }
    }
}

impl FromStr for Rules {
    type Err = UnknownRule;

    /// Reads the name of a rule set in any case, options, or both: `count limit=40`. What is left out is
    /// as in the set, `standard` where there is none.
    fn from_str(text: &str) -> Result<Self, UnknownRule> {
        let mut rules = Self::STANDARD;
        let unknown =
            |text: &str| UnknownRule::new("rule set", text, "standard, ludii, minizero or count");
        for (place, word) in text.split_whitespace().enumerate() {
            if let Some((key, value)) = word.split_once('=') {
                rules.set(key, value)?;
                continue;
            }
            let named = Self::NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
            match named {
                Some((_, named)) if place == 0 => rules = *named,
                _ => return Err(unknown(word)),
            }
        }
        if text.trim().is_empty() { Err(unknown(text)) } else { Ok(rules) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_reads_back_and_has_a_number() {
        let mut seen = std::collections::HashSet::new();
        for own_start in ["open", "blocks"] {
            for limit in ["none", "1", "50", "200"] {
                for at_limit in ["count", "draw"] {
                    for repetition in ["3", "none"] {
                        for stuck in ["pass", "loss", "count"] {
                            let text = format!(
                                "own-start={own_start} limit={limit} at-limit={at_limit} \
                                 repetition={repetition} stuck={stuck}"
                            );
                            let rules: Rules = text.parse().unwrap();
                            assert_eq!(rules.options(), text);
                            assert_eq!(rules.to_string().parse(), Ok(rules));
                            assert!(seen.insert(rules.index()), "{text}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_set_can_be_changed_by_options() {
        let rules: Rules = "Count limit=40".parse().unwrap();
        assert_eq!(rules.limit, NonZeroU8::new(40));
        assert_eq!(rules.repetition, Repetition::Unlimited);
        assert_eq!("limit=50 repetition=none stuck=count".parse(), Ok(Rules::MINIZERO));
    }

    #[test]
    fn what_is_not_known_is_named() {
        for (text, named) in [
            ("chess", "rule set \"chess\" is not known: expected standard, ludii"),
            ("", "rule set \"\""),
            ("limit=40 count", "rule set \"count\""),
            ("limit=0", "limit \"0\" is not known: expected none, or plies from 1 to 200"),
            ("limit=201", "limit \"201\""),
            ("limit=+5", "limit \"+5\""),
            ("repetition=any", "expected 3 or none"),
            ("stuck=maybe", "expected pass, loss or count"),
            ("colour=red", "rule option \"colour\""),
        ] {
            let error = text.parse::<Rules>().unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
