//! The fast rules of Surakarta against the plain ones of `conjoin-referee`, on random games and random
//! set-ups of both boards: under each named rule set, and over all combinations of the options.
//!
//! `CONJOIN_POSITIONS` sets how many positions each of the five tests compares; `cargo xtask
//! check-referee` runs a million.

use std::collections::BTreeMap;
use std::num::NonZeroU8;

use conjoin_core::{History, Outcome, Position as _, Repetition, Side};
use conjoin_games::surakarta::{
    AtLimit, LARGE, Move, OwnStart, Point, Position, Rules, SMALL, Stuck, board_mask, points,
};
use conjoin_referee::surakarta as plain;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// One position of so many is looked at more closely: all that follow it, and the ways of its captures.
const CLOSER_LOOK: u64 = 8;

fn positions_wanted() -> u64 {
    match std::env::var("CONJOIN_POSITIONS") {
        Ok(text) => text.parse().expect("CONJOIN_POSITIONS is a number"),
        Err(_) => 60_000,
    }
}

/// Every combination of the options, with limits that end games at once, soon and late.
fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for own_start in [OwnStart::Open, OwnStart::Blocks] {
        for limit in [0, 1, 2, 7, 30, 100, 200].map(NonZeroU8::new) {
            for at_limit in [AtLimit::Count, AtLimit::Draw] {
                for repetition in [Repetition::ThirdOccurrence, Repetition::Unlimited] {
                    for stuck in [Stuck::Pass, Stuck::Loss, Stuck::Count] {
                        all.push(Rules { own_start, limit, at_limit, repetition, stuck });
                    }
                }
            }
        }
    }
    all
}

fn plain_rules(rules: Rules) -> plain::Rules {
    plain::Rules {
        own_start: match rules.own_start {
            OwnStart::Open => plain::OwnStart::Open,
            OwnStart::Blocks => plain::OwnStart::Blocks,
        },
        limit: rules.limit.map(|limit| u32::from(limit.get())),
        at_limit: match rules.at_limit {
            AtLimit::Count => plain::AtLimit::Count,
            AtLimit::Draw => plain::AtLimit::Draw,
        },
        repetition: match rules.repetition {
            Repetition::ThirdOccurrence => plain::Repetition::ThirdOccurrence,
            Repetition::Unlimited => plain::Repetition::None,
            Repetition::AnyBoard => panic!("no rule set of Surakarta"),
        },
        stuck: match rules.stuck {
            Stuck::Pass => plain::Stuck::Pass,
            Stuck::Loss => plain::Stuck::Loss,
            Stuck::Count => plain::Stuck::Count,
        },
    }
}

fn plain_outcome(outcome: Option<Outcome>) -> Option<plain::Outcome> {
    outcome.map(|outcome| match outcome {
        Outcome::Win(Side::First) => plain::Outcome::Wins(plain::Colour::Black),
        Outcome::Win(Side::Second) => plain::Outcome::Wins(plain::Colour::White),
        Outcome::Draw => plain::Outcome::Draw,
    })
}

/// What was met on the way, so that a run can show that it was worth its time.
#[derive(Debug, Default)]
struct Met {
    positions: u64,
    stuck: u64,
    /// Why games ended.
    ends: BTreeMap<String, u64>,
    sizes: BTreeMap<u8, u64>,
    /// Positions whose followers were compared, and how many these were.
    looked_at: u64,
    followers: u64,
    /// Captures by the arcs of their shortest way.
    captures_by_arcs: BTreeMap<usize, u64>,
    /// Captures that pass the point which the man left.
    over_own_start: u64,
}

