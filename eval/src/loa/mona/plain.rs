//! MONA without anything carried along: every leaf is looked at from nothing.
//!
//! It is worth the same as [`Mona`](super::Mona), which carries along what a move changes little, and
//! it is what that one is compared with. It costs what the source says MONA cost, so the speed of a
//! knowledge-rich program can be measured against a fast one.
//!
//! Source: `billings-bjornsson` 5.1 and 5.2: simple arrays of numbers for the board and the move
//! lists; the moves of every way men can stand on a line listed beforehand and joined at the leaf;
//! groups by a breadth-first search; an own count of moves for every man outside the main group.
//! Differs: none known; the source gives no code.

use std::sync::LazyLock;

use conjoin_core::{Position as _, Side};
use conjoin_games::loa::{LineCodes, Move, Position, Rules, Square, squares};

use super::blockade::{Blockades, strength};
use super::squares::centrality;
use super::weights::FEATURES;
use super::{Around, Mona, Parts, outlier_penalty};
use crate::loa::line_tables::{LineMove, LineSum, Pattern};
use crate::{Evaluator, Linear};

/// The evaluator.
#[derive(Clone, Debug)]
pub struct PlainMona {
    /// Weights, names and the sum.
    mona: Mona,
    tables: &'static Tables,
    /// Are the moves of each line found anew, as before the lists?
    walks: bool,
}

impl PlainMona {
    /// The same evaluator that computes everything at the leaf.
    pub fn new(mona: Mona) -> Self {
        Self { mona, tables: &TABLES, walks: false }
    }

    /// The same, with the moves of each line found by counting its men and looking along it: what MONA did
    /// before it joined lists.
    #[must_use]
    pub fn walking(self) -> Self {
        Self { walks: true, ..self }
    }
}

/// What is known before any position is seen.
#[derive(Debug)]
struct Tables {
    boards: Vec<Board>,
    /// By length and code of a line, the moves of each side along it.
    line_moves: Vec<Vec<[Vec<LineMove>; 2]>>,
}

/// A board size.
#[derive(Debug, Default)]
struct Board {
    /// The squares of each line in order.
    lines: Vec<Vec<usize>>,
    /// The squares beside each square.
    neighbours: Vec<Vec<usize>>,
    /// Of each square.
    centrality: Vec<u32>,
    /// For each edge the squares of the line at the edge and of the one beside it, side by side.
    edges: Vec<Vec<(usize, usize)>>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables {
    boards: (0..=8)
        .map(|size| if size < 3 { Board::default() } else { Board::new(size) })
        .collect(),
    line_moves: (0..=8).map(line_moves).collect(),
});

impl Board {
    fn new(size: u8) -> Self {
        let side = usize::from(size);
        let start = Position::start(size, Rules::OLYMPIAD);
        let lines = LineCodes::new(&start)
            .iter(size)
            .map(|(line, _)| squares(line.squares()).map(Square::index).collect())
            .collect();
        let place = |file: usize, rank: usize| 8 * rank + file;
        let on_board = |square: usize| square % 8 < side && square / 8 < side;
        let is_beside = |a: usize, b: usize| {
            a != b && (a % 8).abs_diff(b % 8) <= 1 && (a / 8).abs_diff(b / 8) <= 1
        };
        let neighbours =
            |square| (0..64).filter(|&other| on_board(other) && is_beside(square, other)).collect();
        let (last, second) = (side - 1, side - 2);
        let edge = |along: &dyn Fn(usize) -> (usize, usize)| (0..side).map(along).collect();
        Self {
            lines,
            neighbours: (0..64).map(neighbours).collect(),
            centrality: (0..64)
                .map(|square| {
                    if on_board(square) {
                        centrality(square % 8, square / 8, side) as u32
                    } else {
                        0
                    }
                })
                .collect(),
            edges: vec![
                edge(&|i| (place(i, 0), place(i, 1))),
                edge(&|i| (place(i, last), place(i, second))),
                edge(&|i| (place(0, i), place(1, i))),
                edge(&|i| (place(last, i), place(second, i))),
            ],
        }
    }
}

/// The moves of each side for every way men can stand on a line of this length.
fn line_moves(len: usize) -> Vec<[Vec<LineMove>; 2]> {
    let moves = |code: usize| {
        let digits: Vec<u8> = (0..len as u32).map(|i| (code / 3usize.pow(i) % 3) as u8).collect();
        let pattern = Pattern { size: len, is_orthogonal: true, offset: 0, digits: &digits };
        Side::BOTH.map(|side| pattern.moves(side).collect())
    };
    (0..3usize.pow(len as u32)).map(moves).collect()
}

