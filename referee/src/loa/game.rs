//! A game: rules, and everything that happened from the first position to the last.
//!
//! Source: `winands-thesis` 2.2, rule 9 and the end of the game.

use super::board::{Colour, Position};
use super::connection::{Outcome, is_connected, outcome_by_connection, outcome_by_stuck};
use super::error::RefereeError;
use super::moves::{Move, legal_moves, play};
use super::rules::{Repetition, Rules};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// All men of one side are connected.
    Connection,
    /// All men of each side are connected.
    SimultaneousConnection,
    /// The position came again.
    Repetition,
    /// The player to move cannot, and loses for it.
    Stuck,
}

/// A game with its whole history.
///
/// The end is looked for in this order: connection, repetition, a stuck player. That gives the
/// results of `OpenSpiel` 2.0.2 in every game that begins at its start:
///
/// - Tried with `pyspiel` and kept as a test: the mover wins when both sides are connected; a
///   capture that connects only the opponent loses; a board that occurred before draws at once,
///   with the same player to move or the other, and the first board counts; a stuck player loses.
/// - Only read in `lines_of_action.cc`: a repeated board is tested before a stuck player, so it
///   draws even if the player now to move is stuck.
/// - Only read there too: a repeated board overrides a win, the other way round than here. No game
///   can show the difference, for a connected board ends the game when it first occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    /// The first position and the one after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins in this position.
    pub fn new(rules: Rules, start: Position) -> Game {
        Game { rules, positions: vec![start], moves: Vec::new() }
    }

    /// The rules of this game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Every position so far: the first, and the one after each move.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Every move so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
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
            return Err(RefereeError::GameOver {
                mv: mv.to_string(),
                position: self.position().to_string(),
            });
        }
        let next = play(self.position(), mv, self.rules)?;
        self.positions.push(next);
        self.moves.push(mv);
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
        let position = self.position();
        if let Some(outcome) = outcome_by_connection(position, self.rules) {
            let both = is_connected(&position.board, Colour::Black)
                && is_connected(&position.board, Colour::White);
            let reason =
                if both { EndReason::SimultaneousConnection } else { EndReason::Connection };
            return Some((outcome, reason));
        }
        if self.is_repeated() {
            return Some((Outcome::Draw, EndReason::Repetition));
        }
        outcome_by_stuck(position, self.rules).map(|outcome| (outcome, EndReason::Stuck))
    }

    /// Whether the position now is one that the repetition rule makes a draw.
    fn is_repeated(&self) -> bool {
        let now = self.position();
        match self.rules.repetition {
            Repetition::ThirdOccurrence => {
                self.positions.iter().filter(|&earlier| earlier == now).count() >= 3
            }
            Repetition::AnyBoard => {
                self.positions.iter().filter(|earlier| earlier.board == now.board).count() >= 2
            }
            Repetition::None => false,
        }
    }
}
