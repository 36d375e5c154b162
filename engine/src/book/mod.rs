//! Opening books: moves that were found before the game, with their scores.
//!
//! Source: `billings-bjornsson` 4.4 gives YL an "extensive automatically built opening book", `winands-thesis` A
//! speaks of MIA's; nothing of either is printed. Ours grow by `lincke-books` (`conjoin_lab::book`).
//! Differs: see there. Measured: `docs/learning.md`.
//!
//! A [`Book`] holds each position once for all its symmetric images, with its best moves: the value of each,
//! backed up from the positions behind it, and what a search said of it at first. The built-in ones
//! are in `engine/books`; [`mod@text`] describes the file. A profile that names one under `[book]`
//! becomes a [`BookPlayer`], which answers from it at once and searches where it ends.

mod choice;
mod player;
pub mod text;

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::path::Path;

use conjoin_core::{Game, MoveOf, Position as _, Score, Side, Symmetric, limited_file};

use crate::EngineError;
use crate::embedded::{self, Books};

pub use player::{BookParams, BookPlayer, BookUse};
pub use text::BookHead;

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove<M> {
    /// The move.
    pub mv: M,
    /// What it is worth, from the side of the player to move: backed up from the positions behind it.
    pub value: Score,
    /// What the search of the position said of it, before any position behind it was searched.
    pub searched: Score,
    /// Positions behind it that the book rests on.
    pub behind: u32,
}

/// A position of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookPosition<G: Game> {
    /// The position.
    pub position: G::Position,
    /// The last iteration of its search.
    pub depth: u32,
    /// Its moves, the best first; never empty.
    pub moves: Vec<BookMove<MoveOf<G>>>,
}

/// Moves for the positions of an opening.
#[derive(Clone, Debug, PartialEq)]
pub struct Book<G: Game> {
    head: BookHead,
    variant: G::Variant,
    /// In the order of the file, each in its [`image`].
    positions: Vec<BookPosition<G>>,
    /// Where each is.
    places: HashMap<G::Position, usize>,
}

/// The longest line that is told of a book.
const LONGEST_LINE: usize = 60;
/// The largest file of a book.
const LARGEST_FILE: u64 = 64 << 20;
/// The ending of its file.
const ENDING: &str = ".tsv";

/// The image of a position that stands for all its symmetric images, and the symmetry that leads to it: the one
/// whose text comes first in the order of bytes, so that a file can be checked without our keys.
pub fn image<P: Symmetric + Display>(position: &P) -> (P, usize) {
    let mut first = (*position, 0);
    let mut first_text = position.to_string();
    for symmetry in 1..P::SYMMETRIES {
        let image = position.transformed(symmetry);
        let text = image.to_string();
        if text < first_text {
            first = (image, symmetry);
            first_text = text;
        }
    }
    first
}

/// Is this the path of a file, and not the name of a built-in book?
fn is_path(name_or_path: &str) -> bool {
    name_or_path.contains(['/', '\\'])
        || Path::new(name_or_path).extension().is_some_and(|end| end.eq_ignore_ascii_case("tsv"))
}

impl<G: Game> Book<G> {
    /// A book of positions that were found by search. What is wrong with them is said.
    pub fn new(
        head: BookHead,
        variant: G::Variant,
        positions: Vec<BookPosition<G>>,
    ) -> Result<Self, String> {
        let mut book = Self { head, variant, positions: Vec::new(), places: HashMap::new() };
        for position in positions {
            book.push(position)?;
        }
        Ok(book)
    }

