//! The circuits: lines of the board whose ends are joined by arcs outside of it.
//!
//! Nothing here knows a circuit as a whole. A man on the way goes straight on from point to point,
//! also over crossings; where its line ends, an arc leads it to the end of another line, and it goes
//! straight on from there. A line on the edge of the board has no arcs, so nobody leaves by it,
//! and the corners lie on no circuit.

use super::board::{Board, Direction, Point};

/// The four directions in which a man can travel along a line.
pub(super) const ALONG_LINES: [Direction; 4] = [NORTH, EAST, SOUTH, WEST];

const NORTH: Direction = (0, 1);
const EAST: Direction = (1, 0);
const SOUTH: Direction = (0, -1);
const WEST: Direction = (-1, 0);

/// The end of a line: file, rank, and the direction that leads out of the board there.
type End = (u8, u8, Direction);

/// The arcs of the 6x6 board, each by the two ends that it joins.
const LARGE_BOARD: [(End, End); 8] = [
    // Small circuit: a2-f2 ~ e1-e6 ~ f5-a5 ~ b6-b1 ~.
    ((6, 2, EAST), (5, 1, SOUTH)),
    ((5, 6, NORTH), (6, 5, EAST)),
    ((1, 5, WEST), (2, 6, NORTH)),
    ((2, 1, SOUTH), (1, 2, WEST)),
    // Large circuit: a3-f3 ~ d1-d6 ~ f4-a4 ~ c6-c1 ~.
    ((6, 3, EAST), (4, 1, SOUTH)),
    ((4, 6, NORTH), (6, 4, EAST)),
    ((1, 4, WEST), (3, 6, NORTH)),
    ((3, 1, SOUTH), (1, 3, WEST)),
];

/// The arcs of the 4x4 board: a2-d2 ~ c1-c4 ~ d3-a3 ~ b4-b1 ~.
const SMALL_BOARD: [(End, End); 4] = [
    ((4, 2, EAST), (3, 1, SOUTH)),
    ((3, 4, NORTH), (4, 3, EAST)),
    ((1, 3, WEST), (2, 4, NORTH)),
    ((2, 1, SOUTH), (1, 2, WEST)),
];

/// Where the arc leads that begins where a man leaves the board from a point in a direction: the
/// point it comes in by, and the direction it then has. None where no arc begins.
pub(super) fn arc_from(board: &Board, point: Point, out: Direction) -> Option<(Point, Direction)> {
    let arcs: &[(End, End)] =
        if board.size() == Board::LARGE { &LARGE_BOARD } else { &SMALL_BOARD };
    let here = (point.file(), point.rank(), out);
    for &(one, other) in arcs {
        if one == here {
            return Some(come_in(other));
        }
        if other == here {
            return Some(come_in(one));
        }
    }
    None
}

/// A man that comes in by an end goes the other way than out.
fn come_in((file, rank, (right, up)): End) -> (Point, Direction) {
    (Point::new(file, rank).expect("a point of the table"), (-right, -up))
}
