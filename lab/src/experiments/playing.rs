//! Matches: scores, lengths, branching and speed.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use conjoin_core::{History, Position as _, TextForm as _};
use conjoin_engine::{EngineKind, Handicap, Thinking};
use conjoin_eval::Playable;

use super::expression::Call;
use super::identity;
use super::manifest::{ExperimentError, Manifest, MatchSpec, Scale};
use super::record::Finding;
use crate::game::Conditions;
use crate::game_record::{Colour, GameRecord};
use crate::match_runner::{self, MatchPlan, ProfilePair};
use crate::move_searches::MoveSearches;
use crate::openings::{Opening, OpeningSet};
use crate::usual::Usual;

/// A match, ready to be played game by game.
#[derive(Clone, Debug)]
pub struct PlannedMatch<G: Playable> {
    /// Its name.
    pub name: String,
    /// What is played.
    pub plan: MatchPlan<G::Position>,
    players: ProfilePair<G>,
}

impl<G: Playable> PlannedMatch<G> {
    /// The match of a manifest at a scale.
    pub fn new(
        manifest: &Manifest,
        spec: &MatchSpec,
        scale: &Scale,
        seed: u64,
    ) -> Result<Self, ExperimentError> {
        let bad = |reason: &str| ExperimentError::Bad {
            name: format!("{}.toml", manifest.id),
            reason: format!("match {}: {reason}", spec.name),
        };
        let profiles = [manifest.profile::<G>(&spec.a)?, manifest.profile::<G>(&spec.b)?];
        let thinking = match (spec.depths, spec.milliseconds, spec.nodes) {
            (Some(depths), None, None) => {
                let depths = depths.map(|depth| depth.min(scale.depth.max(1)));
                depths.map(Thinking::Depth)
            }
            (None, Some(time), None) => {
                let millis = (time * scale.time_factor).max(1.0);
                [Thinking::MoveTime(Duration::from_secs_f64(millis / 1000.0)); 2]
            }
            (None, None, Some(nodes)) => {
                let nodes = nodes.map(|nodes| ((nodes as f64 * scale.time_factor) as u64).max(1));
                nodes.map(Thinking::Nodes)
            }
            _ => return Err(bad("expected one of depths, milliseconds and nodes")),
        };
        let start = G::start(G::Variant::default());
        let pairs = ((scale.pairs as f64 * spec.part).ceil() as usize).max(1);
        let openings = if let Some(line) = &spec.line {
            vec![opening_of::<G>(start, line).map_err(|reason| bad(&reason))?; pairs]
        } else {
            let name = spec.openings.clone().unwrap_or_else(|| Usual::of(G::NAME).openings);
            OpeningSet::parse::<G>(&name)?.openings::<G>(&start, pairs, 0, seed)?
        };
        // A busy machine may be late; what is measured is play, not punctuality.
        let usual = Conditions::new(thinking[0]);
        let conditions = Conditions { grace: Duration::from_mins(1), thinking, ..usual };
        let plan = MatchPlan { openings, conditions, seed, concurrency: 1, sprt: None };
        let memory = scale.memory.max(1) << 20;
        Ok(Self { name: spec.name.clone(), plan, players: ProfilePair { profiles, memory } })
    }

    /// All that its games depend on, as text.
    pub fn identity(&self) -> String {
        let ProfilePair { profiles: [a, b], memory } = &self.players;
        let limits = self.plan.conditions.thinking;
        let openings = &self.plan.openings;
        let [a, b] = [(a, limits[0]), (b, limits[1])]
            .map(|(profile, limit)| identity::of_engine(&limited(&profile.engine, limit)));
        let most = match limits {
            [Thinking::Depth(a), Thinking::Depth(b)] => Thinking::Depth(a.max(b)),
            [Thinking::Nodes(a), Thinking::Nodes(b)] => Thinking::Nodes(a.max(b)),
            [limit, _] => limit,
        };
        format!("{a} {b} {memory} {most} {openings:?}")
    }

    /// Plays a game; nothing when it was stopped.
    pub fn run(&self, number: usize, stop: &AtomicBool) -> Option<Finding> {
        let mut game = match_runner::play_game::<G>(&self.plan, &self.players, number, stop)?;
        // Nothing is measured by them, and they are half of a line.
        game.searches = MoveSearches::default();
        Some(finding::<G>(self.name.clone(), game, G::Variant::default()))
    }
}

