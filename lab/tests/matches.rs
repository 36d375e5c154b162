//! Matches between players with one habit each.

use std::time::{Duration, Instant};

use crate::common::{Habit, Habits, Watcher, plan};
use conjoin_core::{Position as _, Side};
use conjoin_engine::Thinking;
use conjoin_games::loa::{Loa, Position, Rules, Variant};
use conjoin_games::record::{self, Checker, ReplayOptions};
use conjoin_lab::game::{Conditions, Reason};
use conjoin_lab::game_record::{Contestant, GameRecord, to_records};
use conjoin_lab::match_runner::{MatchPlan, MatchReport, run};
use conjoin_lab::move_searches::MoveSearches;
use conjoin_lab::openings::OpeningSet;
use conjoin_lab::sprt::{Decision, Sprt};
use conjoin_lab::summary::Summary;

fn played(plan: &MatchPlan<Position>, a: Habit, b: Habit) -> MatchReport {
    run::<Loa, _>(plan, &Habits(a, b), Vec::new(), &mut Watcher::patient()).expect("a match")
}

/// What of a record does not depend on the clock.
fn timeless(records: &[GameRecord]) -> Vec<GameRecord> {
    let strip = |record: &GameRecord| GameRecord {
        a_seconds: 0.0,
        b_seconds: 0.0,
        a_longest: 0.0,
        b_longest: 0.0,
        searches: MoveSearches { move_ms: Vec::new(), ..record.searches.clone() },
        ..record.clone()
    };
    records.iter().map(strip).collect()
}

/// Seed 1. The games are 600 between equals, so 50 % lies outside a 95 % interval for one seed in
/// twenty.
#[test]
fn a_player_against_itself_gives_an_interval_that_covers_half() {
    let report = played(&plan(300, 1, 2), Habit::Random, Habit::Random);
    let estimate = report.summary.estimate.expect("games were played");
    assert_eq!(report.summary.games.total(), 600);
    assert!(estimate.covers(0.5), "{estimate:?}");
    assert!(estimate.high - estimate.low < 0.1, "{estimate:?}");
}

#[test]
fn the_referee_finds_every_end_by_the_rules() {
    let report = played(&plan(100, 3, 2), Habit::Random, Habit::Random);
    for game in &report.records {
        let history = game.replay::<Loa>(Variant::default()).expect("a legal game");
        let outcome = history.outcome().expect("a finished game");
        assert_eq!(outcome.as_str(), game.result);
        assert!(matches!(game.reason, Reason::Rules(_)));
        assert_eq!(game.plies, history.moves().len());
    }
}

#[test]
fn openings_are_played_with_both_colours() {
    let plan = plan(4, 5, 2);
    let report = played(&plan, Habit::Random, Habit::First);
    assert_eq!(report.records.len(), 8);
    for (number, game) in report.records.iter().enumerate() {
        assert_eq!((game.game, game.pair), (number, number / 2));
        let opening = plan.openings[number / 2].move_text();
        assert!(game.moves.starts_with(&opening), "{game:?}");
        assert_eq!(GameRecord::side_of_a(number) == Side::First, number % 2 == 0);
    }
}

fn loses_every_game(habit: Habit, reason: &Reason, conditions: Conditions) {
    let plan = MatchPlan { conditions, ..plan(3, 1, 2) };
    for (a, b, loser) in
        [(habit, Habit::Random, Contestant::A), (Habit::Random, habit, Contestant::B)]
    {
        let report = played(&plan, a, b);
        let summary = &report.summary;
        assert_eq!(report.records.len(), 6, "{habit:?}");
        for game in &report.records {
            assert_eq!((&game.reason, game.failed()), (reason, Some(loser)), "{game:?}");
            assert!(game.failure.is_some(), "{game:?}");
        }
        let failures = summary.failures_of(loser);
        let counts = [failures.time, failures.illegal, failures.error];
        let expected = match reason {
            Reason::Time => [6, 0, 0],
            Reason::IllegalMove => [0, 6, 0],
            _ => [0, 0, 6],
        };
        assert_eq!(counts, expected, "{habit:?}");
        let points = if loser == Contestant::A { 0.0 } else { 1.0 };
        assert_eq!(summary.games.mean(), Some(points), "{habit:?}");
    }
}

#[test]
fn illegal_moves_lose() {
    let conditions = plan(1, 1, 1).conditions;
    loses_every_game(Habit::Illegal, &Reason::IllegalMove, conditions);
    loses_every_game(Habit::Silent, &Reason::IllegalMove, conditions);
}

