//! A position of Chinese Checkers and its moves.
//!
//! Two sets of marbles, a key and a few bytes: 64 bytes, copied at every move.

use std::num::NonZeroU16;

use conjoin_core::{NullMove, Outcome, Repetition, Side, mix};

use super::geometry::{HOLES, Star};
use super::jumps::JumpLines;
use super::occupied::Occupied;
use super::{
    AntiBlocking, Hole, Jumps, LARGE, LastTurn, Move, Neutral, Rules, SIZES, board_mask, holes,
};

/// A position of Chinese Checkers with the rules it is played by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    marbles: [u128; 2],
    /// Of the marbles, the player, the star and the rules; the plies played are not in it.
    key: u64,
    rules: Rules,
    /// Plies played where the rules have a limit, and 0 elsewhere.
    plies: u16,
    side: Side,
    size: u8,
}

/// What makes a position impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// There is no star of so many holes.
    #[error("a star of {size} holes is not possible: expected 13, 37, 73 or 121")]
    Size {
        /// The holes asked for.
        size: u8,
    },
    /// A marble lies outside.
    #[error("hole {hole:?} of the largest star is not on the star of {size} holes")]
    OffBoard {
        /// The first such hole.
        hole: Hole,
        /// The holes of the star.
        size: u8,
    },
    /// Two marbles share a hole.
    #[error("hole {number} holds a black and a white marble")]
    Shared {
        /// The first such hole.
        number: u32,
    },
    /// A side has too few or too many marbles.
    #[error("{side} has {marbles} marbles: expected 1 to {most}")]
    Marbles {
        /// Whose.
        side: &'static str,
        /// How many there are.
        marbles: u32,
        /// The holes of a home.
        most: u32,
    },
    /// More plies than the rules allow.
    #[error("{plies} plies played: expected {}", most_plies(*.limit))]
    Plies {
        /// The plies.
        plies: u32,
        /// The limit of the rules.
        limit: Option<NonZeroU16>,
    },
}

/// The plies that a position may have, in words.
fn most_plies(limit: Option<NonZeroU16>) -> String {
    match limit {
        Some(limit) => format!("0 to {limit}"),
        None => "none, for these rules have no limit".into(),
    }
}

const MARBLE_KEYS: [[u64; HOLES]; 2] = [mix::keys(1), mix::keys(2)];
const SIDE_KEY: u64 = mix::split_mix(3 << 32);
/// Times the plies played: their part of the key, 0 where there is no limit.
const PLIES_KEY: u64 = mix::split_mix(4 << 32) | 1;
/// The stream of keys for stars and rules.
const VARIANT_KEYS: u64 = 5 << 32;

/// `Black` for the first player, `White` for the second.
pub const fn colour_name(side: Side) -> &'static str {
    match side {
        Side::First => "Black",
        Side::Second => "White",
    }
}

impl Position {
    /// The first position: Black in the upper home, White in the lower one, Black to move.
    ///
    /// # Panics
    /// When no star has so many holes.
    pub fn start(size: u8, rules: Rules) -> Self {
        let [black, white] = super::homes(size);
        Self::setup(size, rules, black, white, Side::First).expect("13, 37, 73 or 121 holes")
    }

    /// Any set-up, checked. Sides may have fewer marbles than their homes have holes.
    pub fn setup(
        size: u8,
        rules: Rules,
        black: u128,
        white: u128,
        side: Side,
    ) -> Result<Self, SetupError> {
        if !SIZES.contains(&size) {
            return Err(SetupError::Size { size });
        }
        let outside = (black | white) & !board_mask(size);
        if outside != 0 {
            return Err(SetupError::OffBoard { hole: Hole::lowest(outside), size });
        }
        if let Some(hole) = holes(black & white).next() {
            return Err(SetupError::Shared { number: hole.number(size) });
        }
        let most = super::homes(size)[0].count_ones();
        for (side, marbles) in Side::BOTH.into_iter().zip([black, white].map(u128::count_ones)) {
            if !(1..=most).contains(&marbles) {
                return Err(SetupError::Marbles { side: colour_name(side), marbles, most });
            }
        }
        Ok(Self::trusted(size, rules, [black, white], side, 0))
    }

    /// A set-up known to be possible.
    pub(super) fn trusted(
        size: u8,
        rules: Rules,
        marbles: [u128; 2],
        side: Side,
        plies: u16,
    ) -> Self {
        let mut position = Self { marbles, key: 0, rules, plies, side, size };
        position.key = position.recomputed_board_key();
        position
    }

    /// The same position after so many plies.
    pub fn with_plies(self, plies: u32) -> Result<Self, SetupError> {
        let limit = self.rules.limit;
        if plies > limit.map_or(0, |limit| u32::from(limit.get())) {
            return Err(SetupError::Plies { plies, limit });
        }
        Ok(Self { plies: plies as u16, ..self })
    }

