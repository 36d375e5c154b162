//! Our own players under every kind of limit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use conjoin_core::{History, Position as _, Score, TextForm};
use conjoin_engine::{
    BoxedPlayer, Clock, Player, PlayerOptions, Profile, Request, Thought, make_player, ponder,
};
use conjoin_games::loa::{Loa, Move, Position, Rules};

fn player(name: &str) -> BoxedPlayer<Loa> {
    let options = PlayerOptions { memory_bytes: 4 << 20, ..PlayerOptions::default() };
    make_player(&Profile::<Loa>::load(name).expect(name), &options).expect(name)
}

fn start() -> History<Position> {
    History::new(Position::start(8, Rules::OLYMPIAD))
}

fn think(
    player: &mut dyn Player<Position>,
    game: &History<Position>,
    request: &Request,
) -> Thought<Move> {
    player.think(game, request, &AtomicBool::new(false), &mut |_| {}).expect("no error")
}

fn per_move(milliseconds: u64) -> Request {
    Request { move_time: Some(Duration::from_millis(milliseconds)), ..Request::default() }
}

#[test]
fn every_profile_answers_with_a_legal_move() {
    for name in Profile::<Loa>::names() {
        let request = Request { nodes: Some(2000), ..Request::default() };
        let thought = think(&mut *player(&name), &start(), &request);
        let mv = thought.best_move.expect("a move");
        assert!(start().current().is_legal(mv), "{name} plays {mv:?}");
        assert_eq!(thought.lines[0].moves[0], mv, "{name}");
        assert_eq!(thought.lines.len(), 1, "{name}");
        assert!(thought.counters.nodes <= 2000, "{name}");
    }
}

#[test]
fn the_smallest_times_still_give_a_legal_move() {
    let mut player = player("champion");
    let mut game = start();
    let tiny = Clock { left: [Duration::from_millis(1); 2], increment: [Duration::ZERO; 2] };
    let none = Clock { left: [Duration::ZERO; 2], ..tiny };
    for request in [
        per_move(0),
        per_move(1),
        Request { clock: Some(tiny), ..Request::default() },
        Request { clock: Some(none), ..Request::default() },
        Request { nodes: Some(1), ..Request::default() },
        Request { nodes: Some(0), ..Request::default() },
        Request { depth: Some(0), ..Request::default() },
    ] {
        let mv = think(&mut *player, &game, &request).best_move.expect("a move");
        assert!(game.try_push(mv), "{request:?}: {mv:?}");
    }
}

#[test]
fn a_time_per_move_is_kept_and_used() {
    let mut player = player("champion");
    for milliseconds in [10, 60, 200] {
        let began = Instant::now();
        think(&mut *player, &start(), &per_move(milliseconds));
        let took = began.elapsed();
        assert!(took >= Duration::from_millis(milliseconds * 8 / 10), "{milliseconds}: {took:?}");
        // Generous for a loaded machine.
        assert!(took < Duration::from_millis(milliseconds + 150), "{milliseconds}: {took:?}");
    }
}

#[test]
fn the_stop_flag_ends_an_open_search() {
    let stop = AtomicBool::new(false);
    let mut player = player("champion");
    let game = start();
    let began = Instant::now();
    let thought = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        player.think(&game, &Request::default(), &stop, &mut |_| {}).expect("no error")
    });
    assert!(thought.best_move.is_some());
    assert!(began.elapsed() < Duration::from_secs(5));
    // Set before the start: still a legal move.
    let thought = player.think(&game, &Request::default(), &stop, &mut |_| {}).expect("no error");
    assert!(thought.best_move.is_some());
}

