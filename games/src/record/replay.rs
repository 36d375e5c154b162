//! The main line of a record played on a board.

use conjoin_core::{History, MoveOf, Outcome, Position as _, Side, TextForm};

use super::build::game_number;
use super::start::{named_starts, places_men, set_rules, title};
use super::{Action, Entry, Record, RecordError, RecordProblem, Recorded, Start, Termination};
use crate::sgf::shorten;

/// What a record may be told instead of what it says itself.
#[derive(Clone, Debug)]
pub struct ReplayOptions<G: Recorded> {
    /// A variant whose rules are used whatever the record names; its board and start are not.
    pub rules: Option<G::Variant>,
    /// A start to use whatever the record names.
    pub start: Option<Start>,
}

impl<G: Recorded> Default for ReplayOptions<G> {
    fn default() -> Self {
        Self { rules: None, start: None }
    }
}

/// A main line that was played through.
#[derive(Clone, Debug)]
pub struct Replay<G: Recorded> {
    /// All positions and moves; passes that were not written down are in it.
    pub history: History<G::Position>,
    /// The start that was used.
    pub start: Start,
    /// The result: of the board, of a resignation and the like, or the one stated.
    pub outcome: Option<Outcome>,
    /// How the game ended, if the record shows or says it.
    pub ending: Option<Termination>,
}

impl<G: Recorded> Replay<G> {
    /// The moves on the board.
    pub fn moves(&self) -> &[MoveOf<G>] {
        self.history.moves()
    }

    /// The board and the rules that were used.
    pub fn variant(&self) -> G::Variant {
        G::variant(self.history.start())
    }
}

impl<G: Recorded> Record<G> {
    /// The moves of the main line, checked by the record's own rules (the usual ones if
    /// it names none).
    pub fn main_line(&self) -> Result<Vec<MoveOf<G>>, RecordProblem> {
        self.replay(&ReplayOptions::default()).map(|replay| replay.moves().to_vec())
    }

    /// The usual variant with the rules that the record names, if it names any.
    pub fn stated_rules(&self) -> Result<Option<G::Variant>, RecordProblem> {
        let Some(property) = self.find("RU") else { return Ok(None) };
        let text = property.value().map(|value| value.text()).unwrap_or_default();
        if text.trim().is_empty() {
            return Ok(None);
        }
        let mut variant = G::Variant::default();
        match set_rules(&mut variant, &text) {
            Ok(()) => Ok(Some(variant)),
            Err(error) => {
                let error = RecordError::Rules { reason: error.to_string() };
                Err(self.problem_at(property.place, error))
            }
        }
    }

    /// Plays the main line through, checking every move.
    pub fn replay(&self, options: &ReplayOptions<G>) -> Result<Replay<G>, RecordProblem> {
        self.expect_game()?;
        let rules = match options.rules {
            Some(rules) => rules,
            None => self.stated_rules()?.unwrap_or_default(),
        };
        let start = options.start.clone().unwrap_or_else(|| self.start());
        let replay = self.replay_from(start, rules);
        replay.map_err(|problem| self.with_hint(problem, rules))
    }

    fn replay_from(&self, start: Start, rules: G::Variant) -> Result<Replay<G>, RecordProblem> {
        let mut history = History::new(self.start_position_from(&start, rules)?);
        self.expect_no_late_setup()?;
        // The end of the game by other means than moves.
        let mut ended: Option<(Outcome, Termination)> = None;
        for entry in self.main_actions() {
            let ply = history.moves().len() + 1;
            let fail = |error| {
                Err(RecordProblem { ply: Some(ply), ..self.problem_at(entry.place, error) })
            };
            let action = entry.action();
            match action {
                Action::Words => continue,
                Action::Resign => {
                    ended.get_or_insert((Outcome::Win(!entry.side), Termination::Resignation));
                    continue;
                }
                Action::Forfeit => {
                    ended.get_or_insert((Outcome::Win(!entry.side), Termination::Forfeit));
                    continue;
                }
                Action::AcceptDraw => {
                    ended.get_or_insert((Outcome::Draw, Termination::Agreement));
                    continue;
                }
                Action::Pass | Action::Move { .. } => {}
            }
            let over = board_end::<G>(&history).or(ended);
            if let Some((_, ending)) = over {
                return fail(RecordError::AfterEnd { text: excerpt(&entry), ending });
            }
            match parse_entry::<G>(&mut history, &entry, &action) {
                Ok(mv) => history.push(mv),
                Err(error) => return fail(error),
            }
        }
        let found = board_end::<G>(&history).or(ended);
        let stated = self.stated_result();
        if let (Some((found, _)), Some(stated)) = (found, stated)
            && found != stated
        {
            let place = self.find("RE").map_or(self.place(), |property| property.place);
            return Err(self.problem_at(place, RecordError::Result { stated, found }));
        }
        let outcome = found.map(|(outcome, _)| outcome).or(stated);
        let stated_ending = || match self.stated_reason()? {
            "resignation" => Some(Termination::Resignation),
            _ => Some(Termination::Forfeit),
        };
        let ending = found.map(|(_, ending)| ending).or_else(stated_ending);
        Ok(Replay { history, start, outcome, ending })
    }

