//! Outside engines: a mock that plays, hangs, dies, cheats, is late and babbles.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use conjoin_core::{History, Position as _, Score};
use conjoin_engine::outside::OutsidePlayer;
use conjoin_engine::{
    Clock, EngineError, OutsideEngine, Player, PlayerOptions, Protocol, Request, Thought,
};
use conjoin_games::loa::{Loa, Move, Position, Rules};

fn engine(mode: &str, protocol: Protocol) -> OutsideEngine {
    OutsideEngine {
        command: vec![env!("CARGO_BIN_EXE_conjoin-mock-engine").into(), mode.into()],
        protocol,
        options: BTreeMap::from([("Mood".into(), "fierce".into())]),
        patience: 1,
    }
}

fn mock(mode: &str) -> OutsidePlayer<Loa> {
    OutsidePlayer::<Loa>::start("mock", &engine(mode, Protocol::Ugi), &PlayerOptions::default())
        .expect("the mock starts")
}

fn start() -> History<Position> {
    History::new(Position::start(8, Rules::OLYMPIAD))
}

fn request() -> Request {
    Request { move_time: Some(Duration::from_millis(100)), ..Request::default() }
}

fn think(player: &mut OutsidePlayer<Loa>, request: &Request) -> Result<Thought<Move>, EngineError> {
    player.think(&start(), request, &AtomicBool::new(false), &mut |_| {})
}

/// What is said when a player fails, which must not take for ever.
fn failure(player: &mut OutsidePlayer<Loa>, request: &Request) -> String {
    let began = Instant::now();
    let error = think(player, request).expect_err("it cannot answer");
    assert!(began.elapsed() < Duration::from_secs(8), "took {:?}", began.elapsed());
    assert!(!player.transcript().is_empty());
    error.to_string()
}

#[test]
fn a_decent_engine_plays_a_whole_game() {
    for protocol in [Protocol::Ugi, Protocol::Uci] {
        for first in [
            Position::start(8, Rules::OLYMPIAD),
            Position::start(5, Rules::OLYMPIAD),
            Position::scrambled_eggs(Rules::OLYMPIAD),
        ] {
            let mut player = OutsidePlayer::<Loa>::start(
                "mock",
                &engine("first", protocol),
                &PlayerOptions::default(),
            )
            .expect("the mock starts");
            player.new_game().expect("a new game");
            let mut game = History::new(first);
            while game.outcome().is_none() && game.moves().len() < 60 {
                let mut events = 0;
                let thought = player
                    .think(&game, &request(), &AtomicBool::new(false), &mut |_| events += 1)
                    .expect("an answer");
                assert_eq!(events, 1);
                let mv = thought.best_move.expect("a move");
                assert_eq!(mv, game.current().legal_moves()[0], "the positions agree");
                assert_eq!(thought.score, Some(Score(7)));
                assert!(thought.counters.nodes > 0);
                assert!(game.try_push(mv));
            }
            let said = player.transcript().join("\n");
            assert!(said.contains("< bestmove"), "{said}");
        }
    }
}

#[test]
fn options_are_told() {
    let mut player = mock("first");
    let clock = Clock {
        left: [Duration::from_secs(5), Duration::from_secs(6)],
        increment: [Duration::from_millis(7), Duration::from_millis(8)],
    };
    let request = Request { clock: Some(clock), nodes: Some(9), ..Request::default() };
    think(&mut player, &request).expect("an answer");
    let said = player.transcript().join("\n");
    for line in [
        "> setoption name Mood value fierce",
        "> setoption name Hash value 64",
        "> position startpos",
        "> go nodes 9 p1time 5000 p2time 6000 p1inc 7 p2inc 8",
    ] {
        assert!(said.contains(line), "{line} is not in {said}");
    }
    assert!(!said.contains("Threads"), "an option it does not have");
}

#[test]
fn a_finished_game_is_not_asked_about() {
    let game = History::new("bb1/3/w1w w".parse().expect("a position"));
    let thought = mock("crash")
        .think(&game, &request(), &AtomicBool::new(false), &mut |_| {})
        .expect("no question, no error");
    assert_eq!(thought.best_move, None);
    assert_eq!(thought.score, Some(Score::loss_in(0)));
}

#[test]
fn an_engine_that_hangs_is_ended() {
    assert!(failure(&mut mock("hang"), &request()).contains("no bestmove after"));
    // Without a time limit its patience counts.
    let depth = Request { depth: Some(3), ..Request::default() };
    assert!(failure(&mut mock("hang"), &depth).contains("no bestmove after"));
}

#[test]
fn an_engine_that_dies_is_reported_and_starts_again() {
    let mut player = mock("crash");
    assert!(think(&mut player, &request()).is_ok(), "it dies at its second move");
    assert!(failure(&mut player, &request()).contains("it ended (exit status: 3)"));
    player.new_game().expect("it starts again");
    assert!(think(&mut player, &request()).is_ok());
}

