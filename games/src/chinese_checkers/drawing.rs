//! The star for people: as text, and as a picture in SVG.

use std::fmt::Write;

use conjoin_core::{Form, Marks, Place, Side};

use super::{Hole, Position, board_mask, holes};
use crate::marks::{self, Canvas, escaped};

/// A position with what is drawn besides.
pub(super) struct Drawing<'d> {
    pub position: &'d Position,
    pub marks: &'d Marks,
}

/// What lies between two holes of a row in the picture.
const CELL: u32 = 40;
/// What lies between two rows, measured by that.
const ROW: f32 = 0.866;
const MARGIN: u32 = 16;
/// Height of the caption.
const CAPTION: u32 = 28;
/// Characters for half a hole in text.
const HALF: usize = 2;
/// The colour of the last move.
const MARKED: &str = "#f2d272";

impl Hole {
    /// Where it lies on a star of so many holes, for marks: holes from the left, rows from below.
    pub fn place(self, size: u8) -> Place {
        let frame = Frame::of(size);
        let column = f32::from(self.column() - frame.left) / 2.0;
        (column, ROW * f32::from(frame.bottom - self.row()))
    }
}

/// The part of the largest star where another lies.
struct Frame {
    left: u8,
    right: u8,
    top: u8,
    bottom: u8,
}

impl Frame {
    fn of(size: u8) -> Self {
        let frame = Self { left: u8::MAX, right: 0, top: u8::MAX, bottom: 0 };
        holes(board_mask(size)).fold(frame, |frame, hole| Self {
            left: frame.left.min(hole.column()),
            right: frame.right.max(hole.column()),
            top: frame.top.min(hole.row()),
            bottom: frame.bottom.max(hole.row()),
        })
    }
}

impl Drawing<'_> {
    pub(super) fn draw(&self, form: Form) -> String {
        match form {
            Form::Text => self.text(),
            Form::Svg => self.svg(),
        }
    }

    /// The holes of the last move.
    fn last_route(&self) -> Vec<Hole> {
        let hole = |cell: &String| Hole::numbered(cell.parse().ok()?, self.position.size());
        self.marks.last_route.cells.iter().filter_map(hole).collect()
    }

    /// The star with the number of the first and the last hole of each row. `x` is a marble of the first
    /// player and `o` one of the second; where the last move began and ended is in brackets.
    fn text(&self) -> String {
        let size = self.position.size();
        let (frame, route) = (Frame::of(size), self.last_route());
        let ends = [route.first(), route.last()];
        let mut text = String::new();
        for row in frame.top..=frame.bottom {
            let in_row: Vec<Hole> =
                holes(board_mask(size)).filter(|hole| hole.row() == row).collect();
            let [Some(first), Some(last)] = [in_row.first(), in_row.last()] else { continue };
            let indent = HALF * usize::from(first.column() - frame.left);
            write!(text, "{:>3} {:indent$}", first.number(size), "").expect("writing to a string");
            for hole in &in_row {
                let marble = match self.position.marble_in(*hole) {
                    Some(Side::First) => 'x',
                    Some(Side::Second) => 'o',
                    None => '.',
                };
                let (open, close) =
                    if ends.contains(&Some(hole)) { ('[', ']') } else { (' ', ' ') };
                text.extend([open, marble, close, ' ']);
            }
            let indent = HALF * usize::from(frame.right - last.column());
            writeln!(text, "{:indent$}{:>3}", "", last.number(size)).expect("writing to a string");
        }
        if let Some(caption) = &self.marks.caption {
            text.push_str(caption);
            text.push('\n');
        }
        text
    }

    /// The star as a self-contained SVG document. Marbles differ in brightness and outline, so that they can
    /// be told apart without colour; empty holes have their numbers.
    fn svg(&self) -> String {
        let size = self.position.size();
        let frame = Frame::of(size);
        let rows = (ROW * f32::from(frame.bottom - frame.top)).ceil() as u32 + 1;
        let columns = u32::from(frame.right - frame.left) / 2 + 1;
        let canvas = Canvas { size: rows, cell: CELL, margin: MARGIN };
        let width = columns * CELL + 2 * MARGIN;
        let board = rows * CELL + 2 * MARGIN;
        let height = board + if self.marks.caption.is_some() { CAPTION } else { 0 };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" role=\"img\">\n\
             <title>{}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#f7f3ea\"/>\n",
            escaped(&self.position.to_string())
        );
        let mut line = |text: String| {
            svg.push_str(&text);
            svg.push('\n');
        };
        let point = |hole: Hole| canvas.point(hole.place(size));
        let homes = Side::BOTH.map(|side| self.position.home(side));
        for hole in holes(board_mask(size)) {
            let (x, y) = point(hole);
            let fill = if (homes[0] | homes[1]) & hole.bit() != 0 { "#e3d2aa" } else { "#efe6d0" };
            let radius = CELL * 2 / 5;
            line(format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\"/>"));
            if self.position.marble_in(hole).is_none() {
                line(format!(
                    "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"11\" \
                     fill=\"#8b8272\">{}</text>",
                    y + 4.0,
                    hole.number(size)
                ));
            }
        }
        let route: Vec<String> = self
            .last_route()
            .into_iter()
            .map(&point)
            .map(|(x, y)| format!("{x:.1} {y:.1}"))
            .collect();
        if !route.is_empty() {
            line(format!(
                "<path d=\"M{}\" fill=\"none\" stroke=\"{MARKED}\" stroke-width=\"8\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                route.join("L")
            ));
        }
        for mark in self.marks.shapes.iter().filter(|mark| marks::is_below(mark)) {
            line(marks::svg(mark, canvas));
        }
        for side in Side::BOTH {
            let (fill, stroke) = match side {
                Side::First => ("#222", "#000"),
                Side::Second => ("#fdfdfb", "#444"),
            };
            for hole in holes(self.position.marbles(side)) {
                let ((x, y), radius) = (point(hole), CELL * 2 / 5);
                line(format!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\" \
                     stroke=\"{stroke}\" stroke-width=\"2\"/>"
                ));
            }
        }
        for mark in self.marks.shapes.iter().filter(|mark| !marks::is_below(mark)) {
            line(marks::svg(mark, canvas));
        }
        if let Some(caption) = &self.marks.caption {
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