/// An engine with its limit as a handicap: so runs have told the work of a game from another since before
/// matches had a limit for each player, and what they have played stays theirs.
fn limited<G: Playable>(engine: &EngineKind<G>, limit: Thinking) -> EngineKind<G> {
    let mut engine = engine.clone();
    if let EngineKind::Own(own) = &mut engine {
        let base = own.handicap.unwrap_or_default();
        match limit {
            Thinking::Depth(depth) => own.handicap = Some(Handicap { depth: Some(depth), ..base }),
            Thinking::Nodes(nodes) => own.handicap = Some(Handicap { nodes: Some(nodes), ..base }),
            Thinking::MoveTime(_) | Thinking::Clock { .. } => {}
        }
    }
    engine
}

/// An opening of these moves.
fn opening_of<G: Playable>(start: G::Position, line: &str) -> Result<Opening<G::Position>, String> {
    let mut game = History::new(start);
    for word in line.split_whitespace() {
        game.push(game.current().parse_move(word).map_err(|error| error.to_string())?);
    }
    Ok(Opening { start, moves: game.moves().to_vec() })
}

/// What a game of a match is to an experiment.
pub fn finding<G: Playable>(of: String, game: GameRecord, variant: G::Variant) -> Finding {
    let (choices, men) = choices_and_men::<G>(&game, variant);
    Finding::Game { of, choices, men, game }
}

/// Legal moves of all positions on the way, and the men at the end.
fn choices_and_men<G: Playable>(game: &GameRecord, variant: G::Variant) -> (u64, u32) {
    let Some(history) = game.replay::<G>(variant) else { return (0, 0) };
    let positions = history.positions();
    let choices = positions[..positions.len() - 1].iter().map(|p| p.legal_moves().len() as u64);
    (choices.sum(), G::men(history.current()).iter().sum())
}

/// A game with the legal moves of all positions on its way and the men at its end.
pub type Played<'r> = (&'r GameRecord, u64, u32);

/// The complete pairs of games of matches, by their names, in the order of their numbers.
pub fn complete_pairs<'r>(
    names: &[String],
    findings: impl Iterator<Item = &'r Finding>,
) -> Vec<(String, Vec<[Played<'r>; 2]>)> {
    let mut games = BTreeMap::new();
    for finding in findings {
        if let Finding::Game { of, choices, men, game } = finding
            && let Some(index) = names.iter().position(|name| name == of)
        {
            games.insert((index, game.game), (game, *choices, *men));
        }
    }
    let mut matches: Vec<_> = names.iter().map(|name| (name.clone(), Vec::new())).collect();
    for (&(index, number), &first) in games.iter().filter(|((_, number), _)| number % 2 == 0) {
        if let Some(&second) = games.get(&(index, number + 1)) {
            matches[index].1.push([first, second]);
        }
    }
    matches
}

/// What the games of matches were.
#[derive(Clone, Debug, Default)]
pub struct GameData {
    /// Matches by name, each with its complete pairs.
    pub matches: Vec<(String, Vec<Pair>)>,
}

/// Two games from one opening.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pair {
    points: f64,
    /// Points of the first player, whoever it was.
    first: f64,
    draws: f64,
    plies: f64,
    choices: f64,
    men: f64,
    /// Games that ended with more than ten men.
    over_ten: f64,
    nodes: [f64; 2],
    seconds: [f64; 2],
    /// Each of the two games, for measures that leave some out.
    games: [GameFacts; 2],
}

/// What of a game decides whether it counts, and for whom.
#[derive(Clone, Copy, Debug, Default)]
struct GameFacts {
    plies: usize,
    is_drawn: bool,
    a_is_first: bool,
    a_won: bool,
}

impl GameFacts {
    fn of(game: &GameRecord) -> Self {
        Self {
            plies: game.plies,
            is_drawn: game.score > 0.0 && game.score < 1.0,
            a_is_first: game.a_colour == Colour::Black,
            a_won: game.score >= 1.0,
        }
    }
}

