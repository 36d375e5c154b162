//! Which crate may use which: the order of the folders in the README.

use std::path::Path;

use anyhow::{Context, Result};

use super::Breach;

/// A crate and the crates of ours that it may use.
struct Floor {
    folder: &'static str,
    package: &'static str,
    uses: &'static [&'static str],
}

const fn floor(
    folder: &'static str,
    package: &'static str,
    uses: &'static [&'static str],
) -> Floor {
    Floor { folder, package, uses }
}

/// From the ground up. The searches and the solvers know no game, and the referee shares nothing
/// with what it checks. Tests may use any crate: their arrows are not looked at, but the referee's.
const FLOORS: [Floor; 9] = [
    floor("core", "conjoin-core", &[]),
    floor("games", "conjoin-games", &["core"]),
    floor("referee", "conjoin-referee", &[]),
    floor("eval", "conjoin-eval", &["core", "games"]),
    floor("search", "conjoin-search", &["core", "eval"]),
    floor("prove", "conjoin-prove", &["core", "eval"]),
    floor("engine", "conjoin-engine", &["core", "games", "eval", "search", "prove"]),
    floor("lab", "conjoin-lab", &["core", "games", "eval", "search", "prove", "engine"]),
    floor(
        "apps/conjoin",
        "conjoin",
        &["core", "games", "referee", "eval", "search", "prove", "engine", "lab"],
    ),
];

/// Arrows of the manifests that point the wrong way.
pub fn breaches(root: &Path) -> Result<Vec<Breach>> {
    let mut found = Vec::new();
    for floor in &FLOORS {
        let file = format!("{}/Cargo.toml", floor.folder);
        let path = root.join(&file);
        if !path.exists() {
            continue;
        }
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {file}"))?;
        for (line, used, is_dev) in arrows(&text) {
            let is_free = is_dev && floor.folder != "referee";
            if !is_free && !floor.uses.contains(&used) {
                let allowed = match floor.uses {
                    [] => "it uses no crate of ours".to_owned(),
                    uses => format!("only {}", uses.join(", ")),
                };
                let reason = format!("{} may not use {used}: {allowed}", floor.folder);
                found.push(Breach { file: file.clone(), line, reason });
            }
        }
    }
    Ok(found)
}

/// The crates of ours that a manifest names: line, folder, and whether only its tests use them.
fn arrows(manifest: &str) -> impl Iterator<Item = (usize, &'static str, bool)> {
    let mut section = "";
    manifest.lines().zip(1..).filter_map(move |(line, number)| {
        let line = line.trim();
        let mut name = line.split(['.', '=', ' ']).next().unwrap_or("");
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']');
            name = section.rsplit('.').next().unwrap_or("");
        }
        let used = FLOORS.iter().find(|floor| floor.package == name)?.folder;
        let is_dev = section.contains("dev-dependencies");
        section.contains("dependencies").then_some((number, used, is_dev))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_dependency_is_an_arrow() {
        let manifest = "[package]\nname = \"conjoin-search\"\n[dependencies]\n\
            conjoin-core = { path = \"../core\" }\nserde = \"1\"\nconjoin-eval.workspace = true\n\
            [dev-dependencies]\nconjoin-games = { workspace = true }\n\
            [target.'cfg(unix)'.dependencies.conjoin-lab]\npath = \"../lab\"\n";
        let found: Vec<_> = arrows(manifest).collect();
        assert_eq!(
            found,
            [(4, "core", false), (6, "eval", false), (8, "games", true), (9, "lab", false)]
        );
    }

    #[test]
    fn the_order_is_that_of_the_readme() {
        let readme = include_str!("../../../README.md");
        let shown: Vec<&str> = readme
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split_once("/` |"))
            .map(|(folder, _)| folder)
            .filter(|folder| *folder != "xtask")
            .collect();
        let known: Vec<&str> = FLOORS.iter().map(|floor| floor.folder).collect();
        assert_eq!(shown, known);
        for (i, floor) in FLOORS.iter().enumerate() {
            assert!(floor.uses.iter().all(|used| known[..i].contains(used)), "{}", floor.folder);
        }
    }

    #[test]
    fn the_manifests_keep_the_order() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert_eq!(breaches(root).unwrap(), []);
    }
}
