//! The fast rules of Chinese Checkers against the plain ones of `conjoin-referee`, on random games and random
//! set-ups of all stars: under each named rule set, and over all combinations of the options.
//!
//! `CONJOIN_POSITIONS` sets how many positions each of the four tests compares; `cargo xtask
//! check-referee` runs a million.

use std::collections::BTreeMap;
use std::num::NonZeroU16;

use conjoin_core::{Categorised, History, Outcome, Position as _, Repetition, Side, TextForm};
use conjoin_games::chinese_checkers::{
    AntiBlocking, Hole, Jumps, LastTurn, Move, Neutral, Position, Rules, SIZES, board_mask, holes,
    homes, neutral_zones,
};
use conjoin_referee::chinese_checkers as plain;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// One position of so many is looked at more closely: all that follow it, and the routes of its moves.
const CLOSER_LOOK: u64 = 8;

fn positions_wanted() -> u64 {
    match std::env::var("CONJOIN_POSITIONS") {
        Ok(text) => text.parse().expect("CONJOIN_POSITIONS is a number"),
        Err(_) => 10_000,
    }
}

/// Every combination of the options, with limits that end games at once, soon, late and never.
fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for jumps in [Jumps::Long, Jumps::Adjacent] {
        for neutral in [Neutral::Pass, Neutral::End] {
            for anti_blocking in [AntiBlocking::Off, AntiBlocking::On] {
                for last_turn in [LastTurn::Draw, LastTurn::None] {
                    for repetition in [Repetition::ThirdOccurrence, Repetition::Unlimited] {
                        for limit in [0, 1, 7, 60].map(NonZeroU16::new) {
                            all.push(Rules {
                                jumps,
                                neutral,
                                anti_blocking,
                                last_turn,
                                repetition,
                                limit,
                            });
                        }
                    }
                }
            }
        }
    }
    all
}

fn plain_rules(rules: Rules) -> plain::Rules {
    plain::Rules {
        jumps: match rules.jumps {
            Jumps::Long => plain::Jumps::Long,
            Jumps::Adjacent => plain::Jumps::Adjacent,
        },
        neutral: match rules.neutral {
            Neutral::Pass => plain::Neutral::Pass,
            Neutral::End => plain::Neutral::End,
        },
        anti_blocking: rules.anti_blocking == AntiBlocking::On,
        last_turn: rules.last_turn == LastTurn::Draw,
        third_draws: rules.repetition == Repetition::ThirdOccurrence,
        limit: rules.limit.map(|limit| u32::from(limit.get())),
    }
}

fn plain_outcome(outcome: Option<Outcome>) -> Option<plain::Outcome> {
    outcome.map(|outcome| match outcome {
        Outcome::Win(Side::First) => plain::Outcome::Wins(plain::Colour::Black),
        Outcome::Win(Side::Second) => plain::Outcome::Wins(plain::Colour::White),
        Outcome::Draw => plain::Outcome::Draw,
    })
}

/// The move as the referee has it.
fn plain_move(mv: Move, size: u8) -> plain::Move {
    if mv.is_pass() {
        return plain::Move::Pass;
    }
    let [from, to] = [mv.from(), mv.to()].map(|hole| hole.number(size) as usize - 1);
    plain::Move::Marble { from, to }
}

/// What was met on the way, so that a run can show that it was worth its time.
#[derive(Debug, Default)]
struct Met {
    positions: u64,
    stuck: u64,
    last_turns: u64,
    /// Why games ended.
    ends: BTreeMap<String, u64>,
    sizes: BTreeMap<u8, u64>,
    /// Positions whose followers were compared, and how many these were.
    looked_at: u64,
    followers: u64,
    /// Moves by the jumps of their shortest route, 0 for a step.
    by_jumps: BTreeMap<usize, u64>,
    /// Jumps over a marble that is no neighbour.
    long_jumps: u64,
    /// Routes that pass a neutral zone.
    through_neutral: u64,
}

impl Met {
    /// Compares one position and counts it.
    fn compare(&mut self, fast: &Position, slow: &plain::Position) {
        let rules = plain_rules(fast.rules());
        assert_eq!(fast.to_string(), slow.to_string(), "the same position");
        let outcome = fast.outcome();
        let theirs = plain::outcome_of_position(slow, rules);
        assert_eq!(plain_outcome(outcome), theirs, "outcome of {fast:?}");
        let mut moves = Vec::new();
        fast.moves(&mut moves);
        let name = |mv| format!("{mv:?}");
        let mut ours: Vec<_> = moves.iter().map(|&mv| name(plain_move(mv, fast.size()))).collect();
        let mut theirs: Vec<_> = plain::legal_moves(slow, rules).into_iter().map(name).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "moves of {fast:?}");
        assert_eq!(moves.len(), fast.count_moves() as usize, "{fast:?}");

