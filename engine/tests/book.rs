//! Players with an opening book.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use conjoin_core::{History, Position as _, Score, TextForm as _};
use conjoin_engine::book::Book;
use conjoin_engine::{
    BoxedPlayer, EngineKind, OwnEngine, PlayerOptions, Profile, Request, Thought, make_player,
};
use conjoin_games::loa::{Loa, Move, Position, Rules};

const START: &str = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b";

/// A folder with a book `b.tsv`: two moves at the start, 15 points apart.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("conjoin-book-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    let head = "# conjoin-book 1\n# game loa\n# variant 8 olympiad\n# provenance a test\n# licence CC0-1.0\n";
    let text = format!("{head}{START}\t5\tb1-b3 40 30 2\tc1-c3 25 30 0\n");
    std::fs::write(folder.join("b.tsv"), text).expect("a file");
    folder
}

fn own(text: &str, folder: &Path) -> Result<OwnEngine<Loa>, String> {
    let profile = Profile::<Loa>::parse(text, &folder.join("mine.toml"));
    match profile.map_err(|error| error.to_string())?.engine {
        EngineKind::Own(engine) => Ok(*engine),
        EngineKind::Outside(_) => panic!("an engine of our own"),
    }
}

/// A player by these lines under `[book]`.
fn player(lines: &str, folder: &Path, seed: u64) -> BoxedPlayer<Loa> {
    let text = format!("version = 1\ninherits = \"basic\"\n[book]\nname = \"b.tsv\"\n{lines}\n");
    let profile = Profile::<Loa>::parse(&text, &folder.join("mine.toml")).expect("a profile");
    let options = PlayerOptions { memory_bytes: 1 << 20, threads: 1, seed };
    make_player(&profile, &options).expect("a player")
}

fn ask(
    player: &mut BoxedPlayer<Loa>,
    game: &History<Position>,
    may_use_book: bool,
) -> Thought<Move> {
    let request = Request { nodes: Some(2000), may_use_book, ..Request::default() };
    let mut depths = Vec::new();
    let thought = player.think(game, &request, &AtomicBool::new(false), &mut |event| {
        depths.push(event.depth);
    });
    let thought = thought.expect("no error");
    assert_eq!(thought.from_book, depths == [0], "{depths:?}");
    assert_eq!(thought.from_book, thought.counters.nodes == 0);
    thought
}

fn start() -> History<Position> {
    History::new(Position::start(8, Rules::OLYMPIAD))
}

