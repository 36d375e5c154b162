//! Short runs of the fuzz targets: by libFuzzer where there is a nightly toolchain, by a seeded loop
//! of mutations anywhere.

use std::process::Command;

use anyhow::{Context, Result, ensure};

/// What libFuzzer needs to see which code an input reaches, with the address sanitizer.
const FLAGS: &str = "-Zsanitizer=address -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Cdebug-assertions -Coverflow-checks --cfg fuzzing";
/// Bytes of the longest input: most faults need only a few.
const LONGEST_INPUT: u32 = 4096;
/// Seconds after which one input is taken to hang, with room for a busy machine.
const TIMEOUT: u32 = 60;

/// Runs every target of `fuzz/entries` on mutated seeds.
pub fn smoke(seconds: u64, seed: u64) -> Result<()> {
    super::run(
        super::cargo()
            .args(["test", "--package", "conjoin-fuzz-entries", "--test", "smoke"])
            .args(["--", "--nocapture"])
            .env("CONJOIN_FUZZ_SECONDS", seconds.to_string())
            .env("CONJOIN_FUZZ_SEED", seed.to_string()),
    )
}

/// Runs every target under libFuzzer, built by the nightly toolchain.
pub fn fuzz(seconds: u64, seed: u64) -> Result<()> {
    let target_dir = std::path::absolute(super::target_dir())?.join("fuzz");
    let (seeds, artifacts) = (target_dir.join("seeds"), target_dir.join("artifacts"));
    super::run(
        super::cargo()
            .args(["run", "--quiet", "--package", "conjoin-fuzz-entries", "--example", "seeds"])
            .arg(&seeds),
    )?;
    let host = host()?;
    super::run(
        nightly("cargo")
            .args(["build", "--release", "--manifest-path", "fuzz/Cargo.toml", "--target", &host])
            .arg("--target-dir")
            .arg(&target_dir)
            .env("RUSTFLAGS", FLAGS),
    )?;
    std::fs::create_dir_all(&artifacts)?;
    let mut names = Vec::new();
    for file in std::fs::read_dir("fuzz/fuzz_targets").context("cannot read fuzz/fuzz_targets")? {
        names.extend(file?.path().file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    ensure!(!names.is_empty(), "no target in fuzz/fuzz_targets");
    for name in names {
        let found = target_dir.join("corpus").join(&name);
        std::fs::create_dir_all(&found)?;
        let output = Command::new(target_dir.join(&host).join("release").join(&name))
            .args([&found, &seeds.join(&name)])
            .arg(format!("-artifact_prefix={}/{name}-", artifacts.display()))
            .args([format!("-max_total_time={seconds}"), format!("-seed={seed}")])
            .args([format!("-max_len={LONGEST_INPUT}"), format!("-timeout={TIMEOUT}")])
            .args(["-dict=fuzz/words.dict", "-print_final_stats=1", "-print_funcs=0"])
            .output()
            .with_context(|| format!("cannot start the target {name}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{name} with seed {seed}: {}\n{said}", output.status);
        let inputs =
            said.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        let inputs = inputs.map_or("no", str::trim);
        println!("{name}: {inputs} inputs in {seconds} s with seed {seed}");
    }
    Ok(())
}

/// A program of the nightly toolchain, free of what cargo says of the one that runs this.
fn nightly(program: &str) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", program]).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    command
}

/// The triple that the nightly toolchain builds for.
fn host() -> Result<String> {
    let output = nightly("rustc").arg("-vV").output().context("rustup is needed")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context(
        "the fuzzer needs a nightly toolchain (rustup toolchain install nightly); \
         cargo xtask fuzz-smoke needs none",
    )
}
