//! An experiment cut into pieces of work, in an order of which every beginning is a fair sample.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use conjoin_eval::Playable;

use super::boards::PlannedBoard;
use super::converting::PlannedConversion;
use super::course::CourseLog;
use super::data::Data;
use super::dependence::DependenceData;
use super::expression::{Call, Expression};
use super::learning::PlannedLearner;
use super::manifest::{ExperimentError, Manifest, MatchSpec, Scale, ScaleName};
use super::move_opinions::{OpinionData, PlannedOpinion};
use super::move_values::PlannedMoveValues;
use super::observations::{ObservationData, Observer};
use super::passing::PlannedPass;
use super::playing::{GameData, PlannedMatch, complete_pairs};
use super::record::{Finding, UnitRecord};
use super::searching::{PlannedSearch, SearchData};
use super::solving::{Asked, PlannedSolver, SolveData};
use super::tallying::PlannedTally;
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
    Observe { observer: usize, block: usize },
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
    solvers: Vec<PlannedSolver<G>>,
    searches: Vec<PlannedSearch<G>>,
    matches: Vec<PlannedMatch<G>>,
    opinions: Vec<PlannedOpinion<G>>,
    observers: Vec<Arc<dyn Observer>>,
}

impl<G: Playable> Plan<G> {
    /// The plan of an experiment.
    pub fn new(manifest: &Manifest, name: ScaleName, seed: u64) -> Result<Self, ExperimentError> {
        let scale = manifest.scale(name);
        let positions = |suite: &str, is_used: bool| {
            if is_used { chosen::<G>(suite, scale.positions) } else { Ok(Vec::new()) }
        };
        let asks_endgames = !manifest.solvers.is_empty() || manifest.conversion.is_some();
        let lists = [manifest.searches.len(), manifest.passes.len(), manifest.tallies.len()];
        let endgames = positions(&scale.endgames, asks_endgames)?;
        let searched = positions(&scale.suite, lists.iter().sum::<usize>() > 0)?;
        let is_in = |from: ScaleName| name == ScaleName::Tiny || from <= name;
        let asked = manifest.solvers.iter().filter(|spec| is_in(spec.from));
        let solvers = asked.map(|spec| PlannedSolver::new(manifest, spec, &scale));
        let searches = manifest.searches.iter().map(|spec| {
            Ok::<_, ExperimentError>(PlannedSearch {
                name: spec.name.clone().unwrap_or_else(|| spec.profile.clone()),
                profile: manifest.profile(&spec.profile)?,
                depth: scale.depth.saturating_sub(spec.less).max(1),
                memory: scale.memory.max(1) << 20,
            })
        });
        let matches = manifest.matches.iter().filter(|spec| is_in(spec.from)).map(|spec| {
            let part = if name == ScaleName::Paper { 1.0 } else { spec.part };
            PlannedMatch::new(manifest, &MatchSpec { part, ..spec.clone() }, &scale, seed)
        });
        let opinions =
            manifest.points.iter().map(|spec| PlannedOpinion::all(manifest, spec, &scale));
        let mut plan = Self {
            observers: observers::<G>(manifest, &scale, &endgames, &searched)?,
            endgames,
            searched,
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
        let identities: Vec<String> =
            self.solvers.iter().map(PlannedSolver::<G>::identity).collect();
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
        let mut blocks: Vec<(usize, usize, String)> = Vec::new();
        for (number, observer) in self.observers.iter().enumerate() {
            let names = observer.blocks().into_iter().enumerate();
            blocks.extend(names.map(|(block, name)| (number, block, name)));
        }
        // Observers of a kind have the same blocks: one block after the other for all of them.
        blocks.sort_by_key(|&(_, block, _)| block);
        let identities: Vec<String> = self.observers.iter().map(|o| o.identity()).collect();
        add(blocks
            .into_iter()
            .map(|(number, block, place)| {
                let observer = &self.observers[number];
                let name = format!("{} {} {place}", observer.kind(), observer.name());
                unit(name, &identities[number], Work::Observe { observer: number, block })
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
                self.solvers[solver].run(&self.endgames[position], stop, course)
            }
            Work::Search { search, position } => {
                self.searches[search].run(&self.searched[position], self.seed, stop)
            }
            Work::Game { of, number } => Ok(self.matches[of].run(number, stop)),
            Work::Opinion { opinion } => self.opinions[opinion].run(self.seed, stop),
            Work::Observe { observer, block } => {
                let (start, observer) = (Instant::now(), &self.observers[observer]);
                let values = observer.observe(block, self.seed, stop)?;
                let seconds = start.elapsed().as_secs_f64();
                let finding = values.filter(|_| !stop.load(Ordering::Relaxed)).map(|values| {
                    let (of, block) =
                        (observer.name().to_owned(), observer.blocks()[block].clone());
                    Finding::Observation { of, block, values, seconds }
                });
                Ok(finding)
            }
        }
    }

    /// The blocks behind a formula when all of the work is done, those that no solver solves included;
    /// nothing for what is not measured at this scale: another solver, a deeper search.
    pub fn blocks(&self, formula: &Expression) -> Option<usize> {
        let of = |call: &Call| match call.name.as_str() {
            "chosen" => {
                let solver = call.arguments.first()?;
                self.solvers.iter().find(|s| s.name == *solver).map(|_| self.endgames.len())
            }
            name if SolveData::MEASURES.contains(&name) => {
                let is_asked = |name: &String| self.solvers.iter().any(|s| s.name == *name);
                call.arguments.iter().all(is_asked).then_some(self.endgames.len())
            }
            name if SearchData::MEASURES.contains(&name) => {
                let searches: Vec<(String, u32)> =
                    self.searches.iter().map(|s| (s.name.clone(), s.depth)).collect();
                SearchData::reaches(&searches, call).then_some(self.searched.len())
            }
            name if ObservationData::MEASURES.contains(&name) => {
                let name = call.arguments.first()?;
                Some(self.observers.iter().find(|o| o.name() == name)?.blocks().len())
            }
            _ => {
                let name = call.arguments.first()?;
                let planned = self.matches.iter().find(|planned| planned.name == *name)?;
                Some(planned.plan.openings.len())
            }
        };
        formula.calls().into_iter().map(of).collect::<Option<Vec<_>>>()?.into_iter().min()
    }

    /// A fingerprint of everything that is planned: two runs with the same one do the same work. For how
    /// long is no part of it.
    pub fn fingerprint(&self) -> String {
        let scale = Scale { minutes: 0.0, ..self.scale.clone() };
        let mut text = format!("{scale:?} {}", self.seed);
        for unit in &self.units {
            text += &format!("\n{} {}", unit.name, unit.hash);
        }
        for entry in self.endgames.iter().chain(&self.searched) {
            text += &format!("\n{}", entry.position);
        }
        fingerprint(text)
    }

    /// Is all work of another plan a part of this one: the same pieces, with the same settings, of the same
    /// positions?
    pub fn includes(&self, other: &Self) -> bool {
        let units: HashMap<&str, &str> =
            self.units.iter().map(|unit| (unit.name.as_str(), unit.hash.as_str())).collect();
        let has_unit = |unit: &Unit| units.get(unit.name.as_str()) == Some(&unit.hash.as_str());
        let has_all = |ours: &[SuiteEntry<G::Position>], theirs: &[SuiteEntry<G::Position>]| {
            let ours: HashMap<String, &G::Position> =
                ours.iter().map(|entry| (entry.id(), &entry.position)).collect();
            theirs.iter().all(|entry| ours.get(&entry.id()) == Some(&&entry.position))
        };
        self.seed == other.seed
            && other.units.iter().all(has_unit)
            && has_all(&self.endgames, &other.endgames)
            && has_all(&self.searched, &other.searched)
    }

    /// What records come to.
    pub fn data(&self, records: &[UnitRecord]) -> Result<Data, ExperimentError> {
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
        let observers = self.observers.iter().map(|observer| &**observer as &dyn Observer);
        let dependences = match &self.manifest.dependence {
            Some(spec) => {
                let pairs = complete_pairs(&matches, findings());
                DependenceData::new::<G>(&self.manifest, spec, &pairs)?
            }
            None => DependenceData::default(),
        };
        Ok(Data {
            solves: SolveData::new(&solvers, &asked, findings()),
            searches: SearchData::new(&searches, &ids(&self.searched), findings()),
            games: GameData::new(&matches, findings()),
            opinions: OpinionData::new(G::DECISIVE, &points, findings()),
            observations: ObservationData::new(observers, findings()),
            dependences,
        })
    }
}

/// All observers of a manifest at a scale.
fn observers<G: Playable>(
    manifest: &Manifest,
    scale: &Scale,
    endgames: &[SuiteEntry<G::Position>],
    searched: &[SuiteEntry<G::Position>],
) -> Result<Vec<Arc<dyn Observer>>, ExperimentError> {
    let mut all: Vec<Arc<dyn Observer>> = Vec::new();
    for spec in &manifest.learners {
        all.push(Arc::new(PlannedLearner::<G>::new(manifest, spec, scale)?));
    }
    for spec in &manifest.passes {
        all.push(Arc::new(PlannedPass::<G>::new(manifest, spec, scale, searched)?));
    }
    for spec in &manifest.tallies {
        all.push(Arc::new(PlannedTally::<G>::new(manifest, spec, scale, searched)?));
    }
    for spec in &manifest.boards {
        all.push(Arc::new(PlannedBoard::<G>::new(manifest, spec, scale)?));
    }
    if let Some(spec) = &manifest.move_values {
        for table in PlannedMoveValues::<G>::all(manifest, spec)? {
            all.push(Arc::new(table));
        }
    }
    if let Some(spec) = &manifest.conversion {
        for player in PlannedConversion::<G>::all(manifest, spec, scale, endgames)? {
            all.push(Arc::new(player));
        }
    }
    Ok(all)
}

/// Positions of a suite, spread evenly over it, in a scattered order.
fn chosen<G: Playable>(
    name: &str,
    count: usize,
) -> Result<Vec<SuiteEntry<G::Position>>, ExperimentError> {
    let entries = suite::find::<G>(name, G::Variant::default()).map_err(|error| {
        ExperimentError::Bad { name: format!("suite {name}"), reason: error.to_string() }
    })?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_games::loa::Loa;

    fn plan(solver: &str, weight: &str, positions: usize) -> Plan<Loa> {
        let text = format!(
            "id = 'x'\ngame = 'loa'\ntitle = ''\nsource = ''\nmeasures = ''\n\
             solvers = [{{ name = 's', algorithm = '{solver}' }}]\n\
             profiles = [{{ name = 'p', inherits = 'mia-4', evaluator = {{ weights = {{ area = {weight} }} }} }}]\n\
             searches = [{{ profile = 'p' }}]\n\
             [quick]\nendgames = 'endgame-488'\nsuite = 'middle-171'\npositions = {positions}\n\
             nodes = 1000\nstored = 1000\ndepth = 2\nminutes = 1.0\n[paper]\n"
        );
        let manifest = Manifest::parse("x", &text).expect("a manifest");
        Plan::new(&manifest, ScaleName::Quick, 1).expect("a plan")
    }

    /// The solver's parts, the weights of a profile, the positions themselves: all that a figure depends on.
    #[test]
    fn a_fingerprint_has_all_that_the_work_depends_on() {
        let usual = plan("pn", "-7.0", 4);
        assert_eq!(usual.fingerprint(), plan("pn", "-7.0", 4).fingerprint());
        for other in [plan("pn2", "-7.0", 4), plan("pn", "-6.0", 4), plan("pn", "-7.0", 5)] {
            assert_ne!(usual.fingerprint(), other.fingerprint());
        }
        let mut longer = usual.clone();
        longer.scale.minutes = 9.0;
        assert_eq!(usual.fingerprint(), longer.fingerprint(), "the same work, for longer");
        for of in [0, 1] {
            let mut moved = usual.clone();
            let list = if of == 0 { &mut moved.endgames } else { &mut moved.searched };
            list[0].position = list[1].position;
            assert_ne!(
                usual.fingerprint(),
                moved.fingerprint(),
                "another position of the same name"
            );
            assert!(!usual.includes(&moved));
        }
    }

    #[test]
    fn a_plan_includes_a_part_of_its_work_and_no_other() {
        let (all, part) = (plan("pn", "-7.0", 0), plan("pn", "-7.0", 4));
        assert!(all.includes(&part) && all.includes(&all) && !part.includes(&all));
        assert!(!all.includes(&plan("pn", "-6.0", 4)) && !all.includes(&plan("pn2", "-7.0", 4)));
    }
}
