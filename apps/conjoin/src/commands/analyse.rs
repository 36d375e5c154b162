//! `conjoin analyse`: the best moves of a position.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use conjoin_core::{
    Form, Game, History, Marks, MoveOf, Outcome, TextForm as _, Variant as _, format_line,
    format_moves,
};
use conjoin_engine::book::{Book, BookParams, BookPosition};
use conjoin_engine::notation::score_json;
use conjoin_engine::{
    EngineKind, Event, EventLine, Profile, Request, Thought, TransitionParams, make_player,
};
use conjoin_eval::Playable;
use conjoin_search::{Counters, ScoreBound};
use serde_json::{Value, json};

use super::explain_moves::{self, MoveTable};
use super::show::played;
use super::{book_moves, explain, records};
use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::units::{grouped, parse_duration};
use crate::{interrupt, output};

/// How long to think when nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Options of `conjoin analyse`.
#[derive(Debug, Args)]
pub struct Options {
    /// A game record (SGF or PGN-like text); its last position is analysed
    #[arg(value_name = "FILE", conflicts_with = "position")]
    file: Option<PathBuf>,
    /// The position, for example "1bb1/w2w/w2w/1bb1 b" [default: the start]
    #[arg(long, value_name = "POS")]
    position: Option<String>,
    /// Moves to make first, for example "d1-b3 h4-f2"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Number of the record in FILE, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "file")]
    record: usize,
    /// Analyse the position after so many moves of the record [default: all]
    #[arg(long, value_name = "N", requires = "file")]
    ply: Option<usize>,
    /// Profile that analyses: a name or a TOML file
    #[arg(long, default_value = "champion")]
    profile: String,
    /// Search to this depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// Search so many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search so long, for example 500ms, 10s or 2m [default: 5s if there is no other limit]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,
    /// Show so many of the best moves
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: u16,
    /// Also show what each feature of the evaluator says about the position, for both sides
    #[arg(long)]
    explain: bool,
    /// Also show the category of each legal move, how often its like is played, and the plies that it is worth
    #[arg(long)]
    explain_moves: bool,
    /// Table of transition probabilities for --explain-moves: a name or a TOML file [default: the game's first]
    #[arg(long, value_name = "NAME", requires = "explain_moves")]
    transitions: Option<String>,
    /// Opening book whose moves are shown too: a built-in name, a TSV file or none [default: that of the profile, else
    /// champion if there is one]
    #[arg(long, value_name = "BOOK")]
    book: Option<String>,
}

impl Options {
    fn request(&self) -> Request {
        let is_open = self.depth.is_none() && self.nodes.is_none() && self.time.is_none();
        Request {
            depth: self.depth,
            nodes: self.nodes,
            move_time: if is_open { Some(DEFAULT_TIME) } else { self.time },
            clock: None,
            multi_pv: usize::from(self.multipv),
            any_win: false,
            // The book is shown beside what the search finds.
            may_use_book: false,
        }
    }

    /// The name of the book that is shown and what it says of the position.
    fn book_moves<G: Playable>(
        &self,
        profile: &Profile<G>,
        now: &G::Position,
    ) -> Result<Option<(String, BookPosition<G>)>, Failure> {
        let usual = BookParams::default().name;
        let own = match &profile.engine {
            EngineKind::Own(engine) => engine.book.as_ref(),
            EngineKind::Outside(_) => None,
        };
        let (name, book) = match (self.book.as_deref(), own) {
            (Some("none"), _) => return Ok(None),
            (Some(name), _) => {
                let book = Book::<G>::load(name, None)?;
                if G::variant(&G::start(book.variant())) != G::variant(now) {
                    return Err(bad_input(&format!(
                        "--book {name}: it is for {}, the position is of {}",
                        book.variant(),
                        G::variant(now)
                    )));
                }
                (name.to_owned(), Arc::new(book))
            }
            (None, Some(own)) => (own.params.name.clone(), Arc::clone(&own.book)),
            (None, _) if Book::<G>::names().contains(&usual) => {
                let book = Book::<G>::load(&usual, None)?;
                (usual, Arc::new(book))
            }
            (None, _) => return Ok(None),
        };
        Ok(book.at(now).map(|entry| (name, entry)))
    }

    /// The game whose current position is to be analysed.
    fn game<G: Playable>(&self, common: &Common) -> Result<History<G::Position>, Failure> {
        let moves = self.moves.as_deref().unwrap_or("");
        match &self.file {
            None => played(History::new(common.position::<G>(self.position.as_deref())?), moves),
            Some(_) => played(self.game_of_file::<G>()?, moves),
        }
    }

