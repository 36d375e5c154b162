//! Weights of evaluators as files of their own, so that profiles share them and learning can
//! write them.
//!
//! A file names the kind of evaluator, says where its numbers come from, and holds the table of
//! weights. The built-in ones are in `engine/weights`; `docs/profiles.md` describes the format.

use std::path::Path;

use conjoin_core::{Position, limited_file};
use conjoin_eval::{EvaluatorSet, EvaluatorVisitor, Linear, Playable};
use serde::{Deserialize, Serialize};

use crate::EngineError;
use crate::embedded::{self, Weights};
use crate::relations::{self, Constraint, StatedRelation};

/// The version of the format.
const VERSION: u32 = 1;

/// Weights with what they are for and where they come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsFile {
    /// Version of the format.
    version: u32,
    /// The kind of evaluator.
    pub kind: String,
    /// Where the numbers come from, and under which licence.
    pub provenance: String,
    /// What the sources say of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<StatedRelation>,
    /// The weights.
    pub weights: toml::Table,
}

/// The largest file of weights or of a profile.
pub(crate) const LARGEST_FILE: u64 = 1 << 20;
/// The largest weight, in points: more than any position is worth.
const LARGEST_WEIGHT: f32 = 1e6;

/// Is this the path of a file, and not the name of something built in?
pub(crate) fn is_path(name_or_path: &str) -> bool {
    name_or_path.contains(['/', '\\'])
        || Path::new(name_or_path).extension().is_some_and(|e| e.eq_ignore_ascii_case("toml"))
}

/// Names and weights of an evaluator.
struct Weighing;

impl<P: Position> EvaluatorVisitor<P> for Weighing {
    type Output = (Vec<String>, Vec<f32>);

    fn visit<E: Linear<P> + 'static>(self, eval: E) -> Self::Output {
        (eval.names(), eval.weights())
    }
}

/// Refuses weights that are no numbers, or so large that sums of them would not be.
pub(crate) fn expect_sensible<G: Playable>(evaluator: &G::Evaluators) -> Result<(), String> {
    struct Check;
    impl<P: Position> EvaluatorVisitor<P> for Check {
        type Output = Result<(), String>;

        fn visit<E: Linear<P> + 'static>(self, eval: E) -> Self::Output {
            for (name, weight) in eval.names().into_iter().zip(eval.weights()) {
                if !weight.is_finite() || weight.abs() > LARGEST_WEIGHT {
                    return Err(format!(
                        "{name} = {weight}: expected a number from -{LARGEST_WEIGHT} to {LARGEST_WEIGHT}"
                    ));
                }
            }
            Ok(())
        }
    }
    evaluator.visit(Check)
}

impl WeightsFile {
    /// The names of the built-in weights.
    pub fn names<G: Playable>() -> Vec<String> {
        embedded::names::<Weights>(G::NAME)
    }

    /// The weights of an evaluator, with a sentence on where they come from.
    pub fn new<G: Playable>(
        evaluator: &G::Evaluators,
        provenance: &str,
    ) -> Result<Self, EngineError> {
        let bad =
            |reason: String| EngineError::BadWeights { name: evaluator.kind().into(), reason };
        let table = toml::Table::try_from(evaluator).map_err(|error| bad(error.to_string()))?;
        match table.get("weights") {
            Some(toml::Value::Table(weights)) => Ok(Self {
                version: VERSION,
                kind: evaluator.kind().into(),
                provenance: provenance.into(),
                relations: Vec::new(),
                weights: weights.clone(),
            }),
            _ => Err(bad("it has no weights".into())),
        }
    }

    /// The built-in weights of this name, or those in this file; a path is looked for in `folder`
    /// if there is one.
    pub fn load<G: Playable>(
        name_or_path: &str,
        folder: Option<&Path>,
    ) -> Result<Self, EngineError> {
        if !is_path(name_or_path) {
            let text = embedded::text::<Weights>(G::NAME, name_or_path);
            let text = text.ok_or_else(|| EngineError::UnknownWeights {
                name: name_or_path.to_owned(),
                known: Self::names::<G>().join(", "),
            })?;
            return Self::parse::<G>(&text, name_or_path);
        }
        let path = folder.map_or_else(|| name_or_path.into(), |folder| folder.join(name_or_path));
        let text =
            limited_file::read_text(&path, LARGEST_FILE).map_err(EngineError::ReadWeights)?;
        Self::parse::<G>(&text, &path.display().to_string())
    }

