//! Surakarta for the proof verifier.
//!
//! A limit on the plies without a capture makes their number part of every position, so it stands
//! in its text, is packed with it and is the same in all its images.

use super::board::{Board, Colour, Point, Position};
use super::game::{Outcome, outcome_of_position};
use super::moves::{Move, after, legal_moves};
use super::rules::{Repetition, Rules};
use crate::proof::{self, Claim};

/// The size of the board and the rules, as a proof names them.
pub(crate) struct ProofRules {
    size: usize,
    rules: Rules,
}

/// The men of both sides as sets of points, the counter (0 without a limit) and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Packed {
    black: u64,
    white: u64,
    quiet: u32,
    black_moves: bool,
}

impl proof::Rules for ProofRules {
    const NAME: &'static str = "surakarta";
    const SYMMETRY: &'static str = "d4";
    type Board = Position;
    type Packed = Packed;
    type Move = Move;

    /// Reads `6` and `own-start=open limit=none at-limit=count repetition=3 stuck=pass`.
    fn read(size: &str, options: &str) -> Result<Self, String> {
        let size = [Board::SMALL, Board::LARGE]
            .into_iter()
            .find(|known| known.to_string() == size)
            .ok_or_else(|| format!("size {size:?}: expected 4 or 6"))?;
        let rules = options.parse().map_err(|error| format!("{error}"))?;
        Ok(Self { size, rules })
    }

    /// With a limit, ranks fall and counters rise along a line that goes round over the same boards.
    /// There the third occurrence draws what the proof calls a win.
    fn needs_past(&self, claim: Claim) -> Option<String> {
        let boards_may_come_back = self.rules.limit.is_some()
            && self.rules.repetition == Repetition::ThirdOccurrence
            && claim.is_win();
        boards_may_come_back.then(|| {
            format!(
                "claim {claim} under a limit and repetition=3: expected repetition=none, not-win or \
                 not-loss"
            )
        })
    }

    /// Reads a position that has its counter where the rules have a limit.
    fn parse(&self, text: &str) -> Result<Position, String> {
        let position = Position::read(text, self.rules).map_err(|error| format!("{error}"))?;
        if position.board.size() != self.size {
            Err(format!("the board is not {0}x{0}", self.size))
        } else if position.to_string() == text {
            Ok(position)
        } else {
            Err(format!("{text:?} is written {position} in a proof"))
        }
    }

    fn format(&self, position: &Position) -> String {
        position.to_string()
    }

    fn first_moves(&self, position: &Position) -> bool {
        position.to_move == Colour::Black
    }

    fn outcome(&self, position: &Position) -> Option<proof::Outcome> {
        outcome_of_position(position, self.rules).map(|outcome| match outcome {
            Outcome::Wins(Colour::Black) => proof::Outcome::First,
            Outcome::Wins(Colour::White) => proof::Outcome::Second,
            Outcome::Draw => proof::Outcome::Draw,
        })
    }

    fn each_move(&self, position: &Position, visit: impl FnMut(Move)) {
        legal_moves(position, self.rules).into_iter().for_each(visit);
    }

    fn write_move(&self, _: &Position, mv: Move, text: &mut String) {
        text.push_str(&mv.to_string());
    }

    fn after(&self, position: &Position, mv: Move) -> Position {
        after(position, mv)
    }

    fn pack(&self, position: &Position) -> Packed {
        packed(position, image(position, 0))
    }

    fn unpack(&self, packed: Packed) -> Position {
        let mut board = Board::empty(self.size).expect("a size that was read");
        for (at, point) in board.points().into_iter().enumerate() {
            if packed.black >> at & 1 != 0 {
                board.set(point, Some(Colour::Black));
            } else if packed.white >> at & 1 != 0 {
                board.set(point, Some(Colour::White));
            }
        }
        let to_move = if packed.black_moves { Colour::Black } else { Colour::White };
        Position { board, to_move, quiet: self.rules.limit.map(|_| packed.quiet) }
    }

