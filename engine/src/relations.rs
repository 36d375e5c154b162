//! What a text says of weights: their signs, their order, and how many times one is another.
//!
//! A file of weights lists such relations with the place that states each. Learning keeps them, and a test
//! reads all built-in weights against them. A rule compares two sums: `edge_men <= -1`,
//! `2 * captures >= moves + 3`, `concentration = 10 * mia-3:concentration`. The last one names a weight of
//! another file, which counts as a number.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A relation with the place that states it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedRelation {
    /// Paper and section.
    pub source: String,
    /// What stands there, in our words.
    pub says: String,
    /// The same as rules, parted by commas.
    pub rule: String,
}

/// A relation between weights, known by their places: a sum that has a least value, or just one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Constraint {
    /// The weights of the sum, by their place, with what each is multiplied by.
    pub terms: Vec<(usize, f64)>,
    /// The least value of the sum.
    pub bound: f64,
    /// May the sum not be larger either?
    pub is_equal: bool,
    /// The rule that says it.
    pub rule: String,
}

impl Constraint {
    /// Do these weights keep it, but for what rounding to thousandths leaves?
    pub fn holds(&self, weights: &[f32]) -> bool {
        let room = 0.001 + 0.001 * self.terms.iter().map(|&(_, by)| by.abs()).sum::<f64>();
        // Ten times a rounded weight of another file is off by as many thousandths.
        let room = room + 1e-5 * self.bound.abs();
        let over = self.excess(weights);
        over >= -room && (!self.is_equal || over <= room)
    }

    /// How much the sum is above its least value.
    pub fn excess(&self, weights: &[f32]) -> f64 {
        self.terms.iter().map(|&(i, by)| by * f64::from(weights[i])).sum::<f64>() - self.bound
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rule)
    }
}

/// Reads rules parted by commas. `place` finds the place of a weight, `elsewhere` the value of a weight of
/// another file.
pub(crate) fn parse(
    text: &str,
    place: &dyn Fn(&str) -> Option<usize>,
    elsewhere: &dyn Fn(&str, &str) -> Result<f32, String>,
) -> Result<Vec<Constraint>, String> {
    let rules = text.split(',').map(|rule| {
        parse_rule(rule.trim(), place, elsewhere)
            .map_err(|reason| format!("rule {:?}: {reason}", rule.trim()))
    });
    rules.collect()
}

fn parse_rule(
    rule: &str,
    place: &dyn Fn(&str) -> Option<usize>,
    elsewhere: &dyn Fn(&str, &str) -> Result<f32, String>,
) -> Result<Constraint, String> {
    let signs = [(">=", 1.0, false), ("<=", -1.0, false), ("=", 1.0, true)];
    let found = signs
        .into_iter()
        .find_map(|(sign, factor, is_equal)| Some((rule.split_once(sign)?, factor, is_equal)));
    let ((left, right), factor, is_equal) = found.ok_or("expected >=, <= or =")?;
    let mut sum = Constraint { terms: Vec::new(), bound: 0.0, is_equal, rule: rule.to_owned() };
    for (side, factor) in [(left, factor), (right, -factor)] {
        add_sum(side, factor, &mut sum, place, elsewhere)?;
    }
    if sum.terms.is_empty() {
        return Err("it names no weight of this file".into());
    }
    Ok(sum)
}

/// Adds the terms of one side. Signs stand alone, because names of files have hyphens: `a - 2 * b`.
fn add_sum(
    side: &str,
    factor: f64,
    sum: &mut Constraint,
    place: &dyn Fn(&str) -> Option<usize>,
    elsewhere: &dyn Fn(&str, &str) -> Result<f32, String>,
) -> Result<(), String> {
    let words: Vec<&str> = side.split_whitespace().collect();
    let mut sign = factor;
    for term in words.split_inclusive(|&word| word == "+" || word == "-") {
        let (term, next) = match term.split_last() {
            Some((&"+", term)) => (term, Some(factor)),
            Some((&"-", term)) => (term, Some(-factor)),
            _ => (term, None),
        };
        let (mut by, mut weight) = (sign, None);
        for name in term.split(|&word| word == "*") {
            let &[name] = name else {
                return Err(format!("{side:?}: expected terms like 2 * name"));
            };
            match (name.parse::<f64>(), place(name), name.split_once(':')) {
                (Ok(number), ..) if number.is_finite() => by *= number,
                (_, Some(i), _) if weight.is_none() => weight = Some(i),
                (_, None, Some((file, name))) => by *= f64::from(elsewhere(file, name)?),
                (_, Some(_), _) => return Err(format!("{name:?}: a product has one weight")),
                _ => return Err(format!("{name:?} is no weight")),
            }
        }
        match weight {
            Some(i) => sum.terms.push((i, by)),
            None => sum.bound -= by,
        }
        match next {
            Some(next) => sign = next,
            None => return Ok(()),
        }
    }
    Err(format!("{side:?}: a term is missing"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Constraint>, String> {
        let place = |name: &str| ["a", "b", "late.c"].iter().position(|known| *known == name);
        let elsewhere = |file: &str, name: &str| match (file, name) {
            ("mia-3", "a") => Ok(7.0),
            _ => Err(format!("no {file}:{name}")),
        };
        parse(text, &place, &elsewhere)
    }

    #[test]
    fn rules_are_sums_that_are_compared() {
        let all = read("a <= -1, 2 * a - late.c >= b + 3, b = 10 * mia-3:a").expect("rules");
        assert_eq!((&all[0].terms, all[0].bound), (&vec![(0, -1.0)], 1.0));
        assert_eq!(all[1].terms, [(0, 2.0), (2, -1.0), (1, -1.0)]);
        assert_eq!((all[1].bound, all[1].is_equal), (3.0, false));
        assert_eq!((&all[2].terms, all[2].bound, all[2].is_equal), (&vec![(1, 1.0)], 70.0, true));
    }

    #[test]
    fn weights_keep_rules_or_break_them() {
        let all = read("a <= -1, b >= a, b = 10 * mia-3:a").expect("rules");
        let kept = |weights: [f32; 3]| all.iter().map(|c| c.holds(&weights)).collect::<Vec<_>>();
        assert_eq!(kept([-1.0, 70.0, 0.0]), [true, true, true]);
        assert_eq!(kept([-0.9, 70.1, 0.0]), [false, true, false]);
        assert_eq!(kept([80.0, 69.0, 0.0]), [false, false, false]);
    }

    #[test]
    fn what_is_wrong_with_a_rule_is_named() {
        for (text, says) in [
            ("a", "expected >="),
            ("a >= x", "\"x\" is no weight"),
            ("a b >= 1", "expected terms"),
            ("a >= 2 *", "expected terms"),
            ("a >=", "a term is missing"),
            ("a + >= 1", "a term is missing"),
            ("a * b >= 1", "one weight"),
            ("1 >= 0", "names no weight"),
            ("a >= nan", "no weight"),
            ("a >= mia-9:a", "no mia-9:a"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(says) && error.contains(text), "{error}");
        }
    }
}
