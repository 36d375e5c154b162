//! What all boards have: coordinates, men, marks and a caption.

use std::fmt::Write;

use conjoin_core::{Form, Marks, Route, Side};

use super::Circuits;
use crate::marks::{self, Canvas, escaped};

/// A board with men of two sides. Cells are told by file and rank, counted from 0 at the lower left.
#[derive(Clone, Debug)]
pub struct Grid<F> {
    /// The side of the board.
    pub size: u8,
    /// The position as text, for readers that see no pictures.
    pub title: String,
    /// Whose man stands on a cell.
    pub man_on: F,
}

/// Side of a square in the picture, and what lies between two points.
pub(super) const CELL: u32 = 48;
/// Room for the coordinates.
pub(super) const MARGIN: u32 = 26;
/// The colour of the last move.
pub(super) const MARKED: &str = "#f2d272";
/// Height of the caption.
const CAPTION: u32 = 28;

/// File and rank of each cell of a way.
pub(super) fn places(route: &Route) -> Vec<(u8, u8)> {
    let place = |cell: &String| {
        let file = cell.bytes().next()?.checked_sub(b'a')?;
        Some((file, cell.get(1..)?.parse::<u8>().ok()?.checked_sub(1)?))
    };
    route.cells.iter().filter_map(place).collect()
}

/// Where a way begins and ends.
pub(super) fn ends(places: &[(u8, u8)]) -> Vec<(u8, u8)> {
    [places.first(), places.last()].into_iter().flatten().copied().collect()
}

/// What the men stand on, as elements of SVG with a line for each.
pub(super) struct Ground {
    /// Below everything else.
    pub below: String,
    /// Above men and marks.
    pub above: Option<String>,
}

impl<F: Fn(u8, u8) -> Option<Side>> Grid<F> {
    /// A board of squares in a form.
    pub fn draw(&self, drawing: &Marks, form: Form) -> String {
        match form {
            Form::Text => self.text(drawing),
            Form::Svg => self.svg(drawing, self.canvas(MARGIN), self.squares(drawing)),
        }
    }

    /// A board of lines in a form: men stand where they cross, and arcs outside join their ends.
    pub fn draw_points(&self, drawing: &Marks, form: Form, circuits: Circuits) -> String {
        match form {
            Form::Text => self.text(drawing),
            Form::Svg => {
                let canvas = self.canvas(circuits.margin());
                self.svg(drawing, canvas, circuits.ground(canvas, &drawing.last_route))
            }
        }
    }

    fn canvas(&self, margin: u32) -> Canvas {
        Canvas { size: u32::from(self.size), cell: CELL, margin }
    }

