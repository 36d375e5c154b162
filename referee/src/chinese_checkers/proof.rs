//! Chinese Checkers for the proof verifier.
//!
//! A limit on the plies makes their number part of every position, so it stands in its text, is packed with
//! it and is the same in the mirror.

use std::rc::Rc;

use super::board::{Colour, Position};
use super::game::{Outcome, outcome_of_position};
use super::moves::{Move, after, legal_moves};
use super::rules::Rules;
use super::star::Star;
use super::text::write_move;
use crate::proof::{self, Claim};

/// The star and the rules, as a proof names them.
pub(crate) struct ProofRules {
    star: Rc<Star>,
    rules: Rules,
}

/// The marbles of both sides as sets of holes, the plies played (0 without a limit) and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Packed {
    black: u128,
    white: u128,
    plies: u32,
    black_moves: bool,
}

impl proof::Rules for ProofRules {
    const NAME: &'static str = "chinese-checkers";
    const SYMMETRY: &'static str = "mirror";
    type Board = Position;
    type Packed = Packed;
    type Move = Move;

    /// Reads `37` and `jumps=long neutral=pass anti-blocking=off last-turn=draw repetition=3 limit=none`.
    fn read(size: &str, options: &str) -> Result<Self, String> {
        let size = Star::SIZES
            .into_iter()
            .find(|known| known.to_string() == size)
            .ok_or_else(|| format!("size {size:?}: expected 13, 37, 73 or 121"))?;
        let rules = options.parse().map_err(|error| format!("{error}"))?;
        let star = Star::new(size).map_err(|error| format!("{error}"))?;
        Ok(Self { star: Rc::new(star), rules })
    }

    /// With a limit, ranks fall and counters rise along a line that goes round over the same boards.
    /// There the third occurrence draws what the proof calls a win.
    fn needs_past(&self, claim: Claim) -> Option<String> {
        let boards_may_come_back =
            self.rules.limit.is_some() && self.rules.third_draws && claim.is_win();
        boards_may_come_back.then(|| {
            format!(
                "claim {claim} under a limit and repetition=3: expected repetition=none, not-win or \
                 not-loss"
            )
        })
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        Position::read(text, self.star.size(), self.rules).map_err(|error| format!("{error}"))
    }

    fn format(&self, position: &Position) -> String {
        position.to_string()
    }

    fn first_moves(&self, position: &Position) -> bool {
        position.to_move == Colour::Black
    }

    fn outcome(&self, position: &Position) -> Option<proof::Outcome> {
        outcome_of_position(position, self.rules).map(|outcome| match outcome {
            Outcome::Wins(Colour::Black) => proof::Outcome::First,
            Outcome::Wins(Colour::White) => proof::Outcome::Second,
            Outcome::Draw => proof::Outcome::Draw,
        })
    }

    fn each_move(&self, position: &Position, visit: impl FnMut(Move)) {
        legal_moves(position, self.rules).into_iter().for_each(visit);
    }

    fn write_move(&self, position: &Position, mv: Move, text: &mut String) {
        text.push_str(&write_move(position, mv, self.rules));
    }

    fn after(&self, position: &Position, mv: Move) -> Position {
        after(position, mv)
    }

    fn pack(&self, position: &Position) -> Packed {
        packed(position, |hole| hole)
    }

    fn unpack(&self, packed: Packed) -> Position {
        let marble = |hole: usize| {
            if packed.black >> hole & 1 != 0 {
                Some(Colour::Black)
            } else if packed.white >> hole & 1 != 0 {
                Some(Colour::White)
            } else {
                None
            }
        };
        Position {
            star: Rc::clone(&self.star),
            marbles: (0..self.star.size()).map(marble).collect(),
            to_move: if packed.black_moves { Colour::Black } else { Colour::White },
            plies: self.rules.limit.map(|_| packed.plies),
        }
    }

    fn least_image(&self, position: &Position) -> Packed {
        let plain = self.pack(position);
        let mirrored = packed(position, |hole| position.star.mirrored(hole));
        if (mirrored.black, mirrored.white) < (plain.black, plain.white) { mirrored } else { plain }
    }
}

/// A position in few bytes, with each hole in the place of another.
fn packed(position: &Position, place: impl Fn(usize) -> usize) -> Packed {
    let set = |colour| {
        let marbles = position.marbles_of(colour);
        marbles.into_iter().fold(0, |set, hole| set | 1 << place(hole))
    };
    Packed {
        black: set(Colour::Black),
        white: set(Colour::White),
        plies: position.plies.unwrap_or(0),
        black_moves: position.to_move == Colour::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::Rules as _;

    const LIMITED: &str =
        "jumps=long neutral=pass anti-blocking=off last-turn=draw repetition=none limit=40";

    #[test]
    fn a_position_and_its_mirror_image_share_the_least_one_and_keep_the_counter() {
        let rules = ProofRules::read("37", LIMITED).unwrap();
        let position = rules.parse("b:1,2,7 w:13,35,36 w 17").unwrap();
        let image = rules.parse("b:1,3,7 w:14,35,36 w 17").unwrap();
        assert_eq!(rules.least_image(&position), rules.least_image(&image));
        let least = rules.format(&rules.unpack(rules.least_image(&image)));
        assert_eq!(least, rules.format(&position));
        let other = rules.parse("b:1,3,7 w:14,35,36 w 18").unwrap();
        assert_ne!(rules.least_image(&position), rules.least_image(&other));
    }

    #[test]
    fn mirrored_positions_have_mirrored_moves() {
        let rules = ProofRules::read("37", LIMITED).unwrap();
        let after_moves = |position: &Position| {
            let mut after: Vec<String> = Vec::new();
            rules.each_move(position, |mv| {
                let next = rules.unpack(rules.least_image(&rules.after(position, mv)));
                after.push(rules.format(&next));
            });
            after.sort();
            after
        };
        let position = rules.parse("b:2,12,26 w:19,20,36 b 3").unwrap();
        let image = rules.unpack(packed(&position, |hole| position.star.mirrored(hole)));
        assert_ne!(position, image);
        assert_eq!(after_moves(&position), after_moves(&image));
    }
}
