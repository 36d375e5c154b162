//! A match: two players, many openings, each with both colours, on all cores.
//!
//! What is played depends on the plan and its seed alone. Game `2p` and `2p + 1` start from
//! opening `p`, A having Black in the even one. A game has players of its own, made with a seed of
//! their own (or, where the seed means nothing to a player, one that was told to forget the game
//! before), so a game limited by nodes or depth is the same on every core, in every order and after
//! every interruption.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use conjoin_core::{History, Outcome, Position, Side, mix};
use conjoin_engine::{EngineError, EngineKind, Player, PlayerOptions, Profile, make_player};
use conjoin_eval::Playable;

use crate::game::{self, Conditions, PlayedGame, Reason};
use crate::game_record::{Contestant, GameRecord};
use crate::openings::Opening;
use crate::player_thread::PlayerThread;
use crate::sprt::{Decision, Sprt};
use crate::statistics::Pairs;
use crate::summary::Summary;
use crate::work_queue::{self, Sink};

/// What to play.
#[derive(Clone, Debug)]
pub struct MatchPlan<P: Position> {
    /// One opening for each pair of games.
    pub openings: Vec<Opening<P>>,
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
pub trait PlayerSource<P: Position>: Sync {
    /// A player, with its own seed.
    fn player(&self, contestant: Contestant, seed: u64) -> Result<Box<dyn Player<P>>, EngineError>;

    /// May a player go on to the next game instead of being made anew? Only one to whom the seed
    /// means nothing and who forgets everything when a new game begins: it saves making its table,
    /// or starting its program, for every game.
    fn is_reusable(&self, _contestant: Contestant) -> bool {
        false
    }
}

/// Players made from two profiles.
#[derive(Clone, Debug)]
pub struct ProfilePair<G: Playable> {
    /// Those of A and B.
    pub profiles: [Profile<G>; 2],
    /// Bytes of each player's table.
    pub memory: usize,
}

impl<G: Playable> PlayerSource<G::Position> for ProfilePair<G> {
    fn player(
        &self,
        contestant: Contestant,
        seed: u64,
    ) -> Result<Box<dyn Player<G::Position>>, EngineError> {
        // One thread each: the cores are for the games.
        let options = PlayerOptions { memory_bytes: self.memory, threads: 1, seed };
        make_player(&self.profiles[contestant.index()], &options)
    }

    fn is_reusable(&self, contestant: Contestant) -> bool {
        match &self.profiles[contestant.index()].engine {
            EngineKind::Own(engine) => !engine.uses_seed(),
            EngineKind::Outside(_) => true,
        }
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

/// Who watches the games of a match or a tournament and may stop it. All calls come from the thread
/// that runs it.
pub trait Observer<T> {
    /// What can go wrong when a game is kept.
    type Error: Send;

    /// A game has been finished.
    fn game_over(&mut self, game: &T) -> Result<(), Self::Error>;

    /// Asked often: is it to be stopped now?
    fn wants_stop(&mut self) -> bool;
}

/// Are the players there at all? One that cannot be made is an error of the user, not a lost game.
pub fn check<P: Position>(
    plan: &MatchPlan<P>,
    source: &dyn PlayerSource<P>,
) -> Result<(), EngineError> {
    Contestant::BOTH
        .into_iter()
        .try_for_each(|one| source.player(one, player_seed(plan.seed, 0, one)).map(drop))
}

/// Plays a match on from the games that are finished already.
pub fn run<G: Playable, O: Observer<GameRecord>>(
    plan: &MatchPlan<G::Position>,
    source: &dyn PlayerSource<G::Position>,
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
    let mut sequence = PairSequence::new(plan);
    for record in &records {
        sequence.note(record);
    }
    let mut interrupted = false;
    if !sequence.is_decided {
        let open: Vec<usize> = (0..done.len()).filter(|&number| !done[number]).collect();
        let play = |players: &mut Players<G::Position>, task: usize, stop: &AtomicBool| {
            Ok(play_with::<G>(plan, source, open[task], players, stop))
        };
        let mut sink = GameSink { observer, records: &mut records, sequence, interrupted };
        work_queue::run(open.len(), plan.concurrency, &Default::default, &play, &mut sink)?;
        interrupted = sink.interrupted;
    }
    records.sort_by_key(|record| record.game);
    let summary = Summary::of(&records, plan.sprt.as_ref());
    Ok(MatchReport { records, summary, interrupted })
}

/// Keeps finished games and ends the match when it is decided.
struct GameSink<'a, O> {
    observer: &'a mut O,
    records: &'a mut Vec<GameRecord>,
    sequence: PairSequence<'a>,
    interrupted: bool,
}

impl<O: Observer<GameRecord>> Sink<GameRecord, O::Error> for GameSink<'_, O> {
    fn finished(&mut self, _: usize, record: GameRecord) -> Result<(), O::Error> {
        self.sequence.note(&record);
        let kept = self.observer.game_over(&record);
        self.records.push(record);
        kept
    }

