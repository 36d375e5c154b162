//! The moves that led to a position, and what they mean for repetition.

use crate::{KeyPath, Outcome, Position, Repetition};

/// A game in progress: its positions from the first to the current one.
///
/// Positions from before an irreversible move cannot come back, so a look for repetitions goes
/// back only to the last of these.
#[derive(Clone, Debug)]
pub struct History<P: Position> {
    positions: Vec<P>,
    moves: Vec<P::Move>,
    /// The keys of the boards: both rules about repetition find what they look for by these.
    boards: KeyPath,
}

impl<P: Position> History<P> {
    /// A game that starts here.
    pub fn new(start: P) -> Self {
        let mut boards = KeyPath::new();
        boards.push(start.board_key(), false);
        Self { positions: vec![start], moves: Vec::new(), boards }
    }

    /// Starts over from another position, keeping the memory.
    pub fn reset(&mut self, start: P) {
        self.positions.clear();
        self.moves.clear();
        self.boards.clear();
        self.positions.push(start);
        self.boards.push(start.board_key(), false);
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
        let after = before.play(mv);
        self.boards.push(after.board_key(), before.is_irreversible(mv));
        self.positions.push(after);
        self.moves.push(mv);
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
        self.boards.pop();
        Some(mv)
    }

    /// How often the current position, with the same player to move, has been there: 1 when it
    /// is new.
    #[inline]
    pub fn occurrences(&self) -> usize {
        let now = self.current();
        let is_same =
            |earlier: &P| earlier.side_to_move() == now.side_to_move() && earlier.same_board(now);
        1 + self.boards.recurrences().filter(|&i| is_same(&self.positions[i])).count()
    }

    /// Was the current board there before, whoever was to move?
    pub fn board_was_there(&self) -> bool {
        let now = self.current();
        self.boards.recurrences().any(|i| self.positions[i].same_board(now))
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

    /// The result if the game is over, leaving repetition aside.
    #[inline]
    pub(crate) fn board_outcome(&self) -> Option<Outcome> {
        match self.moves.last() {
            Some(&mv) => self.current().outcome_after(mv),
            None => self.current().outcome(),
        }
    }

    /// The result if the game is over. The board decides before repetition does, unless the
    /// position says otherwise.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let board = self.board_outcome();
        if board.is_some() && !self.current().yields_to_repetition() {
            return board;
        }
        if self.is_drawn_by_repetition() { Some(Outcome::Draw) } else { board }
    }
}
