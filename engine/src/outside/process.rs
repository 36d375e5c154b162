//! A program that runs beside ours: lines in, lines out, and its end.

use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// Lines kept for the transcript.
const KEPT: usize = 200;
/// Characters of a line kept for the transcript.
const KEPT_WIDTH: usize = 500;
/// Longest line read; what is longer is cut into several.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that may wait to be read.
const WAITING: usize = 4096;

/// What came from a program.
pub(super) enum Heard {
    Line(String),
    /// Nothing in the time given.
    Nothing,
    /// It is over; why.
    Ended(String),
}

/// A running program. It is killed when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    transcript: VecDeque<String>,
    /// Names of its options, in small letters.
    options: BTreeSet<String>,
}

impl Process {
    pub fn start(command: &[String]) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("there is no command")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start {program:?}: {error}"))?;
        let input = child.stdin.take().ok_or("no way to write to it")?;
        let output = child.stdout.take().ok_or("no way to read from it")?;
        let (sender, lines) = sync_channel(WAITING);
        std::thread::spawn(move || forward(BufReader::new(output), &sender));
        Ok(Self { child, input, lines, transcript: VecDeque::new(), options: BTreeSet::new() })
    }

    pub fn has_option(&self, name: &str) -> bool {
        self.options.contains(&name.to_ascii_lowercase())
    }

    pub fn transcript(&self) -> Vec<String> {
        self.transcript.iter().cloned().collect()
    }

    fn note(&mut self, sign: char, line: &str) {
        if self.transcript.len() == KEPT {
            self.transcript.pop_front();
        }
        let line: String = line.chars().take(KEPT_WIDTH).collect();
        self.transcript.push_back(format!("{sign} {line}"));
    }

    pub fn send(&mut self, line: &str) -> Result<(), String> {
        self.note('>', line);
        let sent = self.input.write_all(format!("{line}\n").as_bytes());
        sent.and_then(|()| self.input.flush()).map_err(|_| self.how_it_ended())
    }

    pub fn hear(&mut self, patience: Duration) -> Heard {
        match self.lines.recv_timeout(patience) {
            Ok(line) => {
                self.note('<', &line);
                if let Some(option) = option_name(&line) {
                    self.options.insert(option);
                }
                Heard::Line(line)
            }
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Ended(self.how_it_ended()),
        }
    }

    /// Why nothing more comes from it.
    fn how_it_ended(&mut self) -> String {
        // It has closed its output: its end is a matter of moments, or it is not an end.
        for _ in 0..50 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return format!("it ended ({status})");
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        "it closed its output".into()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is gone afterwards.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Passes lines on until the program ends or nobody listens any more.
fn forward(mut output: impl BufRead, sender: &SyncSender<String>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !line.is_empty() && sender.send(line).is_err() {
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
        let (sender, lines) = sync_channel(WAITING);
        forward(std::io::Cursor::new(vec![b'x'; 200_000]), &sender);
        drop(sender);
        assert_eq!(lines.iter().count(), 4);
    }
}