        self.positions += 1;
        *self.sizes.entry(fast.size()).or_default() += 1;
        self.stuck += u64::from(!fast.can_move());
        self.last_turns += u64::from(fast.is_last_turn());
        if outcome.is_none() && self.positions.is_multiple_of(CLOSER_LOOK) {
            self.look_closer(fast, slow, &moves);
        }
    }

    /// Compares every position that follows, and the texts of the moves with their routes.
    fn look_closer(&mut self, fast: &Position, slow: &plain::Position, moves: &[Move]) {
        self.looked_at += 1;
        let rules = plain_rules(fast.rules());
        for &mv in moves {
            let said = plain_move(mv, fast.size());
            let after = plain::play(slow, said, rules).expect("the referee allows it").to_string();
            assert_eq!(fast.play(mv).to_string(), after, "after {mv:?} in {fast:?}");
            assert_eq!(fast.format_move(mv), plain::write_move(slow, said, rules), "in {fast:?}");
            assert!(fast.category(mv) < Position::CATEGORIES);
            self.followers += 1;
            let route = fast.route(mv);
            let jumps = if fast.is_step(mv) { 0 } else { route.len().saturating_sub(1) };
            *self.by_jumps.entry(jumps).or_default() += 1;
            let is_long = |leg: &[_]| {
                let [from, to] = [leg[0], leg[1]]
                    .map(|hole: Hole| (i32::from(hole.row()), i32::from(hole.column())));
                (from.0 - to.0).abs() > 2 || (from.1 - to.1).abs() > 4
            };
            self.long_jumps += u64::from(route.windows(2).any(is_long));
            let neutral = neutral_zones(fast.size());
            let inner = route.len().saturating_sub(1).max(1);
            let passes = route.get(1..inner).unwrap_or(&[]);
            self.through_neutral += u64::from(passes.iter().any(|hole| neutral & hole.bit() != 0));
        }
    }

    /// Plays a random game in lock step, with the history.
    fn game(&mut self, start: Position, rng: &mut ChaCha8Rng, longest: usize) {
        let rules = plain_rules(start.rules());
        let mut fast = History::new(start);
        let slow_start =
            plain::Position::read(&start.to_string(), usize::from(start.size()), rules);
        let mut slow = plain::Game::new(rules, slow_start.expect("a set-up"));
        loop {
            self.compare(fast.current(), slow.position());
            let outcome = fast.outcome();
            let played = fast.moves();
            assert_eq!(plain_outcome(outcome), slow.outcome(), "after {played:?} from {start:?}");
            if let Some(reason) = slow.reason() {
                *self.ends.entry(format!("{reason:?}")).or_default() += 1;
                return;
            }
            if fast.moves().len() == longest {
                return;
            }
            let moves = fast.current().legal_moves();
            let mv = choose(&fast, &moves, rng);
            assert!(fast.try_push(mv));
            slow.play(plain_move(mv, start.size())).expect("the referee allows it");
        }
    }

    fn ended_by(&self, reason: plain::EndReason) -> u64 {
        self.ends.get(&format!("{reason:?}")).copied().unwrap_or(0)
    }
}

/// The way back now and then, so that positions come again; often a move that gains rows, so that goals fill.
fn choose(game: &History<Position>, moves: &[Move], rng: &mut ChaCha8Rng) -> Move {
    let back =
        game.moves().iter().rev().nth(1).filter(|_| rng.random_bool(0.3)).and_then(|&last| {
            moves.iter().find(|mv| mv.from() == last.to() && mv.to() == last.from())
        });
    if let Some(&back) = back {
        return back;
    }
    let ahead: Vec<Move> =
        moves.iter().copied().filter(|&mv| game.current().rows_gained(mv) > 0).collect();
    let moves = if ahead.is_empty() || rng.random_bool(0.3) { moves } else { &ahead };
    moves[rng.random_range(0..moves.len())]
}

/// A lone marble in the upper tip, walled in by the enemy: its player cannot move.
fn walled_in(size: u8, rules: Rules, side: Side) -> Position {
    let wall = [2, 3, 4, 6].into_iter().filter_map(|number| Hole::numbered(number, size));
    let wall = wall.fold(0, |wall, hole| wall | hole.bit());
    let tip = Hole::numbered(1, size).expect("the first hole").bit();
    let [black, white] = if side == Side::First { [tip, wall] } else { [wall, tip] };
    Position::setup(size, rules, black, white, side).expect("five holes of the upper home")
}

