//! The variants of Lines of Action: size, rules and start.

use std::fmt;
use std::str::FromStr;

use conjoin_core::VariantError;

use super::{MAX_SIZE, MIN_SIZE, Rules, Simultaneous, Stuck, excerpt, parse_repetition};

/// A set-up of the first position that has a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StartSetup {
    /// Black above and below, White left and right.
    #[default]
    Standard,
    /// Colours alternate around the 8x8 board.
    ScrambledEggs,
}

impl StartSetup {
    /// The name in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::ScrambledEggs => "scrambled-eggs",
        }
    }
}

/// A board, its rules and its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The side of the board.
    pub size: u8,
    /// The rules.
    pub rules: Rules,
    /// The first position.
    pub start: StartSetup,
}

impl Default for Variant {
    fn default() -> Self {
        Self { size: MAX_SIZE, rules: Rules::default(), start: StartSetup::default() }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.size, self.rules)?;
        match self.start {
            StartSetup::Standard => Ok(()),
            StartSetup::ScrambledEggs => write!(f, " {}", self.start.name()),
        }
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    /// Reads what `Display` writes.
    fn from_str(text: &str) -> Result<Self, VariantError> {
        use conjoin_core::Variant as _;
        let mut variant = Self::default();
        let mut words: Vec<&str> = text.split_whitespace().collect();
        if words.first().is_some_and(|word| word.parse::<u8>().is_ok()) {
            variant.set("size", words.remove(0))?;
        }
        if words.last().is_some_and(|word| variant.set("start", word).is_ok()) {
            words.pop();
        }
        if !words.is_empty() {
            variant.set("rules", &words.join(" "))?;
        }
        variant.check()?;
        Ok(variant)
    }
}

impl conjoin_core::Variant for Variant {
    fn options(&self) -> String {
        self.rules.options()
    }

    fn get(&self, key: &str) -> Option<String> {
        let [simultaneous, stuck, repetition] = self.rules.values();
        Some(match key {
            "size" => self.size.to_string(),
            "rules" => self.rules.to_string(),
            "simultaneous" => simultaneous.to_owned(),
            "stuck" => stuck.to_owned(),
            "repetition" => repetition.to_owned(),
            "start" => self.start.name().to_owned(),
            _ => return None,
        })
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), VariantError> {
        let unknown = |what: &str, expected: &str| {
            let text = excerpt(value);
            VariantError::new(format!("{what} {text:?} is not known: expected {expected}"))
        };
        let rule = |error: super::UnknownRule| VariantError::new(error.to_string());
        match key {
            "size" => {
                let size = value.parse().ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
                self.size = size.ok_or_else(|| unknown("size", "3 to 8"))?;
            }
            "rules" => self.rules = value.parse().map_err(rule)?,
            "simultaneous" => {
                self.rules.simultaneous = value.parse::<Simultaneous>().map_err(rule)?;
            }
            "stuck" => self.rules.stuck = value.parse::<Stuck>().map_err(rule)?,
            "repetition" => self.rules.repetition = parse_repetition(value).map_err(rule)?,
            "start" => {
                let named = [StartSetup::Standard, StartSetup::ScrambledEggs];
                let found = named.into_iter().find(|start| start.name() == value);
                self.start = found.ok_or_else(|| unknown("start", "standard or scrambled-eggs"))?;
            }
            _ => return Err(unknown("choice", "size, rules, a rule option or start")),
        }
        Ok(())
    }

    fn check(&self) -> Result<(), VariantError> {
        match self.start {
            StartSetup::ScrambledEggs if self.size != MAX_SIZE => Err(VariantError::new(format!(
                "start scrambled-eggs needs size {MAX_SIZE}, not {}",
                self.size
            ))),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_reads_back_what_it_writes() {
        for text in ["8 olympiad", "5 boardspace", "8 ludii scrambled-eggs"] {
            assert_eq!(text.parse::<Variant>().expect(text).to_string(), text);
        }
        let mixed = "6 simultaneous=mover stuck=pass repetition=none";
        assert_eq!(mixed.parse::<Variant>().expect("options").to_string(), mixed);
        assert_eq!("".parse::<Variant>(), Ok(Variant::default()));
        for wrong in ["9 olympiad", "8 chess", "6 olympiad scrambled-eggs"] {
            assert!(wrong.parse::<Variant>().is_err(), "{wrong}");
        }
    }
}
