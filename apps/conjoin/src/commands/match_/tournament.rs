//! `conjoin match` with more than two players: a round robin.

use std::path::Path;

use conjoin_engine::Profile;
use conjoin_games::loa::Position;
use conjoin_lab::match_header::PlayerId;
use conjoin_lab::run_file::{Existing, RunFile, RunFileError, machine};
use conjoin_lab::tournament::{
    Observer, Standings, Tournament, TournamentGame, TournamentHeader, to_sgf,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::{DEFAULT_MEMORY, Options, expect_places, number, plan};
use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::{interrupt, output, version};

/// Keeps the games and shows how far the tournament is.
struct Desk {
    file: Option<RunFile>,
    bar: ProgressBar,
}

impl Observer for Desk {
    type Error = RunFileError;

    fn game_over(&mut self, game: &TournamentGame) -> Result<(), RunFileError> {
        self.bar.inc(1);
        match &mut self.file {
            Some(file) => file.append(game),
            None => Ok(()),
        }
    }

    fn wants_stop(&mut self) -> bool {
        interrupt::requested()
    }
}

/// Runs the tournament.
pub fn run(options: &Options, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    if options.sprt.is_some() {
        return Err(bad_input(&"--sprt is for two players, and here are more"));
    }
    let names = [&options.profile_a, &options.profile_b].into_iter().chain(&options.more);
    let profiles = names.map(|name| Profile::load(name)).collect::<Result<Vec<_>, _>>()?;
    for (i, profile) in profiles.iter().enumerate() {
        if profiles[..i].iter().any(|other| other.name == profile.name) {
            return Err(bad_input(&format!("two players are called {}", profile.name)));
        }
    }
    let start = common.position(None)?;
    let memory = common.memory.unwrap_or(DEFAULT_MEMORY);
    let tournament = Tournament { profiles, memory, plan: plan(options, common, &start)? };
    let header = header(options, &start, &tournament)?;
    expect_places(options)?;
    tournament.check()?;
    let (file, finished) = match &options.output {
        None => (None, Vec::new()),
        Some(path) => open(path, options.resume, &header)?,
    };
    let total = header.games * tournament.pairings().len();
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} left")
        .expect("a template that is known to parse");
    let bar = ProgressBar::new(total as u64).with_style(style);
    bar.set_position(finished.len() as u64);
    let mut desk = Desk { file, bar };
    let ran = tournament.run(finished, &mut desk);
    desk.bar.finish_and_clear();
    let (games, interrupted) = ran.map_err(|error| bad_input(&error))?;
    let names: Vec<String> = header.players.iter().map(|player| player.name.clone()).collect();
    let standings = Standings::new(&names, &games);
    let text = if common.json {
        let body = json_body(&header, &standings, interrupted);
        output::object("tournament", common, Some(start.size()), &clock, body).to_string()
    } else {
        text(&header, &standings, interrupted)
    };
    output::print(&text)?;
    if let Some(path) = &options.sgf {
        output::write_file(path, to_sgf(&games, start.rules()).as_bytes())?;
    }
    if interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

fn header(
    options: &Options,
    start: &Position,
    tournament: &Tournament,
) -> Result<TournamentHeader, Failure> {
    let Tournament { profiles, memory, plan } = tournament;
    let openings_hash = options
        .openings
        .fingerprint(start, options.opening_plies)
        .map_err(|error| bad_input(&error))?;
    Ok(TournamentHeader {
        schema: TournamentHeader::SCHEMA.into(),
        version: version::LINE.into(),
        game: "loa".into(),
        size: start.size(),
        rules: start.rules().to_string(),
        start: start.to_string(),
        players: profiles.iter().map(PlayerId::of).collect(),
        limit: plan.conditions.thinking.to_string(),
        grace_ms: plan.conditions.grace.as_millis() as u64,
        max_plies: plan.conditions.max_plies,
        adjudicate: options.adjudicate,
        memory: *memory,
        openings: options.openings.to_string(),
        openings_hash,
        seed: plan.seed,
        games: 2 * plan.openings.len(),
        concurrency: plan.concurrency,
        machine: machine(),
    })
}

fn open(
    path: &Path,
    resume: bool,
    header: &TournamentHeader,
) -> Result<(Option<RunFile>, Vec<TournamentGame>), Failure> {
    let existing = if resume { Existing::Continue } else { Existing::Refuse };
    let (file, games): (_, Vec<TournamentGame>) =
        RunFile::open(path, header, &header.free(), existing).map_err(|error| bad_input(&error))?;
    if let Some(game) = games.iter().find(|game| !header.has(game)) {
        let (path, TournamentGame { a, b, game }) = (path.display(), game);
        let number = game.game;
        let reason =
            format!("run file {path}: game {number} of {a} - {b} is not one of this match");
        return Err(bad_input(&reason));
    }
    Ok((Some(file), games))
}

fn json_body(header: &TournamentHeader, standings: &Standings, interrupted: bool) -> Value {
    let players = standings.order().into_iter().map(|i| {
        let (points, games) = standings.total(i);
        let rating = standings.ratings.as_ref().map(|ratings| ratings[i]);
        json!({
            "name": standings.names[i], "hash": header.players[i].hash, "points": points,
            "games": games, "elo": rating.map(|r| number(r.elo)),
            "elo_error": rating.map(|r| number(r.error)),
        })
    });
    let pairings = standings.encounters.iter().map(|([a, b], summary)| {
        let [losses, draws, wins] = summary.games.counts;
        let estimate = summary.estimate.as_ref();
        json!({
            "a": standings.names[*a], "b": standings.names[*b], "games": summary.games.total(),
            "wins": wins, "draws": draws, "losses": losses, "pairs": summary.pairs.counts,
            "score": estimate.map(|e| e.score), "score_low": estimate.map(|e| e.low),
            "score_high": estimate.map(|e| e.high), "time_losses": summary.time_losses(),
            "illegal": summary.illegal(), "errors": summary.errors(),
            "repeated": summary.repeated, "left_out": summary.left_out,
        })
    });
    json!({
        "limit": header.limit, "openings": header.openings, "threads": header.concurrency,
        "players": players.collect::<Vec<_>>(), "pairings": pairings.collect::<Vec<_>>(),
        "interrupted": interrupted,
    })
}

/// The crosstable for people.
fn text(header: &TournamentHeader, standings: &Standings, interrupted: bool) -> String {
    let order = standings.order();
    let width = standings.names.iter().map(String::len).max().unwrap_or(0).max(6);
    let mut lines = vec![format!(
        "{} players, {} games a pairing, openings {} with both colours, {}, rules {}, seed {}",
        order.len(),
        header.games,
        header.openings,
        header.limit,
        header.rules,
        header.seed
    )];
    let mut head = format!("{:>3} {:width$} {:>7} {:>6} {:>13}", "", "", "Elo", "+/-", "points");
    for place in 1..=order.len() {
        head += &format!(" {place:>7}");
    }
    lines.push(head);
    for (place, &i) in order.iter().enumerate() {
        let (points, games) = standings.total(i);
        let (elo, error) = match &standings.ratings {
            Some(ratings) => {
                (format!("{:+.0}", ratings[i].elo), format!("{:.0}", ratings[i].error))
            }
            None => ("-".into(), "-".into()),
        };
        let name = &standings.names[i];
        let total = format!("{points}/{games}");
        let mut line = format!("{:>3} {name:width$} {elo:>7} {error:>6} {total:>13}", place + 1);
        for &other in &order {
            let (points, games) = standings.points(i, other);
            let cell = if games == 0 { "-".to_owned() } else { points.to_string() };
            line += &format!(" {cell:>7}");
        }
        lines.push(line);
    }
    for ([a, b], summary) in &standings.encounters {
        let failed = summary.time_losses() + summary.illegal() + summary.errors();
        if failed > 0 || summary.repeated > 0 {
            lines.push(format!(
                "{} - {}: {failed} games lost by time, illegal moves or errors, {} repeat another",
                standings.names[*a], standings.names[*b], summary.repeated
            ));
        }
    }
    let left_out: u64 = standings.encounters.iter().map(|(_, summary)| summary.left_out).sum();
    if left_out > 0 {
        lines.push(format!("{left_out} finished games not counted: half a pair"));
    }
    if interrupted {
        lines.push(format!("interrupted; {} games a pairing were planned", header.games));
    }
    lines.join("\n")
}
