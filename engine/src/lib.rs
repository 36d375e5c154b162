//! A search that people and programs can talk to.
//!
//! A [`Player`] is anything that chooses moves: one of our own engines, made from a profile, or
//! an outside program. It is given a game, a [`Request`] and a flag that stops it, tells what it
//! finds by [`Event`]s and answers with a [`Thought`].

mod player;

pub use player::{Clock, EngineError, Event, EventLine, Player, Request, Thought};
