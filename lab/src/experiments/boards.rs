//! Whole boards: what is known for certain of a small one.
//!
//! A board is a variant of the game. Its start is solved, and where that is possible everything that can be
//! reached from it is solved backwards. Nothing here is a sample: a board is one block, and its figures are
//! exact.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::{NullMove, Position as _, Side};
use conjoin_engine::solve::{SolveRequest, SolvedAs, Solver};
use conjoin_eval::Playable;
use conjoin_prove::retrograde::{Exact, Retrograde};
use conjoin_prove::{Algorithm, Limits};
use serde::{Deserialize, Serialize};

use super::manifest::{ExperimentError, Manifest, Scale};
use super::observations::{Observer, Values};

/// Positions that an exhaustive analysis may have at most.
const MOST_POSITIONS: usize = 20_000_000;

/// A board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardSpec {
    /// Its name in formulas.
    pub name: String,
    /// What of the variant is not usual, as options have it: `size = "4"`.
    #[serde(default)]
    pub variant: BTreeMap<String, String>,
    /// Is its start solved?
    #[serde(default)]
    pub solved: bool,
    /// Is everything that can be reached solved backwards?
    #[serde(default)]
    pub exhaustive: bool,
}

/// A board, ready to be looked at.
#[derive(Clone, Debug)]
pub struct PlannedBoard<G: Playable> {
    spec: BoardSpec,
    variant: G::Variant,
    nodes: u64,
    memory: usize,
}

impl<G: Playable> PlannedBoard<G> {
    /// The board of a manifest at a scale.
    pub fn new(
        manifest: &Manifest,
        spec: &BoardSpec,
        scale: &Scale,
    ) -> Result<Self, ExperimentError> {
        let settings = spec.variant.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let variant = G::variant_from(settings).map_err(|error| ExperimentError::Bad {
            name: format!("{}.toml", manifest.id),
            reason: format!("board {}: {error}", spec.name),
        })?;
        let memory = scale.memory.max(1) << 20;
        Ok(Self { spec: spec.clone(), variant, nodes: scale.nodes, memory })
    }

    /// Adds who wins from the start, as far as the nodes go.
    fn solve(&self, values: &mut Values, stop: &AtomicBool) -> Result<(), ExperimentError> {
        let request = SolveRequest {
            algorithm: Algorithm::Best,
            full: true,
            shortest: false,
            with_proof: true,
            threads: 1,
        };
        let limits = Limits {
            nodes: Some(self.nodes),
            memory: self.memory,
            stop: Some(stop),
            ..Limits::default()
        };
        let start = G::start(self.variant);
        let solved = Solver::<G>::new(request).solve(&start, &limits)?;
        let winner = match solved.result {
            SolvedAs::Win => Some(start.side_to_move()),
            SolvedAs::Loss => Some(!start.side_to_move()),
            SolvedAs::Draw => None,
            SolvedAs::NotWin | SolvedAs::Unknown => return Ok(()),
        };
        values.insert("winner".into(), number(winner));
        Ok(())
    }

    /// Adds what is true of all positions that can be reached and of those after passing in them.
    fn analyse(&self, values: &mut Values) -> Result<(), ExperimentError> {
        let start = G::start(self.variant);
        let reached = Retrograde::new(&start, MOST_POSITIONS)?;
        let running = || reached.positions().iter().filter(|p| p.outcome().is_none());
        let passed = running().filter(|p| !G::must_pass(p)).map(NullMove::null_move);
        let all =
            Retrograde::of_all(reached.positions().iter().copied().chain(passed), MOST_POSITIONS)?;
        let mut count = |name: &str, by: bool| {
            *values.entry(name.to_owned()).or_default() += f64::from(u8::from(by));
        };
        for position in running() {
            let mover = position.side_to_move();
            let exact = |position: &G::Position| {
                let value = all.value(position);
                worth(value.unwrap_or(Exact { winner: None, plies: 0 }), mover)
            };
            let here = exact(position);
            count("positions", true);
            count("won", here > 0);
            count("drawn", here == 0);
            count("lost", here < 0);
            let is_free = !G::must_pass(position);
            let pass = if is_free { exact(&position.null_move()) } else { here };
            count("better to pass", pass > here);
            count("lost by moving", here < 0 && pass >= 0);
        }
        let value = all.value(&start).unwrap_or(Exact { winner: None, plies: 0 });
        values.insert("exhaustive winner".into(), number(value.winner));
        values.insert("plies".into(), f64::from(value.plies));
        Ok(())
    }
}

/// A winner as a number: 1 the first player, 2 the second, 0 nobody.
fn number(winner: Option<Side>) -> f64 {
    match winner {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 2.0,
        None => 0.0,
    }
}

/// 1 where a side wins, -1 where it loses, 0 in between.
fn worth(value: Exact, side: Side) -> i32 {
    value.winner.map_or(0, |winner| if winner == side { 1 } else { -1 })
}

impl<G: Playable> Observer for PlannedBoard<G> {
    fn kind(&self) -> &'static str {
        "board"
    }

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn blocks(&self) -> Vec<String> {
        vec!["all".into()]
    }

    fn identity(&self) -> String {
        format!("{:?} {} {}", self.spec, self.nodes, self.memory)
    }

    fn observe(
        &self,
        _: usize,
        _: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Values>, ExperimentError> {
        let mut values = Values::new();
        if let Some(pairs) = G::move_pairs(self.variant) {
            values.insert("move pairs".into(), f64::from(pairs.possible));
            values.insert("all pairs".into(), f64::from(pairs.all));
        }
        if self.spec.solved {
            self.solve(&mut values, stop)?;
        }
        if self.spec.exhaustive {
            self.analyse(&mut values)?;
        }
        Ok((!stop.load(Ordering::Relaxed)).then_some(values))
    }
}
