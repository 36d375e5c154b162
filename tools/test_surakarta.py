#!/usr/bin/env python3
"""Tests of surakarta.py and of the Surakarta in verify_proof.py, which share nothing.

Run with `python3 tools/test_surakarta.py`. The proofs and what is changed in them are those of
referee/tests/surakarta_proofs.rs.
"""

import io
import pathlib
import random
import subprocess
import sys
import unittest
from contextlib import redirect_stdout

import second_program
import surakarta
import verify_proof

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROOFS = ROOT / "referee/tests/data/surakarta"
COUNTS = ROOT / "data/reference/perft.tsv"
STANDARD = "own-start=open limit=none at-limit=count repetition=3 stuck=pass"
RULES = [
    STANDARD,
    "own-start=blocks limit=12 at-limit=count repetition=3 stuck=loss",
    "own-start=open limit=30 at-limit=draw repetition=none stuck=pass",
    "own-start=open limit=50 at-limit=count repetition=none stuck=count",
]
# Players who cannot move, with fewer men, as many and more.
STUCK = ["4/4/bb2/wb2 w 3", "wwww/wbww/bbbb/2bb w 3", "wwww/wbbw/bbbw/1bwb w 3"]


def verdict(text):
    """Why a proof is refused, or None."""
    try:
        lines = [(number, line) for number, line in enumerate(text.split("\n")[:-1], 1)]
        verify_proof.verify(iter(lines))
        return None
    except verify_proof.Refused as reason:
        return str(reason)


def checked(lines):
    """The exit code of `check` and what it says."""
    said = io.StringIO()
    with redirect_stdout(said):
        code = surakarta.PROGRAM.run_check(io.StringIO("".join(line + "\n" for line in lines)))
    return code, said.getvalue()


def random_game(rng, size, rules, longest):
    """The lines of a game for `check`."""
    game = surakarta.Surakarta(size, rules)
    history = [game.start()]
    lines = []
    while True:
        now = history[-1]
        outcome = game.outcome_of_game(history)
        moves = game.moves(now) if outcome == "-" else []
        names = {game.name(now, move): move for move in moves}
        is_last = not moves or len(history) > longest
        made = "-" if is_last else rng.choice(sorted(names))
        fields = (f"{size} {rules}", game.write(now), " ".join(sorted(names)), outcome, made)
        lines.append("\t".join(fields))
        if is_last:
            return lines
        history.append(game.after(now, names[made]))