#[test]
fn players_that_fail_lose() {
    let conditions = plan(1, 1, 1).conditions;
    loses_every_game(Habit::Fails, &Reason::Error, conditions);
    loses_every_game(Habit::Panics, &Reason::Error, conditions);
    loses_every_game(Habit::FailsAtStart, &Reason::Error, conditions);
}

#[test]
fn players_that_are_late_or_hang_lose() {
    let quick = Duration::from_millis(50);
    let clock = Thinking::Clock { time: quick, increment: Duration::from_millis(1) };
    for thinking in [Thinking::MoveTime(quick), clock] {
        loses_every_game(Habit::Late, &Reason::Time, Conditions::new(thinking));
    }
    // Without a time limit the referee's patience is the limit.
    let conditions = Conditions { patience: quick, ..Conditions::new(Thinking::Depth(1)) };
    loses_every_game(Habit::Hangs, &Reason::Time, conditions);
}

#[test]
fn each_player_is_judged_by_its_own_limit() {
    let short = Thinking::MoveTime(Duration::from_millis(10));
    let clock = Thinking::Clock { time: Duration::from_millis(10), increment: Duration::ZERO };
    let long = Thinking::MoveTime(Duration::from_secs(20));
    for (thinking, loser) in [
        ([short, long], Contestant::A),
        ([long, short], Contestant::B),
        ([clock, Thinking::Depth(3)], Contestant::A),
        ([Thinking::Nodes(9), clock], Contestant::B),
    ] {
        let conditions = Conditions { thinking, ..Conditions::new(thinking[0]) };
        let plan = MatchPlan { conditions, ..plan(1, 1, 2) };
        for game in played(&plan, Habit::Unhurried, Habit::Unhurried).records {
            assert_eq!((&game.reason, game.failed()), (&Reason::Time, Some(loser)), "{game:?}");
        }
    }
}

#[test]
fn what_is_told_of_every_move_is_kept_with_the_game() {
    let thinking = [Thinking::Depth(3), Thinking::Nodes(77)];
    let conditions = Conditions { thinking, ..Conditions::new(thinking[0]) };
    let plan = MatchPlan { conditions, ..plan(2, 1, 2) };
    for game in played(&plan, Habit::Random, Habit::Random).records {
        let MoveSearches { move_depths, move_nodes, move_ms, move_scores } = &game.searches;
        let moves = game.plies - game.opening_plies;
        assert!(moves > 0 && move_ms.len() == moves && move_scores == &vec![Some(5); moves]);
        // The opening has two plies, so who began it begins after it.
        let a_begins = GameRecord::side_of_a(game.game) == Side::First;
        let of = |ply: usize, a, b| if ply.is_multiple_of(2) == a_begins { a } else { b };
        let depths: Vec<u32> = (0..moves).map(|ply| of(ply, 3, 1) as u32).collect();
        let nodes: Vec<u64> = (0..moves).map(|ply| of(ply, 1, 77)).collect();
        assert_eq!((move_depths, move_nodes), (&depths, &nodes));
        assert_eq!(move_nodes.iter().sum::<u64>(), game.a_nodes + game.b_nodes);
        let line = serde_json::to_string(&game).expect("plain data");
        assert_eq!(serde_json::from_str::<GameRecord>(&line).expect("a record"), game);
        let variant = Variant { size: 5, ..Variant::default() };
        assert!(game.is_sound::<Loa>(variant));
        let mut edited = game.clone();
        edited.searches.move_ms.pop();
        assert!(!edited.is_sound::<Loa>(variant));
        // A record from before they were kept.
        let old = GameRecord { searches: MoveSearches::default(), ..game };
        let line = serde_json::to_string(&old).expect("plain data");
        assert!(!line.contains("move_"), "{line}");
        let read: GameRecord = serde_json::from_str(&line).expect("a record");
        assert!(read == old && read.is_sound::<Loa>(variant));
    }
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let once = played(&plan(40, 9, 1), Habit::Slow, Habit::Random);
    let again = played(&plan(40, 9, 4), Habit::Slow, Habit::Random);
    assert_eq!(timeless(&once.records), timeless(&again.records));
    let other = played(&plan(40, 10, 1), Habit::Slow, Habit::Random);
    assert_ne!(timeless(&once.records), timeless(&other.records));
}

