//! The commands in `docs/cli.md` give what it says they give.
//!
//! After a change that is meant, `TRYCMD=overwrite cargo test -p conjoin --test cli_docs` brings
//! the guide up to date; look at the difference before you keep it.

use std::path::Path;

/// What the examples read, by the name they use.
const FILES: [(&str, &str); 3] = [
    ("olympiad-games.txt", "../../data/loa/olympiad-games.txt"),
    ("club.sgf", "tests/data/club.sgf"),
    ("broken.sgf", "tests/data/broken.sgf"),
];

#[test]
fn the_guide_to_the_command_line_tells_the_truth() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The examples also write files, so they run in a folder of their own.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli-docs");
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    for (name, path) in FILES {
        std::fs::copy(here.join(path), folder.join(name)).expect("a file for the examples");
    }
    std::env::set_current_dir(&folder).expect("the folder was just made");
    trycmd::TestCases::new().case(here.join("../../docs/cli.md")).run();
    for made in ["won.svg", "tidy.sgf", "rest.txt", "three.proof", "match.sgf"] {
        let content = std::fs::read_to_string(folder.join(made)).expect("an example makes it");
        assert!(!content.is_empty(), "{made} is empty");
    }
}
