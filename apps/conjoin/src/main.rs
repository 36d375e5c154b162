//! `conjoin`: the one binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    conjoin_app::run()
}
