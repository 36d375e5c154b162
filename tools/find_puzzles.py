#!/usr/bin/env python3
"""Finds puzzles near the end of games: wins whose exact length is proved.

    find_puzzles.py CONJOIN GAME RECORDS.txt [--nodes 1000000] [--lengths 3:4,5:4,7:4,9:3,11:3,13:2]

RECORDS are text records of decided games, as `conjoin match --sgf` writes them for games without SGF. From the
end of each game backwards, `conjoin solve --shortest` solves the positions in which the winner is to move, until
it finds no win or no exact length. A position is taken when each other first move is solved as well, none wins as
fast and at most a third of them win at all. One position a game, the longest win that is still wanted, and no position that is another one turned,
mirrored or with the sides changed. LENGTHS says how many puzzles of how many plies are wanted. Prints a suite. Only Python's own library is
needed.
"""

import argparse
import collections
import json
import re
import subprocess
import sys

# One in so many of the other first moves may win.
MOST_WINS = 3
MOVE = re.compile(r"[a-z][0-9]+[-x][a-z][0-9]+$|pass$")


def games_of(text):
    """Number, moves and winner of the decided games, each sequence of moves once."""
    seen = set()
    for record in re.split(r"\n\n(?=\[)", text.strip()):
        tags = dict(re.findall(r'\[(\w+) "([^"]*)"\]', record))
        moves = tuple(word for line in record.splitlines() if not line.startswith("[")
                      for word in line.split() if MOVE.match(word))
        if tags.get("Result") in ("1-0", "0-1") and moves not in seen:
            seen.add(moves)
            yield tags["Round"], moves, "b" if tags["Result"] == "1-0" else "w"


class Program:
    """Conjoin, asked one question at a time."""

    def __init__(self, path, game, nodes):
        self.path, self.game, self.nodes = path, game, nodes

    def ask(self, *words):
        command = [self.path, *words, "--game", self.game, "--json"]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def show(self, *words):
        return self.ask("show", *words)

    def solve(self, position, *words):
        limits = ("--nodes", str(self.nodes), "--memory", "64MiB", "--shortest")
        return self.ask("solve", "--position", position, *words, *limits)


def same_up_to_symmetry(position):
    """One name for a position, its turned and mirrored forms and those with the sides changed."""
    rows, turn = position.split()[:2]
    board = [re.sub(r"\d", lambda n: "." * int(n[0]), row) for row in rows.split("/")]
    if turn == "w":
        board = [row.translate(str.maketrans("bw", "wb")) for row in board]
    forms = []
    for _ in range(4):
        board = ["".join(column) for column in zip(*board[::-1])]
        forms += ["/".join(board), "/".join(row[::-1] for row in board)]
    return min(forms)


def exact_plies(solved, result):
    """The length of a win or loss, if it is known exactly."""
    plies = solved.get("plies")
    is_exact = solved["result"] == result and plies and plies["at_least"] == plies["at_most"]
    return plies["at_least"] if is_exact else None


def is_puzzle(program, position, best, plies):
    """Is every other first move slower or no win, and do few of them win?"""
    others = [move for move in program.show(position)["moves"] if move != best]
    wins = 0
    for move in others:
        # The other side is to move then: what it loses wins here.
        other = program.solve(position, "--moves", move, "--full")
        if other["result"] not in ("loss", "draw", "win"):
            return False
        if other["result"] == "loss":
            wins += 1
            if other["plies"]["at_least"] < plies or MOST_WINS * wins > len(others):
                return False
    return True


def wins_of(program, moves, winner, longest):
    """Wins near the end of a game: length, ply, position and the move that wins so fast."""
    for ply in range(len(moves) - 3, 0, -1):
        position = program.show("--moves", " ".join(moves[:ply]))["position"]
        if position.split()[1] != winner:
            continue
        solved = program.solve(position)
        plies = exact_plies(solved, "win")
        if plies is None or plies > longest:
            break
        yield plies, ply, position, solved["move"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("conjoin")
    parser.add_argument("game")
    parser.add_argument("records")
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--lengths", default="3:4,5:4,7:4,9:3,11:3,13:2")
    options = parser.parse_args()
    wanted = collections.Counter({int(k): int(v) for k, v in (p.split(":") for p in options.lengths.split(","))})
    program = Program(options.conjoin, options.game, options.nodes)
    found, seen = [], set()
    with open(options.records, encoding="utf-8") as file:
        text = file.read()
    for number, moves, winner in games_of(text):
        if wanted.total() == 0:
            break
        for plies, ply, position, best in sorted(wins_of(program, moves, winner, max(wanted)), reverse=True):
            name = same_up_to_symmetry(position)
            if wanted[plies] > 0 and name not in seen and is_puzzle(program, position, best, plies):
                wanted[plies] -= 1
                seen.add(name)
                found.append((plies, position, number, ply))
                print(f"{plies} plies, game {number}, ply {ply}: {position}", file=sys.stderr)
                break
    for i, (plies, position, number, ply) in enumerate(sorted(found, key=lambda one: one[0]), 1):
        print(position, f"id=p{i:02}", "result=win", f"plies={plies}", f"source=game {number}, ply {ply}", sep="\t")


main()
