//! A position of Lines of Action and its moves.
//!
//! Rules: `winands-thesis` 2.2. Two sets of men, the key and a few bytes: 32 bytes, copied at
//! every move. The tests compare all of it with the plain rules of `conjoin-referee`.

use conjoin_core::{NullMove, Outcome, Repetition, Side, Symmetric, mix};

use super::geometry::{Geometry, MAX_SIZE, MIN_SIZE, board_mask, board_name};
use super::replies::line_of;
use super::{Move, Rules, Simultaneous, Square, Stuck, connection, lines};

/// A position of Lines of Action on a board of 3x3 to 8x8, with the rules it is played by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    men: [u64; 2],
    key: u64,
    side: Side,
    size: u8,
    rules: Rules,
}

/// What makes a position impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The board is too small or too large.
    #[error("a board of side {size} is not possible: expected {MIN_SIZE} to {MAX_SIZE}")]
    Size {
        /// The side asked for.
        size: usize,
    },
    /// A man stands outside.
    #[error("square {square} is not on {}", board_name(*.size))]
    OffBoard {
        /// The first such square.
        square: Square,
        /// The side of the board.
        size: u8,
    },
    /// Two men share a square.
    #[error("square {square} holds a black and a white man")]
    Shared {
        /// The first such square.
        square: Square,
    },
    /// A side has nobody.
    #[error("{colour} has no men: each side needs at least one")]
    NoMen {
        /// `Black` or `White`.
        colour: &'static str,
    },
}

const MEN_KEYS: [[u64; 64]; 2] = [mix::keys(1), mix::keys(2)];
const SIDE_KEY: u64 = mix::split_mix(3 << 32);

/// `Black` for the first player, `White` for the second.
pub const fn colour_name(side: Side) -> &'static str {
    match side {
        Side::First => "Black",
        Side::Second => "White",
    }
}

impl Position {
    /// The standard start: Black on the top and bottom rows, White on the left and right files,
    /// the corners empty, Black to move.
    ///
    /// # Panics
    /// When the side is not 3 to 8.
    pub fn start(size: u8, rules: Rules) -> Self {
        let inner = ((1u64 << (size - 1)) - 1) & !1;
        let black = inner | inner << (8 * (size - 1));
        let column = (1..u64::from(size) - 1).map(|rank| 1u64 << (8 * rank)).sum::<u64>();
        let white = column | column << (size - 1);
        Self::setup(size, rules, black, white, Side::First).expect("a size from 3 to 8")
    }

    /// Scrambled Eggs on 8x8: the men stand on the squares of the standard start, but the colours
    /// alternate around the board.
    pub fn scrambled_eggs(rules: Rules) -> Self {
        "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 b"
            .parse::<Self>()
            .expect("a legal set-up")
            .with_rules(rules)
    }

    /// Any set-up, checked.
    pub fn setup(
        size: u8,
        rules: Rules,
        black: u64,
        white: u64,
        side: Side,
    ) -> Result<Self, SetupError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(SetupError::Size { size: usize::from(size) });
        }
        let first_of = |set: u64| Square(set.trailing_zeros() as u8);
        let outside = (black | white) & !board_mask(size);
        if outside != 0 {
            return Err(SetupError::OffBoard { square: first_of(outside), size });
        }
        if black & white != 0 {
            return Err(SetupError::Shared { square: first_of(black & white) });
        }
        for (men, side) in [(black, Side::First), (white, Side::Second)] {
            if men == 0 {
                return Err(SetupError::NoMen { colour: colour_name(side) });
            }
        }
        Ok(Self::trusted(size, rules, [black, white], side))
    }

    /// A set-up known to be possible.
    fn trusted(size: u8, rules: Rules, men: [u64; 2], side: Side) -> Self {
        let mut position = Self { men, key: 0, side, size, rules };
        position.key = conjoin_core::Position::recomputed_key(&position);
        position
    }

    /// The same board and player under other rules.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self::trusted(self.size, rules, self.men, self.side)
    }

    /// The men of a side, bit `8 * rank + file`.
    #[inline(always)]
    pub fn men(&self, side: Side) -> u64 {
        self.men[side.index()]
    }

    /// The men of the player to move.
    #[inline(always)]
    pub fn own(&self) -> u64 {
        self.men[self.side.index()]
    }

    /// The men of the other player.
    #[inline(always)]
    pub fn enemy(&self) -> u64 {
        self.men[(!self.side).index()]
    }

    /// Who stands on a square.
    pub fn man_on(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.men(*side) & square.bit() != 0)
    }

    /// Side length of the board.
    #[inline(always)]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub(super) fn geometry(&self) -> &'static Geometry {
        Geometry::of(self.size)
    }

    /// The outcome given which sides are connected; being stuck is another matter.
    #[inline(always)]
    pub(super) fn outcome_of_connections(&self, own: bool, enemy: bool) -> Option<Outcome> {
        match (own, enemy) {
            (false, false) => None,
            (true, false) => Some(Outcome::Win(self.side)),
            (false, true) => Some(Outcome::Win(!self.side)),
            (true, true) => Some(match self.rules.simultaneous {
                Simultaneous::Draw => Outcome::Draw,
                Simultaneous::MoverWins => Outcome::Win(!self.side),
            }),
        }
    }

    /// The loss of a player who is stuck where the rules say so.
    #[inline(always)]
    fn outcome_when_stuck(&self) -> Option<Outcome> {
        (self.rules.stuck == Stuck::Loss && !self.can_move()).then_some(Outcome::Win(!self.side))
    }

    /// Has the player to move a move other than a pass?
    pub fn can_move(&self) -> bool {
        self.count_board_moves(self.side) > 0
    }

    /// The moves that a side has on this board, or would have if it were to move; no passes.
    #[inline]
    pub fn count_board_moves(&self, side: Side) -> u32 {
        let (counted, other) = (self.men(side), self.men(!side));
        let lines = self.geometry().lines_with(counted);
        lines.map(|line| u32::from(lines::count(line.code(counted, other)))).sum()
    }

    /// Hands out the moves of the player to move, some at a time: no pass, nothing when stuck.
    #[inline(always)]
    pub(super) fn board_moves(&self, mut take: impl FnMut(&[Move])) {
        let (own, enemy) = (self.own(), self.enemy());
        let lines = self.geometry().lines_with(own);
        hand_out(
            lines.map(|line| lines::moves(line.code(own, enemy), line.first, line.step)),
            |moves| take(moves),
        );
    }

    /// The captures among [`Position::board_moves`].
    #[inline(always)]
    pub(super) fn board_captures(&self, take: impl FnMut(&mut [Move])) {
        let (own, enemy) = (self.own(), self.enemy());
        let lines = self.geometry().lines_with_both(own, enemy);
        let captures =
            lines.map(|line| lines::captures(line.code(own, enemy), line.first, line.step));
        hand_out(captures, take);
    }
}

