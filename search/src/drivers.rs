//! How one iteration closes in on the value of the root: alpha-beta and PVS with or without
//! aspiration windows, and MTD(f).
//!
//! Source: Marsland 1983 (PVS), Plaat et al. 1996 (MTD(f)).

use conjoin_core::{Score, Searchable};
use conjoin_eval::Evaluator;

use crate::depth::Depth;
use crate::gpc::{Failing, Standing};
use crate::node::{Expected, Node, NodeKind, NonPv, Pv, Window};
use crate::remember::bound_to_store;
use crate::table::{Bound, Entry};
use crate::value::Value;
use crate::worker::{At, Worker};
use crate::{Driver, ScoreBound};

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<P: Searchable> {
    pub mv: P::Move,
    pub score: Score,
    /// The line that it begins, itself included.
    pub line: Vec<P::Move>,
    /// It is proved to lose.
    pub loses: bool,
}

/// What is told while an iteration goes on: a move at the root, and how its score stands to the value.
pub(crate) type News<'n, W, P> = &'n mut dyn FnMut(&W, &RootMove<P>, ScoreBound);

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// Searches the root moves to a depth and brings the best to the front. False when the search
    /// was stopped before any move was better than nothing. `news` hears of a first move that loses, and
    /// of values outside the window.
    pub(crate) fn iteration(
        &mut self,
        root: &At<P, E::State>,
        moves: &mut [RootMove<P>],
        depth: Depth,
        guess: Score,
        news: News<'_, Self, P>,
    ) -> bool {
        match self.config.driver {
            Driver::Mtdf => self.mtdf(root, moves, depth, guess, news),
            Driver::AlphaBeta | Driver::Pvs => self.aspirate(root, moves, depth, guess, news),
        }
    }

    /// A window around the guess, opened where the value leaves it.
    fn aspirate(
        &mut self,
        root: &At<P, E::State>,
        moves: &mut [RootMove<P>],
        depth: Depth,
        guess: Score,
        news: News<'_, Self, P>,
    ) -> bool {
        let mut window = Window::FULL;
        if let Some(params) = &self.config.aspiration
            && depth >= Depth::plies(params.from_depth as i32)
            && guess.plies_to_end().is_none()
        {
            window = Window { alpha: guess - params.width, beta: guess + params.width };
        }
        let mut found = false;
        loop {
            let node = Node::root(window, depth, Expected::Pv);
            let Some(value) = self.root::<Pv>(root, moves, &node, news) else { return found };
            if self.stopped {
                return true;
            }
            if value.score <= window.alpha && window.alpha > Window::FULL.alpha {
                window.alpha = Window::FULL.alpha;
                news(
                    self,
                    &RootMove { score: value.score, ..moves[0].clone() },
                    ScoreBound::AtMost,
                );
            } else if value.score >= window.beta && window.beta < Window::FULL.beta {
                found = true;
                window.beta = Window::FULL.beta;
                news(self, &moves[0], ScoreBound::AtLeast);
            } else {
                return true;
            }
            self.counters.window_failures += 1;
        }
    }

    /// Null windows only, each at the last value.
    fn mtdf(
        &mut self,
        root: &At<P, E::State>,
        moves: &mut [RootMove<P>],
        depth: Depth,
        guess: Score,
        news: News<'_, Self, P>,
    ) -> bool {
        let Window { alpha: mut lower, beta: mut upper } = Window::FULL;
        let mut value = guess;
        let mut found = false;
        while lower < upper {
            let beta = if value == lower { value + 1 } else { value };
            let node = Node::root(Window { alpha: beta - 1, beta }, depth, Expected::Cut);
            let Some(result) = self.root::<NonPv>(root, moves, &node, news) else { return found };
            value = result.score;
            if value < beta {
                if self.stopped {
                    return found;
                }
                upper = value;
            } else {
                // The move that failed high stands in front.
                found = true;
                lower = value;
            }
        }
        // The move that failed high last attains the value.
        moves[0].score = value;
        true
    }

    /// Searches the root moves once. The best is brought to the front if it is above alpha;
    /// nothing when the search was stopped before that.
    fn root<K: NodeKind>(
        &mut self,
        root: &At<P, E::State>,
        moves: &mut [RootMove<P>],
        node: &Node,
        news: News<'_, Self, P>,
    ) -> Option<Value> {
        let &Node { window, depth, .. } = node;
        if !self.enter() {
            return None;
        }
        let nodes_before = self.counters.nodes;
        let mut alpha = window.alpha;
        let mut best = Value::free(-Score::INFINITY);
        let mut anchor = Value::FREE;
        let mut order: Vec<usize> = (0..moves.len()).collect();
        let mut best_index = None;
        let last_rank = self.last_root_rank(root, moves, node);
        // Moves that are left out: those far behind, and those that are foretold to be no better.
        let (mut is_cut_by_rank, mut is_foretold) = (false, false);
        let mut next = 0;
        while next < order.len() {
            let index = order[next];
            if self.is_cut_by_rank(index, last_rank, best.score) {
                next += 1;
                self.counters.node_cutting_cuts += u64::from(!is_cut_by_rank);
                self.counters.node_cutting_moves += 1;
                is_cut_by_rank = true;
                continue;
            }
            let mv = moves[index].mv;
            let mut child = *root;
            self.follow(&mut child, mv, depth - self.least_cost());
            let is_first = next == 0;
            next += 1;
            if !is_first && next <= moves.len() && self.defers(&child.position, depth) {
                self.counters.deferred_moves += 1;
                order.push(index);
                continue;
            }
            self.push(&root.position, mv, &child.position);
            let cost = self.cost_of(&root.position, mv, index);
            let standing = Standing { best: best.score, alpha, rank: index, last_rank };
            if let Some(passed) = self.foretell_child(&child, node, depth - cost, standing) {
                self.pop();
                is_foretold |= passed.is_foretold;
                anchor = anchor.min(passed.anchor);
                match passed.failing {
                    Failing::IsSkipped => continue,
                    Failing::EndsNode => break,
                }
            }
            self.start_busy(&child.position, depth);
            let value = self.search_move::<K>(&child, node, alpha, is_first, cost);
            self.end_busy(&child.position, depth);
            self.pop();
            if self.stopped {
                break;
            }
            anchor = anchor.min(value.anchor);
            // A score below beta is no more than the move is worth.
            if value.score.is_loss() && value.score < window.beta && !moves[index].loses {
                moves[index].loses = true;
                if is_first && K::IS_PV && order.len() > 1 {
                    self.extend_line(0, mv);
                    let line = self.lines[0].clone();
                    let loser = RootMove { mv, score: value.score, line, loses: true };
                    news(self, &loser, ScoreBound::AtLeast);
                    self.look_again(root, &mut moves[1..], depth);
                    if self.stopped {
                        // It stays in front, for whoever asks what the search came to.
                        best_index = Some(index);
                        moves[index].score = value.score;
                        best = value;
                        break;
                    }
                }
            }
            if value.score <= best.score {
                continue;
            }
            best = value;
            if value.score > window.alpha {
                best_index = Some(index);
                moves[index].score = value.score;
                if K::IS_PV {
                    self.extend_line(0, mv);
                    moves[index].line.clone_from(&self.lines[0]);
                } else {
                    moves[index].line = vec![mv];
                }
            }
            if value.score >= window.beta {
                anchor = value.anchor;
                break;
            }
            alpha = alpha.max(value.score);
        }
        if let Some(index) = best_index {
            moves[..=index].rotate_right(1);
        } else if self.stopped {
            return None;
        }
        if !self.stopped {
            let is_foretold = is_foretold || is_cut_by_rank;
            let best = Value { anchor, ..best };
            self.store_root(root, moves, node, best, is_foretold, nodes_before);
        }
        Some(best)
    }

    /// The last rank of the moves at the root that node cutting would search.
    fn last_root_rank(
        &mut self,
        root: &At<P, E::State>,
        moves: &[RootMove<P>],
        node: &Node,
    ) -> Option<usize> {
        self.foretelling?.cutting()?;
        let first = self.moves.len();
        self.moves.extend(moves.iter().map(|known| known.mv));
        self.scores.resize(first, 0);
        self.scores.extend((0..moves.len() as i32).map(|rank| -rank));
        let last_rank = self.last_rank(root, &Node { first, ..*node });
        self.moves.truncate(first);
        last_rank
    }

    /// When the move that was best is found to lose, the order of the others is old: they were only asked
    /// whether they are better than it. Iterations over them alone, up to the one before, tell which is best.
    fn look_again(&mut self, root: &At<P, E::State>, others: &mut [RootMove<P>], depth: Depth) {
        let was_partial = std::mem::replace(&mut self.root_is_partial, true);
        let step = self.config.iteration_step.max(1) as i32;
        let last = depth.whole_plies() - step;
        let first = if last % step == 0 { step } else { last % step };
        let mut plies = first;
        while plies <= last && !self.stopped {
            let node = Node::root(Window::FULL, Depth::plies(plies), Expected::Pv);
            self.root::<Pv>(root, others, &node, &mut |_, _, _| {});
            plies += step;
        }
        self.root_is_partial = was_partial;
    }

    /// The root belongs into the table like every node.
    fn store_root(
        &mut self,
        root: &At<P, E::State>,
        moves: &[RootMove<P>],
        node: &Node,
        value: Value,
        is_foretold: bool,
        nodes_before: u64,
    ) {
        let &Node { window, depth, .. } = node;
        let Some((table, params)) = self.table.zip(self.config.table.as_ref()) else { return };
        if value.anchor < 0 || self.root_is_partial {
            return;
        }
        let bound = match value.score {
            score if score >= window.beta => Bound::Lower,
            score if score > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let Some(bound) = bound_to_store(self.config, bound, is_foretold) else { return };
        let mv = if bound == Bound::Upper { 0 } else { P::pack_move(moves[0].mv) };
        let entry = Entry { mv, score: value.score, depth, bound };
        let nodes = self.counters.nodes - nodes_before;
        table.store(root.position.key(), entry, nodes, params);
    }
}
