//! From a profile to a player.

use conjoin_core::{Game, Provable, Searchable};
use conjoin_eval::{EvaluatorSet, EvaluatorVisitor, Linear, Playable};

use conjoin_search::{MovePlies, Predictions, SearchConfig};

use crate::book::BookPlayer;
use crate::endgame::Endgame;
use crate::level::Handicap;
use crate::outside::OutsidePlayer;
use crate::own::OwnPlayer;
use crate::profile::{EngineKind, OwnEngine, Profile};
use crate::proof_search::ProofSearchParams;
use crate::time::TimeParams;
use crate::{EngineError, Player};

/// What a player is given to work with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerOptions {
    /// Memory of the table; outside programs are told it if they have an option for it.
    pub memory_bytes: usize,
    /// Threads to use.
    pub threads: usize,
    /// Seed of what is random in it.
    pub seed: u64,
}

impl Default for PlayerOptions {
    fn default() -> Self {
        Self { memory_bytes: 64 << 20, threads: 1, seed: 1 }
    }
}

/// A player of a game, whatever it is.
pub type BoxedPlayer<G> = Box<dyn Player<<G as Game>::Position>>;

/// Makes the player of a profile. An outside program is started by it.
pub fn make_player<G: Playable>(
    profile: &Profile<G>,
    options: &PlayerOptions,
) -> Result<BoxedPlayer<G>, EngineError> {
    match &profile.engine {
        EngineKind::Own(engine) => make_own(&profile.name, engine, options),
        EngineKind::Outside(engine) => {
            Ok(Box::new(OutsidePlayer::<G>::start(&profile.name, engine, options)?))
        }
    }
}

fn make_own<G: Playable>(
    name: &str,
    engine: &OwnEngine<G>,
    options: &PlayerOptions,
) -> Result<BoxedPlayer<G>, EngineError> {
    let table = if engine.search.table.is_some() { options.memory_bytes } else { 0 };
    let proofs = engine.proof_search.as_ref().map_or(0, ProofSearchParams::bytes);
    let memory = table.saturating_add(proofs);
    if memory > 0 {
        expect_memory(memory)?;
    }
    let OwnEngine {
        evaluator,
        search,
        move_plies,
        predictions,
        time,
        handicap,
        endgame,
        proof_search,
        book,
    } = engine;
    let move_plies = move_plies.clone();
    let handicap = handicap.map(Handicap::in_points_of::<G>);
    let (proof_search, game_moves) = (proof_search.as_ref(), G::GAME_MOVES);
    let endgame = endgame.map(|params| Endgame { params, has_begun: G::is_endgame });
    let maker = Maker {
        name,
        search,
        move_plies,
        predictions,
        time,
        handicap,
        endgame,
        proof_search,
        game_moves,
        options,
    };
    let player = evaluator.clone().with_seed(options.seed).visit(maker)?;
    Ok(match book {
        Some(book) => Box::new(BookPlayer::new(player, book.clone(), options)),
        None => player,
    })
}

/// Makes a player around an evaluator.
struct Maker<'a, P> {
    name: &'a str,
    search: &'a SearchConfig,
    move_plies: Option<MovePlies>,
    predictions: &'a Predictions,
    time: &'a TimeParams,
    handicap: Option<Handicap>,
    endgame: Option<Endgame<P>>,
    proof_search: Option<&'a ProofSearchParams>,
    game_moves: u32,
    options: &'a PlayerOptions,
}

impl<P: Searchable + Provable> EvaluatorVisitor<P> for Maker<'_, P> {
    type Output = Result<Box<dyn Player<P>>, EngineError>;

    fn visit<E: Linear<P> + 'static>(self, eval: E) -> Self::Output {
        let Self { name, search, handicap, endgame, game_moves, options, .. } = self;
        let Self { move_plies, predictions, time, proof_search, .. } = self;
        let player = OwnPlayer::new(name, search, handicap, game_moves, eval, options)?;
        let player = player.with_predictions(predictions).with_time(time).with_endgame(endgame);
        let player = player.with_proof_search(proof_search)?;
        Ok(Box::new(match move_plies {
            Some(plies) => player.with_move_plies(plies),
            None => player,
        }))
    }
}

/// Refuses a table that cannot fit: the system would give the memory and end the program later,
/// when it is used.
fn expect_memory(bytes: usize) -> Result<(), EngineError> {
    let wanted = (bytes >> 20) as u64;
    match free_mebibytes() {
        Some(free) if wanted > free => Err(EngineError::Memory { wanted, free }),
        _ => Ok(()),
    }
}

/// Memory that is free, where the system tells.
fn free_mebibytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_games::loa::Loa;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_table_larger_than_the_memory_is_refused() {
        let options = PlayerOptions { memory_bytes: 1 << 50, ..PlayerOptions::default() };
        let profile = Profile::<Loa>::load("basic").expect("built in");
        let error = make_player(&profile, &options).err().expect("too large");
        assert!(matches!(error, EngineError::Memory { .. }), "{error}");
        let bare = Profile::<Loa>::load("basic-bare").expect("built in");
        assert!(make_player(&bare, &options).is_ok(), "no table, no memory");
    }
}