    /// Reads weights from text. `origin` names it in messages.
    pub fn parse<G: Playable>(text: &str, origin: &str) -> Result<Self, EngineError> {
        let bad = |reason: String| EngineError::BadWeights { name: origin.to_owned(), reason };
        let file: Self =
            toml::from_str(text).map_err(|error| bad(crate::profile::toml_reason(&error, text)))?;
        if file.version != VERSION {
            return Err(bad(format!("version {} is not known: expected {VERSION}", file.version)));
        }
        let evaluator = file.evaluator::<G>().map_err(bad)?;
        expect_sensible::<G>(&evaluator).map_err(bad)?;
        Ok(file)
    }

    /// The evaluator with these weights.
    pub fn evaluator<G: Playable>(&self) -> Result<G::Evaluators, String> {
        let mut table = toml::Table::new();
        table.insert("kind".into(), toml::Value::String(self.kind.clone()));
        table.insert("weights".into(), toml::Value::Table(self.weights.clone()));
        table.try_into().map_err(|error: toml::de::Error| error.message().replace('\n', " "))
    }

    /// The stated relations as constraints on the weights in their order. A weight of another file is looked for
    /// in `folder` first if there is one, then among the built-in ones.
    pub fn constraints<G: Playable>(
        &self,
        folder: Option<&Path>,
    ) -> Result<Vec<Constraint>, String> {
        let names = self.evaluator::<G>()?.visit(Weighing).0;
        let place = |name: &str| names.iter().position(|known| known == name);
        let elsewhere = |file: &str, name: &str| {
            let beside = folder.map(|folder| folder.join(format!("{file}.toml")));
            let path = beside.filter(|path| path.exists());
            let path = path.map_or_else(|| file.to_owned(), |path| path.display().to_string());
            let other = Self::load::<G>(&path, None).map_err(|error| error.to_string())?;
            let (names, weights) = other.evaluator::<G>()?.visit(Weighing);
            let found = names.iter().position(|known| known == name);
            found.map(|i| weights[i]).ok_or_else(|| format!("{file} has no weight {name}"))
        };
        let mut all = Vec::new();
        for stated in &self.relations {
            all.extend(relations::parse(&stated.rule, &place, &elsewhere)?);
        }
        Ok(all)
    }

    /// Sets the weight of this name, whose parts are parted by dots; rounded, for more digits than
    /// these were never learned.
    pub fn set(&mut self, name: &str, weight: f32) {
        let rounded = (f64::from(weight) * 1000.0).round() / 1000.0;
        self.put(name, rounded.into());
    }

    /// Sets the weight of this name to a whole number.
    pub fn set_whole(&mut self, name: &str, weight: i32) {
        self.put(name, i64::from(weight).into());
    }

    fn put(&mut self, name: &str, weight: toml::Value) {
        let (tables, field) = name.rsplit_once('.').unwrap_or(("", name));
        let mut table = &mut self.weights;
        for part in tables.split('.').filter(|part| !part.is_empty()) {
            let inner = table.entry(part).or_insert_with(|| toml::Table::new().into());
            if !inner.is_table() {
                *inner = toml::Table::new().into();
            }
            table = inner.as_table_mut().expect("it was just made one");
        }
        table.insert(field.into(), weight);
    }

    /// The file as text.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("weights are plain data")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_games::loa::Loa;

    #[test]
    fn built_in_weights_are_of_their_kind_and_say_where_they_come_from() {
        for name in WeightsFile::names::<Loa>() {
            let file =
                WeightsFile::load::<Loa>(&name, None).unwrap_or_else(|error| panic!("{error}"));
            let is_ours = name == "champion";
            assert!(is_ours || name.starts_with(&file.kind), "{name}");
            assert!(file.provenance.len() > 20, "{name}");
        }
    }

