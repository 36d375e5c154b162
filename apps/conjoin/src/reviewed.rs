//! A reviewed game as JSON, for pages and for `conjoin review --json`.

use std::time::Duration;

use conjoin_core::Side;
use conjoin_engine::review::{Judgement, Known, MoveReview, Review, Worth};
use serde_json::{Value, json};

use crate::serve::game::colour;
use crate::serve::message;

/// All that is known so far of a game under review.
pub fn report(review: &Review, spent: Duration) -> Value {
    let moves: Vec<Value> = review.moves().iter().map(one_move).collect();
    let positions: Vec<Value> = review
        .positions()
        .iter()
        .map(|position| {
            json!({
                "chance": position.chance_black,
                "score": position.score_black.map(message::score),
                "known": known(position.known),
            })
        })
        .collect();
    let accuracy = |side: Side| review.accuracy(side);
    json!({
        "moves": moves,
        "positions": positions,
        "accuracy": { "black": accuracy(Side::First), "white": accuracy(Side::Second) },
        "decided": review.decided().map(|decided| json!({
            "ply": decided.ply,
            "winner": colour(decided.winner),
            "before_proved": decided.is_tight,
        })),
        "seconds": spent.as_secs_f64(),
    })
}

fn known(known: Known) -> Value {
    let word = |worth: Worth| match worth {
        Worth::Yes => Some(true),
        Worth::No => Some(false),
        Worth::Open => None,
    };
    json!({ "black": word(known.wins[0]), "white": word(known.wins[1]) })
}

fn one_move(review: &MoveReview) -> Value {
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
    let better: Vec<String> = review.better.iter().map(ToString::to_string).collect();
    json!({
        "move": review.played.to_string(),
        "side": colour(review.side),
        "kind": kind,
        "proved": proved,
        "drop": review.drop,
        "better": better,
        "text": review.text,
    })
}
