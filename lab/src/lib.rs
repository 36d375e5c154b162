//! Matches with honest statistics, suites of positions and experiments.
//!
//! A match goes through these files:
//!
//! * [`openings`]: where the games start;
//! * [`match_runner`]: which games are played, by whom, on all cores, and when to stop;
//! * [`player_thread`] and [`game`]: one game, its players on threads of their own, under a referee that
//!   trusts nobody;
//! * [`game_record`], [`move_searches`], [`match_header`] and [`run_file`]: what is kept, so that a killed run goes on;
//! * [`summary`]: what the games come to, with [`statistics`] and [`sprt`], which both rest on
//!   [`likelihood`].
//!
//! A [`tournament`] is many matches, with [`rating`] for the strengths of all players.
//!
//! [`learn`] makes the weights of evaluators from games, [`book`] makes opening books from searches.
//!
//! [`experiments`] repeat the tables of the papers, [`claims`] judges what came out, [`report`] tells
//! it, [`export`] makes tables of run files. Our own experiments are [`techniques`], [`speed`] and
//! [`solvers`]. Positions come from a [`suite`]; [`endgames`], [`search_suite`] and [`balance`] find
//! them, [`suite_builder`] writes their files.
//!
//! What is done on all cores goes through one [`work_queue`]. What comes with the program (experiments,
//! published tables, claims, suites, openings) is embedded by folder, a folder for each game.
//!
//! ```
//! use conjoin_lab::sprt::{Decision, Sprt};
//! use conjoin_lab::statistics::Pairs;
//!
//! // Points of A in 100 pairs of games: 10 times none, 5 times one half, and so on.
//! let pairs = Pairs { counts: [10, 5, 40, 10, 35] };
//! let estimate = pairs.estimate().expect("there are results");
//! assert!(estimate.low > 0.5 && estimate.elo() > 90.0);
//! let sprt: Sprt = "0,50".parse()?;
//! assert_eq!(sprt.decision(&pairs), Decision::AcceptH1);
//! # Ok::<(), conjoin_lab::sprt::SprtError>(())
//! ```

pub mod adjudication;
pub mod balance;
pub mod bench;
pub mod book;
pub mod claims;
mod embedded;
pub mod endgames;
pub mod experiments;
pub mod export;
pub mod file_lock;
pub mod game;
pub mod game_record;
pub mod learn;
pub mod likelihood;
pub mod match_header;
pub mod match_runner;
pub mod move_searches;
pub mod openings;
pub mod player_thread;
pub mod rank_correlation;
pub mod rating;
pub mod real_endgames;
pub mod report;
pub mod run_file;
pub mod search_suite;
pub mod solvers;
pub mod speed;
pub mod sprt;
pub mod statistics;
pub mod suite;
pub mod suite_builder;
pub mod suite_games;
pub mod summary;
pub mod techniques;
pub mod tournament;
pub mod usual;
pub mod work_queue;
