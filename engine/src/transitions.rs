//! Transition probabilities: how often a move of each category is played when one can be.
//!
//! A table counts the positions of games by category: those in which a move of it was played, and those
//! in which one was available. Their ratio is the probability, and its logarithm is what the move is worth
//! in plies to realization probability search: a probable move takes little of the depth. The tables that
//! come with the program are in `engine/transitions`; `docs/learning.md` says how they are made.
//!
//! Source: `erps` 2.2 and 3.2, after Tsuruoka.
//! Differs: the text does not say what becomes of a category that was never met. It is worth one ply.

use std::collections::BTreeMap;
use std::path::Path;

use conjoin_core::{Categorised, limited_file};
use conjoin_eval::Playable;
use serde::{Deserialize, Serialize};

use crate::EngineError;
use crate::embedded::{self, TransitionTables};
use crate::weights::{LARGEST_FILE, is_path};

/// The version of the format.
const VERSION: u32 = 1;
/// Plies are told in parts of this many.
const PARTS: f64 = 100.0;
/// What is known of a category that was never met: nothing, so that its moves are whole plies.
const UNKNOWN_PLIES: f64 = 1.0;
/// The largest bound of a value, in plies.
const MOST_PLIES: f64 = 100.0;

/// How probabilities become plies; the defaults are those of `erps`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TransitionParams {
    /// The probability of a move that is one ply (C).
    pub constant: f64,
    /// The least that a move may be worth, in plies.
    pub least: f64,
    /// The most that a move may be worth, in plies; so is a move that was never played.
    pub most: f64,
}

impl Default for TransitionParams {
    fn default() -> Self {
        Self { constant: 0.25, least: 0.5, most: 4.0 }
    }
}

impl TransitionParams {
    /// The same if it makes sense.
    pub fn checked(self) -> Result<Self, String> {
        let Self { constant, least, most } = self;
        // Neither 0 nor 1 has a logarithm to divide by.
        if !(constant > 0.0 && constant < 1.0) {
            return Err(format!("constant = {constant}: expected a number between 0 and 1"));
        }
        if !(least > 0.0 && least <= MOST_PLIES) {
            return Err(format!("least = {least}: expected more than 0 and at most {MOST_PLIES}"));
        }
        if !(most >= least && most <= MOST_PLIES) {
            return Err(format!("most = {most}: expected a number from {least} to {MOST_PLIES}"));
        }
        Ok(self)
    }

    fn bounded(&self, plies: f64) -> u16 {
        (plies.clamp(self.least, self.most) * PARTS).round() as u16
    }
}

/// Positions of games, by category.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<u64>", into = "[u64; 2]")]
pub struct TransitionCount {
    /// Positions in which a move of the category was played.
    pub played: u64,
    /// Positions in which one was available.
    pub available: u64,
}

impl TryFrom<Vec<u64>> for TransitionCount {
    type Error = String;

    fn try_from(counts: Vec<u64>) -> Result<Self, String> {
        match counts[..] {
            [played, available] => Ok(Self { played, available }),
            _ => Err(format!("{} numbers: expected [played, available]", counts.len())),
        }
    }
}

impl From<TransitionCount> for [u64; 2] {
    fn from(count: TransitionCount) -> Self {
        [count.played, count.available]
    }
}

impl TransitionCount {
    /// The probability that a move of the category is played when one is available; nothing when none was.
    pub fn probability(self) -> Option<f64> {
        (self.available > 0).then(|| self.played as f64 / self.available as f64)
    }

    /// What a move of the category is worth, in hundredths of a ply.
    pub fn plies(self, params: &TransitionParams) -> u16 {
        match self.probability() {
            None => params.bounded(UNKNOWN_PLIES),
            Some(0.0) => params.bounded(params.most),
            Some(probability) => params.bounded(probability.ln() / params.constant.ln()),
        }
    }
}

/// A table of counts, with where they come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transitions {
    /// Version of the format.
    version: u32,
    /// Where the counts come from, and under which licence.
    pub provenance: String,
    /// The categories that were met, by name.
    pub counts: BTreeMap<String, TransitionCount>,
}

