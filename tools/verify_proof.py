#!/usr/bin/env python3
"""Checks Conjoin proof files with nothing but Python.

Usage: verify_proof.py FILE.proof[.gz] ...

For people who trust nobody: this program shares no code with Conjoin. It reads a file as
docs/proofs.md describes it, plays by the rules below and refuses a proof with the number of the
line and what is wrong there. Every file gets its verdict. Exit code: 2 when a file cannot be read,
else 1 when one is refused, else 0.
"""

import codecs
import gzip
import os
import re
import stat
import sys
import zlib

# The first bytes of a gzipped file.
GZIP = b"\x1f\x8b"
RANK = re.compile(r"0|[1-9][0-9]{0,8}")
HEAD_WORDS = ("game", "symmetry", "claim", "root")
CLAIMS = ("win", "loss", "not-win", "not-loss")
# The same limits as those of `conjoin verify`.
LONGEST_LINE = 512
MOST_HEAD_LINES = 100
MOST_BYTES = 8 << 30


class Refused(Exception):
    """Why a proof does not hold."""


class Unread(Exception):
    """Why a file cannot be read."""


def refuse(line, reason):
    raise Refused(f"line {line}: {reason}")


# The rules of the games. A game is a class; made with the size and the options of the head's `game`
# line, it has the methods below. What it finds wrong with a text it says by a ValueError.
#
#   symmetry                 the name of its symmetries in the head
#   check_claim(is_win)      a ValueError where a proof of a win, or of none, would need the past
#   read(text)               a position; equal positions are equal, and they can be keys
#   first_moves(position)    is the player who begins the game to move?
#   legal_moves(position)    a list of pairs: the move's text and the position after it
#   outcome(position)        "first", "second" or "draw" when the game is over, else None
#   least_image(position)    one and the same for all positions that the symmetries make of this one


class LinesOfAction:
    """A position is a tuple of rows from the lowest, each a tuple of " ", "b" or "w", and the side
    to move."""

    symmetry = "d4"
    DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]

    def __init__(self, size, options):
        pattern = r"simultaneous=(draw|mover) stuck=(pass|loss) repetition=(3|none)"
        match = re.fullmatch(pattern, options)
        if size not in ("3", "4", "5", "6", "7", "8") or not match:
            raise ValueError("expected a size and rules of Lines of Action")
        self.size = int(size)
        self.both_connected_draws = match[1] == "draw"
        self.stuck_passes = match[2] == "pass"

    def check_claim(self, is_win):
        """Ranks fall, so no position comes back on a line that wins."""

    def read(self, text):
        board, _, side = text.partition(" ")
        if side not in ("b", "w"):
            raise ValueError(f"{text!r} has no side to move")
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
                    raise ValueError(f"{text!r} is not a position")
                after_digit = letter.isdigit()
            rows.append(tuple(row))
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            raise ValueError(f"{text!r} is not a board of {self.size}x{self.size}")
        for man in "bw":
            if not any(man in row for row in rows):
                raise ValueError(f"{text!r} has no man {man}")
        return tuple(rows), side

    def first_moves(self, position):
        return position[1] == "b"

    def is_inside(self, rank, file):
        return 0 <= rank < self.size and 0 <= file < self.size

    def men_on_line(self, rows, rank, file, up, right):
        men = 1
        for sign in (1, -1):
            r, f = rank + sign * up, file + sign * right
            while self.is_inside(r, f):
                men += rows[r][f] != " "
                r, f = r + sign * up, f + sign * right
        return men

    def moves_of_men(self, rows, side):
        """A man goes as far as there are men on its line, over its own and never over the enemy."""
        enemy = "w" if side == "b" else "b"
        for rank in range(self.size):
            for file in range(self.size):
                if rows[rank][file] != side:
                    continue
                for right, up in self.DIRECTIONS:
                    distance = self.men_on_line(rows, rank, file, up, right)
                    to_rank, to_file = rank + up * distance, file + right * distance
                    if not self.is_inside(to_rank, to_file):
                        continue
                    way = (rows[rank + up * i][file + right * i] for i in range(1, distance))
                    if enemy in way or rows[to_rank][to_file] == side:
                        continue
                    yield rank, file, to_rank, to_file

    def legal_moves(self, position):
        rows, side = position
        other = "w" if side == "b" else "b"
        found = []
        for rank, file, to_rank, to_file in self.moves_of_men(rows, side):
            after = [list(row) for row in rows]
            sign = "-" if after[to_rank][to_file] == " " else "x"
            after[rank][file] = " "
            after[to_rank][to_file] = side
            text = f"{'abcdefgh'[file]}{rank + 1}{sign}{'abcdefgh'[to_file]}{to_rank + 1}"
            found.append((text, (tuple(map(tuple, after)), other)))
        if not found and self.stuck_passes:
            found.append(("pass", (rows, other)))
        return found

    def is_connected(self, rows, man):
        men = {(r, f) for r, row in enumerate(rows) for f, at in enumerate(row) if at == man}
        if not men:
            return False
        open_men = [men.pop()]
        while open_men:
            rank, file = open_men.pop()
            for right, up in self.DIRECTIONS:
                near = (rank + up, file + right)
                if near in men:
                    men.remove(near)
                    open_men.append(near)
        return not men

    def outcome(self, position):
        rows, side = position
        moved_last = "second" if side == "b" else "first"
        black, white = self.is_connected(rows, "b"), self.is_connected(rows, "w")
        if black and white:
            return "draw" if self.both_connected_draws else moved_last
        if black or white:
            return "first" if black else "second"
        if not self.stuck_passes and not any(True for _ in self.moves_of_men(rows, side)):
            return moved_last
        return None

    def least_image(self, position):
        rows, side = position
        images = []
        for _ in range(4):
            rows = tuple(zip(*rows[::-1]))
            images += [rows, tuple(row[::-1] for row in rows)]
        return min(images), side


