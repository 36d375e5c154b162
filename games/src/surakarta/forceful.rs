//! What a search asks about moves: their numbers, which are forceful and which are promising.

use conjoin_core::{Indexed, Noisy, Position as _, Ranked};

use super::geometry::POINTS;
use super::{Move, Position};

/// A pass has the number after all pairs of points.
const PASS_INDEX: usize = POINTS * POINTS;

impl Indexed for Position {
    const MOVE_INDICES: usize = PASS_INDEX + 1;

    #[inline(always)]
    fn move_index(mv: Move) -> usize {
        let pair = mv.from().index() * POINTS + mv.to().index();
        if mv.is_pass() { PASS_INDEX } else { pair }
    }

    #[inline(always)]
    fn pack_move(mv: Move) -> u16 {
        mv.to_bits()
    }

    #[inline(always)]
    fn unpack_move(bits: u16) -> Option<Move> {
        // Bits 0 would be a step from a1 to a1.
        if bits == 0 { None } else { Move::from_bits(bits) }
    }
}

/// Forceful ranks: a capture that can be answered by a capture of the man that made it, any other, and
/// that of the last enemy.
const EXCHANGE: u8 = 1;
const WINS_A_MAN: u8 = 2;
const WINS_THE_GAME: u8 = 3;

/// What the target of a move is worth, by its region: the more lines lead there, the more.
const REGION_RANKS: [u8; super::category::REGIONS] = [0, 2, 3, 4, 5, 6];
/// What a capture is worth more.
const CAPTURE_RANK: u8 = 8;

impl Position {
    /// Can the enemy capture the man that made this move with its next one?
    #[inline(always)]
    pub(super) fn is_exposed_by(&self, mv: Move) -> bool {
        let (own, enemy) = Self::men_after(self.own(), self.enemy(), mv);
        self.capturable_of(enemy, own) & mv.to().bit() != 0
    }
}

impl Ranked for Position {
    #[inline(always)]
    fn forceful_rank(&self, mv: Move) -> u8 {
        if !mv.is_capture() {
            0
        } else if self.enemy() & !mv.to().bit() == 0 {
            WINS_THE_GAME
        } else if self.is_exposed_by(mv) {
            EXCHANGE
        } else {
            WINS_A_MAN
        }
    }

    #[inline]
    fn static_rank(&self, mv: Move) -> u8 {
        if mv.is_pass() {
            return 0;
        }
        REGION_RANKS[self.region(mv.to())] + u8::from(mv.is_capture()) * CAPTURE_RANK
    }
}

impl Noisy for Position {
    /// All captures.
    #[inline]
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        self.each_capture(self.side_to_move(), |mv| moves.push(mv));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::TextForm;

    #[test]
    fn captures_are_ranked_by_what_the_enemy_can_answer() {
        // The small arc at the lower left joins b1 and a2; e1 looks along the second rank to a2.
        let rank = |text: &str, mv: &str| {
            let position: Position = text.parse().unwrap();
            position.forceful_rank(position.parse_move(mv).unwrap())
        };
        assert_eq!(rank("6/6/6/6/w5/1b4 b", "b1xa2"), WINS_THE_GAME);
        assert_eq!(rank("w5/6/6/6/w5/1b4 b", "b1xa2"), WINS_A_MAN);
        assert_eq!(rank("6/6/6/6/w5/1b2w1 b", "b1xa2"), EXCHANGE);
        assert_eq!(rank("6/6/6/6/w5/1b2w1 b", "b1-a1"), 0);
    }

    #[test]
    fn every_move_has_a_number_of_its_own() {
        assert_eq!(Position::MOVE_INDICES, 1_297);
        assert_eq!(Position::unpack_move(0), None);
        assert_eq!(Position::unpack_move(36), None, "no such point");
        assert_eq!(Position::unpack_move(u16::MAX), Some(Move::PASS));
        assert_eq!(Position::move_index(Move::PASS), 1_296);
    }
}
