//! Which moves leave the other player a win at once, told for all moves of a position together.
//!
//! A player who moves does not change the other's men unless it takes one. So the moves that would
//! connect these men are looked for once, and for each move it remains to be seen whether the lines
//! still let one of them through.

use conjoin_core::{Outcome, Position as _};

use super::connection::{self, group_around};
use super::geometry::{SQUARES, board_mask, squares};
use super::replies::line_of;
use super::{Move, Position, Square, Stuck};

/// Moves kept; further ones are forgotten, which only makes the answer less sharp.
const ROOM: usize = 16;
/// A move joins at most four groups beside its target, and its man may have been a fifth.
const MOST_GROUPS: usize = 5;

/// A move that would connect all men of its side.
#[derive(Clone, Copy, Debug)]
struct Threat {
    line: u64,
    between: u64,
    from: Square,
    to: Square,
    /// Men that must stand on the line.
    length: u8,
}

impl Threat {
    const NONE: Self = Self { line: 0, between: 0, from: Square(0), to: Square(0), length: 0 };

    #[inline(always)]
    fn new(from: Square, to: Square) -> Self {
        let (low, high) = if from < to { (from, to) } else { (to, from) };
        let line = line_of(from, to);
        let between = line & (high.bit() - 1) & !(low.bit() | (low.bit() - 1));
        Self { line, between, from, to, length: between.count_ones() as u8 + 1 }
    }

    /// Is it a move when these men stand beside its own?
    #[inline(always)]
    fn is_legal(&self, men: u64, others: u64) -> bool {
        (self.line & (men | others)).count_ones() == u32::from(self.length)
            && self.between & others == 0
    }

    /// Could one move of the other side make it a move?
    #[inline(always)]
    fn is_near(&self, men: u64, others: u64) -> bool {
        (self.line & (men | others)).count_ones().abs_diff(self.length.into()) <= 1
            && (self.between & others).count_ones() <= 1
    }
}

/// The groups of a set of men, if a move could join them all.
#[derive(Clone, Copy, Debug, Default)]
struct Groups {
    men: [u64; MOST_GROUPS],
    /// The squares beside each, the group included.
    around: [u64; MOST_GROUPS],
    /// How many there are, 0 when there are too many.
    count: usize,
}

impl Groups {
    #[inline(always)]
    fn new(men: u64) -> Self {
        let mut all = Self::default();
        let mut rest = men;
        while rest != 0 {
            if all.count == MOST_GROUPS {
                return Self::default();
            }
            let (group, around) = group_around(men, rest & rest.wrapping_neg());
            (all.men[all.count], all.around[all.count]) = (group, around);
            all.count += 1;
            rest &= !group;
        }
        all
    }

    /// The squares beside all groups but those of two numbers.
    #[inline(always)]
    fn beside_all_but(&self, one: usize, other: usize) -> u64 {
        let mut beside = u64::MAX;
        for (i, around) in self.around[..self.count].iter().enumerate() {
            if i != one && i != other {
                beside &= around;
            }
        }
        beside
    }

    /// Calls `visit` with the moves that would connect all men, as far as `wanted` lets them pass;
    /// ends when it returns true.
    #[inline(always)]
    fn connecting(
        &self,
        men: u64,
        board: u64,
        wanted: impl Fn(&Threat) -> bool,
        mut visit: impl FnMut(Threat) -> bool,
    ) {
        for (i, &group) in self.men[..self.count].iter().enumerate() {
            let targets = self.beside_all_but(i, i) & board & !men;
            if targets == 0 {
                continue;
            }
            for from in squares(group) {
                let [rank, file, rising, falling] = SQUARES[from.index()].lines;
                let rest = group & !from.bit();
                let mut beside_rest = None;
                for to in squares(targets & (rank | file | rising | falling)) {
                    let threat = Threat::new(from, to);
                    if !wanted(&threat) {
                        continue;
                    }
                    // What the man leaves behind is one group as a rule, and this is found out once.
                    let beside = *beside_rest.get_or_insert_with(|| squares_beside(rest));
                    let connects = match beside {
                        Some(beside) => to.bit() & beside != 0,
                        None => connection::is_connected_with(rest | to.bit(), to.index()),
                    };
                    if connects && visit(threat) {
                        return;
                    }
                }
            }
        }
    }
}

