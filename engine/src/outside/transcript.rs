//! What was said lately between a program and us.

use std::collections::VecDeque;

/// Lines kept.
const KEPT: usize = 200;
/// Lines kept of those on standard error: a program that logs there leaves room for the rest.
const KEPT_ERRORS: usize = 20;
/// Characters of a line kept.
const KEPT_WIDTH: usize = 500;

/// Where a line came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// We said it.
    Us,
    /// The program said it.
    Program,
    /// The program wrote it to standard error.
    Errors,
}

impl Source {
    const fn sign(self) -> char {
        match self {
            Self::Us => '>',
            Self::Program => '<',
            Self::Errors => '!',
        }
    }
}

/// The last lines, in the order in which they were heard.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    lines: VecDeque<(Source, String)>,
    /// How many of them are of standard error.
    errors: usize,
}

impl Transcript {
    /// Adds a line.
    pub fn note(&mut self, source: Source, line: &str) {
        if source == Source::Errors {
            self.errors += 1;
            if self.errors > KEPT_ERRORS {
                let oldest = self.lines.iter().position(|(source, _)| *source == Source::Errors);
                self.remove(oldest.expect("they were counted"));
            }
        }
        if self.lines.len() == KEPT {
            self.remove(0);
        }
        self.lines.push_back((source, line.chars().take(KEPT_WIDTH).collect()));
    }

    fn remove(&mut self, place: usize) {
        if let Some((Source::Errors, _)) = self.lines.remove(place) {
            self.errors -= 1;
        }
    }

    /// What stands last on standard error.
    pub fn last_error(&self) -> Option<&str> {
        let last = self.lines.iter().rfind(|(source, _)| *source == Source::Errors)?;
        Some(&last.1)
    }

    /// All lines, each with the sign of its source.
    pub fn lines(&self) -> Vec<String> {
        self.lines.iter().map(|(source, line)| format!("{} {line}", source.sign())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_errors_leaves_what_was_said() {
        let mut transcript = Transcript::default();
        transcript.note(Source::Us, "go");
        transcript.note(Source::Program, "info");
        for number in 0..1000 {
            transcript.note(Source::Errors, &format!("warning {number}"));
        }
        let lines = transcript.lines();
        assert_eq!(lines.len(), 2 + KEPT_ERRORS);
        assert_eq!(lines[..3], ["> go", "< info", "! warning 980"]);
        assert_eq!(transcript.last_error(), Some("warning 999"));
    }

    #[test]
    fn the_last_lines_are_kept_and_long_ones_cut() {
        let mut transcript = Transcript::default();
        for _ in 0..3 {
            transcript.note(Source::Errors, "a warning");
        }
        for _ in 0..KEPT {
            transcript.note(Source::Program, &"x".repeat(10_000));
        }
        assert_eq!(transcript.lines().len(), KEPT);
        assert_eq!(transcript.last_error(), None);
        assert_eq!(transcript.errors, 0);
        assert!(transcript.lines().iter().all(|line| line.len() == KEPT_WIDTH + 2));
    }
}
