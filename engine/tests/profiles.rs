//! Profiles: what is built in, what is read, and what is refused.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use conjoin_core::playout::play_random;
use conjoin_core::{History, Position as _, Score, Side};
use conjoin_engine::time::{PanicParams, TimeParams};
use conjoin_engine::{
    EngineError, EngineKind, HIGHEST_LEVEL, OutsideEngine, OwnEngine, PlayerOptions, Profile,
    Protocol, Request, Thinking, WeightsFile, level_profile, make_player,
};
use conjoin_eval::Evaluator;
use conjoin_eval::loa::LoaEvaluators;
use conjoin_eval::loa::basic::Basic;
use conjoin_games::loa::{Loa, Move, Position, Rules};
use conjoin_search::{
    Driver, HistoryKind, Limits, NullMoveParams, OrderingKind, OrderingParams, PrunedBounds,
    SearchConfig, Searcher, TableScheme,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn own(profile: Profile<Loa>) -> OwnEngine<Loa> {
    match profile.engine {
        EngineKind::Own(engine) => *engine,
        EngineKind::Outside(_) => panic!("{} is an outside engine", profile.name),
    }
}

fn outside(text: &str) -> OutsideEngine {
    match Profile::<Loa>::parse(text, Path::new("mine.toml")).expect(text).engine {
        EngineKind::Outside(engine) => engine,
        EngineKind::Own(_) => panic!("an engine of our own"),
    }
}

#[test]
fn every_built_in_profile_loads_under_its_name() {
    for name in Profile::<Loa>::names() {
        let profile = Profile::<Loa>::load(&name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(profile.name, name);
        assert!(!profile.description.is_empty(), "{name}");
    }
    for level in 1..=HIGHEST_LEVEL {
        let engine =
            own(Profile::<Loa>::load(&level_profile(level).expect("a level")).expect("loads"));
        assert_eq!(engine.handicap.is_some(), level < HIGHEST_LEVEL, "level {level}");
    }
    assert_eq!(level_profile(0), None);
    assert_eq!(level_profile(11), None);
}

#[test]
fn basic_has_everything_and_bare_nothing() {
    let basic = own(Profile::<Loa>::load("basic").expect("loads"));
    // But for what our own profiles do otherwise than the papers.
    let null_move = NullMoveParams { from_depth: 2, ..NullMoveParams::default() };
    let ordering = OrderingParams { sorted_at_leaves: 8, ..OrderingParams::default() };
    let search = SearchConfig {
        pruned_bounds: PrunedBounds::Certain,
        null_move: Some(null_move),
        ordering,
        ..SearchConfig::default()
    };
    assert_eq!(basic, OwnEngine { search, ..OwnEngine::default() });
    let bare = own(Profile::<Loa>::load("basic-bare").expect("loads"));
    assert_eq!(bare.search, SearchConfig::bare(Driver::Pvs));
}

#[test]
fn a_profile_changes_what_it_inherits() {
    let text = "version = 1\ninherits = \"basic\"\n[evaluator.weights]\nmobility = 7\n\
                [search]\ndriver = \"mtdf\"\nnull_move = false\n[search.table]\nscheme = \"two-big\"\n";
    let profile = Profile::<Loa>::parse(text, Path::new("some/mine.toml")).expect("reads");
    assert_eq!(profile.name, "mine");
    let engine = own(profile);
    assert_eq!(engine.search.driver, Driver::Mtdf);
    assert_eq!(engine.search.null_move, None);
    assert_eq!(engine.search.table.expect("a table").scheme, TableScheme::TwoBig);
    assert_ne!(engine.evaluator, OwnEngine::<Loa>::default().evaluator);
}

#[test]
fn weights_are_named_or_stand_in_a_file() {
    let engine = |text: &str, origin: &Path| Profile::<Loa>::parse(text, origin).map(own);
    let here = Path::new("mine.toml");
    let named = "version = 1\ninherits = \"mia-4\"\n[evaluator]\nweights = \"mia-3\"\n";
    let mia_3 = own(Profile::<Loa>::load("mia-3").expect("built in")).evaluator;
    assert_eq!(engine(named, here).expect("reads").evaluator, mia_3);
    // A file is looked for beside the profile.
    let folder = std::env::temp_dir().join(format!("conjoin-weights-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut file = WeightsFile::new::<Loa>(&mia_3, "a test").expect("it has weights");
    file.weights.insert("concentration".into(), 77.0.into());
    std::fs::write(folder.join("w.toml"), file.to_text()).expect("a file");
    let by_path = named.replace("mia-3", "w.toml");
    let found = engine(&by_path, &folder.join("mine.toml"));
    std::fs::remove_dir_all(&folder).expect("it was made");
    match found.expect("reads").evaluator {
        LoaEvaluators::Mia { weights } => assert_eq!(weights.concentration.to_string(), "77"),
        other => panic!("{other:?}"),
    }
    // A profile may change a weight of those that it inherits.
    let text = "version = 1\ninherits = \"yl\"\n[evaluator.weights.middle]\nmoves = 99\n";
    match engine(text, here).expect("reads").evaluator {
        LoaEvaluators::Yl { weights } => {
            assert_eq!(weights.middle.moves.to_string(), "99");
            assert_ne!(weights.beginning.moves.to_string(), "99");
        }
        other => panic!("{other:?}"),
    }
    for (weights, says) in [
        ("kind = \"yl\"\nweights = \"mia-3\"", "the weights mia-3 are of mia"),
        ("weights = \"mia-7\"", "weights \"mia-7\" are not known"),
        ("weights = \"none.toml\"", "none.toml"),
        ("weights = \"mia-3\"\nseed = 1", "evaluator.seed"),
    ] {
        let text = format!("version = 1\ninherits = \"mia-4\"\n[evaluator]\n{weights}\n");
        let error = engine(&text, here).expect_err(says).to_string();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn the_searches_are_those_of_the_papers() {
    let search = |name: &str| own(Profile::<Loa>::load(name).expect("built in")).search;
    let mia = search("mia-4");
    assert!(mia.multi_cut_cut.is_some() && mia.multi_cut_all.is_none() && !mia.pvs_additions);
    assert_eq!(mia.ordering.history, HistoryKind::History);
    for name in ["mia-1", "mia-2", "mia-3"] {
        assert_eq!(search(name), mia, "{name}");
    }
    assert_eq!(search("mia-4-mca"), SearchConfig::default());

    let yl = search("yl");
    assert_eq!(yl.ordering.kind, OrderingKind::Hierarchical);
    assert!(yl.aspiration.is_some());
    let multi_cut = yl.multi_cut_cut.as_ref().expect("YL has multi-cut");
    assert_eq!((multi_cut.cuts, multi_cut.tries, multi_cut.reduction), (3, 3, 2));
    assert_eq!(search("yl-2001"), yl, "the two differ in what they know");

    let mona = search("mona");
    assert_eq!((mona.driver, mona.iteration_step), (Driver::Pvs, 2));
    assert!(mona.table.is_some());
    let ordering = &mona.ordering;
    assert_eq!((ordering.kind, ordering.killers), (OrderingKind::Static, 0));
    assert_eq!((ordering.history, ordering.countermove), (HistoryKind::None, false));
    let unnamed = [
        mona.aspiration.is_some(),
        mona.transposition_cutoffs.is_some(),
        mona.multi_cut_cut.is_some(),
        mona.multi_cut_all.is_some(),
        mona.internal_deepening.is_some(),
        mona.quiescence.is_some(),
    ];
    assert_eq!(unnamed, [false; 6], "what the source does not name");

    // What the figures of the thesis have: depth > 2, no bound of a pruned node in the table, all moves
    // sorted everywhere.
    for name in
        ["mia-1", "mia-2", "mia-3", "mia-4", "mia-4-mca", "yl", "yl-2001", "mona", "mona-plain"]
    {
        let search = search(name);
        assert_eq!(search.null_move.expect("a null move").from_depth, 3, "{name}");
        assert_eq!(search.pruned_bounds, PrunedBounds::Searched, "{name}");
        assert_eq!(search.ordering.sorted_at_leaves, 0, "{name}");
        for multi_cut in [search.multi_cut_cut, search.multi_cut_all].into_iter().flatten() {
            assert_eq!(multi_cut.from_depth, 3, "{name}");
        }
    }
}

#[test]
fn yl_of_2001_lacks_the_bounding_box_and_nothing_else() {
    let weights = |name: &str| match own(Profile::<Loa>::load(name).expect("built in")).evaluator {
        LoaEvaluators::Yl { weights } => weights,
        other => panic!("{other:?}"),
    };
    let (mut yl, old) = (weights("yl"), weights("yl-2001"));
    assert_ne!(yl, old);
    for phase in [&mut yl.beginning, &mut yl.middle, &mut yl.endgame] {
        phase.bounding_box = 0.0;
    }
    assert_eq!(yl, old);
}

/// What a profile finds to a depth: score, moves, nodes.
fn found(profile: &str, position: Position, depth: u32) -> (Option<Score>, Vec<Move>, u64) {
    let profile = Profile::<Loa>::load(profile).expect("built in");
    let mut player = make_player(&profile, &PlayerOptions::default()).expect("a player");
    let request = Request { depth: Some(depth), ..Request::default() };
    let game = History::new(position);
    let thought = player.think(&game, &request, &AtomicBool::new(false), &mut |_| {});
    let thought = thought.expect("an answer");
    let moves = thought.lines[0].moves.clone();
    (thought.score, moves, thought.counters.nodes)
}

#[test]
fn mona_plain_searches_the_tree_of_mona() {
    let start = Position::start(8, Rules::OLYMPIAD);
    let middle = "2bb1b2/w6w/2b1b3/w2w3w/3b4/w1b4w/3w3w/1bb2b2 b".parse().expect("a position");
    for position in [start, middle] {
        let mona = found("mona", position, 5);
        assert_eq!(found("mona-plain", position, 5), mona, "{position}");
        assert!(mona.2 > 1_000, "{} nodes", mona.2);
    }
}

/// Counts leaves by the side that is to move there.
#[derive(Clone)]
struct LeafCount<'c> {
    eval: Basic,
    leaves: &'c [AtomicU64; 2],
}

impl Evaluator<Position> for LeafCount<'_> {
    type State = <Basic as Evaluator<Position>>::State;

    fn state(&self, position: &Position) -> Self::State {
        self.eval.state(position)
    }
    fn advance(&self, state: &mut Self::State, before: &Position, mv: Move, after: &Position) {
        self.eval.advance(state, before, mv, after);
    }
    fn evaluate(&self, state: &Self::State, position: &Position) -> i32 {
        self.leaves[position.side_to_move().index()].fetch_add(1, Ordering::Relaxed);
        self.eval.evaluate(state, position)
    }
}

#[test]
fn every_leaf_of_mona_comes_after_an_own_move() {
    let config = own(Profile::<Loa>::load("mona").expect("built in")).search;
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for plies in [0, 10, 20] {
        let mut game = History::new(Position::start(8, Rules::OLYMPIAD));
        play_random(&mut game, &mut rng, plies, &mut Vec::new(), |_| {});
        let root = game.current().side_to_move();
        let leaves = [AtomicU64::new(0), AtomicU64::new(0)];
        let eval = LeafCount { eval: Basic::default(), leaves: &leaves };
        let mut searcher = Searcher::new(config.clone(), eval, 1 << 20, 1).expect("a searcher");
        let counters = searcher.search(&game, &Limits::depth(7), |_| {}).counters;
        assert!(counters.null_move_cuts > 100, "{counters:?}");
        let [own, waiting] =
            [root, !root].map(|side: Side| leaves[side.index()].load(Ordering::Relaxed));
        assert_eq!(own, 1, "only the root itself, before the search, after {plies} plies");
        assert!(waiting > 10_000, "{waiting} leaves");
    }
}

/// `winands-thesis` A: YL gave more time to positions in trouble; nobody says so of the others.
#[test]
fn yl_has_a_panic_mode() {
    let time = |name: &str| own(Profile::<Loa>::load(name).expect("built in")).time;
    for name in Profile::<Loa>::names() {
        assert_eq!(time(&name).panic.is_some(), name.starts_with("yl"), "{name}");
    }
    let engine = |text: &str| Profile::<Loa>::parse(text, Path::new("mine.toml")).map(own);
    let slower = "version = 1\ninherits = \"yl\"\ntime = { panic = { factor = 2.0 } }";
    let panic = engine(slower).expect("a profile").time.panic.expect("it has one");
    assert_eq!((panic.factor, panic.drop), (2.0, PanicParams::default().drop));
    let calm = "version = 1\ninherits = \"yl\"\ntime = { panic = false }";
    assert_eq!(engine(calm).expect("a profile").time, TimeParams::default());
}

#[test]
fn an_outside_engine_has_a_command() {
    let engine = outside(
        "version = 1\ncommand = [\"loa\", \"-u\"]\nprotocol = \"uci\"\n\
         options = { Hash = 32, Style = \"wild\", Ponder = false }\n",
    );
    assert_eq!(engine.command, ["loa", "-u"]);
    assert_eq!(engine.protocol, Protocol::Uci);
    assert_eq!(engine.options["Hash"], "32");
    assert_eq!(engine.options["Style"], "wild");
    assert_eq!(engine.options["Ponder"], "false");
    assert_eq!(outside("version = 1\ncommand = [\"x\"]").protocol, Protocol::Ugi);
}

#[test]
fn a_limit_is_one_of_four_and_is_inherited_until_it_is_changed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("base.toml");
    let limit = |text: &str| {
        std::fs::write(&path, "version = 1\ncommand = [\"x\"]\n[limit]\ntime = \"100ms\"\n")
            .expect("a profile");
        let text = format!("version = 1\n{text}\n");
        Profile::<Loa>::parse(&text, &folder.join("mine.toml")).expect("a profile").limit
    };
    let seconds = Duration::from_secs;
    assert_eq!(limit("inherits = \"basic\""), None);
    assert_eq!(limit("inherits = \"basic\"\n[limit]\ndepth = 4"), Some(Thinking::Depth(4)));
    assert_eq!(limit("command = [\"x\"]\n[limit]\nnodes = 5000"), Some(Thinking::Nodes(5000)));
    assert_eq!(
        limit("command = [\"x\"]\n[limit]\nclock = \"60s+1s\""),
        Some(Thinking::Clock { time: seconds(60), increment: seconds(1) })
    );
    let base = Thinking::MoveTime(Duration::from_millis(100));
    assert_eq!(limit("inherits = \"./base.toml\""), Some(base));
    assert_eq!(limit("inherits = \"./base.toml\"\nlimit = false"), None);
    assert_eq!(
        limit("inherits = \"./base.toml\"\n[limit]\nnodes = 7"),
        Some(Thinking::Nodes(7)),
        "a limit replaces another, whatever its kind"
    );
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let evaluator = "[evaluator]\nkind = \"basic\"\n";
    let cases = [
        (String::new(), "missing field `version`"),
        ("version = 2".into(), "version 2 is not known: expected 1"),
        ("version = 1".into(), "expected an evaluator, a command or a profile to inherit from"),
        ("version = 1\nspeed = 3".into(), "line 2, column 1: unknown field `speed`"),
        ("version = 1\nname = [".into(), "line 2"),
        ("version = 1\nname = \"a b\"\ninherits = \"basic\"".into(), "name \"a b\""),
        ("version = 1\ninherits = \"nobody\"".into(), "profile \"nobody\" is not known"),
        ("version = 1\ninherits = \"basic\"\nprotocol = \"ugi\"".into(), "there is no command"),
        ("version = 1\ncommand = []".into(), "command: expected a program"),
        ("version = 1\ncommand = [\"x\"]\n[search]".into(), "search is for an engine of our own"),
        ("version = 1\ninherits = \"basic\"\ncommand = [\"x\"]".into(), "cannot inherit"),
        ("version = 1\ncommand = [\"x\"]\nprotocol = \"cecp\"".into(), "line 3"),
        ("version = 1\n[evaluator]\nkind = \"mia-9\"".into(), "unknown variant `mia-9`"),
        (format!("version = 1\n{evaluator}weight = 3"), "evaluator: unknown field `weight`"),
        (format!("version = 1\n{evaluator}weights = {{ luck = 3 }}"), "unknown field `luck`"),
        (format!("version = 1\n{evaluator}[search]\nwarp = 1"), "search.warp: unknown field"),
        (format!("version = 1\n{evaluator}[handicap]\ntemperature = -1"), "temperature -1"),
        (format!("version = 1\n{evaluator}[handicap]\nnodes = 0"), "at least 1"),
        (format!("version = 1\n{evaluator}[time]\nhaste = 1"), "time.haste: unknown field"),
        (format!("version = 1\n{evaluator}[time]\npanic = {{ drop = -1 }}"), "panic.drop = -1"),
        (
            format!("version = 1\n{evaluator}[time]\npanic = {{ factor = 0.5 }}"),
            "panic.factor = 0.5",
        ),
        ("version = 1\ncommand = [\"x\"]\n[time]".into(), "time is for an engine of our own"),
        ("version = 1\ncommand = [\"x\"]\nlimit = true".into(), "limit: expected one of depth"),
        (
            "version = 1\ncommand = [\"x\"]\nlimit = { depth = 2, nodes = 3 }".into(),
            "limit: expected one of depth, nodes, time and clock",
        ),
        (
            "version = 1\ncommand = [\"x\"]\nlimit = { depth = 0 }".into(),
            "limit: depth = 0: expected a whole number from 1 to 200",
        ),
        ("version = 1\ncommand = [\"x\"]\nlimit = { speed = 2 }".into(), "limit: speed: expected"),
        (
            "version = 1\ncommand = [\"x\"]\nlimit = { time = 2 }".into(),
            "time = 2: expected a text",
        ),
        ("version = 1\ncommand = [\"x\"]\nlimit = { time = \"soon\" }".into(), "\"soon\""),
    ];
    for (text, says) in cases {
        let error =
            Profile::<Loa>::parse(&text, Path::new("bad.toml")).expect_err(&text).to_string();
        assert!(error.contains(says), "{text:?} says {error:?}, expected {says:?}");
    }
}

#[test]
fn names_and_paths_are_told_apart() {
    let error = Profile::<Loa>::load("mia-99").expect_err("no such profile");
    assert!(matches!(error, EngineError::UnknownProfile { .. }));
    assert!(error.to_string().contains("champion"), "{error}");
    let error = Profile::<Loa>::load("/nowhere/mia.toml").expect_err("no such file");
    assert!(matches!(error, EngineError::ReadProfile { .. }), "{error}");
}

#[test]
fn files_inherit_from_files_beside_them_but_not_in_a_circle() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("profiles");
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("parent.toml", "version = 1\ninherits = \"basic\"\nsearch = { driver = \"mtdf\" }");
    write("child.toml", "version = 1\ninherits = \"parent.toml\"\nsearch = { null_move = false }");
    write("circle.toml", "version = 1\ninherits = \"circle.toml\"");
    let child =
        own(Profile::<Loa>::load(&folder.join("child.toml").display().to_string()).expect("ok"));
    assert_eq!(child.search.driver, Driver::Mtdf);
    assert_eq!(child.search.null_move, None);
    let circle = Profile::<Loa>::load(&folder.join("circle.toml").display().to_string());
    assert!(circle.expect_err("a circle").to_string().contains("inherits from it"));
    // A long chain is none, and one without an end is refused by its length.
    write("chain-0.toml", "version = 1\ninherits = \"basic\"");
    for i in 1..=70 {
        let text = format!("version = 1\ninherits = \"chain-{}.toml\"", i - 1);
        write(&format!("chain-{i}.toml"), &text);
    }
    let load = |name: &str| Profile::<Loa>::load(&folder.join(name).display().to_string());
    assert!(load("chain-40.toml").is_ok());
    assert!(load("chain-70.toml").expect_err("too long").to_string().contains("more than 64"));
}

#[test]
fn the_examples_of_the_documentation_load() {
    let text = include_str!("../../docs/profiles.md");
    let examples: Vec<&str> = text
        .split("```toml\n")
        .skip(1)
        .map(|rest| rest.split("```").next().expect("the end of the example"))
        .collect();
    assert_eq!(examples.len(), 5);
    let weights = text.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let weights = WeightsFile::parse::<Loa>(weights.expect("an example of weights"), "doc");
    weights.unwrap_or_else(|error| panic!("{error}"));
    for example in examples {
        let profile = Profile::<Loa>::parse(example, Path::new("doc.toml"));
        profile.unwrap_or_else(|error| panic!("{error} in {example}"));
    }
    for name in Profile::<Loa>::names().into_iter().filter(|name| !name.starts_with("level-")) {
        assert!(text.contains(&format!("| `{name}` |")), "{name} is not described");
    }
}

/// `erps` 2.2 and 5: C = 0.25, plies from 0.5 to 4, and the parameters of both enhancements.
#[test]
fn mia_4_5_has_the_parameters_of_its_paper() {
    let load = |name: &str| own(Profile::<Loa>::load(name).expect("built in"));
    let classic = load("mia-4.5");
    assert_eq!(classic.search.realization, None);
    assert_eq!(classic.search, load("mia-4-mca").search, "the search of the thesis by its end");
    for (name, early, halfway_above) in [
        ("mia-4.5-rps", None, None),
        ("mia-4.5-rps-e1", Some((5, 1.0)), None),
        ("mia-4.5-rps-e2", None, Some(1.5)),
        ("mia-4.5-erps", Some((5, 1.0)), Some(1.5)),
    ] {
        let engine = load(name);
        let params = engine.search.realization.clone().expect(name);
        assert_eq!((params.constant, params.least, params.most), (0.25, 0.5, 4.0), "{name}");
        assert_eq!(params.early.map(|early| (early.moves, early.most)), early, "{name}");
        assert_eq!(params.halfway_above, halfway_above, "{name}");
        assert!(engine.move_plies.is_some(), "{name}");
        let rest = SearchConfig { realization: None, ..engine.search };
        assert_eq!(rest, classic.search, "{name} differs in nothing else");
    }
}

#[test]
fn costs_of_moves_that_make_no_sense_are_refused() {
    for (text, says) in [
        ("transitions = \"mia-9\"", "search.realization.transitions: transitions \"mia-9\""),
        ("most = 3.0", "search.realization.transitions: expected the name of counts"),
        ("transitions = \"mia-4.5\"\nconstant = 1.0", "search.realization.constant = 1"),
        ("transitions = \"mia-4.5\"\nleast = 0.0", "search.realization.least = 0"),
        (
            "transitions = \"mia-4.5\"\nearly = { moves = 5, most = 0.1 }",
            "search.realization.early.most = 0.1: expected a number from 0.5",
        ),
        ("transitions = \"mia-4.5\"\nhalfway_above = nan", "search.realization.halfway_above"),
        ("transitions = \"mia-4.5\"\nwarp = 1", "search.realization: unknown field `warp`"),
    ] {
        let text = format!("version = 1\ninherits = \"mia-4.5\"\n[search.realization]\n{text}\n");
        let found = Profile::<Loa>::parse(&text, Path::new("mine.toml"));
        let error = found.map(drop).expect_err(says).to_string();
        assert!(error.contains(says), "{says}: {error}");
    }
}
