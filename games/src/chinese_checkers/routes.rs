//! The way of a marble, hole by hole: what people see.

use super::{Hole, Move, Position, holes};

impl Position {
    /// The holes that a legal move touches, its start first. Of several routes it is one with the fewest
    /// jumps, and of these the one that goes to the hole with the lowest number where they part. Empty for
    /// a pass.
    pub fn route(&self, mv: Move) -> Vec<Hole> {
        if mv.is_pass() {
            return Vec::new();
        }
        let (from, to) = (mv.from(), mv.to());
        if self.is_step(mv) {
            return vec![from, to];
        }
        let (jumps, others) = (self.jumps(), self.occupied() & !from.bit());
        // A jump can be made both ways, so the holes so many jumps before the end are found from there.
        let mut layers = vec![to.bit()];
        let (mut seen, mut last) = (to.bit(), to.bit());
        while last & from.bit() == 0 && last != 0 {
            last = holes(last).fold(0, |next, hole| next | jumps.from(hole, others)) & !seen;
            seen |= last;
            layers.push(last);
        }
        let mut route = vec![from];
        let mut at = from;
        for layer in layers.iter().rev().skip(1) {
            let Some(next) = holes(jumps.from(at, others) & layer).next() else { break };
            route.push(next);
            at = next;
        }
        route
    }
}
