//! Proofs as text.

use std::io::{self, Write};

use conjoin_core::TextForm;

use super::Proof;
use crate::Provable;

/// What the head of a proof file says besides the claim.
#[derive(Clone, Copy, Debug)]
pub struct ProofHeader<'a> {
    /// The game with its options: its name, then whatever tells its variants apart.
    pub game: &'a str,
    /// The program that made it.
    pub by: &'a str,
}

impl<P: Provable + TextForm> Proof<P> {
    /// Writes the proof file.
    pub fn write(&self, header: &ProofHeader<'_>, mut out: impl Write) -> io::Result<()> {
        writeln!(out, "conjoin-proof 1")?;
        writeln!(out, "game {}", header.game)?;
        writeln!(out, "symmetry {}", if self.symmetry { P::SYMMETRY_NAME } else { "none" })?;
        writeln!(out, "claim {}", self.claim)?;
        writeln!(out, "root {}", self.root)?;
        writeln!(out, "by {}", header.by)?;
        let mut lines: Vec<String> = self
            .lines
            .iter()
            .map(|(position, line)| {
                let mv = line.mv.map_or("*".to_owned(), |mv| position.format_move(mv));
                format!("{position}\t{mv}\t{}", line.rank)
            })
            .collect();
        lines.sort_unstable();
        for line in lines {
            writeln!(out, "{line}")?;
        }
        out.flush()
    }
}