/// The squares from which a man would be beside a set of men, if that is connected; every square
/// when it is empty.
#[inline(always)]
fn squares_beside(men: u64) -> Option<u64> {
    if men == 0 {
        return Some(u64::MAX);
    }
    let (group, around) = group_around(men, men & men.wrapping_neg());
    (group == men).then_some(around)
}

/// The moves that would connect one side's men, after one move of the other side or at once.
#[derive(Clone, Debug)]
struct Threats {
    list: [Threat; ROOM],
    count: usize,
    groups: Groups,
}

impl Position {
    /// Visits the moves that end the game and those after which the enemy cannot win at once.
    /// Returns whether there were others.
    #[inline(always)]
    pub(super) fn visit_sound_moves(&self, mut visit: impl FnMut(Move, Option<Outcome>)) -> bool {
        let (own, enemy) = (self.own(), self.enemy());
        let threats = self.enemy_threats();
        let stuck_loses = self.rules().stuck == Stuck::Loss;
        let (mut is_stuck, mut left_out) = (true, false);
        self.board_moves(|moves| {
            is_stuck &= moves.is_empty();
            for &mv in moves {
                let connected =
                    self.outcome_of_move(own, enemy, mv.from(), mv.to(), mv.is_capture());
                if connected.is_none() && self.is_answered(mv, &threats) {
                    left_out = true;
                } else if connected.is_none() && stuck_loses {
                    visit(mv, self.play(mv).outcome());
                } else {
                    visit(mv, connected);
                }
            }
        });
        if is_stuck && !stuck_loses {
            if self.is_answered(Move::PASS, &threats) {
                return true;
            }
            visit(Move::PASS, None);
        }
        left_out
    }

    /// Visits the moves that end the game by a connection. Returns whether there are others.
    #[inline(always)]
    pub(super) fn visit_ending_moves(&self, mut visit: impl FnMut(Move, Outcome)) -> bool {
        let (own, enemy) = (self.own(), self.enemy());
        let mut count = 0;
        let mut end = |from: Square, to: Square| {
            let is_capture = to.bit() & enemy != 0;
            if let Some(outcome) = self.outcome_of_move(own, enemy, from, to, is_capture) {
                count += 1;
                visit(Move::new(from, to, is_capture), outcome);
            }
        };
        let legal = |threat: &Threat| threat.is_legal(own, enemy);
        Groups::new(own).connecting(own, board_mask(self.size()), legal, |threat| {
            end(threat.from, threat.to);
            false
        });
        // Men without whom the enemy is connected: one of two groups.
        let enemies = Groups::new(enemy);
        let strays = enemies.men[..enemies.count].iter().filter(|men| men.is_power_of_two());
        for &stray in strays.filter(|_| enemies.count == 2) {
            let to = Square(stray.trailing_zeros() as u8);
            let [rank, file, rising, falling] = SQUARES[to.index()].lines;
            for from in squares(own & (rank | file | rising | falling)) {
                let connects =
                    || connection::is_connected_with(own ^ (from.bit() | stray), to.index());
                if legal(&Threat::new(from, to)) && !connects() {
                    end(from, to);
                }
            }
        }
        let mut all = 0;
        if count > 0 {
            self.board_moves(|moves| all += moves.len());
        }
        count == 0 || all > count
    }

    /// The moves that would connect the enemy's men.
    #[inline(always)]
    fn enemy_threats(&self) -> Threats {
        let (own, enemy) = (self.own(), self.enemy());
        let mut threats =
            Threats { list: [Threat::NONE; ROOM], count: 0, groups: Groups::new(enemy) };
        let (list, count) = (&mut threats.list, &mut threats.count);
        let near = |threat: &Threat| threat.is_near(enemy, own);
        threats.groups.connecting(enemy, board_mask(self.size()), near, |threat| {
            list[*count] = threat;
            *count += 1;
            *count == ROOM
        });
        threats
    }

