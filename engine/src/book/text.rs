//! The file of a book: a head of `# key value` lines, then one position a line.
//!
//! ```text
//! # conjoin-book 1
//! # game NAME
//! # variant 8 olympiad
//! # provenance conjoin learn book champion --positions 2000 ...
//! # licence CC0-1.0
//! 1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b<tab>9<tab>b1-b3 12 8 730<tab>d1-b3 10 11 402
//! ```
//!
//! After the position stand the depth of its search and its moves, the best first: the move, its backed-up
//! value, what its search said of it, how many positions behind it the value rests on. Values are points from
//! the side of the player to move, or `win7` and `loss8`, with the plies to the end. A position is the
//! symmetric image whose text comes first in the order of bytes. Unknown keys are kept and mean nothing.

use std::collections::HashSet;

use conjoin_core::{Game, MoveOf, Score, TextForm as _};

use super::{Book, BookMove, BookPosition};
use crate::EngineError;

/// The first line.
const FIRST_LINE: &str = "# conjoin-book 1";
/// Keys without which there is no book.
const REQUIRED: [&str; 4] = ["game", "variant", "provenance", "licence"];

/// The head of a book: keys and what stands behind them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookHead(Vec<(String, String)>);

impl BookHead {
    /// The head of a new book.
    pub fn new<G: Game>(variant: G::Variant, provenance: &str, licence: &str) -> Self {
        let mut head = Self::default();
        head.set("game", G::NAME);
        head.set("variant", &variant.to_string());
        head.set("provenance", provenance);
        head.set("licence", licence);
        head
    }

    /// What stands behind a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// Sets what stands behind a key; line ends become blanks.
    pub fn set(&mut self, key: &str, value: &str) {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        match self.0.iter_mut().find(|(known, _)| known == key) {
            Some((_, old)) => *old = value,
            None => self.0.push((key.to_owned(), value)),
        }
    }
}

/// A value as the file has it.
fn value_text(value: Score) -> String {
    match value.plies_to_end() {
        Some(plies) if value.is_win() => format!("win{plies}"),
        Some(plies) => format!("loss{plies}"),
        None => value.0.to_string(),
    }
}

/// Reads a value.
fn parse_value(text: &str) -> Result<Score, String> {
    let plies =
        |text: &str| text.parse().ok().filter(|plies| (0..Score::MAX_PLIES).contains(plies));
    let value = if let Some(text) = text.strip_prefix("win") {
        plies(text).map(Score::win_in)
    } else if let Some(text) = text.strip_prefix("loss") {
        plies(text).map(Score::loss_in)
    } else {
        let most = Score::MAX_EVAL.0;
        text.parse().ok().filter(|points| (-most..=most).contains(points)).map(Score)
    };
    value.ok_or_else(|| format!("value {text:?}: expected points, winN or lossN"))
}

/// Reads a number that is not negative.
fn parse_count(what: &str, text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{what} {text:?}: expected a number"))
}

/// Reads a move with its values.
fn parse_move<G: Game>(position: &G::Position, text: &str) -> Result<BookMove<MoveOf<G>>, String> {
    let words: Vec<&str> = text.split(' ').collect();
    let [mv, value, searched, behind] = words[..] else {
        return Err(format!("{text:?}: expected a move, two values and a number"));
    };
    Ok(BookMove {
        mv: position.parse_move(mv).map_err(|error| error.to_string())?,
        value: parse_value(value)?,
        searched: parse_value(searched)?,
        behind: parse_count("positions", behind)?,
    })
}

/// Reads a position with its moves.
fn parse_position<G: Game>(line: &str, variant: G::Variant) -> Result<BookPosition<G>, String> {
    let mut fields = line.split('\t');
    let text = fields.next().unwrap_or_default();
    let position = G::parse(text, variant).map_err(|error| error.to_string())?;
    if position.to_string() != text || G::variant(&position) != G::variant(&G::start(variant)) {
        return Err(format!("position {text:?}: expected {position} by {variant}"));
    }
    let depth = fields.next().ok_or("expected a depth after the position")?;
    let depth = parse_count("depth", depth)?;
    let moves: Result<Vec<_>, String> =
        fields.map(|field| parse_move::<G>(&position, field)).collect();
    Ok(BookPosition { position, depth, moves: moves? })
}

