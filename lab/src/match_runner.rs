//! A match: two players, many openings, each with both colours, on all cores.
//!
//! What is played depends on the plan and its seed alone. Game `2p` and `2p + 1` start from
//! opening `p`, A having Black in the even one. A game has players of its own, made with a seed of
//! their own (or, where the seed means nothing to a player, one that was told to forget the game
//! before), so a game limited by nodes or depth is the same on every core, in every order and after
//! every interruption.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use conjoin_core::{History, Outcome, Side, mix};
use conjoin_engine::{EngineError, Player};
use conjoin_games::loa::Position;

use crate::game::{self, Conditions, PlayedGame, Reason};
use crate::game_record::{Contestant, GameRecord};
use crate::openings::Opening;
use crate::seat::Seat;
use crate::sprt::{Decision, Sprt};
use crate::statistics::Pairs;
use crate::summary::Summary;

/// How often a running match asks whether to go on.
const LOOK: Duration = Duration::from_millis(50);

/// What to play.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// One opening for each pair of games.
    pub openings: Vec<Opening>,
    /// The conditions of every game.
    pub conditions: Conditions,
    /// Where the seeds of the players come from.
    pub seed: u64,
    /// Games at the same time.
    pub concurrency: usize,
    /// A test that may end the match early.
    pub sprt: Option<Sprt>,
}

/// Makes the players of a match.
pub trait PlayerSource: Sync {
    /// A player, with its own seed.
    fn player(&self, contestant: Contestant, seed: u64) -> Result<Box<dyn Player>, EngineError>;

    /// May a player go on to the next game instead of being made anew? Only one to whom the seed
    /// means nothing and who forgets everything when a new game begins: it saves making its table,
    /// or starting its program, for every game.
    fn is_reusable(&self, _contestant: Contestant) -> bool {
        false
    }
}

/// How a match ended.
#[derive(Clone, Debug)]
pub struct MatchReport {
    /// All finished games, in the order of their numbers.
    pub records: Vec<GameRecord>,
    /// What they come to.
    pub summary: Summary,
    /// Was it stopped before its end?
    pub interrupted: bool,
}

/// Who watches a match and may stop it. All calls come from the thread that runs the match.
pub trait Observer {
    /// What can go wrong when a game is kept.
    type Error;

    /// A game has been finished; `finished` are all so far, in the order they ended.
    fn game_over(&mut self, game: &GameRecord, finished: &[GameRecord]) -> Result<(), Self::Error>;

    /// Asked often: is the match to be stopped now?
    fn wants_stop(&mut self) -> bool;
}

/// Are the players there at all? One that cannot be made is an error of the user, not a lost game.
pub fn check(plan: &MatchPlan, source: &dyn PlayerSource) -> Result<(), EngineError> {
    Contestant::BOTH
        .into_iter()
        .try_for_each(|one| source.player(one, player_seed(plan.seed, 0, one)).map(drop))
}

