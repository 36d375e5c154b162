//! How far each hole is from the end of a side's way, and what that makes of a marble there.
//!
//! The way of a marble ends at the tip of the goal. Its distance is that of steps on an empty star, so a marble
//! far to the side is farther than its row says, and no other ten holes are as near as those of the goal. A
//! star whose triangles have n rows has four zones of n steps each: home, the near and the far half of the
//! middle, the goal.

use conjoin_core::Side;
use conjoin_games::chinese_checkers::{Hole, SIZES, board_mask};

/// Zones of the way.
pub(super) const ZONES: usize = 4;
/// Steps from tip to tip on the largest star.
pub(super) const LONGEST_WAY: usize = 4 * SIZES.len();
/// What a marble counts by its hole: the steps before it in each zone, and its distance from the middle line.
pub(super) const PLACES: usize = ZONES + 1;
/// Row and column of the hole in the middle.
const MIDDLE_ROW: usize = 8;
const MIDDLE_COLUMN: usize = 12;

/// The stars by their place in [`SIZES`], for each side.
static WAYS: [[Way; 2]; SIZES.len()] = [ways(0), ways(1), ways(2), ways(3)];

/// The way of a side on a star.
pub(super) struct Way {
    /// Steps from each hole to the tip of the goal.
    pub distances: [u8; 128],
    /// What a marble in each hole counts: less than nothing, for it is what lies before it.
    pub places: [[i8; PLACES]; 128],
}

impl Way {
    /// The way of a side on the star of so many holes.
    #[inline(always)]
    pub fn of(size: u8, side: Side) -> &'static Self {
        let star = match size {
            121 => 3,
            73 => 2,
            37 => 1,
            _ => 0,
        };
        &WAYS[star][side.index()]
    }
}

const fn ways(star: usize) -> [Way; 2] {
    [way(star, true), way(star, false)]
}

const fn way(star: usize, leads_down: bool) -> Way {
    let rows = star + 1;
    let tip = if leads_down { MIDDLE_ROW + 2 * rows } else { MIDDLE_ROW - 2 * rows };
    let mut way = Way { distances: [0; 128], places: [[0; PLACES]; 128] };
    let mask = board_mask(SIZES[star]);
    let mut index = 0;
    while let Some(hole) = Hole::new(index) {
        if mask & hole.bit() != 0 {
            let ahead = (hole.row() as usize).abs_diff(tip);
            let aside = (hole.column() as usize).abs_diff(MIDDLE_COLUMN);
            // A step ahead is also half a hole to the side.
            let distance = if aside <= ahead { ahead } else { usize::midpoint(ahead, aside) };
            way.distances[index] = distance as u8;
            let mut zone = 0;
            while zone < ZONES {
                // The goal comes last and is the nearest.
                let nearer = rows * (ZONES - 1 - zone);
                let before = distance.saturating_sub(nearer);
                way.places[index][zone] = -(if before < rows { before } else { rows } as i8);
                zone += 1;
            }
            way.places[index][ZONES] = -(aside as i8);
        }
        index += 1;
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_games::chinese_checkers::{holes, homes};

    #[test]
    fn the_goal_is_what_lies_nearest() {
        for (star, size) in SIZES.into_iter().enumerate() {
            for side in Side::BOTH {
                let way = Way::of(size, side);
                let goal = homes(size)[(!side).index()];
                for hole in holes(board_mask(size)) {
                    let distance = usize::from(way.distances[hole.index()]);
                    assert!(distance <= ZONES * (star + 1), "{hole:?} on {size}");
                    assert_eq!(distance < star + 1, goal & hole.bit() != 0, "{hole:?} on {size}");
                    let zones = &way.places[hole.index()][..ZONES];
                    assert_eq!(
                        zones.iter().map(|&steps| -i32::from(steps)).sum::<i32>(),
                        distance as i32
                    );
                }
            }
            let farthest = Way::of(size, Side::First).distances.iter().max();
            assert_eq!(farthest.map(|&far| usize::from(far)), Some(ZONES * (star + 1)));
        }
    }

    /// A step changes the distance by one at most, and from everywhere some step leads nearer.
    #[test]
    fn distances_are_those_of_steps() {
        let way = Way::of(121, Side::First);
        let position = |hole: Hole| {
            conjoin_games::chinese_checkers::Position::setup(
                121,
                "adjacent-hops".parse().expect("a rule set"),
                hole.bit(),
                if hole.index() == 0 { 2 } else { 1 },
                Side::First,
            )
            .expect("two marbles")
        };
        for hole in holes(board_mask(121)) {
            let here = way.distances[hole.index()];
            let mut next = holes(position(hole).step_targets(hole));
            let nearest = next.by_ref().map(|to| way.distances[to.index()]).min().expect("a step");
            assert_eq!(nearest, here.saturating_sub(1).max(u8::from(here == 0)), "{hole:?}");
            for to in holes(position(hole).step_targets(hole)) {
                assert!(way.distances[to.index()].abs_diff(here) <= 1, "{hole:?} {to:?}");
            }
        }
    }
}