impl GameData {
    /// Gathers the complete pairs, in the order of their numbers.
    pub fn new<'r>(names: &[String], findings: impl Iterator<Item = &'r Finding>) -> Self {
        let sum = |games: &[Played<'_>; 2]| {
            let mut pair =
                Pair { games: games.map(|(game, ..)| GameFacts::of(game)), ..Pair::default() };
            for &(game, choices, men) in games {
                pair.points += game.score;
                let is_first = game.a_colour == Colour::Black;
                pair.first += if is_first { game.score } else { 1.0 - game.score };
                pair.draws += f64::from(u8::from(game.score > 0.0 && game.score < 1.0));
                pair.plies += game.plies as f64;
                pair.choices += choices as f64;
                pair.men += f64::from(men);
                pair.over_ten += f64::from(u8::from(men > 10));
                for (i, (nodes, seconds)) in
                    [(game.a_nodes, game.a_seconds), (game.b_nodes, game.b_seconds)]
                        .into_iter()
                        .enumerate()
                {
                    pair.nodes[i] += nodes as f64;
                    pair.seconds[i] += seconds;
                }
            }
            pair
        };
        let pairs = complete_pairs(names, findings).into_iter();
        let matches = pairs.map(|(name, pairs)| (name, pairs.iter().map(sum).collect()));
        Self { matches: matches.collect() }
    }

    /// Measures of a match m: `score(m)` of A, `first(m)` of the player who moves first, `drawn(m)` (part
    /// of the games), `games(m)`, `plies(m)` and `men(m)` a game,
    /// `branching(m)`, `over_ten(m)` (part of the games that end with more than ten men), `a_speed(m)`
    /// and `b_speed(m)` in nodes a second; and over the games of more than n plies that somebody won, what part
    /// A has won, `decided_score(m, n)`, also of those in which A moved first or second,
    /// `decided_as_first(m, n)` and `decided_as_second(m, n)`, what part the player who moved first has won,
    /// `decided_first(m, n)`, and their number, `decided(m, n)`.
    pub fn measure(&self, call: &Call, weights: &[Vec<f64>]) -> Option<f64> {
        let name = call.arguments.first()?;
        let index = self.matches.iter().position(|(known, _)| known == name)?;
        let pairs = &self.matches[index].1;
        let sum = |of: &dyn Fn(&Pair) -> f64| -> f64 {
            pairs.iter().zip(&weights[index]).map(|(pair, weight)| weight * of(pair)).sum()
        };
        let games = sum(&|_| 2.0);
        if games <= 0.0 {
            return None;
        }
        if let Some(which) = DecidedGames::of(&call.name) {
            let longer_than = call.arguments.get(1)?.parse().ok()?;
            let [all, counted] = [false, true].map(|is_counted| {
                sum(&|pair| which.count(&pair.games, longer_than, is_counted) as f64)
            });
            return match which {
                DecidedGames::Number => Some(all),
                _ => (all > 0.0).then(|| counted / all),
            };
        }
        match call.name.as_str() {
            "score" => Some(sum(&|pair| pair.points) / games),
            "first" => Some(sum(&|pair| pair.first) / games),
            "drawn" => Some(sum(&|pair| pair.draws) / games),
            "games" => Some(games),
            "plies" => Some(sum(&|pair| pair.plies) / games),
            "men" => Some(sum(&|pair| pair.men) / games),
            "over_ten" => Some(sum(&|pair| pair.over_ten) / games),
            "branching" => Some(sum(&|pair| pair.choices) / sum(&|pair| pair.plies)),
            "a_speed" => Some(sum(&|pair| pair.nodes[0]) / sum(&|pair| pair.seconds[0])),
            "b_speed" => Some(sum(&|pair| pair.nodes[1]) / sum(&|pair| pair.seconds[1])),
            _ => None,
        }
    }
}

/// Measures over the games that somebody has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DecidedGames {
    /// How many they are.
    Number,
    /// Who moved first has won.
    First,
    /// A has won.
    Score,
    /// A has won, of the games in which A moved first.
    AsFirst,
    /// A has won, of the games in which A moved second.
    AsSecond,
}

