//! `conjoin verify`: checks proof files with the rules of the referee.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::Args;
use conjoin_core::Game;
use conjoin_core::limited_file::{self, Limited};
use conjoin_referee::{ProofError, Refused, Verified, verify_proof_from};
use flate2::bufread::MultiGzDecoder;
use serde_json::{Value, json};

use crate::cli::Common;
use crate::failure::{Failure, bad_input, one_line};
use crate::output;

/// Options of `conjoin verify`.
#[derive(Debug, Args)]
#[command(after_help = "Every file gets its verdict. \
    Exit code: 2 when a file cannot be read, else 1 when one is refused, else 0.")]
pub struct Options {
    /// Proof files, gzipped or not; regular files of at most 8 GiB, unpacked too
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// The first bytes of a gzipped file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The most bytes that are read of a file, and that one is unpacked to: thirteen times the proof of
/// the 6x6 board.
const MOST_BYTES: u64 = 8 << 30;

/// What became of a file.
enum Verdict {
    Holds(Verified),
    Refused(Refused),
    /// It cannot be read, for this reason.
    Unread(String),
}

/// Runs the command.
pub fn run<G: Game>(options: &Options, common: &Common) -> Result<(), Failure> {
    let (mut any_refused, mut any_unread) = (false, false);
    for file in &options.files {
        let clock = output::Clock::start();
        let name = file.display().to_string();
        let verdict = verify(file);
        if common.json {
            let body = json_of(&name, &verdict);
            output::print(&output::object::<G>("verify", common, None, &clock, body).to_string())?;
        }
        let line = match verdict {
            Verdict::Holds(Verified { claim, root, game, size, rules, lines }) => {
                format!("{name}: ok, {claim} for {root} in {lines} lines, {game} {size} {rules}")
            }
            Verdict::Refused(refused) => {
                any_refused = true;
                format!("{name}: refused, {}", one_line(&refused.to_string()))
            }
            Verdict::Unread(reason) => {
                any_unread = true;
                bad_input(&reason).report();
                continue;
            }
        };
        if !common.json {
            output::print(&line)?;
        }
    }
    match (any_unread, any_refused) {
        (true, _) => Err(Failure::Unread),
        (false, true) => Err(Failure::CheckFailed),
        (false, false) => Ok(()),
    }
}

/// Checks one file while it is read and unpacked.
fn verify(file: &Path) -> Verdict {
    let name = file.display();
    let opened = match limited_file::open(file, MOST_BYTES) {
        Ok(opened) => opened,
        Err(error) => return Verdict::Unread(error.to_string()),
    };
    let mut packed = BufReader::new(opened);
    let verified = match packed.fill_buf() {
        Ok(start) if start.starts_with(&GZIP) => {
            let unpacked = Limited::new(MultiGzDecoder::new(packed), MOST_BYTES);
            verify_proof_from(BufReader::new(unpacked))
        }
        Ok(_) => verify_proof_from(packed),
        Err(error) => Err(error.into()),
    };
    match verified {
        Ok(verified) => Verdict::Holds(verified),
        Err(ProofError::Refused(refused)) => Verdict::Refused(refused),
        Err(ProofError::Unreadable(error)) => {
            Verdict::Unread(format!("cannot read {name}: {error}"))
        }
        Err(error) => Verdict::Unread(format!("{name}: {error}")),
    }
}

/// The second form of the object: the game, its size and its rules are those of the file.
const SCHEMA: &str = "conjoin.verify/2";

/// What the JSON object of a file adds.
fn json_of(name: &str, verdict: &Verdict) -> Value {
    let reason = match verdict {
        Verdict::Holds(verified) => {
            let size = &verified.size;
            return json!({
                "schema": SCHEMA, "file": name, "read": true, "ok": true, "reason": null,
                "claim": verified.claim.to_string(), "lines": verified.lines,
                "root": verified.root, "position": verified.root, "game": verified.game,
                "size": size.parse::<u64>().map_or_else(|_| json!(size), |size| json!(size)),
                "rules": verified.rules,
            });
        }
        Verdict::Refused(refused) => refused.to_string(),
        Verdict::Unread(reason) => reason.clone(),
    };
    json!({
        "schema": SCHEMA, "file": name,
        "read": matches!(verdict, Verdict::Refused(_)), "ok": false,
        "reason": one_line(&reason), "claim": null, "lines": null, "root": null,
        "position": null, "game": null, "size": null, "rules": null,
    })
}
