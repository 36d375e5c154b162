//! Rust sources without what is there only to test or to show.

/// The text with every line of a `#[cfg(test)]` item and of an example in a doc comment made
/// empty. Lines keep their numbers.
///
/// The text is taken as rustfmt leaves it: an item ends with a semicolon on its first line, or with
/// a brace that stands as far in as its attribute.
pub fn without_tests_and_examples(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut in_example = false;
    let mut item: Option<TestItem> = None;
    for line in text.lines() {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        let doc = trimmed.strip_prefix("//!").or_else(|| trimmed.strip_prefix("///"));
        let mut is_kept = true;
        if let Some(open) = &mut item {
            is_kept = false;
            if open.ends_at(trimmed, indent) {
                item = None;
            }
        } else if let Some(doc) = doc {
            let is_fence = doc.trim_start().starts_with("```");
            is_kept = !in_example && !is_fence;
            in_example ^= is_fence;
        } else {
            in_example = false;
            if trimmed.starts_with("#[cfg(test)]") {
                item = Some(TestItem { indent, has_begun: false });
                is_kept = false;
            }
        }
        if is_kept {
            kept.push_str(line);
        }
        kept.push('\n');
    }
    kept
}

/// An item of a test, not read to its end.
struct TestItem {
    /// How far in its attribute stands.
    indent: usize,
    /// Is the line with the item itself past?
    has_begun: bool,
}

impl TestItem {
    fn ends_at(&mut self, line: &str, indent: usize) -> bool {
        if !self.has_begun {
            self.has_begun = !line.starts_with('#');
            let is_whole = line.ends_with(';') || line.ends_with('}') || line.ends_with(',');
            return self.has_begun && is_whole;
        }
        indent == self.indent && line.starts_with(['}', ')', ']'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of the lines that hold the word.
    fn lines_with(word: &str, text: &str) -> Vec<usize> {
        let kept = without_tests_and_examples(text);
        let numbered = kept.lines().zip(1..);
        numbered.filter(|(line, _)| line.contains(word)).map(|(_, number)| number).collect()
    }

    #[test]
    fn items_of_tests_are_left_out_to_their_end() {
        let text = "loa\n#[cfg(test)]\nmod tests {\n    fn loa() {\n    }\n}\nloa\n\
                    #[cfg(test)]\n#[path = \"loa.rs\"]\nmod loa;\nloa\n";
        assert_eq!(lines_with("loa", text), [1, 7, 11]);
    }

    #[test]
    fn examples_of_doc_comments_are_left_out() {
        let text = "//! loa\n//! ```\n//! use loa;\n//! ```\n//! loa\nuse loa;\n\
                    /// ```text\n/// loa\n/// ```\nfn loa() {}\n";
        assert_eq!(lines_with("loa", text), [1, 5, 6, 10]);
    }
}
