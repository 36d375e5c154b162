#!/usr/bin/env python3
"""Checks a Conjoin proof file for Lines of Action, with nothing but Python.

Usage: verify_proof.py FILE.proof[.gz] ...

For people who trust nobody: this program shares no code with Conjoin. It reads the file as
docs/proofs.md describes it, plays by the rules below and refuses a proof with the number of the
line and what is wrong there. Exit code: 0 when every file holds, 1 when one is refused, 2 when one
cannot be read.
"""

import gzip
import re
import sys
import zlib

DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
# The first bytes of a gzipped file.
GZIP = b"\x1f\x8b"
RANK = re.compile(r"0|[1-9][0-9]{0,8}")


class Refused(Exception):
    """Why a proof does not hold."""


def refuse(line, reason):
    raise Refused(f"line {line}: {reason}")


# A position is a tuple of rows from the lowest, each a tuple of " ", "b" or "w", and the side to
# move.


def read_position(text, line):
    board, _, side = text.partition(" ")
    if side not in ("b", "w"):
        refuse(line, f"{text!r} has no side to move")
    rows = []
    for rank in reversed(board.split("/")):
        row = []
        after_digit = False
        for letter in rank:
            if letter in "bw":
                row.append(letter)
            elif letter in "12345678" and not after_digit:
                row.extend(" " * int(letter))
            else:
                refuse(line, f"{text!r} is not a position")
            after_digit = letter.isdigit()
        rows.append(tuple(row))
    size = len(rows)
    if not 3 <= size <= 8 or any(len(row) != size for row in rows):
        refuse(line, f"{text!r} is not a square board of 3 to 8")
    for man in "bw":
        if not any(man in row for row in rows):
            refuse(line, f"{text!r} has no man {man}")
    return tuple(rows), side


def men_on_line(rows, rank, file, up, right):
    size = len(rows)
    men = 1
    for sign in (1, -1):
        r, f = rank + sign * up, file + sign * right
        while 0 <= r < size and 0 <= f < size:
            men += rows[r][f] != " "
            r, f = r + sign * up, f + sign * right
    return men


def moves_of_men(rows, side):
    """A man goes as far as there are men on its line, over its own and never over the enemy."""
    size = len(rows)
    enemy = "w" if side == "b" else "b"
    for rank in range(size):
        for file in range(size):
            if rows[rank][file] != side:
                continue
            for right, up in DIRECTIONS:
                distance = men_on_line(rows, rank, file, up, right)
                to_rank, to_file = rank + up * distance, file + right * distance
                if not (0 <= to_rank < size and 0 <= to_file < size):
                    continue
                way = (rows[rank + up * i][file + right * i] for i in range(1, distance))
                if enemy in way or rows[to_rank][to_file] == side:
                    continue
                yield rank, file, to_rank, to_file


def legal_moves(position, rules):
    """All moves by their text, with the position after each."""
    rows, side = position
    other = "w" if side == "b" else "b"
    found = []
    for rank, file, to_rank, to_file in moves_of_men(rows, side):
        after = [list(row) for row in rows]
        sign = "-" if after[to_rank][to_file] == " " else "x"
        after[rank][file] = " "
        after[to_rank][to_file] = side
        text = f"{'abcdefgh'[file]}{rank + 1}{sign}{'abcdefgh'[to_file]}{to_rank + 1}"
        found.append((text, (tuple(map(tuple, after)), other)))
    if not found and rules["stuck"] == "pass":
        found.append(("pass", (rows, other)))
    return found


def is_connected(rows, man):
    men = {(r, f) for r, row in enumerate(rows) for f, at in enumerate(row) if at == man}
    if not men:
        return False
    open_men = [men.pop()]
    while open_men:
        rank, file = open_men.pop()
        for right, up in DIRECTIONS:
            near = (rank + up, file + right)
            if near in men:
                men.remove(near)
                open_men.append(near)
    return not men


def outcome(position, rules):
    """"b", "w" or "draw" when the game is over, else nothing."""
    rows, side = position
    before = "w" if side == "b" else "b"
    black, white = is_connected(rows, "b"), is_connected(rows, "w")
    if black and white:
        return "draw" if rules["simultaneous"] == "draw" else before
    if black or white:
        return "b" if black else "w"
    if rules["stuck"] == "loss" and not any(True for _ in moves_of_men(rows, side)):
        return before
    return None


def least_image(position):
    rows, side = position
    images = []
    for _ in range(4):
        rows = tuple(zip(*rows[::-1]))
        images += [rows, tuple(row[::-1] for row in rows)]
    return min(images), side


