//! How a command ends when it does not end well.

use std::fmt::Display;
use std::process::ExitCode;

/// Why a command did not finish as asked.
#[derive(Debug)]
pub enum Failure {
    /// The user's input cannot be used: exit code 2 and this line.
    BadInput(String),
    /// A check was carried out and found problems, which have been printed: exit code 1.
    CheckFailed,
    /// Some of the input could not be read, which has been said: exit code 2.
    Unread,
    /// The user stopped it: exit code 130.
    Interrupted,
    /// Something outside broke: exit code 2 and the chain of reasons on one line.
    Other(anyhow::Error),
}

/// Input that cannot be used, for the given reason.
pub fn bad_input(reason: &dyn Display) -> Failure {
    Failure::BadInput(reason.to_string())
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}

impl From<conjoin_engine::EngineError> for Failure {
    fn from(error: conjoin_engine::EngineError) -> Self {
        bad_input(&error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Other(error.into())
    }
}

impl Failure {
    /// What a person should know, on one line; nothing where it has been printed.
    pub fn message(&self) -> String {
        match self {
            Self::BadInput(line) => one_line(line),
            Self::Other(error) => one_line(&format!("{error:#}")),
            Self::CheckFailed | Self::Unread | Self::Interrupted => String::new(),
        }
    }

    /// Prints what a person should know and gives the exit code.
    pub fn report(&self) -> ExitCode {
        match self {
            Self::BadInput(line) => complain(line),
            Self::Other(error) => complain(&format!("{error:#}")),
            Self::CheckFailed => ExitCode::from(1),
            Self::Unread => ExitCode::from(2),
            Self::Interrupted => ExitCode::from(130),
        }
    }
}

/// One line on standard error, whatever the text holds, and exit code 2.
fn complain(text: &str) -> ExitCode {
    eprintln!("conjoin: {}", one_line(text));
    ExitCode::from(2)
}

/// The text on one line, with control characters made visible and a bound on its length.
pub fn one_line(text: &str) -> String {
    const LONGEST: usize = 600;
    let mut line = String::new();
    for character in text.chars().take(LONGEST) {
        match character {
            '\n' | '\t' => line.push(' '),
            _ if character.is_control() => line.extend(character.escape_default()),
            _ => line.push(character),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        line.push_str("...");
    }
    line
}

/// What clap has to say, on one line: its first paragraph without the advice after it.
pub fn usage_error(error: &clap::Error) -> ExitCode {
    let text = error.to_string();
    let said: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    let line = said.join(" ");
    complain(line.strip_prefix("error: ").unwrap_or(&line))
}

/// A command that lacks its second word.
pub fn unfinished() -> ExitCode {
    let said: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let said = said.join(" ");
    complain(&format!("{said:?} is not a whole command: see conjoin {said} --help"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_short_line() {
        assert_eq!(one_line("a\nb\u{1b}[0m"), "a b\\u{1b}[0m");
        assert!(one_line(&"x".repeat(10_000_000)).len() < 1000);
    }
}