    /// Can the enemy win at once after this move, which does not end the game?
    #[inline(always)]
    fn is_answered(&self, mv: Move, threats: &Threats) -> bool {
        if mv.is_capture() {
            return self.is_capture_answered(mv, threats);
        }
        let moved = if mv.is_pass() { 0 } else { mv.from().bit() | mv.to().bit() };
        let (own, enemy) = (self.own() ^ moved, self.enemy());
        for threat in &threats.list[..threats.count.min(ROOM)] {
            if threat.is_legal(enemy, own) && self.is_won_by(threat, own) {
                return true;
            }
        }
        false
    }

    /// The same for a move that takes a man: the enemy's groups change.
    fn is_capture_answered(&self, mv: Move, threats: &Threats) -> bool {
        let groups = &threats.groups;
        let taken = mv.to().bit();
        let Some(hit) = (0..groups.count).find(|&i| groups.men[i] & taken != 0) else {
            return false;
        };
        // All other groups stay, and the man that joins them comes from one of these at most.
        if (0..groups.count).all(|i| groups.beside_all_but(hit, i) == 0) {
            return false;
        }
        let (own, enemy) = (self.own() ^ (mv.from().bit() | taken), self.enemy() & !taken);
        let mut is_answered = false;
        Groups::new(enemy).connecting(
            enemy,
            board_mask(self.size()),
            |threat| threat.is_legal(enemy, own),
            |threat| {
                is_answered = self.is_won_by(&threat, own);
                is_answered
            },
        );
        is_answered
    }

    /// Does a connecting move of the enemy win against these own men? It may connect both sides.
    #[inline(always)]
    fn is_won_by(&self, threat: &Threat, own: u64) -> bool {
        threat.to.bit() & own == 0 || {
            let own_connected = connection::is_connected(own & !threat.to.bit());
            let enemy_wins = Some(Outcome::Win(!self.side_to_move()));
            self.outcome_of_connections(own_connected, true) == enemy_wins
        }
    }
}

#[cfg(test)]
mod tests {
    use conjoin_core::History;
    use conjoin_core::playout::play_random;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::super::{Rules, Simultaneous};
    use super::*;

    /// Compares every move's verdict with the moves of the child, through random games on several
    /// boards. After a capture from more groups than are looked at a win may be missed.
    #[test]
    fn a_move_is_answered_when_a_reply_wins() {
        let mut rng = ChaCha8Rng::seed_from_u64(77);
        let (mut answered, mut missed, mut open) = (0, 0, 0);
        for game in 0..200 {
            let simultaneous =
                if game % 2 == 0 { Simultaneous::Draw } else { Simultaneous::MoverWins };
            let rules = Rules { simultaneous, ..Rules::OLYMPIAD };
            let start = Position::start(5 + game % 4, rules);
            let visit = |history: &History<Position>| {
                let at = history.current();
                if at.outcome().is_some() {
                    return;
                }
                let threats = at.enemy_threats();
                for mv in at.legal_moves() {
                    let child = at.play(mv);
                    if child.outcome().is_some() {
                        continue;
                    }
                    let winner = Some(Outcome::Win(child.side_to_move()));
                    let replies = child.legal_moves();
                    let wins = replies.iter().any(|&reply| child.play(reply).outcome() == winner);
                    match (at.is_answered(mv, &threats), wins) {
                        (true, true) => answered += 1,
                        (false, false) => open += 1,
                        (false, true) if mv.is_capture() => missed += 1,
                        (said, _) => panic!("{at} {mv:?}: said {said}"),
                    }
                }
            };
            play_random(&mut History::new(start), &mut rng, 200, &mut Vec::new(), visit);
        }
        assert!(answered > 10_000 && open > 100_000, "{answered} {open}");
        assert!(missed * 100 < answered, "{missed} missed beside {answered}");
    }
}
