//! Counting games, to compare move generators and rules by one number.

use super::game::Game;

/// The number of legal move sequences of exactly `depth` moves that the game can go on with.
///
/// A sequence in which the game ends sooner is not counted; a forced pass is one move. Moves are
/// told apart by where a marble lies and where it goes, not by its route. The history counts: under
/// a repetition rule the same position may be over in one sequence and not in another.
pub fn perft(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = game.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut sequences = 0;
    for mv in moves {
        let mut next = game.clone();
        next.play(mv).expect("a move of the list is legal");
        sequences += perft(&next, depth - 1);
    }
    sequences
}