impl DecidedGames {
    fn of(measure: &str) -> Option<Self> {
        Some(match measure {
            "decided" => Self::Number,
            "decided_first" => Self::First,
            "decided_score" => Self::Score,
            "decided_as_first" => Self::AsFirst,
            "decided_as_second" => Self::AsSecond,
            _ => return None,
        })
    }

    /// How many of these games were won after more plies than these, or won by the player asked for.
    fn count(self, games: &[GameFacts], longer_than: usize, by_player: bool) -> usize {
        let is_meant = |game: &&GameFacts| {
            let is_colour = match self {
                Self::AsFirst => game.a_is_first,
                Self::AsSecond => !game.a_is_first,
                Self::Number | Self::First | Self::Score => true,
            };
            let is_won = match self {
                Self::First => game.a_won == game.a_is_first,
                _ => game.a_won,
            };
            !game.is_drawn && game.plies > longer_than && is_colour && (is_won || !by_player)
        };
        games.iter().filter(is_meant).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_engine::Profile;
    use conjoin_games::loa::Loa;

    /// Two pairs: A wins 40 plies as the first and 50 as the second, loses 60 as the first and draws 70.
    fn data() -> GameData {
        let game = |plies, a_is_first, score: f64| GameFacts {
            plies,
            is_drawn: score > 0.0 && score < 1.0,
            a_is_first,
            a_won: score > 0.5,
        };
        let pair = |games| Pair { games, ..Pair::default() };
        let pairs = vec![
            pair([game(40, true, 1.0), game(50, false, 1.0)]),
            pair([game(60, true, 0.0), game(70, false, 0.5)]),
        ];
        GameData { matches: vec![("m".into(), pairs)] }
    }

    #[test]
    fn each_side_plays_by_its_own_limit_and_the_work_has_the_name_it_always_had() {
        let manifest = "id = 'x'\ngame = 'loa'\ntitle = ''\nsource = ''\nmeasures = ''\n\
             matches = [{ name = 'm', a = 'basic', b = 'basic', nodes = [300, 50] }]\n\
             [quick]\npairs = 1\nmemory = 1\ntime_factor = 1.0\n[paper]\n";
        let manifest = Manifest::parse("x", manifest).expect("a manifest");
        let planned = PlannedMatch::<Loa>::new(&manifest, &manifest.matches[0], &manifest.quick, 1)
            .expect("a match");
        assert_eq!(planned.plan.conditions.thinking, [300, 50].map(Thinking::Nodes));
        // Results are kept under this text, in which a limit is a handicap.
        let engine = |nodes: u64| {
            let text = format!("version = 1\ninherits = 'basic'\n[handicap]\nnodes = {nodes}\n");
            let profile = Profile::<Loa>::parse(&text, std::path::Path::new("x.toml"));
            identity::of_engine(&profile.expect("a profile").engine)
        };
        let text = format!("{} {} 1048576 nodes 300 [", engine(300), engine(50));
        assert!(planned.identity().starts_with(&text), "{}", planned.identity());
    }

    #[test]
    fn short_and_drawn_games_do_not_count() {
        let value = |name: &str, plies: &str, weights: [f64; 2]| {
            let call = Call { name: name.into(), arguments: vec!["m".into(), plies.into()] };
            data().measure(&call, &[weights.to_vec()])
        };
        let once = |name, plies| value(name, plies, [1.0, 1.0]);
        assert_eq!(once("decided", "34"), Some(3.0));
        assert_eq!(once("decided", "40"), Some(2.0), "longer than 40");
        assert_eq!(once("decided", "100"), Some(0.0));
        assert_eq!(once("decided_score", "34"), Some(2.0 / 3.0));
        assert_eq!(once("decided_as_first", "34"), Some(0.5));
        assert_eq!(once("decided_as_second", "34"), Some(1.0));
        // Black won the first game, White the second and the third.
        assert_eq!(once("decided_first", "34"), Some(1.0 / 3.0));
        assert_eq!(once("decided_as_first", "45"), Some(0.0));
        assert_eq!(once("decided_score", "60"), None, "of no game there is no part");
        assert_eq!(once("decided_score", "many"), None);
        assert_eq!(value("decided_score", "34", [1.0, 3.0]), Some(2.0 / 5.0));
    }
}
