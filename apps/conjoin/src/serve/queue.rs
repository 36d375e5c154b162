//! The queue before the engines: a bounded number of searches at once, moves of games first.
//!
//! Work goes on in turns: whoever holds a place asks with [`Gate::is_due`] whether to make room.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::oneshot;

/// In this time all who wait have had a turn, unless turns would be shorter than the shortest.
const ROUND: Duration = Duration::from_millis(500);
/// The shortest turn among equals: starting again has its price.
const SHORTEST_TURN: Duration = Duration::from_millis(100);

/// Lets so many in at once.
#[derive(Clone, Debug)]
pub struct Gate(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    free: usize,
    /// Those who wait with a game's clock running, and the others.
    urgent: VecDeque<oneshot::Sender<Permit>>,
    patient: VecDeque<oneshot::Sender<Permit>>,
}

/// A place; given back when dropped.
#[derive(Debug)]
pub struct Permit(Gate);

impl Gate {
    /// A gate with so many places.
    pub fn new(places: usize) -> Self {
        let (urgent, patient) = (VecDeque::new(), VecDeque::new());
        Self(Arc::new(Mutex::new(State { free: places.max(1), urgent, patient })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Should work that has had a place for so long make room? A move of a game waits for other
    /// work no longer than a look takes; among equals, all who wait have a turn each.
    pub fn is_due(&self, is_urgent: bool, turn: Duration) -> bool {
        let (moves, others) = {
            let state = self.state();
            (state.urgent.len(), state.patient.len())
        };
        let share = ROUND / (moves + others).max(1) as u32;
        let is_preceded = moves > 0 && !is_urgent;
        moves + others > 0 && (is_preceded || turn >= share.max(SHORTEST_TURN))
    }

    /// A place at once, if there is one.
    pub fn try_enter(&self) -> Option<Permit> {
        let mut state = self.state();
        let free = state.free.checked_sub(1)?;
        state.free = free;
        Some(Permit(self.clone()))
    }

    /// Waits for a place.
    pub async fn enter(&self, is_urgent: bool) -> Permit {
        if let Some(permit) = self.try_enter() {
            return permit;
        }
        let (sender, receiver) = oneshot::channel();
        {
            let mut state = self.state();
            let line = if is_urgent { &mut state.urgent } else { &mut state.patient };
            line.push_back(sender);
        }
        self.pass_on();
        receiver.await.expect("the gate keeps its promises")
    }

    /// Hands free places to those who wait.
    fn pass_on(&self) {
        loop {
            let waiting = {
                let mut state = self.state();
                if state.free == 0 {
                    return;
                }
                let next = state.urgent.pop_front().or_else(|| state.patient.pop_front());
                let Some(next) = next else { return };
                state.free -= 1;
                next
            };
            // Whoever has gone away gives the place back by dropping it.
            drop(waiting.send(Permit(self.clone())));
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.state().free += 1;
        self.0.pass_on();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<F: Future>(future: F) -> F::Output {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
    }

    #[test]
    fn moves_of_games_come_before_analyses() {
        run(async {
            let gate = Gate::new(1);
            let first = gate.enter(false).await;
            let order = Arc::new(Mutex::new(Vec::new()));
            let mut tasks = Vec::new();
            for (name, is_urgent) in [("analysis", false), ("move", true), ("second", false)] {
                let (gate, order) = (gate.clone(), Arc::clone(&order));
                tasks.push(tokio::spawn(async move {
                    let _permit = gate.enter(is_urgent).await;
                    order.lock().unwrap().push(name);
                }));
                tokio::task::yield_now().await;
            }
            assert!(gate.is_due(false, Duration::ZERO), "a move waits");
            assert!(!gate.is_due(true, Duration::ZERO), "moves have turns too");
            assert!(gate.is_due(true, ROUND));
            drop(first);
            for task in tasks {
                task.await.unwrap();
            }
            assert_eq!(*order.lock().unwrap(), ["move", "analysis", "second"]);
            assert!(!gate.is_due(false, 100 * ROUND), "nobody waits");
        });
    }

    #[test]
    fn a_place_is_not_lost_when_the_one_who_waits_goes_away() {
        run(async {
            let gate = Gate::new(1);
            let first = gate.enter(true).await;
            let waiting = tokio::spawn({
                let gate = gate.clone();
                async move { gate.enter(true).await }
            });
            tokio::task::yield_now().await;
            waiting.abort();
            drop(waiting.await);
            drop(first);
            assert!(gate.try_enter().is_some());
        });
    }
}