/// Plays a match on from the games that are finished already.
pub fn run<O: Observer>(
    plan: &MatchPlan,
    source: &dyn PlayerSource,
    finished: Vec<GameRecord>,
    observer: &mut O,
) -> Result<MatchReport, O::Error> {
    let mut records = finished;
    records.retain(|record| record.game < 2 * plan.openings.len());
    records.sort_by_key(|record| record.game);
    records.dedup_by_key(|record| record.game);
    let mut done = vec![false; 2 * plan.openings.len()];
    for record in &records {
        done[record.game] = true;
    }
    let mut test = TestWatch::new(plan);
    for record in &records {
        test.note(record);
    }
    let mut interrupted = false;
    if done.contains(&false) && !test.is_decided {
        let hall = Hall {
            plan,
            source,
            done: &done,
            next_pair: AtomicUsize::new(0),
            called_off: AtomicBool::new(false),
        };
        std::thread::scope(|scope| {
            let (sender, games) = channel();
            for _ in 0..plan.concurrency.max(1) {
                let sender = sender.clone();
                let hall = &hall;
                scope.spawn(move || hall.work(&sender));
            }
            drop(sender);
            let mut result = Ok(());
            loop {
                match games.recv_timeout(LOOK) {
                    Ok(record) => {
                        records.push(record);
                        let last = records.last().expect("just pushed");
                        test.note(last);
                        if result.is_ok() {
                            result = observer.game_over(last, &records);
                        }
                        if result.is_err() || test.is_decided {
                            hall.called_off.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if !hall.called_off.load(Ordering::Relaxed) && observer.wants_stop() {
                    interrupted = true;
                    hall.called_off.store(true, Ordering::Relaxed);
                }
            }
            result
        })?;
    }
    records.sort_by_key(|record| record.game);
    let summary = Summary::of(&records, plan.sprt.as_ref());
    Ok(MatchReport { records, summary, interrupted })
}

/// Follows the sequential test through the pairs in the order of their numbers, as
/// [`Summary::of`] does.
struct TestWatch<'a> {
    sprt: Option<&'a Sprt>,
    /// Half points of A in the two games of each pair, where they are finished.
    pairs: Vec<[Option<usize>; 2]>,
    tally: Pairs,
    is_decided: bool,
}

impl<'a> TestWatch<'a> {
    fn new(plan: &'a MatchPlan) -> Self {
        Self {
            sprt: plan.sprt.as_ref(),
            pairs: vec![[None; 2]; plan.openings.len()],
            tally: Pairs::default(),
            is_decided: false,
        }
    }

    fn note(&mut self, record: &GameRecord) {
        let Some(sprt) = self.sprt else { return };
        self.pairs[record.pair][record.game % 2] = Some(record.half_points());
        while let Some([Some(first), Some(second)]) = self.pairs.get(self.tally.total() as usize)
            && !self.is_decided
        {
            self.tally.add(first + second);
            self.is_decided = sprt.decision(&self.tally) != Decision::Continue;
        }
    }
}

/// Plays one game of a plan with new players; nothing when it was called off.
pub fn play_game(
    plan: &MatchPlan,
    source: &dyn PlayerSource,
    number: usize,
    called_off: &AtomicBool,
) -> Option<GameRecord> {
    let opening = plan.openings.get(number / 2)?;
    let game = seat_and_play(plan, source, number, opening, &mut [None, None], called_off)?;
    Some(GameRecord::new(number, opening.moves.len(), &game))
}

/// The seed of a player in one game.
fn player_seed(seed: u64, game: usize, contestant: Contestant) -> u64 {
    mix::split_mix(mix::split_mix(seed).wrapping_add(2 * game as u64 + contestant.index() as u64))
}

/// What the workers share.
struct Hall<'a> {
    plan: &'a MatchPlan,
    source: &'a dyn PlayerSource,
    /// Games that need not be played.
    done: &'a [bool],
    next_pair: AtomicUsize,
    called_off: AtomicBool,
}

impl Hall<'_> {
    /// Plays pair after pair until there are no more or the match is called off.
    fn work(&self, sender: &Sender<GameRecord>) {
        let mut kept: [Option<Seat>; 2] = [None, None];
        loop {
            let pair = self.next_pair.fetch_add(1, Ordering::Relaxed);
            let Some(opening) = self.plan.openings.get(pair) else { return };
            for number in [2 * pair, 2 * pair + 1] {
                if self.done[number] {
                    continue;
                }
                if self.called_off.load(Ordering::Relaxed) {
                    return;
                }
                let Hall { plan, source, called_off, .. } = self;
                let game = seat_and_play(plan, *source, number, opening, &mut kept, called_off);
                let Some(game) = game else { return };
                let record = GameRecord::new(number, opening.moves.len(), &game);
                if sender.send(record).is_err() {
                    return;
                }
            }
        }
    }
}

/// Plays a game, with the players that stayed where they may; nothing when it was called off.
fn seat_and_play(
    plan: &MatchPlan,
    source: &dyn PlayerSource,
    number: usize,
    opening: &Opening,
    kept: &mut [Option<Seat>; 2],
    called_off: &AtomicBool,
) -> Option<PlayedGame> {
    let history = opening.history();
    let side_of_a = GameRecord::side_of_a(number);
    for contestant in Contestant::BOTH {
        let seat = &mut kept[contestant.index()];
        let may_stay = source.is_reusable(contestant);
        if seat.as_ref().is_some_and(|seat| may_stay && !seat.is_broken()) {
            continue;
        }
        // The old player goes before the new one comes: both may be large.
        *seat = None;
        let seed = player_seed(plan.seed, number, contestant);
        match source.player(contestant, seed) {
            Ok(player) => *seat = Some(Seat::new(player)),
            Err(error) => {
                let loser = if contestant == Contestant::A { side_of_a } else { !side_of_a };
                return Some(not_there(&history, loser, &error));
            }
        }
    }
    let [Some(a), Some(b)] = kept else { unreachable!("both were seated above") };
    let mut seats = if side_of_a == Side::First { [a, b] } else { [b, a] };
    game::play(&history, &mut seats, &plan.conditions, called_off)
}

/// The game of a player that could not be made again: lost.
fn not_there(history: &History<Position>, loser: Side, error: &EngineError) -> PlayedGame {
    PlayedGame {
        history: history.clone(),
        outcome: Outcome::Win(!loser),
        reason: Reason::Error,
        used: [Duration::ZERO; 2],
        nodes: [0; 2],
        longest: [Duration::ZERO; 2],
        failure: Some(error.to_string()),
    }
}
