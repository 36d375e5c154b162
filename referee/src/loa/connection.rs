//! Groups of men, and what they say about the result of a position.
//!
//! Source: `winands-thesis` 2.2, rules 6 to 8.

use super::board::{Board, Colour, DIRECTIONS, Position, Square};
use super::moves::moves_of_men;
use super::rules::{Rules, Simultaneous, Stuck};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side wins.
    Wins(Colour),
    /// Nobody wins.
    Draw,
}

/// The groups of one colour: men that touch, orthogonally or diagonally, are in one group.
pub fn groups(board: &Board, colour: Colour) -> Vec<Vec<Square>> {
    let mut groups: Vec<Vec<Square>> = Vec::new();
    for man in board.men(colour) {
        let known = groups.iter().any(|group| group.contains(&man));
        if !known {
            groups.push(group_of(board, man, colour));
        }
    }
    groups
}

/// Whether all men of one colour are in one group. A lone man is.
pub fn is_connected(board: &Board, colour: Colour) -> bool {
    groups(board, colour).len() == 1
}

/// The result that a position has by itself, whatever came before it.
///
/// Connection is looked at first. When both sides are connected, the "mover" of
/// [`Simultaneous::MoverWins`] is the player who is not to move, since the last move was theirs.
/// When nobody is connected, a player who cannot move has lost under [`Stuck::Loss`].
pub fn outcome_of_position(position: &Position, rules: Rules) -> Option<Outcome> {
    outcome_by_connection(position, rules).or_else(|| outcome_by_stuck(position, rules))
}

/// Rules 6 and 7.
pub(super) fn outcome_by_connection(position: &Position, rules: Rules) -> Option<Outcome> {
    let black = is_connected(&position.board, Colour::Black);
    let white = is_connected(&position.board, Colour::White);
    match (black, white) {
        (true, true) => Some(match rules.simultaneous {
            Simultaneous::Draw => Outcome::Draw,
            Simultaneous::MoverWins => Outcome::Wins(position.to_move.opponent()),
        }),
        (true, false) => Some(Outcome::Wins(Colour::Black)),
        (false, true) => Some(Outcome::Wins(Colour::White)),
        (false, false) => None,
    }
}

/// Rule 8 where it says that a stuck player loses.
pub(super) fn outcome_by_stuck(position: &Position, rules: Rules) -> Option<Outcome> {
    if rules.stuck == Stuck::Loss && moves_of_men(position).is_empty() {
        Some(Outcome::Wins(position.to_move.opponent()))
    } else {
        None
    }
}

/// All men that can be reached from a man by stepping from man to man of its colour.
fn group_of(board: &Board, man: Square, colour: Colour) -> Vec<Square> {
    let mut group = vec![man];
    let mut to_visit = vec![man];
    while let Some(square) = to_visit.pop() {
        for direction in DIRECTIONS {
            let Some(neighbour) = board.step(square, direction) else {
                continue;
            };
            if board.man_on(neighbour) == Some(colour) && !group.contains(&neighbour) {
                group.push(neighbour);
                to_visit.push(neighbour);
            }
        }
    }
    group
}
