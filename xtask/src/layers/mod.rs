//! `cargo xtask check-layers`: the floors above `eval` name no game, and crates use only the
//! crates below them.
//!
//! A game is known by its folder in `games/src`. Its names are looked for in sources, pages and
//! data of `core`, `search`, `prove`, `engine`, `lab` and `apps`. Free to name a game are: the
//! registries, tests, benches and examples, examples in documentation, folders of data that bear the
//! game's name, and a game's own board and lesson on the pages.

mod arrows;
mod names;
mod source;

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use names::GameNames;

/// The floors that know no game.
const FLOORS: [&str; 6] = ["core", "search", "prove", "engine", "lab", "apps"];
/// The files of the upper floors that list the games: one for the programs, one for the pages.
const REGISTRIES: [&str; 2] = ["engine/src/registry.rs", "apps/conjoin/web/board/index.js"];
/// Folders of what is there only to test or to show.
const TEST_FOLDERS: [&str; 3] = ["tests", "benches", "examples"];
/// Folders that hold nothing of ours.
const FOREIGN_FOLDERS: [&str; 3] = ["target", "node_modules", "vendor"];
/// Folders of data in which a game has a folder of its own.
const DATA_FOLDERS: [&str; 9] = [
    "engine/books",
    "engine/probcut",
    "engine/profiles",
    "engine/transitions",
    "engine/weights",
    "lab/experiments",
    "lab/bench",
    "lab/published",
    "lab/claims",
];
/// Folders of the pages in which a game has a module of its own.
const PAGE_FOLDERS: [&str; 2] = ["apps/conjoin/web/board", "apps/conjoin/web/lessons"];
/// Files that are read.
const EXTENSIONS: [&str; 8] = ["rs", "js", "mjs", "html", "css", "svg", "toml", "csv"];

/// A place that breaks the order of the floors.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Breach {
    /// The file, from the root of the workspace.
    file: String,
    /// The line, from 1; 0 is the file's own name.
    line: usize,
    /// What is wrong.
    reason: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

/// Checks the workspace of the current folder and prints every breach.
pub fn check() -> Result<()> {
    let breaches = breaches(Path::new("."))?;
    for breach in &breaches {
        println!("{breach}");
    }
    if !breaches.is_empty() {
        let files: std::collections::BTreeSet<_> = breaches.iter().map(|b| &b.file).collect();
        bail!("{} breaches of the layers in {} files", breaches.len(), files.len());
    }
    println!("no breach of the layers");
    Ok(())
}

/// Everything that breaks the order, sorted by file and line.
fn breaches(root: &Path) -> Result<Vec<Breach>> {
    let games = games(root)?;
    let mut found = arrows::breaches(root)?;
    for floor in FLOORS {
        let mut files = Vec::new();
        collect(&root.join(floor), &mut files)?;
        for path in files {
            let file = path.strip_prefix(root).expect("found below the root");
            let file = file.to_string_lossy().replace('\\', "/");
            if !is_free(&file, &games) {
                let text = std::fs::read_to_string(&path)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                found.extend(names_of_games(&file, &text, &games));
            }
        }
    }
    found.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    Ok(found)
}

/// The games: folders of `games/src` with a position.
fn games(root: &Path) -> Result<Vec<GameNames>> {
    let folder = root.join("games/src");
    let mut games = Vec::new();
    let entries =
        std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        if entry.path().join("position.rs").is_file() {
            games.push(GameNames::new(&entry.file_name().to_string_lossy()));
        }
    }
    ensure!(!games.is_empty(), "no game in {}", folder.display());
    games.sort_by(|a, b| a.folder.cmp(&b.folder));
    Ok(games)
}

/// Files below a folder that are to be read.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if entry.file_type()?.is_dir() {
            if !FOREIGN_FOLDERS.contains(&&*name) && !name.starts_with('.') {
                collect(&path, files)?;
            }
        } else if name != "Cargo.toml"
            && path.extension().is_some_and(|e| EXTENSIONS.iter().any(|known| e == *known))
        {
            files.push(path);
        }
    }
    Ok(())
}