class Rules(unittest.TestCase):
    def test_counts_are_those_of_the_reference_file(self):
        seen = 0
        for row in COUNTS.read_text().splitlines():
            fields = row.split("\t")
            if fields[0] == "surakarta" and int(fields[4]) < 1_000_000:
                game = surakarta.Surakarta(fields[1], fields[2])
                self.assertEqual(second_program.perft(game, [game.start()], int(fields[3])), int(fields[4]), row)
                seen += 1
        self.assertEqual(seen, 9)

    def test_the_verifier_plays_by_the_same_rules(self):
        rng = random.Random(6)
        outcomes = {"black": "first", "white": "second", "draw": "draw", "-": None}
        seen = set()
        for number in range(30):
            size, rules = "46"[number % 2], RULES[number // 2 % 4]
            one, other = surakarta.Surakarta(size, rules), verify_proof.Surakarta(size, rules)
            for line in random_game(rng, size, rules, 60):
                text = line.split("\t")[1]
                position, again = one.read(text), other.read(text)
                outcome = one.outcome(position)
                self.assertEqual(outcomes[outcome], other.outcome(again), text)
                seen.add(outcome)
                if outcome != "-":
                    continue
                ours = [(one.name(position, m), one.write(one.after(position, m))) for m in one.moves(position)]
                ours = sorted((name, other.read(after)) for name, after in ours)
                self.assertEqual(ours, sorted(other.legal_moves(again)), text)
        self.assertEqual(seen, set(outcomes))

    def test_men_are_counted_when_a_player_cannot_move(self):
        for text, outcome in zip(STUCK, ["black", "draw", "white"]):
            game, other = (module.Surakarta("4", RULES[3]) for module in (surakarta, verify_proof))
            self.assertEqual(game.outcome(game.read(text)), outcome)
            verdicts = {"black": "first", "white": "second", "draw": "draw"}
            self.assertEqual(other.outcome(other.read(text)), verdicts[outcome])
            self.assertEqual(other.legal_moves(other.read(text)), [])


class Check(unittest.TestCase):
    def test_games_agree(self):
        rng = random.Random(7)
        lines = [line for n in range(20) for line in random_game(rng, "46"[n % 2], RULES[n // 2 % 4], 80)]
        code, said = checked(lines)
        self.assertEqual(code, 0, said)
        self.assertTrue(said.startswith(f"20 games, {len(lines)} positions, no difference"), said)

    def test_a_difference_is_named(self):
        start = "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b"
        legal = "a2-a3 a2-b3 b2-a3 b2-b3 b2-c3 c2-b3 c2-c3 c2-d3 d2-c3 d2-d3 d2-e3 e2-d3 e2-e3 e2-f3 f2-e3 f2-f3"
        self.assertEqual(checked([f"6 standard\t{start}\t{legal}\t-"])[0], 0)
        for line, says in [
            (f"6 standard\t{start}\t{legal[6:]}\t-", "missing a2-a3; wrong none"),
            (f"6 standard\t{start}\t{legal} f2-g3\t-", "missing none; wrong f2-g3"),
            (f"6 standard\t{start}\t{legal}\tdraw", "outcome of"),
            (f"6 standard\t{start} 0\t{legal}\t-", "has 3 fields"),
            (f"4 standard\t{start}\t{legal}\t-", "is not a board of 4x4"),
            (f"6 sudden\t{start}\t{legal}\t-", "rule 'sudden' is not known"),
            (f"6 standard\t{start}\t{legal}\t-\ta2-a4", "move 'a2-a4' is not legal"),
            (f"6 standard\t{start}\t{legal}\t-\ta2-a3", "the last game is cut off"),
            (f"6 standard\t{start}\t{legal}\t-\ta2-a3\n6 standard\t{start}\t{legal}\t-", "next position"),
            (f"6 limit=5\t{start}\t{legal}\t-", "position written again"),
            ("6 standard\t6/6/6/6/6/b5 w\ta1-a2\tblack", "wrong a1-a2"),
            ("", "no game was read"),
        ]:
            code, said = checked([line])
            self.assertEqual(code, 1, line)
            self.assertIn(says, said, line)

    def test_questions_are_answered(self):
        asked = "4 standard | 4/4/bb2/wb2 w\n4 stuck=loss | 4/4/bb2/wb2 w\n4 standard | 4/4/x/4 b\nnothing\n"
        command = [sys.executable, str(ROOT / "tools/surakarta.py"), "answer"]
        answers = subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout
        lines = answers.split("\n")
        self.assertEqual(lines[:2], ["pass\t-", "\tblack"])
        self.assertTrue(lines[2].startswith("error\t'4/4/x/4' is not a board"), lines[2])
        self.assertTrue(lines[3].startswith("error\texpected a size"), lines[3])


class Proofs(unittest.TestCase):
    def test_proofs_hold(self):
        names = sorted(PROOFS.glob("*.proof"))
        self.assertEqual(len(names), 11)
        for name in names:
            self.assertIsNone(verdict(name.read_text()), name)

    def test_what_was_changed_is_refused(self):
        seen = 0
        for row in (PROOFS / "tampered.tsv").read_text().splitlines():
            if row.startswith("#"):
                continue
            name, before, after, _ = row.replace("\\n", "\n").replace("\\t", "\0").split("\t")
            text = (PROOFS / name).read_text()
            changed = text.replace(before.replace("\0", "\t"), after.replace("\0", "\t"), 1)
            self.assertNotEqual(text, changed, row)
            self.assertIsNotNone(verdict(changed), row)
            seen += 1
        self.assertGreaterEqual(seen, 50)


if __name__ == "__main__":
    unittest.main()
