//! A reviewed game as data, for pages and for programs.

use std::collections::BTreeMap;
use std::time::Duration;

use conjoin_core::{Game, MoveOf, Route, Side, TextForm as _, format_moves};
use conjoin_eval::Playable;
use serde::Serialize;
use serde_json::Value;

use super::{Decided, ForcedWin, Judgement, Known, MoveReview, PositionReview, Review, chance};
use crate::notation::score_json;

/// Something for each side, by its name.
pub type BySide<T> = BTreeMap<String, T>;

/// Something for each side, by its name.
pub fn by_side<G: Game, T>(of_sides: [T; 2]) -> BySide<T> {
    Side::BOTH.map(G::side_key).into_iter().zip(of_sides).collect()
}

/// A score of the side to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreReport {
    /// Points, or plies to the end of the game.
    pub value: Value,
    /// The chance to win that it means.
    pub chance: f64,
}

impl ScoreReport {
    /// A score with its meaning in a game.
    pub fn new<G: Playable>(score: conjoin_core::Score) -> Self {
        Self { value: score_json(score), chance: chance::<G>(score) }
    }
}

/// The way of a man on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RouteReport {
    /// The cells it touches, its own first; none for a pass.
    pub cells: Vec<String>,
    /// Does it take a man?
    pub capture: bool,
}

impl RouteReport {
    /// The way of a move.
    pub fn new<G: Game>(position: &G::Position, mv: MoveOf<G>) -> Self {
        let Route { cells, is_capture } = G::route(position, mv);
        Self { cells, capture: is_capture }
    }
}

/// A reviewed game; on the way the same with its progress.
#[derive(Debug, Serialize)]
pub struct ReviewReport {
    /// Its moves.
    pub moves: Vec<ReviewMove>,
    /// Its positions, one more than moves.
    pub positions: Vec<ReviewPosition>,
    /// Accuracy of each side, of 100.
    pub accuracy: BySide<Option<f64>>,
    /// What decided it.
    pub decided: Option<ReviewDecided>,
    /// Time it took.
    pub seconds: f64,
    /// Was it stopped?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<bool>,
    /// Part that is done, in events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<f64>,
}

/// A reviewed move.
#[derive(Debug, Serialize)]
pub struct ReviewMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who made it.
    pub side: String,
    /// The judgement in a word.
    pub kind: &'static str,
    /// Is the judgement proved?
    pub proved: bool,
    /// Chances that it lost.
    pub drop: f64,
    /// Its way on the board.
    pub route: RouteReport,
    /// Better moves, one after the other.
    pub better: Vec<String>,
    /// The way of the first of them.
    pub better_route: Option<RouteReport>,
    /// The judgement in a sentence.
    pub text: String,
}

/// A position of a reviewed game.
#[derive(Debug, Serialize)]
pub struct ReviewPosition {
    /// Chance of the first side.
    pub chance: Option<f64>,
    /// Score of the first side.
    pub score: Option<ScoreReport>,
    /// Is a win of this side proved, or that there is none?
    pub known: BySide<Option<bool>>,
}

/// What decided a game.
#[derive(Debug, Serialize)]
pub struct ReviewDecided {
    /// The win is proved from here on.
    pub ply: usize,
    /// Whose win.
    pub winner: String,
    /// Is it proved that it was not won before?
    pub before_proved: bool,
}

impl<G: Playable> Review<G> {
    /// All that is known so far.
    pub fn report(&self, spent: Duration) -> ReviewReport {
        let moves = self.moves();
        let before = self.game.positions().iter();
        ReviewReport {
            moves: before.zip(&moves).map(|(at, review)| move_report::<G>(at, review)).collect(),
            positions: self.positions().iter().map(position_report::<G>).collect(),
            accuracy: by_side::<G, _>(Side::BOTH.map(|side| self.accuracy(side))),
            decided: self.decided().map(decided_report::<G>),
            seconds: spent.as_secs_f64(),
            stopped: None,
            progress: None,
        }
    }
}

fn position_report<G: Playable>(position: &PositionReview<MoveOf<G>>) -> ReviewPosition {
    let Known { wins } = position.known;
    let known = wins.map(|win| match win {
        ForcedWin::Yes => Some(true),
        ForcedWin::No => Some(false),
        ForcedWin::Open => None,
    });
    ReviewPosition {
        chance: position.chance_first,
        score: position.score_first.map(ScoreReport::new::<G>),
        known: by_side::<G, _>(known),
    }
}

fn decided_report<G: Playable>(decided: Decided) -> ReviewDecided {
    let Decided { ply, winner, is_tight } = decided;
    ReviewDecided { ply, winner: G::side_key(winner), before_proved: is_tight }
}

fn move_report<G: Playable>(at: &G::Position, review: &MoveReview<MoveOf<G>>) -> ReviewMove {
    let (kind, proved) = match review.judgement {
        Judgement::Unseen => ("unseen", false),
        Judgement::Best => ("best", false),
        Judgement::Good => ("good", false),
        Judgement::ThrewWin { proved } => ("threw-win", proved),
        Judgement::Lost { proved } => ("lost", proved),
        Judgement::Decided => ("decided", false),
        Judgement::Blunder => ("blunder", false),
        Judgement::Mistake => ("mistake", false),
        Judgement::Inaccuracy => ("inaccuracy", false),
    };
    ReviewMove {
        mv: at.format_move(review.played),
        side: G::side_key(review.side),
        kind,
        proved,
        drop: review.drop,
        route: RouteReport::new::<G>(at, review.played),
        better: format_moves(at, &review.better),
        better_route: review.better.first().map(|&mv| RouteReport::new::<G>(at, mv)),
        text: review.text.clone(),
    }
}
