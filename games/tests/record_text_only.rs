//! A game that implements the traits and nothing more has text records, and no SGF.

use std::fmt;
use std::str::FromStr;

use conjoin_core::{
    Categorised, Choice, Ending, Form, Game, History, Indexed, Marks, Noisy, NullMove, Outcome,
    Part, Position, Ranked, Repetition, Replies, Route, Side, Symmetric, TextForm, VariantError,
};
use conjoin_games::record::{
    self, Checker, Contents, Format, Outline, Record, Recorded, ReplayOptions,
};

/// Two players take one or two stones in turn; who takes the last wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stones;

impl Recorded for Stones {}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Heap {
    stones: u8,
    turn: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size(u8);

#[derive(Debug, thiserror::Error)]
#[error("{0:?} is nothing that stones know")]
struct Unreadable(String);

impl Position for Heap {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn key(&self) -> u64 {
        u64::from(self.stones) * 2 + self.turn.index() as u64
    }

    fn recomputed_key(&self) -> u64 {
        self.key()
    }

    fn board_key(&self) -> u64 {
        u64::from(self.stones)
    }

    fn same_board(&self, other: &Self) -> bool {
        self.stones == other.stones
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0).then_some(Outcome::Win(!self.turn))
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend(1..=self.stones.min(2));
    }

    fn play(&self, mv: u8) -> Self {
        Self { stones: self.stones.saturating_sub(mv), turn: !self.turn }
    }

    fn is_irreversible(&self, _: u8) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Unlimited
    }
}

impl Replies for Heap {
    fn replies(&self, mut visit: impl FnMut(u8, Option<Outcome>, u32)) {
        for mv in self.legal_moves() {
            let child = self.play(mv);
            visit(mv, child.outcome(), child.count_moves());
        }
    }
}

impl NullMove for Heap {
    fn null_move(&self) -> Self {
        Self { turn: !self.turn, ..*self }
    }

    fn has_few_men(&self) -> bool {
        true
    }
}

impl Indexed for Heap {
    const MOVE_INDICES: usize = 3;

    fn move_index(mv: u8) -> usize {
        usize::from(mv)
    }

    fn pack_move(mv: u8) -> u16 {
        u16::from(mv)
    }

    fn unpack_move(bits: u16) -> Option<u8> {
        u8::try_from(bits).ok().filter(|&mv| mv > 0)
    }
}

impl Ranked for Heap {
    fn forceful_rank(&self, _: u8) -> u8 {
        0
    }

    fn static_rank(&self, _: u8) -> u8 {
        0
    }
}

impl Noisy for Heap {
    fn noisy_moves(&self, _: &mut Vec<u8>) {}
}

impl Categorised for Heap {}

impl Symmetric for Heap {
    const SYMMETRIES: usize = 1;
    const SYMMETRY_NAME: &'static str = "none";

    fn transformed(&self, _: usize) -> Self {
        *self
    }

    fn transformed_move(&self, mv: u8, _: usize) -> u8 {
        mv
    }

    fn inverse(_: usize) -> usize {
        0
    }
}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.stones, ["red", "blue"][self.turn.index()])
    }
}

impl TextForm for Heap {
    type ParseError = Unreadable;

    fn parse_like(&self, text: &str) -> Result<Self, Unreadable> {
        let wrong = || Unreadable(text.to_owned());
        let (stones, turn) = text.split_once(' ').ok_or_else(wrong)?;
        let turn = Stones::side_named(turn).ok_or_else(wrong)?;
        Ok(Self { stones: stones.parse().map_err(|_| wrong())?, turn })
    }

    fn format_move(&self, mv: u8) -> String {
        format!("take{mv}")
    }

    fn parse_move(&self, text: &str) -> Result<u8, Unreadable> {
        let legal = self.legal_moves().into_iter();
        legal
            .map(|mv| (self.format_move(mv), mv))
            .find(|(name, _)| name == text)
            .map_or_else(|| Err(Unreadable(text.to_owned())), |(_, mv)| Ok(mv))
    }
}

impl Default for Size {
    fn default() -> Self {
        Self(7)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Size {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        match text {
            "4" => Ok(Self(4)),
            "7" => Ok(Self(7)),
            _ => Err(VariantError::new(format!("{text} stones: expected 4 or 7"))),
        }
    }
}

impl conjoin_core::Variant for Size {
    fn size(&self) -> u8 {
        self.0
    }

    fn rules(&self) -> String {
        String::new()
    }

    fn options(&self) -> String {
        String::new()
    }

    fn get(&self, key: &str) -> Option<String> {
        (key == "size").then(|| self.to_string())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), VariantError> {
        if key != "size" {
            return Err(VariantError::new(format!("stones have no {key} {value}")));
        }
        *self = value.parse()?;
        Ok(())
    }
}

impl Game for Stones {
    type Position = Heap;
    type Variant = Size;

    const NAME: &'static str = "stones";
    const TITLE: &'static str = "Last Stone";
    const SIDES: [&'static str; 2] = ["Red", "Blue"];

    fn choices() -> &'static [Choice] {
        const SIZE: Choice = Choice {
            key: "size",
            title: "Stones",
            help: "Stones at the start",
            values: &["4", "7"],
            part: Part::Board,
        };
        &[SIZE]
    }

