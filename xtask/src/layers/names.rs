//! The names of a game, and where a text holds one of them.

/// Games whose title is not their folder's name.
const TITLES: [(&str, &str); 1] = [("loa", "lines of action")];

/// What a game is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameNames {
    /// Its folder in `games/src`.
    pub folder: String,
    /// Its names as words of small letters.
    names: Vec<Vec<String>>,
}

/// A word of a text: small letters, with the line where it begins.
struct Word {
    text: String,
    line: usize,
    /// What stands between the word before and this one.
    gap: String,
}

impl GameNames {
    /// The names of the game in a folder: `chinese_checkers` is also `Chinese Checkers`,
    /// `chinese-checkers` and `ChineseCheckers`.
    pub fn new(folder: &str) -> Self {
        let words = |text: &str| text.split(['_', ' ']).map(str::to_owned).collect();
        let mut names = vec![words(folder)];
        names.extend(TITLES.iter().filter(|(game, _)| *game == folder).map(|(_, t)| words(t)));
        Self { folder: folder.to_owned(), names }
    }

    /// Is this the name of a folder or file of the game?
    pub fn is_path_name(&self, text: &str) -> bool {
        text.replace('-', "_") == self.folder
    }

    /// Lines, from 1, on which a name of the game begins; each once.
    pub fn lines_in(&self, text: &str) -> impl Iterator<Item = usize> + use<> {
        let words = split_words(text);
        let mut lines: Vec<usize> = Vec::new();
        for (i, word) in words.iter().enumerate() {
            let holds = self.names.iter().any(|name| {
                words.len() - i >= name.len()
                    && name.iter().zip(&words[i..]).all(|(expected, found)| *expected == found.text)
                    && words[i + 1..i + name.len()].iter().all(|word| joins(&word.gap))
                    // A name of two letters is a word of its own in many other senses.
                    && (self.folder.len() > 2 || word.gap == "::")
            });
            if holds && lines.last() != Some(&word.line) {
                lines.push(word.line);
            }
        }
        lines.into_iter()
    }
}

/// May this stand between two words of one name? A name may be broken over two lines of a comment.
fn joins(gap: &str) -> bool {
    matches!(gap, "" | "_" | "-" | " ")
        || (gap.contains('\n') && gap.chars().all(|c| c.is_whitespace() || "/!*#".contains(c)))
}

/// The words of a text. `LoaGame`, `LOA_GAME` and `loa-game` are all two words.
fn split_words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut gap = String::new();
    let mut word = String::new();
    let mut line = 1;
    let mut characters = text.chars().peekable();
    let mut before = ' ';
    while let Some(character) = characters.next() {
        if character.is_alphabetic() {
            let next_is_small = characters.peek().is_some_and(|next| next.is_lowercase());
            let begins = character.is_uppercase() && (before.is_lowercase() || next_is_small);
            if begins && !word.is_empty() {
                let text = std::mem::take(&mut word);
                words.push(Word { text, line, gap: std::mem::take(&mut gap) });
            }
            word.extend(character.to_lowercase());
        } else {
            if !word.is_empty() {
                let text = std::mem::take(&mut word);
                words.push(Word { text, line, gap: std::mem::take(&mut gap) });
            }
            gap.push(character);
            line += usize::from(character == '\n');
        }
        before = character;
    }
    if !word.is_empty() {
        words.push(Word { text: word, line, gap });
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(game: &str, text: &str) -> Vec<usize> {
        GameNames::new(game).lines_in(text).collect()
    }

    #[test]
    fn every_spelling_of_a_name_is_found() {
        for text in ["games::loa::Position", "LoaGame", "\"loa\"", "LOA", "loa_start", "`loa.js`"] {
            assert_eq!(lines("loa", text), [1], "{text}");
        }
        for text in ["Chinese Checkers", "chinese-checkers", "ChineseCheckers", "CHINESE_CHECKERS"]
        {
            assert_eq!(lines("chinese_checkers", text), [1], "{text}");
        }
    }

    #[test]
    fn other_words_are_not_names() {
        for text in ["load", "upload", "float", "lines of code", "Action", "reload_all", "l o a"] {
            assert_eq!(lines("loa", text), [0; 0], "{text}");
        }
        assert_eq!(lines("chinese_checkers", "Chinese or Checkers"), [0; 0]);
    }

    #[test]
    fn a_title_broken_over_two_lines_is_found_where_it_begins() {
        assert_eq!(lines("loa", "//! One\n//! of Lines\n//! of Action.\n"), [2]);
    }

    #[test]
    fn a_name_of_two_letters_counts_only_as_a_module() {
        assert_eq!(lines("go", "go depth 5"), [0; 0]);
        assert_eq!(lines("go", "use conjoin_games::go::Position;"), [1]);
    }
}