    #[test]
    fn built_in_weights_keep_what_their_sources_say() {
        let mut rules: Vec<(String, usize)> = Vec::new();
        for name in WeightsFile::names::<Loa>() {
            let file = WeightsFile::load::<Loa>(&name, None).expect("built in");
            // No text speaks of our own.
            assert!(name == "champion" || !file.relations.is_empty(), "{name} names no relations");
            let weights = file.evaluator::<Loa>().expect("of a known kind").visit(Weighing).1;
            let constraints = file.constraints::<Loa>(None);
            let constraints = constraints.unwrap_or_else(|reason| panic!("{name}: {reason}"));
            rules.push((name.clone(), constraints.len()));
            for constraint in constraints {
                let excess = constraint.excess(&weights);
                assert!(constraint.holds(&weights), "{name}: {constraint}, by {excess}");
            }
            // What is set by hand keeps what was learned under.
            let by_hand = WeightsFile::load::<Loa>(&format!("{name}-hand"), None);
            if let Ok(by_hand) = by_hand {
                assert_eq!(by_hand.relations, file.relations, "{name}");
            }
        }
        // So many things are stated of each: a rule that was lost would not be missed otherwise.
        let stated = [
            ("champion", 0),
            ("mia-1", 6),
            ("mia-1-hand", 6),
            ("mia-2", 8),
            ("mia-2-hand", 8),
            ("mia-3", 10),
            ("mia-4", 11),
            ("mona", 42),
            ("mona-hand", 42),
            ("yl", 55),
            ("yl-hand", 55),
        ];
        assert_eq!(rules, stated.map(|(name, rules)| (name.to_owned(), rules)));
    }

    /// `billings-bjornsson` 5.2: a threat dominates all other terms, also where these are lopsided.
    #[test]
    fn a_threat_of_mona_dominates_all_other_terms() {
        use conjoin_eval::weighted_sum;
        use conjoin_games::loa::{Position as Board, Rules, parse_position};
        struct Judging(Board);
        impl EvaluatorVisitor<Board> for Judging {
            type Output = f32;

            fn visit<E: Linear<Board> + 'static>(self, eval: E) -> f32 {
                weighted_sum(&eval, &self.0)
            }
        }
        for text in ["b7/8/8/3bb3/3bb3/3bb3/8/ww1w4 b", "b6b/8/2bbbb2/2bbbb2/8/8/8/ww1w4 b"] {
            let board = parse_position(text, Rules::OLYMPIAD).expect("a position");
            for name in ["mona", "mona-hand"] {
                let file = WeightsFile::load::<Loa>(name, None).expect("built in");
                let points = file.evaluator::<Loa>().expect("of a kind").visit(Judging(board));
                assert!(points < 0.0, "{name}: {points} for Black, White threatens: {text}");
            }
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for name in WeightsFile::names::<Loa>() {
            let file = WeightsFile::load::<Loa>(&name, None).expect("built in");
            let evaluator = file.evaluator::<Loa>().expect("of a known kind");
            let written = WeightsFile::new::<Loa>(&evaluator, "a test").expect("it has weights");
            let read = WeightsFile::parse::<Loa>(&written.to_text(), "text").expect("as written");
            assert_eq!(read.evaluator::<Loa>(), Ok(evaluator), "{name}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let head = "version = 1\nkind = \"mia\"\nprovenance = \"a test\"\n";
        for (text, says) in [
            ("kind = 3", "line 1, column 8"),
            (&head.replace("= 1", "= 2"), "missing field `weights`"),
            (&format!("{}[weights]", head.replace("= 1", "= 2")), "version 2 is not known"),
            (&format!("{}[weights]", head.replace("mia", "tal")), "unknown variant `tal`"),
            (&format!("{head}[weights]\nwarp = 9"), "unknown field `warp`"),
            (&format!("{head}[weights]\nmobility = nan"), "mobility = NaN"),
            (&format!("{head}[weights]\nmobility = 1e308"), "mobility = inf"),
        ] {
            let error = WeightsFile::parse::<Loa>(text, "mine").unwrap_err().to_string();
            assert!(error.contains(says) && error.contains("mine"), "{error}");
        }
        let error = WeightsFile::load::<Loa>("mia-9", None).unwrap_err().to_string();
        assert!(error.contains("mia-9") && error.contains("mia-4"), "{error}");
        let error = WeightsFile::load::<Loa>("no/such.toml", None).unwrap_err().to_string();
        assert!(error.contains("no/such.toml"), "{error}");
    }
}
