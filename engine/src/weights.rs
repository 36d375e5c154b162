//! Weights of evaluators as files of their own, so that profiles share them and learning can
//! write them.
//!
//! A file names the kind of evaluator, says where its numbers come from, and holds the table of
//! weights. The built-in ones are in `engine/weights`; `docs/profiles.md` describes the format.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{EngineError, EvaluatorConfig};

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
    /// The weights.
    pub weights: toml::Table,
}

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        const BUILT_IN: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../weights/", $name, ".toml")))),*];
    };
}

built_in!("mia-1", "mia-2", "mia-3", "mia-4", "yl", "mona");

impl WeightsFile {
    /// The names of the built-in weights.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The weights of an evaluator, with a sentence on where they come from.
    pub fn new(evaluator: &EvaluatorConfig, provenance: &str) -> Result<Self, EngineError> {
        let bad =
            |reason: String| EngineError::BadWeights { name: evaluator.kind().into(), reason };
        let table = toml::Table::try_from(evaluator).map_err(|error| bad(error.to_string()))?;
        match table.get("weights") {
            Some(toml::Value::Table(weights)) => Ok(Self {
                version: VERSION,
                kind: evaluator.kind().into(),
                provenance: provenance.into(),
                weights: weights.clone(),
            }),
            _ => Err(bad("it has no weights".into())),
        }
    }

    /// The built-in weights of this name, or those in this file; a path is looked for in `folder`
    /// if there is one.
    pub fn load(name_or_path: &str, folder: Option<&Path>) -> Result<Self, EngineError> {
        if let Some((name, text)) = BUILT_IN.iter().find(|(name, _)| *name == name_or_path) {
            return Self::parse(text, name);
        }
        let is_path = name_or_path.contains(['/', '\\'])
            || Path::new(name_or_path).extension().is_some_and(|e| e.eq_ignore_ascii_case("toml"));
        if !is_path {
            return Err(EngineError::UnknownWeights {
                name: name_or_path.to_owned(),
                known: Self::names().collect::<Vec<_>>().join(", "),
            });
        }
        let path = folder.map_or_else(|| name_or_path.into(), |folder| folder.join(name_or_path));
        let shown = path.display().to_string();
        match std::fs::read_to_string(&path) {
            Ok(text) => Self::parse(&text, &shown),
            Err(source) => Err(EngineError::ReadWeights { path: shown, source }),
        }
    }

    /// Reads weights from text. `origin` names it in messages.
    pub fn parse(text: &str, origin: &str) -> Result<Self, EngineError> {
        let bad = |reason: String| EngineError::BadWeights { name: origin.to_owned(), reason };
        let file: Self =
            toml::from_str(text).map_err(|error| bad(crate::profile::toml_reason(&error, text)))?;
        if file.version != VERSION {
            return Err(bad(format!("version {} is not known: expected {VERSION}", file.version)));
        }
        file.evaluator().map_err(bad)?;
        Ok(file)
    }

    /// The evaluator with these weights.
    pub fn evaluator(&self) -> Result<EvaluatorConfig, String> {
        let mut table = toml::Table::new();
        table.insert("kind".into(), toml::Value::String(self.kind.clone()));
        table.insert("weights".into(), toml::Value::Table(self.weights.clone()));
        table.try_into().map_err(|error: toml::de::Error| error.message().replace('\n', " "))
    }

    /// Sets the weight of this name, whose parts are parted by dots; rounded, for more digits than
    /// these were never learned.
    pub fn set(&mut self, name: &str, weight: f32) {
        let (tables, field) = name.rsplit_once('.').unwrap_or(("", name));
        let mut table = &mut self.weights;
        for part in tables.split('.').filter(|part| !part.is_empty()) {
            let inner = table.entry(part).or_insert_with(|| toml::Table::new().into());
            if !inner.is_table() {
                *inner = toml::Table::new().into();
            }
            table = inner.as_table_mut().expect("it was just made one");
        }
        let rounded = (f64::from(weight) * 1000.0).round() / 1000.0;
        table.insert(field.into(), rounded.into());
    }

    /// The file as text.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("weights are plain data")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_weights_are_of_their_kind_and_say_where_they_come_from() {
        for name in WeightsFile::names() {
            let file = WeightsFile::load(name, None).unwrap_or_else(|error| panic!("{error}"));
            assert!(name.starts_with(&file.kind), "{name}");
            assert!(file.provenance.len() > 20, "{name}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for name in WeightsFile::names() {
            let file = WeightsFile::load(name, None).expect("built in");
            let evaluator = file.evaluator().expect("of a known kind");
            let written = WeightsFile::new(&evaluator, "a test").expect("it has weights");
            let read = WeightsFile::parse(&written.to_text(), "text").expect("as written");
            assert_eq!(read.evaluator(), Ok(evaluator), "{name}");
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
        ] {
            let error = WeightsFile::parse(text, "mine").unwrap_err().to_string();
            assert!(error.contains(says) && error.contains("mine"), "{error}");
        }
        let error = WeightsFile::load("mia-9", None).unwrap_err().to_string();
        assert!(error.contains("mia-9") && error.contains("mia-4"), "{error}");
        let error = WeightsFile::load("no/such.toml", None).unwrap_err().to_string();
        assert!(error.contains("no/such.toml"), "{error}");
    }
}
