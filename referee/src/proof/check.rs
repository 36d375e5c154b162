//! The check of a proof, the same for every game.

use std::collections::HashMap;

use super::head::{Claim, Head};
use super::lines::Lines;
use super::rules::{Outcome, Rules};
use super::{ProofError, Refused, Verified, refuse};

/// Checks a proof whose head was read.
pub(super) fn check<R: Rules>(head: Head, lines: &mut Lines<'_>) -> Result<Verified, ProofError> {
    let mut proof = Proof::<R>::new(head)?;
    proof.read(lines)?;
    proof.check_root()?;
    proof.check_lines()?;
    proof.check_reached()?;
    let Proof { head, claim, lines, .. } = proof;
    let (game, size, rules) = head.game_words();
    Ok(Verified {
        claim,
        game: game.to_owned(),
        size: size.to_owned(),
        rules: rules.to_owned(),
        lines: lines.len(),
        root: head.root.text,
    })
}

/// A position of the proof.
struct Line<R: Rules> {
    board: R::Packed,
    /// The prover's move; none where the other side moves.
    mv: Option<R::Move>,
    rank: u32,
    /// Does another line lead to it?
    has_parent: bool,
}

struct Proof<R: Rules> {
    head: Head,
    rules: R,
    claim: Claim,
    /// Are positions looked up up to symmetry?
    symmetry: bool,
    root: R::Board,
    prover_is_first: bool,
    lines: Vec<Line<R>>,
    /// Which line has a position.
    index: HashMap<R::Packed, u32>,
}

impl<R: Rules> Proof<R> {
    /// A proof without lines.
    fn new(head: Head) -> Result<Self, Refused> {
        let (_, size, options) = head.game_words();
        let rules = R::read(size, options).map_err(|reason| {
            refuse(head.game.line, format!("game {:?}: {reason}", head.game.text))
        })?;
        let symmetry = head.uses_symmetry(R::SYMMETRY)?;
        let claim = head.read_claim()?;
        if let Some(reason) = rules.needs_past(claim) {
            return Err(refuse(head.claim.line, reason));
        }
        let root = rules.parse(&head.root.text).map_err(|reason| refuse(head.root.line, reason))?;
        let prover_is_first = rules.first_moves(&root) == claim.is_of_mover();
        let (lines, index) = (Vec::new(), HashMap::new());
        Ok(Self { head, rules, claim, symmetry, root, prover_is_first, lines, index })
    }

    /// Reads the lines: sorted, each well formed, with a legal move and a position of its own where
    /// the game goes on.
    fn read(&mut self, lines: &mut Lines<'_>) -> Result<(), ProofError> {
        let mut before = String::new();
        while let Some(text) = lines.current() {
            let number = lines.number();
            if text <= before.as_str() {
                return Err(refuse(number, "lines are not sorted, or one stands twice").into());
            }
            before.clear();
            before.push_str(text);
            self.add(text).map_err(|reason| refuse(number, reason))?;
            lines.advance()?;
        }
        Ok(())
    }

    /// Adds a line, or says what is wrong with it.
    fn add(&mut self, text: &str) -> Result<(), String> {
        let mut fields = text.split('\t');
        let (Some(position), Some(mv), Some(rank), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err("expected a position, a move and a rank between tabs".to_owned());
        };
        let board = self.rules.parse(position)?;
        if self.rules.outcome(&board).is_some() {
            return Err("the game is over in this position".to_owned());
        }
        let mv = self.read_move(&board, mv)?;
        let rank = read_rank(rank).ok_or_else(|| format!("rank {rank:?} is not a number"))?;
        let at = u32::try_from(self.lines.len()).map_err(|_| "too many lines".to_owned())?;
        if self.index.insert(self.key(&board), at).is_some() {
            return Err("the position stands there twice".to_owned());
        }
        self.lines.push(Line { board: self.rules.pack(&board), mv, rank, has_parent: false });
        Ok(())
    }

    /// The legal move that a text means; none for `*` where the other side moves.
    fn read_move(&self, board: &R::Board, text: &str) -> Result<Option<R::Move>, String> {
        let prover_moves = self.rules.first_moves(board) == self.prover_is_first;
        match (prover_moves, text) {
            (false, "*") => return Ok(None),
            (false, _) => return Err("the other side moves here: expected *".to_owned()),
            (true, "*") => return Err("the prover moves here: expected a move".to_owned()),
            (true, _) => {}
        }
        let mut found = None;
        let mut written = String::new();
        self.rules.each_move(board, |mv| {
            written.clear();
            self.rules.write_move(board, mv, &mut written);
            if written == text {
                found = Some(mv);
            }
        });
        found.map_or_else(|| Err(format!("{text:?} is not a legal move")), |mv| Ok(Some(mv)))
    }