class Surakarta:
    """A position is a dictionary's items, sorted: the names of the points with men and their colours;
    then the side to move and, under rules with a limit, the plies since the last capture."""

    symmetry = "d4"
    # Arcs are written ~; the last one of a circuit leads back to its first point.
    CIRCUITS = {
        4: ["a2 b2 c2 d2 ~ c1 c2 c3 c4 ~ d3 c3 b3 a3 ~ b4 b3 b2 b1 ~"],
        6: [
            "a2 b2 c2 d2 e2 f2 ~ e1 e2 e3 e4 e5 e6 ~ f5 e5 d5 c5 b5 a5 ~ b6 b5 b4 b3 b2 b1 ~",
            "a3 b3 c3 d3 e3 f3 ~ d1 d2 d3 d4 d5 d6 ~ f4 e4 d4 c4 b4 a4 ~ c6 c5 c4 c3 c2 c1 ~",
        ],
    }

    def __init__(self, size, options):
        pattern = (
            r"own-start=(open|blocks) limit=(none|[1-9][0-9]{0,8}) at-limit=(count|draw)"
            r" repetition=(3|none) stuck=(pass|loss|count)"
        )
        match = re.fullmatch(pattern, options)
        if size not in ("4", "6") or not match:
            raise ValueError("expected a size and rules of Surakarta")
        self.size = int(size)
        self.own_start_blocks = match[1] == "blocks"
        self.limit = None if match[2] == "none" else int(match[2])
        self.limit_counts = match[3] == "count"
        self.repetition_draws = match[4] == "3"
        self.stuck = match[5]
        self.files = "abcdef"[: self.size]
        self.ranks = "123456"[: self.size]
        self.points = [file + rank for rank in self.ranks for file in self.files]
        circuits = [text.split() for text in self.CIRCUITS[self.size]]
        self.rings = circuits + [ring[::-1] for ring in circuits]

    def check_claim(self, is_win):
        if is_win and self.limit is not None and self.repetition_draws:
            # The counter grows while a board comes back: ranks fall where the third occurrence draws.
            raise ValueError("a limit and repetition=3: expected repetition=none, not-win or not-loss")

    def read(self, text):
        fields = text.split(" ")
        if len(fields) != (2 if self.limit is None else 3) or fields[1] not in ("b", "w"):
            raise ValueError(f"{text!r}: expected a board, a side and the counter of a limit")
        quiet = 0
        if self.limit is not None:
            if not RANK.fullmatch(fields[2]) or int(fields[2]) > self.limit:
                raise ValueError(f"{text!r} has no number of plies up to {self.limit}")
            quiet = int(fields[2])
        if not re.fullmatch(r"([bw]|[1-6](?![1-6])|/)+", fields[0]):
            raise ValueError(f"{text!r} is not a position")
        rows = re.sub("[1-6]", lambda digit: " " * int(digit[0]), fields[0]).split("/")
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            raise ValueError(f"{text!r} is not a board of {self.size}x{self.size}")
        men = dict(zip(self.points, "".join(reversed(rows))))
        men = {point: man for point, man in men.items() if man != " "}
        if not men:
            raise ValueError(f"{text!r} has no man")
        return tuple(sorted(men.items())), fields[1], quiet

    def first_moves(self, position):
        return position[1] == "b"

    def neighbours(self, point):
        file, rank = self.files.index(point[0]), self.ranks.index(point[1])
        for near in self.files[max(file - 1, 0) : file + 2]:
            for level in self.ranks[max(rank - 1, 0) : rank + 2]:
                if near + level != point:
                    yield near + level

    def first_met(self, ring, at, men):
        """What a man meets that sets out along a ring, if an arc lies before it."""
        arcs = 0
        for stop in ring[at + 1 :] + ring[:at]:
            if stop == "~":
                arcs += 1
            elif stop == ring[at]:
                if self.own_start_blocks:
                    return None
            elif stop in men:
                return stop if arcs else None
        return None

    def moves_of_men(self, men, side):
        """Steps to empty points, and captures of the first man met over an arc if it is an enemy."""
        for point in [point for point, man in men.items() if man == side]:
            for to in self.neighbours(point):
                if to not in men:
                    yield point, "-", to
            met = set()
            for ring in self.rings:
                for at, stop in enumerate(ring):
                    if stop == point:
                        met.add(self.first_met(ring, at, men))
            for to in met:
                if to is not None and men[to] != side:
                    yield point, "x", to

    def legal_moves(self, position):
        items, side, quiet = position
        other = "w" if side == "b" else "b"
        later = 0 if self.limit is None else quiet + 1
        found = []
        for point, sign, to in self.moves_of_men(dict(items), side):
            after = dict(items)
            del after[point]
            after[to] = side
            quiet_after = 0 if sign == "x" else later
            found.append((point + sign + to, (tuple(sorted(after.items())), other, quiet_after)))
        if not found and self.stuck == "pass":
            found.append(("pass", (items, other, later)))
        return found

    def outcome(self, position):
        items, side, quiet = position
        colours = [man for _, man in items]
        black, white = colours.count("b"), colours.count("w")
        more = "draw" if black == white else "first" if black > white else "second"
        if black == 0 or white == 0:
            return more
        if self.limit is not None and quiet >= self.limit:
            return more if self.limit_counts else "draw"
        if self.stuck == "pass" or any(True for _ in self.moves_of_men(dict(items), side)):
            return None
        if self.stuck == "count":
            return more
        return "second" if side == "b" else "first"

    def least_image(self, position):
        items, side, quiet = position
        cells = [(self.files.index(point[0]), self.ranks.index(point[1]), man) for point, man in items]
        last = self.size - 1
        images = []
        for _ in range(4):
            cells = [(rank, last - file, man) for file, rank, man in cells]
            images += [sorted(cells), sorted((last - file, rank, man) for file, rank, man in cells)]
        return tuple(min(images)), side, quiet


