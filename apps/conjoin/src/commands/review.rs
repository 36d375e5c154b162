//! `conjoin review`: which moves of a game were mistakes, as the app judges them.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use conjoin_core::{History, Outcome, Side, Variant as _};
use conjoin_engine::prover::{Prover, table_part};
use conjoin_engine::review::{Judgement, Review, ReviewOptions};
use conjoin_engine::{PlayerOptions, Profile, make_player};
use conjoin_eval::Playable;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::{cores, records};
use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::units::parse_duration;
use crate::{interrupt, output};

/// Options of `conjoin review`.
#[derive(Debug, Args)]
pub struct Options {
    /// A game record (SGF or PGN-like text)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of the record in FILE, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    record: usize,
    /// Only list the records of FILE: number, players, plies, result and how it came about
    #[arg(long)]
    list: bool,
    /// Time for the whole game, for example 30s or 5m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    time: Duration,
}

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    if options.list {
        return list::<G>(options, common);
    }
    let (record, replay) = records::main_line::<G>(&options.file, options.record)?;
    let game = replay.history;
    if game.moves().is_empty() {
        let name = options.file.display();
        return Err(bad_input(&format!("{name}: record {} has no moves", options.record)));
    }
    let clock = output::Clock::start();
    let threads = common.threads.map_or_else(cores, usize::from);
    let review = reviewed_game::<G>(&game, options.time, threads, common)?;
    let seconds = clock.seconds();
    let players = Side::BOTH.map(|side| record.player(side));
    let text = if common.json {
        let mut body = json!(review.report(Duration::from_secs_f64(seconds)));
        body["record"] = json!(options.record);
        body["players"] = json!(players);
        body["threads"] = json!(threads);
        body["plies"] = json!(game.moves().len());
        body["result"] = json!(replay.outcome.map(Outcome::as_str));
        body["ending"] = json!(replay.ending.map(|ending| ending.to_string()));
        let variant = Some(G::variant(game.current()));
        output::object::<G>("review", common, variant, &clock, body).to_string()
    } else {
        let [black, white] = players.map(|name| name.unwrap_or_else(|| "?".into()));
        let rules = G::variant(game.current()).rules();
        let plies = game.moves().len();
        format!("{black} - {white}, {plies} plies, rules {rules}\n{}", summary(&review))
    };
    output::print(&text)?;
    if interrupt::requested() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Lists the records of the file that can be replayed.
fn list<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    for (record, replay) in records::main_lines::<G>(&options.file)? {
        let [black, white] = Side::BOTH.map(|side| record.player(side));
        let (number, plies) = (record.number(), replay.moves().len());
        let result = replay.outcome.map(Outcome::as_str);
        let ending = replay.ending.map(|ending| ending.to_string());
        let text = if common.json {
            let body = json!({
                "record": number,
                "players": [black, white],
                "plies": plies,
                "result": result,
                "ending": ending,
            });
            let variant = Some(replay.variant());
            output::object::<G>("review-list", common, variant, &clock, body).to_string()
        } else {
            format!(
                "{number}. {} - {}, {plies} plies, {} {}",
                black.as_deref().unwrap_or("?"),
                white.as_deref().unwrap_or("?"),
                result.unwrap_or("?"),
                ending.map_or(String::new(), |ending| format!("({ending})")),
            )
        };
        output::print(text.trim_end())?;
    }
    Ok(())
}

/// Reviews a game to the end of the time, or until Ctrl-C.
fn reviewed_game<G: Playable>(
    game: &History<G::Position>,
    time: Duration,
    threads: usize,
    common: &Common,
) -> Result<Review<G>, Failure> {
    // The search needs its table first, the solver later: a third and two thirds.
    let searching = common.memory() / 3;
    let options = PlayerOptions { memory_bytes: searching, threads, ..common.player_options() };
    let mut player = make_player(&Profile::<G>::load("champion")?, &options)?;
    let proving = common.memory() - searching;
    let mut prover =
        Prover::new(game.start(), table_part(proving), threads).map_err(anyhow::Error::new)?;
    let stop = interrupt::flag();
    let bar = ProgressBar::new(1000);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {percent} %").expect("a template"));
    let mut review = Review::new(game.clone(), &ReviewOptions { time });
    while !review.is_done() && !interrupt::requested() {
        if review.needs_search() {
            review.search_step(&mut *player, stop)?;
        } else {
            review.prove_step(&mut prover, stop);
        }
        bar.set_position((review.progress() * 1000.0) as u64);
    }
    bar.finish_and_clear();
    Ok(review)
}

/// What was found, for people.
fn summary<G: Playable>(review: &Review<G>) -> String {
    let mut text = String::new();
    for (ply, reviewed) in review.moves().iter().enumerate() {
        if !matches!(reviewed.judgement, Judgement::Best | Judgement::Good | Judgement::Unseen) {
            let dots = if ply % 2 == 0 { ". " } else { "..." };
            text += &format!("{:>3}{dots}{}\n", ply / 2 + 1, reviewed.text);
        }
    }
    let accuracy = |side| match review.accuracy(side) {
        Some(percent) => format!("{} {percent:.0} %", G::side_name(side)),
        None => format!("{} none", G::side_name(side)),
    };
    text += &format!("accuracy: {}, {}\n", accuracy(Side::First), accuracy(Side::Second));
    text += &match review.decided() {
        None => "no win is proved up to the end of the game".to_owned(),
        Some(decided) => format!(
            "{}'s win is proved from ply {} on; {}",
            G::side_name(decided.winner),
            decided.ply,
            match (decided.ply, decided.is_tight) {
                (0, _) => "that is the start",
                (_, true) => "before that it was not won: that is proved too",
                (_, false) => "whether it was won before that is not proved",
            }
        ),
    };
    text
}
