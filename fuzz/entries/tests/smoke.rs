//! Every fuzz target on a seeded loop of mutations: no fuzzer and no special toolchain is needed.
//!
//! `CONJOIN_FUZZ_SEED` chooses the inputs and `CONJOIN_FUZZ_SECONDS` how long each target runs;
//! `cargo xtask fuzz-smoke` sets both. The input at hand is in a file, so that it is known even
//! when the process dies by an overflow of its stack.

use std::path::Path;
use std::time::{Duration, Instant};

use conjoin_fuzz_entries::{Mutator, TARGETS, target};

/// Inputs for each target where no time is given.
const INPUTS: u64 = 300;

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text}: expected a number")))
}

fn smoke(name: &str) {
    let target = target(name).expect("a target of this name");
    let seed = number("CONJOIN_FUZZ_SEED").unwrap_or(1);
    let time = number("CONJOIN_FUZZ_SECONDS").map(Duration::from_secs);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}.input"));
    println!("{name}: seed {seed}; an input that fails is in {}", file.display());
    let mut mutator = Mutator::new(target, seed).expect("the seeds are there");
    let mut longest = Duration::ZERO;
    let mut run = |input: &[u8]| {
        std::fs::write(&file, input).expect("the input is kept");
        let begin = Instant::now();
        (target.run)(input);
        longest = longest.max(begin.elapsed());
    };
    for input in mutator.seeds() {
        run(input);
    }
    let begin = Instant::now();
    let mut inputs = 0;
    while time.map_or(inputs < INPUTS, |time| begin.elapsed() < time) {
        run(&mutator.input());
        inputs += 1;
    }
    println!("{name}: {inputs} inputs, the slowest took {} ms", longest.as_millis());
    std::fs::remove_file(file).expect("the input was kept");
}

macro_rules! smoke_tests {
    ($($name:ident),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                smoke(stringify!($name));
            }
        )*

        #[test]
        fn every_target_is_run_here_and_has_a_binary_for_the_fuzzer() {
            let named = [$(stringify!($name)),*];
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(names, named);
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
            let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("the manifest");
            assert_eq!(manifest.matches("[[bin]]").count(), names.len());
            for name in names {
                assert!(manifest.contains(&format!("name = {name:?}")), "{name}");
                let file = root.join(format!("fuzz_targets/{name}.rs"));
                let text = std::fs::read_to_string(file).expect("the binary");
                assert!(text.contains(&format!("conjoin_fuzz_entries::{name}(bytes)")), "{name}");
            }
        }
    };
}

smoke_tests!(
    position_text,
    move_text,
    rules_text,
    sgf_syntax,
    records,
    text_records,
    outlines,
    proofs,
    profiles,
    books,
    run_files,
    ugi,
);
