//! Other programs as players, over UGI or UCI.
//!
//! Nothing that such a program does is trusted. It has to answer within its time and a grace; a
//! program that is silent, dies, says nothing sensible or plays an illegal move is an error, and
//! it is ended, with all that it has started. The next game starts it again. What was said lately is
//! kept as a transcript, what it wrote to standard error included.

mod answer;
mod group;
mod process;
mod transcript;

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use conjoin_core::{Game, History, MoveOf, Position as _, TextForm as _, Variant as _};

use crate::own::final_score;
use crate::profile::{OutsideEngine, Protocol};
use crate::{EngineError, Event, Player, PlayerOptions, Request, Thought};
use answer::{BestMove, Report};
pub use group::end_all;
use process::{Heard, Process};

/// For a program to start up, or to say that it is ready.
const READY: Duration = Duration::from_secs(10);
/// What a program may take longer than it is given.
const GRACE: Duration = Duration::from_secs(2);
/// Between two looks at the stop flag.
const TICK: Duration = Duration::from_millis(5);

/// A program that plays.
#[derive(Debug)]
pub struct OutsidePlayer<G: Game> {
    name: String,
    engine: OutsideEngine,
    options: PlayerOptions,
    /// None after it failed.
    process: Option<Process>,
    /// The transcript of a process that has been ended.
    last_words: Vec<String>,
    /// The variant that the program was told.
    told: Option<G::Variant>,
    told_lines: usize,
}

impl<G: Game> OutsidePlayer<G> {
    /// Starts the program and waits until it is ready.
    pub fn start(
        name: &str,
        engine: &OutsideEngine,
        options: &PlayerOptions,
    ) -> Result<Self, EngineError> {
        let mut player = Self {
            name: name.to_owned(),
            engine: engine.clone(),
            options: options.clone(),
            process: None,
            last_words: Vec::new(),
            told: None,
            told_lines: 1,
        };
        player.restart()?;
        Ok(player)
    }

    /// Ends the program and says why.
    fn fail(&mut self, reason: impl Into<String>) -> EngineError {
        if let Some(process) = self.process.take() {
            self.last_words = process.end();
        }
        EngineError::Outside { name: self.name.clone(), reason: reason.into() }
    }

