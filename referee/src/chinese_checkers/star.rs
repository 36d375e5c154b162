//! The star: its holes, its triangles and its directions.
//!
//! A star is rows of holes. With triangles of `n` rows the rows have 1, 2, ... n holes, then 3n + 1, one fewer
//! in each row down to 2n + 1 in the middle, and the same backwards. Holes are told by row and column, both
//! counted from 0; a hole's neighbours in its row are two columns away, those in the next rows one.

use super::error::RefereeError;

/// A direction: rows down, columns to the right.
pub(super) type Direction = (i32, i32);

/// The six directions of a step.
pub(super) const AROUND: [Direction; 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];

/// What a hole belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// The upper triangle, where Black begins.
    BlackHome,
    /// The lower triangle, where White begins.
    WhiteHome,
    /// One of the four other triangles.
    Neutral,
    /// The hexagon between them.
    Middle,
}

/// A star of holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Star {
    /// Row, column and zone of each hole, row by row from the top and each row from the left.
    holes: Vec<(i32, i32, Zone)>,
    /// The hole at each row and column.
    places: Vec<Vec<Option<usize>>>,
}

impl Star {
    /// The numbers of holes that a star may have.
    pub const SIZES: [usize; 4] = [13, 37, 73, 121];

    /// The star with so many holes.
    pub fn new(size: usize) -> Result<Star, RefereeError> {
        let order = Star::SIZES.iter().position(|&known| known == size);
        let order = order.ok_or(RefereeError::StarSize { size })? as i32 + 1;
        let mut holes = Vec::new();
        let last_row = 4 * order;
        for row in 0..=last_row {
            let from_end = row.min(last_row - row);
            let is_home = from_end < order;
            let length = if is_home { from_end + 1 } else { 4 * order + 1 - from_end };
            // Of a row of the middle so many holes on the left and on the right belong to triangles.
            let wing = 2 * order - from_end;
            for place in 0..length {
                let zone = if is_home && row < order {
                    Zone::BlackHome
                } else if is_home {
                    Zone::WhiteHome
                } else if place < wing || place >= length - wing {
                    Zone::Neutral
                } else {
                    Zone::Middle
                };
                holes.push((row, 3 * order + 1 - length + 2 * place, zone));
            }
        }
        let columns = 6 * order + 1;
        let mut places = vec![vec![None; columns as usize]; last_row as usize + 1];
        for (hole, &(row, column, _)) in holes.iter().enumerate() {
            places[row as usize][column as usize] = Some(hole);
        }
        Ok(Star { holes, places })
    }

    /// The number of holes.
    pub fn size(&self) -> usize {
        self.holes.len()
    }

    /// What a hole belongs to.
    pub fn zone(&self, hole: usize) -> Zone {
        self.holes[hole].2
    }

    /// The holes of a home.
    pub fn home_size(&self) -> usize {
        self.holes.iter().filter(|(_, _, zone)| *zone == Zone::BlackHome).count()
    }

    /// The hole so many steps away in a direction; none when the star has none there.
    pub(super) fn hole_at(&self, from: usize, direction: Direction, steps: i32) -> Option<usize> {
        let (row, column, _) = self.holes[from];
        let row = usize::try_from(row + steps * direction.0).ok()?;
        let column = usize::try_from(column + steps * direction.1).ok()?;
        *self.places.get(row)?.get(column)?
    }

    /// The hole in the same row as far from the other end.
    pub(super) fn mirrored(&self, hole: usize) -> usize {
        let (row, column, _) = self.holes[hole];
        let columns = &self.places[row as usize];
        columns[columns.len() - 1 - column as usize].expect("rows are symmetric")
    }
}