    /// Adds a position if the book can have it.
    fn push(&mut self, entry: BookPosition<G>) -> Result<(), String> {
        let BookPosition { position, moves, .. } = &entry;
        if position.outcome().is_some() {
            return Err(format!("position {position}: the game is over there"));
        }
        let (image, _) = image(position);
        if image != *position {
            return Err(format!("position {position}: expected its symmetric image {image}"));
        }
        let mut seen = HashSet::new();
        for book_move in moves {
            let mv = book_move.mv;
            if !position.is_legal(mv) {
                return Err(format!("position {position}: move {mv:?} is not legal"));
            }
            if !seen.insert(mv) {
                let text = conjoin_core::TextForm::format_move(position, mv);
                return Err(format!("position {position}: move {text} stands there twice"));
            }
        }
        if moves.is_empty() {
            return Err(format!("position {position}: expected a move"));
        }
        if !moves.is_sorted_by(|a, b| a.value >= b.value) {
            return Err(format!("position {position}: expected its best move first"));
        }
        if self.places.insert(*position, self.positions.len()).is_some() {
            return Err(format!("position {position}: stands there twice"));
        }
        self.positions.push(entry);
        Ok(())
    }

    /// The names of the built-in books.
    pub fn names() -> Vec<String> {
        embedded::names_ending::<Books>(G::NAME, ENDING)
    }

    /// The built-in book of this name, or the one in this file; a path is looked for in `folder` if there is
    /// one.
    pub fn load(name_or_path: &str, folder: Option<&Path>) -> Result<Self, EngineError> {
        if !is_path(name_or_path) {
            let text = embedded::text_ending::<Books>(G::NAME, name_or_path, ENDING);
            let text = text.ok_or_else(|| {
                let known = Self::names().join(", ");
                let known = if known.is_empty() { "(this game has none)".into() } else { known };
                EngineError::UnknownBook { name: name_or_path.to_owned(), known }
            })?;
            return Self::parse(&text, name_or_path);
        }
        let path = folder.map_or_else(|| name_or_path.into(), |folder| folder.join(name_or_path));
        let text = limited_file::read_text(&path, LARGEST_FILE).map_err(EngineError::ReadBook)?;
        Self::parse(&text, &path.display().to_string())
    }

    /// Where it comes from.
    pub fn head(&self) -> &BookHead {
        &self.head
    }

    /// The variant that it is for.
    pub fn variant(&self) -> G::Variant {
        self.variant
    }

    /// Its positions in the order of the file.
    pub fn positions(&self) -> &[BookPosition<G>] {
        &self.positions
    }

    /// What it says of a position: the moves as they are made there, the best first. Nothing for a position that it
    /// does not have, by whose rules ever.
    pub fn at(&self, position: &G::Position) -> Option<BookPosition<G>> {
        let (image, symmetry) = image(position);
        let entry = &self.positions[*self.places.get(&image)?];
        let back = G::Position::inverse(symmetry);
        let seen_back = |book_move: &BookMove<MoveOf<G>>| BookMove {
            mv: image.transformed_move(book_move.mv, back),
            ..*book_move
        };
        let moves = entry.moves.iter().map(seen_back).collect();
        Some(BookPosition { position: *position, depth: entry.depth, moves })
    }

    /// A move and those that the book holds for best after it.
    pub fn line(&self, position: &G::Position, mv: MoveOf<G>) -> Vec<MoveOf<G>> {
        let mut line = vec![mv];
        let mut now = position.play(mv);
        while line.len() < LONGEST_LINE {
            let Some(entry) = self.at(&now) else { break };
            let best = entry.moves[0].mv;
            line.push(best);
            now = now.play(best);
        }
        line
    }

    /// The positions that nobody comes to who follows the book from the start, whatever the other player does.
    pub fn unreachable(&self) -> Vec<G::Position> {
        let mut reached = HashSet::new();
        for owner in Side::BOTH {
            self.follow(owner, &mut reached);
        }
        let positions = self.positions.iter().map(|entry| entry.position);
        positions.filter(|position| !reached.contains(position)).collect()
    }