#[test]
fn a_match_that_was_stopped_goes_on_and_repeats_nothing() {
    let plan = plan(20, 4, 2);
    let whole = played(&plan, Habit::Slow, Habit::Random);
    let players = Habits(Habit::Slow, Habit::Random);
    let mut records = Vec::new();
    let mut played = 0;
    for _ in 0..100 {
        let mut watcher = Watcher { games: 0, stop_after: 3 };
        let report = run::<Loa, _>(&plan, &players, records, &mut watcher).expect("a match");
        played += watcher.games;
        records = report.records;
        if !report.interrupted {
            assert_eq!(timeless(&records), timeless(&whole.records));
            assert_eq!(played, 40);
            return;
        }
    }
    panic!("the match never ended");
}

#[test]
fn a_stopped_match_ends_soon_whatever_its_players_do() {
    let conditions = Conditions::new(Thinking::MoveTime(Duration::from_mins(5)));
    let plan = MatchPlan { conditions, ..plan(2, 1, 2) };
    let start = Instant::now();
    let mut watcher = Watcher { games: 0, stop_after: 0 };
    let report =
        run::<Loa, _>(&plan, &Habits(Habit::Hangs, Habit::Hangs), Vec::new(), &mut watcher);
    let report = report.expect("a match");
    assert!(report.interrupted && report.records.is_empty());
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_test_that_is_decided_ends_the_match_at_the_same_pair_on_any_number_of_threads() {
    let sprt = Some(Sprt::new(0.0, 100.0).expect("hypotheses"));
    let decided = |concurrency| {
        let plan = MatchPlan { sprt, ..plan(200, 2, concurrency) };
        played(&plan, Habit::Random, Habit::Illegal)
    };
    let (one, four) = (decided(1), decided(4));
    let (_, decision) = one.summary.test.expect("a test");
    assert_eq!(decision, Decision::AcceptH1);
    assert!(one.summary.games.total() < 100, "{:?}", one.summary);
    let count = one.summary.games.total() as usize;
    assert_eq!(timeless(&one.records[..count]), timeless(&four.records[..count]));
    assert_eq!(one.summary.pairs, four.summary.pairs);
    assert_eq!(one.summary.test, four.summary.test);
}

#[test]
fn a_game_without_an_end_is_a_draw_at_the_cap() {
    let start = Position::start(8, Rules::LUDII);
    let openings = OpeningSet::None.openings::<Loa>(&start, 2, 4, 1).expect("openings");
    let conditions = Conditions { max_plies: 12, ..Conditions::new(Thinking::Depth(1)) };
    let plan = MatchPlan { openings, conditions, seed: 1, concurrency: 1, sprt: None };
    let report = played(&plan, Habit::First, Habit::First);
    for game in &report.records {
        assert_eq!((&game.reason, game.plies, game.score), (&Reason::TooLong, 12, 0.5));
    }
    // The same two players from the same start play the same games: they are told apart.
    assert_eq!(report.summary.repeated, 2);
}

#[test]
fn half_a_pair_does_not_count() {
    let mut records = played(&plan(3, 1, 1), Habit::Random, Habit::Random).records;
    records.remove(2);
    let summary = Summary::of(&records, None);
    assert_eq!((summary.games.total(), summary.pairs.total(), summary.left_out), (4, 2, 1));
    let sprt = Sprt::new(0.0, 5.0).expect("hypotheses");
    let summary = Summary::of(&records, Some(&sprt));
    assert_eq!((summary.games.total(), summary.left_out), (2, 3));
}

#[test]
fn the_games_are_kept_as_legal_sgf_with_names_and_results() {
    for (habit, reason) in [(Habit::Random, "connection"), (Habit::Illegal, "illegal-move")] {
        let report = played(&plan(10, 6, 2), Habit::Random, habit);
        let sgf = to_records::<Loa>(
            report.records.iter().map(|game| (game, ["ann", "bob"])),
            Variant::default(),
        )
        .expect("SGF");
        let mut checker = Checker::<Loa>::new(ReplayOptions::default());
        checker.add("match.sgf", sgf.as_bytes());
        let checked = checker.finish();
        assert_eq!((checked.records, checked.legal), (20, 20), "{:?}", checked.problems);
        let records = record::read::<Loa>(sgf.as_bytes()).records;
        for (record, game) in records.iter().zip(&report.records) {
            let names = Side::BOTH.map(|side| record.player(side).expect("a name"));
            let a_is_black = game.game % 2 == 0;
            assert_eq!(names, if a_is_black { ["ann", "bob"] } else { ["bob", "ann"] });
            let stated = record.stated_result().expect("a result");
            assert_eq!(stated.as_str(), game.result);
        }
        assert!(sgf.contains(reason), "{habit:?}");
    }
}

#[test]
fn the_start_of_a_game_is_not_over() {
    for opening in plan(30, 1, 1).openings {
        assert!(opening.history().current().outcome().is_none());
    }
}
