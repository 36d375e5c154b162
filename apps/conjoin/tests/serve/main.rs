//! The app over a real socket: what it serves, to whom, and that nobody can spoil it for others.

mod agree;
mod client;

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use client::{Client, Server, frame, get};
use conjoin_core::{History, Position as _, TextForm, format_moves};
use conjoin_games::loa::{Position, Rules};
use serde_json::{Value, json};

const SERVE: [&str; 3] = ["serve", "--no-open", "--port"];

fn server(port: &str) -> Server {
    Server::start(&[&SERVE[..], &[port]].concat())
}

#[test]
fn the_address_comes_first_and_a_taken_port_means_the_next() {
    let first = server("18100");
    let second = Server::start(&["serve", "--no-open", "--port", &first.port.to_string()]);
    assert!(
        first.first_line.starts_with("Conjoin is at http://127.0.0.1:"),
        "{}",
        first.first_line
    );
    assert_ne!(first.port, second.port);
    assert!(get(second.port, "/", "localhost").contains("200 OK"));
}

#[test]
fn a_bare_conjoin_starts_the_app() {
    let server = Server::start(&[]);
    assert!(get(server.port, "/", "localhost").contains("<title>Conjoin"));
    #[cfg(unix)]
    assert!(server.terminate() < Duration::from_secs(2));
}

#[test]
fn pages_are_served_only_under_our_own_name_and_sockets_only_to_our_own_pages() {
    let server = server("18150");
    let port = server.port;
    for path in ["/", "/app.js", "/style.css", "/board/loa.js", "/vendor/preact.mjs", "/icon.svg"] {
        let answer = get(port, path, &format!("127.0.0.1:{port}"));
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        assert!(answer.to_lowercase().contains("content-security-policy"), "{path}");
    }
    assert!(get(port, "/../Cargo.toml", "localhost").starts_with("HTTP/1.1 404"));
    assert!(get(port, "/", "evil.example").starts_with("HTTP/1.1 403"));
    assert!(Client::connect(port, Some("http://evil.example")).is_err());
    assert!(Client::connect(port, Some("null")).is_err());
    assert!(Client::connect(port, Some(&format!("http://127.0.0.1:{port}"))).is_ok());
}

#[test]
fn bad_messages_are_answered_and_the_connection_kept() {
    let server = server("18200");
    let mut client = server.connect();
    let long = "x".repeat(3 << 20);
    let nested = "[".repeat(100_000);
    let many = json!({ "do": "look", "game": { "moves": vec!["pass"; 3000] } }).to_string();
    for text in [
        "",
        "{",
        "null",
        "[]",
        "7",
        "\"text\"",
        "{}",
        &long,
        &nested,
        &many,
        r#"{"id":1,"do":"fly"}"#,
        r#"{"id":-1,"do":"look","game":{"start":"9/9 b"}}"#,
        r#"{"id":1e99,"do":"look","game":{"size":99}}"#,
        r#"{"id":2,"do":"look","game":{"rules":"chess"}}"#,
        r#"{"id":2,"do":"look","game":{"game":"chess"}}"#,
        r#"{"id":2,"do":"look","game":{"options":{"size":"99"}}}"#,
        r#"{"id":2,"do":"look","game":{"options":{"colour":"red"}}}"#,
        r#"{"id":2,"do":"look","game":{"size":6,"options":{"start":"scrambled-eggs"}}}"#,
        r#"{"id":2,"do":"look","game":{"moves":["a1-a2"]}}"#,
        r#"{"id":3,"do":"think","game":{},"profile":"/etc/passwd"}"#,
        r#"{"id":3,"do":"think","game":{},"profile":"../x.toml"}"#,
        r#"{"id":3,"do":"think","game":{},"level":11}"#,
        r#"{"id":3,"do":"think","game":{},"unknown":1}"#,
        r#"{"id":4,"do":"solve","game":{},"seconds":-1}"#,
        r#"{"id":4,"do":"solve","game":{"rules":"openspiel"}}"#,
        r#"{"id":4,"do":"review","game":{}}"#,
        r#"{"id":5,"do":"write","format":"sgf","tree":{"start":"x","nodes":[]}}"#,
        r#"{"id":5,"do":"open","text":"(;GM[9])","number":9}"#,
        r#"{"id":6,"do":"proof","moves":[]}"#,
        r#"{"id":6,"do":"proof-file"}"#,
        r#"{"id":7,"do":"explain","game":{},"profile":"nobody"}"#,
    ] {
        client.send_text(text);
        let answer = client.receive().expect("the connection is kept");
        let shown: String = text.chars().take(60).collect();
        assert!(answer["error"].is_string(), "{shown}: {answer}");
    }
    client.send_frame(2, &[0, 159, 146, 150]);
    assert!(client.receive().expect("kept")["error"].is_string());
    assert!(client.ask("hello", json!({})).expect("all is well")["levels"] == 10);
}

