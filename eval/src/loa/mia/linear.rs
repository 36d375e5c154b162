//! MIA as a weighted sum: its features one by one, for learning and for explaining.

use conjoin_core::{NullMove, Position as _, Side};
use conjoin_games::loa::{Position, Square};

use super::{Formation, Mia, MiaWeights, Walls};
use crate::linear::{Linear, to_move};

/// The names of the weights, in the order of [`MiaWeights`].
const NAMES: [&str; 15] = [
    "concentration",
    "edge_men",
    "corner_men",
    "absolute_centralisation",
    "centralisation",
    "centre_of_mass",
    "quads_of_three",
    "quads_of_four",
    "primitive_mobility",
    "mobility",
    "wall_of_two",
    "wall_of_three",
    "connectedness",
    "area",
    "to_move",
];

impl MiaWeights {
    /// The weights in the order of [`NAMES`].
    fn fields(&mut self) -> [&mut f32; NAMES.len()] {
        [
            &mut self.concentration,
            &mut self.edge_men,
            &mut self.corner_men,
            &mut self.absolute_centralisation,
            &mut self.centralisation,
            &mut self.centre_of_mass,
            &mut self.quads_of_three,
            &mut self.quads_of_four,
            &mut self.primitive_mobility,
            &mut self.mobility,
            &mut self.wall_of_two,
            &mut self.wall_of_three,
            &mut self.connectedness,
            &mut self.area,
            &mut self.to_move,
        ]
    }
}

impl Linear<Position> for Mia {
    fn names(&self) -> Vec<String> {
        NAMES.map(String::from).to_vec()
    }

    fn weights(&self) -> Vec<f32> {
        self.weights.clone().fields().map(|weight| *weight).to_vec()
    }

    fn with_weights(&self, weights: &[f32]) -> Self {
        assert_eq!(weights.len(), NAMES.len(), "one weight for each feature");
        let mut changed = self.weights.clone();
        for (field, weight) in changed.fields().into_iter().zip(weights) {
            *field = *weight;
        }
        Self::new(changed)
    }

    fn features(&self, position: &Position) -> Vec<[f32; 2]> {
        let size = position.size();
        let men = Side::BOTH.map(|side| position.men(side));
        let [black, white] = men.map(|men| Formation::new(men, size, self.weights.exact_centre));
        let both = |of: fn(&Formation) -> f32| [of(&black), of(&white)];
        let walls = [Walls::around(men[0], men[1], size), Walls::around(men[1], men[0], size)];
        vec![
            both(|men| men.concentration),
            both(|men| men.edge_men),
            both(|men| men.corner_men),
            both(|men| men.absolute_centralisation),
            both(|men| men.centralisation),
            both(|men| men.centre_of_mass),
            both(|men| men.quads_of_three),
            both(|men| men.quads_of_four),
            Side::BOTH.map(|side| position.count_board_moves(side) as f32),
            Side::BOTH.map(|side| mobility(position, side)),
            walls.map(|walls| walls.two as f32),
            walls.map(|walls| walls.three as f32),
            both(|men| men.connectedness),
            both(|men| men.area),
            to_move(position.side_to_move()),
        ]
    }
}

/// A side's mobility, move by move: the plain way, which the tables are checked against.
fn mobility(position: &Position, side: Side) -> f32 {
    let asked = if position.side_to_move() == side { *position } else { position.null_move() };
    let mut moves = Vec::new();
    asked.moves(&mut moves);
    moves
        .iter()
        .filter(|mv| !mv.is_pass())
        .map(|mv| {
            let [from, to] = [mv.from(), mv.to()].map(|square| edges(square, position.size()));
            let mut worth = if mv.is_capture() { 2.0 } else { 1.0 };
            // Along an edge: both squares lie on the same one.
            if from & to != 0 {
                worth *= 0.5;
            }
            // To an edge that it was not on.
            if to & !from != 0 {
                worth *= 0.5;
            }
            worth
        })
        .sum()
}

/// The edges that a square lies on, a bit each.
fn edges(square: Square, size: u8) -> u8 {
    let (file, rank, last) = (square.file(), square.rank(), size - 1);
    [file == 0, file == last, rank == 0, rank == last]
        .iter()
        .fold(0, |edges, is_on| edges << 1 | u8::from(*is_on))
}