impl Met {
    /// Compares one position and counts it.
    fn compare(&mut self, fast: &Position, slow: &plain::Position) {
        let rules = plain_rules(fast.rules());
        assert_eq!(fast.to_string(), slow.to_string(), "the same position");
        let outcome = fast.outcome();
        assert_eq!(
            plain_outcome(outcome),
            plain::outcome_of_position(slow, rules),
            "outcome of {fast:?}"
        );
        let mut moves = Vec::new();
        fast.moves(&mut moves);
        let mut ours: Vec<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
        let mut theirs: Vec<String> =
            plain::legal_moves(slow, rules).iter().map(ToString::to_string).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "moves of {fast:?}");
        assert_eq!(moves.len(), fast.count_moves() as usize, "{fast:?}");

        self.positions += 1;
        *self.sizes.entry(fast.size()).or_default() += 1;
        self.stuck += u64::from(!fast.can_move());
        if outcome.is_none() && self.positions.is_multiple_of(CLOSER_LOOK) {
            self.look_closer(fast, slow, &moves);
        }
    }

    /// Compares every position that follows, and counts the ways of captures.
    fn look_closer(&mut self, fast: &Position, slow: &plain::Position, moves: &[Move]) {
        self.looked_at += 1;
        for &mv in moves {
            let said: plain::Move = format!("{mv:?}").parse().expect("a readable move");
            let after = plain::play(slow, said, plain_rules(fast.rules()));
            let after = after.expect("the referee allows it").to_string();
            assert_eq!(fast.play(mv).to_string(), after, "after {mv:?} in {fast:?}");
            self.followers += 1;
            if mv.is_capture() {
                let way = fast.route(mv);
                let is_arc = |step: &[Point]| {
                    let files = step[0].file().abs_diff(step[1].file());
                    files + step[0].rank().abs_diff(step[1].rank()) > 1
                };
                let arcs = way.windows(2).filter(|step| is_arc(step)).count();
                *self.captures_by_arcs.entry(arcs).or_default() += 1;
                self.over_own_start += u64::from(way[1..].contains(&mv.from()));
            }
        }
    }

    /// Plays a random game in lock step, with the history.
    fn game(&mut self, start: Position, rng: &mut ChaCha8Rng, longest: usize) {
        let rules = plain_rules(start.rules());
        let mut fast = History::new(start);
        let slow_start = plain::Position::read(&start.to_string(), rules).expect("a set-up");
        let mut slow = plain::Game::new(rules, slow_start);
        loop {
            self.compare(fast.current(), slow.position());
            let outcome = fast.outcome();
            assert_eq!(
                plain_outcome(outcome),
                slow.outcome(),
                "outcome after {:?} from {start:?}",
                fast.moves()
            );
            if let Some(reason) = slow.reason() {
                *self.ends.entry(format!("{reason:?}")).or_default() += 1;
                return;
            }
            if fast.moves().len() == longest {
                return;
            }
            let moves = fast.current().legal_moves();
            // Going back now and then makes repetitions happen.
            let back = fast.moves().iter().rev().nth(1).filter(|_| rng.random_bool(0.5)).and_then(
                |&last| moves.iter().find(|mv| mv.from() == last.to() && mv.to() == last.from()),
            );
            let mv = *back.unwrap_or(&moves[rng.random_range(0..moves.len())]);
            assert!(fast.try_push(mv));
            let said: plain::Move = format!("{mv:?}").parse().expect("a readable move");
            slow.play(said).expect("the referee allows it");
        }
    }

    fn ended_by(&self, reason: plain::EndReason) -> u64 {
        self.ends.get(&format!("{reason:?}")).copied().unwrap_or(0)
    }
}