/// More moves than both sides can have together: eight for each square.
const MOST_MOVES: usize = 512;

/// A move of the joined lists.
#[derive(Clone, Copy, Default)]
struct Joined {
    from: u8,
    to: u8,
    side: u8,
}

/// A leaf that is being looked at.
struct Leaf<'t> {
    board: &'t Board,
    /// What stands on each square: 0 nothing, 1 a black man, 2 a white one.
    men: [u8; 64],
    moves: [Joined; MOST_MOVES],
    move_count: usize,
    /// What Black's mobility is worth less White's, early and late, in parts of a point.
    mobility: [i32; 2],
}

/// The digit of a side's men.
fn digit(side: Side) -> u8 {
    1 + side.index() as u8
}

impl Leaf<'_> {
    /// The board as an array, and all moves of both sides.
    fn new(position: &Position, PlainMona { mona, tables, walks }: &PlainMona) -> Self {
        let board = &tables.boards[usize::from(position.size())];
        let mut men = [0; 64];
        for side in Side::BOTH {
            for square in squares(position.men(side)) {
                men[square.index()] = digit(side);
            }
        }
        let moves = [Joined::default(); MOST_MOVES];
        let mut leaf = Self { board, men, moves, move_count: 0, mobility: [0; 2] };
        for line in &board.lines {
            if *walks {
                leaf.walk(line, mona);
            } else {
                leaf.join(line, mona, tables);
            }
        }
        leaf
    }

    /// Joins the moves along a line to the list.
    fn join(&mut self, line: &[usize], mona: &Mona, tables: &Tables) {
        let code =
            line.iter().rev().fold(0, |code, &square| 3 * code + usize::from(self.men[square]));
        let lists = &tables.line_moves[line.len()][code];
        let mut sums = [0; 2];
        for side in [0, 1] {
            for mv in &lists[side] {
                self.add(line, side, mv, &mut sums);
            }
        }
        self.add_worth(sums, mona);
    }

    /// Finds the moves along a line and adds them to the list.
    fn walk(&mut self, line: &[usize], mona: &Mona) {
        let men = line.iter().filter(|&&square| self.men[square] != 0).count();
        let mut sums = [0; 2];
        for from in 0..line.len() {
            let man = self.men[line[from]];
            if man == 0 {
                continue;
            }
            let side = usize::from(man - 1);
            // A man goes as many squares as there are men on the line: up, where there is room, and down.
            let up = (from + men < line.len()).then_some((from + 1..from + men, from + men));
            let down = from.checked_sub(men).map(|to| (to + 1..from, to));
            for (mut way, to) in [up, down].into_iter().flatten() {
                let target = self.men[line[to]];
                let is_free =
                    |place: usize| matches!(self.men[line[place]], d if d == 0 || d == man);
                if target != man && way.all(is_free) {
                    let mv = LineMove { from, to, is_capture: target != 0 };
                    self.add(line, side, &mv, &mut sums);
                }
            }
        }
        self.add_worth(sums, mona);
    }

    /// Adds a move along a line to the list, and to the sums of moves and captures what Black has more.
    #[inline(always)]
    fn add(&mut self, line: &[usize], side: usize, mv: &LineMove, sums: &mut [i8; 2]) {
        let to = line[mv.to];
        let worth = [1, -1][side] * self.board.centrality[to] as i8;
        sums[0] += worth;
        sums[1] += if mv.is_capture { worth } else { 0 };
        self.moves[self.move_count] =
            Joined { from: line[mv.from] as u8, to: to as u8, side: side as u8 };
        self.move_count += 1;
    }

    /// Adds what the moves and captures along a line are worth.
    fn add_worth(&mut self, [moves, captures]: [i8; 2], mona: &Mona) {
        for (sum, points) in self.mobility.iter_mut().zip(mona.mobility_points(moves, captures)) {
            *sum += i32::from(LineSum::parts(points));
        }
    }

    /// The moves of a side.
    fn moves_of(&self, side: Side) -> impl Iterator<Item = &Joined> {
        let is_own = move |mv: &&Joined| usize::from(mv.side) == side.index();
        self.moves[..self.move_count].iter().filter(is_own)
    }

    /// The group of each of a side's men, 0 for squares without one, and what each group is.
    fn groups(&self, side: Side) -> ([u8; 64], Vec<Group>) {
        let mut group_of = [0; 64];
        let mut groups = Vec::new();
        let mut queue = [0; 64];
        for start in 0..64 {
            if self.men[start] != digit(side) || group_of[start] != 0 {
                continue;
            }
            let number = groups.len() as u8 + 1;
            let mut group = Group { number, ..Group::default() };
            (group_of[start], queue[0]) = (number, start);
            let (mut next, mut end) = (0, 1);
            while next < end {
                let square = queue[next];
                next += 1;
                group.men += 1;
                group.centrality += self.board.centrality[square];
                for &other in &self.board.neighbours[square] {
                    if self.men[other] == digit(side) && group_of[other] == 0 {
                        (group_of[other], queue[end]) = (number, other);
                        end += 1;
                    }
                }
            }
            groups.push(group);
        }
        (group_of, groups)
    }

    /// Everything about one side but what depends on both.
    fn side(&self, side: Side) -> Parts {
        let (group_of, groups) = self.groups(side);
        let best = groups.iter().map(Group::rank).max().unwrap_or_default();
        let mut around = Around::default();
        let mut candidates = 0u8;
        for group in groups.iter().filter(|group| group.rank() == best) {
            candidates += 1;
            around.add(&self.around(side, &group_of, group.number));
        }
        let men: u32 = groups.iter().map(|group| group.men).sum();
        Parts {
            men,
            centrality: groups.iter().map(|group| group.centrality).sum(),
            thickness: self.thickness(side),
            outliers: men - best.0,
            around: if candidates > 1 {
                around.scaled(1.0 / f32::from(candidates))
            } else {
                around
            },
        }
    }

    /// Centrality of pairs of neighbours, each pair with both of its squares.
    fn thickness(&self, side: Side) -> u32 {
        let is_own = |square: usize| self.men[square] == digit(side);
        let mut sum = 0;
        for square in (0..64).filter(|&square| is_own(square)) {
            for &other in &self.board.neighbours[square] {
                if is_own(other) {
                    // Every pair is met from both of its squares.
                    sum += self.board.centrality[square];
                }
            }
        }
        sum
    }

    /// What depends on which group is the main one.
    fn around(&self, side: Side, group_of: &[u8; 64], main: u8) -> Around {
        let is_outlier =
            |square: usize| self.men[square] == digit(side) && group_of[square] != main;
        let mut move_counts = [0; 64];
        for mv in self.moves_of(side) {
            move_counts[usize::from(mv.from)] += 1;
        }
        let outliers = (0..64).filter(|&square| is_outlier(square));
        let least = outliers.map(|square| move_counts[square]).min().unwrap_or(u32::MAX);
        Around {
            threats: self.threats(side, group_of, main) as f32,
            worst: outlier_penalty(least),
            blockers: self.blockers(side, group_of, main) as f32,
            blockades: self.blockades(side, group_of, main),
        }
    }

    /// Moves that bring the one man outside beside the main group.
    fn threats(&self, side: Side, group_of: &[u8; 64], main: u8) -> usize {
        let outliers = (0..64).filter(|&at| self.men[at] == digit(side) && group_of[at] != main);
        if outliers.count() != 1 {
            return 0;
        }
        let connects = |mv: &&Joined| {
            let is_outlier = group_of[usize::from(mv.from)] != main;
            let beside = &self.board.neighbours[usize::from(mv.to)];
            is_outlier && beside.iter().any(|&square| group_of[square] == main)
        };
        self.moves_of(side).filter(connects).count()
    }

    /// Enemies beside an outlier that are a step nearer to the main group than it is.
    fn blockers(&self, side: Side, group_of: &[u8; 64], main: u8) -> usize {
        let mut distance = [u8::MAX; 64];
        let mut queue = [0; 64];
        let (mut next, mut end) = (0, 0);
        for square in (0..64).filter(|&square| group_of[square] == main) {
            (distance[square], queue[end]) = (0, square);
            end += 1;
        }
        while next < end {
            let square = queue[next];
            next += 1;
            for &other in &self.board.neighbours[square] {
                if distance[other] == u8::MAX {
                    (distance[other], queue[end]) = (distance[square] + 1, other);
                    end += 1;
                }
            }
        }
        let blocks = |&square: &usize| {
            self.men[square] == digit(!side)
                && self.board.neighbours[square].iter().any(|&other| {
                    self.men[other] == digit(side)
                        && group_of[other] != main
                        && distance[other] == distance[square] + 1
                })
        };
        (0..64).filter(blocks).count()
    }

    /// Men of an edge that enemies on the line beside it hold there.
    fn blockades(&self, side: Side, group_of: &[u8; 64], main: u8) -> Blockades {
        let mut blockades = Blockades::default();
        for edge in &self.board.edges {
            let mut i = 0;
            while i < edge.len() {
                // The men that stand side by side from here on.
                let run =
                    edge[i..].iter().take_while(|&&(at, _)| self.men[at] == digit(side)).count();
                if run == 0 {
                    i += 1;
                    continue;
                }
                let before = &edge[i.saturating_sub(1)..(i + run + 1).min(edge.len())];
                let count = |side: Side| {
                    before.iter().filter(|&&(_, second)| self.men[second] == digit(side)).count()
                };
                let strength = strength(count(!side) as u32);
                if count(side) > 0 {
                    blockades.foothold += strength;
                } else if edge[i..i + run].iter().any(|&(at, _)| group_of[at] == main) {
                    blockades.main += strength;
                } else {
                    blockades.outliers += strength;
                }
                i += run;
            }
        }
        blockades
    }
}

