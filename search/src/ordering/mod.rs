//! The order of moves: table move, killers, forceful moves, history.
//!
//! Source: `winands-thesis` 2.6 and 7; `billings-bjornsson` 4 and 5 for the orders of YL and
//! MONA.
//! Differs: YL's evaluation of a move near the root is the evaluation of the position after it.

mod history;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use conjoin_core::{Searchable, Side};
use conjoin_eval::Evaluator;

use crate::depth::Depth;
use crate::node::{MAX_PLY, Node};
use crate::parallel::DEFER_DEPTH;
use crate::worker::{At, Worker};
use crate::{HistoryKind, OrderingKind, OrderingParams, SearchConfig};

pub(crate) use history::HistoryTable;

/// Highest: moves that a failed multi-cut found good, the first of them first.
pub(crate) const FRONT: i32 = i32::MAX;
/// The table's move, for which a multi-cut that found it bad has spoken last.
const TABLE_MOVE: i32 = 1 << 30;
/// The last of the killers; the others are just above.
const KILLER: i32 = 1 << 28;
/// Per class of forceful moves; history scores are below it.
const FORCEFUL: i32 = 1 << 24;
/// Killers and the countermove.
const KILLERS: usize = 3;

/// Least remaining depth of a node that all threads learn from.
const SHARE_DEPTH: Depth = Depth::plies(3);
/// Plies for which killers are remembered.
const KILLER_PLIES: usize = 256;

/// What is learned about moves while searching, kept from one search to the next.
#[derive(Clone, Debug)]
pub(crate) struct OrderingMemory<P: Searchable> {
    killers: Vec<[Option<P::Move>; 2]>,
    countermoves: Vec<Option<P::Move>>,
    /// One for each thread. A thread reads its own and writes what it learns far from the leaves
    /// into all of them.
    histories: Arc<[HistoryTable]>,
    own: usize,
}

impl<P: Searchable> OrderingMemory<P> {
    /// Memories for so many threads.
    pub fn for_threads(params: &OrderingParams, threads: usize) -> Vec<Self> {
        let histories: Arc<[_]> =
            (0..threads).map(|_| HistoryTable::new(params, P::MOVE_INDICES)).collect();
        let memory = |own| Self {
            killers: vec![[None; 2]; KILLER_PLIES],
            countermoves: vec![None; 2 * P::MOVE_INDICES],
            histories: Arc::clone(&histories),
            own,
        };
        (0..threads).map(memory).collect()
    }

    fn history(&self) -> &HistoryTable {
        &self.histories[self.own]
    }

    fn others(&self) -> impl Iterator<Item = &HistoryTable> {
        let is_other = |&(index, _): &(usize, _)| index != self.own;
        self.histories.iter().enumerate().filter(is_other).map(|(_, history)| history)
    }

    /// A new game: nothing is known.
    pub fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.countermoves.fill(None);
        self.history().clear();
    }

    /// A new search of the same game: killers stand at other plies, old scores count half.
    pub fn next_search(&mut self) {
        self.killers.fill([None; 2]);
        self.history().halve();
    }

    fn killers(&self, ply: usize) -> [Option<P::Move>; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    fn countermove_index(mover: Side, last: P::Move) -> usize {
        mover.index() * P::MOVE_INDICES + P::move_index(last)
    }
}

