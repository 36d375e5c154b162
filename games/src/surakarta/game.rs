//! Surakarta as the programs above know it.

use conjoin_core::{
    Choice, Ending, Form, Game, History, Marks, Outcome, Part, Place, Position as _, Route, Side,
};

use super::{Move, Point, Position, Variant, colour_name};
use crate::grid::{Circuits, Grid};
use crate::record::Recorded;

/// The game of Surakarta.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surakarta;

/// What can be chosen.
const CHOICES: [Choice; 7] = [
    Choice {
        key: "size",
        title: "Board",
        help: "Side of the board: 6, or 4 with one circuit and four men a side",
        values: &["4", "6"],
        part: Part::Board,
    },
    Choice {
        key: "rules",
        title: "Rules",
        help: "Rule set: standard, ludii, minizero or count",
        values: &["standard", "ludii", "minizero", "count"],
        part: Part::Rules,
    },
    Choice {
        key: "own-start",
        title: "Own start",
        help: "A man's starting point on its way along a circuit: open or blocks",
        values: &["open", "blocks"],
        part: Part::Rules,
    },
    Choice {
        key: "limit",
        title: "Limit",
        help: "Plies without a capture that end the game: none, or a number from 1 to 200",
        values: &["none", "20", "30", "40", "50", "60", "80", "100", "150", "200"],
        part: Part::Rules,
    },
    Choice {
        key: "at-limit",
        title: "At the limit",
        help: "What the limit gives: count (more men win) or draw",
        values: &["count", "draw"],
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
        key: "stuck",
        title: "No move",
        help: "A player without a move: pass, loss or count (more men win)",
        values: &["pass", "loss", "count"],
        part: Part::Rules,
    },
];

impl Game for Surakarta {
    type Position = Position;
    type Variant = Variant;

    const NAME: &'static str = "surakarta";
    const TITLE: &'static str = "Surakarta";
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
        let [winner, loser] = match outcome {
            Outcome::Win(side) => [side, !side].map(colour_name),
            Outcome::Draw => [""; 2],
        };
        if Side::BOTH.into_iter().any(|side| now.men(side) == 0) {
            let text = format!("{winner} has won: {loser} has no men left.");
            return Some(Ending { outcome, code: "captured", text });
        }
        let [black, white] = Self::men(now);
        let counted = match outcome {
            Outcome::Draw => format!("both sides have {black} men"),
            Outcome::Win(_) => format!("{} men to {}", black.max(white), black.min(white)),
        };
        let result = match outcome {
            Outcome::Draw => "Drawn".to_owned(),
            Outcome::Win(_) => format!("{winner} has won"),
        };
        if now.is_at_limit() {
            let plies = now.quiet_plies();
            let text = match now.rules().at_limit {
                super::AtLimit::Count => {
                    format!("{result}: {plies} plies without a capture, and {counted}.")
                }
                super::AtLimit::Draw => format!("Drawn: {plies} plies without a capture."),
            };
            return Some(Ending { outcome, code: "limit", text });
        }
        if now.outcome().is_none() {
            return Some(Ending::repetition());
        }
        let stuck = colour_name(now.side_to_move());
        let text = match now.rules().stuck {
            super::Stuck::Count => format!("{result}: {stuck} cannot move, and {counted}."),
            _ => format!("{winner} has won: {stuck} cannot move."),
        };
        Some(Ending { outcome, code: "stuck", text })
    }

    fn draw(position: &Position, marks: &Marks, form: Form) -> String {
        let grid = Grid {
            size: position.size(),
            title: position.to_string(),
            man_on: |file, rank| position.man_on(Point::new(file, rank)?),
        };
        grid.draw_points(marks, form, Circuits { arcs: position.board().count_circuits() })
    }

    fn route(position: &Position, mv: Move) -> Route {
        let cells = position.route(mv).iter().map(Point::to_string).collect();
        Route { cells, is_capture: mv.is_capture() }
    }

    fn men(position: &Position) -> [u32; 2] {
        Side::BOTH.map(|side| position.men(side).count_ones())
    }

    fn pass() -> Option<Move> {
        Some(Move::PASS)
    }

    fn must_pass(position: &Position) -> bool {
        !position.can_move()
    }
}

/// Records are text: SGF has no number for this game.
impl Recorded for Surakarta {}

impl Point {
    /// Where it lies, for marks.
    pub fn place(self) -> Place {
        (f32::from(self.file()), f32::from(self.rank()))
    }
}
