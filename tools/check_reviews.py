#!/usr/bin/env python3
"""Reviews games that were decided by connection, and tells how far back their wins are proved.

    check_reviews.py CONJOIN FOLDER [--games 20] [--time 60s] [--threads 2] [--json FILE]

Games are taken evenly from all records in FOLDER/*.sgf that ended by connection after at least
twenty plies on the 8x8 board. The first won position of a game counts as found when the winner's win
is proved from it to the end, and of the position before it is either proved that it was not won, or
the search of the review sees no win there. Where the search sees a win that the solver has not
proved, the first won position lies further back and is not found. Ends with 1 when fewer than nine
in ten are found. Only Python's own library is needed.
"""

import argparse
import json
import pathlib
import subprocess
import sys


def lines(command):
    """The JSON objects that a command prints, one a line."""
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines() if line.strip()]


def decided_by_connection(conjoin, folder):
    """All records that fit, as (file, number), in the order of the files."""
    found = []
    for file in sorted(folder.glob("*.sgf")):
        for game in lines([conjoin, "review", str(file), "--list", "--json"]):
            fits = game["ending"] == "connection" and game["result"] in ("1-0", "0-1")
            if fits and game["plies"] >= 20 and game["size"] == 8:
                found.append((file, game["record"]))
    return found


def seems_won(review, ply, winner):
    """Does the search see a win of this side in the position?"""
    score = review["positions"][ply]["score"]
    value = score["value"] if score else 0
    return isinstance(value, dict) and ("win" in value) == (winner == "black")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("conjoin")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--time", default="60s")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", type=pathlib.Path, help="append every review to this file")
    options = parser.parse_args()
    games = decided_by_connection(options.conjoin, options.folder)
    count = min(options.games, len(games))
    if count == 0:
        sys.exit(f"no game in {options.folder} was decided by connection")
    # From the middle of as many equal parts.
    chosen = [games[(2 * i + 1) * len(games) // (2 * count)] for i in range(count)]
    found = tight = 0
    print(f"{count} of {len(games)} games, {options.time} each on {options.threads} threads")
    print("file\trecord\tplies\tproved from\tbefore\tseconds\tfound")
    for file, number in chosen:
        command = [options.conjoin, "review", str(file), "--record", str(number), "--json"]
        command += ["--time", options.time, "--threads", str(options.threads)]
        review = lines(command)[0]
        if options.json:
            with options.json.open("a") as out:
                out.write(json.dumps({"file": file.name, **review}) + "\n")
        decided, plies = review["decided"], review["plies"]
        winner = {"1-0": "black", "0-1": "white"}[review["result"]]
        holds = decided is not None and decided["winner"] == winner
        is_tight = holds and decided["before_proved"]
        before = decided["ply"] - 1 if holds else 0
        is_found = is_tight or holds and not seems_won(review, before, winner)
        found += is_found
        tight += is_tight
        print(
            file.name, number, plies, decided["ply"] if holds else "-",
            "not won" if is_tight else "unproved", f"{review['seconds']:.1f}",
            "yes" if is_found else "NO", sep="\t", flush=True,
        )
    print(f"first won position found: {found} of {count}; not won before it, proved: {tight} of {count}")
    sys.exit(0 if found * 10 >= count * 9 else 1)


if __name__ == "__main__":
    main()
