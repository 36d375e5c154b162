//! Writes the seeds of every target into folders for libFuzzer: `seeds FOLDER`.

use std::path::PathBuf;

use conjoin_fuzz_entries::TARGETS;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.expect("expected the folder to write to");
    for target in TARGETS {
        let folder = folder.join(target.name);
        std::fs::create_dir_all(&folder)?;
        let mut number = 0;
        for place in target.seeds {
            for seed in place.read()? {
                std::fs::write(folder.join(format!("seed-{number:04}")), seed)?;
                number += 1;
            }
        }
    }
    Ok(())
}
