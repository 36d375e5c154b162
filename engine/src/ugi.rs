//! The words of the engine protocol: reading `go`, `position` and `setoption`.

use std::time::Duration;

use conjoin_core::{Game, History};

use crate::notation::play_moves;
use crate::{Clock, Request};

/// What `go` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// How long to think.
    pub request: Request,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search until `ponderhit`, then as the request says.
    pub ponder: bool,
}

impl Go {
    /// Reads the words after `go`.
    pub fn parse<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut go = Self::default();
        let mut clock = Clock { left: [Duration::ZERO; 2], increment: [Duration::ZERO; 2] };
        let (mut has_clock, mut has_limit) = (false, false);
        while let Some(word) = words.next() {
            let mut number = || {
                let text = words.next().unwrap_or("");
                // A clock that has run out is below 0 in some programs.
                let value = if text.strip_prefix('-').is_some_and(|t| t.parse::<u64>().is_ok()) {
                    Some(0)
                } else {
                    text.parse::<u64>().ok()
                };
                value.ok_or_else(|| format!("go {word} {text:?}: expected a number"))
            };
            let milliseconds = Duration::from_millis;
            match word {
                "depth" => {
                    let depth = number()?;
                    go.request.depth = Some(depth.try_into().unwrap_or(u32::MAX));
                    has_limit = true;
                }
                "nodes" => {
                    go.request.nodes = Some(number()?);
                    has_limit = true;
                }
                "movetime" => {
                    go.request.move_time = Some(milliseconds(number()?));
                    has_limit = true;
                }
                "p1time" | "wtime" => {
                    clock.left[0] = milliseconds(number()?);
                    has_clock = true;
                }
                "p2time" | "btime" => {
                    clock.left[1] = milliseconds(number()?);
                    has_clock = true;
                }
                "p1inc" | "winc" => clock.increment[0] = milliseconds(number()?),
                "p2inc" | "binc" => clock.increment[1] = milliseconds(number()?),
                "movestogo" => drop(number()?),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                _ => {
                    return Err(format!(
                        "go {word:?} is not known: expected depth, nodes, movetime, p1time, \
                         p2time, p1inc, p2inc, infinite or ponder"
                    ));
                }
            }
        }
        go.request.clock = has_clock.then_some(clock);
        go.infinite |= !has_limit && !has_clock;
        Ok(go)
    }
}

/// Reads the words after `position`: where to start, and the moves from there.
pub fn parse_game<G: Game>(
    words: &[&str],
    variant: G::Variant,
) -> Result<History<G::Position>, String> {
    let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = match words[..moves_at] {
        ["startpos"] => G::start(variant),
        ["fen", ref fen @ ..] => {
            G::parse(&fen.join(" "), variant).map_err(|error| format!("position: {error}"))?
        }
        _ => return Err("position: expected startpos or fen, then moves".into()),
    };
    let moves = words.iter().skip(moves_at + 1).copied();
    play_moves(History::new(start), moves).map_err(|reason| format!("position: {reason}"))
}

/// Reads the words after `setoption`: the name and the value, which may be several words each.
pub fn parse_option(words: &[&str]) -> Result<(String, String), String> {
    let value_at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let (Some(&"name"), Some(name)) = (words.first(), words.get(1..value_at)) else {
        return Err("setoption: expected name NAME value VALUE".into());
    };
    Ok((name.join(" "), words.get(value_at + 1..).unwrap_or(&[]).join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Result<Go, String> {
        Go::parse(text.split_ascii_whitespace())
    }

    #[test]
    fn limits_are_read() {
        assert_eq!(go("depth 5").unwrap().request.depth, Some(5));
        assert_eq!(go("depth 99999999999").unwrap().request.depth, Some(u32::MAX));
        assert_eq!(go("nodes 7").unwrap().request.nodes, Some(7));
        assert!(go("").unwrap().infinite);
        assert!(!go("movetime 1").unwrap().infinite);
        let clock = go("p1time 1000 p2time 2000 p1inc 10 p2inc 20").unwrap().request.clock;
        assert_eq!(clock, go("wtime 1000 btime 2000 winc 10 binc 20").unwrap().request.clock);
        assert_eq!(clock.unwrap().left[1], Duration::from_secs(2));
        assert_eq!(go("wtime -5 btime 1").unwrap().request.clock.unwrap().left[0], Duration::ZERO);
        let ponder = go("ponder movetime 100").unwrap();
        assert!(ponder.ponder && !ponder.infinite);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for text in ["depth", "depth x", "nodes 1.5", "warp 9", "movetime 99999999999999999999"] {
            assert!(go(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_game_is_a_start_and_its_moves() {
        use conjoin_games::loa::{Loa, Variant};
        let game = |text: &str| {
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            parse_game::<Loa>(&words, Variant { size: 5, ..Variant::default() })
        };
        assert_eq!(game("startpos moves b1b3").unwrap().moves().len(), 1);
        assert_eq!(game("fen 1b1/w1w/1b1 w").unwrap().current().size(), 3);
        for (text, says) in [
            ("", "expected startpos or fen"),
            ("startpos now", "expected startpos or fen"),
            ("startpos moves b1b3 b1b3", "position: move 2: "),
            ("fen bb1/3/w1w w moves pass", "position: move 1: the game is over"),
        ] {
            let error = game(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn an_option_has_a_name_and_perhaps_a_value() {
        let option = |text: &str| parse_option(&text.split(' ').collect::<Vec<_>>());
        let pair = |name: &str, value: &str| Ok((name.to_owned(), value.to_owned()));
        assert_eq!(option("name Hash value 64"), pair("Hash", "64"));
        assert_eq!(option("name Two Words value a b"), pair("Two Words", "a b"));
        assert_eq!(option("name Clear"), pair("Clear", ""));
        assert_eq!(option("name value 3"), pair("", "3"));
        for text in ["", "value 3", "value name", "Hash 64"] {
            assert!(option(text).is_err(), "{text}");
        }
    }
}
