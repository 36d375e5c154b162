//! The options of the protocol.

use conjoin_core::{Choice, Part, Variant as _};
use conjoin_engine::book::{BookParams, BookUse};
use conjoin_engine::{EngineError, EngineKind, GameName, PlayerOptions, Profile};
use conjoin_eval::Playable;

/// The profile that plays where none is named.
pub(super) const USUAL_PROFILE: &str = "champion";

/// Bounds of the options that are numbers.
const MAX_HASH: u32 = 65_536;
const MAX_THREADS: u32 = 1024;
const MAX_LINES: u32 = 256;

/// What `setoption` changes whatever the game.
#[derive(Clone, Debug)]
pub(super) struct GeneralSettings {
    pub player: PlayerOptions,
    pub lines: usize,
    pub ponder: bool,
}

impl GeneralSettings {
    pub fn new(player: PlayerOptions) -> Self {
        Self { player, lines: 1, ponder: false }
    }
}

/// What `setoption` changes in a game.
#[derive(Debug)]
pub(super) struct Settings<G: Playable> {
    pub variant: G::Variant,
    pub profile: Profile<G>,
    /// Is the opening book used? The profile says so where nothing is set.
    own_book: Option<bool>,
    pub general: GeneralSettings,
}

/// What a change asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Nothing but the value itself.
    Value,
    /// Another start position.
    Start,
    /// Another player.
    Player,
    /// Another game.
    Game(GameName),
}

impl<G: Playable> Settings<G> {
    pub fn new(
        variant: G::Variant,
        profile: &str,
        general: GeneralSettings,
    ) -> Result<Self, EngineError> {
        Ok(Self { variant, profile: Profile::load(profile)?, own_book: None, general })
    }

    /// Has the profile an opening book?
    fn has_book(&self) -> bool {
        matches!(&self.profile.engine, EngineKind::Own(engine) if engine.book.is_some())
    }

    /// Is an opening book used?
    pub fn uses_book(&self) -> bool {
        self.own_book.unwrap_or(self.has_book())
    }

    /// Gives an engine of ours without a book the usual one of the game.
    fn give_book(&mut self) -> Result<(), String> {
        if let EngineKind::Own(engine) = &mut self.profile.engine
            && engine.book.is_none()
        {
            let book = BookUse::load(BookParams::default(), None);
            engine.book = Some(book.map_err(|error| error.to_string())?);
        }
        Ok(())
    }

    /// The `option` lines.
    pub fn describe(&self) -> Vec<String> {
        let PlayerOptions { memory_bytes, threads, .. } = self.general.player;
        let spin = |name: &str, now: usize, least: u32, most: u32| {
            format!("option name {name} type spin default {now} min {least} max {most}")
        };
        let combo = |name: &str, now: &str, values: &mut dyn Iterator<Item = &str>| {
            let values: Vec<&str> = values.collect();
            format!("option name {name} type combo default {now} var {}", values.join(" var "))
        };
        let games = &mut GameName::ALL.iter().map(|game| game.name());
        let mut lines = vec![combo("Game", G::NAME, games)];
        lines.extend(G::choices().iter().map(|choice| {
            let now = self.variant.get(choice.key).unwrap_or_default();
            match (choice.range(), now.parse()) {
                (Some((least, most)), Ok(now)) => spin(&option_name(choice), now, least, most),
                _ => combo(&option_name(choice), &now, &mut choice.values.iter().copied()),
            }
        }));
        lines.extend([
            format!("option name Profile type string default {}", self.profile.name),
            spin("Hash", (memory_bytes >> 20).max(1), 1, MAX_HASH),
            spin("Threads", threads, 1, MAX_THREADS),
            spin("MultiPV", self.general.lines, 1, MAX_LINES),
            format!("option name Ponder type check default {}", self.general.ponder),
            format!("option name OwnBook type check default {}", self.uses_book()),
        ]);
        lines
    }

    /// Changes an option; the message says what is wrong with the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let find = |choice: &&Choice| name.eq_ignore_ascii_case(choice.key);
        if let Some(choice) = G::choices().iter().find(find) {
            self.variant = self.changed(choice, value)?;
            return Ok(Change::Start);
        }
        let general = &mut self.general;
        match name.to_ascii_lowercase().as_str() {
            "game" if value.eq_ignore_ascii_case(G::NAME) => return Ok(Change::Value),
            "game" => {
                let game: GameName = value.parse().map_err(|error| format!("{error}"))?;
                let is_same = game.name() == G::NAME;
                return Ok(if is_same { Change::Value } else { Change::Game(game) });
            }
            "profile" => {
                self.profile = Profile::load(value).map_err(|error| error.to_string())?;
                if self.own_book == Some(true) {
                    self.give_book()?;
                }
            }
            "ownbook" => {
                let parsed = value.parse();
                let wanted =
                    parsed.map_err(|_| format!("OwnBook {value:?}: expected true or false"))?;
                if wanted {
                    self.give_book()?;
                }
                self.own_book = Some(wanted);
            }
            "hash" => general.player.memory_bytes = number("Hash", value, 1, MAX_HASH)? << 20,
            "threads" => general.player.threads = number("Threads", value, 1, MAX_THREADS)?,
            "multipv" => {
                general.lines = number("MultiPV", value, 1, MAX_LINES)?;
                return Ok(Change::Value);
            }
            "ponder" => {
                let parsed = value.parse();
                general.ponder =
                    parsed.map_err(|_| format!("Ponder {value:?}: expected true or false"))?;
                return Ok(Change::Value);
            }
            _ => {
                let of_game = std::iter::once("Game".to_owned());
                let of_game = of_game.chain(G::choices().iter().map(option_name));
                return Err(format!(
                    "option {name:?} is not known: expected {}, Profile, Hash, Threads, MultiPV, \
                     Ponder or OwnBook",
                    of_game.collect::<Vec<_>>().join(", ")
                ));
            }
        }
        Ok(Change::Player)
    }

    /// The variant with another value of a choice. A start that does not fit the new board gives
    /// way to the usual one.
    fn changed(&self, choice: &Choice, value: &str) -> Result<G::Variant, String> {
        if let Some((least, most)) = choice.range() {
            number(&option_name(choice), value, least, most)?;
        }
        let mut variant = self.variant;
        let say = |error: conjoin_core::VariantError| error.to_string();
        variant.set(choice.key, value).map_err(say)?;
        if variant.check().is_err() && choice.part == Part::Board {
            let usual = G::Variant::default();
            for start in G::choices().iter().filter(|choice| choice.part == Part::Start) {
                variant.set(start.key, &usual.get(start.key).unwrap_or_default()).map_err(say)?;
            }
        }
        variant.check().map_err(say)?;
        Ok(variant)
    }
}

/// The name of a choice as an option: with a capital letter.
fn option_name(choice: &Choice) -> String {
    let (first, rest) = choice.key.split_at(1);
    first.to_uppercase() + rest
}

fn number(name: &str, text: &str, least: u32, most: u32) -> Result<usize, String> {
    let number: Option<u32> = text.parse().ok().filter(|number| (least..=most).contains(number));
    let number = number
        .ok_or_else(|| format!("{name} {text:?}: expected a number from {least} to {most}"))?;
    Ok(number as usize)
}
