//! Thinking about a move: for a game, for an analysis, as a hint.

use std::time::{Duration, Instant};

use conjoin_core::{History, MoveOf, NullMove as _, Position as _};
use conjoin_engine::time::{Allotment, moves_to_come};
use conjoin_engine::{Clock, Request, Thought};
use conjoin_eval::Playable;
use conjoin_search::ScoreBound;
use serde_json::Value;

use super::{Step, StepContext, Steps};
use crate::serve::answers::{self, Spent, ThinkEvent};
use crate::serve::engines::{TabEngines, profile_name};
use crate::serve::game;
use crate::serve::message::{self, ThinkText, milliseconds};

/// The longest thought; a tab that is left open does not burn for ever.
const LONGEST: Duration = Duration::from_mins(10);
/// A question of this time has somebody waiting at the board: a hint, a warning.
const SHORT: Duration = Duration::from_secs(2);
/// Lines of an analysis.
const MOST_LINES: usize = 64;

/// A request to think.
///
/// It may have many turns. A time, a depth or a number of nodes that was asked for is the sum of
/// all turns, and waiting between them is not counted. A clock goes on while it waits, as it does
/// for the player at the board.
pub struct Think<G: Playable> {
    game: History<G::Position>,
    profile: String,
    request: Request,
    text: ThinkText,
    /// Time for all turns.
    limit: Duration,
    /// On a clock: no turn begins when so much is spent.
    soft_limit: Option<Duration>,
    arrived: Instant,
    spent: Spent,
    /// The deepest thought of all turns.
    best: Option<Thought<MoveOf<G>>>,
}

impl<G: Playable> Think<G> {
    /// Reads a request.
    pub fn new(text: &ThinkText) -> Result<Self, String> {
        let mut game = game::play::<G>(&text.game)?;
        let profile = profile_name::<G>(text.profile.as_deref(), text.level)?;
        if text.threat {
            let passed = game.current().null_move();
            if passed.outcome().is_some() {
                return Err("the game is over here".into());
            }
            game = History::new(passed);
        }
        let clock = text.clock.map(|clock| Clock {
            left: clock.left.map(milliseconds),
            increment: [Duration::from_millis(clock.increment.min(3_600_000)); 2],
        });
        let time = text.time.map(milliseconds);
        let request = Request {
            depth: text.depth.map(|depth| depth.clamp(1, 120)),
            nodes: text.nodes,
            move_time: time,
            clock,
            multi_pv: text.lines.clamp(1, MOST_LINES),
            any_win: false,
            may_use_book: text.play,
        };
        let side = game.current().side_to_move();
        let moves_to_come = moves_to_come(G::GAME_MOVES, game.moves().len());
        let soft_limit = Allotment::new(&request, side, moves_to_come).soft;
        Ok(Self {
            game,
            profile,
            request,
            text: ThinkText { game: message::GameText::default(), ..text.clone() },
            limit: time.map_or(LONGEST, |time| time.min(LONGEST)),
            soft_limit,
            arrived: Instant::now(),
            spent: Spent::default(),
            best: None,
        })
    }

    /// What is left to do.
    fn request(&self) -> Request {
        let mut request = self.request.clone();
        let left = self.limit.saturating_sub(self.spent.time);
        request.move_time = Some(left.max(milliseconds(1)));
        request.nodes = request.nodes.map(|nodes| nodes.saturating_sub(self.spent.nodes));
        if let Some(clock) = &mut request.clock {
            let left = &mut clock.left[self.game.current().side_to_move().index()];
            *left = left.saturating_sub(self.arrived.elapsed()).max(milliseconds(1));
        }
        request
    }

    /// Is there more to do after a turn that was cut short?
    fn has_more(&self) -> bool {
        self.spent.time < self.limit
            && self.soft_limit.is_none_or(|limit| self.spent.time < limit)
            && self.request.nodes.is_none_or(|nodes| self.spent.nodes < nodes)
    }

    fn answer(&self, stopped: bool) -> Value {
        let (at, best) = (self.game.current(), self.best.as_ref());
        message::body(&answers::Think::new::<G>(&self.profile, at, best, self.spent, stopped))
    }
}

impl<G: Playable> Steps for Think<G> {
    fn step(
        &mut self,
        engines: &mut TabEngines,
        context: &mut StepContext<'_>,
    ) -> Result<Step, String> {
        let ThinkText { play, memory, threads, seed, .. } = self.text;
        let player = engines.of::<G>().player(play, self.profile.clone(), memory, threads, seed)?;
        let start = Instant::now();
        let depth = self.best.as_ref().map_or(0, |best| best.depth);
        let halt = context.halt;
        let thought = player
            .think(&self.game, &self.request(), &halt.step, &mut |event| {
                // A later turn goes again, much faster, through the depths of those before.
                if event.depth >= depth && event.bound == ScoreBound::Exact {
                    context.tell(|| ThinkEvent::new::<G>(self.game.current(), event, self.spent));
                }
            })
            .map_err(|error| error.to_string())?;
        self.spent.time += start.elapsed();
        self.spent.nodes += thought.counters.nodes;
        if self.best.is_none() || thought.depth >= depth {
            self.best = Some(thought);
        }
        if context.is_paused() && self.has_more() {
            return Ok(Step::More);
        }
        Ok(Step::Done(self.answer(context.is_stopped())))
    }

    fn stopped(&self) -> Value {
        self.answer(true)
    }

    fn is_urgent(&self) -> bool {
        let is_short = self.text.time.is_some() && self.limit <= SHORT;
        self.text.play || self.request.clock.is_some() || is_short
    }
}
