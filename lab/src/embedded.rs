//! Files that come with the program: whole folders, each with a folder for every game in it.

use std::borrow::Cow;
use std::cmp::Ordering;

use rust_embed::RustEmbed;

/// The game whose suites and openings are meant where none is named.
pub(crate) const GAME: &str = "loa";

/// Manifests of experiments: `<game>/<id>.toml`.
#[derive(RustEmbed)]
#[folder = "experiments"]
pub(crate) struct Experiments;

/// Published tables: `<game>/<name>.csv`.
#[derive(RustEmbed)]
#[folder = "published"]
pub(crate) struct Published;

/// Claims of papers and notes on them: `<game>/claims.toml` and `<game>/notes.toml`.
#[derive(RustEmbed)]
#[folder = "claims"]
pub(crate) struct Claims;

/// Suites, openings and games: `<game>/suites/<name>.tsv`, `<game>/openings/<name>.tsv` and
/// `<game>/olympiad-games.txt`.
#[derive(RustEmbed)]
#[folder = "../data"]
pub(crate) struct Data;

/// The text of a file.
pub(crate) fn text<F: RustEmbed>(path: &str) -> Option<Cow<'static, str>> {
    match F::get(path)?.data {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
        Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
    }
}

/// The paths of all files, in natural order.
pub(crate) fn paths<F: RustEmbed>() -> Vec<String> {
    let mut paths: Vec<String> = F::iter().map(|path| path.replace('\\', "/")).collect();
    paths.sort_by(|a, b| natural_order(stem(a), stem(b)));
    paths
}

/// A path without the ending of its file.
fn stem(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

/// The names of the files in a folder, without their ending, in natural order.
pub(crate) fn names_in<F: RustEmbed>(folder: &str) -> Vec<String> {
    let name = |path: String| {
        let name = path.strip_prefix(folder)?.strip_prefix('/')?;
        Some(stem(name).to_owned())
    };
    paths::<F>().into_iter().filter_map(name).collect()
}

/// The path of a file by its name, whatever the game.
pub(crate) fn path_of<F: RustEmbed>(name: &str) -> Option<String> {
    paths::<F>().into_iter().find(|path| path.rsplit('/').next() == Some(name))
}

/// Texts in the order of the numbers in them: 4.9 before 4.10.
fn natural_order(a: &str, b: &str) -> Ordering {
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
    use std::collections::HashSet;

    #[test]
    fn numbers_in_names_count_as_numbers() {
        let mut names = ["t-4.10", "t-4.fig2", "t-12", "t-4.9", "t", "s-5", "t-4.1", "t-a"];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, ["s-5", "t", "t-4.1", "t-4.9", "t-4.10", "t-4.fig2", "t-12", "t-a"]);
        assert_eq!(natural_order("t-4.1", "t-4.1"), Ordering::Equal);
    }

    /// What is found by name alone must be one file.
    #[test]
    fn experiments_and_tables_of_all_games_have_names_of_their_own() {
        for paths in [paths::<Experiments>(), paths::<Published>()] {
            let names: HashSet<&str> =
                paths.iter().filter_map(|path| path.rsplit('/').next()).collect();
            assert_eq!(names.len(), paths.len());
        }
    }

    #[test]
    fn every_embedded_file_is_text_in_the_folder_of_a_game() {
        fn all<F: RustEmbed>() {
            for path in paths::<F>() {
                assert!(path.contains('/'), "{path} is in no folder of a game");
                assert!(text::<F>(&path).is_some_and(|text| !text.is_empty()), "{path}");
            }
        }
        all::<Experiments>();
        all::<Published>();
        all::<Claims>();
        all::<Data>();
    }
}