/// The first place of an item: eight are compared at a time.
#[inline(always)]
fn place_of<T: Copy + PartialEq>(items: &[T], wanted: T) -> Option<usize> {
    let (eights, rest) = items.as_chunks::<8>();
    for (i, eight) in eights.iter().enumerate() {
        let mut found = 0u32;
        for (bit, &item) in eight.iter().enumerate() {
            found |= u32::from(item == wanted) << bit;
        }
        if found != 0 {
            return Some(8 * i + found.trailing_zeros() as usize);
        }
    }
    let before = items.len() - rest.len();
    rest.iter().position(|&item| item == wanted).map(|i| before + i)
}

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// Scores the moves of a node.
    pub(crate) fn score_moves(
        &mut self,
        at: &At<P, E::State>,
        node: &Node,
        table_move: Option<P::Move>,
    ) {
        let &Node { depth, ply, first, .. } = node;
        let params = &self.config.ordering;
        let position = &at.position;
        self.scores.resize(first, 0);
        match params.kind {
            OrderingKind::None => self.scores.resize(self.moves.len(), 0),
            OrderingKind::Static => {
                let ranks =
                    self.moves[first..].iter().map(|&mv| i32::from(position.static_rank(mv)));
                self.scores.extend(ranks);
            }
            OrderingKind::StaticAmongEquals => {
                let history = self.memory.history().scores(position.side_to_move());
                let score = |&mv| {
                    let score = history[P::move_index(mv)].load(Relaxed);
                    // Below the killers, whatever the history.
                    ((score / 2) << 5) + i32::from(position.static_rank(mv))
                };
                self.scores.extend(self.moves[first..].iter().map(score));
                self.favour_killers(at, first, ply);
            }
            OrderingKind::Hierarchical if depth >= Depth::plies(params.evaluate_from_depth) => {
                for i in first..self.moves.len() {
                    let mv = self.moves[i];
                    let next = position.play(mv);
                    let mut state = at.state;
                    self.eval.advance(&mut state, position, mv, &next);
                    // Below the killers, above nothing.
                    let worth = -self.eval.evaluate(&state, &next);
                    self.scores.push(worth.clamp(-FORCEFUL, FORCEFUL));
                }
                self.counters.evaluations += (self.moves.len() - first) as u64;
                self.favour_killers(at, first, ply);
            }
            OrderingKind::Dynamic | OrderingKind::Hierarchical => {
                self.score_by_history(position, first);
                self.favour_killers(at, first, ply);
            }
        }
        if let Some(table_move) = table_move
            && let Some(i) = place_of(&self.moves[first..], table_move)
        {
            self.scores[first + i] = TABLE_MOVE;
        }
    }

    /// Killers and the countermove, the best first.
    fn killers(&self, at: &At<P, E::State>, ply: usize) -> [Option<P::Move>; KILLERS] {
        let params = &self.config.ordering;
        let [one, two] = self.memory.killers(ply);
        [
            one.filter(|_| params.killers > 0),
            two.filter(|_| params.killers > 1),
            at.last.filter(|_| params.countermove).and_then(|last| {
                let mover = at.position.side_to_move();
                self.memory.countermoves[OrderingMemory::<P>::countermove_index(mover, last)]
            }),
        ]
    }

    /// Lifts killers and the countermove above all but the table move.
    fn favour_killers(&mut self, at: &At<P, E::State>, first: usize, ply: usize) {
        for (rank, favourite) in self.killers(at, ply).into_iter().enumerate().rev() {
            if let Some(favourite) = favourite
                && let Some(i) = place_of(&self.moves[first..], favourite)
            {
                self.scores[first + i] = KILLER + (KILLERS - 1 - rank) as i32;
            }
        }
    }

    /// Remaining depth below which a node tries its favourites before it generates its moves: above,
    /// some technique looks at all of them first.
    pub(crate) fn favourites_below(config: &SearchConfig) -> Depth {
        let ordering = &config.ordering;
        let by_order = match ordering.kind {
            OrderingKind::None | OrderingKind::Static | OrderingKind::StaticAmongEquals => 0,
            OrderingKind::Dynamic => MAX_PLY as i32,
            OrderingKind::Hierarchical => ordering.evaluate_from_depth,
        };
        let by_techniques = [
            config.transposition_cutoffs.as_ref().map(|params| params.from_depth),
            config.multi_cut_cut.as_ref().map(|params| params.from_depth),
            config.multi_cut_all.as_ref().map(|params| params.from_depth),
            config.internal_deepening.as_ref().map(|params| params.from_depth),
            config.node_cutting.as_ref().map(|params| params.depth),
            config.integrated.as_ref().map(|params| params.depth),
        ]
        .into_iter()
        .flatten()
        .fold(by_order, i32::min);
        Depth::plies(by_techniques).min(DEFER_DEPTH)
    }

    /// Makes the table move, killers and the countermove the moves of a node, as far as they are moves
    /// here: one of them cuts most nodes that can be cut.
    pub(crate) fn push_favourites(
        &mut self,
        at: &At<P, E::State>,
        node: &Node,
        table_move: Option<P::Move>,
    ) {
        let killers = self.killers(at, node.ply);
        for favourite in std::iter::once(table_move).chain(killers).flatten() {
            if !self.moves[node.first..].contains(&favourite) && at.position.has_move(favourite) {
                self.moves.push(favourite);
            }
        }
        self.scores.resize(self.moves.len(), 0);
    }

    /// Puts all other moves behind the favourites, with their scores.
    pub(crate) fn push_rest(&mut self, at: &At<P, E::State>, first: usize) {
        let rest = self.moves.len();
        at.position.moves(&mut self.moves);
        for favourite in first..rest {
            if let Some(i) = place_of(&self.moves[rest..], self.moves[favourite]) {
                self.moves.swap_remove(rest + i);
            }
        }
        self.score_by_history(&at.position, rest);
    }

    /// Scores the moves from `first` on by class, then history.
    pub(crate) fn score_by_history(&mut self, position: &P, first: usize) {
        const { assert!(P::FORCEFUL_RANKS as i32 * FORCEFUL <= KILLER, "too many forceful ranks") };
        self.scores.resize(first, 0);
        let moves = self.moves[first..].iter();
        let class = |mv| i32::from(position.forceful_rank(mv)) * FORCEFUL;
        if self.config.ordering.history == HistoryKind::None {
            self.scores.extend(moves.map(|&mv| class(mv)));
        } else {
            let history = self.memory.history().scores(position.side_to_move());
            let score = |&mv| class(mv) + history[P::move_index(mv)].load(Relaxed);
            self.scores.extend(moves.map(score));
        }
    }

    /// Brings the best move of `next..end` to `next` and returns it. Of equals the first wins.
    #[inline]
    pub(crate) fn pick(&mut self, next: usize, end: usize) -> P::Move {
        let scores = &self.scores[next..end];
        // The maximum first, its place after: the first loop has no branch to mispredict.
        let highest = scores.iter().copied().max().unwrap_or_default();
        let best = next + place_of(scores, highest).unwrap_or_default();
        self.moves.swap(next, best);
        self.scores.swap(next, best);
        self.moves[next]
    }

    /// Learns from a node: `best` cut it or was best, its moves up to `end` were searched.
    pub(crate) fn learn(
        &mut self,
        at: &At<P, E::State>,
        node: &Node,
        best: P::Move,
        end: usize,
        is_cut: bool,
    ) {
        let &Node { depth, ply, first, .. } = node;
        let side = at.position.side_to_move();
        let plies = depth.whole_plies();
        let tried = &self.moves[first..end];
        let learn = |history: &HistoryTable| {
            for &mv in tried {
                history.count_tried(side, P::move_index(mv), plies);
            }
            history.count_best(side, P::move_index(best), plies);
        };
        learn(self.memory.history());
        if depth >= SHARE_DEPTH {
            self.memory.others().for_each(learn);
        }
        if let Some(killers) = self.memory.killers.get_mut(ply)
            && killers[0] != Some(best)
        {
            *killers = [Some(best), killers[0]];
        }
        if is_cut && let Some(last) = at.last {
            let index = OrderingMemory::<P>::countermove_index(side, last);
            self.memory.countermoves[index] = Some(best);
        }
    }
}
