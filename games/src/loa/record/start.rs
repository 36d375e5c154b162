//! Where a game starts: the `SU`, `SZ`, `AB`, `AW`, `AE` and `PL` properties.
//!
//! The format has the set-ups Standard (the default), Scrambled-eggs, Custom (an empty board that
//! `AB` and `AW` fill), and Gemma and Parachute, which are variants with other rules: in Gemma a
//! man may leave the board, written `e8-^^`. Case, blanks and hyphens in these names do not
//! matter; any other name is an error, for to guess a start is to invent a game. Men that are
//! added where no set-up is named stand on an empty board.

use conjoin_core::Side;

use super::{Record, RecordError, RecordProblem};
use crate::loa::{MAX_SIZE, MIN_SIZE, Position, Rules, Square};
use crate::sgf::{NodeId, Place, Property, shorten};

/// The start that a record names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Start {
    /// The usual one.
    Standard,
    /// The colours alternate around the board.
    ScrambledEggs,
    /// Men placed one by one.
    Custom,
    /// A variant of the format with its own rules: Gemma, Parachute.
    Variant(String),
    /// A name that the format does not have.
    Unknown(String),
}

impl Start {
    /// Reads the name of a set-up.
    pub fn from_name(name: &str) -> Self {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).take(40).collect();
        match plain.to_ascii_lowercase().as_str() {
            "" | "standard" | "loa" => Self::Standard,
            "scrambledeggs" => Self::ScrambledEggs,
            "custom" => Self::Custom,
            "gemma" | "parachute" => Self::Variant(shorten(name.trim()).into_owned()),
            _ => Self::Unknown(shorten(name.trim()).into_owned()),
        }
    }

    /// The name in lower case, as the command line has it.
    pub fn name(&self) -> String {
        match self {
            Self::Standard => "standard".into(),
            Self::ScrambledEggs => "scrambled-eggs".into(),
            Self::Custom => "custom".into(),
            Self::Variant(name) | Self::Unknown(name) => name.to_lowercase(),
        }
    }
}

/// Properties that place men or say who moves.
const SETUP_KEYS: [&str; 4] = ["AB", "AW", "AE", "PL"];

pub(super) fn is_setup(property: &Property) -> bool {
    SETUP_KEYS.iter().any(|key| property.is(key))
}

impl Record {
    /// The start that the record names.
    pub fn start(&self) -> Start {
        let adds_men = || self.setup_properties().any(|p| p.is("AB") || p.is("AW"));
        match self.find("SU").and_then(Property::value) {
            Some(name) => Start::from_name(&name.text()),
            None if adds_men() => Start::Custom,
            None => Start::Standard,
        }
    }

    /// The side of the board.
    pub fn size(&self) -> Result<u8, RecordProblem> {
        let Some(property) = self.find("SZ") else { return Ok(MAX_SIZE) };
        let text = property.value().map(|value| value.text()).unwrap_or_default();
        let side = |text: &str| {
            let side: u8 = text.trim().parse().ok()?;
            (MIN_SIZE..=MAX_SIZE).contains(&side).then_some(side)
        };
        let size = match text.split_once(':') {
            Some((columns, rows)) => side(columns).filter(|&columns| side(rows) == Some(columns)),
            None => side(&text),
        };
        let error = || RecordError::Size { text: shorten(&text).into_owned() };
        size.ok_or_else(|| self.problem_at(property.place, error()))
    }

    /// The first position, played by the given rules.
    pub fn start_position(&self, rules: Rules) -> Result<Position, RecordProblem> {
        self.start_position_from(&self.start(), rules)
    }

    pub(super) fn start_position_from(
        &self,
        start: &Start,
        rules: Rules,
    ) -> Result<Position, RecordProblem> {
        let size = self.size()?;
        let at = self.find("SU").map_or(self.place(), |property| property.place);
        let fail = |error| Err(self.problem_at(at, error));
        let base = match start {
            Start::Standard => Some(Position::start(size, rules)),
            Start::ScrambledEggs if size == MAX_SIZE => Some(Position::scrambled_eggs(rules)),
            Start::ScrambledEggs => return fail(RecordError::ScrambledSize { size }),
            Start::Custom => None,
            Start::Variant(name) => return fail(RecordError::Variant { name: name.clone() }),
            Start::Unknown(name) => {
                return fail(RecordError::UnknownSetup { name: name.clone(), legal_from: None });
            }
        };
        let mut men = base.map_or([0; 2], |base| Side::BOTH.map(|side| base.men(side)));
        let mut to_move = None;
        for property in self.setup_properties() {
            if property.is("PL") {
                to_move = Some(self.side_named(property)?);
                continue;
            }
            let set = self.squares_of(property, size)?;
            for side in Side::BOTH {
                men[side.index()] &= !set;
            }
            if property.is("AB") {
                men[Side::First.index()] |= set;
            } else if property.is("AW") {
                men[Side::Second.index()] |= set;
            }
        }
        // Who moves first is not always said, but the first move tells.
        let first_mover = || match start {
            Start::Custom => self.main_actions().next().map(|action| action.side),
            _ => None,
        };
        let side = to_move.or_else(first_mover).unwrap_or(Side::First);
        Position::setup(size, rules, men[0], men[1], side)
            .map_err(|error| self.problem_at(at, error.into()))
    }

