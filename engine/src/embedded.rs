//! Files that come with the program, in folders by game: `profiles/GAME/NAME.toml`. What a game has
//! not is taken from the folder `any`.

use std::cmp::Ordering;

use rust_embed::RustEmbed;

/// The folder of what every game has unless it brings its own.
const ANY: &str = "any";
/// The ending of most files.
const TOML: &str = ".toml";

/// `engine/profiles`.
#[derive(RustEmbed)]
#[folder = "profiles"]
pub(crate) struct Profiles;

/// `engine/weights`.
#[derive(RustEmbed)]
#[folder = "weights"]
pub(crate) struct Weights;

/// `engine/transitions`.
#[derive(RustEmbed)]
#[folder = "transitions"]
pub(crate) struct TransitionTables;

/// `engine/probcut`.
#[derive(RustEmbed)]
#[folder = "probcut"]
pub(crate) struct ProbCutFiles;

/// `engine/books`.
#[derive(RustEmbed)]
#[folder = "books"]
pub(crate) struct Books;

/// The names of a game's TOML files, those with numbers in the order of the numbers.
pub(crate) fn names<F: RustEmbed>(game: &str) -> Vec<String> {
    names_ending::<F>(game, TOML)
}

/// The same for files with another ending.
pub(crate) fn names_ending<F: RustEmbed>(game: &str, ending: &str) -> Vec<String> {
    let in_folder = |file: &str, folder: &str| {
        let name = file.strip_prefix(folder)?.strip_prefix('/')?;
        Some(name.strip_suffix(ending)?.to_owned())
    };
    let mut names: Vec<String> = F::iter()
        .filter_map(|file| in_folder(&file, game).or_else(|| in_folder(&file, ANY)))
        .collect();
    names.sort_by(|a, b| natural_order(a, b));
    names.dedup();
    names
}

/// The text of a game's TOML file.
pub(crate) fn text<F: RustEmbed>(game: &str, name: &str) -> Option<String> {
    text_ending::<F>(game, name, TOML)
}

/// The same for a file with another ending.
pub(crate) fn text_ending<F: RustEmbed>(game: &str, name: &str, ending: &str) -> Option<String> {
    let file = [game, ANY].iter().find_map(|folder| F::get(&format!("{folder}/{name}{ending}")))?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Orders names by the numbers in them: 9 before 10.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (mut a, mut b) = (a, b);
    loop {
        let (of_a, of_b) = (digits(a), digits(b));
        let number = |text: &str| text.trim_start_matches('0').to_owned();
        let (next_a, next_b) = (a.chars().next(), b.chars().next());
        let order = if of_a > 0 && of_b > 0 {
            let (number_a, number_b) = (number(&a[..of_a]), number(&b[..of_b]));
            (a, b) = (&a[of_a..], &b[of_b..]);
            number_a.len().cmp(&number_b.len()).then(number_a.cmp(&number_b))
        } else {
            (a, b) =
                (&a[next_a.map_or(0, char::len_utf8)..], &b[next_b.map_or(0, char::len_utf8)..]);
            next_a.cmp(&next_b)
        };
        if order.is_ne() || (next_a.is_none() && next_b.is_none()) {
            return order;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_as_numbers() {
        let mut names = ["level-10", "level-2", "mia-4-mca", "mia-4", "level-1", "basic"];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, ["basic", "level-1", "level-2", "level-10", "mia-4", "mia-4-mca"]);
        let mut names = ["t-4.10", "t-4.fig2", "t-12", "t-4.9", "t", "s-5", "t-4.1", "t-a"];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, ["s-5", "t", "t-4.1", "t-4.9", "t-4.10", "t-4.fig2", "t-12", "t-a"]);
    }

    #[test]
    fn a_game_without_files_of_its_own_has_those_of_all() {
        let names = names::<Profiles>("no-such-game");
        assert_eq!(names.len(), 11, "a champion and ten levels: {names:?}");
        assert!(text::<Profiles>("no-such-game", "champion").is_some());
        assert!(text::<Profiles>("no-such-game", "../loa/basic").is_none());
    }
}
