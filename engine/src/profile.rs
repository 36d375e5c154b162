//! Profiles: players described in TOML.
//!
//! A profile is one of our own engines (an evaluator and a search, perhaps handicapped) or an
//! outside program. The built-in ones are files in `engine/profiles`, embedded in the binary; any
//! other is read from a path. A profile may inherit from another and change a few things:
//! `docs/profiles.md` describes the format.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use conjoin_search::SearchConfig;
use serde::{Deserialize, Serialize};

use crate::level::Handicap;
use crate::overlay::{overlaid, overlaid_switches};
use crate::{EngineError, EvaluatorConfig, WeightsFile};

/// A player, ready to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub description: String,
    /// What plays.
    pub engine: EngineKind,
}

/// What plays under a profile.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineKind {
    /// Our own search.
    Own(Box<OwnEngine>),
    /// Another program.
    Outside(OutsideEngine),
}

/// One of our own engines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnEngine {
    /// What a position is worth.
    pub evaluator: EvaluatorConfig,
    /// What the search does.
    pub search: SearchConfig,
    /// What keeps it from its full strength.
    pub handicap: Option<Handicap>,
}

impl OwnEngine {
    /// Does the seed change how it plays? Everything else a new game makes it forget.
    pub fn uses_seed(&self) -> bool {
        self.handicap.is_some() || self.evaluator.is_random()
    }
}

/// A language that outside engines speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// The universal game interface.
    #[default]
    Ugi,
    /// The universal chess interface, with moves of Lines of Action.
    Uci,
}

/// An outside program.
#[derive(Clone, Debug, PartialEq)]
pub struct OutsideEngine {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The language it speaks.
    pub protocol: Protocol,
    /// Options it is given at the start.
    pub options: BTreeMap<String, String>,
    /// Seconds it may think when a request has no time limit.
    pub patience: u64,
}

/// Seconds an outside program may think when a request has no time limit.
const PATIENCE: u64 = 120;

/// The version of the format.
const VERSION: u32 = 1;

/// A file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    name: Option<String>,
    #[serde(default)]
    description: String,
    inherits: Option<String>,
    evaluator: Option<toml::Table>,
    search: Option<toml::Table>,
    handicap: Option<toml::Table>,
    command: Option<Vec<String>>,
    protocol: Option<Protocol>,
    options: Option<BTreeMap<String, toml::Value>>,
    patience: Option<u64>,
}

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        const BUILT_IN: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../profiles/", $name, ".toml")))),*];
    };
}

built_in!(
    "basic",
    "basic-bare",
    "champion",
    "level-1",
    "level-2",
    "level-3",
    "level-4",
    "level-5",
    "level-6",
    "level-7",
    "level-8",
    "level-9",
    "level-10",
    "mia-1",
    "mia-2",
    "mia-3",
    "mia-4",
    "mia-4-mca",
    "yl",
    "yl-2001",
    "mona",
);

/// Profiles that inherit from one another: more than this is a circle.
const LONGEST_CHAIN: usize = 16;

impl Profile {
    /// The names of the built-in profiles.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The built-in profile of this name, or the one in this file.
    pub fn load(name_or_path: &str) -> Result<Self, EngineError> {
        resolve(name_or_path, None, LONGEST_CHAIN)
    }

    /// Reads a profile from text. `origin` names it in messages, and where it inherits from
    /// another file, that is looked for beside it.
    pub fn parse(text: &str, origin: &Path) -> Result<Self, EngineError> {
        build(text, &origin.display().to_string(), origin.parent(), LONGEST_CHAIN)
    }
}

/// Finds a profile by name or path; a path is looked for in `folder` too.
fn resolve(
    name_or_path: &str,
    folder: Option<&Path>,
    chain: usize,
) -> Result<Profile, EngineError> {
    if let Some((name, text)) = BUILT_IN.iter().find(|(name, _)| *name == name_or_path) {
        return build(text, name, None, chain);
    }
    let is_path = name_or_path.contains(['/', '\\'])
        || Path::new(name_or_path).extension().is_some_and(|e| e.eq_ignore_ascii_case("toml"));
    if !is_path {
        return Err(EngineError::UnknownProfile {
            name: name_or_path.to_owned(),
            known: Profile::names().collect::<Vec<_>>().join(", "),
        });
    }
    let path = match folder {
        Some(folder) => folder.join(name_or_path),
        None => PathBuf::from(name_or_path),
    };
    let shown = path.display().to_string();
    match std::fs::read_to_string(&path) {
        Ok(text) => build(&text, &shown, path.parent(), chain),
        Err(source) => Err(EngineError::ReadProfile { path: shown, source }),
    }
}

