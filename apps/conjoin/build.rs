//! Tells the program which commit it was built from.

use std::path::Path;
use std::process::Command;

fn main() {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=10", "HEAD"]).unwrap_or_else(|| "unknown".into());
    println!("cargo:rustc-env=CONJOIN_COMMIT={commit}");
    // The log of HEAD changes with every commit and every checkout.
    if let Some(dir) = git(&["rev-parse", "--absolute-git-dir"]) {
        for file in ["HEAD", "logs/HEAD"] {
            println!("cargo:rerun-if-changed={}", Path::new(&dir).join(file).display());
        }
    }
    println!("cargo:rerun-if-changed=build.rs");
}