def read_head(lines):
    if not lines or lines[0] != "conjoin-proof 1":
        refuse(1, "expected conjoin-proof 1")
    head = {}
    number = 1
    for number, line in enumerate(lines[1:], start=2):
        if "\t" in line:
            number -= 1
            break
        word, _, rest = line.partition(" ")
        if word in head and word in ("game", "symmetry", "claim", "root"):
            refuse(number, f"{word} stands there twice")
        if not re.fullmatch(r"[a-z-]+", word):
            refuse(number, f"{line!r} is not a line of a proof")
        head[word] = (rest, number)
    for word in ("game", "symmetry", "claim", "root"):
        if word not in head:
            refuse(number, f"the head has no {word}")
    return head, number


def verify(text):
    """The claim and the number of lines of a proof that holds."""
    if text and not text.endswith("\n"):
        refuse(text.count("\n") + 1, "the last line has no end: the file is cut off")
    lines = text.split("\n")[:-1]
    head, head_lines = read_head(lines)
    game, game_line = head["game"]
    match = re.fullmatch(
        r"loa ([3-8]) simultaneous=(draw|mover) stuck=(pass|loss) repetition=(3|none)", game
    )
    if not match:
        refuse(game_line, f"game {game!r} is not known")
    size = int(match[1])
    rules = {"simultaneous": match[2], "stuck": match[3]}
    symmetry, symmetry_line = head["symmetry"]
    if symmetry not in ("none", "d4"):
        refuse(symmetry_line, f"symmetry {symmetry!r}: expected none or d4")
    image = least_image if symmetry == "d4" else lambda position: position
    claim, claim_line = head["claim"]
    if claim not in ("win", "loss", "not-win", "not-loss"):
        refuse(claim_line, f"claim {claim!r} is not known")
    is_win = claim in ("win", "loss")
    root_text, root_line = head["root"]
    root = read_position(root_text, root_line)
    if len(root[0]) != size:
        refuse(root_line, "the board has another size")
    other = "w" if root[1] == "b" else "b"
    prover = root[1] if claim in ("win", "not-loss") else other

    def suits(result):
        return result == prover or (result == "draw" and not is_win)

    listed = {}
    before = ""
    for number, line in enumerate(lines[head_lines:], start=head_lines + 1):
        if line.encode() <= before.encode():
            refuse(number, "lines are not sorted, or one stands twice")
        before = line
        fields = line.split("\t")
        if len(fields) != 3 or not RANK.fullmatch(fields[2]):
            refuse(number, "expected a position, a move and a rank between tabs")
        position = read_position(fields[0], number)
        if len(position[0]) != size:
            refuse(number, "the board has another size")
        if image(position) in listed:
            refuse(number, "the position stands there twice")
        listed[image(position)] = (position, fields[1], int(fields[2]), number)

    result = outcome(root, rules)
    if result is not None:
        if not suits(result):
            refuse(root_line, "the game is over at the root, and not as claimed")
        if listed:
            refuse(head_lines + 1, "the game is over at the root: expected no lines")
        return claim, 0
    if image(root) not in listed:
        refuse(root_line, "the root is not listed")

    leads_to = {}
    for key, (position, move, rank, number) in listed.items():
        if outcome(position, rules) is not None:
            refuse(number, "the game is over in this position")
        moves = legal_moves(position, rules)
        if position[1] == prover:
            moves = [(text, after) for text, after in moves if text == move]
            if not moves:
                refuse(number, f"{move!r} is not a legal move of the prover")
        elif move != "*":
            refuse(number, "the other side moves here: expected *")
        highest = 0
        leads_to[key] = []
        for text, after in moves:
            result = outcome(after, rules)
            if result is not None:
                if not suits(result):
                    refuse(number, f"{text} ends the game against the prover")
                continue
            if image(after) not in listed:
                refuse(number, f"the position after {text} is not listed")
            highest = max(highest, listed[image(after)][2])
            leads_to[key].append(image(after))
        expected = highest + 1 if is_win else 0
        if rank != expected:
            refuse(number, f"rank {rank}: expected {expected}")

    reached = set()
    open_keys = [image(root)]
    while open_keys:
        key = open_keys.pop()
        if key not in reached:
            reached.add(key)
            open_keys.extend(leads_to[key])
    for key, (_, _, _, number) in listed.items():
        if key not in reached:
            refuse(number, "the root does not lead to this position")
    return claim, len(listed)


def main(names):
    if not names:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    code = 0
    for name in names:
        try:
            with open(name, "rb") as file:
                data = file.read()
            if data.startswith(GZIP):
                data = gzip.decompress(data)
            text = data.decode("utf-8")
        except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
            print(f"{name}: cannot be read: {error}", file=sys.stderr)
            return 2
        try:
            claim, lines = verify(text)
            print(f"{name}: ok, claim {claim}, {lines} lines")
        except Refused as reason:
            print(f"{name}: refused: {str(reason)[:600]}")
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
