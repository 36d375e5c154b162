//! Lines of Action as the programs above know it.

use conjoin_core::{
    Choice, Ending, Form, Game, History, Marks, MovePairs, Outcome, Part, Place, Route, Side,
};

use super::connection::{group_of, is_connected};
use super::{Move, Position, Square, StartSetup, Variant, colour_name, move_pairs, squares};
use crate::grid::Grid;

/// The game of Lines of Action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loa;

/// What can be chosen.
const CHOICES: [Choice; 6] = [
    Choice {
        key: "size",
        title: "Board",
        help: "Side of the board, 3 to 8",
        values: &["3", "4", "5", "6", "7", "8"],
        part: Part::Board,
    },
    Choice {
        key: "rules",
        title: "Rules",
        help: "Rule set: olympiad, boardspace, openspiel or ludii",
        values: &["olympiad", "boardspace", "openspiel", "ludii"],
        part: Part::Rules,
    },
    Choice {
        key: "simultaneous",
        title: "Both connected",
        help: "When one move connects both sides: draw or mover",
        values: &["draw", "mover"],
        part: Part::Rules,
    },
    Choice {
        key: "stuck",
        title: "No move",
        help: "A player without a move: pass or loss",
        values: &["pass", "loss"],
        part: Part::Rules,
    },
    Choice {
        key: "repetition",
        title: "Repetition",
        help: "Positions that come back: 3 (third occurrence draws), any or none",
        values: &["3", "any", "none"],
        part: Part::Rules,
    },
    Choice {
        key: "start",
        title: "Start",
        help: "Start position where no other is given: standard or scrambled-eggs",
        values: &["standard", "scrambled-eggs"],
        part: Part::Start,
    },
];

impl Game for Loa {
    type Position = Position;
    type Variant = Variant;

    const NAME: &'static str = "loa";
    const TITLE: &'static str = "Lines of Action";
    const SIDES: [&'static str; 2] = [colour_name(Side::First), colour_name(Side::Second)];

    fn choices() -> &'static [Choice] {
        &CHOICES
    }

    fn start(variant: Variant) -> Position {
        match variant.start {
            StartSetup::Standard => Position::start(variant.size, variant.rules),
            StartSetup::ScrambledEggs => Position::scrambled_eggs(variant.rules),
        }
    }

    fn variant(position: &Position) -> Variant {
        Variant { size: position.size(), rules: position.rules(), start: StartSetup::Standard }
    }

    fn ending(game: &History<Position>) -> Option<Ending> {
        let outcome = game.outcome()?;
        let now = game.current();
        let connected = Side::BOTH.map(|side| is_connected(now.men(side)));
        let (code, text) = match outcome {
            Outcome::Win(winner) if connected[winner.index()] => {
                let winner = colour_name(winner);
                ("connection", format!("{winner} has won: all its men are connected."))
            }
            Outcome::Win(winner) => {
                let (winner, loser) = (colour_name(winner), colour_name(!winner));
                ("stuck", format!("{winner} has won: {loser} cannot move."))
            }
            Outcome::Draw if connected == [true; 2] => {
                ("simultaneous", "Drawn: both sides are connected.".into())
            }
            Outcome::Draw => return Some(Ending::repetition()),
        };
        Some(Ending { outcome, code, text })
    }

    fn draw(position: &Position, marks: &Marks, form: Form) -> String {
        let man_on = |file, rank| position.man_on(Square::new(file, rank)?);
        Grid { size: position.size(), title: position.to_string(), man_on }.draw(marks, form)
    }

    fn route(_: &Position, mv: Move) -> Route {
        if mv.is_pass() {
            return Route::default();
        }
        let cells = vec![mv.from().to_string(), mv.to().to_string()];
        Route { cells, is_capture: mv.is_capture() }
    }

    fn move_pairs(variant: Variant) -> Option<MovePairs> {
        Some(move_pairs::count(variant.size))
    }

    fn groups(position: &Position) -> [Vec<Vec<String>>; 2] {
        Side::BOTH.map(|side| {
            let men = position.men(side);
            let mut left = men;
            let mut found = Vec::new();
            while let Some(square) = squares(left).next() {
                let group = group_of(men, square);
                found.push(squares(group).map(|square| square.to_string()).collect());
                left &= !group;
            }
            found
        })
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

impl Square {
    /// Where its middle lies, for marks.
    pub fn place(self) -> Place {
        (f32::from(self.file()), f32::from(self.rank()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::{TextForm, VariantError};

    fn status(text: &str) -> String {
        Loa::status(&History::new(text.parse().expect("a position")))
    }

    #[test]
    fn the_status_says_who_moves_or_who_won() {
        let start = History::new(Loa::start(Variant::default()));
        assert_eq!(Loa::status(&start), "Black to move, 36 moves");
        assert_eq!(status("bb1/3/w1w w"), "Black has won");
        assert_eq!(status("bb1/3/ww1 w"), "The game is drawn");
        assert_eq!(status("bbw/w1w/wbb b"), "Black to move, has to pass");
    }

    #[test]
    fn settings_are_applied_in_the_order_of_the_choices() {
        let settings = [("stuck", "pass"), ("rules", "openspiel"), ("size", "6")];
        let variant = Loa::variant_from(settings).expect("a variant");
        assert_eq!(variant.to_string(), "6 simultaneous=mover stuck=pass repetition=any");
        let wrong: Result<_, VariantError> = Loa::variant_from([("colour", "red")]);
        assert!(wrong.unwrap_err().to_string().contains("simultaneous"));
        assert!(Loa::variant_from([("size", "6"), ("start", "scrambled-eggs")]).is_err());
    }

    #[test]
    fn every_choice_can_be_set_to_each_of_its_values() {
        use conjoin_core::Variant as _;
        for choice in Loa::choices() {
            for value in choice.values {
                let mut variant = Variant::default();
                variant.set(choice.key, value).expect(value);
                assert_eq!(variant.get(choice.key).as_deref(), Some(*value));
            }
        }
        assert_eq!(CHOICES[0].range(), Some((3, 8)));
        assert_eq!(CHOICES[1].range(), None);
    }

    #[test]
    fn the_reason_of_an_end_is_told_once() {
        let ending = |text: &str| Loa::ending(&History::new(text.parse().expect("a position")));
        assert_eq!(ending("bb1/3/w1w w").expect("over").code, "connection");
        assert_eq!(ending("bb1/3/ww1 w").expect("over").code, "simultaneous");
        assert_eq!(ending("1b1/w1w/1b1 b"), None);
        let mut game = History::new("b3b/5/5/5/w3w b".parse::<Position>().expect("a position"));
        for text in ["a5-c5", "a1-c1", "c5-a5", "c1-a1"].iter().cycle().take(8) {
            let mv = game.current().parse_move(text).expect(text);
            game.push(mv);
        }
        assert_eq!(Loa::ending(&game).expect("over").code, Ending::REPETITION);
    }
}
