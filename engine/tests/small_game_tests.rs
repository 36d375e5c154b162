//! A game that is not shipped goes through the house by its traits alone.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::small_game::evaluator::{Evaluators, Race};
use crate::small_game::{Breakthrough, Move, Position, Rules, Variant, referee};
use conjoin_core::conformance::random_games;
use conjoin_core::{
    Form, Game, History, Marks, Outcome, Position as _, Score, Side, TextForm, Variant as _, perft,
};
use conjoin_engine::prover::{Prover, proof_text};
use conjoin_engine::review::{Judgement, Review, ReviewOptions};
use conjoin_engine::solve::{SolveRequest, SolvedAs, Solver};
use conjoin_engine::{
    Explanation, GameName, PlayerOptions, Profile, Request, Thought, WeightsFile, make_player,
};
use conjoin_eval::conformance::{is_linear, is_symmetric, many_positions};
use conjoin_games::record::{self, ReplayOptions};
use conjoin_prove::{Algorithm, Limits};
use conjoin_referee::{Rules as _, verify_proof_of};

/// The starts of every variant, and a position in the middle of a game.
fn starts() -> Vec<Position> {
    let mut starts = vec![position("w1www/1w3/3b1/bbb2/b3b b")];
    for size in 4..=6 {
        starts.extend([Rules::Standard, Rules::Misere].map(|rules| Position::start(size, rules)));
    }
    starts
}

fn position(text: &str) -> Position {
    Breakthrough::parse(text, Variant::default()).expect("a position")
}

conjoin_core::conformance_tests!(battery: starts();
    replies, text, symmetry, null_move, indexed, ranked, noisy, categories);

#[test]
fn what_the_descriptor_says_fits_together() {
    conjoin_core::conformance::check_game::<Breakthrough>(3);
}

#[test]
fn counts_agree_with_a_second_program() {
    for (size, counts) in [
        (4, [10, 100, 814, 6_324, 46_350]),
        (5, [13, 156, 1_924, 23_084, 289_828]),
        (6, [16, 256, 4_308, 71_478, 1_248_290]),
    ] {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&Position::start(size, Rules::Standard), depth), count, "{size}");
        }
    }
}

#[test]
fn the_referee_sees_the_same_moves_and_ends() {
    for start in starts() {
        let variant = Breakthrough::variant(&start);
        let plain = referee::Rules::read(&variant.size.to_string(), &variant.options());
        let plain = plain.expect("rules");
        random_games(&start, 40, 3, |game| {
            let now = game.current();
            let board = plain.parse(&now.to_string()).expect("the same text");
            let winner = match plain.outcome(&board) {
                Some(conjoin_referee::proof::Outcome::First) => Some(Outcome::Win(Side::First)),
                Some(conjoin_referee::proof::Outcome::Second) => Some(Outcome::Win(Side::Second)),
                Some(conjoin_referee::proof::Outcome::Draw) => Some(Outcome::Draw),
                None => None,
            };
            assert_eq!(winner, now.outcome(), "{now}");
            let mut told = BTreeSet::new();
            if winner.is_none() {
                plain.each_move(&board, |mv| {
                    let mut text = String::new();
                    plain.write_move(&board, mv, &mut text);
                    told.insert((text, plain.format(&plain.after(&board, mv))));
                });
            }
            let ours = |mv: Move| (now.format_move(mv), now.play(mv).to_string());
            assert_eq!(told, now.legal_moves().into_iter().map(ours).collect(), "{now}");
        });
    }
}

#[test]
fn a_variant_reads_back_and_every_choice_can_be_made() {
    for text in ["4 misere", "5 standard", "6 standard"] {
        assert_eq!(text.parse::<Variant>().expect(text).to_string(), text);
        let variant: Variant = text.parse().expect(text);
        assert_eq!(Breakthrough::variant(&Breakthrough::start(variant)), variant);
    }
    assert_eq!("".parse(), Ok(Variant::default()));
    for choice in Breakthrough::choices() {
        for value in choice.values {
            let variant = Breakthrough::variant_from([(choice.key, *value)]).expect(value);
            assert_eq!(variant.get(choice.key).as_deref(), Some(*value));
        }
    }
    for wrong in ["7 standard", "5 olympiad"] {
        assert!(wrong.parse::<Variant>().is_err(), "{wrong}");
    }
}

