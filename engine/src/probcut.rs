//! What shallow searches of an evaluator foretell of deep ones, as data: a linear model for each pair of
//! depths (ProbCut, GPC, FGPC) and the ranks of best moves in the order of moves (node cutting).
//!
//! Such data belong to an evaluator with its weights and to the search that goes with it. The files that
//! come with the program are in `engine/probcut`; `docs/learning.md` says how they are made.
//!
//! Source: `tong-thesis` 3.3.1 and 4.3.
//! Differs: the text does not say what becomes of a rank that was hardly met. It has no limit.

use std::path::Path;

use conjoin_core::limited_file;
use conjoin_eval::Playable;
use conjoin_search::{
    DepthPair, GpcParams, IntegratedParams, LinearModel, NodeCuttingParams, Predictions,
    ProbCutParams, RankLimits, SearchConfig,
};
use serde::{Deserialize, Serialize};

use crate::EngineError;
use crate::embedded::{self, ProbCutFiles};
use crate::weights::{LARGEST_FILE, is_path};

/// The version of the format.
const VERSION: u32 = 1;
/// The deepest search of a model.
const DEEPEST: i32 = 60;
/// The most ranks that a table of them has, either way.
const MOST_RANKS: usize = 1_000;
/// Positions in which the best move of the short search had a rank, before that rank has a limit.
pub const LEAST_POSITIONS: u64 = 20;

/// A fitted linear model: `deep = a * shallow + b`, with an error of standard deviation `sigma`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinearFit {
    /// Depth of the shallow search.
    pub shallow: i32,
    /// Depth of the deep one.
    pub deep: i32,
    /// The slope.
    pub a: f64,
    /// The deep value, in points, where the shallow one is 0.
    pub b: f64,
    /// The standard deviation of the error, in points.
    pub sigma: f64,
    /// The correlation of both values.
    pub r: f64,
    /// Positions that it is fitted to.
    pub positions: u64,
}

/// How often the best move of a deep search had which rank, by the rank of the best move of a short one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RankCounts {
    /// Depth of the short search.
    pub short: i32,
    /// Depth of the deep one, at which moves are cut.
    pub depth: i32,
    /// By the rank of the short search's best move, then by that of the deep one's, both from 0.
    pub counts: Vec<Vec<u64>>,
}

impl RankCounts {
    /// Counts a position.
    pub fn add(&mut self, of_short: usize, of_deep: usize) {
        if self.counts.len() <= of_short {
            self.counts.resize(of_short + 1, Vec::new());
        }
        let row = &mut self.counts[of_short];
        if row.len() <= of_deep {
            row.resize(of_deep + 1, 0);
        }
        row[of_deep] += 1;
    }

    /// The positions that it counts.
    pub fn positions(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// For each rank of the short search's best move the last rank behind which the best move stands with a
    /// chance of `1 - probability` at most.
    pub fn limits(&self, probability: f64) -> RankLimits {
        let of = |last: Option<usize>| last.map_or(RankLimits::NONE, |last| last as u16);
        RankLimits::new(&self.last(probability).into_iter().map(of).collect::<Vec<u16>>())
    }

    /// The same as numbers; nothing where there is no limit.
    pub fn last(&self, probability: f64) -> Vec<Option<usize>> {
        let last = |row: &Vec<u64>| {
            let positions: u64 = row.iter().sum();
            if probability >= 1.0 || positions < LEAST_POSITIONS {
                return None;
            }
            let wanted = probability * positions as f64;
            let mut sum = 0;
            row.iter().position(|&count| {
                sum += count;
                sum as f64 >= wanted
            })
        };
        self.counts.iter().map(last).collect()
    }
}

/// A file of models and ranks, with where they come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProbCutModels {
    /// Version of the format.
    version: u32,
    /// The profile whose evaluator and search they are of.
    pub evaluator: String,
    /// Where they come from, and under which licence.
    pub provenance: String,
    /// The linear models.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub linear: Vec<LinearFit>,
    /// The ranks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<RankCounts>,
}

