//! Chinese Checkers: proofs made by other hands, and the same with something wrong in them. The files are
//! those that `tools/test_chinese_checkers.py` shows to the verifier in Python.

use conjoin_referee::{Claim, verify_proof};

/// The proofs by their file names.
const PROOFS: [(&str, &str); 9] = [
    ("anti-blocking.proof", include_str!("data/chinese_checkers/anti-blocking.proof")),
    ("limit-not-loss.proof", include_str!("data/chinese_checkers/limit-not-loss.proof")),
    ("limit-win.proof", include_str!("data/chinese_checkers/limit-win.proof")),
    ("loss.proof", include_str!("data/chinese_checkers/loss.proof")),
    ("over.proof", include_str!("data/chinese_checkers/over.proof")),
    ("route.proof", include_str!("data/chinese_checkers/route.proof")),
    ("second.proof", include_str!("data/chinese_checkers/second.proof")),
    ("start.proof", include_str!("data/chinese_checkers/start.proof")),
    ("stuck.proof", include_str!("data/chinese_checkers/stuck.proof")),
];

const TAMPERED: &str = include_str!("data/chinese_checkers/tampered.tsv");

fn proof(name: &str) -> &'static str {
    PROOFS.iter().find(|(known, _)| *known == name).expect(name).1
}

#[test]
fn proofs_made_by_others_hold() {
    for (name, claim, lines) in [
        // Written by `tools/chinese_checkers.py retrograde --proof`; on 13 holes the first player wins
        // without a last turn for the second.
        ("start.proof", Claim::Win, 34),
        ("second.proof", Claim::Win, 25),
        ("loss.proof", Claim::Loss, 21),
        ("anti-blocking.proof", Claim::Win, 29),
        ("over.proof", Claim::Win, 0),
        // Long jumps and a neutral zone on the way; a pass; the limit.
        ("route.proof", Claim::Win, 1),
        ("stuck.proof", Claim::Loss, 2),
        ("limit-win.proof", Claim::Win, 2),
        ("limit-not-loss.proof", Claim::NotLoss, 1),
    ] {
        let verified = verify_proof(proof(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((verified.claim, verified.lines), (claim, lines), "{name}");
        assert_eq!(verified.game, "chinese-checkers");
    }
}

#[test]
fn what_was_changed_is_refused() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for row in TAMPERED.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let &[name, from, to, says] = fields.as_slice() else { panic!("{row}") };
        let text = |field: &str| field.replace("\\n", "\n").replace("\\t", "\t");
        let changed = proof(name).replacen(&text(from), &text(to), 1);
        assert_ne!(changed, proof(name), "{row}");
        let said = verify_proof(&changed).map_or_else(|e| e.to_string(), |_| "accepted".into());
        if !said.starts_with(says) {
            wrong.push(format!("{row}\n  {said}"));
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen >= 50, "{seen} rows");
}