/// Collects the moves of lines and hands them out, some at a time.
#[inline(always)]
fn hand_out(
    lines: impl Iterator<Item = (usize, [u16; lines::LANES])>,
    mut take: impl FnMut(&mut [Move]),
) {
    let mut chunk = [Move::PASS; CHUNK];
    let mut filled = 0;
    for (count, lanes) in lines {
        if filled > CHUNK - lines::LANES {
            take(&mut chunk[..filled]);
            filled = 0;
        }
        // All lanes are written and the count says how many stay: no branch to mispredict.
        let room = &mut chunk[filled..filled + lines::LANES];
        for (slot, &bits) in room.iter_mut().zip(&lanes) {
            *slot = Move::trusted(bits);
        }
        filled += count;
    }
    take(&mut chunk[..filled]);
}

/// Moves collected before they are handed out: more than nearly all positions have.
const CHUNK: usize = 128;

impl conjoin_core::Position for Position {
    type Move = Move;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn recomputed_key(&self) -> u64 {
        // Boards and rules differ in their own stream, so tables can hold several games.
        let mut key = mix::split_mix((4 << 32) | u64::from(self.size) << 8 | self.rules.index());
        for side in Side::BOTH {
            for square in super::squares(self.men(side)) {
                key ^= MEN_KEYS[side.index()][square.index()];
            }
        }
        if self.side == Side::Second { key ^ SIDE_KEY } else { key }
    }

    #[inline(always)]
    fn board_key(&self) -> u64 {
        if self.side == Side::Second { self.key ^ SIDE_KEY } else { self.key }
    }

    fn same_board(&self, other: &Self) -> bool {
        self.men == other.men
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let connected = |men| connection::is_connected(men);
        self.outcome_of_connections(connected(self.own()), connected(self.enemy()))
            .or_else(|| self.outcome_when_stuck())
    }

    #[inline]
    fn outcome_after(&self, mv: Move) -> Option<Outcome> {
        if mv.is_pass() {
            return self.outcome_when_stuck();
        }
        // Only the man that moved can have connected its side, only a capture the other.
        let enemy = connection::is_connected_with(self.enemy(), mv.to().index());
        let own = mv.is_capture() && connection::is_connected(self.own());
        self.outcome_of_connections(own, enemy).or_else(|| self.outcome_when_stuck())
    }

    fn yields_to_repetition(&self) -> bool {
        self.rules.stuck == Stuck::Loss
            && !connection::is_connected(self.own())
            && !connection::is_connected(self.enemy())
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        let before = moves.len();
        self.board_moves(|some| moves.extend_from_slice(some));
        if moves.len() == before && self.rules.stuck == Stuck::Pass {
            moves.push(Move::PASS);
        }
    }

    #[inline]
    fn count_moves(&self) -> u32 {
        let count = self.count_board_moves(self.side);
        if count == 0 && self.rules.stuck == Stuck::Pass { 1 } else { count }
    }

