//! The rule sets of Chinese Checkers and their single options.
//!
//! `acm-hk` is appendix B of `tong-thesis`: the rules of the ACM-HK competition of 2002. They say nothing of
//! games that do not end: that the third occurrence draws, and 400 plies without an end, is ours.
//!
//! `adjacent-hops` is the game as most people know it: marbles jump over neighbours only and may end their
//! move anywhere. What it does not change is as in `acm-hk`.
//!
//! `openspiel` is the game `chinese_checkers` of `OpenSpiel` 2.0.2 with two players. Jumps and ends are those
//! of `adjacent-hops`. The first to fill the opposite home wins, with no last turn for the other; positions
//! may come back, and the game is drawn after 1,000 plies. Differs: there a chain is made jump by jump, and
//! each is an action; here it is one move, as it is one turn.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use conjoin_core::Repetition;

/// Longest limit that can be chosen, in plies.
pub const LONGEST_LIMIT: u16 = 1_000;

/// Over which marbles a marble jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Jumps {
    /// Over the first on a line, however far, landing as far behind it.
    Long,
    /// Over neighbours.
    Adjacent,
}

/// What the four triangles that are nobody's home are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Neutral {
    /// Chains of jumps may pass, and no move may end there.
    Pass,
    /// Moves may end there as anywhere.
    End,
}

/// When has a player filled the goal?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum AntiBlocking {
    /// When all the player's marbles are there.
    Off,
    /// Also when it is full and at least one of them is there, so that nobody can block it by staying home.
    On,
}

/// What the second player has after the first has filled the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum LastTurn {
    /// One more move, which draws if it fills the other goal.
    Draw,
    /// Nothing: the game is over.
    None,
}

/// The choices in which the rule sets of Chinese Checkers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How far jumps go.
    pub jumps: Jumps,
    /// Moves that end in the neutral zones.
    pub neutral: Neutral,
    /// Goals in which an enemy stays.
    pub anti_blocking: AntiBlocking,
    /// The second player's last move.
    pub last_turn: LastTurn,
    /// Positions that come back.
    pub repetition: Repetition,
    /// Plies after which a game without an end is drawn, at most [`LONGEST_LIMIT`].
    pub limit: Option<NonZeroU16>,
}

impl Rules {
    /// Appendix B of `tong-thesis`.
    pub const ACM_HK: Self = Self {
        jumps: Jumps::Long,
        neutral: Neutral::Pass,
        anti_blocking: AntiBlocking::Off,
        last_turn: LastTurn::Draw,
        repetition: Repetition::ThirdOccurrence,
        limit: NonZeroU16::new(400),
    };
    /// Jumps over neighbours, ending anywhere.
    pub const ADJACENT_HOPS: Self =
        Self { jumps: Jumps::Adjacent, neutral: Neutral::End, ..Self::ACM_HK };
    /// Chinese Checkers of `OpenSpiel`.
    pub const OPENSPIEL: Self = Self {
        last_turn: LastTurn::None,
        repetition: Repetition::Unlimited,
        limit: NonZeroU16::new(1_000),
        ..Self::ADJACENT_HOPS
    };

    /// The named rule sets.
    pub const NAMED: [(&'static str, Self); 3] = [
        ("acm-hk", Self::ACM_HK),
        ("adjacent-hops", Self::ADJACENT_HOPS),
        ("openspiel", Self::OPENSPIEL),
    ];

    /// The name of the rule set, if it has one.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMED.iter().find(|(_, rules)| *rules == self).map(|(name, _)| *name)
    }

    /// The options by their keys, in the order of [`Rules::options`].
    pub(super) fn values(self) -> [(&'static str, String); 6] {
        let jumps = match self.jumps {
            Jumps::Long => "long",
            Jumps::Adjacent => "adjacent",
        };
        let neutral = match self.neutral {
            Neutral::Pass => "pass",
            Neutral::End => "end",
        };
        let anti_blocking = match self.anti_blocking {
            AntiBlocking::Off => "off",
            AntiBlocking::On => "on",
        };
        let last_turn = match self.last_turn {
            LastTurn::Draw => "draw",
            LastTurn::None => "none",
        };
        let repetition = match self.repetition {
            Repetition::ThirdOccurrence => "3",
            Repetition::AnyBoard => "any",
            Repetition::Unlimited => "none",
        };
        let limit = self.limit.map_or("none".into(), |limit| limit.to_string());
        [
            ("jumps", jumps.into()),
            ("neutral", neutral.into()),
            ("anti-blocking", anti_blocking.into()),
            ("last-turn", last_turn.into()),
            ("repetition", repetition.into()),
            ("limit", limit),
        ]
    }

    /// All options: `jumps=long neutral=pass anti-blocking=off last-turn=draw repetition=3 limit=400`.
    pub fn options(self) -> String {
        self.values().map(|(key, value)| format!("{key}={value}")).join(" ")
    }

    /// Sets one option.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), UnknownRule> {
        let unknown = |expected| Err(UnknownRule::new(key, value, expected));
        match (key, value) {
            ("jumps", "long") => self.jumps = Jumps::Long,
            ("jumps", "adjacent") => self.jumps = Jumps::Adjacent,
            ("jumps", _) => return unknown("long or adjacent"),
            ("neutral", "pass") => self.neutral = Neutral::Pass,
            ("neutral", "end") => self.neutral = Neutral::End,
            ("neutral", _) => return unknown("pass or end"),
            ("anti-blocking", "off") => self.anti_blocking = AntiBlocking::Off,
            ("anti-blocking", "on") => self.anti_blocking = AntiBlocking::On,
            ("anti-blocking", _) => return unknown("off or on"),
            ("last-turn", "draw") => self.last_turn = LastTurn::Draw,
            ("last-turn", "none") => self.last_turn = LastTurn::None,
            ("last-turn", _) => return unknown("draw or none"),
            ("repetition", "3") => self.repetition = Repetition::ThirdOccurrence,
            ("repetition", "none") => self.repetition = Repetition::Unlimited,
            ("repetition", _) => return unknown("3 or none"),
            ("limit", _) => self.limit = parse_limit(value)?,
            _ => {
                let keys = "jumps=, neutral=, anti-blocking=, last-turn=, repetition= or limit=";
                return Err(UnknownRule::new("rule option", key, keys));
            }
        }
        Ok(())
    }

