//! Reading `go` and `position`.

use std::time::Duration;

use conjoin_core::{History, TextForm};
use conjoin_engine::{Clock, Request};
use conjoin_games::loa::{Position, parse_position};

use super::settings::Settings;

/// What `go` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
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
pub(super) fn parse_game(words: &[&str], settings: &Settings) -> Result<History<Position>, String> {
    let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = match words[..moves_at] {
        ["startpos"] => settings.start_position(),
        ["fen", ref fen @ ..] => parse_position(&fen.join(" "), settings.rules)
            .map_err(|error| format!("position: {error}"))?,
        _ => return Err("position: expected startpos or fen, then moves".into()),
    };
    let mut game = History::new(start);
    for (i, text) in words.iter().skip(moves_at + 1).enumerate() {
        let number = i + 1;
        if game.outcome().is_some() {
            return Err(format!("position: move {number} {text:?}: the game is over"));
        }
        let mv = game.current().parse_move(text);
        game.push(mv.map_err(|error| format!("position: move {number}: {error}"))?);
    }
    Ok(game)
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
}
