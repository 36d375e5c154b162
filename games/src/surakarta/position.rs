//! A position of Surakarta and its moves.
//!
//! Two sets of men, a key and a few bytes: 32 bytes, copied at every move.

use std::num::NonZeroU8;

use conjoin_core::{NullMove, Outcome, Repetition, Side, mix};

use super::circuits::{Captures, MEETINGS, targets};
use super::geometry::{Board, POINTS, count_steps};
use super::{AtLimit, LARGE, Move, OwnStart, Point, Rules, SMALL, Stuck, board_mask, points};

/// A position of Surakarta with the rules it is played by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    men: [u64; 2],
    /// Of the men, the player, the board and the rules; the plies since a capture are not in it.
    key: u64,
    side: Side,
    size: u8,
    /// Plies since the last capture where the rules have a limit, and 0 elsewhere.
    quiet: u8,
    rules: Rules,
}

/// What makes a position impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// There is no board of this side.
    #[error("a board of side {size} is not possible: expected {SMALL} or {LARGE}")]
    Size {
        /// The side asked for.
        size: usize,
    },
    /// A man stands outside.
    #[error("point number {point} is not on a {size}x{size} board")]
    OffBoard {
        /// The lowest bit that no point has.
        point: u32,
        /// The side of the board.
        size: u8,
    },
    /// Two men share a point.
    #[error("point {point} holds a black and a white man")]
    Shared {
        /// The first such point.
        point: Point,
    },
    /// Nobody is there.
    #[error("no men stand on the board: expected at least one")]
    NoMen,
    /// More plies without a capture than the rules allow.
    #[error("{plies} plies without a capture: expected {}", most(*.limit))]
    Plies {
        /// The plies.
        plies: u32,
        /// The limit of the rules.
        limit: Option<NonZeroU8>,
    },
}

/// The plies without a capture that a position may have, in words.
fn most(limit: Option<NonZeroU8>) -> String {
    match limit {
        Some(limit) => format!("0 to {limit}"),
        None => "none, for these rules have no limit".into(),
    }
}

const MEN_KEYS: [[u64; POINTS]; 2] = [mix::keys(1), mix::keys(2)];
const SIDE_KEY: u64 = mix::split_mix(3 << 32);
/// Times the plies without a capture: their part of the key, 0 where there is no limit.
const QUIET_KEY: u64 = mix::split_mix(4 << 32) | 1;
/// The stream of keys for boards and rules.
const VARIANT_KEYS: u64 = 5 << 32;

/// `Black` for the first player, `White` for the second.
pub const fn colour_name(side: Side) -> &'static str {
    match side {
        Side::First => "Black",
        Side::Second => "White",
    }
}

impl Position {
    /// The first position: Black below, White above, Black to move. On the small board the men stand
    /// in two corners.
    ///
    /// # Panics
    /// When the side is neither 4 nor 6.
    pub fn start(size: u8, rules: Rules) -> Self {
        let (black, white) = match size {
            LARGE => (0xfff, 0xfff << 24),
            _ => (0o303, 0o1414 << 12),
        };
        Self::setup(size, rules, black, white, Side::First).expect("a board of side 4 or 6")
    }

    /// Any set-up, checked.
    pub fn setup(
        size: u8,
        rules: Rules,
        black: u64,
        white: u64,
        side: Side,
    ) -> Result<Self, SetupError> {
        if size != SMALL && size != LARGE {
            return Err(SetupError::Size { size: usize::from(size) });
        }
        let outside = (black | white) & !board_mask(size);
        if outside != 0 {
            return Err(SetupError::OffBoard { point: outside.trailing_zeros(), size });
        }
        if let Some(point) = points(black & white).next() {
            return Err(SetupError::Shared { point });
        }
        if black | white == 0 {
            return Err(SetupError::NoMen);
        }
        Ok(Self::trusted(size, rules, [black, white], side, 0))
    }

    /// A set-up known to be possible.
    pub(super) fn trusted(size: u8, rules: Rules, men: [u64; 2], side: Side, quiet: u8) -> Self {
        let mut position = Self { men, key: 0, side, size, quiet, rules };
        position.key = position.recomputed_board_key();
        position
    }

    /// The same position after so many plies without a capture.
    pub fn with_quiet_plies(self, plies: u32) -> Result<Self, SetupError> {
        let limit = self.rules.limit;
        if plies > limit.map_or(0, |limit| u32::from(limit.get())) {
            return Err(SetupError::Plies { plies, limit });
        }
        Ok(Self { quiet: plies as u8, ..self })
    }

