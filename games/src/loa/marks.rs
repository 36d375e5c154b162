//! Marks on a picture of a board: what draws features of a position and moves.

use conjoin_core::Side;

use super::Square;

/// Something drawn over the board. Places are files and ranks counted from 0; the middle of a
/// square is its whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A square in the colour of a side, or in red for `None`.
    Tint {
        /// The square.
        square: Square,
        /// Whose colour.
        side: Option<Side>,
    },
    /// A short text on a square, readable on men of both colours.
    Label {
        /// The square.
        square: Square,
        /// The text.
        text: String,
    },
    /// An arrow from square to square.
    Arrow {
        /// Where it starts.
        from: Square,
        /// Where its head is.
        to: Square,
        /// Whose colour.
        side: Side,
    },
    /// A cross at any place.
    Cross {
        /// File and rank.
        place: (f32, f32),
        /// Whose colour.
        side: Side,
    },
    /// A frame around squares.
    Frame {
        /// A corner square.
        from: Square,
        /// The corner square opposite.
        to: Square,
        /// Whose colour.
        side: Side,
    },
}

/// Where squares lie in a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canvas {
    /// Side of the board in squares.
    pub size: u32,
    /// Side of a square.
    pub cell: u32,
    /// Left of the board and above it.
    pub margin: u32,
}

impl Canvas {
    /// The middle of a square, or any place between.
    fn point(self, file: f32, rank: f32) -> (f32, f32) {
        let (cell, margin) = (self.cell as f32, self.margin as f32);
        (margin + (file + 0.5) * cell, margin + (self.size as f32 - 0.5 - rank) * cell)
    }

    fn middle(self, square: Square) -> (f32, f32) {
        self.point(f32::from(square.file()), f32::from(square.rank()))
    }
}

/// Blue for Black and orange for White: told apart by all eyes, and from the men.
const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "#1f5fbf",
        Side::Second => "#d9731a",
    }
}

impl Mark {
    /// Is it drawn below the men?
    pub(super) fn is_below(&self) -> bool {
        matches!(self, Self::Tint { .. })
    }

    /// The mark as elements of SVG.
    pub(super) fn svg(&self, canvas: Canvas) -> String {
        let cell = canvas.cell as f32;
        match self {
            Self::Tint { square, side } => {
                let (x, y) = canvas.middle(*square);
                let fill = side.map_or("#c0392b", colour);
                format!(
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{cell}\" height=\"{cell}\" \
                     fill=\"{fill}\" fill-opacity=\"0.45\"/>",
                    x - cell / 2.0,
                    y - cell / 2.0
                )
            }
            Self::Label { square, text } => {
                let (x, y) = canvas.middle(*square);
                format!(
                    "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"15\" \
                     font-weight=\"bold\" fill=\"#c0392b\" stroke=\"#fff\" stroke-width=\"3\" \
                     paint-order=\"stroke\">{}</text>",
                    y + 5.0,
                    super::draw::escaped(text)
                )
            }
            Self::Arrow { from, to, side } => {
                arrow(canvas.middle(*from), canvas.middle(*to), cell, colour(*side))
            }
            Self::Cross { place, side } => {
                let ((x, y), arm) = (canvas.point(place.0, place.1), cell / 4.0);
                let colour = colour(*side);
                format!(
                    "<path d=\"M{:.1} {y:.1}h{w:.1}M{x:.1} {:.1}v{w:.1}\" stroke=\"{colour}\" \
                     stroke-width=\"5\" stroke-linecap=\"round\"/>",
                    x - arm,
                    y - arm,
                    w = 2.0 * arm
                )
            }
            Self::Frame { from, to, side } => {
                let ((x1, y1), (x2, y2)) = (canvas.middle(*from), canvas.middle(*to));
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
        let (a1, h8) = (Square(0), Square(63));
        assert_eq!(canvas.middle(a1), (30.0, 310.0));
        assert_eq!(canvas.middle(h8), (310.0, 30.0));
        let frame = Mark::Frame { from: a1, to: h8, side: Side::First }.svg(canvas);
        assert!(frame.contains("width=\"316.0\" height=\"316.0\""), "{frame}");
        let label = Mark::Label { square: a1, text: "<3".into() }.svg(canvas);
        assert!(label.contains("x=\"30.0\"") && label.contains("&lt;3"), "{label}");
    }
}
