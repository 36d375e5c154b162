//! The rules of Breakthrough again, as plainly as the rule book, for the check of proofs.
//!
//! Nothing here is shared with the rules that the proofs are made with.

use conjoin_referee::proof::Outcome;

/// The size of the board and who wins, as a proof names them.
#[derive(Debug)]
pub struct Rules {
    size: usize,
    is_misere: bool,
}

/// The rows from the bottom: `b`, `w` or `.` for each cell.
#[derive(Debug)]
pub struct Board {
    rows: Vec<Vec<char>>,
    black_moves: bool,
}

/// A cell: file and row, from 0.
type Cell = (usize, usize);

/// The cells in a row, empty ones as 0, and the player to move at the end.
type Packed = [u8; 37];

impl Rules {
    /// Has a side a man on its far row, or the other side none?
    fn is_at_goal(&self, board: &Board, man: char) -> bool {
        let (far_row, other) = if man == 'b' { (self.size - 1, 'w') } else { (0, 'b') };
        board.rows[far_row].contains(&man) || !board.rows.concat().contains(&other)
    }
}

impl conjoin_referee::Rules for Rules {
    const NAME: &'static str = "breakthrough";
    const SYMMETRY: &'static str = "mirror";
    type Board = Board;
    type Packed = Packed;
    type Move = (Cell, Cell);

    fn read(size: &str, options: &str) -> Result<Self, String> {
        let expected = || "expected a form like breakthrough 5 rules=standard".to_owned();
        let size = (4..=6).find(|n| n.to_string() == size).ok_or_else(expected)?;
        match options {
            "rules=standard" => Ok(Self { size, is_misere: false }),
            "rules=misere" => Ok(Self { size, is_misere: true }),
            _ => Err(expected()),
        }
    }

    fn parse(&self, text: &str) -> Result<Board, String> {
        let expected = || format!("{text:?}: expected {0} rows of {0} cells and b or w", self.size);
        let (board, mover) = text.split_once(' ').ok_or_else(expected)?;
        let mut rows = Vec::new();
        for row in board.split('/').rev() {
            let mut cells = Vec::new();
            for letter in row.chars() {
                match letter {
                    'b' | 'w' => cells.push(letter),
                    '1'..='6' => (0..letter as u8 - b'0').for_each(|_| cells.push('.')),
                    _ => return Err(expected()),
                }
            }
            rows.push(cells);
        }
        let board = Board { rows, black_moves: mover == "b" };
        let is_square =
            board.rows.len() == self.size && board.rows.iter().all(|row| row.len() == self.size);
        // Written again it is the same, so there is no second form of a position.
        if is_square && self.format(&board) == text { Ok(board) } else { Err(expected()) }
    }

    fn format(&self, board: &Board) -> String {
        let mut text = String::new();
        for row in board.rows.iter().rev() {
            let mut empty = 0;
            for &cell in row {
                if cell == '.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                text.push(cell);
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text.push('/');
        }
        text.pop();
        text + if board.black_moves { " b" } else { " w" }
    }

    fn first_moves(&self, board: &Board) -> bool {
        board.black_moves
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        let black = self.is_at_goal(board, 'b');
        if !black && !self.is_at_goal(board, 'w') {
            return None;
        }
        Some(if black == self.is_misere { Outcome::Second } else { Outcome::First })
    }

    fn each_move(&self, board: &Board, mut visit: impl FnMut((Cell, Cell))) {
        let mover = if board.black_moves { 'b' } else { 'w' };
        for row in 0..self.size {
            for file in 0..self.size {
                if board.rows[row][file] != mover {
                    continue;
                }
                // The game goes on, so no man is on its far row.
                let next = if board.black_moves { row + 1 } else { row - 1 };
                for to in file.saturating_sub(1)..=(file + 1).min(self.size - 1) {
                    let stands_there = board.rows[next][to];
                    if stands_there == '.' || (to != file && stands_there != mover) {
                        visit(((file, row), (to, next)));
                    }
                }
            }
        }
    }

    fn write_move(
        &self,
        board: &Board,
        ((file, row), (to, next)): (Cell, Cell),
        text: &mut String,
    ) {
        let sign = if board.rows[next][to] == '.' { '-' } else { 'x' };
        let letter = |file: usize| char::from(b'a' + file as u8);
        *text += &format!("{}{}{sign}{}{}", letter(file), row + 1, letter(to), next + 1);
    }

    fn after(&self, board: &Board, ((file, row), (to, next)): (Cell, Cell)) -> Board {
        let mut rows = board.rows.clone();
        rows[next][to] = rows[row][file];
        rows[row][file] = '.';
        Board { rows, black_moves: !board.black_moves }
    }

    fn pack(&self, board: &Board) -> Packed {
        let mut packed = [0; 37];
        for (place, cell) in packed.iter_mut().zip(board.rows.concat()) {
            *place = cell as u8;
        }
        packed[36] = u8::from(board.black_moves);
        packed
    }

    fn unpack(&self, packed: Packed) -> Board {
        let cells: Vec<char> = packed[..self.size * self.size].iter().map(|c| *c as char).collect();
        let rows = cells.chunks(self.size).map(<[char]>::to_vec).collect();
        Board { rows, black_moves: packed[36] == 1 }
    }

    fn least_image(&self, board: &Board) -> Packed {
        let mirror = |row: &Vec<char>| row.iter().rev().copied().collect();
        let rows = board.rows.iter().map(mirror).collect();
        let image = Board { rows, black_moves: board.black_moves };
        self.pack(board).min(self.pack(&image))
    }
}