    fn start(variant: Size) -> Heap {
        Heap { stones: variant.0, turn: Side::First }
    }

    fn variant(position: &Heap) -> Size {
        if position.stones <= 4 { Size(4) } else { Size(7) }
    }

    fn ending(game: &History<Heap>) -> Option<Ending> {
        let outcome = game.outcome()?;
        Some(Ending { outcome, code: "last-stone", text: "The last stone is taken.".into() })
    }

    fn draw(position: &Heap, _: &Marks, _: Form) -> String {
        position.to_string()
    }

    fn route(_: &Heap, _: u8) -> Route {
        Route::default()
    }

    fn men(position: &Heap) -> [u32; 2] {
        [u32::from(position.stones), 0]
    }

    fn pass() -> Option<u8> {
        None
    }
}

#[test]
fn a_game_that_was_played_is_written_and_read_as_text() {
    let mut game = History::new(Stones::start(Size(4)));
    for mv in [1, 2, 1] {
        game.push(mv);
    }
    let mut record = Record::<Stones>::from_history(&game);
    record.set_tag("Blue", "Bob");
    let text = record.to_text();
    assert_eq!(
        text,
        "[Game \"stones\"]\n[Size \"4\"]\n[Blue \"Bob\"]\n[Termination \"last-stone\"]\n\
         [Result \"1-0\"]\n1. take1 take2 2. take1 1-0\n"
    );
    let read = record::read::<Stones>(text.as_bytes());
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    let again = &read.records[0];
    assert_eq!(again.player(Side::Second).as_deref(), Some("Bob"));
    let replay = again.replay(&ReplayOptions::default()).expect("a legal game");
    assert_eq!((replay.moves(), replay.outcome), (game.moves(), game.outcome()));
    assert_eq!(again.to_text(), text);
}

#[test]
fn any_first_position_variations_and_comments_survive() {
    let text = "[Game \"Last Stone\"]\n[FEN \"5 blue\"]\n1... take2 {big} ( 1... take1 ) 2. resign";
    let outline = Outline::open::<Stones>(text, 1).expect("a game");
    assert_eq!((outline.start.as_str(), outline.result.as_deref()), ("5 blue", Some("0-1")));
    let moves: Vec<_> = outline.nodes.iter().map(|node| node.mv.as_str()).collect();
    assert_eq!(moves, ["", "take2", "take1"]);
    let written = outline.write::<Stones>(Format::Text).expect("text");
    assert!(written.contains("[FEN \"5 blue\"]"), "{written}");
    let again = Outline::open::<Stones>(&written, 1).expect("a game");
    assert_eq!((again.nodes, again.start), (outline.nodes, outline.start));
    let line = Contents::of::<Stones>("3 red", Size::default()).expect("a position");
    assert_eq!(line, Contents::Position { position: "3 red".into() });
}

#[test]
fn what_is_wrong_is_said_in_the_words_of_the_game() {
    for (text, reason) in [
        ("1. take3", "\"take3\" is nothing that stones know"),
        ("[Size \"5\"]\n1. take1", "board size \"5\": expected 4, 7"),
        ("[Game \"loa\"]\n1. take1", "another game: \"loa\", expected Last Stone"),
        (
            "[Start \"late\"]\n1. take1",
            "set-up \"late\" is not one the format has: expected Standard",
        ),
        ("[Start \"Custom\"]\n1. take1", "expected a FEN tag"),
        ("[FEN \"many\"]\n1. take1", "start position: \"many\""),
        ("[Rules \"odd\"]\n1. take1", "stones have no rules odd"),
        ("1. take1 pass", "\"pass\" is nothing"),
        ("[Size \"4\"]\ntake2 take2 take1", "after the end of the game (last-stone)"),
        ("hello there", "no game record"),
    ] {
        let mut checker = Checker::<Stones>::new(ReplayOptions::default());
        checker.add("file", text.as_bytes());
        let report = checker.finish();
        assert_eq!(report.problems.len(), 1, "{text}: {:?}", report.problems);
        assert!(report.problems[0].reason.contains(reason), "{text}: {:?}", report.problems);
    }
}

#[test]
fn sgf_of_such_a_game_is_refused() {
    let expected = "records of Last Stone are text: SGF has no such game";
    let read = record::read::<Stones>(b"(;GM[9];B[take1])");
    assert_eq!((read.records.len(), read.problems.len()), (0, 1));
    assert_eq!(read.problems[0].error.to_string(), expected);
    let record = Record::<Stones>::new(&Stones::start(Size(4)));
    assert_eq!(record.to_sgf().unwrap_err().to_string(), expected);
    let converted = record::convert::<Stones>(b"1. take1", Format::Sgf);
    assert_eq!(converted.unwrap_err().to_string(), expected);
    assert_eq!(Format::usual::<Stones>(), Format::Text);
    assert!(record::read::<Stones>(b"").problems[0].to_string().contains("no game record"));
}
