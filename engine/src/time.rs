//! Time control: how long to think about a move.
//!
//! A time for this move is used in full but for a margin. A time for the whole game is shared
//! out over the moves that are still to come: a deadline after which no iteration starts, and a
//! later one at which the search ends.

use std::time::{Duration, Instant};

use conjoin_core::Side;

use crate::{Clock, Request};

/// When to stop thinking, counted from the start of the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allotment {
    /// No iteration starts after this.
    pub soft: Option<Duration>,
    /// The search ends.
    pub hard: Option<Duration>,
}

/// However long the game has lasted, so many moves may still come.
const LEAST_MOVES_LEFT: u32 = 10;
/// Part of a move's share after which no new iteration starts: most iterations take longer than
/// all before together.
const SOFT_PART: f64 = 0.6;
/// How many shares a move may take when an iteration is under way.
const HARD_SHARES: f64 = 2.5;
/// Part of the clock that one move never exceeds.
const HARD_PART: f64 = 0.25;
/// Kept back of a clock, for the way to the opponent.
const OVERHEAD: Duration = Duration::from_millis(15);
/// Bounds of what is kept back of a time per move, and the part of it in between.
const LEAST_MARGIN: Duration = Duration::from_micros(400);
const MOST_MARGIN: Duration = Duration::from_millis(10);
const MARGIN_PART: u32 = 25;

/// Moves that a player may still make after so many plies of a game that takes `game_moves` of each.
pub fn moves_to_come(game_moves: u32, plies: usize) -> u32 {
    game_moves.saturating_sub(u32::try_from(plies / 2).unwrap_or(u32::MAX))
}

impl Allotment {
    /// The time for one move of a player who may have `moves_to_come` moves before it in this game.
    pub fn new(request: &Request, side: Side, moves_to_come: u32) -> Self {
        let game = request.clock.as_ref().map(|clock| Self::of_clock(clock, side, moves_to_come));
        let mut allotment = game.unwrap_or_default();
        if let Some(time) = request.move_time {
            let margin = (time / MARGIN_PART).clamp(LEAST_MARGIN, MOST_MARGIN);
            let time = time.saturating_sub(margin);
            allotment.hard = Some(allotment.hard.map_or(time, |hard| hard.min(time)));
        }
        allotment
    }

    fn of_clock(clock: &Clock, side: Side, moves_to_come: u32) -> Self {
        let (left, increment) = (clock.left[side.index()], clock.increment[side.index()]);
        // Of a clock that is nearly out, half of what is left has to do.
        let usable = left.saturating_sub(OVERHEAD).max(left / 2).min(left);
        let share = usable / moves_to_come.max(LEAST_MOVES_LEFT) + increment * 3 / 4;
        let most = (usable.mul_f64(HARD_PART) + increment * 3 / 4).min(usable * 4 / 5);
        let hard = share.mul_f64(HARD_SHARES).min(most);
        Self { soft: Some(share.mul_f64(SOFT_PART).min(hard)), hard: Some(hard) }
    }

    /// The two moments, for a search that begins at `start`.
    pub fn deadlines(&self, start: Instant) -> (Option<Instant>, Option<Instant>) {
        let at = |time: Option<Duration>| time.and_then(|time| start.checked_add(time));
        (at(self.soft), at(self.hard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: Duration, increment: Duration) -> Request {
        let clock = Clock { left: [left; 2], increment: [increment; 2] };
        Request { clock: Some(clock), ..Request::default() }
    }

    #[test]
    fn a_time_per_move_is_used_but_for_a_margin() {
        for (time, least) in [(1, 0), (10, 9), (50, 47), (1000, 985), (60_000, 59_900)] {
            let request =
                Request { move_time: Some(Duration::from_millis(time)), ..Request::default() };
            let hard = Allotment::new(&request, Side::First, 3).hard.unwrap();
            assert!(hard < Duration::from_millis(time), "{time}: {hard:?}");
            assert!(hard >= Duration::from_millis(least), "{time}: {hard:?}");
        }
    }

    #[test]
    fn no_request_is_too_small_or_too_large() {
        for time in [Duration::ZERO, Duration::from_nanos(1), Duration::MAX / 8] {
            for increment in [Duration::ZERO, Duration::from_millis(1)] {
                let request = clock(time, increment);
                let allotment = Allotment::new(&request, Side::Second, 0);
                assert!(allotment.soft <= allotment.hard);
                assert!(allotment.hard.unwrap() <= time);
                let _ = allotment.deadlines(Instant::now());
            }
            let request = Request { move_time: Some(time), ..Request::default() };
            let _ = Allotment::new(&request, Side::First, 9).deadlines(Instant::now());
        }
        assert_eq!(
            Allotment::new(&Request::default(), Side::First, 0),
            Allotment { soft: None, hard: None }
        );
    }

    #[test]
    fn a_game_never_runs_out_of_time() {
        for (left, increment) in [(1000, 0), (60_000, 0), (10, 0), (1000, 100), (50, 1)] {
            let increment = Duration::from_millis(increment);
            let mut left = Duration::from_millis(left);
            for moves_made in 0..300_u32 {
                let request = clock(left, increment);
                let allotment =
                    Allotment::new(&request, Side::First, 34_u32.saturating_sub(moves_made));
                left = left.checked_sub(allotment.hard.unwrap()).expect("time left");
                left += increment;
            }
        }
    }

    #[test]
    fn an_increment_is_used() {
        let second = Duration::from_secs(1);
        let request = clock(2 * second, second);
        let allotment = Allotment::new(&request, Side::First, 0);
        assert!(allotment.soft.unwrap() > second / 3, "{allotment:?}");
        assert!(allotment.hard.unwrap() < 2 * second);
    }
}