impl ProbCutModels {
    /// The names of the built-in files of a game.
    pub fn names<G: Playable>() -> Vec<String> {
        embedded::names::<ProbCutFiles>(G::NAME)
    }

    /// Models and ranks of an evaluator, with a sentence on where they come from.
    pub fn new(
        evaluator: &str,
        provenance: &str,
        linear: Vec<LinearFit>,
        ranks: Vec<RankCounts>,
    ) -> Self {
        let (evaluator, provenance) = (evaluator.to_owned(), provenance.to_owned());
        Self { version: VERSION, evaluator, provenance, linear, ranks }
    }

    /// The built-in file of this name, or this file; a path is looked for in `folder` if there is one.
    pub fn load<G: Playable>(
        name_or_path: &str,
        folder: Option<&Path>,
    ) -> Result<Self, EngineError> {
        if !is_path(name_or_path) {
            let text = embedded::text::<ProbCutFiles>(G::NAME, name_or_path);
            let text = text.ok_or_else(|| EngineError::UnknownModels {
                name: name_or_path.to_owned(),
                known: Self::names::<G>().join(", "),
            })?;
            return Self::parse(&text, name_or_path);
        }
        let path = folder.map_or_else(|| name_or_path.into(), |folder| folder.join(name_or_path));
        let text = limited_file::read_text(&path, LARGEST_FILE).map_err(EngineError::ReadModels)?;
        Self::parse(&text, &path.display().to_string())
    }

    /// Reads a file from text. `origin` names it in messages.
    pub fn parse(text: &str, origin: &str) -> Result<Self, EngineError> {
        let bad = |reason: String| EngineError::BadModels { name: origin.to_owned(), reason };
        let file: Self =
            toml::from_str(text).map_err(|error| bad(crate::profile::toml_reason(&error, text)))?;
        if file.version != VERSION {
            return Err(bad(format!("version {} is not known: expected {VERSION}", file.version)));
        }
        for fit in &file.linear {
            let LinearFit { shallow, deep, a, b, sigma, .. } = *fit;
            let name = format!("linear {shallow} {deep}");
            if !(0 <= shallow && shallow < deep && deep <= DEEPEST) {
                return Err(bad(format!("{name}: expected 0 <= shallow < deep <= {DEEPEST}")));
            }
            if !(a.is_finite() && a > 0.0 && b.is_finite() && sigma.is_finite() && sigma >= 0.0) {
                return Err(bad(format!(
                    "{name}: a = {a}, b = {b}, sigma = {sigma}: expected a above 0, sigma not below"
                )));
            }
        }
        for ranks in &file.ranks {
            let RankCounts { short, depth, counts } = ranks;
            let name = format!("ranks {short} {depth}");
            if !(0 < *short && short < depth && *depth <= DEEPEST) {
                return Err(bad(format!("{name}: expected 0 < short < depth <= {DEEPEST}")));
            }
            if counts.len() > MOST_RANKS || counts.iter().any(|row| row.len() > MOST_RANKS) {
                return Err(bad(format!("{name}: expected at most {MOST_RANKS} ranks")));
            }
        }
        Ok(file)
    }

    /// The models of these pairs of depths; of all pairs if none is named.
    pub fn models(&self, pairs: &[DepthPair]) -> Result<Vec<LinearModel>, String> {
        let model = |fit: &LinearFit| LinearModel {
            depths: [fit.shallow, fit.deep],
            slope: fit.a,
            offset: fit.b,
            sigma: fit.sigma,
        };
        let all: Vec<LinearModel> = self.linear.iter().map(model).collect();
        let find = |pair: &DepthPair| all.iter().copied().find(|model| model.depths == *pair);
        match pairs.iter().find(|pair| find(pair).is_none()) {
            None if all.is_empty() => Err("it has no linear models".into()),
            None if pairs.is_empty() => Ok(all),
            None => Ok(pairs.iter().filter_map(find).collect()),
            Some(missing) => {
                let known: Vec<String> =
                    all.iter().map(|model| format!("{:?}", model.depths)).collect();
                Err(format!("pairs: {missing:?}: expected some of {}", known.join(", ")))
            }
        }
    }

