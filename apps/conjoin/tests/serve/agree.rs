//! `conjoin play` in the terminal and the app agree on rules, levels and records.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::client::{Client, Server};

/// What `conjoin play` says to these lines.
fn play(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_conjoin"))
        .args(["play", "--memory", "16MiB", "--time", "10s", "--seed", "1"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("UTF-8")
}

fn texts(list: &Value, field: &str) -> Vec<String> {
    let list = list.as_array().expect("a list");
    list.iter().map(|one| one[field].as_str().expect("a text").to_owned()).collect()
}

/// A few moves against a level in the app, always the first legal one: all moves of the game.
fn game_in_the_app(client: &mut Client, level: u8) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..4 {
        let game = json!({ "size": 6, "moves": moves });
        let view = client.ask("look", json!({ "game": game })).expect("a view");
        moves.push(texts(&view["moves"], "move")[0].clone());
        let game = json!({ "size": 6, "moves": moves });
        let think =
            json!({ "game": game, "level": level, "time": 10_000, "play": true, "seed": 1 });
        let reply = client.ask("think", think).expect("a reply");
        moves.push(reply["best"].as_str().expect("the game goes on").to_owned());
    }
    moves
}

#[test]
fn levels_answer_the_same_and_records_are_the_same() {
    let server = Server::start(&["serve", "--no-open", "--port", "18650"]);
    for level in [1, 3, 5] {
        let mut client = server.connect();
        let moves = game_in_the_app(&mut client, level);
        let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{level}.sgf"));
        let own: Vec<&str> = moves.iter().step_by(2).map(String::as_str).collect();
        let input = format!("{}\nresign\nsave {}\n", own.join("\n"), file.display());
        let said = play(&["--level", &level.to_string(), "--size", "6"], &input);
        let plays = format!("level-{level} plays ");
        let replies: Vec<&str> =
            said.lines().filter_map(|line| line.strip_prefix(&plays)?.strip_suffix('.')).collect();
        let expected: Vec<&str> = moves.iter().skip(1).step_by(2).map(String::as_str).collect();
        assert_eq!(replies, expected, "level {level}");

        // The record of the terminal in the app, and the app's own of the same game.
        let text = std::fs::read_to_string(&file).expect("the record");
        let opened = client.ask("open", json!({ "text": text, "number": 1 })).expect("a game");
        assert_eq!(texts(&opened["nodes"], "move")[1..], moves[..], "level {level}");
        assert_eq!((&opened["result"], &opened["reason"]), (&json!("0-1"), &json!("resignation")));
        let mut tree = opened.clone();
        tree.as_object_mut().expect("an object").remove("problems");
        let written = client.ask("write", json!({ "tree": tree, "format": "sgf" })).expect("text");
        let again = json!({ "text": written["text"], "number": 1 });
        assert_eq!(client.ask("open", again).expect("a game"), opened, "level {level}");
    }
}

#[test]
fn all_rule_sets_give_the_same_moves_and_ends() {
    let server = Server::start(&["serve", "--no-open", "--port", "18700"]);
    let mut client = server.connect();
    // A usual position, and one where a1xc3 connects both sides at once.
    let both = "8/4ww2/8/8/2b5/2w5/8/b7 b";
    for rules in ["olympiad", "boardspace", "openspiel", "ludii"] {
        for start in ["1bbbb1/w4w/w4w/w4w/w4w/1bbbb1 b", both, "bb1w/w1bb/wbw1/1w1b w"] {
            let game = json!({ "start": start, "rules": rules });
            let view = client.ask("look", json!({ "game": game })).expect("a view");
            let moves = texts(&view["moves"], "move").join(" ");
            let colour = if start.ends_with('b') { "black" } else { "white" };
            let said =
                play(&["--position", start, "--rules", rules, "--colour", colour], "moves\n");
            assert!(said.contains(&moves), "{rules} {start}: {moves} is not in {said}");
            assert!(said.contains(&format!("by the {rules} rules")), "{said}");
        }
        let game = json!({ "start": both, "rules": rules, "moves": ["a1xc3"] });
        let view = client.ask("look", json!({ "game": game })).expect("a view");
        let said = play(&["--position", both, "--rules", rules], "a1xc3\n");
        let (text, winner) = (&view["outcome"]["text"], &view["outcome"]["winner"]);
        let reason = text.as_str().and_then(|text| text.split_once(": ")).expect("a reason").1;
        assert!(said.contains(reason), "{rules}: {reason} is not in {said}");
        let mover_wins = matches!(rules, "boardspace" | "openspiel");
        assert_eq!(winner, &if mover_wins { json!("black") } else { Value::Null }, "{rules}");
        assert_eq!(said.contains("Black has won"), mover_wins, "{rules}: {said}");
    }
}
