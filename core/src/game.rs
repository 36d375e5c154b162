//! A game as the programs above it know it: one descriptor, from which commands, protocols and
//! pages take names, choices, starts, endings and pictures.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::{Categorised, History, Outcome, Position, Provable, Searchable, Side, TextForm};

/// A move of a game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// Pairs of cells: of all that there are, those from one of which some move leads to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovePairs {
    /// Pairs that a move can have.
    pub possible: u32,
    /// All pairs.
    pub all: u32,
}

/// Everything that is not search or evaluation: what a game is called, which variants it has, how
/// it starts, ends and looks.
pub trait Game: Copy + Default + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// Its positions.
    type Position: Searchable + Provable + Categorised + TextForm;
    /// Its boards, rules and starts.
    type Variant: Variant;

    /// The name in commands and files: lower case, words joined by hyphens.
    const NAME: &'static str;
    /// The name for people.
    const TITLE: &'static str;
    /// The names of the first and the second player, for people.
    const SIDES: [&'static str; 2];

    /// What can be chosen of a variant, in the order in which choices are applied. The usual value
    /// is that of the default variant.
    fn choices() -> &'static [Choice];

    /// The first position of a variant.
    fn start(variant: Self::Variant) -> Self::Position;

    /// Reads a position, to be played by the rules of a variant. The text may say more of the
    /// board than the variant does: then the text counts.
    fn parse(
        text: &str,
        variant: Self::Variant,
    ) -> Result<Self::Position, <Self::Position as TextForm>::ParseError> {
        Self::start(variant).parse_like(text)
    }

    /// The variant that a position belongs to, with the usual start.
    fn variant(position: &Self::Position) -> Self::Variant;

    /// Is this the first position of the usual board, by whatever rules?
    fn is_usual_start(position: &Self::Position) -> bool {
        let variant = Self::variant(position);
        variant.size() == Self::Variant::default().size() && *position == Self::start(variant)
    }

    /// How the game ended, if it is over: the one place that tells the reason.
    fn ending(game: &History<Self::Position>) -> Option<Ending>;

    /// The board for people.
    fn draw(position: &Self::Position, marks: &Marks, form: Form) -> String;

    /// The cells that a man passes, its own first, by their names in text; none for a pass. A
    /// capture is told too.
    fn route(position: &Self::Position, mv: MoveOf<Self>) -> Route;

    /// The way of the last move of a game; no cells at its start.
    fn last_route(game: &History<Self::Position>) -> Route {
        let before = game.positions().iter().rev().nth(1);
        let last = before.zip(game.moves().last());
        last.map_or_else(Route::default, |(before, &mv)| Self::route(before, mv))
    }

    /// The men of each side that belong together, by the names of their cells; none where the
    /// game has no such thing.
    fn groups(position: &Self::Position) -> [Vec<Vec<String>>; 2] {
        let _ = position;
        [Vec::new(), Vec::new()]
    }

    /// How many men each side has.
    fn men(position: &Self::Position) -> [u32; 2];

    /// From which cell to which a man can ever move by the rules of a variant; nothing where nobody has
    /// counted that.
    fn move_pairs(variant: Self::Variant) -> Option<MovePairs> {
        let _ = variant;
        None
    }

    /// The move of a player who has no other, if the game has one.
    fn pass() -> Option<MoveOf<Self>> {
        None
    }

    /// The variant that settings make of the usual one; they are applied in the order of
    /// [`Game::choices`].
    fn variant_from<'a>(
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self::Variant, VariantError> {
        let rank = |key: &str| Self::choices().iter().position(|choice| choice.key == key);
        let mut settings: Vec<_> = settings.into_iter().collect();
        settings.sort_by_key(|(key, _)| rank(key));
        let mut variant = Self::Variant::default();
        for (key, value) in settings {
            if rank(key).is_none() {
                let keys: Vec<_> = Self::choices().iter().map(|choice| choice.key).collect();
                return Err(VariantError::new(format!(
                    "{} has no choice {key:?}: expected {}",
                    Self::TITLE,
                    keys.join(", ")
                )));
            }
            variant.set(key, value)?;
        }
        variant.check()?;
        Ok(variant)
    }

    /// The name of a side for people.
    fn side_name(side: Side) -> &'static str {
        Self::SIDES[side.index()]
    }

    /// The name of a side in messages and files: in lower case.
    fn side_key(side: Side) -> String {
        Self::side_name(side).to_lowercase()
    }

    /// The side of this name, in any case.
    fn side_named(name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| Self::side_name(side).eq_ignore_ascii_case(name))
    }

    /// Who moves, or how the game ended, in a few words.
    fn status(game: &History<Self::Position>) -> String {
        if let Some(ending) = Self::ending(game) {
            return match ending.outcome.winner() {
                Some(winner) => format!("{} has won", Self::side_name(winner)),
                None if game.current().outcome().is_none() => "Drawn by repetition".into(),
                None => "The game is drawn".into(),
            };
        }
        let position = game.current();
        let mover = Self::side_name(position.side_to_move());
        if Self::must_pass(position) {
            return format!("{mover} to move, has to pass");
        }
        format!("{mover} to move, {} moves", position.count_moves())
    }

    /// Has the player to move of this running position nothing but a pass?
    fn must_pass(position: &Self::Position) -> bool {
        Self::pass().is_some_and(|pass| position.count_moves() == 1 && position.has_move(pass))
    }

    /// The variant as proof files name it: the game, the size of the board and every rule option.
    fn proof_header(position: &Self::Position) -> String {
        let variant = Self::variant(position);
        let options = variant.options();
        format!("{} {} {options}", Self::NAME, variant.size()).trim_end().to_owned()
    }
}

