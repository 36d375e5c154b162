//! Moves: where a marble can go, which moves a player has, and what a move does.

use super::board::{Colour, Position};
use super::error::RefereeError;
use super::rules::{Jumps, Neutral, Rules};
use super::star::{AROUND, Star, Zone};

/// What a player does in a turn. Holes are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A marble moves.
    Marble {
        /// Where it lies.
        from: usize,
        /// Where it goes.
        to: usize,
    },
    /// A player who has no move passes.
    Pass,
}

/// Every legal move of the player to move; a player whose marbles cannot move has one, [`Move::Pass`].
///
/// Whether the game is over is not asked here: a finished [`Game`] has no legal moves, but the marbles
/// of its last position could still move.
///
/// [`Game`]: super::Game
pub fn legal_moves(position: &Position, rules: Rules) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in position.marbles_of(position.to_move) {
        for route in routes_from(position, rules, from) {
            moves.push(Move::Marble { from, to: route[route.len() - 1] });
        }
    }
    if moves.is_empty() {
        moves.push(Move::Pass);
    }
    moves
}

/// The holes that a legal move touches, the first one too; none for a pass.
///
/// Of several routes it is one with the fewest jumps, and of these the one with the lower hole where two
/// of them part.
pub fn route(position: &Position, mv: Move, rules: Rules) -> Vec<usize> {
    let Move::Marble { from, to } = mv else {
        return Vec::new();
    };
    let mut routes = routes_from(position, rules, from);
    routes.retain(|route| route[route.len() - 1] == to);
    routes.pop().unwrap_or_default()
}

/// The position after a legal move.
pub fn play(position: &Position, mv: Move, rules: Rules) -> Result<Position, RefereeError> {
    if legal_moves(position, rules).contains(&mv) {
        return Ok(after(position, mv));
    }
    let position = position.to_string();
    Err(RefereeError::IllegalMove { mv: format!("{mv:?}"), position })
}

/// The position after a move that is known to be legal. A pass is a ply too.
pub(super) fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    if let Move::Marble { from, to } = mv {
        next.marbles[to] = next.marbles[from];
        next.marbles[from] = None;
    }
    next.to_move = position.to_move.opponent();
    next.plies = position.plies.map(|plies| plies + 1);
    next
}

/// The shortest route to every hole where a move of this marble may end.
fn routes_from(position: &Position, rules: Rules, from: usize) -> Vec<Vec<usize>> {
    let star = &position.star;
    let mut routes = Vec::new();
    for direction in AROUND {
        if let Some(to) = star.hole_at(from, direction, 1)
            && position.marbles[to].is_none()
        {
            routes.push(vec![from, to]);
        }
    }
    // The marble is lifted, so that its own hole is empty.
    let mut marbles = position.marbles.clone();
    marbles[from] = None;
    // Which holes have been reached, and the routes with so many jumps as in this round.
    let mut is_reached = vec![false; star.size()];
    is_reached[from] = true;
    let mut round = vec![vec![from]];
    while !round.is_empty() {
        let mut longer: Vec<Vec<usize>> = Vec::new();
        for route in &round {
            for to in landings(star, &marbles, rules, route[route.len() - 1]) {
                let candidate = [&route[..], &[to]].concat();
                let known = longer.iter_mut().find(|other| other[other.len() - 1] == to);
                match known {
                    Some(other) if candidate < *other => *other = candidate,
                    Some(_) => {}
                    None if is_reached[to] => {}
                    None => longer.push(candidate),
                }
            }
        }
        for route in &longer {
            is_reached[route[route.len() - 1]] = true;
        }
        routes.extend(longer.iter().cloned());
        round = longer;
    }
    let may_end = |hole: usize| rules.neutral == Neutral::End || star.zone(hole) != Zone::Neutral;
    routes.retain(|route| may_end(route[route.len() - 1]));
    routes
}

/// Where one jump leads from a hole: over exactly one marble, with as many holes behind it as before it and
/// all of them empty.
fn landings(star: &Star, marbles: &[Option<Colour>], rules: Rules, from: usize) -> Vec<usize> {
    let mut found = Vec::new();
    for direction in AROUND {
        let mut distance = 1;
        while let Some(to) = star.hole_at(from, direction, 2 * distance) {
            let others = (1..=2 * distance).filter(|&steps| {
                let hole = star.hole_at(from, direction, steps);
                steps != distance && hole.is_none_or(|hole| marbles[hole].is_some())
            });
            let over = star.hole_at(from, direction, distance);
            if over.is_some_and(|over| marbles[over].is_some()) && others.count() == 0 {
                found.push(to);
            }
            if rules.jumps == Jumps::Adjacent {
                break;
            }
            distance += 1;
        }
    }
    found
}
