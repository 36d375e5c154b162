//! Proof-number search on a tree in memory, alone or as the second level of another search.
//!
//! Source: `allis-thesis`, as described in `winands-thesis` 4.2.1, 4.2.2, B.1 and B.2. As there, the
//! children of a node are evaluated up to the first that settles it, and those are its nodes.
//! Differs: a move back to a position on the path is a disproof. A tree knows the path of each of
//! its nodes, so this is exact.
//!
//! `efpn` 4.4 took symmetry into account on 6x6 and does not say how. A tree without a table can do
//! this much: where a symmetry of the board leaves a position as it is, of the moves that it turns
//! into each other only the first is generated. That is exact too, whatever the path: a win in the
//! fewest plies never returns to its path, and it exists after the one move if after the other.

use conjoin_core::Side;
use conjoin_eval::Evaluator;

use super::InGame;
use super::arena::{Arena, NONE, Node};
use super::growth::Growth;
use crate::bounds::{Bounds, INFINITE, saturated};
use crate::depth_first::worker::{DEEPEST, NOWHERE};
use crate::initial::Initial;
use crate::limits::Limits;
use crate::path::Path;
use crate::solution::Counters;
use crate::{Provable, is_attackers};

/// Expansions between two looks at the clock: a millisecond or so, for a move of ten has to keep to it.
const REPORT: u64 = 1 << 5;

/// A proof tree and what its search needs.
pub(crate) struct TreeSearch<'a, P: Provable, E: Evaluator<P>> {
    pub arena: Arena<P::Move>,
    pub eval: &'a E,
    pub initial: Initial,
    pub attacker: Side,
    /// Added to the keys of positions, as the path has them.
    pub salt: u64,
    pub limits: &'a Limits<'a>,
    pub counters: Counters,
    /// A limit other than the size of this tree is reached.
    pub stopped: bool,
    /// It ends when more nodes than this are stored.
    pub enough: usize,
    /// Is what lies below solved nodes kept?
    pub keeps_solved: bool,
    /// Is one of several symmetric moves enough?
    pub symmetry: bool,
    /// What of the game before it heeds, and whom it tells.
    pub in_game: InGame<'a>,
    block: Vec<Node<P::Move>>,
}

/// How a leaf is expanded.
pub(crate) enum Level<'t, 'a, P: Provable, E: Evaluator<P>> {
    /// By its moves.
    Direct,
    /// By a second tree of bounded size, whose first moves become the children.
    Second(&'t mut TreeSearch<'a, P, E>, Growth),
}

impl<'a, P: Provable, E: Evaluator<P>> TreeSearch<'a, P, E> {
    pub fn new(
        eval: &'a E,
        initial: Initial,
        attacker: Side,
        limits: &'a Limits<'a>,
        most: usize,
    ) -> Self {
        Self {
            arena: Arena::new(most),
            eval,
            initial,
            attacker,
            salt: 0,
            limits,
            counters: Counters::default(),
            stopped: false,
            enough: usize::MAX,
            keeps_solved: false,
            symmetry: false,
            in_game: InGame::default(),
            block: Vec::with_capacity(128),
        }
    }

    /// Searches from `root`, which is the last position of `path` and is not over, until it is
    /// solved or a limit or the size of the tree is reached. The root's number is 0.
    pub fn run(
        &mut self,
        root: &P,
        path: &mut Path,
        mut level: Level<'_, 'a, P, E>,
    ) -> Node<P::Move> {
        self.arena.clear();
        let node = Node {
            mv: any_move(root),
            bounds: Bounds::UNIT,
            parent: NONE,
            first: NONE,
            count: 0,
            rests_on: NOWHERE,
            plies: 0,
        };
        let at = self.arena.place(&[node]).expect("room for one node");
        debug_assert_eq!(at, 0);
        let mut positions = vec![*root];
        let mut current = 0;
        while !self.arena.nodes[0].bounds.is_solved() && !self.stopped {
            // Step 1. Down to the most-proving leaf.
            while self.arena.nodes[current as usize].first != NONE {
                let child = self.most_proving(current);
                let at = *positions.last().expect("the root is there");
                let mv = self.arena.nodes[child as usize].mv;
                let next = at.play(mv);
                path.push(next.key() ^ self.salt, at.is_irreversible(mv));
                positions.push(next);
                current = child;
            }
            // Step 2. Expand it.
            let leaf = *positions.last().expect("the root is there");
            let expanded = match &mut level {
                Level::Direct => self.expand(&leaf, current, path),
                Level::Second(second, growth) => {
                    self.expand_by(&leaf, current, path, second, *growth)
                }
            };
            if !expanded {
                break;
            }
            // Step 3. Up as long as numbers change.
            loop {
                let at = positions.last().expect("the root is there");
                let changed = self.update(at, current, path.ply());
                if !changed || current == 0 {
                    break;
                }
                current = self.arena.nodes[current as usize].parent;
                positions.pop();
                path.pop();
            }
            // The root of a second level is no news.
            if self.enough == usize::MAX && current == 0 {
                let is_or = root.side_to_move() == self.attacker;
                self.limits.tell_root(self.arena.nodes[0].bounds.numbers(is_or));
            }
            // Step 4. Leave when the tree is as large as it was to become.
            if self.arena.used > self.enough {
                break;
            }
        }
        while positions.len() > 1 {
            positions.pop();
            path.pop();
        }
        self.counters.memory = self.counters.memory.max(self.arena.bytes() as u64);
        self.arena.nodes[0]
    }

