//! Observers: what they find where it is known.

use std::sync::atomic::AtomicBool;

use conjoin_core::{Game as _, NullMove, Position as _};
use conjoin_games::loa::{Loa, Variant};
use conjoin_lab::experiments::expression::Call;
use conjoin_lab::experiments::record::{Finding, UnitRecord};
use conjoin_lab::experiments::{Manifest, Plan, ScaleName};
use conjoin_prove::retrograde::Retrograde;

use crate::common::folder;

/// The parts that every manifest has, with an experiment between them.
fn manifest(parts: &str, scale: &str) -> Manifest {
    let text = format!(
        "id = \"test\"\ngame = \"loa\"\ntitle = \"t\"\nsource = \"s\"\nmeasures = \"m\"\n{parts}\n\
         [quick]\n{scale}\nminutes = 1\n[paper]\n{scale}\n"
    );
    Manifest::parse("test", &text).unwrap_or_else(|error| panic!("{error}"))
}

/// Everything that an experiment finds at quick scale, by unit.
fn findings(manifest: &Manifest) -> Vec<Finding> {
    let plan = Plan::<Loa>::new(manifest, ScaleName::Quick, 1).expect("a plan");
    let stop = AtomicBool::new(false);
    let run = |unit| plan.run(unit, &stop, None).unwrap_or_else(|error| panic!("{error}"));
    plan.units.iter().filter_map(run).collect()
}

/// The number of this name that an observer found in a block.
fn value(findings: &[Finding], observer: &str, place: &str, name: &str) -> Option<f64> {
    findings.iter().find_map(|finding| match finding {
        Finding::Observation { of, block, values, .. } if of == observer && block == place => {
            values.get(name).copied()
        }
        _ => None,
    })
}

/// `winands-thesis` 2.4.7, by the solver and by solving everything backwards.
#[test]
fn small_boards_are_won_by_whom_the_source_says() {
    let boards = "boards = [\n\
        { name = \"3x3\", variant = { size = \"3\" }, solved = true, exhaustive = true },\n\
        { name = \"5x5\", variant = { size = \"5\" }, solved = true },\n]";
    let found = findings(&manifest(boards, "nodes = 100000\nmemory = 8"));
    let of = |board: &str, name: &str| value(&found, board, "all", name);
    assert_eq!((of("3x3", "winner"), of("3x3", "exhaustive winner")), (Some(2.0), Some(2.0)));
    assert_eq!((of("5x5", "winner"), of("5x5", "positions")), (Some(1.0), None));
    let parts = ["won", "drawn", "lost"].map(|name| of("3x3", name).expect("a number"));
    assert_eq!(of("3x3", "positions"), Some(parts.iter().sum()));
    // No more nodes than this say nothing, and nothing is claimed.
    let found = findings(&manifest(boards, "nodes = 10\nmemory = 8"));
    assert_eq!(value(&found, "5x5", "all", "winner"), None);
}

/// On 3x3 there are positions that are lost only because somebody has to move.
#[test]
fn a_search_sees_where_a_pass_would_be_better() {
    let start = Loa::start(Variant { size: 3, ..Variant::default() });
    let reached = Retrograde::new(&start, 10_000).expect("a few positions");
    let running = || reached.positions().iter().filter(|p| p.outcome().is_none());
    let passed = running().map(NullMove::null_move);
    let all = Retrograde::of_all(running().copied().chain(passed), 10_000).expect("a few more");
    let winner = |p: &_| all.value(p).expect("it was reached").winner;
    let is_lost_by_moving = |p: &&conjoin_games::loa::Position| {
        let mover = p.side_to_move();
        winner(p) == Some(!mover) && winner(&p.null_move()) == Some(mover)
    };
    let forced: Vec<_> = running().filter(is_lost_by_moving).collect();
    let free: Vec<_> = running().filter(|p| winner(p) == Some(p.side_to_move())).collect();
    assert!(!forced.is_empty() && !free.is_empty(), "{} and {}", forced.len(), free.len());
    let folder = folder("passes");
    let suite = folder.join("passes.tsv");
    let lines = |name: &str, positions: &[&conjoin_games::loa::Position]| -> String {
        let line = |(i, p): (usize, &&_)| format!("{p}\tid={name}-{i}\n");
        positions.iter().enumerate().map(line).collect()
    };
    std::fs::write(&suite, lines("forced", &forced) + &lines("free", &free)).expect("a suite");
    let passes = "passes = [{ profile = \"basic-bare\", name = \"asked\" }]";
    let scale = format!("suite = {:?}\ndepth = 8\nmemory = 1", suite.display().to_string());
    let found = findings(&manifest(passes, &scale));
    for (name, count, expected) in [("forced", forced.len(), 1.0), ("free", free.len(), 0.0)] {
        for i in 0..count {
            let place = format!("{name}-{i}");
            assert_eq!(value(&found, "asked", &place, "decisive"), Some(expected), "{place}");
        }
    }
    std::fs::remove_dir_all(folder).expect("removed");
}

/// Wins in three plies, which a search without pruning sees.
#[test]
fn a_win_that_is_seen_has_no_slip() {
    let conversion = "[conversion]\nplayers = [\"basic-bare\"]\nnodes = 100000\n\
                      defender = \"basic\"\ndefender_depth = 4";
    let scale = "endgames = \"wins-44\"\npositions = 44\ndepth = 4\nmemory = 1";
    let found = findings(&manifest(conversion, scale));
    assert_eq!(found.len(), 44);
    for number in 1..=20 {
        let of = |name: &str| value(&found, "basic-bare", &format!("w{number:02}"), name);
        assert_eq!((of("won"), of("slip"), of("straight")), (Some(1.0), Some(0.0), Some(1.0)));
    }
    let no_plies = "endgames = \"endgame\"\npositions = 2";
    let manifest = manifest(conversion, no_plies);
    let error = Plan::<Loa>::new(&manifest, ScaleName::Quick, 1).expect_err("no plies there");
    assert!(error.to_string().contains("does not tell the plies"), "{error}");
}

