//! The three rules on which the places where people play differ.

/// Who wins when one move connects the men of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simultaneous {
    /// Nobody: the game is drawn.
    Draw,
    /// The player who made the move.
    MoverWins,
}

/// What becomes of a player who has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stuck {
    /// The player has to pass.
    Pass,
    /// The player loses.
    Loss,
}

/// Which repetition draws the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The third occurrence of a board with the same player to move.
    ThirdOccurrence,
    /// The second occurrence of a board, whoever is to move. (With [`Stuck::Pass`] this makes a
    /// pass a draw, since the board after it is the board before it.)
    AnyBoard,
    /// None: a game may go on for ever.
    None,
}

/// A choice of each of the three rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Both sides connected by one move.
    pub simultaneous: Simultaneous,
    /// No legal move.
    pub stuck: Stuck,
    /// A position that comes again.
    pub repetition: Repetition,
}

impl Rules {
    /// The Computer Olympiads and the MSO World Championships (`winands-thesis` 2.2).
    pub fn olympiad() -> Rules {
        Rules {
            simultaneous: Simultaneous::Draw,
            stuck: Stuck::Pass,
            repetition: Repetition::ThirdOccurrence,
        }
    }

    /// The server boardspace.net.
    pub fn boardspace() -> Rules {
        Rules {
            simultaneous: Simultaneous::MoverWins,
            stuck: Stuck::Pass,
            repetition: Repetition::ThirdOccurrence,
        }
    }

    /// `OpenSpiel`'s game `lines_of_action`, but for its limit on the length of a game: there the
    /// 1000th ply draws (a parameter), even when it connects.
    ///
    /// The order in which [`Game`](super::Game) looks for the end is `OpenSpiel`'s too; what was
    /// tried and what was read is told there.
    pub fn openspiel() -> Rules {
        Rules {
            simultaneous: Simultaneous::MoverWins,
            stuck: Stuck::Loss,
            repetition: Repetition::AnyBoard,
        }
    }

    /// The general game system Ludii.
    pub fn ludii() -> Rules {
        Rules { simultaneous: Simultaneous::Draw, stuck: Stuck::Pass, repetition: Repetition::None }
    }
}
