//! Experiments: the tables of the papers, measured again.
//!
//! An experiment is a manifest in `lab/experiments` and nothing else. Some kinds of work do them all:
//! solvers over endgames ([`solving`]), searches of a suite to a depth ([`searching`]), matches
//! ([`playing`], and what their games say of features, [`dependence`]), what players think of a position
//! ([`move_opinions`]), and what observers find block by block ([`observations`]): how weights learn
//! ([`learning`]), whether passing would help ([`passing`]), how wins are converted ([`converting`]), what a
//! search meets ([`tallying`]), what is true of a whole board ([`boards`]) and what moves are worth in plies
//! ([`move_values`]).
//!
//! The way of an experiment: [`manifest`] (what it is), [`plan`] (cut into pieces of work),
//! [`runner`] (done on all cores, each piece a line of a run file, see [`record`]), [`data`] (what
//! the pieces come to), [`expression`] (the formulas of tables, plots and claims), [`result`]
//! (tables beside [`published`] ones, and what is kept in `results`).

pub mod boards;
pub mod converting;
pub mod course;
pub mod data;
pub mod dependence;
pub mod expression;
pub mod identity;
pub mod learning;
pub mod manifest;
pub mod move_opinions;
pub mod move_values;
pub mod observations;
pub mod passing;
pub mod plan;
pub mod playing;
pub mod published;
pub mod record;
pub mod result;
pub mod runner;
pub mod searching;
pub mod solving;
pub mod tallying;

pub use manifest::{ExperimentError, Manifest, ScaleName};
pub use plan::Plan;
pub use result::ExperimentResult;
