//! Manifests: what an experiment is, as data.
//!
//! `lab/experiments/<game>/<id>.toml` says where an experiment comes from, what takes part in it, how large
//! it is at each scale, and which formulas fill its tables. Published figures are in
//! `lab/published/<game>/*.csv`, transcribed from the papers.

use std::borrow::Cow;

use conjoin_core::limited_file::ReadError;
use conjoin_engine::{EngineError, EngineKind, OwnEngine, Profile};
use conjoin_eval::Playable;
use serde::{Deserialize, Serialize};

use super::boards::BoardSpec;
use super::converting::ConversionSpec;
use super::dependence::DependenceSpec;
use super::expression::ExpressionError;
use super::learning::LearnerSpec;
use super::move_values::MoveValuesSpec;
use super::passing::PassSpec;
use super::tallying::TallySpec;
use crate::embedded::{self, Experiments};
use crate::usual::Usual;

/// An experiment as its manifest has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Its name on the command line.
    pub id: String,
    /// The game.
    pub game: String,
    /// What it is, in a line.
    pub title: String,
    /// The table, figure or section it repeats.
    pub source: String,
    /// What is measured, and how ours differs.
    pub measures: String,
    /// Solvers that are given the suite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solvers: Vec<SolverSpec>,
    /// Profiles beside the built-in ones: a name and what a profile file holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<toml::Table>,
    /// Profiles that search the suite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<SearchSpec>,
    /// Matches that are played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matches: Vec<MatchSpec>,
    /// Positions that players are asked about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<PointSpec>,
    /// Profiles whose weights learn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learners: Vec<LearnerSpec>,
    /// Profiles that are asked, position by position, about passing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passes: Vec<PassSpec>,
    /// Profiles that play out won positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion: Option<ConversionSpec>,
    /// Profiles whose searches are counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<TallySpec>,
    /// Small boards that are looked at as a whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<BoardSpec>,
    /// A position whose moves are given values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_values: Option<MoveValuesSpec>,
    /// Features whose values are compared over the games of the matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dependence: Option<DependenceSpec>,
    /// How large it is in minutes' work.
    pub quick: Scale,
    /// How large it is where as much as decides its claims is done, and the minutes that it takes at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long: Option<Scale>,
    /// How large it was when it was published.
    pub paper: Scale,
    /// Tables: published, measured, ratio.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TableSpec>,
    /// Plots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plots: Vec<PlotSpec>,
}

/// The limit of a long run whose manifest has no other.
pub const LONG_MINUTES: f64 = 20.0;

/// How large a run is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scale {
    /// Suite of the solvers and of players who convert wins.
    pub endgames: String,
    /// Suite of everything else that looks at positions.
    pub suite: String,
    /// Positions of each suite, spread evenly over it; 0 is all.
    pub positions: usize,
    /// Most nodes of a solver.
    pub nodes: u64,
    /// Most nodes that a solver stores.
    pub stored: usize,
    /// Last iteration of searches.
    pub depth: u32,
    /// Table of searches and players, in MiB.
    pub memory: usize,
    /// Pairs of games in each match.
    pub pairs: usize,
    /// Runs of each learner.
    pub seeds: usize,
    /// Rounds of each of them.
    pub rounds: u32,
    /// What the times and the nodes of matches are multiplied by.
    pub time_factor: f64,
    /// Minutes after which no more work is begun; 0 is no limit.
    pub minutes: f64,
}

impl Scale {
    /// A few seconds' work of the same kind, for tests.
    #[must_use]
    pub fn tiny(&self, usual: &Usual) -> Self {
        let easy = usual.easy.get(&self.endgames).unwrap_or(&self.endgames);
        Self {
            endgames: easy.clone(),
            positions: if self.positions == 1 { 1 } else { 2 },
            nodes: self.nodes.min(100_000),
            stored: self.stored.min(100_000),
            depth: self.depth.min(5),
            memory: 1,
            pairs: 1,
            seeds: self.seeds.min(1),
            rounds: self.rounds.min(2),
            time_factor: self.time_factor * 0.001,
            minutes: 1.0,
            ..self.clone()
        }
    }
}