    /// What positions are looked up by.
    fn key(&self, board: &R::Board) -> R::Packed {
        if self.symmetry { self.rules.least_image(board) } else { self.rules.pack(board) }
    }

    fn line_of(&self, board: &R::Board) -> Option<usize> {
        self.index.get(&self.key(board)).map(|&at| at as usize)
    }

    /// The number in the file of a line of the proof.
    fn number(&self, at: usize) -> usize {
        self.head.lines + 1 + at
    }

    /// Is an end of the game in the prover's favour?
    fn suits(&self, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Draw => !self.claim.is_win(),
            Outcome::First => self.prover_is_first,
            Outcome::Second => !self.prover_is_first,
        }
    }

    /// The root is listed, or over as claimed with nothing listed.
    fn check_root(&self) -> Result<(), Refused> {
        let line = self.head.root.line;
        if let Some(outcome) = self.rules.outcome(&self.root) {
            return if !self.suits(outcome) {
                Err(refuse(line, "the game is over at the root, and not as claimed"))
            } else if self.lines.is_empty() {
                Ok(())
            } else {
                Err(refuse(self.number(0), "the game is over at the root: expected no lines"))
            };
        }
        match self.line_of(&self.root) {
            Some(_) => Ok(()),
            None => Err(refuse(line, "the root is not listed")),
        }
    }

    fn check_lines(&mut self) -> Result<(), Refused> {
        let mut moves: Vec<R::Move> = Vec::new();
        for at in 0..self.lines.len() {
            let Line { board, mv, rank, .. } = self.lines[at];
            let number = self.number(at);
            let board = self.rules.unpack(board);
            moves.clear();
            match mv {
                Some(mv) => moves.push(mv),
                None => self.rules.each_move(&board, |mv| moves.push(mv)),
            }
            let mut highest = 0;
            for &mv in &moves {
                if let Some(to) = self.follow(&board, mv, number)? {
                    highest = highest.max(self.lines[to].rank);
                    self.lines[to].has_parent = true;
                }
            }
            let expected = if self.claim.is_win() { u64::from(highest) + 1 } else { 0 };
            if u64::from(rank) != expected {
                return Err(refuse(number, format!("rank {rank}: expected {expected}")));
            }
        }
        Ok(())
    }

    /// The line that a move leads to; none when it ends the game well for the prover.
    fn follow(
        &self,
        board: &R::Board,
        mv: R::Move,
        number: usize,
    ) -> Result<Option<usize>, Refused> {
        let next = self.rules.after(board, mv);
        let shown = || {
            let mut text = String::new();
            self.rules.write_move(board, mv, &mut text);
            text
        };
        match self.rules.outcome(&next) {
            Some(outcome) if self.suits(outcome) => return Ok(None),
            Some(_) => {
                let reason = format!("{} ends the game against the prover", shown());
                return Err(refuse(number, reason));
            }
            None => {}
        }
        if let Some(to) = self.line_of(&next) {
            return Ok(Some(to));
        }
        let position = self.rules.format(&next);
        Err(refuse(number, format!("after {} the position {position} is not listed", shown())))
    }

    /// Every listed position can be reached from the root. For a win it is enough that a line leads
    /// to each: that line's rank is higher, so going up from any position ends at the only one
    /// that nothing leads to, the root.
    fn check_reached(&self) -> Result<(), Refused> {
        let root = self.line_of(&self.root);
        let unreached = if self.claim.is_win() {
            (0..self.lines.len()).find(|&at| !self.lines[at].has_parent && root != Some(at))
        } else {
            self.walk(root).iter().position(|&is_reached| !is_reached)
        };
        match unreached {
            None => Ok(()),
            Some(at) => Err(refuse(self.number(at), "the root does not lead to this position")),
        }
    }

    /// Which lines can be reached from one of them.
    fn walk(&self, from: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.lines.len()];
        let mut open: Vec<usize> = from.into_iter().collect();
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut reached[at], true) {
                continue;
            }
            let Line { board, mv, .. } = self.lines[at];
            let board = self.rules.unpack(board);
            let mut go = |mv| {
                let to = self.line_of(&self.rules.after(&board, mv));
                open.extend(to.filter(|&to| !reached[to]));
            };
            match mv {
                Some(mv) => go(mv),
                None => self.rules.each_move(&board, go),
            }
        }
        reached
    }
}

/// A rank without leading zeros or signs.
fn read_rank(text: &str) -> Option<u32> {
    let is_plain =
        text == "0" || (!text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit()));
    text.parse().ok().filter(|_| is_plain)
}
