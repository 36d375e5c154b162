//! The number of replies to every move, from the lines that the move changes.
//!
//! A move takes a man off four lines and puts it on four, one of them the same: seven lines of
//! 46. The code of every line is read once for the position, and each child costs seven look-ups
//! instead of a move generation. Measured in `docs/performance.md`.

use conjoin_core::mix::split_mix;
use conjoin_core::{Outcome, Position as _, Replies, ending_replies};

use super::geometry::{Geometry, LINE_ROOM, SQUARES};
use super::lines::count;
use super::{Move, Position, Square, Stuck, connection};

/// The codes of all lines for counting the enemy's moves.
struct LineCodes {
    codes: [u32; LINE_ROOM],
    /// The moves along each line.
    counts: [u8; LINE_ROOM],
    /// Their sum: the enemy's moves if it were to move now.
    total: i32,
}

impl LineCodes {
    #[inline(always)]
    fn new(geometry: &Geometry, own: u64, enemy: u64) -> Self {
        let mut lines = Self { codes: [0; LINE_ROOM], counts: [0; LINE_ROOM], total: 0 };
        for (i, line) in geometry.lines().iter().enumerate() {
            let code = line.code(enemy, own);
            lines.codes[i % LINE_ROOM] = code;
            lines.counts[i % LINE_ROOM] = count(code);
            lines.total += i32::from(count(code));
        }
        lines
    }

    /// How much the count of a line changes when its code changes by `change`.
    #[inline(always)]
    fn gain(&self, line: u8, change: i32) -> i32 {
        let line = usize::from(line) % LINE_ROOM;
        let code = self.codes[line].wrapping_add_signed(change);
        i32::from(count(code)) - i32::from(self.counts[line])
    }
}

impl Replies for Position {
    /// The men of the player to move: only captures tell them from those of a sibling.
    #[inline(always)]
    fn sibling_key(&self) -> u64 {
        split_mix(self.own())
    }

    #[inline]
    fn sound_moves(&self, visit: impl FnMut(Move, Option<Outcome>)) -> bool {
        self.visit_sound_moves(visit)
    }

    #[inline]
    fn ending_moves(&self, visit: impl FnMut(Move, Outcome)) -> bool {
        match self.rules().stuck {
            Stuck::Pass => self.visit_ending_moves(visit),
            Stuck::Loss => ending_replies(self, visit),
        }
    }

    #[inline]
    fn replies(&self, mut visit: impl FnMut(Move, Option<Outcome>, u32)) {
        let geometry = self.geometry();
        let (own, enemy) = (self.own(), self.enemy());
        let lines = LineCodes::new(geometry, own, enemy);
        // What the enemy gains when a man leaves each of its lines, and all of them.
        let mut leaving = [[0i32; 4]; 64];
        let mut leaving_all = [0i32; 64];
        for man in super::squares(own) {
            let gains = geometry.on_line[man.index()]
                .map(|on| lines.gain(on.line, -2 * i32::from(on.weight)));
            leaving[man.index()] = gains;
            leaving_all[man.index()] = lines.total + gains.iter().sum::<i32>();
        }
        let mut stuck = true;
        self.board_moves(|moves| {
            for &mv in moves {
                stuck = false;
                let (from, to) = (mv.from(), mv.to());
                let on_from = &geometry.on_line[from.index()];
                let axis = AXIS[from.index()][to.index()] as usize % 4;
                // An own man arrives; on its line of movement it also leaves a place, and a man
                // it takes no longer counts.
                let arrival = if mv.is_capture() { 1 } else { 2 };
                let mut count = leaving_all[from.index()] - leaving[from.index()][axis];
                for (i, on) in geometry.on_line[to.index()].iter().enumerate() {
                    let left = if i == axis { 2 * i32::from(on_from[i].weight) } else { 0 };
                    count += lines.gain(on.line, arrival * i32::from(on.weight) - left);
                }
                let outcome = self.outcome_of_move(own, enemy, from, to, mv.is_capture());
                self.tell(mv, outcome, count, &mut visit);
            }
        });
        if stuck && self.rules().stuck == Stuck::Pass {
            self.tell(Move::PASS, None, lines.total, &mut visit);
        }
    }
}

/// The line through two squares, on the frame of 8x8; any through the first if there is none.
#[inline(always)]
pub(super) fn line_of(one: Square, other: Square) -> u64 {
    let axis = AXIS[one.index()][other.index()];
    SQUARES[one.index()].lines[usize::from(axis) % 4]
}

/// The axis that two squares share.
static AXIS: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut axis = 0;
        while axis < 4 {
            let mut line = SQUARES[from].lines[axis];
            while line != 0 {
                table[from][line.trailing_zeros() as usize] = axis as u8;
                line &= line - 1;
            }
            axis += 1;
        }
        from += 1;
    }
    table
};

impl Position {
    /// The outcome that a move's connections lead to.
    #[inline(always)]
    pub(super) fn outcome_of_move(
        &self,
        own: u64,
        enemy: u64,
        from: Square,
        to: Square,
        is_capture: bool,
    ) -> Option<Outcome> {
        let own_after = own ^ (from.bit() | to.bit());
        let own_connected = connection::is_connected_with(own_after, to.index());
        let enemy_connected = is_capture && connection::is_connected(enemy & !to.bit());
        if !(own_connected || enemy_connected) {
            return None;
        }
        self.null_side().outcome_of_connections(enemy_connected, own_connected)
    }

    /// This position as the other player's: outcomes of children are told from there.
    #[inline(always)]
    fn null_side(&self) -> Self {
        conjoin_core::NullMove::null_move(self)
    }

    /// Hands a child to `visit`, with the rules for a stuck player applied to its count.
    #[inline(always)]
    fn tell(
        &self,
        mv: Move,
        outcome: Option<Outcome>,
        count: i32,
        visit: &mut impl FnMut(Move, Option<Outcome>, u32),
    ) {
        match (outcome, count, self.rules().stuck) {
            (Some(_), _, _) => visit(mv, outcome, 0),
            (None, 0, Stuck::Pass) => visit(mv, None, 1),
            (None, 0, Stuck::Loss) => visit(mv, Some(Outcome::Win(self.side_to_move())), 0),
            (None, _, _) => visit(mv, None, count as u32),
        }
    }
}