    /// A small number that tells all combinations apart.
    pub(super) fn index(self) -> u64 {
        let limit = self.limit.map_or(0, NonZeroU16::get);
        u64::from(limit)
            | (self.jumps as u64) << 16
            | (self.neutral as u64) << 17
            | (self.anti_blocking as u64) << 18
            | (self.last_turn as u64) << 19
            | (self.repetition as u64) << 20
    }
}

/// Reads a limit: `none`, or plies from 1 to 1,000.
fn parse_limit(text: &str) -> Result<Option<NonZeroU16>, UnknownRule> {
    if text == "none" {
        return Ok(None);
    }
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let limit = text.parse().ok().filter(|limit: &NonZeroU16| limit.get() <= LONGEST_LIMIT);
    match limit.filter(|_| is_plain) {
        Some(limit) => Ok(Some(limit)),
        None => Err(UnknownRule::new("limit", text, "none, or plies from 1 to 1000")),
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::ACM_HK
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
    what: String,
    text: String,
    expected: &'static str,
}

impl UnknownRule {
    fn new(what: &str, text: &str, expected: &'static str) -> Self {
        Self { what: what.to_owned(), text: super::excerpt(text), expected }
    }
}

impl FromStr for Rules {
    type Err = UnknownRule;

    /// Reads the name of a rule set in any case, options, or both: `acm-hk limit=none`. What is left out is
    /// as in the set, `acm-hk` where there is none.
    fn from_str(text: &str) -> Result<Self, UnknownRule> {
        let mut rules = Self::ACM_HK;
        let unknown =
            |text: &str| UnknownRule::new("rule set", text, "acm-hk, adjacent-hops or openspiel");
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
        for jumps in ["long", "adjacent"] {
            for neutral in ["pass", "end"] {
                for anti_blocking in ["off", "on"] {
                    for last_turn in ["draw", "none"] {
                        for repetition in ["3", "none"] {
                            for limit in ["none", "1", "400", "1000"] {
                                let text = format!(
                                    "jumps={jumps} neutral={neutral} anti-blocking={anti_blocking} \
                                     last-turn={last_turn} repetition={repetition} limit={limit}"
                                );
                                let rules: Rules = text.parse().expect(&text);
                                assert_eq!(rules.options(), text);
                                assert_eq!(rules.to_string().parse(), Ok(rules));
                                assert!(seen.insert(rules.index()), "{text}");
                            }
                        }
                    }
                }
            }
        }
        assert_eq!(seen.len(), 128);
    }

    #[test]
    fn a_set_can_be_changed_by_options() {
        let rules: Rules = "ACM-HK limit=none".parse().unwrap();
        assert_eq!(rules, Rules { limit: None, ..Rules::ACM_HK });
        let openspiel = "jumps=adjacent neutral=end last-turn=none repetition=none limit=1000";
        assert_eq!(openspiel.parse(), Ok(Rules::OPENSPIEL));
    }

    #[test]
    fn what_is_not_known_is_named() {
        for (text, named) in [
            (
                "chess",
                "rule set \"chess\" is not known: expected acm-hk, adjacent-hops or openspiel",
            ),
            ("", "rule set \"\""),
            ("limit=40 openspiel", "rule set \"openspiel\""),
            ("limit=0", "limit \"0\" is not known: expected none, or plies from 1 to 1000"),
            ("limit=1001", "limit \"1001\""),
            ("limit=+5", "limit \"+5\""),
            ("jumps=short", "jumps \"short\" is not known: expected long or adjacent"),
            ("neutral=no", "expected pass or end"),
            ("anti-blocking=yes", "expected off or on"),
            ("last-turn=win", "expected draw or none"),
            ("repetition=any", "expected 3 or none"),
            ("colour=red", "rule option \"colour\""),
        ] {
            let error = text.parse::<Rules>().unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
