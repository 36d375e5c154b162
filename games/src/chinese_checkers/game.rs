//! Chinese Checkers as the programs above know it.

use conjoin_core::{Choice, Ending, Form, Game, History, Marks, Outcome, Part, Route, Side};

use super::drawing::Drawing;
use super::{Move, Position, Variant, colour_name};
use crate::record::Recorded;

/// The game of Chinese Checkers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChineseCheckers;

/// What can be chosen.
const CHOICES: [Choice; 8] = [
    Choice {
        key: "size",
        title: "Board",
        help: "Holes of the star: 121, or 13, 37 or 73 with homes of 1, 3 or 6 marbles",
        values: &["13", "37", "73", "121"],
        part: Part::Board,
    },
    Choice {
        key: "rules",
        title: "Rules",
        help: "Rule set: acm-hk, adjacent-hops or openspiel",
        values: &["acm-hk", "adjacent-hops", "openspiel"],
        part: Part::Rules,
    },
    Choice {
        key: "jumps",
        title: "Jumps",
        help: "Jumps: long (over a marble at any distance) or adjacent (over neighbours)",
        values: &["long", "adjacent"],
        part: Part::Rules,
    },
    Choice {
        key: "neutral",
        title: "Neutral zones",
        help: "The four other triangles: pass (no move ends there) or end (moves may)",
        values: &["pass", "end"],
        part: Part::Rules,
    },
    Choice {
        key: "anti-blocking",
        title: "Anti-blocking",
        help: "A full goal with at least one own marble wins: on or off",
        values: &["off", "on"],
        part: Part::Rules,
    },
    Choice {
        key: "last-turn",
        title: "Last turn",
        help: "The second player's turn after the first fills the goal: draw (if it fills the other) or none",
        values: &["draw", "none"],
        part: Part::Rules,
    },
    Choice {
        key: "repetition",
        title: "Repetition",
        help: "Positions that come back: 3 (third occurrence draws) or none",
        values: &["3", "none"],
        part: Part::Rules,
    },
    Choice {
        key: "limit",
        title: "Limit",
        help: "Plies after which the game is drawn: none, or a number from 1 to 1000",
        values: &["none", "100", "200", "300", "400", "600", "800", "1000"],
        part: Part::Rules,
    },
];

impl Game for ChineseCheckers {
    type Position = Position;
    type Variant = Variant;

    const NAME: &'static str = "chinese-checkers";
    const TITLE: &'static str = "Chinese Checkers";
    const SIDES: [&'static str; 2] = [colour_name(Side::First), colour_name(Side::Second)];

    fn choices() -> &'static [Choice] {
        &CHOICES
    }

    fn start(variant: Variant) -> Position {
        Position::start(variant.size, variant.rules)
    }

    fn variant(position: &Position) -> Variant {
        Variant { size: position.size(), rules: position.rules() }
    }

    fn ending(game: &History<Position>) -> Option<Ending> {
        let outcome = game.outcome()?;
        let now = game.current();
        let filled = Side::BOTH.map(|side| now.has_filled_goal(side));
        let (code, text) = match outcome {
            Outcome::Win(side) => {
                let winner = colour_name(side);
                ("goal", format!("{winner} has won: {winner}'s goal is full."))
            }
            Outcome::Draw if filled == [true; 2] => {
                ("both-goals", "Drawn: both goals are full, the second on the next move.".into())
            }
            Outcome::Draw if now.is_at_limit() => {
                ("limit", format!("Drawn: {} plies without a winner.", now.plies()))
            }
            Outcome::Draw => return Some(Ending::repetition()),
        };
        Some(Ending { outcome, code, text })
    }

    fn draw(position: &Position, marks: &Marks, form: Form) -> String {
        Drawing { position, marks }.draw(form)
    }

    fn route(position: &Position, mv: Move) -> Route {
        let size = position.size();
        let cells = position.route(mv).iter().map(|hole| hole.number(size).to_string()).collect();
        Route { cells, is_capture: false }
    }

    fn men(position: &Position) -> [u32; 2] {
        Side::BOTH.map(|side| position.marbles(side).count_ones())
    }

    fn pass() -> Option<Move> {
        Some(Move::PASS)
    }

    fn must_pass(position: &Position) -> bool {
        !position.can_move()
    }
}

/// Records are text: SGF has no number for this game.
impl Recorded for ChineseCheckers {}