    #[inline]
    fn has_move(&self, mv: Move) -> bool {
        if mv.is_pass() {
            return self.rules.stuck == Stuck::Pass && !self.can_move();
        }
        let (own, enemy) = (self.own(), self.enemy());
        let (from, to) = (mv.from(), mv.to());
        let is_capture = enemy & to.bit() != 0;
        if own & from.bit() == 0
            || own & to.bit() != 0
            || is_capture != mv.is_capture()
            || to.bit() & board_mask(self.size) == 0
        {
            return false;
        }
        let line = line_of(from, to);
        let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
        let between = line & ((1 << high) - (2 << low));
        line & to.bit() != 0
            && (line & (own | enemy)).count_ones() == between.count_ones() + 1
            && between & enemy == 0
    }

    #[inline(always)]
    fn play(&self, mv: Move) -> Self {
        let mut key = self.key ^ SIDE_KEY;
        let (mut moved, mut taken) = (0, 0);
        if !mv.is_pass() {
            let (own, enemy) = (self.side.index(), (!self.side).index());
            let (from, to) = (mv.from(), mv.to());
            moved = from.bit() | to.bit();
            key ^= MEN_KEYS[own][from.index()] ^ MEN_KEYS[own][to.index()];
            if mv.is_capture() {
                taken = to.bit();
                key ^= MEN_KEYS[enemy][to.index()];
            }
        }
        // Written at once and never by an index, so that it stays in registers.
        let [black, white] = self.men;
        let men = match self.side {
            Side::First => [black ^ moved, white ^ taken],
            Side::Second => [black ^ taken, white ^ moved],
        };
        Self { men, key, side: !self.side, ..*self }
    }

    #[inline(always)]
    fn is_irreversible(&self, mv: Move) -> bool {
        mv.is_capture()
    }

    #[inline(always)]
    fn repetition(&self) -> Repetition {
        self.rules.repetition
    }
}

impl NullMove for Position {
    #[inline(always)]
    fn null_move(&self) -> Self {
        conjoin_core::Position::play(self, Move::PASS)
    }

    /// Fewer than five, after `winands-thesis` 2.6.
    fn has_few_men(&self) -> bool {
        self.own().count_ones() < 5
    }
}

/// The eight symmetries: bit 0 mirrors the files, bit 1 the ranks, bit 2 first swaps files and
/// ranks.
impl Symmetric for Position {
    const SYMMETRIES: usize = 8;
    const SYMMETRY_NAME: &'static str = "d4";

    fn transformed(&self, symmetry: usize) -> Self {
        let men = self.men.map(|men| transformed_set(men, self.size, symmetry));
        Self::trusted(self.size, self.rules, men, self.side)
    }

    fn transformed_move(&self, mv: Move, symmetry: usize) -> Move {
        if mv.is_pass() {
            return mv;
        }
        let image = |square: Square| {
            Square(transformed_set(square.bit(), self.size, symmetry).trailing_zeros() as u8)
        };
        Move::new(image(mv.from()), image(mv.to()), mv.is_capture())
    }

    fn inverse(symmetry: usize) -> usize {
        // The two quarter turns undo each other; everything else undoes itself.
        match symmetry {
            5 => 6,
            6 => 5,
            other => other,
        }
    }

    fn is_unchanged_by(&self, symmetry: usize) -> bool {
        self.men.iter().all(|&men| transformed_set(men, self.size, symmetry) == men)
    }

    fn canonical(&self) -> (Self, usize) {
        let mut best = (self.men, 0);
        for symmetry in 1..Self::SYMMETRIES {
            let men = self.men.map(|men| transformed_set(men, self.size, symmetry));
            best = best.min((men, symmetry));
        }
        (Self::trusted(self.size, self.rules, best.0, self.side), best.1)
    }
}

/// A set of squares seen through a symmetry of the board.
fn transformed_set(mut set: u64, size: u8, symmetry: usize) -> u64 {
    let margin = u32::from(MAX_SIZE - size);
    if symmetry & 4 != 0 {
        set = transposed(set);
    }
    if symmetry & 1 != 0 {
        set = set.reverse_bits().swap_bytes() >> margin;
    }
    if symmetry & 2 != 0 {
        set = set.swap_bytes() >> (8 * margin);
    }
    set
}

/// Swaps files and ranks, by exchanging ever larger blocks across the diagonal.
const fn transposed(mut set: u64) -> u64 {
    let swap = (set ^ set >> 7) & 0x00aa_00aa_00aa_00aa;
    set ^= swap ^ swap << 7;
    let swap = (set ^ set >> 14) & 0x0000_cccc_0000_cccc;
    set ^= swap ^ swap << 14;
    let swap = (set ^ set >> 28) & 0x0000_0000_f0f0_f0f0;
    set ^ swap ^ swap << 28
}
