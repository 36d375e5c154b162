//! Text to trees.
//!
//! A record that cannot be read is reported, and reading goes on at the next one: where the
//! parentheses of the broken record close, or earlier at a `(;` whose node holds a property that
//! only the root of a record has (`GM`, `PB`, ...), for a missing bracket or parenthesis would
//! otherwise hide all that follows. Text looked at again for this is limited to a multiple of the
//! file's size, so that no file takes more than linear time.

use super::value::swallows_record;
use super::{
    Collection, Encoding, GameTree, LineIndex, NodeId, Property, SyntaxError, SyntaxProblem, Value,
    shorten,
};

/// The most nodes a record may have.
pub const MAX_NODES: usize = 1 << 20;

/// Reading a file ends after so many problems.
pub const MAX_PROBLEMS: usize = 1000;

/// How many times the size of the file may be looked at again to recover from errors.
const RECOVERY_FACTOR: usize = 4;

/// What may be looked at again in a small file.
const RECOVERY_MINIMUM: usize = 1 << 16;

/// Properties that stand in the root of a record and nowhere else.
const ROOT_KEYS: [&str; 20] = [
    "FF", "GM", "CA", "AP", "SZ", "SU", "PB", "PW", "GN", "GC", "EV", "RO", "DT", "PC", "RE", "RU",
    "US", "SO", "AN", "TM",
];

/// What a file holds.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The records that could be read.
    pub collection: Collection,
    /// How many records there are, the broken ones included.
    pub records: usize,
    /// What is wrong, in the order of the file.
    pub problems: Vec<SyntaxProblem>,
}

/// Reads a file. It never fails as a whole: what could not be read is in the problems.
pub fn parse(bytes: &[u8]) -> Parsed {
    let (text, encoding) = Encoding::decode(bytes);
    let collection = Collection { games: Vec::new(), encoding };
    let mut parsed = Parsed { collection, records: 0, problems: Vec::new() };
    // Decoding Latin-1 can double the size.
    if u32::try_from(text.len()).is_err() {
        parsed.problems.push(SyntaxProblem {
            record: 0,
            place: super::Place { line: 1, column: 1 },
            error: SyntaxError::TooLarge { bytes: bytes.len() },
            breaks_record: false,
        });
        return parsed;
    }
    Parser::new(&text).read_all(&mut parsed);
    parsed
}

