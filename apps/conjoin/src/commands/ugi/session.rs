//! A conversation: commands in, answers out, one search at a time.

use std::collections::VecDeque;

use conjoin_core::{History, Outcome, Position as _, Side};
use conjoin_engine::ugi::{Go, parse_game, parse_option};
use conjoin_engine::{BoxedPlayer, EngineError, GameName, GameVisitor, make_player};
use conjoin_eval::Playable;

use super::output::Output;
use super::search::Running;
use super::settings::{Change, GeneralSettings, Settings, USUAL_PROFILE};
use crate::version;

/// Commands kept at most; more are refused.
const MOST_KEPT: usize = 1000;

/// A command that waits for the end of a search.
struct Kept {
    line: String,
    /// Was `stop` said after it? If it is a `go`, that is meant too.
    is_stopped: bool,
}

/// A conversation about some game.
pub(super) trait Conversation {
    /// Takes a line; false at the end of the conversation.
    ///
    /// What changes the game, the engine or the search keeps its order and waits for the search
    /// that is going on. All else is done at once.
    fn receive(&mut self, line: String) -> bool;

    /// Do commands wait for the end of a search, or of the session?
    fn keeps_lines(&self) -> bool;

    /// Obeys the lines that were kept, up to one that has to wait; false at the end of the
    /// conversation.
    fn carry_on(&mut self) -> bool;

    /// The session to go on with when another game was asked for.
    fn successor(&mut self) -> Option<Box<dyn Conversation>>;

    /// Waits for a search that ends by itself.
    fn await_finite_search(&mut self);

    /// Ends the conversation now; a running search gives its answer.
    fn quit(&mut self);
}

/// A conversation about a game.
pub(super) struct Session<G: Playable> {
    settings: Settings<G>,
    game: History<G::Position>,
    /// Made when it is first needed; lent to the search while that runs.
    player: Option<BoxedPlayer<G>>,
    running: Option<Running<G::Position>>,
    /// Commands in their order, for when the search has ended.
    kept: VecDeque<Kept>,
    /// The game that was asked for in place of this one: nothing more is obeyed here.
    next_game: Option<GameName>,
    output: Output,
}

impl<G: Playable> Conversation for Session<G> {
    fn receive(&mut self, line: String) -> bool {
        let command = line.split_ascii_whitespace().next().unwrap_or("");
        if !has_an_order(command) {
            return self.obey(&line);
        }
        if self.kept.len() >= MOST_KEPT {
            return self.output.say_error(&format!(
                "command {command:?} is refused: {MOST_KEPT} commands wait for the search"
            ));
        }
        self.kept.push_back(Kept { line, is_stopped: false });
        self.carry_on()
    }

    fn keeps_lines(&self) -> bool {
        !self.kept.is_empty()
    }

    fn carry_on(&mut self) -> bool {
        while let Some(next) = self.kept.front().filter(|_| self.next_game.is_none()) {
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

    fn successor(&mut self) -> Option<Box<dyn Conversation>> {
        let game = self.next_game.take()?;
        let general = self.settings.general.clone();
        let (profile, output) = (self.settings.profile.name.clone(), self.output.clone());
        match game.visit(Begin { profile, general, output, kept: &mut self.kept }) {
            Ok(session) => Some(session),
            Err(error) => {
                self.output.say_error(&error.to_string());
                None
            }
        }
    }

    fn await_finite_search(&mut self) {
        if self.running.as_ref().is_some_and(Running::is_finite) {
            self.await_search();
        }
    }

    fn quit(&mut self) {
        self.stop_search();
        self.await_search();
    }
}

/// Begins the session of another game with what was set and kept in the one before.
struct Begin<'a> {
    profile: String,
    general: GeneralSettings,
    output: Output,
    kept: &'a mut VecDeque<Kept>,
}

impl GameVisitor for Begin<'_> {
    type Output = Result<Box<dyn Conversation>, EngineError>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self { profile, general, output, kept } = self;
        let usual = G::Variant::default();
        // Not every game has the same profiles.
        let settings = Settings::<G>::new(usual, &profile, general.clone())
            .or_else(|_| Settings::new(usual, USUAL_PROFILE, general))?;
        let mut session = Session::new(settings, output);
        session.kept = std::mem::take(kept);
        Ok(Box::new(session))
    }
}

impl<G: Playable> Session<G> {
    pub fn new(settings: Settings<G>, output: Output) -> Self {
        Self {
            game: History::new(G::start(settings.variant)),
            settings,
            player: None,
            running: None,
            kept: VecDeque::new(),
            next_game: None,
            output,
        }
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
            _ => self.output.say_error(&format!(
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

    /// Waits for the end of the search and takes the player back.
    fn await_search(&mut self) {
        if let Some(running) = self.running.take() {
            self.player = running.join();
        }
    }

    fn introduce(&self, word: &str) -> bool {
        self.output.say(&format!("id name Conjoin {}", version::LINE))
            && self.output.say("id author the Conjoin project")
            && self.settings.describe().iter().all(|line| self.output.say(line))
            && self.output.say(&format!("{word}ok"))
    }

    fn is_ready(&mut self) -> bool {
        // Memory is taken now, so that it does not count as time to think.
        if self.running.is_none()
            && let Err(reason) = self.make_player()
            && !self.output.say_error(&reason)
        {
            return false;
        }
        self.output.say("readyok")
    }

    fn make_player(&mut self) -> Result<(), String> {
        if self.player.is_none() {
            let made = make_player(&self.settings.profile, &self.settings.general.player);
            self.player = Some(made.map_err(|error| error.to_string())?);
        }
        Ok(())
    }

    fn set_option(&mut self, words: &[&str]) -> bool {
        self.await_search();
        let changed = parse_option(words).and_then(|(name, value)| {
            self.settings.set(&name, &value).map_err(|reason| format!("setoption: {reason}"))
        });
        match changed {
            Err(reason) => return self.output.say_error(&reason),
            Ok(Change::Value) => {}
            Ok(Change::Start) => self.game = History::new(G::start(self.settings.variant)),
            Ok(Change::Player) => self.player = None,
            Ok(Change::Game(game)) => self.next_game = Some(game),
        }
        true
    }

    fn new_game(&mut self) -> bool {
        self.await_search();
        self.game = History::new(G::start(self.settings.variant));
        let begun = self.player.as_mut().map_or(Ok(()), |player| player.new_game());
        begun.map_or_else(|error| self.output.say_error(&error.to_string()), |()| true)
    }

    fn position(&mut self, words: &[&str]) -> bool {
        self.await_search();
        match parse_game::<G>(words, self.settings.variant) {
            Ok(game) => {
                self.game = game;
                true
            }
            Err(reason) => self.output.say_error(&reason),
        }
    }

    fn go(&mut self, words: &[&str]) -> bool {
        self.await_search();
        let mut go = match Go::parse(words.iter().copied()) {
            Ok(go) => go,
            Err(reason) => return self.output.say_error(&reason),
        };
        go.request.multi_pv = self.settings.general.lines;
        go.request.may_use_book = self.settings.uses_book();
        let made = self.make_player();
        match (made, self.player.take()) {
            (Ok(()), Some(player)) => {
                let game = self.game.clone();
                let (ponder, output) = (self.settings.general.ponder, self.output.clone());
                self.running = Some(Running::start(player, game, go, ponder, output));
                true
            }
            (result, _) => {
                self.output.say_error(&result.err().unwrap_or_default())
                    && self.output.say("bestmove none")
            }
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
            _ => return self.output.say_error("query: expected gameover, p1turn or result"),
        };
        self.output.say(&format!("response {response}"))
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