/// A set-up with a random number of men, often very few or very many, and any counter below the limit
/// that the rules may have.
fn random_setup(size: u8, rules: Rules, rng: &mut ChaCha8Rng) -> Position {
    let mut free: Vec<u64> = points(board_mask(size)).map(Point::bit).collect();
    let mut men = [0u64; 2];
    for (men, left_over) in men.iter_mut().zip([1, 0]) {
        let room = free.len() - left_over;
        let wanted = match rng.random_range(0..4) {
            0 => rng.random_range(1..=3),
            1 => rng.random_range(1..=usize::from(size)),
            2 => rng.random_range(1..=2 * usize::from(size)),
            _ => rng.random_range(1..=room),
        };
        for _ in 0..wanted.min(room) {
            *men |= free.swap_remove(rng.random_range(0..free.len()));
        }
    }
    let [first, second] = if rng.random_bool(0.5) { [0, 1] } else { [1, 0] };
    let side = if rng.random_bool(0.5) { Side::First } else { Side::Second };
    let position = Position::setup(size, rules, men[first], men[second], side);
    let position = position.expect("disjoint men on the board");
    let limit = rules.limit.map_or(0, |limit| u32::from(limit.get()));
    // Games begin anew, in the middle and next to the limit.
    let plies = match rng.random_range(0..3) {
        0 => 0,
        1 => rng.random_range(0..=limit),
        _ => limit - rng.random_range(0..=limit.min(8)),
    };
    position.with_quiet_plies(plies).expect("no more than the limit")
}

/// Games and set-ups under these rules in turn, and what was met.
fn lock_step(name: &str, seed: u64, all: &[Rules]) {
    let wanted = positions_wanted();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut met = Met::default();
    for &rules in all.iter().cycle() {
        for size in [SMALL, LARGE] {
            met.game(Position::start(size, rules), &mut rng, 60);
            for _ in 0..12 {
                met.game(random_setup(size, rules, &mut rng), &mut rng, 10);
            }
        }
        if met.positions >= wanted {
            break;
        }
    }
    println!("{name}, seed {seed}: {met:?}");
    let some = |count: u64, share: u64| count > wanted / share;
    assert_eq!(met.sizes.len(), 2, "both boards: {met:?}");
    assert!(some(met.stuck, 200), "players without a move: {met:?}");
    assert!(some(met.ended_by(plain::EndReason::AllCaptured), 200), "all men captured: {met:?}");
    assert!(some(met.followers, 4), "next positions: {met:?}");
    for arcs in 1..=4 {
        let count = met.captures_by_arcs.get(&arcs).copied().unwrap_or(0);
        assert!(some(count, 2_000), "captures over {arcs} arcs: {met:?}");
    }
    assert_eq!(met.captures_by_arcs.keys().max(), Some(&4), "no capture goes farther: {met:?}");
    if all.iter().any(|rules| rules.own_start == OwnStart::Open) {
        assert!(some(met.over_own_start, 2_000), "own start passed: {met:?}");
    } else {
        assert_eq!(met.over_own_start, 0);
    }
    for (is_there, reason) in [
        (all.iter().any(|rules| rules.limit.is_some()), plain::EndReason::Limit),
        (all.iter().any(|rules| rules.stuck != Stuck::Pass), plain::EndReason::Stuck),
        (
            all.iter().any(|rules| rules.repetition == Repetition::ThirdOccurrence),
            plain::EndReason::Repetition,
        ),
    ] {
        let count = met.ended_by(reason);
        let is_right = if is_there { some(count, 2_000) } else { count == 0 };
        assert!(is_right, "ends by {reason:?}: {met:?}");
    }
}

#[test]
fn fast_rules_equal_the_referee_under_standard_rules() {
    lock_step("standard", 1, &[Rules::STANDARD]);
}

#[test]
fn fast_rules_equal_the_referee_under_ludiis_rules() {
    lock_step("ludii", 2, &[Rules::LUDII]);
}

#[test]
fn fast_rules_equal_the_referee_under_minizeros_rules() {
    lock_step("minizero", 3, &[Rules::MINIZERO]);
}

#[test]
fn fast_rules_equal_the_referee_when_men_are_counted() {
    lock_step("count", 4, &[Rules::COUNT]);
}

#[test]
fn fast_rules_equal_the_referee_under_all_combinations_of_the_options() {
    let all = all_rules();
    assert_eq!(all.len(), 168);
    lock_step("all combinations", 5, &all);
}
