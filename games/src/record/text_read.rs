//! PGN-like text to records.
//!
//! A record is tags `[Name "value"]` and then moves, the first player first unless a `FEN` tag
//! says otherwise, with optional numbers, comments in braces or after `;`, variations in parentheses
//! and the result. Lines that begin with `#` or `%` are skipped. A line with a tag after lines
//! without begins a new record whatever stood before it, so that a broken record ends there; a
//! result followed by more moves begins one too.

use conjoin_core::{Position as _, Side};

use super::build::game_number;
use super::model::parse_result;
use super::start::{plain, with_rules};
use super::tags::is_tag_name;
use super::{Action, ReadRecords, Record, RecordError, RecordProblem, Recorded};
use crate::sgf::{
    Encoding, GameTree, LineIndex, MAX_NODES, MAX_PROBLEMS, NodeId, Property, SyntaxError, shorten,
};

/// Reads text records. It never fails as a whole: what could not be read is in the problems.
pub fn parse_text<G: Recorded>(bytes: &[u8]) -> ReadRecords<G> {
    let (text, encoding) = Encoding::decode(bytes);
    let mut read = ReadRecords { records: Vec::new(), total: 0, problems: Vec::new(), encoding };
    if u32::try_from(text.len()).is_err() {
        let error = SyntaxError::TooLarge { bytes: bytes.len() }.into();
        let place = LineIndex::new("").place(0);
        read.problems.push(RecordProblem { record: 0, place, ply: None, error });
        return read;
    }
    let index = LineIndex::new(&text);
    for (start, end) in sections(&text) {
        let mut at = start;
        // A section without tags in between may hold several games.
        while let Some(first) = find_content(&text, at, end) {
            if read.problems.len() >= MAX_PROBLEMS {
                let error = SyntaxError::TooManyProblems.into();
                let place = index.place(first);
                read.problems.push(RecordProblem { record: read.total, place, ply: None, error });
                return read;
            }
            read.total += 1;
            let reader = Reader::new(&text[..end], first, &index, read.total);
            match reader.read() {
                Ok((record, next)) => {
                    read.records.push(record);
                    at = next;
                }
                Err((offset, error)) => {
                    let place = index.place(offset);
                    let record = read.total;
                    read.problems.push(RecordProblem { record, place, ply: None, error });
                    break;
                }
            }
        }
    }
    if read.total == 0 {
        let (place, error) = (index.place(0), RecordError::NoRecord);
        read.problems.push(RecordProblem { record: 0, place, ply: None, error });
    }
    read
}

/// The parts of a text that begin with a block of tags.
fn sections(text: &str) -> Vec<(usize, usize)> {
    let mut starts = vec![0];
    let mut at = 0;
    let mut in_tags = false;
    let mut seen = false;
    for line in text.split_inclusive(['\n', '\r']) {
        let bare = line.trim();
        if !bare.is_empty() && !is_skipped(bare) {
            let is_tag = is_tag_line(bare);
            if is_tag && !in_tags && seen {
                starts.push(at);
            }
            in_tags = is_tag;
            seen = true;
        }
        at += line.len();
    }
    let ends = starts[1..].iter().copied().chain([text.len()]);
    starts.iter().copied().zip(ends).collect()
}

fn is_skipped(line: &str) -> bool {
    line.starts_with(['#', '%'])
}

fn is_tag_line(line: &str) -> bool {
    line.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(char::is_alphabetic))
}

/// The first character of a section that is neither blank nor in a skipped line.
fn find_content(text: &str, mut at: usize, end: usize) -> Option<usize> {
    loop {
        let rest = &text[at..end];
        at += rest.len() - rest.trim_start_matches(is_blank).len();
        if at >= end {
            return None;
        }
        let line_start = text[..at].ends_with(['\n', '\r']) || at == 0;
        if !(line_start && is_skipped(&text[at..end])) {
            return Some(at);
        }
        at += text[at..end].find(['\n', '\r']).unwrap_or(end - at);
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{1a}')
}

/// The most tags a record may have.
pub(super) const MAX_TAGS: usize = 1000;

type Failure = (usize, RecordError);

/// Reads one record.
struct Reader<'a, G> {
    text: &'a str,
    at: usize,
    index: &'a LineIndex<'a>,
    record: Record<G>,
    /// The last move and who moves next, now and where every open variation began.
    current: (NodeId, Side),
    open: Vec<(NodeId, Side)>,
    /// Comments since the last move.
    comment: Option<String>,
    /// Has a variation just begun? Then comments belong to the move that follows.
    is_fresh: bool,
    tags: usize,
    /// The tag of the first position, and where it stands.
    fen: Option<(usize, String)>,
    result: Option<(usize, String)>,
    termination: Option<String>,
}

