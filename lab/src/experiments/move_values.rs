//! What transition probabilities make of the moves of one position, beside published values.
//!
//! Every legal move is a block. A table of counts (`engine/transitions`) gives its plies, a published table
//! those of the source. Whether both put the moves in the same order is their rank correlation.
//!
//! Source: `erps` Table 1 prints the values of all moves of one position.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use conjoin_core::{Categorised as _, MoveOf, Position as _, TextForm as _};
use conjoin_engine::{TransitionCount, TransitionParams, Transitions};
use conjoin_eval::Playable;
use serde::{Deserialize, Serialize};

use super::manifest::{ExperimentError, Manifest};
use super::observations::{Observer, Values};
use super::published;
use crate::run_file::fingerprint;

/// A position whose moves are given values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveValuesSpec {
    /// The position.
    pub position: String,
    /// Tables of counts, built in or files; each is an observer of its name.
    pub transitions: Vec<String>,
    /// How probabilities become plies.
    #[serde(default)]
    pub params: TransitionParams,
    /// The published table with columns `move` and `plies`, a file of `lab/published` without its ending.
    pub published: String,
    /// Moves that a claim speaks of, by a name for all of them.
    #[serde(default)]
    pub groups: BTreeMap<String, Vec<String>>,
}

/// A move, what is published of it, and the groups it is in.
#[derive(Clone, Debug)]
struct ValuedMove<G: Playable> {
    mv: MoveOf<G>,
    text: String,
    published: Option<f64>,
    groups: Vec<String>,
}

/// A table of counts, ready to be asked.
#[derive(Clone, Debug)]
pub struct PlannedMoveValues<G: Playable> {
    name: String,
    table: Transitions,
    params: TransitionParams,
    position: G::Position,
    moves: Vec<ValuedMove<G>>,
}

impl<G: Playable> PlannedMoveValues<G> {
    /// The tables of a manifest, each asked about the same moves.
    pub fn all(manifest: &Manifest, spec: &MoveValuesSpec) -> Result<Vec<Self>, ExperimentError> {
        let bad = |reason: String| ExperimentError::Bad {
            name: format!("{}.toml", manifest.id),
            reason: format!("move_values: {reason}"),
        };
        let params = spec.params.checked().map_err(|reason| bad(format!("params: {reason}")))?;
        let position = G::parse(&spec.position, G::Variant::default());
        let position = position.map_err(|error| bad(error.to_string()))?;
        let parse = |text: &str| position.parse_move(text).map_err(|error| bad(error.to_string()));
        let mut values = Vec::new();
        for row in published::table(&spec.published)? {
            let cell = |column: &str| {
                let cell = row.get(column).filter(|cell| !cell.is_empty());
                cell.ok_or_else(|| bad(format!("{}.csv: no {column} in {row:?}", spec.published)))
            };
            let plies = cell("plies")?;
            let plies: f64 = plies.parse().map_err(|_| bad(format!("{plies:?} is no number")))?;
            values.push((parse(cell("move")?)?, plies));
        }
        let mut groups = Vec::new();
        for (name, texts) in &spec.groups {
            for text in texts {
                groups.push((parse(text)?, name));
            }
        }
        let valued = |mv| ValuedMove {
            mv,
            text: position.format_move(mv),
            published: values.iter().find(|(known, _)| *known == mv).map(|(_, plies)| *plies),
            groups: groups.iter().filter(|(of, _)| *of == mv).map(|&(_, n)| n.clone()).collect(),
        };
        let moves: Vec<ValuedMove<G>> = position.legal_moves().into_iter().map(valued).collect();
        let planned = |name: &String| {
            let (table, moves) = (Transitions::load::<G>(name, None)?, moves.clone());
            Ok(Self { name: name.clone(), table, params, position, moves })
        };
        spec.transitions.iter().map(planned).collect()
    }
}

impl<G: Playable> Observer for PlannedMoveValues<G> {
    fn kind(&self) -> &'static str {
        "move"
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn blocks(&self) -> Vec<String> {
        self.moves.iter().map(|valued| valued.text.clone()).collect()
    }

    fn identity(&self) -> String {
        let Self { table, params, position, moves, .. } = self;
        format!("{} {params:?} {position} {moves:?}", fingerprint(table.to_text()))
    }

    /// `plies`, `played`, `available`, `published` where it is known, and the plies again under the name of
    /// the move and of each of its groups.
    fn observe(
        &self,
        block: usize,
        _: u64,
        _: &AtomicBool,
    ) -> Result<Option<Values>, ExperimentError> {
        let ValuedMove { mv, text, published, groups } = &self.moves[block];
        let count = self.table.count::<G::Position>(self.position.category(*mv));
        let TransitionCount { played, available } = count;
        let plies = f64::from(count.plies(&self.params)) / 100.0;
        let mut values = Values::new();
        values.insert("played".into(), played as f64);
        values.insert("available".into(), available as f64);
        if let Some(published) = published {
            values.insert("published".into(), *published);
        }
        for name in groups.iter().map(String::as_str).chain(["plies", text]) {
            values.insert(name.to_owned(), plies);
        }
        Ok(Some(values))
    }
}
