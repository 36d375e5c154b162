//! Games ended by proof: a side that wins by force need not show it.
//!
//! Nothing else ends a game early: no score, no agreement. A proof speaks of a position without history,
//! and in it no position comes back. With the third occurrence drawn, it holds in a game in which no
//! position has occurred twice since the last irreversible move: a position of the proof then occurs a second time
//! at most.

use std::sync::atomic::AtomicBool;

use conjoin_core::{History, Position};
use conjoin_engine::prover::expect_solvable;
use conjoin_engine::solve::{SolveRequest, SolvedAs, Solver};
use conjoin_eval::Playable;
use conjoin_prove::{Algorithm, Limits};

/// Table of the proof search.
const TABLE_BYTES: usize = 16 << 20;

/// Proves wins of the side to move.
#[derive(Debug)]
pub struct Adjudicator<G: Playable> {
    solver: Solver<G>,
    nodes: u64,
}

impl<G: Playable> Adjudicator<G> {
    /// One that spends so many nodes on a position.
    pub fn new(nodes: u64) -> Self {
        let request = SolveRequest {
            algorithm: Algorithm::Best,
            full: false,
            shortest: false,
            with_proof: false,
            threads: 1,
        };
        Self { solver: Solver::new(request), nodes }
    }

    /// Is it proved that the side to move wins this game?
    pub fn mover_wins(&mut self, game: &History<G::Position>, stop: &AtomicBool) -> bool {
        let position = game.current();
        if expect_solvable(position).is_err() || has_repetition(game) {
            return false;
        }
        let limits = Limits {
            nodes: Some(self.nodes),
            memory: TABLE_BYTES,
            stop: Some(stop),
            ..Limits::default()
        };
        let solved = self.solver.solve(position, &limits);
        solved.is_ok_and(|solved| solved.result == SolvedAs::Win)
    }
}

/// Has a position occurred twice since the last irreversible move?
fn has_repetition<P: Position>(game: &History<P>) -> bool {
    let moves: Vec<_> = game.moves().iter().zip(game.positions()).collect();
    let since = moves.iter().rposition(|(mv, before)| before.is_irreversible(**mv));
    let since = since.map_or(0, |i| i + 1);
    let mut seen = std::collections::HashSet::new();
    game.positions()[since..].iter().any(|position| !seen.insert(position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::TextForm;
    use conjoin_games::loa::{Loa, Position, Rules, parse_position};

    fn game(text: &str, moves: &[&str]) -> History<Position> {
        let mut game = History::new(parse_position(text, Rules::OLYMPIAD).expect("a position"));
        for word in moves {
            let mv = game.current().parse_move(word).expect("a legal move");
            game.push(mv);
        }
        game
    }

    const START: &str = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b";

    #[test]
    fn a_proved_win_of_the_side_to_move_ends_a_game() {
        let wins = |text| {
            Adjudicator::<Loa>::new(100_000).mover_wins(&game(text, &[]), &AtomicBool::new(false))
        };
        // Black connects at once; White does not.
        assert!(wins("8/8/3bb3/8/4b3/8/w6w/8 b"));
        assert!(!wins("8/8/3bb3/8/4b3/8/w6w/8 w"));
        assert!(!wins(START));
    }

    #[test]
    fn a_position_that_came_back_forbids_it() {
        let shuffle = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"];
        assert!(!has_repetition(&game(START, &shuffle[..3])));
        assert!(has_repetition(&game(START, &shuffle)));
    }
}