    fn most_proving(&self, node: u32) -> u32 {
        let first = self.arena.nodes[node as usize].first;
        let children = self.arena.children(node);
        let best = (0..children.len()).min_by_key(|&i| children[i].bounds.delta);
        first + best.expect("an expanded node has children") as u32
    }

    /// Gives a leaf its children. No when a limit is reached.
    fn expand(&mut self, at: &P, leaf: u32, path: &Path) -> bool {
        self.counters.expanded += 1;
        if self.counters.expanded.is_multiple_of(REPORT) {
            self.limits.tell(self.counters.nodes);
            if self.limits.is_over() {
                self.stopped = true;
                return false;
            }
        }
        let ply = path.ply();
        self.counters.deepest = self.counters.deepest.max(ply as u64);
        let is_or = at.side_to_move() == self.attacker;
        let score = if self.initial.evaluates_parent() {
            self.counters.evaluations += 1;
            -self.eval.evaluate(&self.eval.state(at), at)
        } else {
            0
        };
        let state = self.initial.evaluates_leaf().then(|| self.eval.state(at));
        let mut block = std::mem::take(&mut self.block);
        block.clear();
        let (attacker, initial, salt) = (self.attacker, self.initial, self.salt);
        let in_game = self.in_game;
        let (eval, counters) = (self.eval, &mut self.counters);
        let symmetries = if self.symmetry { Symmetries::of(at) } else { Symmetries::default() };
        let mut is_settled = false;
        at.replies(|mv, outcome, count| {
            if is_settled || symmetries.any(|s| is_among(&block, at.transformed_move(mv, s))) {
                return;
            }
            let mut rests_on = NOWHERE;
            let bounds = if let Some(outcome) = outcome {
                Bounds::solved(is_attackers(outcome, attacker) != is_or)
            } else {
                let child = at.play(mv);
                let repeats =
                    if at.is_irreversible(mv) { None } else { path.repeats(child.key() ^ salt) };
                if let Some(earlier) = repeats {
                    counters.repetitions += 1;
                    rests_on = earlier as u16;
                    Bounds::solved(is_or)
                } else if in_game.avoided.contains(&child.key()) {
                    // As if it stood on the path just before the root.
                    rests_on = 1;
                    Bounds::solved(is_or)
                } else if ply >= DEEPEST {
                    rests_on = 0;
                    Bounds::solved(is_or)
                } else {
                    let score = state.map_or(score, |mut state| {
                        counters.evaluations += 1;
                        eval.advance(&mut state, at, mv, &child);
                        eval.evaluate(&state, &child)
                    });
                    initial.bounds(count, score)
                }
            };
            // One that rests on the greatest depth settles nothing for good.
            is_settled = bounds.delta == 0 && rests_on != 0;
            block.push(Node {
                mv,
                bounds,
                parent: leaf,
                first: NONE,
                count: 0,
                rests_on,
                plies: 0,
            });
        });
        self.counters.nodes += block.len() as u64;
        if self.limits.nodes.is_some_and(|limit| self.counters.nodes > limit) {
            self.stopped = true;
        }
        let placed = self.attach(leaf, &block);
        self.block = block;
        placed && !self.stopped
    }

    fn attach(&mut self, leaf: u32, block: &[Node<P::Move>]) -> bool {
        let Some(first) = self.arena.place(block) else { return false };
        let node = &mut self.arena.nodes[leaf as usize];
        (node.first, node.count) = (first, block.len() as u16);
        true
    }

