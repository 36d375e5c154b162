//! Boards for people: as text, and as a picture in SVG.

use std::fmt::Write;

use conjoin_core::{Marks, Side};

use super::{Move, Position, Square};
use crate::marks::{self, Canvas, escaped};

/// The board with coordinates, White's side on the left as in print. `x` is a black man and `o` a
/// white one; the squares of the last move are in brackets.
pub(super) fn text_board(position: &Position, drawing: &Marks<Move>) -> String {
    let size = position.size();
    let marked = marked_squares(drawing);
    let mut text = String::new();
    for rank in (0..size).rev() {
        write!(text, "{:>2} ", rank + 1).expect("writing to a string");
        for file in 0..size {
            let square = Square::new(file, rank).expect("on the board");
            let man = match position.man_on(square) {
                Some(Side::First) => 'x',
                Some(Side::Second) => 'o',
                None => '.',
            };
            let (open, close) = if marked & square.bit() != 0 { ('[', ']') } else { (' ', ' ') };
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

/// The squares of the last move.
fn marked_squares(drawing: &Marks<Move>) -> u64 {
    match drawing.last_move {
        Some(mv) if !mv.is_pass() => mv.from().bit() | mv.to().bit(),
        _ => 0,
    }
}

/// Side of a square in the picture.
const CELL: u32 = 48;
/// Room for the coordinates.
const MARGIN: u32 = 26;
/// Height of the caption.
const CAPTION: u32 = 28;

/// The board as a self-contained SVG document. Men differ in brightness and outline, so that
/// they can be told apart without colour.
pub(super) fn svg_board(position: &Position, drawing: &Marks<Move>) -> String {
    let size = u32::from(position.size());
    let board = size * CELL;
    let width = board + 2 * MARGIN;
    let height = width + if drawing.caption.is_some() { CAPTION } else { 0 };
    let marked = marked_squares(drawing);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" role=\"img\">\n\
         <title>{position}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#f7f3ea\"/>\n"
    );
    let mut line = |text: String| {
        svg.push_str(&text);
        svg.push('\n');
    };
    for rank in 0..size {
        for file in 0..size {
            let square = Square::new(file as u8, rank as u8).expect("on the board");
            let (x, y) = (MARGIN + file * CELL, MARGIN + (size - 1 - rank) * CELL);
            let fill = match (marked & square.bit() != 0, (rank + file) % 2) {
                (true, _) => "#f2d272",
                (false, 0) => "#dcc8a0",
                (false, _) => "#e8d9b8",
            };
            line(format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>"
            ));
        }
    }
    let canvas = Canvas { size, cell: CELL, margin: MARGIN };
    for mark in drawing.shapes.iter().filter(|mark| marks::is_below(mark)) {
        line(marks::svg(mark, canvas));
    }
    for square in super::squares(position.own() | position.enemy()) {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
        let (x, y) = (MARGIN + file * CELL, MARGIN + (size - 1 - rank) * CELL);
        let (fill, stroke) = match position.man_on(square) {
            Some(Side::First) => ("#222", "#000"),
            _ => ("#fdfdfb", "#444"),
        };
        let (cx, cy, r) = (x + CELL / 2, y + CELL / 2, CELL * 2 / 5);
        line(format!(
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{r}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"2\"/>"
        ));
    }
    for mark in drawing.shapes.iter().filter(|mark| !marks::is_below(mark)) {
        line(marks::svg(mark, canvas));
    }
    line(format!(
        "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{board}\" height=\"{board}\" fill=\"none\" stroke=\"#444\" stroke-width=\"1.5\"/>"
    ));
    for i in 0..size {
        let along = MARGIN + i * CELL + CELL / 2;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::Rules;
    use conjoin_core::{Position as _, TextForm};

    #[test]
    fn a_board_reads_like_print() {
        let start = Position::start(4, Rules::OLYMPIAD);
        let mv = start.parse_move("b1-b3").unwrap();
        let drawing =
            Marks { last_move: Some(mv), caption: Some("after b1-b3".into()), ..Marks::default() };
        let text = text_board(&start.play(mv), &drawing);
        assert_eq!(
            text,
            " 4  .  x  x  .\n 3  o [x] .  o\n 2  o  .  .  o\n 1  . [.] x  .\n    a  b  c  d\nafter b1-b3\n"
        );
    }

    #[test]
    fn a_picture_has_every_man() {
        let svg = svg_board(
            &Position::start(8, Rules::OLYMPIAD),
            &Marks { caption: Some("a < b".into()), ..Marks::default() },
        );
        assert_eq!(svg.matches("<circle").count(), 24);
        assert!(svg.contains("a &lt; b"));
    }
}
