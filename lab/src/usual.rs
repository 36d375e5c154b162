//! What the lab takes for a game where nothing else is said: `lab/bench/<game>/usual.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::embedded::{self, Bench};

/// Suites, players and openings by their purpose.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Usual {
    /// Suite on which techniques of the search are measured.
    pub middle: Option<String>,
    /// Suite on which the speed of searches is measured.
    pub speed: Option<String>,
    /// Suite on which solvers are compared.
    pub hard: Option<String>,
    /// Players whose speed is measured.
    pub players: Vec<String>,
    /// Players whose evaluators are compared.
    pub evaluators: Vec<String>,
    /// Openings of the matches of experiments.
    pub openings: String,
    /// Strong players of this program: their games against each other make suites of endgames.
    pub strong: Vec<String>,
    /// Openings of these games.
    pub strong_openings: String,
    /// What stands in for a suite in a run of some seconds.
    pub easy: BTreeMap<String, String>,
}

impl Default for Usual {
    fn default() -> Self {
        let champion = || vec!["champion".to_owned()];
        Self {
            middle: None,
            speed: None,
            hard: None,
            players: champion(),
            evaluators: champion(),
            openings: "random-4".into(),
            strong: ["champion", "level-9"].map(String::from).to_vec(),
            strong_openings: "random-4".into(),
            easy: BTreeMap::new(),
        }
    }
}

impl Usual {
    /// What is usual for a game, by its name.
    ///
    /// # Panics
    /// When the file that comes with the program is wrong; a test reads them all.
    pub fn of(game: &str) -> Self {
        let text = embedded::text::<Bench>(&format!("{game}/usual.toml"));
        text.map_or_else(Self::default, |text| {
            toml::from_str(&text).expect("a file that comes with the program")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::OpeningSet;
    use crate::suite;
    use conjoin_engine::{GameName, GameVisitor, Profile};
    use conjoin_eval::Playable;

    struct Check;

    impl GameVisitor for Check {
        type Output = ();

        fn visit<G: Playable>(self) {
            let usual = Usual::of(G::NAME);
            let suites = [&usual.middle, &usual.speed, &usual.hard].into_iter().flatten();
            let easy = usual.easy.iter().flat_map(|(suite, easy)| [suite, easy]);
            for name in suites.chain(easy) {
                assert!(suite::built_in::<G>(name).is_some(), "{} has no suite {name}", G::NAME);
            }
            for name in usual.players.iter().chain(&usual.evaluators).chain(&usual.strong) {
                assert!(Profile::<G>::load(name).is_ok(), "{} has no player {name}", G::NAME);
            }
            for set in [&usual.openings, &usual.strong_openings] {
                assert!(OpeningSet::parse::<G>(set).is_ok(), "{set}");
            }
        }
    }

    #[test]
    fn what_is_usual_is_there() {
        for game in GameName::ALL {
            game.visit(Check);
        }
        assert_eq!(Usual::of("chess"), Usual::default());
    }
}
