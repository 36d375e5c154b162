//! What a game adds to have records.

use conjoin_core::{Ending, Game, MoveOf, TextForm};

use super::{Record, RecordError, RecordProblem};

/// A game whose games are written down.
///
/// A game that implements nothing of this has text records. The functions on set-ups and moves
/// are the dialect of a game that SGF has a number for.
pub trait Recorded: Game {
    /// The number of the game in SGF; none for a game whose records are text only.
    const SGF: Option<u8> = None;

    /// Set-ups that SGF has for this game and that stand for rules not played here: lower-case
    /// letters and digits alone.
    const FOREIGN_STARTS: &'static [&'static str] = &[];

    /// Does a word look like a move, legal or not? Text without tags that begins with another
    /// word is no record.
    fn looks_like_move(word: &str) -> bool {
        word.contains(|c: char| c.is_ascii_digit())
    }

    /// The word for an ending by the rules in the `Termination` tag.
    fn termination(ending: &Ending) -> &'static str {
        ending.code
    }

    /// A move as SGF has it.
    fn sgf_move(position: &Self::Position, mv: MoveOf<Self>) -> String {
        position.format_move(mv)
    }

    /// The first position of a record: a start that has a name, changed by the men that the record
    /// places, or these men alone where there is no such start.
    fn set_up(
        record: &Record<Self>,
        named: Option<Self::Position>,
        variant: Self::Variant,
    ) -> Result<Self::Position, RecordProblem> {
        let fail = |error| record.problem_at(record.start_place(), error);
        if let Some(named) = named {
            return Ok(named);
        }
        let text = record.header(FEN).ok_or_else(|| {
            let reason = "the start is Custom: expected a FEN tag with its position".into();
            fail(RecordError::Setup { reason })
        })?;
        Self::parse(&text, variant)
            .map_err(|error| fail(RecordError::Fen { reason: error.to_string() }))
    }

    /// Writes a first position that has no name into the root, for [`Recorded::set_up`].
    fn write_set_up(record: &mut Record<Self>, start: &Self::Position) {
        record.set_property(FEN, &start.to_string());
    }
}

/// Holds the first position of a game that SGF does not know.
const FEN: &str = "FEN";
