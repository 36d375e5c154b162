//! A conversation: commands in, answers out, one search at a time.

use conjoin_core::{History, Outcome, Position as _, Side};
use conjoin_engine::{Player, make_player};
use conjoin_games::loa::Position;

use super::command::{Go, parse_game};
use super::search::{Running, say, say_error};
use super::settings::{Change, Settings};
use crate::version;

/// The state of a conversation.
pub(super) struct Session {
    settings: Settings,
    game: History<Position>,
    /// Made when it is first needed; lent to the search while that runs.
    player: Option<Box<dyn Player>>,
    running: Option<Running>,
}

impl Session {
    pub fn new(settings: Settings) -> Self {
        let game = History::new(settings.start_position());
        Self { settings, game, player: None, running: None }
    }

    /// Does what a line says; false at the end of the conversation.
    pub fn obey(&mut self, line: &str) -> bool {
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

    /// Must a command wait for the search that is going on? One that ends by itself is not cut
    /// short by what comes after its answer.
    pub fn has_to_wait(&self, line: &str) -> bool {
        let is_busy = self.running.as_ref().is_some_and(|r| r.is_finite() && !r.is_done());
        let command = line.split_ascii_whitespace().next().unwrap_or("");
        is_busy && matches!(command, "setoption" | "uginewgame" | "ucinewgame" | "position" | "go")
    }

    /// Asks a running search for its answer.
    pub fn stop_search(&self) {
        if let Some(running) = &self.running {
            running.stop();
        }
    }

    /// Ends the conversation now.
    pub fn quit(&mut self) {
        self.end_search();
    }

    /// Nothing more will be asked: a search that ends by itself may do so.
    pub fn end_of_input(&mut self) {
        match &self.running {
            Some(running) if running.is_finite() => self.await_search(),
            _ => self.quit(),
        }
    }

    /// Waits for the answer of a running search.
    fn await_search(&mut self) {
        if let Some(running) = self.running.take() {
            self.player = running.join();
        }
    }

    /// Ends a running search, which then gives its answer.
    fn end_search(&mut self) {
        self.stop_search();
        self.await_search();
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
        self.end_search();
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
        self.end_search();
        self.game = History::new(self.settings.start_position());
        let begun = self.player.as_mut().map_or(Ok(()), |player| player.new_game());
        begun.map_or_else(|error| say_error(&error.to_string()), |()| true)
    }

    fn position(&mut self, words: &[&str]) -> bool {
        self.end_search();
        match parse_game(words, &self.settings) {
            Ok(game) => {
                self.game = game;
                true
            }
            Err(reason) => say_error(&reason),
        }
    }

    fn go(&mut self, words: &[&str]) -> bool {
        self.end_search();
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