#[test]
fn a_look_tells_moves_groups_and_the_end() {
    let server = server("18250");
    let mut client = server.connect();
    let view = client.ask("look", json!({ "game": {} })).expect("a view");
    assert_eq!(view["moves"].as_array().map(Vec::len), Some(36));
    assert_eq!(view["turn"], "black");
    assert_eq!(view["game"], "loa");
    assert_eq!(view["last"], Value::Null);
    let first = json!({ "move": "b1-b3", "cells": ["b1", "b3"], "capture": false });
    let mut found = view["moves"].as_array().into_iter().flatten().cloned();
    let found = found.find(|mv| mv["move"] == "b1-b3").map(|mut mv| {
        assert!(mv["after"].is_string());
        mv.as_object_mut().expect("a move").remove("after");
        mv
    });
    assert_eq!(found, Some(first));
    let stuck = json!({ "game": "loa", "start": "bbw/w1w/wbb b" });
    let stuck = client.ask("look", json!({ "game": stuck })).expect("a view");
    assert_eq!(stuck["moves"][0]["move"], "pass");
    assert_eq!(stuck["moves"][0]["cells"], json!([]));
    let start = "8/3b4/8/2b5/3b4/7w/w7/5w2 b";
    let end = client
        .ask("look", json!({ "game": { "start": start, "moves": ["d7-d5"] } }))
        .expect("a view");
    assert_eq!(end["outcome"]["winner"], "black");
    assert_eq!(end["outcome"]["reason"], "connection");
    assert_eq!(end["moves"], json!([]));
    assert_eq!(end["last"], json!({ "cells": ["d7", "d5"], "capture": false }));
    assert_eq!(end["groups"]["black"].as_array().map(Vec::len), Some(1));
}

#[test]
fn hello_describes_the_games_and_every_choice_can_be_played() {
    let server = server("18270");
    let mut client = server.connect();
    let hello = client.ask("hello", json!({})).expect("a description");
    let games = hello["games"].as_array().expect("a list");
    assert_eq!(games[0]["sides"], json!(["Black", "White"]));
    assert_eq!(games[0]["formats"], json!(["sgf", "text"]));
    for game in games {
        for choice in game["choices"].as_array().expect("a list") {
            let key = choice["key"].as_str().expect("a word");
            let values = choice["values"].as_array().expect("a list");
            assert!(values.contains(&choice["default"]), "{choice}");
            for value in values {
                let game = json!({ "game": game["name"], "options": { key: value } });
                let view = client.ask("look", json!({ "game": game })).expect("a view");
                assert!(!view["moves"].as_array().expect("a list").is_empty(), "{choice}");
            }
        }
    }
}

/// Work that takes all the time there is, of every kind.
fn long_work() -> Vec<(&'static str, Value)> {
    vec![
        ("think", json!({ "game": {}, "time": 600_000 })),
        ("think", json!({ "game": {}, "time": 600_000, "play": true })),
        ("think", json!({ "game": {}, "clock": { "left": [86_400_000, 86_400_000] } })),
        ("think", json!({ "game": {}, "depth": 100 })),
        ("think", json!({ "game": {} })),
        ("review", json!({ "game": { "moves": ["d1-b3"] }, "seconds": 1800 })),
        ("solve", json!({ "game": { "size": 7 }, "proof": true })),
        ("solve", json!({ "game": {}, "winner": "white" })),
    ]
}

