//! `conjoin verify`: checks proof files with the rules of the referee.

use std::io::Read;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use conjoin_referee::loa::verify_proof;
use flate2::read::MultiGzDecoder;
use serde_json::json;

use crate::cli::Common;
use crate::failure::{Failure, bad_input, one_line};
use crate::{interrupt, output};

/// Options of `conjoin verify`.
#[derive(Debug, Args)]
pub struct Options {
    /// Proof files, gzipped or not
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// The first bytes of a gzipped file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Runs the command.
pub fn run(options: &Options, common: &Common) -> Result<(), Failure> {
    // A verdict is printed when it is there; nothing else could be lost.
    interrupt::end_at_once();
    let mut all_hold = true;
    for file in &options.files {
        let clock = output::Clock::start();
        let name = file.display();
        let mut bytes = std::fs::read(file).with_context(|| format!("cannot read {name}"))?;
        if bytes.starts_with(&GZIP) {
            let mut plain = Vec::new();
            let decoded = MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut plain);
            decoded.with_context(|| format!("{name} is not gzipped as it should be"))?;
            bytes = plain;
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| bad_input(&format!("{name} is not text: expected UTF-8")))?;
        let answer = verify_proof(&text);
        all_hold &= answer.is_ok();
        let line = if common.json {
            let (size, body) = match &answer {
                Ok(verified) => (
                    Some(verified.root.board.size() as u8),
                    json!({
                        "ok": true, "claim": verified.claim.to_string(), "lines": verified.lines,
                        "reason": null, "position": verified.root.to_string(),
                        "file": name.to_string(), "rules": rules_of(&text),
                    }),
                ),
                Err(refused) => (
                    None,
                    json!({
                        "ok": false, "claim": null, "lines": text.lines().count(),
                        "reason": one_line(&refused.to_string()), "file": name.to_string(),
                        "rules": rules_of(&text), "size": null,
                    }),
                ),
            };
            output::object("verify", common, size, &clock, body).to_string()
        } else {
            match &answer {
                Ok(verified) => format!(
                    "{name}: ok, {} for {} in {} lines, rules {}",
                    verified.claim,
                    verified.root,
                    verified.lines,
                    rules_of(&text)
                ),
                Err(refused) => format!("{name}: refused, {}", one_line(&refused.to_string())),
            }
        };
        output::print(&line)?;
    }
    if all_hold { Ok(()) } else { Err(Failure::CheckFailed) }
}

/// The rules as the file names them.
fn rules_of(text: &str) -> String {
    let game = text.lines().find_map(|line| line.strip_prefix("game loa "));
    let options = game.and_then(|game| game.split_once(' ')).map_or("unknown", |(_, rest)| rest);
    let rules = options.parse::<conjoin_games::loa::Rules>();
    rules.map_or_else(|_| "unknown".into(), |rules| rules.to_string())
}
