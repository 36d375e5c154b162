//! Positions of Breakthrough: the board, its moves, and what searches ask about them.

use conjoin_core::{
    Categorised, Indexed, Noisy, NullMove, Outcome, Ranked, Repetition, Replies, Side, Symmetric,
    mix,
};

use super::Rules;

/// A step of a man. Cells are numbered by their rank times 8 plus their file, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the man stands, below 64.
    pub from: u8,
    /// Where it goes, below 64.
    pub to: u8,
}

/// A board with the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The men of each side, a bit for each cell.
    men: [u64; 2],
    to_move: Side,
    size: u8,
    rules: Rules,
    /// The keys of the variant and of all men, kept up to date by [`Position::toggle`].
    board_key: u64,
}

/// A number for each man of each side, and one for each player to move.
static MAN_KEYS: [[u64; 64]; 2] = [mix::keys(1), mix::keys(2)];
static SIDE_KEYS: [u64; 2] = mix::keys(3);

impl Position {
    /// The first position: two rows of men a side, and one on the smallest board, where two would
    /// stand face to face.
    pub fn start(size: u8, rules: Rules) -> Self {
        let mut start = Self::empty(size, rules, Side::First);
        for row in 0..if size == 4 { 1 } else { 2 } {
            for file in 0..size {
                start.toggle(Side::First, 8 * row + file);
                start.toggle(Side::Second, 8 * (size - 1 - row) + file);
            }
        }
        start
    }

    /// A board without men.
    pub fn empty(size: u8, rules: Rules, to_move: Side) -> Self {
        // Boards of other variants have other keys: tables outlive a game.
        let board_key = mix::split_mix(u64::from(size) * 2 + rules as u64);
        Self { men: [0; 2], to_move, size, rules, board_key }
    }

    /// Puts a man on a cell, or takes it away.
    pub fn toggle(&mut self, side: Side, cell: u8) {
        self.men[side.index()] ^= 1 << cell;
        self.board_key ^= MAN_KEYS[side.index()][usize::from(cell)];
    }

    /// The side of the board.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The men of a side, a bit for each cell.
    pub fn men(&self, side: Side) -> u64 {
        self.men[side.index()]
    }

    /// Whose man stands on a cell.
    pub fn man_on(&self, cell: u8) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.men(*side) >> cell & 1 != 0)
    }

    /// Rows between a cell and the row that a side begins at.
    pub fn rows_gone(&self, side: Side, cell: u8) -> u8 {
        match side {
            Side::First => cell / 8,
            Side::Second => self.size - 1 - cell / 8,
        }
    }

    /// Is a man of this side on the far row?
    pub fn has_reached(&self, side: Side) -> bool {
        cells(self.men(side)).any(|cell| self.rows_gone(side, cell) == self.size - 1)
    }

    /// Has a side reached the far row or captured all enemies?
    pub fn is_at_goal(&self, side: Side) -> bool {
        self.has_reached(side) || self.men(!side) == 0
    }

    /// Does a move of the player to move capture?
    pub fn is_capture(&self, mv: Move) -> bool {
        self.men(!self.to_move) >> mv.to & 1 != 0
    }

    /// The moves of a side, as if it were to move.
    pub fn moves_of(&self, side: Side) -> impl Iterator<Item = Move> {
        let position = *self;
        let steps = move |from| [-1, 0, 1].map(|aside| position.step(side, from, aside));
        cells(self.men(side)).flat_map(steps).flatten()
    }

    /// The step of a man to the next row, so many files aside, if it is legal.
    fn step(&self, side: Side, from: u8, aside: i8) -> Option<Move> {
        let ahead = if side == Side::First { 1 } else { -1 };
        let is_inside = |place: &u8| *place < self.size;
        let file = (from % 8).checked_add_signed(aside).filter(is_inside)?;
        let rank = (from / 8).checked_add_signed(ahead).filter(is_inside)?;
        let to = 8 * rank + file;
        let is_free = match self.man_on(to) {
            None => true,
            Some(owner) => owner != side && aside != 0,
        };
        is_free.then_some(Move { from, to })
    }
}