#[test]
fn a_position_of_the_book_is_answered_at_once_and_any_other_searched() {
    let folder = folder("answers");
    let mut player = player("", &folder, 1);
    let mut game = start();
    let thought = ask(&mut player, &game, true);
    assert!(thought.from_book);
    let text = game.current().format_move(thought.best_move.expect("a move"));
    assert_eq!((text.as_str(), thought.score), ("b1-b3", Some(Score(40))));
    assert_eq!(thought.lines.len(), 1);
    // An analysis gets a search.
    assert!(!ask(&mut player, &game, false).from_book);
    game.push(thought.best_move.expect("a move"));
    assert!(!ask(&mut player, &game, true).from_book, "not in the book");
    let other = History::new(Position::start(8, Rules::BOARDSPACE));
    assert!(!ask(&mut player, &other, true).from_book, "other rules");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn the_seed_chooses_within_the_margin() {
    let folder = folder("margin");
    let first_moves = |lines: &str| -> HashSet<Move> {
        let first = |seed| ask(&mut player(lines, &folder, seed), &start(), true).best_move;
        (0..30).filter_map(first).collect()
    };
    assert_eq!(first_moves("margin = 15").len(), 2);
    assert_eq!(first_moves("margin = 14").len(), 1);
    let again = |seed| ask(&mut player("margin = 15", &folder, seed), &start(), true).best_move;
    assert_eq!(again(9), again(9));
    let text = |margin: &str| {
        format!("version = 1\ninherits = \"basic\"\n[book]\nname = \"b.tsv\"\n{margin}")
    };
    assert!(own(&text("margin = 15"), &folder).expect("a profile").uses_seed());
    assert!(!own(&text(""), &folder).expect("a profile").uses_seed());
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn the_book_is_left_after_its_plies_and_when_a_board_would_come_back() {
    let folder = folder("plies");
    let mut brief = player("plies = 4", &folder, 1);
    let mut game = start();
    assert!(ask(&mut brief, &game, true).from_book);
    for text in ["b1-b3", "h4-f4", "b3-b1", "f4-h4"] {
        let mv = game.current().parse_move(text).expect(text);
        game.push(mv);
    }
    assert_eq!(game.current(), game.start());
    assert!(!ask(&mut brief, &game, true).from_book, "after four plies");
    let mut long = player("plies = 5", &folder, 1);
    let thought = ask(&mut long, &game, true);
    assert!(thought.from_book);
    let text = game.current().format_move(thought.best_move.expect("a move"));
    assert_eq!(text, "c1-c3", "b1-b3 was played");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_profile_says_whether_it_has_a_book() {
    let folder = folder("profile");
    let profile = |text: &str| own(&format!("version = 1\n{text}"), &folder);
    let with = "inherits = \"basic\"\n[book]\nname = \"b.tsv\"\nmargin = 7\n";
    let engine = profile(with).expect("a profile");
    let book = engine.book.expect("it has one");
    assert_eq!((book.params.margin, book.book.positions().len()), (7, 1));
    std::fs::write(folder.join("with.toml"), format!("version = 1\n{with}")).expect("a file");
    let inherited = profile("inherits = \"with.toml\"\n[book]\nplies = 9\n").expect("a profile");
    let params = inherited.book.expect("inherited").params;
    assert_eq!((params.margin, params.plies), (7, 9));
    for without in [
        "inherits = \"with.toml\"\nbook = false",
        "inherits = \"with.toml\"\n[handicap]\nnodes = 9",
    ] {
        assert!(profile(without).expect("a profile").book.is_none(), "{without}");
    }
    let stated = "inherits = \"with.toml\"\n[handicap]\nnodes = 9\n[book]\nplies = 4";
    assert!(profile(stated).expect("a profile").book.is_some());
    for name in Profile::<Loa>::names().iter().filter(|name| !name.ends_with("-book")) {
        let engine = profile(&format!("inherits = \"{name}\"")).expect("built in");
        assert!(
            name.as_str() == "champion" || engine.book.is_none(),
            "{name} is to play without a book"
        );
    }
    for (text, says) in [
        ("book = 3", "book 3: expected true, false or a table"),
        ("book = { name = \"none.tsv\" }", "none.tsv"),
        ("book = { name = \"nobody\" }", "book \"nobody\" is not known"),
        ("book = { luck = 3 }", "book.luck: unknown field"),
        ("book = { margin = -1 }", "margin -1: expected 0 to"),
    ] {
        let error = profile(&format!("inherits = \"basic\"\n{text}")).expect_err(says);
        assert!(error.contains(says), "{error}");
    }
    let error = profile("command = [\"x\"]\nbook = true").expect_err("outside");
    assert!(error.contains("book is for an engine of our own"), "{error}");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn what_a_built_in_book_says_can_be_played() {
    let names = Book::<Loa>::names();
    assert!(names.contains(&"champion".to_owned()), "{names:?}");
    let profile = Profile::<Loa>::load("champion-book").expect("built in");
    let mut player =
        make_player(&profile, &PlayerOptions { memory_bytes: 1 << 20, ..PlayerOptions::default() });
    let player = player.as_mut().expect("a player");
    let mut game = start();
    let mut plies = 0;
    loop {
        let thought = ask(player, &game, true);
        let Some(mv) = thought.best_move.filter(|_| thought.from_book) else { break };
        assert!(game.current().is_legal(mv));
        game.push(mv);
        plies += 1;
    }
    assert!(plies >= 1, "{plies} plies");
}