#[test]
fn an_illegal_move_is_told_from_a_crash() {
    for (mode, says) in [("illegal", "a1h8"), ("nonsense", "not readable")] {
        let mut player = mock(mode);
        let error = think(&mut player, &request()).expect_err("illegal");
        assert!(matches!(error, EngineError::IllegalMove { .. }), "{error}");
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn an_engine_that_is_a_little_late_is_heard() {
    let thought = think(&mut mock("late"), &request()).expect("an answer");
    assert!(thought.best_move.is_some());
    assert!(thought.time > Duration::from_millis(250), "the time it took is told");
}

#[test]
fn an_engine_that_is_far_too_late_is_ended() {
    assert!(failure(&mut mock("too-late"), &request()).contains("no bestmove after"));
}

#[test]
fn babble_is_no_answer() {
    assert!(failure(&mut mock("babble"), &request()).contains("no bestmove after"));
    assert!(failure(&mut mock("endless-line"), &request()).contains("no bestmove after"));
}

#[test]
fn stop_is_passed_on_and_waited_for_only_so_long() {
    let stop = AtomicBool::new(false);
    let began = Instant::now();
    let error = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        mock("hang").think(&start(), &Request::default(), &stop, &mut |_| {})
    });
    assert!(error.is_err());
    assert!(began.elapsed() < Duration::from_secs(8));
}

#[test]
fn a_program_that_is_not_there_or_says_nothing_does_not_start() {
    let mut missing = engine("first", Protocol::Ugi);
    missing.command = vec!["/nowhere/loa-engine".into()];
    let options = PlayerOptions::default();
    let error = OutsidePlayer::<Loa>::start("ghost", &missing, &options).expect_err("not there");
    assert!(error.to_string().contains("engine ghost: cannot start"), "{error}");
    let error = OutsidePlayer::<Loa>::start("deaf", &engine("deaf", Protocol::Ugi), &options);
    assert!(error.expect_err("no handshake").to_string().contains("no ugiok within"));
}

/// An engine that the shell starts, after it has done something else.
#[cfg(unix)]
fn behind_shell(first: &str, mode: &str) -> OutsidePlayer<Loa> {
    let mock = env!("CARGO_BIN_EXE_conjoin-mock-engine");
    let command = ["sh", "-c", &format!("{first}\nexec {mock} {mode}")].map(String::from).to_vec();
    let engine = OutsideEngine { command, ..engine(mode, Protocol::Ugi) };
    OutsidePlayer::<Loa>::start("mock", &engine, &PlayerOptions::default()).expect("it starts")
}

/// Is there a process of this number that has not ended? Where nobody waits for it, it stays as a zombie.
#[cfg(target_os = "linux")]
fn is_running(process: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/stat", process.trim()));
    let state =
        |status: String| status.rsplit(')').next().and_then(|rest| rest.trim().chars().next());
    status.ok().and_then(state).is_some_and(|state| !['Z', 'X'].contains(&state))
}

#[test]
#[cfg(target_os = "linux")]
fn what_an_engine_has_started_ends_with_it() {
    let place = std::env::temp_dir().join(format!("conjoin-child-{}", std::process::id()));
    let first = format!("sleep 600 & echo $! >{}", place.display());
    for mode in ["first", "hang", "crash"] {
        let mut player = behind_shell(&first, mode);
        let child = std::fs::read_to_string(&place).expect("the number of the child");
        assert!(is_running(&child), "{mode}");
        // Whether it answers, is ended or ends by itself: it goes with all that it has started.
        drop(think(&mut player, &request()));
        drop(think(&mut player, &request()));
        drop(player);
        let began = Instant::now();
        while is_running(&child) {
            assert!(began.elapsed() < Duration::from_secs(5), "{mode}: the child still runs");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    std::fs::remove_file(place).expect("removed");
}

#[test]
#[cfg(unix)]
fn what_an_engine_writes_to_standard_error_last_is_kept_and_told() {
    let mut player = behind_shell("echo 'no book found' >&2", "moan");
    assert!(think(&mut player, &request()).is_ok(), "it dies at its second move");
    let said = failure(&mut player, &request());
    assert!(said.contains("it ended (exit status: 3), saying \"out of ideas\""), "{said}");
    let transcript = player.transcript();
    for line in ["! no book found", "! out of ideas", "> go movetime 100", "< readyok"] {
        assert!(transcript.iter().any(|kept| kept == line), "{line} is not in {transcript:?}");
    }
}

#[test]
fn an_engine_that_floods_standard_error_is_never_held_up() {
    let mut player = mock("flood");
    let thought = think(&mut player, &request()).expect("an answer");
    assert!(thought.best_move.is_some());
    let said = player.transcript().join("\n");
    assert!(said.contains("! the weather is fine") && said.contains("> go movetime 100"), "{said}");
}
