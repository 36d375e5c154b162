//! Moves: how a man moves, which moves a player has, and what a move does.
//!
//! Source: `winands-thesis` 2.2, rules 2 to 5 and 8.

use super::board::{Board, DIRECTIONS, Position, Square};
use super::error::RefereeError;
use super::rules::{Rules, Stuck};

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A man moves.
    Man {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whether it captures an enemy there.
        capture: bool,
    },
    /// A player who has no move passes.
    Pass,
}

/// Every legal move of the player to move, by the rules 3, 4, 5 and 8.
///
/// A player whose men cannot move has one move, [`Move::Pass`], under [`Stuck::Pass`], and none
/// under [`Stuck::Loss`]. Whether somebody has already won is not asked here: a finished [`Game`]
/// has no legal moves, but the men of its last position could still move.
///
/// [`Game`]: super::Game
pub fn legal_moves(position: &Position, rules: Rules) -> Vec<Move> {
    let moves = moves_of_men(position);
    if moves.is_empty() && rules.stuck == Stuck::Pass {
        return vec![Move::Pass];
    }
    moves
}

/// The position after a move, which must be one of [`legal_moves`].
pub fn play(position: &Position, mv: Move, rules: Rules) -> Result<Position, RefereeError> {
    if !legal_moves(position, rules).contains(&mv) {
        return Err(RefereeError::IllegalMove {
            mv: mv.to_string(),
            position: position.to_string(),
        });
    }
    let mut next = position.clone();
    if let Move::Man { from, to, .. } = mv {
        next.board.set(from, None);
        next.board.set(to, Some(position.to_move));
    }
    next.to_move = position.to_move.opponent();
    Ok(next)
}

/// Every move of a man of the player to move.
pub(super) fn moves_of_men(position: &Position) -> Vec<Move> {
    let board = &position.board;
    let mut moves = Vec::new();
    for from in board.men(position.to_move) {
        for direction in DIRECTIONS {
            if let Some(to) = destination(position, from, direction) {
                moves.push(Move::Man { from, to, capture: board.man_on(to).is_some() });
            }
        }
    }
    moves
}

/// Where a man of the player to move comes to in a direction, if it may move that way.
fn destination(position: &Position, from: Square, direction: (isize, isize)) -> Option<Square> {
    let board = &position.board;
    let own = position.to_move;
    let enemy = own.opponent();

    // Rule 3: exactly as many squares as there are men on the line.
    let distance = men_on_line(board, from, direction);

    let mut square = from;
    for steps in 1..=distance {
        square = board.step(square, direction)?;
        // Rule 5: an enemy on the way stops the man. Rule 4: an own man on the way does not.
        if steps < distance && board.man_on(square) == Some(enemy) {
            return None;
        }
    }

    // Rule 5: an enemy on the last square is captured. An own man there forbids the move.
    if board.man_on(square) == Some(own) { None } else { Some(square) }
}

/// The number of men, of either colour, on the whole line through a square that runs in a
/// direction and the opposite one. The man on the square itself is one of them.
fn men_on_line(board: &Board, square: Square, direction: (isize, isize)) -> usize {
    let backwards = (-direction.0, -direction.1);
    1 + men_beyond(board, square, direction) + men_beyond(board, square, backwards)
}

/// The number of men between a square, itself not counted, and the edge of the board.
fn men_beyond(board: &Board, square: Square, direction: (isize, isize)) -> usize {
    let mut men = 0;
    let mut next = board.step(square, direction);
    while let Some(square) = next {
        if board.man_on(square).is_some() {
            men += 1;
        }
        next = board.step(square, direction);
    }
    men
}
