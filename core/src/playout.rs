//! Random games: what tests and speed measurements feed on.

use rand::{Rng, RngExt};

use crate::{History, Outcome, Position};

/// Plays random moves, each as likely as the next, until the game is over or has `max_plies`
/// moves. Every end of the rules counts, repetition included. `visit` sees the history after
/// every move; `moves` is scratch space.
pub fn play_random<P: Position>(
    history: &mut History<P>,
    rng: &mut impl Rng,
    max_plies: usize,
    moves: &mut Vec<P::Move>,
    mut visit: impl FnMut(&History<P>),
) -> Option<Outcome> {
    loop {
        if let Some(outcome) = history.outcome() {
            return Some(outcome);
        }
        if history.moves().len() >= max_plies {
            return None;
        }
        moves.clear();
        history.current().moves(moves);
        let choice = rng.random_range(0..moves.len() as u32);
        history.push(moves[choice as usize]);
        visit(history);
    }
}