    /// Gives a leaf its children by a search of the second level.
    fn expand_by(
        &mut self,
        at: &P,
        leaf: u32,
        path: &mut Path,
        second: &mut TreeSearch<'a, P, E>,
        growth: Growth,
    ) -> bool {
        let room = self.arena.room().max(1);
        (second.arena.most, second.enough) = (room, growth.size(self.arena.used, room));
        // What both levels have counted is one sum.
        second.counters = self.counters;
        second.run(at, path, Level::Direct);
        self.counters = second.counters;
        let memory = (self.arena.bytes() + second.arena.bytes()) as u64;
        self.counters.memory = self.counters.memory.max(memory);
        self.stopped = second.stopped;
        let mut block = std::mem::take(&mut self.block);
        block.clear();
        block.extend(second.arena.children(0).iter().map(|child| Node {
            parent: leaf,
            first: NONE,
            count: 0,
            ..*child
        }));
        let is_placed = if block.is_empty() {
            // The second level was solved and cleared, or had no room at all.
            let root = second.arena.nodes[0];
            self.arena.nodes[leaf as usize].bounds = root.bounds;
            self.arena.nodes[leaf as usize].rests_on = root.rests_on;
            self.arena.nodes[leaf as usize].plies = root.plies;
            root.bounds.is_solved()
        } else {
            self.attach(leaf, &block)
        };
        self.block = block;
        is_placed && !self.stopped
    }

    /// Computes the numbers of a node from its children. Have they changed?
    fn update(&mut self, at: &P, node: u32, ply: usize) -> bool {
        let old = self.arena.nodes[node as usize].bounds;
        let children = self.arena.children(node);
        if children.is_empty() {
            // Solved by the second level.
            return true;
        }
        let (mut phi, mut sum) = (INFINITE, 0u64);
        for child in children {
            phi = phi.min(child.bounds.delta);
            sum += u64::from(child.bounds.phi);
        }
        let delta = if phi == 0 { INFINITE } else { saturated(sum) };
        let bounds = Bounds { phi, delta };
        let mut rests_on = NOWHERE;
        if phi == 0 {
            let settled = children.iter().filter(|child| child.bounds.delta == 0);
            rests_on = settled.map(|child| child.rests_on).max().unwrap_or(NOWHERE);
        } else if delta == 0 {
            rests_on = children.iter().map(|child| child.rests_on).min().unwrap_or(NOWHERE);
        }
        if usize::from(rests_on) >= ply {
            rests_on = NOWHERE;
        }
        let is_or = at.side_to_move() == self.attacker;
        let plies = if bounds.numbers(is_or).0 == 0 { plies_of_proof(children, is_or) } else { 0 };
        let stored = &mut self.arena.nodes[node as usize];
        (stored.bounds, stored.rests_on, stored.plies) = (bounds, rests_on, plies);
        if plies > 0
            && let Some(tell) = self.in_game.on_proved
        {
            tell(at.key(), plies);
        }
        // The root keeps its children: they say which move it was.
        if bounds.is_solved() && node != 0 && !self.keeps_solved {
            self.arena.remove_below(node);
        }
        bounds != old
    }

    /// The move at the root that settles it; of several that win, one that does so in the fewest plies known.
    pub fn best_move(&self) -> Option<P::Move> {
        let settled = self.arena.children(0).iter().filter(|child| child.bounds.delta == 0);
        settled.min_by_key(|child| child.plies).map(|child| child.mv)
    }
}

/// Plies within which the attacker wins at a node that is proved by its children.
fn plies_of_proof<M>(children: &[Node<M>], is_or: bool) -> u16 {
    let plies = if is_or {
        let winning = children.iter().filter(|child| child.bounds.delta == 0);
        winning.map(|child| child.plies).min()
    } else {
        children.iter().map(|child| child.plies).max()
    };
    plies.unwrap_or(0).saturating_add(1)
}

/// The symmetries of the board, but for number 0, that leave a position as it is: a bit for each.
#[derive(Clone, Copy, Debug, Default)]
struct Symmetries(u32);

impl Symmetries {
    fn of<P: Provable>(at: &P) -> Self {
        let holds = (1..P::SYMMETRIES).filter(|&symmetry| at.is_unchanged_by(symmetry));
        Self(holds.fold(0, |set, symmetry| set | 1 << symmetry))
    }

    #[inline(always)]
    fn any(self, mut condition: impl FnMut(usize) -> bool) -> bool {
        let mut left = self.0;
        while left != 0 {
            if condition(left.trailing_zeros() as usize) {
                return true;
            }
            left &= left - 1;
        }
        false
    }
}

fn is_among<M: Copy + PartialEq>(block: &[Node<M>], mv: M) -> bool {
    block.iter().any(|node| node.mv == mv)
}

/// Any move at all, for the node of the root, where it is never looked at.
fn any_move<P: Provable>(root: &P) -> P::Move {
    root.legal_moves()[0]
}
