//! Marbles line by line: where chains of jumps lead, for many marbles of one position.
//!
//! Each line is a small number with a bit for each marble, once for each direction in which it can be looked
//! along. What a marble sees is that number without what lies behind it, and a table of all that there is to
//! see tells how far it jumps: 4,096 bytes, for twelve holes. Filling in the lines takes longer than to look
//! up one marble's jumps by [`super::jumps`], so this is for counting and for all moves of a side.

use super::geometry::{ON_LINES, Star, Walls, ahead};
use super::{Hole, Jumps, Position, holes};

/// Holes that a marble can see ahead.
const SEEN: u32 = 12;

/// How far a jump goes for each line of sight, 0 where there is none.
type Distances = [u8; 1 << SEEN];

static LONG: Distances = distances(SEEN / 2);
static ADJACENT: Distances = distances(1);

/// The distances of jumps over marbles at most so far away.
const fn distances(farthest: u32) -> Distances {
    let mut found = [0; 1 << SEEN];
    let mut seen: u32 = 1;
    while seen < 1 << SEEN {
        let over = seen.trailing_zeros() + 1;
        let behind = ((1 << over) - 1) << over;
        if over <= farthest && 2 * over <= SEEN && seen & behind == 0 {
            found[seen as usize] = 2 * over as u8;
        }
        seen += 1;
    }
    found
}

/// The marbles of a position on all lines.
pub(super) struct Occupied {
    lines: Walls,
    distances: &'static Distances,
}

impl Occupied {
    /// All marbles of a position.
    #[inline(always)]
    pub fn of(position: &Position) -> Self {
        let distances = match position.rules().jumps {
            Jumps::Long => &LONG,
            Jumps::Adjacent => &ADJACENT,
        };
        let mut occupied = Self { lines: *Star::walls(position.size()), distances };
        holes(position.occupied()).for_each(|hole| occupied.toggle(hole));
        occupied
    }

    /// Puts a marble into a hole, or lifts the one that is there.
    #[inline(always)]
    pub fn toggle(&mut self, hole: Hole) {
        for on in &ON_LINES[hole.index() & 127] {
            self.lines[usize::from(on.line & 127)] ^= (1 << on.places) >> 1;
        }
    }

    /// The landings of single jumps from a hole.
    #[inline(always)]
    fn landings(&self, from: u32) -> u128 {
        let mut found = 0;
        for (direction, on) in ON_LINES[from as usize & 127].iter().enumerate() {
            let seen = self.lines[usize::from(on.line & 127)] >> (on.places & 31);
            let distance = self.distances[seen as usize & ((1 << SEEN) - 1)];
            if distance != 0 {
                found |= 1 << (ahead(from, direction, u32::from(distance)) & 127);
            }
        }
        found
    }

    /// Where chains of jumps lead a marble that stands on `hole`, which is lifted meanwhile; without its own.
    #[inline(always)]
    pub fn reach(&mut self, hole: Hole) -> u128 {
        self.toggle(hole);
        let mut seen = hole.bit();
        let mut fresh = self.landings(u32::from(hole.0));
        while fresh != 0 {
            let at = fresh.trailing_zeros();
            seen |= fresh;
            fresh &= fresh - 1;
            fresh |= self.landings(at) & !seen;
        }
        self.toggle(hole);
        seen ^ hole.bit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_sight_tells_how_far_a_jump_goes() {
        for (seen, long, adjacent) in [
            (0b1, 2, 2),
            (0b11, 0, 0),
            (0b10, 4, 0),
            (0b100, 6, 0),
            (0b1_0100, 0, 0),
            (0b100_0100, 6, 0),
            (0b10_0000, 12, 0),
            (0b100_0000, 0, 0),
            (0, 0, 0),
        ] {
            assert_eq!((LONG[seen], ADJACENT[seen]), (long, adjacent), "{seen:b}");
        }
    }

    #[test]
    fn reaches_are_those_of_single_jumps() {
        for text in ["b:61,121 w:43,52,54,60 b", "b:57,3 w:60,121,12 b", "b:27,8,9 w:13,17,25,62 w"]
        {
            let position: Position = text.parse().unwrap();
            let mut occupied = Occupied::of(&position);
            for hole in holes(position.occupied()) {
                let others = position.occupied() & !hole.bit();
                assert_eq!(occupied.reach(hole), position.jumps().reach(hole, others), "{text}");
            }
        }
    }
}