    /// The same board and player under other rules, with no plies played.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self::trusted(self.size, rules, self.marbles, self.side, 0)
    }

    /// The marbles of a side; bits are holes of the largest star.
    #[inline(always)]
    pub fn marbles(&self, side: Side) -> u128 {
        self.marbles[side.index()]
    }

    /// The marbles of the player to move.
    #[inline(always)]
    pub fn own(&self) -> u128 {
        self.marbles[self.side.index()]
    }

    /// The marbles of the other player.
    #[inline(always)]
    pub fn enemy(&self) -> u128 {
        self.marbles[(!self.side).index()]
    }

    /// All marbles.
    #[inline(always)]
    pub fn occupied(&self) -> u128 {
        self.marbles[0] | self.marbles[1]
    }

    /// Whose marble lies in a hole.
    pub fn marble_in(&self, hole: Hole) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.marbles(*side) & hole.bit() != 0)
    }

    /// Holes of the star.
    #[inline(always)]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The rules of the game.
    #[inline(always)]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Plies played where the rules have a limit, and 0 elsewhere.
    #[inline(always)]
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// The triangle where a side begins.
    #[inline(always)]
    pub fn home(&self, side: Side) -> u128 {
        self.star().homes[side.index()]
    }

    /// The triangle that a side has to fill.
    #[inline(always)]
    pub fn goal(&self, side: Side) -> u128 {
        self.star().homes[(!side).index()]
    }

    /// The holes where no move may end although they are empty.
    #[inline(always)]
    pub fn closed(&self) -> u128 {
        if self.rules.neutral == Neutral::Pass { self.star().neutral } else { 0 }
    }

    #[inline(always)]
    pub(super) fn star(&self) -> &'static Star {
        Star::of(self.size)
    }

    #[inline(always)]
    pub(super) fn jumps(&self) -> JumpLines {
        JumpLines::new(self.star(), self.rules.jumps == Jumps::Adjacent)
    }

    /// The empty holes where a move may end.
    #[inline(always)]
    pub(super) fn ends(&self) -> u128 {
        self.star().holes & !(self.occupied() | self.closed())
    }

    /// The holes that the marble in a hole can step to, or could if it were its turn.
    #[inline(always)]
    pub fn step_targets(&self, from: Hole) -> u128 {
        self.star().neighbours[from.index() & 127] & self.ends()
    }

    /// The holes that the marble in a hole can jump to by one jump or more, or could if it were its turn.
    #[inline(always)]
    pub fn jump_targets(&self, from: Hole) -> u128 {
        self.jumps().reach(from, self.occupied() & !from.bit()) & !self.closed()
    }

    /// The holes that the marble in a hole can move to, or could if it were its turn.
    #[inline(always)]
    pub fn targets(&self, from: Hole) -> u128 {
        self.step_targets(from) | self.jump_targets(from)
    }

    /// The steps that a side has, or would have if it were to move.
    #[inline]
    pub fn count_steps(&self, side: Side) -> u32 {
        let ends = self.ends();
        let next = |from: Hole| (self.star().neighbours[from.index() & 127] & ends).count_ones();
        holes(self.marbles(side)).map(next).sum()
    }

    /// The moves by jumps that a side has, or would have if it were to move.
    #[inline]
    pub fn count_jumps(&self, side: Side) -> u32 {
        let (mut occupied, closed) = (Occupied::of(self), self.closed());
        let targets = |from: Hole| occupied.reach(from) & !closed;
        holes(self.marbles(side)).map(targets).map(u128::count_ones).sum()
    }

    /// The moves that a side has, or would have if it were to move; no passes.
    #[inline]
    pub fn count_board_moves(&self, side: Side) -> u32 {
        let mut occupied = Occupied::of(self);
        let (ends, neighbours) = (self.ends(), &self.star().neighbours);
        let targets = |from: Hole| occupied.reach(from) | neighbours[from.index() & 127];
        holes(self.marbles(side)).map(targets).map(|found| (found & ends).count_ones()).sum()
    }

    /// Has the player to move a move other than a pass?
    #[inline]
    pub fn can_move(&self) -> bool {
        holes(self.own()).any(|from| self.step_targets(from) != 0)
            || holes(self.own()).any(|from| self.jump_targets(from) != 0)
    }

    /// Has a side filled its goal, as the rules count it?
    #[inline(always)]
    pub fn has_filled_goal(&self, side: Side) -> bool {
        self.is_filled(side, self.marbles)
    }

    /// [`Position::has_filled_goal`] of other marbles on this star.
    #[inline(always)]
    pub(super) fn is_filled(&self, side: Side, marbles: [u128; 2]) -> bool {
        let (goal, own) = (self.goal(side), marbles[side.index()]);
        own & !goal == 0
            || self.rules.anti_blocking == AntiBlocking::On
                && goal & !(marbles[0] | marbles[1]) == 0
                && own & goal != 0
    }

    /// The result that full goals give with this player to move.
    ///
    /// With a last turn, the first player's full goal leaves the second one a move. Two full goals draw
    /// then; without it they cannot come about by play, and the player who has just moved is the winner.
    #[inline(always)]
    pub(super) fn outcome_of(&self, marbles: [u128; 2], to_move: Side) -> Option<Outcome> {
        let has_last_turn = self.rules.last_turn == LastTurn::Draw;
        match Side::BOTH.map(|side| self.is_filled(side, marbles)) {
            [false, false] => None,
            [true, true] if has_last_turn => Some(Outcome::Draw),
            [true, true] => Some(Outcome::Win(!to_move)),
            [true, false] if has_last_turn && to_move == Side::Second => None,
            [true, false] => Some(Outcome::Win(Side::First)),
            [false, true] => Some(Outcome::Win(Side::Second)),
        }
    }

    /// Has the first player filled the goal, so that the player to move has the last turn?
    #[inline(always)]
    pub fn is_last_turn(&self) -> bool {
        self.side == Side::Second
            && self.rules.last_turn == LastTurn::Draw
            && self.has_filled_goal(Side::First)
            && !self.has_filled_goal(Side::Second)
    }

    /// Have as many plies been played as the rules allow?
    #[inline(always)]
    pub(super) fn is_at_limit(&self) -> bool {
        self.rules.limit.is_some_and(|limit| self.plies >= limit.get())
    }

    /// Is the next ply the last that the rules allow?
    #[inline(always)]
    pub(super) fn is_next_to_limit(&self) -> bool {
        self.rules.limit.is_some_and(|limit| self.plies.saturating_add(1) >= limit.get())
    }

    fn recomputed_board_key(&self) -> u64 {
        // Stars and rules differ in their own stream, so tables can hold several games.
        let variant = u64::from(self.size) << 24 | self.rules.index();
        let mut key = mix::split_mix(VARIANT_KEYS | variant);
        for side in Side::BOTH {
            for hole in holes(self.marbles(side)) {
                key ^= MARBLE_KEYS[side.index()][hole.index()];
            }
        }
        if self.side == Side::Second { key ^ SIDE_KEY } else { key }
    }

    /// The part of the key that the plies played are.
    #[inline(always)]
    fn plies_key(&self) -> u64 {
        u64::from(self.plies).wrapping_mul(PLIES_KEY)
    }
}

