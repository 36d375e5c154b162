//! Time control: how long to think about a move.
//!
//! A time for this move is used in full but for a margin. A time for the whole game is shared
//! out over the moves that are still to come: a deadline after which no iteration starts, and a
//! later one at which the search ends.

use std::time::{Duration, Instant};

use conjoin_core::Side;
use serde::{Deserialize, Serialize};

use crate::{Clock, Request};

/// What a profile may change in its use of time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TimeParams {
    /// More time for a position whose value falls; none without it.
    pub panic: Option<PanicParams>,
}

/// Panic time, for games with a clock.
///
/// Source: `winands-thesis` A tells that YL had it and lost a game of the ninth Olympiad by it, not how it
/// worked; what sets it off here, and how long it lasts, is ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PanicParams {
    /// Points by which an iteration's value has to be below those of both before it.
    pub drop: i32,
    /// The usual times of a move are multiplied by this, within the same part of the clock.
    pub factor: f64,
}

impl Default for PanicParams {
    fn default() -> Self {
        Self { drop: 150, factor: 3.0 }
    }
}

impl TimeParams {
    /// The same if it makes sense.
    pub(crate) fn checked(self) -> Result<Self, String> {
        match &self.panic {
            Some(PanicParams { drop, .. }) if *drop < 0 => {
                Err(format!("panic.drop = {drop}: expected no less than 0"))
            }
            Some(PanicParams { factor, .. }) if !(1.0..=100.0).contains(factor) => {
                Err(format!("panic.factor = {factor}: expected a number from 1 to 100"))
            }
            _ => Ok(self),
        }
    }
}

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
        Self::of_shares(request, side, moves_to_come, 1.0)
    }

    /// The time when the value falls, where the player has a clock to take it from; a time for this move alone
    /// is no longer than it is.
    pub fn in_panic(
        request: &Request,
        side: Side,
        moves_to_come: u32,
        params: &PanicParams,
    ) -> Option<Self> {
        request.clock.as_ref()?;
        Some(Self::of_shares(request, side, moves_to_come, params.factor))
    }

    /// The time of so many shares of a move.
    fn of_shares(request: &Request, side: Side, moves_to_come: u32, shares: f64) -> Self {
        let clock = request.clock.as_ref();
        let game = clock.map(|clock| Self::of_clock(clock, side, moves_to_come, shares));
        let mut allotment = game.unwrap_or_default();
        if let Some(time) = request.move_time {
            let margin = (time / MARGIN_PART).clamp(LEAST_MARGIN, MOST_MARGIN);
            let time = time.saturating_sub(margin);
            allotment.hard = Some(allotment.hard.map_or(time, |hard| hard.min(time)));
        }
        allotment
    }

    fn of_clock(clock: &Clock, side: Side, moves_to_come: u32, shares: f64) -> Self {
        let (left, increment) = (clock.left[side.index()], clock.increment[side.index()]);
        // Of a clock that is nearly out, half of what is left has to do.
        let usable = left.saturating_sub(OVERHEAD).max(left / 2).min(left);
        let share = usable / moves_to_come.max(LEAST_MOVES_LEFT) + increment * 3 / 4;
        let most = (usable.mul_f64(HARD_PART) + increment * 3 / 4).min(usable * 4 / 5);
        let hard = share.mul_f64(HARD_SHARES * shares).min(most);
        Self { soft: Some(share.mul_f64(SOFT_PART * shares).min(hard)), hard: Some(hard) }
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
    fn panic_takes_more_of_the_clock_but_never_all() {
        let params = PanicParams { factor: 3.0, ..PanicParams::default() };
        let second = Duration::from_secs(1);
        let request = clock(60 * second, Duration::ZERO);
        let usual = Allotment::new(&request, Side::First, 34);
        let panic = Allotment::in_panic(&request, Side::First, 34, &params).expect("a clock");
        let soft = panic.soft.unwrap().as_secs_f64() / usual.soft.unwrap().as_secs_f64();
        assert!((soft - 3.0).abs() < 1e-6, "{soft}");
        assert!(panic.hard.unwrap() > usual.hard.unwrap() * 2);
        assert!(panic.hard.unwrap() <= 15 * second, "a quarter of the clock");
        let move_time = Request { move_time: Some(second), ..Request::default() };
        assert_eq!(Allotment::in_panic(&move_time, Side::First, 34, &params), None);
        let both = Request { move_time: Some(second), ..request };
        let panic = Allotment::in_panic(&both, Side::First, 34, &params).expect("a clock");
        assert!(panic.hard.unwrap() < second);
    }

    /// A player who panics at every move has time left after 300 of them.
    #[test]
    fn panic_never_uses_up_the_clock() {
        let params = PanicParams { factor: 100.0, ..PanicParams::default() };
        let mut left = Duration::from_mins(1);
        for moves_made in 0..300_u32 {
            let request = clock(left, Duration::ZERO);
            let to_come = 34_u32.saturating_sub(moves_made);
            let panic = Allotment::in_panic(&request, Side::First, to_come, &params).unwrap();
            assert!(panic.soft <= panic.hard);
            left = left.checked_sub(panic.hard.unwrap()).expect("time left");
        }
        assert!(left > Duration::ZERO);
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