#[test]
fn wrong_texts_are_named_with_what_was_expected() {
    for (text, says) in [
        ("wwwww/wwwww/5/bbbbb/bbbbb", "player to move"),
        ("wwwww/wwwww/5/bbbbb/bbbbb x", "expected b or w"),
        ("wwwww/5/bbbbb b", "3 rows"),
        ("wwwww/wwwww/6/bbbbb/bbbbb b", "6 cells in row 3"),
        ("wwwww/wwwww/5/bbkbb/bbbbb b", "'k' in row 2"),
        ("b4/5/5/5/4w b", "both sides"),
        ("5/5/5/5/5 b", "both sides"),
    ] {
        let error = Breakthrough::parse(text, Variant::default()).expect_err(text).to_string();
        assert!(error.contains(says) && error.contains("position"), "{error}");
    }
    let start = Position::start(5, Rules::Standard);
    assert_eq!(start.parse_move("A2a3").ok(), start.parse_move("a2-a3").ok());
    let error = start.parse_move("a2-a4").expect_err("too far").to_string();
    assert!(error.contains("a2-a4") && error.contains("expected"), "{error}");
}

#[test]
fn the_end_has_a_reason_and_misere_turns_it_round() {
    let ending = |text: &str, variant: &str| {
        let variant = variant.parse().expect("a variant");
        let start = Breakthrough::parse(text, variant).expect("a position");
        Breakthrough::ending(&History::new(start))
    };
    assert_eq!(ending("wwwww/wwwww/5/bbbbb/bbbbb b", ""), None);
    let goal = ending("b3w/5/5/5/4b w", "").expect("over");
    assert_eq!((goal.outcome, goal.code), (Outcome::Win(Side::First), "goal"));
    assert_eq!(goal.text, "Black has won: Black is on the far row.");
    let turned = ending("b3w/5/5/5/4b w", "misere").expect("over");
    assert_eq!(turned.text, "White has won: Black is on the far row.");
    let captured = ending("5/5/w4/5/5 b", "").expect("over");
    assert_eq!((captured.outcome, captured.code), (Outcome::Win(Side::Second), "captured"));
    let start = History::new(Position::start(5, Rules::Standard));
    assert_eq!(Breakthrough::status(&start), "Black to move, 13 moves");
}

#[test]
fn the_board_is_drawn_as_text_and_as_a_picture() {
    let start = Position::start(4, Rules::Standard);
    let mv = start.parse_move("a1-b2").expect("legal");
    let marks = Marks { last_route: Breakthrough::route(&start, mv), ..Marks::default() };
    let text = Breakthrough::draw(&start.play(mv), &marks, Form::Text);
    let rows = [" 4  o  o  o  o", " 3  .  .  .  .", " 2  . [x] .  .", " 1 [.] x  x  x"];
    assert_eq!(text, rows.join("\n") + "\n    a  b  c  d\n");
    let picture = Breakthrough::draw(&start, &Marks::default(), Form::Svg);
    assert_eq!(picture.matches("<circle").count(), 8);
    assert_eq!(Breakthrough::route(&start, mv).cells, ["a1", "b2"]);
}

#[test]
fn a_game_is_written_and_read_again() {
    let text = "[Game \"breakthrough\"]\n[Size \"5\"]\n\n1. a2-a3 e4-e3 2. b2-b3 *\n";
    let records = record::read::<Breakthrough>(text.as_bytes()).records;
    assert_eq!(records.len(), 1, "{records:?}");
    let replay = records[0].replay(&ReplayOptions::default()).expect("legal");
    assert_eq!(replay.moves().len(), 3);
    let again = record::read::<Breakthrough>(records[0].to_text().as_bytes()).records;
    assert_eq!(again[0].replay(&ReplayOptions::default()).expect("legal").moves(), replay.moves());
    let wrong = text.replace("e4-e3", "e4-e2");
    let records = record::read::<Breakthrough>(wrong.as_bytes()).records;
    assert!(records[0].replay(&ReplayOptions::default()).is_err());
}