    /// Squares of two colours with a frame around them.
    fn squares(&self, drawing: &Marks) -> Ground {
        let size = u32::from(self.size);
        let board = size * CELL;
        let mut below = String::new();
        let ends = ends(&places(&drawing.last_route));
        for rank in 0..size {
            for file in 0..size {
                let (x, y) = (MARGIN + file * CELL, MARGIN + (size - 1 - rank) * CELL);
                let is_end = ends.contains(&(file as u8, rank as u8));
                let fill = match (is_end, (rank + file) % 2) {
                    (true, _) => MARKED,
                    (false, 0) => "#dcc8a0",
                    (false, _) => "#e8d9b8",
                };
                below += &format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>\n"
                );
            }
        }
        let above = format!(
            "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{board}\" height=\"{board}\" fill=\"none\" stroke=\"#444\" stroke-width=\"1.5\"/>"
        );
        Ground { below, above: Some(above) }
    }

    /// The board with coordinates, the first file on the left as in print. `x` is a man of the
    /// first player and `o` one of the second; the cells of the last move are in brackets.
    fn text(&self, drawing: &Marks) -> String {
        let size = self.size;
        let mut text = String::new();
        let ends = ends(&places(&drawing.last_route));
        for rank in (0..size).rev() {
            write!(text, "{:>2} ", rank + 1).expect("writing to a string");
            for file in 0..size {
                let man = match (self.man_on)(file, rank) {
                    Some(Side::First) => 'x',
                    Some(Side::Second) => 'o',
                    None => '.',
                };
                let is_end = ends.contains(&(file, rank));
                let (open, close) = if is_end { ('[', ']') } else { (' ', ' ') };
                text.extend([open, man, close]);
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text.push_str("   ");
        for file in 0..size {
            text.extend([' ', char::from(b'a' + file), ' ']);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        if let Some(caption) = &drawing.caption {
            text.push_str(caption);
            text.push('\n');
        }
        text
    }

    /// The board as a self-contained SVG document. Men differ in brightness and outline, so that
    /// they can be told apart without colour.
    fn svg(&self, drawing: &Marks, canvas: Canvas, ground: Ground) -> String {
        let Canvas { size, margin, .. } = canvas;
        let width = size * CELL + 2 * margin;
        let height = width + if drawing.caption.is_some() { CAPTION } else { 0 };
        let title = escaped(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" role=\"img\">\n\
             <title>{title}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#f7f3ea\"/>\n"
        );
        svg.push_str(&ground.below);
        let mut line = |text: String| {
            svg.push_str(&text);
            svg.push('\n');
        };
        for mark in drawing.shapes.iter().filter(|mark| marks::is_below(mark)) {
            line(marks::svg(mark, canvas));
        }
        for (rank, file) in (0..size).flat_map(|rank| (0..size).map(move |file| (rank, file))) {
            let (fill, stroke) = match (self.man_on)(file as u8, rank as u8) {
                Some(Side::First) => ("#222", "#000"),
                Some(Side::Second) => ("#fdfdfb", "#444"),
                None => continue,
            };
            let (x, y) = (margin + file * CELL, margin + (size - 1 - rank) * CELL);
            let (cx, cy, r) = (x + CELL / 2, y + CELL / 2, CELL * 2 / 5);
            line(format!(
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{r}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"2\"/>"
            ));
        }
        for mark in drawing.shapes.iter().filter(|mark| !marks::is_below(mark)) {
            line(marks::svg(mark, canvas));
        }
        ground.above.into_iter().for_each(&mut line);
        for i in 0..size {
            let along = margin + i * CELL + CELL / 2;
            let file = char::from(b'a' + i as u8);
            let rank = size - i;
            line(format!(
                "<text x=\"{along}\" y=\"{}\" text-anchor=\"middle\" font-size=\"14\" fill=\"#444\">{file}</text>",
                width - 8
            ));
            line(format!(
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"14\" fill=\"#444\">{rank}</text>",
                MARGIN / 2,
                along + 5
            ));
        }
        if let Some(caption) = &drawing.caption {
            line(format!(
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"14\" fill=\"#222\">{}</text>",
                width / 2,
                height - 10,
                escaped(caption)
            ));
        }
        svg.push_str("</svg>\n");
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::{Loa, Position, Rules};
    use conjoin_core::{Game, Position as _, TextForm};

    #[test]
    fn a_board_reads_like_print() {
        let start = Position::start(4, Rules::OLYMPIAD);
        let mv = start.parse_move("b1-b3").unwrap();
        let drawing = Marks {
            last_route: Loa::route(&start, mv),
            caption: Some("after b1-b3".into()),
            ..Marks::default()
        };
        let text = Loa::draw(&start.play(mv), &drawing, Form::Text);
        assert_eq!(
            text,
            " 4  .  x  x  .\n 3  o [x] .  o\n 2  o  .  .  o\n 1  . [.] x  .\n    a  b  c  d\nafter b1-b3\n"
        );
    }

    #[test]
    fn a_picture_has_every_man() {
        let drawing = Marks { caption: Some("a < b".into()), ..Marks::default() };
        let svg = Loa::draw(&Position::start(8, Rules::OLYMPIAD), &drawing, Form::Svg);
        assert_eq!(svg.matches("<circle").count(), 24);
        assert!(svg.contains("a &lt; b"));
    }
}