/// A board, its rules and its start. As text: `8 olympiad`, with the start at the end where it is
/// not the usual one.
pub trait Variant:
    Copy
    + Debug
    + Default
    + PartialEq
    + Eq
    + Display
    + FromStr<Err = VariantError>
    + Send
    + Sync
    + 'static
{
    /// The side of the board, or what the game counts in its place: the choice `size`.
    fn size(&self) -> u8 {
        self.get("size").and_then(|size| size.parse().ok()).unwrap_or(0)
    }

    /// The rules: the name of the set, or its options where it has no name. The choice `rules`.
    fn rules(&self) -> String {
        self.get("rules").unwrap_or_default()
    }

    /// Every rule option as `key=value`, blanks between them: what a proof file says.
    fn options(&self) -> String {
        format!("rules={}", self.rules())
    }

    /// The value of a choice; nothing for a choice that the game does not have.
    fn get(&self, key: &str) -> Option<String>;

    /// Sets the value of a choice. Whether all of them go together, [`Variant::check`] tells.
    fn set(&mut self, key: &str, value: &str) -> Result<(), VariantError>;

    /// Says what does not go together.
    fn check(&self) -> Result<(), VariantError> {
        Ok(())
    }
}

/// A choice that a variant does not have, or a value that it does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct VariantError {
    reason: String,
}

impl VariantError {
    /// What is wrong and what was expected, in a line.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}

/// Something to choose of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The word in options and messages.
    pub key: &'static str,
    /// The word for people.
    pub title: &'static str,
    /// A line about it.
    pub help: &'static str,
    /// The values with a name, the smallest or most common first.
    pub values: &'static [&'static str],
    /// What it changes.
    pub part: Part,
}

impl Choice {
    /// Refuses a value that is none of those with a name.
    pub fn expect(&self, value: &str) -> Result<(), VariantError> {
        if self.values.contains(&value) {
            return Ok(());
        }
        let expected = match self.range() {
            Some((least, most)) => format!("{least} to {most}"),
            None => self.values.join(", "),
        };
        let (key, value) = (self.key, excerpt(value));
        Err(VariantError::new(format!("{key} {value:?} is not known: expected {expected}")))
    }

    /// The least and the greatest value, where the values are numbers without a gap.
    pub fn range(&self) -> Option<(u32, u32)> {
        let numbers: Option<Vec<u32>> =
            self.values.iter().map(|value| value.parse().ok()).collect();
        let numbers = numbers?;
        let is_gapless = numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        is_gapless.then_some((*numbers.first()?, *numbers.last()?))
    }
}

/// What a choice changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The board: a position tells it by itself.
    Board,
    /// The rules, which go with any position.
    Rules,
    /// The first position alone.
    Start,
}

impl Part {
    /// The word in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Rules => "rules",
            Self::Start => "start",
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// The reason in a word, for programs: `repetition` in all games, the others are the game's.
    pub code: &'static str,
    /// The reason in a sentence, for people.
    pub text: String,
}

impl Ending {
    /// The code of a draw by repetition.
    pub const REPETITION: &'static str = "repetition";

    /// A draw because the position has come back.
    pub fn repetition() -> Self {
        Self {
            outcome: Outcome::Draw,
            code: Self::REPETITION,
            text: "Drawn: the position has come back too often.".into(),
        }
    }
}

/// The way of a man on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// The cells it touches, its own first; none for a pass.
    pub cells: Vec<String>,
    /// Does it take a man?
    pub is_capture: bool,
}

/// What to draw besides the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// The way of the move that led here.
    pub last_route: Route,
    /// A line of text below the board.
    pub caption: Option<String>,
    /// What is drawn over the board; pictures only.
    pub shapes: Vec<Mark>,
}

/// A place on the board: column and row in the game's own units, counted from 0; whole numbers
/// are the middles of cells.
pub type Place = (f32, f32);

/// Something drawn over the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A cell in the colour of a side, or in red for `None`.
    Tint {
        /// The cell.
        place: Place,
        /// Whose colour.
        side: Option<Side>,
    },
    /// A short text on a cell, readable on men of both colours.
    Label {
        /// The cell.
        place: Place,
        /// The text.
        text: String,
    },
    /// An arrow from cell to cell.
    Arrow {
        /// Where it starts.
        from: Place,
        /// Where its head is.
        to: Place,
        /// Whose colour.
        side: Side,
    },
    /// A cross at any place.
    Cross {
        /// Where.
        place: Place,
        /// Whose colour.
        side: Side,
    },
    /// A frame around cells.
    Frame {
        /// A corner cell.
        from: Place,
        /// The corner cell opposite.
        to: Place,
        /// Whose colour.
        side: Side,
    },
}

/// The form of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines of characters.
    Text,
    /// A picture: a whole SVG document.
    Svg,
}

/// The beginning of a text, for a message that has to fit on a line.
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The texts of moves that follow one another, each written where it is made.
pub fn format_moves<P: TextForm>(start: &P, moves: &[P::Move]) -> Vec<String> {
    let mut position = *start;
    let text = |&mv: &P::Move| {
        let text = position.format_move(mv);
        position = position.play(mv);
        text
    };
    moves.iter().map(text).collect()
}

/// [`format_moves`] with blanks between them.
pub fn format_line<P: TextForm>(start: &P, moves: &[P::Move]) -> String {
    format_moves(start, moves).join(" ")
}

/// The moves of a game as text.
pub fn format_game<P: TextForm>(game: &History<P>) -> String {
    format_line(game.start(), game.moves())
}
