//! The moves that led to a position, and what they mean for repetition.

use crate::{Outcome, Position, Repetition};

/// A game in progress: its positions from the first to the current one.
///
/// Positions from before an irreversible move cannot come back, so a look for repetitions goes
/// back only to the last of these.
#[derive(Clone, Debug)]
pub struct History<P: Position> {
    positions: Vec<P>,
    moves: Vec<P::Move>,
    /// For each position the index of the earliest one that could equal it or a later one.
    horizon: Vec<usize>,
}

impl<P: Position> History<P> {
    /// A game that starts here.
    pub fn new(start: P) -> Self {
        Self { positions: vec![start], moves: Vec::new(), horizon: vec![0] }
    }

    /// Starts over from another position, keeping the memory.
    pub fn reset(&mut self, start: P) {
        self.positions.clear();
        self.moves.clear();
        self.horizon.clear();
        self.positions.push(start);
        self.horizon.push(0);
    }

    /// The first position.
    pub fn start(&self) -> &P {
        &self.positions[0]
    }

    /// The position now.
    #[inline]
    pub fn current(&self) -> &P {
        self.positions.last().expect("a history holds at least its start")
    }

    /// All positions, the start first.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The moves so far.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// Makes a legal move.
    #[inline]
    pub fn push(&mut self, mv: P::Move) {
        let before = *self.current();
        let horizon = if before.is_irreversible(mv) {
            self.positions.len()
        } else {
            *self.horizon.last().expect("as long as the positions")
        };
        self.positions.push(before.play(mv));
        self.moves.push(mv);
        self.horizon.push(horizon);
    }

    /// Makes a move if it is legal and the game, with its repetitions, is not over.
    pub fn try_push(&mut self, mv: P::Move) -> bool {
        let legal = self.outcome().is_none() && self.current().is_legal(mv);
        if legal {
            self.push(mv);
        }
        legal
    }

    /// Takes the last move back and returns it.
    pub fn pop(&mut self) -> Option<P::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.horizon.pop();
        Some(mv)
    }

    /// How often the current position, with the same player to move, has been there: 1 when it
    /// is new.
    #[inline]
    pub fn occurrences(&self) -> usize {
        let now = self.current();
        let key = now.key();
        // Only every second position has the same player to move.
        1 + self
            .since_irreversible()
            .iter()
            .rev()
            .skip(1)
            .step_by(2)
            .filter(|earlier| earlier.key() == key && *earlier == now)
            .count()
    }

    /// Was the current board there before, whoever was to move?
    pub fn board_was_there(&self) -> bool {
        let now = self.current();
        let board = now.board_key();
        self.since_irreversible()
            .iter()
            .any(|earlier| earlier.board_key() == board && earlier.same_board(now))
    }

    /// Positions that could equal the current one, without itself.
    #[inline]
    fn since_irreversible(&self) -> &[P] {
        let last = self.positions.len() - 1;
        &self.positions[self.horizon[last].min(last)..last]
    }

    /// Is the game drawn by repetition now?
    #[inline]
    pub fn is_drawn_by_repetition(&self) -> bool {
        match self.current().repetition() {
            Repetition::ThirdOccurrence => self.occurrences() >= 3,
            Repetition::AnyBoard => self.board_was_there(),
            Repetition::Unlimited => false,
        }
    }

    /// The result if the game is over. The board decides before repetition does, unless the
    /// position says otherwise.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let board = match self.moves.last() {
            Some(&mv) => self.current().outcome_after(mv),
            None => self.current().outcome(),
        };
        if board.is_some() && !self.current().yields_to_repetition() {
            return board;
        }
        if self.is_drawn_by_repetition() { Some(Outcome::Draw) } else { board }
    }
}
