//! Classes of moves for realization probability search.
//!
//! Source: the kinds of features of `erps` 3.2 (captures or not, the regions of origin and destination),
//! with what matters here in place of the centre of mass.
//! Differs: a region is a class of points that symmetries exchange, which also tells the circuits that
//! pass there. A capture tells how many arcs its shortest way has. Every move tells whether its man can be
//! taken next, a step also whether it could be taken before. A pass is a class of its own.

use conjoin_core::Categorised;

use super::circuits::arcs;
use super::{Move, Point, Position};

/// Corners; the points of the edge on the small and on the large circuit; crossings of the small circuit
/// with itself, of both, and of the large one with itself. The small board has the first, second and
/// fourth.
pub const REGIONS: usize = 6;
/// What regions are called: points of the edge by the circuit that passes there, crossings by both circuits.
const REGION_NAMES: [&str; REGIONS] =
    ["corner", "edge-small", "edge-large", "cross-small", "cross-both", "cross-large"];
const PAIRS: usize = REGIONS * REGIONS;
/// A step may leave danger or not, and may lead into danger or not.
const STEPS: usize = 4 * PAIRS;
/// A capture goes over one to four arcs, and leads into danger or not.
const CAPTURES: usize = 8 * PAIRS;
const PASS: usize = STEPS + CAPTURES;

impl Categorised for Position {
    const CATEGORIES: usize = PASS + 1;

    fn category(&self, mv: Move) -> usize {
        if mv.is_pass() {
            return PASS;
        }
        let pair = self.region(mv.from()) * REGIONS + self.region(mv.to());
        let is_exposed = usize::from(self.is_exposed_by(mv));
        if mv.is_capture() {
            let arcs = self.arcs_passed(mv) as usize;
            return STEPS + ((arcs - 1) * 2 + is_exposed) * PAIRS + pair;
        }
        let capturable = self.capturable_of(self.enemy(), self.own());
        let was_exposed = usize::from(capturable & mv.from().bit() != 0);
        (was_exposed * 2 + is_exposed) * PAIRS + pair
    }

    /// `step corner cross-small from danger`, `capture edge-large corner over 2 into danger`.
    fn category_name(category: usize) -> String {
        if category == PASS {
            return "pass".into();
        }
        let (kind, pair) = (category / PAIRS, category % PAIRS);
        let [from, to] = [pair / REGIONS, pair % REGIONS].map(|region| REGION_NAMES[region]);
        let into = if kind % 2 == 1 { " into danger" } else { "" };
        if category < STEPS {
            let out = if kind / 2 == 1 { " from danger" } else { "" };
            return format!("step {from} {to}{out}{into}");
        }
        format!("capture {from} {to} over {}{into}", (category - STEPS) / PAIRS / 2 + 1)
    }
}

impl Position {
    /// The region of a point, from 0 for the corners to 5 for the middle: below [`REGIONS`].
    #[inline]
    pub fn region(&self, point: Point) -> usize {
        let from_edge = |place: u8| usize::from(place.min((self.size() - 1).saturating_sub(place)));
        let (across, along) = (from_edge(point.file()), from_edge(point.rank()));
        // 0, 1 and 2 along the edge, 3 and 4 one from it, 5 in the middle.
        let (outer, inner) = (across.min(along), across.max(along));
        inner + outer * (5 - outer) / 2
    }

    /// The arcs on the shortest way of a legal capture, from 1 to 4.
    pub fn arcs_passed(&self, mv: Move) -> u32 {
        let (man, all) = (mv.from().bit(), self.own() | self.enemy());
        let others = if self.is_start_open() { all & !man } else { all };
        arcs(self.board(), man, others, mv.to().bit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surakarta::{LARGE, Rules, SMALL, board_mask, points};
    use conjoin_core::TextForm;

    #[test]
    fn regions_are_the_classes_of_points() {
        let count = |size: u8, region: usize| {
            let start = Position::start(size, Rules::STANDARD);
            points(board_mask(size)).filter(|&point| start.region(point) == region).count()
        };
        let all = [0, 1, 2, 3, 4, 5];
        assert_eq!(all.map(|region| count(LARGE, region)), [4, 8, 8, 4, 8, 4]);
        assert_eq!(all.map(|region| count(SMALL, region)), [4, 8, 0, 4, 0, 0]);
    }

    #[test]
    fn a_category_tells_regions_arcs_and_danger() {
        let category = |text: &str, mv: &str| {
            let position: Position = text.parse().unwrap();
            position.category(position.parse_move(mv).unwrap())
        };
        let step = "6/6/6/6/w5/1b4 b";
        assert_eq!(category(step, "b1-a1"), 2 * PAIRS + REGIONS, "out of danger, to a corner");
        assert_eq!(category(step, "b1xa2"), STEPS + REGIONS + 1, "one arc, in no danger");
        let exchange = "6/6/6/6/w5/1b2w1 b";
        assert_eq!(category(exchange, "b1xa2"), STEPS + PAIRS + REGIONS + 1);
        assert_eq!(Position::CATEGORIES, 433);
    }

    #[test]
    fn a_category_is_called_by_what_it_tells() {
        let name = |text: &str, mv: &str| {
            let position: Position = text.parse().unwrap();
            Position::category_name(position.category(position.parse_move(mv).unwrap()))
        };
        let step = "6/6/6/6/w5/1b4 b";
        assert_eq!(name(step, "b1-a1"), "step edge-small corner from danger");
        assert_eq!(name(step, "b1xa2"), "capture edge-small edge-small over 1");
        let exchange = "6/6/6/6/w5/1b2w1 b";
        assert_eq!(name(exchange, "b1xa2"), "capture edge-small edge-small over 1 into danger");
        assert_eq!(Position::category_name(PASS), "pass");
    }
}