#[test]
fn moves_of_games_find_a_core_whatever_the_others_do() {
    let server = server("18280");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut player = server.connect();
    for (what, body) in long_work() {
        // One more than can run at once, and all have had a turn.
        let mut others: Vec<(Client, u64)> = (0..=cores)
            .map(|_| {
                let mut client = server.connect();
                let id = client.send(what, body.clone());
                (client, id)
            })
            .collect();
        for (client, _) in &mut others {
            while client.receive().expect("an event")["event"]["queued"] == true {}
        }
        let think = json!({ "game": {}, "level": 3, "time": 1000, "play": true });
        let reply = player.ask("think", think).expect("a move");
        assert!(reply["best"].is_string(), "{what} {body}: {reply}");
        // All of that still goes on: it ends because it is stopped, with what it has.
        for (client, _) in &mut others {
            client.send("stop", json!({}));
        }
        for (client, id) in &mut others {
            let answer = client.wait(*id).expect("an answer");
            assert_eq!(answer["stopped"], true, "{what} {body}: {answer}");
            if what == "think" {
                assert!(answer["best"].is_string(), "{body}: {answer}");
            }
        }
    }
}

#[test]
fn waiting_is_not_counted_as_thinking() {
    let server = server("18290");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut clients: Vec<(Client, u64)> = (0..3 * cores)
        .map(|_| {
            let mut client = server.connect();
            let id = client.send("think", json!({ "game": {}, "time": 700 }));
            (client, id)
        })
        .collect();
    for (client, id) in &mut clients {
        let answer = client.wait(*id).expect("an answer");
        assert_eq!(answer["stopped"], false);
        assert!(answer["seconds"].as_f64().is_some_and(|seconds| seconds > 0.6), "{answer}");
    }
}

#[cfg(unix)]
#[test]
fn half_open_connections_do_not_shut_out_a_new_tab() {
    let arguments = ["serve", "--no-open", "--port", "18295"];
    let server = Server::start_with_descriptors(48, &arguments);
    let mut tab = server.connect();
    let half: Vec<TcpStream> = (0..200)
        .map(|i| {
            let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("a connection");
            let text: &[u8] = if i % 2 == 0 { b"" } else { b"GET / HTTP/1.1\r\nHost: loc" };
            // Whoever is cut off already is no harm.
            drop(stream.write_all(text));
            stream
        })
        .collect();
    let mut new = server.connect();
    for client in [&mut tab, &mut new] {
        assert!(client.ask("look", json!({ "game": {} })).is_ok(), "old and new tabs are served");
    }
    assert!(get(server.port, "/", "localhost").contains("200 OK"));
    drop(half);
}

#[test]
fn a_won_endgame_is_proved_walked_and_verified() {
    let server = server("18300");
    let mut client = server.connect();
    let start = "8/8/2b1b3/8/2b1w3/1w1b4/4w3/6w1 b";
    let solved = client
        .ask("solve", json!({ "game": { "start": start }, "proof": true, "seconds": 60 }))
        .expect("an answer");
    assert_eq!(solved["result"], "win", "{solved}");
    let mut position: Position = start.parse().expect("a position");
    let mut moves: Vec<String> = Vec::new();
    let mut left = u64::MAX;
    loop {
        let at = client.ask("proof", json!({ "moves": moves })).expect("part of the proof");
        assert_eq!(at["position"], position.to_string());
        if at["over"] == true {
            break;
        }
        assert_eq!(at["move"].is_null(), at["route"].is_null(), "{at}");
        let plies = at["plies"].as_u64().expect("a bound");
        assert!(plies < left, "the bound falls");
        left = plies;
        let hardest = |reply: &&Value| reply["plies"].as_u64();
        let mv = match at["move"].as_str() {
            Some(mv) => mv.to_owned(),
            None => at["replies"]
                .as_array()
                .and_then(|all| all.iter().max_by_key(hardest))
                .and_then(|reply| reply["move"].as_str())
                .expect("a reply")
                .to_owned(),
        };
        position = position.play(position.parse_move(&mv).expect("a legal move"));
        moves.push(mv);
    }
    let file = client.ask("proof-file", json!({})).expect("a file");
    assert_eq!(file["verified"], true, "{}", file["reason"]);
    assert!(file["text"].as_str().is_some_and(|text| text.starts_with("conjoin-proof 1\n")));
}

