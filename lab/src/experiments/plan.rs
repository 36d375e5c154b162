//! An experiment cut into pieces of work, in an order of which every beginning is a fair sample.

use std::sync::atomic::AtomicBool;

use conjoin_eval::Playable;

use super::course::CourseLog;
use super::data::Data;
use super::manifest::{ExperimentError, Manifest, MatchSpec, Scale, ScaleName};
use super::move_opinions::{OpinionData, PlannedOpinion};
use super::playing::{GameData, PlannedMatch};
use super::record::{Finding, UnitRecord};
use super::searching::{PlannedSearch, SearchData};
use super::solving::{Asked, PlannedSolver, SolveData};
use crate::run_file::fingerprint;
use crate::suite::{self, SuiteEntry};

/// A piece of work.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its name, of which there is one in a run.
    pub name: String,
    /// A fingerprint of all that its work depends on.
    pub hash: String,
    work: Work,
}

#[derive(Clone, Copy, Debug)]
enum Work {
    Solve { solver: usize, position: usize },
    Search { search: usize, position: usize },
    Game { of: usize, number: usize },
    Opinion { opinion: usize },
}

/// An experiment at a scale, ready to run.
#[derive(Clone, Debug)]
pub struct Plan<G: Playable> {
    /// The experiment.
    pub manifest: Manifest,
    /// The scale.
    pub scale_name: ScaleName,
    /// Its numbers.
    pub scale: Scale,
    /// Seed of all that is random.
    pub seed: u64,
    /// The work, in order.
    pub units: Vec<Unit>,
    endgames: Vec<SuiteEntry<G::Position>>,
    searched: Vec<SuiteEntry<G::Position>>,
    solvers: Vec<PlannedSolver>,
    searches: Vec<PlannedSearch<G>>,
    matches: Vec<PlannedMatch<G>>,
    opinions: Vec<PlannedOpinion<G>>,
}

impl<G: Playable> Plan<G> {
    /// The plan of an experiment.
    pub fn new(manifest: &Manifest, name: ScaleName, seed: u64) -> Result<Self, ExperimentError> {
        let scale = manifest.scale(name);
        let positions = |suite: &str, hardest: u64, is_used: bool| {
            if is_used { chosen::<G>(suite, hardest, scale.positions) } else { Ok(Vec::new()) }
        };
        let solvers =
            manifest.solvers.iter().map(|spec| PlannedSolver::new::<G>(manifest, spec, &scale));
        let searches = manifest.searches.iter().map(|spec| {
            Ok::<_, ExperimentError>(PlannedSearch {
                name: spec.name.clone().unwrap_or_else(|| spec.profile.clone()),
                profile: manifest.profile(&spec.profile)?,
                depth: scale.depth.saturating_sub(spec.less).max(1),
                memory: scale.memory.max(1) << 20,
            })
        });
        let matches = manifest
            .matches
            .iter()
            .filter(|spec| name == ScaleName::Tiny || spec.from <= name)
            .map(|spec| {
                let part = if name == ScaleName::Paper { 1.0 } else { spec.part };
                PlannedMatch::new(manifest, &MatchSpec { part, ..spec.clone() }, &scale, seed)
            });
        let opinions =
            manifest.points.iter().map(|spec| PlannedOpinion::all(manifest, spec, &scale));
        let mut plan = Self {
            endgames: positions(&scale.endgames, scale.hardest, !manifest.solvers.is_empty())?,
            searched: positions(&scale.suite, 0, !manifest.searches.is_empty())?,
            solvers: solvers.collect::<Result<_, _>>()?,
            searches: searches.collect::<Result<_, _>>()?,
            matches: matches.collect::<Result<_, _>>()?,
            opinions: opinions.collect::<Result<Vec<_>, _>>()?.concat(),
            manifest: manifest.clone(),
            scale_name: name,
            scale,
            seed,
            units: Vec::new(),
        };
        plan.units = plan.all_units();
        Ok(plan)
    }