    /// Refuses the record of another game.
    pub(super) fn expect_game(&self) -> Result<(), RecordProblem> {
        let Some(property) = self.find("GM") else { return Ok(()) };
        let text = property.value().map(|value| value.text()).unwrap_or_default();
        if text.trim().is_empty() || text.trim() == game_number::<G>() {
            return Ok(());
        }
        let number = G::SGF.map(|number| format!(" (SGF game {number})")).unwrap_or_default();
        let expected = format!("{}{number}", G::TITLE);
        let error = RecordError::WrongGame { text: shorten(text.trim()).into_owned(), expected };
        Err(self.problem_at(property.place, error))
    }

    /// Only the start can be set up: a board that changes during the game is no game.
    fn expect_no_late_setup(&self) -> Result<(), RecordProblem> {
        let early = self.before_first_move().count();
        let late = self.tree().main_line().skip(early);
        let mut properties = late.flat_map(|id| &self.tree().node(id).properties);
        match properties.find(|property| places_men(property)) {
            Some(property) => Err(self.problem_at(property.place, RecordError::SetupAfterMove)),
            None => Ok(()),
        }
    }

    /// Says of an unknown set-up which known one fits the moves.
    fn with_hint(&self, mut problem: RecordProblem, rules: G::Variant) -> RecordProblem {
        if let RecordError::UnknownSetup { legal_from, .. } = &mut problem.error {
            let fits = |name: &&&'static str| self.replay_from(Start::Named(name), rules).is_ok();
            let mut fitting = named_starts::<G>().iter().filter(fits);
            let first = fitting.next();
            *legal_from = first.filter(|_| fitting.next().is_none()).map(|name| title(name));
        }
        problem
    }
}

/// Reads a move where the history stands; adds a pass that was left out before it.
fn parse_entry<G: Recorded>(
    history: &mut History<G::Position>,
    entry: &Entry<'_>,
    action: &Action<'_>,
) -> Result<MoveOf<G>, RecordError> {
    if let Some(pass) = pass_due::<G>(history.current(), entry.side) {
        history.push(pass);
    }
    let position = history.current();
    let turn = position.side_to_move();
    if turn != entry.side {
        let (side, turn) = (G::side_name(entry.side), G::side_name(turn));
        return Err(RecordError::OutOfTurn { text: excerpt(entry), side, turn });
    }
    parse_action::<G>(position, action)
        .map_err(|error| RecordError::Move { reason: error.to_string() })
}

/// The pass of a player who has no other move, where the next entry is the other one's.
pub(super) fn pass_due<G: Recorded>(position: &G::Position, next: Side) -> Option<MoveOf<G>> {
    let is_due = position.side_to_move() != next && G::must_pass(position);
    G::pass().filter(|&pass| is_due && position.is_legal(pass))
}

/// The move or the pass that an entry means; other actions are no moves.
pub(super) fn parse_action<G: Recorded>(
    position: &G::Position,
    action: &Action<'_>,
) -> Result<MoveOf<G>, <G::Position as TextForm>::ParseError> {
    match (action, G::pass()) {
        (Action::Pass, Some(pass)) if position.is_legal(pass) => Ok(pass),
        (Action::Move { text, .. }, _) => position.parse_move(text),
        // The game says why not.
        _ => position.parse_move("pass"),
    }
}

fn board_end<G: Recorded>(history: &History<G::Position>) -> Option<(Outcome, Termination)> {
    let ending = G::ending(history)?;
    Some((ending.outcome, Termination::Rules(G::termination(&ending))))
}

fn excerpt(entry: &Entry<'_>) -> String {
    shorten(entry.text.trim()).into_owned()
}
