//! `conjoin play`: whole games through a pipe.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use conjoin_games::loa::Loa;
use conjoin_games::record;

fn play(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_conjoin"))
        .args(["play", "--memory", "8MiB", "--time", "50ms"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn transcript(arguments: &[&str], input: &str) -> String {
    let output = play(arguments, input);
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(output.stderr.is_empty(), "{:?}", String::from_utf8(output.stderr));
    said
}

#[test]
fn the_opponent_answers_a_move() {
    let said = transcript(&["--level", "3"], "d1-b3\nquit\n");
    assert!(said.starts_with("You play Black against level-3, by the olympiad rules."), "{said}");
    assert!(said.contains("Black to move, 36 moves"), "{said}");
    assert!(said.contains("level-3 plays "), "{said}");
    assert!(said.ends_with("Goodbye.\n"), "{said}");
}

#[test]
fn moves_are_read_in_every_spelling() {
    for spelling in ["d1-b3", "d1b3", "D1 B3", "d1:b3!"] {
        let said = transcript(&["--level", "1"], &format!("{spelling}\n"));
        assert!(said.contains("level-1 plays "), "{spelling}: {said}");
    }
}

#[test]
fn white_waits_for_black() {
    let said = transcript(&["--colour", "white", "--level", "1"], "");
    assert!(said.contains("You play White"), "{said}");
    assert!(said.contains("level-1 plays "), "{said}");
    let american = transcript(&["--color", "white", "--profile", "champion"], "");
    assert!(american.contains("champion plays "), "{american}");
}

#[test]
fn commands_help_a_player() {
    let input = "help\nmoves\nhint\nd1-d4\nnonsense\nundo\nd1-b3\nundo\nboard\nresign\nresign\n\
                 d1-b3\nundo\nb8-b6\nsave\nnew\nquit\n";
    let said = transcript(&["--level", "1"], input);
    for text in [
        "hint         what the engine would play",
        "b1-b3",
        "Hint: ",
        "2 men stand on that line",
        "not readable",
        "There is no move of yours to take back.",
        "White has won: Black resigned.",
        "The game is over: undo, new, save FILE or quit.",
        "Say where: save FILE",
    ] {
        assert!(said.contains(text), "{text:?} is not in {said}");
    }
}

#[test]
fn the_result_and_its_reason_are_announced() {
    let win = transcript(&["--position", "5ww1/8/5w2/8/8/2b5/8/b7 b"], "a1-d4\nundo\na1d4\n");
    assert_eq!(win.matches("Black has won: all its men are connected.").count(), 2, "{win}");
    let loss = transcript(&["--position", "5ww1/8/5w2/8/8/8/2b5/b7 b"], "a1-a2\n");
    assert!(loss.contains("has won"), "{loss}");
    let over = transcript(&["--position", "bb1/3/w1w w"], "a1-a2\n");
    assert!(over.contains("The game is over: undo, new"), "{over}");
}

#[test]
fn a_player_without_a_move_passes() {
    // Both sides are stuck for ever, so the game ends by repetition.
    let said = transcript(&["--position", "bbw/w1w/wbb b"], "");
    assert!(said.contains("Black has no move and passes."), "{said}");
    assert!(said.contains("White has no move and passes."), "{said}");
    assert!(said.contains("Drawn: the position has come back too often."), "{said}");
}

#[test]
fn a_game_is_saved_as_sgf() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("played.sgf");
    drop(std::fs::remove_file(&file));
    let input = format!("d1-b3\nresign\nsave {}\nsave /nowhere/at/all.sgf\n", file.display());
    let said = transcript(&["--level", "2"], &input);
    assert!(said.contains("Saved as "), "{said}");
    assert!(said.contains("cannot write /nowhere/at/all.sgf"), "{said}");
    let bytes = std::fs::read(&file).expect("the file");
    let records = record::read::<Loa>(&bytes).records;
    let replay = records[0].replay(&record::ReplayOptions::default()).expect("a legal game");
    assert_eq!(replay.moves().len(), 2);
    assert_eq!(replay.outcome.map(conjoin_core::Outcome::as_str), Some("0-1"));
    assert_eq!(records[0].player(conjoin_core::Side::Second).as_deref(), Some("Conjoin level-2"));
}

#[test]
fn bad_options_are_named() {
    for (arguments, says) in [
        (&["--level", "11"][..], "11"),
        (&["--level", "0"], "0"),
        (&["--profile", "nobody"], "nobody"),
        (&["--level", "3", "--profile", "basic"], "cannot be used with"),
        (&["--colour", "green"], "green"),
        (&["--position", "8/8 b"], "2 ranks"),
    ] {
        let output = play(arguments, "");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
}
