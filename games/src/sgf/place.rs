//! Lines and columns of a text, for messages about it.

use std::fmt;

/// A place in a text: line and column, both from 1, the column in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1; 0 in things that were not read from a text.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Finds the place of a byte offset in logarithmic time, whatever the length of the lines.
pub(crate) struct LineIndex<'a> {
    text: &'a str,
    line_starts: Vec<u32>,
    /// Characters before every block of [`BLOCK`] bytes; empty when the text is plain ASCII.
    chars_before: Vec<u32>,
}

/// Bytes a lookup may have to walk in a text that is not ASCII.
const BLOCK: usize = 64;

impl<'a> LineIndex<'a> {
    /// Looks at the whole text once. A line ends at LF, CR LF or a lone CR.
    pub(crate) fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let mut line_starts = vec![0];
        for (i, &byte) in bytes.iter().enumerate() {
            if byte == b'\n' || byte == b'\r' && bytes.get(i + 1) != Some(&b'\n') {
                line_starts.push(i as u32 + 1);
            }
        }
        let mut chars_before = Vec::new();
        if !text.is_ascii() {
            let mut chars = 0;
            for block in bytes.chunks(BLOCK) {
                chars_before.push(chars);
                chars += starts_of_chars(block);
            }
        }
        Self { text, line_starts, chars_before }
    }

    /// The place of the character that starts at or before this byte.
    pub(crate) fn place(&self, offset: usize) -> Place {
        let offset = offset.min(self.text.len());
        let line = self.line_starts.partition_point(|&start| start as usize <= offset);
        let start = self.line_starts[line - 1] as usize;
        Place { line: line as u32, column: self.chars(offset) - self.chars(start) + 1 }
    }

    /// Characters that start before this byte.
    fn chars(&self, offset: usize) -> u32 {
        if self.chars_before.is_empty() {
            return offset as u32;
        }
        let block = (offset / BLOCK).min(self.chars_before.len() - 1);
        self.chars_before[block] + starts_of_chars(&self.text.as_bytes()[block * BLOCK..offset])
    }
}

fn starts_of_chars(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_break_starts_a_line() {
        let index = LineIndex::new("ab\ncd\r\nef\rgh");
        let place = |offset| {
            let Place { line, column } = index.place(offset);
            (line, column)
        };
        assert_eq!(place(0), (1, 1));
        assert_eq!(place(4), (2, 2));
        assert_eq!(place(7), (3, 1));
        assert_eq!(place(11), (4, 2));
        assert_eq!(place(99), (4, 3), "past the end is the end");
    }

    #[test]
    fn columns_count_characters() {
        let text = format!("{}x\néx", "é".repeat(100));
        let index = LineIndex::new(&text);
        assert_eq!(index.place(200), Place { line: 1, column: 101 });
        assert_eq!(index.place(204), Place { line: 2, column: 2 });
    }
}
