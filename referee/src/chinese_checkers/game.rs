//! The end of a game, and a game with everything that happened in it.

use super::board::{Colour, Position};
use super::error::RefereeError;
use super::moves::{Move, legal_moves, play};
use super::rules::Rules;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side wins.
    Wins(Colour),
    /// Nobody wins.
    Draw,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// A goal is full.
    Goal,
    /// Both goals are full.
    BothGoals,
    /// The limit of plies is reached.
    Limit,
    /// The position came for the third time.
    Repetition,
}

/// Has this side filled its goal?
fn has_filled_goal(position: &Position, rules: Rules, side: Colour) -> bool {
    let is_goal = |hole: &usize| position.star.zone(*hole) == side.goal();
    let marbles = position.marbles_of(side);
    if marbles.iter().all(is_goal) {
        return true;
    }
    let goal_is_full =
        (0..position.star.size()).filter(is_goal).all(|hole| position.marbles[hole].is_some());
    rules.anti_blocking && goal_is_full && marbles.iter().any(is_goal)
}

/// The result that a position has by itself, whatever came before it.
pub fn outcome_of_position(position: &Position, rules: Rules) -> Option<Outcome> {
    end_of_position(position, rules).map(|(outcome, _)| outcome)
}

/// The result that a position has by itself, and its reason: full goals go before the limit.
fn end_of_position(position: &Position, rules: Rules) -> Option<(Outcome, EndReason)> {
    let black = has_filled_goal(position, rules, Colour::Black);
    let white = has_filled_goal(position, rules, Colour::White);
    let white_moves = position.to_move == Colour::White;
    if black && white {
        return Some(if rules.last_turn {
            (Outcome::Draw, EndReason::BothGoals)
        } else {
            (Outcome::Wins(position.to_move.opponent()), EndReason::Goal)
        });
    }
    if white {
        return Some((Outcome::Wins(Colour::White), EndReason::Goal));
    }
    // White has a last turn.
    if black && !(rules.last_turn && white_moves) {
        return Some((Outcome::Wins(Colour::Black), EndReason::Goal));
    }
    if let (Some(limit), Some(plies)) = (rules.limit, position.plies)
        && plies >= limit
    {
        return Some((Outcome::Draw, EndReason::Limit));
    }
    None
}

/// A game with its whole history.
///
/// What a position says by itself goes before repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    /// The first position and the one after each move.
    positions: Vec<Position>,
}

impl Game {
    /// A game that begins in this position.
    pub fn new(rules: Rules, start: Position) -> Game {
        Game { rules, positions: vec![start] }
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game has a first position")
    }

    /// The legal moves now; none when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        legal_moves(self.position(), self.rules)
    }

    /// Plays a move, or leaves the game as it is and says why the move is refused.
    pub fn play(&mut self, mv: Move) -> Result<(), RefereeError> {
        if self.outcome().is_some() {
            let position = self.position().to_string();
            return Err(RefereeError::GameOver { mv: format!("{mv:?}"), position });
        }
        let next = play(self.position(), mv, self.rules)?;
        self.positions.push(next);
        Ok(())
    }

    /// The result; none while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.end().map(|(outcome, _)| outcome)
    }

    /// Why the game is over; none while it goes on.
    pub fn reason(&self) -> Option<EndReason> {
        self.end().map(|(_, reason)| reason)
    }

    /// The result and its reason.
    fn end(&self) -> Option<(Outcome, EndReason)> {
        let by_itself = end_of_position(self.position(), self.rules);
        if by_itself.is_none() && self.is_repeated() {
            return Some((Outcome::Draw, EndReason::Repetition));
        }
        by_itself
    }

    /// Whether the board now has come for the third time with the same player to move. The counter grows
    /// with every ply, so it is not looked at.
    fn is_repeated(&self) -> bool {
        let now = self.position();
        let is_same =
            |earlier: &&Position| earlier.to_move == now.to_move && earlier.marbles == now.marbles;
        self.rules.third_draws && self.positions.iter().filter(is_same).count() >= 3
    }
}