#[test]
fn a_review_finds_where_the_win_was_given() {
    let server = server("18350");
    let mut client = server.connect();
    // Black could win at once, with d7-d5 or d7-c6, and plays elsewhere.
    let game = json!({ "start": "8/3b4/8/2b5/3b4/7w/8/4ww2 b", "moves": ["d7-e7"] });
    let report = client.ask("review", json!({ "game": game, "seconds": 6 })).expect("a report");
    assert_eq!(report["positions"][0]["known"]["black"], true, "{report}");
    assert_eq!(report["positions"][1]["known"]["black"], false, "{report}");
    let mistake = &report["moves"][0];
    assert_eq!(mistake["kind"], "threw-win", "{report}");
    assert_eq!(mistake["proved"], true);
    assert_eq!(mistake["route"]["cells"], json!(["d7", "e7"]));
    assert_eq!(mistake["better_route"]["cells"][0], "d7", "{report}");
    let better = json!({ "start": game["start"], "moves": [mistake["better"][0]] });
    let end = client.ask("look", json!({ "game": better })).expect("a legal move");
    assert_eq!(end["outcome"]["winner"], "black", "{report}");
}

#[test]
fn stopping_gives_what_is_there() {
    let server = server("18400");
    let mut client = server.connect();
    let id = client.send("think", json!({ "game": {} }));
    let event = client.receive().expect("an event");
    assert_eq!(event["id"], id);
    let start = Instant::now();
    client.send("stop", json!({}));
    let done = client.wait(id).expect("an answer");
    assert!(done["best"].is_string());
    assert!(start.elapsed() < Duration::from_secs(2));
}

/// Plays against a level and analyses in between; returns how many moves were made.
fn play_and_analyse(mut client: Client, seed: u64) -> usize {
    let mut game = History::new(Position::start(6, Rules::OLYMPIAD));
    for ply in 0..12 {
        if game.outcome().is_some() {
            break;
        }
        let moves = format_moves(game.start(), game.moves());
        let text = json!({ "size": 6, "moves": moves });
        let think = if ply % 2 == 0 {
            json!({ "game": text, "level": 1 + (seed % 4), "time": 300, "play": true, "seed": seed })
        } else {
            json!({ "game": text, "profile": "champion", "nodes": 3000, "memory": 8 })
        };
        let done = client.ask("think", think).expect("a move");
        let best = done["best"].as_str().expect("the game goes on");
        let mv = game.current().parse_move(best).expect("a legal move");
        game.push(mv);
        // Analysis without an end, cut off by the next question.
        client.send("think", json!({ "game": { "size": 6, "moves": moves } }));
    }
    game.moves().len()
}

#[test]
fn sixteen_clients_are_all_served() {
    let server = Server::start(&["serve", "--no-open", "--port", "18450", "--memory", "128MiB"]);
    let players: Vec<_> = (0..16)
        .map(|seed| {
            let client = server.connect();
            std::thread::spawn(move || play_and_analyse(client, seed))
        })
        .collect();
    for player in players {
        assert!(player.join().expect("no wrong move") >= 6);
    }
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id()));
        let status = status.expect("it runs");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
        let kibibytes: u64 =
            peak.split_whitespace().next().and_then(|n| n.parse().ok()).expect("a number");
        assert!(kibibytes < 256 << 10, "128 MiB of tables and the program itself: {kibibytes} KiB");
    }
}

