//! The end of a game, and a game with everything that happened in it.

use std::cmp::Ordering;

use super::board::{Colour, Position};
use super::error::RefereeError;
use super::moves::{Move, legal_moves, moves_of_men, play};
use super::rules::{AtLimit, Repetition, Rules, Stuck};

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
    /// All men of one side are captured.
    AllCaptured,
    /// The limit of plies without a capture is reached.
    Limit,
    /// The player to move cannot, and the rules end the game for it.
    Stuck,
    /// The position came for the third time.
    Repetition,
}

/// The result that a position has by itself, whatever came before it.
pub fn outcome_of_position(position: &Position, rules: Rules) -> Option<Outcome> {
    end_of_position(position, rules).map(|(outcome, _)| outcome)
}

/// The result that a position has by itself, and its reason.
///
/// The end is looked for in this order: a side without men; the limit, which ends the game with the
/// ply that reaches it; a player who cannot move.
fn end_of_position(position: &Position, rules: Rules) -> Option<(Outcome, EndReason)> {
    let black = position.board.men(Colour::Black).len();
    let white = position.board.men(Colour::White).len();
    let by_count = match black.cmp(&white) {
        Ordering::Greater => Outcome::Wins(Colour::Black),
        Ordering::Less => Outcome::Wins(Colour::White),
        Ordering::Equal => Outcome::Draw,
    };
    if black == 0 || white == 0 {
        return Some((by_count, EndReason::AllCaptured));
    }
    if let (Some(limit), Some(plies)) = (rules.limit, position.quiet)
        && plies >= limit
    {
        let outcome = match rules.at_limit {
            AtLimit::Count => by_count,
            AtLimit::Draw => Outcome::Draw,
        };
        return Some((outcome, EndReason::Limit));
    }
    if !moves_of_men(position, rules).is_empty() {
        return None;
    }
    match rules.stuck {
        Stuck::Pass => None,
        Stuck::Loss => Some((Outcome::Wins(position.to_move.opponent()), EndReason::Stuck)),
        Stuck::Count => Some((by_count, EndReason::Stuck)),
    }
}

/// A game with its whole history.
///
/// What a position says by itself goes before repetition: a board that comes for the third time with
/// the ply that reaches the limit ends by the limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    /// The first position and the one after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins in this position, with a counter if the rules have a limit.
    pub fn new(rules: Rules, start: Position) -> Game {
        Game { rules, positions: vec![start.under(rules)], moves: Vec::new() }
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
        let by_itself = end_of_position(self.position(), self.rules);
        if by_itself.is_none() && self.is_repeated() {
            return Some((Outcome::Draw, EndReason::Repetition));
        }
        by_itself
    }

    /// Whether the board now has come for the third time with the same player to move. The counter
    /// grows with every ply that could bring a board back, so it is not looked at.
    fn is_repeated(&self) -> bool {
        let now = self.position();
        let is_same =
            |earlier: &&Position| earlier.board == now.board && earlier.to_move == now.to_move;
        self.rules.repetition == Repetition::ThirdOccurrence
            && self.positions.iter().filter(is_same).count() >= 3
    }
}
