//! Profiles: players described in TOML.
//!
//! A profile is one of our own engines (an evaluator and a search, perhaps handicapped) or an
//! outside program. The built-in ones are files in `engine/profiles`, embedded in the binary; any
//! other is read from a path. A profile may inherit from another and change a few things:
//! `docs/profiles.md` describes the format.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use conjoin_core::limited_file;
use conjoin_eval::{EvaluatorSet, Playable};
use conjoin_search::{MovePlies, Predictions, SearchConfig};
use serde::{Deserialize, Serialize};

use crate::EngineError;
use crate::book::{BookParams, BookUse};
use crate::embedded::{self, Profiles};
use crate::endgame::EndgameParams;
use crate::level::Handicap;
use crate::overlay::{overlaid, overlaid_switches};
use crate::probcut;
use crate::proof_search::ProofSearchParams;
use crate::thinking::Thinking;
use crate::time::TimeParams;
use crate::transitions::{TransitionParams, Transitions};
use crate::weights::{self, WeightsFile};

/// A player, ready to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile<G: Playable> {
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub description: String,
    /// How long it may think about its moves in a match, in place of what the match allows all players.
    pub limit: Option<Thinking>,
    /// What plays.
    pub engine: EngineKind<G>,
}

/// What plays under a profile.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineKind<G: Playable> {
    /// Our own search.
    Own(Box<OwnEngine<G>>),
    /// Another program.
    Outside(OutsideEngine),
}

/// One of our own engines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnEngine<G: Playable> {
    /// What a position is worth.
    pub evaluator: G::Evaluators,
    /// What the search does.
    pub search: SearchConfig,
    /// What moves cost in realization probability search, made from the counts that `search` names.
    pub move_plies: Option<MovePlies>,
    /// What shallow searches foretell, for the techniques of `search` that go by it.
    pub predictions: Predictions,
    /// How it uses its clock.
    pub time: TimeParams,
    /// What keeps it from its full strength.
    pub handicap: Option<Handicap>,
    /// What it does otherwise in the endgame.
    pub endgame: Option<EndgameParams>,
    /// The proof search before its own search, late in a game.
    pub proof_search: Option<ProofSearchParams>,
    /// The opening book that it plays by.
    pub book: Option<BookUse<G>>,
}

impl<G: Playable> OwnEngine<G> {
    /// Does the seed change how it plays? Everything else a new game makes it forget.
    pub fn uses_seed(&self) -> bool {
        let chooses = self.book.as_ref().is_some_and(|book| book.params.margin > 0);
        self.handicap.is_some() || self.evaluator.is_random() || chooses
    }
}

/// A language that outside engines speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// The universal game interface.
    #[default]
    Ugi,
    /// The universal chess interface, with the moves of the game.
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
    limit: Option<toml::Value>,
    evaluator: Option<toml::Table>,
    search: Option<toml::Table>,
    time: Option<toml::Table>,
    handicap: Option<toml::Table>,
    endgame: Option<toml::Value>,
    proof_search: Option<toml::Value>,
    book: Option<toml::Value>,
    command: Option<Vec<String>>,
    protocol: Option<Protocol>,
    options: Option<BTreeMap<String, toml::Value>>,
    patience: Option<u64>,
}

/// The longest chain of profiles that inherit from one another.
const LONGEST_CHAIN: usize = 64;

impl<G: Playable> Profile<G> {
    /// The names of the built-in profiles.
    pub fn names() -> Vec<String> {
        embedded::names::<Profiles>(G::NAME)
    }

    /// The built-in profile of this name, or the one in this file.
    pub fn load(name_or_path: &str) -> Result<Self, EngineError> {
        resolve(name_or_path, None, &mut Vec::new())
    }

    /// Reads a profile from text. `origin` names it in messages, and where it inherits from
    /// another file, that is looked for beside it.
    pub fn parse(text: &str, origin: &Path) -> Result<Self, EngineError> {
        build(text, &origin.display().to_string(), origin.parent(), &mut Vec::new())
    }
}