/// A group of men.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    number: u8,
    men: u32,
    centrality: u32,
}

impl Group {
    /// The main group has the highest.
    fn rank(&self) -> (u32, u32) {
        (self.men, self.centrality)
    }
}

impl Evaluator<Position> for PlainMona {
    type State = ();

    fn state(&self, _: &Position) {}

    fn advance(&self, (): &mut (), _: &Position, _: Move, _: &Position) {}

    fn evaluate(&self, (): &(), position: &Position) -> i32 {
        let leaf = Leaf::new(position, self);
        let sides = Side::BOTH.map(|side| leaf.side(side));
        let fewest = sides[0].outliers.min(sides[1].outliers);
        let features: [[f32; FEATURES]; 2] = Side::BOTH
            .map(|side| sides[side.index()].listed(position.side_to_move() == side, fewest));
        self.mona.sum(&features, leaf.mobility, position)
    }
}

impl Linear<Position> for PlainMona {
    fn names(&self) -> Vec<String> {
        self.mona.names()
    }

    fn weights(&self) -> Vec<f32> {
        self.mona.weights()
    }

    fn with_weights(&self, weights: &[f32]) -> Self {
        Self { mona: self.mona.with_weights(weights), ..self.clone() }
    }

    fn features(&self, position: &Position) -> Vec<[f32; 2]> {
        self.mona.features(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::checks;
    use crate::loa::mona::MonaWeights;
    use conjoin_core::NullMove as _;
    use conjoin_core::conformance::random_games;

    #[test]
    fn it_is_worth_the_same_to_the_last_point() {
        let default = Mona::new(MonaWeights::default());
        let mut compared = 0;
        for mona in [checks::mixed(&default), default] {
            let plain = PlainMona::new(mona.clone());
            let walking = plain.clone().walking();
            for size in 3..=8 {
                random_games(&Position::start(size, Rules::OLYMPIAD), 40, 31, |history| {
                    for position in [*history.current(), history.current().null_move()] {
                        let expected = checks::value(&mona, &position);
                        assert_eq!(checks::value(&plain, &position), expected, "{position:?}");
                        assert_eq!(checks::value(&walking, &position), expected, "{position:?}");
                        compared += 1;
                    }
                });
            }
        }
        assert!(compared > 20_000, "{compared} positions compared");
    }

    #[test]
    fn the_joined_moves_are_those_of_the_rules() {
        let joining = PlainMona::new(Mona::new(MonaWeights::default()));
        let walking = joining.clone().walking();
        for (size, plain) in (3..=8).flat_map(|size| [(size, &joining), (size, &walking)]) {
            random_games(&Position::start(size, Rules::OLYMPIAD), 10, 32, |history| {
                let position = *history.current();
                let leaf = Leaf::new(&position, plain);
                for position in [position, position.null_move()] {
                    let mut expected = Vec::new();
                    position.moves(&mut expected);
                    let mut expected: Vec<_> = expected
                        .iter()
                        .filter(|mv| !mv.is_pass())
                        .map(|mv| (mv.from().index(), mv.to().index()))
                        .collect();
                    let moves = leaf.moves_of(position.side_to_move());
                    let mut found: Vec<_> =
                        moves.map(|mv| (usize::from(mv.from), usize::from(mv.to))).collect();
                    expected.sort_unstable();
                    found.sort_unstable();
                    assert_eq!(found, expected, "{position:?}");
                }
            });
        }
    }
}
