//! A conversation: commands in, answers out, one search at a time.

use std::collections::VecDeque;

use conjoin_core::{History, Outcome, Position as _, Side};
use conjoin_engine::{Player, make_player};
use conjoin_games::loa::Position;

use super::command::{Go, parse_game};
use super::search::{Running, say, say_error};
use super::settings::{Change, Settings};
use crate::version;

/// Commands kept at most; more are refused.
const MOST_KEPT: usize = 1000;

/// A command that waits for the end of a search.
struct Kept {
    line: String,
    /// Was `stop` said after it? If it is a `go`, that is meant too.
    is_stopped: bool,
}

/// The state of a conversation.
pub(super) struct Session {
    settings: Settings,
    game: History<Position>,
    /// Made when it is first needed; lent to the search while that runs.
    player: Option<Box<dyn Player>>,
    running: Option<Running>,
    /// Commands in their order, for when the search has ended.
    kept: VecDeque<Kept>,
}

impl Session {
    pub fn new(settings: Settings) -> Self {
        let game = History::new(settings.start_position());
        Self { settings, game, player: None, running: None, kept: VecDeque::new() }
    }

    /// Takes a line; false at the end of the conversation.
    ///
    /// What changes the game, the engine or the search keeps its order and waits for the search
    /// that is going on. All else is done at once.
    pub fn receive(&mut self, line: String) -> bool {
        let command = line.split_ascii_whitespace().next().unwrap_or("");
        if !has_an_order(command) {
            return self.obey(&line);
        }
        if self.kept.len() >= MOST_KEPT {
            return say_error(&format!(
                "command {command:?} is refused: {MOST_KEPT} commands wait for the search"
            ));
        }
        self.kept.push_back(Kept { line, is_stopped: false });
        self.carry_on()
    }

    /// Do commands wait for the end of a search?
    pub fn keeps_lines(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Obeys the lines that were kept, up to one that has to wait; false at the end of the
    /// conversation.
    pub fn carry_on(&mut self) -> bool {
        while let Some(next) = self.kept.front() {
            let command = next.line.split_ascii_whitespace().next().unwrap_or("");
            let running = self.running.as_ref().filter(|running| !running.is_done());
            if let Some(running) = running.filter(|_| needs_rest(command)) {
                // One without an end of its own would never make room.
                if !running.is_finite() {
                    running.stop();
                }
                return true;
            }
            let Some(Kept { line, is_stopped }) = self.kept.pop_front() else { break };
            if !self.obey(&line) {
                return false;
            }
            if is_stopped {
                self.stop_search();
            }
        }
        true
    }

    /// Does what a line says now; false at the end of the conversation.
    fn obey(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return true };
        let heard = match command {
            "ugi" | "uci" => self.introduce(command),
            "isready" => self.is_ready(),
            "setoption" => self.set_option(rest),
            "uginewgame" | "ucinewgame" => self.new_game(),
            "position" => self.position(rest),
            "go" => self.go(rest),
            "stop" => {
                self.stop_search();
                self.kept.iter_mut().for_each(|kept| kept.is_stopped = true);
                true
            }
            "ponderhit" => {
                if let Some(running) = &mut self.running {
                    running.ponder_hit();
                }
                true
            }
            "query" => self.query(rest),
            "debug" => true,
            "quit" => {
                self.quit();
                false
            }
            _ => say_error(&format!(
                "command {command:?} is not known: expected ugi, uci, isready, setoption, \
                 uginewgame, position, go, stop, ponderhit, query or quit"
            )),
        };
        if !heard {
            self.quit();
        }
        heard
    }

    /// Asks a running search for its answer.
    fn stop_search(&self) {
        if let Some(running) = &self.running {
            running.stop();
        }
    }

    /// Ends the conversation now; a running search gives its answer.
    pub fn quit(&mut self) {
        self.stop_search();
        self.await_search();
    }

    /// Waits for the end of the search and takes the player back.
    fn await_search(&mut self) {
        if let Some(running) = self.running.take() {
            self.player = running.join();
        }
    }

    fn introduce(&self, word: &str) -> bool {
        say(&format!("id name Conjoin {}", version::LINE))
            && say("id author the Conjoin project")
            && self.settings.describe().iter().all(|line| say(line))
            && say(&format!("{word}ok"))
    }

    fn is_ready(&mut self) -> bool {
        // Memory is taken now, so that it does not count as time to think.
        if self.running.is_none()
            && let Err(reason) = self.make_player()
            && !say_error(&reason)
        {
            return false;
        }
        say("readyok")
    }

    fn make_player(&mut self) -> Result<(), String> {
        if self.player.is_none() {
            let made = make_player(&self.settings.profile, &self.settings.player);
            self.player = Some(made.map_err(|error| error.to_string())?);
        }
        Ok(())
    }

    fn set_option(&mut self, words: &[&str]) -> bool {
        self.await_search();
        let value_at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let (Some(&"name"), name) = (words.first(), words.get(1..value_at).unwrap_or(&[])) else {
            return say_error("setoption: expected name NAME value VALUE");
        };
        let value = words.get(value_at + 1..).unwrap_or(&[]).join(" ");
        match self.settings.set(&name.join(" "), &value) {
            Err(reason) => return say_error(&format!("setoption: {reason}")),
            Ok(Change::Value) => {}
            Ok(Change::Game) => self.game = History::new(self.settings.start_position()),
            Ok(Change::Player) => self.player = None,
        }
        true
    }

    fn new_game(&mut self) -> bool {
        self.await_search();
        self.game = History::new(self.settings.start_position());
        let begun = self.player.as_mut().map_or(Ok(()), |player| player.new_game());
        begun.map_or_else(|error| say_error(&error.to_string()), |()| true)
    }

    fn position(&mut self, words: &[&str]) -> bool {
        self.await_search();
        match parse_game(words, &self.settings) {
            Ok(game) => {
                self.game = game;
                true
            }
            Err(reason) => say_error(&reason),
        }
    }

    fn go(&mut self, words: &[&str]) -> bool {
        self.await_search();
        let mut go = match Go::parse(words.iter().copied()) {
            Ok(go) => go,
            Err(reason) => return say_error(&reason),
        };
        go.request.multi_pv = self.settings.lines;
        let made = self.make_player();
        match (made, self.player.take()) {
            (Ok(()), Some(player)) => {
                let game = self.game.clone();
                self.running = Some(Running::start(player, game, go, self.settings.ponder));
                true
            }
            (result, _) => say_error(&result.err().unwrap_or_default()) && say("bestmove none"),
        }
    }

    fn query(&mut self, words: &[&str]) -> bool {
        let outcome = self.game.outcome();
        let response = match words {
            ["gameover"] => outcome.is_some().to_string(),
            ["p1turn"] => (self.game.current().side_to_move() == Side::First).to_string(),
            ["result"] => match outcome {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win(Side::First)) => "p1win",
                Some(Outcome::Win(Side::Second)) => "p2win",
            }
            .to_owned(),
            _ => return say_error("query: expected gameover, p1turn or result"),
        };
        say(&format!("response {response}"))
    }
}

/// Does a command change or ask for what the commands before it have changed?
fn has_an_order(command: &str) -> bool {
    needs_rest(command) || matches!(command, "ponderhit" | "query")
}

/// Must a search have ended before this command?
fn needs_rest(command: &str) -> bool {
    matches!(command, "setoption" | "uginewgame" | "ucinewgame" | "position" | "go")
}
