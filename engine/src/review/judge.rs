//! The judgement of one move.

use conjoin_core::{Game, History, MoveOf, Position as _, Side, TextForm as _};

use super::{ForcedWin, PositionReview};

/// Winning chances lost by an inaccuracy, a mistake and a blunder.
const INACCURACY: f64 = 0.07;
const MISTAKE: f64 = 0.12;
const BLUNDER: f64 = 0.20;
/// How fast accuracy falls with the chances lost: 25 % of chances cost two thirds of it.
const SEVERITY: f64 = 4.0;
/// Moves of a better line that are told.
const LINE: usize = 6;

/// What a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Not looked at yet.
    Unseen,
    /// What the engine would have played.
    Best,
    /// Nothing wrong with it.
    Good,
    /// The win was there before and is not there after.
    ThrewWin {
        /// Are both proved?
        proved: bool,
    },
    /// The opponent wins after it and did not before.
    Lost {
        /// Are both proved?
        proved: bool,
    },
    /// From here on the opponent's win is proved. Whether it could be avoided before is open, and
    /// the search saw no great loss.
    Decided,
    /// Much of the winning chances went.
    Blunder,
    /// A good part of them went.
    Mistake,
    /// Some of them went.
    Inaccuracy,
}

/// A move of the game, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReview<M> {
    /// Who played it.
    pub side: Side,
    /// The move.
    pub played: M,
    /// What it was.
    pub judgement: Judgement,
    /// Winning chances lost, 0 to 1.
    pub drop: f64,
    /// What was better, with the line after it; empty when nothing was.
    pub better: Vec<M>,
    /// The judgement in words; empty for a good move.
    pub text: String,
}

/// Accuracy of a move that lost so much of the winning chances, 0 to 100.
pub(super) fn accuracy(drop: f64) -> f64 {
    100.0 * (-SEVERITY * drop).exp()
}

/// Judges the move after the position of this number.
pub(super) fn judge<G: Game>(
    game: &History<G::Position>,
    positions: &[PositionReview<MoveOf<G>>],
    index: usize,
) -> MoveReview<MoveOf<G>> {
    let side = game.positions()[index].side_to_move();
    let played = game.moves()[index];
    let (before, after) = (&positions[index], &positions[index + 1]);
    let mut review = MoveReview {
        side,
        played,
        judgement: Judgement::Unseen,
        drop: 0.0,
        better: Vec::new(),
        text: String::new(),
    };
    let (Some(chance_before), Some(chance_after)) = (before.chance_first, after.chance_first)
    else {
        return review;
    };
    let own = |chance: f64| if side == Side::First { chance } else { 1.0 - chance };
    let is_choice = game.positions()[index].count_moves() > 1;
    let is_best = before.line.first() == Some(&played) || before.winning_move == Some(played);
    let is_won_after = after.known.of(side) == ForcedWin::Yes;
    let drop = (own(chance_before) - own(chance_after)).max(0.0);
    let won_before = before.known.of(side);
    let lost = |position: &PositionReview<MoveOf<G>>| position.known.of(!side);
    review.judgement = if is_won_after || !is_choice {
        if is_best { Judgement::Best } else { Judgement::Good }
    } else if won_before == ForcedWin::Yes {
        Judgement::ThrewWin { proved: after.known.of(side) == ForcedWin::No }
    } else if lost(before) == ForcedWin::No && lost(after) == ForcedWin::Yes {
        Judgement::Lost { proved: true }
    } else if lost(before) == ForcedWin::Open && lost(after) == ForcedWin::Yes {
        if drop >= INACCURACY { Judgement::Lost { proved: false } } else { Judgement::Decided }
    } else if lost(before) == ForcedWin::Yes {
        if is_best { Judgement::Best } else { Judgement::Good }
    } else if is_best {
        Judgement::Best
    } else {
        match drop {
            drop if drop >= BLUNDER => Judgement::Blunder,
            drop if drop >= MISTAKE => Judgement::Mistake,
            drop if drop >= INACCURACY => Judgement::Inaccuracy,
            _ => Judgement::Good,
        }
    };
    let is_error = !matches!(review.judgement, Judgement::Best | Judgement::Good);
    if is_error {
        review.drop = drop;
        review.better = better(before, played);
        review.text = words::<G>(&game.positions()[index], &review);
    } else if review.judgement == Judgement::Good && !is_won_after {
        review.drop = drop.min(INACCURACY);
    }
    review
}

/// What was better, if it is another move.
fn better<M: Copy + PartialEq>(before: &PositionReview<M>, played: M) -> Vec<M> {
    match before.winning_move {
        Some(mv) if mv != played => {
            if before.line.first() == Some(&mv) {
                before.line.iter().copied().take(LINE).collect()
            } else {
                vec![mv]
            }
        }
        _ if before.line.first().is_some_and(|mv| *mv != played) => {
            before.line.iter().copied().take(LINE).collect()
        }
        _ => Vec::new(),
    }
}

fn words<G: Game>(position: &G::Position, review: &MoveReview<MoveOf<G>>) -> String {
    let (own, other) = (G::side_name(review.side), G::side_name(!review.side));
    let instead = match review.better.first() {
        Some(&mv) => format!(" Better was {}.", position.format_move(mv)),
        None => String::new(),
    };
    let percent = (review.drop * 100.0).round();
    let what = match review.judgement {
        Judgement::ThrewWin { proved: true } => {
            format!(
                "throws the win away: {own} won by force before it (proved) and not after it (proved)."
            )
        }
        Judgement::ThrewWin { proved: false } => {
            format!("lets a proved win of {own} go; that it is gone is not proved.")
        }
        Judgement::Lost { proved: true } => {
            format!(
                "loses: {other} wins by force after it (proved) and did not before it (proved)."
            )
        }
        Judgement::Lost { proved: false } => format!(
            "loses: {other} wins by force after it (proved). Whether {other} did before is not proved."
        ),
        Judgement::Decided => format!(
            "decides: {other} wins by force after it (proved). Whether {other} did before is not proved."
        ),
        Judgement::Blunder => format!("is a blunder: {percent}% of the winning chances."),
        Judgement::Mistake => format!("is a mistake: {percent}% of the winning chances."),
        Judgement::Inaccuracy => format!("is inaccurate: {percent}% of the winning chances."),
        Judgement::Unseen | Judgement::Best | Judgement::Good => return String::new(),
    };
    format!("{} {what}{instead}", position.format_move(review.played))
}
