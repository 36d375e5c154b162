//! The rule sets of Lines of Action and their single options.
//!
//! Source: `winands-thesis` 2.2 for `olympiad`; the others are the rules of the named programs.

use std::fmt;
use std::str::FromStr;

use conjoin_core::Repetition;

/// What happens when one move connects both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Simultaneous {
    /// Nobody wins.
    Draw,
    /// The player who made the move wins.
    MoverWins,
}

/// What happens when the player to move has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Stuck {
    /// The player passes.
    Pass,
    /// The player has lost.
    Loss,
}

/// The choices in which the rule sets of Lines of Action differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Both sides connected by one move.
    pub simultaneous: Simultaneous,
    /// No legal move.
    pub stuck: Stuck,
    /// Positions that come back.
    pub repetition: Repetition,
}

impl Rules {
    /// Computer Olympiad and Mind Sports Olympiad.
    pub const OLYMPIAD: Self = Self {
        simultaneous: Simultaneous::Draw,
        stuck: Stuck::Pass,
        repetition: Repetition::ThirdOccurrence,
    };
    /// The Boardspace server.
    pub const BOARDSPACE: Self = Self { simultaneous: Simultaneous::MoverWins, ..Self::OLYMPIAD };
    /// `lines_of_action` of `OpenSpiel`.
    pub const OPENSPIEL: Self = Self {
        simultaneous: Simultaneous::MoverWins,
        stuck: Stuck::Loss,
        repetition: Repetition::AnyBoard,
    };
    /// Lines of Action of Ludii.
    pub const LUDII: Self = Self { repetition: Repetition::Unlimited, ..Self::OLYMPIAD };

    /// The named rule sets.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("olympiad", Self::OLYMPIAD),
        ("boardspace", Self::BOARDSPACE),
        ("openspiel", Self::OPENSPIEL),
        ("ludii", Self::LUDII),
    ];

    /// The name of the rule set, if it has one.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMED.iter().find(|(_, rules)| *rules == self).map(|(name, _)| *name)
    }

    /// The words for its options, in the order of [`Rules::options`].
    pub(super) const fn values(self) -> [&'static str; 3] {
        let simultaneous = match self.simultaneous {
            Simultaneous::Draw => "draw",
            Simultaneous::MoverWins => "mover",
        };
        let stuck = match self.stuck {
            Stuck::Pass => "pass",
            Stuck::Loss => "loss",
        };
        let repetition = match self.repetition {
            Repetition::ThirdOccurrence => "3",
            Repetition::AnyBoard => "any",
            Repetition::Unlimited => "none",
        };
        [simultaneous, stuck, repetition]
    }

    /// All options: `simultaneous=draw stuck=pass repetition=3`.
    pub fn options(self) -> String {
        let [simultaneous, stuck, repetition] = self.values();
        format!("simultaneous={simultaneous} stuck={stuck} repetition={repetition}")
    }

    /// A small number that tells all combinations apart.
    pub(crate) const fn index(self) -> u64 {
        self.simultaneous as u64 | (self.stuck as u64) << 1 | (self.repetition as u64) << 2
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::OLYMPIAD
    }
}

impl fmt::Display for Rules {
    /// The name of the rule set, or its options: `simultaneous=draw stuck=loss repetition=3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            return f.pad(name);
        }
        f.write_str(&self.options())
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

    /// Reads what `Display` writes: a name, or a list of `option=value` that changes the
    /// `olympiad` rules.
    fn from_str(text: &str) -> Result<Self, UnknownRule> {
        let name = text.trim();
        if let Some((_, rules)) = Self::NAMED.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
            return Ok(*rules);
        }
        if !name.contains('=') {
            return Err(UnknownRule::new(
                "rule set",
                text,
                "olympiad, boardspace, openspiel or ludii",
            ));
        }
        let mut rules = Self::OLYMPIAD;
        for option in name.split_whitespace() {
            match option.split_once('=') {
                Some(("simultaneous", value)) => rules.simultaneous = value.parse()?,
                Some(("stuck", value)) => rules.stuck = value.parse()?,
                Some(("repetition", value)) => rules.repetition = parse_repetition(value)?,
                _ => {
                    return Err(UnknownRule::new(
                        "rule option",
                        option,
                        "simultaneous=, stuck= or repetition=",
                    ));
                }
            }
        }
        Ok(rules)
    }
}

impl FromStr for Simultaneous {
    type Err = UnknownRule;

    fn from_str(text: &str) -> Result<Self, UnknownRule> {
        match text {
            "draw" => Ok(Self::Draw),
            "mover" => Ok(Self::MoverWins),
            _ => Err(UnknownRule::new("simultaneous", text, "draw or mover")),
        }
    }
}

impl FromStr for Stuck {
    type Err = UnknownRule;

    fn from_str(text: &str) -> Result<Self, UnknownRule> {
        match text {
            "pass" => Ok(Self::Pass),
            "loss" => Ok(Self::Loss),
            _ => Err(UnknownRule::new("stuck", text, "pass or loss")),
        }
    }
}

/// Reads the `repetition` option: `3`, `any` or `none`.
pub fn parse_repetition(text: &str) -> Result<Repetition, UnknownRule> {
    match text {
        "3" => Ok(Repetition::ThirdOccurrence),
        "any" => Ok(Repetition::AnyBoard),
        "none" => Ok(Repetition::Unlimited),
        _ => Err(UnknownRule::new("repetition", text, "3, any or none")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_reads_back() {
        for simultaneous in [Simultaneous::Draw, Simultaneous::MoverWins] {
            for stuck in [Stuck::Pass, Stuck::Loss] {
                for repetition in
                    [Repetition::ThirdOccurrence, Repetition::AnyBoard, Repetition::Unlimited]
                {
                    let rules = Rules { simultaneous, stuck, repetition };
                    assert_eq!(rules.to_string().parse(), Ok(rules));
                }
            }
        }
    }

    #[test]
    fn an_unknown_rule_set_is_named() {
        let error = "chess".parse::<Rules>().unwrap_err();
        assert!(error.to_string().contains("\"chess\""), "{error}");
        assert!("stuck=maybe".parse::<Rules>().is_err());
    }
}