/// An error at a byte of the text.
struct Failure {
    at: usize,
    /// How far the text was looked at before.
    looked: usize,
    /// Parentheses open there; 0 when the rest of the record cannot be followed.
    depth: usize,
    error: SyntaxError,
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    index: LineIndex<'a>,
    /// Where the last value that was looked at begins and its `]` stands, if it has one. A value
    /// that begins inside it ends there too.
    last_value: (usize, usize),
    /// Bytes that may still be looked at again.
    budget: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            index: LineIndex::new(text),
            last_value: (0, 0),
            budget: text.len().saturating_mul(RECOVERY_FACTOR).saturating_add(RECOVERY_MINIMUM),
        }
    }

    fn read_all(&mut self, parsed: &mut Parsed) {
        let mut at = 0;
        let mut whole_before = false;
        loop {
            let start = self.find_start(at);
            let gap = self.text[at..start.unwrap_or(self.text.len())].trim_matches(is_blank);
            if whole_before && !gap.is_empty() {
                let text = shorten(gap).into_owned();
                let gap_at = gap.as_ptr() as usize - self.text.as_ptr() as usize;
                self.report(parsed, gap_at, SyntaxError::Outside { text }, false);
            }
            let Some(start) = start else { break };
            if parsed.problems.len() >= MAX_PROBLEMS {
                self.report(parsed, start, SyntaxError::TooManyProblems, false);
                return;
            }
            parsed.records += 1;
            match self.read_record(start) {
                Ok((mut game, end)) => {
                    game.record = parsed.records;
                    game.place = self.index.place(start);
                    parsed.collection.games.push(game);
                    at = end;
                    whole_before = true;
                }
                Err(failure) => {
                    at = self.recover(start, &failure);
                    whole_before = false;
                    self.report(parsed, failure.at, failure.error, true);
                }
            }
        }
        if parsed.records == 0 {
            self.report(parsed, 0, SyntaxError::NoRecord, false);
        }
    }

    fn report(&self, parsed: &mut Parsed, at: usize, error: SyntaxError, breaks_record: bool) {
        let place = self.index.place(at);
        parsed.problems.push(SyntaxProblem { record: parsed.records, place, error, breaks_record });
    }

    /// The next `(` that is followed by `;`.
    fn find_start(&self, mut at: usize) -> Option<usize> {
        loop {
            at += self.bytes[at..].iter().position(|&byte| byte == b'(')?;
            let next = self.skip_blanks(at + 1);
            if self.bytes.get(next) == Some(&b';') {
                return Some(at);
            }
            at = next;
        }
    }

    /// Reads the record that begins at this parenthesis; gives it and where it ends.
    fn read_record(&mut self, start: usize) -> Result<(GameTree, usize), Failure> {
        let mut tree = GameTree::new();
        // The nodes that the open variations continue.
        let mut open: Vec<NodeId> = Vec::new();
        // The node that is being read or continued; none before the first.
        let mut current: Option<NodeId> = None;
        let mut expected = Expected::Node;
        let mut at = start + 1;
        loop {
            at = self.skip_blanks(at);
            let depth = open.len() + 1;
            let fail = |at, error| Failure { at, looked: at, depth, error };
            match self.bytes.get(at) {
                Some(b';') if expected != Expected::Variation => {
                    if tree.node_count() >= MAX_NODES {
                        return Err(fail(at, SyntaxError::TooManyNodes));
                    }
                    current = Some(current.map_or(NodeId::ROOT, |parent| tree.add_child(parent)));
                    expected = Expected::Anything;
                    at += 1;
                }
                Some(b'(') if expected != Expected::Node => {
                    open.push(current.expect("only a node may be followed by a variation"));
                    expected = Expected::Node;
                    at += 1;
                }
                Some(b')') if expected != Expected::Node => {
                    at += 1;
                    let Some(branch) = open.pop() else {
                        tree.shrink();
                        return Ok((tree, at));
                    };
                    current = Some(branch);
                    expected = Expected::Variation;
                }
                Some(byte) if byte.is_ascii_alphanumeric() && expected == Expected::Anything => {
                    let (property, end) = self.read_property(at, depth)?;
                    let node = current.expect("a property is only expected in a node");
                    tree.node_mut(node).properties.push(property);
                    at = end;
                }
                Some(_) => {
                    let found = self.text[at..].chars().next().unwrap_or_default();
                    let error = SyntaxError::Unexpected { found, expected: expected.describe() };
                    return Err(fail(at, error));
                }
                None => {
                    return Err(Failure {
                        at,
                        looked: at,
                        depth: 0,
                        error: SyntaxError::UnclosedRecord { open: depth },
                    });
                }
            }
        }
    }

    /// Reads a name and its values, inside so many parentheses.
    fn read_property(&mut self, at: usize, depth: usize) -> Result<(Property, usize), Failure> {
        let name_end = self.name_end(at);
        let name = &self.text[at..name_end];
        let mut values = Vec::with_capacity(1);
        let mut end = name_end;
        loop {
            let bracket = self.skip_blanks(end);
            if self.bytes.get(bracket) != Some(&b'[') {
                break;
            }
            let Some(close) = self.value_end(bracket + 1) else {
                let start = shorten(&self.text[bracket..]).into_owned();
                let error = SyntaxError::UnclosedValue { start };
                return Err(Failure { at: bracket, looked: bracket, depth: 0, error });
            };
            let raw = &self.text[bracket + 1..close];
            if swallows_record(raw) {
                let start = shorten(&self.text[bracket..]).into_owned();
                let error = SyntaxError::RecordInValue { start };
                return Err(Failure { at: bracket, looked: close, depth: 0, error });
            }
            values.push(Value::trusted(raw));
            end = close + 1;
        }
        if values.is_empty() {
            let name = shorten(name).into_owned();
            let error = SyntaxError::NoValue { name };
            return Err(Failure { at, looked: end, depth, error });
        }
        let place = self.index.place(at);
        Ok((Property { name: name.to_owned(), values, place }, end))
    }

    fn name_end(&self, at: usize) -> usize {
        let rest = &self.bytes[at..];
        at + rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len())
    }

    /// Where the `]` of the value stands that begins here.
    fn value_end(&mut self, start: usize) -> Option<usize> {
        let (last_start, last_end) = self.last_value;
        if !(last_start..=last_end).contains(&start) || last_end == 0 {
            let mut at = start;
            while let Some(&byte) = self.bytes.get(at) {
                match byte {
                    b']' => break,
                    b'\\' => at += 2,
                    _ => at += 1,
                }
            }
            self.last_value = (start, at.min(self.bytes.len()));
        }
        let end = self.last_value.1;
        (end < self.bytes.len()).then_some(end)
    }

    fn skip_blanks(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        at + rest.iter().position(|&byte| !is_blank(byte.into())).unwrap_or(rest.len())
    }

    /// Where to go on after a broken record.
    fn recover(&mut self, start: usize, failure: &Failure) -> usize {
        let end = self.end_of_record(failure).unwrap_or(self.bytes.len());
        let mut at = start + 1;
        while let Some(candidate) = self.find_start(at).filter(|&candidate| candidate < end) {
            if !self.spend(candidate - at) {
                break;
            }
            if self.is_root(candidate) {
                // What lies between here and the error will be read again.
                self.spend(failure.looked.saturating_sub(candidate));
                return candidate;
            }
            at = candidate + 1;
        }
        if self.budget == 0 { failure.looked.max(start + 1).min(self.bytes.len()) } else { end }
    }

    /// Where the parentheses that are open at the failure close.
    fn end_of_record(&mut self, failure: &Failure) -> Option<usize> {
        let mut depth = failure.depth;
        let mut at = failure.at;
        while depth > 0 {
            let next = match self.bytes.get(at)? {
                b'[' => self.value_end(at + 1)? + 1,
                b'(' => {
                    depth += 1;
                    at + 1
                }
                b')' => {
                    depth -= 1;
                    at + 1
                }
                _ => at + 1,
            };
            if !self.spend(next - at) {
                return None;
            }
            at = next;
        }
        (failure.depth > 0).then_some(at)
    }

    /// Does the node that begins here hold a property that only roots have?
    fn is_root(&mut self, start: usize) -> bool {
        let mut at = self.skip_blanks(start + 1) + 1;
        loop {
            let name_at = self.skip_blanks(at);
            let name_end = self.name_end(name_at.min(self.bytes.len()));
            if name_end == name_at || !self.spend(name_end - at) {
                return false;
            }
            let name = Property::with_values(&self.text[name_at..name_end], Vec::new());
            if ROOT_KEYS.iter().any(|key| name.is(key)) {
                return true;
            }
            at = name_end;
            loop {
                let bracket = self.skip_blanks(at);
                if self.bytes.get(bracket) != Some(&b'[') {
                    break;
                }
                let Some(close) = self.value_end(bracket + 1) else { return false };
                if !self.spend(close + 1 - at) {
                    return false;
                }
                at = close + 1;
            }
        }
    }

    /// Takes from the budget for text that is looked at again; false when there is none left.
    fn spend(&mut self, bytes: usize) -> bool {
        self.budget = self.budget.saturating_sub(bytes.max(1));
        self.budget > 0
    }
}

/// What may come next in a record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// After a parenthesis opened.
    Node,
    /// After a node's semicolon or a property.
    Anything,
    /// After a variation closed.
    Variation,
}

impl Expected {
    fn describe(self) -> &'static str {
        match self {
            Self::Node => "\";\"",
            Self::Anything => "a property, \";\", \"(\" or \")\"",
            Self::Variation => "\"(\" or \")\"",
        }
    }
}

/// White space of any kind, the byte order mark and the end-of-file mark of old systems.
fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '\u{b}' | '\u{1a}' | '\u{feff}')
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
