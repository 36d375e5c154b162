//! The way of a man along a circuit, point by point: what people see.

use super::geometry::{Board, points};
use super::{Move, Point, Position};

/// A point where a circuit passes, with the number of the line.
type Stop = (usize, Point);

/// A capture's way.
struct Way {
    arcs: usize,
    points: Vec<Point>,
}

impl Position {
    /// The points that a legal move touches, its start first. Of several ways along circuits it is one
    /// with the fewest arcs, and of these one with the fewest points. Empty for a pass.
    pub fn route(&self, mv: Move) -> Vec<Point> {
        if mv.is_pass() {
            return Vec::new();
        }
        let straight = vec![mv.from(), mv.to()];
        if !mv.is_capture() {
            return straight;
        }
        let men = self.own() | self.enemy();
        let obstacles = if self.is_start_open() { men & !mv.from().bit() } else { men };
        let mut best: Option<Way> = None;
        for forward in self.board().circuits.iter().filter_map(stops) {
            let backward: Vec<Stop> = forward.iter().rev().copied().collect();
            for stops in [forward, backward] {
                for start in (0..stops.len()).filter(|&i| stops[i].1 == mv.from()) {
                    let way = walk(&stops, start, obstacles)
                        .filter(|way| way.points.last() == Some(&mv.to()) && way.arcs > 0);
                    let is_shorter = |way: &Way| {
                        best.as_ref().is_none_or(|best| {
                            (way.arcs, way.points.len()) < (best.arcs, best.points.len())
                        })
                    };
                    if let Some(way) = way.filter(is_shorter) {
                        best = Some(way);
                    }
                }
            }
        }
        best.map_or(straight, |way| way.points)
    }
}

/// The stops of a circuit in the order in which it runs, each with the number of its line; nothing for a
/// circuit that the board does not have.
fn stops(lines: &[u64; 4]) -> Option<Vec<Stop>> {
    let mut stops = Vec::new();
    for (number, &line) in lines.iter().enumerate() {
        let mut on_line: Vec<Stop> = points(line).map(|point| (number, point)).collect();
        if number >= 2 {
            on_line.reverse();
        }
        stops.extend(on_line);
    }
    (!stops.is_empty()).then_some(stops)
}

/// Goes once around from a stop until something stands there; nothing if nobody does.
fn walk(stops: &[Stop], start: usize, obstacles: u64) -> Option<Way> {
    let mut way = Way { arcs: 0, points: vec![stops[start].1] };
    for i in start..start + stops.len() - 1 {
        let (here, next) = (stops[i % stops.len()], stops[(i + 1) % stops.len()]);
        way.arcs += usize::from(here.0 != next.0);
        way.points.push(next.1);
        if obstacles & next.1.bit() != 0 {
            return Some(way);
        }
    }
    None
}

impl Board {
    /// How many circuits the board has.
    pub(super) fn count_circuits(&self) -> u8 {
        self.circuits.iter().filter(|lines| lines[0] != 0).count() as u8
    }
}