class ChineseCheckers:
    """A position is a dictionary's items, sorted: the numbers of the holes with marbles and their colours;
    then the side to move and, under rules with a limit, the plies played."""

    symmetry = "mirror"
    # Rows down and half holes to the right.
    DIRECTIONS = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]
    # The lengths of the rows from the top to the middle.
    ROWS = {
        "13": [1, 4, 3],
        "37": [1, 2, 7, 6, 5],
        "73": [1, 2, 3, 10, 9, 8, 7],
        "121": [1, 2, 3, 4, 13, 12, 11, 10, 9],
    }

    def __init__(self, size, options):
        pattern = (
            r"jumps=(long|adjacent) neutral=(pass|end) anti-blocking=(off|on) last-turn=(draw|none)"
            r" repetition=(3|none) limit=(none|[1-9][0-9]{0,8})"
        )
        match = re.fullmatch(pattern, options)
        if size not in self.ROWS or not match:
            raise ValueError("expected a size and rules of Chinese Checkers")
        self.longest_jump = 1 if match[1] == "adjacent" else 99
        self.anti_blocking = match[3] == "on"
        self.last_turn = match[4] == "draw"
        self.repetition_draws = match[5] == "3"
        self.limit = None if match[6] == "none" else int(match[6])
        lengths = self.ROWS[size] + self.ROWS[size][-2::-1]
        widest, self.home = max(lengths), 0
        self.number, self.place = {}, {}
        for row, length in enumerate(lengths):
            for column in range(widest - length, widest + length, 2):
                self.place[len(self.place) + 1] = row, column
                self.number[row, column] = len(self.place)
        rows = lengths.index(widest)
        self.home = rows * (rows + 1) // 2
        self.holes = len(self.place)
        # In the middle rows the holes within the lines through the corners of the two homes are nobody's.
        self.closed = set()
        for hole, (row, column) in self.place.items():
            from_end = min(row, len(lengths) - 1 - row)
            if match[2] == "pass" and from_end >= rows and abs(column - widest + 1) > from_end:
                self.closed.add(hole)

    def check_claim(self, is_win):
        if is_win and self.limit is not None and self.repetition_draws:
            # The counter grows while a board comes back: ranks fall where the third occurrence draws.
            raise ValueError("a limit and repetition=3: expected repetition=none, not-win or not-loss")

    def read(self, text):
        match = re.fullmatch(r"b:([0-9,]+) w:([0-9,]+) (b|w)(?: ([1-9][0-9]{0,8}))?", text)
        if not match:
            raise ValueError(f"{text!r} is not a position")
        plies = int(match[4] or 0)
        if plies > (self.limit or 0):
            raise ValueError(f"{text!r} has more plies than the rules allow")
        men = {}
        for colour, numbers in zip("bw", match.groups()):
            holes = [int(n) if RANK.fullmatch(n) else 0 for n in numbers.split(",")]
            if holes != sorted(set(holes)) or not 1 <= holes[0] <= holes[-1] <= self.holes:
                raise ValueError(f"{numbers!r} is not a list of holes in their order")
            if len(holes) > self.home or any(hole in men for hole in holes):
                raise ValueError(f"{text!r} has too many marbles, or two in one hole")
            men.update((hole, colour) for hole in holes)
        return tuple(sorted(men.items())), match[3], plies

    def first_moves(self, position):
        return position[1] == "b"

    def ahead(self, hole, direction, steps):
        row, column = self.place[hole]
        return self.number.get((row + steps * direction[0], column + steps * direction[1]))

    def landings(self, hole, men):
        """Where single jumps lead: over the one marble in the middle of their way."""
        for direction in self.DIRECTIONS:
            way = []
            while len(way) < 2 * self.longest_jump:
                way += [self.ahead(hole, direction, len(way) + steps) for steps in (1, 2)]
                if None in way:
                    break
                if [step for step in way if step in men] == [way[len(way) // 2 - 1]]:
                    yield way[-1]

    def routes(self, start, men):
        """By hole the first in order of the shortest routes to it."""
        lifted = {hole: man for hole, man in men.items() if hole != start}
        best = {start: (start,)}
        layer = [start]
        while layer:
            longer = {}
            for hole in layer:
                for to in self.landings(hole, lifted):
                    if to not in best:
                        route = best[hole] + (to,)
                        longer[to] = min(route, longer.get(to, route))
            best.update(longer)
            layer = list(longer)
        del best[start]
        for direction in self.DIRECTIONS:
            to = self.ahead(start, direction, 1)
            if to is not None and to not in men:
                best[to] = start, to
        return {to: route for to, route in best.items() if to not in self.closed}

    def legal_moves(self, position):
        items, side, plies = position
        other = "w" if side == "b" else "b"
        later = 0 if self.limit is None else plies + 1
        men = dict(items)
        found = []
        for start in [hole for hole, man in items if man == side]:
            for to, route in self.routes(start, men).items():
                after = {**men, to: side}
                del after[start]
                text = "-".join(map(str, route))
                found.append((text, (tuple(sorted(after.items())), other, later)))
        return found or [("pass", (items, other, later))]

    def has_filled(self, men, side):
        goal = range(1, self.home + 1) if side == "w" else range(self.holes + 1 - self.home, self.holes + 1)
        within = [men.get(hole) for hole in goal]
        if all(hole in goal for hole, man in men.items() if man == side):
            return True
        return self.anti_blocking and None not in within and side in within

    def outcome(self, position):
        items, side, plies = position
        men = dict(items)
        black, white = self.has_filled(men, "b"), self.has_filled(men, "w")
        if black and white:
            return "draw" if self.last_turn else "second" if side == "b" else "first"
        if white:
            return "second"
        if black and not (side == "w" and self.last_turn):
            return "first"
        return "draw" if self.limit is not None and plies >= self.limit else None

    def least_image(self, position):
        items, side, plies = position
        last = max(column for _, column in self.place.values())
        mirrored = []
        for hole, man in items:
            row, column = self.place[hole]
            mirrored.append((self.number[row, last - column], man))
        return min(items, tuple(sorted(mirrored))), side, plies


# By the first word of the head's `game` line.
GAMES = {"loa": LinesOfAction, "surakarta": Surakarta, "chinese-checkers": ChineseCheckers}


# What is the same for every game.


def read_lines(file):
    """The lines without their ends, with their numbers."""
    number = 0
    read = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        read += len(line)
        if read > MOST_BYTES:
            raise Unread(f"it is too large: expected at most {MOST_BYTES >> 30} GiB")
        is_cut = not line.endswith(b"\n")
        try:
            # A line that is too long may be cut inside a letter.
            text, _ = codecs.utf_8_decode(line, "strict", not is_cut)
        except UnicodeDecodeError:
            raise Unread(f"line {number} is not text: expected UTF-8") from None
        if is_cut and len(line) > LONGEST_LINE:
            refuse(number, f"it has more than {LONGEST_LINE} bytes: not a line of a proof")
        if is_cut:
            refuse(number, "the last line has no end: the file is cut off")
        yield number, text[:-1]


def read_head(lines):
    """The texts and line numbers of the head's words, and the first line after it."""
    if next(lines, (1, ""))[1] != "conjoin-proof 1":
        refuse(1, "expected conjoin-proof 1")
    head = {}
    last = 1
    first = None
    for number, line in lines:
        if "\t" in line:
            first = (number, line)
            break
        last = number
        if number > MOST_HEAD_LINES:
            refuse(number, f"the head has more than {MOST_HEAD_LINES} lines")
        word, _, rest = line.partition(" ")
        if word in head and word in HEAD_WORDS:
            refuse(number, f"{word} stands there twice")
        if not re.fullmatch(r"[a-z-]+", word):
            refuse(number, f"{line!r} is not a line of a proof")
        head[word] = (rest, number)
    for word in HEAD_WORDS:
        if word not in head:
            refuse(last, f"the head has no {word}")
    return head, first


def at_line(line, function, *arguments):
    """What the function returns; a ValueError of it refuses the proof at this line."""
    try:
        return function(*arguments)
    except ValueError as error:
        refuse(line, error)


def verify(lines):
    """What a proof that holds proves, in words."""
    head, first = read_head(lines)
    game_text, game_line = head["game"]
    name, _, rest = game_text.partition(" ")
    size, _, options = rest.partition(" ")
    if name not in GAMES:
        refuse(game_line, f"game {name!r} is not known: expected {' or '.join(GAMES)}")
    game = at_line(game_line, GAMES[name], size, options)
    symmetry, symmetry_line = head["symmetry"]
    if symmetry not in ("none", game.symmetry):
        refuse(symmetry_line, f"symmetry {symmetry!r}: expected none or {game.symmetry}")
    image = (lambda position: position) if symmetry == "none" else game.least_image
    claim, claim_line = head["claim"]
    if claim not in CLAIMS:
        refuse(claim_line, f"claim {claim!r}: expected {', '.join(CLAIMS)}")
    is_win = claim in ("win", "loss")
    at_line(claim_line, game.check_claim, is_win)
    root_text, root_line = head["root"]
    root = at_line(root_line, game.read, root_text)
    prover_is_first = game.first_moves(root) == (claim in ("win", "not-loss"))

    def suits(outcome):
        if outcome == "draw":
            return not is_win
        return outcome == ("first" if prover_is_first else "second")

    # By image: the position as it is written, the prover's move, the rank, the line's number.
    listed = {}
    before = ""
    current = first
    while current:
        number, line = current
        if line.encode() <= before.encode():
            refuse(number, "lines are not sorted, or one stands twice")
        before = line
        fields = line.split("\t")
        if len(fields) != 3 or not RANK.fullmatch(fields[2]):
            refuse(number, "expected a position, a move and a rank between tabs")
        position = at_line(number, game.read, fields[0])
        key = image(position)
        if key in listed:
            refuse(number, "the position stands there twice")
        listed[key] = (position, fields[1], int(fields[2]), number)
        current = next(lines, None)
    verdict = f"{claim} for {root_text} in {len(listed)} lines, {game_text}"

    outcome = game.outcome(root)
    if outcome is not None:
        if not suits(outcome):
            refuse(root_line, "the game is over at the root, and not as claimed")
        for _, _, _, number in listed.values():
            refuse(number, "the game is over at the root: expected no lines")
        return verdict
    if image(root) not in listed:
        refuse(root_line, "the root is not listed")

    leads_to = {}
    for key, (position, move, rank, number) in listed.items():
        if game.outcome(position) is not None:
            refuse(number, "the game is over in this position")
        moves = game.legal_moves(position)
        if game.first_moves(position) == prover_is_first:
            moves = [(text, after) for text, after in moves if text == move]
            if not moves:
                refuse(number, f"{move!r} is not a legal move of the prover")
        elif move != "*":
            refuse(number, "the other side moves here: expected *")
        highest = 0
        leads_to[key] = []
        for text, after in moves:
            outcome = game.outcome(after)
            if outcome is not None:
                if not suits(outcome):
                    refuse(number, f"{text} ends the game against the prover")
                continue
            after = image(after)
            if after not in listed:
                refuse(number, f"the position after {text} is not listed")
            highest = max(highest, listed[after][2])
            leads_to[key].append(after)
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
    return verdict


def verify_file(name):
    """What a proof file proves, in words."""
    try:
        # Asked before it is opened, since opening a pipe waits for somebody to write to it.
        if not stat.S_ISREG(os.stat(name).st_mode):
            raise Unread("it is not a regular file")
        if os.path.getsize(name) > MOST_BYTES:
            raise Unread(f"it is too large: expected at most {MOST_BYTES >> 30} GiB")
        with open(name, "rb") as file:
            is_packed = file.read(2) == GZIP
            file.seek(0)
            return verify(read_lines(gzip.GzipFile(fileobj=file) if is_packed else file))
    except (OSError, EOFError, zlib.error) as error:
        raise Unread(error) from None


def main(names):
    if not names:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    code = 0
    for name in names:
        try:
            print(f"{name}: ok, {verify_file(name)}")
        except Refused as reason:
            print(f"{name}: refused: {str(reason)[:600]}")
            code = max(code, 1)
        except Unread as reason:
            print(f"{name}: cannot be read: {reason}", file=sys.stderr)
            code = 2
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
