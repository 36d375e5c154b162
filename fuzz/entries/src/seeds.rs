//! What mutations begin from: files of the project.

use std::path::{Path, PathBuf};

/// Where seeds are, from the root of the workspace: a file, or a folder with all that is below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// Every file is a seed.
    Files(&'static str),
    /// Every line is a seed, up to its first tab; `#` begins a comment.
    Lines(&'static str),
}

impl Seeds {
    /// Reads them, in a fixed order. What is missing is an error, never a test that is skipped.
    pub fn read(self) -> std::io::Result<Vec<Vec<u8>>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let (Self::Files(path) | Self::Lines(path)) = self;
        let mut files = Vec::new();
        collect(&root.join(path), &mut files)?;
        files.sort();
        let texts = files.iter().map(std::fs::read).collect::<std::io::Result<Vec<_>>>()?;
        if matches!(self, Self::Files(_)) {
            return Ok(texts);
        }
        let lines = texts.iter().flat_map(|text| text.split(|&byte| byte == b'\n'));
        let seeds = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
        Ok(seeds.map(|line| line.split(|&b| b == b'\t').next().unwrap_or(line).to_vec()).collect())
    }
}

/// The file, or all files below a folder.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        collect(&entry?.path(), files)?;
    }
    Ok(())
}
