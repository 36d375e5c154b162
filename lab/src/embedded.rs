//! Files that come with the program: whole folders, each with a folder for every game in it.

use std::borrow::Cow;

use conjoin_engine::natural_order;
use rust_embed::RustEmbed;

/// Manifests of experiments: `<game>/<id>.toml`.
#[derive(RustEmbed)]
#[folder = "experiments"]
pub(crate) struct Experiments;

/// Plans of the bench and what is usual: `<game>/bench.toml` and `<game>/usual.toml`.
#[derive(RustEmbed)]
#[folder = "bench"]
pub(crate) struct Bench;

/// Published tables: `<game>/<name>.csv`.
#[derive(RustEmbed)]
#[folder = "published"]
pub(crate) struct Published;

/// Claims of papers and notes on them: `<game>/claims.toml` and `<game>/notes.toml`.
#[derive(RustEmbed)]
#[folder = "claims"]
pub(crate) struct Claims;

/// Suites, openings and games: `<game>/suites/<name>.tsv`, `<game>/openings/<name>.tsv` and
/// `<game>/*-games.txt`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

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
