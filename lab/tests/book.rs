//! Opening books: repeatable, resumable, sound.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::folder;
use conjoin_core::{Game, Position as _, Score};
use conjoin_engine::Profile;
use conjoin_engine::book::{Book, BookHead, image};
use conjoin_games::loa::{Loa, Rules, StartSetup, Variant};
use conjoin_games::surakarta::Surakarta;
use conjoin_lab::book::graph::Graph;
use conjoin_lab::book::{BookConfig, GrowthError, GrowthOptions, grow};
use conjoin_lab::run_file::Existing;

fn variant() -> Variant {
    Variant { size: 6, rules: Rules::OLYMPIAD, start: StartSetup::Standard }
}

fn config(positions: usize) -> BookConfig {
    BookConfig {
        positions,
        nodes: 2000,
        moves: 4,
        table_bytes: 1 << 20,
        ..BookConfig::usual::<Loa>()
    }
}

/// Grows a book until it is asked so often whether to go on; gives its text.
fn grown(file: &Path, config: &BookConfig, threads: usize, asked: usize) -> String {
    let count = AtomicUsize::new(0);
    let on_position = |_: usize| count.fetch_add(1, Ordering::Relaxed) + 1 < asked;
    let options = GrowthOptions {
        run_file: file,
        existing: Existing::Continue,
        threads,
        on_position: &on_position,
    };
    let profile = Profile::<Loa>::load("basic").expect("built in");
    let graph = grow(&profile, variant(), config, &options).expect("the run file is ours");
    let head = BookHead::new::<Loa>(variant(), "a test", "CC0-1.0");
    graph.book(config, head).to_text()
}

