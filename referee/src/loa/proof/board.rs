//! The rules once more, on a flat board: as plain as the others, but without a list in sight.
//!
//! A proof has millions of positions and each has dozens of moves, so here a board is an array of
//! squares, and the men on each line are counted once for a position. The tests hold it to
//! [`legal_moves`](crate::loa::legal_moves) and
//! [`outcome_of_position`](crate::loa::outcome_of_position).

use crate::loa::{Board, Colour, Position, Rules, Simultaneous, Square, Stuck};
use crate::proof::Outcome;

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Content {
    Empty,
    Black,
    White,
}

/// A board of at most 64 squares, rank by rank from a1, with the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FlatBoard {
    pub(super) squares: [Content; 64],
    pub(super) size: usize,
    pub(super) black_moves: bool,
}

/// From one square to another; a pass has none.
pub(super) type Step = Option<(u8, u8)>;

/// The men on every line of a board.
struct LineCounts {
    ranks: [i32; 8],
    files: [i32; 8],
    rising: [i32; 15],
    falling: [i32; 15],
}

impl FlatBoard {
    pub fn new(position: &Position) -> Self {
        let size = position.board.size();
        let mut squares = [Content::Empty; 64];
        for square in position.board.squares() {
            squares[(square.rank() - 1) * size + square.file() - 1] =
                match position.board.man_on(square) {
                    None => Content::Empty,
                    Some(Colour::Black) => Content::Black,
                    Some(Colour::White) => Content::White,
                };
        }
        Self { squares, size, black_moves: position.to_move == Colour::Black }
    }

    fn own(&self) -> Content {
        if self.black_moves { Content::Black } else { Content::White }
    }