    fn word(&self) -> &'static str {
        match self.engine.protocol {
            Protocol::Ugi => "ugi",
            Protocol::Uci => "uci",
        }
    }

    fn restart(&mut self) -> Result<(), EngineError> {
        self.told = None;
        self.told_lines = 1;
        let process = Process::start(&self.engine.command);
        self.process = Some(process.map_err(|reason| self.fail(reason))?);
        let word = self.word();
        self.send(word)?;
        self.wait_for(&format!("{word}ok"))?;
        let mut settings: Vec<(String, String)> =
            self.engine.options.iter().map(|(k, v)| (k.clone(), v.clone())).collect();
        for (name, value) in [
            ("Hash", (self.options.memory_bytes >> 20).max(1).to_string()),
            ("Threads", self.options.threads.max(1).to_string()),
        ] {
            let is_set = settings.iter().any(|(key, _)| key.eq_ignore_ascii_case(name));
            if !is_set && self.has_option(name) {
                settings.push((name.to_owned(), value));
            }
        }
        for (name, value) in settings {
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.send("isready")?;
        self.wait_for("readyok")
    }

    fn has_option(&self, name: &str) -> bool {
        self.process.as_ref().is_some_and(|process| process.has_option(name))
    }

    /// The process, started again if it was ended.
    fn alive(&mut self) -> Result<(), EngineError> {
        if self.process.is_none() { self.restart() } else { Ok(()) }
    }

    fn send(&mut self, line: &str) -> Result<(), EngineError> {
        let sent = match &mut self.process {
            Some(process) => process.send(line),
            None => Err("it is not running".into()),
        };
        sent.map_err(|reason| self.fail(reason))
    }

    /// The next line, waiting no longer than the time given.
    fn hear(&mut self, patience: Duration) -> Result<Option<String>, EngineError> {
        let heard = match &mut self.process {
            Some(process) => process.hear(patience),
            None => Heard::Ended("it is not running".into()),
        };
        match heard {
            Heard::Line(line) => Ok(Some(line)),
            Heard::Nothing => Ok(None),
            Heard::Ended(reason) => Err(self.fail(reason)),
        }
    }

    /// Reads on until a line with this word at its start.
    fn wait_for(&mut self, word: &str) -> Result<(), EngineError> {
        let deadline = Instant::now() + READY;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(self.fail(format!("no {word} within {READY:?}")));
            }
            match self.hear(left)? {
                Some(line) if line.split_ascii_whitespace().next() == Some(word) => return Ok(()),
                _ => {}
            }
        }
    }

    /// Tells the program the board and the rules, where it has options for them.
    fn tell_game(&mut self, start: &G::Position) -> Result<(), EngineError> {
        let now = G::variant(start);
        if self.told == Some(now) {
            return Ok(());
        }
        let settings = [
            ("Game", G::NAME.to_owned()),
            ("Size", now.size().to_string()),
            ("Rules", now.rules()),
        ];
        for (name, value) in settings {
            if self.has_option(name) {
                self.send(&format!("setoption name {name} value {value}"))?;
            }
        }
        self.told = Some(now);
        Ok(())
    }

    fn position_line(game: &History<G::Position>) -> String {
        let start = game.start();
        let mut line = if G::is_usual_start(start) {
            "position startpos".to_owned()
        } else {
            format!("position fen {start}")
        };
        if !game.moves().is_empty() {
            line.push_str(" moves");
        }
        for (&mv, before) in game.moves().iter().zip(game.positions()) {
            write!(line, " {}", before.protocol_move(mv)).expect("writing to a string");
        }
        line
    }

    fn go_line(&self, request: &Request) -> String {
        let mut line = String::from("go");
        let mut add = |name: &str, value: u128| {
            write!(line, " {name} {value}").expect("writing to a string");
        };
        if let Some(depth) = request.depth {
            add("depth", depth.into());
        }
        if let Some(nodes) = request.nodes {
            add("nodes", nodes.into());
        }
        if let Some(time) = request.move_time {
            add("movetime", time.as_millis().max(1));
        }
        if let Some(clock) = &request.clock {
            let names = match self.engine.protocol {
                Protocol::Ugi => ["p1time", "p2time", "p1inc", "p2inc"],
                Protocol::Uci => ["wtime", "btime", "winc", "binc"],
            };
            let times = clock.left.iter().chain(&clock.increment);
            for (name, time) in names.into_iter().zip(times) {
                add(name, time.as_millis());
            }
        }
        if line == "go" {
            line.push_str(" infinite");
        }
        line
    }

    /// How long the answer to a request may take.
    fn time_allowed(&self, game: &History<G::Position>, request: &Request) -> Option<Duration> {
        let on_clock = request.clock.map(|c| c.left[game.current().side_to_move().index()]);
        let allowed = match (request.move_time, on_clock) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let is_open = request.depth.is_none() && request.nodes.is_none();
        match allowed {
            Some(time) => Some(time.saturating_add(GRACE)),
            // Nothing but the stop flag ends it.
            None if is_open => None,
            None => Some(Duration::from_secs(self.engine.patience)),
        }
    }

    /// Reads what the program says until it answers.
    fn listen(
        &mut self,
        game: &History<G::Position>,
        allowed: Option<Duration>,
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(&Event<MoveOf<G>>),
    ) -> Result<(Report<G::Position>, BestMove), EngineError> {
        let start = Instant::now();
        let mut deadline = allowed.and_then(|time| start.checked_add(time));
        let mut stopped = false;
        let mut report = Report::default();
        loop {
            if !stopped && stop.load(Ordering::Relaxed) {
                stopped = true;
                self.send("stop")?;
                let soon = Instant::now() + GRACE;
                deadline = Some(deadline.map_or(soon, |deadline| deadline.min(soon)));
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                let waited = start.elapsed().as_secs_f64();
                return Err(self.fail(format!("no bestmove after {waited:.1} s")));
            }
            let Some(line) = self.hear(TICK)? else { continue };
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("info") => {
                    if let Some(event) = report.update(game.current(), words, start.elapsed()) {
                        on_event(&event);
                    }
                }
                Some("bestmove") => return Ok((report, BestMove::parse(words.next()))),
                _ => {}
            }
        }
    }
}

impl<G: Game> Player<G::Position> for OutsidePlayer<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self) -> Result<(), EngineError> {
        self.alive()?;
        self.told = None;
        let word = self.word();
        self.send(&format!("{word}newgame"))?;
        self.send("isready")?;
        self.wait_for("readyok")
    }

    fn transcript(&self) -> Vec<String> {
        match &self.process {
            Some(process) => process.transcript(),
            None => self.last_words.clone(),
        }
    }

    fn think(
        &mut self,
        game: &History<G::Position>,
        request: &Request,
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(&Event<MoveOf<G>>),
    ) -> Result<Thought<MoveOf<G>>, EngineError> {
        if let Some(score) = final_score(game) {
            return Ok(Thought::of_finished_game(score));
        }
        self.alive()?;
        self.tell_game(game.start())?;
        let lines = request.multi_pv.max(1);
        if lines != self.told_lines && self.has_option("MultiPV") {
            self.send(&format!("setoption name MultiPV value {lines}"))?;
            self.told_lines = lines;
        }
        self.send(&Self::position_line(game))?;
        let go = self.go_line(request);
        let start = Instant::now();
        self.send(&go)?;
        let allowed = self.time_allowed(game, request);
        let (report, answer) = self.listen(game, allowed, stop, on_event)?;
        let time = start.elapsed();
        match answer.to_move(game.current()) {
            Ok(mv) => Ok(report.thought(mv, time)),
            Err(reason) => {
                let text = answer.text();
                drop(self.fail("an illegal move"));
                Err(EngineError::IllegalMove { name: self.name.clone(), text, reason })
            }
        }
    }
}
