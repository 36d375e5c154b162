//! How far a match is: a bar in a terminal, elsewhere a line now and then.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// The shortest time between two lines: a match of days fills no disk with them.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Shows how far a match is, on standard error.
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    total: usize,
    done: usize,
    /// Games that were finished before this start.
    before: usize,
    /// How the match stands.
    standing: String,
    /// Nothing in a terminal, where the bar is seen.
    lines: Option<Pace>,
}

/// When lines are due.
#[derive(Debug, Default)]
struct Pace {
    /// The time of the last line.
    last: Duration,
    /// Was the last game told?
    is_told: bool,
}

impl Pace {
    /// Is a line due for the game that has just ended?
    fn is_due(&mut self, now: Duration) -> bool {
        self.is_told = now.saturating_sub(self.last) >= BETWEEN_LINES;
        if self.is_told {
            self.last = now;
        }
        self.is_told
    }
}

impl Progress {
    /// For so many games, of which none is finished.
    pub fn new(total: usize) -> Self {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta} left")
            .expect("a template that is known to parse");
        Self {
            bar: ProgressBar::new(total as u64).with_style(style),
            start: Instant::now(),
            total,
            done: 0,
            before: 0,
            standing: String::new(),
            lines: (!std::io::stderr().is_terminal()).then(Pace::default),
        }
    }

    /// A game that was finished before this start.
    pub fn finished_before(&mut self, standing: String) {
        self.before += 1;
        self.count(standing);
    }

    /// A game has ended.
    pub fn game_over(&mut self, standing: String) {
        self.count(standing);
        let now = self.start.elapsed();
        if self.lines.as_mut().is_some_and(|pace| pace.is_due(now)) {
            self.tell(now);
        }
    }

    /// No more games will end.
    pub fn finish(&mut self) {
        self.bar.finish_and_clear();
        let is_news = self.done > self.before;
        if is_news && self.lines.take().is_some_and(|pace| !pace.is_told) {
            self.tell(self.start.elapsed());
        }
    }

    fn count(&mut self, standing: String) {
        self.done += 1;
        self.bar.inc(1);
        self.bar.set_message(standing.clone());
        self.standing = standing;
    }

    fn tell(&self, now: Duration) {
        let line = line(self.total, self.done, self.before, &self.standing, now);
        // A reader that has gone away is no reason to stop.
        drop(writeln!(std::io::stderr().lock(), "{line}"));
    }
}

/// How far a match is, in words.
fn line(total: usize, done: usize, before: usize, standing: &str, now: Duration) -> String {
    let mut text = format!("{done} of {total} games");
    if !standing.is_empty() {
        text += &format!(", {standing}");
    }
    let (played, left) = (done - before, total.saturating_sub(done));
    if played > 0 && left > 0 {
        let left = now.mul_f64(left as f64 / played as f64);
        text += &format!(", about {} left", HumanDuration(left));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_games_share_a_line_and_slow_ones_have_one_each() {
        let lines = |seconds: f64, games: u32| {
            let mut pace = Pace::default();
            let ends = (1..=games).map(|game| Duration::from_secs_f64(seconds * f64::from(game)));
            ends.filter(|&end| pace.is_due(end)).count()
        };
        assert_eq!(lines(0.5, 200), 10);
        assert_eq!(lines(30.0, 200), 200);
        assert_eq!(lines(0.01, 100), 0, "the last one is told at the end");
    }

    #[test]
    fn what_is_left_follows_from_the_games_of_this_start() {
        let minute = Duration::from_mins(1);
        assert_eq!(
            line(40, 30, 20, "+5 =0 -5", minute),
            "30 of 40 games, +5 =0 -5, about 60 seconds left"
        );
        assert_eq!(line(4, 4, 0, "", minute), "4 of 4 games");
    }
}
