//! `conjoin ugi`: conversations with the engine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use conjoin_core::{History, Outcome, TextForm};
use conjoin_games::loa::{Position, Rules, Simultaneous};

/// Generous for a loaded machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running engine. It is killed when the test ends.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_conjoin"))
            .arg("ugi")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { input: child.stdin.take(), child, lines }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("still open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("the engine listens");
    }

    /// The lines up to and with the first that begins with this word.
    fn until(&self, word: &str) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|error| panic!("{error} after {said:?}"));
            said.push(line);
            if said.last().is_some_and(|line| line.split(' ').next() == Some(word)) {
                return said;
            }
        }
    }

    fn last_until(&self, word: &str) -> String {
        self.until(word).pop().expect("at least that line")
    }

    /// Asks for a move and gives what stands after `bestmove`.
    fn best_move(&mut self, go: &str) -> String {
        self.send(go);
        self.last_until("bestmove")["bestmove ".len()..].to_owned()
    }

    fn answer(&mut self, line: &str) -> String {
        self.send(line);
        self.last_until("response")["response ".len()..].to_owned()
    }

    /// What is said of a bad command; the engine then still answers.
    fn error(&mut self, line: &str) -> String {
        self.send(line);
        self.send("isready");
        let said = self.until("readyok");
        assert_eq!(said.len(), 2, "{line:?} gives {said:?}");
        let error = said[0].strip_prefix("info string error ");
        error.unwrap_or_else(|| panic!("{line:?} gives {said:?}")).to_owned()
    }

    /// Largest memory so far, in bytes, where the system tells.
    fn peak_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib * 1024)
    }

    /// Waits for the end and expects it to be a good one.
    fn ends(&mut self) {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a child") {
                assert!(status.success(), "{status}");
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the engine does not end");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Plays a game of the engine against itself, checking every move; gives its result.
fn play(engine: &mut Engine, start: Position, name: &str, go: &str) -> Option<Outcome> {
    let mut game = History::new(start);
    let mut moves = String::new();
    while game.outcome().is_none() && game.moves().len() < 400 {
        engine.send(&format!("position {name}{moves}"));
        let text = engine.best_move(go);
        let mv = game.current().parse_move(&text);
        let mv = mv.unwrap_or_else(|error| panic!("{text} in {:?}: {error}", game.current()));
        assert!(mv.is_pass() || text.len() == 4, "{text:?} has no sign between the squares");
        game.push(mv);
        moves = if moves.is_empty() { format!(" moves {text}") } else { format!("{moves} {text}") };
    }
    engine.send(&format!("position {name}{moves}"));
    if let Some(outcome) = game.outcome() {
        assert_eq!(engine.best_move("go depth 3"), "none");
        assert_eq!(engine.answer("query gameover"), "true");
        let result = match outcome.winner() {
            None => "draw".to_owned(),
            Some(side) => format!("p{}win", side.index() + 1),
        };
        assert_eq!(engine.answer("query result"), result);
    }
    game.outcome()
}

#[test]
fn the_handshake_names_engine_and_options() {
    for word in ["ugi", "uci"] {
        let mut engine = Engine::start(&[]);
        engine.send(word);
        let said = engine.until(&format!("{word}ok")).join("\n");
        assert!(said.contains("id name Conjoin "), "{said}");
        assert!(said.contains("id author "), "{said}");
        for option in ["Game", "Size", "Rules", "Start", "Profile", "Hash", "Threads", "MultiPV"] {
            assert!(said.contains(&format!("option name {option} type ")), "{option}: {said}");
        }
        engine.send("isready");
        assert_eq!(engine.until("readyok"), ["readyok"]);
        engine.send("quit");
        engine.ends();
    }
}

#[test]
fn a_full_game() {
    let mut engine = Engine::start(&["--memory", "8MiB"]);
    engine.send("uginewgame");
    let start = Position::start(8, Rules::OLYMPIAD);
    assert!(play(&mut engine, start, "startpos", "go nodes 3000").is_some());
}

#[test]
fn a_full_game_on_a_clock() {
    let mut engine = Engine::start(&["--memory", "8MiB", "--size", "5"]);
    let start = Position::start(5, Rules::OLYMPIAD);
    let go = "go p1time 300 p2time 300 p1inc 2 p2inc 2";
    assert!(play(&mut engine, start, "startpos", go).is_some());
}

#[test]
fn games_on_other_boards() {
    let mut engine = Engine::start(&["--memory", "8MiB"]);
    engine.send("setoption name Size value 6");
    engine.send("uginewgame");
    let six = Position::start(6, Rules::OLYMPIAD);
    assert!(play(&mut engine, six, "startpos", "go depth 3").is_some());
    engine.send("setoption name Size value 8");
    engine.send("setoption name Start value scrambled-eggs");
    engine.send("setoption name Rules value boardspace");
    engine.send("uginewgame");
    let eggs = Position::scrambled_eggs(Rules::BOARDSPACE);
    assert!(play(&mut engine, eggs, "startpos", "go nodes 2000").is_some());
    let fen = "1bb1/w2w/w2w/1bb1 w";
    let small = conjoin_games::loa::parse_position(fen, Rules::BOARDSPACE).expect("a position");
    assert!(play(&mut engine, small, &format!("fen {fen}"), "go depth 4").is_some());
}

#[test]
fn every_choice_of_the_game_is_an_option_and_a_start_gives_way_to_the_board() {
    let mut engine = Engine::start(&["--memory", "8MiB", "--start", "scrambled-eggs"]);
    engine.send("setoption name Size value 5");
    engine.send("setoption name simultaneous value mover");
    engine.send("ugi");
    let said = engine.until("ugiok");
    for line in [
        "option name Size type spin default 5 min 3 max 8",
        "option name Simultaneous type combo default mover var draw var mover",
        "option name Repetition type combo default 3 var 3 var any var none",
        "option name Start type combo default standard var standard var scrambled-eggs",
    ] {
        assert!(said.iter().any(|said| said == line), "{line}: {said:?}");
    }
    let error = engine.error("setoption name Start value scrambled-eggs");
    assert!(error.contains("needs size 8, not 5"), "{error}");
    engine.send("setoption name Game value LOA");
    let rules = Rules { simultaneous: Simultaneous::MoverWins, ..Rules::OLYMPIAD };
    assert!(play(&mut engine, Position::start(5, rules), "startpos", "go depth 3").is_some());
}

#[test]
fn a_stuck_player_passes() {
    let mut engine = Engine::start(&[]);
    engine.send("position fen bbw/w1w/wbb b");
    assert_eq!(engine.best_move("go depth 3"), "pass");
    engine.send("position fen bbw/w1w/wbb b moves pass");
    assert_eq!(engine.answer("query p1turn"), "false");
}

#[test]
fn a_finished_game_has_no_move() {
    let mut engine = Engine::start(&[]);
    engine.send("position fen bb1/3/w1w w");
    for go in ["go depth 5", "go movetime 10", "go infinite", "go"] {
        assert_eq!(engine.best_move(go), "none", "{go}");
    }
    assert_eq!(engine.answer("query result"), "p1win");
    // The third occurrence, by going back and forth.
    let moves = ["d1d3 h4f4 d3d1 f4h4"; 2].join(" ");
    engine.send(&format!("position startpos moves {moves}"));
    assert_eq!(engine.answer("query result"), "draw");
    assert_eq!(engine.best_move("go depth 5"), "none");
    let error = engine.error(&format!("position startpos moves {moves} d1d3"));
    assert!(error.contains("move 9") && error.contains("the game is over"), "{error}");
}

#[test]
fn an_illegal_move_leaves_the_position() {
    let mut engine = Engine::start(&[]);
    engine.send("position startpos moves d1b3");
    for (line, says) in [
        ("position startpos moves d1d4", "move 1: move d1d4 is not legal"),
        ("position startpos moves d1b3 d1b3", "move 2"),
        ("position startpos moves pass", "Black has another move"),
        ("position fen 8/8 b", "2 ranks"),
        ("position fen", "empty"),
        ("position", "expected startpos or fen"),
        ("position start", "expected startpos or fen"),
    ] {
        let error = engine.error(line);
        assert!(error.contains(says), "{line} gives {error}");
        assert_eq!(engine.answer("query p1turn"), "false", "the old position stays");
    }
}

#[test]
fn bad_commands_are_named_and_the_conversation_goes_on() {
    let mut engine = Engine::start(&["--memory", "4MiB"]);
    for (line, says) in [
        ("dance", "command \"dance\" is not known"),
        ("\u{1b}[31m", "not known"),
        ("go depth", "go depth \"\": expected a number"),
        ("go depth many", "go depth \"many\""),
        ("go sideways", "go \"sideways\" is not known"),
        ("setoption", "expected name NAME value VALUE"),
        ("setoption name", "option \"\" is not known"),
        ("setoption name Colour value red", "option \"Colour\" is not known"),
        ("setoption name Size value 9", "Size \"9\": expected a number from 3 to 8"),
        ("setoption name Size value", "Size \"\""),
        ("setoption name Hash value 0", "Hash \"0\""),
        ("setoption name Hash value -5", "Hash \"-5\""),
        ("setoption name Threads value 1000000", "Threads"),
        ("setoption name Rules value chess", "rule set \"chess\" is not known"),
        ("setoption name Game value go", "game \"go\" is not known"),
        ("setoption name Profile value nobody", "profile \"nobody\" is not known"),
        ("setoption name MultiPV value none", "MultiPV \"none\""),
        ("setoption name Start value upside-down", "start \"upside-down\""),
        ("query weather", "query: expected gameover, p1turn or result"),
    ] {
        let error = engine.error(line);
        assert!(error.contains(says), "{line:?} gives {error:?}");
    }
    let error = engine.error(&"x".repeat(200_000));
    assert!(error.len() < 1000);
    for quiet in ["", "stop", "ponderhit", "debug on", "setoption name MultiPV value 2"] {
        engine.send(quiet);
        engine.send("isready");
        assert_eq!(engine.until("readyok"), ["readyok"], "{quiet:?}");
    }
    assert_ne!(engine.best_move("go depth 2"), "none");
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_does_not_fit_is_refused() {
    let mut engine = Engine::start(&["--memory", "900000GiB"]);
    assert!(engine.error("").contains("does not fit"), "said when the memory is taken");
    assert_eq!(engine.best_move("go depth 2"), "none");
    engine.send("setoption name Hash value 4");
    assert_ne!(engine.best_move("go depth 2"), "none");
}

#[test]
fn stop_ends_an_open_search_at_once() {
    let mut engine = Engine::start(&["--memory", "8MiB"]);
    engine.send("isready");
    engine.until("readyok");
    for go in ["go infinite", "go", "go depth 100", "go movetime 100000", "go ponder movetime 9"] {
        engine.send(go);
        engine.send("stop");
        let began = Instant::now();
        assert_ne!(engine.last_until("bestmove"), "bestmove none");
        assert!(began.elapsed() < Duration::from_secs(5), "{go}: {:?}", began.elapsed());
    }
    // While it searches, other questions are answered.
    engine.send("go infinite");
    engine.send("isready");
    engine.until("readyok");
    assert_eq!(engine.answer("query p1turn"), "true");
    // Another search ends the first, which gives its answer.
    engine.send("go depth 1");
    engine.until("bestmove");
    engine.until("bestmove");
}

#[test]
fn a_search_with_an_end_is_not_cut_short_by_the_next_command() {
    let mut engine = Engine::start(&["--memory", "8MiB"]);
    for line in ["go depth 7", "position startpos moves d1b3", "go depth 2"] {
        engine.send(line);
    }
    let first = engine.until("bestmove");
    assert!(first.iter().any(|line| line.starts_with("info depth 7 ")), "{first:?}");
    engine.until("bestmove");
}

#[test]
fn pondering_goes_over_into_thinking() {
    let mut engine = Engine::start(&["--memory", "8MiB"]);
    engine.send("setoption name Ponder value true");
    let answer = engine.best_move("go depth 4");
    assert!(answer.contains(" ponder "), "{answer}");
    engine.send("position startpos moves d1b3");
    engine.send("go ponder movetime 50");
    std::thread::sleep(Duration::from_millis(150));
    assert!(
        !engine.lines.try_iter().any(|line| line.starts_with("bestmove")),
        "no answer before the opponent has moved"
    );
    engine.send("ponderhit");
    assert_ne!(engine.last_until("bestmove"), "bestmove none");
}

#[test]
fn the_opening_book_answers_when_it_may() {
    let mut engine = Engine::start(&["--memory", "8MiB"]);
    let is_from_book = |said: &[String]| {
        let told = said.iter().any(|line| line == "info string from the opening book");
        assert_eq!(told, said.iter().any(|line| line.starts_with("info depth 0 ")), "{said:?}");
        told
    };
    engine.send("go nodes 500");
    assert!(!is_from_book(&engine.until("bestmove")), "the champion has none");
    engine.send("setoption name OwnBook value true");
    engine.send("go nodes 500");
    assert!(is_from_book(&engine.until("bestmove")));
    engine.send("go infinite");
    std::thread::sleep(Duration::from_millis(50));
    engine.send("stop");
    assert!(!is_from_book(&engine.until("bestmove")), "an analysis searches");
    engine.send("setoption name Profile value champion-book");
    engine.send("go nodes 500");
    assert!(is_from_book(&engine.until("bestmove")));
    engine.send("setoption name OwnBook value false");
    engine.send("go nodes 500");
    assert!(!is_from_book(&engine.until("bestmove")));
    engine.send("setoption name OwnBook value perhaps");
    let said = engine.last_until("info");
    assert!(said.contains("OwnBook \"perhaps\": expected true or false"), "{said}");
}

#[test]
fn the_smallest_searches_give_a_legal_move() {
    let mut engine = Engine::start(&["--memory", "8MiB"]);
    let start = Position::start(8, Rules::OLYMPIAD);
    for go in [
        "go movetime 1",
        "go movetime 0",
        "go nodes 1",
        "go nodes 0",
        "go depth 0",
        "go p1time 1 p2time 1",
        "go wtime 0 btime 0",
        "go wtime -20 btime 5 movestogo 1",
    ] {
        let text = engine.best_move(go);
        assert!(start.parse_move(&text).is_ok(), "{go} gives {text}");
    }
    assert!(play(&mut engine, start, "startpos", "go movetime 1").is_some());
}

#[test]
fn info_lines_have_every_field() {
    let mut engine = Engine::start(&["--memory", "8MiB"]);
    engine.send("setoption name MultiPV value 3");
    engine.send("go depth 4");
    let said = engine.until("bestmove");
    let last: Vec<&String> = said.iter().filter(|line| line.starts_with("info depth 4 ")).collect();
    assert_eq!(last.len(), 3, "{said:?}");
    for (i, line) in last.iter().enumerate() {
        let number = format!(" multipv {} ", i + 1);
        for field in [
            " seldepth ",
            &number,
            " score cp ",
            " nodes ",
            " nps ",
            " time ",
            " hashfull ",
            " pv ",
        ] {
            assert!(line.contains(field), "{field} is not in {line}");
        }
    }
    // Black wins by a1-d4.
    engine.send("position fen 5ww1/8/5w2/8/8/2b5/8/b7 b");
    engine.send("setoption name MultiPV value 1");
    engine.send("go depth 4");
    let said = engine.until("bestmove").join("\n");
    assert!(said.contains(" score win 1 ") && said.ends_with("bestmove a1d4"), "{said}");
}

#[test]
fn the_end_of_input_ends_it() {
    // Whatever the search waits for: nobody is there to hear its answer, or to stop it.
    for go in ["go infinite", "go depth 100", "go movetime 10000000", "go ponder movetime 9"] {
        let mut engine = Engine::start(&["--memory", "8MiB"]);
        engine.send(go);
        engine.input = None;
        engine.until("bestmove");
        engine.ends();
    }
    // And `quit` ends everything.
    let mut engine = Engine::start(&["--memory", "8MiB"]);
    engine.send("go movetime 100000");
    engine.send("quit");
    engine.until("bestmove");
    engine.ends();
}

#[test]
fn a_search_makes_the_engine_deaf_to_nothing() {
    let mut engine = Engine::start(&["--memory", "8MiB"]);
    for line in ["go depth 100", "position startpos", "go depth 1", "isready", "stop", "quit"] {
        engine.send(line);
    }
    let said = engine.until("readyok");
    assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{said:?}");
    assert_ne!(engine.last_until("bestmove"), "bestmove none");
    engine.ends();
    // Nor is the end of the input missed.
    let mut engine = Engine::start(&["--memory", "8MiB"]);
    for line in ["go depth 100", "position startpos", "go depth 100"] {
        engine.send(line);
    }
    engine.input = None;
    engine.ends();
}

#[test]
fn commands_sent_during_a_search_follow_in_their_order() {
    let mut engine = Engine::start(&["--memory", "8MiB"]);
    for line in [
        "go nodes 300000",
        "position startpos moves d1b3",
        "query p1turn",
        "setoption name Size value 5",
        "query p1turn",
        "go depth 2",
        "position fen bb1/3/w1w w",
        "query gameover",
        "go infinite",
    ] {
        engine.send(line);
    }
    assert_ne!(engine.last_until("bestmove"), "bestmove none");
    assert_eq!(engine.until("response"), ["response false"]);
    assert_eq!(engine.until("response"), ["response true"]);
    assert_ne!(engine.last_until("bestmove"), "bestmove none");
    assert_eq!(engine.until("response"), ["response true"]);
    assert_eq!(engine.until("bestmove"), ["bestmove none"]);
    // `stop` ends all searches that were asked for before it; each gives its answer.
    for line in ["position startpos", "go depth 100", "go infinite", "go depth 100", "stop"] {
        engine.send(line);
    }
    for _ in 0..3 {
        assert_ne!(engine.last_until("bestmove"), "bestmove none");
    }
    // What nobody can mean is refused, and not kept.
    engine.send("go depth 100");
    for _ in 0..1001 {
        engine.send("position startpos");
    }
    while !engine.last_until("info").contains("is refused: 1000 commands wait") {}
    engine.send("quit");
    engine.ends();
}

#[test]
fn a_hundred_quick_games_in_little_memory() {
    const MIB: u64 = 1 << 20;
    let mut engine = Engine::start(&[]);
    engine.send("setoption name Hash value 64");
    let sizes = [8, 8, 7, 6, 5, 4];
    for number in 0..100 {
        let size = sizes[number % sizes.len()];
        engine.send(&format!("setoption name Size value {size}"));
        engine.send("uginewgame");
        engine.error("position startpos moves a1a1");
        engine.error("nonsense");
        engine.send("stop");
        let start = Position::start(size, Rules::OLYMPIAD);
        let go = ["go nodes 150", "go depth 2", "go nodes 400"][number % 3];
        play(&mut engine, start, "startpos", go);
    }
    engine.best_move("go movetime 300");
    if cfg!(target_os = "linux") {
        let peak = engine.peak_memory().expect("Linux tells");
        assert!(peak < (64 + 100) * MIB, "{} MiB", peak / MIB);
    }
    engine.send("quit");
    engine.ends();
}