#[test]
fn the_evaluator_follows_the_moves_and_favours_nobody() {
    let eval = Race::default();
    many_positions(&eval, &starts(), 20_000);
    is_linear(&eval, &starts(), 20, 1);
    is_symmetric(&eval, &starts(), 20, 1, exchanged);
}

/// The board upside down with the sides exchanged.
fn exchanged(position: &Position) -> Position {
    let text = position.to_string();
    let (board, mover) = text.split_once(' ').expect("two words");
    let rows: Vec<&str> = board.split('/').rev().collect();
    let swapped: String = format!("{} {mover}", rows.join("/"))
        .chars()
        .map(|sign| match sign {
            'b' => 'w',
            'w' => 'b',
            other => other,
        })
        .collect();
    position.parse_like(&swapped).expect("a position")
}

fn think(profile: &str, start: Position, request: &Request) -> Thought<Move> {
    let profile = Profile::<Breakthrough>::load(profile).expect("built in");
    let options = PlayerOptions { memory_bytes: 4 << 20, ..PlayerOptions::default() };
    let mut player = make_player(&profile, &options).expect("a player");
    let stop = AtomicBool::new(false);
    player.think(&History::new(start), request, &stop, &mut |_| {}).expect("an answer")
}

#[test]
fn the_champion_sees_a_race_to_its_end() {
    // Black needs three more moves and White four.
    let request = Request { depth: Some(7), ..Request::default() };
    let thought = think("champion", position("w4/5/4b/5/5 b"), &request);
    assert_eq!(thought.score, Some(Score::win_in(3)));
    let line = conjoin_core::format_line(&position("w4/5/4b/5/5 b"), &thought.lines[0].moves);
    assert!(line.starts_with("e3-"), "{line}");
}

#[test]
fn every_level_plays_a_legal_move() {
    let start = Position::start(6, Rules::Misere);
    for name in Profile::<Breakthrough>::names() {
        let request = Request { nodes: Some(2_000), ..Request::default() };
        let mv = think(&name, start, &request).best_move.expect("a move");
        assert!(start.is_legal(mv), "{name}");
    }
}

#[test]
fn weights_of_a_file_make_a_profile() {
    let text = "version = 1\nname = \"men\"\n[evaluator]\nkind = \"race\"\nweights = { men = 50 }";
    let profile = Profile::<Breakthrough>::parse(text, "men.toml".as_ref());
    assert_eq!(profile.expect("a profile").name, "men");
    let file = WeightsFile::new::<Breakthrough>(&Evaluators::default(), "a test").expect("weights");
    let read = WeightsFile::parse::<Breakthrough>(&file.to_text(), "text").expect("as written");
    assert_eq!(read.evaluator::<Breakthrough>(), Ok(Evaluators::default()));
}

/// The value of a position, after the plain rules have accepted its proof and refused a broken one.
fn solved(root: &Position, algorithm: Algorithm) -> SolvedAs {
    let request =
        SolveRequest { algorithm, full: true, shortest: false, with_proof: true, threads: 1 };
    let limits = Limits::default().with_memory(16 << 20);
    let solved = Solver::<Breakthrough>::new(request).solve(root, &limits).expect("solvable");
    let proof = solved.proofs.first().expect("a proof");
    let text = proof_text::<Breakthrough>(proof, "test");
    assert!(text.contains("\nsymmetry mirror\n"), "the game names its symmetries");
    let verified = verify_proof_of::<referee::Rules>(&text).expect("it holds");
    assert_eq!(verified.root, root.to_string());
    assert_eq!(verified.rules, format!("rules={}", root.rules().name()));
    let broken = text.replacen("\t*\t", "\t*\t1", 1);
    assert!(verify_proof_of::<referee::Rules>(&broken).is_err(), "a wrong rank is seen");
    solved.result
}

