//! Chores of the workspace that need more than one cargo command.

mod chinese_checkers;
mod fuzz;
mod layers;
mod openspiel;
mod surakarta;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Parser;

/// Chores of the Conjoin workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
enum Chore {
    /// Play random games of Chinese Checkers in lock step with tools/chinese_checkers.py
    CheckChineseCheckers {
        /// Games to play
        #[arg(long, default_value_t = 1000)]
        games: u32,
        /// Seed of the games
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Find what breaks the order of the floors: game names above `eval`, crates that use those above
    CheckLayers,
    /// Play random games in lock step with OpenSpiel (installed from PyPI into target/openspiel)
    CheckOpenspiel {
        /// Games to play, of Lines of Action and of Chinese Checkers
        #[arg(long, default_value_t = 1000)]
        games: u32,
        /// Seed of the games
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Compare the fast rules of every game with the referee on random positions
    CheckReferee {
        /// Positions to compare in each test
        #[arg(long, default_value_t = 1_000_000)]
        positions: u64,
    },
    /// Play random games of Surakarta in lock step with tools/surakarta.py
    CheckSurakarta {
        /// Games to play
        #[arg(long, default_value_t = 1000)]
        games: u32,
        /// Seed of the games
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Run every fuzz target under libFuzzer; needs a nightly toolchain and a C++ compiler
    Fuzz {
        /// Seconds for each target
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// Seed of the fuzzer
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Run every fuzz target on mutated seeds, without a fuzzer
    FuzzSmoke {
        /// Seconds for each target
        #[arg(long, default_value_t = 20)]
        seconds: u64,
        /// Seed of the mutations
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Count the instructions of move counting under valgrind
    Instructions,
}

fn main() -> Result<()> {
    match Chore::parse() {
        Chore::CheckChineseCheckers { games, seed } => chinese_checkers::check(games, seed),
        Chore::CheckLayers => layers::check(),
        Chore::CheckOpenspiel { games, seed } => openspiel::check(games, seed),
        Chore::CheckReferee { positions } => check_referee(positions),
        Chore::CheckSurakarta { games, seed } => surakarta::check(games, seed),
        Chore::Fuzz { seconds, seed } => fuzz::fuzz(seconds, seed),
        Chore::FuzzSmoke { seconds, seed } => fuzz::smoke(seconds, seed),
        Chore::Instructions => count_instructions(),
    }
}

/// The cargo that runs this.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Where cargo puts what it builds.
fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}

/// Runs a command to its end; anything but success is an error.
fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(())
}

fn check_referee(positions: u64) -> Result<()> {
    run(cargo()
        .args(["test", "--package", "conjoin-games", "--test", "*_referee"])
        .args(["--", "--nocapture"])
        .env("CONJOIN_POSITIONS", positions.to_string()))
}

/// Instruction counts do not depend on what else the machine does, so they show small changes.
fn count_instructions() -> Result<()> {
    run(cargo().args(["build", "--release", "--package", "conjoin"]))?;
    for arguments in [
        &["perft", "--depth", "4"][..],
        &["perft", "--depth", "4", "--rules", "openspiel"],
        &["perft", "--size", "6", "--depth", "5"],
        &["analyse", "--depth", "6", "--memory", "16MiB"],
    ] {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(target_dir().join("release/conjoin"))
            .args(arguments)
            .output()
            .context("valgrind is needed for instruction counts")?;
        let said = String::from_utf8_lossy(&output.stderr);
        let counted = said.lines().find_map(|line| line.split("Collected : ").nth(1));
        let counted = counted.with_context(|| format!("valgrind gave no count: {said}"))?;
        println!("conjoin {:44} {counted:>14} instructions", arguments.join(" "));
    }
    Ok(())
}