impl<'a, G: Recorded> Reader<'a, G> {
    fn new(text: &'a str, at: usize, index: &'a LineIndex<'a>, number: usize) -> Self {
        let mut tree = GameTree::new();
        tree.record = number;
        tree.place = index.place(at);
        Self {
            text,
            at,
            index,
            record: Record::from_tree(tree),
            current: (NodeId::ROOT, Side::First),
            open: Vec::new(),
            comment: None,
            is_fresh: false,
            tags: 0,
            fen: None,
            result: None,
            termination: None,
        }
    }

    /// Reads the record; gives it and where it ends.
    fn read(mut self) -> Result<(Record<G>, usize), Failure> {
        let start = self.at;
        while let Some(at) = find_content(self.text, self.at, self.text.len()) {
            self.at = at;
            let first = self.text.as_bytes()[at];
            if first != b'[' {
                self.read_fen()?;
            }
            match first {
                b'[' => self.read_tag()?,
                b'{' => self.read_comment()?,
                b';' => {
                    let line = self.take_line();
                    self.add_comment(line[1..].trim());
                }
                b'(' => {
                    // A variation replaces the last move: it continues what was before.
                    let (last, side) = self.current;
                    let parent = self.record.tree().parent(last);
                    let parent = parent.filter(|_| !self.is_fresh);
                    let parent = parent.ok_or((at, RecordError::Parenthesis))?;
                    self.flush_comment();
                    self.open.push(self.current);
                    self.current = (parent, !side);
                    self.is_fresh = true;
                    self.at += 1;
                }
                b')' => {
                    self.flush_comment();
                    self.current = self.open.pop().ok_or((at, RecordError::Parenthesis))?;
                    self.is_fresh = false;
                    self.at += 1;
                }
                _ => {
                    let word = self.take_word();
                    if self.read_word(at, word)? {
                        break;
                    }
                }
            }
        }
        self.read_fen()?;
        if !self.open.is_empty() {
            return Err((self.at, RecordError::Parenthesis));
        }
        if self.tags == 0 && !self.begins_with_a_move() {
            return Err((start, RecordError::NoRecord));
        }
        self.flush_comment();
        self.finish_result();
        let end = self.at;
        Ok((self.record, end))
    }

    /// Text without tags is a record only if its first word reads as a move: else it is prose.
    fn begins_with_a_move(&self) -> bool {
        let Some(first) = self.record.main_actions().next() else { return true };
        match first.action() {
            Action::Move { text, .. } => G::looks_like_move(&text),
            _ => true,
        }
    }

    fn take_line(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
        self.at += line.len();
        line
    }