    /// How far down the order moves are searched.
    pub fn limits(&self, short: i32, depth: i32, probability: f64) -> Result<RankLimits, String> {
        let found = self.ranks.iter().find(|ranks| (ranks.short, ranks.depth) == (short, depth));
        found.map(|ranks| ranks.limits(probability)).ok_or_else(|| {
            let known: Vec<String> = self
                .ranks
                .iter()
                .map(|ranks| format!("short = {}, depth = {}", ranks.short, ranks.depth))
                .collect();
            let known = if known.is_empty() { "no ranks at all".into() } else { known.join("; ") };
            format!("short = {short}, depth = {depth}: it has {known}")
        })
    }

    /// The file as text.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("models are plain data")
    }
}

/// The techniques that need such data, as keys of `[search]`.
const TECHNIQUES: [&str; 5] = ["probcut", "gpc", "fgpc", "node_cutting", "integrated"];

/// Renews what is foretold in the search of a profile, as far as `changes` touches it; a path is looked for
/// in `folder`.
pub(crate) fn renew<G: Playable>(
    predictions: &mut Predictions,
    search: &SearchConfig,
    changes: &toml::Table,
    folder: Option<&Path>,
) -> Result<(), String> {
    for technique in TECHNIQUES.into_iter().filter(|&key| changes.contains_key(key)) {
        renew_one::<G>(predictions, search, technique, folder)
            .map_err(|reason| format!("search.{technique}.{reason}"))?;
    }
    Ok(())
}

fn renew_one<G: Playable>(
    predictions: &mut Predictions,
    search: &SearchConfig,
    technique: &str,
    folder: Option<&Path>,
) -> Result<(), String> {
    let load = |name: &str| {
        if name.is_empty() {
            return Err("model: expected the name of models, or the path of a TOML file".into());
        }
        ProbCutModels::load::<G>(name, folder).map_err(|error| format!("model: {error}"))
    };
    match technique {
        "probcut" => {
            predictions.probcut = match &search.probcut {
                None => Vec::new(),
                Some(ProbCutParams { model, pairs, deviations }) => {
                    expect_deviations(*deviations)?;
                    load(model)?.models(pairs)?
                }
            };
        }
        "gpc" => predictions.gpc = of_gpc(search.gpc.as_ref(), load)?,
        "fgpc" => predictions.fgpc = of_gpc(search.fgpc.as_ref(), load)?,
        "node_cutting" => {
            predictions.node_cutting = match &search.node_cutting {
                None => RankLimits::default(),
                Some(NodeCuttingParams { model, depth, short, probability }) => {
                    expect_probability(*probability)?;
                    load(model)?.limits(*short, *depth, *probability)?
                }
            };
        }
        _ => {
            let (models, ranks) = match &search.integrated {
                None => (Vec::new(), RankLimits::default()),
                Some(params) => {
                    let IntegratedParams { model, pairs, deviations, .. } = params;
                    let IntegratedParams { depth, short, probability, .. } = params;
                    expect_deviations(*deviations)?;
                    expect_probability(*probability)?;
                    let file = load(model)?;
                    (file.models(pairs)?, file.limits(*short, *depth, *probability)?)
                }
            };
            predictions.integrated = models;
            predictions.integrated_ranks = ranks;
        }
    }
    Ok(())
}

fn of_gpc(
    params: Option<&GpcParams>,
    load: impl Fn(&str) -> Result<ProbCutModels, String>,
) -> Result<Vec<LinearModel>, String> {
    let Some(GpcParams { model, pairs, deviations, .. }) = params else { return Ok(Vec::new()) };
    expect_deviations(*deviations)?;
    load(model)?.models(pairs)
}

