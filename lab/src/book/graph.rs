//! The positions of a growing book and the moves between them.
//!
//! Values go up from a position to those that a move leads from, as in a negamax. A position counts by the
//! least plies from the start, and a value goes up only between positions one ply apart: a move that leads
//! back, to a position that could be had in fewer plies, keeps the score of its search. So there is no
//! cycle to go round, and no value rests on a repetition.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};

use conjoin_core::{Game, MoveOf, Position as _, Score, Side};
use conjoin_engine::book::{Book, BookHead, BookMove, BookPosition, image};

use super::BookConfig;

/// The cost of what nobody comes to.
const NEVER: u32 = u32::MAX;

/// A move from a position of the graph.
#[derive(Clone, Debug)]
struct Edge<G: Game> {
    mv: MoveOf<G>,
    searched: Score,
    /// The image of the position after it.
    to: G::Position,
}

/// A position of the graph.
#[derive(Clone, Debug)]
struct Node<G: Game> {
    position: G::Position,
    depth: u32,
    edges: Vec<Edge<G>>,
}

/// The positions so far, the start first.
#[derive(Clone, Debug)]
pub struct Graph<G: Game> {
    variant: G::Variant,
    nodes: Vec<Node<G>>,
    places: HashMap<G::Position, usize>,
}

/// What the positions are worth.
struct Values {
    /// The least plies from the start.
    plies: Vec<u32>,
    /// From the side of the player to move.
    nodes: Vec<Score>,
    /// Of each move, from the side of the player who makes it.
    edges: Vec<Vec<Score>>,
}

impl Values {
    /// Points by which a move is worse than the best. Nothing for one of a decided game: there is no need of
    /// a book.
    fn loss(&self, node: usize, edge: usize) -> Option<i32> {
        let (best, value) = (self.nodes[node], self.edges[node][edge]);
        let is_open = best.plies_to_end().is_none() && value.plies_to_end().is_none();
        is_open.then(|| best.0 - value.0)
    }
}

impl<G: Game> Graph<G> {
    /// No position yet.
    pub fn new(variant: G::Variant) -> Self {
        Self { variant, nodes: Vec::new(), places: HashMap::new() }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The image of the start.
    fn start(&self) -> G::Position {
        image(&G::start(self.variant)).0
    }

    /// Adds a position that [`Graph::frontier`] gave, with moves and scores.
    pub fn add(&mut self, position: G::Position, depth: u32, moves: &[(MoveOf<G>, Score)]) {
        let edge = |&(mv, searched)| Edge { mv, searched, to: image(&position.play(mv)).0 };
        self.places.insert(position, self.nodes.len());
        self.nodes.push(Node { position, depth, edges: moves.iter().map(edge).collect() });
    }

    /// Where a move leads, if that is a position of the graph.
    fn child(&self, edge: &Edge<G>) -> Option<usize> {
        self.places.get(&edge.to).copied()
    }

    /// The least plies from the start to each position.
    fn plies(&self) -> Vec<u32> {
        let mut plies = vec![NEVER; self.nodes.len()];
        let mut open = VecDeque::new();
        if let Some(first) = plies.first_mut() {
            *first = 0;
            open.push_back(0);
        }
        while let Some(node) = open.pop_front() {
            for child in self.nodes[node].edges.iter().filter_map(|edge| self.child(edge)) {
                if plies[child] == NEVER {
                    plies[child] = plies[node] + 1;
                    open.push_back(child);
                }
            }
        }
        plies
    }

    /// The position that a move's value comes from: one ply farther from the start.
    fn below(&self, plies: &[u32], node: usize, edge: &Edge<G>) -> Option<usize> {
        self.child(edge).filter(|&child| plies[child] == plies[node] + 1)
    }

    fn values(&self) -> Values {
        let plies = self.plies();
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&node| Reverse(plies[node]));
        let mut nodes = vec![Score::DRAW; self.nodes.len()];
        let mut edges = vec![Vec::new(); self.nodes.len()];
        for node in order {
            let value = |edge: &Edge<G>| match self.below(&plies, node, edge) {
                Some(child) => (-nodes[child]).seen_from_above(1),
                None => edge.searched,
            };
            let values: Vec<Score> = self.nodes[node].edges.iter().map(value).collect();
            nodes[node] = values.iter().copied().max().unwrap_or_default();
            edges[node] = values;
        }
        Values { plies, nodes, edges }
    }

