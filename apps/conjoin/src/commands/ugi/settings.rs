//! The options of the protocol.

use conjoin_engine::{PlayerOptions, Profile};
use conjoin_games::loa::{MAX_SIZE, MIN_SIZE, Position, Rules};

use crate::cli::{Common, Start};
use crate::failure::Failure;

/// Bounds of the options that are numbers.
const MAX_HASH: usize = 65_536;
const MAX_THREADS: usize = 1024;
const MAX_LINES: usize = 256;

/// What `setoption` changes.
#[derive(Debug)]
pub(super) struct Settings {
    pub size: u8,
    pub rules: Rules,
    pub start: Start,
    pub profile: Profile,
    pub player: PlayerOptions,
    pub lines: usize,
    pub ponder: bool,
}

/// What a change asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Nothing but the value itself.
    Value,
    /// Another start position.
    Game,
    /// Another player.
    Player,
}

impl Settings {
    pub fn new(common: &Common, profile: &str) -> Result<Self, Failure> {
        let start = common.position(None)?;
        Ok(Self {
            size: start.size(),
            rules: start.rules(),
            start: common.start,
            profile: Profile::load(profile)?,
            player: common.player_options(),
            lines: 1,
            ponder: false,
        })
    }

    /// The position of `position startpos`.
    pub fn start_position(&self) -> Position {
        match self.start {
            Start::ScrambledEggs if self.size == MAX_SIZE => Position::scrambled_eggs(self.rules),
            _ => Position::start(self.size, self.rules),
        }
    }

    /// The `option` lines.
    pub fn describe(&self) -> Vec<String> {
        let rules = Rules::NAMED.map(|(name, _)| format!(" var {name}")).concat();
        vec![
            "option name Game type combo default loa var loa".into(),
            format!(
                "option name Size type spin default {} min {MIN_SIZE} max {MAX_SIZE}",
                self.size
            ),
            format!("option name Rules type combo default {}{rules}", self.rules),
            format!(
                "option name Start type combo default {} var standard var scrambled-eggs",
                start_name(self.start)
            ),
            format!("option name Profile type string default {}", self.profile.name),
            format!(
                "option name Hash type spin default {} min 1 max {MAX_HASH}",
                (self.player.memory_bytes >> 20).max(1)
            ),
            format!(
                "option name Threads type spin default {} min 1 max {MAX_THREADS}",
                self.player.threads
            ),
            format!("option name MultiPV type spin default {} min 1 max {MAX_LINES}", self.lines),
            format!("option name Ponder type check default {}", self.ponder),
        ]
    }

    /// Changes an option; the message says what is wrong with the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        match name.to_ascii_lowercase().as_str() {
            "game" if value.eq_ignore_ascii_case("loa") => Ok(Change::Value),
            "game" => Err(format!("game {value:?} is not known: expected loa")),
            "size" => {
                self.size = number("Size", value, MIN_SIZE.into(), MAX_SIZE.into())? as u8;
                Ok(Change::Game)
            }
            "rules" => {
                self.rules = value.parse().map_err(|error| format!("{error}"))?;
                Ok(Change::Game)
            }
            "start" => {
                self.start = match value.to_ascii_lowercase().as_str() {
                    "standard" => Start::Standard,
                    "scrambled-eggs" if self.size == MAX_SIZE => Start::ScrambledEggs,
                    "scrambled-eggs" => return Err("scrambled-eggs needs Size 8".into()),
                    _ => {
                        return Err(format!(
                            "start {value:?} is not known: expected standard or scrambled-eggs"
                        ));
                    }
                };
                Ok(Change::Game)
            }
            "profile" => {
                self.profile = Profile::load(value).map_err(|error| error.to_string())?;
                Ok(Change::Player)
            }
            "hash" => {
                self.player.memory_bytes = number("Hash", value, 1, MAX_HASH)? << 20;
                Ok(Change::Player)
            }
            "threads" => {
                self.player.threads = number("Threads", value, 1, MAX_THREADS)?;
                Ok(Change::Player)
            }
            "multipv" => {
                self.lines = number("MultiPV", value, 1, MAX_LINES)?;
                Ok(Change::Value)
            }
            "ponder" => {
                self.ponder = match value {
                    "true" => true,
                    "false" => false,
                    _ => return Err(format!("Ponder {value:?}: expected true or false")),
                };
                Ok(Change::Value)
            }
            _ => Err(format!(
                "option {name:?} is not known: expected Game, Size, Rules, Start, Profile, Hash, \
                 Threads, MultiPV or Ponder"
            )),
        }
    }
}

fn start_name(start: Start) -> &'static str {
    match start {
        Start::Standard => "standard",
        Start::ScrambledEggs => "scrambled-eggs",
    }
}

fn number(name: &str, text: &str, least: usize, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{name} {text:?}: expected a number from {least} to {most}"))
}