    /// Every legal move of the player to move; a pass where there is none and the rules have one.
    pub fn each_move(&self, rules: Rules, mut visit: impl FnMut(Step)) {
        let counts = self.count_lines();
        let mut is_stuck = true;
        for from in 0..self.size * self.size {
            if self.squares[from] != self.own() {
                continue;
            }
            for (right, up) in
                [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
            {
                if let Some(to) = self.destination(&counts, from, right, up) {
                    is_stuck = false;
                    visit(Some((from as u8, to as u8)));
                }
            }
        }
        if is_stuck && rules.stuck == Stuck::Pass {
            visit(None);
        }
    }

    fn count_lines(&self) -> LineCounts {
        let mut counts =
            LineCounts { ranks: [0; 8], files: [0; 8], rising: [0; 15], falling: [0; 15] };
        for rank in 0..self.size {
            for file in 0..self.size {
                if self.squares[rank * self.size + file] != Content::Empty {
                    counts.ranks[rank] += 1;
                    counts.files[file] += 1;
                    counts.rising[7 + rank - file] += 1;
                    counts.falling[rank + file] += 1;
                }
            }
        }
        counts
    }

    /// Where the man on a square comes to, as many squares away as there are men on its line.
    fn destination(&self, counts: &LineCounts, from: usize, right: i32, up: i32) -> Option<usize> {
        let (rank, file) = (from / self.size, from % self.size);
        let distance = match (right, up) {
            (0, _) => counts.files[file],
            (_, 0) => counts.ranks[rank],
            _ if right == up => counts.rising[7 + rank - file],
            _ => counts.falling[rank + file],
        };
        let size = self.size as i32;
        let (last_rank, last_file) = (rank as i32 + up * distance, file as i32 + right * distance);
        if !(0..size).contains(&last_rank) || !(0..size).contains(&last_file) {
            return None;
        }
        let step = up * size + right;
        let mut square = from as i32;
        for _ in 1..distance {
            square += step;
            let man = self.squares[square as usize];
            if man != Content::Empty && man != self.own() {
                return None;
            }
        }
        let to = (square + step) as usize;
        if self.squares[to] == self.own() { None } else { Some(to) }
    }

    /// The board after a legal move.
    pub fn after(&self, step: Step) -> Self {
        let mut next = *self;
        if let Some((from, to)) = step {
            next.squares[to as usize] = self.squares[from as usize];
            next.squares[from as usize] = Content::Empty;
        }
        next.black_moves = !self.black_moves;
        next
    }

    /// The result of a position, whatever came before.
    pub fn outcome(&self, rules: Rules) -> Option<Outcome> {
        let black = self.is_connected(Content::Black);
        let white = self.is_connected(Content::White);
        let mover_before = if self.black_moves { Outcome::Second } else { Outcome::First };
        match (black, white) {
            (true, true) if rules.simultaneous == Simultaneous::Draw => Some(Outcome::Draw),
            (true, true) => Some(mover_before),
            (true, false) => Some(Outcome::First),
            (false, true) => Some(Outcome::Second),
            (false, false) if rules.stuck == Stuck::Loss => {
                let mut can_move = false;
                self.each_move(rules, |_| can_move = true);
                (!can_move).then_some(mover_before)
            }
            (false, false) => None,
        }
    }

    /// Are all men of a colour in one group?
    fn is_connected(&self, colour: Content) -> bool {
        let squares = &self.squares[..self.size * self.size];
        let men = squares.iter().filter(|&&content| content == colour).count();
        let Some(first) = squares.iter().position(|&content| content == colour) else {
            return false;
        };
        let mut seen = [false; 64];
        let mut to_visit = [0; 64];
        let mut open = 1;
        let mut found = 1;
        seen[first] = true;
        to_visit[0] = first;
        while open > 0 {
            open -= 1;
            let (rank, file) = (to_visit[open] / self.size, to_visit[open] % self.size);
            for near_rank in rank.saturating_sub(1)..=(rank + 1).min(self.size - 1) {
                for near_file in file.saturating_sub(1)..=(file + 1).min(self.size - 1) {
                    let near = near_rank * self.size + near_file;
                    if squares[near] == colour && !seen[near] {
                        seen[near] = true;
                        found += 1;
                        to_visit[open] = near;
                        open += 1;
                    }
                }
            }
        }
        found == men
    }

    /// Adds a move of this board to a text, as [`Move`](crate::loa::Move) is written.
    pub fn write_step(&self, step: Step, text: &mut String) {
        let Some((from, to)) = step else {
            text.push_str("pass");
            return;
        };
        let takes = self.squares[to as usize] != Content::Empty;
        self.write_square(from, text);
        text.push(if takes { 'x' } else { '-' });
        self.write_square(to, text);
    }

    fn write_square(&self, at: u8, text: &mut String) {
        let size = self.size as u8;
        text.push(char::from(b'a' + at % size));
        text.push(char::from(b'1' + at / size));
    }

    /// The position as others write it.
    pub fn position(&self) -> Position {
        let mut board = Board::empty(self.size).expect("a size that was read");
        for (i, content) in self.squares[..self.size * self.size].iter().enumerate() {
            let square =
                Square::new(i % self.size + 1, i / self.size + 1).expect("a square of the board");
            board.set(
                square,
                match content {
                    Content::Empty => None,
                    Content::Black => Some(Colour::Black),
                    Content::White => Some(Colour::White),
                },
            );
        }
        let to_move = if self.black_moves { Colour::Black } else { Colour::White };
        Position { board, to_move }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::{Game, Outcome as Result, legal_moves, outcome_of_position};

    /// A fixed sequence of numbers, for games that are always the same.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self, below: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % below
        }
    }

    #[test]
    fn the_flat_board_plays_by_the_same_rules() {
        let mut numbers = Numbers(5);
        let mut positions = 0;
        for rules in [Rules::olympiad(), Rules::boardspace(), Rules::openspiel(), Rules::ludii()] {
            for size in 3..=8 {
                for _ in 0..12 {
                    let mut game = Game::new(rules, Position::start(size).unwrap());
                    for _ in 0..60 {
                        let position = game.position().clone();
                        let flat = FlatBoard::new(&position);
                        assert_eq!(flat.position(), position);
                        let mut moves = Vec::new();
                        flat.each_move(rules, |step| {
                            let mut text = String::new();
                            flat.write_step(step, &mut text);
                            moves.push(text);
                        });
                        let legal = legal_moves(&position, rules);
                        let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
                        assert_eq!(moves, legal, "{position}");
                        let outcome = flat.outcome(rules).map(|outcome| match outcome {
                            Outcome::First => Result::Wins(Colour::Black),
                            Outcome::Second => Result::Wins(Colour::White),
                            Outcome::Draw => Result::Draw,
                        });
                        assert_eq!(outcome, outcome_of_position(&position, rules), "{position}");
                        positions += 1;
                        let legal = game.legal_moves();
                        if legal.is_empty() {
                            break;
                        }
                        game.play(legal[numbers.next(legal.len())]).unwrap();
                    }
                }
            }
        }
        assert!(positions > 3_000, "{positions}");
    }
}
