//! Proof files: what is checked for every game, by a game of one line of text and by the smallest
//! proof of Lines of Action.

use std::io::BufReader;

use conjoin_referee::proof::{Outcome, Rules};
use conjoin_referee::{Claim, ProofError, verify_proof, verify_proof_from, verify_proof_of};

/// The second player wins on 3x3; the root is listed turned by a quarter.
const THREE: &str = "conjoin-proof 1
game loa 3 simultaneous=draw stuck=pass repetition=3
symmetry d4
claim loss
root 1b1/w1w/1b1 b
by hand
1w1/b1b/1w1 b\t*\t2
1w1/b2/1wb w\tb1-c2\t1
";

/// Two heaps of stones, `2+1 f`: a player takes a stone or two from one heap; who takes the last
/// one wins, loses or draws. The heaps may be exchanged.
struct Heaps {
    limit: u8,
    /// Does the last stone win? None when it draws.
    last_wins: Option<bool>,
}

type Stones = (u8, u8, bool);

impl Rules for Heaps {
    const NAME: &'static str = "heaps";
    const SYMMETRY: &'static str = "exchange";
    type Board = Stones;
    type Packed = Stones;
    type Move = (bool, u8);

    fn read(size: &str, options: &str) -> Result<Self, String> {
        let last_wins = match options {
            "last=wins" => Some(true),
            "last=loses" => Some(false),
            "last=draws" => None,
            _ => return Err("expected last=wins, last=loses or last=draws".into()),
        };
        let limit = size.parse().map_err(|_| "expected a limit of stones")?;
        Ok(Self { limit, last_wins })
    }

    fn parse(&self, text: &str) -> Result<Stones, String> {
        let (heaps, side) = text.split_once(' ').ok_or("no side")?;
        let (left, right) = heaps.split_once('+').ok_or("no second heap")?;
        let heap = |text: &str| (0..=self.limit).find(|n| n.to_string() == text);
        let (Some(left), Some(right)) = (heap(left), heap(right)) else {
            return Err(format!("{heaps:?} are not two heaps"));
        };
        Ok((left, right, side == "f"))
    }

    fn format(&self, &(left, right, first): &Stones) -> String {
        format!("{left}+{right} {}", if first { 'f' } else { 's' })
    }

    fn first_moves(&self, board: &Stones) -> bool {
        board.2
    }

    fn outcome(&self, &(left, right, first): &Stones) -> Option<Outcome> {
        let outcome = match self.last_wins {
            None => Outcome::Draw,
            Some(last_wins) if first == last_wins => Outcome::Second,
            Some(_) => Outcome::First,
        };
        (left + right == 0).then_some(outcome)
    }

    fn each_move(&self, &(left, right, _): &Stones, mut visit: impl FnMut((bool, u8))) {
        (1..=left.min(2)).for_each(|stones| visit((true, stones)));
        (1..=right.min(2)).for_each(|stones| visit((false, stones)));
    }

    fn write_move(&self, _: &Stones, (is_left, stones): (bool, u8), text: &mut String) {
        text.push_str(&format!("{}{stones}", if is_left { "left" } else { "right" }));
    }

    fn after(&self, board: &Stones, (is_left, stones): (bool, u8)) -> Stones {
        let (left, right, first) = *board;
        if is_left { (left - stones, right, !first) } else { (left, right - stones, !first) }
    }

    fn pack(&self, board: &Stones) -> Stones {
        *board
    }

    fn unpack(&self, packed: Stones) -> Stones {
        packed
    }

    fn least_image(&self, &(left, right, first): &Stones) -> Stones {
        (left.min(right), left.max(right), first)
    }
}

/// The second player takes as many as the first one did from the other heap.
const HEAPS: &str = "conjoin-proof 1
game heaps 5 last=wins
symmetry exchange
claim loss
root 2+2 f
0+1 s\tright1\t1
0+2 s\tright2\t1
1+1 f\t*\t2
1+2 s\tright1\t3
2+2 f\t*\t4
";

fn refusal(text: &str) -> String {
    verify_proof(text).expect_err(text).to_string()
}

#[test]
fn the_answer_names_the_root_and_the_rules_of_the_head() {
    let verified = verify_proof(THREE).unwrap();
    assert_eq!(verified.claim, Claim::Loss);
    assert_eq!(verified.root, "1b1/w1w/1b1 b");
    assert_eq!((verified.game.as_str(), verified.size.as_str()), ("loa", "3"));
    assert_eq!(verified.rules, "simultaneous=draw stuck=pass repetition=3");
    assert_eq!(verified.lines, 2);
}

