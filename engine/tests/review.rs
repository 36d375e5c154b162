//! Reviews: results come before winning chances, and what is called proved is proved.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use conjoin_core::{History, Position as _, Side, TextForm};
use conjoin_engine::prover::Prover;
use conjoin_engine::review::{ForcedWin, Judgement, Review, ReviewOptions};
use conjoin_engine::{PlayerOptions, Profile, make_player};
use conjoin_games::loa::{Loa, Position};

/// Black can win at once with d7-d5 or d7-c6; most other moves let White win.
const BLACK_WINS: &str = "8/3b4/8/2b5/3b4/7w/8/4ww2 b";

fn reviewed(start: &str, moves: &[&str]) -> Review<Loa> {
    let mut game = History::new(start.parse::<Position>().expect("a position"));
    for text in moves {
        let mv = game.current().parse_move(text).expect("a legal move");
        game.push(mv);
    }
    let profile = Profile::<Loa>::load("champion").expect("built in");
    let options = PlayerOptions { memory_bytes: 4 << 20, ..PlayerOptions::default() };
    let mut player = make_player(&profile, &options).expect("a player");
    let mut prover = Prover::<Loa>::new(game.start(), 4 << 20, 1).expect("memory");
    let stop = AtomicBool::new(false);
    let mut review = Review::<Loa>::new(game, &ReviewOptions { time: Duration::from_secs(4) });
    let mut last = 0.0;
    while !review.is_done() {
        if review.needs_search() {
            review.search_step(&mut *player, &stop).expect("a search");
        } else {
            review.prove_step(&mut prover, &stop);
        }
        assert!(review.progress() >= last, "a review goes forward");
        last = review.progress();
    }
    review
}

#[test]
fn a_win_thrown_away_is_named_and_proved() {
    let review = reviewed(BLACK_WINS, &["d7-e7"]);
    let moves = review.moves();
    assert_eq!(moves[0].judgement, Judgement::ThrewWin { proved: true });
    assert!(moves[0].text.contains("throws the win away"), "{}", moves[0].text);
    let position: Position = BLACK_WINS.parse().expect("a position");
    let better = position.play(moves[0].better[0]);
    assert_eq!(better.outcome().and_then(conjoin_core::Outcome::winner), Some(Side::First));
    assert_eq!(review.positions()[0].known.wins, [ForcedWin::Yes, ForcedWin::No]);
    let decided = review.decided().expect("White's win is proved");
    assert_eq!((decided.ply, decided.winner, decided.is_tight), (1, Side::Second, true));
}

#[test]
fn a_win_that_takes_longer_is_no_mistake() {
    // In this position Black wins whatever it plays, at once or later.
    let review = reviewed("8/3b4/8/2b5/3b4/7w/w7/5w2 b", &["d7-e7"]);
    let moves = review.moves();
    assert!(matches!(moves[0].judgement, Judgement::Good | Judgement::Best), "{moves:?}");
    assert_eq!(review.positions()[1].known.wins[0], ForcedWin::Yes);
    assert_eq!(review.accuracy(Side::First), Some(100.0));
    assert_eq!(review.accuracy(Side::Second), None, "White has not moved");
}

#[test]
fn rules_that_cannot_be_proved_under_are_judged_by_the_search_alone() {
    let start = BLACK_WINS.parse::<Position>().expect("a position");
    let start = start.with_rules(conjoin_games::loa::Rules::OPENSPIEL);
    let mut game = History::new(start);
    game.push(start.parse_move("d7-e7").expect("a legal move"));
    let profile = Profile::<Loa>::load("champion").expect("built in");
    let mut player = make_player(&profile, &PlayerOptions::default()).expect("a player");
    let stop = AtomicBool::new(false);
    let mut review = Review::<Loa>::new(game, &ReviewOptions { time: Duration::from_secs(1) });
    while review.needs_search() {
        review.search_step(&mut *player, &stop).expect("a search");
    }
    assert!(review.is_done());
    assert_eq!(review.moves()[0].judgement, Judgement::Blunder);
    assert_eq!(review.positions()[0].known.wins, [ForcedWin::Open; 2]);
}

#[test]
fn a_search_that_was_cut_short_goes_on_with_the_next_step() {
    let start = Position::start(8, conjoin_games::loa::Rules::OLYMPIAD);
    let mut game = History::new(start);
    game.push(start.parse_move("d1-b3").expect("a legal move"));
    let profile = Profile::<Loa>::load("champion").expect("built in");
    let mut player = make_player(&profile, &PlayerOptions::default()).expect("a player");
    let stop = AtomicBool::new(true);
    let mut review = Review::<Loa>::new(game, &ReviewOptions { time: Duration::from_secs(2) });
    let nothing = review.progress();
    review.search_step(&mut *player, &stop).expect("a search");
    assert!(review.progress() <= nothing, "the position is not done with");
    stop.store(false, Ordering::Relaxed);
    review.search_step(&mut *player, &stop).expect("a search");
    assert!(review.progress() > nothing);
}
