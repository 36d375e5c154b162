//! `conjoin suite`: makes suites of endgames and checks their keys.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use conjoin_core::{Position as _, Side};
use conjoin_engine::solve::{Length, LoaSolver, SolveRequest, proof_game};
use conjoin_games::loa::Rules;
use conjoin_lab::balance::{self, BalanceConfig};
use conjoin_lab::endgames::{EndgameConfig, EndgameError, build};
use conjoin_lab::middles::{self, Middle, MiddleConfig};
use conjoin_lab::suite::{self, SuiteEntry};
use conjoin_prove::proof::ProofHeader;
use conjoin_prove::{Algorithm, Limits};
use conjoin_referee::loa::verify_proof;
use serde_json::json;

use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::{interrupt, output};

/// Options of `conjoin suite`.
#[derive(Debug, Args)]
pub struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Make a suite of positions from the Olympiad games and self-play, or balanced openings
    Build {
        /// Which
        kind: Kind,
        /// Positions wanted [default: 300, or 150 hard ones, 171 middle ones, 100 openings]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
        count: Option<u32>,
        /// Nodes a move in self-play
        #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
        move_nodes: u64,
        /// Nodes for the proof of a position [default: 300,000, or 3,000,000 for hard ones]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        nodes: Option<u64>,
        /// File to write; what an earlier run with the same options put there is gone on with, for
        /// endgames, and any other file is refused
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Solve the positions of a suite again, verify the proofs and compare with its keys
    Check {
        /// A file, or the name of a suite that comes with the program
        suite: String,
        /// Nodes for each position
        #[arg(long, value_name = "N", default_value_t = 50_000_000, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Forced wins, ten plies or more from the end.
    Endgame,
    /// Forced wins beyond 400,000 df-pn expansions.
    EndgameHard,
    /// Positions of all phases of games.
    Middle,
    /// Openings of three plies that favour neither side.
    ThreePly,
}

/// Runs the command.
pub fn run(options: &Options, common: &Common) -> Result<(), Failure> {
    match &options.action {
        Action::Build { kind, count, move_nodes, nodes, output } => {
            if common.size.is_some_and(|size| size != 8) || common.rules() != Rules::OLYMPIAD {
                return Err(bad_input(&"suites are built for the 8x8 board and rules olympiad"));
            }
            output::expect_places(&[("--output", Some(output))])?;
            let made = Made { count: *count, move_nodes: *move_nodes, nodes: *nodes, output };
            if matches!(kind, Kind::Middle | Kind::ThreePly) && output.exists() {
                let name = output.display();
                return Err(bad_input(&format!("{name} exists: choose another file")));
            }
            match kind {
                Kind::Endgame => run_build(*kind, EndgameConfig::any(), &made, common),
                Kind::EndgameHard => run_build(*kind, EndgameConfig::hard(), &made, common),
                Kind::Middle => build_middle(&made, common),
                Kind::ThreePly => build_openings(&made, common),
            }
        }
        Action::Check { suite, nodes } => run_check(suite, *nodes, common),
    }
}

/// What `build` is asked for.
struct Made<'a> {
    count: Option<u32>,
    move_nodes: u64,
    nodes: Option<u64>,
    output: &'a std::path::Path,
}

fn run_build(
    kind: Kind,
    mut config: EndgameConfig,
    made: &Made<'_>,
    common: &Common,
) -> Result<(), Failure> {
    config.count = made.count.map_or(config.count, |count| count as usize);
    config.nodes = made.nodes.unwrap_or(config.nodes);
    config.move_nodes = made.move_nodes;
    config.memory = common.memory.unwrap_or(config.memory);
    config.seed = common.seed;
    let clock = output::Clock::start();
    let (name, title, share, solver) = match kind {
        Kind::Endgame | Kind::Middle | Kind::ThreePly => (
            "e",
            "forced wins for the side to move, ten plies or more from the end",
            "one position a game",
            "best",
        ),
        Kind::EndgameHard => (
            "h",
            "forced wins beyond 400,000 df-pn expansions",
            "up to three a game, four plies apart",
            "dfpn",
        ),
    };
    let mut text = format!(
        "# Endgames of Lines of Action, 8x8, rules olympiad: {title}.\n\
         # Made by conjoin suite build, seed {}: {share}, from the Computer Olympiad games\n\
         # of data/olympiad-games.txt and from self-play of {} with {} nodes a move and six random\n\
         # plies first, made for this suite alone: nothing learns from these games.\n\
         # Every result is proved. game_plies is how long the game went on; expanded is what {solver} needed.\n\
         # Facts of games; free to use (CC0).\n",
        config.seed, config.profile, config.move_nodes
    );
    if made.output.exists() {
        go_on(made.output, &mut text, &mut config, common)?;
    }
    let (mut lines, mut failed) = (config.given.len(), None);
    let count = build(&config, common.threads(), interrupt::flag(), |endgame| {
        lines += 1;
        text += &format!(
            "{}\tid={name}{lines:03}\tresult=win\tgame_plies={}\texpanded={}\tgame={}\tsource={}\n",
            endgame.position, endgame.plies_to_end, endgame.expanded, endgame.game, endgame.source
        );
        eprintln!("{lines} of {}: {} expanded", config.count, endgame.expanded);
        // Written whole each time, so that a killed run keeps what it found.
        failed = failed.take().or(output::write_file(made.output, text.as_bytes()).err());
    })
    .map_err(|error| match error {
        EndgameError::Engine(error) => error.into(),
        other => Failure::Other(other.into()),
    })?;
    failed.map_or(Ok(()), Err)?;
    finish(count, &text, made.output, &clock, common)
}

