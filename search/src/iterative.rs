//! Iterative deepening, with as many lines as are wanted.

use std::sync::atomic::Ordering;

use conjoin_core::{History, Position, Score, Searchable};
use conjoin_eval::Evaluator;

use crate::ScoreBound;
use crate::depth::Depth;
use crate::drivers::RootMove;
use crate::node::{Expected, MAX_PLY, Node, Window};
use crate::searcher::Line;
use crate::worker::{At, Worker};

/// What iterative deepening has found when it ends.
pub(crate) struct Deepened<P: Position> {
    pub lines: Vec<Line<P::Move>>,
    /// Last iteration that was finished.
    pub depth: u32,
    pub selective_depth: u32,
}

/// Deepest iteration that a table entry can name.
const MAX_DEPTH: u32 = 120;

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// Searches deeper and deeper until a limit is reached or the result is proved. `report` is
    /// called after every finished iteration.
    pub(crate) fn deepen(
        &mut self,
        game: &History<P>,
        mut report: impl FnMut(&Self, &Deepened<P>, ScoreBound),
    ) -> Deepened<P> {
        let position = *game.current();
        let root = At { position, state: self.eval.state(&position), last: None };
        let mut moves = self.root_moves(&root);
        let wanted = self.limits.multi_pv.clamp(1, moves.len().max(1));
        let guess = Score(self.eval.evaluate(&root.state, &position));
        let mut found = Deepened { lines: Vec::new(), depth: 0, selective_depth: 0 };
        // Something to play even if the first iteration is cut short.
        if let Some(first) = moves.first() {
            found.lines.push(Line { mv: first.mv, score: guess, line: vec![first.mv] });
        }
        let last = self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let step = self.config.iteration_step.max(1);
        // The first iteration is chosen so that the last one is met exactly; without a last one,
        // so that all of MONA's depths are odd.
        let mut depth = match (self.limits.depth, last % step) {
            (None, _) => 1,
            (Some(_), 0) => step.min(last),
            (Some(_), rest) => rest,
        };
        // The value of every iteration.
        let mut values = Vec::new();
        while depth <= last && depth > 0 && !moves.is_empty() {
            if depth > step && !self.limits.allows_iteration(self.panics_by(&values)) {
                break;
            }
            self.deepest = 0;
            let mut complete = 0;
            for k in 0..wanted {
                let guess = found.lines.get(k).map_or(guess, |line| line.score);
                self.root_is_partial = k > 0;
                let plies = Depth::plies(depth as i32);
                let mut news = |worker: &Self, mv: &RootMove<P>, bound| {
                    if k == 0 && wanted == 1 {
                        report(worker, &worker.in_between(mv, depth), bound);
                    }
                };
                if !self.iteration(&root, &mut moves[k..], plies, guess, &mut news) {
                    break;
                }
                complete += 1;
                if self.stopped {
                    break;
                }
            }
            self.take_lines(&root.position, &moves[..complete], depth, &mut found);
            if self.stopped {
                let guess = values.last().copied().unwrap_or(guess);
                if avoid_losing(&moves, guess, &mut found) {
                    report(self, &found, ScoreBound::AtMost);
                }
                break;
            }
            found.depth = depth;
            found.selective_depth = (self.deepest as u32).max(depth);
            values.extend(found.lines.first().map(|line| line.score));
            report(self, &found, ScoreBound::Exact);
            // A win or loss within the depth searched is final: nothing shorter was overlooked.
            let is_proved = |line: &Line<P::Move>| {
                let is_enough = self.limits.any_win && line.score.is_win();
                is_enough || line.score.plies_to_end().is_some_and(|plies| plies <= depth as i32)
            };
            if wanted == 1 && found.lines.iter().all(is_proved) {
                break;
            }
            depth += step;
        }
        found
    }

    /// Has the value of this position fallen so that it is given more time? Once it has, it keeps that.
    fn panics_by(&self, values: &[Score]) -> bool {
        let is_due = self.limits.panic.is_some_and(|panic| panic.is_due(values));
        self.shared.panics.fetch_or(is_due, Ordering::Relaxed) || is_due
    }

    /// The moves at the root in the order of a node's moves.
    pub(crate) fn root_moves(&mut self, root: &At<P, E::State>) -> Vec<RootMove<P>> {
        if root.position.outcome().is_some() {
            return Vec::new();
        }
        let first = self.moves.len();
        root.position.moves(&mut self.moves);
        let table_move = self.table.and_then(|table| table.probe(root.position.key()));
        let table_move = table_move.and_then(|entry| P::unpack_move(entry.mv));
        let node =
            Node { first, ..Node::root(Window::FULL, Depth::plies(MAX_PLY as i32), Expected::Pv) };
        self.score_moves(root, &node, table_move);
        let end = self.moves.len();
        let moves = (first..end)
            .map(|i| {
                let mv = self.pick(i, end);
                let line = vec![mv];
                RootMove { mv, score: Score::DRAW, line, loses: false }
            })
            .collect();
        self.moves.truncate(first);
        moves
    }

    /// What is known of a move while its iteration goes on.
    fn in_between(&self, mv: &RootMove<P>, depth: u32) -> Deepened<P> {
        let line = Line { mv: mv.mv, score: mv.score, line: mv.line.clone() };
        let selective_depth = (self.deepest as u32).max(depth);
        Deepened { lines: vec![line], depth, selective_depth }
    }

    /// Replaces the lines by those of the iteration, as far as it came.
    fn take_lines(&self, root: &P, moves: &[RootMove<P>], depth: u32, found: &mut Deepened<P>) {
        for (k, best) in moves.iter().enumerate() {
            let mut line = best.line.clone();
            self.complete_line(root, &mut line, depth as usize);
            let line = Line { mv: best.mv, score: best.score, line };
            // A move that has become the best leaves its old place.
            let stale = |other: &Line<P::Move>| other.mv == line.mv;
            if let Some(old) = found.lines.iter().position(stale) {
                found.lines.remove(old);
            }
            found.lines.insert(k.min(found.lines.len()), line);
        }
        found.lines.truncate(self.limits.multi_pv.max(1));
    }

    /// Follows the table from the end of a line that search has left short.
    fn complete_line(&self, root: &P, line: &mut Vec<P::Move>, depth: usize) {
        let Some(table) = self.table else { return };
        let mut history = History::new(*root);
        for &mv in line.iter() {
            if !history.try_push(mv) {
                return;
            }
        }
        while line.len() < depth && history.outcome().is_none() && history.occurrences() == 1 {
            let entry = table.probe(history.current().key());
            let mv = entry.and_then(|entry| P::unpack_move(entry.mv));
            let Some(mv) = mv.filter(|&mv| history.try_push(mv)) else { return };
            line.push(mv);
        }
    }
}

/// Puts another move before one that is proved to lose, where there is one that is not: a search that was
/// stopped may have come no further than the loss. In the last whole iteration it was no better than the
/// value of that iteration, the guess. False when nothing had to be changed.
fn avoid_losing<P: Searchable>(
    moves: &[RootMove<P>],
    guess: Score,
    found: &mut Deepened<P>,
) -> bool {
    let Some(best) = found.lines.first() else { return false };
    if !moves.iter().any(|known| known.mv == best.mv && known.loses) {
        return false;
    }
    let Some(other) = moves.iter().find(|other| !other.loses) else { return false };
    let line = Line { mv: other.mv, score: guess, line: other.line.clone() };
    let wanted = found.lines.len();
    found.lines.retain(|known| known.mv != other.mv);
    found.lines.insert(0, line);
    found.lines.truncate(wanted);
    true
}