    /// May the owner of the book, or the other player, make this move, and what does it add to the cost of a
    /// path?
    fn step_cost(
        &self,
        values: &Values,
        config: &BookConfig,
        owner: Side,
        (node, edge): (usize, usize),
    ) -> Option<u32> {
        let loss = values.loss(node, edge)?;
        let is_own = self.nodes[node].position.side_to_move() == owner;
        let may_be = !is_own || loss <= config.margin;
        may_be.then(|| (loss + config.ply_cost.max(1)) as u32)
    }

    /// The cost of the cheapest path to each position, and to each that is not in the graph yet, for one who
    /// follows the book.
    fn costs(
        &self,
        values: &Values,
        config: &BookConfig,
        owner: Side,
    ) -> (Vec<u32>, HashMap<G::Position, u32>) {
        let mut costs = vec![NEVER; self.nodes.len()];
        let mut outside = HashMap::new();
        let mut open = BinaryHeap::new();
        if let Some(first) = costs.first_mut() {
            *first = 0;
            open.push(Reverse((0, 0)));
        }
        while let Some(Reverse((cost, node))) = open.pop() {
            if cost > costs[node] {
                continue;
            }
            for (i, edge) in self.nodes[node].edges.iter().enumerate() {
                let step = self.step_cost(values, config, owner, (node, i));
                let Some(cost) = step.map(|step| cost.saturating_add(step)) else { continue };
                match self.child(edge) {
                    Some(child) if cost < costs[child] => {
                        costs[child] = cost;
                        open.push(Reverse((cost, child)));
                    }
                    Some(_) => {}
                    None => {
                        let old = outside.entry(edge.to).or_insert(NEVER);
                        *old = cost.min(*old);
                    }
                }
            }
        }
        (costs, outside)
    }

    /// The positions to search next, at most so many: the cheapest first.
    pub fn frontier(&self, config: &BookConfig, most: usize) -> Vec<G::Position> {
        if self.is_empty() {
            return vec![self.start()];
        }
        let values = self.values();
        let mut cheapest: HashMap<G::Position, u32> = HashMap::new();
        for owner in Side::BOTH {
            for (position, cost) in self.costs(&values, config, owner).1 {
                let old = cheapest.entry(position).or_insert(NEVER);
                *old = cost.min(*old);
            }
        }
        let mut open: Vec<(u32, String, G::Position)> = cheapest
            .into_iter()
            .filter(|(position, _)| position.outcome().is_none())
            .map(|(position, cost)| (cost, position.to_string(), position))
            .collect();
        open.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        open.into_iter().take(most).map(|(_, _, position)| position).collect()
    }

    /// Positions of the graph below a move, that of the move itself among them.
    fn behind(&self, plies: &[u32], node: usize, edge: &Edge<G>) -> u32 {
        let mut open: Vec<usize> = self.below(plies, node, edge).into_iter().collect();
        let mut seen: HashSet<usize> = open.iter().copied().collect();
        while let Some(node) = open.pop() {
            let edges = self.nodes[node].edges.iter();
            let children = edges.filter_map(|edge| self.below(plies, node, edge));
            open.extend(children.filter(|&child| seen.insert(child)));
        }
        seen.len() as u32
    }

    /// The book: the positions in which its owner may have to move, each with its moves within the margin,
    /// in the order of the plies from the start.
    pub fn book(&self, config: &BookConfig, head: BookHead) -> Book<G> {
        let values = self.values();
        let costs = Side::BOTH.map(|owner| self.costs(&values, config, owner).0);
        let mut kept: Vec<usize> = (0..self.nodes.len())
            .filter(|&node| {
                let owner = self.nodes[node].position.side_to_move();
                costs[owner.index()][node] != NEVER
            })
            .collect();
        kept.sort_by_key(|&node| (values.plies[node], self.nodes[node].position.to_string()));
        let positions = kept.into_iter().map(|node| self.book_position(&values, config, node));
        Book::new(head, self.variant, positions.collect()).expect("a graph holds legal moves")
    }

    fn book_position(&self, values: &Values, config: &BookConfig, node: usize) -> BookPosition<G> {
        let Node { position, depth, edges } = &self.nodes[node];
        let least = values.nodes[node] - config.margin;
        let mut moves: Vec<BookMove<MoveOf<G>>> = edges
            .iter()
            .zip(&values.edges[node])
            .filter(|(_, value)| **value >= least)
            .map(|(edge, &value)| BookMove {
                mv: edge.mv,
                value,
                searched: edge.searched,
                behind: self.behind(&values.plies, node, edge),
            })
            .collect();
        // Of two that are worth the same, the one that more is known of.
        moves.sort_by_key(|mv| (Reverse(mv.value), Reverse(mv.behind)));
        BookPosition { position: *position, depth: *depth, moves }
    }
}
