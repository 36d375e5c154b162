//! What is said, line by line, by the session and by its search.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use crate::failure::one_line;

/// Where answers go.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    pub fn new(to: Arc<Mutex<dyn Write + Send>>) -> Self {
        Self(to)
    }

    /// Writes a line; false when nobody reads it any more.
    pub fn say(&self, line: &str) -> bool {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{line}").and_then(|()| out.flush()).is_ok()
    }

    /// Tells what is wrong, on one line.
    pub fn say_error(&self, reason: &str) -> bool {
        self.say(&format!("info string error {}", one_line(reason)))
    }
}