/// Two games a round and two rounds: the weights of the profile, and what they were after each.
#[test]
fn a_learner_tells_its_weights_from_first_to_last() {
    let learner = "profiles = [{ name = \"start\", inherits = \"mia-4\", evaluator = { kind = \"mia\", \
                   weights = { concentration = 100.0, centre_of_mass = -10.0 } } }]\n\
                   learners = [{ name = \"td\", profile = \"start\", games = 2, depth = 1, \
                   lambda = 0.7, step = 8.0 }]";
    let found = findings(&manifest(learner, "seeds = 2\nrounds = 2\ndepth = 1"));
    assert_eq!(found.len(), 2);
    let mut last = Vec::new();
    for run in ["run-1", "run-2"] {
        let of = |name: &str| value(&found, "td", run, name);
        assert_eq!(of("concentration first"), Some(100.0));
        assert_eq!(of("concentration at 0"), Some(100.0));
        assert_eq!(of("concentration at 4"), of("concentration last"));
        let ratio = of("concentration ratio").expect("a number") * 100.0;
        assert!((ratio - of("concentration last").expect("a number")).abs() < 1e-4);
        assert_eq!(of("mobility last"), None, "a feature without a weight is not learned");
        let sizes = of("centre_of_mass last").expect("a number").abs() - 10.0;
        let gain = of("centre_of_mass gain").expect("a number");
        assert!(sizes * gain > 0.0, "a gain of size is a gain: {sizes} {gain}");
        last.push(of("concentration last"));
    }
    assert_ne!(last[0], last[1], "each run has a seed of its own");
}

#[test]
fn tallies_count_every_move_of_the_search() {
    let tally = "tallies = [{ profile = \"basic-bare\" }]";
    let scale = "suite = \"middle-171\"\npositions = 2\ndepth = 3\nmemory = 1";
    let found = findings(&manifest(tally, scale));
    for finding in &found {
        let Finding::Observation { values, .. } = finding else { panic!("{finding:?}") };
        let [tests, left] = ["connection tests", "not ruled out"].map(|name| values[name]);
        // The root of each iteration is entered without a move; a capture needs two tests.
        assert!(values["nodes"] - 3.0 <= tests && tests <= 2.0 * values["nodes"], "{values:?}");
        assert!(0.0 < left && left < tests, "{values:?}");
    }
    assert_eq!(found.len(), 2);
}

/// One move that is often played and one that never is, by a table made for the purpose.
#[test]
fn moves_have_the_plies_of_their_category() {
    let folder = folder("moves");
    let table = folder.join("made.toml");
    let counts = "\"step edge third +2\" = [1, 16]\n\"step centre corner -2\" = [0, 9]\n";
    let text = format!("version = 1\nprovenance = \"a test\"\n[counts]\n{counts}");
    std::fs::write(&table, text).expect("a table");
    let name = table.display().to_string();
    let values = format!(
        "[move_values]\nposition = \"8/2w4b/2w5/3w4/4b1b1/w1bb4/4w2b/1w6 b\"\n\
         transitions = [{name:?}]\npublished = \"erps-1\"\n\
         [move_values.groups]\nboth = [\"h2-f4\", \"e4-h1\"]"
    );
    let asked = manifest(&values, "");
    let found = findings(&asked);
    assert_eq!(found.len(), 27);
    let of = |mv: &str, name_: &str| value(&found, &name, mv, name_);
    assert_eq!((of("h2-f4", "plies"), of("h2-f4", "published")), (Some(2.0), Some(1.12)));
    assert_eq!((of("e4-h1", "plies"), of("e4-h1", "e4-h1")), (Some(4.0), Some(4.0)));
    assert_eq!((of("e4-h1", "available"), of("c3-b2", "available")), (Some(9.0), Some(0.0)));
    assert_eq!((of("c3-b2", "plies"), of("c3-b2", "both")), (Some(1.0), None));
    let plan = Plan::<Loa>::new(&asked, ScaleName::Quick, 1).expect("a plan");
    let unit = |finding: &Finding| UnitRecord {
        unit: String::new(),
        hash: String::new(),
        version: String::new(),
        machine: String::new(),
        seed: 1,
        from: None,
        elapsed: 0.0,
        finding: finding.clone(),
    };
    let data = plan.data(&found.iter().map(unit).collect::<Vec<_>>()).expect("data");
    let mean = Call { name: "mean".into(), arguments: vec![name.clone(), "both".into()] };
    assert_eq!(data.measure(&mean, &data.once()), Some(3.0));
    for (part, says) in [
        (values.replace("h2-f4", "h2-f5"), "h2-f5"),
        (values.replace("erps-1", "erps-0"), "there is no such table"),
        (values.clone() + "\n[move_values.params]\nleast = 9.0", "most = 4"),
        (values.replace("made.toml", "none.toml"), "none.toml"),
    ] {
        let error = Plan::<Loa>::new(&manifest(&part, ""), ScaleName::Quick, 1);
        let error = error.expect_err("refused").to_string();
        assert!(error.contains(says), "{error}");
    }
    std::fs::remove_dir_all(folder).expect("removed");
}
