//! The lines of a file, one at a time and none of them long.

use std::io::{BufRead, Read};

use super::{ProofError, refuse};

/// Bytes of the longest line that a proof may have.
pub const LONGEST_LINE: usize = 512;

/// The most lines before the first position.
pub const MOST_HEAD_LINES: usize = 100;

/// A file at one of its lines.
pub(super) struct Lines<'a> {
    reader: &'a mut dyn BufRead,
    text: String,
    number: usize,
    is_at_end: bool,
}

impl<'a> Lines<'a> {
    /// Reads the first line.
    pub fn new(reader: &'a mut dyn BufRead) -> Result<Self, ProofError> {
        let mut lines = Self { reader, text: String::new(), number: 0, is_at_end: false };
        lines.advance()?;
        Ok(lines)
    }

    /// The line without its end; none after the last one.
    pub fn current(&self) -> Option<&str> {
        (!self.is_at_end).then_some(&self.text)
    }

    /// The number of the line, from 1; of the last one at the end.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Goes to the next line.
    pub fn advance(&mut self) -> Result<(), ProofError> {
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        bytes.clear();
        let most = LONGEST_LINE as u64 + 1;
        if Read::take(&mut *self.reader, most).read_until(b'\n', &mut bytes)? == 0 {
            self.is_at_end = true;
            return Ok(());
        }
        self.number += 1;
        let line = self.number;
        let is_whole = bytes.pop_if(|byte| *byte == b'\n').is_some();
        let is_too_long = bytes.len() > LONGEST_LINE;
        self.text = match String::from_utf8(bytes) {
            // What is too long may be cut inside a letter.
            Err(error) if is_too_long && error.utf8_error().error_len().is_none() => String::new(),
            Err(_) => return Err(ProofError::NotText { line }),
            Ok(text) => text,
        };
        if is_too_long {
            let reason = format!("it has more than {LONGEST_LINE} bytes: not a line of a proof");
            return Err(refuse(line, reason).into());
        }
        if !is_whole {
            return Err(refuse(line, "the last line has no end: the file is cut off").into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem_of(bytes: &[u8]) -> Option<String> {
        let mut reader = bytes;
        let read = Lines::new(&mut reader).and_then(|mut lines| {
            while lines.current().is_some() {
                lines.advance()?;
            }
            Ok(())
        });
        read.err().map(|error| error.to_string())
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_before_its_end_is_read() {
        struct Endless;
        impl Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                buffer.fill(0);
                Ok(buffer.len())
            }
        }
        let error = Lines::new(&mut std::io::BufReader::new(Endless)).err();
        assert!(matches!(error, Some(ProofError::Refused(refused)) if refused.line == 1));
        let longest = "x".repeat(LONGEST_LINE);
        assert_eq!(problem_of(format!("{longest}\n{longest}\n").as_bytes()), None);
        let long = problem_of(format!("{longest}\nx{longest}\n").as_bytes());
        assert_eq!(long.unwrap(), "line 2: it has more than 512 bytes: not a line of a proof");
        // Cut inside a letter, and still text.
        let long = problem_of("ä".repeat(LONGEST_LINE).as_bytes());
        assert!(long.unwrap().contains("more than 512 bytes"));
    }

    #[test]
    fn what_is_not_text_is_told_from_what_is_wrong() {
        assert_eq!(problem_of(b"a\n\xff\n").unwrap(), "line 2 is not text: expected UTF-8");
        assert_eq!(problem_of(&[0xff; 5000]).unwrap(), "line 1 is not text: expected UTF-8");
        assert!(problem_of(b"a\nb").unwrap().starts_with("line 2: the last line has no end"));
    }
}
