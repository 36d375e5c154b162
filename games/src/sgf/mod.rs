//! Smart Game Format: the syntax tree of a file, without knowledge of any game.
//!
//! Source: SGF FF\[4\], <https://red-bean.com/sgf/>, and the FF\[1\]-FF\[3\] habits still found in
//! old files. The format facts this module relies on:
//!
//! - A file is a collection of records `(;node;node(;variation)(;variation))`; a node is a list of
//!   properties, a property a name and one or more `[values]`. White space between them is free.
//! - In a value a backslash makes the next character ordinary; a backslash before a line break
//!   removes the break. A line break is LF, CR, CR LF or LF CR.
//! - Before FF\[4\] a name could hold lower-case letters, which do not count: `GaMe` is `GM`.
//!   Digits count: `P0` and `P1` are two properties ([`Property::key`]).
//! - Text before the first record is not part of the collection.
//!
//! Nothing that was in a record is lost: names, values, escapes, order and unknown properties are
//! kept as written, and [`Collection::to_bytes`] gives a file that reads as the same trees. Trees
//! live in one vector each and every walk over them is a loop, so no depth of nesting can overflow
//! the stack, and reading takes linear time.
//!
//! ```
//! use conjoin_games::sgf;
//!
//! let parsed = sgf::parse(b"(;GM[9]PB[Ann];B[d1-b3](;W[a2-c2])(;W[h7-f7]C[sharp \\[!\\]]))");
//! assert!(parsed.problems.is_empty());
//! let game = &parsed.collection.games[0];
//! assert_eq!(game.root().value("PB").map(|v| v.text()), Some("Ann".into()));
//! assert_eq!(game.main_line().count(), 3);
//! let again = sgf::parse(&parsed.collection.to_bytes());
//! assert_eq!(again.collection, parsed.collection);
//! ```

mod encoding;
mod error;
mod parse;
mod place;
mod tree;
mod value;
mod write;

pub use encoding::Encoding;
pub use error::{SyntaxError, SyntaxProblem};
pub use parse::{MAX_NODES, MAX_PROBLEMS, Parsed, parse};
pub use place::Place;
pub use tree::{Collection, GameTree, Node, NodeId, Property};
pub use value::Value;

pub(crate) use error::shorten;
pub(crate) use place::LineIndex;
