//! One node of the tree, as a list of steps. The techniques are in their own files.
//!
//! Source: PVS after `winands-thesis` 6.3 with its four additions; fail-soft throughout.
//! Differs: the source says that its additions make pruning at ALL nodes safe. With a table they do not: an
//! ALL node below which another was pruned in error reaches its bound by its moves, and that bound is stored.
//! [`PrunedBounds::Certain`](crate::PrunedBounds) closes the gap; `tests/pruning_safety.rs` shows both.

use conjoin_core::{Score, Searchable};
use conjoin_eval::Evaluator;

use crate::Driver;
use crate::depth::Depth;
use crate::gpc::{Failing, Standing};
use crate::table::{Bound, Entry};
use crate::value::Value;
use crate::worker::{At, Worker};

/// Deepest ply of a search, quiescence aside.
pub(crate) const MAX_PLY: usize = 240;

/// Is the node on the expected principal variation? The only thing about a node that is a type.
pub(crate) trait NodeKind {
    const IS_PV: bool;
}

/// A node of the expected principal variation.
pub(crate) struct Pv;
/// Any other node.
pub(crate) struct NonPv;

impl NodeKind for Pv {
    const IS_PV: bool = true;
}

impl NodeKind for NonPv {
    const IS_PV: bool = false;
}

/// What a node off the principal variation is expected to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// On the principal variation.
    Pv,
    /// Some move will cut it.
    Cut,
    /// No move will.
    All,
}

impl Expected {
    /// The type of a child that is not the first of a PV node.
    #[inline(always)]
    pub fn other(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::All | Self::Pv => Self::Cut,
        }
    }

    /// The type of the first child.
    #[inline(always)]
    pub fn first_child(self) -> Self {
        if self == Self::Pv { Self::Pv } else { self.other() }
    }
}

/// The scores that matter: above `alpha` and below `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    pub const FULL: Self = Self { alpha: Score(-Score::INFINITY.0), beta: Score::INFINITY };

    /// The same window seen by the other player.
    #[inline(always)]
    pub fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    #[inline(always)]
    pub fn with_alpha(self, alpha: Score) -> Self {
        Self { alpha, ..self }
    }

    /// The null window above a score.
    #[inline(always)]
    pub fn null_above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }
}

/// What is asked of a node, and where its moves stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub window: Window,
    /// Remaining depth.
    pub depth: Depth,
    pub expected: Expected,
    /// Distance from the root.
    pub ply: usize,
    /// Index of its first move; the node that is searched sets it itself.
    pub first: usize,
}

impl Node {
    /// The root, whose moves are kept elsewhere.
    pub const fn root(window: Window, depth: Depth, expected: Expected) -> Self {
        Self { window, depth, expected, ply: 0, first: 0 }
    }

    /// A node one ply below.
    #[inline(always)]
    pub fn child(&self, window: Window, depth: Depth, expected: Expected) -> Self {
        Self { window, depth, expected, ply: self.ply + 1, first: self.first }
    }
}