#[test]
fn a_game_adds_nothing_but_its_rules() {
    let verified = verify_proof_of::<Heaps>(HEAPS).unwrap();
    assert_eq!((verified.claim, verified.lines), (Claim::Loss, 5));
    assert_eq!((verified.root.as_str(), verified.rules.as_str()), ("2+2 f", "last=wins"));
    for (from, to, says) in [
        ("symmetry exchange", "symmetry none", "line 8: after right1 the position 1+0 s is not"),
        ("symmetry exchange", "symmetry d4", "line 3: symmetry \"d4\": expected none or exchange"),
        ("claim loss", "claim win", "line 6: the other side moves here: expected *"),
        ("last=wins", "last=loses", "line 6: right1 ends the game against the prover"),
        ("last=wins", "last=", "line 2: game \"heaps 5 last=\": expected last=wins, last=loses or"),
        ("0+2 s\tright2", "0+2 s\tright1", "line 7: after right1 the position 0+1 f is not listed"),
        ("0+2 s\tright2", "0+2 s\tright3", "line 7: \"right3\" is not a legal move"),
        ("0+2 s\tright2", "0+2 s\t*", "line 7: the prover moves here: expected a move"),
        ("\t3\n", "\t4\n", "line 9: rank 4: expected 3"),
        ("\t3\n", "\t03\n", "line 9: rank \"03\" is not a number"),
        ("1+2 s\tright1\t3\n", "", "line 9: after left1 the position 1+2 s is not listed"),
        ("1+1 f\t*", "0+0 f\t*", "line 8: lines are not sorted, or one stands twice"),
        ("2+2 f\t*\t4\n", "2+0 s\tleft2\t1\n2+2 f\t*\t4\n", "line 10: the position stands there"),
        ("2+2 f\t*\t4\n", "2+2 f\t*\t4\n3+0 f\t*\t1\n", "line 11: rank 1: expected 2"),
        ("2+2 f\t*\t4\n", "2+2 f\t*\t4\n3+3 s\tleft1\t4\n", "line 11: after left1"),
        ("0+1 s\t", "0+0 f\t*\t1\n0+1 s\t", "line 6: the game is over in this position"),
        ("root 2+2 f", "root 2+1 f", "line 5: the root is not listed"),
        ("root 2+2 f", "root 0+0 f", "line 6: the game is over at the root: expected no lines"),
        ("root 2+2 f", "root 0+0 s", "line 6: the other side moves here"),
        ("game heaps", "game loa", "line 2: game \"loa\": expected heaps"),
    ] {
        let changed = HEAPS.replacen(from, to, 1);
        let says_now = verify_proof_of::<Heaps>(&changed).expect_err(&changed).to_string();
        assert!(says_now.starts_with(says), "{from:?} to {to:?}: {says_now}");
    }
    assert!(refusal(HEAPS).starts_with("line 2: game \"heaps\" is not known: expected loa"));
}

#[test]
fn what_the_root_does_not_lead_to_is_refused() {
    let extra = "2+2 f\t*\t4\n3+1 s\tleft2\t3\n";
    let changed = HEAPS.replace("2+2 f\t*\t4\n", extra);
    let refused = verify_proof_of::<Heaps>(&changed).unwrap_err();
    assert_eq!(refused.to_string(), "line 11: the root does not lead to this position");
}

#[test]
fn a_draw_is_well_for_who_promised_no_win_and_no_loss_alone() {
    let head = "conjoin-proof 1\ngame heaps 5 last=draws\nsymmetry none\nroot 1+0 f\n";
    let answer = |claim: &str, lines: &str| {
        let answer = verify_proof_of::<Heaps>(&format!("{head}claim {claim}\n{lines}"));
        answer.map_or_else(|refused| refused.to_string(), |verified| verified.claim.to_string())
    };
    assert_eq!(answer("not-win", "1+0 f\t*\t0\n"), "not-win");
    assert_eq!(answer("not-loss", "1+0 f\tleft1\t0\n"), "not-loss");
    let against = "line 6: left1 ends the game against the prover";
    assert_eq!(answer("loss", "1+0 f\t*\t1\n"), against);
    assert_eq!(answer("win", "1+0 f\tleft1\t1\n"), against);
    assert_eq!(answer("not-win", "1+0 f\t*\t1\n"), "line 6: rank 1: expected 0");
    // It leads to the root, but the root not to it.
    let unreached = "line 7: the root does not lead to this position";
    assert_eq!(answer("not-win", "1+0 f\t*\t0\n2+0 s\tleft1\t0\n"), unreached);
}

#[test]
fn a_head_names_each_thing_once() {
    for (from, to, says) in [
        ("conjoin-proof 1", "conjoin-proof 2", "line 1: expected conjoin-proof 1"),
        ("claim loss\n", "claim loss\nclaim loss\n", "line 5: claim stands there twice"),
        ("claim loss\n", "", "line 5: the head has no claim"),
        ("claim loss", "claim draw", "line 4: claim \"draw\": expected win, loss, not-win"),
        ("symmetry d4", "symmetry d8", "line 3: symmetry \"d8\": expected none or d4"),
        ("game loa", "game chess", "line 2: game \"chess\" is not known: expected loa"),
        ("loa 3", "loa 9", "line 2: game \"loa 9 simultaneous"),
        ("repetition=3", "repetition=any", "line 2: game"),
        ("by hand", "By hand", "line 6: \"By hand\" is not a line of a proof"),
        ("root 1b1/w1w/1b1 b", "root 1b1/w1w b", "line 5: \"1b1/w1w\" has 2 ranks"),
        ("root 1b1/w1w/1b1 b", "root 4/w2w/4/1b2 b", "line 5: "),
        ("b1-c2", "b1-c3", "line 8: \"b1-c3\" is not a legal move"),
        ("\t1\n", "\t1", "line 8: the last line has no end: the file is cut off"),
    ] {
        let changed = THREE.replacen(from, to, 1);
        let says_now = refusal(&changed);
        assert!(says_now.starts_with(says), "{from:?} to {to:?}: {says_now}");
    }
    assert_eq!(refusal(""), "line 1: expected conjoin-proof 1");
    let many = format!("conjoin-proof 1\n{}", "by many\n".repeat(1000));
    assert_eq!(refusal(&many), "line 101: the head has more than 100 lines");
}

#[test]
fn a_file_is_refused_where_it_is_wrong_and_not_read_to_its_end() {
    use std::io::Read;
    // Zeros without end, alone and after a good beginning.
    for (start, line) in [("", 1), (&THREE[..40], 2), (THREE, 9)] {
        let endless = start.as_bytes().chain(std::io::repeat(0));
        let error = verify_proof_from(BufReader::new(endless)).unwrap_err();
        assert!(matches!(error, ProofError::Refused(refused) if refused.line == line), "{line}");
    }
}
