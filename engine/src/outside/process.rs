//! A program that runs beside ours: lines in, lines out, and its end.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::group::Group;
use super::transcript::{Source, Transcript};

/// Longest line read; what is longer is cut into several.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that may wait to be read.
const WAITING: usize = 4096;
/// For what an ended program wrote last to be read.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What came from a program.
pub(super) enum Heard {
    Line(String),
    /// Nothing in the time given.
    Nothing,
    /// It is over; why.
    Ended(String),
}

/// A running program. It is ended, with all that it has started, when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: Group,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Closed when the whole of its standard error has been read.
    errors: Receiver<Infallible>,
    /// Two threads write to it: the reader of standard error is the other one.
    transcript: Arc<Mutex<Transcript>>,
    /// Names of its options, in small letters.
    options: BTreeSet<String>,
}

impl Process {
    pub fn start(command: &[String]) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("there is no command")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (mut child, group) = Group::start(&mut command)
            .map_err(|error| format!("cannot start {program:?}: {error}"))?;
        let input = child.stdin.take().ok_or("no way to write to it")?;
        let output = child.stdout.take().ok_or("no way to read from it")?;
        let errors = child.stderr.take().ok_or("no way to read its standard error")?;
        let (sender, lines) = sync_channel(WAITING);
        std::thread::spawn(move || {
            forward(BufReader::new(output), &mut |line| sender.send(line).is_ok());
        });
        let transcript = Arc::new(Mutex::new(Transcript::default()));
        let noted = Arc::downgrade(&transcript);
        let (until_read, all_read) = sync_channel(0);
        std::thread::spawn(move || {
            // Its end closes the channel.
            let _until_read = until_read;
            forward(BufReader::new(errors), &mut |line| {
                let transcript = noted.upgrade();
                transcript.map(|all| locked(&all).note(Source::Errors, &line)).is_some()
            });
        });
        Ok(Self {
            child,
            group,
            input,
            lines,
            errors: all_read,
            transcript,
            options: BTreeSet::new(),
        })
    }

    pub fn has_option(&self, name: &str) -> bool {
        self.options.contains(&name.to_ascii_lowercase())
    }

    pub fn transcript(&self) -> Vec<String> {
        locked(&self.transcript).lines()
    }

    pub fn send(&mut self, line: &str) -> Result<(), String> {
        locked(&self.transcript).note(Source::Us, line);
        let sent = self.input.write_all(format!("{line}\n").as_bytes());
        sent.and_then(|()| self.input.flush()).map_err(|_| self.how_it_ended())
    }

    pub fn hear(&mut self, patience: Duration) -> Heard {
        match self.lines.recv_timeout(patience) {
            Ok(line) => {
                locked(&self.transcript).note(Source::Program, &line);
                if let Some(option) = option_name(&line) {
                    self.options.insert(option);
                }
                Heard::Line(line)
            }
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Ended(self.how_it_ended()),
        }
    }

    /// Ends it and gives the transcript, with what it wrote last.
    pub fn end(mut self) -> Vec<String> {
        self.kill();
        self.wait_for_errors();
        self.transcript()
    }

    /// Why nothing more comes from it.
    fn how_it_ended(&mut self) -> String {
        // It has closed its output: its end is a matter of moments, or it is not an end.
        for _ in 0..50 {
            if let Ok(Some(status)) = self.child.try_wait() {
                // What it has started may hold its standard error open.
                self.group.end();
                self.wait_for_errors();
                let transcript = locked(&self.transcript);
                let last = transcript.last_error().map(|line| format!(", saying {line:?}"));
                return format!("it ended ({status}){}", last.unwrap_or_default());
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        "it closed its output".into()
    }

    /// Waits until the standard error of an ended program has been read, but not for a process that
    /// has left the group and keeps it open.
    fn wait_for_errors(&self) {
        let Err(_closed_or_late) = self.errors.recv_timeout(LAST_WORDS);
    }

    fn kill(&mut self) {
        self.group.end();
        // It may have ended by itself, or left its group; either way it is gone afterwards.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn locked(transcript: &Mutex<Transcript>) -> MutexGuard<'_, Transcript> {
    transcript.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Passes lines on until the program ends or nobody listens any more.
fn forward(mut output: impl BufRead, listener: &mut dyn FnMut(String) -> bool) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !line.is_empty() && !listener(line) {
            return;
        }
    }
}

/// The name in `option name Clear Hash type button`.
fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    let name = rest.split(" type ").next()?.trim();
    (!name.is_empty()).then(|| name.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_known_by_their_names() {
        assert_eq!(option_name("option name Clear Hash type button"), Some("clear hash".into()));
        assert_eq!(option_name("option name Hash"), Some("hash".into()));
        assert_eq!(option_name("optional"), None);
    }

    #[test]
    fn endless_lines_are_cut() {
        let mut count = 0;
        forward(std::io::Cursor::new(vec![b'x'; 200_000]), &mut |_| {
            count += 1;
            true
        });
        assert_eq!(count, 4);
    }
}
