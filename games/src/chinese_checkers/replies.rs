//! The number of replies to every move, without making it.
//!
//! Where a marble can go depends on few holes: those it looks at for its jumps, and its neighbours. A move
//! changes two holes. Enemy marbles that look at neither have as many moves as before, so only the others
//! are counted anew, once for the hole that the move leaves and again for holes that it may end in.

use conjoin_core::{Outcome, Position as _, Replies, ending_replies};

use super::jumps::JumpLines;
use super::occupied::Occupied;
use super::{AntiBlocking, Hole, Move, Position, holes};

/// Marbles that a side has at most.
const MOST_MARBLES: usize = 10;

/// The moves of an enemy marble.
#[derive(Clone, Copy)]
struct Mobility {
    hole: Hole,
    moves: u32,
    /// The holes that decide about them.
    depends: u128,
}

impl Position {
    /// The moves of an enemy marble among these others.
    #[inline(always)]
    fn mobility(&self, jumps: JumpLines, hole: Hole, others: u128, ends: u128) -> Mobility {
        let next = self.star().neighbours[hole.index() & 127];
        let reach = jumps.reach_with_depends(hole, others);
        let moves = ((reach.holes | next & !others) & ends).count_ones();
        Mobility { hole, moves, depends: reach.depends | next }
    }

    /// Can no move of this running position end the game, nor leave the enemy without a move?
    #[inline]
    fn goes_on_after_all_moves(&self) -> bool {
        self.no_move_ends_the_game() && {
            // A move fills one hole: where the enemy has two to step to, one is left.
            let ends = self.ends();
            let next = |set, hole: Hole| set | self.star().neighbours[hole.index() & 127];
            (holes(self.enemy()).fold(0, next) & ends).count_ones() > 1
        }
    }

    /// Can no move of this running position end the game?
    #[inline]
    fn no_move_ends_the_game(&self) -> bool {
        let side = self.side_to_move();
        let is_far = (self.own() & !self.goal(side)).count_ones() > 1;
        let has_room = |goal: u128| (goal & !self.occupied()).count_ones() > 1;
        is_far
            && !self.is_next_to_limit()
            && !self.has_filled_goal(!side)
            && (self.rules().anti_blocking == AntiBlocking::Off
                || has_room(self.goal(side)) && has_room(self.goal(!side)))
    }

    /// [`Replies::replies`] where every game goes on.
    #[inline]
    fn replies_by_change(&self, mut visit: impl FnMut(Move, Option<Outcome>, u32)) {
        let (jumps, occupied) = (self.jumps(), self.occupied());
        let open = self.star().holes & !self.closed();
        let nobody = Mobility { hole: Hole(0), moves: 0, depends: 0 };
        let mut before = [nobody; MOST_MARBLES];
        let mut enemies = 0;
        for hole in holes(self.enemy()).take(MOST_MARBLES) {
            before[enemies] = self.mobility(jumps, hole, occupied & !hole.bit(), open);
            enemies += 1;
        }
        let mut lines = Occupied::of(self);
        let mut is_stuck = true;
        for from in holes(self.own()) {
            let next = self.star().neighbours[from.index() & 127];
            let targets = (lines.reach(from) | next & !occupied) & open;
            if targets == 0 {
                continue;
            }
            is_stuck = false;
            let lifted = occupied & !from.bit();
            let mut now = before;
            let (mut sum, mut depends) = (0, 0);
            for enemy in &mut now[..enemies] {
                if enemy.depends & from.bit() != 0 {
                    *enemy = self.mobility(jumps, enemy.hole, lifted & !enemy.hole.bit(), open);
                }
                sum += enemy.moves;
                depends |= enemy.depends;
            }
            lines.toggle(from);
            for to in holes(targets) {
                let mut count = sum;
                if depends & to.bit() != 0 {
                    lines.toggle(to);
                    for enemy in now[..enemies].iter().filter(|e| e.depends & to.bit() != 0) {
                        let next = self.star().neighbours[enemy.hole.index() & 127];
                        let found = lines.reach(enemy.hole) | next & !(lifted | to.bit());
                        count += (found & open).count_ones();
                        count -= enemy.moves;
                    }
                    lines.toggle(to);
                }
                visit(Move::new(from, to), None, count);
            }
            lines.toggle(from);
        }
        if is_stuck {
            visit(Move::PASS, None, before[..enemies].iter().map(|enemy| enemy.moves).sum());
        }
    }
}

impl Replies for Position {
    #[inline]
    fn replies(&self, mut visit: impl FnMut(Move, Option<Outcome>, u32)) {
        if self.goes_on_after_all_moves() {
            return self.replies_by_change(visit);
        }
        let mut moves = Vec::new();
        self.moves(&mut moves);
        for mv in moves {
            let child = self.play(mv);
            let outcome = child.outcome();
            visit(mv, outcome, if outcome.is_none() { child.count_moves() } else { 0 });
        }
    }

    /// Leaves nothing out, and counts nothing.
    #[inline]
    fn sound_moves(&self, mut visit: impl FnMut(Move, Option<Outcome>)) -> bool {
        let goes_on = self.no_move_ends_the_game();
        let mut moves = Vec::new();
        self.moves(&mut moves);
        for mv in moves {
            visit(mv, if goes_on { None } else { self.play(mv).outcome() });
        }
        false
    }

    #[inline]
    fn ending_moves(&self, visit: impl FnMut(Move, Outcome)) -> bool {
        self.no_move_ends_the_game() || ending_replies(self, visit)
    }
}
