//! Scores as UGI, UCI and JSON write them, and games as they give them: by their moves.

use conjoin_core::{History, Score, TextForm};
use serde_json::{Value, json};

/// A score: `cp 35`, `win 7` or `loss 4`, the latter in plies to the end of the game.
pub fn score_text(score: Score) -> String {
    match score.plies_to_end() {
        Some(plies) if score.is_win() => format!("win {plies}"),
        Some(plies) => format!("loss {plies}"),
        None => format!("cp {}", score.0),
    }
}

/// A score in JSON: points, or `{"win": plies}` or `{"loss": plies}`.
pub fn score_json(score: Score) -> Value {
    match score.plies_to_end() {
        Some(plies) if score.is_win() => json!({ "win": plies }),
        Some(plies) => json!({ "loss": plies }),
        None => json!(score.0),
    }
}

/// Reads what [`score_text`] writes, and `mate N` of UCI in moves; nothing for anything else.
pub fn parse_score(kind: &str, number: &str) -> Option<Score> {
    let number: i32 = number.parse().ok()?;
    let plies = |n: i32| (0..=Score::MAX_PLIES).contains(&n).then_some(n);
    match kind {
        "cp" => Some(Score(number.clamp(-Score::MAX_EVAL.0, Score::MAX_EVAL.0))),
        "win" => plies(number).map(Score::win_in),
        "loss" => plies(number).map(Score::loss_in),
        // A win in n moves takes 2n - 1 plies, a loss in n takes 2n.
        "mate" if number > 0 => plies(number.checked_mul(2)? - 1).map(Score::win_in),
        "mate" => plies(number.checked_mul(-2)?).map(Score::loss_in),
        _ => None,
    }
}

/// Plays moves given as text; what is wrong is told with the number of the move.
pub fn play_moves<'a, P: TextForm>(
    mut game: History<P>,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<History<P>, String> {
    for (i, text) in moves.into_iter().enumerate() {
        let number = i + 1;
        if game.outcome().is_some() {
            return Err(format!("move {number}: the game is over before {text:.40}"));
        }
        let mv = game.current().parse_move(text);
        game.push(mv.map_err(|error| format!("move {number}: {error}"))?);
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_survive_the_protocol() {
        for score in [Score(-35), Score(0), Score::win_in(7), Score::loss_in(4)] {
            let text = score_text(score);
            let (kind, number) = text.split_once(' ').expect("two words");
            assert_eq!(parse_score(kind, number), Some(score));
        }
        assert_eq!(parse_score("mate", "2"), Some(Score::win_in(3)));
        assert_eq!(parse_score("mate", "-2"), Some(Score::loss_in(4)));
        for (kind, number) in [("mate", "-2147483648"), ("win", "-1"), ("cp", "x"), ("up", "1")] {
            assert_eq!(parse_score(kind, number), None);
        }
        assert_eq!(parse_score("cp", "99999999"), Some(Score::MAX_EVAL));
        assert_eq!(score_json(Score(-5)), json!(-5));
        assert_eq!(score_json(Score::win_in(7)), json!({ "win": 7 }));
        assert_eq!(score_json(Score::loss_in(4)), json!({ "loss": 4 }));
    }
}
