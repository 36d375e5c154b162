//! What the tests of the search share: leaf values hashed from the position, and a game that is
//! nothing but a random graph.

use conjoin_core::mix::split_mix;
use conjoin_core::{
    Categorised, Indexed, Noisy, NullMove, Outcome, Position, Ranked, Repetition, Side,
};
use conjoin_eval::Evaluator;

/// Values that depend on the position and nothing else, without any sense: an evaluator on which
/// a search has no luck.
#[derive(Clone, Debug)]
pub struct Hashed {
    pub seed: u64,
    /// Values are from `-range` to `range`.
    pub range: i32,
}

impl<P: Position> Evaluator<P> for Hashed {
    type State = ();

    fn state(&self, _: &P) {}
    fn advance(&self, (): &mut (), _: &P, _: P::Move, _: &P) {}
    fn evaluate(&self, (): &(), position: &P) -> i32 {
        let hash = split_mix(position.key() ^ self.seed);
        (hash % (2 * self.range as u64 + 1)) as i32 - self.range
    }
}

/// A position of the graph game: a vertex and a player. Every vertex has up to six arrows to
/// others, chosen by a hash of the graph's seed; some vertices end the game. Arrows lead back as
/// well as on, so that positions are reached in many ways and come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vertex {
    pub seed: u64,
    pub place: u16,
    pub mover: Side,
    pub repetition: Repetition,
    /// Has one of the players no arrow at some vertices? Who is to move there loses.
    pub dead_ends: bool,
}

const VERTICES: u64 = 150;

impl Vertex {
    fn hash(&self, salt: u64) -> u64 {
        split_mix(self.seed ^ split_mix(u64::from(self.place) << 8 | salt))
    }

    fn arrows(&self) -> u64 {
        if self.dead_ends && self.hash(203 + self.mover.index() as u64).is_multiple_of(5) {
            return 0;
        }
        1 + self.hash(200) % 6
    }
}

impl Position for Vertex {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.mover
    }
    fn key(&self) -> u64 {
        self.board_key() ^ split_mix(99 + self.mover.index() as u64)
    }
    fn recomputed_key(&self) -> u64 {
        self.key()
    }
    fn board_key(&self) -> u64 {
        self.hash(201)
    }
    fn same_board(&self, other: &Self) -> bool {
        self.place == other.place
    }
    fn outcome(&self) -> Option<Outcome> {
        match self.hash(202) % 20 {
            0 => Some(Outcome::Win(self.mover)),
            1 => Some(Outcome::Win(!self.mover)),
            2 => Some(Outcome::Draw),
            _ if self.arrows() == 0 => Some(Outcome::Win(!self.mover)),
            _ => None,
        }
    }
    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend(1..=self.arrows() as u8);
    }
    fn play(&self, mv: u8) -> Self {
        let place = (self.hash(u64::from(mv)) % VERTICES) as u16;
        Self { place, mover: !self.mover, ..*self }
    }
    fn is_irreversible(&self, _: u8) -> bool {
        false
    }
    fn repetition(&self) -> Repetition {
        self.repetition
    }
}

impl Indexed for Vertex {
    const MOVE_INDICES: usize = 8;
    fn move_index(mv: u8) -> usize {
        usize::from(mv)
    }
    fn pack_move(mv: u8) -> u16 {
        u16::from(mv)
    }
    fn unpack_move(bits: u16) -> Option<u8> {
        (bits != 0).then_some(bits as u8)
    }
}

impl Ranked for Vertex {
    fn forceful_rank(&self, mv: u8) -> u8 {
        mv % 3
    }
    fn static_rank(&self, mv: u8) -> u8 {
        mv
    }
}

impl Noisy for Vertex {
    fn noisy_moves(&self, _: &mut Vec<u8>) {}
}

impl Categorised for Vertex {
    const CATEGORIES: usize = 4;
    fn category(&self, mv: u8) -> usize {
        usize::from(mv) % 4
    }
}

impl NullMove for Vertex {
    fn null_move(&self) -> Self {
        Self { mover: !self.mover, ..*self }
    }
    fn has_few_men(&self) -> bool {
        false
    }
}