/// A set-up with marbles anywhere, or in the goals but for a few: the other holes of the goals may be empty
/// or blocked.
fn random_setup(size: u8, rules: Rules, rng: &mut ChaCha8Rng) -> Position {
    let most = homes(size)[0].count_ones() as usize;
    let mut marbles = [0u128; 2];
    let is_late = rng.random_bool(0.5);
    for side in if rng.random_bool(0.5) { [0, 1] } else { [1, 0] } {
        let goal = homes(size)[1 - side];
        let wanted = rng.random_range(1..=most);
        for number in 0..wanted {
            let taken = marbles[0] | marbles[1];
            let near = if is_late && number > 0 { goal & !taken } else { 0 };
            let room = if near != 0 { near } else { board_mask(size) & !taken };
            let free: Vec<u128> = holes(room).map(Hole::bit).collect();
            marbles[side] |= free[rng.random_range(0..free.len())];
        }
    }
    let side = if rng.random_bool(0.5) { Side::First } else { Side::Second };
    let position = Position::setup(size, rules, marbles[0], marbles[1], side);
    let position = position.expect("disjoint marbles on the star");
    let limit = rules.limit.map_or(0, |limit| u32::from(limit.get()));
    let plies = if rng.random_bool(0.5) { 0 } else { limit - rng.random_range(0..=limit.min(8)) };
    position.with_plies(plies).expect("no more than the limit")
}

/// Games and set-ups under these rules in turn, and what was met.
fn lock_step(name: &str, seed: u64, all: &[Rules]) {
    let wanted = positions_wanted();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut met = Met::default();
    for &rules in all.iter().cycle() {
        for size in SIZES {
            met.game(Position::start(size, rules), &mut rng, 30);
            for _ in 0..6 {
                met.game(random_setup(size, rules, &mut rng), &mut rng, 10);
            }
            if size > 37 {
                let side = if rng.random_bool(0.5) { Side::First } else { Side::Second };
                met.game(walled_in(size, rules, side), &mut rng, 3);
            }
        }
        if met.positions >= wanted {
            break;
        }
    }
    println!("{name}, seed {seed}: {met:?}");
    let some = |count: u64, share: u64| count > wanted / share;
    assert_eq!(met.sizes.len(), 4, "all stars: {met:?}");
    assert!(some(met.ended_by(plain::EndReason::Goal), 100), "full goals: {met:?}");
    assert!(some(met.followers, 2), "next positions: {met:?}");
    for jumps in 0..=4 {
        let count = met.by_jumps.get(&jumps).copied().unwrap_or(0);
        assert!(some(count, 2_000), "routes of {jumps} jumps: {met:?}");
    }
    for (is_there, count, what) in [
        (all.iter().any(|r| r.jumps == Jumps::Long), met.long_jumps, "long jumps"),
        (true, met.through_neutral, "routes through neutral zones"),
        (true, met.stuck, "players without a move"),
        (all.iter().any(|r| r.last_turn == LastTurn::Draw), met.last_turns, "last turns"),
        (
            all.iter().any(|r| r.last_turn == LastTurn::Draw),
            met.ended_by(plain::EndReason::BothGoals),
            "draws on a last turn",
        ),
        (
            all.iter().any(|r| r.repetition == Repetition::ThirdOccurrence),
            met.ended_by(plain::EndReason::Repetition),
            "repetitions",
        ),
        (
            all.iter().any(|r| r.limit.is_some()),
            met.ended_by(plain::EndReason::Limit),
            "ends by the limit",
        ),
    ] {
        let is_right = if is_there { some(count, 2_000) } else { count == 0 };
        assert!(is_right, "{what}: {met:?}");
    }
}

#[test]
fn fast_rules_equal_the_referee_under_acm_hk() {
    lock_step("acm-hk", 1, &[Rules::ACM_HK]);
}

#[test]
fn fast_rules_equal_the_referee_under_adjacent_hops() {
    lock_step("adjacent-hops", 2, &[Rules::ADJACENT_HOPS]);
}

#[test]
fn fast_rules_equal_the_referee_under_openspiels_rules() {
    lock_step("openspiel", 3, &[Rules::OPENSPIEL]);
}

#[test]
fn fast_rules_equal_the_referee_under_all_combinations_of_the_options() {
    let all = all_rules();
    assert_eq!(all.len(), 128);
    lock_step("all combinations", 4, &all);
}
