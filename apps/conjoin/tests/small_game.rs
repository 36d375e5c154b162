//! A game that is not shipped goes through the engine protocol and the app by its traits alone.

#[path = "../../../engine/tests/small_game/mod.rs"]
mod small_game;

use conjoin_app::commands::ugi::run_session;
use conjoin_app::serve::{ServedGame, answers_to};
use conjoin_core::{Game, TextForm};
use conjoin_engine::PlayerOptions;
use conjoin_games::loa::Loa;
use conjoin_referee::verify_proof_of;
use serde_json::{Value, json};
use small_game::{Breakthrough, Variant, referee};

/// What the engine says to these lines.
fn talk(lines: &[&str]) -> Vec<String> {
    let options = PlayerOptions { memory_bytes: 4 << 20, ..PlayerOptions::default() };
    let said = run_session::<Breakthrough>(lines, options).expect("a session");
    said.lines().map(str::to_owned).collect()
}

/// What the app answers to these questions where it serves these games.
fn ask_of(games: Vec<ServedGame>, questions: &[Value]) -> Vec<Value> {
    let texts: Vec<String> = questions.iter().map(Value::to_string).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    answers_to(games, &texts).expect("a tab")
}

/// What the app answers to these questions about the small game.
fn ask(questions: &[Value]) -> Vec<Value> {
    ask_of(vec![ServedGame::of::<Breakthrough>()], questions)
}

#[test]
fn the_engine_protocol_has_the_options_of_the_game_and_plays_it() {
    let said = talk(&["ugi"]).join("\n");
    for option in [
        "Game type combo default breakthrough ",
        "Size type spin default 5 min 4 max 6",
        "Rules type combo default standard var standard var misere",
        "Profile type string default champion",
    ] {
        assert!(said.contains(&format!("option name {option}")), "{option}: {said}");
    }
    let said = talk(&[
        "setoption name Size value 4",
        "position startpos moves a1-a2",
        "query p1turn",
        "go depth 4",
        // One step from the far row.
        "position fen 5/b4/5/3w1/5 b",
        "go depth 4",
        "position fen 5/b4/5/3w1/5 b moves a4-a5",
        "query result",
        "setoption name Start value standard",
    ]);
    assert!(said.contains(&"response false".to_owned()), "{said:?}");
    let best = said.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(best, 2, "{said:?}");
    assert!(said.iter().any(|line| line.contains(" score win 1 ")), "{said:?}");
    assert!(said.contains(&"response p1win".to_owned()), "{said:?}");
    let error = said.last().expect("a line");
    assert!(error.contains("expected Game, Size, Rules, Profile, Hash"), "{error}");
}

#[test]
fn another_game_makes_the_session_anew_and_keeps_what_is_common() {
    let said = talk(&[
        "setoption name MultiPV value 3",
        "setoption name Hash value 2",
        "setoption name Size value 4",
        "setoption name Game value loa",
        "ugi",
        "position startpos moves d1b3",
        "query p1turn",
        "go depth 1",
    ]);
    assert!(said.iter().any(|line| line.starts_with("option name Game type combo default loa")));
    for line in [
        "option name Size type spin default 8 min 3 max 8",
        "option name Hash type spin default 2 min 1 max 65536",
        "option name MultiPV type spin default 3 min 1 max 256",
        "response false",
    ] {
        assert!(said.iter().any(|said| said == line), "{line}: {said:?}");
    }
    assert!(
        said.iter().any(|line| line.starts_with("info depth 1 ") && line.contains(" multipv 3 "))
    );
}

