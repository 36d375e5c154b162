//! The four claims.

use std::fmt;
use std::str::FromStr;

use conjoin_core::Side;

/// What a proof says of the side to move at its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// It wins by force.
    Win,
    /// It loses by force.
    Loss,
    /// It cannot force a win.
    NotWin,
    /// It cannot be forced to lose.
    NotLoss,
}

/// A claim that is none of the four.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("claim {0:?} is not known: expected win, loss, not-win or not-loss")]
pub struct UnknownClaim(String);

impl Claim {
    /// Does it say that somebody wins?
    pub const fn is_win(self) -> bool {
        matches!(self, Self::Win | Self::Loss)
    }

    /// The side whose win is claimed or denied.
    pub fn attacker(self, to_move: Side) -> Side {
        match self {
            Self::Win | Self::NotWin => to_move,
            Self::Loss | Self::NotLoss => !to_move,
        }
    }

    /// The claim that `attacker` wins, or does not.
    pub fn about(attacker: Side, to_move: Side, wins: bool) -> Self {
        match (attacker == to_move, wins) {
            (true, true) => Self::Win,
            (true, false) => Self::NotWin,
            (false, true) => Self::Loss,
            (false, false) => Self::NotLoss,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::NotWin => "not-win",
            Self::NotLoss => "not-loss",
        })
    }
}

impl FromStr for Claim {
    type Err = UnknownClaim;

    fn from_str(text: &str) -> Result<Self, UnknownClaim> {
        let all = [Self::Win, Self::Loss, Self::NotWin, Self::NotLoss];
        let found = all.into_iter().find(|claim| claim.to_string() == text);
        found.ok_or_else(|| UnknownClaim(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_read_back_and_name_their_attacker() {
        for claim in [Claim::Win, Claim::Loss, Claim::NotWin, Claim::NotLoss] {
            assert_eq!(claim.to_string().parse(), Ok(claim));
            for side in Side::BOTH {
                assert_eq!(Claim::about(claim.attacker(side), side, claim.is_win()), claim);
            }
        }
        assert!("draw".parse::<Claim>().is_err());
    }
}