#[test]
fn a_finished_game_has_no_move() {
    let game = History::new("bb1/3/w1w w".parse().expect("a position"));
    for name in ["champion", "level-1"] {
        let thought = think(&mut *player(name), &game, &per_move(10));
        assert_eq!(thought.best_move, None);
        assert_eq!(thought.score, Some(Score::loss_in(0)));
        assert!(thought.lines.is_empty());
    }
    let mut drawn = start();
    for text in ["d1-d3", "h4-f4", "d3-d1", "f4-h4"].repeat(2) {
        assert!(drawn.try_push(drawn.current().parse_move(text).expect("legal")));
    }
    let began = Instant::now();
    let thought = think(&mut *player("champion"), &drawn, &per_move(5000));
    assert_eq!((thought.best_move, thought.score), (None, Some(Score::DRAW)));
    assert!(began.elapsed() < Duration::from_secs(2), "nothing is left to think about");
}

#[test]
fn the_only_move_is_made_at_once_on_a_clock() {
    let game = History::new("bbw/w1w/wbb b".parse().expect("a position"));
    let clock = Clock { left: [Duration::from_secs(100); 2], increment: [Duration::ZERO; 2] };
    let began = Instant::now();
    let request = Request { clock: Some(clock), ..Request::default() };
    let thought = think(&mut *player("champion"), &game, &request);
    assert!(thought.best_move.is_some_and(Move::is_pass));
    assert!(began.elapsed() < Duration::from_millis(500));
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let play = |name: &str, seed: u64| {
        let options = PlayerOptions { memory_bytes: 1 << 20, threads: 2, seed };
        let mut player =
            make_player(&Profile::<Loa>::load(name).expect(name), &options).expect(name);
        let mut game = start();
        while game.outcome().is_none() && game.moves().len() < 20 {
            let mv = think(&mut *player, &game, &Request::default()).best_move;
            assert!(game.try_push(mv.expect("a move")));
        }
        game.moves().to_vec()
    };
    for name in ["level-1", "level-4"] {
        assert_eq!(play(name, 3), play(name, 3), "{name}");
        assert_ne!(play(name, 3), play(name, 4), "{name}");
    }
}

#[test]
fn events_tell_as_many_lines_as_wanted() {
    let request = Request { depth: Some(3), multi_pv: 4, ..Request::default() };
    let mut events = Vec::new();
    let thought = player("champion")
        .think(&start(), &request, &AtomicBool::new(false), &mut |event| events.push(event.clone()))
        .expect("no error");
    assert_eq!(events.last().expect("events").depth, 3);
    assert_eq!(events.last().expect("events").lines.len(), 4);
    assert_eq!(thought.lines.len(), 4);
    let mut scores: Vec<_> = thought.lines.iter().map(|line| line.score).collect();
    scores.reverse();
    assert!(scores.is_sorted());
}

#[test]
fn pondering_thinks_about_the_expected_reply() {
    let mut player = player("champion");
    let mut game = start();
    let reply = game.current().parse_move("d1-b3").expect("legal");
    let stop = AtomicBool::new(false);
    let mut depth = 0;
    let pondered = ponder(&mut *player, &game, reply, &stop, &mut |event| {
        depth = event.depth;
        if depth == 5 {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let pondered = pondered.expect("no error").expect("a legal reply");
    assert!(depth >= 5);
    game.push(reply);
    assert!(game.current().is_legal(pondered.best_move.expect("a move")));
    let warm = think(&mut *player, &game, &Request { depth: Some(4), ..Request::default() });
    player.new_game().expect("no error");
    let cold = think(&mut *player, &game, &Request { depth: Some(4), ..Request::default() });
    assert!(warm.counters.nodes < cold.counters.nodes, "what was found is remembered");
    let pass = Move::PASS;
    let nothing = ponder(&mut *player, &game, pass, &AtomicBool::new(true), &mut |_| {});
    assert!(nothing.expect("no error").is_none());
}

#[test]
fn the_first_move_is_worth_a_hundred_points_at_the_start() {
    let mut mean = 0.0;
    for name in ["mia-3", "mia-4", "yl", "mona"] {
        // As many odd depths as even ones, for values go up and down between them.
        for depth in 3..=8 {
            let request = Request { depth: Some(depth), ..Request::default() };
            let score = think(&mut *player(name), &start(), &request).score.expect("a score");
            mean += f64::from(score.0) / 24.0;
        }
    }
    assert!((mean - 100.0).abs() < 20.0, "{mean}");
}