impl Transitions {
    /// The names of the built-in tables of a game.
    pub fn names<G: Playable>() -> Vec<String> {
        embedded::names::<TransitionTables>(G::NAME)
    }

    /// A table from a count for each category number, with a sentence on where they come from.
    pub fn new<P: Categorised>(counts: &[TransitionCount], provenance: &str) -> Self {
        let met = counts.iter().enumerate().filter(|(_, count)| count.available > 0);
        Self {
            version: VERSION,
            provenance: provenance.into(),
            counts: met.map(|(category, &count)| (P::category_name(category), count)).collect(),
        }
    }

    /// The built-in table of this name, or the one in this file; a path is looked for in `folder` if
    /// there is one.
    pub fn load<G: Playable>(
        name_or_path: &str,
        folder: Option<&Path>,
    ) -> Result<Self, EngineError> {
        if !is_path(name_or_path) {
            let text = embedded::text::<TransitionTables>(G::NAME, name_or_path);
            let text = text.ok_or_else(|| EngineError::UnknownTransitions {
                name: name_or_path.to_owned(),
                known: Self::names::<G>().join(", "),
            })?;
            return Self::parse::<G>(&text, name_or_path);
        }
        let path = folder.map_or_else(|| name_or_path.into(), |folder| folder.join(name_or_path));
        let text =
            limited_file::read_text(&path, LARGEST_FILE).map_err(EngineError::ReadTransitions)?;
        Self::parse::<G>(&text, &path.display().to_string())
    }

    /// Reads a table from text. `origin` names it in messages.
    pub fn parse<G: Playable>(text: &str, origin: &str) -> Result<Self, EngineError> {
        let bad = |reason: String| EngineError::BadTransitions { name: origin.to_owned(), reason };
        let table: Self =
            toml::from_str(text).map_err(|error| bad(crate::profile::toml_reason(&error, text)))?;
        if table.version != VERSION {
            return Err(bad(format!("version {} is not known: expected {VERSION}", table.version)));
        }
        let mut known: Vec<String> =
            (0..G::Position::CATEGORIES).map(G::Position::category_name).collect();
        known.sort_unstable();
        for (name, count) in &table.counts {
            if known.binary_search(name).is_err() {
                return Err(bad(format!("counts: {name:?} is no category of {}", G::TITLE)));
            }
            let TransitionCount { played, available } = *count;
            if available == 0 || played > available {
                return Err(bad(format!(
                    "counts: {name:?} = [{played}, {available}]: expected the positions in which it \
                     was played, and at least as many in which it was available"
                )));
            }
        }
        Ok(table)
    }

    /// The counts of a category, by its number.
    pub fn count<P: Categorised>(&self, category: usize) -> TransitionCount {
        self.counts.get(&P::category_name(category)).copied().unwrap_or_default()
    }

    /// What a move of each category is worth, in hundredths of a ply, by the number of the category.
    pub fn plies<P: Categorised>(&self, params: &TransitionParams) -> Vec<u16> {
        (0..P::CATEGORIES).map(|category| self.count::<P>(category).plies(params)).collect()
    }

    /// The table as text.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("counts are plain data")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameName, GameVisitor};
    use conjoin_games::loa::{Loa, Position};

    const HEAD: &str = "version = 1\nprovenance = \"a test\"\n";

    fn count(played: u64, available: u64) -> TransitionCount {
        TransitionCount { played, available }
    }

    #[test]
    fn plies_are_logarithms_within_bounds() {
        let usual = TransitionParams::default();
        for (played, available, plies) in [
            (1, 4, 100),
            (1, 16, 200),
            // log 0.3 / log 0.25 = 0.8685, log 0.1 / log 0.25 = 1.6610.
            (30, 100, 87),
            (10, 100, 166),
            (1, 2, 50),
            (9, 10, 50),
            (1, 256, 400),
            (1, 100_000, 400),
            (0, 3, 400),
            (0, 0, 100),
        ] {
            assert_eq!(count(played, available).plies(&usual), plies, "{played} of {available}");
        }
        let half = TransitionParams { constant: 0.5, least: 1.5, most: 3.0 };
        for (played, available, plies) in [(1, 4, 200), (1, 2, 150), (0, 3, 300), (0, 0, 150)] {
            assert_eq!(count(played, available).plies(&half), plies, "{played} of {available}");
        }
    }