/// May this file name games?
fn is_free(file: &str, games: &[GameNames]) -> bool {
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    let stem = name.split('.').next().unwrap_or(name);
    let is_game = |text: &str| games.iter().any(|game| game.is_path_name(text));
    REGISTRIES.contains(&file)
        || folder.split('/').any(|part| TEST_FOLDERS.contains(&part))
        || stem == "tests"
        || stem.ends_with("_tests")
        || name.contains(".test.")
        || DATA_FOLDERS.iter().any(|data| {
            file.strip_prefix(data)
                .and_then(|rest| rest.strip_prefix('/'))
                .is_some_and(|rest| rest.split(['/', '.']).next().is_some_and(is_game))
        })
        || (PAGE_FOLDERS.contains(&folder) && is_game(stem))
}

/// Where a file names a game, in its name or in its text.
fn names_of_games(file: &str, text: &str, games: &[GameNames]) -> Vec<Breach> {
    let mut found = Vec::new();
    let text = if Path::new(file).extension().is_some_and(|extension| extension == "rs") {
        source::without_tests_and_examples(text)
    } else {
        text.to_owned()
    };
    for game in games {
        let breach = |line, reason| Breach { file: file.to_owned(), line, reason };
        if game.lines_in(file).next().is_some() {
            found.push(breach(0, format!("the file's name holds {}", game.folder)));
        }
        for line in game.lines_in(&text) {
            let shown = text.lines().nth(line - 1).unwrap_or_default().trim();
            let shown: String = shown.chars().take(100).collect();
            found.push(breach(line, format!("names {}: {shown}", game.folder)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small workspace in a folder of its own, taken away at the end.
    struct Workspace(PathBuf);

    impl Workspace {
        fn new(name: &str) -> Self {
            let root =
                std::env::temp_dir().join(format!("conjoin-layers-{name}-{}", std::process::id()));
            let workspace = Self(root);
            for folder in FLOORS {
                std::fs::create_dir_all(workspace.0.join(folder)).unwrap();
            }
            workspace.write("games/src/loa/position.rs", "");
            workspace.write("games/src/sgf/mod.rs", "");
            workspace
        }

        fn write(&self, file: &str, text: &str) {
            let path = self.0.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }

        fn breaches(&self) -> Vec<String> {
            breaches(&self.0).unwrap().iter().map(ToString::to_string).collect()
        }
    }

    impl Drop for Workspace {
        fn drop(&mut self) {
            std::fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn a_planted_name_of_a_game_is_found_with_its_file_and_line() {
        let workspace = Workspace::new("planted");
        workspace.write("engine/src/lib.rs", "//! Plays.\n\nuse conjoin_games::loa::Position;\n");
        workspace.write("apps/conjoin/web/pages/play.js", "const title = 'Lines of Action';\n");
        workspace.write("lab/src/loa.rs", "//! Nothing.\n");
        assert_eq!(
            workspace.breaches(),
            [
                "apps/conjoin/web/pages/play.js:1: names loa: const title = 'Lines of Action';",
                "engine/src/lib.rs:3: names loa: use conjoin_games::loa::Position;",
                "lab/src/loa.rs:0: the file's name holds loa",
            ]
        );
    }

    #[test]
    fn the_registries_tests_and_folders_of_a_game_may_name_it() {
        let workspace = Workspace::new("free");
        for file in [
            "engine/src/registry.rs",
            "apps/conjoin/web/board/index.js",
            "engine/tests/small.rs",
            "lab/examples/levels.rs",
            "core/benches/perft.rs",
            "prove/src/proof/tests.rs",
            "engine/profiles/loa/champion.toml",
            "lab/claims/loa.toml",
            "apps/conjoin/web/board/loa.js",
            "apps/conjoin/web/lessons/loa.js",
            "apps/conjoin/web/vendor/preact.js",
        ] {
            workspace.write(file, "Lines of Action\n");
        }
        assert_eq!(workspace.breaches(), [""; 0]);
        workspace.write("apps/conjoin/web/pages/loa.js", "");
        workspace.write("engine/profiles/champion.toml", "game = \"loa\"\n");
        assert_eq!(workspace.breaches().len(), 2);
    }

    #[test]
    fn an_arrow_upwards_is_found() {
        let workspace = Workspace::new("arrow");
        workspace.write("search/Cargo.toml", "[dependencies]\nconjoin-engine.workspace = true\n");
        assert_eq!(
            workspace.breaches(),
            ["search/Cargo.toml:2: search may not use engine: only core, eval"]
        );
    }
}