    fn wants_stop(&mut self) -> bool {
        self.interrupted = !self.sequence.is_decided && self.observer.wants_stop();
        self.interrupted || self.sequence.is_decided
    }
}

/// Follows the sequential test through the pairs in the order of their numbers, as
/// [`Summary::of`] does.
struct PairSequence<'a> {
    sprt: Option<&'a Sprt>,
    /// Half points of A in the two games of each pair, where they are finished.
    pairs: Vec<[Option<usize>; 2]>,
    tally: Pairs,
    is_decided: bool,
}

impl<'a> PairSequence<'a> {
    fn new<P: Position>(plan: &'a MatchPlan<P>) -> Self {
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

/// Players A and B that stay for the next game where they may.
type Players<P> = [Option<PlayerThread<P>>; 2];

/// Plays one game of a plan with new players; nothing when it was called off.
pub fn play_game<G: Playable>(
    plan: &MatchPlan<G::Position>,
    source: &dyn PlayerSource<G::Position>,
    number: usize,
    called_off: &AtomicBool,
) -> Option<GameRecord> {
    play_with::<G>(plan, source, number, &mut Players::default(), called_off)
}

/// The seed of a player in one game.
fn player_seed(seed: u64, game: usize, contestant: Contestant) -> u64 {
    mix::split_mix(mix::split_mix(seed).wrapping_add(2 * game as u64 + contestant.index() as u64))
}

/// Plays a game, with the players that stayed where they may; nothing when it was called off.
fn play_with<G: Playable>(
    plan: &MatchPlan<G::Position>,
    source: &dyn PlayerSource<G::Position>,
    number: usize,
    players: &mut Players<G::Position>,
    called_off: &AtomicBool,
) -> Option<GameRecord> {
    let opening = &plan.openings[number / 2];
    let history = opening.history();
    let side_of_a = GameRecord::side_of_a(number);
    let recorded = |game| GameRecord::new(number, opening.moves.len(), &game);
    for contestant in Contestant::BOTH {
        let player = &mut players[contestant.index()];
        let may_stay = source.is_reusable(contestant);
        if player.as_ref().is_some_and(|player| may_stay && !player.is_broken()) {
            continue;
        }
        // The old player goes before the new one comes: both may be large.
        *player = None;
        let seed = player_seed(plan.seed, number, contestant);
        match source.player(contestant, seed) {
            Ok(made) => *player = Some(PlayerThread::new(made)),
            Err(error) => {
                let loser = if contestant == Contestant::A { side_of_a } else { !side_of_a };
                return Some(recorded(not_there(&history, loser, &error)));
            }
        }
    }
    let [Some(a), Some(b)] = players else { unreachable!("both were made above") };
    let mut sides = if side_of_a == Side::First { [a, b] } else { [b, a] };
    let conditions = plan.conditions.of_game(side_of_a);
    game::play::<G>(&history, &mut sides, &conditions, called_off).map(recorded)
}

/// The game of a player that could not be made again: lost.
fn not_there<P: Position>(history: &History<P>, loser: Side, error: &EngineError) -> PlayedGame<P> {
    PlayedGame {
        history: history.clone(),
        outcome: Outcome::Win(!loser),
        reason: Reason::Error,
        used: [Duration::ZERO; 2],
        nodes: [0; 2],
        longest: [Duration::ZERO; 2],
        searches: Vec::new(),
        failure: Some(error.to_string()),
    }
}