    #[test]
    fn every_category_has_its_value() {
        let step = 7;
        let mut counts = vec![TransitionCount::default(); Position::CATEGORIES];
        counts[step] = count(1, 16);
        let table = Transitions::new::<Position>(&counts, "a test");
        assert_eq!(table.counts.len(), 1);
        let plies = table.plies::<Position>(&TransitionParams::default());
        assert_eq!(plies.len(), Position::CATEGORIES);
        assert!(plies.iter().enumerate().all(|(i, &p)| p == if i == step { 200 } else { 100 }));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let counts: Vec<TransitionCount> =
            (0..Position::CATEGORIES as u64).map(|i| count(i / 3, i)).collect();
        let table = Transitions::new::<Position>(&counts, "a \"test\"");
        let text = table.to_text();
        assert_eq!(Transitions::parse::<Loa>(&text, "text").expect("as written"), table);
        assert!(text.contains("\n\"capture edge centre +2\" = [1"), "{text}");
    }

    struct Built;

    impl GameVisitor for Built {
        type Output = usize;

        fn visit<G: Playable>(self) -> usize {
            let names = Transitions::names::<G>();
            for name in &names {
                let table = Transitions::load::<G>(name, None);
                let table = table.unwrap_or_else(|error| panic!("{error}"));
                assert!(table.provenance.len() > 20, "{name}");
                assert!(table.counts.len() > 100, "{name}");
                let sum = table.counts.values().map(|count| count.played).sum::<u64>();
                let most = table.counts.values().map(|count| count.available).max();
                assert!(most <= Some(sum), "{name}: one move is played in a position");
            }
            names.len()
        }
    }

    #[test]
    fn built_in_tables_are_sound_and_say_where_they_come_from() {
        let found: usize = GameName::ALL.iter().map(|game| game.visit(Built)).sum();
        assert!(found >= 2, "{found}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, says) in [
            ("version = 1\nprovenance = 3", "line 2, column 14"),
            (HEAD, "missing field `counts`"),
            (&format!("{}[counts]", HEAD.replace("= 1", "= 2")), "version 2 is not known"),
            (&format!("{HEAD}[counts]\nwarp = [1, 2]"), "\"warp\" is no category of Lines of"),
            (&format!("{HEAD}[counts]\npass = [3, 2]"), "\"pass\" = [3, 2]: expected"),
            (&format!("{HEAD}[counts]\npass = [0, 0]"), "\"pass\" = [0, 0]: expected"),
            (&format!("{HEAD}[counts]\npass = [-1, 2]"), "line 4, column 9"),
            (&format!("{HEAD}[counts]\npass = [1, 2, 3]"), "line 4, column 8"),
            (&format!("{HEAD}speed = 1\n[counts]"), "unknown field `speed`"),
        ] {
            let error = Transitions::parse::<Loa>(text, "mine").unwrap_err().to_string();
            assert!(error.contains(says) && error.contains("mine"), "{error}");
        }
        let error = Transitions::load::<Loa>("mia-9", None).unwrap_err().to_string();
        assert!(error.contains("mia-9") && error.contains("mia-4.5"), "{error}");
        let error = Transitions::load::<Loa>("no/such.toml", None).unwrap_err().to_string();
        assert!(error.contains("no/such.toml"), "{error}");
    }

    #[test]
    fn parameters_without_sense_are_refused() {
        let usual = TransitionParams::default();
        assert_eq!(usual.checked(), Ok(usual));
        for (params, says) in [
            (TransitionParams { constant: 1.0, ..usual }, "constant = 1"),
            (TransitionParams { constant: f64::NAN, ..usual }, "constant = NaN"),
            (TransitionParams { least: 0.0, ..usual }, "least = 0"),
            (TransitionParams { most: 0.4, ..usual }, "most = 0.4: expected a number from 0.5"),
            (TransitionParams { most: 1e9, ..usual }, "most = 1000000000"),
        ] {
            let error = params.checked().unwrap_err();
            assert!(error.starts_with(says), "{error}");
        }
    }
}