impl conjoin_core::Position for Position {
    type Move = Move;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key ^ self.plies_key()
    }

    fn recomputed_key(&self) -> u64 {
        self.recomputed_board_key() ^ self.plies_key()
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
        self.marbles == other.marbles
    }

    /// Full goals count before the limit does.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let filled = self.outcome_of(self.marbles, self.side);
        if filled.is_none() && self.is_at_limit() { Some(Outcome::Draw) } else { filled }
    }

    /// Marbles in the order of their holes, steps and jumps of each in that of theirs.
    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        let before = moves.len();
        let mut occupied = Occupied::of(self);
        let (ends, neighbours) = (self.ends(), &self.star().neighbours);
        for from in holes(self.own()) {
            let targets = (occupied.reach(from) | neighbours[from.index() & 127]) & ends;
            moves.extend(holes(targets).map(|to| Move::new(from, to)));
        }
        if moves.len() == before {
            moves.push(Move::PASS);
        }
    }

    #[inline]
    fn count_moves(&self) -> u32 {
        self.count_board_moves(self.side).max(1)
    }

    #[inline]
    fn has_move(&self, mv: Move) -> bool {
        if mv.is_pass() {
            return !self.can_move();
        }
        let (from, to) = (mv.from(), mv.to());
        if self.own() & from.bit() == 0 || self.ends() & to.bit() == 0 {
            return false;
        }
        self.star().neighbours[from.index() & 127] & to.bit() != 0
            || self.jump_targets(from) & to.bit() != 0
    }

    #[inline(always)]
    fn play(&self, mv: Move) -> Self {
        let mut key = self.key ^ SIDE_KEY;
        let plies = self.plies.saturating_add(u16::from(self.rules.limit.is_some()));
        let mut moved = 0;
        if !mv.is_pass() {
            let own = self.side.index();
            let (from, to) = (mv.from(), mv.to());
            moved = from.bit() | to.bit();
            key ^= MARBLE_KEYS[own][from.index() % HOLES] ^ MARBLE_KEYS[own][to.index() % HOLES];
        }
        // Written at once and never by an index, so that it stays in registers.
        let [black, white] = self.marbles;
        let marbles = match self.side {
            Side::First => [black ^ moved, white],
            Side::Second => [black, white ^ moved],
        };
        Self { marbles, key, plies, side: !self.side, ..*self }
    }

    /// Marbles can go back the way they came.
    #[inline(always)]
    fn is_irreversible(&self, _: Move) -> bool {
        false
    }

    #[inline(always)]
    fn repetition(&self) -> Repetition {
        self.rules.repetition
    }
}

impl NullMove for Position {
    /// A null move is no ply: the limit comes no nearer.
    #[inline(always)]
    fn null_move(&self) -> Self {
        Self { key: self.key ^ SIDE_KEY, side: !self.side, ..*self }
    }

    /// Nearly all own marbles in the goal: the last moves of a race are a matter of tempo.
    fn has_few_men(&self) -> bool {
        (self.own() & !self.goal(self.side)).count_ones() < 3
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start(LARGE, Rules::default())
    }
}
