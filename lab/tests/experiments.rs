//! Experiments: every one runs at a tiny scale, a run that was stopped goes on and repeats nothing,
//! and claims speak of what is measured.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use crate::common::folder;
use conjoin_engine::{GameName, GameVisitor};
use conjoin_eval::Playable;
use conjoin_games::loa::Loa;
use conjoin_lab::claims::{self, Claim, Verdict};
use conjoin_lab::experiments::expression::Expression;
use conjoin_lab::experiments::record::{Finding, UnitRecord};
use conjoin_lab::experiments::runner::{Progress, RunOptions, RunReport, Watcher, run};
use conjoin_lab::experiments::{ExperimentResult, Manifest, Plan, ScaleName, manifest};
use conjoin_lab::report;
use conjoin_lab::run_file::Existing;

/// Stops after so many pieces of work.
struct Patience(usize);

impl Watcher for Patience {
    fn progress(&mut self, progress: Progress) {
        assert!(progress.done <= progress.total);
        self.0 = self.0.saturating_sub(1);
    }

    fn wants_stop(&mut self) -> bool {
        self.0 == 0
    }
}

fn ran<G: Playable>(plan: &Plan<G>, file: &Path, patience: usize, threads: usize) -> RunReport {
    let options = RunOptions {
        file,
        existing: Existing::Continue,
        threads,
        time: None,
        limit: None,
        version: "test",
        program: "test",
        course: None,
    };
    run(plan, &options, &mut Patience(patience)).expect("a run")
}

/// What of a finding does not depend on the clock.
fn timeless(records: &[UnitRecord]) -> Vec<(String, Finding)> {
    let strip = |record: &UnitRecord| {
        let mut finding = record.finding.clone();
        match &mut finding {
            Finding::Solve { cpu_seconds, .. } => *cpu_seconds = None,
            Finding::Search { cpu_seconds, .. } => cpu_seconds.clear(),
            _ => {}
        }
        match &mut finding {
            Finding::Solve { seconds, .. }
            | Finding::Opinion { seconds, .. }
            | Finding::Observation { seconds, .. } => *seconds = 0.0,
            Finding::Search { seconds, .. } => seconds.fill(0.0),
            Finding::Game { game, .. } => {
                (game.a_seconds, game.b_seconds) = (0.0, 0.0);
                (game.a_longest, game.b_longest) = (0.0, 0.0);
            }
        }
        (record.unit.clone(), finding)
    };
    records.iter().map(strip).collect()
}

/// Runs an experiment at the smallest scale and looks at what it measured.
struct TinyRun<'a> {
    manifest: &'a Manifest,
    claims: &'a [Claim],
    folder: &'a Path,
}

impl GameVisitor for TinyRun<'_> {
    type Output = ();

    fn visit<G: Playable>(self) {
        let Self { manifest, claims, folder } = self;
        let id = manifest.id.as_str();
        let plan = Plan::<G>::new(manifest, ScaleName::Tiny, 1)
            .unwrap_or_else(|error| panic!("{id}: {error}"));
        let names: HashSet<&String> = plan.units.iter().map(|unit| &unit.name).collect();
        assert_eq!(names.len(), plan.units.len(), "{id}: two pieces of work have one name");
        let report = ran(&plan, &folder.join(format!("{id}.jsonl")), usize::MAX, 2);
        assert_eq!(report.records.len(), plan.units.len(), "{id}");
        let result = ExperimentResult::new(&plan, &report.records).expect(id);
        assert!(!result.tables.is_empty(), "{id} has no table");
        for table in &result.tables {
            assert!(!table.rows.is_empty(), "{id}: {} has no rows", table.title);
        }
        let measured = result.tables.iter().flat_map(|table| &table.rows);
        let measured = measured.flat_map(|(_, cells)| cells).filter(|c| c.measured.is_some());
        assert!(measured.count() > 0, "{id} measured nothing");
        let data = plan.data(&report.records).expect(id);
        for claim in claims.iter().filter(|claim| claim.experiment.as_deref() == Some(id)) {
            assert!(!claim.checks.is_empty(), "{} has no check", claim.id);
            for check in &claim.checks {
                let formula: Expression = check.figure.parse().expect("a formula");
                for call in formula.calls() {
                    let known = known_names(manifest, &call.name);
                    let named = call.arguments.iter().take(named_arguments(&call.name));
                    for name in named {
                        assert!(known.contains(name), "{}: {name:?} is not measured", claim.id);
                    }
                }
                // What is certain may take the published size.
                let has_blocks = check.is_certain() || data.blocks(&formula) > 0;
                assert!(has_blocks, "{}: {}", claim.id, check.figure);
            }
        }
        report::keep(folder, &plan, &report.records, &result).expect("files");
    }
}

