//! What a player did, as the many dialects of records write it.
//!
//! A move is a word without blanks that its game reads. Real files also have blanks around and
//! inside it, long dashes, marks like `+` or `!` after it, and, on servers, a move number or the
//! word `Move` in front; or words like `resign` in its place.

use std::borrow::Cow;

/// One entry of a record under a player's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action<'a> {
    /// A move on the board without blanks, such as `d3-d5`, and the marks after it.
    Move {
        /// What stands between a move number and the marks.
        text: Cow<'a, str>,
        /// `+`, `!`, `?`, `#`, `*` as written.
        marks: &'a str,
    },
    /// No move is possible.
    Pass,
    /// The player gives up.
    Resign,
    /// The player loses without giving up: time, absence.
    Forfeit,
    /// Both have agreed on a draw.
    AcceptDraw,
    /// Words that change nothing: an offer of a draw, its refusal, the start of the game.
    Words,
}

/// Marks people put after a move.
const MARKS: [char; 5] = ['+', '!', '?', '#', '*'];

impl<'a> Action<'a> {
    /// Reads an entry. What is no known word is taken for a move: whether it is one, the board
    /// decides.
    pub fn parse(text: &'a str) -> Self {
        let text = without_number(text.trim());
        let text =
            text.strip_prefix("Move ").or_else(|| text.strip_prefix("move ")).unwrap_or(text);
        let bare = text.trim_end_matches(|c: char| MARKS.contains(&c) || c.is_whitespace());
        let marks = text[bare.len()..].trim();
        if bare.is_empty() && marks.is_empty() {
            return Self::Pass;
        }
        // Words are short; a long text is not worth copying.
        if bare.len() <= 40 {
            let letters = |c: &char| c.is_ascii_alphanumeric();
            let word: String = bare.chars().filter(letters).collect();
            match word.to_ascii_lowercase().as_str() {
                "pass" | "passes" => return Self::Pass,
                "resign" | "resigns" | "resigned" => return Self::Resign,
                "forfeit" | "forfeits" | "forfeited" | "time" | "timeout" => return Self::Forfeit,
                "draw" | "acceptdraw" | "acceptsdraw" | "drawaccepted" | "agreedraw"
                | "agreeddraw" => return Self::AcceptDraw,
                "offerdraw" | "offersdraw" | "drawoffer" | "drawoffered" | "declinedraw"
                | "declinesdraw" | "drawdeclined" | "start" | "startp0" | "startp1" | "done"
                | "edit" => return Self::Words,
                _ => {}
            }
        }
        Self::Move { text: squeezed(bare), marks }
    }
}

/// The name in a server's `P0[id "Ann"]`.
pub(super) fn player_id(text: &str) -> Option<&str> {
    Some(text.trim().strip_prefix("id ")?.trim().trim_matches('"'))
}

/// Drops a move number: `12. `, `12...`, `12 `.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = rest.trim_start_matches(|c: char| c == '.' || c.is_whitespace());
    if rest.len() == text.len() || bare.len() == rest.len() { text } else { bare }
}

/// The text without blanks and with plain hyphens.
fn squeezed(text: &str) -> Cow<'_, str> {
    let is_dash = |c: char| matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}');
    if !text.contains(|c: char| c.is_whitespace() || is_dash(c)) {
        return Cow::Borrowed(text);
    }
    let kept = text.chars().filter(|c| !c.is_whitespace());
    Cow::Owned(kept.map(|c| if is_dash(c) { '-' } else { c }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(text: &str) -> String {
        match Action::parse(text) {
            Action::Move { text, .. } => text.into_owned(),
            other => panic!("{text:?} is {other:?}"),
        }
    }

    #[test]
    fn blanks_numbers_and_marks_do_not_matter() {
        assert_eq!(moved(" d3 d5"), "d3d5");
        assert_eq!(moved("D3-D5    "), "D3-D5");
        assert_eq!(moved("b3- e3"), "b3-e3");
        assert_eq!(moved("12. d3:d5++"), "d3:d5");
        assert_eq!(moved("12...d3xd5"), "d3xd5");
        assert_eq!(moved("7 Move D 3 D 5"), "D3D5");
        assert_eq!(moved("d3–d5"), "d3-d5");
        assert_eq!(Action::parse("d3-d5 !?"), Action::Move { text: "d3-d5".into(), marks: "!?" });
    }

    #[test]
    fn words_are_read_in_any_case() {
        assert_eq!(Action::parse("Resign"), Action::Resign);
        assert_eq!(Action::parse("RESIGNS"), Action::Resign);
        assert_eq!(Action::parse("Forfeit"), Action::Forfeit);
        assert_eq!(Action::parse("Offer draw"), Action::Words);
        assert_eq!(Action::parse("accept-draw"), Action::AcceptDraw);
        assert_eq!(Action::parse("pass"), Action::Pass);
        assert_eq!(Action::parse("  "), Action::Pass);
        assert_eq!(Action::parse("0 Start P0"), Action::Words);
    }

    #[test]
    fn anything_else_is_left_to_the_board() {
        assert_eq!(moved("E8-^^"), "E8-^^");
        assert_eq!(moved("12"), "12");
    }

    #[test]
    fn servers_name_players_by_id() {
        assert_eq!(player_id("id \"Ann Lee\""), Some("Ann Lee"));
        assert_eq!(player_id("3 d3-d5"), None);
    }
}
