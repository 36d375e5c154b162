//! Lines of standard input, read beside the work so that nothing ever waits for them.

use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::interrupt;

/// Longest line read; what is longer is cut into several.
const LONGEST_LINE: u64 = 1 << 20;
/// Between two looks for Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

/// What comes next.
#[derive(Debug)]
pub enum Next {
    /// A line without its end.
    Line(String),
    /// There is no more.
    End,
    /// The user pressed Ctrl-C.
    Interrupted,
}

/// The lines of standard input.
#[derive(Debug)]
pub struct Lines(Receiver<String>);

impl Lines {
    /// Starts reading.
    pub fn read() -> Self {
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut input = std::io::stdin().lock();
            let mut bytes = Vec::new();
            loop {
                bytes.clear();
                match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {}
                }
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self(receiver)
    }

    /// What comes within this time, if anything does.
    pub fn next_within(&self, time: Duration) -> Option<Next> {
        match self.0.recv_timeout(time) {
            Ok(line) => Some(Next::Line(line)),
            Err(RecvTimeoutError::Disconnected) => Some(Next::End),
            Err(RecvTimeoutError::Timeout) => interrupt::requested().then_some(Next::Interrupted),
        }
    }

    /// Waits for the next line.
    pub fn next(&self) -> Next {
        loop {
            if let Some(next) = self.next_within(TICK) {
                return next;
            }
        }
    }
}