/// How much work an experiment is at each scale.
struct Work<'a>(&'a Manifest);

impl GameVisitor for Work<'_> {
    type Output = Vec<usize>;

    fn visit<G: Playable>(self) -> Vec<usize> {
        let plan = |&scale: &ScaleName| {
            let plan = Plan::<G>::new(self.0, scale, 1);
            plan.unwrap_or_else(|error| panic!("{}: {error}", self.0.id)).units.len()
        };
        ScaleName::ALL.iter().map(plan).collect()
    }
}

#[test]
fn every_experiment_runs_and_its_claims_are_measured() {
    let folder = folder("all");
    let claims = claims::all().expect("claims");
    for id in &manifest::names() {
        let manifest = manifest::load(id).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(&manifest.id, id);
        let game: GameName = manifest.game.parse().expect("a game of the registry");
        game.visit(TinyRun { manifest: &manifest, claims: &claims, folder: &folder });
    }
    let results = report::load(&folder).expect("results");
    assert_eq!(results.len(), manifest::names().len());
    let judged = claims::judge(&claims, &results).expect("verdicts");
    let page = report::html(&results, &judged);
    assert!(page.contains("winands-5.2a") && page.contains("</html>"));
    let list = report::reproduction(&judged);
    for claim in &claims {
        let star = if claim.revised { "*" } else { "" };
        assert!(list.contains(&format!("| {}{star} |", claim.id)), "{} is missing", claim.id);
    }
    std::fs::remove_dir_all(folder).expect("removed");
}

/// The results that come with the repository: a verdict against a source names what was checked to find a
/// fault of ours, and where there is no verdict, the hours that one takes are told.
#[test]
fn verdicts_against_a_source_say_what_was_checked_and_missing_ones_what_they_take() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results");
    let results = report::load(&results).expect("results");
    let claims = claims::all().expect("claims");
    let judged = claims::judge(&claims, &results).expect("verdicts");
    for one in judged.iter().filter(|one| !one.is_stale) {
        let id = &one.claim.id;
        let note = one.note.as_deref().unwrap_or("");
        match one.verdict {
            Verdict::NotReproduced => assert!(note.contains("Checked: "), "{id}: {note:?}"),
            Verdict::TooLittleData | Verdict::NotTested => {
                assert!(one.hours.is_some_and(|hours| hours > 0.0), "{id} names no hours");
            }
            Verdict::Reproduced => assert_eq!(one.hours, None, "{id}"),
        }
    }
    let list = report::reproduction(&judged);
    assert!(list.contains("| verdict | hours | note |"), "{list}");
}

/// Arguments of a measure that are names: the others are numbers.
fn named_arguments(measure: &str) -> usize {
    match measure {
        "nodes" | "seconds" | "speed" | "mean" | "total" | "correlation" | "partial"
        | "rank_correlation" | "chosen" => 1,
        name if name.starts_with("decided") => 1,
        "tree_ratio" => 2,
        _ => usize::MAX,
    }
}

fn known_names(manifest: &Manifest, measure: &str) -> Vec<String> {
    match measure {
        "solved" | "disproved" | "only" | "alone" | "common" | "proof_nodes" | "proof_seconds"
        | "node_ratio" | "time_ratio" | "chosen" => {
            manifest.solvers.iter().map(|solver| solver.name.clone()).collect()
        }
        "nodes" | "seconds" | "speed" | "tree_ratio" => manifest
            .searches
            .iter()
            .map(|search| search.name.clone().unwrap_or_else(|| search.profile.clone()))
            .collect(),
        "mean" | "total" | "observed" | "rank_correlation" => observers(manifest),
        "prefers" | "even" => manifest.points.iter().map(|point| point.name.clone()).collect(),
        _ => manifest.matches.iter().map(|one| one.name.clone()).collect(),
    }
}