impl<G: Game> Book<G> {
    /// Reads a book from text. `origin` names it in messages.
    pub fn parse(text: &str, origin: &str) -> Result<Self, EngineError> {
        let bad = |reason: String| EngineError::BadBook { name: origin.to_owned(), reason };
        let at = |line: usize, reason: String| bad(format!("line {}: {reason}", line + 1));
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |(_, line)| line);
        if first != FIRST_LINE {
            return Err(at(0, format!("{first:.80?}: expected {FIRST_LINE:?}")));
        }
        let mut head = BookHead::default();
        let mut keys = HashSet::new();
        let mut body = Vec::new();
        for (number, line) in lines {
            match line.strip_prefix("# ") {
                Some(field) if body.is_empty() => {
                    let (key, value) = field.split_once(' ').unwrap_or((field, ""));
                    if !keys.insert(key) {
                        return Err(at(number, format!("{key} stands there twice")));
                    }
                    head.set(key, value);
                }
                _ => body.push((number, line)),
            }
        }
        if let Some(missing) = REQUIRED.into_iter().find(|key| head.get(key).is_none()) {
            return Err(bad(format!("its head has no {missing}: expected \"# {missing} ...\"")));
        }
        let game = head.get("game").unwrap_or_default();
        if game != G::NAME {
            return Err(bad(format!("it is of the game {game}: expected {}", G::NAME)));
        }
        let variant = head.get("variant").unwrap_or_default().parse::<G::Variant>();
        let variant = variant.map_err(|error| bad(format!("variant: {error}")))?;
        let mut book = Self::new(head, variant, Vec::new()).map_err(&bad)?;
        for (number, line) in body {
            let position = parse_position(line, variant).map_err(|reason| at(number, reason))?;
            book.push(position).map_err(|reason| at(number, reason))?;
        }
        Ok(book)
    }

    /// The file as text.
    pub fn to_text(&self) -> String {
        let mut text = format!("{FIRST_LINE}\n");
        for (key, value) in &self.head.0 {
            text += &format!("# {key} {value}\n");
        }
        for BookPosition { position, depth, moves } in &self.positions {
            text += &format!("{position}\t{depth}");
            for BookMove { mv, value, searched, behind } in moves {
                text += &format!(
                    "\t{} {} {} {behind}",
                    position.format_move(*mv),
                    value_text(*value),
                    value_text(*searched)
                );
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_games::loa::Loa;
    use conjoin_games::surakarta::Surakarta;

    const HEAD: &str = "# conjoin-book 1\n# game loa\n# variant 8 olympiad\n# provenance a test\n# licence CC0-1.0\n";
    const START: &str = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b";

    #[test]
    fn what_is_written_is_read_again() {
        let text = format!(
            "{HEAD}# seed 7\n{START}\t9\tb1-b3 12 8 730\td1-b3 -3 11 0\n\
             1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w\t4\th2-f2 win7 20 3\th7-f7 loss8 1 0\n"
        );
        let book = Book::<Loa>::parse(&text, "mine").expect("a book");
        assert_eq!(book.head().get("seed"), Some("7"));
        assert_eq!(book.positions()[1].moves[0].value, Score::win_in(7));
        assert_eq!(book.positions()[1].moves[1].value, Score::loss_in(8));
        assert_eq!(book.to_text(), text);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let good = format!("{START}\t9\tb1-b3 12 8 730");
        for (text, says) in [
            (String::new(), "line 1: \"\": expected \"# conjoin-book 1\""),
            ("version = 1\n".into(), "version = 1"),
            ("# conjoin-book 2\n".into(), "conjoin-book 2"),
            (HEAD.replace("# licence CC0-1.0\n", ""), "no licence"),
            (HEAD.replace("game loa", "game surakarta"), "game surakarta: expected loa"),
            (HEAD.replace("8 olympiad", "9 olympiad"), "variant: "),
            (format!("{HEAD}# game loa\n"), "line 6: game stands there twice"),
            (format!("{HEAD}hello"), "line 6: "),
            (format!("{HEAD}{START}"), "line 6: expected a depth"),
            (format!("{HEAD}{START}\tdeep\tb1-b3 1 1 1"), "depth \"deep\""),
            (format!("{HEAD}{START}\t9"), "expected a move"),
            (format!("{HEAD}{START}\t9\tb1-b3 1 1"), "expected a move, two values and a number"),
            (format!("{HEAD}{START}\t9\tb1-b4 1 1 1"), "b1-b4"),
            (format!("{HEAD}{START}\t9\tb1-b3 good 1 1"), "value \"good\""),
            (format!("{HEAD}{START}\t9\tb1-b3 29999 1 1"), "value \"29999\""),
            (format!("{HEAD}{good}\tc1-c3 13 1 1"), "best move first"),
            (format!("{HEAD}{good}\tb1-b3 11 1 1"), "b1-b3 stands there twice"),
            (format!("{HEAD}{good}\n{good}"), "line 7: position"),
            (format!("{HEAD}w1b5/8/8/8/8/8/8/b2w4 b\t9\ta8-a6 1 1 1"), "line 6: "),
            (format!("{HEAD}1bb1/w2w/w2w/1bb1 b\t9\tb1-b3 1 1 1"), "by 8 olympiad"),
        ] {
            let error = Book::<Loa>::parse(&text, "mine").unwrap_err().to_string();
            assert!(error.contains(says) && error.contains("mine"), "{error}: expected {says}");
        }
        let error = Book::<Surakarta>::parse(HEAD, "mine").unwrap_err().to_string();
        assert!(error.contains("it is of the game loa: expected surakarta"), "{error}");
        let error = Book::<Loa>::load("no-such", None).unwrap_err().to_string();
        assert!(error.contains("\"no-such\" is not known"), "{error}");
        let error = Book::<Loa>::load("no/such.tsv", None).unwrap_err().to_string();
        assert!(error.contains("no/such.tsv"), "{error}");
    }
}