    /// The main line of the record in the file, as far as it is wanted.
    fn game_of_file<G: Playable>(&self) -> Result<History<G::Position>, Failure> {
        let file = self.file.as_deref().context("there is a file")?;
        let name = file.display();
        let mut game = records::main_line::<G>(file, self.record)?.1.history;
        if let Some(ply) = self.ply {
            let plies = game.moves().len();
            if ply > plies {
                return Err(bad_input(&format!(
                    "--ply {ply}: record {} of {name} has {plies} moves",
                    self.record
                )));
            }
            while game.moves().len() > ply {
                game.pop();
            }
        }
        Ok(game)
    }
}

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    let game = options.game::<G>(common)?;
    let now = game.current();
    let profile = Profile::<G>::load(&options.profile)?;
    let explanation = match (&profile.engine, options.explain) {
        (_, false) => None,
        (EngineKind::Own(engine), true) => Some(explain::of::<G>(&engine.evaluator, now, common)),
        (EngineKind::Outside(_), true) => {
            return Err(bad_input(&format!(
                "--explain: {} is an outside engine, whose features are not known",
                profile.name
            )));
        }
    };
    let explained_moves = if options.explain_moves {
        let (name, table) = explain_moves::table::<G>(options.transitions.as_deref())?;
        Some(MoveTable::new::<G>(name, &table, &TransitionParams::default(), now))
    } else {
        None
    };
    let book = options.book_moves(&profile, now)?;
    let mut player = make_player(&profile, &common.player_options())?;
    let clock = output::Clock::start();
    let shows = !common.json;
    if shows {
        let marks = Marks { last_route: G::last_route(&game), ..Marks::default() };
        eprint!("{}{now}\n\n", G::draw(now, &marks, Form::Text));
    }
    let thought = player.think(&game, &options.request(), interrupt::flag(), &mut |event| {
        if shows {
            eprint!("{}", live_lines::<G>(now, event));
        }
    })?;
    let text = if common.json {
        let mut body = body::<G>(&profile.name, &game, &thought);
        body["book"] = json!(book.as_ref().map(|(name, entry)| {
            json!({"name": name, "depth": entry.depth, "moves": book_moves::moves_json(entry)})
        }));
        if let Some(explanation) = &explanation {
            body["explain"] = json!(explanation);
        }
        if let Some(moves) = &explained_moves {
            body["explain_moves"] = moves.to_json();
        }
        output::object::<G>("analyse", common, Some(G::variant(now)), &clock, body).to_string()
    } else {
        let features = explanation.as_ref().map(|found| explain::table::<G>(found, now));
        let moves = explained_moves.as_ref().map(MoveTable::to_text);
        let tables = [features, moves].into_iter().flatten().map(|table| table + "\n");
        let mut text = tables.collect::<String>() + &summary::<G>(&profile.name, &game, &thought);
        if let Some((name, entry)) = &book {
            text += &format!("\nbook {name}:\n{}", book_moves::table(entry));
        }
        text
    };
    output::print(&text)?;
    if interrupt::requested() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// What was found so far, for people.
fn live_lines<G: Game>(now: &G::Position, event: &Event<MoveOf<G>>) -> String {
    let mut text = String::new();
    let sign = match event.bound {
        ScoreBound::Exact => "",
        ScoreBound::AtLeast => ">= ",
        ScoreBound::AtMost => "<= ",
    };
    for EventLine { score, moves } in &event.lines {
        let depth = if event.is_proved {
            format!("{:>7}", "proof")
        } else {
            format!("{:>3}/{:<3}", event.depth, event.selective_depth)
        };
        text += &format!(
            "{depth} {:>18}  {:>14}  {:>7.2} s  {}\n",
            format!("{sign}{score}"),
            grouped(event.nodes),
            event.time.as_secs_f64(),
            format_line(now, moves)
        );
    }
    text
}

fn body<G: Game>(
    profile: &str,
    game: &History<G::Position>,
    thought: &Thought<MoveOf<G>>,
) -> Value {
    let now = game.current();
    let lines: Vec<Value> = thought
        .lines
        .iter()
        .map(|line| {
            json!({
                "move": now.format_move(line.moves[0]),
                "score": score_json(line.score),
                "pv": format_moves(now, &line.moves),
            })
        })
        .collect();
    let mut body = json!({
        "position": now.to_string(),
        "profile": profile,
        "best": thought.best_move.map(|mv| now.format_move(mv)),
        "score": thought.score.map(score_json),
        "result": game.outcome().map(Outcome::as_str),
        "depth": thought.depth,
        "seldepth": thought.selective_depth,
        "nodes": thought.counters.nodes,
        "counters": thought.counters,
        "pv": thought.lines.first().map(|line| format_moves(now, &line.moves)).unwrap_or_default(),
        "lines": lines,
    });
    if thought.counters.proof_nodes > 0 {
        body["proof_nodes"] = json!(thought.counters.proof_nodes);
        body["proved"] = json!(thought.counters.proofs > 0);
    }
    body
}

/// The result, for people.
fn summary<G: Game>(
    profile: &str,
    game: &History<G::Position>,
    thought: &Thought<MoveOf<G>>,
) -> String {
    let now = game.current();
    let rules = G::variant(now).rules();
    let Some(best) = thought.best_move else {
        let result = game.outcome().map_or("unknown", Outcome::as_str);
        return format!("the game is over: {result} (rules {rules})");
    };
    let mut text = String::new();
    for (i, line) in thought.lines.iter().enumerate() {
        text += &format!("{}. {}  {}\n", i + 1, line.score, format_line(now, &line.moves));
    }
    let score = thought.score.map_or("unknown".into(), |score| score.to_string());
    let seconds = thought.time.as_secs_f64();
    let Counters { nodes, proof_nodes, proofs, .. } = thought.counters;
    let work = match proofs {
        0 => {
            let (depth, deepest) = (thought.depth, thought.selective_depth);
            format!("depth {depth}/{deepest}, {} nodes", grouped(nodes))
        }
        _ => format!("proved with {} nodes of proof-number search", grouped(proof_nodes)),
    };
    text += &format!(
        "best {}, score {score} (profile {profile}, {work}, {seconds:.2} s, rules {rules})",
        now.format_move(best)
    );
    text
}
