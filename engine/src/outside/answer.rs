//! What an outside program says about a position.

use std::time::Duration;

use conjoin_core::TextForm;
use conjoin_search::{Counters, ScoreBound};

use crate::notation::parse_score;
use crate::{Event, EventLine, Thought};

/// The longest move that is read: a route over the whole of a large board.
const LONGEST_MOVE: usize = 400;
/// Most lines that are kept of what a program tells.
const MOST_LINES: usize = 256;

/// What a program has told so far.
#[derive(Debug)]
pub(super) struct Report<P: TextForm> {
    depth: u32,
    selective_depth: u32,
    nodes: u64,
    table_per_mille: u32,
    lines: Vec<EventLine<P::Move>>,
}

/// The word after `bestmove`.
#[derive(Debug)]
pub(super) struct BestMove(Option<String>);

impl BestMove {
    pub fn parse(word: Option<&str>) -> Self {
        Self(word.map(|word| word.chars().take(LONGEST_MOVE).collect()))
    }

    pub fn text(&self) -> String {
        self.0.clone().unwrap_or_default()
    }

    /// The move, if it is legal here.
    pub fn to_move<P: TextForm>(&self, position: &P) -> Result<P::Move, String> {
        let Some(text) = &self.0 else { return Err("expected a move after bestmove".into()) };
        if ["none", "(none)", "0000"].contains(&text.as_str()) {
            return Err("the game is not over".into());
        }
        position.parse_move(text).map_err(|error| error.to_string())
    }
}

impl<P: TextForm> Default for Report<P> {
    fn default() -> Self {
        Self { depth: 0, selective_depth: 0, nodes: 0, table_per_mille: 0, lines: Vec::new() }
    }
}

impl<P: TextForm> Report<P> {
    /// Takes in the words after `info`; gives an event when there is a line of play in them.
    pub fn update<'a>(
        &mut self,
        position: &P,
        mut words: impl Iterator<Item = &'a str>,
        time: Duration,
    ) -> Option<Event<P::Move>> {
        let mut number: usize = 1;
        let mut score = None;
        let mut line = None;
        let mut bound = ScoreBound::Exact;
        while let Some(word) = words.next() {
            match word {
                "depth" => set(&mut self.depth, words.next()),
                "seldepth" => set(&mut self.selective_depth, words.next()),
                "nodes" => set(&mut self.nodes, words.next()),
                "hashfull" => set(&mut self.table_per_mille, words.next()),
                "multipv" => set(&mut number, words.next()),
                "score" => score = parse_score(words.next()?, words.next()?),
                "lowerbound" => bound = ScoreBound::AtLeast,
                "upperbound" => bound = ScoreBound::AtMost,
                "pv" => line = Some(legal_line(position, words.by_ref())),
                "string" => return None,
                _ => {}
            }
        }
        let moves = line.filter(|moves| !moves.is_empty())?;
        let line = EventLine { score: score?, moves };
        let count = self.lines.len();
        match self.lines.get_mut(number.max(1) - 1) {
            Some(old) => *old = line,
            None if count < MOST_LINES => self.lines.push(line),
            None => return None,
        }
        Some(Event {
            depth: self.depth,
            selective_depth: self.selective_depth.max(self.depth),
            nodes: self.nodes,
            bound,
            time,
            table_per_mille: self.table_per_mille.min(1000),
            is_proved: false,
            lines: self.lines.clone(),
        })
    }

    /// The answer, with the line of the move that was made in front and its score.
    pub fn thought(mut self, best_move: P::Move, time: Duration) -> Thought<P::Move> {
        let told = self.lines.iter().position(|line| line.moves[0] == best_move);
        let score = told.map(|i| self.lines[i].score);
        if let Some(told) = told {
            self.lines[..=told].rotate_right(1);
        }
        Thought {
            best_move: Some(best_move),
            score,
            depth: self.depth,
            selective_depth: self.selective_depth.max(self.depth),
            counters: Counters { nodes: self.nodes, ..Counters::default() },
            time,
            lines: self.lines,
            // Many have a book of their own, but none says so.
            from_book: false,
        }
    }
}

fn set<T: std::str::FromStr>(place: &mut T, word: Option<&str>) {
    if let Some(value) = word.and_then(|word| word.parse().ok()) {
        *place = value;
    }
}

/// The moves as far as they are legal.
fn legal_line<'a, P: TextForm>(position: &P, words: impl Iterator<Item = &'a str>) -> Vec<P::Move> {
    let mut position = *position;
    let mut moves = Vec::new();
    for word in words {
        let Ok(mv) = position.parse_move(word) else { break };
        moves.push(mv);
        position = position.play(mv);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::Score;
    use conjoin_games::loa::{Position, Rules};

    #[test]
    fn info_lines_become_events() {
        let start = Position::start(8, Rules::OLYMPIAD);
        let mut report = Report::default();
        let mut tell = |text: &str| report.update(&start, text.split(' '), Duration::ZERO);
        let event = tell("depth 3 seldepth 9 score cp -12 nodes 77 hashfull 5 pv b8b6 a7c7 junk");
        let event = event.expect("an event");
        assert_eq!((event.depth, event.selective_depth, event.nodes), (3, 9, 77));
        assert_eq!(event.lines[0].moves.len(), 2);
        assert_eq!(event.lines[0].score, Score(-12));
        assert!(tell("string depth 4 score cp 1 pv b8b6").is_none());
        assert!(tell("depth x score cp pv").is_none());
        assert!(tell("score win 3 pv zzz").is_none());
        assert!(tell("multipv 99999999999999999999 score win 3 pv d1-b3").is_some());
    }

    #[test]
    fn answers_are_read_in_every_spelling() {
        let start = Position::start(8, Rules::OLYMPIAD);
        for text in ["d1b3", "d1-b3", "D1B3"] {
            assert_eq!(
                format!("{:?}", BestMove::parse(Some(text)).to_move(&start).unwrap()),
                "d1-b3"
            );
        }
        for text in [None, Some("none"), Some("pass"), Some("d1d8"), Some("💥")] {
            assert!(BestMove::parse(text).to_move(&start).is_err());
        }
    }
}
