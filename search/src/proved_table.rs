//! A table of positions that a proof search has proved to be won, which alpha-beta asks at every node.
//!
//! Source: `winands-thesis` 4.4.1 (the PN-TT), with its replacement scheme New: what is proved last stays.
//! Differs: each position has the plies within which it is won, so that what alpha-beta reads is a bound of the
//! score and not only a win. A slot of the same position is used again and keeps the smaller number.

use conjoin_core::table::{SLOTS, SlotTable, TableError};
use conjoin_core::{Score, Searchable, Side};
use conjoin_eval::Evaluator;

use crate::node::Window;
use crate::worker::Worker;

/// Positions that are won, each with the winner and the plies that it takes at most.
///
/// A win is a fact of the position: the repetitions of a path cannot take it away. Those of the game before
/// it can, and whoever stores positions sees to that.
#[derive(Debug)]
pub struct ProvedTable {
    slots: SlotTable,
}

/// The longest win that is stored, in plies: longer ones would leave the scores of wins when they are
/// found deep in a search.
const LONGEST_WIN: u16 = 1_000;

/// Where the winner stands in the data, above the plies of 16 bits; the bit below marks an entry.
const WINNER_SHIFT: u32 = 17;
const ENTRY: u64 = 1 << 16;

impl ProvedTable {
    /// A table of at most this size.
    pub fn new(bytes: usize) -> Result<Self, TableError> {
        Ok(Self { slots: SlotTable::new(bytes)? })
    }

    /// Its memory.
    pub fn bytes(&self) -> usize {
        self.slots.bytes()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.clear();
    }

    /// How many positions it has, counted one by one.
    pub fn count(&self) -> usize {
        self.slots.count()
    }

    /// Stores that `winner` wins the position with this key within so many plies.
    pub fn store(&self, key: u64, winner: Side, plies: u16) {
        if plies > LONGEST_WIN {
            return;
        }
        let known = self.slots.find(key);
        let (slot, plies) = match known {
            Some((slot, data)) if winner_of(data) == winner => (slot, plies.min(plies_of(data))),
            Some((slot, _)) => (slot, plies),
            None => (key as usize % SLOTS, plies),
        };
        let data = (winner.index() as u64) << WINNER_SHIFT | ENTRY | u64::from(plies);
        self.slots.write(key, slot, key, data);
    }

    /// Who wins the position with this key, and within how many plies.
    #[inline(always)]
    pub fn find(&self, key: u64) -> Option<(Side, u16)> {
        let (_, data) = self.slots.find(key)?;
        Some((winner_of(data), plies_of(data)))
    }

    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        self.slots.prefetch(key);
    }
}

const fn plies_of(data: u64) -> u16 {
    data as u16
}

const fn winner_of(data: u64) -> Side {
    if data >> WINNER_SHIFT == 0 { Side::First } else { Side::Second }
}

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// The score of a position that is proved to be won or lost, `ply` plies below the root. It is a bound: the
    /// winner may win sooner. As in the source, such a position is not searched again, whatever the window.
    #[inline(always)]
    pub(crate) fn proved_score(
        &mut self,
        position: &P,
        ply: usize,
        window: Window,
    ) -> Option<Score> {
        let (winner, plies) = self.proved?.find(position.key())?;
        let plies = ply as i32 + i32::from(plies);
        let is_won = winner == position.side_to_move();
        let score = if is_won { Score::win_in(plies) } else { Score::loss_in(plies) };
        let cuts = if is_won { score >= window.beta } else { score <= window.alpha };
        self.counters.proved_hits += 1;
        self.counters.proved_cuts += u64::from(cuts);
        Some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found() {
        let table = ProvedTable::new(1 << 12).expect("a table");
        for (key, winner, plies) in [(3, Side::First, 1), (98, Side::Second, 1_000)] {
            assert_eq!(table.find(key), None);
            table.store(key, winner, plies);
            assert_eq!(table.find(key), Some((winner, plies)));
        }
        assert_eq!(table.count(), 2);
        table.store(5, Side::First, LONGEST_WIN + 1);
        assert_eq!(table.find(5), None, "too long for a score");
    }

    #[test]
    fn the_shorter_way_to_a_win_stays() {
        let table = ProvedTable::new(64).expect("a table");
        for (plies, found) in [(9, 9), (5, 5), (7, 5)] {
            table.store(8, Side::Second, plies);
            assert_eq!(table.find(8), Some((Side::Second, found)));
        }
    }

    /// One bucket: keys that end alike have the same slot.
    #[test]
    fn the_last_position_of_a_slot_stays() {
        let table = ProvedTable::new(64).expect("a table");
        table.store(4, Side::First, 3);
        table.store(5, Side::First, 3);
        table.store(8, Side::First, 21);
        assert_eq!(table.find(4), None);
        assert_eq!(table.find(5), Some((Side::First, 3)));
        assert_eq!(table.find(8), Some((Side::First, 21)));
    }

    #[test]
    fn it_forgets() {
        let mut table = ProvedTable::new(1 << 10).expect("a table");
        table.store(4, Side::First, 3);
        table.clear();
        assert_eq!((table.find(4), table.count()), (None, 0));
    }
}