#[test]
fn the_smallest_board_is_solved_and_the_proofs_hold() {
    // A plain program that visits every position agrees.
    for (variant, result) in [("4 standard", SolvedAs::Win), ("4 misere", SolvedAs::Loss)] {
        let root = Breakthrough::start(variant.parse().expect("a variant"));
        assert_eq!(solved(&root, Algorithm::Best), result, "{variant}");
    }
}

#[test]
fn every_proof_search_says_the_same() {
    let root = position("2w2/w3w/5/b1b2/3b1 b");
    for algorithm in Algorithm::ALL {
        assert_eq!(solved(&root, algorithm), SolvedAs::Win, "{algorithm}");
    }
}

#[test]
fn a_review_names_the_move_that_loses() {
    // Both sides are two steps from the far row: Black has no time for another man.
    let mut game = History::new(position("5/5/b3w/5/1b3 b"));
    let mv = game.current().parse_move("b1-b2").expect("legal");
    game.push(mv);
    let profile = Profile::<Breakthrough>::load("champion").expect("built in");
    let options = PlayerOptions { memory_bytes: 4 << 20, ..PlayerOptions::default() };
    let mut player = make_player(&profile, &options).expect("a player");
    let mut prover = Prover::<Breakthrough>::new(game.start(), 4 << 20, 1).expect("memory");
    let stop = AtomicBool::new(false);
    let options = ReviewOptions { time: Duration::from_secs(4) };
    let mut review = Review::<Breakthrough>::new(game, &options);
    while !review.is_done() {
        if review.needs_search() {
            review.search_step(&mut *player, &stop).expect("a search");
        } else {
            review.prove_step(&mut prover, &stop);
        }
    }
    let moves = review.moves();
    assert_eq!(moves[0].judgement, Judgement::ThrewWin { proved: true }, "{}", moves[0].text);
}

#[test]
fn an_explanation_adds_up() {
    let now = position("w1www/1w3/3b1/bbb2/b3b b");
    let explanation = Explanation::new::<Breakthrough>(&Evaluators::default(), &now);
    let names: Vec<&str> = explanation.features.iter().map(|share| &*share.name).collect();
    assert_eq!(names, ["men", "advance", "mobility"]);
    assert!((explanation.sum() - explanation.value as f32).abs() < 1.0, "{explanation:?}");
    assert_eq!((&*explanation.turn, explanation.features[0].values[0]), ("black", 6.0));
}

/// The guide, and what it quotes.
const GUIDE: &str = include_str!("../../docs/add-a-game.md");
const SOURCES: [&str; 6] = [
    include_str!("small_game/mod.rs"),
    include_str!("small_game/position.rs"),
    include_str!("small_game/text.rs"),
    include_str!("small_game/evaluator.rs"),
    include_str!("small_game/referee.rs"),
    include_str!("small_game_tests.rs"),
];

#[test]
fn the_guide_quotes_the_source_to_the_letter() {
    let quotes: Vec<&str> =
        GUIDE.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(quotes.len() > 10, "{} quotes", quotes.len());
    for quote in quotes {
        // After a line end, so that no line is quoted in part.
        let quote = format!("\n{quote}");
        assert!(SOURCES.iter().any(|source| source.contains(&quote)), "not in the source:{quote}");
    }
}

#[test]
fn the_guide_names_files_that_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let shipped = GameName::default().name();
    let paths = GUIDE
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| word.contains('/') && !word.contains([' ', '\n']));
    let mut count = 0;
    for path in paths {
        assert!(root.join(path.replace("GAME", shipped)).exists(), "{path} is not there");
        count += 1;
    }
    assert!(count > 15, "{count} paths");
}
