//! Positions as the pages show them.

use conjoin_core::{
    Form, Game, History, Marks, Position as _, TextForm as _, Variant as _, format_moves,
};
use conjoin_engine::review::{BySide, RouteReport, by_side};
use serde::Serialize;

/// A position, with all that is needed to show it and to make the next move at once.
#[derive(Debug, Serialize)]
pub struct Look {
    /// Name of the game.
    pub game: &'static str,
    /// The position as text.
    pub position: String,
    /// Size of the board.
    pub size: u8,
    /// The rules.
    pub rules: String,
    /// Side to move.
    pub turn: String,
    /// Legal moves; none when the game is over.
    pub moves: Vec<LookMove>,
    /// How the game ended.
    pub outcome: Option<Ending>,
    /// Groups of each side, as cells.
    pub groups: BySide<Vec<Vec<String>>>,
    /// How often the position has been there.
    pub occurrences: usize,
    /// The moves of the game.
    pub played: Vec<String>,
    /// The way of the last of them.
    pub last: Option<RouteReport>,
}

/// A legal move.
#[derive(Debug, Serialize)]
pub struct LookMove {
    /// The move as text.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its way on the board.
    #[serde(flatten)]
    pub route: RouteReport,
    /// The position after it.
    pub after: String,
}

/// How a game ended.
#[derive(Debug, Serialize)]
pub struct Ending {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The side that won.
    pub winner: Option<String>,
    /// The reason in a word.
    pub reason: &'static str,
    /// The reason in a sentence.
    pub text: String,
}

/// A picture to save.
#[derive(Debug, Serialize)]
pub struct Picture {
    /// The picture.
    pub svg: String,
}

impl Look {
    /// The last position of a game.
    pub fn new<G: Game>(game: &History<G::Position>) -> Self {
        let position = game.current();
        let variant = G::variant(position);
        let outcome = G::ending(game).map(Ending::new::<G>);
        let moves = if outcome.is_some() { Vec::new() } else { position.legal_moves() };
        let moves = moves.into_iter().map(|mv| {
            let route = RouteReport::new::<G>(position, mv);
            let after = position.play(mv).to_string();
            LookMove { mv: position.format_move(mv), route, after }
        });
        // The position before the last one, and what was played there.
        let before = game.positions().iter().rev().nth(1).zip(game.moves().last());
        Self {
            game: G::NAME,
            position: position.to_string(),
            size: variant.size(),
            rules: variant.rules(),
            turn: G::side_key(position.side_to_move()),
            moves: moves.collect(),
            outcome,
            groups: by_side::<G, _>(G::groups(position)),
            occurrences: game.occurrences(),
            played: format_moves(game.start(), game.moves()),
            last: before.map(|(position, &mv)| RouteReport::new::<G>(position, mv)),
        }
    }
}

impl Ending {
    fn new<G: Game>(ending: conjoin_core::Ending) -> Self {
        let conjoin_core::Ending { outcome, code, text } = ending;
        let winner = outcome.winner().map(G::side_key);
        Self { result: outcome.as_str(), winner, reason: code, text }
    }
}

impl Picture {
    /// The last position of a game.
    pub fn new<G: Game>(game: &History<G::Position>, caption: Option<String>) -> Self {
        let last_route = G::last_route(game);
        let marks = Marks { last_route, caption, ..Marks::default() };
        Self { svg: G::draw(game.current(), &marks, Form::Svg) }
    }
}