    /// All work: position by position and pair by pair, the kinds of work spread evenly.
    fn all_units(&self) -> Vec<Unit> {
        let mut ranked: Vec<(f64, Unit)> = Vec::new();
        let mut add = |units: Vec<Unit>| {
            let count = units.len() as f64;
            ranked.extend(units.into_iter().enumerate().map(|(i, unit)| (i as f64 / count, unit)));
        };
        let unit =
            |name: String, identity: &str, work| Unit { name, hash: fingerprint(identity), work };
        let identities: Vec<String> = self.solvers.iter().map(PlannedSolver::identity).collect();
        add((0..self.endgames.len())
            .flat_map(|position| (0..self.solvers.len()).map(move |solver| (position, solver)))
            .map(|(position, solver)| {
                let name =
                    format!("solve {} {}", self.solvers[solver].name, self.endgames[position].id());
                unit(name, &identities[solver], Work::Solve { solver, position })
            })
            .collect());
        let identities: Vec<String> = self.searches.iter().map(PlannedSearch::identity).collect();
        add((0..self.searched.len())
            .flat_map(|position| (0..self.searches.len()).map(move |search| (position, search)))
            .map(|(position, search)| {
                let searcher = &self.searches[search].name;
                let name = format!("search {searcher} {}", self.searched[position].id());
                unit(name, &identities[search], Work::Search { search, position })
            })
            .collect());
        for (of, planned) in self.matches.iter().enumerate() {
            let identity = planned.identity();
            add((0..2 * planned.plan.openings.len())
                .map(|number| {
                    let name = format!("game {} {number}", planned.name);
                    unit(name, &identity, Work::Game { of, number })
                })
                .collect());
        }
        add(self
            .opinions
            .iter()
            .enumerate()
            .map(|(opinion, planned)| {
                let PlannedOpinion { point, profile, depth, .. } = planned;
                let name = format!("opinion {point} {} {depth}", profile.name);
                unit(name, &planned.identity(), Work::Opinion { opinion })
            })
            .collect());
        ranked.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        ranked.into_iter().map(|(_, unit)| unit).collect()
    }

    /// Does a piece of work; nothing when it was stopped.
    pub fn run(
        &self,
        unit: &Unit,
        stop: &AtomicBool,
        course: Option<&CourseLog>,
    ) -> Result<Option<Finding>, ExperimentError> {
        match unit.work {
            Work::Solve { solver, position } => {
                self.solvers[solver].run::<G>(&self.endgames[position], stop, course)
            }
            Work::Search { search, position } => {
                self.searches[search].run(&self.searched[position], self.seed, stop)
            }
            Work::Game { of, number } => Ok(self.matches[of].run(number, stop)),
            Work::Opinion { opinion } => self.opinions[opinion].run(self.seed, stop),
        }
    }

    /// A fingerprint of everything that is planned: two runs with the same one do the same work.
    pub fn fingerprint(&self) -> String {
        let mut text = format!("{:?} {}", self.scale, self.seed);
        for unit in &self.units {
            text += &format!("\n{} {}", unit.name, unit.hash);
        }
        for entry in self.endgames.iter().chain(&self.searched) {
            text += &format!("\n{}", entry.position);
        }
        fingerprint(text)
    }

    /// What records come to.
    pub fn data(&self, records: &[UnitRecord]) -> Data {
        let findings = || records.iter().map(|record| &record.finding);
        let ids = |entries: &[SuiteEntry<G::Position>]| {
            entries.iter().map(SuiteEntry::id).collect::<Vec<_>>()
        };
        let asked: Vec<Asked> = self.endgames.iter().map(Asked::new).collect();
        let solvers: Vec<String> = self.solvers.iter().map(|s| s.name.clone()).collect();
        let searches: Vec<(String, u32)> =
            self.searches.iter().map(|s| (s.name.clone(), s.depth)).collect();
        let matches: Vec<String> = self.matches.iter().map(|m| m.name.clone()).collect();
        let points: Vec<String> = self.manifest.points.iter().map(|p| p.name.clone()).collect();
        Data {
            solves: SolveData::new(&solvers, &asked, findings()),
            searches: SearchData::new(&searches, &ids(&self.searched), findings()),
            games: GameData::new(&matches, findings()),
            opinions: OpinionData::new(G::DECISIVE, &points, findings()),
        }
    }
}

/// Positions of a suite, spread evenly over it, in a scattered order.
fn chosen<G: Playable>(
    name: &str,
    hardest: u64,
    count: usize,
) -> Result<Vec<SuiteEntry<G::Position>>, ExperimentError> {
    let mut entries = suite::find::<G>(name, G::Variant::default()).map_err(|error| {
        ExperimentError::Bad { name: format!("suite {name}"), reason: error.to_string() }
    })?;
    let expanded = |entry: &SuiteEntry<G::Position>| -> Option<u64> {
        entry.columns.get("expanded")?.parse().ok()
    };
    entries.retain(|entry| hardest == 0 || expanded(entry).is_some_and(|e| e <= hardest));
    let total = entries.len();
    let count = if count == 0 { total } else { count.min(total) };
    let mut chosen: Vec<(u32, SuiteEntry<G::Position>)> = (0..count)
        .map(|i| {
            // Multiples of the golden ratio, which fill the range evenly at every length.
            let place = (i as u32).wrapping_mul(0x9E37_79B9);
            (place, entries[i * total / count].clone())
        })
        .collect();
    chosen.sort_by_key(|(place, _)| *place);
    Ok(chosen.into_iter().map(|(_, entry)| entry).collect())
}
