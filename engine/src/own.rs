//! Our own players: a search with an evaluator, and perhaps a handicap.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use conjoin_core::table::TableError;
use conjoin_core::{History, Position, Provable, Score, Searchable};
use conjoin_eval::Evaluator;
use conjoin_search::{
    Counters, Limits, Line, MovePlies, PanicTime, Predictions, ScoreBound, SearchConfig, Searcher,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::endgame::Endgame;
use crate::level::Handicap;
use crate::proof_search::{Attempt, ProofSearch, ProofSearchParams};
use crate::time::{Allotment, PanicParams, TimeParams, moves_to_come};
use crate::{EngineError, Event, EventLine, Player, PlayerOptions, Request, Thought};

/// A player around a [`Searcher`].
#[derive(Debug)]
pub struct OwnPlayer<P: Searchable, E: Evaluator<P>> {
    name: String,
    searcher: Searcher<P, E>,
    handicap: Option<Handicap>,
    endgame: Option<Endgame<P>>,
    /// Moves that a player makes in a long game.
    game_moves: u32,
    panic: Option<PanicParams>,
    proof_search: Option<ProofSearch>,
    random: ChaCha8Rng,
}

impl<P: Searchable, E: Evaluator<P>> OwnPlayer<P, E> {
    /// A player with this search, handicap and evaluator, of a game that takes so many moves.
    pub fn new(
        name: &str,
        search: &SearchConfig,
        handicap: Option<Handicap>,
        game_moves: u32,
        eval: E,
        options: &PlayerOptions,
    ) -> Result<Self, TableError> {
        // A limit in nodes is to mean the same for everybody, so one thread counts them.
        let is_limited = handicap.is_some_and(|h| h.nodes.is_some() || h.depth.is_some());
        let threads = if is_limited { 1 } else { options.threads };
        let searcher = Searcher::new(search.clone(), eval, options.memory_bytes, threads.max(1))?;
        let random = ChaCha8Rng::seed_from_u64(options.seed);
        let (name, endgame, panic, proof_search) = (name.to_owned(), None, None, None);
        Ok(Self { name, searcher, handicap, endgame, game_moves, panic, proof_search, random })
    }

    /// The same with moves that cost what this says in realization probability search.
    #[must_use]
    pub fn with_move_plies(self, plies: MovePlies) -> Self {
        Self { searcher: self.searcher.with_move_plies(plies), ..self }
    }

    /// The same with what shallow searches of its evaluator foretell.
    #[must_use]
    pub fn with_predictions(self, predictions: &Predictions) -> Self {
        Self { searcher: self.searcher.with_predictions(predictions), ..self }
    }

    /// The same with another use of its time.
    #[must_use]
    pub fn with_time(self, time: &TimeParams) -> Self {
        Self { panic: time.panic.clone(), ..self }
    }

    /// The same with what it does otherwise in the endgame.
    #[must_use]
    pub(crate) fn with_endgame(self, endgame: Option<Endgame<P>>) -> Self {
        Self { endgame, ..self }
    }

    /// The same with a proof search before its own, and a table for what that proves.
    pub fn with_proof_search(self, params: Option<&ProofSearchParams>) -> Result<Self, TableError> {
        let Some(params) = params else { return Ok(self) };
        let searcher = match params.new_table()? {
            Some(table) => self.searcher.with_proved_table(table),
            None => self.searcher,
        };
        let proof_search = Some(ProofSearch::new(params.clone()));
        Ok(Self { searcher, proof_search, ..self })
    }
}

/// The answer where a proof search has found a win, and the event that tells it.
fn proved<M: Copy>(
    attempt: &Attempt<M>,
    (mv, score): (M, Score),
    start: Instant,
) -> (Thought<M>, Event<M>) {
    let lines = vec![EventLine { score, moves: vec![mv] }];
    let counters = Counters { proof_nodes: attempt.nodes, proofs: 1, ..Counters::default() };
    let (time, selective_depth) = (start.elapsed(), attempt.deepest);
    let event = Event {
        depth: 0,
        selective_depth,
        bound: ScoreBound::Exact,
        nodes: attempt.nodes,
        time,
        table_per_mille: 0,
        is_proved: true,
        lines: lines.clone(),
    };
    let thought = Thought {
        best_move: Some(mv),
        score: Some(score),
        depth: 0,
        selective_depth,
        counters,
        time,
        from_book: false,
        lines,
    };
    (thought, event)
}

fn event_lines<M>(lines: Vec<Line<M>>, wanted: usize) -> Vec<EventLine<M>> {
    let lines = lines.into_iter().take(wanted.max(1));
    lines.map(|line| EventLine { score: line.score, moves: line.line }).collect()
}

impl<P: Searchable + Provable, E: Evaluator<P>> Player<P> for OwnPlayer<P, E> {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self) -> Result<(), EngineError> {
        self.searcher.clear();
        if let Some(proof_search) = &mut self.proof_search {
            proof_search.new_game();
        }
        Ok(())
    }

    fn think(
        &mut self,
        game: &History<P>,
        request: &Request,
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(&Event<P::Move>),
    ) -> Result<Thought<P::Move>, EngineError> {
        let start = Instant::now();
        if let Some(score) = final_score(game) {
            return Ok(Thought::of_finished_game(score));
        }
        let position = game.current();
        let moves_to_come = moves_to_come(self.game_moves, game.moves().len());
        let handicap = self.handicap.unwrap_or_default();
        let reduced = handicap.reduced(request);
        let allotment = Allotment::new(&reduced, position.side_to_move(), moves_to_come);
        let (soft_deadline, hard_deadline) = allotment.deadlines(start);
        let panic = self.panic.as_ref().and_then(|params| {
            let side = position.side_to_move();
            let (soft, hard) =
                Allotment::in_panic(&reduced, side, moves_to_come, params)?.deadlines(start);
            Some(PanicTime { drop: params.drop, soft_deadline: soft?, hard_deadline: hard? })
        });
        let mut limits = Limits {
            depth: match &self.endgame {
                Some(endgame) => endgame.depth(reduced.depth, position),
                None => reduced.depth,
            },
            nodes: reduced.nodes,
            soft_deadline,
            hard_deadline,
            panic,
            stop: Some(stop),
            multi_pv: reduced.multi_pv,
            any_win: reduced.any_win,
        };
        // Where time saved is time won, nobody thinks about the only move.
        let is_only_move = request.clock.is_some() && position.count_moves() == 1;
        if is_only_move {
            limits.depth = Some(1);
        }
        let proof_search = self.proof_search.as_mut().filter(|_| !is_only_move);
        let attempt = proof_search.and_then(|proof_search| {
            let searcher = &mut self.searcher;
            proof_search.attempt(game, &reduced, &allotment, start, stop, searcher)
        });
        if let Some(attempt) = &attempt {
            if let Some(win) = attempt.win {
                let (thought, event) = proved(attempt, win, start);
                on_event(&event);
                return Ok(thought);
            }
            limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(attempt.cost).max(1));
        }
        let answer = self.searcher.search(game, &limits, |progress| {
            on_event(&Event {
                depth: progress.depth,
                selective_depth: progress.selective_depth,
                bound: progress.bound,
                nodes: progress.nodes,
                time: start.elapsed(),
                table_per_mille: progress.table_per_mille,
                is_proved: false,
                lines: event_lines(progress.lines.clone(), request.multi_pv),
            });
        });
        let mut lines = event_lines(answer.lines, usize::MAX);
        let mut score = answer.score;
        if let Some(chosen) = handicap.choose(game, &lines, &mut self.random) {
            lines[..=chosen].rotate_right(1);
            score = lines[0].score;
        }
        lines.truncate(request.multi_pv.max(1));
        Ok(Thought {
            best_move: answer.best_move.and(lines.first()).map(|line| line.moves[0]),
            score: Some(score),
            depth: answer.depth,
            selective_depth: answer.selective_depth,
            counters: Counters {
                proof_nodes: attempt.map_or(0, |attempt| attempt.nodes),
                ..answer.counters
            },
            time: start.elapsed(),
            lines,
            from_book: false,
        })
    }
}

/// Thinks on the opponent's time, until stopped: the reply is expected to be `expected`. What is
/// found stays in the player's memory, so that the move after the expected reply is found sooner.
/// Nothing when that reply is not legal.
pub fn ponder<P: Position>(
    player: &mut dyn Player<P>,
    game: &History<P>,
    expected: P::Move,
    stop: &AtomicBool,
    on_event: &mut dyn FnMut(&Event<P::Move>),
) -> Result<Option<Thought<P::Move>>, EngineError> {
    let mut game = game.clone();
    if !game.try_push(expected) {
        return Ok(None);
    }
    player.think(&game, &Request::default(), stop, on_event).map(Some)
}

/// The value of a finished game from the side of the player to move; nothing while it goes on.
pub fn final_score<P: Position>(game: &History<P>) -> Option<Score> {
    game.outcome().map(|outcome| match outcome.winner() {
        None => Score::DRAW,
        Some(side) if side == game.current().side_to_move() => Score::win_in(0),
        Some(_) => Score::loss_in(0),
    })
}