    /// Notes the positions in which the owner of the book is to move.
    fn follow(&self, owner: Side, reached: &mut HashSet<G::Position>) {
        let start = image(&G::start(self.variant)).0;
        let mut seen = HashSet::from([start]);
        let mut open = vec![start];
        while let Some(position) = open.pop() {
            let is_own = position.side_to_move() == owner;
            let next: Vec<MoveOf<G>> = match self.places.get(&position) {
                Some(&place) if is_own => {
                    reached.insert(position);
                    self.positions[place].moves.iter().map(|book_move| book_move.mv).collect()
                }
                None if is_own => continue,
                _ => position.legal_moves(),
            };
            let children = next.into_iter().map(|mv| image(&position.play(mv)).0);
            open.extend(children.filter(|child| seen.insert(*child)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::TextForm as _;
    use conjoin_core::conformance::random_games;
    use conjoin_games::loa::{Loa, Position, Rules};

    fn start() -> Position {
        Position::start(8, Rules::OLYMPIAD)
    }

    /// A book of the start and of what comes after its first move, values from nowhere.
    fn small() -> Book<Loa> {
        let mut text = String::from(
            "# conjoin-book 1\n# game loa\n# variant 8 olympiad\n# provenance a test\n# licence CC0-1.0\n",
        );
        let mut position = image(&start()).0;
        for _ in 0..6 {
            let mv = position.legal_moves()[0];
            text += &format!("{position}\t3\t{} 5 4 1\n", position.format_move(mv));
            position = image(&position.play(mv)).0;
        }
        Book::parse(&text, "a test").expect("a book")
    }

    #[test]
    fn symmetric_positions_have_one_image() {
        random_games(&start(), 5, 11, |game| {
            let now = game.current();
            let (first, symmetry) = image(now);
            assert_eq!(now.transformed(symmetry), first);
            for symmetry in 0..Position::SYMMETRIES {
                assert_eq!(image(&now.transformed(symmetry)).0, first, "{now}");
            }
        });
    }

    #[test]
    fn symmetric_positions_have_symmetric_moves() {
        let book = small();
        for entry in book.positions() {
            let mv = entry.moves[0].mv;
            let after = image(&entry.position.play(mv)).0;
            for symmetry in 0..Position::SYMMETRIES {
                let seen = entry.position.transformed(symmetry);
                let found = book.at(&seen).expect("the same position").moves[0].mv;
                assert!(seen.is_legal(found), "{seen}");
                assert_eq!(image(&seen.play(found)).0, after, "{seen}");
            }
        }
    }

    #[test]
    fn a_book_knows_its_own_positions_by_their_own_rules_alone() {
        let book = small();
        assert!(book.at(&start()).is_some());
        assert!(book.at(&Position::start(8, Rules::BOARDSPACE)).is_none());
        assert!(book.at(&start().play(start().parse_move("b8-b6").expect("legal"))).is_none());
        let mv = book.at(&start()).expect("it is there").moves[0].mv;
        assert_eq!(book.line(&start(), mv).len(), 6);
    }

    #[test]
    fn a_position_that_no_line_comes_to_is_found() {
        let book = small();
        assert_eq!(book.unreachable(), []);
        let mut positions = book.positions().to_vec();
        // What came after it cannot be reached any more by Black, who was to move there.
        positions.remove(2);
        let gap = Book::<Loa>::new(book.head().clone(), book.variant(), positions).expect("a book");
        let lost: Vec<Position> = gap.unreachable();
        assert_eq!(lost, [book.positions()[4].position]);
    }

    #[test]
    fn every_built_in_book_is_sound() {
        for name in Book::<Loa>::names() {
            let book = Book::<Loa>::load(&name, None).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(book.unreachable(), [], "{name}");
            assert!(book.at(&Loa::start(book.variant())).is_some(), "{name} begins at the start");
            assert!(book.positions().len() > 500, "{name} is a book, not an example");
            for key in ["provenance", "licence", "engine", "nodes", "seed"] {
                assert!(book.head().get(key).is_some(), "{name}: {key}");
            }
        }
    }
}
