//! The fast rules against the plain ones of `conjoin-referee`, on random games and random
//! set-ups, over all board sizes and all combinations of rule options.
//!
//! `CONJOIN_POSITIONS` sets how many positions are compared; `cargo xtask check-referee` runs a
//! million.

use std::collections::BTreeMap;

use conjoin_core::{History, Outcome, Position as _, Repetition, Side};
use conjoin_games::loa::{Position, Rules, Simultaneous, Square, Stuck, board_mask, squares};
use conjoin_referee::loa as plain;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const SEED: u64 = 20_040_715;

fn positions_wanted() -> u64 {
    match std::env::var("CONJOIN_POSITIONS") {
        Ok(text) => text.parse().expect("CONJOIN_POSITIONS is a number"),
        Err(_) => 60_000,
    }
}

fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for simultaneous in [Simultaneous::Draw, Simultaneous::MoverWins] {
        for stuck in [Stuck::Pass, Stuck::Loss] {
            for repetition in
                [Repetition::ThirdOccurrence, Repetition::AnyBoard, Repetition::Unlimited]
            {
                all.push(Rules { simultaneous, stuck, repetition });
            }
        }
    }
    all
}

fn plain_rules(rules: Rules) -> plain::Rules {
    plain::Rules {
        simultaneous: match rules.simultaneous {
            Simultaneous::Draw => plain::Simultaneous::Draw,
            Simultaneous::MoverWins => plain::Simultaneous::MoverWins,
        },
        stuck: match rules.stuck {
            Stuck::Pass => plain::Stuck::Pass,
            Stuck::Loss => plain::Stuck::Loss,
        },
        repetition: match rules.repetition {
            Repetition::ThirdOccurrence => plain::Repetition::ThirdOccurrence,
            Repetition::AnyBoard => plain::Repetition::AnyBoard,
            Repetition::Unlimited => plain::Repetition::None,
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
    few_men: u64,
    finished: u64,
    repetitions: u64,
    sizes: BTreeMap<u8, u64>,
}

impl Met {
    /// Compares one position and counts it.
    fn compare(&mut self, fast: &Position, slow: &plain::Position) {
        let rules = plain_rules(fast.rules());
        assert_eq!(fast.to_string(), slow.to_string(), "the same board");
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
        assert_eq!(moves.len(), fast.count_moves() as usize);

        self.positions += 1;
        *self.sizes.entry(fast.size()).or_default() += 1;
        self.stuck += u64::from(!fast.can_move());
        self.finished += u64::from(outcome.is_some());
        let fewest = Side::BOTH.map(|side| fast.men(side).count_ones()).into_iter().min();
        self.few_men += u64::from(fewest <= Some(3));
    }

    /// Plays a random game in lock step, with the history.
    fn game(&mut self, start: Position, rng: &mut ChaCha8Rng, longest: usize) {
        let mut fast = History::new(start);
        let slow_start: plain::Position = start.to_string().parse().expect("a legal set-up");
        let mut slow = plain::Game::new(plain_rules(start.rules()), slow_start);
        loop {
            self.compare(fast.current(), slow.position());
            let outcome = fast.outcome();
            assert_eq!(
                plain_outcome(outcome),
                slow.outcome(),
                "outcome after {:?} from {start:?}",
                fast.moves()
            );
            if outcome.is_some() {
                self.repetitions += u64::from(slow.reason() == Some(plain::EndReason::Repetition));
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
}

/// A set-up with a random number of men, often very few or very many.
fn random_setup(size: u8, rules: Rules, rng: &mut ChaCha8Rng) -> Position {
    let mut free: Vec<u64> = squares(board_mask(size)).map(Square::bit).collect();
    let mut men = [0u64; 2];
    for (men, left_over) in men.iter_mut().zip([1, 0]) {
        let room = free.len() - left_over;
        let wanted = match rng.random_range(0..4) {
            0 => rng.random_range(1..=3),
            1 => rng.random_range(1..=12),
            2 => rng.random_range(1..=2 * usize::from(size) - 4),
            _ => rng.random_range(1..=room),
        };
        for _ in 0..wanted.min(room) {
            *men |= free.swap_remove(rng.random_range(0..free.len()));
        }
    }
    let side = if rng.random_bool(0.5) { Side::First } else { Side::Second };
    Position::setup(size, rules, men[0], men[1], side).expect("disjoint men on the board")
}

#[test]
fn fast_rules_equal_the_referee() {
    let wanted = positions_wanted();
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut met = Met::default();
    let rules = all_rules();
    let mut round = 0;
    while met.positions < wanted {
        let rules = rules[round % rules.len()];
        for size in 3..=8 {
            met.game(Position::start(size, rules), &mut rng, 40);
            for _ in 0..12 {
                met.game(random_setup(size, rules, &mut rng), &mut rng, 6);
            }
        }
        met.game(Position::scrambled_eggs(rules), &mut rng, 40);
        round += 1;
    }
    println!("seed {SEED}: {met:?}");
    assert_eq!(met.sizes.len(), 6, "every board size: {met:?}");
    assert!(met.stuck > wanted / 1000, "players without a move: {met:?}");
    assert!(met.few_men > wanted / 20, "one to three men: {met:?}");
    assert!(met.finished > wanted / 20, "finished games: {met:?}");
    assert!(met.repetitions > wanted / 5000, "repetitions: {met:?}");
}
