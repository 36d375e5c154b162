//! The variants of Chinese Checkers: star and rules.

use std::fmt;
use std::str::FromStr;

use conjoin_core::VariantError;

use super::{LARGE, Rules, SIZES, excerpt};

/// A star and its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The holes of the star.
    pub size: u8,
    /// The rules.
    pub rules: Rules,
}

impl Default for Variant {
    fn default() -> Self {
        Self { size: LARGE, rules: Rules::default() }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.size, self.rules)
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
        if !words.is_empty() {
            variant.set("rules", &words.join(" "))?;
        }
        Ok(variant)
    }
}

impl conjoin_core::Variant for Variant {
    fn options(&self) -> String {
        self.rules.options()
    }

    fn get(&self, key: &str) -> Option<String> {
        match key {
            "size" => Some(self.size.to_string()),
            "rules" => Some(self.rules.to_string()),
            _ => self.rules.values().into_iter().find(|(name, _)| *name == key).map(|(_, v)| v),
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), VariantError> {
        let rule = |error: super::UnknownRule| VariantError::new(error.to_string());
        match key {
            "size" => {
                let size = value.parse().ok().filter(|size| SIZES.contains(size));
                self.size = size.ok_or_else(|| {
                    let text = excerpt(value);
                    VariantError::new(format!(
                        "size {text:?} is not known: expected 13, 37, 73 or 121"
                    ))
                })?;
            }
            "rules" => self.rules = value.parse().map_err(rule)?,
            _ => self.rules.set(key, value).map_err(rule)?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_reads_back_what_it_writes() {
        for text in ["121 acm-hk", "13 adjacent-hops", "37 openspiel", "73 acm-hk"] {
            assert_eq!(text.parse::<Variant>().expect(text).to_string(), text);
        }
        let mixed =
            "121 jumps=long neutral=pass anti-blocking=off last-turn=draw repetition=3 limit=none";
        assert_eq!(mixed.parse::<Variant>().expect("options").to_string(), mixed);
        assert_eq!("121 acm-hk limit=none".parse::<Variant>().expect("a set").to_string(), mixed);
        assert_eq!("".parse::<Variant>(), Ok(Variant::default()));
        for wrong in ["120 acm-hk", "121 chess", "121 acm-hk limit=0"] {
            assert!(wrong.parse::<Variant>().is_err(), "{wrong}");
        }
    }
}