/// Finds a profile by name or path; a path is looked for in `folder` too.
fn resolve<G: Playable>(
    name_or_path: &str,
    folder: Option<&Path>,
    chain: &mut Vec<String>,
) -> Result<Profile<G>, EngineError> {
    if !weights::is_path(name_or_path) {
        let text = embedded::text::<Profiles>(G::NAME, name_or_path);
        let text = text.ok_or_else(|| EngineError::UnknownProfile {
            name: name_or_path.to_owned(),
            known: Profile::<G>::names().join(", "),
        })?;
        return build(&text, name_or_path, None, chain);
    }
    let path = match folder {
        Some(folder) => folder.join(name_or_path),
        None => PathBuf::from(name_or_path),
    };
    let text = limited_file::read_text(&path, weights::LARGEST_FILE);
    let text = text.map_err(EngineError::ReadProfile)?;
    build(&text, &path.display().to_string(), path.parent(), chain)
}

/// Reads a profile and those that it inherits from.
fn build<G: Playable>(
    text: &str,
    origin: &str,
    folder: Option<&Path>,
    chain: &mut Vec<String>,
) -> Result<Profile<G>, EngineError> {
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
    let place = std::fs::canonicalize(origin).ok();
    let place = place.map_or_else(|| origin.to_owned(), |place| place.display().to_string());
    if chain.contains(&place) {
        return Err(bad("inherits from a profile that inherits from it".into()));
    }
    if chain.len() == LONGEST_CHAIN {
        return Err(bad(format!("a chain of more than {LONGEST_CHAIN} profiles inherits from it")));
    }
    chain.push(place);
    let base = match &file.inherits {
        None => None,
        Some(other) => Some(resolve::<G>(other, folder, chain)?),
    };
    let (inherited, base) = base.map_or((None, None), |base| (base.limit, Some(base.engine)));
    let limit = match &file.limit {
        None => inherited,
        Some(value) => Thinking::of_profile(value).map_err(|e| bad(format!("limit: {e}")))?,
    };
    let engine = if file.command.is_some() || matches!(base, Some(EngineKind::Outside(_))) {
        EngineKind::Outside(outside(&file, base).map_err(bad)?)
    } else {
        EngineKind::Own(Box::new(own(&file, base, folder).map_err(bad)?))
    };
    Ok(Profile { name, description: file.description, limit, engine })
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
fn own<G: Playable>(
    file: &File,
    base: Option<EngineKind<G>>,
    folder: Option<&Path>,
) -> Result<OwnEngine<G>, String> {
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
            (Some(toml::Value::String(name)), _) => named_weights::<G>(name, changes, folder)?,
            // Another evaluator keeps nothing of the old one's weights.
            (_, Some(_)) => toml::Value::Table(changes.clone())
                .try_into()
                .map_err(|e: toml::de::Error| format!("evaluator: {}", e.message()))?,
            (_, None) => overlaid("evaluator", &engine.evaluator, changes)?,
        };
        weights::expect_sensible::<G>(&engine.evaluator).map_err(|e| format!("evaluator: {e}"))?;
    }
    if let Some(changes) = &file.search {
        engine.search = overlaid_switches("search", &engine.search, changes)?;
        if changes.contains_key("realization") {
            engine.move_plies = move_plies::<G>(&engine.search, folder)
                .map_err(|reason| format!("search.realization.{reason}"))?;
        }
        probcut::renew::<G>(&mut engine.predictions, &engine.search, changes, folder)?;
    }
    if let Some(changes) = &file.time {
        let time: TimeParams = overlaid_switches("time", &engine.time, changes)?;
        engine.time = time.checked().map_err(|e| format!("time: {e}"))?;
    }
    if let Some(changes) = &file.handicap {
        let handicap = engine.handicap.unwrap_or_default();
        let handicap = overlaid("handicap", &handicap, changes)?;
        engine.handicap = Some(handicap.checked().map_err(|e| format!("handicap: {e}"))?);
        // Who is to play less well does not open like a master, unless that is asked for.
        engine.book = engine.book.filter(|_| file.book.is_some());
    }
    if let Some(changes) = &file.book {
        engine.book = own_book(engine.book, changes, folder)?;
    }
    if let Some(change) = &file.endgame {
        engine.endgame = endgame(engine.endgame, change)?;
    }
    if let Some(change) = &file.proof_search {
        engine.proof_search = proof_search(engine.proof_search, change)?;
    }
    Ok(engine)
}

