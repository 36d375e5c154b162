//! The number of replies to every move, without making it.
//!
//! The enemy's steps change only around the two points of a move: men next to the point that is left gain
//! a step, those next to the point that is reached lose one. Captures are counted anew, which the
//! meetings of [`super::circuits`] make cheap.

use conjoin_core::mix::split_mix;
use conjoin_core::{Outcome, Position as _, Replies, Side, ending_replies};

use super::geometry::count_steps;
use super::{Move, Position, Stuck};

impl Position {
    /// The men of both sides after a move of the player to move with these men.
    #[inline(always)]
    pub(super) fn men_after(own: u64, enemy: u64, mv: Move) -> (u64, u64) {
        (own ^ (mv.from().bit() | mv.to().bit()), enemy & !mv.to().bit())
    }

    /// The outcome that a move leads to, a stuck enemy left aside.
    #[inline(always)]
    fn outcome_of_move(&self, mv: Move) -> Option<Outcome> {
        if mv.is_capture() {
            let is_last = self.enemy() & !mv.to().bit() == 0;
            return is_last.then_some(Outcome::Win(self.side_to_move()));
        }
        self.is_next_to_limit().then(|| self.outcome_at_limit())
    }

    /// Hands a child to `visit`, with the rules for a stuck player applied to its count.
    #[inline(always)]
    fn tell(
        &self,
        mv: Move,
        (own, enemy): (u64, u64),
        count: u32,
        visit: &mut impl FnMut(Move, Option<Outcome>, u32),
    ) {
        if let Some(outcome) = self.outcome_of_move(mv) {
            return visit(mv, Some(outcome), 0);
        }
        if count > 0 {
            return visit(mv, None, count);
        }
        let side = self.side_to_move();
        let men = if side == Side::First { [own, enemy] } else { [enemy, own] };
        let outcome = self.outcome_when_stuck(!side, men);
        visit(mv, outcome, u32::from(outcome.is_none()));
    }
}

impl Replies for Position {
    /// The men of the player to move: only captures tell them from those of a sibling.
    #[inline(always)]
    fn sibling_key(&self) -> u64 {
        split_mix(self.own())
    }

    #[inline]
    fn replies(&self, mut visit: impl FnMut(Move, Option<Outcome>, u32)) {
        let (own, enemy, empty) = (self.own(), self.enemy(), self.empty());
        let neighbours = &self.board().neighbours;
        let steps = count_steps(enemy, empty);
        let mut is_stuck = true;
        self.each_capture(self.side_to_move(), |mv| {
            is_stuck = false;
            let men = Self::men_after(own, enemy, mv);
            let (from, to) = (neighbours[mv.from().index() % 64], neighbours[mv.to().index() % 64]);
            let steps = steps + (from & men.1).count_ones() - (to & empty).count_ones();
            self.tell(mv, men, steps + self.count_captures_of(men.1, men.0), &mut visit);
        });
        self.each_step(self.side_to_move(), |mv| {
            is_stuck = false;
            let men = Self::men_after(own, enemy, mv);
            let (from, to) = (neighbours[mv.from().index() % 64], neighbours[mv.to().index() % 64]);
            let steps = steps + (from & enemy).count_ones() - (to & enemy).count_ones();
            self.tell(mv, men, steps + self.count_captures_of(men.1, men.0), &mut visit);
        });
        if is_stuck && self.rules().stuck == Stuck::Pass {
            let count = steps + self.count_captures_of(enemy, own);
            self.tell(Move::PASS, (own, enemy), count, &mut visit);
        }
    }

    /// Leaves out moves after which the enemy can take the last man.
    #[inline]
    fn sound_moves(&self, mut visit: impl FnMut(Move, Option<Outcome>)) -> bool {
        if self.rules().stuck != Stuck::Pass {
            self.replies(|mv, outcome, _| visit(mv, outcome));
            return false;
        }
        let (own, enemy) = (self.own(), self.enemy());
        let is_last = own.is_power_of_two();
        let (mut is_stuck, mut left_out) = (true, false);
        let mut look_at = |mv: Move| {
            is_stuck = false;
            let outcome = self.outcome_of_move(mv);
            let (own, enemy) = Self::men_after(own, enemy, mv);
            if is_last && outcome.is_none() && self.capturable_of(enemy, own) != 0 {
                left_out = true;
            } else {
                visit(mv, outcome);
            }
        };
        self.each_capture(self.side_to_move(), &mut look_at);
        self.each_step(self.side_to_move(), &mut look_at);
        if is_stuck {
            visit(Move::PASS, self.outcome_of_move(Move::PASS));
        }
        left_out
    }

    #[inline]
    fn ending_moves(&self, mut visit: impl FnMut(Move, Outcome)) -> bool {
        if self.rules().stuck != Stuck::Pass {
            return ending_replies(self, visit);
        }
        if self.enemy().count_ones() > 1 && !self.is_next_to_limit() {
            return true;
        }
        let (mut goes_on, mut is_stuck) = (false, true);
        let mut look_at = |mv: Move| {
            is_stuck = false;
            match self.outcome_of_move(mv) {
                Some(outcome) => visit(mv, outcome),
                None => goes_on = true,
            }
        };
        self.each_capture(self.side_to_move(), &mut look_at);
        if self.is_next_to_limit() {
            self.each_step(self.side_to_move(), &mut look_at);
        } else {
            let can_step = count_steps(self.own(), self.empty()) > 0;
            goes_on |= can_step;
            is_stuck &= !can_step;
        }
        if is_stuck {
            match self.outcome_of_move(Move::PASS) {
                Some(outcome) => visit(Move::PASS, outcome),
                None => goes_on = true,
            }
        }
        goes_on
    }
}