/// Reads a profile and those that it inherits from.
fn build(
    text: &str,
    origin: &str,
    folder: Option<&Path>,
    chain: usize,
) -> Result<Profile, EngineError> {
    let bad = |reason: String| EngineError::BadProfile { name: origin.to_owned(), reason };
    let file: File = toml::from_str(text).map_err(|error| bad(toml_reason(&error, text)))?;
    if file.version != VERSION {
        return Err(bad(format!("version {} is not known: expected {VERSION}", file.version)));
    }
    let stem = Path::new(origin).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = file.name.clone().or(stem).unwrap_or_else(|| origin.to_owned());
    if name.is_empty() || name.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return Err(bad(format!("name {name:?}: expected a word without blanks")));
    }
    let base = match &file.inherits {
        None => None,
        Some(_) if chain == 0 => {
            return Err(bad("inherits from a profile that inherits from it".into()));
        }
        Some(other) => Some(resolve(other, folder, chain - 1)?.engine),
    };
    let engine = if file.command.is_some() || matches!(base, Some(EngineKind::Outside(_))) {
        EngineKind::Outside(outside(&file, base).map_err(bad)?)
    } else {
        EngineKind::Own(Box::new(own(&file, base, folder).map_err(bad)?))
    };
    Ok(Profile { name, description: file.description, engine })
}

/// The first line of what is wrong with a TOML text, and where.
pub(crate) fn toml_reason(error: &toml::de::Error, text: &str) -> String {
    let place = error.span().map(|span| {
        let before = &text[..span.start.min(text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        format!("line {line}, column {column}: ")
    });
    format!("{}{}", place.unwrap_or_default(), error.message().replace('\n', " "))
}

/// An engine of our own, as far as the file changes the one it inherits from.
fn own(file: &File, base: Option<EngineKind>, folder: Option<&Path>) -> Result<OwnEngine, String> {
    for (key, given) in [
        ("protocol", file.protocol.is_some()),
        ("options", file.options.is_some()),
        ("patience", file.patience.is_some()),
    ] {
        if given {
            return Err(format!("{key} is for an outside engine, and there is no command"));
        }
    }
    let mut engine = match base {
        Some(EngineKind::Own(engine)) => *engine,
        _ if file.evaluator.is_some() => OwnEngine::default(),
        _ => return Err("expected an evaluator, a command or a profile to inherit from".into()),
    };
    if let Some(changes) = &file.evaluator {
        engine.evaluator = match (changes.get("weights"), changes.get("kind")) {
            (Some(toml::Value::String(name)), _) => named_weights(name, changes, folder)?,
            // Another evaluator keeps nothing of the old one's weights.
            (_, Some(_)) => toml::Value::Table(changes.clone())
                .try_into()
                .map_err(|e: toml::de::Error| format!("evaluator: {}", e.message()))?,
            (_, None) => overlaid("evaluator", &engine.evaluator, changes)?,
        };
    }
    if let Some(changes) = &file.search {
        engine.search = overlaid_switches("search", &engine.search, changes)?;
    }
    if let Some(changes) = &file.handicap {
        let handicap = engine.handicap.unwrap_or_default();
        let handicap = overlaid("handicap", &handicap, changes)?;
        engine.handicap = Some(handicap.checked().map_err(|e| format!("handicap: {e}"))?);
    }
    Ok(engine)
}

/// The evaluator whose weights stand in another file.
fn named_weights(
    name: &str,
    changes: &toml::Table,
    folder: Option<&Path>,
) -> Result<EvaluatorConfig, String> {
    let evaluator = WeightsFile::load(name, folder)
        .map_err(|error| format!("evaluator: {error}"))?
        .evaluator()
        .map_err(|reason| format!("evaluator: weights {name}: {reason}"))?;
    for (key, value) in changes {
        match key.as_str() {
            "weights" => {}
            "kind" if value.as_str() == Some(evaluator.kind()) => {}
            "kind" => {
                let kind = evaluator.kind();
                return Err(format!(
                    "evaluator.kind: {value}, but the weights {name} are of {kind}"
                ));
            }
            _ => return Err(format!("evaluator.{key}: expected kind or weights")),
        }
    }
    Ok(evaluator)
}

/// An outside engine, as far as the file changes the one it inherits from.
fn outside(file: &File, base: Option<EngineKind>) -> Result<OutsideEngine, String> {
    for (key, given) in [
        ("evaluator", file.evaluator.is_some()),
        ("search", file.search.is_some()),
        ("handicap", file.handicap.is_some()),
    ] {
        if given {
            return Err(format!("{key} is for an engine of our own, and there is a command"));
        }
    }
    let mut engine = match base {
        Some(EngineKind::Outside(engine)) => engine,
        Some(EngineKind::Own(_)) => {
            return Err("an outside engine cannot inherit from one of our own".into());
        }
        None => OutsideEngine {
            command: Vec::new(),
            protocol: Protocol::default(),
            options: BTreeMap::new(),
            patience: PATIENCE,
        },
    };
    engine.command = file.command.clone().unwrap_or(engine.command);
    engine.protocol = file.protocol.unwrap_or(engine.protocol);
    engine.patience = file.patience.unwrap_or(engine.patience).max(1);
    if engine.command.first().is_none_or(String::is_empty) {
        return Err("command: expected a program and its arguments".into());
    }
    for (key, value) in file.options.iter().flatten() {
        let text = match value {
            toml::Value::String(text) => text.clone(),
            toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => {
                value.to_string()
            }
            _ => return Err(format!("options.{key}: expected a text, a number, true or false")),
        };
        if key.contains(['\n', '\r']) || text.contains(['\n', '\r']) {
            return Err(format!("options.{key}: expected one line"));
        }
        engine.options.insert(key.clone(), text);
    }
    Ok(engine)
}
