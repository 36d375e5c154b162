//! JumpLines and chains of them: where a marble can go.
//!
//! A marble looks along each of six lines for the first other one. If that stands no farther than the
//! middle of what lies ahead, the hole as far behind it is the landing, and all other holes up to there
//! have to be empty. The tables of [`Star`] have the lines; nothing is stepped through hole by hole.

use super::geometry::{DIRECTIONS, Hole, Lines, Star, across, nearest, up_to};

/// The lines that marbles jump along.
#[derive(Clone, Copy)]
pub(super) struct JumpLines {
    star: &'static Star,
    /// The holes that can be jumped over, by the rules and the star.
    halves: &'static Lines,
}

/// Where a marble can go and what decides that.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// The holes that jumps lead to, however many; without its own.
    pub holes: u128,
    /// If no other hole changes, neither do these.
    pub depends: u128,
}

impl JumpLines {
    #[inline(always)]
    pub fn new(star: &'static Star, only_neighbours: bool) -> Self {
        Self { star, halves: if only_neighbours { &star.next } else { &star.halves } }
    }

    /// Hands out the landings of single jumps from a hole.
    #[inline(always)]
    fn landings(self, from: u32, others: u128, depends: &mut u128) -> u128 {
        let mut found = 0;
        let (halves, rays) =
            (&self.halves[from as usize & 127], &self.star.rays[from as usize & 127]);
        for direction in 0..DIRECTIONS {
            let half = halves[direction];
            let near = half & others;
            if near == 0 {
                *depends |= half;
                continue;
            }
            let over = nearest(near, direction);
            let to = across(from, over);
            let way = up_to(rays[direction], to, direction);
            *depends |= way;
            if way & others == 1 << over {
                found |= 1 << to;
            }
        }
        found
    }

    /// The landings of single jumps from a hole.
    #[inline(always)]
    pub fn from(self, hole: Hole, others: u128) -> u128 {
        self.landings(u32::from(hole.0), others, &mut 0)
    }

    /// Where chains of jumps lead a marble that stands on `hole`, among all `others`.
    #[inline(always)]
    pub fn reach(self, hole: Hole, others: u128) -> u128 {
        self.reach_from(hole, others, &mut 0)
    }

    /// The same with all that it depends on.
    #[inline(always)]
    pub fn reach_with_depends(self, hole: Hole, others: u128) -> Reach {
        let mut depends = 0;
        let holes = self.reach_from(hole, others, &mut depends);
        Reach { holes, depends }
    }

    #[inline(always)]
    fn reach_from(self, hole: Hole, others: u128, depends: &mut u128) -> u128 {
        let mut seen = hole.bit();
        let mut fresh = self.landings(u32::from(hole.0), others, depends);
        while fresh != 0 {
            let at = fresh.trailing_zeros();
            seen |= fresh;
            fresh &= fresh - 1;
            fresh |= self.landings(at, others, depends) & !seen;
        }
        seen ^ hole.bit()
    }
}