    /// The same board and player under other rules, with no plies since a capture.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self::trusted(self.size, rules, self.men, self.side, 0)
    }

    /// The men of a side, bit `6 * rank + file`.
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

    /// The points without a man.
    #[inline(always)]
    pub fn empty(&self) -> u64 {
        self.board().points & !(self.men[0] | self.men[1])
    }

    /// Who stands on a point.
    pub fn man_on(&self, point: Point) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.men(*side) & point.bit() != 0)
    }

    /// Side length of the board.
    #[inline(always)]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The rules of the game.
    #[inline(always)]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Plies since the last capture where the rules have a limit, and 0 elsewhere.
    #[inline(always)]
    pub fn quiet_plies(&self) -> u8 {
        self.quiet
    }

    #[inline(always)]
    pub(super) fn board(&self) -> &'static Board {
        Board::of(self.size)
    }

    #[inline(always)]
    pub(super) fn is_start_open(&self) -> bool {
        self.rules.own_start == OwnStart::Open
    }

    /// The steps that a side has, or would have if it were to move.
    #[inline]
    pub fn count_steps(&self, side: Side) -> u32 {
        count_steps(self.men(side), self.empty())
    }

    /// The captures that a side has, or would have if it were to move.
    #[inline]
    pub fn count_captures(&self, side: Side) -> u32 {
        self.count_captures_of(self.men(side), self.men(!side))
    }

    /// The captures that some men have of others, when nobody else is on the board.
    #[inline(always)]
    pub(super) fn count_captures_of(&self, men: u64, enemies: u64) -> u32 {
        let captures = Captures::new(self.board(), men, enemies, self.is_start_open()).once();
        captures.count(|man| targets(self.board(), man, (men | enemies) ^ man, enemies))
    }

    /// The moves that a side has, or would have if it were to move; no passes.
    #[inline]
    pub fn count_board_moves(&self, side: Side) -> u32 {
        self.count_steps(side) + self.count_captures(side)
    }

    /// The enemies that the man on a point can capture, or could if it were its turn; none for an empty
    /// point.
    #[inline]
    pub fn capture_targets(&self, point: Point) -> u64 {
        let Some(side) = self.man_on(point) else { return 0 };
        let (all, man) = (self.men[0] | self.men[1], point.bit());
        let others = if self.is_start_open() { all ^ man } else { all };
        targets(self.board(), man, others, self.men(!side))
    }

    /// The men of the other side that a side can capture, or could if it were to move.
    #[inline]
    pub fn capturable(&self, by: Side) -> u64 {
        self.capturable_of(self.men(by), self.men(!by))
    }

    /// The men among `enemies` that `men` can capture, when nobody else is on the board.
    #[inline(always)]
    pub(super) fn capturable_of(&self, men: u64, enemies: u64) -> u64 {
        let captures = Captures::new(self.board(), men, enemies, self.is_start_open());
        let mut found = captures.pairs.iter().fold(0, |all, pair| all | pair) & enemies;
        for man in points(captures.selves) {
            found |= targets(self.board(), man.bit(), (men | enemies) ^ man.bit(), enemies);
        }
        found
    }

    /// Has the player to move a move other than a pass?
    #[inline]
    pub fn can_move(&self) -> bool {
        count_steps(self.own(), self.empty()) > 0 || self.count_captures(self.side) > 0
    }

    /// Hands out the captures that a side has, or would have if it were to move: each once.
    #[inline(always)]
    pub fn each_capture(&self, side: Side, mut visit: impl FnMut(Move)) {
        let (own, enemy) = (self.men(side), self.men(!side));
        let captures = Captures::new(self.board(), own, enemy, self.is_start_open()).once();
        for pair in captures.pairs {
            if pair != 0 {
                visit(Move::new(Point::of_bit(pair & own), Point::of_bit(pair & enemy), true));
            }
        }
        for from in points(captures.selves) {
            let found = targets(self.board(), from.bit(), (own | enemy) ^ from.bit(), enemy);
            points(found).for_each(|to| visit(Move::new(from, to, true)));
        }
    }

    /// Hands out the steps that a side has, or would have if it were to move.
    #[inline(always)]
    pub fn each_step(&self, side: Side, mut visit: impl FnMut(Move)) {
        let (board, empty) = (self.board(), self.empty());
        for from in points(self.men(side)) {
            for to in points(board.neighbours[from.index() % 64] & empty) {
                visit(Move::new(from, to, false));
            }
        }
    }

    /// The result of a count of men.
    #[inline(always)]
    fn counted(men: [u64; 2]) -> Outcome {
        let [black, white] = men.map(u64::count_ones);
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }

    /// The result of a game that the limit ends.
    #[inline(always)]
    pub(super) fn outcome_at_limit(&self) -> Outcome {
        match self.rules.at_limit {
            AtLimit::Count => Self::counted(self.men),
            AtLimit::Draw => Outcome::Draw,
        }
    }

    /// The result for a side with these men that has no move, if that ends the game.
    #[inline(always)]
    pub(super) fn outcome_when_stuck(&self, stuck: Side, men: [u64; 2]) -> Option<Outcome> {
        match self.rules.stuck {
            Stuck::Pass => None,
            Stuck::Loss => Some(Outcome::Win(!stuck)),
            Stuck::Count => Some(Self::counted(men)),
        }
    }

    /// Are there as many plies without a capture as the rules allow?
    #[inline(always)]
    pub(super) fn is_at_limit(&self) -> bool {
        self.rules.limit.is_some_and(|limit| self.quiet >= limit.get())
    }

    /// Does the next ply without a capture end the game?
    #[inline(always)]
    pub(super) fn is_next_to_limit(&self) -> bool {
        self.rules.limit.is_some_and(|limit| self.quiet.saturating_add(1) >= limit.get())
    }

    fn recomputed_board_key(&self) -> u64 {
        // Boards and rules differ in their own stream, so tables can hold several games.
        let variant = u64::from(self.size) << 16 | self.rules.index();
        let mut key = mix::split_mix(VARIANT_KEYS | variant);
        for side in Side::BOTH {
            for point in points(self.men(side)) {
                key ^= MEN_KEYS[side.index()][point.index()];
            }
        }
        if self.side == Side::Second { key ^ SIDE_KEY } else { key }
    }

    /// The part of the key that the plies without a capture are.
    #[inline(always)]
    fn quiet_key(&self) -> u64 {
        u64::from(self.quiet).wrapping_mul(QUIET_KEY)
    }
}

