//! What a game adds to the check of a proof.

use std::fmt::Debug;
use std::hash::Hash;

use super::Claim;

/// The rules of a game as a proof file names them.
///
/// Everything is decided by these methods, so they are written as plainly as the rule book and
/// share no code with the rules that proofs are made with. A proof has millions of positions: a
/// position is kept as a [`Packed`](Rules::Packed) and opened to a [`Board`](Rules::Board) while
/// its moves are looked at.
pub trait Rules: Sized {
    /// The first word of the head's `game` line, such as `loa`.
    const NAME: &'static str;

    /// The symmetries that a proof may use, as the head's `symmetry` line names them, such as `d4`;
    /// `none` for a game without.
    const SYMMETRY: &'static str;

    /// A position with the player to move and all else that decides how the game goes on.
    type Board;

    /// A position in few bytes: what it is kept as and looked up by.
    type Packed: Copy + Eq + Hash;

    /// A move of a position.
    type Move: Copy + Debug;

    /// Reads the size and the options after the name in the `game` line, such as `6` and
    /// `simultaneous=draw stuck=pass repetition=3`; an error says what was expected. Rules whose
    /// positions need their past are refused.
    fn read(size: &str, options: &str) -> Result<Self, String>;

    /// Why a proof of this claim would have to know the past under these rules; none where it need
    /// not.
    ///
    /// A win holds whatever repetition draws, for ranks fall along every line of a proof, so that no
    /// [`Board`](Rules::Board) stands twice on one. Rules that draw by what comes back of a board
    /// and not by the whole, such as all but a counter, have to refuse wins here. That there is no
    /// win needs no past: a draw is good for the prover then.
    fn needs_past(&self, claim: Claim) -> Option<String> {
        let _ = claim;
        None
    }

    /// Reads a position in the only form that it may be written in; an error says what is wrong.
    fn parse(&self, text: &str) -> Result<Self::Board, String>;

    /// The position in the form that [`parse`](Rules::parse) reads.
    fn format(&self, board: &Self::Board) -> String;

    /// Is the player who begins the game to move?
    fn first_moves(&self, board: &Self::Board) -> bool;

    /// The result of a position, whatever came before; none while the game goes on.
    fn outcome(&self, board: &Self::Board) -> Option<Outcome>;

    /// Visits every legal move of a position where the game goes on; a pass is one where the rules
    /// have it.
    fn each_move(&self, board: &Self::Board, visit: impl FnMut(Self::Move));

    /// Adds the move as a proof writes it to a text; no two moves of a position are written alike.
    fn write_move(&self, board: &Self::Board, mv: Self::Move, text: &mut String);

    /// The position after a legal move.
    fn after(&self, board: &Self::Board, mv: Self::Move) -> Self::Board;

    /// The position in few bytes.
    fn pack(&self, board: &Self::Board) -> Self::Packed;

    /// The position that was packed.
    fn unpack(&self, packed: Self::Packed) -> Self::Board;

    /// One and the same of all positions that the symmetries make of this one.
    fn least_image(&self, board: &Self::Board) -> Self::Packed;
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player who begins the game wins.
    First,
    /// The other player wins.
    Second,
    /// Nobody wins.
    Draw,
}
