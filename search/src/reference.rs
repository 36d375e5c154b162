//! Searches too simple to be wrong, which the real one is compared with.
//!
//! No pruning, no table, no order. What counts is the rule for repetitions: a position that is
//! already on the path is a draw, as in the real search.

use conjoin_core::{Outcome, Position, Repetition, Score};
use conjoin_eval::Evaluator;

/// The value of a position and the moves that attain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<M> {
    /// Value from the side of the player to move.
    pub score: Score,
    /// Every move with that value.
    pub best: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
}

/// Negamax without any pruning. `repetition` switches draws by repetition on the path on.
pub fn negamax<P: Position, E: Evaluator<P>>(
    position: &P,
    eval: &E,
    depth: u32,
    repetition: bool,
) -> Reference<P::Move> {
    let mut tree = Tree { eval, path: vec![*position], repetition, nodes: 1 };
    let mut best = Vec::new();
    let mut score = -Score::INFINITY;
    for mv in position.legal_moves() {
        let value = -tree.negamax(&position.play(mv), depth.saturating_sub(1), 1);
        if value > score {
            best.clear();
            score = value;
        }
        if value == score {
            best.push(mv);
        }
    }
    Reference { score, best, nodes: tree.nodes }
}

/// The same value by two functions that call each other, one for each player.
pub fn minimax<P: Position, E: Evaluator<P>>(
    position: &P,
    eval: &E,
    depth: u32,
    repetition: bool,
) -> Score {
    let mut tree = Tree { eval, path: vec![*position], repetition, nodes: 1 };
    tree.maximum(position, depth, 0)
}

/// The length in plies of the shortest forced win of the player to move, if there is one of at
/// most `plies`. Tries everything; repetitions cannot shorten a win and are left aside.
pub fn shortest_win<P: Position>(position: &P, plies: u32) -> Option<u32> {
    (1..=plies).find(|&within| wins_within(position, within))
}

/// Does the player to move win in exactly or less than this many plies, whatever the other does?
fn wins_within<P: Position>(position: &P, plies: u32) -> bool {
    let mover = position.side_to_move();
    plies > 0
        && position.legal_moves().into_iter().any(|mv| {
            let next = position.play(mv);
            match next.outcome() {
                Some(outcome) => outcome == Outcome::Win(mover),
                None => loses_within(&next, plies - 1),
            }
        })
}

/// Does the player to move lose in at most this many plies, whatever it does?
fn loses_within<P: Position>(position: &P, plies: u32) -> bool {
    let winner = !position.side_to_move();
    plies > 0
        && position.legal_moves().into_iter().all(|mv| {
            let next = position.play(mv);
            match next.outcome() {
                Some(outcome) => outcome == Outcome::Win(winner),
                None => wins_within(&next, plies - 1),
            }
        })
}

struct Tree<'e, P: Position, E: Evaluator<P>> {
    eval: &'e E,
    path: Vec<P>,
    repetition: bool,
    nodes: u64,
}

impl<P: Position, E: Evaluator<P>> Tree<'_, P, E> {
    /// The value of a position where nothing is left to search: over, repeated or deep enough.
    fn leaf(&self, position: &P, depth: u32, ply: i32) -> Option<Score> {
        match position.outcome() {
            Some(Outcome::Draw) => return Some(Score::DRAW),
            Some(Outcome::Win(side)) if side == position.side_to_move() => {
                return Some(Score::win_in(ply));
            }
            Some(Outcome::Win(_)) => return Some(Score::loss_in(ply)),
            None => {}
        }
        let is_same = |earlier: &P| match position.repetition() {
            Repetition::ThirdOccurrence => earlier == position,
            Repetition::AnyBoard => earlier.same_board(position),
            Repetition::Unlimited => false,
        };
        if ply > 0 && self.repetition && self.path.iter().any(is_same) {
            return Some(Score::DRAW);
        }
        (depth == 0).then(|| Score(self.eval.evaluate(&self.eval.state(position), position)))
    }

    fn negamax(&mut self, position: &P, depth: u32, ply: i32) -> Score {
        self.nodes += 1;
        if let Some(score) = self.leaf(position, depth, ply) {
            return score;
        }
        self.path.push(*position);
        let mut best = -Score::INFINITY;
        for mv in position.legal_moves() {
            best = best.max(-self.negamax(&position.play(mv), depth - 1, ply + 1));
        }
        self.path.pop();
        best
    }

    /// The value for the player at the root, who moves here.
    fn maximum(&mut self, position: &P, depth: u32, ply: i32) -> Score {
        if let Some(score) = self.leaf(position, depth, ply) {
            return score;
        }
        self.path.push(*position);
        let mut best = -Score::INFINITY;
        for mv in position.legal_moves() {
            best = best.max(self.minimum(&position.play(mv), depth - 1, ply + 1));
        }
        self.path.pop();
        best
    }

    /// The value for the player at the root, whose opponent moves here.
    fn minimum(&mut self, position: &P, depth: u32, ply: i32) -> Score {
        if let Some(score) = self.leaf(position, depth, ply) {
            return -score;
        }
        self.path.push(*position);
        let mut best = Score::INFINITY;
        for mv in position.legal_moves() {
            best = best.min(self.maximum(&position.play(mv), depth - 1, ply + 1));
        }
        self.path.pop();
        best
    }
}
