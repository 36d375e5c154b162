//! The contract between a game and everything that plays, searches or proves it.
//!
//! [`Position`] is what every game has. What only some games have, or what only some algorithms
//! need, is a sub-trait below: an algorithm names the capabilities it uses, and a game that lacks
//! one does not compile with it.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::{Outcome, Repetition, Side};

/// A position of a two-player game, small enough to be copied at every node.
pub trait Position: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move, meaningful together with the position it is made in.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// Who moves next.
    fn side_to_move(&self) -> Side;

    /// A hash of everything the rest of the game depends on, except the moves before.
    /// Kept incrementally by [`Position::play`].
    fn key(&self) -> u64;

    /// [`Position::key`] again, from nothing but the board: what tests compare it with.
    fn recomputed_key(&self) -> u64;

    /// A hash of the board alone, the same whoever is to move.
    fn board_key(&self) -> u64;

    /// A hash of what a repetition repeats: the men and the player to move. A game whose key also has a
    /// counter, for a limit on its length, leaves the counter out here.
    #[inline(always)]
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// Has the key a counter that [`Position::repetition_key`] leaves out? Then the same men may
    /// come back under another key.
    #[inline(always)]
    fn has_counter(&self) -> bool {
        false
    }

    /// Is the board the same in both positions, whoever is to move?
    fn same_board(&self, other: &Self) -> bool;

    /// The result if the game is over here, leaving repetition aside: that needs a
    /// [`History`](crate::History).
    fn outcome(&self) -> Option<Outcome>;

    /// Appends every legal move, each once. It does not ask whether the game is over: callers
    /// look at [`Position::outcome`] first. A player without a move either gets a pass appended
    /// here or has lost by [`Position::outcome`], so a running game always has a move.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// The position after a legal move. An illegal move gives a meaningless position (never
    /// undefined behaviour); [`Position::try_play`] is the checked form.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;

    /// Can no position from before this move come back after it? A capture is such a move.
    fn is_irreversible(&self, mv: Self::Move) -> bool;

    /// What the rules of this game say about repetition.
    fn repetition(&self) -> Repetition;

    /// The outcome of the position that `mv` led to, when the game was not over before: games
    /// override it where that knowledge saves work.
    #[inline]
    fn outcome_after(&self, mv: Self::Move) -> Option<Outcome> {
        let _ = mv;
        self.outcome()
    }

    /// Would a draw by repetition count before the outcome of this position? Some rules look for a
    /// repeated board before they look for a player without a move.
    fn yields_to_repetition(&self) -> bool {
        false
    }

    /// How many moves [`Position::moves`] would append.
    fn count_moves(&self) -> u32 {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.len() as u32
    }

    /// The legal moves, none when the game is over.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.moves(&mut moves);
        }
        moves
    }

    /// Would [`Position::moves`] append this move? It may be any move that the game has somewhere.
    fn has_move(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.contains(&mv)
    }

    /// Is this move legal here? A finished game has no legal move.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.outcome().is_none() && self.has_move(mv)
    }

    /// The position after `mv`, or nothing when the move is not legal.
    fn try_play(&self, mv: Self::Move) -> Option<Self> {
        self.is_legal(mv).then(|| self.play(mv))
    }
}

/// What the replies to a move look like, told without making the move.
///
/// A proof-number search initialises every child with its number of moves, and perft counts the
/// last two plies at once. A game that can update a child's count from its own beats one that
/// generates the child's moves.
pub trait Replies: Position {
    /// Calls `visit` for every move of this running position with the outcome of the child and,
    /// while the child's game goes on, the number of moves in it (0 when it is over).
    fn replies(&self, mut visit: impl FnMut(Self::Move, Option<Outcome>, u32)) {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        for mv in moves {
            let child = self.play(mv);
            let outcome = child.outcome_after(mv);
            visit(mv, outcome, if outcome.is_none() { child.count_moves() } else { 0 });
        }
    }

    /// Calls `visit` for the moves that a player would look at who sees one ply ahead: those that end
    /// this running game, with the outcome, and those after which it goes on. A game may leave
    /// moves out after which the other player can win at once; the answer is whether it did.
    fn sound_moves(&self, mut visit: impl FnMut(Self::Move, Option<Outcome>)) -> bool {
        self.replies(|mv, outcome, _| visit(mv, outcome));
        false
    }

    /// Calls `visit` for the moves that end this running game, with the outcome, in any order. The
    /// answer is whether there are others.
    fn ending_moves(&self, visit: impl FnMut(Self::Move, Outcome)) -> bool {
        ending_replies(self, visit)
    }

    /// A hash of what this position has in common with most of its siblings, the positions that
    /// the same parent's other moves lead to. A table that keeps siblings close together finds all
    /// of them with fewer page walks.
    #[inline(always)]
    fn sibling_key(&self) -> u64 {
        self.key()
    }

    /// The number of two-ply sequences from here: the sum over [`Replies::replies`].
    fn count_replies(&self) -> u64 {
        let mut sum = 0;
        self.replies(|_, _, count| sum += u64::from(count));
        sum
    }
}

/// [`Replies::ending_moves`] by looking at every move.
pub fn ending_replies<P: Replies>(at: &P, mut visit: impl FnMut(P::Move, Outcome)) -> bool {
    let mut goes_on = false;
    at.replies(|mv, outcome, _| match outcome {
        Some(outcome) => visit(mv, outcome),
        None => goes_on = true,
    });
    goes_on
}