/// A solver: an algorithm and what is changed in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolverSpec {
    /// Its name in formulas.
    pub name: String,
    /// The algorithm, as `conjoin solve --algorithm` has it; nothing for a profile.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub algorithm: String,
    /// A profile whose search is to prove the win, in place of an algorithm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// `unit` or `mobility`: how leaves begin, for best-first searches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<String>,
    /// Parameters a and b of the second level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growth: Option<[f64; 2]>,
    /// Is the second level as large as the first?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growth_equal: Option<bool>,
    /// Parameters a, b and t of the evaluation-based numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<[i32; 3]>,
    /// Is a score squashed by a sigmoid instead of a step, in the evaluation-based numbers?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sigmoid: Option<bool>,
    /// Keeps solved subtrees of the second level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keeps_solved: Option<bool>,
    /// Takes one of several symmetric moves, for best-first searches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<bool>,
    /// The part of the scale's stored nodes that it has [default: 1].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored_part: Option<f64>,
    /// The smallest scale at which it is asked: `quick`, `long` or `paper`.
    #[serde(default = "quick")]
    pub from: ScaleName,
}

/// A profile that searches the suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchSpec {
    /// The profile.
    pub profile: String,
    /// Its name in formulas [default: that of the profile].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Plies by which it stops before the scale's depth, where its trees are too large.
    #[serde(default)]
    pub less: u32,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSpec {
    /// Its name in formulas.
    pub name: String,
    /// The player whose score is told.
    pub a: String,
    /// Its opponent.
    pub b: String,
    /// Iterations for each move of A and of B.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depths: Option<[u32; 2]>,
    /// Milliseconds for each move, to be multiplied by the scale's factor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<f64>,
    /// Nodes for each move of A and of B, to be multiplied by the scale's factor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<[u64; 2]>,
    /// Moves from the start after which every game begins, in place of openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The openings [default: the usual ones of the game].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// The smallest scale at which it is played: `quick`, `long` or `paper`.
    #[serde(default = "quick")]
    pub from: ScaleName,
    /// The part of the scale's pairs that are played, below the published size [default: 1].
    #[serde(default = "one")]
    pub part: f64,
}

fn quick() -> ScaleName {
    ScaleName::Quick
}

fn one() -> f64 {
    1.0
}

/// A position with a move that somebody found better than another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointSpec {
    /// Its name in formulas.
    pub name: String,
    /// The moves that lead to it from the start.
    pub moves: String,
    /// Moves that are said to be better.
    #[serde(default)]
    pub better: Vec<String>,
    /// Moves that are said to be worse; none where the value itself is asked for.
    #[serde(default)]
    pub worse: Vec<String>,
    /// The profiles that are asked.
    pub profiles: Vec<String>,
    /// The depths they are asked at, less than the scale's depth by this much.
    pub less: Vec<u32>,
}

/// A table whose rows come from a published one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSpec {
    /// Its heading.
    pub title: String,
    /// The published table, a file of `lab/published` without its ending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub csv: Option<String>,
    /// Rows, where there is no such file: values by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<toml::Table>,
    /// The name of a row; `{x}` stands for its value of x, here and below.
    pub label: String,
    /// The columns.
    pub columns: Vec<ColumnSpec>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnSpec {
    /// Its heading.
    pub title: String,
    /// Formula of the published figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
    /// Formula of the measured figure.
    pub measured: String,
}

/// A plot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlotSpec {
    /// Its heading.
    pub title: String,
    /// What stands on the x axis.
    pub x_label: String,
    /// What stands on the y axis.
    pub y_label: String,
    /// Values of x.
    pub x: Vec<f64>,
    /// Is the x axis logarithmic?
    #[serde(default)]
    pub log_x: bool,
    /// The lines.
    pub series: Vec<SeriesSpec>,
}

/// A line of a plot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesSpec {
    /// Its name.
    pub name: String,
    /// Formula of y, in which `{x}` stands for x.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<String>,
    /// Published values of y, as far as they are known, in the order of x.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub published: Vec<f64>,
}

/// A scale by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScaleName {
    /// A few seconds, for tests; never written in manifests.
    Tiny,
    /// Minutes.
    Quick,
    /// As much as decides the claims: what the manifest says, or the published size as far as it goes in
    /// [`LONG_MINUTES`].
    Long,
    /// As it was published.
    Paper,
}

impl ScaleName {
    /// All of them, from the smallest.
    pub const ALL: [Self; 4] = [Self::Tiny, Self::Quick, Self::Long, Self::Paper];

    /// Its name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tiny => "tiny",
            Self::Quick => "quick",
            Self::Long => "long",
            Self::Paper => "paper",
        }
    }
}