/// The most standard deviations that make sense.
const MOST_DEVIATIONS: f64 = 100.0;

fn expect_deviations(deviations: f64) -> Result<(), String> {
    if (0.0..=MOST_DEVIATIONS).contains(&deviations) {
        return Ok(());
    }
    Err(format!("deviations = {deviations}: expected a number from 0 to {MOST_DEVIATIONS}"))
}

fn expect_probability(probability: f64) -> Result<(), String> {
    if probability > 0.0 && probability <= 1.0 {
        return Ok(());
    }
    Err(format!("probability = {probability}: expected a number above 0 and at most 1"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EngineKind, GameName, GameVisitor, OwnEngine, Profile};
    use conjoin_games::loa::Loa;

    const HEAD: &str = "version = 1\nevaluator = \"x\"\nprovenance = \"a test\"\n";
    const LINEAR: &str = "[[linear]]\nshallow = 0\ndeep = 2\na = 0.9\nb = 4.0\nsigma = 50.0\nr = 0.8\npositions = 9\n";

    #[test]
    fn the_last_rank_is_the_first_that_holds_the_probability() {
        let mut ranks = RankCounts { short: 1, depth: 3, counts: Vec::new() };
        for (short, deep, times) in [(0, 0, 90), (0, 1, 5), (0, 4, 5), (1, 1, 19), (2, 1, 20)] {
            (0..times).for_each(|_| ranks.add(short, deep));
        }
        assert_eq!(ranks.positions(), 139);
        assert_eq!(ranks.counts[0], [90, 5, 0, 0, 5]);
        for (probability, last) in [
            (0.5, [0, RankLimits::NONE, 1]),
            (0.9, [0, RankLimits::NONE, 1]),
            (0.95, [1, RankLimits::NONE, 1]),
            (0.96, [4, RankLimits::NONE, 1]),
            (1.0, [RankLimits::NONE; 3]),
        ] {
            assert_eq!(ranks.limits(probability), RankLimits::new(&last), "{probability}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let fit =
            LinearFit { shallow: 1, deep: 3, a: 0.75, b: -4.5, sigma: 33.25, r: 0.5, positions: 7 };
        let mut ranks = RankCounts { short: 1, depth: 3, counts: Vec::new() };
        ranks.add(2, 1);
        let file = ProbCutModels::new("x", "a \"test\"", vec![fit], vec![ranks]);
        assert_eq!(ProbCutModels::parse(&file.to_text(), "text").expect("as written"), file);
    }

    struct Built;

    impl GameVisitor for Built {
        type Output = usize;

        fn visit<G: Playable>(self) -> usize {
            let names = ProbCutModels::names::<G>();
            for name in &names {
                let file = ProbCutModels::load::<G>(name, None);
                let file = file.unwrap_or_else(|error| panic!("{error}"));
                assert!(file.provenance.len() > 20, "{name}");
                assert!(Profile::<G>::names().contains(&file.evaluator), "{name}");
                assert!(file.linear.iter().all(|fit| fit.positions > 500 && fit.r > 0.3), "{name}");
                assert!(file.ranks.iter().all(|ranks| ranks.positions() > 500), "{name}");
            }
            names.len()
        }
    }

    #[test]
    fn built_in_files_are_sound_and_say_where_they_come_from() {
        let found: usize = GameName::ALL.iter().map(|game| game.visit(Built)).sum();
        assert!(found >= 2, "{found}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let change = |from: &str, to: &str| format!("{HEAD}{}", LINEAR.replace(from, to));
        for (text, says) in [
            (HEAD.replace("= 1", "= 2"), "version 2 is not known"),
            (change("deep = 2", "deep = 0"), "linear 0 0: expected 0 <= shallow < deep"),
            (change("a = 0.9", "a = 0.0"), "linear 0 2: a = 0, b = 4"),
            (change("sigma = 50.0", "sigma = nan"), "sigma = NaN"),
            (change("r = 0.8", "warp = 0.8"), "unknown field `warp`"),
            (
                format!("{HEAD}[[ranks]]\nshort = 3\ndepth = 3\ncounts = []"),
                "ranks 3 3: expected 0 < short < depth",
            ),
            (
                format!("{HEAD}[[ranks]]\nshort = 1\ndepth = 3\ncounts = [[-1]]"),
                "line 7, column 12",
            ),
        ] {
            let error = ProbCutModels::parse(&text, "mine").unwrap_err().to_string();
            assert!(error.contains(says) && error.contains("mine"), "{says}: {error}");
        }
        let error = ProbCutModels::load::<Loa>("mia-9", None).unwrap_err().to_string();
        assert!(error.contains("mia-9") && error.contains("mia-4"), "{error}");
        let error = ProbCutModels::load::<Loa>("no/such.toml", None).unwrap_err().to_string();
        assert!(error.contains("no/such.toml"), "{error}");
    }

    fn profile(search: &str) -> Result<OwnEngine<Loa>, String> {
        let text = format!("version = 1\ninherits = \"mia-4\"\n[search]\n{search}\n");
        let found = Profile::<Loa>::parse(&text, Path::new("mine.toml"));
        match found.map_err(|error| error.to_string())?.engine {
            EngineKind::Own(engine) => Ok(*engine),
            EngineKind::Outside(_) => Err("an outside engine".into()),
        }
    }

    #[test]
    fn each_technique_of_a_profile_gets_its_data() {
        let none = profile("driver = \"mtdf\"").expect("a profile");
        assert_eq!(none.predictions, Predictions::default());
        let all = "probcut = { model = \"mia-4\" }\ngpc = { model = \"mia-4\", pairs = [[0, 2]] }\n\
                   fgpc = { model = \"mia-4\", deviations = 2.5, against = \"window\" }\n\
                   node_cutting = { model = \"mia-4\", probability = 0.9 }\n\
                   integrated = { model = \"mia-4\", pairs = [[0, 2]] }";
        let engine = profile(all).expect("a profile");
        let file = ProbCutModels::load::<Loa>("mia-4", None).expect("built in");
        let predictions = &engine.predictions;
        assert_eq!(predictions.probcut, file.models(&[]).expect("some"));
        assert_eq!(predictions.gpc, file.models(&[[0, 2]]).expect("this"));
        assert_eq!(predictions.fgpc, predictions.probcut);
        assert_eq!(predictions.integrated, predictions.gpc);
        assert_eq!(predictions.node_cutting, file.limits(1, 3, 0.9).expect("these"));
        assert_eq!(predictions.integrated_ranks, file.limits(1, 3, 0.95).expect("these"));
    }

    #[test]
    fn what_has_no_data_or_no_sense_is_refused() {
        for (search, says) in [
            ("probcut = true", "search.probcut.model: expected the name of models"),
            ("gpc = { model = \"mia-9\" }", "search.gpc.model: models \"mia-9\""),
            ("fgpc = { model = \"mia-4\", pairs = [[7, 9]] }", "search.fgpc.pairs: [7, 9]"),
            ("gpc = { model = \"mia-4\", deviations = -1.0 }", "search.gpc.deviations = -1"),
            ("node_cutting = { model = \"mia-4\", depth = 9 }", "short = 1, depth = 9: it has"),
            (
                "integrated = { model = \"mia-4\", probability = 0.0 }",
                "search.integrated.probability = 0",
            ),
            ("node_cutting = { model = \"mia-4\", warp = 1 }", "unknown field `warp`"),
        ] {
            let error = profile(search).map(drop).expect_err(says);
            assert!(error.contains(says), "{says}: {error}");
        }
    }
}
