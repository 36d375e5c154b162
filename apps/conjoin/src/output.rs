//! What every JSON object carries, and the clock behind it.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use conjoin_core::{Game, Variant as _};
use serde_json::{Map, Value, json};

use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::version;

/// Measures a command from its start.
pub struct Clock {
    start: Instant,
}

impl Clock {
    /// Starts now.
    pub fn start() -> Self {
        Self { start: Instant::now() }
    }

    /// Seconds on the wall.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}

/// Processor seconds of the whole process so far, where the system tells.
#[cfg(unix)]
#[allow(clippy::unnecessary_wraps)] // Other systems have nothing to tell.
fn cpu_seconds() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
}

#[cfg(not(unix))]
fn cpu_seconds() -> Option<f64> {
    None
}

/// A JSON object with the fields that all of them have, then those of `body`, which also replace
/// the former where a command does not follow the options.
pub fn object<G: Game>(
    schema: &str,
    common: &Common,
    variant: Option<G::Variant>,
    clock: &Clock,
    body: Value,
) -> Value {
    // Options that make no variant were refused before anything was done.
    let variant = variant.or_else(|| common.variant::<G>().ok()).unwrap_or_default();
    let mut fields = Map::new();
    let head = json!({
        "schema": format!("conjoin.{schema}/1"),
        "version": version::LINE,
        "game": G::NAME,
        "size": variant.size(),
        "rules": variant.rules(),
        "threads": common.threads(),
        "seed": common.seed,
        "seconds": clock.seconds(),
        "cpu_seconds": cpu_seconds(),
    });
    for part in [head, body] {
        if let Value::Object(part) = part {
            fields.extend(part);
        }
    }
    Value::Object(fields)
}

/// Writes a text and a line end to standard output. A reader that has gone away is no error.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out
        .write_all(text.as_bytes())
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.flush())
    {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

/// Writes a file so that it is there whole or not at all.
pub fn write_file(path: &Path, content: &[u8]) -> Result<(), Failure> {
    use anyhow::Context;
    conjoin_lab::run_file::write_whole(path, content)
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

/// Refuses files that could not be written at the end of long work: one in no folder, one that is a
/// folder, one named for two things. Each comes with the option that names it.
pub fn expect_places(files: &[(&str, Option<&Path>)]) -> Result<(), Failure> {
    let named = || files.iter().filter_map(|&(option, file)| Some((option, file?)));
    let real = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        let path = folder.join(path.file_name()?);
        Some(std::fs::canonicalize(&path).unwrap_or(path))
    };
    for (i, (option, file)) in named().enumerate() {
        let shown = file.display();
        let Some(place) = real(file) else {
            return Err(bad_input(&format!("{option}: {shown} is in no folder that is there")));
        };
        if place.is_dir() {
            return Err(bad_input(&format!("{option}: {shown} is a folder")));
        }
        if let Some((other, _)) =
            named().take(i).find(|(_, other)| real(other) == Some(place.clone()))
        {
            return Err(bad_input(&format!("{option} and {other} name the same file, {shown}")));
        }
    }
    Ok(())
}

/// Makes a folder for results, with those above it.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path)
        .map_err(|error| bad_input(&format!("cannot make the folder {}: {error}", path.display())))
}