/// The cells of a set.
pub fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(cell)
    })
}

impl conjoin_core::Position for Position {
    type Move = Move;

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn key(&self) -> u64 {
        self.board_key ^ SIDE_KEYS[self.to_move.index()]
    }

    fn recomputed_key(&self) -> u64 {
        let mut again = Self::empty(self.size, self.rules, self.to_move);
        for side in Side::BOTH {
            cells(self.men(side)).for_each(|cell| again.toggle(side, cell));
        }
        again.key()
    }

    fn board_key(&self) -> u64 {
        self.board_key
    }

    fn same_board(&self, other: &Self) -> bool {
        self.men == other.men
    }

    fn outcome(&self) -> Option<Outcome> {
        let side = Side::BOTH.into_iter().find(|side| self.is_at_goal(*side))?;
        Some(Outcome::Win(if self.rules == Rules::Standard { side } else { !side }))
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.moves_of(self.to_move));
    }

    fn play(&self, mv: Move) -> Self {
        let mut next = *self;
        if self.is_capture(mv) {
            next.toggle(!self.to_move, mv.to);
        }
        next.toggle(self.to_move, mv.from);
        next.toggle(self.to_move, mv.to);
        next.to_move = !self.to_move;
        next
    }

    fn is_irreversible(&self, _: Move) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Unlimited
    }
}

impl Replies for Position {}

impl NullMove for Position {
    fn null_move(&self) -> Self {
        Self { to_move: !self.to_move, ..*self }
    }

    fn has_few_men(&self) -> bool {
        self.men(self.to_move).count_ones() < u32::from(self.size)
    }
}

impl Indexed for Position {
    const MOVE_INDICES: usize = 64 * 64;

    fn move_index(mv: Move) -> usize {
        usize::from(mv.from) * 64 + usize::from(mv.to)
    }

    fn pack_move(mv: Move) -> u16 {
        u16::from(mv.from) * 64 + u16::from(mv.to)
    }

    fn unpack_move(bits: u16) -> Option<Move> {
        let is_packed = (1..64 * 64).contains(&bits);
        is_packed.then_some(Move { from: (bits / 64) as u8, to: (bits % 64) as u8 })
    }
}

impl Ranked for Position {
    fn forceful_rank(&self, mv: Move) -> u8 {
        let is_last_step = self.static_rank(mv) == self.size - 1;
        if is_last_step { 2 } else { u8::from(self.is_capture(mv)) }
    }

    fn static_rank(&self, mv: Move) -> u8 {
        self.rows_gone(self.to_move, mv.to)
    }
}

impl Noisy for Position {
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.moves_of(self.to_move).filter(|mv| self.is_capture(*mv)));
    }
}

impl Categorised for Position {
    /// Quiet moves, captures and steps to the far row.
    const CATEGORIES: usize = 3;

    fn category(&self, mv: Move) -> usize {
        usize::from(self.forceful_rank(mv))
    }
}

impl Symmetric for Position {
    const SYMMETRIES: usize = 2;
    const SYMMETRY_NAME: &'static str = "mirror";

    fn transformed(&self, symmetry: usize) -> Self {
        let mut image = Self::empty(self.size, self.rules, self.to_move);
        for side in Side::BOTH {
            cells(self.men(side)).for_each(|cell| image.toggle(side, self.mirror(cell, symmetry)));
        }
        image
    }

    fn transformed_move(&self, mv: Move, symmetry: usize) -> Move {
        Move { from: self.mirror(mv.from, symmetry), to: self.mirror(mv.to, symmetry) }
    }

    fn inverse(symmetry: usize) -> usize {
        symmetry
    }
}

impl Position {
    /// The cell with left and right exchanged; itself for symmetry 0.
    fn mirror(&self, cell: u8, symmetry: usize) -> u8 {
        if symmetry == 0 { cell } else { cell - cell % 8 + (self.size - 1 - cell % 8) }
    }
}
