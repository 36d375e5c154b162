//! The run file of a kept result, packed beside it: the run goes on from there on any machine.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use conjoin_core::limited_file::{self, Limited};
use conjoin_eval::Playable;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::LARGEST_RESULT;
use crate::experiments::manifest::ExperimentError;
use crate::experiments::plan::Plan;
use crate::experiments::runner::RunHeader;
use crate::run_file;

/// The largest run file that is unpacked.
const LARGEST_RUN: u64 = 4 << 30;

fn packed_file(results: &Path, id: &str) -> PathBuf {
    results.join(id).join("run.jsonl.gz")
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> ExperimentError {
    let path = path.display().to_string();
    move |source| ExperimentError::Io { path: path.clone(), source }
}

/// Packs the run file of an experiment into the folder of its result. The same run gives the same bytes.
pub fn pack_run(results: &Path, id: &str, run: &Path) -> Result<(), ExperimentError> {
    let bytes = std::fs::read(run).map_err(failed(run))?;
    let path = packed_file(results, id);
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(&bytes).and_then(|()| packer.finish()).map_err(failed(&path))?;
    run_file::write_whole(&path, &packed).map_err(failed(&path))
}

/// Unpacks the run file that is kept beside a result, where it is of this plan and there is no run file
/// yet. Returns whether it did.
pub fn unpack_run<G: Playable>(
    results: &Path,
    plan: &Plan<G>,
    run: &Path,
) -> Result<bool, ExperimentError> {
    if std::fs::metadata(run).is_ok_and(|found| found.len() > 0) {
        return Ok(false);
    }
    let path = packed_file(results, &plan.manifest.id);
    let packed = match limited_file::read(&path, LARGEST_RESULT) {
        Err(error) if error.is_missing() => return Ok(false),
        found => found.map_err(ExperimentError::Read)?,
    };
    let mut bytes = Vec::new();
    Limited::new(MultiGzDecoder::new(&packed[..]), LARGEST_RUN)
        .read_to_end(&mut bytes)
        .map_err(failed(&path))?;
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let is_ours = serde_json::from_slice::<RunHeader>(first).is_ok_and(|header| {
        (header.scale.as_str(), header.plan, header.seed)
            == (plan.scale_name.as_str(), plan.fingerprint(), plan.seed)
    });
    if is_ours {
        run_file::write_whole(run, &bytes).map_err(failed(run))?;
    }
    Ok(is_ours)
}
