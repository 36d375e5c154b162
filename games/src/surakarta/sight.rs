//! Who sees whom over the arcs: what evaluators ask about threats.

use conjoin_core::Side;

use super::Position;
use super::circuits::meetings;

/// The men that see others over arcs, by side.
///
/// Two men of different colours that see each other threaten each other: whoever moves first captures.
/// Two men of one colour guard each other: what captures one of them can be captured by the other. A man
/// that meets itself on the way is taken for an obstacle here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Men that see an enemy.
    pub threatened: [u64; 2],
    /// Men that see another of their side.
    pub guarded: [u64; 2],
}

impl Position {
    /// Who sees whom.
    #[inline]
    pub fn sight(&self) -> Sight {
        let [black, white] = [Side::First, Side::Second].map(|side| self.men(side));
        let mut mixed = 0;
        let mut alike = 0;
        for pair in meetings(self.board(), black | white) {
            let is_mixed = pair & black != 0 && pair & white != 0;
            let is_pair = pair & pair.wrapping_sub(1) != 0;
            mixed |= if is_mixed { pair } else { 0 };
            alike |= if is_pair && !is_mixed { pair } else { 0 };
        }
        Sight {
            threatened: [mixed & black, mixed & white],
            guarded: [alike & black, alike & white],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Rules, points};
    use super::*;
    use conjoin_core::conformance::random_games;

    #[test]
    fn who_is_threatened_can_be_captured() {
        for size in [4, 6] {
            let start = Position::start(size, Rules::STANDARD);
            random_games(&start, 200, 3, |game| {
                let position = game.current();
                let sight = position.sight();
                for side in Side::BOTH {
                    let capturable = position.capturable(!side);
                    assert_eq!(sight.threatened[side.index()] & !capturable, 0, "{position}");
                    // The rest is captured by men that meet themselves, and those are few.
                    let by_others = capturable & !sight.threatened[side.index()];
                    for target in points(by_others) {
                        let hunters = points(position.men(!side))
                            .filter(|&man| position.capture_targets(man) & target.bit() != 0);
                        let met =
                            meetings(position.board(), position.men(side) | position.men(!side));
                        assert!(
                            hunters.into_iter().all(|man| met.contains(&man.bit())),
                            "{position}"
                        );
                    }
                }
            });
        }
    }

    #[test]
    fn guards_are_seen_over_an_arc() {
        // a2 and b1 are joined by an arc, and nothing else is near.
        let position: Position = "w5/6/6/6/b5/1b4 b".parse().expect("a position");
        let pair = position.men(Side::First);
        assert_eq!(position.sight().guarded, [pair, 0]);
        assert_eq!(position.sight().threatened, [0, 0]);
    }
}
