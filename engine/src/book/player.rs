//! A player that answers from a book as long as there is one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use conjoin_core::{Game, History, MoveOf};
use conjoin_eval::Playable;
use conjoin_search::{Counters, ScoreBound};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::choice::choose;
use super::{Book, BookMove};
use crate::{BoxedPlayer, EngineError, Event, EventLine, Player, PlayerOptions, Request, Thought};

/// How a player uses a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BookParams {
    /// The book: the name of a built-in one, or a file.
    pub name: String,
    /// Points by which a move may be worse than the best and is still chosen, by the seed: one worse by
    /// all of them 1/e times as often. 0 is always the best.
    pub margin: i32,
    /// Plies of the game after which the book is left.
    pub plies: usize,
}

impl Default for BookParams {
    fn default() -> Self {
        Self { name: "champion".into(), margin: 0, plies: 60 }
    }
}

impl BookParams {
    /// The parameters if their numbers make sense.
    pub(crate) fn checked(self) -> Result<Self, String> {
        const LARGEST_MARGIN: i32 = 10_000;
        if !(0..=LARGEST_MARGIN).contains(&self.margin) {
            return Err(format!("margin {}: expected 0 to {LARGEST_MARGIN}", self.margin));
        }
        Ok(self)
    }
}

/// A book and how it is used.
#[derive(Clone, Debug, PartialEq)]
pub struct BookUse<G: Game> {
    /// How.
    pub params: BookParams,
    /// The book.
    pub book: Arc<Book<G>>,
}

impl<G: Game> BookUse<G> {
    /// Loads the book that the parameters name; a path is looked for in `folder` if there is one.
    pub fn load(params: BookParams, folder: Option<&std::path::Path>) -> Result<Self, EngineError> {
        let book = Arc::new(Book::load(&params.name, folder)?);
        Ok(Self { params, book })
    }
}

/// A player with a book: where the request allows it and the book has the position, the answer comes at
/// once, of depth 0 and without a node. Everywhere else it is the player within.
pub struct BookPlayer<G: Playable> {
    player: BoxedPlayer<G>,
    book: BookUse<G>,
    random: ChaCha8Rng,
}

impl<G: Playable> BookPlayer<G> {
    /// Gives a player a book.
    pub fn new(player: BoxedPlayer<G>, book: BookUse<G>, options: &PlayerOptions) -> Self {
        Self { player, book, random: ChaCha8Rng::seed_from_u64(options.seed) }
    }

    /// The moves of the book in this game, the one to make first. None of them brings a board back: what the
    /// book says of a position takes no account of the moves before.
    fn moves(&mut self, game: &History<G::Position>) -> Option<Vec<BookMove<MoveOf<G>>>> {
        let BookUse { params, book } = &self.book;
        if game.outcome().is_some() || game.moves().len() >= params.plies {
            return None;
        }
        let mut moves = book.at(game.current())?.moves;
        moves.retain(|book_move| {
            let mut game = game.clone();
            game.try_push(book_move.mv) && !game.board_was_there()
        });
        if moves.is_empty() {
            return None;
        }
        let chosen = choose(&moves, params.margin, &mut self.random);
        moves[..=chosen].rotate_right(1);
        Some(moves)
    }
}

impl<G: Playable> Player<G::Position> for BookPlayer<G> {
    fn name(&self) -> &str {
        self.player.name()
    }

    fn new_game(&mut self) -> Result<(), EngineError> {
        self.player.new_game()
    }

    fn transcript(&self) -> Vec<String> {
        self.player.transcript()
    }

    fn think(
        &mut self,
        game: &History<G::Position>,
        request: &Request,
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(&Event<MoveOf<G>>),
    ) -> Result<Thought<MoveOf<G>>, EngineError> {
        let start = Instant::now();
        let moves = if request.may_use_book { self.moves(game) } else { None };
        let Some(moves) = moves else {
            return self.player.think(game, request, stop, on_event);
        };
        let line = |book_move: &BookMove<MoveOf<G>>| EventLine {
            score: book_move.value,
            moves: self.book.book.line(game.current(), book_move.mv),
        };
        let lines: Vec<_> = moves.iter().take(request.multi_pv.max(1)).map(line).collect();
        on_event(&Event {
            depth: 0,
            selective_depth: 0,
            bound: ScoreBound::Exact,
            is_proved: false,
            nodes: 0,
            time: start.elapsed(),
            table_per_mille: 0,
            lines: lines.clone(),
        });
        Ok(Thought {
            best_move: Some(moves[0].mv),
            score: Some(moves[0].value),
            depth: 0,
            selective_depth: 0,
            counters: Counters::default(),
            time: start.elapsed(),
            lines,
            from_book: true,
        })
    }
}
