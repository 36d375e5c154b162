//! What is kept of a game of a match: one flat object, a line of a run file.

use conjoin_core::{History, Outcome, Side, TextForm, format_game};
use conjoin_games::record::{self, Format, Record, RecordError, Recorded};
use conjoin_games::sgf::NodeId;
use serde::{Deserialize, Serialize};

use crate::game::{PlayedGame, Reason};
use crate::move_searches::MoveSearches;

/// One of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contestant {
    /// The first one named: results are from its side.
    A,
    /// The other one.
    B,
}

impl Contestant {
    /// Both, A first.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A colour, as records name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// The first player.
    Black,
    /// The second player.
    White,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 0: games `2p` and `2p + 1` are the pair `p`.
    pub game: usize,
    /// The number of its opening, from 0.
    pub pair: usize,
    /// The colour of A.
    pub a_colour: Colour,
    /// `1-0` when Black won, `0-1`, `1/2-1/2`.
    pub result: String,
    /// The points of A: 0, 0.5 or 1.
    pub score: f64,
    /// Why it ended.
    pub reason: Reason,
    /// Length, the opening included.
    pub plies: usize,
    /// Plies of the opening.
    pub opening_plies: usize,
    /// Where it started.
    pub start: String,
    /// All moves, the opening included.
    pub moves: String,
    /// Seconds that A used.
    pub a_seconds: f64,
    /// Seconds that B used.
    pub b_seconds: f64,
    /// The longest that A thought about a move, in seconds.
    pub a_longest: f64,
    /// The longest that B thought about a move, in seconds.
    pub b_longest: f64,
    /// Nodes that A told of.
    pub a_nodes: u64,
    /// Nodes that B told of.
    pub b_nodes: u64,
    /// What the players told of the search behind each move.
    #[serde(flatten)]
    pub searches: MoveSearches,
    /// What went wrong, if something did.
    pub failure: Option<String>,
}

impl GameRecord {
    /// The colour of A in a game: Black in even ones.
    pub fn side_of_a(game: usize) -> Side {
        if game.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The record of a game that was played.
    pub fn new<P: TextForm>(number: usize, opening_plies: usize, game: &PlayedGame<P>) -> Self {
        let a = Self::side_of_a(number);
        let (own, other) = (a.index(), (!a).index());
        let seconds = |side: usize| game.used[side].as_secs_f64();
        let longest = |side: usize| game.longest[side].as_secs_f64();
        Self {
            game: number,
            pair: number / 2,
            a_colour: if a == Side::First { Colour::Black } else { Colour::White },
            result: game.outcome.as_str().to_owned(),
            score: game.outcome.winner().map_or(0.5, |winner| f64::from(winner == a)),
            reason: game.reason.clone(),
            plies: game.history.moves().len(),
            opening_plies,
            start: game.history.start().to_string(),
            moves: format_game(&game.history),
            a_seconds: seconds(own),
            b_seconds: seconds(other),
            a_longest: longest(own),
            b_longest: longest(other),
            a_nodes: game.nodes[own],
            b_nodes: game.nodes[other],
            searches: MoveSearches::new(&game.searches),
            failure: game.failure.clone(),
        }
    }

    /// Can this be a game of a match by these rules? A run file may have been edited.
    pub fn is_sound<G: Recorded>(&self, variant: G::Variant) -> bool {
        let colour =
            if Self::side_of_a(self.game) == Side::First { Colour::Black } else { Colour::White };
        let points = match self.result.as_str() {
            "1-0" => Some(2 * u8::from(colour == Colour::Black)),
            "0-1" => Some(2 * u8::from(colour == Colour::White)),
            "1/2-1/2" => Some(1),
            _ => None,
        };
        self.pair == self.game / 2
            && self.a_colour == colour
            && points.map(usize::from) == Some(self.half_points())
            && self.searches.fit(self.plies.saturating_sub(self.opening_plies))
            && self.replay::<G>(variant).is_some()
    }

    /// The points of A in halves.
    pub fn half_points(&self) -> usize {
        (self.score * 2.0).round().clamp(0.0, 2.0) as usize
    }

    /// Who lost by a failure of its own rather than on the board.
    pub fn failed(&self) -> Option<Contestant> {
        let by_fault = matches!(self.reason, Reason::IllegalMove | Reason::Time | Reason::Error);
        by_fault.then_some(if self.half_points() == 0 { Contestant::A } else { Contestant::B })
    }

    /// The game, replayed by the rules; nothing when the record is not one of such a game.
    pub fn replay<G: Recorded>(&self, variant: G::Variant) -> Option<History<G::Position>> {
        let mut history = History::new(G::parse(&self.start, variant).ok()?);
        for word in self.moves.split_whitespace() {
            let mv = history.current().parse_move(word).ok()?;
            history.push(mv);
        }
        Some(history)
    }

    /// The game as a record with its players, round and result.
    pub fn to_record<G: Recorded>(
        &self,
        variant: G::Variant,
        names: [&str; 2],
    ) -> Option<Record<G>> {
        let history = self.replay::<G>(variant)?;
        let mut record = Record::from_history(&history);
        let [a, b] = names;
        let (black, white) = if self.a_colour == Colour::Black { (a, b) } else { (b, a) };
        record.set_tag("Event", &format!("{a} - {b}"));
        record.set_tag("Round", &(self.game + 1).to_string());
        record.set_tag(G::side_name(Side::First), black);
        record.set_tag(G::side_name(Side::Second), white);
        let outcome = match self.result.as_str() {
            "1-0" => Outcome::Win(Side::First),
            "0-1" => Outcome::Win(Side::Second),
            _ => Outcome::Draw,
        };
        let reason = match self.reason {
            Reason::Time => Some("time"),
            Reason::IllegalMove | Reason::Error => Some("forfeit"),
            _ => None,
        };
        record.set_result(Some(outcome), reason);
        record.set_tag("Termination", &self.reason.to_string());
        if let Some(failure) = &self.failure {
            record.add_comment(NodeId::ROOT, failure);
        }
        Some(record)
    }
}

/// Games, each with the names of A and B, as one file of records: SGF where it knows the game.
pub fn to_records<'r, G: Recorded>(
    games: impl Iterator<Item = (&'r GameRecord, [&'r str; 2])>,
    variant: G::Variant,
) -> Result<String, RecordError> {
    let records: Vec<Record<G>> =
        games.filter_map(|(game, names)| game.to_record(variant, names)).collect();
    record::write(&records, Format::usual::<G>())
}
