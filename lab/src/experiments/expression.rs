//! Small formulas over what an experiment measured: `nodes(mca, 9) / nodes(default, 9)`.
//!
//! Manifests use them for the cells of tables and the points of plots, `lab/claims/<game>/claims.toml` for what
//! a claim is about. There are numbers, the four operations, parentheses, `max` and `min` of formulas, and
//! calls of a measure with names as arguments. A formula has no value where one of its measures has none.

use std::fmt;
use std::str::FromStr;

/// A call of a measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The measure.
    pub name: String,
    /// Its arguments, as they are written.
    pub arguments: Vec<String>,
}

/// A formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number.
    Number(f64),
    /// A measure.
    Measure(Call),
    /// Two formulas and `+`, `-`, `*` or `/` between them.
    Both(Box<Expression>, char, Box<Expression>),
    /// The largest or the smallest of several formulas.
    Extreme(Extreme, Vec<Expression>),
}

/// Which of several values counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The largest.
    Largest,
    /// The smallest.
    Smallest,
}

impl Extreme {
    /// Its name in formulas.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Largest => "max",
            Self::Smallest => "min",
        }
    }

    /// The one of two values that counts.
    fn of(self, a: f64, b: f64) -> f64 {
        match self {
            Self::Largest => a.max(b),
            Self::Smallest => a.min(b),
        }
    }
}

/// A text that is no formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("formula {text:?}: expected {expected} at character {at}")]
pub struct ExpressionError {
    text: String,
    expected: &'static str,
    at: usize,
}

impl Expression {
    /// Its value, where every measure has one and nothing is divided by zero.
    pub fn value(&self, measure: &mut dyn FnMut(&Call) -> Option<f64>) -> Option<f64> {
        let value = match self {
            Self::Number(number) => *number,
            Self::Measure(call) => measure(call)?,
            Self::Both(left, operation, right) => {
                let (left, right) = (left.value(measure)?, right.value(measure)?);
                match operation {
                    '+' => left + right,
                    '-' => left - right,
                    '*' => left * right,
                    _ => left / right,
                }
            }
            Self::Extreme(extreme, all) => {
                let values = all.iter().map(|one| one.value(measure));
                let values = values.collect::<Option<Vec<f64>>>()?;
                values.into_iter().reduce(|a, b| extreme.of(a, b))?
            }
        };
        value.is_finite().then_some(value)
    }

    /// All measures in it.
    pub fn calls(&self) -> Vec<&Call> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Measure(call) => vec![call],
            Self::Both(left, _, right) => {
                let mut calls = left.calls();
                calls.extend(right.calls());
                calls
            }
            Self::Extreme(_, all) => all.iter().flat_map(Self::calls).collect(),
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Measure(call) => write!(f, "{}({})", call.name, call.arguments.join(", ")),
            Self::Both(left, operation, right) => write!(f, "({left} {operation} {right})"),
            Self::Extreme(extreme, all) => {
                let all: Vec<String> = all.iter().map(Self::to_string).collect();
                write!(f, "{}({})", extreme.as_str(), all.join(", "))
            }
        }
    }
}

impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Self, ExpressionError> {
        let mut parser = Parser { text, at: 0 };
        let expression = parser.sum()?;
        parser.skip_blanks();
        if parser.at < text.len() { Err(parser.expected("the end")) } else { Ok(expression) }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn expected(&self, expected: &'static str) -> ExpressionError {
        let at = self.text[..self.at].chars().count() + 1;
        ExpressionError { text: self.text.chars().take(120).collect(), expected, at }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Takes one of these characters, if one is next.
    fn take(&mut self, wanted: &[char]) -> Option<char> {
        self.skip_blanks();
        let next = self.rest().chars().next().filter(|next| wanted.contains(next))?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Products with `+` and `-` between them.
    fn sum(&mut self) -> Result<Expression, ExpressionError> {
        let mut left = self.product()?;
        while let Some(operation) = self.take(&['+', '-']) {
            left = Expression::Both(Box::new(left), operation, Box::new(self.product()?));
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Expression, ExpressionError> {
        let mut left = self.atom()?;
        while let Some(operation) = self.take(&['*', '/']) {
            left = Expression::Both(Box::new(left), operation, Box::new(self.atom()?));
        }
        Ok(left)
    }

    fn atom(&mut self) -> Result<Expression, ExpressionError> {
        if self.take(&['(']).is_some() {
            let inner = self.sum()?;
            return match self.take(&[')']) {
                Some(_) => Ok(inner),
                None => Err(self.expected("a closing parenthesis")),
            };
        }
        self.skip_blanks();
        let rest = self.rest();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let word = &rest[..length];
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let number = word.parse().map_err(|_| self.expected("a number"))?;
            self.at += length;
            return Ok(Expression::Number(number));
        }
        let extremes = [Extreme::Largest, Extreme::Smallest];
        if let Some(extreme) = extremes.into_iter().find(|extreme| extreme.as_str() == word) {
            self.at += length;
            return Ok(Expression::Extreme(extreme, self.list()?));
        }
        let arguments = rest[length..].strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let Some((arguments, _)) = arguments.filter(|_| !word.is_empty()) else {
            return Err(self.expected("a number, a measure or an opening parenthesis"));
        };
        let list = arguments.split(',').map(|text| text.trim().to_owned());
        let call = Call {
            name: word.to_owned(),
            arguments: list.filter(|text| !text.is_empty()).collect(),
        };
        self.at += length + arguments.len() + 2;
        Ok(Expression::Measure(call))
    }

    /// Formulas in parentheses, with commas between them.
    fn list(&mut self) -> Result<Vec<Expression>, ExpressionError> {
        if self.take(&['(']).is_none() {
            return Err(self.expected("an opening parenthesis"));
        }
        let mut list = vec![self.sum()?];
        while self.take(&[',']).is_some() {
            list.push(self.sum()?);
        }
        match self.take(&[')']) {
            Some(_) => Ok(list),
            None => Err(self.expected("a comma or a closing parenthesis")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<f64> {
        let expression: Expression = text.parse().expect("a formula");
        expression.value(&mut |call| match call.name.as_str() {
            "count" => Some(call.arguments.len() as f64),
            _ => None,
        })
    }

    #[test]
    fn formulas_have_the_values_of_arithmetic() {
        assert_eq!(value("1 + 2 * 3 - 4 / 2"), Some(5.0));
        assert_eq!(value("(1 + 2) * 3"), Some(9.0));
        assert_eq!(value("10 - 2 - 3"), Some(5.0));
        assert_eq!(value("count(pn2, pds-pn 1.5^2) / count(a)"), Some(2.0));
        assert_eq!(value("count()"), Some(0.0));
        assert_eq!(value("1 / 0"), None);
        assert_eq!(value("1 + missing(x)"), None);
        assert_eq!(value("max(1, count(a, b), 3 - 2) * min(5, 2 * 3)"), Some(10.0));
        assert_eq!(value("min(1, missing(x))"), None);
    }

    #[test]
    fn the_measures_of_a_formula_are_all_found() {
        let formula: Expression = "max(a(x) / b(x), min(c(y), 2))".parse().expect("a formula");
        let names: Vec<&str> = formula.calls().iter().map(|call| call.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(formula.to_string().parse(), Ok(formula));
    }

    #[test]
    fn errors_name_the_place() {
        for (text, place) in [
            ("1 +", 4),
            ("(1", 3),
            ("nodes", 1),
            ("1 2", 3),
            ("", 1),
            ("max 1", 5),
            ("min(1; 2)", 6),
        ] {
            let error = text.parse::<Expression>().expect_err(text);
            assert_eq!(error.at, place, "{error}");
        }
    }
}
