//! A search that people and programs can talk to, for every game.
//!
//! A [`Player`] is anything that chooses moves: one of our own engines, made from a [`Profile`],
//! or an outside program. It is given a game, a [`Request`] and a flag that stops it, tells what
//! it finds by [`Event`]s and answers with a [`Thought`].
//!
//! * [`Profile`]: players described in TOML, built in or read from a file;
//! * [`WeightsFile`]: weights of evaluators, built in or read from a file;
//! * [`Transitions`]: how often a move of each category is played, built in or read from a file;
//! * [`ProbCutModels`]: what shallow searches foretell of deep ones, built in or read from a file;
//! * [`make_player`]: from a profile to a player;
//! * [`book`]: moves for the opening that were found before;
//! * [`registry`]: the games there are, and the one place where the name of one becomes a type;
//! * [`Explanation`]: what the features of an evaluator say;
//! * [`Thinking`]: how long a player may think in a game, and [`duration`]s as people write them;
//! * [`time`]: how long to think in a game with a clock;
//! * [`level`]: levels 1 to 10, from beginner to full strength;
//! * [`outside`]: other programs over UGI or UCI;
//! * [`solve`]: win, draw or loss, with proofs;
//! * [`checkpoint`]: how long solves survive;
//! * [`prover`]: a solver that can be watched, and its proofs;
//! * [`review`]: which moves of a game were mistakes, and why;
//! * [`ugi`]: the words of the engine protocol;
//! * [`notation`]: scores and moves as these protocols write them.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use conjoin_core::History;
//! use conjoin_engine::{PlayerOptions, Profile, Request, make_player};
//! use conjoin_games::loa::{Loa, Position, Rules};
//!
//! let profile = Profile::<Loa>::load("champion")?;
//! let mut player = make_player(&profile, &PlayerOptions::default())?;
//! let game = History::new(Position::start(8, Rules::OLYMPIAD));
//! let request = Request { nodes: Some(10_000), ..Request::default() };
//! let thought = player.think(&game, &request, &AtomicBool::new(false), &mut |event| {
//!     assert!(event.nodes <= 10_000);
//! })?;
//! assert!(thought.best_move.is_some());
//! # Ok::<(), conjoin_engine::EngineError>(())
//! ```

pub mod book;
pub mod checkpoint;
pub mod duration;
mod embedded;
mod endgame;
mod explain;
pub mod level;
mod make;
pub mod notation;
pub mod outside;
mod overlay;
mod own;
mod player;
mod probcut;
mod profile;
mod proof_search;
pub mod prover;
pub mod registry;
pub mod relations;
pub mod review;
pub mod solve;
pub mod solve_log;
mod thinking;
pub mod time;
mod transitions;
pub mod ugi;
mod weights;

pub use embedded::natural_order;
pub use endgame::EndgameParams;
pub use explain::{Explanation, FeatureShare};
pub use level::{HIGHEST_LEVEL, Handicap, level_profile};
pub use make::{BoxedPlayer, PlayerOptions, make_player};
pub use own::{OwnPlayer, final_score, ponder};
pub use player::{Clock, EngineError, Event, EventLine, Player, Request, Thought};
pub use probcut::{LEAST_POSITIONS, LinearFit, ProbCutModels, RankCounts};
pub use profile::{EngineKind, OutsideEngine, OwnEngine, Profile, Protocol};
pub use proof_search::ProofSearchParams;
pub use registry::{GameName, GameVisitor};
pub use thinking::Thinking;
pub use transitions::{TransitionCount, TransitionParams, Transitions};
pub use weights::WeightsFile;
