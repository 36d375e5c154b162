//! Which moves of a game were mistakes, and why.
//!
//! A move is judged by the result first: a win that was there and is no more, a loss that was not
//! there and is. The solver proves what it can in the time there is; where it cannot, the search
//! is taken at its word and the judgement is marked as unproved. All else is judged by winning
//! chances ([`chance`]). A slower win is no mistake.
//!
//! The work is done in short steps by [`Review::search_step`] and [`Review::prove_step`], so that
//! whoever asked can watch and stop it: first every position is searched, the last first; then
//! the win of the winner is followed back from the end as far as it can be proved; then wins that
//! the search saw elsewhere are checked.

mod chances;
mod judge;
mod model;
mod report;

pub use chances::chance;
pub use judge::{Judgement, MoveReview};
pub use model::{Decided, ForcedWin, Known, PositionReview, ReviewOptions};
pub use report::{
    BySide, ReviewDecided, ReviewMove, ReviewPosition, ReviewReport, RouteReport, ScoreReport,
    by_side,
};

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use conjoin_core::{History, MoveOf, Position as _, Score, Side};
use conjoin_eval::Playable;
use conjoin_prove::Verdict;

use crate::prover::{Prover, expect_solvable};
use crate::{EngineError, Player, Request, final_score};

/// Part of the time that goes to the search of every position.
const SEARCH_PART: f64 = 0.35;
/// Part of the time after which the walk back from the end stops.
const WALK_PART: f64 = 0.85;
/// Longest step of the solver.
const STEP: Duration = Duration::from_millis(400);
/// Shortest time for a position.
const SHORTEST: Duration = Duration::from_millis(20);

/// A question to the solver: does this side win here?
#[derive(Clone, Copy, Debug)]
struct Question {
    index: usize,
    side: Side,
    /// Time for it, and time spent.
    limit: Duration,
    spent: Duration,
}

/// What is done next.
#[derive(Clone, Debug)]
enum Phase {
    /// Search the position of this number.
    Search(usize),
    /// Follow the winner's win back; the question at hand.
    Walk(Question),
    /// Check what the search claims.
    Check(Vec<Question>),
    Done,
}

/// A game under review.
#[derive(Debug)]
pub struct Review<G: Playable> {
    game: History<G::Position>,
    options: ReviewOptions,
    positions: Vec<PositionReview<MoveOf<G>>>,
    phase: Phase,
    spent: Duration,
    /// Time that the search of the position at hand has had in steps that were cut short.
    searched: Duration,
    /// Can the rules be proved under at all?
    is_solvable: bool,
}

impl<G: Playable> Review<G> {
    /// Begins the review of a game.
    pub fn new(game: History<G::Position>, options: &ReviewOptions) -> Self {
        let count = game.positions().len();
        let is_solvable = expect_solvable(game.start()).is_ok();
        let mut positions = vec![PositionReview::default(); count];
        let last = count - 1;
        if let Some(outcome) = game.outcome() {
            for side in Side::BOTH {
                positions[last].known.wins[side.index()] =
                    if outcome.winner() == Some(side) { ForcedWin::Yes } else { ForcedWin::No };
            }
        }
        let (phase, spent, searched) = (Phase::Search(last), Duration::ZERO, Duration::ZERO);
        Self { game, options: *options, positions, phase, spent, searched, is_solvable }
    }

    /// Is the next step one of the search?
    pub fn needs_search(&self) -> bool {
        matches!(self.phase, Phase::Search(_))
    }

    /// Is all done?
    pub fn is_done(&self) -> bool {
        matches!(self.phase, Phase::Done)
    }