/// The best of the moves searched so far.
pub(crate) struct Best<P: Searchable> {
    pub value: Value,
    pub mv: Option<P::Move>,
    /// Some moves were left out because they were foretold to be no better.
    pub is_foretold: bool,
}

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// The value of a position that is on the path, below the root.
    pub(crate) fn node<K: NodeKind>(&mut self, at: &At<P, E::State>, mut node: Node) -> Value {
        let ply = node.ply;
        if K::IS_PV {
            self.line_at(ply).clear();
        }
        // Step 1. Limits.
        if !self.enter() {
            return Value::free(Score::DRAW);
        }
        // Step 2. The end of the game.
        if let Some(outcome) = at.last.and_then(|mv| at.position.outcome_after(mv)) {
            return Value::free(Self::outcome_score(&at.position, outcome, ply));
        }
        // Step 3. Repetition.
        if let Some(value) = self.repetition_value() {
            return value;
        }
        // Step 3b. A win that a proof search has found.
        if let Some(score) = self.proved_score(&at.position, ply, node.window) {
            return Value::free(score);
        }
        // Step 4. Leaves.
        if node.depth <= Depth::ZERO || ply >= MAX_PLY {
            let plies = self.config.quiescence.as_ref().map_or(0, |params| params.max_plies);
            return Value::free(self.quiescence(at, node.window, ply, plies));
        }
        // Step 5. No win from here can be shorter than one that is known already.
        if self.config.win_distance {
            let window = &mut node.window;
            window.alpha = window.alpha.max(Score::loss_in(ply as i32));
            window.beta = window.beta.min(Score::win_in(ply as i32 + 1));
            if window.alpha >= window.beta {
                return Value::free(window.alpha);
            }
        }
        let given = node.window;
        // Step 6. The table.
        let known = self.probe(at);
        if let Some(entry) = known
            && let Some(score) = self.table_answer::<K>(&entry, &mut node)
        {
            self.counters.table_cuts += 1;
            return Value::free(score);
        }
        node.first = self.moves.len();
        let is_watched = self.watch::<K>(at, &node);
        let value = self.inner_node::<K>(at, &node, given, known);
        self.moves.truncate(node.first);
        if is_watched && self.unwatch(ply) {
            // Another thread has decided this node in the meantime; mostly the table knows how.
            return self.node::<K>(at, Node { window: given, ..node });
        }
        value
    }

    /// A node that was not answered at once; the table may have made its window narrower than the
    /// given one.
    fn inner_node<K: NodeKind>(
        &mut self,
        at: &At<P, E::State>,
        node: &Node,
        given: Window,
        known: Option<Entry>,
    ) -> Value {
        // Step 7. The moves, and enhanced transposition cut-offs.
        let begins_with_favourites = node.depth < self.favourites_below;
        if !begins_with_favourites {
            at.position.moves(&mut self.moves);
            if self.moves.len() == node.first {
                return Value::free(Self::score_when_stuck(&at.position, node.ply));
            }
            if let Some(value) = self.try_transposition_cutoffs(at, node) {
                return value;
            }
        }
        let before = self.counters.nodes;
        // Step 8. Null move.
        if node.expected != Expected::Pv
            && let Some(value) = self.try_null_move(at, node)
        {
            return self.remember_cut(at, node, (value, Bound::Lower), known, before);
        }
        // Step 8b. ProbCut.
        if let Some(decided) = self.try_probcut(at, node) {
            return self.remember_cut(at, node, decided, known, before);
        }
        if self.stopped {
            return Value::free(Score::DRAW);
        }
        // Step 9. A first move where the table has none.
        let mut table_move = known.and_then(|entry| P::unpack_move(entry.mv));
        if table_move.is_none() {
            table_move = self.internal_deepening::<K>(at, node);
        }
        // Step 10. Order.
        if begins_with_favourites {
            self.push_favourites(at, node, table_move);
        } else {
            self.score_moves(at, node, table_move);
        }
        // Step 11. Multi-cut.
        if node.expected != Expected::Pv
            && let Some(value) = self.try_multi_cut(at, node)
        {
            return self.remember_cut(at, node, (value, Bound::Lower), known, before);
        }
        if self.stopped {
            return Value::free(Score::DRAW);
        }
        // Step 12. The moves one by one.
        let rest_is_missing = begins_with_favourites;
        let best = self.search_moves::<K>(at, node, rest_is_missing);
        if self.stopped {
            return best.value;
        }
        if best.mv.is_none() && self.moves.len() == node.first {
            return Value::free(Self::score_when_stuck(&at.position, node.ply));
        }
        // Step 13. Remember.
        self.remember(at, &Node { window: given, ..*node }, &best, before)
    }

    /// The score of a player without a move. Only a null move leads here: after every other the end of
    /// the game was looked for.
    #[cold]
    fn score_when_stuck(position: &P, ply: usize) -> Score {
        position
            .outcome()
            .map_or(Score::DRAW, |outcome| Self::outcome_score(position, outcome, ply))
    }

    /// What the table knows.
    #[inline(always)]
    fn probe(&mut self, at: &At<P, E::State>) -> Option<Entry> {
        let entry = self.table?.probe(at.position.key());
        self.counters.table_probes += 1;
        self.counters.table_hits += u64::from(entry.is_some());
        entry
    }

    /// The score if the table's entry decides the node; otherwise the window may become narrower.
    #[inline(always)]
    pub(crate) fn table_answer<K: NodeKind>(
        &self,
        entry: &Entry,
        node: &mut Node,
    ) -> Option<Score> {
        let params = self.config.table.as_ref()?;
        let deep_enough =
            if params.equal_depth { entry.depth == node.depth } else { entry.depth >= node.depth };
        if !deep_enough {
            return None;
        }
        let score = entry.score.seen_from_above(node.ply as i32);
        let window = &mut node.window;
        match entry.bound {
            // A principal variation is wanted whole, so it is searched even if its value is known.
            Bound::Exact => (!K::IS_PV || params.equal_depth).then_some(score),
            Bound::Lower if score >= window.beta => Some(score),
            Bound::Upper if score <= window.alpha => Some(score),
            Bound::Lower if !K::IS_PV => {
                window.alpha = window.alpha.max(score);
                None
            }
            Bound::Upper if !K::IS_PV => {
                window.beta = window.beta.min(score);
                None
            }
            _ => None,
        }
    }

    /// A shallower search that finds a move to try first.
    fn internal_deepening<K: NodeKind>(
        &mut self,
        at: &At<P, E::State>,
        node: &Node,
    ) -> Option<P::Move> {
        let params = self.config.internal_deepening.as_ref()?;
        self.table?;
        if node.depth < Depth::plies(params.from_depth) || params.pv_only && !K::IS_PV {
            return None;
        }
        self.counters.internal_deepenings += 1;
        let first = self.moves.len();
        let node = Node { depth: node.depth - Depth::plies(params.reduction), first, ..*node };
        at.position.moves(&mut self.moves);
        self.score_moves(at, &node, None);
        let before = self.counters.nodes;
        let best = self.search_moves::<K>(at, &node, false);
        if !self.stopped {
            self.remember(at, &node, &best, before);
        }
        self.moves.truncate(first);
        best.mv
    }

    /// Searches the moves of a node, best first. If the rest is missing, these are only the
    /// favourites, and all others are generated when they are needed.
    fn search_moves<K: NodeKind>(
        &mut self,
        at: &At<P, E::State>,
        node: &Node,
        mut rest_is_missing: bool,
    ) -> Best<P> {
        let Node { window: Window { mut alpha, beta }, depth, ply, first, .. } = *node;
        let mut best = Best { value: Value::free(-Score::INFINITY), mv: None, is_foretold: false };
        let mut anchor = Value::FREE;
        // Step 12a. How far node cutting would go.
        let last_rank = if rest_is_missing { None } else { self.last_rank(at, node) };
        if self.stopped {
            return best;
        }
        // What the moves that are left out are no better than.
        let mut left_out = -Score::INFINITY;
        let mut end = self.moves.len();
        let mut i = first;
        // Where nothing is left to search below, a node that its first moves do not cut may not be
        // worth sorting to the end.
        let last_picked = match self.config.ordering.sorted_at_leaves {
            sorted if depth <= Depth::PLY && sorted > 0 => first + sorted,
            _ => usize::MAX,
        };
        // Moves that another thread is busy with are put off to behind `end`.
        loop {
            if i == end && rest_is_missing {
                rest_is_missing = false;
                self.push_rest(at, first);
                end = self.moves.len();
            }
            if i < end && self.is_cut_by_rank(i - first, last_rank, best.value.score) {
                self.counters.node_cutting_cuts += 1;
                self.counters.node_cutting_moves += (end - i) as u64;
                best.is_foretold = true;
                self.moves.drain(i..end);
                self.scores.drain(i..end);
                end = i;
            }
            if i >= self.moves.len() {
                break;
            }
            let is_sorted = rest_is_missing || i >= end.min(last_picked);
            let mv = if is_sorted { self.moves[i] } else { self.pick(i, end) };
            let mut child = *at;
            self.follow(&mut child, mv, depth - self.least_cost());
            if i > first && i < end && self.defers(&child.position, depth) {
                self.counters.deferred_moves += 1;
                // It keeps its rank where its score stood.
                self.moves.push(mv);
                self.scores.push((i - first) as i32);
                i += 1;
                continue;
            }
            self.push(&at.position, mv, &child.position);
            let rank = if i < end { i - first } else { self.scores[i] as usize };
            let cost = self.cost_of(&at.position, mv, rank);
            // Step 12b. GPC, FGPC and the integrated strategy.
            let standing = Standing { best: best.value.score, alpha, rank, last_rank };
            if let Some(passed) = self.foretell_child(&child, node, depth - cost, standing) {
                self.pop();
                i += 1;
                best.is_foretold |= passed.is_foretold;
                anchor = anchor.min(passed.anchor);
                left_out = left_out.max(passed.bound);
                match passed.failing {
                    Failing::IsSkipped => continue,
                    Failing::EndsNode => break,
                }
            }
            self.start_busy(&child.position, depth);
            let value = self.search_move::<K>(&child, node, alpha, i == first, cost);
            self.end_busy(&child.position, depth);
            self.pop();
            i += 1;
            if self.stopped {
                return best;
            }
            anchor = anchor.min(value.anchor);
            if value.score > best.value.score {
                best = Best { value, mv: Some(mv), ..best };
                if K::IS_PV && value.score > alpha {
                    self.extend_line(ply, mv);
                }
                if value.score >= beta {
                    self.counters.beta_cuts += 1;
                    self.counters.first_move_cuts += u64::from(i == first + 1);
                    self.learn(at, node, mv, i, true);
                    // What cuts rests on no other move.
                    best.is_foretold = false;
                    return best;
                }
                alpha = alpha.max(value.score);
            }
        }
        // Every move took part in the value, so it rests on whatever any of them rests on.
        best.value.anchor = anchor;
        best.value.score = best.value.score.max(left_out);
        if let Some(mv) = best.mv {
            self.learn(at, node, mv, i, false);
        }
        best
    }

    /// The best move of a node by a search of its moves in their order; nothing when it was stopped.
    pub(crate) fn best_move<K: NodeKind>(
        &mut self,
        at: &At<P, E::State>,
        node: &Node,
    ) -> Option<P::Move> {
        self.search_moves::<K>(at, node, false).mv
    }

    /// One move of a node, seen from that node's player, who has got `alpha` already.
    #[inline(always)]
    pub(crate) fn search_move<K: NodeKind>(
        &mut self,
        child: &At<P, E::State>,
        node: &Node,
        alpha: Score,
        is_first: bool,
        cost: Depth,
    ) -> Value {
        let &Node { window: Window { beta, .. }, depth, expected, ply, .. } = node;
        let window = Window { alpha, beta }.flipped();
        if K::IS_PV {
            // Only a child on the principal variation leaves a line.
            self.line_at(ply + 1).clear();
        }
        if let Some(realization) = self.realization {
            return self.search_by_probability::<K>(realization, child, node, alpha, cost);
        }
        if is_first {
            return -self
                .node::<K>(child, node.child(window, depth - cost, expected.first_child()));
        }
        if self.config.driver == Driver::AlphaBeta {
            return -self.node::<NonPv>(child, node.child(window, depth - cost, expected.other()));
        }
        let null = Window::null_above(alpha).flipped();
        let value = -self.node::<NonPv>(child, node.child(null, depth - cost, expected.other()));
        let additions = self.config.pvs_additions;
        let surprises = value.score > alpha && value.score < beta
            || additions && K::IS_PV && value.score == beta && beta == alpha + 1;
        if !(K::IS_PV && surprises) || self.stopped {
            return value;
        }
        self.counters.re_searches += 1;
        // A value of alpha + 1 may come from pruning at an ALL node and is no real bound.
        let from =
            if additions && value.score == alpha + 1 { alpha } else { value.score.min(beta - 1) };
        let again = Window { alpha: from, beta }.flipped();
        -self.node::<K>(child, node.child(again, depth - cost, expected.first_child()))
    }

    /// The best line from a ply on.
    pub(crate) fn line_at(&mut self, ply: usize) -> &mut Vec<P::Move> {
        while self.lines.len() <= ply {
            self.lines.push(Vec::new());
        }
        &mut self.lines[ply]
    }

    /// Puts a move before the best line of the next ply.
    pub(crate) fn extend_line(&mut self, ply: usize, mv: P::Move) {
        self.line_at(ply + 1);
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }
}