    fn least_image(&self, position: &Position) -> Packed {
        let images = (0..8).map(|symmetry| image(position, symmetry));
        packed(position, images.min().expect("eight images"))
    }
}

/// The men of both sides as sets of points, a bit for each from a1 to the right and up, on the board
/// after one of the eight symmetries, the first of which moves nothing.
fn image(position: &Position, symmetry: usize) -> (u64, u64) {
    let size = position.board.size();
    let set = |colour| {
        let men = position.board.men(colour);
        men.into_iter().fold(0, |set, man| set | 1 << turned(size, man, symmetry))
    };
    (set(Colour::Black), set(Colour::White))
}

/// The number of the point that a point comes to when the board is mirrored and turned: bit 0 swaps
/// files, bit 1 ranks, bit 2 files with ranks.
fn turned(size: usize, point: Point, symmetry: usize) -> usize {
    let (mut file, mut rank) = (usize::from(point.file()) - 1, usize::from(point.rank()) - 1);
    if symmetry & 1 != 0 {
        file = size - 1 - file;
    }
    if symmetry & 2 != 0 {
        rank = size - 1 - rank;
    }
    if symmetry & 4 != 0 {
        (file, rank) = (rank, file);
    }
    rank * size + file
}

/// A position with other men, in few bytes.
fn packed(position: &Position, (black, white): (u64, u64)) -> Packed {
    let black_moves = position.to_move == Colour::Black;
    Packed { black, white, quiet: position.quiet.unwrap_or(0), black_moves }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::Rules as _;

    const LIMITED: &str = "own-start=open limit=40 at-limit=count repetition=none stuck=pass";

    /// The positions that the symmetries make of one.
    fn images(rules: &ProofRules, position: &Position) -> Vec<Position> {
        let turn = |symmetry| rules.unpack(packed(position, image(position, symmetry)));
        (0..8).map(turn).collect()
    }

    #[test]
    fn symmetric_boards_share_their_least_image_and_keep_the_counter() {
        let rules = ProofRules::read("6", LIMITED).unwrap();
        let position = rules.parse("1bb3/w5/w2w2/1bw3/6/4b1 b 17").unwrap();
        let mut found = Vec::new();
        for image in images(&rules, &position) {
            assert_eq!(rules.least_image(&image), rules.least_image(&position));
            assert_eq!(image.quiet, Some(17));
            found.push(rules.format(&image));
        }
        assert_eq!(found[0], "1bb3/w5/w2w2/1bw3/6/4b1 b 17");
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 8, "the board itself has no symmetry");
    }

    #[test]
    fn the_symmetries_are_those_of_the_circuits() {
        for (size, text) in
            [("6", "w2w2/1b3w/2b3/w4b/b1w1b1/1b2w1 b 3"), ("4", "1w1b/b2w/3w/1bb1 w 0")]
        {
            let rules = ProofRules::read(size, LIMITED).unwrap();
            let position = rules.parse(text).unwrap();
            let after_moves = |position: &Position| {
                let mut after: Vec<String> = Vec::new();
                rules.each_move(position, |mv| {
                    let next = rules.unpack(rules.least_image(&rules.after(position, mv)));
                    after.push(rules.format(&next));
                });
                after.sort();
                after
            };
            for image in images(&rules, &position) {
                assert_eq!(after_moves(&image), after_moves(&position));
            }
        }
    }

    #[test]
    fn side_and_counter_are_part_of_a_packed_position() {
        let rules = ProofRules::read("4", LIMITED).unwrap();
        let mut found = Vec::new();
        for text in ["1bb1/w3/w2w/1bw1 b 3", "1bb1/w3/w2w/1bw1 w 3", "1bb1/w3/w2w/1bw1 w 4"] {
            let position = rules.parse(text).unwrap();
            assert_eq!(rules.format(&rules.unpack(rules.pack(&position))), text);
            found.push(rules.least_image(&position));
        }
        assert!(found[0] != found[1] && found[1] != found[2]);
    }
}