    /// Part of the work that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        match self.phase {
            Phase::Search(index) => {
                let count = self.positions.len() as f64;
                SEARCH_PART * (count - 1.0 - index as f64) / count
            }
            Phase::Done => 1.0,
            _ => {
                let time = self.spent.as_secs_f64() / self.options.time.as_secs_f64().max(1e-3);
                time.clamp(SEARCH_PART, 1.0)
            }
        }
    }

    /// The positions of the game, the start first.
    pub fn positions(&self) -> &[PositionReview<MoveOf<G>>] {
        &self.positions
    }

    /// Searches the next position; one that was stopped goes on with the next step.
    pub fn search_step(
        &mut self,
        player: &mut dyn Player<G::Position>,
        stop: &AtomicBool,
    ) -> Result<(), EngineError> {
        let Phase::Search(index) = self.phase else { return Ok(()) };
        let start = Instant::now();
        let game = self.game_at(index);
        let side = game.current().side_to_move();
        if let Some(score) = final_score(&game) {
            self.enter_score(index, side, score, Vec::new());
        } else {
            let share = self.options.time.mul_f64(SEARCH_PART) / self.positions.len() as u32;
            let time = share.saturating_sub(self.searched).max(SHORTEST);
            let request = Request { move_time: Some(time), ..Request::default() };
            let thought = player.think(&game, &request, stop, &mut |_| {})?;
            let line = thought.lines.into_iter().next().map(|line| line.moves).unwrap_or_default();
            if let Some(score) = thought.score {
                self.enter_score(index, side, score, line);
            }
            let is_cut = stop.load(Ordering::Relaxed) && start.elapsed() + SHORTEST < time;
            if is_cut {
                self.searched += start.elapsed();
                self.spent += start.elapsed();
                return Ok(());
            }
        }
        self.searched = Duration::ZERO;
        self.spent += start.elapsed();
        self.phase = match index.checked_sub(1) {
            Some(index) => Phase::Search(index),
            None => self.first_question(),
        };
        Ok(())
    }

    fn enter_score(&mut self, index: usize, side: Side, score: Score, line: Vec<MoveOf<G>>) {
        let score_first = if side == Side::First { score } else { -score };
        let position = &mut self.positions[index];
        position.score_first = Some(score_first);
        position.line = line;
        self.update_chance(index);
    }

    fn update_chance(&mut self, index: usize) {
        let position = &mut self.positions[index];
        position.chance_first = match position.known.wins {
            [ForcedWin::Yes, _] => Some(1.0),
            [_, ForcedWin::Yes] => Some(0.0),
            [ForcedWin::No, ForcedWin::No] => Some(0.5),
            _ => position.score_first.map(chance::<G>),
        };
    }

    fn game_at(&self, index: usize) -> History<G::Position> {
        let mut game = History::new(*self.game.start());
        for &mv in &self.game.moves()[..index] {
            game.push(mv);
        }
        game
    }

    /// Who has won, or seems to.
    fn winner(&self) -> Option<Side> {
        let last = self.positions.last()?;
        match last.known.wins {
            [ForcedWin::Yes, _] => return Some(Side::First),
            [_, ForcedWin::Yes] => return Some(Side::Second),
            [ForcedWin::No, ForcedWin::No] => return None,
            _ => {}
        }
        let score = last.score_first?;
        match score {
            _ if score.is_win() => Some(Side::First),
            _ if score.is_loss() => Some(Side::Second),
            _ => None,
        }
    }

    fn first_question(&self) -> Phase {
        if !self.is_solvable {
            return Phase::Done;
        }
        let last = self.positions.len() - 1;
        match self.winner() {
            Some(side) => Phase::Walk(self.walk_question(last, side)),
            None => self.checks(),
        }
    }

    /// Time that is left.
    fn left(&self) -> Duration {
        self.options.time.saturating_sub(self.spent)
    }

    fn walk_question(&self, index: usize, side: Side) -> Question {
        let limit = self.options.time.mul_f64(WALK_PART).saturating_sub(self.spent).max(SHORTEST);
        Question { index, side, limit, spent: Duration::ZERO }
    }

    /// Takes a turn of the solver.
    pub fn prove_step(&mut self, prover: &mut Prover<G>, stop: &AtomicBool) {
        let start = Instant::now();
        let phase = std::mem::replace(&mut self.phase, Phase::Done);
        self.phase = match phase {
            Phase::Walk(question) => self.walk(question, prover, stop),
            Phase::Check(questions) => self.check(questions, prover, stop),
            other => other,
        };
        self.spent += start.elapsed();
    }

    /// Follows the winner's win back by one question.
    fn walk(&mut self, mut question: Question, prover: &mut Prover<G>, stop: &AtomicBool) -> Phase {
        let Question { index, side, .. } = question;
        let worth = match self.inferred(index, side) {
            ForcedWin::Open => self.ask(&mut question, prover, stop),
            known => {
                self.enter(index, side, known == ForcedWin::Yes);
                known
            }
        };
        match worth {
            ForcedWin::Open if question.spent < question.limit => Phase::Walk(question),
            ForcedWin::Yes if index > 0 => Phase::Walk(self.walk_question(index - 1, side)),
            ForcedWin::Open => match self.checks() {
                // Nothing to check: what is left of the time goes to this question too, but for
                // the step that has just been made and is not counted yet.
                Phase::Done if self.left() >= 4 * STEP => {
                    question.limit += self.left().saturating_sub(2 * STEP);
                    Phase::Walk(question)
                }
                next => next,
            },
            _ => self.checks(),
        }
    }

    /// What follows from the position after: who is to move and can go to a won one has won.
    fn inferred(&self, index: usize, side: Side) -> ForcedWin {
        let known = self.positions[index].known.of(side);
        let mover = self.game.positions()[index].side_to_move();
        let next = self.positions.get(index + 1).map(|next| next.known.of(side));
        if known == ForcedWin::Open && mover == side && next == Some(ForcedWin::Yes) {
            return ForcedWin::Yes;
        }
        known
    }

    fn ask(
        &mut self,
        question: &mut Question,
        prover: &mut Prover<G>,
        stop: &AtomicBool,
    ) -> ForcedWin {
        let start = Instant::now();
        let position = self.game.positions()[question.index];
        let left = question.limit.saturating_sub(question.spent);
        let deadline = start + left.min(STEP);
        let turn = prover.ask(&position, question.side, Some(deadline), stop);
        question.spent += start.elapsed();
        // Without memory for a table nothing is proved.
        let Ok(answer) = turn else {
            question.spent = question.limit;
            return ForcedWin::Open;
        };
        match answer.verdict {
            Verdict::Unknown => return ForcedWin::Open,
            Verdict::Proved => {
                if position.side_to_move() == question.side {
                    self.positions[question.index].winning_move = answer.best_move;
                }
                self.enter(question.index, question.side, true);
            }
            Verdict::Disproved => self.enter(question.index, question.side, false),
        }
        self.positions[question.index].known.of(question.side)
    }

    fn enter(&mut self, index: usize, side: Side, wins: bool) {
        self.positions[index].known.learn(side, wins);
        self.update_chance(index);
    }

    /// Wins that the search claims and nobody has proved, and where a proved win ends.
    fn checks(&self) -> Phase {
        let left = self.left();
        let mut questions = Vec::new();
        for (index, position) in self.positions.iter().enumerate() {
            for side in Side::BOTH {
                if position.known.of(side) != ForcedWin::Open {
                    continue;
                }
                let before = index.checked_sub(1).map(|index| &self.positions[index]);
                let was_won = before.is_some_and(|before| before.known.of(side) == ForcedWin::Yes);
                let seems_won = position.score_first.is_some_and(|score| match side {
                    Side::First => score.is_win(),
                    Side::Second => score.is_loss(),
                });
                if was_won || seems_won {
                    let (limit, spent) = (Duration::ZERO, Duration::ZERO);
                    questions.push(Question { index, side, limit, spent });
                }
            }
        }
        if questions.is_empty() || left < SHORTEST {
            return Phase::Done;
        }
        // The shares of the time are equal; what an easy one leaves, the others get by `check`.
        Phase::Check(questions)
    }

    fn check(
        &mut self,
        mut questions: Vec<Question>,
        prover: &mut Prover<G>,
        stop: &AtomicBool,
    ) -> Phase {
        let left = self.left();
        let share = left / questions.len().max(1) as u32;
        let Some(mut question) = questions.pop() else { return Phase::Done };
        if left < SHORTEST {
            return Phase::Done;
        }
        question.limit = question.limit.max(share);
        let worth = match self.inferred(question.index, question.side) {
            ForcedWin::Open => self.ask(&mut question, prover, stop),
            known => {
                self.enter(question.index, question.side, known == ForcedWin::Yes);
                known
            }
        };
        if worth == ForcedWin::Open && question.spent < question.limit {
            questions.push(question);
        }
        let next = self.positions.get(question.index + 1);
        if worth == ForcedWin::Yes
            && next.is_some_and(|n| n.known.of(question.side) == ForcedWin::Open)
        {
            // A proved win: was it kept?
            let (limit, spent) = (Duration::ZERO, Duration::ZERO);
            questions.push(Question { index: question.index + 1, limit, spent, ..question });
        }
        if questions.is_empty() { Phase::Done } else { Phase::Check(questions) }
    }

    /// Where the game was decided, as far as it is proved.
    pub fn decided(&self) -> Option<Decided> {
        let last = self.positions.last()?;
        let winner = Side::BOTH.into_iter().find(|side| last.known.of(*side) == ForcedWin::Yes)?;
        let is_won = |position: &PositionReview<_>| position.known.of(winner) == ForcedWin::Yes;
        let won = self.positions.iter().rev().take_while(|position| is_won(position)).count();
        let ply = self.positions.len() - won;
        let before = ply.checked_sub(1).map(|index| self.positions[index].known.of(winner));
        Some(Decided { ply, winner, is_tight: matches!(before, None | Some(ForcedWin::No)) })
    }

    /// The moves of the game, judged by what is known so far.
    pub fn moves(&self) -> Vec<MoveReview<MoveOf<G>>> {
        (0..self.game.moves().len())
            .map(|index| judge::judge::<G>(&self.game, &self.positions, index))
            .collect()
    }

    /// How well a side has played, 0 to 100; nothing when it has not moved or nothing is known.
    pub fn accuracy(&self, side: Side) -> Option<f64> {
        let moves = self.moves();
        let seen: Vec<f64> = moves
            .iter()
            .filter(|review| review.side == side && review.judgement != Judgement::Unseen)
            .map(|review| judge::accuracy(review.drop))
            .collect();
        (!seen.is_empty()).then(|| seen.iter().sum::<f64>() / seen.len() as f64)
    }
}
