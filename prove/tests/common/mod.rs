//! A game made to mislead proof searches: a random graph full of cycles and of ways that meet.

use conjoin_core::mix::split_mix;
use conjoin_core::{Indexed, Outcome, Position, Repetition, Replies, Side, Symmetric};

/// A token on a random graph that both players push along its arrows in turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Maze {
    pub seed: u32,
    /// Nodes of the graph, 2 to 200.
    pub size: u8,
    pub node: u8,
    pub side: Side,
}

impl Maze {
    pub fn new(seed: u32, size: u8) -> Self {
        Self { seed, size, node: 0, side: Side::First }
    }

    fn random(self, salt: u64) -> u64 {
        let place = u64::from(self.node) << 8 | u64::from(self.side as u8);
        split_mix(split_mix(u64::from(self.seed) << 20 | place) ^ salt << 50)
    }
}

impl Position for Maze {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.random(1)
    }

    fn recomputed_key(&self) -> u64 {
        self.key()
    }

    fn board_key(&self) -> u64 {
        split_mix(u64::from(self.seed) << 8 | u64::from(self.node))
    }

    fn same_board(&self, other: &Self) -> bool {
        self.node == other.node
    }

    fn outcome(&self) -> Option<Outcome> {
        // About one node in seven is an end, never the first.
        match self.random(2) % 28 {
            _ if self.node == 0 => None,
            0..2 => Some(Outcome::Win(Side::First)),
            2..4 => Some(Outcome::Win(Side::Second)),
            4 => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        let count = 1 + self.random(3) % 3;
        for i in 0..count {
            let target = (self.random(4 + i) % u64::from(self.size)) as u8;
            if !moves.contains(&target) {
                moves.push(target);
            }
        }
    }

    fn play(&self, target: u8) -> Self {
        Self { node: target, side: !self.side, ..*self }
    }

    fn is_irreversible(&self, _: u8) -> bool {
        false
    }

    fn repetition(&self) -> Repetition {
        Repetition::ThirdOccurrence
    }
}

impl Replies for Maze {
    fn replies(&self, mut visit: impl FnMut(u8, Option<Outcome>, u32)) {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        for mv in moves {
            let child = self.play(mv);
            let outcome = child.outcome();
            visit(mv, outcome, if outcome.is_some() { 0 } else { child.count_moves() });
        }
    }
}

impl Indexed for Maze {
    const MOVE_INDICES: usize = 256;

    fn move_index(mv: u8) -> usize {
        usize::from(mv)
    }

    fn pack_move(mv: u8) -> u16 {
        u16::from(mv) + 1
    }

    fn unpack_move(bits: u16) -> Option<u8> {
        bits.checked_sub(1).map(|mv| mv as u8)
    }
}

impl Symmetric for Maze {
    const SYMMETRIES: usize = 1;
    const SYMMETRY_NAME: &'static str = "none";

    fn transformed(&self, _: usize) -> Self {
        *self
    }

    fn transformed_move(&self, mv: u8, _: usize) -> u8 {
        mv
    }

    fn inverse(symmetry: usize) -> usize {
        symmetry
    }
}