    fn take_word(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let ends = |c: char| is_blank(c) || matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';');
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let word = &rest[..first + rest[first..].find(ends).unwrap_or(rest.len() - first)];
        self.at += word.len();
        word
    }

    /// `[Name "value"]`, which ends on its line.
    fn read_tag(&mut self) -> Result<(), Failure> {
        let at = self.at;
        let line = self.take_line();
        let bad = || (at, RecordError::Tag { text: shorten(line).into_owned() });
        let inside = line[1..].trim_start();
        let (name, rest) = inside.split_once(is_blank).ok_or_else(bad)?;
        let quoted = rest.trim_start().strip_prefix('"').ok_or_else(bad)?;
        let mut value = String::new();
        let mut chars = quoted.char_indices();
        let end = loop {
            match chars.next().ok_or_else(bad)? {
                (end, '"') => break end,
                (_, '\\') => match chars.next().ok_or_else(bad)?.1 {
                    'n' => value.push('\n'),
                    c => value.push(c),
                },
                (_, c) => value.push(c),
            }
        };
        let after = quoted[end + 1..].trim_start();
        let after = after.strip_prefix(']').ok_or_else(bad)?;
        if !is_tag_name(name) || self.current.0 != NodeId::ROOT {
            return Err(bad());
        }
        // Another tag may follow on the line.
        self.at = at + line.len() - after.len();
        self.set_tag(at, name, &value)
    }

    fn set_tag(&mut self, at: usize, name: &str, value: &str) -> Result<(), Failure> {
        self.tags += 1;
        if self.tags > MAX_TAGS {
            return Err((at, RecordError::TooManyTags));
        }
        let record = &mut self.record;
        let number = game_number::<G>();
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                let is_own = [G::NAME, G::TITLE].into_iter().any(|own| plain(own) == plain(value));
                record.set_property("GM", if is_own { &number } else { value });
            }
            "size" => record.set_property("SZ", value),
            "rules" => record.set_property("RU", value),
            "start" => record.set_property("SU", value),
            "fen" => self.fen = Some((at, value.to_owned())),
            "result" => self.result = Some((at, value.trim().to_owned())),
            "termination" => self.termination = Some(value.to_owned()),
            _ => record.set_tag(name, value),
        }
        self.place_properties(at);
        Ok(())
    }

    /// Takes the first position from its tag, once all tags are read: the rules may stand after it.
    fn read_fen(&mut self) -> Result<(), Failure> {
        let Some((at, text)) = self.fen.take() else { return Ok(()) };
        let record = &mut self.record;
        let board = record.board().unwrap_or_default();
        // Rules that are not known are told of when the record is played.
        let rules = record.stated_rules().ok().flatten();
        let variant = rules.map_or(board, |rules| with_rules::<G>(board, &rules));
        let start = G::parse(&text, variant)
            .map_err(|error| (at, RecordError::Fen { reason: error.to_string() }))?;
        self.current.1 = start.side_to_move();
        record.set_start(&start);
        self.place_properties(at);
        Ok(())
    }

    /// Says of new properties of the root that they stand here.
    fn place_properties(&mut self, at: usize) {
        let place = self.index.place(at);
        let root = self.record.tree_mut().node_mut(NodeId::ROOT);
        let new = root.properties.iter_mut().filter(|property| property.place.line == 0);
        new.for_each(|property| property.place = place);
    }

    /// `{comment}`, with `\}`, `\\` and `\[` for characters that would end something.
    fn read_comment(&mut self) -> Result<(), Failure> {
        let rest = &self.text[self.at + 1..];
        let mut comment = String::new();
        let mut chars = rest.char_indices().peekable();
        while let Some((i, c)) = chars.next() {
            match c {
                '}' => {
                    self.at += i + 2;
                    self.add_comment(comment.trim_matches('\r'));
                    return Ok(());
                }
                '\\' => match chars.next_if(|(_, c)| matches!(c, '}' | '\\' | '[')) {
                    Some((_, escaped)) => comment.push(escaped),
                    None => comment.push('\\'),
                },
                c => comment.push(c),
            }
        }
        let start = shorten(&self.text[self.at..]).into_owned();
        Err((self.at, RecordError::UnclosedComment { start }))
    }

    fn add_comment(&mut self, comment: &str) {
        match &mut self.comment {
            Some(before) => {
                before.push('\n');
                before.push_str(comment);
            }
            None => self.comment = Some(comment.to_owned()),
        }
    }

    fn flush_comment(&mut self) {
        if let Some(comment) = self.comment.take() {
            let node = self.record.tree_mut().node_mut(self.current.0);
            node.properties.push(Property::new("C", &comment));
        }
    }

    /// Reads a number, a result, a mark or a move; true when the record ends with it.
    fn read_word(&mut self, at: usize, word: &str) -> Result<bool, Failure> {
        if is_result(word) {
            if !self.open.is_empty() {
                return Ok(false);
            }
            return self.end_with(word).map(|()| true);
        }
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let bare = digits.trim_start_matches('.');
        let number_dropped = bare.len() < digits.len() || digits.is_empty();
        let word = if number_dropped { bare } else { word };
        if word.is_empty() {
            return Ok(false);
        }
        if let Some(mark) = word.strip_prefix('$') {
            let mark = Property::new("NAG", mark);
            self.record.tree_mut().node_mut(self.current.0).properties.push(mark);
            return Ok(false);
        }
        if self.record.tree().node_count() >= MAX_NODES {
            return Err((at, RecordError::TooManyMoves));
        }
        if !self.is_fresh {
            self.flush_comment();
        }
        let (before, side) = self.current;
        let id = self.record.add_entry(before, side, word);
        self.record.tree_mut().node_mut(id).properties[0].place = self.index.place(at);
        self.current = (id, !side);
        if self.is_fresh {
            self.flush_comment();
            self.is_fresh = false;
        }
        Ok(false)
    }

    /// The result after the moves, which must agree with the tag.
    fn end_with(&mut self, word: &str) -> Result<(), Failure> {
        match &self.result {
            Some((at, tag)) if parse_result::<G>(tag) != parse_result::<G>(word) => Err((
                *at,
                RecordError::TwoResults {
                    first: shorten(tag).into_owned(),
                    second: word.to_owned(),
                },
            )),
            Some(_) => Ok(()),
            None => {
                self.result = Some((self.at - word.len(), word.to_owned()));
                Ok(())
            }
        }
    }

    fn finish_result(&mut self) {
        let reason = self.termination.take();
        if let Some((at, result)) = self.result.take() {
            let outcome = parse_result::<G>(&result);
            self.record.set_result(outcome, reason.as_deref());
            let place = self.index.place(at);
            let root = self.record.tree_mut().node_mut(NodeId::ROOT);
            root.properties.iter_mut().filter(|p| p.is("RE")).for_each(|p| p.place = place);
        }
        if let Some(reason) = reason.filter(|_| self.record.stated_reason().is_none()) {
            self.record.set_tag("Termination", &reason);
        }
    }
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½" | "*")
}