/// A frame of no good, of the kind of this number.
fn hostile_frame(kind: u32, noise: &[u8]) -> Vec<u8> {
    let text = |text: &str| frame(1, text.as_bytes());
    match kind {
        // What is answered with an error.
        0 => frame(1, noise),
        1 => frame(2, noise),
        2 => text(r#"{"id":1,"do":"look","game":{"start":"#),
        3 => text(r#"{"id":1,"do":"think","game":{"size":8},"profile":"nobody"}"#),
        4 => text(r#"{"id":1,"do":"solve","game":{"start":"bbbbbbbb/8/8/8/8/8/8/8 q"}}"#),
        5 => text(&"[".repeat(2000)),
        // What WebSockets have for signs of life.
        6 => frame(9, noise),
        7 => frame(10, noise),
        // What ends the connection: no text, an unknown kind, a control frame in pieces, a length
        // that nobody can mean, bytes that are no frame.
        8 => frame(1, &[0xff, 0xfe, 0x80]),
        9 => frame(11, noise),
        10 => vec![0x09, 0x80, 0, 0, 0, 0],
        11 => vec![0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4],
        _ => noise.to_vec(),
    }
}

#[test]
fn ten_thousand_hostile_frames_change_nothing_for_others() {
    let server = server("18500");
    let port = server.port;
    let hostile = std::thread::spawn(move || {
        let mut client = Client::connect(port, None).expect("a connection");
        let mut seed: u64 = 1;
        let mut cut_off = 0;
        for i in 0..10_000u32 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let noise: Vec<u8> = seed.to_le_bytes().iter().map(|b| b & 0x7f).collect();
            // One in a hundred breaks the protocol itself.
            let kind = if i % 100 == 99 { 8 + (i / 100) % 5 } else { i % 8 };
            let bytes = hostile_frame(kind, &noise);
            if client.send_bytes(&bytes).is_err() {
                cut_off += 1;
                client = Client::connect(port, None).expect("a new connection");
                client.send_bytes(&bytes).expect("sent");
            }
            // What is said back is taken, so that neither side waits for the other.
            if i % 100 == 99 {
                client.drain();
            }
        }
        cut_off
    });
    let mut client = server.connect();
    let mut slowest = Duration::ZERO;
    let mut looks = 0;
    while !hostile.is_finished() || looks < 5 {
        let start = Instant::now();
        let view = client.ask("look", json!({ "game": {} })).expect("a view");
        assert_eq!(view["moves"].as_array().map(Vec::len), Some(36));
        slowest = slowest.max(start.elapsed());
        looks += 1;
        std::thread::sleep(Duration::from_millis(20));
    }
    let cut_off = hostile.join().expect("who is cut off can come back");
    assert!(cut_off > 10, "broken protocol ends a connection: {cut_off}");
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
    // And a game goes on as before.
    let think = json!({ "game": {}, "level": 2, "play": true });
    assert!(client.ask("think", think).expect("a move")["best"].is_string());
}

#[test]
fn broken_protocol_ends_only_its_own_connection() {
    let server = server("18550");
    let mut good = server.connect();
    for opcode in [3, 7, 11, 15] {
        let mut bad = server.connect();
        bad.send_frame(opcode, b"what is this");
        assert!(bad.receive().is_none());
    }
    let mut bad = server.connect();
    bad.send_frame(1, &[0xff, 0xfe, 0x80]);
    assert!(bad.receive().is_none(), "text that is no text ends the connection");
    assert!(good.ask("hello", json!({})).is_ok());
}

#[cfg(unix)]
#[test]
fn a_polite_request_ends_it_within_two_seconds_though_it_searches() {
    let server = server("18600");
    let mut clients: Vec<Client> = (0..4).map(|_| server.connect()).collect();
    for client in &mut clients {
        client.send("think", json!({ "game": {}, "threads": 2 }));
    }
    let mut solving = server.connect();
    solving.send("solve", json!({ "game": { "size": 7 } }));
    std::thread::sleep(Duration::from_millis(600));
    let time = server.terminate();
    assert!(time < Duration::from_secs(2), "{time:?}");
}
