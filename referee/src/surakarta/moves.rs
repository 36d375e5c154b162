//! Moves: how a man moves, which moves a player has, and what a move does.

use super::board::{Direction, Point, Position};
use super::circuits::{ALONG_LINES, arc_from};
use super::error::RefereeError;
use super::rules::{OwnStart, Rules, Stuck};

/// The eight directions of a step.
const AROUND: [Direction; 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The arcs of a circuit, which is as many as a capture may go over.
const MOST_ARCS: usize = 4;

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A man moves.
    Man {
        /// Where it stands.
        from: Point,
        /// Where it goes.
        to: Point,
        /// Whether it captures an enemy there.
        capture: bool,
    },
    /// A player who has no move passes.
    Pass,
}

/// Every legal move of the player to move. A capture that several routes lead to is one move.
///
/// A player whose men cannot move has one move, [`Move::Pass`], under [`Stuck::Pass`], and none
/// under the other two. Whether the game is over is not asked here: a finished [`Game`] has no
/// legal moves, but the men of its last position could still move.
///
/// [`Game`]: super::Game
pub fn legal_moves(position: &Position, rules: Rules) -> Vec<Move> {
    let moves = moves_of_men(position, rules);
    if moves.is_empty() && rules.stuck == Stuck::Pass {
        return vec![Move::Pass];
    }
    moves
}

/// The position after a move, which must be one of [`legal_moves`].
pub fn play(position: &Position, mv: Move, rules: Rules) -> Result<Position, RefereeError> {
    if legal_moves(position, rules).contains(&mv) {
        return Ok(after(position, mv));
    }
    Err(RefereeError::IllegalMove { mv: mv.to_string(), position: position.to_string() })
}

/// The position after a legal move.
pub(super) fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    let mut captured = false;
    if let Move::Man { from, to, capture } = mv {
        next.board.set(from, None);
        next.board.set(to, Some(position.to_move));
        captured = capture;
    }
    next.to_move = position.to_move.opponent();
    next.quiet = position.quiet.map(|plies| if captured { 0 } else { plies + 1 });
    next
}

/// Every move of a man of the player to move.
pub(super) fn moves_of_men(position: &Position, rules: Rules) -> Vec<Move> {
    let board = &position.board;
    let mut moves = Vec::new();
    for from in board.men(position.to_move) {
        for direction in AROUND {
            if let Some(to) = board.step(from, direction)
                && board.man_on(to).is_none()
            {
                moves.push(Move::Man { from, to, capture: false });
            }
        }
        for direction in ALONG_LINES {
            if let Some(to) = captured_from(position, from, direction, rules) {
                let mv = Move::Man { from, to, capture: true };
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
        }
    }
    moves
}

/// The enemy that a man captures when it sets out along a line in a direction, if there is one.
fn captured_from(
    position: &Position,
    from: Point,
    direction: Direction,
    rules: Rules,
) -> Option<Point> {
    let board = &position.board;
    let (mut point, mut direction) = (from, direction);
    let mut arcs = 0;
    loop {
        if let Some(next) = board.step(point, direction) {
            point = next;
        } else {
            if arcs == MOST_ARCS {
                return None;
            }
            (point, direction) = arc_from(board, point, direction)?;
            arcs += 1;
        }
        // The man is not on its own starting point while it travels.
        if point == from {
            match rules.own_start {
                OwnStart::Open => continue,
                OwnStart::Blocks => return None,
            }
        }
        match board.man_on(point) {
            None => {}
            Some(colour) if colour == position.to_move => return None,
            Some(_) => return (arcs > 0).then_some(point),
        }
    }
}
