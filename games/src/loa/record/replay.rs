//! The main line of a record played on a board.

use conjoin_core::{History, Outcome, Position as _, TextForm};

use super::start::is_setup;
use super::{Action, Ending, Entry, Record, RecordError, RecordProblem, Start};
use crate::loa::{Move, Position, Rules};
use crate::sgf::shorten;

/// What a record may be told instead of what it says itself.
#[derive(Clone, Debug, Default)]
pub struct ReplayOptions {
    /// Rules to use whatever the record names.
    pub rules: Option<Rules>,
    /// A start to use whatever the record names.
    pub start: Option<Start>,
}

/// A main line that was played through.
#[derive(Clone, Debug)]
pub struct Replay {
    /// All positions and moves; passes that were not written down are in it.
    pub history: History<Position>,
    /// The start that was used.
    pub start: Start,
    /// The result: of the board, of a resignation and the like, or the one stated.
    pub outcome: Option<Outcome>,
    /// How the game ended, if the record shows or says it.
    pub ending: Option<Ending>,
}

impl Replay {
    /// The moves on the board.
    pub fn moves(&self) -> &[Move] {
        self.history.moves()
    }

    /// The rules that were used.
    pub fn rules(&self) -> Rules {
        self.history.start().rules()
    }
}

impl Record {
    /// The moves of the main line, checked by the record's own rules (`olympiad` if it names
    /// none).
    pub fn main_line(&self) -> Result<Vec<Move>, RecordProblem> {
        self.replay(&ReplayOptions::default()).map(|replay| replay.moves().to_vec())
    }

    /// The rules that the record names.
    pub fn stated_rules(&self) -> Result<Option<Rules>, RecordProblem> {
        let Some(property) = self.find("RU") else { return Ok(None) };
        let text = property.value().map(|value| value.text()).unwrap_or_default();
        if text.trim().is_empty() {
            return Ok(None);
        }
        text.parse()
            .map(Some)
            .map_err(|error| self.problem_at(property.place, RecordError::Rules(error)))
    }

    /// Plays the main line through, checking every move.
    pub fn replay(&self, options: &ReplayOptions) -> Result<Replay, RecordProblem> {
        self.expect_lines_of_action()?;
        let rules = match options.rules {
            Some(rules) => rules,
            None => self.stated_rules()?.unwrap_or_default(),
        };
        let start = options.start.clone().unwrap_or_else(|| self.start());
        let replay = self.replay_from(start, rules);
        replay.map_err(|problem| self.with_hint(problem, rules))
    }

    fn replay_from(&self, start: Start, rules: Rules) -> Result<Replay, RecordProblem> {
        let mut history = History::new(self.start_position_from(&start, rules)?);
        self.expect_no_late_setup()?;
        // The end of the game by other means than moves.
        let mut ended: Option<(Outcome, Ending)> = None;
        for entry in self.main_actions() {
            let ply = history.moves().len() + 1;
            let fail = |error| {
                Err(RecordProblem { ply: Some(ply), ..self.problem_at(entry.place, error) })
            };
            let text = match entry.action() {
                Action::Words => continue,
                Action::Resign => {
                    ended.get_or_insert((Outcome::Win(!entry.side), Ending::Resignation));
                    continue;
                }
                Action::Forfeit => {
                    ended.get_or_insert((Outcome::Win(!entry.side), Ending::Forfeit));
                    continue;
                }
                Action::AcceptDraw => {
                    ended.get_or_insert((Outcome::Draw, Ending::Agreement));
                    continue;
                }
                Action::Pass => "pass".to_owned(),
                Action::Move { squares, .. } => squares.into_owned(),
            };
            let over = board_end(&history).or(ended);
            if let Some((_, ending)) = over {
                return fail(RecordError::AfterEnd { text: excerpt(&entry), ending });
            }
            match parse_entry(&mut history, &entry, &text) {
                Ok(mv) => history.push(mv),
                Err(error) => return fail(error),
            }
        }
        let found = board_end(&history).or(ended);
        let stated = self.stated_result();
        if let (Some((found, _)), Some(stated)) = (found, stated)
            && found != stated
        {
            let place = self.find("RE").map_or(self.place(), |property| property.place);
            return Err(self.problem_at(place, RecordError::Result { stated, found }));
        }
        let outcome = found.map(|(outcome, _)| outcome).or(stated);
        let stated_ending = || match self.stated_reason()? {
            "resignation" => Some(Ending::Resignation),
            _ => Some(Ending::Forfeit),
        };
        let ending = found.map(|(_, ending)| ending).or_else(stated_ending);
        Ok(Replay { history, start, outcome, ending })
    }

    fn expect_lines_of_action(&self) -> Result<(), RecordProblem> {
        match self.find("GM").and_then(|property| Some((property, property.value()?.text()))) {
            Some((property, text)) if text.trim() != "9" && !text.trim().is_empty() => Err(self
                .problem_at(
                    property.place,
                    RecordError::WrongGame { text: shorten(text.trim()).into_owned() },
                )),
            _ => Ok(()),
        }
    }

    /// Only the start can be set up: a board that changes during the game is no game.
    fn expect_no_late_setup(&self) -> Result<(), RecordProblem> {
        let early = self.before_first_move().count();
        let late = self.tree().main_line().skip(early);
        let mut properties = late.flat_map(|id| &self.tree().node(id).properties);
        match properties.find(|property| is_setup(property) && !property.is("PL")) {
            Some(property) => Err(self.problem_at(property.place, RecordError::SetupAfterMove)),
            None => Ok(()),
        }
    }

    /// Says of an unknown set-up which known one fits the moves.
    fn with_hint(&self, mut problem: RecordProblem, rules: Rules) -> RecordProblem {
        if let RecordError::UnknownSetup { legal_from, .. } = &mut problem.error {
            let fits = |start: Start| self.replay_from(start, rules).is_ok();
            *legal_from = match (fits(Start::Standard), fits(Start::ScrambledEggs)) {
                (true, false) => Some("Standard"),
                (false, true) => Some("Scrambled-eggs"),
                _ => None,
            };
        }
        problem
    }
}

/// Reads a move where the history stands; adds a pass that was left out before it.
fn parse_entry(
    history: &mut History<Position>,
    entry: &Entry<'_>,
    text: &str,
) -> Result<Move, RecordError> {
    let side = entry.side;
    if history.current().side_to_move() != side {
        if history.current().can_move() || !history.current().is_legal(Move::PASS) {
            return Err(RecordError::OutOfTurn { text: excerpt(entry), side });
        }
        history.push(Move::PASS);
    }
    Ok(history.current().parse_move(text)?)
}

fn board_end(history: &History<Position>) -> Option<(Outcome, Ending)> {
    let outcome = history.outcome()?;
    let on_board = history.current().outcome().is_some();
    Some((outcome, if on_board { Ending::Board } else { Ending::Repetition }))
}

fn excerpt(entry: &Entry<'_>) -> String {
    shorten(entry.text.trim()).into_owned()
}
