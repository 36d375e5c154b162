//! Marks on the picture of a board: what draws features of a position and moves.

use conjoin_core::{Mark, Place, Side};

/// Where squares lie in a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Canvas {
    /// Side of the board in squares.
    pub size: u32,
    /// Side of a square.
    pub cell: u32,
    /// Left of the board and above it.
    pub margin: u32,
}

impl Canvas {
    /// Where a place of the board lies.
    pub fn point(self, (file, rank): Place) -> (f32, f32) {
        let (cell, margin) = (self.cell as f32, self.margin as f32);
        (margin + (file + 0.5) * cell, margin + (self.size as f32 - 0.5 - rank) * cell)
    }
}

/// Blue for the first player and orange for the second: told apart by all eyes, and from the men.
const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "#1f5fbf",
        Side::Second => "#d9731a",
    }
}

/// Is it drawn below the men?
pub(crate) fn is_below(mark: &Mark) -> bool {
    matches!(mark, Mark::Tint { .. })
}

/// The mark as elements of SVG.
pub(crate) fn svg(mark: &Mark, canvas: Canvas) -> String {
    let cell = canvas.cell as f32;
    match mark {
        Mark::Tint { place, side } => {
            let (x, y) = canvas.point(*place);
            let fill = side.map_or("#c0392b", colour);
            format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{cell}\" height=\"{cell}\" \
                 fill=\"{fill}\" fill-opacity=\"0.45\"/>",
                x - cell / 2.0,
                y - cell / 2.0
            )
        }
        Mark::Label { place, text } => {
            let (x, y) = canvas.point(*place);
            format!(
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"15\" \
                 font-weight=\"bold\" fill=\"#c0392b\" stroke=\"#fff\" stroke-width=\"3\" \
                 paint-order=\"stroke\">{}</text>",
                y + 5.0,
                escaped(text)
            )
        }
        Mark::Arrow { from, to, side } => {
            arrow(canvas.point(*from), canvas.point(*to), cell, colour(*side))
        }
        Mark::Cross { place, side } => {
            let ((x, y), arm) = (canvas.point(*place), cell / 4.0);
            let colour = colour(*side);
            format!(
                "<path d=\"M{:.1} {y:.1}h{w:.1}M{x:.1} {:.1}v{w:.1}\" stroke=\"{colour}\" \
                 stroke-width=\"5\" stroke-linecap=\"round\"/>",
                x - arm,
                y - arm,
                w = 2.0 * arm
            )
        }
        Mark::Frame { from, to, side } => {
            let ((x1, y1), (x2, y2)) = (canvas.point(*from), canvas.point(*to));
            // Frames of both sides stay visible where they share an edge.
            let half = cell / 2.0 - if *side == Side::First { 2.0 } else { 5.0 };
            format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" \
                 stroke=\"{}\" stroke-width=\"3\"/>",
                x1.min(x2) - half,
                y1.min(y2) - half,
                (x1 - x2).abs() + 2.0 * half,
                (y1 - y2).abs() + 2.0 * half,
                colour(*side)
            )
        }
    }
}

/// Text that may stand in XML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// An arrow that ends a little before the middle of its target.
fn arrow(from: (f32, f32), to: (f32, f32), cell: f32, colour: &str) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let (head, wide) = (cell / 5.0, cell / 9.0);
    let (tip_x, tip_y) = (to.0 - ux * cell / 6.0, to.1 - uy * cell / 6.0);
    let (base_x, base_y) = (tip_x - ux * head, tip_y - uy * head);
    format!(
        "<path d=\"M{:.1} {:.1}L{base_x:.1} {base_y:.1}\" stroke=\"{colour}\" stroke-width=\"3\" \
         stroke-opacity=\"0.8\"/><path d=\"M{tip_x:.1} {tip_y:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" \
         fill=\"{colour}\" fill-opacity=\"0.8\"/>",
        from.0,
        from.1,
        base_x - uy * wide,
        base_y + ux * wide,
        base_x + uy * wide,
        base_y - ux * wide
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_lie_where_their_squares_do() {
        let canvas = Canvas { size: 8, cell: 40, margin: 10 };
        let (a1, h8) = ((0.0, 0.0), (7.0, 7.0));
        assert_eq!(canvas.point(a1), (30.0, 310.0));
        assert_eq!(canvas.point(h8), (310.0, 30.0));
        let frame = svg(&Mark::Frame { from: a1, to: h8, side: Side::First }, canvas);
        assert!(frame.contains("width=\"316.0\" height=\"316.0\""), "{frame}");
        let label = svg(&Mark::Label { place: a1, text: "<3".into() }, canvas);
        assert!(label.contains("x=\"30.0\"") && label.contains("&lt;3"), "{label}");
    }
}