/// The names of a manifest's observers.
fn observers(manifest: &Manifest) -> Vec<String> {
    let learners = manifest.learners.iter().map(|learner| learner.name.clone());
    let passes = &manifest.passes;
    let passes = passes.iter().map(|pass| pass.name.clone().unwrap_or(pass.profile.clone()));
    let tallies = manifest.tallies.iter().map(|tally| tally.profile.clone());
    let boards = manifest.boards.iter().map(|board| board.name.clone());
    let players = manifest.conversion.iter().flat_map(|conversion| conversion.players.clone());
    let tables = manifest.move_values.iter().flat_map(|values| values.transitions.clone());
    learners.chain(passes).chain(tallies).chain(boards).chain(tables).chain(players).collect()
}

/// YL of the source looks at 22 times as many positions as MONA: both limits are their own.
#[test]
fn players_of_a_match_may_have_different_nodes() {
    let text = |how: &str| {
        format!(
            "id = 'x'\ngame = 'loa'\ntitle = ''\nsource = ''\nmeasures = ''\n\
             matches = [{{ name = 'm', a = 'basic', b = 'basic', {how}, line = 'd1-b3 h4-f2' }}]\n\
             [quick]\nmemory = 1\npairs = 1\ntime_factor = 0.5\n[paper]\n"
        )
    };
    let plan = |how: &str| {
        let manifest = Manifest::parse("x", &text(how)).expect("a manifest");
        Plan::<Loa>::new(&manifest, ScaleName::Quick, 1)
    };
    let plan_of_two = plan("nodes = [8000, 400]").expect("a plan");
    assert_ne!(
        plan_of_two.units[0].hash,
        plan("nodes = [8000, 800]").expect("a plan").units[0].hash
    );
    let folder = folder("nodes");
    let report = ran(&plan_of_two, &folder.join("run.jsonl"), usize::MAX, 2);
    for record in &report.records {
        let Finding::Game { game, .. } = &record.finding else { panic!("a game") };
        assert!(game.moves.starts_with("d1-b3 h4-f2 ") && game.plies > 8, "{}", game.moves);
        let moves = (game.plies / 2) as u64;
        // Half of the manifest's nodes a move; a search may end sooner, and looks now and then at its limit.
        assert!(game.a_nodes > 2_000 * moves && game.a_nodes < 6_000 * moves, "{game:?}");
        assert!(game.b_nodes < 600 * moves, "{game:?}");
    }
    let data = plan_of_two.data(&report.records).expect("data");
    let value = |figure: &str| data.value(&figure.parse().expect("a formula"), &data.once());
    let first = |record: &UnitRecord| match &record.finding {
        Finding::Game { game, .. } => match game.result.as_str() {
            "1-0" => 1.0,
            "0-1" => 0.0,
            _ => 0.5,
        },
        _ => unreachable!("games alone"),
    };
    let points: f64 = report.records.iter().map(first).sum();
    assert_eq!(value("first(m)"), Some(points / 2.0));
    let both = plan("nodes = [8000, 400], depths = [2, 2]").expect_err("two limits");
    assert!(both.to_string().contains("expected one of depths"), "{both}");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_stopped_run_goes_on_and_repeats_nothing() {
    let (elsewhere, folder) = (folder("whole"), folder("resume"));
    for id in ["winands-4.3", "winands-7.1", "winands-2.3", "winands-3.1b", "billings-4"] {
        let manifest = manifest::load(id).expect("a manifest");
        let plan = Plan::<Loa>::new(&manifest, ScaleName::Tiny, 7).expect("a plan");
        let whole = ran(&plan, &elsewhere.join(format!("{id}.jsonl")), usize::MAX, 1);
        let file = folder.join(format!("{id}-cut.jsonl"));
        let mut worked = 0;
        for start in 0.. {
            let report = ran(&plan, &file, 1 + start % 3, 1 + start % 2);
            worked += report.worked;
            if report.records.len() == plan.units.len() {
                assert_eq!(timeless(&report.records), timeless(&whole.records), "{id}");
                break;
            }
            assert!(report.interrupted && start < 100, "{id} does not end");
        }
        assert_eq!(worked, plan.units.len(), "{id}: something was done twice or not at all");
        let lines = std::fs::read_to_string(&file).expect("the run file").lines().count();
        assert_eq!(lines, 1 + plan.units.len(), "{id}");
    }
    std::fs::remove_dir_all(elsewhere).expect("removed");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn what_two_experiments_ask_is_done_once() {
    let folder = folder("shared");
    let plan = |id| {
        let manifest = manifest::load(id).expect("a manifest");
        Plan::<Loa>::new(&manifest, ScaleName::Tiny, 3).expect("a plan")
    };
    let (first, second) = (plan("winands-4.3"), plan("winands-5.2"));
    let done = ran(&first, &folder.join("first.jsonl"), usize::MAX, 2);
    let file = folder.join("second.jsonl");
    let report = ran(&second, &file, usize::MAX, 2);
    assert_eq!(report.records.len(), second.units.len());
    let is_new = |unit: &str| first.units.iter().all(|other| other.name != unit);
    let new = second.units.iter().filter(|unit| is_new(&unit.name)).count();
    assert!(0 < new && new < second.units.len(), "{new} of {} are new", second.units.len());
    assert_eq!(report.worked, new);
    for record in report.records.iter().filter(|record| !is_new(&record.unit)) {
        let other = done.records.iter().find(|other| other.unit == record.unit);
        assert_eq!(other.map(|other| &other.finding), Some(&record.finding));
    }
    let lines = std::fs::read_to_string(&file).expect("the run file").lines().count();
    assert_eq!(lines, 1 + second.units.len());
    // The work of another version is not taken over, nor that of a program built with changes, nor
    // that of one that did less at a time.
    let different = [("another", "test", 2), ("test", "another", 2), ("test", "test", 1)];
    for (number, (version, program, threads)) in different.into_iter().enumerate() {
        let options = RunOptions {
            file: &folder.join(format!("other-{number}.jsonl")),
            existing: Existing::Refuse,
            threads,
            time: None,
            limit: None,
            version,
            program,
            course: None,
        };
        let report = run(&second, &options, &mut Patience(usize::MAX)).expect("a run");
        assert_eq!(report.worked, second.units.len());
    }
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn another_plan_does_not_go_on_with_a_run_file() {
    let folder = folder("other");
    let manifest = manifest::load("winands-7.1").expect("a manifest");
    let file = folder.join("run.jsonl");
    ran(&Plan::<Loa>::new(&manifest, ScaleName::Tiny, 1).expect("a plan"), &file, 1, 1);
    let other = Plan::<Loa>::new(&manifest, ScaleName::Tiny, 2).expect("a plan");
    let options = RunOptions {
        file: &file,
        existing: Existing::Continue,
        threads: 1,
        time: None,
        limit: None,
        version: "test",
        program: "test",
        course: None,
    };
    let error = run(&other, &options, &mut Patience(1)).expect_err("another seed");
    assert!(error.to_string().contains("another run"), "{error}");
    std::fs::remove_dir_all(folder).expect("removed");
}

/// What earlier starts took counts toward the limit of the run, not toward the time of a start.
#[test]
fn a_run_has_its_limit_once() {
    let folder = folder("limit");
    let manifest = manifest::load("winands-7.1").expect("a manifest");
    let file = folder.join("run.jsonl");
    let plan = Plan::<Loa>::new(&manifest, ScaleName::Tiny, 1).expect("a plan");
    let first = ran(&plan, &file, 1, 1);
    let done = first.records.len();
    assert!(first.records[0].elapsed > 0.0 && done < plan.units.len());
    let again = |time, limit| {
        let existing = Existing::Continue;
        let options = RunOptions {
            file: &file,
            existing,
            threads: 1,
            time,
            limit,
            version: "test",
            program: "test",
            course: None,
        };
        run(&plan, &options, &mut Patience(usize::MAX)).expect("a run")
    };
    let used_up = again(None, Some(Duration::from_nanos(1)));
    assert_eq!((used_up.worked, used_up.interrupted), (0, false));
    assert_eq!(timeless(&used_up.records), timeless(&first.records));
    let asked_for = again(Some(Duration::from_hours(1)), None);
    assert_eq!(done + asked_for.worked, plan.units.len());
    let elapsed: Vec<f64> = asked_for.records.iter().map(|record| record.elapsed).collect();
    assert!(elapsed.iter().all(|&seconds| seconds >= first.records[0].elapsed), "{elapsed:?}");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn every_experiment_has_a_plan_at_every_scale() {
    for id in &manifest::names() {
        let manifest = manifest::load(id).expect("a manifest");
        let game: GameName = manifest.game.parse().expect("a game of the registry");
        let work = game.visit(Work(&manifest));
        // What a published size cannot tell may take more games than were published.
        let [tiny, quick, long, paper] = work[..] else { panic!("four scales") };
        // A tiny run tries everything once, also what is asked at the published size only; a long one may
        // search deeper where a quick one has more positions.
        let is_there = 0 < tiny && tiny <= paper && 0 < quick && quick <= paper && 0 < long;
        assert!(is_there, "{id}: {work:?} pieces of work");
        assert!(manifest.scale(ScaleName::Long).minutes > 0.0, "{id}: long has no limit");
    }
    // Six pairings at four depths, a thousand games each: no part of them at the published size.
    let manifest = manifest::load("winands-3.2").expect("a manifest");
    let plan = Plan::<Loa>::new(&manifest, ScaleName::Paper, 1).expect("a plan");
    assert_eq!(plan.units.len(), 6 * 4 * 1_000);
}

/// A point is the paper's point: what is called t 200 is 200 points from the bound.
#[test]
fn a_variable_bound_is_as_wide_as_its_name_says() {
    let mut seen = 0;
    for id in &manifest::names() {
        let manifest = manifest::load(id).expect("a manifest");
        for profile in &manifest.profiles {
            let name = profile["name"].as_str().expect("a name");
            let width = name.strip_prefix("mca-").unwrap_or(name).strip_prefix("t-");
            let Some(width) = width.and_then(|width| width.parse::<i64>().ok()) else { continue };
            let margin = &profile["search"]["null_move"]["margin_at_all"];
            assert_eq!(margin.as_integer(), Some(width), "{id}: {name}");
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen} profiles with a bound");
}

/// A book would play other openings than those that an experiment chooses.
#[test]
fn no_experiment_plays_by_a_book() {
    let manifest = manifest::load("winands-6.3").expect("a manifest");
    assert!(manifest.profile::<Loa>("champion").is_ok());
    let error = manifest.profile::<Loa>("champion-book").expect_err("it has a book").to_string();
    assert!(error.contains("champion-book has an opening book"), "{error}");
}

/// What a long run is, its manifest says: the hours of a verdict come from it. Two go on for longer than
/// three hours, the round robin and the matches two plies apart.
#[test]
fn every_experiment_says_how_long_a_long_run_takes() {
    for id in &manifest::names() {
        let long = manifest::load(id).expect("a manifest").long;
        let minutes = long.unwrap_or_else(|| panic!("{id} has no [long]")).minutes;
        let most = if ["billings-2", "winands-3.2"].contains(&id.as_str()) { 420.0 } else { 180.0 };
        assert!(minutes > 0.0 && minutes <= most, "{id}: {minutes}");
    }
}

/// What a scale does not search, play or solve is nothing that its checks could tell.
#[test]
fn a_plan_has_blocks_for_what_it_measures_alone() {
    let blocks = |id: &str, scale, figure: &str| {
        let manifest = manifest::load(id).expect("a manifest");
        let plan = Plan::<Loa>::new(&manifest, scale, 1).expect("a plan");
        plan.blocks(&figure.parse().expect("a formula"))
    };
    let (quick, long) = (ScaleName::Quick, ScaleName::Long);
    for (figure, at_quick) in [("tree_ratio(mca, t 200, 10)", true), ("nodes(mca, 14)", false)] {
        assert_eq!(blocks("winands-6.fig7", quick, figure).is_some(), at_quick, "{figure}");
        assert!(blocks("winands-6.fig7", long, figure).is_some(), "{figure}");
    }
    assert_eq!(blocks("winands-6.1", long, "nodes(none, 14)"), None, "four plies less");
    assert_eq!(blocks("winands-6.fig7", long, "nodes(nobody, 5)"), None);
    assert_eq!(blocks("winands-4.4", quick, "node_ratio(pn2, nobody)"), None);
    assert_eq!(blocks("winands-3.2", quick, "score(d8 mia-2 mia-1)"), None);
}

/// `conjoin lab run all --scale quick` has to end within 90 minutes, the work around included.
#[test]
fn all_quick_experiments_fit_into_eighty_minutes() {
    let minutes: f64 = manifest::names()
        .iter()
        .map(|id| manifest::load(id).expect("a manifest").quick.minutes)
        .sum();
    assert!(minutes <= 80.0, "{minutes} minutes without the work around");
    for id in &manifest::names() {
        assert!(manifest::load(id).expect("a manifest").quick.minutes > 0.0, "{id} has no limit");
    }
}
