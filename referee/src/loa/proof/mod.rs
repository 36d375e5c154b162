//! Lines of Action for the proof verifier.

mod board;

use board::{Content, FlatBoard, Step};

use super::{Board, Position, Repetition, Rules, Simultaneous, Stuck};
use crate::proof::{self, Outcome};

/// The size of the board and the rules, as a proof names them.
pub(crate) struct ProofRules {
    size: usize,
    rules: Rules,
    /// Where each square comes to by each symmetry of the board, the first of which moves nothing.
    images: [[u8; 8]; 64],
}

/// The men of both sides as sets of squares, eight bytes each, and a byte for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Packed([u8; 17]);

impl ProofRules {
    fn new(size: usize, rules: Rules) -> Self {
        let mut images = [[0; 8]; 64];
        for (at, image) in images[..size * size].iter_mut().enumerate() {
            *image = std::array::from_fn(|symmetry| turned(size, at, symmetry) as u8);
        }
        Self { size, rules, images }
    }
}

/// Where a square comes to when the board is mirrored and turned: bit 0 swaps files, bit 1 ranks,
/// bit 2 files with ranks.
fn turned(size: usize, at: usize, symmetry: usize) -> usize {
    let (mut rank, mut file) = (at / size, at % size);
    if symmetry & 1 != 0 {
        file = size - 1 - file;
    }
    if symmetry & 2 != 0 {
        rank = size - 1 - rank;
    }
    if symmetry & 4 != 0 {
        (rank, file) = (file, rank);
    }
    rank * size + file
}

fn packed((black, white): (u64, u64), black_moves: bool) -> Packed {
    let mut bytes = [0; 17];
    bytes[..8].copy_from_slice(&black.to_le_bytes());
    bytes[8..16].copy_from_slice(&white.to_le_bytes());
    bytes[16] = u8::from(black_moves);
    Packed(bytes)
}

impl proof::Rules for ProofRules {
    const NAME: &'static str = "loa";
    const SYMMETRY: &'static str = "d4";
    type Board = FlatBoard;
    type Packed = Packed;
    type Move = Step;

    /// Reads `6` and `simultaneous=draw stuck=pass repetition=3`.
    fn read(size: &str, options: &str) -> Result<Self, String> {
        let expected =
            || "expected a form like loa 6 simultaneous=draw stuck=pass repetition=3".to_owned();
        let size = (Board::MIN_SIZE..=Board::MAX_SIZE)
            .find(|n| n.to_string() == size)
            .ok_or_else(expected)?;
        let words: Vec<&str> = options.split(' ').collect();
        let &[simultaneous, stuck, repetition] = words.as_slice() else {
            return Err(expected());
        };
        let simultaneous = match simultaneous {
            "simultaneous=draw" => Simultaneous::Draw,
            "simultaneous=mover" => Simultaneous::MoverWins,
            _ => return Err(expected()),
        };
        let stuck = match stuck {
            "stuck=pass" => Stuck::Pass,
            "stuck=loss" => Stuck::Loss,
            _ => return Err(expected()),
        };
        let repetition = match repetition {
            "repetition=3" => Repetition::ThirdOccurrence,
            "repetition=none" => Repetition::None,
            // A board that may not come back with either player to move needs another kind of
            // proof.
            _ => return Err(expected()),
        };
        Ok(Self::new(size, Rules { simultaneous, stuck, repetition }))
    }

    fn parse(&self, text: &str) -> Result<FlatBoard, String> {
        let position: Position = text.parse().map_err(|error| format!("{error}"))?;
        if position.board.size() == self.size {
            Ok(FlatBoard::new(&position))
        } else {
            Err(format!("the board is not {0}x{0}", self.size))
        }
    }

    fn format(&self, board: &FlatBoard) -> String {
        board.position().to_string()
    }

    fn first_moves(&self, board: &FlatBoard) -> bool {
        board.black_moves
    }

    fn outcome(&self, board: &FlatBoard) -> Option<Outcome> {
        board.outcome(self.rules)
    }

    fn each_move(&self, board: &FlatBoard, visit: impl FnMut(Step)) {
        board.each_move(self.rules, visit);
    }

    fn write_move(&self, board: &FlatBoard, step: Step, text: &mut String) {
        board.write_step(step, text);
    }

    fn after(&self, board: &FlatBoard, step: Step) -> FlatBoard {
        board.after(step)
    }

    fn pack(&self, board: &FlatBoard) -> Packed {
        packed(self.sets::<1>(board)[0], board.black_moves)
    }

    fn unpack(&self, Packed(bytes): Packed) -> FlatBoard {
        let set = |at: usize| {
            u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight of seventeen bytes"))
        };
        let (black, white) = (set(0), set(8));
        let mut squares = [Content::Empty; 64];
        for (at, square) in squares[..self.size * self.size].iter_mut().enumerate() {
            if black >> at & 1 != 0 {
                *square = Content::Black;
            } else if white >> at & 1 != 0 {
                *square = Content::White;
            }
        }
        FlatBoard { squares, size: self.size, black_moves: bytes[16] != 0 }
    }

    fn least_image(&self, board: &FlatBoard) -> Packed {
        let [first, others @ ..] = self.sets::<8>(board);
        packed(others.into_iter().fold(first, Ord::min), board.black_moves)
    }
}

impl ProofRules {
    /// The men of both sides as sets of squares, on the board after each of the first symmetries.
    fn sets<const SYMMETRIES: usize>(&self, board: &FlatBoard) -> [(u64, u64); SYMMETRIES] {
        let mut sets = [(0, 0); SYMMETRIES];
        for (content, images) in board.squares.iter().zip(&self.images) {
            if *content == Content::Empty {
                continue;
            }
            let is_black = *content == Content::Black;
            for ((black, white), to) in sets.iter_mut().zip(images) {
                *(if is_black { black } else { white }) |= 1 << to;
            }
        }
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::Rules as _;

    #[test]
    fn symmetric_boards_share_their_least_image() {
        let rules = ProofRules::new(4, Rules::olympiad());
        let board = rules.parse("1bb1/w3/w2w/1bw1 b").unwrap();
        let mut found = Vec::new();
        for sets in rules.sets::<8>(&board) {
            let image = rules.unpack(packed(sets, true));
            assert_eq!(rules.least_image(&image), rules.least_image(&board));
            found.push(rules.pack(&image).0);
        }
        assert!(found.contains(&rules.least_image(&board).0));
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 8, "the board itself has no symmetry");
    }

    #[test]
    fn the_side_to_move_is_part_of_a_packed_board() {
        let rules = ProofRules::new(4, Rules::olympiad());
        for text in ["1bb1/w3/w2w/1bw1 b", "1bb1/w3/w2w/1bw1 w"] {
            let board = rules.parse(text).unwrap();
            assert_eq!(rules.format(&rules.unpack(rules.pack(&board))), text);
        }
        let [black, white] = ["bw1/3/1bw b", "bw1/3/1bw w"]
            .map(|text| ProofRules::new(3, Rules::olympiad()).parse(text).unwrap());
        let rules = ProofRules::new(3, Rules::olympiad());
        assert_ne!(rules.least_image(&black), rules.least_image(&white));
    }
}
