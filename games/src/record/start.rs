//! Where a game starts: by name (the `SU` property), or with men placed one by one.
//!
//! The names are the values of the game's choice of starts. Case, blanks and hyphens in them do
//! not matter; any other name is an error, for to guess a start is to invent a game. Men that are
//! added where no set-up is named stand on an empty board.

use conjoin_core::{Choice, Game, Part, Variant, VariantError};

use super::{Record, RecordError, RecordProblem, Recorded};
use crate::sgf::{NodeId, Place, Property, shorten};

/// The start that a record names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Start {
    /// One that the game has a name for: a value of its choice of starts.
    Named(&'static str),
    /// Men placed one by one, or a position.
    Custom,
    /// A set-up of the format that stands for rules of its own.
    Variant(String),
    /// A name that neither the game nor the format has.
    Unknown(String),
}

impl Start {
    /// The start of a record that names none.
    pub fn usual<G: Game>() -> Self {
        let usual = start_choice::<G>().and_then(|choice| G::Variant::default().get(choice.key));
        let named = named_starts::<G>();
        let found = named.iter().find(|&&name| usual.as_deref() == Some(name));
        Self::Named(found.unwrap_or(&named[0]))
    }

    /// Reads the name of a set-up.
    pub fn from_name<G: Recorded>(name: &str) -> Self {
        let plain = plain(name);
        if plain.is_empty() || plain == self::plain(G::NAME) {
            return Self::usual::<G>();
        }
        match named_starts::<G>().iter().find(|start| self::plain(start) == plain) {
            Some(start) => Self::Named(start),
            None if plain == "custom" => Self::Custom,
            None if G::FOREIGN_STARTS.contains(&plain.as_str()) => {
                Self::Variant(shorten(name.trim()).into_owned())
            }
            None => Self::Unknown(shorten(name.trim()).into_owned()),
        }
    }

    /// The name in lower case, as the command line has it.
    pub fn name(&self) -> String {
        match self {
            Self::Named(name) => (*name).to_owned(),
            Self::Custom => "custom".into(),
            Self::Variant(name) | Self::Unknown(name) => name.to_lowercase(),
        }
    }
}

/// The letters and digits of a name in lower case: what is compared.
pub(super) fn plain(name: &str) -> String {
    let kept = name.chars().filter(char::is_ascii_alphanumeric).take(40);
    kept.map(|c| c.to_ascii_lowercase()).collect()
}

fn start_choice<G: Game>() -> Option<&'static Choice> {
    G::choices().iter().find(|choice| choice.part == Part::Start)
}

/// The starts that a game has a name for.
pub(super) fn named_starts<G: Game>() -> &'static [&'static str] {
    start_choice::<G>().map_or(&["standard"], |choice| choice.values)
}

/// A name of a start as SGF has it, with a capital.
pub(super) fn title(name: &str) -> String {
    let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}

/// The names that SGF or the `Start` tag may hold, for a message.
fn expected_starts<G: Recorded>() -> String {
    let mut names: Vec<String> = named_starts::<G>().iter().map(|name| title(name)).collect();
    names.extend(G::SGF.map(|_| "Custom".to_owned()));
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} or {last}", names.join(", ")) }
}

/// A variant with the rules of another.
pub(super) fn with_rules<G: Game>(mut variant: G::Variant, rules: &G::Variant) -> G::Variant {
    for choice in G::choices().iter().filter(|choice| choice.part == Part::Rules) {
        if let Some(value) = rules.get(choice.key) {
            // A value that one variant has is a value of the others.
            let _ = variant.set(choice.key, &value);
        }
    }
    variant
}

/// Sets the rules to those of a text. A game with one set of rules need not offer a choice.
pub(super) fn set_rules<V: Variant>(variant: &mut V, text: &str) -> Result<(), VariantError> {
    if text.trim() == variant.rules() { Ok(()) } else { variant.set("rules", text) }
}

/// The first position of a start with a name, or why there is none.
pub(super) fn named_position<G: Game>(
    name: &str,
    mut variant: G::Variant,
) -> Result<G::Position, RecordError> {
    let set = start_choice::<G>().map_or(Ok(()), |choice| variant.set(choice.key, name));
    set.and_then(|()| variant.check())
        .map_err(|error| RecordError::Setup { reason: error.to_string() })?;
    Ok(G::start(variant))
}