#[test]
fn a_stopped_run_ends_with_the_same_book_whatever_the_threads() {
    let folder = folder("book");
    let whole = grown(&folder.join("whole"), &config(40), 1, usize::MAX);
    assert_eq!(grown(&folder.join("threads"), &config(40), 3, usize::MAX), whole);
    let broken = folder.join("broken");
    for asked in [1, 2, 3, 2, 4] {
        grown(&broken, &config(40), 2, asked);
    }
    let mut torn = std::fs::read(&broken).expect("the run file");
    torn.truncate(torn.len() - 10);
    std::fs::write(&broken, torn).expect("the run file");
    // First to a smaller number, then beyond it.
    assert_ne!(grown(&broken, &config(21), 1, usize::MAX), whole);
    assert_eq!(grown(&broken, &config(40), 2, usize::MAX), whole);
    // What is there is not searched again.
    let before = std::fs::read(&broken).expect("the run file");
    assert_eq!(grown(&broken, &config(40), 2, usize::MAX), whole);
    assert_eq!(std::fs::read(&broken).expect("the run file"), before);
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_grown_book_is_sound_and_has_both_players_moves() {
    let folder = folder("sound-book");
    let text = grown(&folder.join("run"), &config(40), 2, usize::MAX);
    let book = Book::<Loa>::parse(&text, "grown").expect("it can be read");
    assert_eq!(book.to_text(), text);
    assert_eq!(book.unreachable(), []);
    let start = Loa::start(variant());
    let first = book.at(&start).expect("the start is there");
    assert!(book.line(&start, first.moves[0].mv).len() > 2);
    let sides: Vec<usize> = conjoin_core::Side::BOTH
        .into_iter()
        .map(|side| book.positions().iter().filter(|at| at.position.side_to_move() == side).count())
        .collect();
    assert!(sides.iter().all(|&count| count > 4), "{sides:?}");
    // Only what is within the margin is in it.
    let margin = config(0).margin;
    for entry in book.positions() {
        let best = entry.moves[0].value;
        assert!(entry.moves.iter().all(|mv| mv.value >= best - margin), "{}", entry.position);
    }
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn another_run_and_another_engine_are_refused() {
    let folder = folder("other-book");
    let file = folder.join("run");
    grown(&file, &config(3), 1, usize::MAX);
    let run = |profile: &str, config: &BookConfig, existing| {
        let on_position = |_| true;
        let options =
            GrowthOptions { run_file: &file, existing, threads: 1, on_position: &on_position };
        let profile = Profile::<Loa>::load(profile).expect("built in");
        let error = grow(&profile, variant(), config, &options).expect_err("not this run");
        error.to_string()
    };
    let config = config(3);
    let error = run("basic", &config, Existing::Refuse);
    assert!(error.contains("--resume"), "{error}");
    let error = run("mia-4", &config, Existing::Continue);
    assert!(error.contains("engine is") || error.contains("profile is"), "{error}");
    let other = BookConfig { nodes: 3000, ..config.clone() };
    let error = run("basic", &other, Existing::Continue);
    assert!(error.contains("config is"), "{error}");
    let error = run("level-3", &config, Existing::Continue);
    assert!(error.contains("level-3: a book needs an engine of our own"), "{error}");
    let text = std::fs::read_to_string(&file).expect("the run file");
    let broken = text.replacen("\"move\":\"", "\"move\":\"z", 1);
    std::fs::write(&file, broken).expect("the run file");
    let error = run("basic", &config, Existing::Continue);
    assert!(error.contains("line 2: ") && error.contains("\"z"), "{error}");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn too_few_nodes_are_named() {
    let folder = folder("poor-book");
    let options = GrowthOptions {
        run_file: &folder.join("run"),
        existing: Existing::Refuse,
        threads: 1,
        on_position: &|_| true,
    };
    let profile = Profile::<Surakarta>::load("champion").expect("built in");
    let config = BookConfig { nodes: 1, ..BookConfig::usual::<Surakarta>() };
    let error = grow(&profile, <Surakarta as Game>::Variant::default(), &config, &options)
        .expect_err("too few");
    assert!(matches!(error, GrowthError::TooFewNodes { .. }), "{error}");
    std::fs::remove_dir_all(folder).expect("removed");
}

/// Adds the position after some moves, with the values of its first legal moves.
fn add(graph: &mut Graph<Loa>, moves: &[usize], values: &[i32]) {
    let mut at = image(&Loa::start(variant())).0;
    for &place in moves {
        at = image(&at.play(different_moves(&at)[place])).0;
    }
    let legal = different_moves(&at);
    let moves: Vec<_> = values.iter().zip(legal).map(|(&value, mv)| (mv, Score(value))).collect();
    graph.add(at, 1, &moves);
}

/// The moves that lead to different positions up to symmetry.
fn different_moves(at: &conjoin_games::loa::Position) -> Vec<conjoin_games::loa::Move> {
    let mut seen = std::collections::HashSet::new();
    let mut moves = at.legal_moves();
    moves.retain(|&mv| seen.insert(image(&at.play(mv)).0));
    moves
}

#[test]
fn values_go_up_and_the_cheapest_path_comes_first() {
    let config = BookConfig { margin: 20, ply_cost: 10, ..config(0) };
    let head = || BookHead::new::<Loa>(variant(), "a test", "CC0-1.0");
    let mut graph = Graph::<Loa>::new(variant());
    assert_eq!(graph.frontier(&config, 9), [image(&Loa::start(variant())).0]);
    add(&mut graph, &[], &[50, 45, 10]);
    let start = image(&Loa::start(variant())).0;
    let after = |place: usize| image(&start.play(different_moves(&start)[place])).0;
    // The owner never makes the third move, but the other player may.
    assert_eq!(graph.frontier(&config, 9), [after(0), after(1), after(2)]);
    assert_eq!(graph.frontier(&config, 1), [after(0)]);
    add(&mut graph, &[0], &[30, -60]);
    // The first move is worth -30 now, and the second the best.
    let book = graph.book(&config, head());
    let moves = &book.at(&start).expect("the start").moves;
    assert_eq!(moves.iter().map(|mv| mv.value.0).collect::<Vec<_>>(), [45]);
    assert_eq!(moves[0].behind, 0);
    assert_eq!(graph.frontier(&config, 1), [after(1)]);
    // Who follows the book never comes to the position after the first move, but meets it as the second player.
    assert_eq!(book.positions().len(), 2);
    add(&mut graph, &[1], &[-40]);
    let book = graph.book(&config, head());
    let best = book.at(&start).expect("the start").moves[0];
    assert_eq!((best.value.0, best.searched.0, best.behind), (40, 45, 1));
}
