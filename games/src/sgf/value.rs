//! Property values: kept as written, with their escapes, and read as text on demand.

use std::borrow::Cow;

/// One `[value]` of a property.
///
/// It holds the characters between the brackets exactly as they stood in the file, so a value
/// that is read and written again does not change. [`Value::text`] resolves the escapes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Value {
    raw: Box<str>,
}

impl Value {
    /// A value with this text: `]` and `\` are escaped.
    pub fn from_text(text: &str) -> Self {
        Self { raw: escape(text, false).into() }
    }

    /// A value made of two, `first:second`: colons inside either are escaped.
    pub fn from_pair(first: &str, second: &str) -> Self {
        Self { raw: format!("{}:{}", escape(first, true), escape(second, true)).into() }
    }

    /// A value as it stands in a file, or nothing when that could not stand between brackets:
    /// with an unescaped `]` in it, a backslash that would escape the closing bracket, or a line
    /// that would be taken for the next record.
    pub fn from_raw(raw: &str) -> Option<Self> {
        let mut escaped = false;
        for byte in raw.bytes() {
            match byte {
                b']' if !escaped => return None,
                b'\\' => escaped = !escaped,
                _ => escaped = false,
            }
        }
        (!escaped && !swallows_record(raw)).then(|| Self { raw: raw.into() })
    }

    /// For the parser, which has found the closing bracket itself.
    pub(super) fn trusted(raw: &str) -> Self {
        Self { raw: raw.into() }
    }

    /// The characters as they stand in the file.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// The text: escapes resolved, every kind of line break as `\n`, escaped line breaks removed.
    pub fn text(&self) -> Cow<'_, str> {
        unescape(&self.raw)
    }

    /// The two parts of a `first:second` value as text, or nothing when there is no colon.
    pub fn pair(&self) -> Option<(Cow<'_, str>, Cow<'_, str>)> {
        let mut escaped = false;
        for (i, byte) in self.raw.bytes().enumerate() {
            match byte {
                b':' if !escaped => {
                    return Some((unescape(&self.raw[..i]), unescape(&self.raw[i + 1..])));
                }
                b'\\' => escaped = !escaped,
                _ => escaped = false,
            }
        }
        None
    }
}

/// Does a line of the value begin like a record, `(;GM[`, with no escaped bracket after that?
///
/// A value ends at the first `]` that is not escaped, so no program writes this on purpose: the
/// value's own `]` is missing, and it runs into the next record.
pub(super) fn swallows_record(raw: &str) -> bool {
    let bytes = raw.as_bytes();
    let skip = |mut at: usize, skipped: fn(&u8) -> bool| {
        while bytes.get(at).is_some_and(skipped) {
            at += 1;
        }
        at
    };
    let record_at = |at: usize| {
        let semicolon = skip(at + 1, u8::is_ascii_whitespace);
        let name = skip(semicolon + 1, u8::is_ascii_whitespace);
        let name_end = skip(name, u8::is_ascii_alphanumeric);
        let bracket = skip(name_end, u8::is_ascii_whitespace);
        let is_record = bytes.get(semicolon) == Some(&b';')
            && name_end > name
            && bytes.get(bracket) == Some(&b'[');
        (is_record, semicolon)
    };
    let mut at_line_start = false;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\n' | b'\r' => at_line_start = true,
            b'(' if at_line_start => {
                let (is_record, next) = record_at(at);
                if is_record {
                    return !raw[at..].contains("\\]");
                }
                // What was skipped may hold line breaks.
                at_line_start = bytes[at + 1..next].iter().any(|b| matches!(b, b'\n' | b'\r'));
                at = next;
                continue;
            }
            byte => at_line_start &= byte.is_ascii_whitespace(),
        }
        at += 1;
    }
    false
}

fn escape(text: &str, colons: bool) -> Cow<'_, str> {
    let special = |c: char| c == ']' || c == '\\' || colons && c == ':';
    if !text.contains(special) && !swallows_record(text) {
        return Cow::Borrowed(text);
    }
    let mut raw = String::with_capacity(text.len() + 8);
    let mut at_line_start = false;
    for c in text.chars() {
        // A line that looks like a record is told from one by this.
        if special(c) || c == '(' && at_line_start {
            raw.push('\\');
        }
        raw.push(c);
        at_line_start = matches!(c, '\n' | '\r') || at_line_start && c.is_ascii_whitespace();
    }
    Cow::Owned(raw)
}

fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains(['\\', '\r']) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let (c, escaped) = match c {
            '\\' => match chars.next() {
                Some(next) => (next, true),
                None => break,
            },
            c => (c, false),
        };
        if c == '\n' || c == '\r' {
            let partner = if c == '\n' { '\r' } else { '\n' };
            chars.next_if_eq(&partner);
            if !escaped {
                text.push('\n');
            }
        } else {
            text.push(c);
        }
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved() {
        let value = Value::from_raw(r"W\[e4:c6\]? \\ a\:b").expect("well formed");
        assert_eq!(value.text(), r"W[e4:c6]? \ a:b");
        assert_eq!(value.raw(), r"W\[e4:c6\]? \\ a\:b");
    }

    #[test]
    fn all_four_line_breaks_are_one_break() {
        let value = Value::from_raw("a\nb\rc\r\nd\n\re").expect("well formed");
        assert_eq!(value.text(), "a\nb\nc\nd\ne");
    }

    #[test]
    fn an_escaped_line_break_joins_the_lines() {
        let value = Value::from_raw("one \\\r\nline").expect("well formed");
        assert_eq!(value.text(), "one line");
    }

    #[test]
    fn a_value_that_would_not_close_is_refused() {
        assert!(Value::from_raw("a]b").is_none());
        assert!(Value::from_raw("a\\").is_none());
        assert!(Value::from_raw("a\\\\").is_some());
        assert!(Value::from_raw("a\\]").is_some());
    }

    #[test]
    fn a_line_that_begins_like_a_record_is_escaped() {
        let text = "see\n  (;GM[9";
        assert!(Value::from_raw(text).is_none());
        let value = Value::from_text(text);
        assert_eq!((value.raw(), value.text()), ("see\n  \\(;GM[9", text.into()));
        assert!(Value::from_raw("see\n(;GM[9\\]) here").is_some());
        assert!(Value::from_raw("see (;GM[9").is_some());
    }

    #[test]
    fn a_pair_may_hold_colons() {
        let value = Value::from_pair("Time:control", "5:30]");
        assert_eq!(value.pair(), Some(("Time:control".into(), "5:30]".into())));
        assert_eq!(Value::from_text("no colon").pair(), None);
    }
}