    /// The set-up properties before the first move.
    fn setup_properties(&self) -> impl Iterator<Item = &Property> {
        self.before_first_move()
            .flat_map(|id| &self.tree().node(id).properties)
            .filter(|property| is_setup(property))
    }

    /// The nodes up to the first that holds a move, which may hold the set-up too.
    pub(super) fn before_first_move(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut over = false;
        self.tree().main_line().take_while(move |&id| {
            let was_over = over;
            over |= self.has_action(id);
            !was_over
        })
    }

    fn side_named(&self, property: &Property) -> Result<Side, RecordProblem> {
        let text = property.value().map(|value| value.text()).unwrap_or_default();
        match text.trim().chars().next() {
            Some('B' | 'b' | '1') => Ok(Side::First),
            Some('W' | 'w' | '2') => Ok(Side::Second),
            _ => Err(self.problem_at(
                property.place,
                RecordError::SideToMove { text: shorten(&text).into_owned() },
            )),
        }
    }

    /// The squares of `[b1][c1]` or of a rectangle `[b1:g1]`.
    fn squares_of(&self, property: &Property, size: u8) -> Result<u64, RecordProblem> {
        let mut set = 0;
        for value in &property.values {
            let text = value.text();
            if text.trim().is_empty() {
                continue;
            }
            let (from, to) = text.split_once(':').unwrap_or((&*text, &*text));
            let (Some(from), Some(to)) = (square(from, size), square(to, size)) else {
                let text = shorten(&text).into_owned();
                return Err(self.problem_at(property.place, RecordError::Square { text, size }));
            };
            for file in from.file().min(to.file())..=from.file().max(to.file()) {
                for rank in from.rank().min(to.rank())..=from.rank().max(to.rank()) {
                    set |= Square::new(file, rank).map_or(0, Square::bit);
                }
            }
        }
        Ok(set)
    }

    pub(super) fn problem_at(&self, place: Place, error: RecordError) -> RecordProblem {
        RecordProblem { record: self.number(), place, ply: None, error }
    }
}

fn square(text: &str, size: u8) -> Option<Square> {
    let [file, rank] = text.trim().as_bytes() else { return None };
    let file = file.to_ascii_lowercase().checked_sub(b'a')?;
    let rank = rank.checked_sub(b'1')?;
    Square::new(file, rank).filter(|square| square.is_on(size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::record::tests::record;

    #[test]
    fn names_of_set_ups_are_read_in_any_spelling() {
        for name in ["Scrambled-Eggs", "SCRAMBLED EGGS", "scrambledeggs", " scrambled_eggs "] {
            assert_eq!(Start::from_name(name), Start::ScrambledEggs);
        }
        assert_eq!(Start::from_name("Standard"), Start::Standard);
        assert_eq!(Start::from_name("Gemma"), Start::Variant("Gemma".into()));
        assert_eq!(Start::from_name("Scrambled"), Start::Unknown("Scrambled".into()));
    }

    #[test]
    fn men_can_be_set_up_one_by_one_and_in_rectangles() {
        let record = record("(;GM[9]SZ[5]SU[Custom]AB[a1][b2]AW[c3:c4]AE[c4]PL[W])");
        let position = record.start_position(Rules::OLYMPIAD).expect("a start");
        assert_eq!(position.to_string(), "5/5/2w2/1b3/b4 w");
    }

    #[test]
    fn men_without_a_named_set_up_stand_on_an_empty_board() {
        let record = record("(;SZ[8];C[first node empty]AB[A1][C1]AW[H8][f8];W[h8-g8])");
        let position = record.start_position(Rules::OLYMPIAD).expect("a start");
        assert_eq!(position.to_string(), "5w1w/8/8/8/8/8/8/b1b5 w", "White moves first here");
    }

    #[test]
    fn impossible_starts_are_refused_with_the_reason() {
        for (text, reason) in [
            ("(;SZ[19])", "\"19\""),
            ("(;SZ[8:6])", "\"8:6\""),
            ("(;SZ[6]SU[Scrambled-eggs])", "6x6"),
            ("(;SZ[6]AB[a1]AW[h8])", "\"h8\""),
            ("(;SU[Custom]AB[a1])", "White has no men"),
            ("(;SU[Custom]AB[a1]AW[b2]PL[green])", "\"green\""),
            ("(;SU[Gemma])", "variant"),
            ("(;SU[Upside-down])", "\"Upside-down\""),
        ] {
            let problem = record(text).start_position(Rules::OLYMPIAD).expect_err(text);
            assert!(problem.to_string().contains(reason), "{problem}");
            assert_eq!(problem.place.line, 1);
        }
    }
}
