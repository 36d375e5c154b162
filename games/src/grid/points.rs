//! Boards of lines on which men stand where lines cross, with arcs around the corners that join the ends
//! of lines to circuits.

use conjoin_core::Route;

use super::board::{CELL, Ground, MARGIN, MARKED, ends, places};
use crate::marks::Canvas;

/// The arcs of a board of lines.
#[derive(Clone, Copy, Debug)]
pub struct Circuits {
    /// Arcs at each corner. The first joins the lines next to the edges, the second the next ones.
    pub arcs: u8,
}

/// Room between the outermost arc and the coordinates.
const GAP: u32 = 4;
/// The lines on the edge of the board.
const EDGE: &str = "#8b8272";
/// The lines of each circuit with their arcs.
const CIRCUIT_COLOURS: [&str; 2] = ["#4d8465", "#93607f"];
/// Width of a line.
const LINE: f32 = 2.5;

impl Circuits {
    /// What lies left of the board and above it.
    pub(super) fn margin(self) -> u32 {
        MARGIN + u32::from(self.arcs) * CELL - CELL / 2 + GAP
    }

    /// Lines, arcs, and the last move with its way.
    pub(super) fn ground(self, canvas: Canvas, last_route: &Route) -> Ground {
        let last = canvas.size as u8 - 1;
        let mut below = String::new();
        let mut path = |d: String, colour: &str, width: f32| {
            below += &format!(
                "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n"
            );
        };
        // Below the lines, so that it hides none of them.
        let route = places(last_route);
        if last_route.is_capture {
            path(canvas_path(canvas, &route), MARKED, 4.0 * LINE);
        }
        for (file, rank) in ends(&route) {
            let (x, y) = canvas.point((f32::from(file), f32::from(rank)));
            // A line of no length with round ends is a disc, and never mistaken for a man.
            path(format!("M{x:.1} {y:.1}h0"), MARKED, CELL as f32 * 0.95);
        }
        for number in 0..=last {
            let from_edge = number.min(last - number);
            let colour = match from_edge.checked_sub(1) {
                Some(circuit) => CIRCUIT_COLOURS[usize::from(circuit) % CIRCUIT_COLOURS.len()],
                None => EDGE,
            };
            let (along, up) = ([(0, number), (last, number)], [(number, 0), (number, last)]);
            for ends in [along, up] {
                path(canvas_path(canvas, &ends), colour, LINE);
            }
        }
        for arc in 1..=self.arcs {
            let colour = CIRCUIT_COLOURS[usize::from(arc - 1) % CIRCUIT_COLOURS.len()];
            let far = last - arc;
            for ends in [
                [(0, arc), (arc, 0)],
                [(far, 0), (last, arc)],
                [(last, far), (far, last)],
                [(arc, last), (0, far)],
            ] {
                path(canvas_path(canvas, &ends), colour, LINE);
            }
        }
        Ground { below, above: None }
    }
}

/// A path through points: along lines, and over arcs where neither file nor rank stays the same.
fn canvas_path(canvas: Canvas, points: &[(u8, u8)]) -> String {
    let place = |(file, rank): (u8, u8)| canvas.point((f32::from(file), f32::from(rank)));
    let last = canvas.size as u8 - 1;
    let mut path = String::new();
    for (i, &to) in points.iter().enumerate() {
        let (x, y) = place(to);
        let from = points[i.saturating_sub(1)];
        path += &match i {
            0 => format!("M{x:.1} {y:.1}"),
            _ if from.0 == to.0 || from.1 == to.1 => format!("L{x:.1} {y:.1}"),
            _ => {
                // Three quarters of a circle around the corner that both ends are next to.
                let near = |one: u8, other: u8| {
                    if u32::from(one) + u32::from(other) < canvas.size { 0 } else { last }
                };
                let corner = (near(from.0, to.0), near(from.1, to.1));
                let ((x0, y0), (cx, cy)) = (place(from), place(corner));
                let radius = (x0 - cx).abs().max((y0 - cy).abs());
                let turn = (x0 - cx) * (y - cy) - (y0 - cy) * (x - cx);
                let sweep = u8::from(turn < 0.0);
                format!("A{radius:.1} {radius:.1} 0 1 {sweep} {x:.1} {y:.1}")
            }
        };
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    const CANVAS: Canvas = Canvas { size: 6, cell: 10, margin: 20 };

    #[test]
    fn arcs_go_around_the_corner_outside() {
        // From a2 down and around a1 to b1: the middle of the arc lies to the lower left.
        assert_eq!(canvas_path(CANVAS, &[(0, 1), (1, 0)]), "M25.0 65.0A10.0 10.0 0 1 0 35.0 75.0");
        assert_eq!(canvas_path(CANVAS, &[(1, 0), (0, 1)]), "M35.0 75.0A10.0 10.0 0 1 1 25.0 65.0");
        // From d6 around f6 to f4.
        assert_eq!(canvas_path(CANVAS, &[(3, 5), (5, 3)]), "M55.0 25.0A20.0 20.0 0 1 1 75.0 45.0");
    }

    #[test]
    fn the_outermost_arc_lies_inside_the_picture() {
        let circuits = Circuits { arcs: 2 };
        let canvas = Canvas { size: 6, cell: CELL, margin: circuits.margin() };
        let (x, y) = canvas.point((0.0, 5.0));
        assert!(x - 2.0 * CELL as f32 >= MARGIN as f32);
        assert!(y - 2.0 * CELL as f32 >= MARGIN as f32);
        let ground = circuits.ground(canvas, &Route::default());
        assert_eq!(ground.below.matches('A').count(), 8, "two arcs at each of four corners");
        assert_eq!(ground.below.matches('L').count(), 12, "six ranks and six files");
    }
}
