//! Files that come with the program, in folders by game: `profiles/GAME/NAME.toml`. What a game has
//! not is taken from the folder `any`.

use std::cmp::Ordering;

use rust_embed::RustEmbed;

/// The folder of what every game has unless it brings its own.
const ANY: &str = "any";

/// `engine/profiles`.
#[derive(RustEmbed)]
#[folder = "profiles"]
pub(crate) struct Profiles;

/// `engine/weights`.
#[derive(RustEmbed)]
#[folder = "weights"]
pub(crate) struct Weights;

/// The names of a game's files, those with numbers in the order of the numbers.
pub(crate) fn names<F: RustEmbed>(game: &str) -> Vec<String> {
    let in_folder = |file: &str, folder: &str| {
        let name = file.strip_prefix(folder)?.strip_prefix('/')?;
        Some(name.strip_suffix(".toml")?.to_owned())
    };
    let mut names: Vec<String> = F::iter()
        .filter_map(|file| in_folder(&file, game).or_else(|| in_folder(&file, ANY)))
        .collect();
    names.sort_by(|a, b| natural_order(a, b));
    names.dedup();
    names
}

/// The text of a game's file.
pub(crate) fn text<F: RustEmbed>(game: &str, name: &str) -> Option<String> {
    let file = [game, ANY].iter().find_map(|folder| F::get(&format!("{folder}/{name}.toml")))?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Orders names so that 9 comes before 10.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    natural_key(a).cmp(&natural_key(b))
}

/// Letters as they are, digits as numbers.
fn natural_key(name: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let letters = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (word, tail) = rest.split_at(letters);
        let digits = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
        let (number, tail) = tail.split_at(digits);
        parts.push((word.to_owned(), number.parse().unwrap_or(0)));
        rest = tail;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_as_numbers() {
        let mut names = ["level-10", "level-2", "mia-4-mca", "mia-4", "level-1", "basic"];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, ["basic", "level-1", "level-2", "level-10", "mia-4", "mia-4-mca"]);
    }

    #[test]
    fn a_game_without_files_of_its_own_has_those_of_all() {
        let names = names::<Profiles>("no-such-game");
        assert_eq!(names.len(), 11, "a champion and ten levels: {names:?}");
        assert!(text::<Profiles>("no-such-game", "champion").is_some());
        assert!(text::<Profiles>("no-such-game", "../loa/basic").is_none());
    }
}