/// What moves cost in the search of a profile; a path is looked for in `folder`.
fn move_plies<G: Playable>(
    search: &SearchConfig,
    folder: Option<&Path>,
) -> Result<Option<MovePlies>, String> {
    let Some(params) = &search.realization else { return Ok(None) };
    params.expect_sensible()?;
    if params.transitions.is_empty() {
        return Err("transitions: expected the name of counts, or the path of a TOML file".into());
    }
    let bounds =
        TransitionParams { constant: params.constant, least: params.least, most: params.most };
    let bounds = bounds.checked()?;
    let counts = Transitions::load::<G>(&params.transitions, folder);
    let counts = counts.map_err(|error| format!("transitions: {error}"))?;
    Ok(Some(MovePlies::new(&counts.plies::<G::Position>(&bounds))))
}

/// What an engine does otherwise in the endgame, switched off or on or changed.
fn endgame(
    base: Option<EndgameParams>,
    change: &toml::Value,
) -> Result<Option<EndgameParams>, String> {
    let base = base.unwrap_or_default();
    let params = match change {
        toml::Value::Boolean(false) => return Ok(None),
        toml::Value::Boolean(true) => base,
        toml::Value::Table(changes) => overlaid("endgame", &base, changes)?,
        other => return Err(format!("endgame = {other}: expected true, false or a table")),
    };
    params.checked().map(Some).map_err(|e| format!("endgame: {e}"))
}

/// The proof search of an engine, switched off or on or changed.
fn proof_search(
    base: Option<ProofSearchParams>,
    change: &toml::Value,
) -> Result<Option<ProofSearchParams>, String> {
    let base = base.unwrap_or_default();
    let params = match change {
        toml::Value::Boolean(false) => return Ok(None),
        toml::Value::Boolean(true) => base,
        toml::Value::Table(changes) => overlaid("proof_search", &base, changes)?,
        other => return Err(format!("proof_search = {other}: expected true, false or a table")),
    };
    params.checked().map(Some).map_err(|e| format!("proof_search: {e}"))
}

/// The book of a profile: switched off, on with its defaults, or on with some parameters set.
fn own_book<G: Playable>(
    before: Option<BookUse<G>>,
    changes: &toml::Value,
    folder: Option<&Path>,
) -> Result<Option<BookUse<G>>, String> {
    let no_changes = toml::Table::new();
    let changes = match changes {
        toml::Value::Boolean(false) => return Ok(None),
        toml::Value::Boolean(true) => &no_changes,
        toml::Value::Table(changes) => changes,
        _ => return Err(format!("book {changes}: expected true, false or a table")),
    };
    let params = before.as_ref().map_or_else(BookParams::default, |book| book.params.clone());
    let params = overlaid("book", &params, changes)?;
    let params = params.checked().map_err(|e| format!("book: {e}"))?;
    match before {
        // A file that it inherits from names a book beside itself.
        Some(BookUse { book, .. }) if !changes.contains_key("name") => {
            Ok(Some(BookUse { params, book }))
        }
        _ => BookUse::load(params, folder).map(Some).map_err(|error| format!("book: {error}")),
    }
}

/// The evaluator whose weights stand in another file.
fn named_weights<G: Playable>(
    name: &str,
    changes: &toml::Table,
    folder: Option<&Path>,
) -> Result<G::Evaluators, String> {
    let evaluator = WeightsFile::load::<G>(name, folder)
        .map_err(|error| format!("evaluator: {error}"))?
        .evaluator::<G>()
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
fn outside<G: Playable>(file: &File, base: Option<EngineKind<G>>) -> Result<OutsideEngine, String> {
    for (key, given) in [
        ("evaluator", file.evaluator.is_some()),
        ("search", file.search.is_some()),
        ("time", file.time.is_some()),
        ("handicap", file.handicap.is_some()),
        ("endgame", file.endgame.is_some()),
        ("proof_search", file.proof_search.is_some()),
        ("book", file.book.is_some()),
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