/// Room for the moves of a position: a step at most along each of the 110 pairs of neighbours, and up to
/// four captures of a man that meets itself in the place of each meeting.
const MOST_MOVES: usize = 110 + 4 * MEETINGS;

impl conjoin_core::Position for Position {
    type Move = Move;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key ^ self.quiet_key()
    }

    fn recomputed_key(&self) -> u64 {
        self.recomputed_board_key() ^ self.quiet_key()
    }

    #[inline(always)]
    fn repetition_key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    fn has_counter(&self) -> bool {
        self.rules.limit.is_some()
    }

    #[inline(always)]
    fn board_key(&self) -> u64 {
        if self.side == Side::Second { self.key ^ SIDE_KEY } else { self.key }
    }

    #[inline(always)]
    fn same_board(&self, other: &Self) -> bool {
        self.men == other.men
    }

    /// A side without men has lost; then the limit counts, then a player without a move.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.enemy() == 0 {
            return Some(Outcome::Win(self.side));
        }
        if self.own() == 0 {
            return Some(Outcome::Win(!self.side));
        }
        if self.is_at_limit() {
            return Some(self.outcome_at_limit());
        }
        match self.rules.stuck {
            Stuck::Pass => None,
            _ if self.can_move() => None,
            _ => self.outcome_when_stuck(self.side, self.men),
        }
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        let mut found = [Move::PASS; MOST_MOVES];
        let mut count = 0;
        let mut keep = |mv| {
            found[count] = mv;
            count += 1;
        };
        self.each_capture(self.side, &mut keep);
        self.each_step(self.side, &mut keep);
        if count == 0 && self.rules.stuck == Stuck::Pass {
            count = 1;
        }
        moves.extend_from_slice(&found[..count]);
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
        if self.own() & mv.from().bit() == 0 {
            return false;
        }
        let found = if mv.is_capture() {
            self.capture_targets(mv.from())
        } else {
            self.board().neighbours[mv.from().index() % 64] & self.empty()
        };
        found & mv.to().bit() != 0
    }

    #[inline(always)]
    fn play(&self, mv: Move) -> Self {
        let mut key = self.key ^ SIDE_KEY;
        let mut quiet = self.quiet.wrapping_add(u8::from(self.rules.limit.is_some()));
        let (mut moved, mut taken) = (0, 0);
        if !mv.is_pass() {
            let (own, enemy) = (self.side.index(), (!self.side).index());
            let (from, to) = (mv.from(), mv.to());
            moved = from.bit() | to.bit();
            key ^= MEN_KEYS[own][from.index() % POINTS] ^ MEN_KEYS[own][to.index() % POINTS];
            if mv.is_capture() {
                taken = to.bit();
                key ^= MEN_KEYS[enemy][to.index() % POINTS];
                quiet = 0;
            }
        }
        // Written at once and never by an index, so that it stays in registers.
        let [black, white] = self.men;
        let men = match self.side {
            Side::First => [black ^ moved, white ^ taken],
            Side::Second => [black ^ taken, white ^ moved],
        };
        Self { men, key, side: !self.side, quiet, ..*self }
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
    /// A null move is no ply without a capture: the limit comes no nearer.
    #[inline(always)]
    fn null_move(&self) -> Self {
        Self { key: self.key ^ SIDE_KEY, side: !self.side, ..*self }
    }

    /// Fewer than four.
    fn has_few_men(&self) -> bool {
        self.own().count_ones() < 4
    }
}