/// Writes what was made and says so.
fn finish(
    count: usize,
    text: &str,
    file: &std::path::Path,
    clock: &output::Clock,
    common: &Common,
) -> Result<(), Failure> {
    output::write_file(file, text.as_bytes())?;
    let text = if common.json {
        let body = json!({"file": file.display().to_string(), "positions": count});
        output::object("suite-build", common, Some(8), clock, body).to_string()
    } else {
        format!("{count} positions in {}, {:.0} s", file.display(), clock.seconds())
    };
    output::print(&text)?;
    if interrupt::requested() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn build_middle(made: &Made<'_>, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let mut config = MiddleConfig { move_nodes: made.move_nodes, ..MiddleConfig::default() };
    config.count = made.count.map_or(config.count, |count| count as usize);
    config.seed = common.seed;
    let mut text = format!(
        "# Positions of Lines of Action, 8x8, rules olympiad, from the opening to the endgame.\n\
         # Made by conjoin suite build middle --count {} --move-nodes {} --seed {}: one position a game, every ply from {} on to\n\
         # {} plies before the end being equally likely, from {}self-play of {} with {} nodes\n\
         # a move and six random plies first, made for this suite alone: nothing learns from these games.\n\
         # Facts of games; free to use (CC0).\n",
        config.count,
        config.move_nodes,
        config.seed,
        config.first_ply,
        config.last_plies,
        if config.seed == 1 {
            "the Computer Olympiad games of data/olympiad-games.txt and\n# "
        } else {
            ""
        },
        config.profile,
        config.move_nodes
    );
    let mut lines = 0;
    let count = middles::build(&config, interrupt::flag(), |middle| {
        lines += 1;
        let Middle { position, source } = middle;
        text += &format!("{position}\tid=m{}-{lines:03}\tsource={source}\n", config.seed);
    })
    .map_err(|error| Failure::Other(error.into()))?;
    finish(count, &text, made.output, &clock, common)
}

fn build_openings(made: &Made<'_>, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let mut config = BalanceConfig { seed: common.seed, ..BalanceConfig::default() };
    config.count = made.count.map_or(config.count, |count| count as usize);
    let mut lines = String::new();
    let mut looked_at = 0;
    let count = balance::build(&config, interrupt::flag(), |found, lines_so_far| {
        looked_at = lines_so_far;
        let scores = config.profiles.iter().zip(&found.scores);
        let scores: Vec<String> = scores.map(|(name, score)| format!("{name}={score}")).collect();
        lines += &format!("{}\t{}\n", found.opening.move_text(), scores.join("\t"));
    })
    .map_err(|error| Failure::Other(error.into()))?;
    let text = format!(
        "# {count} openings of {} plies that favour neither side, Lines of Action 8x8, rules olympiad.\n\
         # Made by conjoin suite build three-ply --seed {}: random lines, different up to the symmetries of the\n\
         # board; kept when the searches of {} to depth {} both find the position within\n\
         # {} points of even ({looked_at} lines were looked at). The scores are from the side to move, White.\n\
         # Facts; free to use (CC0).\n{lines}",
        config.plies,
        config.seed,
        config.profiles.join(" and "),
        config.depth,
        config.bound
    );
    finish(count, &text, made.output, &clock, common)
}

/// Takes over what an earlier run has found, so that the suite becomes that of one long run. The last
/// game is looked at again: the run may have ended amid its positions.
fn go_on(
    file: &std::path::Path,
    text: &mut String,
    config: &mut EndgameConfig,
    common: &Common,
) -> Result<(), Failure> {
    let name = file.display();
    let old = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let Some(lines) = old.strip_prefix(text.as_str()) else {
        return Err(bad_input(&format!(
            "{name} exists and is no suite of this kind, seed, player and nodes: choose another file"
        )));
    };
    let entries = suite::parse_suite(&old, common.rules())
        .map_err(|error| bad_input(&format!("{name}: {error}")))?;
    let game = |entry: &SuiteEntry| entry.columns.get("game").and_then(|game| game.parse().ok());
    let games: Vec<usize> = entries.iter().filter_map(game).collect();
    if games.len() != entries.len() || games.len() != lines.lines().count() {
        return Err(bad_input(&format!("{name}: a line does not name its game")));
    }
    config.first_game = games.last().copied().unwrap_or(0);
    let kept = games.iter().filter(|&&game| game < config.first_game).count();
    config.given = entries[..kept].iter().map(|entry| entry.position).collect();
    lines.split_inclusive('\n').take(kept).for_each(|line| *text += line);
    Ok(())
}

/// The suite of this name that comes with the program, or else the file.
pub fn read_suite(name: &str, common: &Common) -> Result<Vec<SuiteEntry>, Failure> {
    let entries = if let Some(entries) = suite::built_in_by(name, common.rules()) {
        entries
    } else {
        let text = std::fs::read_to_string(name).with_context(|| format!("cannot read {name}"))?;
        suite::parse_suite(&text, common.rules())
            .map_err(|error| bad_input(&format!("{name}: {error}")))?
    };
    let is_other = |entry: &SuiteEntry| common.size.is_some_and(|n| n != entry.position.size());
    if let Some(entry) = entries.iter().find(|entry| is_other(entry)) {
        let (id, size) = (entry.id(), entry.position.size());
        return Err(bad_input(&format!("--size does not fit {id} of {name}, on {size}x{size}")));
    }
    Ok(entries)
}

fn run_check(name: &str, nodes: u64, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let entries = read_suite(name, common)?;
    let (mut looked_at, mut verified, mut unknown, mut problems) = (0, 0, 0, Vec::new());
    for entry in &entries {
        let root = entry.position;
        let wanted = entry.columns.get("result").map_or("", String::as_str);
        let plies = entry.columns.get("plies");
        let request = SolveRequest {
            algorithm: Algorithm::Best,
            full: matches!(wanted, "draw" | "loss"),
            shortest: plies.is_some(),
            with_proof: true,
            threads: common.threads(),
        };
        let limits = Limits {
            nodes: Some(nodes),
            memory: common.memory(),
            stop: Some(interrupt::flag()),
            ..Limits::default()
        };
        let solved =
            LoaSolver::new(request).solve(&root, &limits).map_err(|error| bad_input(&error))?;
        if interrupt::requested() {
            break;
        }
        looked_at += 1;
        let found = solved.result.to_string();
        if let Some(refuted) = solved.refuted {
            problems.push(format!("{}: found {refuted}, which its proof refutes", entry.id()));
            continue;
        }
        if found == "unknown" || solved.proofs.is_empty() {
            unknown += 1;
            continue;
        }
        if found == "draw" && solved.proofs.len() < 2 {
            problems.push(format!("{}: one of the two proofs of a draw is missing", entry.id()));
        }
        if wanted.is_empty() {
            problems.push(format!("{}: no key result, found {found}", entry.id()));
        } else if found != wanted {
            problems.push(format!("{}: the key says {wanted:?}, found {found}", entry.id()));
        }
        if let (Some(plies), Some(Length { at_least, at_most })) = (plies, solved.length)
            && !plies.parse().is_ok_and(|plies: u32| (at_least..=at_most).contains(&plies))
        {
            let id = entry.id();
            problems
                .push(format!("{id}: the key says {plies} plies, found {at_least} to {at_most}"));
        }
        for proof in &solved.proofs {
            let mut bytes = Vec::new();
            let header = ProofHeader { game: &proof_game(&root), by: "conjoin" };
            proof.write(&header, &mut bytes)?;
            match verify_proof(&String::from_utf8_lossy(&bytes)) {
                Ok(_) => verified += 1,
                Err(refused) => problems.push(format!("{}: {refused}", entry.id())),
            }
        }
    }
    let is_whole = looked_at == entries.len();
    let colours = |side: Side| entries.iter().filter(|e| e.position.side_to_move() == side).count();
    let text = if common.json {
        let body = json!({
            "suite": name, "positions": entries.len(), "looked_at": looked_at, "verified": verified, "unknown": unknown,
            "black_to_move": colours(Side::First), "problems": problems,
        });
        let size = entries.first().map(|entry| entry.position.size());
        output::object("suite-check", common, size, &clock, body).to_string()
    } else {
        let mut text = String::new();
        for problem in &problems {
            text += &format!("{problem}\n");
        }
        text += &format!(
            "{}{} positions, {verified} proofs verified, {unknown} unknown, {} problems, {:.0} s",
            if is_whole { String::new() } else { format!("{looked_at} of ") },
            entries.len(),
            problems.len(),
            clock.seconds()
        );
        text
    };
    output::print(&text)?;
    match (is_whole, problems.is_empty()) {
        (false, _) => Err(Failure::Interrupted),
        (true, false) => Err(Failure::CheckFailed),
        (true, true) => Ok(()),
    }
}