#[test]
fn the_app_shows_and_explains_positions_and_reads_and_writes_games() {
    let start = "2w2/w3w/1w3/b1b2/3b1 b";
    let game = json!({ "start": start, "options": { "rules": "misere" }, "moves": ["c2-c3"] });
    let tree = json!({
        "start": Breakthrough::start(Variant::default()).to_string(),
        "nodes": [{}, { "move": "b2-b3" }, { "parent": 0, "move": "c2-c3", "comment": "or this" }],
    });
    let answers = ask(&[
        json!({ "id": 1, "do": "look", "game": game }),
        json!({ "id": 2, "do": "explain", "game": game, "profile": "champion" }),
        json!({ "id": 3, "do": "picture", "game": game }),
        json!({ "id": 4, "do": "write", "tree": tree, "format": "text" }),
        json!({ "id": 5, "do": "write", "tree": tree, "format": "sgf" }),
        json!({ "id": 6, "do": "read", "text": "1. b2-b3 c4-c3" }),
        json!({ "id": 7, "do": "puzzles" }),
    ]);
    let look = &answers[0]["answer"];
    assert_eq!(look["game"], "breakthrough");
    assert_eq!(look["rules"], "misere");
    assert_eq!(look["turn"], "white");
    let mut captures = look["moves"].as_array().into_iter().flatten();
    let capture = captures.find(|mv| mv["capture"] == true).expect("a capture");
    assert_eq!(capture["cells"].as_array().map(Vec::len), Some(2), "{capture}");
    assert_eq!(look["last"], json!({ "cells": ["c2", "c3"], "capture": false }));
    let explanation = &answers[1]["answer"];
    assert_eq!(explanation["evaluator"], "race", "{explanation}");
    assert_eq!(explanation["turn"], "white");
    assert!(explanation["features"][0]["values"][1].is_number(), "{explanation}");
    assert!(answers[2]["answer"]["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    let written = answers[3]["answer"]["text"].as_str().expect("a text");
    assert!(written.contains("b2-b3") && written.contains("or this"), "{written}");
    assert!(answers[4]["error"].is_string(), "SGF has no number for it: {}", answers[4]);
    assert_eq!(answers[5]["answer"]["total"], 1, "{}", answers[5]);
    assert_eq!(answers[6]["answer"]["puzzles"], json!([]));
    let opened = ask(&[json!({ "id": 1, "do": "open", "text": written, "number": 1 })]);
    assert_eq!(opened[0]["answer"]["nodes"].as_array().map(Vec::len), Some(3), "{}", opened[0]);
}

#[test]
fn the_app_serves_games_side_by_side_and_tells_whose_a_text_is() {
    let games = || vec![ServedGame::of::<Loa>(), ServedGame::of::<Breakthrough>()];
    let tree = json!({
        "start": Breakthrough::start(Variant::default()).to_string(),
        "nodes": [{}, { "move": "b2-b3" }],
    });
    let text = json!({ "do": "write", "game": "breakthrough", "tree": tree, "format": "text" });
    let own = ask_of(games(), &[json!({ "do": "hello" }), text]);
    let known = &own[0]["answer"]["games"];
    assert_eq!((&known[0]["name"], &known[0]["formats"]), (&json!("loa"), &json!(["sgf", "text"])));
    assert_eq!(
        (&known[1]["name"], &known[1]["formats"]),
        (&json!("breakthrough"), &json!(["text"]))
    );
    let record = &own[1]["answer"]["text"];
    let sgf = "(;GM[9];B[d1-b3];W[h4-f2])";
    let position = "2w2/w3w/1w3/b1b2/3b1 b";
    // Which game a question names, the text, and whose it is. What two games could read is of the
    // one that is named; so is what nobody can read.
    for (named, text, game) in [
        ("loa", record.as_str().expect("a text"), "breakthrough"),
        ("breakthrough", record.as_str().expect("a text"), "breakthrough"),
        ("breakthrough", sgf, "loa"),
        ("loa", sgf, "loa"),
        ("loa", "1. d1-b3 h4-f2", "loa"),
        ("breakthrough", "1. d1-b3 h4-f2", "loa"),
        ("loa", "1. b2-b3 c4-c3", "breakthrough"),
        ("loa", position, "loa"),
        ("breakthrough", position, "breakthrough"),
        ("breakthrough", "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b", "loa"),
        ("loa", "(;GM[9];B[a1-a9])", "loa"),
        ("breakthrough", "(;GM[9];B[a1-a9])", "loa"),
        ("breakthrough", "1. a1-a9", "breakthrough"),
    ] {
        let read = &ask_of(games(), &[json!({ "do": "read", "game": named, "text": text })])[0];
        assert_eq!(read["answer"]["game"], game, "{named} {text}: {read}");
    }
    // Rules are those of the game that is named: another game is read by its own.
    let by_rules = |rules: &str, text: &str| {
        let question = json!({ "do": "read", "game": "loa", "text": text, "rules": rules });
        ask_of(games(), &[question])[0].clone()
    };
    assert_eq!(by_rules("boardspace", position)["answer"]["position"], position);
    assert_eq!(by_rules("boardspace", "1. b2-b3 c4-c3")["answer"]["game"], "breakthrough");
    let unknown = by_rules("chess", position);
    assert!(unknown["error"].as_str().is_some_and(|error| error.contains("chess")), "{unknown}");
    let chess = &ask_of(games(), &[json!({ "do": "puzzles", "game": "chess" })])[0];
    let error = chess["error"].as_str().expect("an error");
    assert_eq!(error, "game \"chess\" is not known: expected loa, breakthrough");
}

#[test]
fn the_app_thinks_solves_and_reviews() {
    // Both sides are two steps from the far row: Black has no time for another man.
    let start = "5/5/b3w/5/1b3 b";
    let game = json!({ "start": start });
    let answers = ask(&[
        json!({ "id": 1, "do": "think", "game": game, "depth": 5, "lines": 2 }),
        json!({ "id": 2, "do": "think", "game": game, "level": 1, "play": true }),
        json!({ "id": 3, "do": "solve", "game": game, "proof": true }),
        json!({ "id": 4, "do": "proof", "moves": [] }),
        json!({ "id": 5, "do": "proof-file" }),
        json!({ "id": 6, "do": "review", "seconds": 4, "game": { "start": start, "moves": ["b1-b2"] } }),
    ]);
    let position = Breakthrough::parse(start, Variant::default()).expect("a position");
    for answer in &answers[..2] {
        let best = answer["answer"]["best"].as_str().expect("a move");
        assert!(position.parse_move(best).is_ok(), "{answer}");
    }
    assert!(answers[0]["answer"]["score"]["value"]["win"].is_number(), "{}", answers[0]);
    assert_eq!(answers[0]["answer"]["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(answers[2]["answer"]["result"], "win", "{}", answers[2]);
    assert_eq!(answers[3]["answer"]["winner"], "black", "{}", answers[3]);
    assert!(answers[3]["answer"]["move"].is_string(), "{}", answers[3]);
    let file = answers[4]["answer"]["text"].as_str().expect("a proof");
    assert_eq!(verify_proof_of::<referee::Rules>(file).expect("it holds").root, start);
    assert_eq!(answers[5]["answer"]["moves"][0]["kind"], "threw-win", "{}", answers[5]);
}