/// Does a property place men or say who moves?
fn is_set_up(property: &Property) -> bool {
    places_men(property) || property.is("PL")
}

pub(super) fn places_men(property: &Property) -> bool {
    ["AB", "AW", "AE"].iter().any(|key| property.is(key))
}

impl<G: Recorded> Record<G> {
    /// The start that the record names.
    pub fn start(&self) -> Start {
        let adds_men = || self.set_up_properties().any(|p| p.is("AB") || p.is("AW"));
        match self.find("SU").and_then(Property::value) {
            Some(name) => Start::from_name::<G>(&name.text()),
            None if adds_men() => Start::Custom,
            None => Start::usual::<G>(),
        }
    }

    /// Where the start is named, or the beginning of the record.
    pub fn start_place(&self) -> Place {
        self.find("SU").map_or(self.place(), |property| property.place)
    }

    /// The side of the board.
    pub fn size(&self) -> Result<u8, RecordProblem> {
        self.board().map(|variant| variant.size())
    }

    /// The usual variant on the board of the record.
    pub(super) fn board(&self) -> Result<G::Variant, RecordProblem> {
        let Some(property) = self.find("SZ") else { return Ok(G::Variant::default()) };
        let text = property.value().map(|value| value.text()).unwrap_or_default();
        let side = |text: &str| {
            let side: u8 = text.trim().parse().ok()?;
            let mut variant = G::Variant::default();
            let fits = variant.size() == side || variant.set("size", &side.to_string()).is_ok();
            fits.then_some(variant)
        };
        let variant = match text.split_once(':') {
            Some((columns, rows)) => side(columns).filter(|&columns| side(rows) == Some(columns)),
            None => side(&text),
        };
        let error = || {
            let sizes = G::choices().iter().find(|choice| choice.key == "size");
            let expected = match sizes.map(|choice| (choice.range(), choice.values)) {
                Some((Some((least, most)), _)) => format!("{least} to {most}"),
                Some((None, values)) => values.join(", "),
                None => G::Variant::default().size().to_string(),
            };
            RecordError::Size { text: shorten(&text).into_owned(), expected }
        };
        variant.ok_or_else(|| self.problem_at(property.place, error()))
    }

    /// The first position, played by the rules of a variant.
    pub fn start_position(&self, rules: G::Variant) -> Result<G::Position, RecordProblem> {
        self.start_position_from(&self.start(), rules)
    }

    pub(super) fn start_position_from(
        &self,
        start: &Start,
        rules: G::Variant,
    ) -> Result<G::Position, RecordProblem> {
        let variant = with_rules::<G>(self.board()?, &rules);
        let fail = |error| self.problem_at(self.start_place(), error);
        let named = match start {
            Start::Named(name) => Some(named_position::<G>(name, variant).map_err(fail)?),
            Start::Custom => None,
            Start::Variant(name) => return Err(fail(RecordError::Variant { name: name.clone() })),
            Start::Unknown(name) => {
                return Err(fail(RecordError::UnknownSetup {
                    name: name.clone(),
                    expected: expected_starts::<G>(),
                    legal_from: None,
                }));
            }
        };
        G::set_up(self, named, variant)
    }

    /// The properties before the first move that place men or say who moves.
    pub fn set_up_properties(&self) -> impl Iterator<Item = &Property> {
        self.before_first_move()
            .flat_map(|id| &self.tree().node(id).properties)
            .filter(|property| is_set_up(property))
    }

    /// The nodes up to the first that holds a move, which may hold the set-up too.
    pub(super) fn before_first_move(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut over = false;
        self.tree().main_line().take_while(move |&id| {
            let was_over = over;
            over |= self.has_action(id);
            !was_over
        })
    }

    /// Something wrong at a place of the record.
    pub fn problem_at(&self, place: Place, error: RecordError) -> RecordProblem {
        RecordProblem { record: self.number(), place, ply: None, error }
    }
}
