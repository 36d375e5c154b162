//! A reviewed game as JSON, for pages and for `conjoin review --json`.

use std::time::Duration;

use conjoin_core::Side;
use conjoin_engine::review::{self, Decided, Judgement, Known, MoveReview, PositionReview, Worth};
use serde::Serialize;

use crate::serve::answers::{BySide, Score, by_side};
use crate::serve::game::colour;

/// A reviewed game; on the way the same with its progress.
#[derive(Debug, Serialize)]
pub struct Review {
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
    /// Better moves.
    pub better: Vec<String>,
    /// The judgement in a sentence.
    pub text: String,
}

/// A position of a reviewed game.
#[derive(Debug, Serialize)]
pub struct ReviewPosition {
    /// Chance of the first side.
    pub chance: Option<f64>,
    /// Score of the first side.
    pub score: Option<Score>,
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

impl Review {
    /// All that is known so far of a game under review.
    pub fn new(review: &review::Review, spent: Duration) -> Self {
        Self {
            moves: review.moves().iter().map(ReviewMove::new).collect(),
            positions: review.positions().iter().map(ReviewPosition::new).collect(),
            accuracy: by_side(Side::BOTH.map(|side| review.accuracy(side))),
            decided: review.decided().map(ReviewDecided::new),
            seconds: spent.as_secs_f64(),
            stopped: None,
            progress: None,
        }
    }
}

impl ReviewPosition {
    fn new(position: &PositionReview) -> Self {
        let Known { wins } = position.known;
        let known = wins.map(|worth| match worth {
            Worth::Yes => Some(true),
            Worth::No => Some(false),
            Worth::Open => None,
        });
        Self {
            chance: position.chance_black,
            score: position.score_black.map(Score::from),
            known: by_side(known),
        }
    }
}

impl ReviewDecided {
    fn new(decided: Decided) -> Self {
        let Decided { ply, winner, is_tight } = decided;
        Self { ply, winner: colour(winner), before_proved: is_tight }
    }
}

impl ReviewMove {
    fn new(review: &MoveReview) -> Self {
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
        Self {
            mv: review.played.to_string(),
            side: colour(review.side),
            kind,
            proved,
            drop: review.drop,
            better: review.better.iter().map(ToString::to_string).collect(),
            text: review.text.clone(),
        }
    }
}