/// Why an experiment cannot run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// No such experiment.
    #[error("experiment {id:?} is not known: conjoin lab list names them all")]
    Unknown {
        /// The name.
        id: String,
    },
    /// A manifest, a table or a claim with an error in it.
    #[error("{name}: {reason}")]
    Bad {
        /// The file.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// A formula with an error in it.
    #[error(transparent)]
    Formula(#[from] ExpressionError),
    /// No player.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No solver.
    #[error(transparent)]
    Solve(#[from] conjoin_engine::solve::SolveError),
    /// A board that is too large.
    #[error(transparent)]
    TooManyPositions(#[from] conjoin_prove::retrograde::TooManyPositions),
    /// No memory.
    #[error(transparent)]
    Table(#[from] conjoin_core::table::TableError),
    /// The run file.
    #[error(transparent)]
    RunFile(#[from] crate::run_file::RunFileError),
    /// Openings.
    #[error(transparent)]
    Openings(#[from] crate::openings::OpeningError),
    /// A file of results that cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file of results that cannot be written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
}

impl Manifest {
    /// Reads a manifest.
    pub fn parse(name: &str, text: &str) -> Result<Self, ExperimentError> {
        toml::from_str(text).map_err(|error| ExperimentError::Bad {
            name: format!("{name}.toml"),
            reason: error.to_string().replace('\n', " "),
        })
    }

    /// How large it is.
    pub fn scale(&self, name: ScaleName) -> Scale {
        match name {
            ScaleName::Tiny => self.quick.tiny(&Usual::of(&self.game)),
            ScaleName::Quick => self.quick.clone(),
            ScaleName::Long => {
                let part = || Scale { minutes: LONG_MINUTES, ..self.paper.clone() };
                self.long.clone().unwrap_or_else(part)
            }
            ScaleName::Paper => self.paper.clone(),
        }
    }

    /// A profile of this manifest, or else a built-in one.
    pub fn profile<G: Playable>(&self, name: &str) -> Result<Profile<G>, ExperimentError> {
        let own = self
            .profiles
            .iter()
            .find(|table| table.get("name").and_then(toml::Value::as_str) == Some(name));
        let Some(table) = own else { return self.without_book(Profile::load(name)?) };
        let mut table = table.clone();
        table.insert("version".into(), toml::Value::Integer(1));
        // A profile of this manifest may build on another one.
        if let Some(base) = table.get("inherits").and_then(toml::Value::as_str)
            && self
                .profiles
                .iter()
                .any(|t| t.get("name").and_then(toml::Value::as_str) == Some(base))
        {
            return Err(ExperimentError::Bad {
                name: format!("{}.toml", self.id),
                reason: format!("profile {name} inherits from {base}: expected a built-in one"),
            });
        }
        self.without_book(Profile::parse(&table.to_string(), std::path::Path::new(name))?)
    }

    /// An experiment plays the openings that it chooses.
    fn without_book<G: Playable>(
        &self,
        profile: Profile<G>,
    ) -> Result<Profile<G>, ExperimentError> {
        match &profile.engine {
            EngineKind::Own(engine) if engine.book.is_some() => Err(ExperimentError::Bad {
                name: format!("{}.toml", self.id),
                reason: format!("profile {} has an opening book: book = false", profile.name),
            }),
            _ => Ok(profile),
        }
    }
}

impl Manifest {
    /// An engine of ours by the name of its profile: what looks into evaluators and searches cannot be
    /// asked of an outside program.
    pub fn own_engine<G: Playable>(&self, name: &str) -> Result<OwnEngine<G>, ExperimentError> {
        match self.profile::<G>(name)?.engine {
            EngineKind::Own(engine) => Ok(*engine),
            EngineKind::Outside(_) => Err(ExperimentError::Bad {
                name: format!("{}.toml", self.id),
                reason: format!("profile {name} is an outside program: expected one of ours"),
            }),
        }
    }
}

/// The names of all experiments of all games, in natural order.
pub fn names() -> Vec<String> {
    let name = |path: String| Some(path.rsplit('/').next()?.strip_suffix(".toml")?.to_owned());
    embedded::paths::<Experiments>().into_iter().filter_map(name).collect()
}

/// The manifest of an experiment, as text.
pub fn text(id: &str) -> Option<Cow<'static, str>> {
    embedded::text::<Experiments>(&embedded::path_of::<Experiments>(&format!("{id}.toml"))?)
}

/// The manifest of an experiment.
pub fn load(id: &str) -> Result<Manifest, ExperimentError> {
    let text = text(id).ok_or_else(|| ExperimentError::Unknown { id: id.to_owned() })?;
    Manifest::parse(id, &text)
}