/// A game in which it makes sense to ask what happens when a player moves twice.
pub trait NullMove: Position {
    /// The same board with the other player to move; doing it twice changes nothing.
    #[must_use]
    fn null_move(&self) -> Self;

    /// Has the player to move so little left that standing still may be best? Then a null move
    /// tells less than usual.
    fn has_few_men(&self) -> bool {
        false
    }
}

/// A game whose moves can be numbered, for tables that remember something about each.
pub trait Indexed: Position {
    /// [`Indexed::move_index`] is below this.
    const MOVE_INDICES: usize;

    /// A number that a move has in every position, another for each move of one position.
    fn move_index(mv: Self::Move) -> usize;

    /// The move in two bytes, never 0.
    fn pack_move(mv: Self::Move) -> u16;

    /// The move that [`Indexed::pack_move`] packed; nothing for 0. Another number gives nothing, or
    /// a move that may be legal nowhere but has an index and can be asked for by
    /// [`Position::has_move`].
    fn unpack_move(bits: u16) -> Option<Self::Move>;
}

/// A game that knows, without searching, which moves tend to be better.
pub trait Ranked: Position {
    /// [`Ranked::forceful_rank`] is below this. The search puts a class above every score that a
    /// move can earn by its history, and the highest class with such a score below the killer moves:
    /// there is room for 16, and a game that asks for more does not compile with the search.
    const FORCEFUL_RANKS: u8 = 16;

    /// [`Ranked::static_rank`] is below this. The search only compares these ranks; the limit keeps
    /// them in five bits.
    const STATIC_RANKS: u8 = 32;

    /// The class of a forceful move; the highest is tried first, 0 is any other move.
    fn forceful_rank(&self, mv: Self::Move) -> u8;

    /// How promising a move looks by where it goes.
    fn static_rank(&self, mv: Self::Move) -> u8;
}

/// A game with moves that change so much that a position should not be judged before them.
pub trait Noisy: Position {
    /// Appends the moves of this running position that a quiescence search looks at: legal moves,
    /// each once, and irreversible ones alone. That search looks for no repetition, and it ends
    /// because such moves run out.
    fn noisy_moves(&self, moves: &mut Vec<Self::Move>);
}

/// A game whose moves fall into classes, of which some are played far more often than others when
/// they can be. Realization probability search searches the probable ones deeper.
pub trait Categorised: Position {
    /// [`Categorised::category`] is below this: 1 for a game that tells its moves apart by nothing.
    const CATEGORIES: usize = 1;

    /// The class of a legal move. Symmetric images of a move have the same.
    fn category(&self, mv: Self::Move) -> usize {
        let _ = mv;
        0
    }

    /// What a class is called, in files and for people: one line without tabs, the same in every
    /// version, and another for each number below [`Categorised::CATEGORIES`].
    fn category_name(category: usize) -> String {
        category.to_string()
    }
}

/// Everything that the alpha-beta search asks of a game.
pub trait Searchable: Indexed + Ranked + Noisy + NullMove {}

impl<P: Indexed + Ranked + Noisy + NullMove> Searchable for P {}

/// A game whose board has symmetries.
pub trait Symmetric: Position {
    /// How many symmetries there are; number 0 changes nothing.
    const SYMMETRIES: usize;

    /// What the head of a proof file calls them, in one word: `none` where there is only number 0.
    const SYMMETRY_NAME: &'static str;

    /// The position seen through a symmetry.
    #[must_use]
    fn transformed(&self, symmetry: usize) -> Self;

    /// The move seen through a symmetry: a move of `self` becomes one of `self.transformed(s)`.
    fn transformed_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move;

    /// The symmetry that undoes another.
    fn inverse(symmetry: usize) -> usize;

    /// Does the symmetry change nothing in this position?
    fn is_unchanged_by(&self, symmetry: usize) -> bool {
        self.transformed(symmetry) == *self
    }

    /// A key that all symmetric images share: that of [`Symmetric::canonical`], unless the game
    /// has a faster one.
    fn canonical_key(&self) -> u64 {
        self.canonical().0.key()
    }

    /// The symmetric image with the smallest key, and the symmetry that leads to it: the same
    /// image for all symmetric positions.
    fn canonical(&self) -> (Self, usize) {
        let mut best = (*self, 0);
        for symmetry in 1..Self::SYMMETRIES {
            let image = self.transformed(symmetry);
            if image.key() < best.0.key() {
                best = (image, symmetry);
            }
        }
        best
    }
}

/// Everything that proof searches ask of a game.
pub trait Provable: Replies + Indexed + Symmetric {}

impl<P: Replies + Indexed + Symmetric> Provable for P {}

/// A game whose positions and moves can be written down and read back.
pub trait TextForm: Position + Display {
    /// What can be wrong with a text: says what stood there and what was expected.
    type ParseError: Error + Send + Sync + 'static;

    /// Reads a position written by `Display`, played by the rules of `self`.
    fn parse_like(&self, text: &str) -> Result<Self, Self::ParseError>;

    /// The text of a move of this position.
    fn format_move(&self, mv: Self::Move) -> String;

    /// The text of a move in the engine protocols, which like it short.
    fn protocol_move(&self, mv: Self::Move) -> String {
        self.format_move(mv)
    }

    /// Reads a move in either form and checks that it is legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Self::ParseError>;
}
